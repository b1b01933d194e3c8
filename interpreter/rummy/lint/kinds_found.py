"""Kinds of meld that cannot be found, made or grown."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from rummy.diagnostics import Diagnostic
from rummy.lint.facts import Facts, exists
from rummy.lint.report import finding, listed, quoted
from rummy.spec.model import Kind


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Kinds that take too long to look for, that no cards make, or that grow with gaps."""
    for number, kind in enumerate(facts.spec.kinds):
        for plans in facts.tables:
            dear = plans.over_budget(number)
            if dear is not None:
                message = (
                    f"`{kind.name}` has nothing to look for its melds by: in a hand of 16 cards "
                    f"{dear[0]:,} choices would be tried, {dear[1]:,} may be"
                )
                hint = "add `same(rank)`, `same(suit)` or `sequence(rank)`, or make `size` smaller"
                yield finding("M401", message, kind.valid.place, hint)
                break
        else:
            if _hopeless(facts, number):
                message = f"no cards of the pack make a `{kind.name}`: {quoted(kind.valid.text)}"
                hint = f"its size is {_size(kind)}"
                yield finding("M402", message, kind.valid.place, hint)
            elif facts.adds and facts.tables:
                gaps = facts.tables[0].gaps(number)
                if gaps:
                    sizes = listed(map(str, gaps))
                    message = f"no `{kind.name}` of {sizes} cards comes from adding a single card"
                    hint = (
                        "cards are added one at a time, and each time the meld must be valid; such "
                        "a meld must be laid whole"
                    )
                    yield finding("M403", message, kind.valid.place, hint)


def _size(kind: Kind) -> str:
    if kind.most is None:
        return f"{kind.least.text}.."
    return kind.least.text if kind.most is kind.least else f"{kind.least.text}..{kind.most.text}"


def _hopeless(facts: Facts, number: int) -> bool:
    """Whether no number of players and no option lets any cards be this meld."""
    if not facts.tables or any(exists(plans, number) is not False for plans in facts.tables):
        return False
    choices = facts.choices(facts.spec.kinds[number])
    if choices is None:
        return False
    counts = range(facts.spec.players[0], facts.spec.players[1] + 1)
    tables = chain.from_iterable((facts.plans(n, c) for n in counts) for c in choices)
    return all(plans is None or exists(plans, number) is False for plans in tables)
