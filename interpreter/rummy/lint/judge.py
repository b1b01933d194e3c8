"""All that is found in a file: by the reader, by the rules of this room, less what is silenced."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from rummy.diagnostics import Diagnostic, has_errors, sort
from rummy.lint import lint
from rummy.lint.stages import partly
from rummy.spec.combine import Combined, combine
from rummy.spec.decode import decode
from rummy.spec.files import File
from rummy.spec.load import draft_of
from rummy.spec.model import Spec

SILENCE = re.compile(rb"#[ \t]*rummy:")
"""Hardly any file has one; without it nothing more is read."""
PLAYED = "G"
"""The letter of what is found in games; without games nobody knows of it."""

Further = Callable[[Spec], list[Diagnostic]]


class Judged(NamedTuple):
    """The spec of a file, None if it cannot be played, with the findings."""

    spec: Spec | None
    found: list[Diagnostic]


def judge(file: File, overlays: Iterable[File] = (), further: Further | None = None) -> Judged:
    """What is found in a file with these overlays upon it. Never raises.

    What a card player would find is looked for in all parts that can be read; where
    the whole file can be played, ``further`` is asked about it too.
    """
    over = tuple(overlays)
    combined = combine(file, over)
    draft, found = draft_of(combined, file, over)
    spec = None if has_errors(found) else draft
    if spec is not None:
        found += lint(spec)
        found += further(spec) if further is not None else []
    elif draft is not None and combined.node is not None:
        found += partly(draft, combined.node, found)
    without = PLAYED if further is None else ""
    return Judged(spec, _quieted(combined, file, over, found, spec is not None, without))


def _quieted(
    combined: Combined,
    file: File,
    over: tuple[File, ...],
    found: list[Diagnostic],
    whole: bool,
    without: str,
) -> list[Diagnostic]:
    named = [file, *over]
    below = [layer.file for layer in combined.layers if layer.file.text != file.text]
    texts: dict[str, str] = {}
    for one in (*below, *named):
        data = one.text if isinstance(one.text, bytes) else one.text.encode("utf-8", "replace")
        if SILENCE.search(data):
            text, _ = decode(one.text, one.name)
            if text is not None:
                texts[one.name] = text
    if not texts:
        return sort(found)
    from rummy.lint.silences import quieted

    top = named[-1].name if whole else ""
    return sort(quieted(found, texts, [one.name for one in named], top, without))
