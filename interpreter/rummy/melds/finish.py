"""From an opening to the end of the turn: which cards can be got rid of.

The search looks at the dearest card in hand: every meld with it, every way to
add it to a meld, or it is left and paid for. It stops at the first answer
within the bounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rummy.cards import bag_remove, bag_subtract
from rummy.melds.needs import Needs, Witness, fillings

if TYPE_CHECKING:
    from rummy.cards import Deck
    from rummy.melds.shapes import Growth, Shape

MOST_NODES = 20_000
"""So many positions are looked at in one search."""

NO_BOUND = 1 << 60

Accept = Callable[[tuple["Shape", ...]], bool]
Tops = tuple[tuple[int, "Shape"], ...]
"""Melds that can still grow: their numbers and what they are now."""


class GaveUp(Exception):
    """The search looked at too many positions."""


@dataclass
class Question:
    """What is asked: bounds on what is left, and what may be done besides opening."""

    table: Sequence[Shape] = ()
    most_left: int = NO_BOUND
    most_cards: int = NO_BOUND
    points: Sequence[int] = ()
    accept: Accept | None = None
    laid: tuple[Shape, ...] = ()
    more: bool = False
    lay_off: bool = False
    nodes: int = field(default=0)
    """How many positions were looked at."""


class Finish:
    """One search, among some melds."""

    def __init__(
        self,
        deck: Deck,
        question: Question,
        shapes: Iterable[Shape],
        feasible: Callable[[int, Needs], bool],
        straight: frozenset[int],
    ) -> None:
        self.deck = deck
        self.question = question
        self.feasible = feasible
        self.straight = straight
        points = question.points
        self.points = points
        self.may_cut = min(points) >= 0
        self.order = sorted(range(deck.faces), key=lambda f: (-points[f], f))
        worth = {s: sum(points[f] for f in deck.bag_faces(s.bag)) for s in shapes}
        self.by_face: dict[int, list[Shape]] = {}
        for shape in sorted(worth, key=lambda s: -worth[s]):
            for face in set(deck.bag_faces(shape.bag)):
                self.by_face.setdefault(face, []).append(shape)
        self.failed: dict[object, list[tuple[int, int]]] = {}
        self.melds: list[Shape] = []
        self.added: list[tuple[int, Growth]] = []
        self.left: list[int] = []
        self.base = len(question.table) + len(question.laid)

    def run(self, bag: int, needs: Needs) -> Witness | None:
        """A way to open within the bounds; raises ``GaveUp``."""
        asked = self.question
        tops: Tops = ()
        if asked.lay_off:
            tops = tuple(enumerate((*asked.table, *asked.laid)))
        if not self._step(bag, needs, tops, asked.most_left, asked.most_cards):
            return None
        left = bag
        for shape in self.melds:
            left = bag_subtract(left, shape.bag, self.deck.faces, self.deck.full)
        for _, growth in self.added:
            left = bag_remove(left, growth.face, self.deck.faces)
        return Witness(tuple(self.melds), tuple(self.added), left)

    def _step(self, bag: int, needs: Needs, tops: Tops, budget: int, cards: int) -> bool:
        asked = self.question
        asked.nodes += 1
        if asked.nodes > MOST_NODES:
            raise GaveUp
        if needs:
            if not self.feasible(bag, needs):
                return False
        elif self._enough(bag, budget, cards):
            return True
        if not bag:
            return False
        tops = tuple([top for top in tops if top[1].grow_mask & bag])
        key = (bag, needs, tuple(sorted([top[1].order for top in tops])), self._so_far())
        failures = self.failed.get(key, ())
        if any(budget <= points and cards <= number for points, number in failures):
            return False
        face = next(f for f in self.order if bag >> f & 1)
        if (
            self._meld(bag, needs, tops, budget, cards, face)
            or (tops and self._add(bag, needs, tops, budget, cards, face))
            or self._leave(bag, needs, tops, budget, cards, face)
        ):
            return True
        self.failed.setdefault(key, []).append((budget, cards))
        return False

    def _so_far(self) -> object:
        """What a condition over all melds of the opening may look at."""
        if self.question.accept is None:
            return None
        return tuple(sorted([shape.order for shape in self.melds]))

    def _enough(self, bag: int, budget: int, cards: int) -> bool:
        """Whether all cards in hand may be left."""
        asked = self.question
        if bag.bit_count() > cards:
            return False
        if budget < NO_BOUND and sum(self.points[f] for f in self.deck.bag_faces(bag)) > budget:
            return False
        return asked.accept is None or asked.accept((*asked.laid, *self.melds))

    def _meld(self, bag: int, needs: Needs, tops: Tops, budget: int, cards: int, face: int) -> bool:
        """Lay a meld with this card."""
        asked = self.question
        if not needs and not asked.more:
            return False
        deck, melds = self.deck, self.melds
        for shape in self.by_face.get(face, ()):
            part = shape.bag
            if part & bag != part:
                continue
            ways = fillings(needs, shape.kind, shape.size) if needs else []
            if not ways and asked.more:
                ways = [needs]
            for rest in ways:
                after = tops
                if asked.lay_off:
                    after = (*tops, (self.base + len(melds), shape))
                melds.append(shape)
                left = bag_subtract(bag, part, deck.faces, deck.full)
                if self._step(left, rest, after, budget, cards):
                    return True
                melds.pop()
        return False

    def _add(self, bag: int, needs: Needs, tops: Tops, budget: int, cards: int, face: int) -> bool:
        """Add this card to a meld, with the cards that must come before it."""
        seen: set[Shape] = set()
        for place, (number, shape) in enumerate(tops):
            if shape in seen:
                continue
            seen.add(shape)
            for path in self._paths(shape, bag, face):
                left = bag
                for growth in path:
                    left = bag_remove(left, growth.face, self.deck.faces)
                    self.added.append((number, growth))
                after = (*tops[:place], (number, path[-1].shape), *tops[place + 1 :])
                if self._step(left, needs, after, budget, cards):
                    return True
                del self.added[-len(path) :]
        return False

    def _paths(self, shape: Shape, bag: int, face: int) -> list[tuple[Growth, ...]]:
        """Ways to add cards to a meld, this one last, one for each outcome."""
        found: dict[Shape, tuple[Growth, ...]] = {}
        seen = {shape}
        waiting: list[tuple[Shape, int, tuple[Growth, ...]]] = [(shape, bag, ())]
        while waiting:
            now, rest, path = waiting.pop(0)
            for growth in now.growth:
                if not rest >> growth.face & 1:
                    continue
                if growth.face == face:
                    found.setdefault(growth.shape, (*path, growth))
                elif now.kind not in self.straight and growth.shape not in seen:
                    seen.add(growth.shape)
                    less = bag_remove(rest, growth.face, self.deck.faces)
                    waiting.append((growth.shape, less, (*path, growth)))
        self.question.nodes += len(seen) - 1
        return list(found.values())

    def _leave(
        self, bag: int, needs: Needs, tops: Tops, budget: int, cards: int, face: int
    ) -> bool:
        """Leave this card in hand and pay for it."""
        if not cards:
            return False
        below = budget if budget >= NO_BOUND else budget - self.points[face]
        if below < 0 and self.may_cut:
            return False
        return self._step(bag_remove(bag, face, self.deck.faces), needs, tops, below, cards - 1)
