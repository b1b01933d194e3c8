"""Mends what can be mended without asking: edits of the text, nothing else of it changes.

Only safe fixes are made, only in the one file, and the file is read again after
each round of them, since behind a slip there may be another one. A fix that
makes the file less readable is taken back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from rummy.diagnostics import Diagnostic, Fix, Span
from rummy.spec.files import File

MOST_ROUNDS = 100
"""How often a file is read again; each round mends up to all that is found."""
MOST_READ = 8 * 1024 * 1024
"""Bytes that are read again in all; only a file of nothing but slips comes to it."""
MARK = "\ufeff"

Look = Callable[[File], list[Diagnostic]]
"""What is found in a file."""


class Fixed(NamedTuple):
    """A file after its fixes: its bytes, how many there were, and what is left."""

    data: bytes
    edits: int
    left: list[Diagnostic]


def fixed(file: File, look: Look, wanted: Callable[[str], bool] = lambda code: True) -> Fixed:
    """The file with all safe fixes of the wanted codes made, until there are no more."""
    data = file.text if isinstance(file.text, bytes) else file.text.encode("utf-8", "replace")
    found, count, seen = look(file), 0, {data}
    for _ in range(min(MOST_ROUNDS, MOST_READ // (len(data) + 1))):
        sets = _sets(found, file.name, data, wanted)
        done = _round(file, data, found, sets, look) if sets else None
        if done is None or done.data in seen:
            break
        data, found, count = done.data, done.left, count + done.edits
        seen.add(data)
    return Fixed(data, count, found)


def fixable(found: Iterable[Diagnostic], names: Iterable[str]) -> int:
    """How many findings can be mended in these files."""
    own = set(names)
    return sum(
        bool(item.fixes) and all(fix.safe and fix.span.file in own for fix in item.fixes)
        for item in found
    )


def _round(
    file: File, data: bytes, found: list[Diagnostic], sets: list[tuple[Fix, ...]], look: Look
) -> Fixed | None:
    """All these fixes at once, or else the first that does no harm."""
    for some in (sets, *([one] for one in sets if len(sets) > 1)):
        fixes, count = _apart(some)
        text = applied(data.decode("utf-8"), fixes).encode("utf-8")
        after = look(File(file.name, text, file.path))
        if _unreadable(after) <= _unreadable(found):
            return Fixed(text, count, after)
    return None


def _unreadable(found: Iterable[Diagnostic]) -> int:
    """How many findings keep YAML from being read."""
    return sum(item.code < "Y030" for item in found if item.code[0] == "Y")


def _sets(
    found: Iterable[Diagnostic], name: str, data: bytes, wanted: Callable[[str], bool]
) -> list[tuple[Fix, ...]]:
    """The fixes of each finding that can be mended here: all of it or nothing."""
    return [
        item.fixes
        for item in found
        if item.fixes
        and wanted(item.code)
        and all(fix.safe and fix.span.file == name for fix in item.fixes)
    ]


def _apart(sets: Iterable[tuple[Fix, ...]]) -> tuple[list[Fix], int]:
    """Fixes that do not touch one another, and of how many findings; the rest waits."""
    taken: list[Fix] = []
    count = 0
    for fixes in sets:
        if not any(_touch(one.span, other.span) for one in fixes for other in taken):
            taken += fixes
            count += 1
    return taken, count


def _touch(one: Span, other: Span) -> bool:
    first, second = sorted(
        [
            ((one.line, one.column), (one.end_line, one.end_column)),
            ((other.line, other.column), (other.end_line, other.end_column)),
        ]
    )
    return second[0] <= first[1]


def applied(text: str, fixes: Sequence[Fix]) -> str:
    """The text with fixes made that do not touch one another."""
    mark = MARK if text.startswith(MARK) else ""
    lines = text[len(mark) :].split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    body = text[len(mark) :]
    for fix in sorted(fixes, key=lambda fix: (fix.span.line, fix.span.column), reverse=True):
        span = fix.span
        start = starts[span.line - 1] + span.column - 1
        end = starts[span.end_line - 1] + span.end_column - 1
        body = body[:start] + _written(fix, body[start:end]) + body[end:]
    return mark + body


def _written(fix: Fix, old: str) -> str:
    """What is written in the place of a piece: a word keeps the quotes of the old one."""
    quotes = old[:1] if fix.word and old[:1] in ("'", '"') and old[:1] == old[-1:] else ""
    return f"{quotes}{fix.text}{quotes}"
