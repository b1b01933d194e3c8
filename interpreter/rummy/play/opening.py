"""Openings: the melds that a player must lay together to come down.

What is needed comes from the spec, whether a hand has it from the solver in
``rummy.melds.opening``; here both meet the state of a match.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from rummy.cards import bag_subtract
from rummy.melds.opening import Needs, Openings, remaining
from rummy.melds.within import Way
from rummy.play.effects import clamp
from rummy.play.state import State

if TYPE_CHECKING:
    from rummy.melds import Shape
    from rummy.play.openlimits import AfterOpening

MOST_WAYS = 8

Number = Callable[[State, int], int]
Truth = Callable[[State, int], bool]


@dataclass(slots=True)
class CompiledOpening:
    """An opening with its functions.

    ``needs``: for each entry of the file the (kind or -1, least size) pairs.
    """

    name: str
    needs: tuple[Needs, ...]
    which: Number | None
    more: bool
    where: Truth | None
    solver: Openings
    hand_base: int
    width: int
    full: int
    ways: list[Way] = field(default_factory=list)
    """Ways to open found lately, the latest first; tried before a search."""
    after: AfterOpening | None = None
    """What follows the opening, once that has been asked."""

    def remember(self, way: Way) -> None:
        """Keep a way that was found."""
        if way and way not in self.ways:
            self.ways.insert(0, way)
            del self.ways[MOST_WAYS:]

    def needed(self, state: State, me: int) -> Needs:
        """What a player needs now, in all; in an opening, what it began with."""
        return self.needs[self.entry(state, me) if state.laid_from < 0 else state.entry]

    def entry(self, state: State, me: int) -> int:
        """Which entry of the needs counts now."""
        if self.which is None:
            return 0
        return min(max(1, self.which(state, me)), len(self.needs)) - 1

    def open_needs(self, state: State, me: int) -> Needs:
        """What is still needed after the melds of this opening laid so far."""
        if state.laid_from < 0:
            return self.needed(state, me)
        rest = remaining(self.needed(state, me), state.table[state.laid_from :])
        return () if rest is None else rest

    def accept(self, state: State, me: int) -> Callable[[Sequence[Shape]], bool] | None:
        """The condition on all melds of the opening together, if there is one."""
        where = self.where
        if where is None:
            return None

        def accepted(melds: Sequence[Shape]) -> bool:
            # the condition sees the melds as if they were laid
            table, owners, start = state.table, state.owners, state.laid_from
            credits = state.credits
            slot, points = self.hand_base + me, state.earned[me]
            hand = cast(int, state.z[slot])
            before = len(table) if start < 0 else start
            for shape in melds[len(table) - before :]:
                state.z[slot] = bag_subtract(
                    cast(int, state.z[slot]), shape.bag, self.width, self.full
                )
                state.earned[me] = clamp(state.earned[me] + shape.lay)
            state.table = [*table[:before], *melds]
            state.owners = [*owners[:before], *([me] * len(melds))]
            state.credits = [*credits[:before], *((me,) * shape.size for shape in melds)]
            state.laid_from = before
            try:
                return where(state, me)
            finally:
                state.table, state.owners, state.laid_from = table, owners, start
                state.credits = credits
                state.z[slot], state.earned[me] = hand, points

        return accepted

    def laid(self, state: State) -> tuple[Shape, ...]:
        """The melds of this opening that lie on the table."""
        return tuple(state.table[state.laid_from :]) if state.laid_from >= 0 else ()

    def possible(self, state: State, me: int) -> bool:
        """Whether the hand can fill the opening (or what is left of it)."""
        bag = cast(int, state.z[self.hand_base + me])
        needs = self.open_needs(state, me)
        accept = self.accept(state, me)
        if accept is None:
            return self.solver.feasible(bag, needs)
        return self.solver.witness(bag, needs, accept=accept, laid=self.laid(state)) is not None

    def next_melds(self, state: State, me: int) -> list[Shape]:
        """The melds that may be laid next, sorted by kind and codes."""
        bag = cast(int, state.z[self.hand_base + me])
        needs = self.open_needs(state, me)
        accept, laid = self.accept(state, me), self.laid(state)
        if not needs:
            melds = self.solver.plans.melds(bag) if self.more else []
            return melds if accept is None else [s for s in melds if accept((*laid, s))]
        found = self.solver.first_melds(bag, needs, accept, laid)
        return [shape for shape, _ in found]
