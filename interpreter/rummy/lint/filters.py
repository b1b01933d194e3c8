"""Filters of cards that no card of the pack passes, or that every card passes."""

from __future__ import annotations

from collections.abc import Iterator

from rummy.diagnostics import Diagnostic
from rummy.lang.evaluate import CardEnv, evaluate
from rummy.lang.trees import Call, Field, Name, walk
from rummy.lint.facts import Facts
from rummy.lint.report import finding, quoted
from rummy.lint.walks import effects, live_steps
from rummy.spec.bind import Rules
from rummy.spec.model import Expr, MoveCards, Swap


def check(facts: Facts) -> Iterator[Diagnostic]:
    """The key `cards` of moves and effects, tried on every card of the pack."""
    for what, expr in _filters(facts):
        found = _passing(facts, expr)
        if found == {False}:
            message = f"no card of the pack passes this filter of {what}: {quoted(expr.text)}"
            hint = (
                "it is tried on one card at a time; ranks are joined by `or`, or `rank in {2, 3}`"
            )
            yield finding("P525", message, expr.place, hint)
        elif found == {True}:
            message = f"every card of the pack passes this filter of {what}: {quoted(expr.text)}"
            hint = "leave `cards` out, or say which cards are meant"
            yield finding("P526", message, expr.place, hint)


def _filters(facts: Facts) -> Iterator[tuple[str, Expr]]:
    for at in live_steps(facts.settings):
        for move in at.step.moves:
            verb = move.verb
            if isinstance(verb, MoveCards | Swap) and verb.cards is not None:
                yield f"the move `{move.name}`", verb.cards
    for effect, _ in effects(facts.spec):
        if isinstance(effect, MoveCards) and effect.cards is not None:
            yield "this effect", effect.cards


def _passing(facts: Facts, expr: Expr) -> set[bool]:
    """What cards come to, with all that can be agreed; nothing if the game has a say in it."""
    tree = expr.tree
    options = {option.name for option in facts.spec.options}
    for node in walk(tree):
        if isinstance(node, Call) or (isinstance(node, Field) and node.field == "fits"):
            return set()
        if isinstance(node, Name) and node.name not in {*options, "players", "packs"}:
            return set()
    found: set[bool] = set()
    for players, chosen in facts.all_rules((tree,)):
        rules = facts.rules(players, chosen)
        if rules is None:
            continue
        if rules.wild:
            return set()  # what is wild changes from round to round
        found |= set(_each(rules, expr))
        if len(found) > 1:
            break
    return found


def _each(rules: Rules, expr: Expr) -> Iterator[bool]:
    for face in range(rules.deck.faces):
        if rules.deck.copies[face]:
            env = CardEnv(rules.deck, face, names=rules.constants)
            yield bool(evaluate(expr.tree, env))
