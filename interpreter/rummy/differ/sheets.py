"""What is different at the table: the lines of two rule sheets, held against each other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher

from rummy.sheet import make, marks
from rummy.sheet.document import Block, Bullets, Item, Paragraph, Section
from rummy.spec.model import Spec

_NO_RULES = ("Options", "Rulings", "Sources", "Terms")
"""Sections of a sheet that tell no rule of play."""
_SAMPLES = ("Examples: ", "Not a ", "Not an ", "Not ")
"""What lines begin with that only show a rule."""


@dataclass(frozen=True, slots=True)
class Told:
    """Lines of a rule sheet that are no more there, and those that stand there now."""

    section: str
    was: tuple[str, ...]
    now: tuple[str, ...]


def told(one: Spec, other: Spec) -> list[Told]:
    """What the two rule sheets tell differently, section by section."""
    old, new = _sections(one), _sections(other)
    found = []
    for name in dict.fromkeys((*new, *old)):
        before, after = old.get(name, []), new.get(name, [])
        for tag, a, b, c, d in SequenceMatcher(None, before, after, False).get_opcodes():
            if tag != "equal":
                found.append(Told(name, tuple(before[a:b]), tuple(after[c:d])))
    return found


def _sections(spec: Spec) -> dict[str, list[str]]:
    """The lines of each section of the rule sheet of a spec."""
    found: dict[str, list[str]] = {}
    for section in make(spec).sections:
        if section.title not in _NO_RULES:
            _gather(section, "", found)
    # what the author says of the game is a text, not a rule
    about = " ".join(spec.about.split()).rstrip(".")
    for lines in found.values():
        lines[:] = [line for line in lines if not about or not line.startswith(about)]
    return found


def _gather(section: Section, above: str, found: dict[str, list[str]]) -> None:
    title = f"{above}, {section.title}" if above else section.title
    lines = (marks.bare(line) for block in section.blocks for line in _lines(block))
    found[title] = [line for line in lines if not line.startswith(_SAMPLES)]
    for deeper in section.below:
        _gather(deeper, title, found)


def _lines(block: Block) -> Iterator[str]:
    if isinstance(block, Paragraph):
        yield block.text
    elif isinstance(block, Bullets):
        for item in block.items:
            yield from _items(item)
    else:
        many = len(block.head) > 2
        for row in block.rows:
            named = zip(block.head[1:], row[1:], strict=False)
            cells = (f"{head.lower()} {cell}" if many else cell for head, cell in named)
            yield f"{row[0]}: {', '.join(cells)}"


def _items(item: Item) -> Iterator[str]:
    yield item.text
    for deeper in item.below:
        yield from _items(deeper)
