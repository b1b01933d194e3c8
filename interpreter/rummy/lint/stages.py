"""Rules of this room for a spec of which some parts are faulty: each sound part is judged.

A broken meld hides no broken count. What a fault could have caused is not told: a rule
is asked only where all that it looks at is sound, and what lies in a faulty part is left
to the finding that is there already.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from rummy.diagnostics import Diagnostic, Span, sort
from rummy.frozen import dataclass
from rummy.lint import (
    RULES,
    agreed,
    asking,
    card_points,
    counting,
    deal,
    duties,
    endings,
    hand_size,
    hands_never,
    kinds_shown,
    named,
    unused,
)
from rummy.lint.facts import Facts
from rummy.spec.model import Spec
from rummy.spec.yaml import Mapping, Node, Scalar

Rule = Callable[[Facts], Iterator[Diagnostic]]
Part = tuple[str, ...]
"""Section and name: ``("melds", "set")``; of the turn a step: ``("turn", "steps", "draw")``."""

TEXTS = {"title", "version", "about", "sources", "rulings", "examples"}
"""Sections that no rule of the game hangs on."""
ENTRIES = {"melds", "setup", "turn", "events", "score", "match", "order"}
"""Sections that can be faulty in a part and sound in the rest; any other is needed by all."""
TURN, SETUP, EVENTS, MATCH = "turn", "setup", "events", "match"

NEEDS: dict[Rule, set[str]] = {
    agreed.check: ENTRIES,
    unused.check: ENTRIES,
    counting.check: ENTRIES,
    card_points.check: {"melds"},
    named.check: {SETUP, TURN, EVENTS},
    endings.check: {SETUP, TURN, EVENTS, MATCH},
    asking.check: {TURN},
    deal.check: {SETUP},
    hand_size.check: {SETUP, TURN, EVENTS, "melds"},
    duties.check: {SETUP, TURN, EVENTS},
    hands_never.check: {SETUP, TURN, EVENTS},
    kinds_shown.check: {"examples"},
}
"""What must be wholly sound before a rule is asked; others look at one entry at a time."""

OF_ALL = ("S126", "P514")
"""What is said of a thing wherever it is used, and so only if all uses can be read."""


@dataclass(frozen=True, slots=True)
class Faults:
    """The faulty parts of a document; ``lost``: nobody can say what is sound."""

    parts: frozenset[Part]
    sections: frozenset[str]
    lost: bool


def faults_of(document: Mapping, found: list[Diagnostic]) -> Faults:
    """Where the errors of a document lie."""
    parts: set[Part] = set()
    lost = False
    for item in found:
        if item.level_of() == "error":
            part = _part(document, item.span)
            lost = lost or not part
            parts.add(part)
    sections = {part[0] for part in parts if part} - (TEXTS - {"examples"})
    return Faults(frozenset(parts), frozenset(sections), lost)


def partly(spec: Spec, document: Mapping, found: list[Diagnostic]) -> list[Diagnostic]:
    """What lint finds in the sound parts of a spec that holds fillers."""
    faults = faults_of(document, found)
    if faults.lost or faults.sections - ENTRIES - {"examples"} or not _all_kinds(spec, document):
        return []
    facts = Facts(_sound(spec, faults))
    more = [
        item
        for rule in RULES
        if not NEEDS.get(rule, set()) & faults.sections
        for item in rule(facts)
        if item.code not in OF_ALL and not _faulty(document, item, faults)
    ]
    return sort(more)


def _sound(spec: Spec, faults: Faults) -> Spec:
    """The spec without its faulty steps and events: they hold nothing that could be judged."""
    return replace(
        spec,
        setup=tuple(step for step in spec.setup if ("setup", step.name) not in faults.parts),
        turn=tuple(step for step in spec.turn if ("turn", "steps", step.name) not in faults.parts),
        events=tuple(event for event in spec.events if ("events", event.name) not in faults.parts),
    )


def _faulty(document: Mapping, item: Diagnostic, faults: Faults) -> bool:
    """Whether a finding, or what it is labelled with, lies in a faulty part."""
    spans = [item.span, *(label.span for label in item.labels)]
    return any(_part(document, span) in faults.parts for span in spans)


def _all_kinds(spec: Spec, document: Mapping) -> bool:
    """Whether every kind of meld could be read at all, and what others may grow into."""
    melds = document.get("melds")
    names = {key.value for key, _ in melds.entries} if isinstance(melds, Mapping) else set()
    kinds = {kind.name for kind in spec.kinds}
    return names == kinds and all(set(kind.grows_into) <= kinds for kind in spec.kinds)


def _part(document: Mapping, span: Span) -> Part:
    """The part of the document in which a piece of a file lies."""
    for key, value in document.entries:
        if not (_holds(key, span) or _holds(value, span)):
            continue
        if key.value == TURN and isinstance(value, Mapping):
            steps = value.get("steps")
            if steps is not None and _holds(steps, span):
                return (TURN, "steps", *_entry(steps, span))
        return (key.value, *_entry(value, span))
    return ()


def _entry(value: Node, span: Span) -> tuple[str, ...]:
    if isinstance(value, Mapping):
        for name, inner in value.entries:
            if _holds(name, span) or _holds(inner, span):
                return (name.value,)
    return ()


def _holds(node: Node, span: Span) -> bool:
    """Whether a piece of a file lies in a node; overlays may have put it together."""
    own = node.span
    if (
        own.file == span.file
        and (own.line, own.column) <= (span.line, span.column)
        and (span.end_line, span.end_column) <= (own.end_line, own.end_column)
    ):
        return True
    if isinstance(node, Scalar):
        return False
    if isinstance(node, Mapping):
        return any(_holds(key, span) or _holds(value, span) for key, value in node.entries)
    return any(_holds(item, span) for item in node.items)
