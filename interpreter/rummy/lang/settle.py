"""The last look at a typed tree: its slots in order, its bounds, its cost."""

from __future__ import annotations

from dataclasses import replace

from rummy.diagnostics import Diagnostic, Span
from rummy.lang.cost import cost, costly
from rummy.lang.intervals import overflow
from rummy.lang.limits import MAX_COST, MAX_HEIGHT, MAX_RESULT
from rummy.lang.scope import Scope
from rummy.lang.trees import Each, Filter, Local, Node, children, parts


def settle(node: Node, scope: Scope, findings: list[Diagnostic]) -> Node:
    """The tree with slots counted in the order of the text; reports what is too much."""
    levels = height(node)
    if levels > MAX_HEIGHT:
        message = f"with all definitions filled in the expression is {levels} levels deep"
        findings.append(_finding("L961", f"{message}, {MAX_HEIGHT} are allowed", node))
        return node
    node = renumber(node, {})
    too_large = overflow(node, scope)
    if too_large is not None:
        part, bounds = too_large
        message = (
            f"this can reach {bounds.low:,}..{bounds.high:,}, "
            f"numbers may go to {MAX_RESULT:,} either way"
        )
        findings.append(_finding("L958", message, part))
    sizes = card_sizes(scope)
    dear = costly(node, sizes, MAX_COST)
    if dear is not None:
        steps = cost(dear, sizes)[1]
        message = f"this may need {steps:,} steps, {MAX_COST:,} are allowed"
        findings.append(_finding("L959", message, dear))
    return node


def card_sizes(scope: Scope) -> dict[str, int]:
    """How many items collections can have, for ``cost``."""
    vocabulary = scope.vocabulary
    return {
        "cards": vocabulary.most_cards,
        "placed": vocabulary.most_in_meld or vocabulary.most_cards,
        "players": vocabulary.most_players,
        "melds": vocabulary.most_cards // max(2, vocabulary.least_in_meld),
        "ranks": len(vocabulary.ranks),
        "size": vocabulary.most_cards,
    }


def _finding(code: str, message: str, node: Node) -> Diagnostic:
    place = node.place
    span = Span(place.file, place.line, place.column, place.end_line, place.end_column)
    return Diagnostic(code, message, span, "make it smaller, or use smaller ranges")


def height(node: Node) -> int:
    """How many levels deep a tree is."""
    highest, todo = 0, [(node, 1)]
    while todo:
        part, level = todo.pop()
        highest = max(highest, level)
        todo.extend((child, level + 1) for child in children(part))
    return highest


def renumber(node: Node, slots: dict[int, int]) -> Node:
    """The tree with its binders numbered from 0, outside in, left to right."""
    if isinstance(node, Local):
        return replace(node, slot=slots.get(node.slot, node.slot))
    changes: dict[str, object] = {}
    if isinstance(node, Each | Filter):
        slots[node.slot] = sum(1 for slot in slots if slot >= 0)
        changes["slot"] = slots[node.slot]
    for name in parts(node):
        value = getattr(node, name)
        if isinstance(value, Node):
            changes[name] = renumber(value, slots)
        elif isinstance(value, tuple) and value and isinstance(value[0], Node):
            changes[name] = tuple(renumber(part, slots) for part in value)
    return replace(node, **changes) if changes else node  # type: ignore[arg-type]
