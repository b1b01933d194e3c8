"""Melds and added cards tried in place, on the state itself, and taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from rummy.cards import bag_remove, bag_subtract
from rummy.play.effects import clamp
from rummy.play.making import credited
from rummy.play.stages import CompiledMove
from rummy.play.state import State

if TYPE_CHECKING:
    from rummy.melds.shapes import Growth, Shape
    from rummy.play.program import Program

Before = tuple[int, int, list[int], "list[Shape]", list[int], list[tuple[int, ...]], list[int], int]


def kept_for_later(state: State, slot: int) -> Before:
    """What a move of the step may change; it puts new lists in place of these."""
    hand = cast(int, state.z[slot])
    return (
        slot,
        hand,
        state.v,
        state.table,
        state.owners,
        state.credits,
        state.earned,
        state.onto,
    )


def as_before(state: State, before: Before) -> None:
    """Take back moves of the step."""
    slot, hand, state.v, state.table, state.owners, state.credits, state.earned, state.onto = before
    state.z[slot] = hand


class InPlace:
    """Carries moves out without a copy of the state, a record or an event.

    Only for moves whose effects set variables; ``Before`` holds what they change.
    """

    def __init__(self, program: Program) -> None:
        self.hand_base = program.hand_base
        self.width, self.full = program.deck.faces, program.deck.full

    def lay(self, state: State, move: CompiledMove, shape: Shape) -> None:
        """Lay a meld from the hand."""
        me = state.me
        slot = self.hand_base + me
        hand = cast(int, state.z[slot])
        state.z[slot] = bag_subtract(hand, shape.bag, self.width, self.full)
        state.table = [*state.table, shape]
        state.owners = [*state.owners, me]
        state.credits = [*state.credits, (me,) * shape.size]
        self._earn(state, shape.lay)
        self.effects(state, move)

    def add(self, state: State, move: CompiledMove, index: int, growth: Growth) -> None:
        """Add a card of the hand to a meld on the table."""
        me = state.me
        slot = self.hand_base + me
        state.z[slot] = bag_remove(cast(int, state.z[slot]), growth.face, self.width)
        shape = state.table[index]
        state.table = state.table[:]
        state.table[index] = growth.shape
        state.credits = state.credits[:]
        state.credits[index] = credited(shape, state.credits[index], growth, me)
        state.onto = index
        self._earn(state, growth.points)
        self.effects(state, move)

    @staticmethod
    def _earn(state: State, points: int) -> None:
        if points:
            me = state.me
            state.earned = state.earned[:]
            state.earned[me] = clamp(state.earned[me] + points)

    @staticmethod
    def effects(state: State, move: CompiledMove) -> None:
        """Set the variables that the move sets."""
        if move.effects:
            state.v = state.v[:]
            for effect in move.effects:
                effect(state, state.me)
