"""Can a hand be opened, for ordinary kinds of meld: by counting wild cards only.

An ordinary kind is cards of one rank, or neighbours of one suit, in which any
wild card may stand for any card that is missing, with one card at least that
is none. Then a meld is some natural cards out of a rank or a stretch of a
line, and as many wild cards as it is short of. What is not ordinary is left
to the search among real melds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from rummy.cards import bag_subtract
from rummy.lang.trees import Each, Not
from rummy.melds.enumerate import Job
from rummy.melds.least import shrinks
from rummy.melds.needs import ANY, Need, Needs
from rummy.melds.plan import GROUP, RUN
from rummy.melds.shapes import windows

if TYPE_CHECKING:
    from rummy.cards import Deck
    from rummy.lang.trees import Node
    from rummy.melds.shapes import Book

Spot = tuple[int, int]
"""Natural cards of a rank (all layers) or of a stretch (one each), and those of
them that no wild card can stand for."""

MOST_COUNTED = 50_000
"""So many answers are remembered."""
NEVER = 1 << 30
"""More wild cards than there are."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Where the melds of one kind with a least size can be."""

    least: int
    stretches: tuple[Spot, ...]
    ranks: tuple[Spot, ...]
    natural: int
    """The natural cards that can be in such a meld (all layers)."""
    lone: bool
    """Whether each of them is a meld with wild cards alone."""
    all_wild: bool
    """Whether there may be melds without a natural card."""


def piece_of(book: Book, kind: int, least: int) -> Piece | None:
    """How an ordinary kind is looked for at its least size; None: it is not ordinary."""
    plan = book.plans[kind]
    if not shrinks(plan):
        return None
    branch = plan.branches[0]
    if not all(map(_about_each, branch.cuts)):
        return None
    size = max(least, branch.sizes[0])
    if size > branch.sizes[-1]:
        return Piece(size, (), (), 0, True, False)
    deck = book.deck
    job = Job(book, kind, branch, book.codes_of(kind))
    wild = frozenset(f for f in range(deck.faces) if deck.copies[f] and deck.held_wild[f])
    natural = frozenset(f for f in job.by_face if f not in wild)
    alone = False
    if branch.residue:
        truth = book.judge.truth(branch.residue[0])
        for face, codes in job.by_face.items():
            for code, _ in codes:
                if face in natural:
                    if not truth((code,)):
                        return None
                elif truth((code,)):
                    if code >= deck.faces:
                        return None
                    alone = True
    else:
        alone = True
    places = Places(deck, job, wild, natural)
    if branch.anchor == GROUP:
        spots = places.ranks()
        return None if spots is None else _piece(deck, size, (), spots, natural, alone)
    if branch.anchor == RUN and branch.over == "suit":
        spots = places.stretches(branch.line, size)
        return None if spots is None else _piece(deck, size, spots, (), natural, alone)
    return None


def _about_each(node: Node) -> bool:
    """Whether a condition is asked of each card for itself."""
    if isinstance(node, Not):
        return isinstance(node.item, Each) and node.item.op == "any"
    return isinstance(node, Each) and node.op == "all"


def _piece(
    deck: Deck,
    size: int,
    stretches: tuple[Spot, ...],
    ranks: tuple[Spot, ...],
    natural: frozenset[int],
    all_wild: bool,
) -> Piece:
    free = 0
    for cards, fixed in (*stretches, *ranks):
        free |= cards if not fixed else fixed if not fixed & (fixed - 1) else 0
    mask = sum(1 << f for f in natural)
    return Piece(size, stretches, ranks, deck.spread(mask), not mask & ~free, all_wild)


class Places:
    """Which places of melds can be filled by natural and by wild cards."""

    def __init__(self, deck: Deck, job: Job, wild: frozenset[int], natural: frozenset[int]) -> None:
        self.deck = deck
        self.job = job
        self.wild = wild
        self.natural = natural

    def standing(self, rank: int, suit: int | None) -> bool | None:
        """Whether all wild cards can stand there; None if only some can."""
        deck, by_face = self.deck, self.job.by_face
        can = {
            face
            for face in self.wild
            for code, _ in by_face.get(face, ())
            if deck.rank_of[code] == rank and suit in (None, deck.suit_of[code])
        }
        return True if can == self.wild else None if can else False

    def ranks(self) -> tuple[Spot, ...] | None:
        """One spot a rank."""
        deck, found = self.deck, []
        for rank in range(len(deck.ranks)):
            one = sum(1 << f for f in self.natural if deck.rank_of[f] == rank)
            standing = self.standing(rank, None)
            if one:
                if standing is None:
                    return None
                found.append((deck.spread(one), 0 if standing else deck.spread(one)))
        return tuple(found)

    def stretches(self, line: str, size: int) -> tuple[Spot, ...] | None:
        """One spot for each stretch of the line in each suit.

        A stretch where only some wild cards may stand at a place (a two in
        its own) is passed over if another has all its natural cards.
        """
        deck, found, partly = self.deck, [], []
        stretches = windows(deck.lines[line], size)
        for suit in range(len(deck.suits)):
            standing = [self.standing(rank, suit) for rank in range(len(deck.ranks))]
            for stretch in stretches:
                if len(set(stretch)) < size:
                    return None
                cards = fixed = 0
                whole = True
                for rank in stretch:
                    bit = 1 << deck.face(rank, suit)
                    is_natural = deck.face(rank, suit) in self.natural
                    if is_natural:
                        cards |= bit
                    if standing[rank] is False:
                        if not is_natural:
                            cards, whole = 0, True
                            break
                        fixed |= bit
                    elif standing[rank] is None:
                        whole = False
                if not cards:
                    continue
                if whole:
                    found.append((cards, fixed))
                else:
                    partly.append(cards)
        free = [cards for cards, fixed in found if not fixed]
        if not all(any(cards & one == cards for one in free) for cards in partly):
            return None
        return tuple(found)


class Quick:
    """Answers for needs of which all are for ordinary kinds."""

    def __init__(self, book: Book) -> None:
        self.book = book
        deck = book.deck
        self.width, self.full = deck.faces, deck.full
        self.wild = deck.mask(lambda face: bool(deck.held_wild[face]))
        self._pieces: dict[Need, tuple[Piece, ...] | None] = {}
        self._known: dict[Needs, Asker | None] = {}
        self._counted: dict[tuple[int, int, Needs], bool | None] = {}

    def ask(self, bag: int, needs: Needs) -> bool | None:
        """Whether the needs can be filled; None: this cannot be told here."""
        asker = self._asker(needs)
        if asker is None:
            return None
        natural = bag & ~self.wild
        return asker.ask(natural, (bag ^ natural).bit_count())

    def count(self, natural: int, wilds: int, needs: Needs) -> bool | None:
        """The same for natural cards and a number of wild ones; it is remembered."""
        key = (natural, wilds, needs)
        try:
            return self._counted[key]
        except KeyError:
            pass
        if len(self._counted) >= MOST_COUNTED:
            self._counted.clear()
        asker = self._asker(needs)
        found = self._counted[key] = None if asker is None else asker.ask(natural, wilds)
        return found

    def forget(self) -> None:
        """Forget all answers."""
        self._counted.clear()

    def _asker(self, needs: Needs) -> Asker | None:
        try:
            return self._known[needs]
        except KeyError:
            asker = self._known[needs] = self._make(needs)
            return asker

    def _make(self, needs: Needs) -> Asker | None:
        rows = []
        for need in sorted(needs, key=lambda n: (-n[1], n[0])):
            pieces = self.pieces(need)
            if pieces is None:
                return None
            rows.append(pieces)
        return Asker(self, rows)

    def pieces(self, need: Need) -> tuple[Piece, ...] | None:
        """How the kinds of a need are looked for; None if one of them is not ordinary."""
        if need not in self._pieces:
            kind, least = need
            kinds = range(len(self.book.plans)) if kind == ANY else (kind,)
            pieces = [piece_of(self.book, k, least) for k in kinds]
            whole = [piece for piece in pieces if piece is not None]
            self._pieces[need] = tuple(whole) if len(whole) == len(pieces) else None
        return self._pieces[need]


class Asker:
    """The question for some needs, the largest first, equal ones side by side."""

    def __init__(self, quick: Quick, rows: Sequence[tuple[Piece, ...]]) -> None:
        self.width, self.full = quick.width, quick.full
        self.rows = rows
        count = len(rows)
        self.count = count
        self.cards = sum(min((p.least for p in row), default=0) for row in rows)
        # for how many needs from this one on, it among them, the same is asked
        self.same = [1] * count
        for i in range(count - 2, -1, -1):
            if rows[i] == rows[i + 1]:
                self.same[i] += self.same[i + 1]
        # so many wild cards are enough if one natural card goes to each need from here on
        self.tail = [0] * (count + 1)
        self.lone = -1
        for i in range(count - 1, -1, -1):
            some = [p for p in rows[i] if p.lone and p.natural]
            one = min(some, key=lambda p: (p.least, -p.natural.bit_count()), default=None)
            self.tail[i] = self.tail[i + 1] + (NEVER if one is None else one.least - 1)
            self.lone &= 0 if one is None else one.natural
        # melds without a natural card are never needed while natural cards are to spare
        largest = max((p.least for row in rows for p in row), default=0)
        self.spare = (count - 1) * largest
        self.without = [p for row in rows for p in row if p.all_wild]

    def ask(self, natural: int, wilds: int) -> bool | None:
        """Whether the needs can be filled from these cards."""
        if natural.bit_count() + wilds < self.cards:
            return False
        if self.tail[0] <= wilds and (natural & self.lone).bit_count() >= self.count:
            return True
        if self._fill(natural, wilds):
            return True
        for piece in self.without:
            if wilds >= piece.least and not (
                piece.lone and (natural & piece.natural).bit_count() > self.spare
            ):
                return None
        return False

    def _fill(self, natural: int, wilds: int) -> bool:
        """Fill need after need, with few wild cards first."""
        same, tail, lone, width, full = self.same, self.tail, self.lone, self.width, self.full
        rows: list[tuple[list[int], list[int]]] = []
        for i, pieces in enumerate(self.rows):
            if i and same[i - 1] > 1:
                rows.append(rows[-1])
                continue
            row = self._row(pieces, natural, wilds)
            if not row[0] or row[1][0] > wilds // same[i]:
                return False
            rows.append(row)
        count = self.count

        def fill(place: int, start: int, rest: int, spare: int) -> bool:
            if tail[place] <= spare and (rest & lone).bit_count() >= count - place:
                return True
            if place == count:
                return True
            parts, costs = rows[place]
            most = spare // same[place]
            go_on = same[place] > 1
            for i in range(start, len(parts)):
                cost = costs[i]
                if cost > most:
                    return False
                part = parts[i]
                if part & rest == part:
                    if part > full or rest >> width & part:
                        left = bag_subtract(rest, part, width, full)
                    else:
                        left = rest ^ part
                    if fill(place + 1, i if go_on else 0, left, spare - cost):
                        return True
            return False

        return fill(0, 0, natural, wilds)

    def _row(
        self, pieces: tuple[Piece, ...], natural: int, wilds: int
    ) -> tuple[list[int], list[int]]:
        """The natural cards of melds and how many wild cards each takes, fewest first."""
        width = self.width
        by_cost: list[dict[int, None]] = [{} for _ in range(wilds + 1)]
        once = natural & self.full
        for piece in pieces:
            least = piece.least
            short = least - wilds
            for cards, fixed in piece.stretches:
                held = once & cards
                number = held.bit_count()
                if number >= short and held and held & fixed == fixed:
                    by_cost[least - number][held] = None
                    for size in range(max(1, short), number):
                        into = by_cost[least - size]
                        for part in choices_of(held, size, 0):
                            if part & fixed == fixed:
                                into[part] = None
            for cards, fixed in piece.ranks:
                held = natural & cards
                number = held.bit_count()
                if number >= short and held:
                    if fixed:
                        sizes = range(least, min(number, least) + 1)
                    else:
                        sizes = range(max(1, short), min(number, least) + 1)
                    for size in sizes:
                        into = by_cost[least - size]
                        for part in choices_of(held, size, width):
                            into[part] = None
        parts: list[int] = []
        costs: list[int] = []
        for cost, some in enumerate(by_cost):
            parts += some
            costs += [cost] * len(some)
        return parts, costs


def choices_of(bag: int, size: int, width: int) -> Iterator[int]:
    """Every choice of so many cards out of a bag (with ``width``: there may be twins)."""
    bits = []
    rest = bag
    while rest:
        low = rest & -rest
        bits.append(low)
        rest ^= low
    if len(bits) == size:
        yield bag
        return
    for chosen in combinations(bits, size):
        part = sum(chosen)
        # a twin is taken only after the first of its face
        if not width or not (part >> width) & ~part:
            yield part
