"""What overlays change: places in a document, and whether two say the same."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from rummy.diagnostics import Span
from rummy.frozen import dataclass
from rummy.spec import keys
from rummy.spec.yaml import Mapping, Node, Scalar, Sequence

Where = tuple[str, ...]
"""A place in a document: the keys that lead there."""

EXAMPLES = "examples"
"""The one section of a base that is not inherited: it proves the base."""


@dataclass(frozen=True, slots=True)
class Change:
    """Something that an overlay changes: ``node`` is None where it takes away.

    ``beside`` is the entry that a new one is put beside.
    """

    where: Where
    node: Node | None = field(compare=False)
    span: Span = field(compare=False)
    beside: Where = ()

    def says(self, other: Change) -> bool:
        """Whether another overlay changes the same place in the same way."""
        return self.where == other.where and same(self.node, other.node)


def same(one: Node | None, other: Node | None) -> bool:
    """Whether two nodes say the same, wherever and however they are written."""
    if isinstance(one, Scalar) and isinstance(other, Scalar):
        return one.value.split() == other.value.split()
    if isinstance(one, Sequence) and isinstance(other, Sequence):
        return len(one.items) == len(other.items) and all(map(same, one.items, other.items))
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        names = [key.value for key, _ in one.entries]
        return names == [key.value for key, _ in other.entries] and all(
            same(mine, yours)
            for (_, mine), (_, yours) in zip(one.entries, other.entries, strict=True)
        )
    return one is None and other is None


def dotted(where: Where) -> str:
    """A place as people write it."""
    return ".".join(where)


def plain_name(name: str, named: keys.Named | None) -> str:
    """A name without what may be written in several ways."""
    if named is not None and named.names == "definition":
        return name.partition("(")[0].strip()
    if named is not None and named.names == "ranks":
        return " ".join(name.split())
    return name


def missing_names(changes: Iterable[Change]) -> dict[str, Span]:
    """The names of entries that were taken away, with the places that say so."""
    return {change.where[-1]: change.span for change in changes if change.node is None}
