"""Many questions about one hand: can the rest of it be melded within a bound?

For the next meld of an opening each candidate asks the same of a part of the
hand. One search by counting answers them all, so that what it has learnt of
one part serves the others.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rummy.melds.counted import Counted, CountedSearch
from rummy.melds.finish import GaveUp, Question
from rummy.melds.needs import Needs
from rummy.melds.quick import PartsOf
from rummy.melds.sorts import HOPEFUL, SURE

if TYPE_CHECKING:
    from rummy.cards import Deck
    from rummy.melds.shapes import Shape

MOST_ANSWERS = 20_000

Way = tuple[tuple[int, int, int, int], ...]
"""Melds by their kind, natural cards, number of wild cards and size."""


class Within:
    """What may be left of parts of a hand, once needs are filled.

    ``question``: what may be done, on which table, and what each card left costs; its
    bound is set anew with each question. ``parts``: what parts of the hand can fill.
    """

    def __init__(
        self, deck: Deck, counted: Counted, question: Question, needs: Needs, parts: PartsOf
    ) -> None:
        self.deck = deck
        self.counted = counted
        self.needs = needs
        self.parts = parts
        self.question = question
        self.partly = counted.partly or any(counted.all_wild)
        # the first search is the one whose no is certain
        self.first = self._search(HOPEFUL if self.partly else SURE)
        self.sure: CountedSearch | None = None
        self.answered = self.first
        self._also: dict[tuple[int, int, int, int], Within] = {}
        self.known: dict[tuple[int, Needs, int], bool | None] = {}
        self.refused: set[tuple[int, int, Needs, int]] = set()
        self.wild = counted.quick.wild

    def possible(self, bag: int, needs: Needs, bound: int) -> bool | None:
        """Whether the needs can be filled from the bag leaving no more than a bound.

        None: counting cannot tell.
        """
        key = (bag, needs, bound)
        if key not in self.known:
            if len(self.known) > MOST_ANSWERS:
                self.known.clear()
            # which wild cards they are never turns a no of counting into a yes
            natural = bag & ~self.wild
            alike = (natural, (bag ^ natural).bit_count(), needs, bound)
            if alike in self.refused:
                self.known[key] = False
                return False
            try:
                answer = self._ask(bag, needs, bound)
            except GaveUp:
                answer = None
            if answer is False:
                self.refused.add(alike)
            self.known[key] = answer
        return self.known[key]

    def way(self) -> Way:
        """How the last question was answered with yes."""
        return tuple(
            (sort.kind, take[0], needed, take[0].bit_count() + needed)
            for number, sort, take, needed in self.answered.done
            if number < 0  # the others are cards laid off
        )

    def also(self, shape: Shape) -> Within | None:
        """The same with one more meld on the table; None: nothing can be added to it."""
        lying = self.first.options.lying(shape)
        if lying is None:
            return None
        # which wild cards lie in it, and where, makes no difference
        key = (shape.kind, shape.size, lying.low, lying.beside)
        known = self._also.get(key)
        if known is None:
            more = replace(self.question, table=(*self.question.table, shape))
            known = self._also[key] = Within(self.deck, self.counted, more, self.needs, self.parts)
        return known

    def _search(self, some: int) -> CountedSearch:
        search = CountedSearch(self.counted, self.question, self.needs, some)
        search.parts = self.parts
        return search

    def _ask(self, bag: int, needs: Needs, bound: int) -> bool | None:
        question = self.question
        question.nodes = 0
        question.most_left = bound
        self.answered = self.first
        if not self.first.run(bag, needs):
            return False
        # laid card by card only where counting may think of too much room
        if not self.partly or not bag & self.wild or self.first.witness(bag) is not None:
            return True
        question.nodes = 0
        self.answered = self.sure = self.sure or self._search(SURE)
        return True if self.sure.run(bag, needs) and self.sure.witness(bag) is not None else None
