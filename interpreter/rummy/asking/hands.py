"""What a hand holds and counts, and what may be done in a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummy.asking.table import Answer, Facts, Table, points, seat_before
from rummy.errors import ActionError, AmbiguousAction, InvalidAction, UsageError
from rummy.play.actions import action_text, parse_action
from rummy.play.reasons import why_not

if TYPE_CHECKING:
    from rummy.asking.reading import Question
    from rummy.melds import Shape
    from rummy.play.state import State


def hand(table: Table, question: Question) -> Answer:
    """The best partition of a hand, its richest further play, and what it counts."""
    deck = table.engine.deck
    bag = table.bag(question)
    state = table.state(question=question)
    count = bag.bit_count()
    facts: Facts = {"cards": deck.bag_text(bag)}
    if table.counts:
        facts["points"] = deck.bag_points(bag)
    lines = _partition(table, bag, facts)
    if table.earns:
        lines += _play(table, state, bag, facts)
    lines += _count(table, state, facts)
    title = f"{count} card{'' if count == 1 else 's'}{table.worth(bag)}"
    return Answer(question.text, None, title, lines, [], facts)


def _partition(table: Table, bag: int, facts: Facts) -> list[str]:
    """Melds that leave least: points, or cards where cards have none."""
    engine = table.engine
    worth = engine.deck.points_of if table.counts else (1,) * engine.deck.faces
    kinds = tuple(range(len(engine.rules.kinds)))
    best = engine.plans.arrange(bag, free_kinds=kinds, points=worth)
    assert best is not None  # leaving every card is always possible
    facts["partition"] = {
        "melds": [table.facts(shape) for shape in best.melds],
        "left": engine.deck.bag_text(best.left),
        "points": engine.deck.bag_points(best.left),
    }
    melds = "; ".join(table.name(shape) for shape in best.melds) or "no meld"
    return [f"best partition: {melds}", f"  left: {table.left(best.left)}"]


def _play(table: Table, state: State, bag: int, facts: Facts) -> list[str]:
    """The play that earns most: melds and added cards, nothing drawn."""
    deck = table.engine.deck
    best = table.engine.plans.most_points(bag, state.table)
    steps = []
    left = list(deck.bag_faces(bag))
    melds: list[Shape] = list(state.table)
    for step in best.line:
        if step[0] == "lay":
            shape = step[1]
            assert not isinstance(shape, int)
            melds.append(shape)
            used = deck.bag_faces(shape.bag)
            steps.append(f"{table.name(shape)} for {shape.lay}")
        else:
            _, number, growth = step  # type: ignore[misc]
            old = table.name(melds[number])
            melds[number] = growth.shape
            used = (growth.face,)
            steps.append(f"{deck.text(growth.code)} to {old} for {growth.points}")
        for face in used:
            left.remove(face)
    facts["play"] = {
        "points": best.points,
        "steps": steps,
        "left": deck.texts(left),
        "exact": best.exact,
    }
    if not steps:
        return ["richest play: nothing can be laid or added"]
    exact = "" if best.exact else ", as far as was looked"
    return [
        f"richest play: {points(best.points)}{exact}",
        *(f"  {step}" for step in steps),
        f"  left: {deck.texts(left) or 'no card'}",
    ]


def _count(table: Table, state: State, facts: Facts) -> list[str]:
    """What the hand counts if the round ends now, by the lines of the count."""
    program, seat = table.engine.program, table.situation.turn
    total = int(program.score(state, seat))
    lines = {name: (about, int(number(state, seat))) for name, about, number in program.score_lines}
    facts["count"] = {"points": total, "lines": {name: worth for name, (_, worth) in lines.items()}}
    told = [f"counts {points(total)} if the round ends now"]
    if len(lines) > 1:
        width = max(len(str(worth)) for _, worth in lines.values())
        told += [f"  {worth:>{width}} {about or name}" for name, (about, worth) in lines.items()]
    return told


def may(table: Table, question: Question) -> Answer:
    """Whether an action is legal now."""
    if not table.described:
        raise UsageError("`may` asks about a turn: describe the table with --situation FILE")
    engine = table.engine
    state = table.state(advance=True)
    seat, text = seat_before(question.action)
    if state.over:
        raise UsageError("in this situation the round is over")
    if seat is not None and seat != state.mover:
        raise UsageError(f"seat {state.mover + 1} is to act, not seat {seat + 1}")
    try:
        action = parse_action(engine, state, text)
    except AmbiguousAction as error:
        return Answer(question.text, True, f"{error.reason}; {error.hint}", facts={"action": text})
    except InvalidAction as error:
        raise UsageError(str(error)) from None
    except ActionError:
        reason = why_not(engine, state, text)
        assert reason is not None
        return Answer(question.text, False, "not now", [], [("", reason)], {"action": text})
    said = action_text(engine, state, action)
    return Answer(question.text, True, said, facts={"action": said})
