"""The whole difference of two specs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from difflib import unified_diff
from pathlib import Path

from rummy.differ.changes import TEXTS, Change, changes
from rummy.differ.sheets import Told, told
from rummy.spec.combine import combine
from rummy.spec.files import File
from rummy.spec.load import load_file
from rummy.spec.merged import lines_of
from rummy.spec.yaml import Mapping

AROUND = 2
"""Lines that are shown around a change."""
MOST_LINES = 4_000
"""No more lines of a document are held against those of another."""

Game = tuple[File, tuple[File, ...]]
"""A file and the overlays upon it."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the comparison: ``mark`` is ``-``, ``+``, a space or ``@``.

    ``origin``: the file and line that it comes from.
    """

    mark: str
    text: str
    origin: str = ""


@dataclass(frozen=True, slots=True)
class Difference:
    """What is different from one game to another.

    ``rules`` by their keys, ``texts`` the sections that are no rules (title, examples),
    ``words`` as the rule sheets tell it, ``lines`` of the rules in both documents.
    """

    titles: tuple[str, str]
    rules: list[Change]
    texts: list[str]
    words: list[Told]
    lines: list[Row]

    @property
    def same(self) -> bool:
        """Whether both play by the same rules."""
        return not self.rules


def difference(one: Game, other: Game) -> Difference:
    """What is different from the first game to the second.

    Raises ``SpecError`` if one of them cannot be played.
    """
    specs = [load_file(file, overlays) for file, overlays in (one, other)]
    nodes = []
    for file, overlays in (one, other):
        node = combine(file, overlays).node
        assert node is not None, "it has been loaded"
        nodes.append(node)
    rules, texts = changes(nodes[0], nodes[1])
    words = told(specs[0], specs[1]) if rules else []
    rows = list(_rows(_document(nodes[0]), _document(nodes[1])))
    return Difference((specs[0].title, specs[1].title), rules, texts, words, rows)


def _document(node: Mapping) -> list[tuple[str, str]]:
    """The lines of the rules in a document, with their origins."""
    rules = tuple((key, value) for key, value in node.entries if key.value not in TEXTS)
    return lines_of(replace(node, entries=rules), lambda file: Path(file).name)[:MOST_LINES]


def _rows(one: list[tuple[str, str]], other: list[tuple[str, str]]) -> Iterator[Row]:
    """A unified diff of the lines, each with its origin."""
    before, after = ([text for text, _ in lines] for lines in (one, other))
    old = new = 0
    for line in list(unified_diff(before, after, n=AROUND, lineterm=""))[2:]:
        mark, text = line[:1], line[1:]
        if mark == "@":
            begin = line.split()
            old, new = (_start(word) for word in begin[1:3])
            yield Row("@", line)
            continue
        origin = one[old][1] if mark == "-" else other[new][1]
        yield Row(mark, text, origin)
        old += mark != "+"
        new += mark != "-"


def _start(word: str) -> int:
    """The number of the first line from 0, of ``-12,5`` in the head of a piece."""
    first, _, count = word[1:].partition(",")
    return int(first) - (count != "0")
