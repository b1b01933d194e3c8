"""Is this a meld, what is it worth, and does a card fit on it?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummy.asking.table import Answer, Facts, Table, points
from rummy.errors import UsageError
from rummy.play.nomeld import no_growth, no_meld, placed, split
from rummy.play.stages import LAY
from rummy.play.words import article, listed

if TYPE_CHECKING:
    from rummy.asking.reading import Question
    from rummy.cards import Deck
    from rummy.melds import Shape
    from rummy.play.engine import Engine
    from rummy.play.reasons import Reason

MOST_WAYS = 8
"""So many readings of cards are told; of more only how many there are."""


def meld(table: Table, question: Question) -> Answer:
    """Whether cards are a meld, of which kinds, with wild cards in which places."""
    engine, kinds = table.engine, table.engine.rules.kinds
    wanted = range(len(kinds)) if question.kind is None else [question.kind]
    found: list[Shape] = []
    reasons: list[tuple[str, Reason]] = []
    for kind in wanted:
        codes = [placed(engine, kind, code) for code in question.codes]
        shapes = engine.plans.readings(kind, codes)
        found += shapes
        reason = None if shapes else no_meld(engine, kind, *split(engine, question.codes))
        if reason is not None:
            reasons.append((kinds[kind].name, reason))
    if not found:
        # kinds of another size say little about these cards
        sized = [r for r in reasons if not r[1].key.endswith(".size")] or reasons
        what = "meld" if question.kind is None else kinds[question.kind].title
        title = f"these cards are no {what}"
        return Answer(question.text, False, title, [], sized, {"melds": []})
    lines = []
    for shape in found[:MOST_WAYS]:
        lines += _about(table, shape)
    if len(found) > MOST_WAYS:
        lines.append(f"and {len(found) - MOST_WAYS} more")
    title = listed(dict.fromkeys(article(kinds[shape.kind].title) for shape in found))
    if len(found) > 1:
        title += f", in {len(found)} ways"
    return Answer(
        question.text, True, title, lines, [], {"melds": [_facts(table, s) for s in found]}
    )


def _facts(table: Table, shape: Shape) -> Facts:
    facts = table.facts(shape)
    facts["points"] = shape.lay
    facts["in_hand"] = table.engine.deck.bag_points(shape.bag)
    facts["grows"] = [
        {
            "card": table.engine.deck.text(growth.code),
            "kind": table.engine.rules.kinds[growth.shape.kind].name,
            "points": growth.points,
        }
        for growth in shape.growth
    ]
    return facts


def _about(table: Table, shape: Shape) -> list[str]:
    """A meld with its points, and what can be added to it."""
    engine = table.engine
    told = []
    if table.earns:
        told.append(f"{points(shape.lay)} when laid")
    if table.counts:
        told.append(f"{points(engine.deck.bag_points(shape.bag))} in hand")
    lines = [": ".join(filter(None, (table.name(shape), ", ".join(told))))]
    if shape.kind not in _laid(engine):
        lines.append("  such a meld is not laid as a whole, it grows from another")
    ways: dict[tuple[int, int], list[int]] = {}
    for growth in shape.growth:
        ways.setdefault((growth.shape.kind, growth.points), []).append(growth.code)
    for (kind, worth), codes in ways.items():
        becomes = f"becomes {engine.rules.kinds[kind].title} with"
        line = f"  {'takes' if kind == shape.kind else becomes} "
        line += _cards(engine.deck, codes)
        if table.earns:
            line += f": {points(worth)}" + (" each" if len(codes) > 1 else "")
        lines.append(line)
    return lines


def _cards(deck: Deck, codes: list[int]) -> str:
    """Cards that can be added; wild cards together, by the places that they can take."""
    own = [deck.text(code) for code in codes if not deck.stands_wild[code]]
    places = [deck.text(code).partition("(")[2][:-1] for code in codes if deck.stands_wild[code]]
    told = [listed(own, "or")] if own else []
    if places:
        told.append(f"a wild card as {listed(dict.fromkeys(places), 'or')}")
    return ", or ".join(told)


def _laid(engine: Engine) -> set[int]:
    """The kinds of which some move of the game lays new melds."""
    found: set[int] = set()
    for move in engine.program.moves:
        if move.kind == LAY:
            found |= set(move.kinds)
        elif move.opening is not None:
            needs = {kind for entry in move.opening.needs for kind, _ in entry}
            if move.opening.more or -1 in needs:
                return set(range(len(engine.rules.kinds)))
            found |= needs
    return found


def add(table: Table, question: Question) -> Answer:
    """Whether cards can be added to melds, one by one, and what that earns."""
    deck = table.engine.deck
    lines: list[str] = []
    reasons: list[tuple[int, str, Reason]] = []
    facts: list[Facts] = []
    fitting = set()
    for code in question.codes:
        for name, shape in _onto(table, question):
            growths = [
                g
                for g in shape.growth
                if placed(table.engine, g.shape.kind, code) in (g.code, g.face)
            ]
            for growth in growths:
                fitting.add(code)
                text = deck.text(growth.code)
                worth = f": {points(growth.points)}" if table.earns else ""
                lines.append(f"{text} to {name}{worth}, then {table.name(growth.shape)}")
                fact: Facts = {"card": text, "meld": name, "points": growth.points}
                facts.append({**fact, "then": table.facts(growth.shape)})
            if growths:
                continue
            reason = no_growth(table.engine, shape, code, "the meld")
            if reason is not None:
                reasons.append((code, f"{deck.text(code)} to {name}", reason))
    missing = [code for code in question.codes if code not in fitting]
    told = deck.texts(missing or question.codes)
    many = len(missing or question.codes) > 1
    fit = "fit" if many else "fits"
    title = f"{told} {fit} {'nowhere' if missing else 'there'}"
    why = [(about, reason) for code, about, reason in reasons if code in missing]
    return Answer(question.text, not missing, title, lines, why, {"fits": facts})


def _onto(table: Table, question: Question) -> list[tuple[str, Shape]]:
    """The melds that are named, or all on the table."""
    melds = [(table.name(shape), shape) for shape, _ in question.onto]
    if melds and not question.numbers:
        return melds
    there = table.state().table
    if not there:
        raise UsageError("no meld was named, and none lies there: add 10H to run 7H 8H 9H")
    for number in question.numbers or range(len(there)):
        if number >= len(there):
            has = f"m1 to m{len(there)}" if len(there) > 1 else "m1 only"
            raise UsageError(f"there is no meld m{number + 1}; on the table: {has}")
        melds.append((f"m{number + 1} ({table.name(there[number])})", there[number]))
    return melds
