"""Ordinary kinds of meld with all their places: where cards of a hand can go.

Ordinary is what ``pieces.piece_of`` says: cards of one rank, or neighbours of
one suit, where wild cards stand for whatever is missing. Then a meld is known
by its natural cards, by the wild cards that it needs at least, and by how many
more it can take.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rummy.melds.enumerate import Job
from rummy.melds.pieces import Places, choices_of, piece_of
from rummy.melds.plan import GROUP

if TYPE_CHECKING:
    from rummy.melds.shapes import Book, Shape

Take = tuple[int, int, int, int, int]
"""Natural cards taken, lowest and highest place among them (a rank: twice the
same), wild cards needed at least, and how many can be there at most."""
SURE, HOPEFUL = 2, 1
"""Wild cards stand where all of them can, or where at least some can."""
Side = tuple[int, int, int]
"""The last place on one side, the natural cards up to it, the wild cards between."""


@dataclass(frozen=True, slots=True)
class Lane:
    """A rank line in one suit: the natural card of each place, and whether wilds can stand there.

    ``standing``: 2 any wild card, 1 only some of them, 0 none.
    """

    cards: tuple[int, ...]
    standing: tuple[int, ...]


class Sort:
    """One ordinary kind of meld."""

    def __init__(self, book: Book, kind: int) -> None:
        deck, plan = book.deck, book.plans[kind]
        branch = plan.branches[0]
        self.deck = deck
        self.kind = kind
        self.least, self.most = branch.sizes[0], branch.sizes[-1]
        self.group = branch.anchor == GROUP
        self.grows = not plan.kind.closed
        job = Job(book, kind, branch, book.codes_of(kind))
        wild = frozenset(f for f in range(deck.faces) if deck.copies[f] and deck.held_wild[f])
        natural = frozenset(f for f in job.by_face if f not in wild)
        places = Places(deck, job, wild, natural)
        self.natural = deck.spread(sum(1 << f for f in natural))
        self.code_at: dict[tuple[int, int, int], int] = {}
        """The code of a wild card (face, rank, suit; any suit for groups)."""
        for face in wild:
            for code, rank in job.by_face.get(face, ()):
                suit = -1 if self.group else deck.suit_of[code]
                self.code_at.setdefault((face, rank, suit), code)
        number = {True: 2, None: 1, False: 0}
        ranks = range(len(deck.ranks))
        self.ranks: dict[int, tuple[int, int]] = {}
        self.lanes: dict[int, Lane] = {}
        self.suits: dict[int, int] = {}
        self.line: tuple[int, ...] = ()
        self.place_of: dict[int, int] = {}
        """The place of each rank on the line, where each has but one."""
        if self.group:
            for rank in ranks:
                one = sum(1 << f for f in natural if deck.rank_of[f] == rank)
                self.ranks[rank] = (deck.spread(one), number[places.standing(rank, None)])
            return
        self.line = deck.lines[branch.line].ranks
        if len(set(self.line)) == len(self.line):
            self.place_of = {rank: place for place, rank in enumerate(self.line)}
        for suit in range(len(deck.suits)):
            faces = [deck.face(rank, suit) for rank in self.line]
            one = sum(1 << f for f in set(faces) & natural)
            self.suits[suit] = deck.spread(one)
            self.lanes[suit] = Lane(
                tuple(1 << f if f in natural else 0 for f in faces),
                tuple(number[places.standing(rank, suit)] for rank in self.line),
            )

    def takes(self, face: int, held: int, wilds: int, some: int) -> Iterator[Take]:
        """New melds with this card: all choices of natural cards beside it.

        ``some`` is the least standing with which a wild card may be placed.
        """
        if not self.natural >> face & 1:
            return
        if self.group:
            yield from self._of_rank(face, held, 0, some)
            return
        lane = self.lanes[self.deck.suit_of[face]]
        for place, card in enumerate(lane.cards):
            if card == 1 << face:
                lows = self._side(lane, place, -1, held, wilds, some)
                highs = self._side(lane, place, 1, held, wilds, some)
                for take in self._joined(lane, lows, highs, 0, wilds, some):
                    cards, low, high, needed, most = take
                    yield cards | card, low, high, needed, most - 1

    def joins(
        self, shape: Shape, low: int, face: int, held: int, wilds: int, some: int
    ) -> Iterator[Take]:
        """Additions to a meld with this card: all choices of natural cards beside it.

        ``low`` is the first place of a run on its line.
        """
        if not self.natural >> face & 1:
            return
        deck, code = self.deck, shape.codes[0]
        if self.group:
            if deck.rank_of[code] == deck.rank_of[face]:
                yield from self._of_rank(face, held, shape.size, some)
            return
        if deck.suit_of[code] != deck.suit_of[face]:
            return
        lane = self.lanes[deck.suit_of[face]]
        high = low + shape.size - 1
        lows = self._side(lane, low, -1, held, wilds, some)
        highs = self._side(lane, high, 1, held, wilds, some)
        for take in self._joined(lane, lows, highs, shape.size, wilds, some):
            if take[0] >> face & 1:
                yield take

    def around(self, face: int) -> int:
        """The natural cards that can lie in a meld with this card; none if it cannot lie in one."""
        if not self.natural >> face & 1:
            return 0
        if self.group:
            return self.ranks[self.deck.rank_of[face]][0]
        return self.suits[self.deck.suit_of[face]]

    def low(self, shape: Shape) -> int:
        """The first place of a run on its line."""
        if self.group:
            return 0
        rank_of = self.deck.rank_of
        if self.place_of:
            return min([self.place_of[rank_of[code]] for code in shape.codes])
        ranks = sorted(rank_of[code] for code in shape.codes)
        size = shape.size
        return next(
            start
            for start in range(len(self.line) - size + 1)
            if sorted(self.line[start : start + size]) == ranks
        )

    def beside(self, shape: Shape) -> int:
        """The natural cards of its rank or suit: no others can come to a meld."""
        code = shape.codes[0]
        if self.group:
            return self.ranks[self.deck.rank_of[code]][0]
        return self.suits[self.deck.suit_of[code]]

    def room(self, shape: Shape, low: int, some: int) -> int:
        """How many wild cards can be added to a meld."""
        if self.group:
            standing = self.ranks[self.deck.rank_of[shape.codes[0]]][1]
            return self.most - shape.size if standing >= some else 0
        lane = self.lanes[self.deck.suit_of[shape.codes[0]]]
        return self._reach(lane, low, low + shape.size - 1, some) - shape.size

    def _of_rank(self, face: int, held: int, size: int, some: int) -> Iterator[Take]:
        rank = self.deck.rank_of[face]
        mask, standing = self.ranks[rank]
        cards = held & mask
        width = self.deck.faces
        for number in range(min(cards.bit_count(), self.most - size), 0, -1):
            room = self.most - size - number if standing >= some else 0
            for part in choices_of(cards, number, width):
                if part >> face & 1:
                    yield part, rank, rank, 0, room

    def _side(
        self, lane: Lane, place: int, step: int, held: int, wilds: int, some: int
    ) -> list[Side]:
        """How far natural cards can go on one side of a place."""
        found = [(place, 0, 0)]
        states = [(0, 0)]
        place += step
        while states and 0 <= place < len(lane.cards):
            card = held & lane.cards[place]
            wild_can = lane.standing[place] >= some
            after = (
                [(taken, used + 1) for taken, used in states if used < wilds] if wild_can else []
            )
            if card:
                found += [(place, taken | card, used) for taken, used in states]
                after += [(taken | card, used) for taken, used in states]
            states = after
            place += step
        return found

    def _joined(
        self, lane: Lane, lows: list[Side], highs: list[Side], size: int, wilds: int, some: int
    ) -> Iterator[Take]:
        for low, left, before in lows:
            for high, right, behind in highs:
                needed = before + behind
                if needed <= wilds and high - low < self.most:
                    cards = left | right
                    room = self._reach(lane, low, high, some) - size - cards.bit_count()
                    yield cards, low, high, needed, room

    def _reach(self, lane: Lane, low: int, high: int, some: int) -> int:
        """How many places a run can have that covers these."""
        standing = lane.standing
        while low > 0 and standing[low - 1] >= some:
            low -= 1
        while high + 1 < len(standing) and standing[high + 1] >= some:
            high += 1
        return min(self.most, high - low + 1)


def sort_of(book: Book, kind: int) -> Sort | None:
    """An ordinary kind with all its places, or None."""
    plan = book.plans[kind]
    if plan.kind.shifts:
        return None
    if piece_of(book, kind, plan.branches[0].sizes[0] if plan.branches else 0) is None:
        return None
    branch = plan.branches[0]
    if branch.anchor != GROUP:
        line = book.deck.lines[branch.line]
        twice = [
            later - first < branch.sizes[-1]
            for first, rank in enumerate(line.ranks)
            for later in range(first + 1, len(line.ranks))
            if line.ranks[later] == rank
        ]
        if line.around or any(twice):
            return None
    if not plan.kind.closed and tuple(plan.kind.grows_into) != (kind,):
        return None
    return Sort(book, kind)
