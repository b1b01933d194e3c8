"""Proofs that too many points stay in hand, whatever is laid: by counting, without a search.

A natural card is free if it lies in some meld of natural cards of the hand, or
can be laid off without a wild card. Any other leaves the hand only in a meld
with wild cards: with the other cards of its rank, or with its neighbours over
no more gaps than there are wild cards. So no more can go than the free cards and,
for the wild cards one has, the dearest such ranks and stretches.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rummy.melds.sorts import HOPEFUL

if TYPE_CHECKING:
    from rummy.melds.counted import Counted
    from rummy.melds.parts import Row
    from rummy.melds.reach import Reach
    from rummy.melds.shapes import Shape
    from rummy.melds.sorts import Sort

MOST_CONTENTS = 20_000
"""So many contents of suits are remembered."""

Ends = tuple[int, ...]
"""Faces that can be added one after another at an end of a run."""
Spot = tuple[int, int, int, int]
"""A kind, a size, the first place of a run on its line, its suit (of a group, its rank)."""


class Lying:
    """What melds on the table take without wild cards, and the places that they cover."""

    def __init__(self, over: Over, melds: Iterable[Shape]) -> None:
        self.mask = 0
        self.ends: list[Ends] = []
        self.covered: dict[tuple[int, int], int] = {}
        for shape in melds:
            mask, ends = over.reach.around(shape)
            self.mask |= mask
            self.ends += ends
            sort = over.sorts[shape.kind]
            assert sort is not None  # else counting was not for this
            if not sort.group:
                places = (1 << shape.size) - 1 << sort.low(shape)
                key = (shape.kind, over.deck.suit_of[shape.codes[0]])
                self.covered[key] = self.covered.get(key, 0) | places

    def joined(self, natural: int) -> int:
        """The natural cards (first layer, or all) that can be added as they are."""
        found = natural & self.mask
        for end in self.ends:
            for face in end:
                if not natural >> face & 1:
                    break
                found |= 1 << face
        return found


class Over:
    """Proofs under some rules, for what cards cost and which kinds may be laid."""

    def __init__(self, room: Counted, reach: Reach, row: Row, points: Sequence[int]) -> None:
        self.deck = room.book.deck
        self.reach = reach
        self.sorts = room.sorts
        self.points = points
        self.row = row
        self._ones = self.deck.spread(1)
        self._gains: dict[tuple[int, int, int, int, int], list[int]] = {}
        self._lying: dict[Spot, Lying] = {}

    def lying(self, melds: Iterable[Shape]) -> Lying:
        """Melds on the table, for many proofs."""
        return Lying(self, melds)

    def spot(self, shape: Shape) -> Spot:
        """Where a meld lies: melds of one spot can be added to alike."""
        sort = self.sorts[shape.kind]
        assert sort is not None  # else counting was not for this
        of = self.deck.rank_of if sort.group else self.deck.suit_of
        return shape.kind, shape.size, sort.low(shape), of[shape.codes[0]]

    def lying_at(self, spot: Spot, shape: Shape) -> Lying:
        """The same for one meld, whose spot is known."""
        known = self._lying.get(spot)
        if known is None:
            if len(self._lying) >= MOST_CONTENTS:
                self._lying.clear()
            known = self._lying[spot] = Lying(self, (shape,))
        return known

    def proved(self, natural: int, wilds: int, table: Sequence[Lying], bound: int) -> bool:
        """Whether natural cards of more than ``bound`` points surely stay in hand."""
        deck, width = self.deck, self.deck.faces
        held = self.row.held(natural)
        taken = 0
        for part in held.parts[: held.reach(0)]:
            taken |= part
        for lying in table:
            taken |= lying.joined(natural)
        faces = taken & deck.full
        while taken > deck.full:
            taken >>= width
            faces |= taken & deck.full
        fresh = natural & ~(faces * self._ones)
        points = self.points
        stay = sum([points[face] for face in deck.bag_faces(fresh)])
        if stay <= bound or not wilds:
            return stay > bound
        gains = self._most(natural, fresh, wilds, table)
        with_wilds = [0] * (wilds + 1)
        for number in range(1, wilds + 1):
            with_wilds[number] = max(
                [with_wilds[number - some] + gains[some] for some in range(1, number + 1)]
            )
        return stay - with_wilds[wilds] > bound

    def _most(self, natural: int, fresh: int, wilds: int, table: Sequence[Lying]) -> list[int]:
        """The points that can go in one meld with so many wild cards (0, 1, ...)."""
        deck, points = self.deck, self.points
        most = [0] * (wilds + 1)
        of_rank: dict[int, int] = {}
        for face in deck.bag_faces(fresh):
            rank = deck.rank_of[face]
            of_rank[rank] = of_rank.get(rank, 0) + points[face]
        in_rank = max(of_rank.values())
        most[1:] = [in_rank] * wilds
        for sort in self.sorts:
            if sort is None or sort.group:
                continue
            for suit, cards in sort.suits.items():
                some = fresh & cards & deck.full
                if not some:
                    continue
                covered = 0
                for lying in table:
                    covered |= lying.covered.get((sort.kind, suit), 0)
                found = self._in_suit(sort, suit, natural & cards & deck.full, some, covered, wilds)
                most = [max(one, other) for one, other in zip(most, found, strict=True)]
        return most

    def _in_suit(
        self, sort: Sort, suit: int, natural: int, fresh: int, covered: int, wilds: int
    ) -> list[int]:
        """The points of the fresh cards in a stretch with so many gaps at most."""
        key = (sort.kind, natural, fresh, covered, wilds)
        known = self._gains.get(key)
        if known is not None:
            return known
        lane = sort.lanes[suit]
        points = self.points
        worth = [points[c.bit_length() - 1] if c & fresh else 0 for c in lane.cards]
        filled = [
            bool(card & natural) or bool(covered >> place & 1)
            for place, card in enumerate(lane.cards)
        ]
        most = [0] * (wilds + 1)
        for low in range(len(worth)):
            gaps = total = 0
            for place in range(low, len(worth)):
                if not filled[place]:
                    gaps += 1
                    if gaps > wilds or lane.standing[place] < HOPEFUL:
                        break
                total += worth[place]
                if total > most[gaps]:
                    most[gaps] = total
        for number in range(1, wilds + 1):
            most[number] = max(most[number], most[number - 1])
        if len(self._gains) >= MOST_CONTENTS:
            self._gains.clear()
        self._gains[key] = most
        return most
