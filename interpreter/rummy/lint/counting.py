"""Points that nobody counts."""

from __future__ import annotations

from collections.abc import Iterator

from rummy.diagnostics import Diagnostic
from rummy.lang.fold import constant
from rummy.lang.trees import Call, Field, Name, Node, walk
from rummy.lang.types import CARD, PLACED
from rummy.lint.facts import Facts
from rummy.lint.report import finding, quoted
from rummy.lint.walks import effects
from rummy.spec.model import Earn

EARNED = "earned"


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Points of melds and cards that no count looks at, and counts of points never given."""
    spec = facts.spec
    given = [
        expr
        for kind in spec.kinds
        for expr in (kind.lay, kind.add)
        if expr is not None and constant(expr.tree) != 0
    ]
    asked = EARNED in facts.names or any(
        isinstance(node, Call) and node.name in ("most_points", "least_cost")
        for _, expr in facts.expressions
        for node in walk(expr.tree)
    )
    if given and not asked:
        message = f"melds earn points ({quoted(given[0].text)}), but nothing counts them"
        hint = "add `earned` to `score.round`, or leave `lay` and `add` out"
        yield finding("C601", message, given[0].place, hint)
    for kind in spec.kinds:
        if kind.add is not None and constant(kind.add.tree) != 0 and not facts.adds:
            message = f"adding to `{kind.name}` earns points, but no move adds a card"
            hint = "add a move with `lay_off`, or leave `add` out"
            yield finding("C604", message, kind.add.place, hint)
    reads_earned = any(
        isinstance(node, Name) and node.name == EARNED for node in walk(spec.score.round.tree)
    )
    by_effect = any(isinstance(effect, Earn) for effect, _ in effects(spec))
    if reads_earned and not given and not by_effect:
        message = "`earned` is always 0: no kind of meld and no effect earns points"
        hint = "say under `melds` what laying (`lay`) or adding (`add`) earns"
        yield finding("C602", message, spec.score.round.place, hint)
    if spec.deck.points and not any(
        of_cards(n) for _, e in facts.expressions for n in walk(e.tree)
    ):
        message = "cards have points, but nothing looks at them"
        hint = "`points(hand)` gives those of the cards in a hand"
        yield finding("C603", message, spec.deck.points[0].points.place, hint)


def of_cards(node: Node) -> bool:
    """Whether a part of an expression looks at the points of cards."""
    if isinstance(node, Call):
        return node.name in ("points", "deadwood")
    return isinstance(node, Field) and node.field == "points" and node.of.type in (CARD, PLACED)
