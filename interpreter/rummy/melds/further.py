"""The best further play: melds and added cards out of some cards, nothing drawn.

Two ways to find it. The plain search tries every order and remembers
positions; it is right for all rules, within a budget of positions. The sweep
(see ``rummy.melds.sweep``) is for rules where points depend on final sizes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rummy.cards import bag_remove, bag_subtract
from rummy.melds.shapes import Growth, Shape

if TYPE_CHECKING:
    from rummy.cards import Deck

Lay = tuple[str, Shape]
Add = tuple[str, int, Growth]
Step = Lay | Add

SEARCH_STEPS = 200_000
"""So many steps the plain search tries; then it takes what is best at once."""


class FurtherPlay(NamedTuple):
    """A further play: its points, cards used, cards left, and the steps.

    A step is ``("lay", shape)`` or ``("add", number of the table meld,
    growth)``; melds laid on the way count on from those on the table.
    ``exact`` is false if the search had to stop before it saw everything.
    """

    points: int
    used: int
    left: int
    line: tuple[Step, ...]
    exact: bool = True


Result = tuple[int, int, tuple[Shape, Shape | Growth] | None]
"""Points, cards used, and the first step: lay (shape, shape) or add (onto, growth)."""
Position = tuple[int, tuple[tuple[int, ...], ...]]
"""Cards in hand and the melds that can still grow."""


class Search:
    """Every order of melds and added cards, with a memory of positions."""

    def __init__(self, deck: Deck, melds: Callable[[int], list[Shape]], cost: int | None) -> None:
        self.deck = deck
        self.melds = melds
        self.cost = cost
        """Points of a card left, to be least; None: the points are to be most."""
        self.memo: dict[Position, Result] = {}
        self.budget = SEARCH_STEPS
        self.exact = True

    def run(self, bag: int, table: Sequence[Shape]) -> FurtherPlay:
        """The best play from these cards onto this table."""
        points, used, _ = self._best(bag, self._live(bag, table))
        line: list[Step] = []
        now = list(table)
        rest = bag
        while True:
            step = self._best(rest, self._live(rest, now))[2]
            if step is None:
                break
            onto, what = step
            if isinstance(what, Shape):
                line.append(("lay", what))
                now.append(what)
                rest = self._less(rest, what.bag)
            else:
                index = now.index(onto)
                line.append(("add", index, what))
                now[index] = what.shape
                rest = bag_remove(rest, what.face, self.deck.faces)
        return FurtherPlay(points, used, bag.bit_count() - used, tuple(line), self.exact)

    def _less(self, bag: int, part: int) -> int:
        return bag_subtract(bag, part, self.deck.faces, self.deck.full)

    def _live(self, bag: int, table: Sequence[Shape]) -> tuple[Shape, ...]:
        """The melds that can still grow, in a fixed order."""
        some = [shape for shape in table if shape.grow_mask & bag]
        some.sort(key=lambda shape: shape.order)
        return tuple(some)

    def _better(self, one: tuple[int, int], other: tuple[int, int], cards: int) -> bool:
        """Whether the first (points, used) is better; more cards break ties."""
        if self.cost is None:
            return one > other
        worth = one[0] + self.cost * (cards - one[1]), -one[1]
        return worth < (other[0] + self.cost * (cards - other[1]), -other[1])

    def _best(self, bag: int, table: tuple[Shape, ...]) -> Result:
        key = (bag, tuple([shape.order for shape in table]))
        known = self.memo.get(key)
        if known is not None:
            return known
        steps = self._steps(bag, table)
        if not steps:
            self.memo[key] = (0, 0, None)
            return self.memo[key]
        self.budget -= len(steps)
        if self.budget < 0:
            self.exact = False
            most = self.cost is None
            steps = [max(steps, key=lambda s: s[0]) if most else min(steps, key=lambda s: s[0])]
        # with points to be most one may stop at any time; else only at the end
        best: Result | None = (0, 0, None) if self.cost is None else None
        cards = bag.bit_count()
        for points, count, onto, what in steps:
            if isinstance(what, Shape):
                rest = self._less(bag, what.bag)
                after = self._live(rest, (*table, what))
            else:
                rest = bag_remove(bag, what.face, self.deck.faces)
                others = list(table)
                others.remove(onto)
                others.append(what.shape)
                after = self._live(rest, others)
            further = self._best(rest, after)
            total = (points + further[0], count + further[1])
            if best is None or self._better(total, best[:2], cards):
                best = (*total, (onto, what))
        assert best is not None
        self.memo[key] = best
        return best

    def _steps(
        self, bag: int, table: tuple[Shape, ...]
    ) -> list[tuple[int, int, Shape, Shape | Growth]]:
        """Points, cards, onto what, and the card; or a new meld twice."""
        found: list[tuple[int, int, Shape, Shape | Growth]] = [
            (shape.lay, shape.size, shape, shape) for shape in self.melds(bag)
        ]
        last = None
        for shape in table:
            if shape == last:
                continue
            last = shape
            for growth in shape.growth:
                if bag >> growth.face & 1:
                    found.append((growth.points, 1, shape, growth))
        return found
