"""Columns that line up, counted in the cells of a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rummy.cards import Deck
from rummy.diagnostics import visible
from rummy.render import width as cells
from rummy.terminal.writer import Piece, Writer

GAP = "  "
UNKNOWN = "??"
"""A card whose face is not known."""
FOUR = 4
"""So many suits have a style of their own; further ones have their colour's."""


def card(deck: Deck, code: int, writer: Writer) -> Piece:
    """A card as the writer can show it: ``10H``, on a good terminal with its sign."""
    if code < 0:
        return Piece(UNKNOWN)
    text = deck.text(code)
    # `2S(JH)` has two suits: the printed one, and after it that of the place
    printed, bracket, place = text.partition("(")
    text = _signed(deck, deck.face_of[code], printed, writer)
    if bracket:
        text += f"({_signed(deck, code, place.removesuffix(')'), writer)})"
    suit = deck.suit_of[code]
    if suit < 0:
        return Piece(text)
    if suit < FOUR:
        return Piece(text, f"suit {suit + 1}")
    colour = deck.suits[suit].colour
    return Piece(text, colour if colour in ("red", "green", "blue", "yellow") else "")


def _signed(deck: Deck, code: int, text: str, writer: Writer) -> str:
    """A card or place with the sign of its suit for the letter, if that can be shown."""
    suit = deck.suit_of[code]
    if suit < 0:
        return text
    said = deck.suits[suit]
    known = writer.signs and cells(said.sign) == 1 and writer.shows(said.sign)
    if not known or not text.endswith(said.letter):
        return text
    return text.removesuffix(said.letter) + said.sign


def cards(deck: Deck, codes: Sequence[int], writer: Writer) -> list[Piece]:
    """Several cards with a space between."""
    row: list[Piece] = []
    for code in codes:
        row += [card(deck, code, writer), Piece(" ")]
    return row[:-1]


def hand(
    writer: Writer, deck: Deck, label: str, codes: Sequence[int], indent: str, margin: int
) -> None:
    """A row of cards after a label; where it takes several rows, the cards stand in columns."""
    shown = [card(deck, code, writer) for code in codes]
    begin = indent + pad(label, margin) + GAP
    room = writer.width - cells(begin)
    if sum(cells(p.text) + 1 for p in shown) - 1 <= room:
        writer.line(begin, *cards(deck, codes, writer))
        return
    size = max(cells(p.text) for p in shown)
    each = max(1, (room + 1) // (size + 1))
    for start in range(0, len(shown), each):
        row = [Piece(pad(p.text, size) + " ", p.style) for p in shown[start : start + each]]
        last = row[-1]
        row[-1] = Piece(last.text.rstrip(), last.style)
        writer.line(" " * cells(begin) if start else begin, *row)


def pad(text: str, width: int) -> str:
    """The text with spaces after it up to a width."""
    return text + " " * (width - cells(visible(text)))


def columns(rows: Sequence[Sequence[str]], left: Sequence[bool]) -> list[str]:
    """Rows whose columns line up, words to the left, numbers to the right."""
    widths = [max(cells(visible(row[i])) for row in rows) for i in range(len(left))]
    lines = []
    for row in rows:
        fields = [
            pad(text, width) if to_left else " " * (width - cells(visible(text))) + text
            for text, width, to_left in zip(row, widths, left, strict=True)
        ]
        lines.append(GAP.join(fields).rstrip())
    return lines


def fits(lines: Sequence[str], width: int) -> bool:
    """Whether all lines are short enough."""
    return all(cells(visible(line)) <= width for line in lines)
