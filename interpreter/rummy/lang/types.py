"""The types of the expression language, in card players' words."""

from __future__ import annotations

from rummy.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Type:
    """A type. ``item`` is set for collections, ``words`` for option words."""

    name: str
    item: Type | None = None
    words: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.name


NUMBER = Type("number")
TRUTH = Type("truth value")
RANK = Type("rank")
SUIT = Type("suit")
COLOUR = Type("colour")
CARD = Type("card")
"""A card in a hand or pile: only its printed face counts."""
PLACED = Type("placed card")
"""A card in a meld: it has the rank and suit of the place that it fills."""
PLAYER = Type("player")
KIND = Type("kind of meld")
OPENING = Type("opening")
"""An opening by its name; in a tree the type has the names of the spec as words."""
MELD = Type("meld")
PLAY = Type("further play")
"""Result of ``most_points`` and ``least_cost``: points, used, left."""
POISON = Type("?")
"""Type of a faulty expression: silences findings that only follow from it."""

CARDS = Type("cards", CARD)
PLACED_CARDS = Type("placed cards", PLACED)
PLAYERS = Type("players", PLAYER)
MELDS = Type("melds", MELD)
NUMBERS = Type("numbers", NUMBER)
RANKS = Type("ranks", RANK)
SUITS = Type("suits", SUIT)
COLOURS = Type("colours", COLOUR)
KINDS = Type("kinds of meld", KIND)
FACES = Type("faces", CARD)

SETS: dict[Type, Type] = {
    NUMBER: NUMBERS,
    RANK: RANKS,
    SUIT: SUITS,
    COLOUR: COLOURS,
    KIND: KINDS,
    PLAYER: PLAYERS,
    CARD: FACES,
}
"""The type of a set literal ``{a, b}`` of items of a type."""


def word_type(option: str, words: tuple[str, ...]) -> Type:
    """The type of an option whose values are words."""
    return Type(f"value of {option}", None, words)
