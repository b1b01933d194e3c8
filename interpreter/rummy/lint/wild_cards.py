"""Classes of wild cards that nothing belongs to, or that can stand for nothing."""

from __future__ import annotations

from collections.abc import Iterator

from rummy.diagnostics import Diagnostic
from rummy.lint.facts import Facts
from rummy.lint.report import finding
from rummy.spec.bind import Rules
from rummy.spec.wilds import possible


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Wild cards without cards, or without anything to stand for."""
    if not facts.spec.deck.wilds:
        return
    usual = [rules for n in dict.fromkeys(facts.spec.players) if (rules := facts.rules(n))]
    for number, wild in enumerate(facts.spec.deck.wilds):
        if not usual or any(_works(rules, number) for rules in usual):
            continue
        tried = [facts.rules(players, options) for players, options in facts.all_rules(())]
        every = [rules for rules in tried if rules is not None]
        if every and not any(_works(rules, number) for rules in every):
            if any(made.deck.wilds[number].faces for rules in every for made in _rounds(rules)):
                message = f"the wild cards `{wild.name}` can stand for no card of the pack"
                place = wild.place if wild.stands_for is None else wild.stands_for.place
                hint = "a wild card stands for the cards for which `stands_for` holds, never itself"
            else:
                message = f"no card of the pack belongs to the wild cards `{wild.name}`"
                place = wild.cards.place
                hint = "jokers are in the pack only if `jokers` says how many"
            yield finding("M405", message, place, hint)


def _works(rules: Rules, number: int) -> bool:
    """Whether some card of a class can stand for another, in some round."""
    classes = (made.deck.wilds[number] for made in _rounds(rules))
    return any(cls.targets[face] for cls in classes for face in cls.faces)


def _rounds(rules: Rules) -> Iterator[Rules]:
    """The rules with all that may be wild, where this changes from round to round."""
    yield rules
    if rules.wild:
        for wild in possible(rules.spec, rules.deck, rules.constants, rules.rounds):
            yield rules.at(rules.players, wild)
