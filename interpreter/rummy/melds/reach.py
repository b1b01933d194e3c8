"""Which cards of a hand might be added to a meld, one after another: at most these.

A quick answer from the anchors of plans, never too few cards: a group takes
cards of its rank; a run takes what stands next to its ends, over gaps that
wild cards might fill; any other kind might take anything.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rummy.melds.plan import GROUP, RUN, Plan

if TYPE_CHECKING:
    from rummy.cards import Deck
    from rummy.melds.shapes import Shape

Before = dict[int, list[tuple[int, ...]]]
"""For a card the cards that must be added before it, in each way to come to it."""


class Reach:
    """Answers for one deck and its kinds of meld."""

    def __init__(self, deck: Deck, plans: tuple[Plan, ...]) -> None:
        self.deck = deck
        self.plans = plans
        self.everything = deck.spread(deck.full)
        self.wild = deck.mask(lambda face: bool(deck.held_wild[face]))
        self.of_rank = [
            deck.spread(sum(1 << f for f in range(deck.faces) if deck.rank_of[f] == rank))
            for rank in range(len(deck.ranks))
        ]
        self._before: dict[tuple[int, ...], tuple[int, Before]] = {}
        self.known: dict[tuple[int, ...], tuple[int, tuple[tuple[int, ...], ...]]] = {}

    def cards(self, bag: int, melds: Iterable[Shape]) -> int:
        """A mask with every card of the bag that might be added to these melds."""
        found = self.wild
        wilds = (bag & self.wild).bit_count()
        for shape in melds:
            mask, ways = self.around(shape)
            found |= mask
            for way in ways:
                gaps = wilds
                for face in way:
                    if bag >> face & 1:
                        found |= 1 << face
                    elif gaps:
                        gaps -= 1
                    else:
                        break
        return bag & self.deck.spread(found & self.deck.full)

    def onto(self, melds: Iterable[Shape]) -> Onto:
        """The same question for many hands: which of their cards might be added to these."""
        mask, ways = self.wild, []
        for shape in melds:
            known = self._before.get(shape.order)
            if known is None:
                known = self._before[shape.order] = self._look_before(shape)
            mask |= known[0]
            if known[1]:
                ways.append(known[1])
        return Onto(self.wild, mask, ways)

    def _look_before(self, shape: Shape) -> tuple[int, Before]:
        """Cards that always may fit; for each other one those that must come before it."""
        mask, ways = self.around(shape)
        before: Before = {}
        for way in ways:
            for place, face in enumerate(way):
                before.setdefault(face, []).append(way[:place])
        return mask, before

    def around(self, shape: Shape) -> tuple[int, tuple[tuple[int, ...], ...]]:
        """Cards that always may fit a meld, and the faces above and below its ends."""
        known = self.known.get(shape.order)
        if known is None:
            known = self.known[shape.order] = self._look(shape)
        return known

    def _look(self, shape: Shape) -> tuple[int, tuple[tuple[int, ...], ...]]:
        """The same, worked out."""
        deck = self.deck
        if self.plans[shape.kind].kind.shifts:  # also a card that a wild one stands for
            return self.everything, ()
        mask = 0
        ways: list[tuple[int, ...]] = []
        for kind in self.plans[shape.kind].kind.grows_into:
            for branch in self.plans[kind].branches:
                rank = deck.rank_of[shape.codes[0]]
                suit = deck.suit_of[shape.codes[0]]
                if branch.anchor == GROUP and rank >= 0:
                    mask |= self.of_rank[rank]
                elif branch.anchor == RUN and branch.over == "suit" and suit >= 0:
                    ways += self._ends(shape, branch.line, suit)
                else:
                    return self.everything, ()
        return mask, tuple(ways)

    def _ends(self, shape: Shape, name: str, suit: int) -> list[tuple[int, ...]]:
        deck = self.deck
        line = deck.lines[name]
        ranks = sorted(deck.rank_of[code] for code in shape.codes)
        size, places = shape.size, len(line.ranks)
        if line.around:
            return [tuple(deck.face(rank, suit) for rank in line.ranks)]
        ways = []
        for start in range(places - size + 1):
            if sorted(line.ranks[start : start + size]) == ranks:
                above = line.ranks[start + size :]
                below = line.ranks[:start][::-1]
                ways += [tuple(deck.face(r, suit) for r in row) for row in (above, below) if row]
        return ways


class Onto:
    """Some melds on the table: might a card of a hand be added to them in the end?"""

    __slots__ = ("mask", "ways", "wild")

    def __init__(self, wild: int, mask: int, ways: list[Before]) -> None:
        self.wild = wild
        self.mask = mask
        """Cards that always may fit."""
        self.ways = ways

    def may_take(self, face: int, bag: int) -> bool:
        """Whether a card of the bag might be added, perhaps after others; never a wrong no."""
        if self.mask >> face & 1:
            return True
        for way in self.ways:
            for before in way.get(face, ()):
                gaps = len(before) - sum([bag >> other & 1 for other in before])
                if not gaps or gaps <= (bag & self.wild).bit_count():
                    return True
        return False
