"""Kinds of meld without an example that is accepted and one that is refused."""

from __future__ import annotations

from collections.abc import Iterator

from rummy.diagnostics import Diagnostic
from rummy.lint.facts import Facts
from rummy.lint.report import finding
from rummy.spec.model import Kind


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Each kind that this file says something of; those of a base are shown there."""
    spec = facts.spec
    accepted = {kind for example in spec.examples for kind, *_ in example.accepts}
    refused = {kind for example in spec.examples for kind, *_ in example.refuses}
    own = spec.files[-1] if spec.files else spec.file
    for kind in spec.kinds:
        if own not in _files(kind):
            continue
        lacking = [
            what for what, shown in (("accepted", accepted), ("refused", refused))
            if kind.name not in shown
        ]  # fmt: skip
        if lacking:
            message = f"no example shows a `{kind.name}` that is {' or one that is '.join(lacking)}"
            key = "accepts" if lacking[0] == "accepted" else "refuses"
            hint = f"under `examples` write `{key}: {{{kind.name}: [...]}}` with cards of the deck"
            yield finding("X707", message, kind.place, hint)


def _files(kind: Kind) -> set[str]:
    """The files that say what makes this meld."""
    parts = (kind.valid, kind.least, kind.most)
    return {kind.place.file, *(part.place.file for part in parts if part is not None)}
