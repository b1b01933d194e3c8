"""The same match in both engines, and what must be equal between them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from rummy.play.actions import action_text
from rummy.play.engine import Engine
from rummy.play.state import State
from rummy.reference import game
from rummy.reference.state import State as NaiveState
from rummy.spec.bind import Rules

MOST_HELD = 7
"""The naive engine is not asked about larger hands ..."""
MOST_HELD_COSTLY = 5
"""... nor about these, where a variant asks how hands divide into melds."""
MOST_LOOKS = 3000
"""So many actions the naive engine may try ahead of one decision."""
COSTLY = ("deadwood", "most_points", "least_cost")


def of_naive(s: NaiveState) -> dict[str, Any]:
    """All that a naive state says of the game."""
    return {
        "round": (s.round, s.played, s.dealer, s.starter, s.turn),
        "points": (s.total, s.earned, s.turns),
        "taken": tuple(s.taken),
        "whom": s.whom,
        "melds": s.melds,
        "credits": s.credits,
        "end": (s.over, s.winners),
        "zones": dict(s.zones),
        "variables": dict(s.variables),
        "seats": (s.order, None if s.over else s.everyone),
        "mover": None if s.over else s.actor,
        "legal": tuple(s.legal),
    }


def of_fast(engine: Engine, s: State) -> dict[str, Any]:
    """The same of a state of the fast engine."""
    slots, deck, seats = engine.program.slots, engine.deck, range(engine.rules.seats)
    zones = {
        key: deck.bag_faces(zone) if isinstance(zone, int) else tuple(zone)
        for key, zone in zip(slots.zone_names, s.z, strict=True)
    }
    variables = {}
    for name, base in slots.variable.items():
        if slots.variable_owned[name]:
            owners = range(engine.rules.sides) if name in slots.of_side else seats
            variables.update({(name, seat): s.v[base + seat] for seat in owners})
        else:
            variables[name, -1] = s.v[base]
    return {
        "round": (s.round, s.played, s.dealer, s.starter, s.me),
        "points": (tuple(s.total), tuple(s.earned), tuple(s.turns)),
        "taken": tuple(s.taken),
        "whom": s.whom,
        "melds": tuple((m.kind, m.codes, o) for m, o in zip(s.table, s.owners, strict=True)),
        "credits": tuple(s.credits),
        "end": (s.over, tuple(s.winners)),
        "zones": zones,
        "variables": variables,
        "seats": (s.order, None if s.over else s.everyone),
        "mover": None if s.over else s.mover,
        "legal": tuple(engine.legal(s)),
    }


def small_enough(rules: Rules, s: NaiveState) -> bool:
    """Whether the naive engine can be asked what follows, in some milliseconds."""
    text = repr(rules.spec.score.round.text) + "".join(d.holds.text for d in rules.spec.must)
    text += "".join(m.when.text for step in rules.spec.turn for m in step.moves if m.when)
    most = MOST_HELD_COSTLY if any(word in text for word in COSTLY) else MOST_HELD
    wild = rules.deck.held_wild
    return all(
        len(cards) <= most and sum(wild[face] for face in cards) <= 2
        for (name, _), cards in s.zones.items()
        if name == "hand"
    )


class TooMuch(Exception):
    """The naive engine would look ahead for too long here."""


@contextmanager
def bounded_look() -> Iterator[Callable[[], None]]:
    """Lets the naive engine look only so far ahead; yields what starts the count anew."""
    looks = 0
    finishes = game._finishes

    def counted(*given: Any) -> bool:
        nonlocal looks
        looks += 1
        held = max(len(cards) for (name, _), cards in given[0].zones.items() if name == "hand")
        if looks > MOST_LOOKS or held > MOST_HELD + 1:
            raise TooMuch
        return finishes(*given)

    def anew() -> None:
        nonlocal looks
        looks = 0

    game._finishes = counted
    try:
        yield anew
    finally:
        game._finishes = finishes


def play_both(
    rules: Rules,
    seed: int,
    choices: Sequence[int],
    enough: Callable[[NaiveState], bool] = lambda s: False,
) -> int:
    """Play a match in both engines, by the k-th legal action each time.

    After each action all that there is is compared: state, legal actions and
    their texts. It ends with the match, with the choices or when it is
    ``enough``; says how many actions were made.
    """
    engine = Engine(rules)
    made: list[str] = []
    with bounded_look() as anew:
        try:
            naive, fast = game.start(rules, seed), engine.start(seed)
            for choice in (*choices, None):
                texts = compare(engine, naive, fast, made)
                if naive.over or choice is None or enough(naive):
                    break
                place = choice % len(texts)
                action = naive.legal[place]
                anew()
                naive = game.apply(naive, action)
                engine.apply(fast, action)
                made.append(texts[place])
        except TooMuch:
            pass
    return len(made)


def compare(engine: Engine, naive: NaiveState, fast: State, made: list[str]) -> list[str]:
    """Both engines must stand at the same; the texts of the legal actions."""
    left, right = of_naive(naive), of_fast(engine, fast)
    for what, value in left.items():
        assert value == right[what], f"{what} after {made}: naive {value}, fast {right[what]}"
    texts = [game.text(naive, action) for action in naive.legal]
    now = engine.of(fast) if not fast.over else engine
    assert texts == [action_text(now, fast, action) for action in naive.legal], made
    return texts
