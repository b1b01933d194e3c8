"""The document tree that is built once and written three times.

Lines are strings with the marks of ``rummy.sheet.marks``. This module knows nothing
of specs or of how a document is written.
"""

from __future__ import annotations

from collections.abc import Iterator

from rummy.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Sentences that belong together."""

    text: str


@dataclass(frozen=True, slots=True)
class Item:
    """An entry of a list, perhaps with a list below it."""

    text: str
    below: tuple[Item, ...] = ()


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list; ``numbered`` where the order is that of play."""

    items: tuple[Item, ...]
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table with a caption; the first column names the row.

    ``numbers``: the columns, from 0, whose entries are numbers.
    """

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: tuple[int, ...] = ()


Block = Paragraph | Bullets | Table


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with what stands below it; ``below`` are sections one level deeper."""

    title: str
    blocks: tuple[Block, ...]
    below: tuple[Section, ...] = ()


@dataclass(frozen=True, slots=True)
class Face:
    """How a card is shown: ``7♥`` with sign, ``7H`` in letters, ``seven of hearts`` read aloud."""

    shown: str
    letters: str
    spoken: str
    colour: str


@dataclass(frozen=True, slots=True)
class Document:
    """A rule sheet: its title, the sections, and the cards that occur in it."""

    title: str
    subtitle: str
    sections: tuple[Section, ...]
    faces: tuple[tuple[str, Face], ...] = ()
    footer: str = ""


def lines(document: Document) -> Iterator[str]:
    """Every line of text of a document, with its marks."""
    yield from (document.title, document.subtitle, document.footer)
    for section in document.sections:
        yield from _of_section(section)


def _of_section(section: Section) -> Iterator[str]:
    yield section.title
    for block in section.blocks:
        if isinstance(block, Paragraph):
            yield block.text
        elif isinstance(block, Bullets):
            for item in block.items:
                yield from _of_item(item)
        else:
            yield block.caption
            yield from block.head
            for row in block.rows:
                yield from row
    for deeper in section.below:
        yield from _of_section(deeper)


def _of_item(item: Item) -> Iterator[str]:
    yield item.text
    for deeper in item.below:
        yield from _of_item(deeper)
