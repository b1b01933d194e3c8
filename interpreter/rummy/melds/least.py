"""The smallest melds of a hand: what decides whether an opening can be filled.

A meld that holds a smaller one which would do as well is never looked at. For
kinds whose larger melds always hold one of the size asked for, only that size
is looked for; for others all sizes are, and those kept that hold no other.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rummy.lang.trees import Each, Name, walk
from rummy.melds.enumerate import Cell, Job, parts_of
from rummy.melds.needs import ANY, Need
from rummy.melds.plan import GROUP, RUN, gap_free, is_subject

if TYPE_CHECKING:
    from rummy.melds.plan import Plan
    from rummy.melds.shapes import Book, Shape


def shrinks(plan: Plan) -> bool:
    """Whether each meld of the kind holds melds of all smaller sizes of it.

    So it is for cards of one rank and for neighbours, whatever else each card
    must be, and one card at least: an end or another card can go.
    """
    if len(plan.branches) != 1:
        return False
    branch = plan.branches[0]
    if branch.anchor not in (GROUP, RUN) or not gap_free(branch.sizes):
        return False
    if any(isinstance(n, Name) and n.name == "size" for n in walk(plan.kind.valid)):
        return False
    return not branch.residue or (
        len(branch.residue) == 1
        and isinstance(branch.residue[0], Each)
        and branch.residue[0].op == "any"
        and is_subject(branch.residue[0].collection)
        and not any(isinstance(n, Name) for n in walk(branch.residue[0].body))
    )


class LeastMelds:
    """Finds the smallest melds that fill a need, for all needs that are asked."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.shrinks = tuple(map(shrinks, book.plans))
        self._cells: dict[Need, list[Cell]] = {}

    def find(self, bag: int, need: Need) -> list[Shape]:
        """One meld for each smallest choice of cards that fills the need."""
        found: dict[int, Shape] = {}
        for cell in self.cells(need):
            part = bag & cell.mask
            if part.bit_count() >= cell.least:
                melds = cell.few.get(part)
                for shape in cell.fill_few(part) if melds is None else melds:
                    found.setdefault(shape.bag, shape)
        return smallest(list(found.values()))

    def forget(self) -> None:
        """Forget the melds of all hands."""
        for cells in self._cells.values():
            for cell in cells:
                cell.few.clear()

    def cells(self, need: Need) -> list[Cell]:
        """Where melds for this need are looked for."""
        known = self._cells.get(need)
        if known is None:
            known = self._cells[need] = self._make(need)
        return known

    def _make(self, need: Need) -> list[Cell]:
        book = self.book
        wanted, least = need
        jobs: dict[int, list[Job]] = {}
        for kind, plan in enumerate(book.plans):
            if wanted not in (ANY, kind):
                continue
            codes = book.codes_of(kind)
            for branch in plan.branches:
                sizes = tuple(n for n in branch.sizes if n >= least)
                if not sizes:
                    continue
                some = replace(branch, sizes=sizes[:1] if self.shrinks[kind] else sizes)
                for part in parts_of(book.deck, some, codes):
                    job = Job(book, kind, some, part)
                    if job.possible:
                        jobs.setdefault(job.mask, []).append(job)
        return [Cell(book.deck, mask, some) for mask, some in jobs.items()]


def smallest(shapes: list[Shape]) -> list[Shape]:
    """Those whose cards are not all used by a smaller one."""
    sizes = {shape.size for shape in shapes}
    if len(sizes) < 2:
        return shapes
    kept: list[Shape] = []
    for shape in sorted(shapes, key=lambda s: s.size):
        bag = shape.bag
        if not any(other.bag & bag == other.bag for other in kept):
            kept.append(shape)
    return kept
