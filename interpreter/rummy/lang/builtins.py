"""All functions and item words of the language in one table.

The checker takes types and costs from here, the reference page its text.
"""

from __future__ import annotations

from rummy.frozen import dataclass
from rummy.lang.scope import KEYWORDS
from rummy.lang.types import (
    CARD,
    CARDS,
    COLOUR,
    COLOURS,
    KIND,
    MELD,
    MELDS,
    NUMBER,
    OPENING,
    PLACED,
    PLACED_CARDS,
    PLAY,
    PLAYER,
    RANK,
    RANKS,
    SUIT,
    SUITS,
    TRUTH,
    Type,
)


@dataclass(frozen=True, slots=True)
class Parameter:
    """A place for an argument: its name and the types that fit it."""

    name: str
    types: tuple[Type, ...]
    optional: bool = False
    """It may be left out; then none follows it."""


@dataclass(frozen=True, slots=True)
class Function:
    """A function: what it takes, what comes out, what it costs.

    ``cost`` is in steps for a call, ``per_card`` for each card of its first
    argument. ``needs``: a name that must be known where the function is used
    (the table's ``melds`` for what looks at the table). ``low`` and ``high``
    bound a number that comes out (None: see ``rummy.lang.intervals``).
    """

    name: str
    parameters: tuple[Parameter, ...]
    result: Type
    cost: int
    per_card: int
    needs: str
    doc: str
    examples: tuple[str, ...]

    @property
    def signature(self) -> str:
        """As in the reference: ``least_cost(cards, number)``."""
        inside = ""
        for place, parameter in enumerate(self.parameters):
            types = (", " if place else "") + " or ".join(map(str, parameter.types))
            inside += f"[{types}]" if parameter.optional else types
        return f"{self.name}({inside})"

    @property
    def needed(self) -> int:
        """How many arguments there must be at least."""
        return sum(not parameter.optional for parameter in self.parameters)


@dataclass(frozen=True, slots=True)
class ItemFunction:
    """A function that goes over items: ``all(rank != A)``.

    ``body``: the types that the value of one item may have (empty: any that
    can be compared). ``result``: what comes out.
    """

    name: str
    body: tuple[Type, ...]
    result: Type
    doc: str
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ItemWord:
    """A property of a card, meld or further play."""

    name: str
    type: Type
    doc: str


def _function(
    name: str,
    parameters: tuple[tuple[str, tuple[Type, ...]], ...],
    result: Type,
    doc: str,
    *examples: str,
    cost: int = 1,
    per_card: int = 0,
    needs: str = "",
    optional: tuple[str, ...] = (),
) -> Function:
    params = tuple(Parameter(n, types, n in optional) for n, types in parameters)
    return Function(name, params, result, cost, per_card, needs, doc, examples)


FUNCTIONS: dict[str, Function] = {
    f.name: f
    for f in (
        _function(
            "points",
            (("cards", (CARDS, PLACED_CARDS)),),
            NUMBER,
            "The points of all these cards together. Of placed cards: of the faces stood for.",
            "points(hand)",
            per_card=1,
        ),
        _function(
            "doubled",
            (("number", (NUMBER,)), ("times", (NUMBER,))),
            NUMBER,
            "The number, doubled so many times. Times below 0 count as 0, above 40 as 40.",
            "doubled(20, 3) == 160",
        ),
        _function(
            "abs", (("number", (NUMBER,)),), NUMBER, "The number without its sign.", "abs(-7) == 7"
        ),
        _function(
            "seat",
            (("number", (NUMBER,)),),
            PLAYER,
            "The player in this seat, counted from 1.",
            "total of seat(1)",
        ),
        _function(
            "top",
            (("pile", (CARDS,)),),
            CARDS,
            "The top card of a pile, or no card if there is none.",
            "any(rank == 2 for top(pile))",
        ),
        _function(
            "first",
            (("cards", (CARDS,)),),
            CARDS,
            "Of cards in an order the one that came first, or no card: the lowest of a pile, the "
            "first of `taken`.",
            "any(rank == A for first(taken))",
        ),
        _function(
            "last",
            (("cards", (CARDS,)),),
            CARDS,
            "Of cards in an order the one that came last, or no card: the top card of a pile, the "
            "deepest of cards just taken from one.",
            "not any(c in hand for c in last(taken))",
        ),
        _function(
            "touching",
            (("melds", (MELDS,)),),
            TRUTH,
            "Two of these melds are runs of one suit that together form one unbroken run.",
            "not touching(laid)",
            cost=50,
            per_card=50,
            needs="melds",
        ),
        _function(
            "fits",
            (("card", (CARD,)),),
            TRUTH,
            "The card can be laid off on a meld on the table.",
            "any(fits(c) for c in hand)",
            cost=50,
            needs="melds",
        ),
        _function(
            "most_points",
            (("cards", (CARDS,)),),
            PLAY,
            "The further play (new melds and cards laid off, in any order) that earns most "
            "points; of equal ones the one that uses most cards.",
            "most_points(hand).points",
            cost=5_000,
            needs="melds",
        ),
        _function(
            "least_cost",
            (("cards", (CARDS,)), ("each", (NUMBER,))),
            PLAY,
            "Among the further plays after which nothing more is possible, the one in which its "
            "points and so much for each unused card together are least.",
            "least_cost(hand, 10).left",
            cost=5_000,
            needs="melds",
        ),
        _function(
            "deadwood",
            (("cards", (CARDS,)), ("opening", (OPENING,))),
            NUMBER,
            "The least points of the cards left when melds that share no card are put aside; with "
            "an opening those that it needs must be among them, else all cards count.",
            "deadwood(hand) <= 10",
            "deadwood(hand, contract) == 0",
            cost=2_000,
            needs="melds",
            optional=("opening",),
        ),
    )
}

_VALUES: tuple[Type, ...] = ()

ITEM_FUNCTIONS: dict[str, ItemFunction] = {
    f.name: f
    for f in (
        ItemFunction(
            "all",
            (TRUTH,),
            TRUTH,
            "True if it holds for every item; also for none.",
            ("all(rank != A)",),
        ),
        ItemFunction(
            "any",
            (TRUTH,),
            TRUTH,
            "True if it holds for at least one item.",
            ("any(total of p >= target for p in everyone)",),
        ),
        ItemFunction(
            "count",
            (TRUTH,),
            NUMBER,
            "For how many items it holds; of a collection alone, how many it has.",
            ("count(wild) <= 1", "count(hand)", "count(hand where rank == A)"),
        ),
        ItemFunction(
            "sum",
            (NUMBER,),
            NUMBER,
            "The sum of the numbers; of none 0.",
            ("sum(10 * n for n in 3..size)",),
        ),
        ItemFunction(
            "product",
            (NUMBER,),
            NUMBER,
            "The product of the numbers; of none 1.",
            ("product(n for n in 1..3)",),
        ),
        ItemFunction(
            "min",
            (NUMBER,),
            NUMBER,
            "The least of the numbers; of none 0. Also of numbers one by one.",
            ("min(points)", "min(size, 8)"),
        ),
        ItemFunction(
            "max",
            (NUMBER,),
            NUMBER,
            "The greatest of the numbers; of none 0. Also of numbers one by one.",
            ("max(total of p for p in everyone)", "max(0, earned)"),
        ),
        ItemFunction(
            "same", _VALUES, TRUTH, "All items agree in it; also none or one.", ("same(rank)",)
        ),
        ItemFunction("distinct", _VALUES, TRUTH, "No two items agree in it.", ("distinct(suit)",)),
        ItemFunction(
            "variety",
            _VALUES,
            NUMBER,
            "How many different values there are.",
            ("variety(suit) == 4",),
        ),
        ItemFunction(
            "sequence",
            (RANK,),
            TRUTH,
            "The ranks stand one after another on a rank line (`run`, or the one named second), "
            "each place once.",
            ("sequence(rank)", "sequence(rank, draw)"),
        ),
    )
}

CARD_WORDS: dict[str, ItemWord] = {
    w.name: w
    for w in (
        ItemWord("rank", RANK, "The card's rank; in a meld that of its place."),
        ItemWord("suit", SUIT, "The card's suit; in a meld that of its place."),
        ItemWord("colour", COLOUR, "The colour of the suit."),
        ItemWord("face", CARD, "What is printed on the card."),
        ItemWord("points", NUMBER, "The card's points; in a meld those of the face stood for."),
        ItemWord("pips", NUMBER, "The number on the card; court cards, ace and joker have 0."),
        ItemWord(
            "wild",
            TRUTH,
            "In hand: belongs to a class of wild cards. In a meld: stands for another.",
        ),
        ItemWord("natural", TRUTH, "Not wild."),
        ItemWord("joker", TRUTH, "The card is a joker."),
    )
}
PLACED_WORDS: dict[str, ItemWord] = {
    **CARD_WORDS,
    "laid_by": ItemWord(
        "laid_by", PLAYER, "Only of a card in a meld on the table: the player who laid it there."
    ),
}
STANDS_FOR_WORDS: dict[str, ItemWord] = {
    **{name: CARD_WORDS[name] for name in ("rank", "suit", "colour", "face")},
    "wild_face": ItemWord("wild_face", CARD, "The printed face of the wild card itself."),
}
MELD_WORDS: dict[str, ItemWord] = {
    w.name: w
    for w in (
        ItemWord("kind", KIND, "The kind of the meld."),
        ItemWord("owner", PLAYER, "The player who laid the meld."),
        ItemWord("rank", RANK, "The rank that all its cards have; none if they differ."),
        ItemWord("suit", SUIT, "The suit that all its cards have; none if they differ."),
        ItemWord("size", NUMBER, "How many cards the meld has."),
        ItemWord("cards", PLACED_CARDS, "The cards of the meld."),
    )
}
PLAY_WORDS: dict[str, ItemWord] = {
    w.name: w
    for w in (
        ItemWord("points", NUMBER, "The points that the further play earns."),
        ItemWord("used", NUMBER, "How many cards it uses."),
        ItemWord("left", NUMBER, "How many cards it leaves."),
    )
}
FIELDS: dict[Type, dict[str, ItemWord]] = {
    CARD: CARD_WORDS,
    PLACED: PLACED_WORDS,
    MELD: MELD_WORDS,
    PLAY: PLAY_WORDS,
}
"""What may stand behind a dot, by the type before it."""

MELD_SETS: dict[str, tuple[str, Type]] = {
    "ranks": ("rank", RANKS),
    "suits": ("suit", SUITS),
    "colours": ("colour", COLOURS),
}
"""Names of the sets of a meld's ranks, suits, colours."""

ORDERED = ("top", "first", "last")
"""Functions that ask which of some cards lies or came where."""

BASE = "base"
"""The word for the base's expression; it has given way before an expression is read."""

RESERVED: frozenset[str] = frozenset(
    (
        *KEYWORDS,
        *FUNCTIONS,
        *ITEM_FUNCTIONS,
        *PLACED_WORDS,
        *STANDS_FOR_WORDS,
        *MELD_WORDS,
        *PLAY_WORDS,
        *MELD_SETS,
        "card",
        "meld",
        BASE,
    )
)
"""Names that a spec may not give to an option, zone, variable, definition or kind."""
