"""A hand that surely cannot be melded whole: it lacks wild cards.

Each natural card must lie in a meld, so in three places of it side by side, or
with two others of its rank. Where the hand has no other card for those places, two
wild cards are wanted there, where it has one, one. A wild card in a run helps at
most one lone card, or two that are one apart, on each of its sides; in a group it
helps no more. So a lone card takes a whole wild card at least, any other one that is
in no natural meld a quarter of one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rummy.melds.plan import GROUP, RUN

if TYPE_CHECKING:
    from rummy.cards import Deck
    from rummy.melds.enumerate import Cell, Job

PLACES = 3
"""So many places of a meld are looked at."""
LONE, PAIRED = 4, 1
"""Quarters of wild cards that a card takes at least."""


class Lacking:
    """Answers for one deck and its cells."""

    def __init__(self, deck: Deck, cells: Sequence[Cell]) -> None:
        self.wild = deck.mask(lambda face: bool(deck.held_wild[face]))
        jobs = [job for cell in cells for job in cell.jobs]
        self.can = min(deck.points_of) >= 0 and all(
            job.least >= PLACES and job.branch.anchor in (GROUP, RUN) for job in jobs
        )
        """Whether all melds are groups and runs of three cards at least."""
        self._deck = deck
        self._near: dict[int, tuple[int, ...]] = {}
        """For the bit of each natural card the places of melds that it may lie in."""
        if self.can:
            for face in range(deck.faces):
                near = {mask for job in jobs for mask in self._places(job, face)}
                if not deck.held_wild[face] and deck.points_of[face] > 0:
                    self._near[1 << face] = tuple(sorted(near))

    def _places(self, job: Job, face: int) -> list[int]:
        """Natural cards that may lie in three places of a meld with a natural card."""
        deck, natural = self._deck, ~self.wild
        if not any(code == face for code, _ in job.by_face.get(face, ())):
            return []
        if job.branch.anchor == GROUP:
            return [job.mask & natural]
        rank = deck.rank_of[face]
        found = []
        for start in range(len(job.places) - PLACES + 1):
            ranks = job.places[start : start + PLACES]
            if rank in ranks:
                once = sum(1 << f for f in job.by_face if deck.rank_of[f] in ranks)
                twice = len(set(ranks)) < len(ranks) or job.branch.over != "suit"
                found.append((deck.spread(once) if twice else once) & natural)
        return found

    def surely(self, bag: int) -> bool:
        """Whether cards with points must be left over, whatever melds are set aside."""
        if not self.can:
            return False
        have = LONE * (bag & self.wild).bit_count()
        near = self._near
        rest = bag & self._deck.full
        while rest:
            low = rest & -rest
            rest ^= low
            most = 0
            places = near.get(low)
            if places is None:
                continue
            for mask in places:
                held = (bag & mask).bit_count()
                if held > most:
                    most = held
            if not most:  # it lies in no meld at all
                return True
            if most < PLACES:
                have -= PAIRED if most == PLACES - 1 else LONE
                if have < 0:
                    return True
        return False
