"""The rules of a match on one page, from what the spec says of itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummy.spec.bind import option_text
from rummy.terminal.narration import words
from rummy.terminal.table import opening_needed
from rummy.terminal.writer import Piece, Writer

if TYPE_CHECKING:
    from rummy.cards import Deck
    from rummy.play.match import Match
    from rummy.spec.bind import BoundKind
    from rummy.spec.model import Opening, Option

INDENT = "  "
SOME_PRINTED = 3
"""From so many ranks on it is told as a rule that a card counts its number."""


def show_rules(match: Match, writer: Writer) -> None:
    """Write the short sheet: melds, the opening, the turn, points, the options in force."""
    spec = match.spec
    writer.say(Piece(spec.title, "head"), f" {spec.version}".rstrip(), hang=INDENT)
    if spec.about:
        writer.say(_one_line(spec.about), hang="")
    _melds(match, writer)
    for opening in spec.openings:
        _opening(match, opening, writer)
    told = [*(event.about for event in spec.events), *(duty.about for duty in spec.must)]
    abouts = [_one_line(about) for about in told if about]
    if abouts:
        writer.line(Piece("Mind", "head"))
        for about in abouts:
            writer.say(about, indent=INDENT, hang=INDENT * 2)
    _cards(match, writer)
    _options(match, writer)
    best = "highest" if spec.match.highest else "lowest"
    writer.say(f"The {best} total wins. The file, for every detail: {spec.file}", hang=INDENT)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _melds(match: Match, writer: Writer) -> None:
    if not match.rules.kinds:
        return
    writer.line(Piece("Melds", "head"))
    for kind, said in zip(match.rules.kinds, match.spec.kinds, strict=True):
        valid = _one_line(said.valid.text)
        what = _one_line(said.about).rstrip(".") if said.about else f"cards with {valid}"
        grows = "; never added to" if said.closed else ""
        writer.say(
            f"{kind.title}: {sizes(kind, match.engine.deck)}, {what}{grows}",
            indent=INDENT,
            hang=INDENT * 2,
        )


def sizes(kind: BoundKind, deck: Deck) -> str:
    """How many cards a kind of meld has, in words."""
    if kind.least == kind.most:
        return f"{kind.least} cards"
    if kind.most >= deck.size:
        return f"{kind.least} or more cards"
    return f"{kind.least} to {kind.most} cards"


def _opening(match: Match, opening: Opening, writer: Writer) -> None:
    about = f": {_one_line(opening.about)}" if opening.about else ""
    writer.say(f"First melds ({words(opening.name)}){about}", hang=INDENT)
    needed = "" if match.over else opening_needed(match, match.seat)
    if needed:
        writer.say(f"Now you need {needed}.", indent=INDENT, hang=INDENT * 2)


def _cards(match: Match, writer: Writer) -> None:
    """What cards are worth in a hand, cards of one worth together."""
    deck = match.engine.deck
    worth: dict[str, list[str]] = {}
    points: dict[int, set[int]] = {}
    for rank in range(len(deck.ranks)):
        faces = [f for f in range(deck.joker) if deck.rank_of[f] == rank and deck.copies[f]]
        if faces:
            points[rank] = {deck.points_of[face] for face in faces}
    pips = {rank: deck.pips_of[rank] for rank in points}
    printed = [rank for rank in points if points[rank] == {pips[rank]} != {0}]
    for rank, some in points.items():
        told = " or ".join(map(str, sorted(some)))
        # one or two cards that happen to count their number do not make a rule
        if rank in printed and len(printed) >= SOME_PRINTED:
            told = "the number printed"
        worth.setdefault(told, []).append(deck.ranks[rank])
    if deck.copies[deck.joker]:
        worth.setdefault(str(deck.points_of[deck.joker]), []).append("joker")
    for face in range(deck.joker + 1, deck.faces):
        if deck.copies[face]:
            worth.setdefault(str(deck.points_of[face]), []).append(deck.text(face))
    if set(worth) != {"0"}:
        listed = "; ".join(f"{' '.join(names)}: {told}" for told, names in worth.items())
        writer.say(f"Points of cards in hand: {listed}", hang=INDENT)
    if deck.wilds:
        wild = dict.fromkeys(
            deck.text(face)
            for face in range(deck.faces)
            if deck.held_wild[face] and deck.copies[face]
        )
        writer.say(f"Wild: {' '.join(wild)}", hang=INDENT)


def _options(match: Match, writer: Writer) -> None:
    options = match.spec.options
    if not options:
        return
    writer.say(Piece("Options", "head"), " (those marked * are not as the file has them)")
    for option in options:
        writer.say(_option(match, option), indent=INDENT, hang=INDENT * 2)


def _option(match: Match, option: Option) -> str:
    value = match.rules.options[option.name]
    changed = "*" if value != option.default else ""
    about = f": {_one_line(option.about)}" if option.about else ""
    return f"{option.name}={option_text(option, value)}{changed}{about}"
