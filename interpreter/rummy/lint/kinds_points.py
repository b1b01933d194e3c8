"""Kinds of meld that earn nothing where others do, or that nobody would call so."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from rummy.diagnostics import Diagnostic
from rummy.lang.fold import constant
from rummy.lint.facts import Facts, shapes_of
from rummy.lint.report import finding
from rummy.lint.walks import live_moves
from rummy.spec.model import Expr, Kind, Lay


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Kinds without points for laying or adding, and kinds that share their cards."""
    kinds = facts.spec.kinds
    laid = {
        name
        for _, move in live_moves(facts.settings)
        if isinstance(move.verb, Lay)
        for name in move.verb.kinds
    }
    grown = {name for kind in kinds if not kind.closed for name in kind.grows_into}
    paid = [kind.name for kind in kinds if _earns(kind.lay)]
    paid_more = [kind.name for kind in kinds if _earns(kind.add)]
    for kind in kinds:
        if kind.lay is None and paid and kind.name in laid:
            message = f"laying the meld `{kind.name}` earns nothing, but laying `{paid[0]}` does"
            hint = "write `lay: 0` if that is meant"
            yield finding("M404", message, kind.place, hint)
        elif kind.add is None and paid_more and facts.adds and kind.name in grown:
            message = (
                f"a card added so that a meld is `{kind.name}` earns nothing, "
                f"but with `{paid_more[0]}` it does"
            )
            hint = "write `add: 0` if that is meant"
            yield finding("M404", message, kind.place, hint)
    if facts.tables:
        for one, other in combinations(range(len(kinds)), 2):
            if {kinds[one].name, kinds[other].name} <= laid and _alike(kinds[one], kinds[other]):
                yield from _shared(facts, one, other)


def _earns(points: Expr | None) -> bool:
    return points is not None and constant(points.tree) != 0


def _alike(one: Kind, other: Kind) -> bool:
    """Whether nothing but the points can make a player prefer one of two kinds."""
    if one.closed or other.closed:
        return one.closed and other.closed
    return set(one.grows_into) == set(other.grows_into)


def _shared(facts: Facts, one: int, other: int) -> Iterator[Diagnostic]:
    """Cards that are both kinds and earn more as one of them, whichever cards they are."""
    plans = facts.tables[0]
    if plans.over_budget(one) or plans.over_budget(other):
        return
    first = {shape.codes: shape for shape in shapes_of(plans, one)}
    both = [(first[s.codes], s) for s in shapes_of(plans, other) if s.codes in first]
    less, more = facts.spec.kinds[one], facts.spec.kinds[other]
    if both and all(a.lay > b.lay for a, b in both):
        less, more = more, less
        both = [(b, a) for a, b in both]
    if both and all(a.lay < b.lay for a, b in both):
        worse, better = both[0]
        cards = " ".join(plans.deck.text(code) for code in worse.display)
        message = (
            f"{cards} is `{less.name}` for {worse.lay} points and `{more.name}` for {better.lay}; "
            f"nobody would name it `{less.name}`"
        )
        hint = "let the conditions of the two kinds tell such cards apart"
        yield finding("M407", message, less.valid.place, hint, [(more.valid.place, "and here")])
