"""What is found wrong in a spec: a value with a place, never a print or a raise.

Every room that reads or checks hands back lists of ``Diagnostic``. What a code
means, with a wrong and a right example, stands in ``CATALOGUE``. This room
knows nothing of YAML, expressions or games.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from rummy.frozen import dataclass

LEVELS = ("error", "warning", "note")


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a file: lines and columns count from 1, in code points, ends exclusive."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"

    def to(self, end: Span) -> Span:
        """From the start of this piece to the end of another."""
        return Span(self.file, self.line, self.column, end.end_line, end.end_column)


def start_of(file: str) -> Span:
    """The very beginning of a file, for what concerns all of it."""
    return Span(file, 1, 1, 1, 1)


@dataclass(frozen=True, slots=True)
class Label:
    """A second place that belongs to a finding, with what is to be seen there."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """Replace a piece of the file by a text. A safe fix keeps what the author means.

    ``word``: the text is a word for another word, and quotes around that one stay.
    """

    span: Span
    text: str
    safe: bool = True
    word: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """A code of the catalogue, with what ``rummy explain`` says about it."""

    code: str
    slug: str
    level: str
    title: str
    about: str
    wrong: str
    right: str


CATALOGUE: dict[str, Entry] = {}
"""Every code of every area; filled by ``rummy.catalogue`` (see the end of this file)."""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding: its code, what is wrong, where, and what would help."""

    code: str
    message: str
    span: Span
    hint: str = ""
    labels: tuple[Label, ...] = ()
    fixes: tuple[Fix, ...] = ()
    level: str = ""
    """Empty: the level that the catalogue gives this code."""

    @property
    def slug(self) -> str:
        """The code as words: ``unknown-name``."""
        return CATALOGUE[self.code].slug

    def level_of(self) -> str:
        """``error``, ``warning`` or ``note``."""
        return self.level or CATALOGUE[self.code].level

    def short(self) -> str:
        """The finding in one line: ``file:line:col: error T301 unknown-name: message``."""
        head = f"{self.span}: {self.level_of()} {self.code} {self.slug}"
        return visible(f"{head}: {self.message}")


def sort(findings: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The findings by file, position and code, each once."""

    def key(item: Diagnostic) -> tuple[str, int, int, str, int, int, str]:
        span = item.span
        place = (span.file, span.line, span.column)
        return (*place, item.code, span.end_line, span.end_column, item.message)

    return sorted(dict.fromkeys(findings), key=key)


def has_errors(findings: Iterable[Diagnostic]) -> bool:
    """Whether the file cannot be played."""
    return any(item.level_of() == "error" for item in findings)


HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Unicode categories that a terminal obeys or does not show."""


def visible(text: str, ascii: bool = False) -> str:
    """The text with characters that could repaint a terminal written as ``<U+202E>``."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(visible_character(character, ascii) for character in text)


def visible_character(character: str, ascii: bool = False) -> str:
    """One character as it may be shown."""
    if unicodedata.category(character) in HIDDEN or (ascii and not character.isascii()):
        return f"<U+{ord(character):04X}>"
    return character


# The catalogue's files need ``Entry`` from here, so they are read last.
import rummy.catalogue  # noqa: E402, F401
