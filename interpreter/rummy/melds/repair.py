"""How cards that joined lie with the melds taken up: the way that changes fewest melds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from rummy.cards import bag_subtract, bag_union

if TYPE_CHECKING:
    from rummy.cards import Deck
    from rummy.melds.shapes import Shape

MOST_POSITIONS = 3_000
"""So many positions are looked at for the arrangement that changes least."""

Way = tuple[tuple[int, ...], tuple["Shape", ...]]
"""Which of the melds taken up are changed, and the new ones."""


def orders(shapes: Iterable[Shape]) -> list[tuple[int, ...]]:
    """The melds in the order of actions."""
    return sorted(shape.order for shape in shapes)


class Repair:
    """A search for the ways in which so many of the melds taken up change."""

    def __init__(
        self,
        deck: Deck,
        melds: Sequence[Shape],
        using: Callable[[int], Iterable[Shape]],
        points: Callable[[Shape], int],
        least: int | None,
    ) -> None:
        """``using``: the melds that there can be with a face; ``points`` of a meld."""
        self.melds, self.least = melds, least
        self._all_using, self.points = using, points
        self.most = 0
        self.left = MOST_POSITIONS
        self.width, self.full = deck.faces, deck.full
        self.found: list[Way] = []
        self.seen: set[object] = set()
        self.pool = 0
        self.using: dict[int, list[Shape]] = {}
        """The melds of the cards taken up and joined that use a face."""

    def run(self, more: int, most: int) -> list[Way]:
        """The ways in which at most so many change, as far as there is time to look."""
        self.most = most
        self.found = []
        self.seen = set()
        if not self.pool:
            self.pool = more
            for shape in self.melds:
                self.pool = bag_union(self.pool, shape.bag, self.width, self.full)
        self._cover(more, (), list(range(len(self.melds))), ())
        return self.found

    def _cover(
        self, loose: int, broken: tuple[int, ...], whole: list[int], made: tuple[Shape, ...]
    ) -> None:
        """Go on with the lowest loose card."""
        self.left -= 1
        if self.left < 0:
            return
        if not loose:
            self._note(broken, made)
            return
        key = (loose, broken, tuple(orders(made)))
        if key in self.seen:
            return
        self.seen.add(key)
        first = loose & self.full
        face = (first & -first).bit_length() - 1
        there = loose
        if len(broken) < self.most:
            for index in whole:
                there = bag_union(there, self.melds[index].bag, self.width, self.full)
        using = self.using.get(face)
        if using is None:
            using = [shape for shape in self._all_using(face) if not shape.bag & ~self.pool]
            self.using[face] = using
        for shape in using:
            if not shape.bag & ~there:
                self._make(shape, loose, broken, whole, made)

    def _make(
        self,
        shape: Shape,
        loose: int,
        broken: tuple[int, ...],
        whole: list[int],
        made: tuple[Shape, ...],
    ) -> None:
        """Make a meld, of loose cards and of cards of melds that are taken apart for it."""
        lacking = shape.bag & ~loose
        if not lacking:
            rest = bag_subtract(loose, shape.bag, self.width, self.full)
            self._cover(rest, broken, whole, (*made, shape))
            return
        self.left -= 1
        if self.left < 0 or len(broken) >= self.most:
            return
        while not lacking & self.full:
            lacking >>= self.width
        bit = lacking & -lacking & self.full
        for index in whole:
            meld = self.melds[index]
            if meld.bag & bit:
                more = bag_union(loose, meld.bag, self.width, self.full)
                others = [i for i in whole if i != index]
                self._make(shape, more, tuple(sorted((*broken, index))), others, made)

    def _note(self, broken: tuple[int, ...], made: tuple[Shape, ...]) -> None:
        points = self.points
        if self.least is not None:
            gained = sum(map(points, made)) - sum(points(self.melds[i]) for i in broken)
            if gained < self.least:
                return
        self.found.append((broken, tuple(sorted(made, key=lambda shape: shape.order))))
