"""What generated source may call, and the tables that it looks up.

Generated source runs with no builtins but those named here. Every name here is
in capitals or one of a few plain Python functions, so that it can never meet
an identifier of the generator (``v0``, ``f3``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from rummy.cards import MAX_CARDS, NOTHING, Deck, Line
from rummy.lang.evaluate import MOST_ITEMS, card_field, cut, doubled
from rummy.lang.types import CARD

MOST_REMEMBERED = 50_000

PLAIN: dict[str, object] = {
    "all": all,
    "any": any,
    "sum": sum,
    "min": min,
    "max": max,
    "len": len,
    "map": map,
    "filter": filter,
    "range": range,
    "frozenset": frozenset,
    "abs": abs,
}

CARD_TABLES = {
    "rank": "RANK",
    "suit": "SUIT",
    "colour": "COLOUR",
    "face": "FACE",
    "joker": "JOKER",
    "wild": "HELD_WILD",
    "natural": "HELD_NATURAL",
    "points": "POINTS",
    "pips": "PIPS",
}
"""The table for each property of a held card."""
PLACED_TABLES = CARD_TABLES | {
    "wild": "WILD",
    "natural": "NATURAL",
    "points": "PLACED_POINTS",
    "pips": "PLACED_PIPS",
}
"""The table for each property of a card in a meld."""
ALIKE = {"rank": "OF_RANK", "suit": "OF_SUIT", "colour": "OF_COLOUR"}
"""For each property of a held card what gives a mask of all cards that have a value of it."""


class Memo(dict[int, object]):
    """A table that fills itself: a value is worked out when first asked for."""

    def __init__(self, function: Callable[[int], object]) -> None:
        super().__init__()
        self.function = function

    def __missing__(self, key: int) -> object:
        value = self[key] = self.function(key)
        return value


def span(low: int, high: int) -> range:
    """The numbers of a range, as many as a range may hold."""
    return range(low, min(high, low + MOST_ITEMS - 1) + 1)


def divide(left: int, right: int) -> int:
    """``left // right``, 0 where ``right`` is 0."""
    return left // right if right else 0


def remainder(left: int, right: int) -> int:
    """``left % right``, 0 where ``right`` is 0."""
    return left % right if right else 0


def distinct(values: list[object]) -> bool:
    """Whether no value is there twice."""
    return len(set(values)) == len(values)


def product(values: Iterable[int]) -> int:
    """All values multiplied."""
    result = 1
    for value in values:
        result = cut(result * value)
    return result


def bag_points(deck: Deck) -> Callable[[int], int]:
    """The points of a bag of held cards, remembered by bag."""
    known: dict[int, int] = {}

    def points(bag: int) -> int:
        value = known.get(bag)
        if value is None:
            if len(known) > MOST_REMEMBERED:
                known.clear()
            value = known[bag] = cut(deck.bag_points(bag))
        return value

    return points


def alike(deck: Deck, table: tuple[int, ...]) -> Callable[[int, int], int]:
    """For a property of cards: a mask with all copies of the cards that have a value of it.

    The function is given the value and what to say where no card has it.
    """
    faces: dict[int, int] = {}
    for face in range(deck.faces):
        faces[table[face]] = faces.get(table[face], 0) | 1 << face
    masks = {value: deck.spread(mask) for value, mask in faces.items()}
    return masks.get


def line_weights(deck: Deck, line: Line) -> tuple[tuple[int, ...], frozenset[int]]:
    """A weight for each code, and the sums that cards in sequence come to.

    The weights of different ranks are digits of their own in a number with
    digits wide enough for all cards of a pack; a card without a rank has a
    digit that no sequence has. So the sum of the weights says how often each
    rank is there, and nothing else.
    """
    width = MAX_CARDS.bit_length()
    nowhere = len(deck.ranks)
    by_code = tuple(1 << width * (nowhere if r == NOTHING else r) for r in deck.rank_of)
    places = line.ranks
    circle = places * 2 if line.around else places
    sums = {0}
    for start in range(len(places)):
        total = 0
        for rank in circle[start : start + len(places)]:
            total += 1 << width * rank
            sums.add(total)
    return by_code, frozenset(sums)


@lru_cache(maxsize=8)
def _names_of(deck: Deck) -> dict[str, object]:
    """The names of a deck's tables; made once, since many modules share a deck."""
    tables: dict[str, tuple[object, ...]] = {
        "RANK": deck.rank_of,
        "SUIT": deck.suit_of,
        "COLOUR": deck.colour_of,
        "FACE": deck.face_of,
        "JOKER": tuple(f == deck.joker for f in deck.face_of),
        "WILD": tuple(map(bool, deck.stands_wild)),
        "NATURAL": tuple(not w for w in deck.stands_wild),
        "HELD_WILD": tuple(map(bool, deck.held_wild)),
        "HELD_NATURAL": tuple(not w for w in deck.held_wild),
        "POINTS": deck.points_of,
        "PIPS": deck.pips_of,
        # all copies of a card in a bag; what is no held card has none
        "ALL_OF": tuple(
            [deck.spread(1 << code) if code < deck.faces else 0 for code in range(deck.code_count)]
        ),
        "PLACED_POINTS": _placed_points(deck),
        "PLACED_PIPS": tuple([deck.pips_of[r] if r != NOTHING else 0 for r in deck.rank_of]),
    }
    names: dict[str, object] = dict(PLAIN)
    for name, table in tables.items():
        names[name] = table
        names[name + "_at"] = table.__getitem__
    return names


def _placed_points(deck: Deck) -> tuple[int, ...]:
    """For each code the points of the face stood for, else of the card itself."""
    own = list(deck.points_of)
    found = list(own)
    for stand in range(deck.code_count // deck.faces - 1):
        found += [own[stand]] * deck.faces if stand < deck.faces else own
    return tuple(found)


def copies_of(deck: Deck) -> Callable[[Iterable[int]], int]:
    """A mask with all copies that a bag can have of any of some cards."""
    copies = [deck.spread(1 << face) for face in range(deck.faces)]
    faces = deck.faces

    def mask(codes: Iterable[int]) -> int:
        found = 0
        for code in codes:
            if 0 <= code < faces:  # no bag holds what is no held card
                found |= copies[code]
        return found

    return mask


def namespace(deck: Deck) -> dict[str, object]:
    """All names that generated source for this deck may use."""
    names = dict(_names_of(deck))
    names |= {
        "FULL": deck.full,
        "FACES": deck.bag_faces,
        "COPIES_OF": copies_of(deck),
        "OF_RANK": alike(deck, deck.rank_of),
        "OF_SUIT": alike(deck, deck.suit_of),
        "OF_COLOUR": alike(deck, deck.colour_of),
        "BAG_POINTS": bag_points(deck),
        "CUT": cut,
        "DOUBLED": doubled,
        "SPAN": span,
        "DIVIDE": divide,
        "REMAINDER": remainder,
        "DISTINCT": distinct,
        "PRODUCT": product,
    }
    return names


def field_bounds(deck: Deck, field: str) -> tuple[int, int]:
    """The least and the greatest value that a number on a card has."""
    values = [card_field(deck, CARD, face, field) for face in range(deck.faces)]
    return min(0, *values), max(0, *values)
