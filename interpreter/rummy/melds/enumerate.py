"""All melds of a hand, cell by cell.

An anchor splits a hand into *cells* that do not touch: a suit for runs, a
rank for groups, a colour or the whole for others. What melds a cell holds
depends only on its cards and on the wild cards held, so it is worked out once
for each content and remembered. The melds of a hand are those of its cells.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING

from rummy.cards import NOTHING
from rummy.lang.trees import And, Field, Local, Node, children
from rummy.lang.types import PLACED, TRUTH
from rummy.melds.ordinary import Choices, Windows, ordinary
from rummy.melds.plan import GROUP, LIST, RUN, Branch, is_per_card
from rummy.melds.shapes import Book, Shape

if TYPE_CHECKING:
    from rummy.cards import Deck

MOST_CONTENTS = 20_000
"""So many contents are remembered of a cell."""

SHARING = 3
"""A cell may be so many times as wide as what is looked for in it."""

MOST_WILD = 1 << 20
"""As many wild cards as there are."""

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
            every = book.judge.truth(And(TRUTH, branch.cuts[0].place, branch.cuts))
            codes = [c for c in codes if every((c,))]
            together = tuple(cut for cut in branch.cuts if not is_per_card(cut))
            if together:
                self.cut = book.judge.truth(And(TRUTH, together[0].place, together))
        self.places: tuple[int, ...] = ()
        """Ranks one after another: of a line, twice round for a circle, of a list."""
        self.around = False
        if branch.anchor == RUN:
            line = deck.lines[branch.line]
            self.around = line.around
            self.places = line.ranks * 2 if line.around else line.ranks
        elif branch.anchor == LIST:
            self.places = branch.ranks
        self.longest = len(self.places) // 2 if self.around else len(self.places)
        self.starts = 1 if branch.anchor == LIST else self.longest
        self.by_face: dict[int, list[tuple[int, int]]] = {}
        self.wild_faces: set[int] = set()
        for code in codes:
            face, rank = deck.face_of[code], deck.rank_of[code]
            if self.places and rank not in self.places:
                continue
            if code >= deck.faces:
                self.wild_faces.add(face)
            self.by_face.setdefault(face, []).append((code, rank))
        self.alike = _alike(deck, self.by_face, self.wild_faces, book.kinds[kind].valid)
        """For each wild face those that can do the same, itself among them."""
        self.wild_mask = deck.spread(sum(1 << face for face in self.wild_faces))
        self.mask = self._cards()
        """The cards that matter: all layers, or as many as a stretch has places."""
        self._stretches: list[tuple[int, int]] = []
        """Each start, and the natural cards of the least stretch from there."""
        for start in range(self.starts if self.places else 0):
            ranks = self.places[start : start + self.least]
            if len(ranks) == self.least:
                mask = sum(
                    1 << face
                    for face, pairs in self.by_face.items()
                    if any(code == face and rank in ranks for code, rank in pairs)
                )
                twice = len(set(ranks)) < len(ranks)
                self._stretches.append((start, deck.spread(mask) if twice else mask))

    @cached_property
    def ordinary(self) -> Choices | Windows | None:
        """The quick way to find the melds, if there is one; made when first looked for."""
        return ordinary(self)

    def _cards(self) -> int:
        deck = self.book.deck
        mask = 0
        for face, codes in self.by_face.items():
            layers = deck.layers
            if self.places and codes[0][0] == face and len(codes) == 1:
                once = self.places[: self.longest]
                layers = min(layers, once.count(deck.rank_of[face]))
            mask |= sum(1 << face + deck.faces * n for n in range(layers))
        return mask

    @property
    def possible(self) -> bool:
        """Whether there are cards for it at all."""
        return bool(self.by_face)

    def starts_in(self, part: int) -> list[int]:
        """Where a stretch may start with these cards: enough of them lie there."""
        wanted = self.least - (part & self.wild_mask).bit_count()
        return [start for start, mask in self._stretches if (part & mask).bit_count() >= wanted]

    def find(
        self, part: int, found: list[Shape], alike: bool = False, most_wild: int = MOST_WILD
    ) -> None:
        """Add the melds that the cards of a part make.

        With ``alike``, wild cards that can do the same do not change places:
        then there is one meld at least for each choice of cards, but not
        every way to place them. A run has at most ``most_wild`` wild cards.
        """
        if (part & self.mask).bit_count() < self.least:
            return
        quick = self.ordinary
        if quick is not None and quick.find(part, found, alike, most_wild):
            return
        into: dict[tuple[int, ...], Shape] = {}
        if not self.places:
            self._subsets(_counts(self.book.deck, part), into)
        elif starts := self.starts_in(part):
            self._along(starts, _counts(self.book.deck, part), into, alike, most_wild)
        found += into.values()

    def _along(
        self,
        starts: list[int],
        held: dict[int, int],
        into: dict[tuple[int, ...], Shape],
        alike: bool,
        most_wild: int,
    ) -> None:
        """Place after place of a stretch, a card of that rank for each."""
        faces, places = self.book.deck.faces, self.places
        choices: dict[int, list[tuple[int, int]]] = {}
        natural: set[int] = set()
        wilds = 0
        for face, count in held.items():
            if face in self.wild_faces:
                wilds += count
            for code, rank in self.by_face.get(face, ()):
                if code < faces:
                    natural.add(rank)
                if rank in choices:
                    choices[rank].append((code, face))
                else:
                    choices[rank] = [(code, face)]
        wilds = min(wilds, most_wild)
        least, most, sizes = self.least, self.most, self.sizes
        missing = [0]  # up to each place, how many have no natural card
        for rank in places:
            missing.append(missing[-1] + (rank not in natural))
        rows = [choices.get(rank, ()) for rank in places]
        left = dict(held)
        shape, kind = self.book.shape, self.kind
        chosen: list[int] = []
        start = full = stop = 0
        same = self.alike
        last = dict.fromkeys(same, NOTHING)  # the last wild card of those alike

        def step(at: int, spare: int) -> None:
            if at >= full:
                if at - start in sizes:
                    found = shape(kind, tuple(sorted(chosen)))
                    if found is not None:
                        into[found.order] = found
                if at == stop:
                    return
            elif missing[full] - missing[at] > spare:
                return  # too few wild cards for the places up to the least size
            for code, face in rows[at]:
                if not left[face] or (code >= faces and not spare):
                    continue
                if alike and code >= faces:
                    before = last[face]
                    if before > face:
                        continue
                    for other in same[face]:
                        last[other] = face
                left[face] -= 1
                chosen.append(code)
                step(at + 1, spare - (code >= faces))
                chosen.pop()
                left[face] += 1
                if alike and code >= faces:
                    for other in same[face]:
                        last[other] = before

        for start in starts:
            full = start + least
            stop = min(start + most, start + self.longest if self.around else len(places))
            if full <= stop and missing[full] - missing[start] <= wilds:
                step(start, wilds)

    def _subsets(self, held: dict[int, int], into: dict[tuple[int, ...], Shape]) -> None:
        """Every choice of the cards, cut where a condition can no longer hold."""
        options = [(code, face) for face in held for code, _ in self.by_face.get(face, ())]
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
                            into[found.order] = found
                    if size < most:
                        step(i)
                    left[face] += 1
                chosen.pop()

        step(0)


def _alike(
    deck: Deck, by_face: dict[int, list[tuple[int, int]]], wild: set[int], valid: Node
) -> dict[int, list[int]]:
    """Which wild faces may change places without making a difference."""
    blind = not any(
        (isinstance(n, Field) and n.field in ("face", "joker"))
        or (isinstance(n, Local) and n.type == PLACED and not reads_by_word)
        for n, reads_by_word in _with_parent(valid)
    )
    groups: dict[object, list[int]] = {}
    for face in sorted(wild):
        stands = tuple(deck.stand_of(c) for c, _ in by_face[face] if c >= deck.faces)
        groups.setdefault((stands if blind else face), []).append(face)
    return {face: group for group in groups.values() for face in group}


def _with_parent(node: Node, in_field: bool = False) -> Iterator[tuple[Node, bool]]:
    """Each node, and whether a property of it is all that is asked."""
    yield node, in_field
    for child in children(node):
        yield from _with_parent(child, isinstance(node, Field))


def _counts(deck: Deck, bag: int) -> dict[int, int]:
    """How many cards of each face are held."""
    held: dict[int, int] = {}
    width, full, rest = deck.faces, deck.full, bag
    while rest:
        layer = rest & full
        while layer:
            low = layer & -layer
            face = low.bit_length() - 1
            held[face] = held.get(face, 0) + 1
            layer ^= low
        rest >>= width
    return held


class Cell:
    """Part of a hand: a mask, the jobs that look there, and what was found."""

    def __init__(self, deck: Deck, mask: int, jobs: list[Job]) -> None:
        self.deck = deck
        self.mask = mask
        self.jobs = jobs
        self.least = min(job.least for job in jobs)
        self.memo: dict[int, list[Shape]] = {}
        self.few: dict[int, list[Shape]] = {}
        # two jobs for one kind may find the same meld
        self._overlapping = len({job.kind for job in jobs}) < len(jobs)

    def fill(self, part: int) -> list[Shape]:
        """The melds of this content; they are remembered."""
        return self._fill(part, self.memo, False)

    def fill_few(self, part: int) -> list[Shape]:
        """One meld at least for each choice of cards (see ``Job.find``)."""
        return self._fill(part, self.few, True)

    def _fill(self, part: int, memo: dict[int, list[Shape]], alike: bool) -> list[Shape]:
        found = self.look(part, alike)
        if len(memo) >= MOST_CONTENTS:
            memo.clear()
        memo[part] = found
        return found

    def look(self, part: int, alike: bool = False, most_wild: int = MOST_WILD) -> list[Shape]:
        """The melds of this content, worked out anew (see ``Job.find``)."""
        found: list[Shape] = []
        for job in self.jobs:
            job.find(part, found, alike, most_wild)
        if self._overlapping:
            found = list({shape.order: shape for shape in found}.values())
        return found


class Finder:
    """Finds all melds of hands, or only those of some kinds."""

    def __init__(self, book: Book, kinds: Collection[int] | None = None) -> None:
        self.book = book
        self.cells = _cells(book, range(len(book.plans)) if kinds is None else kinds)
        # a kind with alternatives may find one meld in several cells
        self._overlapping = any(
            len(sizes) > len(set(sizes))
            for sizes in ([n for b in p.branches for n in b.sizes] for p in book.plans)
        )
        self._rows = [(c.mask, c.least, c.memo, c.fill) for c in self.cells]
        self._rows_few = [(c.mask, c.least, c.few, c.fill_few) for c in self.cells]

    def find(self, bag: int, few: bool = False) -> list[Shape]:
        """Every meld of every kind, sorted by kind and codes.

        With ``few`` one at least for each kind and choice of cards, which is
        much less where many wild cards are held.
        """
        found: list[Shape] = []
        for mask, least, memo, fill in self._rows_few if few else self._rows:
            part = bag & mask
            if part.bit_count() >= least:
                melds = memo.get(part)
                if melds is None:
                    melds = fill(part)
                if melds:
                    found += melds
        return self._in_order(found)

    def find_with(self, bag: int, most_wild: int) -> list[Shape]:
        """The same for runs with at most so many wild cards, not remembered."""
        found: list[Shape] = []
        for cell in self.cells:
            part = bag & cell.mask
            if part.bit_count() >= cell.least:
                found += cell.look(part, most_wild=most_wild)
        return self._in_order(found)

    def _in_order(self, found: list[Shape]) -> list[Shape]:
        if len(found) > 1:
            if self._overlapping:
                found = list({shape.order: shape for shape in found}.values())
            found.sort(key=_order)
        return found


_order = attrgetter("order")


def _cells(book: Book, kinds: Collection[int]) -> list[Cell]:
    """Cut the deck into cells; jobs that look at the same cards share one."""
    deck = book.deck
    jobs: dict[int, list[Job]] = {}
    for kind, plan in enumerate(book.plans):
        if kind not in kinds:
            continue
        codes = book.codes_of(kind)
        for branch in plan.branches:
            for part in parts_of(deck, branch, codes):
                job = Job(book, kind, branch, part)
                if job.possible:
                    jobs.setdefault(job.mask, []).append(job)
    for mask in sorted(jobs, key=int.bit_count):
        wider = [m for m in jobs if m != mask and _may_share(jobs[mask], mask, jobs[m], m)]
        if wider:
            jobs[min(wider, key=int.bit_count)] += jobs.pop(mask)
    return [Cell(deck, mask, some) for mask, some in jobs.items()]


def _may_share(small: list[Job], mask: int, large: list[Job], other: int) -> bool:
    """Whether stretches and lists of a few cards may be looked for in a wider cell.

    Fewer cells are quicker to go through; but a cell that is much wider has
    more contents to remember.
    """
    return (
        mask & other == mask
        and other.bit_count() <= SHARING * mask.bit_count()
        and all(job.places for job in (*small, *large))
    )


def parts_of(deck: Deck, branch: Branch, codes: list[int]) -> Iterable[list[int]]:
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
