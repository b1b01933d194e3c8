"""Which names an expression may use, by the kind of key that it stands under.

The table of scopes is that of the language: a cards filter knows more than a
size. What the names are worth is the engine's business.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rummy.cards import MAX_CARDS
from rummy.lang.scope import NameInfo, Scope, Vocabulary
from rummy.lang.types import CARDS, MELD, MELDS, NUMBER, PLAYER, PLAYERS, POISON, TRUTH, word_type
from rummy.spec.model import Option, Variable, Zone
from rummy.spec.wilds import OF_ROUND, public

TIES = word_type("ties", ("another_round", "shared"))
"""What ``match.ties`` may say."""

MAX_ROUNDS = 1_000_000
MAX_TURNS = 1_000_000

ROUND: dict[str, NameInfo] = {
    "round": NameInfo(NUMBER, low=1, high=MAX_ROUNDS, about="The number of the round, from 1."),
    "rounds_played": NameInfo(
        NUMBER, low=0, high=MAX_ROUNDS, about="How many rounds have been counted."
    ),
    "dealer": NameInfo(PLAYER, about="The player who deals this round."),
    "starter": NameInfo(PLAYER, about="The player who has the first turn of this round."),
    "everyone": NameInfo(PLAYERS, about="All players still in, in turn order from seat 1."),
    "melds": NameInfo(MELDS, about="The melds on the table."),
    "left": NameInfo(PLAYER, True, about="The left-hand neighbour."),
    "right": NameInfo(PLAYER, True, about="The right-hand neighbour."),
    "us": NameInfo(PLAYERS, True, about="The players of one side who are still in."),
    "partners": NameInfo(PLAYERS, True, about="The same without the player."),
    "opponents": NameInfo(PLAYERS, True, about="All players still in who are of another side."),
    "total": NameInfo(NUMBER, True, about="Points of all counted rounds."),
    "earned": NameInfo(NUMBER, True, about="Points earned at once in this round."),
    "last_points": NameInfo(
        NUMBER, True, about="What the last counted round added to the total; 0 before any."
    ),
    "turns": NameInfo(
        NUMBER, True, 0, MAX_TURNS, "How many turns the player has finished in this round."
    ),
}
"""Names known in a round, beside options, zones and variables."""

TURN: dict[str, NameInfo] = {
    "me": NameInfo(
        PLAYER,
        about="The player in turn; where players are asked the one asked; in the count the one "
        "counted.",
    ),
    "in_turn": NameInfo(PLAYER, about="The player in turn, also while others are asked."),
    "others": NameInfo(PLAYERS, about="All players still in but me."),
    "whom": NameInfo(
        PLAYER,
        about="The player whom a move of this turn named last; before that the player in turn.",
    ),
    "taken": NameInfo(CARDS, about="The cards that came into the hand by moves of this turn."),
}
"""Names known in a turn, beside those of a round."""

COUNTED = NameInfo(NUMBER, True, about="What a player's total grew by in the last counted round.")

ROUND_OVER = NameInfo(TRUTH, about="The round has ended.")
ONTO = NameInfo(MELD, about="The meld that the card was added to.")
LAID = NameInfo(MELDS, about="The melds laid in this opening.")

RESERVED = frozenset(
    (
        *(*ROUND, *TURN, "players", "seats", "packs"),
        *("counted", "round_over", "laid", "onto", "all", "done", "joker"),
    )
)
"""Names of the game that a spec may not give to anything of its own."""

_WHERE = {
    "round": "during a round (order, match, turns and score)",
    "turn": "in a player's turn and, but for `taken`, `whom` and `in_turn`, in the score",
    "opening": "under `where` of an opening",
    "onto": "under `do` of a move that adds a card (`lay_off`)",
    "card": "where one card is judged",
    "check": "in the checks of examples",
    "hidden": "once the cards are dealt; which cards are wild may hang on the cards of a zone of "
    "the table that all see, or on the top card of one",
}


def static_names(
    players: tuple[int, int],
    options: Sequence[Option],
    packs: bool,
    faulty: Iterable[str] = (),
) -> dict[str, NameInfo]:
    """Names that are fixed before the first deal; ``packs`` once the pack is known.

    ``faulty`` names have a type that fits everywhere. Where a spec takes a name
    of the game for its own (a finding), that of the game holds.
    """
    names = {option.name: option_info(option) for option in options}
    names |= {name: NameInfo(POISON) for name in sorted(faulty)}
    names["players"] = NameInfo(
        NUMBER, low=min(2, players[0]), high=players[1], about="How many are still in the match."
    )
    names["seats"] = NameInfo(
        NUMBER, low=players[0], high=players[1], about="How many began the match."
    )
    if packs:
        names["packs"] = NameInfo(NUMBER, low=0, high=MAX_CARDS, about="How many packs there are.")
    return names


def option_info(option: Option) -> NameInfo:
    """What an expression may know of an option."""
    if option.kind == "number":
        return NameInfo(
            NUMBER,
            low=option.low,
            high=option.high,
            about=option.about,
            values=option.names,
        )
    return NameInfo(option.type, about=option.about)


def round_names(zones: Sequence[Zone], variables: Sequence[Variable]) -> dict[str, NameInfo]:
    """Names of a round, with the zones and variables of the spec.

    Where a spec takes a name of the game for its own (a finding), that of the
    game holds, so that nothing else is found because of it.
    """
    names: dict[str, NameInfo] = {}
    for zone in zones:
        names[zone.name] = NameInfo(CARDS, zone.of != "table", about=zone.about, pile=zone.pile)
    for variable in variables:
        names[variable.name] = NameInfo(variable.type, variable.of != "table", about=variable.about)
    return names | ROUND


def deck_scopes(
    vocabulary: Vocabulary,
    players: tuple[int, int],
    options: Sequence[Option],
    zones: Sequence[Zone] = (),
    faulty: Iterable[str] = (),
) -> dict[str, Scope]:
    """The scopes that are needed before the pack is known.

    In ``wild`` the number of the round is known besides, and the cards that
    everybody sees on the table.
    """
    start = static_names(players, options, False, faulty)
    static = static_names(players, options, True, faulty)
    later = dict.fromkeys(ROUND, _WHERE["round"]) | dict.fromkeys(TURN, _WHERE["turn"])
    wild = static | {name: ROUND[name] for name in OF_ROUND}
    for zone in zones:
        if public(zone):
            wild[zone.name] = NameInfo(CARDS, about=zone.about, pile=zone.pile)
        else:
            later[zone.name] = _WHERE["hidden"]
    return {
        "start": Scope(
            "number of packs", start, vocabulary, elsewhere={**later, "packs": "after the packs"}
        ),
        "static": Scope("start of the match", static, vocabulary, elsewhere=later),
        "deck_card": Scope("card of the pack", static, vocabulary, card=True, elsewhere=later),
        "wild": Scope("wild card", wild, vocabulary, card=True, elsewhere=later),
        "stands_for": Scope("card stood for", static, vocabulary, stands_for=True, elsewhere=later),
    }


def play_scopes(
    vocabulary: Vocabulary,
    static: Mapping[str, NameInfo],
    zones: Sequence[Zone],
    variables: Sequence[Variable],
    faulty: Iterable[str] = (),
) -> dict[str, Scope]:
    """The scopes of everything that is judged once cards are dealt."""
    of_round = {**static, **round_names(zones, variables)}
    for name in sorted(set(faulty) - set(ROUND)):
        known = of_round.get(name)
        of_round[name] = NameInfo(POISON, known is not None and known.per_player)
    turn = {**of_round, **TURN}
    score = {name: info for name, info in turn.items() if name not in ("taken", "whom", "in_turn")}
    check = {**of_round, "counted": COUNTED, "round_over": ROUND_OVER}
    where = dict.fromkeys(("counted", "round_over"), _WHERE["check"])
    where["laid"], where["onto"] = _WHERE["opening"], _WHERE["onto"]
    where |= dict.fromkeys(TURN, _WHERE["turn"])
    early = where | {name: _WHERE["round"] for name in of_round if name not in static}

    def scope(name: str, names: Mapping[str, NameInfo], **flags: bool) -> Scope:
        hidden = {n: w for n, w in early.items() if n not in names}
        return Scope(name, names, vocabulary, elsewhere=hidden, **flags)

    return {
        "static": scope("start of the match", static),
        "round": scope("round", of_round),
        "match": scope("match", of_round),
        "turn": scope("turn", turn),
        "score": scope("score", score),
        "check": scope("check", check),
        "card": scope("card", turn, card=True),
        "table_meld": scope("meld on the table", turn, meld=True),
        "added_to": scope("turn", {**turn, "onto": ONTO}),
        "opening": scope("opening", {**turn, "laid": LAID}),
        "meld": scope("meld", static, subject=True),
        "new_meld": scope("meld to be laid", turn, subject=True),
        "added": scope("meld with a card added", static, subject=True, card=True),
    }
