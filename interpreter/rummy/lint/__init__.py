"""What a card player would find wrong in a spec that can be read.

``lint`` looks at a spec without findings of the reader. Every rule is a
module of this room with a function ``check``; ``RULES`` lists them. Nothing
is played here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from rummy.diagnostics import Diagnostic, sort
from rummy.lint import (
    agreed,
    alternatives,
    asking,
    card_points,
    counting,
    deal,
    duties,
    endings,
    endless,
    filters,
    hand_size,
    hands_never,
    kinds_any,
    kinds_found,
    kinds_grow,
    kinds_points,
    kinds_shown,
    named,
    rank_lines,
    reach,
    sides,
    unseen,
    unused,
    wild_cards,
)
from rummy.lint.facts import Facts
from rummy.spec.model import Spec

RULES: tuple[Callable[[Facts], Iterator[Diagnostic]], ...] = (
    agreed.check,
    wild_cards.check,
    rank_lines.check,
    kinds_found.check,
    kinds_points.check,
    deal.check,
    sides.check,
    reach.check,
    alternatives.check,
    endings.check,
    asking.check,
    unseen.check,
    hand_size.check,
    named.check,
    unused.check,
    counting.check,
    card_points.check,
    kinds_any.check,
    kinds_grow.check,
    filters.check,
    duties.check,
    hands_never.check,
    endless.check,
    kinds_shown.check,
)
"""All rules; each is asked about every spec."""

WITHOUT_USE = ("O205", "S122", "S123", "S124", "S127")
"""Codes of what is there and has no use."""


def lint(spec: Spec) -> list[Diagnostic]:
    """The findings about a spec, by their places in the file."""
    facts = Facts(spec)
    found = [finding for rule in RULES for finding in rule(facts)]
    return sort(_of_the_base(finding, spec) for finding in found)


def _of_the_base(finding: Diagnostic, spec: Spec) -> Diagnostic:
    """A finding about what an overlay leaves without a use, told what the overlay can do."""
    if finding.code not in WITHOUT_USE or finding.span.file not in spec.files[:-1]:
        return finding
    name = Path(spec.files[-1]).name
    return replace(finding, hint=f"{finding.hint}; in {name} it is taken away by `remove`")
