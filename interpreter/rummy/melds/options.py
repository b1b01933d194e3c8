"""What can be done with one natural card: new melds with it, meld to add it to.

That depends only on the cards of its rank and suit in hand, and on the number
of wild cards. It is remembered, for the same few cards come again and again in
a search, and from one search to the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import TYPE_CHECKING

from rummy.melds.needs import ANY, Needs, without
from rummy.melds.sorts import Sort, Take

if TYPE_CHECKING:
    from rummy.cards import Deck
    from rummy.melds.shapes import Shape

MOST_CONTENTS = 20_000
"""So many contents are remembered."""

Option = tuple[int, int, int, Sort, Take, Needs, int, int, int, int]
"""Wild cards needed, natural cards (less than none, to sort by), -1 or the number of the
meld added to, its sort, the cards, the needs after it, the bit of the meld added to, how
many more wild cards find room, the natural cards, their points."""

Takes = list[tuple[Take, int, int]]
"""Cards for new melds, how many natural ones they are, and their points."""
NONE_KNOWN: tuple[int, Takes] = (-1, [])

in_order = itemgetter(0, 1)
"""Options with few wild cards first, of those such with many natural cards."""


class Lying:
    """A meld on the table to which cards may be added."""

    def __init__(self, shape: Shape, sort: Sort, some: int) -> None:
        self.shape = shape
        self.sort = sort
        self.low = sort.low(shape)
        """The first place of a run on its line."""
        self.room = sort.room(shape, self.low, some)
        """How many wild cards it can take."""
        self.beside = sort.beside(shape)
        """The natural cards of its rank or suit: no others can come to it."""
        self.known: dict[tuple[int, int, int], list[tuple[Take, int, int]]] = {}


class Options:
    """The options under some rules: what cards cost, which kinds may be laid.

    ``more``: melds may be laid that fill no need. ``some``: where wild cards may
    be thought to stand.
    """

    def __init__(
        self,
        deck: Deck,
        sorts: Sequence[Sort | None],
        kinds: frozenset[int],
        more: bool,
        points: tuple[int, ...],
        some: int,
    ) -> None:
        self.points = points
        self.deck = deck
        self.all_sorts = sorts
        self.sorts = [sort for sort in sorts if sort is not None and sort.kind in kinds]
        self.more = more
        self.some = some
        self._around = [
            sum_of([sort.around(face) for sort in self.sorts]) for face in range(deck.faces)
        ]
        self._new: dict[tuple[int, int, int, Needs], list[Option]] = {}
        self._takes: dict[tuple[int, int, int], tuple[int, Takes]] = {}
        self._fill: dict[tuple[int, Needs], list[tuple[int, Needs]]] = {}
        self._lying: dict[tuple[int, ...], Lying] = {}
        worth: dict[int, int] = {}
        for face in range(deck.faces):
            if not deck.held_wild[face]:
                worth[points[face]] = worth.get(points[face], 0) | 1 << face
        self.dearest = [worth[price] for price in sorted(worth, reverse=True)]
        """The natural cards by their points, those of most points first."""

    def lying(self, shape: Shape) -> Lying | None:
        """A meld on the table; None if nothing can be added to it."""
        known = self._lying.get(shape.order)
        if known is None:
            sort = self.all_sorts[shape.kind]
            assert sort is not None  # else counting was not for this
            if not sort.grows:
                return None
            if len(self._lying) >= MOST_CONTENTS:
                self._lying.clear()
            known = self._lying[shape.order] = Lying(shape, sort, self.some)
        return known

    def melds(self, face: int, natural: int, wilds: int, needs: Needs) -> list[Option]:
        """New melds with a card, in order. The list is remembered: do not change it."""
        key = (face, natural & self._around[face], wilds, needs)
        found = self._new.get(key)
        if found is None:
            if len(self._new) >= MOST_CONTENTS:
                self._new.clear()
            found = self._new[key] = self._melds(face, natural, wilds, needs)
        return found

    def _melds(self, face: int, natural: int, wilds: int, needs: Needs) -> list[Option]:
        found: list[Option] = []
        for sort in self.sorts:
            around = sort.around(face)
            if not around:
                continue
            key = (sort.kind, face, natural & around)
            # those found with more wild cards hold those with fewer
            most_wild, takes = self._takes.get(key, NONE_KNOWN)
            if most_wild < wilds:
                if len(self._takes) >= MOST_CONTENTS:
                    self._takes.clear()
                takes = [
                    (take, take[0].bit_count(), self.worth(take[0]))
                    for take in sort.takes(face, natural, wilds, self.some)
                ]
                self._takes[key] = wilds, takes
            for least, rest in self._ways(sort, needs):
                for take, size, gone in takes:
                    part, _, _, needed, most = take
                    if needed < least - size:
                        needed = least - size
                    if needed <= most and needed <= wilds:
                        room = most - needed
                        found.append((needed, -size, -1, sort, take, rest, 0, room, part, gone))
        found.sort(key=in_order)
        return found

    def _ways(self, sort: Sort, needs: Needs) -> list[tuple[int, Needs]]:
        key = (sort.kind, needs)
        known = self._fill.get(key)
        if known is None:
            known = self._fill[key] = ways_to_fill(sort, needs, self.more)
        return known

    def additions(
        self, number: int, bit: int, lying: Lying, face: int, natural: int, wilds: int, needs: Needs
    ) -> list[Option]:
        """Ways to add a card to a meld on the table, with others beside it."""
        key = (face, natural & lying.beside, wilds)
        known = lying.known.get(key)
        if known is None:
            if len(lying.known) >= MOST_CONTENTS:
                lying.known.clear()
            known = lying.known[key] = [
                (take, take[4] - take[3] - lying.room, self.worth(take[0]))
                for take in lying.sort.joins(
                    lying.shape, lying.low, face, natural, wilds, self.some
                )
                if take[3] <= take[4]
            ]
        return [
            (
                take[3],
                -take[0].bit_count(),
                number,
                lying.sort,
                take,
                needs,
                bit,
                room,
                take[0],
                gone,
            )
            for take, room, gone in known
        ]

    def worth(self, cards: int) -> int:
        """The points of some cards."""
        points = self.points
        return sum([points[face] for face in self.deck.bag_faces(cards)])


def sum_of(masks: Sequence[int]) -> int:
    """All cards of these masks."""
    found = 0
    for mask in masks:
        found |= mask
    return found


def ways_to_fill(sort: Sort, needs: Needs, more: bool) -> list[tuple[int, Needs]]:
    """Which needs a new meld of a kind may fill: least sizes, and the needs after it."""
    found = []
    for place, need in enumerate(needs):
        if need[0] in (ANY, sort.kind) and (not place or needs[place - 1] != need):
            found.append((max(need[1], sort.least), without(needs, place)))
    if more:
        found.append((sort.least, needs))
    return found
