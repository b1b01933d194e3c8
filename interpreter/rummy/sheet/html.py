"""A rule sheet as one HTML file without anything from outside: screen, phone and paper.

Headings go down step by step, tables have captions and row headings, and each card is
read aloud by its name. Nothing of a spec reaches the page unescaped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from rummy.sheet import marks
from rummy.sheet.document import (
    Block,
    Bullets,
    Document,
    Face,
    Item,
    Paragraph,
    Section,
    Table,
    lines,
)
from rummy.sheet.style import STYLE

WARM = frozenset(("red", "orange", "pink"))
OWN = frozenset(("blue", "green", "yellow"))


def html(document: Document) -> str:
    """The document as a whole HTML page."""
    return "".join(f"{line}\n" for line in _Html(document).whole())


LONG, MIDDLE = 12_500, 10_500
"""Letters of a sheet: so long ones are printed small, so that two pages hold them."""


def _plain(text: str) -> str:
    return "".join(piece for _, piece in marks.spans(text))


def _length(document: Document) -> str:
    letters = sum(len(line) for line in lines(document))
    return "long" if letters > LONG else "middle" if letters > MIDDLE else "short"


class _Html:
    def __init__(self, document: Document) -> None:
        self.document = document
        self.faces: dict[str, Face] = dict(document.faces)
        self.names: set[str] = set()

    def whole(self) -> Iterator[str]:
        one = self.document
        title = escape(marks.bare(one.title))
        yield "<!DOCTYPE html>"
        yield '<html lang="en">'
        yield "<head>"
        yield '<meta charset="utf-8">'
        yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
        yield f"<title>{title}: rules</title>"
        yield f"<style>\n{STYLE}</style>"
        yield "</head>"
        yield f'<body class="{_length(one)}">'
        yield f"<header>\n<h1>{title}</h1>\n<p>{self.line(one.subtitle)}</p>\n</header>"
        yield "<main>"
        for section in one.sections:
            yield from self.section(section, 2)
        yield "</main>"
        if one.footer:
            yield f"<footer><p>{self.line(one.footer)}</p></footer>"
        yield "</body>"
        yield "</html>"

    def section(self, section: Section, level: int) -> Iterator[str]:
        name = self.name(section.title)
        yield f'<section aria-labelledby="{name}">'
        yield f'<h{min(level, 6)} id="{name}">{self.line(section.title)}</h{min(level, 6)}>'
        for block in section.blocks:
            yield from self.block(block)
        if section.below:
            yield '<div class="kinds">'
            for deeper in section.below:
                yield from self.section(deeper, level + 1)
            yield "</div>"
        yield "</section>"

    def name(self, title: str) -> str:
        """A name for a heading that no other has."""
        plain = "".join(
            c if c.isascii() and c.isalnum() else "-" for c in marks.bare(title).lower()
        )
        base = "-".join(filter(None, plain.split("-"))) or "part"
        name, number = base, 2
        while name in self.names:
            name, number = f"{base}-{number}", number + 1
        self.names.add(name)
        return name

    def block(self, block: Block) -> Iterator[str]:
        if isinstance(block, Paragraph):
            yield f"<p>{self.line(block.text)}</p>"
        elif isinstance(block, Bullets):
            yield from self.items(block.items, "ol" if block.numbered else "ul")
        else:
            yield from self.table(block)

    def items(self, items: Iterable[Item], tag: str) -> Iterator[str]:
        yield f"<{tag}>"
        for item in items:
            if item.below:
                yield f"<li>{self.line(item.text)}"
                yield from self.items(item.below, "ul")
                yield "</li>"
            else:
                yield f"<li>{self.line(item.text)}</li>"
        yield f"</{tag}>"

    def table(self, table: Table) -> Iterator[str]:
        """A table; a wide one is told row by row where the page is narrow.

        The roles are written out, for there it is laid out as blocks.
        """
        heads = [self.line(cell) for cell in table.head]
        labels = [escape(_plain(cell), quote=True) for cell in table.head]
        yield f'<div class="{"table small" if len(heads) <= 3 else "table"}">'
        yield f'<table role="table">\n<caption>{self.line(table.caption)}</caption>'
        head = "".join(
            f'<th role="columnheader" scope="col"{self.number(table, n)}>{cell}</th>'
            for n, cell in enumerate(heads)
        )
        yield f'<thead role="rowgroup"><tr role="row">{head}</tr></thead>'
        yield '<tbody role="rowgroup">'
        for first, *rest in table.rows:
            told = f'<th role="rowheader" scope="row">{self.line(first)}</th>'
            told += "".join(
                f'<td role="cell" data-label="{labels[n]}"{self.number(table, n)}>'
                f"{self.line(cell)}</td>"
                for n, cell in enumerate(rest, 1)
            )
            yield f'<tr role="row">{told}</tr>'
        yield "</tbody>\n</table>\n</div>"

    @staticmethod
    def number(table: Table, column: int) -> str:
        return ' class="number"' if column in table.numbers else ""

    def line(self, text: str) -> str:
        return "".join(self.span(kind, piece) for kind, piece in marks.spans(text))

    def span(self, kind: str, piece: str) -> str:
        if kind == marks.CARDS:
            return " ".join(self.card(card) for card in piece.split())
        told = escape(piece)
        tag = {marks.CODE: "code", marks.TERM: "em", marks.STRONG: "strong"}.get(kind)
        return f"<{tag}>{told}</{tag}>" if tag else told

    def card(self, letters: str) -> str:
        """A card with its sign, read aloud by its name."""
        face = self.faces.get(letters)
        if face is None:
            return escape(letters)
        colour = "warm" if face.colour in WARM else face.colour if face.colour in OWN else "dark"
        spoken = escape(face.spoken, quote=True)
        return f'<span class="card {colour}" role="img" aria-label="{spoken}">{escape(face.shown)}</span>'
