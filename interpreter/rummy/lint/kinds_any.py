"""Kinds of meld that any cards at all make, and kinds that say the same as another."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

from rummy.diagnostics import Diagnostic
from rummy.lang.evaluate import MeldEnv, evaluate
from rummy.lint.facts import Facts, shapes_of
from rummy.lint.report import finding, quoted
from rummy.spec.bind import Rules
from rummy.spec.model import Kind

TRIES = 40
"""So many choices of cards by chance, beside those that look like melds."""


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Conditions that every choice of cards meets, and two names for one thing."""
    kinds = facts.spec.kinds
    usual = [rules for n in dict.fromkeys(facts.spec.players) if (rules := facts.rules(n))]
    loose = [
        number
        for number in range(len(kinds))
        if usual and all(_anything(rules, number) for rules in usual)
    ]
    for number in loose:
        kind = kinds[number]
        message = f"any cards make the meld `{kind.name}`: {quoted(kind.valid.text)}"
        hint = "say what they share: `same(rank)`, `same(suit)` or `sequence(rank)`"
        yield finding("M411", message, kind.valid.place, hint)
    for one, other in combinations([n for n in range(len(kinds)) if n not in loose], 2):
        if facts.tables and _told_apart_by_nothing(kinds[one], kinds[other]):
            yield from _same(facts, one, other)


def _anything(rules: Rules, number: int) -> bool:
    """Whether all choices that are tried are melds of a kind: by chance, alike, with wild cards."""
    kind, deck = rules.kinds[number], rules.deck
    size = max(1, kind.least)
    if size > kind.most or deck.size < size:
        return False
    return all(
        evaluate(kind.valid, MeldEnv(deck, codes, names=rules.constants))
        for codes in _choices(rules, size)
    )


def _choices(rules: Rules, size: int) -> Iterator[tuple[int, ...]]:
    deck = rules.deck
    pack = [face for face in range(deck.faces) for _ in range(deck.copies[face])]
    natural = [face for face in pack if not deck.held_wild[face]]
    wild = [face for face in pack if deck.held_wild[face]]
    chance = Random(size)
    for _ in range(TRIES):
        if len(natural) >= size:
            yield tuple(chance.sample(natural, size))
    for row in (natural, sorted(natural, key=lambda face: (deck.rank_of[face], face))):
        yield from (tuple(row[at : at + size]) for at in range(len(row) - size + 1))
    for few in range(1, min(len(wild), size) + 1):
        if len(natural) >= size - few:
            open_codes = [deck.wild_open_code(face) for face in wild[:few]]
            yield (*chance.sample(natural, size - few), *open_codes)


def _told_apart_by_nothing(one: Kind, other: Kind) -> bool:
    """Whether two kinds earn the same, are closed alike and grow alike."""
    points = [
        (kind.lay and kind.lay.tree, kind.add and kind.add.tree, kind.closed)
        for kind in (one, other)
    ]
    grows = [set(kind.grows_into) - {kind.name} for kind in (one, other)]
    return points[0] == points[1] and (one.closed or grows[0] == grows[1] == set())


def _same(facts: Facts, one: int, other: int) -> Iterator[Diagnostic]:
    """Two kinds for exactly the same cards."""
    plans = facts.tables[0]
    if plans.over_budget(one) or plans.over_budget(other):
        return
    first = {shape.codes for shape in shapes_of(plans, one)}
    if first and first == {shape.codes for shape in shapes_of(plans, other)}:
        a, b = facts.spec.kinds[one], facts.spec.kinds[other]
        message = f"`{a.name}` and `{b.name}` are made of the same cards and earn the same"
        hint = "one name is enough, unless the two conditions should differ"
        yield finding("M412", message, b.valid.place, hint, [(a.valid.place, "and this one")])
