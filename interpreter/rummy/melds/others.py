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
        self._answers: dict[Needs, dict[int, bool]] = {}
        self._needs_after: dict[tuple[Needs, int, int], list[Needs]] = {}

    def needs_after(self, needs: Needs, shape: Shape) -> list[Needs]:
        """The needs that a meld leaves open, of every need that it may fill, best first."""
        key = (needs, shape.kind, shape.size)
        known = self._needs_after.get(key)
        if known is None:
            known = self._needs_after[key] = fillings(needs, shape.kind, shape.size)
        return known

    def left_by(self, part: int, needs: Needs) -> bool:
        """Whether the needs can be filled without these cards of the hand."""
        if not needs:
            return True
        answers = self._answers.get(needs)
        if answers is None:
            answers = self._answers[needs] = {}
        answer = answers.get(part)
        if answer is None:
            answer = answers[part] = self._ask(part, needs)
        return answer

    def _ask(self, part: int, needs: Needs) -> bool:
        if needs in self._counting:
            counting = self._counting[needs]
        else:
            counting = self.quick.fillings_of(self.natural, self.wilds, needs)
            self._counting[needs] = counting
        if counting is not None:
            natural = part & ~self.quick.wild
            spent = (part ^ natural).bit_count()
            left = bag_subtract(self.natural, natural, self.width, self.full)
            answer = counting.fit(left, self.wilds - spent)
            if answer is not None:
                return answer
        return self.feasible(bag_subtract(self.bag, part, self.width, self.full), needs)
