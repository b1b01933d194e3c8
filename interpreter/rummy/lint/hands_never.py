"""Conditions that no hand can meet: too many cards, too many or too few points."""

from __future__ import annotations

from collections.abc import Iterator

from rummy.diagnostics import Diagnostic
from rummy.lang.trees import Name, walk
from rummy.lint.facts import Facts
from rummy.lint.hand_bounds import Hands
from rummy.lint.report import finding, quoted
from rummy.lint.setup_run import HAND
from rummy.lint.walks import effects, live_steps
from rummy.spec.model import Expr

LAID = "laid"


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Guards, events and conditions of openings against the largest and the dearest hand."""
    hands = Hands(facts)
    for what, expr in _conditions(facts):
        names = {node.name for node in walk(expr.tree) if isinstance(node, Name)}
        if not names & {HAND, LAID} or facts.settings.never(expr.tree):
            continue
        if hands.never(expr.tree):
            most = max(size for _, size in hands.sizes)
            low, high = hands.card
            worth = f", a card counts from {low} to {high}" if low <= high < 10**12 else ""
            message = f"no hand can meet this condition of {what}: {quoted(expr.text)}"
            hint = f"a hand has at most {most} cards{worth}"
            yield finding("P524", message, expr.place, hint)


def _conditions(facts: Facts) -> Iterator[tuple[str, Expr]]:
    """What must hold in a turn for something to happen."""
    for at in live_steps(facts.settings):
        if at.setup:
            continue
        if at.step.when is not None:
            yield f"the step `{at.step.name}`", at.step.when
        for move in at.step.moves:
            if move.when is not None:
                yield f"the move `{move.name}`", move.when
    for event in facts.spec.events:
        yield f"the event `{event.name}`", event.when
    of_setup = {at.step.place for at in live_steps(facts.settings) if at.setup}
    for effect, place in effects(facts.spec):
        if effect.when is not None and place not in of_setup:
            yield "this effect", effect.when
    for opening in facts.spec.openings:
        if opening.where is not None:
            yield f"the opening `{opening.name}`", opening.where
