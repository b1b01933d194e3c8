"""Does this hand meet what an opening asks for, in which round, and how?"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rummy.asking.table import Answer, Facts, Table, reason_facts
from rummy.errors import UsageError
from rummy.lang.trees import Name, walk
from rummy.play.finishing import way_to_open
from rummy.play.keys import keys_of
from rummy.play.needed import Needed
from rummy.play.reasons import why_not
from rummy.play.situation import set_up
from rummy.play.stages import OPEN, OPENING
from rummy.play.words import Words, listed

if TYPE_CHECKING:
    from rummy.asking.reading import Question
    from rummy.play.reasons import Reason
    from rummy.play.stages import CompiledMove
    from rummy.play.state import State


def opening(table: Table, question: Question) -> Answer:
    """Whether a hand can open; where that depends on the round, in which rounds."""
    engine = table.engine
    move = next((m for m in engine.program.moves if m.kind == OPEN), None)
    if move is None or move.opening is None:
        raise UsageError(f"{engine.rules.spec.title} asks for no opening")
    table.bag(question)
    situation = table.with_hand(question)
    if not situation.step:
        situation = replace(situation, step=_step_of(table, move))
    by_round = _by_round(table, move)
    rounds = [situation.round]
    if by_round and not table.round_said:
        rounds = list(range(1, len(move.opening.needs) + 1))
    lines: list[str] = []
    reasons: list[tuple[str, Reason]] = []
    facts: list[Facts] = []
    met = []
    words = Words(engine.rules)
    for number in rounds:
        state = set_up(engine, replace(situation, round=number), advance=False)
        wanted = words.needs(Needed(engine, state, move, words).needs)
        label = f"round {number} wants {wanted}" if by_round else f"wanted are {wanted}"
        reason = _refused(table, state, move)
        fact: Facts = {"round": number, "needs": wanted, "yes": reason is None}
        facts.append(fact)
        if reason is not None:
            fact["reason"] = reason_facts(reason)
            if len(rounds) > 1:
                lines.append(f"{label}: {reason.text}")
            else:
                reasons.append((label, reason))
            continue
        met.append(str(number))
        lines += _way(table, state, move, label, fact)
    title = "the hand can open" if met else "the hand cannot open"
    if len(rounds) > 1 and met:
        title += f" in round{'s' if len(met) > 1 else ''} {listed(met)}"
    return Answer(question.text, bool(met), title, lines, reasons, {"openings": facts})


def _refused(table: Table, state: State, move: CompiledMove) -> Reason | None:
    """Why the opening cannot be begun in its step; None: it can."""
    engine = table.engine
    trial = state.copy()
    engine.advance(trial)
    if (move.number,) in (trial.legal or ()):
        return None
    # a step in which nothing is possible is over at once, so the reason is sought in it
    trial = state.copy()
    nodes = engine.program.nodes
    trial.pc = next(
        n for n, stage in enumerate(nodes) if stage.kind != OPENING and move in stage.moves
    )
    trial.legal = []
    return why_not(engine, trial, move.move.name)


def _step_of(table: Table, move: CompiledMove) -> str:
    """The step of the turn in which an opening is begun."""
    steps = keys_of(table.engine.rules.spec).steps
    return next(at.step.name for at in steps if any(inner is move.move for inner in at.step.moves))


def _by_round(table: Table, move: CompiledMove) -> bool:
    """Whether what is needed depends on the number of the round."""
    assert move.opening is not None
    openings = table.engine.rules.spec.openings
    which = next(o.which for o in openings if o.name == move.opening.name)
    if which is None or len(move.opening.needs) < 2:
        return False
    return any(isinstance(n, Name) and n.name == "round" for n in walk(which.tree))


def _way(table: Table, state: State, move: CompiledMove, label: str, fact: Facts) -> list[str]:
    """One way to open, the one that leaves least."""
    found = way_to_open(table.engine, state, move)
    if found is None:
        return [label]
    deck, kinds = table.engine.deck, table.engine.rules.kinds
    lines = [label, *(f"  {table.name(shape)}" for shape in found.melds)]
    before = len(state.table)
    added = []
    for number, growth in found.added:
        new = f"the new {kinds[growth.shape.kind].title}"
        meld = f"m{number + 1}" if number < before else new
        added.append(f"{deck.text(growth.code)} to {meld}")
    if added:
        lines.append(f"  then laid off: {', '.join(added)}")
    lines.append(f"  left: {table.left(found.left)}")
    fact["melds"] = [table.facts(shape) for shape in found.melds]
    fact["added"] = added
    fact["left"] = deck.bag_text(found.left)
    fact["left_points"] = deck.bag_points(found.left)
    return lines
