"""Marks inside a line of text: a term, a piece of the language, cards, a strong word.

Sentences are put together from strings; a mark goes along inside the string and is
taken apart only when the document is written.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from rummy.diagnostics import visible

TERM, CODE, CARDS, STRONG, PLAIN = "term", "code", "cards", "strong", "plain"
_OPEN = {TERM: "\ue000", CODE: "\ue001", CARDS: "\ue002", STRONG: "\ue003"}
_CLOSE = "\ue00f"
_KIND = {sign: kind for kind, sign in _OPEN.items()}
_PIECE = re.compile(f"[{''.join(_KIND)}][^{_CLOSE}]*{_CLOSE}")
_MARKS = re.compile(f"[{''.join(_KIND)}{_CLOSE}]")


class Span(NamedTuple):
    """A stretch of a line: its kind (a name of this module) and its text."""

    kind: str
    text: str


def clean(text: str) -> str:
    """A text of the spec on one line, without anything that could be taken for a mark."""
    return visible(" ".join(_MARKS.sub("", text).split()))


def _marked(kind: str, text: str) -> str:
    return f"{_OPEN[kind]}{_MARKS.sub('', text)}{_CLOSE}"


def term(text: str) -> str:
    """A word that the sheet explains under its terms."""
    return _marked(TERM, text)


def code(text: str) -> str:
    """A piece of the language, as it is written in a spec."""
    return _marked(CODE, visible(text))


def cards(text: str) -> str:
    """Cards, written with a space between: ``7H 8H``."""
    return _marked(CARDS, text)


def strong(text: str) -> str:
    """A word that catches the eye."""
    return _marked(STRONG, text)


def spans(text: str) -> list[Span]:
    """The stretches of a line, in order."""
    found: list[Span] = []
    at = 0
    for match in _PIECE.finditer(text):
        if match.start() > at:
            found.append(Span(PLAIN, text[at : match.start()]))
        piece = match[0]
        found.append(Span(_KIND[piece[0]], piece[1:-1]))
        at = match.end()
    if at < len(text):
        found.append(Span(PLAIN, text[at:]))
    return found


def bare(text: str) -> str:
    """A line without its marks."""
    return _MARKS.sub("", text)


def capital(text: str) -> str:
    """The line with its first letter large; a mark in front of it stays."""
    for at, letter in enumerate(text):
        if letter in _KIND:
            if _KIND[letter] in (CODE, CARDS):
                return text
            continue
        return text[:at] + letter.upper() + text[at + 1 :]
    return text


def sentence(text: str) -> str:
    """The line as a sentence: a capital letter and a full stop."""
    text = capital(text.strip())
    return text if bare(text).endswith((".", "!", "?", ":")) or not text else f"{text}."
