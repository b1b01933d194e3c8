"""How an opening ends, for ordinary kinds of meld: by counting wild cards.

The search looks at the dearest natural card in hand: every choice of natural
cards that it can be laid with, or it is left. Wild cards are only counted, and
those to spare go where there is room. What is found is then laid card by card
(see ``placed``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummy.cards import bag_remove, bag_subtract
from rummy.melds.finish import MOST_NODES, NO_BOUND, GaveUp, Question
from rummy.melds.needs import ANY, Needs, Witness
from rummy.melds.options import Lying, Option, Options, in_order, sum_of, ways_to_fill
from rummy.melds.placed import Done, placed
from rummy.melds.quick import PartsOf, Quick
from rummy.melds.sorts import HOPEFUL, SURE, sort_of

if TYPE_CHECKING:
    from rummy.melds.shapes import Book

MOST_OPTIONS = 64
"""For so many ways to count points and kinds the options are remembered."""


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
        self._options: dict[tuple[object, ...], Options] = {}
        pieces = [quick.pieces((kind, 0)) for kind in range(len(book.plans))]
        self.all_wild = [bool(some and some[0].all_wild) for some in pieces]

    def options(self, question: Question, needs: Needs, some: int) -> Options:
        """What can be done with each card; it is remembered for like questions."""
        kinds = {kind for kind, _ in needs}
        if question.more or ANY in kinds:
            kinds = set(range(len(self.sorts)))
        points = tuple(question.points)
        key = (points, frozenset(kinds), question.more, some)
        known = self._options.get(key)
        if known is None:
            if len(self._options) >= MOST_OPTIONS:
                self._options.clear()
            known = self._options[key] = Options(
                self.book.deck, self.sorts, frozenset(kinds), question.more, points, some
            )
        return known

    def forget(self) -> None:
        """Forget the options of all hands."""
        self._options.clear()

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
    """One search, perhaps of several hands; ``some``: where wild cards may be thought to stand."""

    def __init__(self, room: Counted, question: Question, needs: Needs, some: int) -> None:
        self.room = room
        self.question = question
        self.some = some
        self.deck = room.book.deck
        self.options = room.options(question, needs, some)
        self.wild_points = question.points[room.wild_faces[0]] if room.wild_faces else 0
        self.table: list[tuple[int, Lying]] = []
        if question.lay_off:
            for number, shape in enumerate((*question.table, *question.laid)):
                lying = self.options.lying(shape)
                if lying is not None:
                    self.table.append((number, lying))
        self.capacity = sum([lying.room for _, lying in self.table])
        """So many wild cards find room on the table."""
        self.failed: dict[tuple[int, int, Needs, int, int], list[tuple[int, int]]] = {}
        self.done: list[Done] = []
        self.spare = 0
        self.parts = PartsOf(room.quick, 0)
        """What parts of the hand can fill."""
        self._beside: dict[int, int] = {}

    def run(self, bag: int, needs: Needs) -> bool:
        """Whether there is a way within the bounds of the question, as they are now."""
        asked = self.question
        self.done.clear()
        natural = bag & ~self.room.quick.wild
        wilds = (bag ^ natural).bit_count()
        worth = self.options.worth(natural)
        if natural & self.parts.natural != natural:
            self.parts = PartsOf(self.room.quick, natural)
        return self._step(
            natural, worth, wilds, needs, 0, self.capacity, asked.most_left, asked.most_cards
        )

    def witness(self, bag: int) -> Witness | None:
        """The play that was found; None if some card cannot be placed as it was counted."""
        room = self.room
        return placed(room.book, room.quick.wild, bag, self.done, self.table, self.spare)

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
            if not self.parts.may(natural, wilds, needs):
                return False
        else:
            over = wilds - capacity if wilds > capacity else 0
            if worth + over * self.wild_points <= budget and natural.bit_count() + over <= cards:
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
        key = (natural, wilds, needs, used, capacity if capacity < wilds else wilds)
        failures = self.failed.get(key)
        if failures is not None:
            for points, number in failures:
                if budget <= points and cards <= number:
                    return False
        options = self.options
        for mask in options.dearest:
            dearest = natural & mask
            if dearest:
                break
        face = (dearest & -dearest).bit_length() - 1
        width, full = self.deck.faces, self.deck.full
        for needed, _, number, sort, take, rest, bit, room, part, gone in self._choices(
            face, natural, wilds, needs, used
        ):
            self.done.append((number, sort, take, needed))
            if self._step(
                bag_subtract(natural, part, width, full),
                worth - gone,
                wilds - needed,
                rest,
                used | bit,
                capacity + room,
                budget,
                cards,
            ):
                return True
            self.done.pop()
        price = options.points[face]
        if cards and price <= budget:
            left = bag_remove(natural, face, width)
            below = budget if budget >= NO_BOUND else budget - price
            if self._step(left, worth - price, wilds, needs, used, capacity, below, cards - 1):
                return True
        if failures is None:
            self.failed[key] = [(budget, cards)]
        else:
            failures.append((budget, cards))
        return False

    def _joinable(self, natural: int, used: int) -> int:
        """No more points than these can go to melds not yet added to."""
        mask = self._beside.get(used)
        if mask is None:
            mask = self._beside[used] = sum_of(
                [lying.beside for at, (_, lying) in enumerate(self.table) if not used >> at & 1]
            )
        return self.options.worth(natural & mask)

    def _choices(
        self, face: int, natural: int, wilds: int, needs: Needs, used: int
    ) -> list[Option]:
        """All that can be done with a card, those that take most natural cards first."""
        options = self.options
        found: list[Option] = []
        for place, (number, lying) in enumerate(self.table):
            if lying.beside >> face & 1 and not used >> place & 1:
                found += options.additions(number, 1 << place, lying, face, natural, wilds, needs)
        if needs or self.question.more:
            melds = options.melds(face, natural, wilds, needs)
            if not found:
                return melds
            found += melds
        found.sort(key=in_order)
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
        for sort in self.options.sorts:
            if self.room.all_wild[sort.kind]:
                for least, rest in ways_to_fill(sort, needs, self.question.more):
                    if least <= wilds and rest != needs:
                        room = capacity + sort.most - least
                        left = wilds - least
                        if self._step(natural, worth, left, rest, used, room, budget, cards):
                            return True
        return False
