"""Duties that nobody can keep, and duties that forbid nothing."""

from __future__ import annotations

from collections.abc import Iterator

from rummy.diagnostics import Diagnostic
from rummy.lang.trees import Const, Node, walk
from rummy.lang.types import TRUTH
from rummy.lint.facts import Facts
from rummy.lint.hand_bounds import Hands
from rummy.lint.report import finding, quoted
from rummy.lint.walks import live_steps
from rummy.spec.model import Duty


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Each duty of the turn and of steps that are reached."""
    hands = Hands(facts)
    for duty in _duties(facts):
        text = quoted(duty.holds.text)
        if facts.settings.never(duty.holds.tree) or hands.never(duty.holds.tree):
            message = f"nobody can keep the duty `{duty.name}`: {text} never holds"
            hint = (
                "a duty says what must be true in the end; write what is allowed, not what is not"
            )
            yield finding("P522", message, duty.holds.place, hint)
        elif facts.settings.always(duty.holds.tree) and not _stated(duty.holds.tree):
            message = f"the duty `{duty.name}` forbids nothing: {text} always holds"
            hint = "for every number of players and whatever is agreed; take it out, or mend it"
            yield finding("P523", message, duty.holds.place, hint)


def _duties(facts: Facts) -> Iterator[Duty]:
    yield from facts.spec.must
    for at in live_steps(facts.settings):
        if not at.setup:
            yield from at.step.must


def _stated(tree: Node) -> bool:
    """Whether a truth value is written there, as in a definition that overlays may change."""
    return any(isinstance(node, Const) and node.type == TRUTH for node in walk(tree))
