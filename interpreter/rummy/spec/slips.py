"""What an error of the YAML parser means to the author, and how to mend it.

The parser's own words never reach the author. Most slips are expressions that
need quotes: those are told with the line as it should be.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

import yaml
from yaml.error import Mark, MarkedYAMLError

from rummy.diagnostics import Diagnostic, Fix, Label, Span, visible
from rummy.frozen import dataclass
from rummy.spec.offsets import Source
from rummy.spelling import nearest, surely

KEYED = re.compile(
    r"""(?P<before>[ ]*(?:-[ ]+)*(?:(?:\w[^:#'"{}\[\]]*|"[^"\\]*"|'[^']*')[ ]*:[ ]+|(?<=-[ ])))"""
    r"""(?P<value>\S.*?)[ \t]*$"""
)
COMMENT = re.compile(r"[ \t]+#.*$")
SPECIAL = tuple("{[\"'>|!&*%@`-?,]}:")
MOST_LINE = 2_000
"""Longer lines are not tried again with quotes."""

MOST_HINT = 160
TAG_HINT = "in an expression write `not`; text that begins with ! needs quotes"


class Directive(MarkedYAMLError):
    """A line that begins with %."""


class BadEscape(MarkedYAMLError):
    """An escape beyond the last character of Unicode."""


@dataclass(frozen=True, slots=True)
class Quoted:
    """A value put in quotes: the fix, and the line as it is then."""

    fix: Fix
    line: str

    @property
    def shown(self) -> str:
        """The line for a hint, unless it is too long to be of help there."""
        line = self.line.strip()
        return f": {line}" if len(line) <= MOST_HINT else ""


def explain(error: MarkedYAMLError, source: Source) -> tuple[Diagnostic, str | None]:
    """The finding, and the text with the slip mended if quotes mend it."""
    clear = isinstance(error, Directive | BadEscape) or "escape" in (error.problem or "")
    for number in () if clear else _suspects(error, source):
        place = value_on_line(source, number)
        if place is None:
            continue
        value = source.line(number)[place.column - 1 : place.end_column - 1]
        if not (value.startswith(SPECIAL) or ": " in value or value.endswith(":")):
            continue
        mended = quoted(source, place)
        if _fails_alone(source.line(number)) and not _fails_alone(mended.line):
            message = f"`{visible(_shortened(value))}` means something else in YAML"
            hint = f"put the value in quotes{mended.shown}"
            finding = Diagnostic("Y017", message, place, hint, (), (mended.fix,))
            start = source.starts[number - 1]
            old = source.line(number)
            text = source.text
            return finding, text[:start] + mended.line + text[start + len(old) :]
    return _plainly(error, source), None


def value_on_line(source: Source, number: int) -> Span | None:
    """The value of ``key: value`` or ``- value`` on a line, without a comment behind it."""
    line = source.line(number)
    if len(line) > MOST_LINE:
        return None
    match = KEYED.match(line)
    if match is None:
        return None
    value = COMMENT.sub("", match["value"])
    start = match.start("value") + 1
    return Span(source.file, number, start, number, start + len(value))


def quoted(source: Source, place: Span) -> Quoted:
    """The value at a place on one line, in quotes."""
    line = source.line(place.line)
    start, end = place.column - 1, place.end_column - 1
    text = in_quotes(line[start:end])
    return Quoted(Fix(place, text), line[:start] + text + line[end:])


def in_quotes(value: str) -> str:
    """The value as YAML text in quotes that changes nothing in it."""
    if "'" in value and '"' not in value and "\\" not in value:
        return f'"{value}"'
    return "'" + value.replace("'", "''") + "'"


def respelled(span: Span, word: str, known: Iterable[str]) -> tuple[Fix, ...]:
    """The fix that writes the nearest known word; safe where no other can be meant."""
    names = list(known)
    sure = surely(word, names)
    near = [sure] if sure is not None else nearest(word, names)
    if len(near) != 1:
        return ()
    plain = re.fullmatch(r"\w+([.-]\w+)*", near[0]) is not None
    return (Fix(span, near[0] if plain else in_quotes(near[0]), sure is not None, plain),)


def hidden_character(value: str) -> int | None:
    """Where a text holds a character that no text should, made by an escape."""
    if value.isprintable():
        return None
    for place, character in enumerate(value):
        number = ord(character)
        control = number < 32 and character not in "\t\n"
        if control or 0x7F <= number <= 0x9F or 0xD800 <= number <= 0xDFFF or number == 0xFEFF:
            return place
    return None


def _suspects(error: MarkedYAMLError, source: Source) -> list[int]:
    """The lines where the slip may be: the error's own, its beginning's, the one before."""
    marks = [mark for mark in (error.problem_mark, error.context_mark) if mark is not None]
    numbers = [mark.line + 1 for mark in marks]
    for mark in marks[:1]:
        before = mark.line
        while before > 0 and not source.line(before).strip():
            before -= 1
        numbers.insert(1, before)
    return [number for number in dict.fromkeys(numbers) if number > 0]


def _fails_alone(line: str) -> bool:
    """Whether a line is no YAML even by itself, and not just because it goes on below."""
    line = line.strip()
    try:
        for event in yaml.parse(line, Loader=yaml.SafeLoader):
            if isinstance(event, yaml.AliasEvent):
                return True
    except MarkedYAMLError as error:
        mark = error.problem_mark
        return mark is None or mark.index < len(line)
    except (ValueError, OverflowError):  # \UFFFFFFFF
        return True
    return False


def _shortened(value: str) -> str:
    return value if len(value) <= 40 else f"{value[:37]}..."


def _plainly(error: MarkedYAMLError, source: Source) -> Diagnostic:
    """What the parser stumbled over, in words of ours."""
    problem = error.problem or ""
    mark = error.problem_mark or error.context_mark
    place = _at(mark, source)
    begun = _at(error.context_mark, source) if error.context_mark else place
    if isinstance(error, Directive):
        hint = "take the line away; a value that begins with % needs quotes"
        return Diagnostic("Y008", "a line that begins with % is a YAML directive", place, hint)
    if isinstance(error, BadEscape) or "escape" in problem:
        hint = "in single quotes a backslash is an ordinary character"
        return Diagnostic("Y018", "this backslash begins no escape that YAML knows", place, hint)
    if "'\\t'" in problem:
        return Diagnostic("Y015", "a tab stands where spaces are wanted", place, "use spaces")
    if "end of stream" in problem and "quoted" in (error.context or ""):
        hint = "close it; an expression that holds a quote needs the other kind around it"
        return Diagnostic("Y016", "this quote is never closed", begun, hint)
    if "flow" in (error.context or "") and ("expected ','" in problem or "<" in problem):
        hint = "close it, put a comma between entries, or quote the whole expression"
        labels = () if place == begun else (Label(place, "here it is still open"),)
        message = "a bracket or brace begins here and does not end well"
        return Diagnostic("Y016", message, begun, hint, labels)
    if "mapping values" in problem:
        hint = "indent keys of one mapping alike; a value that holds `: ` needs quotes"
        return Diagnostic("Y016", "a key with a value cannot stand here", place, hint)
    if "could not find expected ':'" in problem:
        hint = "write `key: value`, with a space after the colon"
        return Diagnostic("Y016", "a key without a colon", begun, hint)
    if "expected <block end>" in problem or "sequence entries" in problem:
        hint = "indent entries that belong together alike, with spaces"
        return Diagnostic("Y016", "this does not fit the lines above it", place, hint)
    if "undefined tag handle" in problem:
        return Diagnostic("Y011", "tags are not used", place, TAG_HINT)
    if "document start" in problem:
        hint = "indent this line like the others, or quote the value before it"
        return Diagnostic("Y016", "the file goes on after its end", place, hint)
    hint = "a value with special characters needs quotes"
    return Diagnostic("Y016", "YAML cannot read on from here", place, hint)


def _at(mark: Mark | None, source: Source) -> Span:
    """The character at a mark; the end of the last line with text for the end of the file."""
    index = mark.index if mark else 0
    if index >= len(source.text):
        index = len(source.text.rstrip())
        return source.span(index, index)
    return source.span(index, index + (source.text[index] != "\n"))
