"""Kinds of meld that cannot be found, made or grown."""

from __future__ import annotations

from collections.abc import Iterator

from rummy.diagnostics import Diagnostic
from rummy.lang.fold import fold
from rummy.lint.facts import Facts, exists
from rummy.lint.report import finding, listed, quoted
from rummy.spec.model import Expr, Kind


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Kinds that take too long to look for, that no cards make, or that grow with gaps."""
    for number, kind in enumerate(facts.spec.kinds):
        for plans in facts.tables:
            dear = plans.too_dear(number)
            if dear is not None:
                message, hint = dear
                yield finding("M401", message, kind.valid.place, hint)
                break
        else:
            if _hopeless(facts, number):
                message = (
                    f"no cards of the pack make the meld `{kind.name}`: {quoted(kind.valid.text)}"
                )
                hint = f"its size is {_size(kind)}"
                place = kind.valid.place
                if kind.most is not None and _below(facts, kind.most, kind.least):
                    message = f"no meld `{kind.name}` has a size that ends below its start"
                    hint, place = f"write the smaller number first: {_size(kind)}", kind.least.place
                yield finding("M402", message, place, hint)
            elif facts.adds and facts.tables:
                gaps = facts.tables[0].gaps(number)
                if gaps:
                    sizes = listed(map(str, gaps))
                    message = (
                        f"by adding single cards no meld `{kind.name}` ever gets to {sizes} cards"
                    )
                    hint = (
                        "cards are added one at a time, and each time the meld must be valid; such "
                        "a meld must be laid whole"
                    )
                    yield finding("M403", message, kind.valid.place, hint)


def _size(kind: Kind) -> str:
    if kind.most is None:
        return f"{kind.least.text}.."
    return kind.least.text if kind.most is kind.least else f"{kind.least.text}..{kind.most.text}"


def _below(facts: Facts, most: Expr, least: Expr) -> bool:
    """Whether the larger size is the smaller number, whatever was agreed."""
    number = facts.settings.number
    return all(
        number(fold(most.tree, setting))[1] < number(fold(least.tree, setting))[0]
        for setting in facts.settings.of((most.tree, least.tree))
    )


def _hopeless(facts: Facts, number: int) -> bool:
    """Whether no number of players and no option lets any cards be this meld."""
    if not facts.tables or any(exists(plans, number) is not False for plans in facts.tables):
        return False
    kind = facts.spec.kinds[number]
    parts = (kind.valid, kind.least, kind.most)
    every = facts.all_rules(part.tree for part in parts if part is not None)
    tables = (facts.plans(players, options) for players, options in every)
    return bool(every) and all(p is None or exists(p, number) is False for p in tables)
