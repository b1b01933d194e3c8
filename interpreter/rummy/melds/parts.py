"""The natural cards of the smallest melds of a hand, by the wild cards each is short of.

A rank, or the stretches of one suit, are looked at for themselves. What can be
made of their cards is remembered, so that a hand that has changed by a card
costs little more than looking up what it had before.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rummy.melds.pieces import Piece, Spot, choices_of

MOST_CONTENTS = 10_000
"""So many contents are remembered of one rank or suit."""

Known = dict[int, tuple[int, ...]]


class Place:
    """A rank, or stretches of a line that overlap: melds of one least size.

    ``twins``: the width of a bag where two cards of one face may lie in a meld.
    """

    def __init__(self, spots: Sequence[Spot], least: int, twins: int) -> None:
        self.spots = spots
        self.least = least
        self.twins = twins
        self.mask = 0
        for cards, _ in spots:
            self.mask |= cards
        self.known: tuple[Known, ...] = tuple({} for _ in range(least))

    def fill(self, held: int, cost: int) -> tuple[int, ...]:
        """Natural cards that are a meld with so many wild cards; they are remembered."""
        found: dict[int, None] = {}
        size = self.least - cost
        for cards, fixed in self.spots:
            part = held & cards
            if part.bit_count() < size:
                continue
            if self.twins:
                # where no wild card can stand in a rank its melds have none
                if not fixed or not cost:
                    found.update(dict.fromkeys(choices_of(part, size, self.twins)))
            elif part & fixed == fixed:
                for some in choices_of(part, size, 0):
                    if some & fixed == fixed:
                        found[some] = None
        known = self.known[cost]
        if len(known) >= MOST_CONTENTS:
            known.clear()
        parts = known[held] = tuple(found)
        return parts

    def forget(self) -> None:
        """Forget the contents of all hands."""
        for known in self.known:
            known.clear()


class Row:
    """All places for one need."""

    def __init__(self, pieces: Sequence[Piece], width: int) -> None:
        self.places: list[Place] = []
        for piece in pieces:
            for spots in _overlapping(piece.stretches):
                self.places.append(Place(spots, piece.least, 0))
            for spot in piece.ranks:
                self.places.append(Place((spot,), piece.least, width))
        self.several = len(pieces) > 1
        self.top = max((place.least for place in self.places), default=0) - 1
        """The most wild cards that a meld with a natural card can be short of."""
        self.at_cost: list[list[tuple[int, int, Known, Place]]] = [
            [
                (place.mask, place.least - cost, place.known[cost], place)
                for place in self.places
                if place.least > cost
            ]
            for cost in range(self.top + 1)
        ]

        self._last = HeldRow(self, 0)

    def held(self, natural: int) -> HeldRow:
        """What these natural cards have for the need; that of the last ones asked is kept."""
        if self._last.natural != natural:
            self._last = HeldRow(self, natural)
        return self._last

    def forget(self) -> None:
        """Forget the contents of all hands."""
        self._last = HeldRow(self, 0)
        for place in self.places:
            place.forget()


class HeldRow:
    """What some natural cards have for one need, those short of fewest wild cards first.

    ``parts`` are natural cards, ``costs`` the wild cards beside them. It is
    worked out no further than it is asked for.
    """

    __slots__ = ("costs", "ends", "natural", "parts", "row")

    def __init__(self, row: Row, natural: int) -> None:
        self.row = row
        self.natural = natural
        self.parts: list[int] = []
        self.costs: list[int] = []
        self.ends: list[int] = []

    def reach(self, most: int) -> int:
        """How many parts are short of no more than ``most`` wild cards."""
        ends, row = self.ends, self.row
        if most > row.top:
            most = row.top
        if most < 0:
            return 0
        while len(ends) <= most:
            cost = len(ends)
            natural = self.natural
            some: list[int] = []
            for mask, size, known, place in row.at_cost[cost]:
                held = natural & mask
                if held.bit_count() >= size:
                    found = known.get(held)
                    some += place.fill(held, cost) if found is None else found
            if row.several and len(some) > 1:  # a few cards may be of two kinds
                some = list(dict.fromkeys(some))
            self.parts += some
            self.costs += [cost] * len(some)
            ends.append(len(self.parts))
        return ends[most]


def _overlapping(spots: Iterable[Spot]) -> list[list[Spot]]:
    """Stretches that share cards, together."""
    groups: list[tuple[int, list[Spot]]] = []
    for spot in spots:
        mask, some = spot[0], [spot]
        apart = []
        for other, members in groups:
            if other & mask:
                mask |= other
                some = members + some
            else:
                apart.append((other, members))
        groups = [*apart, (mask, some)]
    return [members for _, members in groups]
