"""Many questions about one hand: can the rest of it be melded within a bound?

For the next meld of an opening each candidate asks the same of a part of the
hand. One search by counting answers them all, so that what it has learnt of
one part serves the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from rummy.melds.counted import Counted, CountedSearch
from rummy.melds.finish import NO_BOUND, GaveUp, Question
from rummy.melds.needs import Needs
from rummy.melds.sorts import HOPEFUL, SURE

if TYPE_CHECKING:
    from rummy.cards import Deck
    from rummy.melds.shapes import Shape

MOST_ANSWERS = 20_000

Way = tuple[tuple[int, int, int, int], ...]
"""Melds by their kind, natural cards, number of wild cards and size."""


class Within:
    """What may be left of parts of a hand, once needs are filled.

    ``more``: further melds may be laid. ``points``: what each card left costs.
    ``table``: melds to which cards may be laid off (and to those laid now);
    None: nothing may be laid off.
    """

    def __init__(
        self,
        deck: Deck,
        counted: Counted,
        needs: Needs,
        more: bool,
        points: Sequence[int],
        table: Sequence[Shape] | None,
    ) -> None:
        self.deck = deck
        self.question = Question(
            table=table or (),
            most_left=NO_BOUND,
            most_cards=NO_BOUND,
            points=points,
            accept=None,
            laid=(),
            more=more,
            lay_off=table is not None,
        )
        self._search = partial(CountedSearch, counted, self.question, needs)
        self.partly = counted.partly or any(counted.all_wild)
        # the first search is the one whose no is certain
        self.first = self._search(HOPEFUL if self.partly else SURE)
        self.sure: CountedSearch | None = None
        self.answered = self.first
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
