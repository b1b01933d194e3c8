"""What two documents say differently, key by key."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rummy.diagnostics import Span
from rummy.spec.changes import Where, dotted, same
from rummy.spec.yaml import Mapping, Node, Scalar

TEXTS = ("title", "version", "about", "sources", "rulings", "examples")
"""Sections that tell of a file and prove it, and are no rules."""
IN_ORDER = ("setup", "turn", "events", "melds")
"""Sections in which the order of the entries means something."""
EXPLANATIONS = "explanations"
"""What stands in the list of texts where only ``about`` or ``rule`` of something differs."""
NEW, GONE, CHANGED, MOVED = "new", "gone", "changed", "moved"


@dataclass(frozen=True, slots=True)
class Change:
    """Something that is new, gone, changed, or at another place in its order.

    ``was`` and ``now`` are what stands there, on one line, with the places.
    """

    where: Where
    what: str
    was: str = ""
    now: str = ""
    was_at: Span | None = None
    now_at: Span | None = None

    @property
    def key(self) -> str:
        """The keys that lead there, with points between."""
        return dotted(self.where)


def changes(one: Mapping, other: Mapping) -> tuple[list[Change], list[str]]:
    """The rules that are different, and the sections of texts that are."""
    rules: list[Change] = []
    texts = []
    names = dict.fromkeys(key.value for node in (one, other) for key, _ in node.entries)
    for name in names:
        if name in TEXTS:
            if not same(one.get(name), other.get(name)):
                texts.append(name)
        elif name not in ("rummy", "extends", "remove"):
            rules += _between((name,), one, other)
    told = [change for change in rules if _explains(change.where)]
    if told:
        texts.append(EXPLANATIONS)
    return [change for change in rules if change not in told], texts


def _explains(where: Where) -> bool:
    """Whether a key only explains a rule to people, and is none."""
    return len(where) > 2 and where[-1] in ("about", "rule") and where[-2] != "lines"


def _between(where: Where, one: Mapping, other: Mapping) -> Iterator[Change]:
    """What is different under the last key of ``where``, which stands in these mappings."""
    was, now = _entry(one, where[-1]), _entry(other, where[-1])
    if was is None and now is not None:
        key, value = now
        yield Change(where, NEW, "", plain(value), None, key.span)
    elif now is None and was is not None:
        key, value = was
        yield Change(where, GONE, plain(value), "", key.span, None)
    elif was is not None and now is not None:
        yield from _changed(where, was, now)


def _changed(where: Where, was: tuple[Scalar, Node], now: tuple[Scalar, Node]) -> Iterator[Change]:
    before, after = was[1], now[1]
    if same(before, after):
        return
    if not (isinstance(before, Mapping) and isinstance(after, Mapping)):
        yield Change(where, CHANGED, plain(before), plain(after), _at(was), _at(now))
        return
    old = [key.value for key, _ in before.entries]
    new = [key.value for key, _ in after.entries]
    for name in dict.fromkeys((*old, *new)):
        yield from _between((*where, name), before, after)
    kept = [name for name in new if name in old]
    if where[0] in IN_ORDER and kept != [name for name in old if name in new]:
        stays = ", ".join(name for name in old if name in new)
        yield Change(where, MOVED, stays, ", ".join(kept), was[0].span, now[0].span)


def _at(entry: tuple[Scalar, Node]) -> Span:
    """Where a value stands: where it is written, else its key."""
    key, value = entry
    return value.span if isinstance(value, Scalar) else key.span


def _entry(node: Mapping, name: str) -> tuple[Scalar, Node] | None:
    return next(((key, value) for key, value in node.entries if key.value == name), None)


def plain(node: Node) -> str:
    """What stands in a node, on one line."""
    if isinstance(node, Scalar):
        return " ".join(node.value.split())
    if isinstance(node, Mapping):
        inner = ", ".join(f"{key.value}: {plain(value)}" for key, value in node.entries)
        return f"{{{inner}}}"
    return f"[{', '.join(plain(item) for item in node.items)}]"
