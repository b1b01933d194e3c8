"""How the rules of this room say what they found."""

from __future__ import annotations

from collections.abc import Iterable

from rummy.diagnostics import Diagnostic, Label, Span
from rummy.lang.trees import Place


def span_of(place: Place) -> Span:
    """The piece of the file at a place."""
    return Span(place.file, place.line, place.column, place.end_line, place.end_column)


def finding(
    code: str,
    message: str,
    place: Place,
    hint: str = "",
    labels: Iterable[tuple[Place, str]] = (),
    level: str = "",
) -> Diagnostic:
    """A finding at a place of the file."""
    second = tuple(Label(span_of(where), text) for where, text in labels)
    return Diagnostic(code, message, span_of(place), hint, second, level=level)


MOST_QUOTED = 60


def quoted(text: str) -> str:
    """An expression as a message shows it: on one line, and not too long."""
    line = " ".join(text.split())
    return f"`{line if len(line) <= MOST_QUOTED else f'{line[: MOST_QUOTED - 3]}...'}`"


def listed(words: Iterable[str], joint: str = "and") -> str:
    """Words in a row: ``a``, ``a and b``, ``a, b and c``."""
    row = list(words)
    if len(row) < 2:
        return "".join(row)
    return f"{', '.join(row[:-1])} {joint} {row[-1]}"
