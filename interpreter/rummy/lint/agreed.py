"""Options that make no difference."""

from __future__ import annotations

from collections.abc import Iterator

from rummy.diagnostics import Diagnostic
from rummy.lang.fold import fold
from rummy.lang.trees import Node
from rummy.lint.facts import Facts
from rummy.lint.report import finding
from rummy.lint.settings import reads, values_of
from rummy.spec.model import Option


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Options that nothing reads, and values that all rules read alike."""
    trees = [expr.tree for _, expr in facts.expressions]
    for option in facts.spec.options:
        own = [tree for tree in trees if option.name in reads([tree])]
        if not own:
            hint = "take it out, or use its name in the rule that it is about"
            yield finding(
                "O205", f"no rule looks at the option `{option.name}`", option.place, hint
            )
            continue
        values = values_of(option, own)
        if values is None or len(values) < 2:
            continue
        groups: dict[tuple[Node, ...], list[int]] = {}
        for value in values:
            folded = tuple(fold(tree, {option.name: value}) for tree in own)
            groups.setdefault(folded, []).append(value)
        if len(groups) == 1:
            message = f"the option `{option.name}` changes nothing: all rules stay as they are"
            yield finding("O206", message, option.place, "every value comes to the same")
        elif option.kind == "word":
            yield from _alike(option, list(groups.values()))


def _alike(option: Option, groups: list[list[int]]) -> Iterator[Diagnostic]:
    """Words that come to the same."""
    for group in groups:
        if len(group) > 1:
            words = [f"`{option.words[value]}`" for value in group]
            message = f"{' and '.join(words)} of `{option.name}` come to the same"
            hint = "no rule tells them apart; was one of them forgotten?"
            yield finding("O206", message, option.place, hint)
