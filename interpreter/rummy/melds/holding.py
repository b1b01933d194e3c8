"""The melds of a hand that hold a certain card: only its parts of the pack are looked at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rummy.melds.plan import RUN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rummy.cards import Deck
    from rummy.melds.enumerate import Cell, Job
    from rummy.melds.shapes import Shape


class Holding:
    """Answers for one deck and its cells; what they remember is shared with all that ask."""

    def __init__(self, deck: Deck, cells: Sequence[Cell]) -> None:
        self.deck = deck
        self._cells = [
            [cell for cell in cells if cell.mask >> face & 1] for face in range(deck.faces)
        ]
        self._least = [
            list(
                dict.fromkeys(
                    least
                    for cell in self._cells[face]
                    for job in cell.jobs
                    for least in self._least_of(job, face)
                )
            )
            for face in range(deck.faces)
        ]

    def _least_of(self, job: Job, face: int) -> Iterator[tuple[int, int]]:
        """Cards of which so many are in each meld of a job that holds a face."""
        if face not in job.by_face:
            return
        if job.branch.anchor != RUN:
            yield job.mask, job.least
            return
        spread = self.deck.spread
        wild = spread(sum(1 << f for f in job.wild_faces))
        ranks_of = {f: {rank for _, rank in pairs} for f, pairs in job.by_face.items()}
        here = ranks_of[face]
        for start in range(job.starts):
            ranks = job.places[start : start + job.least]
            # a longer stretch that holds the card has a part of the least size that does
            if len(ranks) < job.least or here.isdisjoint(ranks):
                continue
            once = sum(1 << f for f, some in ranks_of.items() if not some.isdisjoint(ranks))
            twice = len(set(ranks)) < len(ranks)
            yield (spread(once) if twice else once) | wild, job.least

    def melds(self, face: int, bag: int) -> Sequence[Shape]:
        """The melds of all kinds out of a bag in which a card of this face lies.

        One may come twice where a kind has alternatives.
        """
        for mask, least in self._least[face]:
            if (bag & mask).bit_count() >= least:
                break
        else:
            return ()
        found: list[Shape] = []
        for cell in self._cells[face]:
            part = bag & cell.mask
            if part.bit_count() >= cell.least:
                melds = cell.memo.get(part)
                if melds is None:
                    melds = cell.fill(part)
                if melds:
                    found += [shape for shape in melds if shape.bag >> face & 1]
        return found
