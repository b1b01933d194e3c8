"""The last card of a turn: whether it may go needs no search, only the duties.

Exact answers for the two commonest ends of a turn: a card is given away and
nothing follows, or a visible card is taken and then one is given away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from rummy.cards import bag_add, bag_remove
from rummy.play.conditions import HAND, TAKEN, changes, reads
from rummy.play.effects import ZoneAt
from rummy.play.stages import CARDS, CHOICE, ENTER, TOP, TURN_END, CompiledMove
from rummy.play.state import Action, State

if TYPE_CHECKING:
    from rummy.play.program import Program


class LastSteps:
    """Answers for one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.nodes = program.nodes
        fold, spec = program.rules.fold, program.rules.spec
        self.read_by_duties: frozenset[str] = frozenset()
        for duty in spec.must:
            self.read_by_duties |= reads(fold(duty.holds.tree))
        self.read_by_filters: frozenset[str] = frozenset()
        for move in program.moves:
            cards = getattr(move.move.verb, "cards", None)
            if cards is not None:
                self.read_by_filters |= reads(fold(cards.tree))
        self.events_set = any(changes(e.do) for e in spec.events if e.at == "action")
        """Whether an event that follows a move may change what duties read."""

    def answer(self, state: State, action: Action) -> bool | None:
        """The answer where a card given away is the last thing in the turn.

        Or where a visible card is taken and then one is given away. None: this
        is no such action.
        """
        program = self.program
        if action == program.done or program.nodes[state.pc].enclosing:
            return None
        move = program.moves[action[0]]
        if move.kind == TOP and len(action) == 1:
            return self._take_and_give(state, move)
        if len(action) != 2 or not self._gives_last(state, move):
            return None
        slot = cast(ZoneAt, move.source).slot(state, state.mover)
        bag = cast(int, state.z[slot])
        state.z[slot] = bag_remove(bag, action[1], program.deck.faces)
        try:
            return all(duty.holds(state, state.me) for duty in program.turn_duties)
        finally:
            state.z[slot] = bag

    def _gives_last(self, state: State, move: CompiledMove) -> bool:
        """Whether a move gives one card away and then nothing follows in the turn."""
        if move.kind != CARDS or move.count is not None or move.effects or self.events_set:
            return False
        if move.whom is not None:
            return False
        source, target = move.source, move.target
        if source is None or target is None or source.pile or target.name == HAND:
            return False
        if {target.name, TAKEN} & self.read_by_duties:
            return False
        at = self.nodes[move.target_node]
        while at.kind == ENTER and at.when is not None and not at.when(state, state.me):
            at = self.nodes[at.skip]
        return at.kind == TURN_END

    def _take_and_give(self, state: State, move: CompiledMove) -> bool | None:
        """Take a visible card, then give one away as the last thing in the turn."""
        source, target = move.source, move.target
        if source is None or target is None or target.name != HAND or move.effects:
            return None
        if move.whom is not None or move.everything or move.count is not None or move.at != "top":
            return None
        if source.seen_by == "nobody" or {source.name, TAKEN} & self.read_by_duties:
            return None
        node = self.nodes[move.target_node]
        if node.kind != CHOICE or node.when is not None or node.by is not None:
            return None
        if len(node.moves) != 1 or node.enclosing:
            return None
        (give,) = node.moves
        if give.when is not None or give.source is None or give.source.name != HAND:
            return None
        if not self._gives_last(state, give):
            return None
        me, width = state.me, self.program.deck.faces
        pile = cast("list[int]", state.z[source.slot(state, me)])
        slot = target.slot(state, me)
        if slot != give.source.slot(state, me) or source.name in self.read_by_filters:
            return None
        bag, taken = cast(int, state.z[slot]), state.taken
        more = bag_add(bag, pile[-1], width)
        duties = self.program.turn_duties
        try:
            state.z[slot] = more
            state.taken = [*taken, pile[-1]]
            rest = more & self.program.deck.full
            passing = []
            while rest:
                low = rest & -rest
                face = low.bit_length() - 1
                if give.test is None or give.test(state, me, face):
                    passing.append(face)
                rest ^= low
            for face in passing:
                state.z[slot] = bag_remove(more, face, width)
                if all(duty.holds(state, me) for duty in duties):
                    return True
            return False
        finally:
            state.z[slot], state.taken = bag, taken
