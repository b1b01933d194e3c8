"""What is declared and never used."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rummy.diagnostics import Diagnostic
from rummy.lang.trees import Const, Name, walk
from rummy.lang.types import OPENING
from rummy.lint.facts import Facts
from rummy.lint.report import finding
from rummy.lint.setup_run import HAND, STOCK
from rummy.lint.walks import effects, steps, zones_of
from rummy.spec.model import Lay, LayOff, MoveCards, Open, Rebuild, SetVariable, Spec


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Variables, zones, definitions, kinds and openings without a use."""
    yield from _variables(facts)
    yield from _zones(facts)
    yield from _definitions(facts)
    yield from _kinds(facts.spec)


def _variables(facts: Facts) -> Iterator[Diagnostic]:
    changed = {
        name
        for effect, _ in effects(facts.spec)
        if isinstance(effect, SetVariable)
        for name, _ in effect.values
    }
    read: set[str] = set()
    for path, expr in facts.expressions:
        own = path.rpartition(".set.")[2] if ".set." in path else ""
        names = {node.name for node in walk(expr.tree) if isinstance(node, Name)}
        read |= names - {own}
    for variable in facts.spec.variables:
        name = variable.name
        if name not in read and name not in changed:
            hint = "take it out, or use it"
            yield finding("S124", f"nothing uses the variable `{name}`", variable.place, hint)
        elif name not in read:
            hint = "it changes nothing: take it out, or ask for it in some condition"
            yield finding("S124", f"`{name}` is set, but nothing looks at it", variable.place, hint)
        elif name not in changed:
            message = f"`{name}` is never set, so it always stays {variable.start.text}"
            hint = "set it by an effect `set`, or make it an option"
            yield finding("S125", message, variable.place, hint)


def _zones(facts: Facts) -> Iterator[Diagnostic]:
    taken, filled = set(facts.names), {STOCK}
    for effect, _ in effects(facts.spec):
        sources, targets = zones_of(effect)
        taken |= set(sources)
        filled |= set(targets)
    for at in steps(facts.spec):
        for move in at.step.moves:
            verb = move.verb
            if isinstance(verb, MoveCards):
                taken.add(verb.source.zone)
                filled.add(verb.target.zone)
            elif isinstance(verb, LayOff) and verb.source is not None:
                taken.add(verb.source.zone)
            elif isinstance(verb, Rebuild) and verb.extra is not None:
                taken.add(verb.extra.zone)
    for zone in facts.spec.zones:
        if zone.name in (STOCK, HAND) or zone.name in filled:
            continue
        if zone.name in taken:
            message = f"no card ever comes to `{zone.name}`, so it is always empty"
            hint = "move or deal cards there, or take out what looks for them"
        else:
            message, hint = f"nothing uses the zone `{zone.name}`", "take it out, or use it"
        yield finding("S123", message, zone.place, hint)


def _definitions(facts: Facts) -> Iterator[Diagnostic]:
    texts = {definition.name: definition.text for definition in facts.spec.definitions}
    waiting = [expr.text for _, expr in facts.spec.expressions]
    used: set[str] = set()
    while waiting:
        words = set(re.findall(r"[A-Za-z_]\w*", waiting.pop()))
        new = (words & texts.keys()) - used
        used |= new
        waiting += [texts[name] for name in new]
    for definition in facts.spec.definitions:
        if definition.name not in used:
            message = f"nothing uses the definition `{definition.name}`"
            yield finding("S122", message, definition.place, "take it out, or use it")


def _kinds(spec: Spec) -> Iterator[Diagnostic]:
    verbs = [move.verb for at in steps(spec) for move in at.step.moves]
    opened = {verb.opening for verb in verbs if isinstance(verb, Open)}
    opened |= {
        spec.openings[node.value].name
        for _, expr in spec.expressions
        for node in walk(expr.tree)
        if isinstance(node, Const) and node.type.name == OPENING.name
    }
    made = {name for verb in verbs if isinstance(verb, Lay) for name in verb.kinds}
    if any(isinstance(verb, Rebuild) for verb in verbs):
        made |= {kind.name for kind in spec.kinds}
    for opening in spec.openings:
        if opening.name not in opened:
            message = f"no move begins the opening `{opening.name}`"
            hint = f"add a move with `open: {opening.name}`"
            yield finding("S127", message, opening.place, hint)
            continue
        needed = {need.kind for entry in opening.needs for need in entry}
        made |= {kind.name for kind in spec.kinds} if opening.more or "" in needed else needed
    while True:  # what a meld can grow into is made too
        grown = {n for k in spec.kinds if k.name in made and not k.closed for n in k.grows_into}
        if grown <= made:
            break
        made |= grown
    for kind in spec.kinds:
        if kind.name not in made and not _worth_without_laying(spec):
            message = f"no move lays the meld `{kind.name}`"
            hint = "name it under `lay`, or let a meld that is laid grow into it"
            yield finding("S127", message, kind.place, hint)


def _worth_without_laying(spec: Spec) -> bool:
    """Whether melds count in hand: where melds are only arranged nobody lays them."""
    calls = re.compile(r"\b(deadwood|most_points|least_cost)\b")
    texts = [expr.text for _, expr in spec.expressions]
    texts += [definition.text for definition in spec.definitions]
    return any(calls.search(text) for text in texts)
