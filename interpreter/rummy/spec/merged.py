"""A document written out as one file, with the place where each line comes from.

What comes out is a spec again, by itself, with the same rules: the origins are
comments.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from rummy.diagnostics import Span
from rummy.spec import yaml
from rummy.spec.yaml import Mapping, Node, Scalar

WIDTH = 80
INDENT = 2
STEP = " " * INDENT
MARGIN = 4
"""Spaces at least between a line and its origin."""

_PLAIN = re.compile(r"[\w.(<>=][^#:{}\[\],&*!|>'\"%@`\n]*")
"""Texts that are themselves without quotes anywhere, as far as a glance tells."""


class _Notes(NamedTuple):
    """How a file is called in the origins of lines, and whether they stand beside the lines."""

    name: Callable[[str], str]
    beside: bool = True


def lines_of(
    node: Mapping, name: Callable[[str], str], beside: bool = False
) -> list[tuple[str, str]]:
    """The lines of the document, each with its origin.

    ``beside``: room is left for the origins behind the lines.
    """
    lines: list[tuple[str, str]] = []
    for number, (key, value) in enumerate(node.entries):
        if number and not isinstance(value, Scalar):
            lines.append(("", ""))
        lines += _entry(key, value, "", _Notes(name, beside))
    return lines


def written(node: Mapping, name: Callable[[str], str] | None = None) -> str:
    """The document as YAML; ``name`` says how a file is called in the comments.

    Without it there are none.
    """
    lines = lines_of(node, name or str, beside=True)
    column = max((len(text) for text, note in lines if note and len(text) <= 44), default=0)
    out = []
    for text, note in lines:
        begin = min(column + MARGIN, WIDTH - len("# ") - len(note))
        noted = f"{text:<{max(begin, len(text) + MARGIN)}}# {note}"
        out.append(noted if note and name is not None else text)
    return "\n".join(out) + "\n"


def _entry(key: Scalar, value: Node, indent: str, notes: _Notes) -> Iterator[tuple[str, str]]:
    """The lines of a key with its value."""
    yield from _lines(f"{indent}{_word(key)}:", key, value, indent, notes)


def _lines(
    head: str, at: Scalar | None, value: Node, indent: str, notes: _Notes
) -> Iterator[tuple[str, str]]:
    """The lines of a value behind a key or a dash; ``at`` is the key."""
    place = _place((at or value).span, notes)
    short = _short(value)
    beside = len("# ") + len(_origin(value, notes)) if notes.beside else 0
    room = WIDTH - MARGIN - beside
    if short is not None and (len(head) + 1 + len(short) <= room or not _can_be_long(value)):
        yield f"{head} {short}".rstrip(), _origin(value, notes)
    elif isinstance(value, Scalar):
        yield from _long(head, value, indent + STEP, notes)
    elif isinstance(value, Mapping):
        yield head, place
        for key, inner in value.entries:
            yield from _entry(key, inner, indent + STEP, notes)
    else:
        yield head, place
        for item in value.items:
            yield from _item(item, indent + STEP, notes)


def _item(item: Node, indent: str, notes: _Notes) -> Iterator[tuple[str, str]]:
    """The lines of an item of a list."""
    if isinstance(item, Mapping) and item.entries and _short(item) is None:
        lines = [
            line for key, inner in item.entries for line in _entry(key, inner, indent + STEP, notes)
        ]
        first, note = lines[0]
        yield f"{indent}- {first.lstrip()}", note
        yield from lines[1:]
    else:
        yield from _lines(f"{indent}-", None, item, indent, notes)


def _short(value: Node) -> str | None:
    """A value that fits on the line of its key, if it does."""
    if isinstance(value, Scalar):
        return None if "\n" in value.value.rstrip("\n") else _word(value)
    if value.written and "\n" not in value.written:
        return value.written
    if not (value.entries if isinstance(value, Mapping) else value.items):
        return "{}" if isinstance(value, Mapping) else "[]"
    return None


def _can_be_long(value: Node) -> bool:
    """Whether a value can be written over several lines."""
    if isinstance(value, Scalar):
        return " " in value.value
    return bool(value.entries if isinstance(value, Mapping) else value.items)


def _long(head: str, value: Scalar, indent: str, notes: _Notes) -> Iterator[tuple[str, str]]:
    """A text that is too long for one line, folded."""
    note = _origin(value, notes)
    words = value.value.split(" ")
    if "\n" in value.value or "" in words:
        yield f"{head} {_quoted(value.value)}", note
        return
    yield f"{head} >-", note
    line = ""
    for word in words:
        if line and len(indent) + len(line) + 1 + len(word) > WIDTH - MARGIN:
            yield indent + line, ""
            line = word
        else:
            line = f"{line} {word}" if line else word
    yield indent + line, ""


def _word(node: Scalar) -> str:
    """A text that YAML reads as this one: as it was written, or in quotes."""
    text = node.value
    if node.plain and (_PLAIN.fullmatch(text) or _reads_as(text, text)) and text == text.strip():
        return text
    if node.plain and not text:
        return ""
    return _quoted(text)


def _reads_as(written: str, text: str) -> bool:
    """Whether a text behind a key is read as this value."""
    if "\n" in written:
        return False
    node, found = yaml.read(f"key: {written}\n", "")
    value = node.get("key") if isinstance(node, Mapping) and not found else None
    return isinstance(value, Scalar) and value.value == text and not value.cut


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return '"' + escaped.replace("\t", "\\t") + '"'


# --- origins -----------------------------------------------------------------


def _origin(value: Node, notes: _Notes) -> str:
    """Where a value stands; of an expression with ``base`` all its places."""
    spans = value.offsets.origins() if isinstance(value, Scalar) else (value.span,)
    return ", ".join(dict.fromkeys(_place(span, notes) for span in spans))


def _place(span: Span, notes: _Notes) -> str:
    return f"{notes.name(span.file)}:{span.line}"
