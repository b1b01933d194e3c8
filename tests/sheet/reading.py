"""Rule sheets as tests read them: by section, in plain text."""

from __future__ import annotations

from functools import cache

from rummy.sheet import make, text
from rummy.sheet.document import Bullets, Document, Item, Paragraph, Section, Table
from rummy.sheet.marks import bare
from rummy.spec.load import load
from rummy.spec.model import Spec


@cache
def spec(name: str) -> Spec:
    """A shipped variant, loaded once."""
    return load(name)


@cache
def _sheet(name: str, players: int | None, options: tuple[tuple[str, str], ...]) -> Document:
    return make(spec(name), dict(options), players)


def sheet(name: str, players: int | None = None, **options: str) -> Document:
    """The sheet of a shipped variant."""
    return _sheet(name, players, tuple(options.items()))


def flat(document: Document) -> str:
    """A sheet as text on one line, single spaces between words."""
    return " ".join(text(document).split())


def section(document: Document, title: str) -> Section:
    """The section of this title, at whatever depth."""
    todo = list(document.sections)
    while todo:
        one = todo.pop(0)
        if bare(one.title) == title:
            return one
        todo += one.below
    raise AssertionError(f"no section {title!r}")


def words(one: Section) -> str:
    """All that a section says, one line for each paragraph, item and row."""
    lines: list[str] = []
    for block in one.blocks:
        if isinstance(block, Paragraph):
            lines.append(block.text)
        elif isinstance(block, Bullets):
            lines += _items(block.items)
        else:
            lines += [" | ".join(row) for row in (block.head, *block.rows)]
    for below in one.below:
        lines.append(words(below))
    return bare("\n".join(lines))


def _items(items: tuple[Item, ...]) -> list[str]:
    return [line for item in items for line in (item.text, *_items(item.below))]


def rows(one: Section, caption: str) -> list[tuple[str, ...]]:
    """The rows of a table of the section."""
    for block in one.blocks:
        if isinstance(block, Table) and block.caption == caption:
            return [tuple(map(bare, row)) for row in block.rows]
    raise AssertionError(f"no table {caption!r}")
