"""Rank lines on which a rank stands next to itself, and lines that nothing uses."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from rummy.diagnostics import Diagnostic
from rummy.lang.trees import Sequence, walk
from rummy.lint.facts import Facts
from rummy.lint.report import finding


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Lines that wrap by accident, and lines without a use."""
    deck = facts.spec.deck
    used = {
        node.line
        for _, expr in facts.expressions
        for node in walk(expr.tree)
        if isinstance(node, Sequence)
    }
    if facts.spec.match.draw:
        used.add(facts.spec.match.line)
    for line in deck.lines:
        if not line.place.line:
            continue  # the line that every deck has
        twice = [a for a, b in pairwise(line.ranks) if a == b]
        if twice:
            rank = deck.ranks[twice[0]]
            message = f"on the line `{line.name}` {rank} stands next to itself"
            hint = f"{rank} {rank} would then be a sequence; name it once there"
            yield finding("M406", message, line.place, hint)
        elif line.around and len(line.ranks) > 1 and line.ranks[0] == line.ranks[-1]:
            rank = deck.ranks[line.ranks[0]]
            message = f"the line `{line.name}` goes on from {rank} to {rank}, its first rank"
            hint = f"with `around` the line is a circle: name {rank} once, or leave `around` out"
            yield finding("M406", message, line.place, hint)
        if line.name not in used and line.name != "run":
            message = f"nothing looks at the rank line `{line.name}`"
            hint = f"`sequence(rank, {line.name})` would, or `line: {line.name}` of the first draw"
            yield finding("S126", message, line.place, hint)
