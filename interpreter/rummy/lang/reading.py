"""From the text of an expression to its raw tree, or to the slip that is in it."""

from __future__ import annotations

from rummy.diagnostics import Diagnostic, Fix, Label
from rummy.lang.builtins import FUNCTIONS, ITEM_FUNCTIONS
from rummy.lang.limits import MAX_NESTING
from rummy.lang.parser import Unexpected, parse
from rummy.lang.raw import Raw, depth
from rummy.lang.scope import DefinitionSource, Mapper
from rummy.lang.slips import Slip, after, before, too_deep

FUNCTION_NAMES = frozenset((*FUNCTIONS, *ITEM_FUNCTIONS))


def read(text: str) -> tuple[Raw | None, Slip | None]:
    """The raw tree of a text, or the slip that prevents it."""
    slip = before(text)
    if slip is not None:
        return None, slip
    try:
        raw = parse(text)
    except Unexpected as error:
        return None, after(text, error, FUNCTION_NAMES)
    if depth(raw) > MAX_NESTING:
        return None, too_deep(raw.start, raw.end)
    return raw, None


def as_diagnostic(slip: Slip, place: Mapper) -> Diagnostic:
    """A slip of the pen as a finding in the file."""
    span = place(slip.start, slip.end)
    labels: tuple[Label, ...] = ()
    if slip.label is not None:
        start, end, words = slip.label
        labels = (Label(place(start, end), words),)
    # a bracket too many may as well be one that is missing before it
    fixes = () if slip.fix is None else (Fix(span, slip.fix, safe=slip.code != "T322"),)
    return Diagnostic(slip.code, slip.message, span, slip.hint, labels, fixes)


def check_definition(source: DefinitionSource) -> list[Diagnostic]:
    """Findings in the text of a definition alone, used or not: only its grammar."""
    raw, slip = read(source.text)
    return [] if raw is not None or slip is None else [as_diagnostic(slip, source.place)]
