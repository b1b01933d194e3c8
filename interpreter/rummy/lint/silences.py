"""Findings that the author has silenced at their place, with a reason.

``# rummy: allow M403 the reason`` stands behind the line of a finding or alone
on the line above. Errors and limits are never silenced: they say that a file
cannot be played.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from rummy.diagnostics import Diagnostic, Span, visible
from rummy.lint.codes import code_of, nearest_code
from rummy.spec.comments import Comment, comments
from rummy.spelling import nearest

MARK = re.compile(r"#[ \t]*rummy:[ \t]*(?P<verb>[A-Za-z]+)(?![\w.])[ \t]*(?P<rest>.*)")
CODE = re.compile(r"[A-Za-z][\w-]*")
FORM = "write `# rummy: allow CODE reason`"
OTHER_VERBS = ("ignore", "disable", "noqa", "silence", "suppress", "skip", "off")
"""What other checkers call it."""
OWN, LIMIT = "A", "L"


@dataclass(slots=True)
class Silence:
    """A comment that silences a code, and what came of it."""

    code: str
    span: Span
    """Where the code is written."""
    lines: tuple[int, ...]
    used: bool = False
    refused: list[Diagnostic] = field(default_factory=list)


def quieted(
    found: Iterable[Diagnostic],
    texts: dict[str, str],
    own: Iterable[str],
    whole: str = "",
    without: str = "",
) -> list[Diagnostic]:
    """The findings without those that are silenced, and what is wrong with silences.

    ``texts`` are the files by name, with LF at the ends of lines. What is wrong is
    told of those named by ``own``; that a silence is not needed only of the file
    ``whole``, about which everything has been said but codes of the letters ``without``.
    """
    named = set(own)
    silences: dict[str, list[Silence]] = {}
    told: list[Diagnostic] = []
    for file, text in texts.items():
        if MARK.search(text):
            here, wrong = _read(comments(text, file))
            silences[file] = here
            told += wrong if file in named else []
    kept = [item for item in found if not _silenced(item, silences)]
    for file, here in silences.items():
        told += [item for silence in here for item in silence.refused if file in named]
        if file == whole:
            told += [_unused(one) for one in here if not one.used and one.code[0] not in without]
    return kept + told


def _silenced(item: Diagnostic, silences: dict[str, list[Silence]]) -> bool:
    for silence in silences.get(item.span.file, ()):
        if silence.code != item.code or item.span.line not in silence.lines:
            continue
        silence.used = True
        if item.level_of() != "error" and item.code[0] != LIMIT:
            return True
        if not silence.refused:
            silence.refused.append(_impossible(silence))
    return False


def _impossible(silence: Silence) -> Diagnostic:
    message = f"`{silence.code}` is an error here, and errors cannot be silenced"
    hint = "mend what the finding says; the file cannot be played as it is"
    return Diagnostic("A003", message, silence.span, hint)


def _unused(silence: Silence) -> Diagnostic:
    if not silence.lines:
        message = f"`{silence.code}` is silenced for an empty line"
        hint = "put the comment directly above the line of the finding, or behind it"
    else:
        message = f"`{silence.code}` is silenced here, but nothing of that kind is found"
        hint = "take the comment away, or put it at the line that the finding names"
    return Diagnostic("A002", message, silence.span, hint)


def _read(found: Iterable[Comment]) -> tuple[list[Silence], list[Diagnostic]]:
    """The silences among comments, and what is wrong with them."""
    silences: list[Silence] = []
    wrong: list[Diagnostic] = []
    for comment in found:
        match = MARK.match(comment.text)
        if match is None:
            continue
        verb = match["verb"].lower()
        if verb != "allow":
            if verb in OTHER_VERBS or nearest(verb, ["allow"]):
                place = _piece(comment, match.start("verb"), match.end("verb"))
                message = f"`{visible(match['verb'])}` is not how a finding is silenced"
                wrong.append(Diagnostic("A005", message, place, FORM))
            continue
        reason, words = _words(match)
        for start, word in words:
            place = _piece(comment, start, start + len(word))
            code = code_of(word)
            if code is None:
                message = f"there is no code `{visible(word)}`"
                wrong.append(Diagnostic("A004", message, place, nearest_code(word)))
            elif code[0] in (OWN, LIMIT):
                what = "limits" if code[0] == LIMIT else "findings about silences"
                message = f"`{code}` cannot be silenced: {what} never are"
                wrong.append(
                    Diagnostic("A003", message, place, "take it away; see rummy explain A003")
                )
            else:
                silences.append(Silence(code, place, comment.lines))
        if not words:
            wrong.append(Diagnostic("A004", "no code is named here", comment.span, FORM))
        elif not any(letter.isalpha() for letter in reason):
            message = "no reason is given why this is silenced"
            hint = f"say it behind the code: `# rummy: allow {words[0][1]} the reason`"
            wrong.append(Diagnostic("A001", message, comment.span, hint))
    return silences, wrong


def _words(match: re.Match[str]) -> tuple[str, list[tuple[int, str]]]:
    """The reason, and the codes with their places in the comment."""
    rest, at = match["rest"], 0
    found: list[tuple[int, str]] = []
    for word in _listed(rest):
        if found and code_of(word.group()) is None and not re.fullmatch(r"[A-Z]\d+", word.group()):
            break  # behind a comma the reason has begun
        found.append((match.start("rest") + word.start(), word.group()))
        at = word.end()
    return rest[at:], found


def _listed(text: str) -> Iterator[re.Match[str]]:
    """The words at the beginning that have commas between them."""
    at = 0
    while (word := CODE.match(text, at)) is not None:
        yield word
        comma = re.compile(r"[ \t]*,[ \t]*").match(text, word.end())
        if comma is None:
            return
        at = comma.end()


def _piece(comment: Comment, start: int, end: int) -> Span:
    span = comment.span
    column = span.column
    return Span(span.file, span.line, column + start, span.line, column + end)
