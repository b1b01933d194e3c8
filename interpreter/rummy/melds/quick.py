"""Can a hand be opened, for ordinary kinds of meld: by counting wild cards only.

A meld of an ordinary kind (see ``pieces``) is some natural cards, and as many
wild cards as it is short of. What is not ordinary is left to the search among
real melds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rummy.cards import bag_subtract
from rummy.melds.needs import ANY, Need, Needs
from rummy.melds.parts import HeldRow, Row
from rummy.melds.pieces import Piece, piece_of

if TYPE_CHECKING:
    from rummy.melds.shapes import Book

MOST_COUNTED = 50_000
"""So many answers are remembered."""
MOST_FILLINGS = 1_000
"""So many ways to fill needs are listed for one hand; with more each question is asked anew."""
MOST_WAYS = 8
"""So many ways to fill some needs are tried for parts of one hand."""
NEVER = 1 << 30
"""More wild cards than there are."""


class Quick:
    """Answers for needs of which all are for ordinary kinds."""

    def __init__(self, book: Book) -> None:
        self.book = book
        deck = book.deck
        self.width, self.full = deck.faces, deck.full
        self.wild = deck.mask(lambda face: bool(deck.held_wild[face]))
        self._pieces: dict[Need, tuple[Piece, ...] | None] = {}
        self._rows: dict[tuple[Piece, ...], Row] = {}
        self._known: dict[Needs, Asker | None] = {}
        self._counted: dict[tuple[int, int, Needs], bool | None] = {}

    def ask(self, bag: int, needs: Needs) -> bool | None:
        """Whether the needs can be filled; None: this cannot be told here."""
        asker = self.asker_of(needs)
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
        asker = self.asker_of(needs)
        found = self._counted[key] = None if asker is None else asker.ask(natural, wilds)
        return found

    def fillings_of(self, natural: int, wilds: int, needs: Needs) -> FillingsOf | None:
        """The ways to fill needs from a hand, for questions about parts of it."""
        asker = self.asker_of(needs)
        return None if asker is None else FillingsOf(asker, natural, wilds)

    def forget(self) -> None:
        """Forget all answers."""
        self._counted.clear()
        for row in self._rows.values():
            row.forget()

    def asker_of(self, needs: Needs) -> Asker | None:
        """The question for some needs; None if they are not all for ordinary kinds."""
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
            rows.append((pieces, self._row(pieces)))
        return Asker(self, rows)

    def _row(self, pieces: tuple[Piece, ...]) -> Row:
        if pieces not in self._rows:
            self._rows[pieces] = Row(pieces, self.width)
        return self._rows[pieces]

    def row(self, kinds: Iterable[int]) -> Row | None:
        """All melds of some kinds, of their least sizes; None if one is not ordinary."""
        pieces: list[Piece] = []
        for kind in kinds:
            some = self.pieces((kind, 0))
            if some is None:
                return None
            pieces += some
        return self._row(tuple(pieces))

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

    def __init__(self, quick: Quick, needed: Sequence[tuple[tuple[Piece, ...], Row]]) -> None:
        self.width, self.full = quick.width, quick.full
        count = len(needed)
        self.count = count
        rows = [pieces for pieces, _ in needed]
        self.cards = sum(min((p.least for p in row), default=0) for row in rows)
        self.rows: list[Row] = []
        self.which: list[int] = []
        """For each need the number of its row."""
        for _, row in needed:
            if row not in self.rows:
                self.rows.append(row)
            self.which.append(self.rows.index(row))
        # for how many needs from this one on, it among them, the same is asked
        self.same = [1] * count
        for i in range(count - 2, -1, -1):
            if self.which[i] == self.which[i + 1]:
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
        self.all_wild = min((p.least for p in self.without), default=NEVER)
        """With fewer wild cards no meld is of wild cards alone."""

    def ask(self, natural: int, wilds: int) -> bool | None:
        """Whether the needs can be filled from these cards."""
        if natural.bit_count() + wilds < self.cards:
            return False
        if self.plenty(natural, wilds) or self.find(natural, wilds) is not None:
            return True
        return False if wilds < self.all_wild else self.otherwise(natural, wilds)

    def plenty(self, natural: int, wilds: int) -> bool:
        """Whether the wild cards are enough with one natural card for each need."""
        return self.tail[0] <= wilds and (natural & self.lone).bit_count() >= self.count

    def otherwise(self, natural: int, wilds: int) -> bool | None:
        """The answer where melds with natural cards cannot fill the needs."""
        for piece in self.without:
            if wilds >= piece.least and not (
                piece.lone and (natural & piece.natural).bit_count() > self.spare
            ):
                return None
        return False

    def find(
        self, natural: int, wilds: int, held: Sequence[HeldRow] | None = None
    ) -> tuple[int, int] | None:
        """The natural cards of a way to fill the needs, and its wild cards.

        ``held``: what a hand has of which the natural cards are a part.
        """
        same, tail, lone, width, full = self.same, self.tail, self.lone, self.width, self.full
        if held is None:
            held = self.held(natural)
        rows = [held[number] for number in self.which]
        for i, row in enumerate(rows):
            if (not i or row is not rows[i - 1]) and not row.reach(wilds // same[i]):
                return None
        last = self.count - 1
        if len(held) == 1 and last > wilds:
            # so many melds have no wild card; one of them is laid twice only with all its twins
            whole = held[0].reach(0)
            if whole <= last - wilds:
                twins = natural >> width
                if not any(part & twins == part for part in held[0].parts[:whole]):
                    return None

        def fill(place: int, start: int, rest: int, spare: int) -> tuple[int, int] | None:
            if tail[place] <= spare and (rest & lone).bit_count() > last - place:
                for _ in range(place, last + 1):
                    one = rest & lone & full
                    rest = bag_subtract(rest, one & -one, width, full)
                return rest, spare - tail[place]
            row, go_on = rows[place], same[place]
            parts, costs = row.parts, row.costs
            end = row.reach(spare // go_on)
            for i in range(start, end):
                part = parts[i]
                if part & rest == part:
                    if part > full or rest >> width & part:
                        left = bag_subtract(rest, part, width, full)
                    else:
                        left = rest ^ part
                    if place == last:
                        return left, spare - costs[i]
                    done = fill(place + 1, i if go_on > 1 else 0, left, spare - costs[i])
                    if done is not None:
                        return done
            return None

        done = (natural, wilds) if last < 0 else fill(0, 0, natural, wilds)
        return (
            None if done is None else (bag_subtract(natural, done[0], width, full), wilds - done[1])
        )

    def held(self, natural: int) -> list[HeldRow]:
        """What natural cards have for each row of the needs."""
        return [row.held(natural) for row in self.rows]

    def fillings(self, natural: int, wilds: int, most: int) -> list[list[int]] | None:
        """The natural cards of every way to fill the needs, by its wild cards.

        None: there are more than ``most``.
        """
        same, width, full = self.same, self.width, self.full
        held = self.held(natural)
        rows = [held[number] for number in self.which]
        last = self.count - 1
        found: list[dict[int, None]] = [{} for _ in range(wilds + 1)]
        room = most

        def fill(place: int, start: int, rest: int, spare: int) -> bool:
            nonlocal room
            row, go_on = rows[place], same[place]
            end = row.reach(spare // go_on)
            parts, costs = row.parts, row.costs
            for i in range(start, end):
                part = parts[i]
                if part & rest != part:
                    continue
                if part > full or rest >> width & part:
                    left = bag_subtract(rest, part, width, full)
                else:
                    left = rest ^ part
                if place < last:
                    if not fill(place + 1, i if go_on > 1 else 0, left, spare - costs[i]):
                        return False
                    continue
                room -= 1
                if room < 0:
                    return False
                taken = (
                    natural ^ left if natural <= full else bag_subtract(natural, left, width, full)
                )
                found[wilds - spare + costs[i]][taken] = None
            return True

        if last < 0:
            return [[0]]
        return [list(some) for some in found] if fill(0, 0, natural, wilds) else None


class FillingsOf:
    """The ways to fill needs from a hand: which parts of the hand still have one?"""

    def __init__(self, asker: Asker, natural: int, wilds: int) -> None:
        self.asker = asker
        self.most = max(0, min(wilds, asker.tail[0] - 1))
        """The wild cards of the ways that are listed; with more a card for each need is enough."""
        self.ways = asker.fillings(natural, self.most, MOST_FILLINGS)

    def fit(self, natural: int, wilds: int) -> bool | None:
        """Whether a part of the hand fills the needs; None: it cannot be told here."""
        asker = self.asker
        if asker.plenty(natural, wilds):
            return True
        if self.ways is None or wilds > self.most:
            return asker.ask(natural, wilds)
        for some in self.ways[: wilds + 1]:
            for way in some:
                if way & natural == way:
                    return True
        return asker.otherwise(natural, wilds)


class PartsOf:
    """Whether parts of one hand fill needs; ways found before are tried first."""

    def __init__(self, quick: Quick, natural: int) -> None:
        self.quick = quick
        self.natural = natural
        self._ways: dict[Needs, list[tuple[int, int]]] = {}
        self._held: dict[Needs, list[HeldRow]] = {}
        self._refused: set[tuple[int, int, Needs]] = set()

    def may(self, natural: int, wilds: int, needs: Needs) -> bool:
        """False: these cards surely cannot fill the needs."""
        ways = self._ways.get(needs)
        if ways is None:
            ways = self._ways[needs] = []
        for taken, spent in ways:
            if spent <= wilds and taken & natural == taken:
                return True
        key = (natural, wilds, needs)
        if key in self._refused:
            return False
        asker = self.quick.asker_of(needs)
        if asker is None:
            return True
        if natural.bit_count() + wilds >= asker.cards:
            held = self._held.get(needs)
            if held is None:
                held = self._held[needs] = asker.held(self.natural)
            way = asker.find(natural, wilds, held)
            if way is not None:
                ways.insert(0, way)
                del ways[MOST_WAYS:]
                return True
            if asker.otherwise(natural, wilds) is None:
                return True
        if len(self._refused) >= MOST_COUNTED:
            self._refused.clear()
        self._refused.add(key)
        return False
