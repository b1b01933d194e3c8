"""Classes of wild cards that nothing belongs to, or that can stand for nothing."""

from __future__ import annotations

from collections.abc import Iterator

from rummy.diagnostics import Diagnostic
from rummy.lint.facts import MOST_TABLES, Facts
from rummy.lint.report import finding
from rummy.spec.bind import Rules
from rummy.spec.model import WildSpec


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Wild cards without cards, or without anything to stand for."""
    if not facts.spec.deck.wilds:
        return
    usual = [plans.rules for plans in facts.tables]
    for number, wild in enumerate(facts.spec.deck.wilds):
        if not usual or any(_works(rules, number) for rules in usual):
            continue
        rules = _all(facts, wild)
        if rules and not any(_works(one, number) for one in rules):
            cards = any(one.deck.wilds[number].faces for one in rules)
            if cards:
                message = f"a `{wild.name}` can stand for no card of the pack"
                place = wild.place if wild.stands_for is None else wild.stands_for.place
                hint = "a wild card stands for the cards for which `stands_for` holds, never itself"
            else:
                message = f"no card of the pack is a `{wild.name}`"
                place = wild.cards.place
                hint = "jokers are in the pack only if `jokers` says how many"
            yield finding("M405", message, place, hint)


def _works(rules: Rules, number: int) -> bool:
    wild = rules.deck.wilds[number]
    return any(wild.targets[face] for face in wild.faces)


def _all(facts: Facts, wild: WildSpec) -> list[Rules]:
    """The rules for everything that this class hangs on; none where that is too much."""
    deck = facts.spec.deck
    parts = (wild.cards, wild.stands_for, deck.packs, deck.jokers, deck.without)
    trees = [expr.tree for expr in parts if expr is not None]
    settings = facts.settings.of(trees)
    if len(settings) > MOST_TABLES:
        return []
    names = {option.name for option in facts.spec.options}
    found = []
    for setting in settings:
        players = setting.get("players", facts.spec.players[0])
        if players >= facts.spec.players[0]:
            choice = {name: value for name, value in setting.items() if name in names}
            found.append(facts.rules(players, choice))
    return [rules for rules in found if rules is not None]
