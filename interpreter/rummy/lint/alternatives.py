"""Alternatives of `... if ... else ...` that are never taken."""

from __future__ import annotations

from collections.abc import Iterator

from rummy.diagnostics import Diagnostic
from rummy.lang.fold import fold
from rummy.lang.trees import If, Name, Node, children, walk
from rummy.lint.bounds import Bounds, decided
from rummy.lint.facts import Facts
from rummy.lint.report import finding, quoted

Spot = tuple[str, int, int, int, int]


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Conditions that come to the same wherever they stand and whatever was agreed.

    A definition stands in several expressions; what it says there is put
    together before anything is said of it.
    """
    outcomes: dict[Spot, set[bool | None]] = {}
    first: dict[Spot, If] = {}
    sizes = _sizes(facts)
    for path, expr in facts.expressions:
        kind = path.split(".")[1] if path.startswith("melds.") else ""
        for node, before in _ifs(expr.tree, ()):
            place = node.condition.place
            spot = (place.file, place.line, place.column, place.end_line, place.end_column)
            found = _outcomes(facts, node.condition, sizes.get(kind))
            if node.condition in before:
                found = {False}
            if not any(isinstance(part, Name) for part in walk(node.condition)):
                found = {True, False}  # a parameter of a definition, with a number put in
            outcomes.setdefault(spot, set()).update(found)
            first.setdefault(spot, node)
    for spot, found in outcomes.items():
        node = first[spot]
        if found == {False}:
            yield _never(node, node.yes, "never")
        elif found == {True}:
            yield _never(node, node.no, "always")


def _never(node: If, part: Node, when: str) -> Diagnostic:
    message = f"this alternative is never taken: {quoted(node.condition.place.text)} {when} holds"
    if not node.condition.place.text:
        message = f"one of these alternatives is never taken: the condition {when} holds"
    hint = "for every number of players and whatever is agreed; leave it out, or mend the condition"
    place = part.place if part.place.line else node.condition.place
    return finding("P514", message, node.condition.place, hint, [(place, "never taken")])


def _ifs(node: Node, before: tuple[Node, ...]) -> Iterator[tuple[If, tuple[Node, ...]]]:
    """Each conditional, with the conditions that are known to be false where it stands."""
    if isinstance(node, If):
        yield node, before
        yield from _ifs(node.condition, before)
        yield from _ifs(node.yes, before)
        yield from _ifs(node.no, (*before, node.condition))
    else:
        for child in children(node):
            yield from _ifs(child, ())


def _sizes(facts: Facts) -> dict[str, tuple[int, int]]:
    """How many cards the melds of each kind have at least and at most."""
    settings = facts.settings
    found = {}
    for kind in facts.spec.kinds:
        ends = [kind.least.tree] if kind.most is None else [kind.least.tree, kind.most.tree]
        bounds = [settings.number(fold(e, s)) for e in ends for s in settings.of((e,))]
        most = 10**6 if kind.most is None else max(high for _, high in bounds)
        found[kind.name] = (min(low for low, _ in bounds), most)
    return found


def _outcomes(facts: Facts, tree: Node, size: tuple[int, int] | None) -> set[bool | None]:
    if size is None:
        return facts.settings.outcomes(tree)
    bounds = Bounds({**facts.settings.limits, "size": size})
    return {decided(fold(tree, setting), bounds) for setting in facts.settings.of((tree,))}
