"""Ranks, jokers and special cards that somebody forgot to give points."""

from __future__ import annotations

from collections.abc import Iterator

from rummy.diagnostics import Diagnostic
from rummy.lang.trees import Call, walk
from rummy.lint.counting import of_cards
from rummy.lint.facts import Facts
from rummy.lint.report import finding, listed


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Cards of the pack that no entry of `deck.points` names, where points are counted."""
    spec = facts.spec
    asked = [
        (expr, node) for _, expr in facts.expressions for node in walk(expr.tree) if of_cards(node)
    ]
    if not asked:
        return
    if not spec.deck.points:
        expr, node = asked[0]
        place = node.place if node.place.line else expr.place
        what = f"`{node.name}`" if isinstance(node, Call) else "`points` of a card"
        message = f"{what} is always 0: no card has points"
        hint = "say under `deck.points` what cards count, as in `{A: 1, 2..10: pips, J Q K: 10}`"
        yield finding("C606", message, place, hint)
        return
    there: set[int] = set()
    decks = [rules.deck for n in dict.fromkeys(spec.players) if (rules := facts.rules(n))]
    for deck in decks:
        there |= {face for face in range(deck.faces) if deck.copies[face]}
    if not decks:
        return
    deck = decks[0]
    ranks = {rank for entry in spec.deck.points for rank in entry.ranks}
    extras = {extra for entry in spec.deck.points for extra in entry.extras}
    joker = any(entry.joker for entry in spec.deck.points)
    missing = [
        word
        for rank, word in enumerate(deck.ranks)
        if rank not in ranks and any(deck.rank_of[face] == rank for face in there)
    ]
    if not joker and deck.joker in there:
        missing.append("joker")
    for number, (name, _) in enumerate(spec.deck.extras):
        if number not in extras and deck.joker + 1 + number in there:
            missing.append(name)
    if missing:
        verb = "has" if len(missing) == 1 else "have"
        message = f"{listed(missing)} {verb} no points under `deck.points`, and so counts 0"
        if len(missing) > 1:
            message = f"{listed(missing)} have no points under `deck.points`, and so count 0"
        hint = f"write `{' '.join(missing)}: 0` if that is meant"
        yield finding("C605", message, spec.deck.points[0].points.place, hint)
