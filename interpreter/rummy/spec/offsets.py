"""From a character of a value back to its place in the file.

YAML folds lines, strips indentation and expands escapes, so the third
character of an expression may stand two lines below its key. A ``SourceMap``
walks the text as it stands in the file once more, the way YAML reads it, and
notes for each character of the value where it came from.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import field
from functools import cached_property
from typing import Protocol

from rummy.diagnostics import Span
from rummy.frozen import dataclass

BLANK = " \t"
WIDE_ESCAPES = {"x": 2, "u": 4, "U": 8}


class Source:
    """The text of a file, with the beginnings of its lines. Lines end in LF."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.text = text
        self.pieces: dict[tuple[int, int], list[tuple[int, int]]] = {}
        """The pieces of the values asked for so far, by where they stand."""

    @cached_property
    def starts(self) -> list[int]:
        """Where each line begins."""
        starts = [0]
        at = self.text.find("\n")
        while at >= 0:
            starts.append(at + 1)
            at = self.text.find("\n", at + 1)
        return starts

    def position(self, index: int) -> tuple[int, int]:
        """Line and column, from 1, of a character of the text."""
        line = bisect_right(self.starts, index)
        return line, index - self.starts[line - 1] + 1

    def span(self, start: int, end: int) -> Span:
        """The piece of the text from ``start`` to before ``end``."""
        return Span(self.file, *self.position(start), *self.position(max(start, end)))

    def line(self, number: int) -> str:
        """A line, counted from 1, without its end."""
        if not 1 <= number <= len(self.starts):
            return ""
        start = self.starts[number - 1]
        end = self.text.find("\n", start)
        return self.text[start:] if end < 0 else self.text[start:end]


@dataclass(frozen=True, slots=True)
class SourceMap:
    """Where the characters of one value stand in the file.

    ``start`` and ``end`` bound the value as written, with quotes or ``|`` line.
    """

    source: Source = field(compare=False, repr=False)
    start: int
    end: int
    style: str
    value: str = field(repr=False)

    def place(self, start: int, end: int) -> Span:
        """The piece of the file that ``value[start:end]`` was read from.

        An empty piece is the gap before ``start``; at the end of the value that
        is the place just behind its last character.
        """
        pieces = self.pieces()
        if not pieces:
            first = self.start + (1 if self.style in ("single", "double") else 0)
            return self.source.span(first, first)
        start = max(0, min(start, len(pieces)))
        end = max(start, min(end, len(pieces)))
        first = pieces[start][0] if start < len(pieces) else pieces[-1][1]
        last = pieces[end - 1][1] if end > start else first
        return self.source.span(first, last)

    def after(self) -> Span:
        """The comment behind the value, on its line."""
        text = self.source.text
        start = text.index("#", self.end)
        end = text.find("\n", start)
        return self.source.span(start, len(text) if end < 0 else end)

    def origins(self) -> tuple[Span, ...]:
        """The place of the value as written."""
        return (self.source.span(self.start, self.end),)

    def pieces(self) -> list[tuple[int, int]]:
        """For each character of the value, from where to where it is written.

        A line break that YAML turned into a space or kept is an empty piece at
        the end of its line.
        """
        known = self.source.pieces
        if (self.start, self.end) not in known:
            pieces = self._block() if self.style in ("literal", "folded") else self._flow()
            known[self.start, self.end] = pieces[: len(self.value)]
        return known[self.start, self.end]

    def _flow(self) -> list[tuple[int, int]]:
        text = self.source.text
        quoted = self.style != "plain"
        at, end = self.start + quoted, self.end - quoted
        pieces: list[tuple[int, int]] = []
        while at < end:
            character = text[at]
            if character in " \t\n":
                at = self._gap(at, end, pieces)
            elif character == "'" and self.style == "single":
                pieces.append((at, at + 2))
                at += 2
            elif character == "\\" and self.style == "double":
                at = self._escape(at, end, pieces)
            else:
                pieces.append((at, at + 1))
                at += 1
        return pieces

    def _gap(self, at: int, end: int, pieces: list[tuple[int, int]]) -> int:
        """Spaces between words stay as they are; with line breaks they fold."""
        text = self.source.text
        after = at
        breaks: list[int] = []
        while after < end and text[after] in " \t\n":
            if text[after] == "\n":
                breaks.append(after)
            after += 1
        if not breaks:
            pieces.extend((place, place + 1) for place in range(at, after))
        else:
            pieces.extend((place, place) for place in breaks[1:] or breaks)
        return after

    def _escape(self, at: int, end: int, pieces: list[tuple[int, int]]) -> int:
        text = self.source.text
        letter = text[at + 1]
        if letter != "\n":
            after = at + 2 + WIDE_ESCAPES.get(letter, 0)
            pieces.append((at, after))
            return after
        # A backslash at the end of a line takes away that line break only.
        after = at + 2
        while after < end and text[after] in " \t\n":
            if text[after] == "\n":
                pieces.append((after, after))
            after += 1
        return after

    def _block(self) -> list[tuple[int, int]]:
        text = self.source.text
        indent = self._indent()
        folded = self.style == "folded"
        pieces: list[tuple[int, int]] = []
        breaks: list[int] = []
        ended = -1  # where the last line with text ended
        spaced = False  # it began with a space, so its end is not folded
        at = text.find("\n", self.start) + 1
        while 0 < at < len(text) and len(pieces) < len(self.value):
            end = text.find("\n", at)
            end = len(text) if end < 0 else end
            first = at
            while first < min(at + indent, end) and text[first] == " ":
                first += 1
            if first == end:
                breaks.append(end)
            elif first < at + indent:
                break  # the next key
            else:
                space = text[first] in BLANK
                if ended >= 0 and not (folded and not spaced and not space and breaks):
                    pieces.append((ended, ended))
                pieces.extend((place, place) for place in breaks)
                breaks = []
                pieces.extend((place, place + 1) for place in range(first, end))
                ended, spaced = end, space
            at = end + 1
        if ended >= 0:
            pieces.append((ended, ended))
        pieces.extend((place, place) for place in breaks)
        return pieces

    def _indent(self) -> int:
        """How many spaces YAML took off each line: what the first line with text lost."""
        head = self.source.text.find("\n", self.start)
        if head < 0:
            return 0
        body = self.source.text[head + 1 : self.end]
        return _leading(body) - _leading(self.value)


def _leading(text: str) -> int:
    """The spaces before the first character that is neither space nor line break."""
    rest = text.lstrip(" \n")
    before = text[: len(text) - len(rest)]
    return len(before) - (before.rfind("\n") + 1)


class Places(Protocol):
    """What knows where the characters of a value stand."""

    def place(self, start: int, end: int) -> Span:
        """The piece of the file that these characters were read from."""

    def after(self) -> Span:
        """The comment behind the value, on its line."""

    def origins(self) -> tuple[Span, ...]:
        """The places of all values that this one is made of, the latest first."""


@dataclass(frozen=True, slots=True)
class Joined:
    """Where the characters of an expression stand that holds those of another file.

    In the value every word ``base`` of the text as written has given way to
    the base's text in brackets. ``words`` are the places of that word in the
    text as written, ``length`` how long the base's text is and ``lead`` how many
    characters of the base's value were left out before it.
    """

    own: Places
    base: Places
    words: tuple[tuple[int, int], ...]
    length: int
    lead: int = 0

    def place(self, start: int, end: int) -> Span:
        """The piece of one file; what holds more than the base's text stands in the latest.

        A bracket stands where the word ``base`` is written.
        """
        end = max(start, end)
        grown = 0
        for begin, stop in self.words:
            inner = begin + grown + 1
            if inner <= start and end <= inner + self.length:
                return self.base.place(start - inner + self.lead, end - inner + self.lead)
            grown += self.length + 2 - (stop - begin)
        return self.own.place(self._written(start, False), self._written(end, True))

    def _written(self, at: int, end: bool) -> int:
        """Where a character of the value stands in the text as written."""
        grown = 0
        for begin, stop in self.words:
            first = begin + grown
            if at <= first:
                break
            if at < first + self.length + 2:
                return stop if end else begin
            grown += self.length + 2 - (stop - begin)
        return at - grown

    def after(self) -> Span:
        """The comment behind the value as written in the latest file."""
        return self.own.after()

    def origins(self) -> tuple[Span, ...]:
        """The places of all values that this one is made of, the latest first."""
        return (*self.own.origins(), *self.base.origins())
