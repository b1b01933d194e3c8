"""The least points left in a hand of single natural cards: deadwood.

With one pack and no wild card a meld is a set of bits, and melds share no card
if they share no bit. The melds of each part of the pack are remembered with
their points, so that most hands cost a few look-ups and a choice among the few
melds that they hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rummy.cards import Deck
    from rummy.melds.enumerate import Cell

MOST_MELDS = 40
"""With more melds than this a hand is left to the general search."""
MOST_CONTENTS = 50_000
"""So many contents of one part of the pack are remembered."""

Worth = tuple[int, int]
"""A meld as a bag, and its points."""


class Unmatched:
    """Finds the least points left; only for hands without wild cards or twins."""

    def __init__(self, deck: Deck, cells: Sequence[Cell], wild: int) -> None:
        self.deck = deck
        self.usable = max(deck.copies) <= 1
        """Whether the pack has no twins."""
        self.wild = wild
        self._points = deck.points_of
        self._rows: list[tuple[int, int, dict[int, list[Worth]], Cell]] = [
            (cell.mask, cell.least, {}, cell) for cell in cells
        ]

    def least(self, bag: int) -> int | None:
        """The least points left; None: the general search has to say."""
        if not self.usable or bag & self.wild:
            return None
        found: list[Worth] = []
        for mask, least, memo, cell in self._rows:
            part = bag & mask
            if part.bit_count() >= least:
                melds = memo.get(part)
                if melds is None:
                    melds = self._fill(part, memo, cell)
                if melds:
                    found += melds
        total = self._sum(bag)
        if not found:
            return total
        if len(found) == 1:
            return total - found[0][1]
        if len(found) > MOST_MELDS:
            return None
        return total - _most(found, 0, 0)

    def _sum(self, bag: int) -> int:
        points, total = self._points, 0
        while bag:
            low = bag & -bag
            total += points[low.bit_length() - 1]
            bag ^= low
        return total

    def _fill(self, part: int, memo: dict[int, list[Worth]], cell: Cell) -> list[Worth]:
        """The melds of this content that take points away; they are remembered."""
        bags = {shape.bag for shape in cell.fill(part)}
        worth = [(bag, points) for bag in bags if (points := self._sum(bag)) > 0]
        worth.sort(key=lambda one: (-one[1], one[0]))
        if len(memo) >= MOST_CONTENTS:
            memo.clear()
        memo[part] = worth
        return worth


def _most(melds: list[Worth], start: int, used: int) -> int:
    """The most points that melds from a place on have, of which no two share a card."""
    best = 0
    for place in range(start, len(melds)):
        bag, points = melds[place]
        if not bag & used:
            points += _most(melds, place + 1, used | bag)
            if points > best:
                best = points
    return best
