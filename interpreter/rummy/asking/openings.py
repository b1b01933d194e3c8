"""Does this hand meet what an opening asks for, in which round, and how?"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rummy.asking.table import Answer, Facts, Table, reason_facts
from rummy.errors import UsageError
from rummy.lang.trees import Name, walk
from rummy.play.claims import why_not_open
from rummy.play.finishing import way_to_open
from rummy.play.needed import Needed
from rummy.play.stages import OPEN
from rummy.play.words import Words, listed

if TYPE_CHECKING:
    from rummy.asking.reading import Question
    from rummy.play.reasons import Reason
    from rummy.play.stages import CompiledMove
    from rummy.play.state import State


def opening(table: Table, question: Question) -> Answer:
    """Whether a hand can open; where that depends on the round, in which rounds."""
    engine = table.engine
    moves = [move for move in engine.program.moves if move.kind == OPEN]
    if not moves:
        raise UsageError(f"{engine.rules.spec.title} asks for no opening")
    table.bag(question)
    asked = [(move, number) for move in moves for number in _rounds(table, move)]
    lines: list[str] = []
    reasons: list[tuple[str, Reason]] = []
    facts: list[Facts] = []
    met = []
    for move, number in asked:
        state = table.state(question=question, round=number)
        # the cards that are wild may be others in another round
        table = replace(table, engine=table.engine.of(state))
        move = table.engine.program.moves[move.number]
        label, wanted = _label(table, move, state)
        reason = why_not_open(table.engine, state, move)
        fact: Facts = {"opening": move.move.name, "round": number, "needs": wanted}
        fact["yes"] = reason is None
        facts.append(fact)
        if reason is None:
            met.append(str(number))
            lines += _way(table, state, move, label, fact)
            continue
        fact["reason"] = reason_facts(reason)
        if len(asked) > 1:
            lines.append(f"{label}: {reason.text}")
        else:
            reasons.append((label, reason))
    title = "the hand can open" if met else "the hand cannot open"
    if len(asked) > 1 and met and _by_round(table, moves[0]):
        title += f" in round{'s' if len(met) > 1 else ''} {listed(met)}"
    return Answer(question.text, bool(met), title, lines, reasons, {"openings": facts})


def _rounds(table: Table, move: CompiledMove) -> list[int]:
    """The rounds that are asked about: that of the situation, or each that wants its own melds."""
    assert move.opening is not None
    if _by_round(table, move) and not table.round_said:
        return list(range(1, len(move.opening.needs) + 1))
    return [table.situation.round]


def _label(table: Table, move: CompiledMove, state: State) -> tuple[str, str]:
    """What an opening wants, with the round or its name before it, and alone."""
    words = Words(table.engine.rules)
    wanted = words.needs(Needed(table.engine, state, move, words).needs)
    if _by_round(table, move):
        return f"round {state.round} wants {wanted}", wanted
    return f"{move.move.name} wants {wanted}", wanted


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
