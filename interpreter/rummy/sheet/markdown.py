"""A rule sheet as Markdown that GitHub and mkdocs render alike."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rummy.sheet import marks
from rummy.sheet.document import Block, Bullets, Document, Face, Item, Paragraph, Section

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~$])")
_LINE_START = re.compile(r"^(\s*)([-+]|\d+[.)])(?=\s)")
# in front of an addition a sign would begin a list of its own
_ENTITY = re.compile(r"&(?=#?\w+;)")


def markdown(document: Document, level: int = 1) -> str:
    """The document as Markdown; ``level`` is that of its title."""
    return "\n".join(_Markdown(document).whole(level)).rstrip("\n") + "\n"


class _Markdown:
    def __init__(self, document: Document) -> None:
        self.document = document
        self.faces: dict[str, Face] = dict(document.faces)

    def whole(self, level: int) -> list[str]:
        one = self.document
        lines = [f"{'#' * level} {self.line(one.title)}", "", self.line(one.subtitle), ""]
        for section in one.sections:
            lines += self.section(section, level + 1)
        if one.footer:
            lines += ["---", "", f"*{self.line(one.footer)}*"]
        return lines

    def section(self, section: Section, level: int) -> list[str]:
        lines = [f"{'#' * min(level, 6)} {self.line(section.title)}", ""]
        for block in section.blocks:
            lines += [*self.block(block), ""]
        for deeper in section.below:
            lines += self.section(deeper, level + 1)
        return lines

    def block(self, block: Block) -> list[str]:
        if isinstance(block, Paragraph):
            return [self.line(block.text)]
        if isinstance(block, Bullets):
            return list(self.items(block.items, "", block.numbered))
        head = [self.cell(cell) for cell in block.head]
        ruler = ["---:" if column in block.numbers else "---" for column in range(len(head))]
        rows = [[self.cell(cell) for cell in row] for row in block.rows]
        table = [f"| {' | '.join(row)} |" for row in (head, ruler, *rows)]
        return [f"**{self.line(block.caption)}**", "", *table]

    def items(self, items: Iterable[Item], indent: str, numbered: bool = False) -> Iterable[str]:
        for number, item in enumerate(items, 1):
            sign = f"{number}." if numbered else "-"
            yield f"{indent}{sign} {self.line(item.text)}"
            # four spaces are what mkdocs wants below any item
            yield from self.items(item.below, indent + "    ")

    def cell(self, text: str) -> str:
        """A line inside a table: what is code must not hold a bare bar."""
        return self.line(text, table=True)

    def line(self, text: str, table: bool = False) -> str:
        told = []
        for kind, piece in marks.spans(text):
            if kind == marks.CODE:
                told.append(_code(piece.replace("|", "\\|") if table else piece))
            elif kind == marks.CARDS:
                shown = (self.faces[c].shown if c in self.faces else c for c in piece.split())
                told.append(escaped("\u00a0".join(shown)))
            elif kind == marks.TERM:
                told.append(f"*{escaped(piece)}*")
            elif kind == marks.STRONG:
                told.append(f"**{escaped(piece)}**")
            else:
                told.append(escaped(piece))
        return _LINE_START.sub(_no_list, "".join(told))


def _no_list(match: re.Match[str]) -> str:
    sign = match[2]
    return f"{match[1]}{sign[:-1]}\\{sign[-1]}"


def escaped(text: str) -> str:
    """A text in which nothing is taken for Markdown or HTML."""
    return _ENTITY.sub("&amp;", _SPECIAL.sub(r"\\\1", text))


def _code(text: str) -> str:
    ticks = "`" * (1 + max((len(run) for run in re.findall("`+", text)), default=0))
    space = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{ticks}{space}{text}{space}{ticks}"
