"""What the duties of a turn ask of the cards that an opening leaves.

A duty (a limit of points, an empty hand) becomes a bound of the solver's
question, where nothing but laying off follows the opening.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rummy.play.conditions import disjuncts, is_empty_hand, points_limit, reads
from rummy.play.stages import ENTER, LAY_OFF, REPEAT, TURN_END, CompiledMove
from rummy.play.state import State
from rummy.spec.model import SetVariable, plain

if TYPE_CHECKING:
    from rummy.play.compiler import Compiler
    from rummy.play.engine import Engine
    from rummy.play.program import Program
    from rummy.spec.model import Duty

Number = Callable[[State, int], int]


@dataclass(slots=True)
class Bounds:
    """A duty as alternatives: true anyway, so few points left, an empty hand."""

    anyway: tuple[Callable[[State, int], bool], ...]
    points: tuple[Number, ...]
    empty: bool
    whole: bool
    """Every alternative of the duty is one of these."""


def compile_bounds(compiler: Compiler, duty: Duty) -> Bounds:
    """Take a duty apart into what a solver can be asked."""
    anyway, points = [], []
    empty, whole = False, True
    for part in disjuncts(compiler.rules.fold(duty.holds.tree)):
        limit = points_limit(part)
        if limit is not None:
            points.append(compiler.number(limit))
        elif is_empty_hand(part):
            empty = True
        elif not reads(part) & {"hand", "melds", "earned"}:
            anyway.append(compiler.truth(part))
        else:
            whole = False
    return Bounds(tuple(anyway), tuple(points), empty, whole)


@dataclass(frozen=True, slots=True)
class Limits:
    """What the duties of a turn ask of the cards that an opening leaves.

    ``most_left``: their points, ``most_cards``: their number (None: anything).
    ``lay_off``: single cards may be added to melds afterwards.
    """

    most_left: int | None = None
    most_cards: int | None = None
    lay_off: bool = False


NO_LIMITS = Limits()


def limits_of(engine: Engine, state: State, move: CompiledMove) -> Limits | None:
    """The limits for the opening of the player in turn.

    None: the solver cannot be asked this; the turn must be searched.
    """
    opening = move.opening
    assert opening is not None
    after = opening.after
    if after is None:
        after = opening.after = AfterOpening(engine.program, move)
    return after.limits(state)


class AfterOpening:
    """What follows one move that opens."""

    def __init__(self, program: Program, move: CompiledMove) -> None:
        self.program = program
        self.move = move
        opening = program.nodes[move.target_node]
        self.free = not program.must_look or opening.setup
        self.next = opening.next
        self.reads_cards = _reads_cards(move)
        self.sets_only = all(isinstance(plain(effect), SetVariable) for effect in move.move.do)

    def limits(self, state: State) -> Limits | None:
        """The limits for the player in turn, as ``limits_of`` says."""
        if state.void or self.free:
            return NO_LIMITS
        if self.reads_cards:
            return None
        if not self.sets_only:
            trial = state.copy()
            trial.looking = True
            trial.laid_from = -1
            return self._limits(trial)
        before = state.v, state.looking, state.laid_from, state.records
        state.v, state.looking, state.laid_from, state.records = state.v[:], True, -1, None
        try:
            return self._limits(state)
        finally:
            state.v, state.looking, state.laid_from, state.records = before

    def _limits(self, trial: State) -> Limits | None:
        """The same, on a state in which the effects of the move may happen."""
        me = trial.mover
        for effect in self.move.effects:
            if effect(trial, me):
                return None
        if self.program.proofs.after_opening(trial, self.next):
            return NO_LIMITS
        bounds = _bounds(self.program, trial, me)
        lay_off = _lay_off_follows(self.program, trial, self.next, me)
        if bounds is None or lay_off is None:
            return None
        return NO_LIMITS if bounds == (None, None) else Limits(bounds[0], bounds[1], lay_off)


def _reads_cards(move: CompiledMove) -> bool:
    """Whether the effects of a move depend on the cards in hand or on the table."""
    for effect in move.move.do:
        for _, expr in getattr(effect, "values", ()):
            if reads(expr.tree) & {"hand", "melds", "earned"}:
                return True
        when = getattr(effect, "when", None)
        if when is not None and reads(when.tree) & {"hand", "melds", "earned"}:
            return True
    return False


def _bounds(program: Program, trial: State, me: int) -> tuple[int | None, int | None] | None:
    most_left: int | None = None
    most_cards: int | None = None
    for bounds in program.bounds:
        if any(test(trial, me) for test in bounds.anyway):
            continue
        if not bounds.whole:
            return None
        if bounds.points and not bounds.empty:
            limit = max(number(trial, me) for number in bounds.points)
            most_left = limit if most_left is None else min(most_left, limit)
        elif bounds.empty and not bounds.points:
            most_cards = 0
        else:
            return None
    return most_left, most_cards


def _lay_off_follows(program: Program, trial: State, after: int, me: int) -> bool | None:
    """Whether cards may be laid off after the opening; None: the turn is not so simple."""
    nodes = program.nodes
    at = after
    lay_off = False
    for _ in range(len(nodes)):
        node = nodes[at]
        if node.kind == TURN_END:
            return lay_off
        if node.when is not None and not node.when(trial, me):
            at = node.skip
            continue
        if node.kind == REPEAT and node.at_least is None and not node.enclosing:
            for move in node.moves:
                if move.when is not None and not move.when(trial, me):
                    continue
                if move.effects or move.move.then:
                    return None
                if move.kind == LAY_OFF and move.onto is None and move.source is None:
                    lay_off = True
                else:
                    return None
            at = node.next
            continue
        if node.kind == ENTER:
            at = node.next
            continue
        return None
    return None
