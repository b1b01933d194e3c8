"""Which melds of a hand leave cards for the other melds of an opening."""

from __future__ import annotations

from collections.abc import Callable
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
        self.wilds = (bag ^ self.natural).bit_count()
        self._counting: dict[Needs, FillingsOf | None] = {}
        self._answers: dict[tuple[int, int, Needs], bool] = {}
        self._after: dict[tuple[Needs, int, int], list[Needs]] = {}
        self._best: dict[tuple[Needs, int], dict[int, Needs | None]] = {}

    def best(self, shape: Shape, needs: Needs) -> Needs | None:
        """The needs still open after a meld, the best that can be filled; None: none can."""
        known = self._best.get((needs, shape.kind))
        if known is None:
            known = self._best[needs, shape.kind] = {}
        bag = shape.bag
        if bag not in known:
            known[bag] = next(
                (rest for rest in self.needs_after(needs, shape) if self.left_by(bag, rest)), None
            )
        return known[bag]

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
        left = bag_subtract(self.natural, natural, self.width, self.full)
        return counting.fit(left, self.wilds - spent)
