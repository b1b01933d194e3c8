"""Small games as text, and a table set up by hand, for the tests of the naive engine."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rummy.reference import game
from rummy.reference.state import TABLE, State
from rummy.spec.bind import Rules, bind
from rummy.spec.load import load, load_text

VARIANTS = Path(__file__).parents[2] / "variants"


def iceberg(players: int = 2, **options: str | int) -> Rules:
    """Iceberg Rummy for so many players."""
    return bind(load(str(VARIANTS / "iceberg.yaml")), players, options)


def small(
    steps: str,
    *,
    ranks: str = "A 2 3 4 5 6",
    more: str = "",
    must: str = "",
    events: str = "",
    setup: str = "deal: {auto: {deal: 2}}",
    variables: str = "",
    score: str = "earned",
    rounds: int = 1,
    turns: int = 20,
    over: str = "false",
    ties: str = "shared",
    first: str = "{seat: 1}",
    order: str = "clockwise",
    deck: str = "",
    zones: str = "",
    players: int = 2,
    melds: str = "",
    packs: str = "1",
    openings: str = "",
    dealer: str = "left of dealer",
    match: str = "",
    best: str = "highest",
) -> Rules:
    """A game of pairs, threes and runs in spades and hearts (each step a line)."""

    def block(key: str, text: str) -> str:
        lines = [line for line in text.strip("\n").splitlines() if line.strip()]
        return f"{key}:\n" + "".join(f"  {line}\n" for line in lines) if lines else ""

    def inner(key: str, text: str) -> str:
        lines = [line for line in text.strip("\n").splitlines() if line.strip()]
        return f"  {key}:\n" + "".join(f"    {line}\n" for line in lines) if lines else ""

    text = (
        "rummy: 1\ntitle: Small\nversion: '1'\nabout: A small game.\nplayers: 2..4\n"
        + block(
            "deck",
            f"packs: {packs}\nranks: {ranks}\n"
            "suits:\n"
            '  S: {name: spades, colour: black, sign: "♠"}\n'
            '  H: {name: hearts, colour: red, sign: "♥"}\n'
            "points: {A: 1, 2..6: pips}\n" + deck,
        )
        + block(
            "zones",
            "stock: {of: table, pile: true, seen_by: nobody}\n"
            "pile: {of: table, pile: true, seen_by: top}\n"
            "hand: {of: player, seen_by: owner}\n" + zones,
        )
        + block(
            "melds",
            melds
            or (
                "pair: {size: 2, valid: same(rank) and distinct(suit), lay: 10}\n"
                "run: {size: 3.., valid: same(suit) and sequence(rank), lay: 10 * size, "
                "add: size}\n"
            ),
        )
        + block("openings", openings)
        + block("variables", variables)
        + block("setup", setup)
        + block("order", f"starter: left of dealer\nturns: {order}")
        + "turn:\n"
        + inner("steps", steps)
        + inner("must", must)
        + block("events", events)
        + block("score", f"round: {score}")
        + block(
            "match",
            f"first_dealer: {first}\nnext_dealer: {dealer}\nover: {over}\n"
            f"best: {best}\nties: {ties}\n{match}",
        )
        + block("limits", f"rounds: {rounds}\nturns: {turns}")
        + more
    )
    return bind(load_text(text, "small.yaml"), players)


def faces(rules: Rules, text: str) -> tuple[int, ...]:
    """Cards by their texts."""
    return rules.deck.parse_many(text)


def stock(rules: Rules, top_first: str) -> list[int]:
    """A whole pack with these cards on top, the first of them uppermost.

    The cards that are not named lie below in the order of faces.
    """
    named = list(faces(rules, top_first))
    rest = list(rules.deck.all_cards())
    for face in named:
        rest.remove(face)
    return rest + named[::-1]


def begin(rules: Rules, top_first: str, dealer: int = 0) -> State:
    """A match whose first cards are known; the dealer sits in seat 1."""
    return game.start(rules, 0, deal=stock(rules, top_first), first_dealer=dealer)


def texts(state: State) -> list[str]:
    """The legal actions as text, in their order."""
    return [game.text(state, action) for action in game.legal(state)]


def play(state: State, *actions: str) -> State:
    """The state after these actions, each of which must be legal."""
    for action in actions:
        by_text = {game.text(state, a): a for a in game.legal(state)}
        assert action in by_text, f"{action} is not among {sorted(by_text)}"
        state = game.apply(state, by_text[action])
    return state


def zone(state: State, name: str, seat: int = TABLE) -> str:
    """The cards of a zone as text."""
    return state.rules.deck.texts(state.zones[name, seat])


def meld(rules: Rules, kind: str, cards: str) -> tuple[int, tuple[int, ...]]:
    """A meld by the name of its kind and its cards."""
    index = next(k.index for k in rules.kinds if k.name == kind)
    return index, tuple(sorted(faces(rules, cards)))


def found(rules: Rules, melds: Any) -> set[str]:
    """Melds as text."""
    return {f"{rules.kinds[kind].name} {rules.deck.texts(codes)}" for kind, codes in melds}
