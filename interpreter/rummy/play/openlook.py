"""Looking ahead in an opening: one question to the solver in place of a search.

What the duties of a turn ask of the cards left after an opening (a limit of
points, an empty hand) becomes a bound of the solver's question.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from rummy.play.conditions import disjuncts, is_empty_hand, points_limit, reads
from rummy.play.making import lay
from rummy.play.stages import ENTER, LAY_OFF, REPEAT, TURN_END, CompiledMove
from rummy.play.state import Action, State

if TYPE_CHECKING:
    from rummy.play.compiler import Compiler
    from rummy.play.engine import Engine
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


def opening_answer(
    engine: Engine, state: State, move: CompiledMove, action: Action, begun: bool
) -> bool | None:
    """Whether the turn can be finished after a step of an opening.

    None: the solver cannot be asked this; the turn must be searched.
    """
    program = engine.program
    opening = move.opening
    assert opening is not None
    me = state.mover
    trial = state.copy()
    trial.looking = True
    if begun:
        shape = program.plans.shape(action[1], action[2:])
        assert shape is not None
        lay(engine, trial, move, action, me)
    else:
        trial.laid_from = len(trial.table)
    laid_from = trial.laid_from
    for effect in move.effects:
        if effect(trial, me):
            return None
    trial.laid_from = -1
    if _reads_cards(move):
        return None
    after = program.nodes[move.target_node].next
    if program.proofs.after_opening(trial, after):
        return True
    limits = _limits(engine, trial, me)
    if limits is None:
        return None
    most_left, most_cards = limits
    if most_cards is None and most_left is not None:
        hand = cast(int, trial.z[program.hand_base + me])
        if program.deck.bag_points(hand) <= most_left and min(program.deck.points_of) >= 0:
            return True  # whatever is left of these cards is little enough
    lay_off = _lay_off_follows(engine, trial, after, me)
    if lay_off is None:
        return None
    trial.laid_from = laid_from
    found = opening.witness(trial, me, most_left, most_cards, lay_off)
    return found is not None


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


def _limits(engine: Engine, trial: State, me: int) -> tuple[int | None, int | None] | None:
    most_left: int | None = None
    most_cards: int | None = None
    for bounds in engine.program.bounds:
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


def _lay_off_follows(engine: Engine, trial: State, after: int, me: int) -> bool | None:
    """Whether cards may be laid off after the opening; None: the turn is not so simple."""
    nodes = engine.program.nodes
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
