"""Players who cannot be parted into so many sides."""

from __future__ import annotations

from collections.abc import Iterator

from rummy.diagnostics import Diagnostic
from rummy.errors import SpecError
from rummy.lint.facts import Facts
from rummy.lint.report import finding
from rummy.spec.bind import bind


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Sides of different size, for some number of players."""
    spec = facts.spec
    if spec.sides is None:
        return
    for seats in range(spec.players[0], spec.players[1] + 1):
        try:
            bind(spec, seats)
        except SpecError as error:
            for found in error.diagnostics:
                if found.code == "L925":
                    yield finding("L925", found.message, spec.sides.place, found.hint)
                    return
