"""How an opening ends, for ordinary kinds of meld: by counting wild cards.

The search looks at the dearest natural card in hand: every choice of natural
cards that it can be laid with, or it is left. Wild cards are only counted, and
those to spare go where there is room. What is found is then laid card by card.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rummy.cards import bag_remove, bag_subtract
from rummy.melds.finish import MOST_NODES, NO_BOUND, GaveUp, Question
from rummy.melds.needs import ANY, Needs, Witness, without
from rummy.melds.quick import Quick
from rummy.melds.sorts import Sort, Take, sort_of

if TYPE_CHECKING:
    from rummy.melds.shapes import Book, Growth, Shape

Done = tuple[int, Sort, Take, int]
"""A meld laid (-1) or added to (its number), its cards, wild cards needed."""
SURE, HOPEFUL = 2, 1
"""Wild cards stand where all of them can, or where at least some can."""


class Counted:
    """Searches by counting, where that can be done."""

    def __init__(self, book: Book, quick: Quick) -> None:
        self.book = book
        self.quick = quick
        deck = book.deck
        self.sorts = tuple(sort_of(book, kind) for kind in range(len(book.plans)))
        self.wild_faces = [f for f in range(deck.faces) if deck.copies[f] and deck.held_wild[f]]
        self.partly = any(
            1 in lane.standing for sort in self.sorts if sort for lane in sort.lanes.values()
        )
        self._orders: dict[tuple[int, ...], list[int]] = {}
        pieces = [quick.pieces((kind, 0)) for kind in range(len(book.plans))]
        self.all_wild = [bool(some and some[0].all_wild) for some in pieces]

    def dearest_first(self, points: Sequence[int]) -> list[int]:
        """The natural cards, those of most points first; that of one deck is known."""
        key = tuple(points)
        if key not in self._orders:
            deck = self.book.deck
            self._orders[key] = sorted(
                (f for f in range(deck.faces) if not deck.held_wild[f]),
                key=lambda f: (-key[f], f),
            )
        return self._orders[key]

    def can(self, question: Question, needs: Needs) -> bool:
        """Whether the question is one for counting."""
        points = question.points
        if question.accept is not None or min(points) < 0:
            return False
        if len({points[f] for f in self.wild_faces}) > 1:
            return False
        asked = {kind for kind, _ in needs}
        if question.more or ANY in asked:
            asked = set(range(len(self.sorts)))
        if question.lay_off:
            asked.update(shape.kind for shape in (*question.table, *question.laid))
        return all(self.sorts[kind] is not None for kind in asked)

    def ask(self, question: Question, bag: int, needs: Needs) -> Witness | bool:
        """A way to open within the bounds; False: there is none; True: it cannot be told."""
        search = CountedSearch(self, question, needs, SURE)
        if search.run(bag, needs):
            return search.witness(bag) or True
        if self.partly or any(self.all_wild):
            return CountedSearch(self, question, needs, HOPEFUL).run(bag, needs)
        return False


class CountedSearch:
    """One search; ``some`` says where wild cards may be thought to stand."""

    def __init__(self, room: Counted, question: Question, needs: Needs, some: int) -> None:
        self.room = room
        self.question = question
        self.some = some
        self.deck = room.book.deck
        points = question.points
        self.points = points
        self.order = room.dearest_first(points)
        self.wild_points = points[room.wild_faces[0]] if room.wild_faces else 0
        kinds = {kind for kind, _ in needs}
        if question.more or ANY in kinds:
            kinds = set(range(len(room.sorts)))
        self.sorts = [s for s in room.sorts if s is not None and s.kind in kinds]
        self.table: list[tuple[int, Shape, Sort, int]] = []
        self.rooms: dict[int, int] = {}
        self.failed: dict[tuple[int, int, Needs, int, int], list[tuple[int, int]]] = {}
        self.done: list[Done] = []
        self.spare = 0

    def run(self, bag: int, needs: Needs) -> bool:
        """Whether there is a way."""
        asked, capacity = self.question, 0
        self.table, self.rooms = [], {}
        if asked.lay_off:
            for number, shape in enumerate((*asked.table, *asked.laid)):
                sort = self.room.sorts[shape.kind]
                assert sort is not None  # else counting was not for this
                if sort.grows:
                    low = _low(sort, shape)
                    self.table.append((number, shape, sort, low))
                    self.rooms[number] = sort.room(shape, low, self.some)
                    capacity += self.rooms[number]
        natural = bag & ~self.room.quick.wild
        wilds = (bag ^ natural).bit_count()
        worth = sum(self.points[f] for f in self.deck.bag_faces(natural))
        return self._step(
            natural, worth, wilds, needs, 0, capacity, asked.most_left, asked.most_cards
        )

    def _step(
        self,
        natural: int,
        worth: int,
        wilds: int,
        needs: Needs,
        used: int,
        capacity: int,
        budget: int,
        cards: int,
    ) -> bool:
        asked = self.question
        asked.nodes += 1
        if asked.nodes > MOST_NODES:
            raise GaveUp
        if needs:
            if self.room.quick.count(natural, wilds, needs) is False:
                return False
        else:
            over = max(0, wilds - capacity)
            if natural.bit_count() + over <= cards and worth + over * self.wild_points <= budget:
                self.spare = wilds - over
                return True
            if not asked.more and worth - self._joinable(natural, used) > budget:
                return False
        if (
            self.some == HOPEFUL
            and needs
            and self._only_wild(natural, worth, wilds, needs, used, capacity, budget, cards)
        ):
            return True
        if not natural:
            return False
        key = (natural, wilds, needs, used, min(capacity, wilds))
        failures = self.failed.get(key, ())
        for points, number in failures:
            if budget <= points and cards <= number:
                return False
        face = next(f for f in self.order if natural >> f & 1)
        for number, sort, take, needed, rest, more_used, room in self._choices(
            face, natural, wilds, needs, used
        ):
            self.done.append((number, sort, take, needed))
            part = take[0]
            left = bag_subtract(natural, part, self.deck.faces, self.deck.full)
            gone = sum([self.points[f] for f in self.deck.bag_faces(part)])
            if self._step(
                left, worth - gone, wilds - needed, rest, more_used, capacity + room, budget, cards
            ):
                return True
            self.done.pop()
        price = self.points[face]
        if cards and price <= budget:
            left = bag_remove(natural, face, self.deck.faces)
            below = budget if budget >= NO_BOUND else budget - price
            if self._step(left, worth - price, wilds, needs, used, capacity, below, cards - 1):
                return True
        self.failed.setdefault(key, []).append((budget, cards))
        return False

    def _joinable(self, natural: int, used: int) -> int:
        """No more points than these can go to melds not yet added to."""
        mask = 0
        for place, (_, shape, sort, _) in enumerate(self.table):
            if not used >> place & 1:
                mask |= sort.beside(shape)
        return sum([self.points[f] for f in self.deck.bag_faces(natural & mask)])

    def _choices(
        self, face: int, natural: int, wilds: int, needs: Needs, used: int
    ) -> list[tuple[int, Sort, Take, int, Needs, int, int]]:
        """All that can be done with a card, those that take most natural cards first."""
        found = []
        for place, (number, shape, sort, low) in enumerate(self.table):
            if used >> place & 1:
                continue
            for take in sort.joins(shape, low, face, natural, wilds, self.some):
                if take[3] <= take[4]:
                    room = take[4] - take[3] - self.rooms[number]
                    found.append((number, sort, take, take[3], needs, used | 1 << place, room))
        if needs or self.question.more:
            for sort in self.sorts:
                for take in sort.takes(face, natural, wilds, self.some):
                    size = take[0].bit_count()
                    most = take[4]
                    for least, rest in self._ways(sort, needs):
                        needed = max(take[3], least - size)
                        if needed <= most and needed <= wilds:
                            found.append((-1, sort, take, needed, rest, used, most - needed))
        found.sort(key=lambda choice: (choice[3], -choice[2][0].bit_count()))
        return found

    def _ways(self, sort: Sort, needs: Needs) -> list[tuple[int, Needs]]:
        """Which needs a new meld of a kind may fill: least sizes, and the needs after it."""
        found = []
        for place, need in enumerate(needs):
            if need[0] in (ANY, sort.kind) and (not place or needs[place - 1] != need):
                found.append((max(need[1], sort.least), without(needs, place)))
        if self.question.more:
            found.append((sort.least, needs))
        return found

    def _only_wild(
        self,
        natural: int,
        worth: int,
        wilds: int,
        needs: Needs,
        used: int,
        capacity: int,
        budget: int,
        cards: int,
    ) -> bool:
        """Fill a need with wild cards alone, where a kind may allow it."""
        for sort in self.sorts:
            if self.room.all_wild[sort.kind]:
                for least, rest in self._ways(sort, needs):
                    if least <= wilds and rest != needs:
                        room = capacity + sort.most - least
                        left = wilds - least
                        if self._step(natural, worth, left, rest, used, room, budget, cards):
                            return True
        return False

    # --- from numbers to cards ------------------------------------------------

    def witness(self, bag: int) -> Witness | None:
        """The play itself; None if some card cannot be placed as it was counted."""
        deck = self.deck
        wild = list(deck.bag_faces(bag & self.room.quick.wild))
        natural = bag & ~self.room.quick.wild
        spare = self.spare
        melds: list[Shape] = []
        added: list[tuple[int, Growth]] = []
        before = {number: (shape, sort, low) for number, shape, sort, low in self.table}
        for number, sort, take, needed in self.done:
            more = min(spare, take[4] - needed)
            spare -= more
            natural = bag_subtract(natural, take[0], deck.faces, deck.full)
            if number >= 0:
                shape, _, low = before.pop(number)
                if not self._add(added, number, sort, shape, low, take, needed + more, wild):
                    return None
                continue
            codes = [code for code, _ in self._fill(sort, take, needed + more, wild, None, 0)]
            made = self.room.book.shape(sort.kind, tuple(sorted(codes)))
            if made is None:
                return None
            melds.append(made)
        for number, (shape, sort, low) in before.items():
            more = min(spare, self.rooms[number])
            spare -= more
            if more:
                place = deck.rank_of[shape.codes[0]] if sort.group else low
                high = place if sort.group else low + shape.size - 1
                take = (0, place, high, 0, more)
                if not self._add(added, number, sort, shape, low, take, more, wild):
                    return None
        left = natural
        rest = deck.bag((*deck.bag_faces(left), *wild))
        return Witness(tuple(melds), tuple(added), rest)

    def _add(
        self,
        added: list[tuple[int, Growth]],
        number: int,
        sort: Sort,
        shape: Shape,
        low: int,
        take: Take,
        wilds: int,
        wild: list[int],
    ) -> bool:
        """Add cards to a meld one after another, outwards from where it lies."""
        cards = self._fill(sort, take, wilds, wild, shape, low)
        now = shape
        for code, _ in cards:
            growth = next((g for g in now.growth if g.code == code), None)
            if growth is None:
                return False
            added.append((number, growth))
            now = growth.shape
        return True

    def _fill(
        self, sort: Sort, take: Take, wilds: int, wild: list[int], shape: Shape | None, start: int
    ) -> list[tuple[int, int]]:
        """Codes and places of the cards that come to a meld, those inside first.

        The wild cards are taken from ``wild``.
        """
        deck = self.deck
        cards, low, high, _, _ = take
        if sort.group:
            codes = [(face, 0) for face in deck.bag_faces(cards)]
            for _ in range(wilds):
                face = wild.pop()
                codes.append((sort.code_at[face, low, -1], 0))
            return codes
        face = deck.bag_faces(cards)[0] if shape is None else -1
        suit = deck.suit_of[face] if shape is None else deck.suit_of[shape.codes[0]]
        lane = sort.lanes[suit]
        needed = high - low + 1 - cards.bit_count() - (0 if shape is None else shape.size)
        extra = wilds - needed
        while extra:
            if high + 1 < len(lane.standing) and lane.standing[high + 1] >= SURE:
                high += 1
            else:
                low -= 1
            extra -= 1
        if shape is None:
            order = list(range(low, high + 1))
        else:
            end = start + shape.size
            order = [*range(end, high + 1), *range(start - 1, low - 1, -1)]
        codes = []
        for place in order:
            card = lane.cards[place]
            if card and cards & card:
                codes.append((card.bit_length() - 1, place))
            else:
                codes.append((sort.code_at[wild.pop(), sort.line[place], suit], place))
        return codes


def _low(sort: Sort, shape: Shape) -> int:
    """The first place of a run on its line."""
    if sort.group:
        return 0
    rank_of = sort.deck.rank_of
    ranks = sorted(rank_of[code] for code in shape.codes)
    size = shape.size
    return next(
        start
        for start in range(len(sort.line) - size + 1)
        if sorted(sort.line[start : start + size]) == ranks
    )
