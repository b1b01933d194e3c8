"""Growth of one kind of meld into another that can never come about."""

from __future__ import annotations

from collections.abc import Iterator

from rummy.diagnostics import Diagnostic
from rummy.lang.fold import fold
from rummy.lint.facts import Facts
from rummy.lint.hand_size import NO_BOUND
from rummy.lint.report import finding
from rummy.lint.settings import Setting
from rummy.spec.model import Kind


def check(facts: Facts) -> Iterator[Diagnostic]:
    """`grows_into` of closed melds, and of melds that one more card never makes so large."""
    kinds = {kind.name: kind for kind in facts.spec.kinds}
    for kind in facts.spec.kinds:
        for name in kind.grows_into:
            if name == kind.name or name not in kinds:
                continue
            if kind.closed:
                message = f"`{kind.name}` is closed, so it never grows into `{name}`"
                hint = "leave out `closed` or `grows_into`"
                yield finding("M413", message, kind.place, hint)
            elif not _meets(facts, kind, kinds[name]):
                message = f"one card more never makes a `{kind.name}` as large as a `{name}`"
                hint = f"`{name}` begins with {kinds[name].least.text} cards; look at both sizes"
                yield finding("M413", message, kind.place, hint)


def _meets(facts: Facts, kind: Kind, larger: Kind) -> bool:
    """Whether some size of a kind, and one more, is a size of the other."""
    trees = [p.tree for k in (kind, larger) for p in (k.least, k.most) if p is not None]
    for setting in facts.settings.of(trees):
        low, high = _sizes(facts, kind, setting)
        least, most = _sizes(facts, larger, setting)
        if low + 1 <= most and least <= high + 1:
            return True
    return False


def _sizes(facts: Facts, kind: Kind, setting: Setting) -> tuple[int, int]:
    """The smallest and the largest meld of a kind with a setting."""
    low = facts.settings.number(fold(kind.least.tree, setting))[0]
    if kind.most is None:
        return low, NO_BOUND
    return low, facts.settings.number(fold(kind.most.tree, setting))[1]
