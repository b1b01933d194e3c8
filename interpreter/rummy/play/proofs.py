"""Cheap proofs that a turn can be finished, so that most looks ahead are spared.

A proof follows the stages from a move to the end of the turn and collects what
must be true now for the way to be open whatever else happens: duties that have
nothing to say, cards that may be given away, a guard that lets every fitting
card be laid off. A proof only ever says yes; without one the look ahead
decides. Each condition knows what it reads, so that a change on the way (a
card that comes into the hand, a variable that is set) takes it away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from rummy.play.conditions import HAND, MORE_CARDS, TABLE, TAKEN, changes, needs_hand, reads
from rummy.play.duties import Duties
from rummy.play.giving import Giving
from rummy.play.stages import (
    ASK,
    AUTO,
    CARDS,
    CHOICE,
    DUTY,
    ENTER,
    LAY,
    LAY_OFF,
    OPEN,
    OPENING,
    REBUILD,
    REBUILDING,
    REPEAT,
    SAY,
    TOP,
    TURN_END,
    CompiledMove,
    Stage,
)
from rummy.play.state import Action, State
from rummy.play.ways import (
    MOST_WAYS,
    ONE_CARD,
    SPARE,
    Condition,
    Part,
    Truth,
    Way,
    all_steps,
    denied,
    move_changes,
    to_own_hand,
    ways_after,
    ways_of_both,
)
from rummy.spec.model import Effect, End, MoveCards

if TYPE_CHECKING:
    from rummy.play.compiler import Compiler
    from rummy.play.program import Program


Tests = tuple[tuple[Truth, ...], ...]
"""The conditions of a way, each as tests of which one is enough."""


class Proofs:
    """The proofs of one program, worked out when they are first asked for."""

    def __init__(self, program: Program, compiler: Compiler) -> None:
        self.program = program
        self.compiler = compiler
        self.fold = program.rules.fold
        self.nodes = program.nodes
        self._ways: dict[tuple[int, bool], list[Way]] = {}
        self._of_move: dict[tuple[int, int, int], list[Tests]] = {}
        self._of_stage: dict[tuple[int, bool], list[Tests]] = {}
        self._opened: dict[int, list[tuple[tuple[Truth, ...], ...]]] = {}
        self._open: set[int] = set()
        base = program.hand_base

        def has_a_card(state: State, me: int) -> bool:
            return state.z[base + me] != 0

        def after(cards: int) -> Truth:
            return lambda state, me: cast(int, state.z[base + me]).bit_count() > cards

        self._has_a_card = Condition((Part(has_a_card, frozenset({HAND, SPARE}), after),))
        self._full = program.deck.spread(program.deck.full)
        self._events_change: frozenset[str] = frozenset()
        for event in program.rules.spec.events:
            if event.at == "action":
                self._events_change |= changes(event.do)
        # functions of parts of conditions are made now, while functions are collected
        self._duties = Duties(program, compiler)
        self._passed_over = {
            at: Condition((Part(compiler.truth(denied(node.guard)), reads(node.guard)),))
            for at, node in enumerate(self.nodes)
            if node.guard is not None and not node.setup
        }
        self._giving = Giving(program, compiler)

    def _enough(self, node: Stage) -> Condition:
        """No further move is needed before the player may say that he is done."""
        least = node.at_least
        assert least is not None and node.wanted is not None

        def enough(state: State, me: int) -> bool:
            return least(state, me) <= 0

        return Condition((Part(enough, reads(node.wanted)),))

    # --- asked by the look ahead ------------------------------------------

    def surely(self, state: State, stage: Stage, action: Action) -> bool:
        """Whether a proof says that the turn can be finished after an action."""
        return _hold(self.tests(state.pc, stage, action), state)

    def tests(self, at: int, stage: Stage, action: Action) -> list[Tests]:
        """What ``surely`` asks for the move of an action at stage number ``at``.

        One of the ways must hold with all its conditions, of each any test.
        """
        key = (at, action[0], len(action))
        ways = self._of_move.get(key)
        if ways is None:
            ways = self._of_move[key] = _tests(self._ways_of(stage, action))
        return ways

    def from_stage(self, state: State, stage: int, holding: bool) -> bool:
        """Whether a proof says that the turn can be finished from a stage on.

        ``state``: as it is there; ``holding``: its player has a card in hand.
        """
        key = (stage, holding)
        ways = self._of_stage.get(key)
        if ways is None:
            ways = self._of_stage[key] = _tests(self.ways(stage, holding))
        return _hold(ways, state)

    def after_opening(self, state: State, stage: int) -> bool:
        """Whether the turn can surely be finished from a stage, whatever is in hand.

        ``state``: as it is when the opening lies there, but for the cards.
        """
        ways = self._opened.get(stage)
        if ways is None:
            ways = self._opened[stage] = [
                tuple(tuple(part.test for part in condition.parts) for condition in way)
                for way in ways_after(self.ways(stage, False), frozenset({HAND, TABLE}))
            ]
        me = state.me
        return any(all(any(test(state, me) for test in tests) for tests in way) for way in ways)

    # --- how proofs are found ----------------------------------------------

    def _ways_of(self, stage: Stage, action: Action) -> list[Way]:
        program = self.program
        if action == program.done:
            ways = self.ways(stage.next, False)
            if stage.kind == REBUILDING:
                ways = ways_after(ways, move_changes(stage.moves[0]) | self._events_change)
            if stage.kind == OPENING:  # its effects come now
                ways = ways_after(ways, changes(stage.moves[0].move.do) | self._events_change)
            return ways
        move = program.moves[action[0]]
        if move.kind == OPEN or move.opening is not None:
            return []
        holding = move.kind == TOP and to_own_hand(move)
        gone = move_changes(move) | self._events_change
        if self._events_change & {HAND, MORE_CARDS, TAKEN}:
            gone -= {ONE_CARD}
        found = ways_after(self.ways(move.target_node, holding), gone, _leave(move, action))
        if move.kind != REBUILD and not stage.enclosing and _ends_all(move):
            found = [*ways_after([tuple(self._duties.turn)], gone), *found]
        thrown_back = self._thrown_back(move)
        return found if thrown_back is None else [*found, thrown_back]

    def _thrown_back(self, move: CompiledMove) -> Way | None:
        """A card taken may be thrown at once, and then the hand is as it was."""
        if move.kind != TOP or not to_own_hand(move) or move.effects:
            return None
        if move.everything or move.count is not None or move.source is None:
            return None
        node = self.nodes[move.target_node]
        if node.kind != CHOICE or node.when is not None or len(node.moves) != 1 or node.enclosing:
            return None
        (back,) = node.moves
        if (
            back.kind != CARDS
            or back.when is not None
            or back.effects
            or back.count is not None
            or back.whom is not None
            or back.mask != self._full
            or back.source is None
            or back.source.name != HAND
            or back.target is None
            or tuple(self._duties.turn) not in self.ways(back.target_node, False)
        ):
            return None
        moved = {move.source.name, back.target.name, TAKEN} | self._events_change
        way = []
        for condition in self._duties.turn:
            parts = tuple(p for p in condition.parts if not p.names & moved)
            if not parts:
                return None
            way.append(Condition(parts))
        return tuple(way)

    def ways(self, at: int, holding: bool) -> list[Way]:
        """The proofs from a stage on. ``holding``: the hand surely has a card."""
        key = (at, holding)
        known = self._ways.get(key)
        if known is None:
            if at in self._open:
                return []
            self._open.add(at)
            known = self._find(self.nodes[at], holding)
            passed_over = self._passed_over.get(at)
            if passed_over is not None:
                beyond = self.ways(self.nodes[at].skip, holding)
                known += [way if passed_over in way else (passed_over, *way) for way in beyond]
            known = list(dict.fromkeys(known))[:MOST_WAYS]
            self._open.discard(at)
            self._ways[key] = known
        return known

    def _find(self, node: Stage, holding: bool) -> list[Way]:
        kind = node.kind
        if kind == TURN_END:
            return [tuple(self._duties.turn)]
        if kind == AUTO:
            effects = self._effects_of(node)
            if effects is None:
                return []
            changed = changes(effects) | self._events_change
            return ways_after(self.ways(node.next, holding and HAND not in changed), changed)
        if kind == ENTER:
            if node.when is None:
                return self.ways(node.next, holding)
            return ways_of_both(self.ways(node.next, holding), self.ways(node.skip, holding))
        if kind in (REPEAT, CHOICE) and node.by is not None:
            return self._asked(node)
        if kind == REPEAT:
            if node.at_least is not None:
                enough = self._enough(node)
                return [(enough, *way) for way in self.ways(node.next, holding)]
            laid_off = [] if node.enclosing else self._laid_off(node)
            return [*self.ways(node.next, holding), *laid_off]
        if kind == DUTY:
            kept = [duty for duty, sure in self._duties.kept[id(node)] if not (holding and sure)]
            return [(*kept, *way) for way in self.ways(node.next, holding)]
        if kind == ASK:
            return self._asked(node)
        if kind == REBUILDING:  # it is offered only if it can be brought to an end
            gone = move_changes(node.moves[0]) | self._events_change
            return ways_after(self.ways(node.next, False), gone)
        if kind == CHOICE:
            if node.enclosing:
                return []
            if node.optional:
                return self.ways(node.next, holding)
            return [way for move in node.moves for way in self._chosen(node, move, holding)]
        return []

    def _effects_of(self, node: Stage) -> tuple[Effect, ...] | None:
        for step in all_steps(self.program):
            if step.name == node.name and step.auto and len(step.auto) == len(node.effects):
                return step.auto
        return None

    def _asked(self, node: Stage) -> list[Way]:
        """Others answer as they like: the way must stay open after any answer."""
        ways = self.ways(node.next, False)
        for move in node.moves:
            if move.move.then:
                return []
            ways = ways_after(ways, move_changes(move) | self._events_change)
        return ways

    def _chosen(self, node: Stage, move: CompiledMove, holding: bool) -> list[Way]:
        """A single card that may surely be given away, or a word to say."""
        if move.when is not None:
            assert move.move.when is not None
            offered = Condition((Part(move.when, reads(self.fold(move.move.when.tree))),))
            return [(offered, *way) for way in self._offered(node, move, holding)]
        return self._offered(node, move, holding)

    def _offered(self, node: Stage, move: CompiledMove, holding: bool) -> list[Way]:
        """The same for a move that may be made."""
        if move.whom is not None:
            return []
        gone = move_changes(move) | self._events_change
        if move.kind == SAY:
            return ways_after(self.ways(move.target_node, holding), gone)
        if move.kind != CARDS or move.count is not None or move.source is None:
            return []
        if move.source.name != HAND:
            return []
        if node.when is not None and not self._when_needs_hand(node):
            return []
        condition, always = self._giving.passes[move.number]
        rest = ways_after(self.ways(move.target_node, False), gone)
        if node.when is None and not holding:
            rest = [(self._has_a_card, *way) for way in rest]
        if always:
            return rest
        if condition is None:
            return []
        return [(condition, *way) for way in rest]

    def _when_needs_hand(self, node: Stage) -> bool:
        for step in all_steps(self.program):
            if step.name == node.name and step.when is not None and step.moves:
                return needs_hand(self.fold(step.when.tree))
        return False

    def _laid_off(self, node: Stage) -> list[Way]:
        """Cards that fit may all be laid off until one does not fit or none is left.

        For a step after which a card that fits nowhere must be given away.
        """
        following = self.nodes[node.next]
        if following.kind != CHOICE or len(following.moves) != 1 or following.enclosing:
            return []
        (give,) = following.moves
        verb = give.move.verb
        if (
            give.kind != CARDS
            or give.when is not None
            or give.count is not None
            or give.whom is not None
            or give.source is None
            or give.source.name != HAND
            or not isinstance(verb, MoveCards)
            or verb.cards is None
            or following.when is None
            or not self._when_needs_hand(following)
        ):
            return []
        guards = self._giving.unless_it_fits.get(give.number)
        if guards is None:
            return []
        rest = ways_after(
            self.ways(give.target_node, False),
            move_changes(give) | {HAND, TABLE, "earned"} | self._events_change,
        )
        laid = frozenset({HAND, TABLE, "earned"}) | self._events_change
        rest = [
            (*guard, *way)
            for guard in guards
            if all(condition.after(laid) is not None for condition in guard)
            for way in rest
        ]
        found: list[Way] = []
        for move in node.moves:
            if move.kind != LAY_OFF or move.onto is not None or move.source is not None:
                continue
            if move.effects or move.move.then:
                continue
            if move.when is None:
                found += rest
                continue
            assert move.move.when is not None
            guard = self.fold(move.move.when.tree)
            if reads(guard) & {HAND, TABLE, "earned"}:
                continue
            condition = Condition((Part(move.when, reads(guard)),))
            found += [(condition, *way) for way in rest]
        return found


def _ends_all(move: CompiledMove) -> bool:
    """Whether the turn, round or match is over after a move, in any case."""
    return any(isinstance(effect, End) and effect.when is None for effect in move.move.do)


def _leave(move: CompiledMove, action: Action) -> int:
    """How many cards an action takes from the hand, where it does nothing else to it."""
    if move.source is not None or move.whom is not None or changes(move.move.do) & {HAND, TAKEN}:
        return 0
    if move.kind == LAY:
        return max(0, len(action) - 2)
    return 1 if move.kind == LAY_OFF else 0


def _tests(ways: list[Way]) -> list[Tests]:
    """Ways as bare tests: all of a way, of each any."""
    return [tuple(tuple(part.test for part in c.parts) for c in way) for way in ways]


def _hold(ways: list[Tests], state: State) -> bool:
    """Whether one of these ways is open now; in loops, since every decision asks."""
    me = state.me
    for way in ways:
        for tests in way:
            for test in tests:
                if test(state, me):
                    break
            else:
                break
        else:
            return True
    return False
