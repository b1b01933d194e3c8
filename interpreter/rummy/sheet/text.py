"""A rule sheet as plain text, folded to a width."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rummy.render import width as cells
from rummy.sheet import marks
from rummy.sheet.document import Block, Bullets, Document, Face, Item, Paragraph, Section, Table

WIDTH = 80
NARROWEST_COLUMN = 8


def text(document: Document, width: int = WIDTH, signs: bool = False) -> str:
    """The document as lines of at most ``width`` cells; with ``signs`` cards have suit signs."""
    return "\n".join(_Text(document, width, signs).whole()).rstrip("\n") + "\n"


class _Text:
    def __init__(self, document: Document, width: int, signs: bool) -> None:
        self.document = document
        self.width = width
        self.signs = signs
        self.faces: dict[str, Face] = dict(document.faces)

    def whole(self) -> Iterator[str]:
        one = self.document
        title = self.line(one.title)
        yield from (*self.folded(title.upper()), "=" * min(self.width, cells(title)))
        yield from (*self.folded(self.line(one.subtitle)), "")
        for section in one.sections:
            yield from self.section(section, 0)
        if one.footer:
            yield from self.folded(self.line(one.footer))

    def section(self, section: Section, depth: int) -> Iterator[str]:
        title = self.line(section.title)
        yield from self.folded(title.upper() if depth == 0 else title)
        yield ("-" if depth == 0 else ".") * min(self.width, cells(title))
        for block in section.blocks:
            yield from self.block(block)
            yield ""
        if not section.blocks:
            yield ""
        for deeper in section.below:
            yield from self.section(deeper, depth + 1)

    def block(self, block: Block) -> Iterable[str]:
        if isinstance(block, Paragraph):
            return self.folded(self.line(block.text))
        if isinstance(block, Bullets):
            return self.items(block.items, "", block.numbered)
        return self.table(block)

    def items(self, items: Iterable[Item], indent: str, numbered: bool = False) -> Iterator[str]:
        for number, item in enumerate(items, 1):
            sign = f"{number}. " if numbered else "- "
            yield from self.folded(self.line(item.text), indent + sign, indent + " " * len(sign))
            yield from self.items(item.below, indent + " " * len(sign))

    def table(self, table: Table) -> Iterator[str]:
        """Columns side by side, the last ones folded; where they do not fit, row by row."""
        yield from self.folded(f"{self.line(table.caption)}:")
        rows = [[self.line(cell) for cell in row] for row in (table.head, *table.rows)]
        widths = self.widths(rows)
        if widths is None:
            yield from self.one_by_one(rows)
            return
        for number, row in enumerate(rows):
            columns = [
                list(self.folded(cell, width=w)) or [""]
                for cell, w in zip(row, widths, strict=True)
            ]
            for at in range(max(map(len, columns))):
                parts = []
                for column, (some, w) in enumerate(zip(columns, widths, strict=True)):
                    piece = some[at] if at < len(some) else ""
                    space = " " * (w - cells(piece))
                    parts.append(space + piece if column in table.numbers else piece + space)
                yield "  " + "  ".join(parts).rstrip()
            if number == 0:
                yield "  " + "  ".join("-" * w for w in widths)

    def widths(self, rows: list[list[str]]) -> list[int] | None:
        """How wide each column is; None if they do not fit side by side."""
        wanted = [max(cells(row[column]) for row in rows) for column in range(len(rows[0]))]
        room = self.width - 2 * len(wanted)
        least = [
            max(NARROWEST_COLUMN, max(cells(w) for row in rows for w in (row[c].split() or [""])))
            for c in range(len(wanted))
        ]
        least = [min(a, b) for a, b in zip(least, wanted, strict=True)]
        if sum(least) > room:
            return None
        widths = list(wanted)
        while sum(widths) > room:
            column = max(range(len(widths)), key=lambda c: (widths[c] > least[c], widths[c]))
            if widths[column] <= least[column]:
                return None
            widths[column] -= 1
        return widths

    def one_by_one(self, rows: list[list[str]]) -> Iterator[str]:
        head, *rest = rows
        for row in rest:
            yield from self.folded(row[0], "  - ", "    ")
            for name, cell in zip(head[1:], row[1:], strict=True):
                if cell:
                    yield from self.folded(f"{name}: {cell}", "      ", "        ")

    def line(self, text: str) -> str:
        told = []
        for kind, piece in marks.spans(text):
            if kind == marks.CARDS:
                told.append(" ".join(self.face(card) for card in piece.split()))
            elif kind == marks.CODE:
                told.append(f"`{piece}`")
            elif kind == marks.TERM:
                told.append(f"*{piece}*")
            else:
                told.append(piece)
        return "".join(told)

    def face(self, card: str) -> str:
        face = self.faces.get(card)
        return face.shown if face is not None and self.signs else card

    def folded(
        self, text: str, first: str = "", further: str = "", width: int | None = None
    ) -> Iterator[str]:
        """Lines that break at spaces; a word that is too long is cut."""
        room = self.width if width is None else width
        line, used = first, cells(first)
        fresh = True
        for word in text.split():
            while cells(word) > room - cells(further):
                if not fresh:
                    yield line
                    line, used, fresh = further, cells(further), True
                cut = self.cut(word, room - used)
                yield line + word[:cut]
                word, line, used = word[cut:], further, cells(further)
            if not word:
                continue
            if not fresh and used + 1 + cells(word) > room:
                yield line
                line, used, fresh = further, cells(further), True
            line += word if fresh else f" {word}"
            used += cells(word) + (not fresh)
            fresh = False
        if not fresh:
            yield line

    @staticmethod
    def cut(word: str, room: int) -> int:
        """How many letters of a word fit."""
        many = max(1, min(len(word), room))
        while many > 1 and cells(word[:many]) > room:
            many -= 1
        return many
