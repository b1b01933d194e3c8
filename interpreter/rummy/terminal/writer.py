"""The one way out: every line for people goes through a ``Writer``.

It knows what the other end can show (colours, suit signs, letters beyond
ASCII, how wide it is), folds lines to that width, and cannot fail on a
character. Texts of a spec may come from anybody: no control character of
theirs reaches a terminal.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import IO, NamedTuple

import click

from rummy.diagnostics import visible
from rummy.render import width as cells

NARROWEST, WIDEST = 40, 80
"""Lines are never folded to less, and never longer: longer ones are hard to read."""

STYLES: dict[str, dict[str, object]] = {
    "head": {"bold": True},
    "faint": {"dim": True},
    "good": {"fg": "green", "bold": True},
    "bad": {"fg": "red", "bold": True},
    "warn": {"fg": "yellow", "bold": True},
    "points": {"fg": "green"},
    **{colour: {"fg": colour} for colour in ("red", "green", "blue", "yellow", "magenta", "cyan")},
    "suit 1": {},
    "suit 2": {"fg": "yellow"},
    "suit 3": {"fg": "cyan"},
    "suit 4": {"fg": "magenta"},
}
"""The styles by name; the first four suits of a deck have one each."""

FINER: dict[str, dict[str, object]] = {
    "suit 2": {"fg": 208},
    "suit 3": {"fg": 39},
    "suit 4": {"fg": 36},
}
"""Styles where there are 256 colours: orange, sky blue and bluish green, which most
colour-blind readers can tell apart, from each other and from plain text."""

JOINED = "\u00a0"
"""A space at which no line is broken: ``seat 3`` stays together."""

PLAINER = str.maketrans(
    {"♠": "S", "♥": "H", "♦": "D", "♣": "C", "…": "...", "–": "-", "—": "-", "×": "x"}
    | dict.fromkeys("‘’‚", "'")
    | dict.fromkeys("“”„", '"')
)
"""What stands for a character that the other end cannot show."""


class Piece(NamedTuple):
    """A piece of a line with a style of ``STYLES``."""

    text: str
    style: str = ""


Part = str | Piece
"""A piece of a line, with or without a style."""


class Writer:
    """Writes lines to a stream that may be a terminal, a pipe or a file."""

    def __init__(self, stream: IO[str] | None, environ: Mapping[str, str] | None = None) -> None:
        env = os.environ if environ is None else environ
        self.stream = stream
        self.encoding = getattr(stream, "encoding", None) or "utf-8"
        self.terminal = stream is not None and stream.isatty()
        self.capable = env.get("TERM", "") not in ("", "dumb") or "WT_SESSION" in env
        """Whether the other end, if it is a terminal, can do more than show letters."""
        self.color = self.terminal and self.capable and not env.get("NO_COLOR")
        self.many_colors = self.color and (
            "256color" in env.get("TERM", "") or bool({"COLORTERM", "WT_SESSION"} & env.keys())
        )
        self.ascii = not self.shows("é…♠")
        self.signs = self.terminal and self.capable and self.shows("♠♥♦♣")
        self.width = max(NARROWEST, min(shutil.get_terminal_size((80, 24)).columns, WIDEST))

    def shows(self, text: str) -> bool:
        """Whether the other end has all characters of the text."""
        try:
            text.encode(self.encoding)
        except (UnicodeError, LookupError):
            return False
        return True

    def line(self, *parts: Part) -> None:
        """One line as it is, without folding."""
        self.raw(self.painted(parts) + "\n")

    def say(self, *parts: Part, indent: str = "", hang: str | None = None) -> None:
        """A paragraph, folded between words; ``hang`` begins its further lines."""
        further = indent if hang is None else hang
        for number, words in enumerate(fold(parts, self.width, cells(indent), cells(further))):
            self.line(further if number else indent, *words)

    def painted(self, parts: Iterable[Part]) -> str:
        """The parts as one text, styled if colours are shown."""
        shown = []
        for part in parts:
            text, style = part if isinstance(part, Piece) else (part, "")
            text = visible(text).replace(JOINED, " ")
            if self.ascii and not self.shows(text):
                text = text.translate(PLAINER)
            if style and self.color and text.strip():
                chosen = FINER.get(style) if self.many_colors else None
                text = click.style(text, **(chosen or STYLES[style]))  # type: ignore[arg-type]
            shown.append(text)
        return "".join(shown)

    def raw(self, text: str) -> None:
        """A text that is fit for a terminal already; what cannot be encoded is replaced."""
        if self.stream is None:
            return
        if not self.shows(text):
            codec = self.encoding if self.shows("") else "ascii"
            text = text.encode(codec, "backslashreplace").decode(codec)
        self.stream.write(text)

    def flush(self) -> None:
        """Send what is still waiting."""
        if self.stream is not None:
            self.stream.flush()


class Screen:
    """Where a command writes: its results to ``out``, everything else to ``err``."""

    def __init__(self) -> None:
        self.out = Writer(sys.stdout)
        self.err = Writer(sys.stderr)


# --- folding ------------------------------------------------------------------


def fold(
    parts: Iterable[Part], width: int, first: int = 0, further: int = 0
) -> Iterator[list[Piece]]:
    """The parts as lines of at most ``width`` cells; ``first`` and ``further`` are taken already.

    Lines break at spaces only; a word that is longer than a line is cut.
    """
    line: list[Piece] = []
    used = first
    for word in _words(parts, width - max(first, further)):
        needed = sum(cells(piece.text) for piece in word)
        if line and used + 1 + needed > width:
            yield line
            line, used = [], further
        if line:
            line.append(Piece(" "))
            used += 1
        line += word
        used += needed
    if line:
        yield line


def _words(parts: Iterable[Part], most: int) -> Iterator[list[Piece]]:
    """Words, each of pieces without a space, cut where longer than ``most`` cells."""
    word: list[Piece] = []
    used = 0
    for part in parts:
        text, style = part if isinstance(part, Piece) else (part, "")
        for number, bit in enumerate(visible(text).split(" ")):
            if number and word:
                yield word
                word, used = [], 0
            for chunk in _chunks(bit, most):
                size = cells(chunk)
                if used + size > most:
                    yield word
                    word, used = [], 0
                word.append(Piece(chunk, style))
                used += size
    if word:
        yield word


def _chunks(text: str, most: int) -> Iterator[str]:
    while cells(text) > most:
        cut = most
        while cells(text[:cut]) > most:
            cut -= 1
        yield text[:cut]
        text = text[cut:]
    if text:
        yield text
