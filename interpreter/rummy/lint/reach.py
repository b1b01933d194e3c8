"""Steps, moves, effects, events and openings that no game ever comes to."""

from __future__ import annotations

from collections.abc import Iterator

from rummy.diagnostics import Diagnostic
from rummy.lang.fold import fold
from rummy.lint.facts import Facts
from rummy.lint.report import finding, quoted
from rummy.lint.settings import Settings
from rummy.lint.walks import steps, tree_of
from rummy.spec.model import Effect, Expr, Opening, plain

WHY = "it is false for every number of players and whatever is agreed"


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Conditions under `when` that never hold; what lies below one is not told again."""
    settings = facts.settings
    dead: set[int] = set()
    for at in steps(facts.spec):
        step = at.step
        gone = any(id(move) in dead for move in at.above)
        if not gone and settings.never(tree_of(step.when)):
            yield _never("P503", f"the step `{step.name}` is never reached", step.when)
            gone = True
        if gone:
            dead |= {id(move) for move in step.moves}
            continue
        yield from _effects(settings, step.auto, f"the step `{step.name}`")
        if step.at_most is not None and settings.never_above(step.at_most.tree, 0):
            message = f"none of the moves of `{step.name}` can be made"
            hint = f"{quoted(step.at_most.text)} is never more than 0"
            yield finding("P504", message, step.at_most.place, hint)
        for move in step.moves:
            if settings.never(tree_of(move.when)):
                dead.add(id(move))
                yield _never("P504", f"the move `{move.name}` is never offered", move.when)
            else:
                yield from _effects(settings, move.do, f"the move `{move.name}`")
    for event in facts.spec.events:
        if settings.never(event.when.tree):
            yield _never("P505", f"the event `{event.name}` never happens", event.when)
        else:
            yield from _effects(settings, event.do, f"the event `{event.name}`")
    for opening in facts.spec.openings:
        yield from _opening(settings, opening)


def _opening(settings: Settings, opening: Opening) -> Iterator[Diagnostic]:
    """An opening that no melds make, and entries of it whose number never comes."""
    if settings.never(tree_of(opening.where)):
        yield _never("P505", f"no melds make the opening `{opening.name}`", opening.where)
    for need in (need for entry in opening.needs for need in entry):
        kinds = [kind for kind in settings.spec.kinds if need.kind in ("", kind.name)]
        trees = [need.least.tree, *(kind.most.tree for kind in kinds if kind.most is not None)]
        if all(
            kind.most is not None
            and settings.number(fold(kind.most.tree, setting))[1]
            < settings.number(fold(need.least.tree, setting))[0]
            for setting in settings.of(trees)
            for kind in kinds
        ):
            what = f"meld `{need.kind}`" if need.kind else "meld"
            message = f"no melds make the opening `{opening.name}`: no {what} is as large as this"
            hint = "ask for smaller melds, or allow larger ones under `size`"
            yield finding("P505", message, need.least.place, hint)
    if opening.which is None:
        return
    tree = opening.which.tree
    ends = [settings.number(fold(tree, setting)) for setting in settings.of((tree,))]
    low, high = min(low for low, _ in ends), max(high for _, high in ends)
    for number, entry in enumerate(opening.needs, 1):
        last = number == len(opening.needs)  # it also counts for all numbers beyond
        if number > max(1, high) or (number < low and not last):
            message = f"entry {number} of the opening `{opening.name}` never counts"
            hint = f"{quoted(opening.which.text)} goes from {low:,} to {high:,}"
            yield finding("P505", message, entry[0].least.place, hint)


def _effects(settings: Settings, effects: tuple[Effect, ...], whose: str) -> Iterator[Diagnostic]:
    for effect in effects:
        when = plain(effect).when
        if settings.never(tree_of(when)):
            yield _never("P505", f"this effect of {whose} never happens", when)


def _never(code: str, message: str, when: Expr | None) -> Diagnostic:
    assert when is not None  # without a condition something always happens
    return finding(code, f"{message}: {quoted(when.text)}", when.place, WHY)
