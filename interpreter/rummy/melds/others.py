"""Which melds of a hand leave cards for the other melds of an opening."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from rummy.cards import bag_subtract
from rummy.melds.needs import Needs, fillings

if TYPE_CHECKING:
    from rummy.cards import Deck
    from rummy.melds.quick import FillingsOf, Quick
    from rummy.melds.shapes import Shape


class Others:
    """Questions about one hand: if this meld is laid, can the rest fill its needs?

    ``feasible`` is asked where counting cannot tell.
    """

    def __init__(
        self, deck: Deck, quick: Quick, feasible: Callable[[int, Needs], bool], bag: int
    ) -> None:
        self.width, self.full = deck.faces, deck.full
        self.quick = quick
        self.feasible = feasible
        self.bag = bag
        self.natural = bag & ~quick.wild
        self.twins = self.natural >> self.width
        self.wilds = (bag ^ self.natural).bit_count()
        self._counting: dict[Needs, FillingsOf | None] = {}
        self._answers: dict[tuple[int, int, Needs], bool] = {}
        self._after: dict[tuple[Needs, int, int], list[Needs]] = {}

    def lead_on(self, shapes: Iterable[Shape], needs: Needs) -> list[tuple[Shape, Needs]]:
        """The melds that leave cards for other needs, each with the best needs then open.

        ``shapes``: melds sorted by kind.
        """
        found: list[tuple[Shape, Needs]] = []
        kind, known = -1, dict[int, Needs | None]()
        for shape in shapes:
            if shape.kind != kind:
                kind, known = shape.kind, {}
            bag = shape.bag
            try:
                rest = known[bag]
            except KeyError:
                rest = known[bag] = self._best(shape, needs)
            if rest is not None:
                found.append((shape, rest))
        return found

    def _best(self, shape: Shape, needs: Needs) -> Needs | None:
        """The best needs open after a meld that can be filled; None: none can."""
        for rest in self.needs_after(needs, shape):
            if self.left_by(shape.bag, rest):
                return rest
        return None

    def needs_after(self, needs: Needs, shape: Shape) -> list[Needs]:
        """The needs that a meld leaves open, of every need that it may fill, best first."""
        key = (needs, shape.kind, shape.size)
        known = self._after.get(key)
        if known is None:
            known = self._after[key] = fillings(needs, shape.kind, shape.size)
        return known

    def left_by(self, part: int, needs: Needs) -> bool:
        """Whether the needs can be filled without these cards of the hand."""
        if not needs:
            return True
        natural = part & ~self.quick.wild
        spent = (part ^ natural).bit_count()
        key = (natural, spent, needs)
        answer = self._answers.get(key)
        if answer is None:
            counted = self._count(natural, spent, needs)
            if counted is None:
                # which wild cards are spent may matter, so this is not remembered here
                return self.feasible(bag_subtract(self.bag, part, self.width, self.full), needs)
            answer = self._answers[key] = counted
        return answer

    def _count(self, natural: int, spent: int, needs: Needs) -> bool | None:
        """The same by counting; None: it cannot be told."""
        if needs in self._counting:
            counting = self._counting[needs]
        else:
            counting = self.quick.fillings_of(self.natural, self.wilds, needs)
            self._counting[needs] = counting
        if counting is None:
            return None
        if natural > self.full or natural & self.twins:
            left = bag_subtract(self.natural, natural, self.width, self.full)
        else:
            left = self.natural ^ natural
        return counting.fit(left, self.wilds - spent)
