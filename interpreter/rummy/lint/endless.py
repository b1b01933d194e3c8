"""Turns that a player can go on with for ever, and choices in which a turn gets stuck."""

from __future__ import annotations

from collections.abc import Iterator

from rummy.diagnostics import Diagnostic
from rummy.lang.trees import Node
from rummy.lint.facts import Facts
from rummy.lint.report import finding
from rummy.lint.settings import reads
from rummy.lint.walks import ME, At, live_moves, live_steps
from rummy.spec.model import (
    Lay,
    LayOff,
    Move,
    MoveCards,
    Open,
    Rebuild,
    Say,
    SetVariable,
    Step,
    Swap,
    ZoneRef,
)


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Repeats without an end, and melds that must be laid though there may be none."""
    live = {id(move) for _, move in live_moves(facts.settings)}
    for at in live_steps(facts.settings):
        if at.step.repeat and at.step.at_most is None:
            moves = [move for move in at.step.moves if id(move) in live]
            yield from _endless(at.step, moves)
        if not at.setup and _stuck(facts, at):
            message = f"`{at.step.name}` must be done, but a hand without a fitting meld cannot"
            hint = (
                "the turn would end there, and the steps after it be left out; add "
                "`optional: true`, or use `repeat`"
            )
            yield finding("P528", message, at.step.place, hint)


def _endless(step: Step, moves: list[Move]) -> Iterator[Diagnostic]:
    for move in moves:
        if isinstance(move.verb, Say) and _changes_no_guard(step, move):
            message = f"`{move.name}` can be said again and again, and the turn never ends"
            hint = "bound it by `at_most`, or by a variable that it sets and its `when` asks for"
            yield finding("P527", message, move.place, hint)
            return
    for number, move in enumerate(moves):
        for back in moves[number + 1 :]:
            if _there_and_back(move, back):
                message = f"`{move.name}` and `{back.name}` undo each other, over and over"
                hint = "bound them by `at_most`, or by a variable that says that it was done"
                yield finding("P527", message, back.place, hint, [(move.place, "and this one")])
                return


def _changes_no_guard(step: Step, move: Move) -> bool:
    """Whether after this move all that allowed it is as before."""
    if move.then or not all(isinstance(effect, SetVariable) for effect in move.do):
        return False
    changed = {name for e in move.do if isinstance(e, SetVariable) for name, _ in e.values}
    guards: list[Node] = [e.tree for e in (move.when, step.when) if e is not None]
    return not changed & reads(guards)


def _there_and_back(one: Move, other: Move) -> bool:
    """Whether two moves without any condition carry cards to and fro."""
    a, b = one.verb, other.verb
    return (
        isinstance(a, MoveCards)
        and isinstance(b, MoveCards)
        and not any(m.when or m.do or m.then for m in (one, other))
        and a.cards == b.cards
        and _place(a.source) == _place(b.target)
        and _place(a.target) == _place(b.source)
    )


def _place(ref: ZoneRef) -> tuple[str, Node | None]:
    return ref.zone, ref.of


def _stuck(facts: Facts, at: At) -> bool:
    """Whether a step needs a meld that a hand may not have, though more steps follow."""
    step = at.step
    if step.repeat or step.optional or step.when is not None or at.actor != ME or not step.moves:
        return False
    if not all(isinstance(m.verb, Lay | LayOff | Open | Rebuild | Swap) for m in step.moves):
        return False
    row = at.above[-1].then if at.above else facts.spec.turn
    return step is not row[-1]
