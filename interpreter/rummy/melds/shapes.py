"""Melds as things: a shape is one meld of a kind, with all that it can become.

Shapes are interned: the same cards as the same kind are the same shape, which
knows its points and, once asked, every card that can be added to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from rummy.cards import NOTHING
from rummy.lang.reads import clauses, open_halves, placings, reachable
from rummy.lang.trees import Sequence, walk
from rummy.melds.plan import GROUP, LIST, RUN, Branch, Plan
from rummy.melds.rules import Judge

if TYPE_CHECKING:
    from rummy.cards import Deck, Line
    from rummy.spec.bind import BoundKind

MOST_SHAPES = 400_000
"""So many shapes are remembered of a kind; then remembering starts anew."""


class Growth:
    """One card added to a meld: its code, the shape afterwards, the points."""

    __slots__ = ("code", "face", "points", "shape")

    def __init__(self, code: int, face: int, shape: Shape, points: int) -> None:
        self.code = code
        self.face = face
        self.shape = shape
        self.points = points

    def __repr__(self) -> str:
        return f"Growth({self.code}, kind {self.shape.kind}, {self.points} points)"


class Swap:
    """A natural card in the place of a wild one: its face, the code of the wild card, its face.

    ``shape`` is the meld afterwards, without the wild card.
    """

    __slots__ = ("code", "face", "shape", "wild")

    def __init__(self, face: int, code: int, wild: int, shape: Shape) -> None:
        self.face = face
        self.code = code
        self.wild = wild
        self.shape = shape

    def __repr__(self) -> str:
        return f"Swap({self.face} for {self.code})"


class Shape:
    """A meld: its kind, its placed cards ascending, its points when laid whole.

    ``bag`` holds the printed faces, ``display`` the codes in the order to show
    them, ``order`` is what legal actions are sorted by.
    """

    __slots__ = (
        "_book",
        "_grow_mask",
        "_growth",
        "_swap_mask",
        "_swaps",
        "bag",
        "codes",
        "kind",
        "lay",
        "order",
        "rank",
        "size",
        "suit",
    )

    rank: int
    """The rank that all its cards have or stand for, -1 if there is none."""
    suit: int
    """The same of suits."""

    def __init__(self, book: Book, kind: int, codes: tuple[int, ...], bag: int, lay: int) -> None:
        self.kind = kind
        self.codes = codes
        self.bag = bag
        self.size = len(codes)
        self.lay = lay
        self.order = (kind, *codes)
        self._book = book
        self._growth: tuple[Growth, ...] | None = None
        self._grow_mask = -1
        self._swaps: tuple[Swap, ...] | None = None
        self._swap_mask = -1

    def __getattr__(self, name: str) -> int:
        """``rank`` and ``suit`` are worked out when first asked for."""
        if name not in ("rank", "suit"):
            raise AttributeError(name)
        deck = self._book.deck
        table = deck.rank_of if name == "rank" else deck.suit_of
        found = {table[code] for code in self.codes}
        common = found.pop() if len(found) == 1 else -1
        setattr(self, name, common)
        return common

    @property
    def growth(self) -> tuple[Growth, ...]:
        """Every single card that can be added, sorted by kind and code."""
        if self._growth is None:
            self._growth = self._book.grow(self)
        return self._growth

    @property
    def grow_mask(self) -> int:
        """All layers of the faces that can be added."""
        if self._grow_mask < 0:
            one = 0
            for growth in self.growth:
                one |= 1 << growth.face
            self._grow_mask = self._book.deck.spread(one)
        return self._grow_mask

    @property
    def swaps(self) -> tuple[Swap, ...]:
        """Every natural card that can take the place of a wild one, sorted by face and code."""
        if self._swaps is None:
            self._swaps = self._book.swaps(self)
        return self._swaps

    @property
    def swap_mask(self) -> int:
        """The faces of those natural cards, on the first layer."""
        if self._swap_mask < 0:
            self._swap_mask = 0
            for swap in self.swaps:
                self._swap_mask |= 1 << swap.face
        return self._swap_mask

    @property
    def display(self) -> tuple[int, ...]:
        """The codes in the order to print them: a run from low to high."""
        return self._book.display(self)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Shape) and self.order == other.order)

    def __hash__(self) -> int:
        return hash(self.order)

    def __repr__(self) -> str:
        return f"Shape({self.kind}: {self._book.deck.texts(self.display)})"


class Book:
    """All shapes of some kinds on a deck, made when first asked for."""

    def __init__(
        self,
        deck: Deck,
        kinds: tuple[BoundKind, ...],
        plans: tuple[Plan, ...],
        judge: Judge | None = None,
    ) -> None:
        self.deck = deck
        self.kinds = kinds
        self.plans = plans
        self.judge = judge if judge is not None and judge.serves(deck) else Judge(deck, kinds)
        # melds are shown along the rank lines that their kind speaks of
        self._lines = tuple(
            tuple(deck.lines[t.line] for t in walk(kind.valid) if isinstance(t, Sequence))
            for kind in kinds
        )
        halves = [open_halves(clauses(kinds, k)) for k in range(len(kinds))]
        self.placings = tuple(placings(deck, rank, suit) for rank, suit in halves)
        # what may lie in a meld of a kind: its own codes, and those of kinds that grow into it
        self.allowed: tuple[frozenset[int], ...] = tuple(
            frozenset(
                code
                for other in range(len(kinds))
                if kind in reachable(kinds, other)
                for codes in self.placings[other]
                for code in codes
            )
            for kind in range(len(kinds))
        )
        self._known: tuple[dict[tuple[int, ...], Shape | None], ...] = tuple({} for _ in kinds)
        self._by_rank: tuple[dict[int, tuple[int, ...]], ...] = tuple(
            _codes_by(deck.rank_of, self.codes_of(kind)) for kind in range(len(kinds))
        )
        self._beside: dict[tuple[str, tuple[int, ...]], frozenset[int]] = {}

    def codes_of(self, kind: int) -> list[int]:
        """The codes of a kind of all cards that are in the pack, ascending."""
        table = self.placings[kind]
        return sorted(c for f in range(self.deck.faces) if self.deck.copies[f] for c in table[f])

    def known(self, kind: int) -> Mapping[tuple[int, ...], Shape | None]:
        """What ``shape`` has said so far about a kind, by codes."""
        return self._known[kind]

    def shape(self, kind: int, codes: tuple[int, ...]) -> Shape | None:
        """The meld of these codes (ascending), or nothing if they are none."""
        known = self._known[kind]
        try:
            return known[codes]
        except KeyError:
            pass
        made: Shape | None = None
        bounds = self.kinds[kind]
        if (
            bounds.least <= len(codes) <= bounds.most
            and self.allowed[kind].issuperset(codes)
            and self.judge.valid[kind](codes)
        ):
            face_of = self.deck.face_of
            bag = self.deck.bag([face_of[c] for c in codes])
            made = Shape(self, kind, codes, bag, self.judge.lay[kind](codes))
        if len(known) >= MOST_SHAPES:
            known.clear()
        known[codes] = made
        return made

    def grow(self, shape: Shape) -> tuple[Growth, ...]:
        """Every single card that can be added to a meld."""
        kind = self.kinds[shape.kind]
        if kind.closed:
            return ()
        if kind.shifts:
            return tuple(self._shifted(shape))
        found = []
        for target in sorted(set(kind.grows_into)):
            add = self.judge.add[target]
            for code in self._candidates(shape.codes, target):
                codes = tuple(sorted((*shape.codes, code)))
                grown = self.shape(target, codes)
                if grown is not None:
                    face = self.deck.face_of[code]
                    found.append(Growth(code, face, grown, add(codes, code)))
        return tuple(found)

    def swaps(self, shape: Shape) -> tuple[Swap, ...]:
        """Every natural card that can take the place of a wild one of a meld."""
        deck, table = self.deck, self.placings[shape.kind]
        found = []
        for code in sorted({c for c in shape.codes if deck.stands_wild[c]}):
            rest = list(shape.codes)
            rest.remove(code)
            rank, suit = deck.rank_of[code], deck.suit_of[code]
            for face in range(deck.joker):
                if not deck.copies[face] or face not in table[face]:
                    continue
                if rank not in (NOTHING, deck.rank_of[face]):
                    continue
                if suit not in (NOTHING, deck.suit_of[face]):
                    continue
                made = self.shape(shape.kind, tuple(sorted((*rest, face))))
                if made is not None:
                    found.append(Swap(face, code, deck.face_of[code], made))
        return tuple(sorted(found, key=lambda swap: (swap.face, swap.code)))

    def _shifted(self, shape: Shape) -> list[Growth]:
        """Every single card that can be added where a wild card may take another place.

        Each card is added in the best way: with the fewest cards that stand for
        others, then with none in another place, then with the lowest codes.
        """
        face_of, stands_wild = self.deck.face_of, self.deck.stands_wild
        found = []
        for target in sorted(set(self.kinds[shape.kind].grows_into)):
            best: dict[int, tuple[tuple[int, bool, tuple[int, ...], int], Shape]] = {}
            for moved, code, codes in self._rearranged(shape, target):
                grown = self.shape(target, tuple(sorted(codes)))
                if grown is not None:
                    wild = sum(bool(stands_wild[c]) for c in grown.codes)
                    rank = (wild, moved, grown.codes, code)
                    face = face_of[code]
                    if face not in best or rank < best[face][0]:
                        best[face] = (rank, grown)
            add = self.judge.add[target]
            for face, ((_, _, codes, code), grown) in best.items():
                found.append(Growth(code, face, grown, add(codes, code)))
        return sorted(found, key=lambda growth: (growth.shape.kind, growth.code))

    def _rearranged(self, shape: Shape, target: int) -> Iterator[tuple[bool, int, tuple[int, ...]]]:
        """The codes with one more, one wild card perhaps in another place; what was added."""
        for code in self._candidates(shape.codes, target):
            yield False, code, (*shape.codes, code)
        deck = self.deck
        for wild in set(shape.codes):
            face = deck.face_of[wild]
            if not deck.held_wild[face]:
                continue
            rest = list(shape.codes)
            rest.remove(wild)
            own = set(self.placings[target][face])
            suits = {deck.suit_of[code] for code in rest}
            one_suit = all(branch.over == "suit" for branch in self.plans[target].branches)
            for code in self.codes_of(target):
                if one_suit and deck.suit_of[code] not in suits:
                    continue
                beside = (*rest, code)
                for place in own.intersection(self._candidates(beside, target)):
                    yield True, code, (*beside, place)

    def _candidates(self, present: tuple[int, ...], target: int) -> list[int]:
        """Codes that may grow cards into a kind: all that its anchors leave."""
        size, by_rank = len(present) + 1, self._by_rank[target]
        ranks: set[int] = set()
        for branch in self.plans[target].branches:
            if size in branch.sizes:
                wanted = self._wanted(present, branch)
                if wanted is None:
                    ranks.update(by_rank)
                    break
                ranks.update(wanted)
        return sorted(c for r in ranks for c in by_rank.get(r, ()))

    def _wanted(self, codes: tuple[int, ...], branch: Branch) -> Iterable[int] | None:
        """The ranks that can join by a branch; nothing said: any card may."""
        rank_of = self.deck.rank_of
        present = [rank_of[c] for c in codes]
        if branch.anchor == GROUP:
            return set(present)
        if branch.anchor == RUN:
            key = (branch.line, tuple(sorted(present)))
            if key not in self._beside:
                self._beside[key] = frozenset(ranks_beside(self.deck.lines[key[0]], key[1]))
            return self._beside[key]
        if branch.anchor == LIST:
            return set(branch.ranks) - set(present)
        return None

    def display(self, shape: Shape) -> tuple[int, ...]:
        """The codes in the order to print them."""
        rank_of = self.deck.rank_of
        ranks = sorted(rank_of[code] for code in shape.codes)
        for line in self._lines[shape.kind]:
            window = find_window(line, ranks)
            if window is not None:
                rest = list(shape.codes)
                shown = []
                for rank in window:
                    code = next(c for c in rest if rank_of[c] == rank)
                    rest.remove(code)
                    shown.append(code)
                return tuple(shown)
        return shape.codes


def windows(line: Line, size: int) -> list[tuple[int, ...]]:
    """All stretches of so many places of a line, as ranks from low to high."""
    places = line.ranks
    if size > len(places):
        return []
    if not line.around:
        return [places[i : i + size] for i in range(len(places) - size + 1)]
    circle = places * 2
    return [circle[i : i + size] for i in range(len(places))]


def find_window(line: Line, ranks: list[int]) -> tuple[int, ...] | None:
    """The first stretch that holds exactly these ranks (given in order)."""
    return next((w for w in windows(line, len(ranks)) if sorted(w) == ranks), None)


def ranks_beside(line: Line, ranks: tuple[int, ...]) -> set[int]:
    """The ranks with which these ranks fill a stretch that is longer by one."""
    found = set()
    for window in windows(line, len(ranks) + 1):
        rest = list(window)
        for rank in ranks:
            if rank not in rest:
                break
            rest.remove(rank)
        else:
            found.add(rest[0])
    return found


def _codes_by(table: tuple[int, ...], codes: list[int]) -> dict[int, tuple[int, ...]]:
    groups: dict[int, list[int]] = {}
    for code in codes:
        groups.setdefault(table[code], []).append(code)
    return {key: tuple(members) for key, members in groups.items()}
