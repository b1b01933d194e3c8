"""Findings as people and programs read them: full, short, JSON, GitHub.

A spec may come from anybody, so nothing of it reaches a terminal as it is:
control and bidirectional characters are written out, and columns are counted
in the width that a terminal gives each character.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Mapping

from rummy.diagnostics import Diagnostic, Label, Span, sort, visible, visible_character
from rummy.frozen import dataclass

JSON_VERSION = 1
MOST_SHOWN = 20
"""Findings shown in full for each file; more than that nobody reads at once."""

WIDTH = 70
"""Cells of a line of a file that are shown; with the margin they fit on a page."""
PAGE = 80
TAB = 4
FORMATS = ("full", "short", "json", "github")
COLOURS = {"error": "\x1b[1;31m", "warning": "\x1b[1;33m", "note": "\x1b[1;36m"}
FAINT, BOLD, PLAIN = "\x1b[2m", "\x1b[1m", "\x1b[0m"
GITHUB = {"error": "error", "warning": "warning", "note": "notice"}


def render(
    diags: Iterable[Diagnostic],
    sources: Mapping[str, str],
    format: str = "full",
    color: bool = False,
    ascii: bool = False,
    columns: int = PAGE,
) -> str:
    """The findings as one text; ``sources`` gives the text of each file by its name.

    In full they are folded to so many columns.
    """
    findings = sort(diags)
    if format == "json":
        return _json(findings)
    if format == "github":
        return "".join(_github(item) + "\n" for item in findings)
    if format == "short":
        return "".join(visible(item.short(), ascii) + "\n" for item in findings)
    return _Full(sources, color, ascii, columns).all(findings)


def count(findings: Iterable[Diagnostic]) -> str:
    """``2 errors, 1 warning``: how many there are of each level."""
    levels = [item.level_of() for item in findings]
    parts = [
        f"{levels.count(level)} {level}{'s' if levels.count(level) > 1 else ''}"
        for level in ("error", "warning", "note")
        if level in levels
    ]
    return ", ".join(parts)


# --- for programs -----------------------------------------------------------


def _place(span: Span) -> dict[str, object]:
    return {
        "file": span.file,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }


def _json(findings: list[Diagnostic]) -> str:
    items = [
        {
            "code": item.code,
            "slug": item.slug,
            "level": item.level_of(),
            "message": item.message,
            "hint": item.hint,
            **_place(item.span),
            "labels": [{**_place(label.span), "text": label.text} for label in item.labels],
            "fixes": [
                {**_place(fix.span), "text": fix.text, "safe": fix.safe} for fix in item.fixes
            ],
        }
        for item in findings
    ]
    return json.dumps({"version": JSON_VERSION, "findings": items}, indent=2) + "\n"


def _github(item: Diagnostic) -> str:
    span = item.span
    fields = {
        "file": span.file,
        "line": str(span.line),
        "endLine": str(span.end_line),
        "col": str(span.column),
        "endColumn": str(span.end_column),
        "title": f"{item.code} {item.slug}",
    }
    if span.line != span.end_line:  # GitHub takes columns within one line only
        del fields["col"], fields["endColumn"]
    written = ",".join(f"{key}={_github_field(value)}" for key, value in fields.items())
    text = item.message + (f"\n{item.hint}" if item.hint else "")
    return f"::{GITHUB[item.level_of()]} {written}::{_github_text(text)}"


def _github_text(text: str) -> str:
    escaped = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return visible(escaped)


def _github_field(text: str) -> str:
    return _github_text(text).replace(":", "%3A").replace(",", "%2C")


# --- for people -------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Cut:
    """A line of a file as shown, with where a mark under it begins and how long it is."""

    text: str
    before: int
    length: int


class _Full:
    """The form with the line of the file and a caret under the place."""

    def __init__(
        self, sources: Mapping[str, str], color: bool, ascii: bool, columns: int = PAGE
    ) -> None:
        self.lines = {
            file: [line.removesuffix("\r") for line in text.split("\n")]
            for file, text in sources.items()
        }
        self.color = color
        self.ascii = ascii
        self.columns = columns
        self.room = max(20, columns - (PAGE - WIDTH))

    def all(self, findings: list[Diagnostic]) -> str:
        """All findings, file by file, and how many there are."""
        if not findings:
            return ""
        blocks: list[str] = []
        for file in dict.fromkeys(item.span.file for item in findings):
            here = [item for item in findings if item.span.file == file]
            blocks += [self.one(item) for item in here[:MOST_SHOWN]]
            rest = here[MOST_SHOWN:]
            if rest:
                name = visible(file, self.ascii)
                blocks.append(f"... and more in {name}: {count(rest)}\n")
        return "\n".join(blocks) + f"\n{count(findings)}\n"

    def one(self, item: Diagnostic) -> str:
        """A finding with its lines."""
        level = item.level_of()
        head = f"{level} {item.code} {item.slug}"
        first, *further = self.folded(item.message, len(head) + 2, 2)
        out = [f"{self.paint(COLOURS[level], head)}:{self.paint(BOLD, first and f' {first}')}"]
        out += ["  " + self.paint(BOLD, line) for line in further]
        shown = [item.span, *(label.span for label in item.labels)]
        margin = len(str(max(span.end_line for span in shown)))
        out.append(self.paint(FAINT, f"{' ' * margin}--> {visible(str(item.span), self.ascii)}"))
        earlier = [label for label in item.labels if self.is_earlier(label.span, item.span)]
        for label in earlier:
            out += self.label(label, item.span.file, margin)
        out += self.piece(item.span, "^", "", margin, COLOURS[level])
        for label in item.labels:
            if label not in earlier:
                out += self.label(label, item.span.file, margin)
        if item.hint:
            head = f"{' ' * margin} = hint: "
            first, *further = self.folded(item.hint, len(head), margin + 3)
            out.append(f"{head}{first}".rstrip())
            out += [" " * (margin + 3) + line for line in further]
        return "\n".join(out) + "\n"

    def folded(self, text: str, first: int, further: int) -> list[str]:
        """A text as lines; so many columns of the first and of further ones are taken."""
        lines, used = [""], first
        for word in visible(text, self.ascii).split(" "):
            space = " " if lines[-1] else ""
            fits = used + len(space) + width(word) <= self.columns
            if fits or not (lines[-1] or used > further):
                lines[-1] += space + word
                used += len(space) + width(word)
            else:
                lines.append(word)
                used = further + width(word)
        return lines

    def is_earlier(self, one: Span, other: Span) -> bool:
        """Whether a place stands before another one in the same file."""
        return one.file == other.file and one.line < other.line

    def label(self, label: Label, file: str, margin: int) -> list[str]:
        """A second place, with its file if that is another one."""
        out = []
        if label.span.file != file:
            place = visible(str(label.span), self.ascii)
            out.append(self.paint(FAINT, f"{' ' * margin}--> {place}"))
        return out + self.piece(label.span, "-", visible(label.text, self.ascii), margin, "")

    def piece(self, span: Span, sign: str, text: str, margin: int, colour: str) -> list[str]:
        """The first and the last line of a span, with marks under them."""
        lines = self.lines.get(span.file)
        if lines is None or not 1 <= span.line <= len(lines):
            return []
        last = min(span.end_line, len(lines))
        out: list[str] = []
        for number in dict.fromkeys((span.line, last)):
            line = lines[number - 1]
            indent = len(line) - len(line.lstrip())
            start = span.column - 1 if number == span.line else indent
            end = span.end_column - 1 if number == last else len(line)
            if number == last and number != span.line and end <= indent:
                continue  # the span ends before this line says anything
            if number == last and last > span.line + 1:
                out.append(self.paint(FAINT, f"{' ' * margin} ..."))
            cut = self.cut(line, start, end)
            marks = " " * cut.before + self.paint(colour, sign * cut.length)
            note = text if number == span.line else ""
            empty = self.paint(FAINT, f"{' ' * margin} |")
            out.append(f"{self.paint(FAINT, f'{number:>{margin}} |')} {cut.text}".rstrip())
            beside = margin + 4 + cut.before + cut.length + width(note) <= self.columns
            out.append(f"{empty} {marks} {note if beside else ''}".rstrip())
            if not beside:
                out += [f"{empty} {line}" for line in self.folded(note, margin + 3, margin + 3)]
        return out

    def cut(self, line: str, start: int, end: int) -> _Cut:
        """A line cut to the width of a page around the mark, with all of it showable."""
        start = max(0, min(start, len(line)))
        end = max(start, min(end, len(line)))
        # Work on the neighbourhood only: a line may be as long as a file.
        first = max(0, start - self.room)
        near = line[first : start + 2 * self.room]
        cells: list[str] = []
        column = 0
        for character in near:
            cell = " " * (TAB - column % TAB) if character == "\t" else self.shown(character)
            cells.append(cell)
            column += width(cell)
        begin, stop = start - first, min(end - first, len(cells))
        left, right = 0, len(cells)
        if sum(map(width, cells)) > self.room or first > 0:
            left = begin
            room = self.room // 2
            while left > 0 and room - width(cells[left - 1]) >= 0:
                left -= 1
                room -= width(cells[left])
            right, room = left, self.room
            while right < len(cells) and room - width(cells[right]) >= 0:
                room -= width(cells[right])
                right += 1
        dots = "..." if self.ascii else "…"
        head = dots if first + left > 0 else ""
        tail = dots if first + right < len(line) else ""
        before = width(head) + sum(map(width, cells[left:begin]))
        length = sum(map(width, cells[begin : min(stop, right)]))
        return _Cut(head + "".join(cells[left:right]) + tail, before, max(1, length))

    def shown(self, character: str) -> str:
        """One character as it may stand on a terminal."""
        return visible_character(character, self.ascii)

    def paint(self, colour: str, text: str) -> str:
        """The text in a colour, if colours are wanted."""
        return f"{colour}{text}{PLAIN}" if self.color and colour and text else text


def width(text: str) -> int:
    """How many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    return sum(map(_cell, text))


def _cell(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
