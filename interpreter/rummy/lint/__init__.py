"""What a card player would find wrong in a spec that can be read.

``lint`` looks at a spec without findings of the reader. Every rule is a
module of this room with a function ``check``; ``RULES`` lists them. Nothing
is played here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rummy.diagnostics import Diagnostic, sort
from rummy.lint import (
    agreed,
    alternatives,
    asking,
    counting,
    deal,
    endings,
    hand_size,
    kinds_found,
    kinds_points,
    rank_lines,
    reach,
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
    reach.check,
    alternatives.check,
    endings.check,
    asking.check,
    unseen.check,
    hand_size.check,
    unused.check,
    counting.check,
)
"""All rules; each is asked about every spec."""


def lint(spec: Spec) -> list[Diagnostic]:
    """The findings about a spec, by their places in the file."""
    facts = Facts(spec)
    return sort(finding for rule in RULES for finding in rule(facts))
