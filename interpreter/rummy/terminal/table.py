"""What a player sees of the table: melds, piles, the others, scores and the own hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummy.lang.types import TRUTH
from rummy.render import width as cells
from rummy.terminal.narration import words
from rummy.terminal.news import names_for
from rummy.terminal.offers import engine_now
from rummy.terminal.tables import cards, columns, fits, hand, pad
from rummy.terminal.writer import Part, Piece, Writer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rummy.cards import Deck
    from rummy.play.match import Match
    from rummy.play.view import View, ZoneView

INDENT = "  "
ORDERS = ("suit", "rank")
"""How a hand can be sorted."""


def in_order(deck: Deck, faces: Sequence[int], order: str) -> list[int]:
    """Cards of a hand sorted by suit or by rank; wild cards without a suit come last."""

    def by(face: int) -> tuple[int, int, int]:
        rank, suit = deck.rank_of[face], deck.suit_of[face]
        joker = int(suit < 0)
        return (joker, suit, rank) if order == "suit" else (joker, rank, suit)

    return sorted(faces, key=by)


def show_hand(match: Match, seat: int, order: str, writer: Writer) -> None:
    """The own hand, sorted, with what it would count."""
    deck = engine_now(match).deck
    faces = in_order(deck, match.view(seat).hand, order)
    label = f"Your hand ({len(faces)}):"
    if faces:
        hand(writer, deck, label, faces, "", cells(label))
    else:
        writer.line("You hold no cards.")


def show_piles(match: Match, seat: int, writer: Writer) -> None:
    """The piles of the table alone: enough for a question in somebody else's turn."""
    _piles(match, match.view(seat), writer)


def show_table(match: Match, seat: int, writer: Writer) -> None:
    """All that a seat sees but its own hand."""
    view = match.view(seat)
    names = names_for(seat, match.players)
    _melds(match, view, names, writer)
    _piles(match, view, writer)
    needed = opening_needed(match, seat)
    if needed:
        writer.say(f"To open you need {needed}.", hang=INDENT)
    for other in match.state.order:
        if other in view.everyone:
            _player(match, view, names, other, writer)


def opening_needed(match: Match, seat: int) -> str:
    """What the first melds of a player must be now, in words; "" where nothing is asked."""
    engine = engine_now(match)
    for move in engine.program.moves:
        if move.opening is None or (move.when is not None and not move.when(match.state, seat)):
            continue
        needs = move.opening.needed(match.state, seat)
        told = []
        for need in dict.fromkeys(needs):
            kind, least = need
            title = "meld" if kind < 0 else engine.rules.kinds[kind].title
            times = needs.count(need)
            size = f"of {least} or more cards"
            many = f"{times} times a {title}" if " " in title else f"{times} {title}s"
            told.append(f"{'a ' + title if times == 1 else many} {size}")
        return " and ".join(told)
    return ""


def _melds(match: Match, view: View, names: list[str], writer: Writer) -> None:
    engine = engine_now(match)
    if not view.melds:
        writer.line("No meld is on the table.")
        return
    writer.line(Piece("Melds on the table", "head"))
    titles = [f"m{m.index + 1} {engine.rules.kinds[m.kind].title}" for m in view.melds]
    margin = min(max(map(cells, titles)), writer.width // 2)
    for title, meld in zip(titles, view.melds, strict=True):
        short = cells(title) <= margin
        writer.say(
            *([] if short else [f"{title} "]),
            *cards(engine.deck, meld.codes, writer),
            Piece(f" ({names[meld.owner]})", "faint"),
            indent=f"{INDENT}{pad(title, margin)} " if short else INDENT,
            hang=INDENT * 3,
        )


def _piles(match: Match, view: View, writer: Writer) -> None:
    told: list[Part] = []
    for zone in view.zones:
        if zone.seat >= 0:
            continue
        told += [" " if told else "", f"{words(zone.name).capitalize()}: "]
        told += [*_zone(match, zone, writer), "."]
    if told:
        writer.say(*told, hang=INDENT)


def _zone(match: Match, zone: ZoneView, writer: Writer) -> list[Part]:
    """A pile or place as far as it is seen."""
    deck = engine_now(match).deck
    many = "1 card" if zone.count == 1 else f"{zone.count} cards"
    if not zone.count:
        return ["empty"]
    if not zone.cards:
        return [many]
    shown = cards(deck, zone.cards[::-1], writer)
    if len(zone.cards) == zone.count:
        return [*shown]
    return [*shown, f" on top of {zone.count - len(zone.cards)} more"]


def _player(match: Match, view: View, names: list[str], seat: int, writer: Writer) -> None:
    """A line about a player: cards, points, what lies before him, what is known of him."""
    told: list[list[Part]] = []
    slots, sides = match.engine.program.slots, match.rules.sides
    for zone in view.zones:
        if (
            zone.seat < 0
            or zone.seat != slots.place(zone.name, seat)
            or (zone.name == "hand" and seat == view.seat)
        ):
            continue
        if zone.name == "hand":
            told.append(["1 card in hand" if zone.count == 1 else f"{zone.count} cards in hand"])
        elif zone.count:
            told.append([f"{words(zone.name)} ", *_zone(match, zone, writer)])
    told.append([f"total {view.totals[seat]}"])
    if view.earned[seat]:
        told.append([f"{view.earned[seat]} earned in this round"])
    for variable in match.spec.variables:
        values = dict(view.variables)[variable.name]
        value = 0 if variable.of == "table" else values[slots.place(variable.name, seat)]
        if value:
            name = words(variable.name)
            told.append([name if variable.type == TRUTH else f"{name} {value}"])
    row: list[Part] = []
    for number, item in enumerate(told):
        row += [", " if number else "", *item]
    name = names[seat]
    known = [f"side {seat % sides + 1}"] if sides < match.players else []
    known += ["dealer"] if seat == view.dealer else []
    what = f" ({', '.join(known)})" if known else ""
    writer.say(f"{name[:1].upper()}{name[1:]}{what}: ", *row, ".", hang=INDENT)


def show_score(match: Match, seat: int, writer: Writer) -> None:
    """The rounds counted so far and the totals, round by round."""
    names = names_for(seat, match.players)
    if not match.rounds:
        writer.line("No round has been counted yet.")
    else:
        rows = [["round", *names]]
        rows += [[str(r.round), *map(str, r.points)] for r in match.rounds]
        rows.append(["total", *map(str, match.totals)])
        head, *lines = columns(rows, [True] + [False] * len(names))
        if fits([head, *lines], writer.width - len(INDENT)):
            writer.line(INDENT, Piece(head, "faint"))
            for line in lines:
                writer.line(INDENT, line)
        else:
            for row in rows[1:]:
                told = ", ".join(f"{n} {p}" for n, p in zip(names, row[1:], strict=True))
                what = f"round {row[0]}" if row[0] != "total" else "total"
                writer.say(f"{what}: {told}", indent=INDENT, hang=INDENT * 2)
    earned = match.state.earned
    if any(earned) and not match.over:
        now = ", ".join(f"{names[s]} {earned[s]}" for s in match.state.everyone if earned[s])
        writer.say(f"Earned in this round: {now}.", hang=INDENT)
    best = "highest" if match.spec.match.highest else "lowest"
    writer.line(f"The {best} total wins.")
