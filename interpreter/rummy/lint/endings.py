"""Turns in which nothing happens, and rounds and matches that only a limit ends."""

from __future__ import annotations

from collections.abc import Iterator

from rummy.diagnostics import Diagnostic
from rummy.lang.trees import Name, walk
from rummy.lint.deal import draws_from_stock
from rummy.lint.facts import Facts
from rummy.lint.report import finding, quoted
from rummy.lint.setup_run import STOCK
from rummy.lint.walks import effects, live_effects, live_steps, steps
from rummy.spec.model import End, MoveCards, Say, TurnOver


def check(facts: Facts) -> Iterator[Diagnostic]:
    """The turn, the round and the match, one after another."""
    spec, settings = facts.spec, facts.settings
    if not _anything(facts):
        message = "nothing can happen in a turn: no card moves and nothing changes"
        yield finding("P506", message, spec.turn_place, "a turn needs steps that can be reached")
        return
    stated = {path for path, _ in facts.expressions}
    ends = {effect.what for effect in live_effects(settings) if isinstance(effect, End)}
    if not ends & {"round", "match"}:
        message = "no step and no event ends a round; only the limit of turns does"
        hint = "for example `events: {out: {when: count(hand) == 0, do: {end: round}}}`"
        if "limits.turns" not in stated:
            yield finding("P507", message, spec.turn_place, hint)
    elif _dries_up(facts) and "limits.turns" not in stated:
        message = "when the stock is empty turns go on without a card to draw"
        hint = "let an event end the round when `count(stock) == 0`, or turn the pile over"
        yield finding("P509", message, spec.turn_place, hint)
    over = spec.match.over
    if (
        settings.never(over.tree)
        and "match" not in ends
        and "limits.rounds" not in stated
        and spec.match.out is None
    ):
        message = f"the match goes on for ever, up to the limit of rounds: {quoted(over.text)}"
        hint = "say when it is over, or how many `rounds` there are under `limits`"
        yield finding("P508", message, over.place, hint)
    if (
        "match.ties" not in stated
        and spec.match.tie_break is None
        and not settings.never(over.tree)
    ):
        message = "nothing is said about a tie, so players with the same total play another round"
        hint = "write `ties: another_round` or `ties: shared` under `match`"
        yield finding("P529", message, over.place, hint)


def _anything(facts: Facts) -> bool:
    """Whether some step of the turn does anything."""
    for at in live_steps(facts.settings):
        if not at.setup:
            if at.step.auto:
                return True
            if any(not isinstance(m.verb, Say) or m.do for m in at.step.moves):
                return True
    return False


def _dries_up(facts: Facts) -> bool:
    """Whether a turn draws from a stock whose end nothing in the rules looks at."""
    if not draws_from_stock(facts):
        return False
    for path, expr in facts.expressions:
        names = {node.name for node in walk(expr.tree) if isinstance(node, Name)}
        if path.startswith(("turn.", "events.")) and names & {STOCK, "turns"}:
            return False
    back = [e.target.zone for e, _ in effects(facts.spec) if isinstance(e, MoveCards | TurnOver)]
    verbs = (move.verb for at in steps(facts.spec) for move in at.step.moves)
    back += [verb.target.zone for verb in verbs if isinstance(verb, MoveCards)]
    return STOCK not in back
