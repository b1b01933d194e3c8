"""All melds of a hand, cell by cell.

An anchor splits a hand into *cells* that do not touch: a suit for runs, a
rank for groups, a colour or the whole for others. What melds a cell holds
depends only on its cards and on the wild cards held, so it is worked out once
for each content and remembered. The melds of a hand are those of its cells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import TYPE_CHECKING

from rummy.lang.trees import And
from rummy.lang.types import TRUTH
from rummy.melds.plan import GROUP, LIST, RUN, Branch
from rummy.melds.shapes import Book, Shape, windows

if TYPE_CHECKING:
    from rummy.cards import Deck, Line

MOST_CONTENTS = 20_000
"""So many contents are remembered of a cell."""

Codes = tuple[int, ...]


class Job:
    """One branch of one kind in one cell: which codes it may use, and how."""

    def __init__(self, book: Book, kind: int, branch: Branch, codes: list[int]) -> None:
        self.book = book
        self.kind = kind
        self.branch = branch
        deck = book.deck
        self.least, self.most = branch.sizes[0], branch.sizes[-1]
        self.sizes = frozenset(branch.sizes)
        self.cut: Callable[[Codes], bool] | None = None
        if branch.cuts:
            self.cut = book.judge.truth(And(TRUTH, branch.cuts[0].place, branch.cuts))
            codes = [c for c in codes if self.cut((c,))]
        self.windows: list[tuple[int, ...]] = []
        if branch.anchor == RUN:
            self.windows = _stretches(deck.lines[branch.line])
        elif branch.anchor == LIST:
            self.windows = [branch.ranks]
        self.by_face: dict[int, list[int]] = {}
        self.by_rank: dict[int, list[tuple[int, int]]] = {}
        for code in codes:
            if self.windows and deck.rank_of[code] not in self.windows[0]:
                continue
            face, rank = deck.face_of[code], deck.rank_of[code]
            self.by_face.setdefault(face, []).append(code)
            self.by_rank.setdefault(rank, []).append((code, face))

    @property
    def mask(self) -> int:
        """The cards that matter: all layers, or as many as a stretch has places."""
        deck = self.book.deck
        mask = 0
        for face, codes in self.by_face.items():
            layers = deck.layers
            if self.windows and codes == [face]:
                layers = min(layers, self.windows[0].count(deck.rank_of[face]))
            mask |= sum(1 << face + deck.faces * n for n in range(layers))
        return mask

    @property
    def possible(self) -> bool:
        """Whether there are cards for it at all."""
        return bool(self.by_face)

    def find(self, held: dict[int, int], into: dict[Shape, None]) -> None:
        """Add the melds that these cards (face -> how many) make."""
        if self.windows:
            self._along(held, into)
        else:
            self._subsets(held, into)

    def _along(self, held: dict[int, int], into: dict[Shape, None]) -> None:
        """Place after place of a stretch, a card of that rank for each."""
        choices = {
            rank: [pair for pair in pairs if pair[1] in held]
            for rank, pairs in self.by_rank.items()
        }
        left = dict(held)
        shape, kind, sizes, most = self.book.shape, self.kind, self.sizes, self.most
        chosen: list[int] = []

        def step(stretch: tuple[int, ...], at: int) -> None:
            if at in sizes:
                found = shape(kind, tuple(sorted(chosen)))
                if found is not None:
                    into[found] = None
            if at == most or at == len(stretch):
                return
            for code, face in choices.get(stretch[at], ()):
                if left[face]:
                    left[face] -= 1
                    chosen.append(code)
                    step(stretch, at + 1)
                    chosen.pop()
                    left[face] += 1

        for stretch in self.windows:
            step(stretch, 0)

    def _subsets(self, held: dict[int, int], into: dict[Shape, None]) -> None:
        """Every choice of the cards, cut where a condition can no longer hold."""
        options = [(code, face) for face in held for code in self.by_face.get(face, ())]
        left = dict(held)
        shape, kind, sizes, most, cut = self.book.shape, self.kind, self.sizes, self.most, self.cut
        chosen: list[int] = []

        def step(start: int) -> None:
            for i in range(start, len(options)):
                code, face = options[i]
                if not left[face]:
                    continue
                chosen.append(code)
                size = len(chosen)
                codes = tuple(sorted(chosen))
                if cut is None or size == 1 or cut(codes):
                    left[face] -= 1
                    if size in sizes:
                        found = shape(kind, codes)
                        if found is not None:
                            into[found] = None
                    if size < most:
                        step(i)
                    left[face] += 1
                chosen.pop()

        step(0)


def _stretches(line: Line) -> list[tuple[int, ...]]:
    """From each place the whole way up (once round at most)."""
    places = line.ranks
    if line.around:
        return windows(line, len(places))
    return [places[i:] for i in range(len(places))]


class Cell:
    """Part of a hand: a mask, the jobs that look there, and what was found."""

    def __init__(self, deck: Deck, mask: int, jobs: list[Job]) -> None:
        self.deck = deck
        self.mask = mask
        self.jobs = jobs
        self.least = min(job.least for job in jobs)
        self.memo: dict[int, list[Shape]] = {}

    def fill(self, part: int) -> list[Shape]:
        """The melds of this content; they are remembered."""
        held: dict[int, int] = {}
        for face in self.deck.bag_faces(part):
            held[face] = held.get(face, 0) + 1
        into: dict[Shape, None] = {}
        for job in self.jobs:
            job.find(held, into)
        found = list(into)
        if len(self.memo) >= MOST_CONTENTS:
            self.memo.clear()
        self.memo[part] = found
        return found


class Finder:
    """Finds all melds of hands."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.cells = _cells(book)
        self._rows = [(c.mask, c.least, c.memo, c.fill) for c in self.cells]

    def find(self, bag: int) -> list[Shape]:
        """Every meld of every kind, sorted by kind and codes."""
        found: list[Shape] = []
        for mask, least, memo, fill in self._rows:
            part = bag & mask
            if part.bit_count() >= least:
                melds = memo.get(part)
                if melds is None:
                    melds = fill(part)
                if melds:
                    found += melds
        if len(found) > 1:
            found.sort(key=_order)
        return found


_order = attrgetter("order")


def _cells(book: Book) -> list[Cell]:
    """Cut the deck into cells; jobs that look at the same cards share one."""
    deck = book.deck
    jobs: dict[int, list[Job]] = {}
    for kind, plan in enumerate(book.plans):
        codes = book.codes_of(kind)
        for branch in plan.branches:
            for part in _parts(deck, branch, codes):
                job = Job(book, kind, branch, part)
                if job.possible:
                    jobs.setdefault(job.mask, []).append(job)
    return [Cell(deck, mask, some) for mask, some in jobs.items()]


def _parts(deck: Deck, branch: Branch, codes: list[int]) -> Iterable[list[int]]:
    """The codes of each cell of a branch."""
    if branch.anchor == GROUP:
        table = deck.rank_of
    elif branch.over == "suit":
        table = deck.suit_of
    elif branch.over == "colour":
        table = deck.colour_of
    else:
        yield [c for c in codes if not branch.ranks or deck.rank_of[c] in branch.ranks]
        return
    parts: dict[int, list[int]] = {}
    for code in codes:
        if not branch.ranks or deck.rank_of[code] in branch.ranks:
            parts.setdefault(table[code], []).append(code)
    for key in sorted(parts):
        yield parts[key]
