"""Openings: can a hand lay the melds asked for, which can be laid next, how does it end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rummy.cards import bag_subtract
from rummy.melds.counted import Counted
from rummy.melds.finish import MOST_NODES, NO_BOUND, Accept, Finish, GaveUp, Question
from rummy.melds.least import LeastMelds
from rummy.melds.needs import ANY, Need, Needs, Witness, remaining, without
from rummy.melds.others import Others
from rummy.melds.over import Over
from rummy.melds.plan import GROUP
from rummy.melds.quick import PartsOf, Quick
from rummy.melds.within import Within

if TYPE_CHECKING:
    from rummy.melds.plans import Plans
    from rummy.melds.shapes import Shape

__all__ = ["ANY", "MOST_NODES", "Need", "Needs", "Openings", "Witness", "remaining"]

MOST_ANSWERS = 50_000
"""So many answers are remembered."""

MOST_OVER = 64
"""For so many ways to count points proofs are remembered."""

MANY_WILDS = 2
"""With so many wild cards in hand not all melds are listed to find the first ones."""


class Openings:
    """Answers all that is asked about openings under some rules."""

    def __init__(self, plans: Plans) -> None:
        self.plans = plans
        self.exact = True
        """Whether the last answer is certain; if not, the search was given up."""
        self._least = LeastMelds(plans.book)
        self._quick = Quick(plans.book)
        self._counted = Counted(plans.book, self._quick)
        self._feasible: dict[tuple[int, Needs], bool] = {}
        self._over: dict[tuple[tuple[int, ...], tuple[int, ...]], Over | None] = {}
        self._wild = plans.deck.mask(lambda face: bool(plans.deck.held_wild[face]))
        # kinds where cards can be added in any order: no other card makes room for one
        self._straight = frozenset(
            index
            for index, plan in enumerate(plans.plans)
            if self._least.shrinks[index]
            and not plan.kind.shifts
            and plan.branches[0].anchor == GROUP
            and tuple(plan.kind.grows_into) == (index,)
        )

    def feasible(self, bag: int, needs: Needs) -> bool:
        """Whether the hand holds disjoint melds, one for each need."""
        key = (bag, needs)
        known = self._feasible.get(key)
        if known is None:
            if len(self._feasible) >= MOST_ANSWERS:
                self._feasible.clear()
            known = self._feasible[key] = self._ask(bag, needs)
        return known

    def forget(self) -> None:
        """Forget all answers (what is known of the rules stays)."""
        self._feasible.clear()
        self._quick.forget()
        self._counted.forget()
        self._over.clear()
        self._least.forget()

    def _ask(self, bag: int, needs: Needs) -> bool:
        if not needs:
            return True
        answer = self._quick.ask(bag, needs)
        if answer is None:
            return sum([least for _, least in needs]) <= bag.bit_count() and self._pack(bag, needs)
        return answer

    def _pack(self, bag: int, needs: Needs) -> bool:
        """Fill the needs one by one, the one with fewest melds first."""
        wild = self._wild
        options: dict[Need, list[int]] = {}
        for need in needs:
            if need not in options:
                parts = [shape.bag for shape in self._least.find(bag, need)]
                if not parts:
                    return False
                parts.sort(key=lambda part: (part & wild).bit_count())
                options[need] = parts
        order = sorted(needs, key=lambda need: (len(options[need]), need))
        rows = [options[need] for need in order]
        same = [i > 0 and order[i] == order[i - 1] for i in range(len(order))]
        width, full = self.plans.deck.faces, self.plans.deck.full
        failed: set[tuple[int, int, int]] = set()

        def fill(place: int, start: int, rest: int) -> bool:
            if place == len(rows):
                return True
            key = (place, start, rest)
            if key in failed:
                return False
            row = rows[place]
            for i in range(start, len(row)):
                part = row[i]
                if part & rest == part:
                    then = i if place + 1 < len(rows) and same[place + 1] else 0
                    if fill(place + 1, then, bag_subtract(rest, part, width, full)):
                        return True
            failed.add(key)
            return False

        return fill(0, 0, bag)

    def first_melds(
        self,
        bag: int,
        needs: Needs,
        accept: Accept | None = None,
        laid: tuple[Shape, ...] = (),
        more: bool = False,
    ) -> list[tuple[Shape, Needs]]:
        """Every placed meld that may be laid next, with the needs then still open.

        The rest must be feasible with the cards left, and where there is a
        condition over all melds of the opening it must be possible to meet it
        (with ``more`` perhaps by further melds).
        """
        self.exact = True
        if not self.feasible(bag, needs):
            return []
        others = self.others(bag)
        if accept is None:
            return others.lead_on(self.candidates(bag, needs), needs)
        found: list[tuple[Shape, Needs]] = []
        width, full = self.plans.deck.faces, self.plans.deck.full
        exact = True
        for shape in self.candidates(bag, needs):
            for still in others.needs_after(needs, shape):
                if not others.left_by(shape.bag, still):
                    continue
                rest = bag_subtract(bag, shape.bag, width, full)
                if not self._can_please(rest, still, accept, (*laid, shape), more):
                    exact = exact and self.exact
                    continue
                found.append((shape, still))
                break
        self.exact = exact
        return found

    def others(self, bag: int) -> Others:
        """For each meld of a hand: whether the cards left fill the needs still open."""
        return Others(self.plans.deck, self._quick, self.feasible, bag)

    def candidates(self, bag: int, needs: Needs) -> list[Shape]:
        """Placed melds among which those that may be laid are; fewer with many wild cards.

        Wild cards that the other melds cannot do without are not spent on this one.
        """
        natural = bag & ~self._wild
        wilds = (bag ^ natural).bit_count()
        if wilds < MANY_WILDS:
            return self.plans.melds(bag)
        rests = {without(needs, place) for place in range(len(needs))}
        most = max(
            (
                spent
                for spent in range(wilds + 1)
                for rest in rests
                if not rest or self._quick.count(natural, wilds - spent, rest) is not False
            ),
            default=0,
        )
        return self.plans.melds(bag) if most == wilds else self.plans.few_wild(bag, most)

    def _can_please(
        self, bag: int, needs: Needs, accept: Accept, laid: tuple[Shape, ...], more: bool
    ) -> bool:
        """Whether some completion meets the condition."""
        self.exact = True
        if not needs and accept(laid):
            return True
        if not needs and not more:
            return False
        return self.witness(bag, needs, accept=accept, laid=laid, more=more) is not None

    def within(
        self,
        needs: Needs,
        more: bool,
        points: Sequence[int],
        table: Sequence[Shape] | None,
        bag: int,
    ) -> Within | None:
        """One search for many questions about parts of a hand, by counting.

        ``more``: further melds may be laid. ``points``: what each card left costs.
        ``table``: melds to which cards may be laid off (and to those laid now);
        None: nothing may be laid off. ``bag``: the hand.

        None: these kinds, or needs, cannot be counted.
        """
        question = Question(table or (), points=points, more=more, lay_off=table is not None)
        if not self._counted.can(question, needs):
            return None
        parts = PartsOf(self._quick, bag & ~self._wild)
        return Within(self.plans.deck, self._counted, question, needs, parts)

    def over(self, needs: Needs, more: bool, points: Sequence[int]) -> Over | None:
        """Proofs that too much is left, where ``within`` answers.

        None: these kinds, or needs, cannot be counted.
        """
        kinds = {kind for kind, _ in needs}
        if more or ANY in kinds:
            kinds = {ANY}
        key = (tuple(sorted(kinds)), tuple(points))
        if key not in self._over:
            if len(self._over) >= MOST_OVER:
                self._over.clear()
            row = self._quick.row(key[0])
            self._over[key] = (
                None if row is None else Over(self._counted, self.plans.reach, row, key[1])
            )
        return self._over[key]

    def witness(
        self,
        bag: int,
        needs: Needs,
        *,
        table: Sequence[Shape] = (),
        most_left: int | None = None,
        most_cards: int | None = None,
        points: Sequence[int] | None = None,
        accept: Accept | None = None,
        laid: tuple[Shape, ...] = (),
        more: bool = False,
        lay_off: bool = False,
    ) -> Witness | None:
        """A way to open that leaves no more than these points and these cards.

        With ``more`` further melds may be laid, with ``lay_off`` single cards
        added to the melds on the table, to those laid before and to those
        laid now. ``accept`` is asked about all melds of the opening together.
        None and not ``exact``: the search was given up.
        """
        self.exact = True
        if not self.feasible(bag, needs):
            return None
        question = Question(
            table=table,
            most_left=NO_BOUND if most_left is None else most_left,
            most_cards=NO_BOUND if most_cards is None else most_cards,
            points=self.plans.deck.points_of if points is None else points,
            accept=accept,
            laid=laid,
            more=more,
            lay_off=lay_off,
        )
        try:
            if self._counted.can(question, needs):
                answer = self._counted.ask(question, bag, needs)
                if not isinstance(answer, bool):
                    return answer
                if not answer:
                    return None
            shapes = self.plans.melds(bag) if needs or more else ()
            search = Finish(self.plans.deck, question, shapes, self.feasible, self._straight)
            return search.run(bag, needs)
        except GaveUp:
            self.exact = False
            return None
