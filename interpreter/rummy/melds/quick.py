"""Can a hand be opened, for ordinary kinds of meld: by counting wild cards only.

A meld of an ordinary kind (see ``pieces``) is some natural cards, and as many
wild cards as it is short of. What is not ordinary is left to the search among
real melds.
"""

from __future__ import annotations

from collections.abc import Sequence
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

    def fillings_of(self, natural: int, wilds: int, needs: Needs) -> FillingsOf | None:
        """The ways to fill needs from a hand, for questions about parts of it."""
        asker = self._asker(needs)
        return None if asker is None else FillingsOf(asker, natural, wilds)

    def forget(self) -> None:
        """Forget all answers."""
        self._counted.clear()
        for row in self._rows.values():
            row.forget()

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
            if pieces not in self._rows:
                self._rows[pieces] = Row(pieces, self.width)
            rows.append((pieces, self._rows[pieces]))
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
        if self.plenty(natural, wilds) or self._fill(natural, wilds):
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

    def _fill(self, natural: int, wilds: int) -> bool:
        """Fill need after need, with few wild cards first."""
        same, tail, lone, width, full = self.same, self.tail, self.lone, self.width, self.full
        held = [HeldRow(row, natural) for row in self.rows]
        rows = [held[number] for number in self.which]
        for i, row in enumerate(rows):
            if (not i or row is not rows[i - 1]) and not row.reach(wilds // same[i]):
                return False
        last = self.count - 1
        if len(held) == 1 and last > wilds:
            # so many melds have no wild card; one of them is laid twice only with all its twins
            whole = held[0].reach(0)
            if whole <= last - wilds:
                twins = natural >> width
                if not any(part & twins == part for part in held[0].parts[:whole]):
                    return False

        def fill(place: int, start: int, rest: int, spare: int) -> bool:
            if tail[place] <= spare and (rest & lone).bit_count() > last - place:
                return True
            row, go_on = rows[place], same[place]
            parts = row.parts
            end = row.reach(spare // go_on)
            if place == last:
                for i in range(start, end):
                    part = parts[i]
                    if part & rest == part:
                        return True
                return False
            costs = row.costs
            for i in range(start, end):
                part = parts[i]
                if part & rest == part:
                    if part > full or rest >> width & part:
                        left = bag_subtract(rest, part, width, full)
                    else:
                        left = rest ^ part
                    if fill(place + 1, i if go_on > 1 else 0, left, spare - costs[i]):
                        return True
            return False

        return last < 0 or fill(0, 0, natural, wilds)

    def fillings(self, natural: int, wilds: int, most: int) -> list[list[int]] | None:
        """The natural cards of every way to fill the needs, by its wild cards.

        None: there are more than ``most``.
        """
        same, width, full = self.same, self.width, self.full
        held = [HeldRow(row, natural) for row in self.rows]
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
