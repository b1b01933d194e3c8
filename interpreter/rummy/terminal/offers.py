"""What the turn allows now: legal actions as people read them, numbered or in groups."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummy.errors import CardError
from rummy.play.stages import ALL, CARDS, LAY, LAY_OFF, OPEN, REBUILD, SAY, TOP
from rummy.terminal.narration import words
from rummy.terminal.tables import card
from rummy.terminal.writer import Part, Piece, Writer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rummy.cards import Deck
    from rummy.play.engine import Engine
    from rummy.play.match import Match
    from rummy.play.state import Action

SHORT_LIST = 9
"""So many actions are listed one by one."""
FEW = 3
"""So many of a group are shown as samples."""


def engine_now(match: Match) -> Engine:
    """The engine for the players who are still in and the cards that are wild."""
    return match.engine.of(match.state)


def action_parts(match: Match, action: Action, writer: Writer) -> list[Part]:
    """An action as it is typed, its cards as the writer shows them."""
    return text_parts(match.engine.deck, match.text(action), writer)


def text_parts(deck: Deck, text: str, writer: Writer) -> list[Part]:
    """A typed action; what is a card in it is shown as one."""
    row: list[Part] = []
    for word in text.split():
        row += [_word(deck, word, writer), " "]
    return row[:-1]


def _word(deck: Deck, word: str, writer: Writer) -> Part:
    if word != word.upper():
        return word  # canonical cards are in capitals, names are not
    try:
        return card(deck, deck.parse(word), writer)
    except CardError:
        return word


def points_of(match: Match, action: Action) -> int:
    """What an action earns at once."""
    engine = engine_now(match)
    if action == engine.program.done:
        return 0
    move = engine.program.moves[action[0]]
    if move.kind in (LAY, OPEN) and len(action) > 1:
        shape = engine.plans.shape(action[1], action[2:])
        return 0 if shape is None else shape.lay
    if move.kind == LAY_OFF:
        _, index, kind, code = action
        growth = match.state.table[index].growth
        return next((g.points for g in growth if (g.code, g.shape.kind) == (code, kind)), 0)
    return 0


def remark(match: Match, action: Action, writer: Writer) -> list[Part]:
    """What is worth knowing about an action: which card, how many points."""
    engine = engine_now(match)
    if action == engine.program.done:
        return []
    points = points_of(match, action)
    if points:
        return ["  (", Piece(str(points), "points"), " point)" if points == 1 else " points)"]
    move = engine.program.moves[action[0]]
    if move.kind in (TOP, ALL) and move.source is not None:
        owner = move.source.owner(match.state, match.seat)
        zone = match.view().zone(move.source.name, owner)
        where = words(move.source.name)
        if move.numbers is not None and zone.cards and move.at == "top":
            if action[-1] > len(zone.cards):
                return [f"  ({where})"]
            shown = [card(engine.deck, zone.cards[-action[-1]], writer)]
            above = f" and {action[-1] - 1} above it" if action[-1] > 1 else ""
            return ["  (", *shown, f"{above}, {where})"]
        if move.source.pile and zone.cards and move.at == "top":
            shown = [card(engine.deck, zone.cards[-1], writer)]
            return ["  (", *shown, f", {where})"]
        return [f"  ({where})"] if move.move.name != move.source.name else []
    if move.kind in (SAY, OPEN) and move.move.about:
        return [f"  ({words(move.move.about.strip().rstrip('.'))})"]
    return []


def show_offers(match: Match, writer: Writer, everything: bool = False) -> bool:
    """Write what is allowed now; whether each action had its number."""
    legal = match.legal()
    if everything or len(legal) <= SHORT_LIST:
        numbered(match, [(action,) for action in legal], writer)
        return True
    done = engine_now(match).program.done
    groups: dict[int, list[Action]] = {}
    for action in legal:
        groups.setdefault(action[0], []).append(action)
    for actions in groups.values():
        _group(match, actions, writer, actions == [done])
    writer.say(f"  (`all` lists all {len(legal)} with numbers)")
    return False


def numbered(match: Match, ways: Sequence[Sequence[Action]], writer: Writer) -> None:
    """Write actions, or rows of actions, one a line with numbers from 1."""
    size = len(str(len(ways)))
    for number, actions in enumerate(ways, 1):
        row = action_parts(match, actions[0], writer)
        tail = remark(match, actions[0], writer)
        indent = f"  {number:>{size}}  "
        writer.say(*row, *tail, indent=indent, hang=" " * len(indent))


def _group(match: Match, actions: list[Action], writer: Writer, is_done: bool) -> None:
    row: list[Part] = []
    if len(actions) == 1 or is_done:
        for action in actions:
            row = [*action_parts(match, action, writer), *remark(match, action, writer)]
            writer.say(*row, indent="  ", hang="    ")
        return
    engine = engine_now(match)
    move = engine.program.moves[actions[0][0]]
    name = move.move.name
    if move.kind in (CARDS, REBUILD) and move.whom is None and len(actions[0]) == 2:
        for action in actions:
            row += [" ", card(engine.deck, action[1], writer)]
        writer.say(f"{name}, one of:", *row, indent="  ", hang="    ")
        return
    best = sorted(actions, key=lambda action: _worth_a_look(match, action))[:FEW]
    for place, action in enumerate(best):
        row += ["; " if place else " ", *action_parts(match, action, writer)[2:]]
    writer.say(f"{name}, {len(actions)} ways, among them", *row, indent="  ", hang="    ")


def _worth_a_look(match: Match, action: Action) -> tuple[int, int, int]:
    """Which actions of a long list are shown: those that earn most, plain and long ones."""
    deck = engine_now(match).deck
    wild = sum(1 for code in action[2:] if code >= deck.faces)
    return -points_of(match, action), wild, -len(action)
