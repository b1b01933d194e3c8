"""Raw trees: an expression as it was read, before names and types are known.

``start`` and ``end`` are offsets in the text, end exclusive. Parentheses leave
no node; the node inside takes their place.
"""

from __future__ import annotations

from collections.abc import Iterator

from rummy.frozen import dataclass


@dataclass(frozen=True, slots=True)
class Raw:
    """Any piece of an expression as written."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class RawNumber(Raw):
    """``10``: a number, or a rank where a rank is meant."""

    text: str


@dataclass(frozen=True, slots=True)
class RawName(Raw):
    """``rank``, ``A``, ``7H``: a name or a word."""

    text: str


@dataclass(frozen=True, slots=True)
class RawTruth(Raw):
    """``true`` or ``false``."""

    value: bool


@dataclass(frozen=True, slots=True)
class RawSet(Raw):
    """``{3, 5, J}``."""

    items: tuple[Raw, ...]


@dataclass(frozen=True, slots=True)
class RawRange(Raw):
    """``low..high``."""

    low: Raw
    high: Raw


@dataclass(frozen=True, slots=True)
class RawChoice(Raw):
    """``yes if condition else no``."""

    yes: Raw
    condition: Raw
    no: Raw


@dataclass(frozen=True, slots=True)
class RawOr(Raw):
    """``a or b or ...``."""

    items: tuple[Raw, ...]


@dataclass(frozen=True, slots=True)
class RawAnd(Raw):
    """``a and b and ...``."""

    items: tuple[Raw, ...]


@dataclass(frozen=True, slots=True)
class RawNot(Raw):
    """``not a``."""

    item: Raw


@dataclass(frozen=True, slots=True)
class RawCompare(Raw):
    """``left op right``; ``op_start`` and ``op_end`` are the place of the sign."""

    op: str
    left: Raw
    right: Raw
    op_start: int
    op_end: int


@dataclass(frozen=True, slots=True)
class RawIn(Raw):
    """``item in collection`` or, ``negated``, ``item not in collection``."""

    item: Raw
    collection: Raw
    negated: bool


@dataclass(frozen=True, slots=True)
class RawArith(Raw):
    """``left op right`` with ``+ - * // %``."""

    op: str
    left: Raw
    right: Raw
    op_start: int
    op_end: int


@dataclass(frozen=True, slots=True)
class RawNegative(Raw):
    """``-a``."""

    item: Raw


@dataclass(frozen=True, slots=True)
class RawOf(Raw):
    """``what of owner``."""

    what: Raw
    owner: Raw


@dataclass(frozen=True, slots=True)
class RawField(Raw):
    """``of.field``; ``field_start`` is where the field's name begins."""

    of: Raw
    field: str
    field_start: int


@dataclass(frozen=True, slots=True)
class RawEach:
    """``for collection`` or ``for name in collection`` of an item function."""

    name: str
    name_start: int
    collection: Raw


@dataclass(frozen=True, slots=True)
class RawCall(Raw):
    """``function(arguments)``, perhaps with ``for ...`` behind the arguments."""

    function: str
    name_end: int
    arguments: tuple[Raw, ...]
    each: RawEach | None


@dataclass(frozen=True, slots=True)
class RawWhere(Raw):
    """``collection where condition``."""

    collection: Raw
    condition: Raw


def parts(raw: Raw) -> Iterator[Raw]:
    """The pieces directly below, in the order of their fields."""
    for name in raw.__dataclass_fields__:
        value = getattr(raw, name)
        if isinstance(value, Raw):
            yield value
        elif isinstance(value, RawEach):
            yield value.collection
        elif isinstance(value, tuple):
            yield from (part for part in value if isinstance(part, Raw))


def depth(raw: Raw) -> int:
    """How many levels deep the tree is; a row of ``a + b - c`` is one level."""
    deepest, todo = 0, [(raw, 1)]
    while todo:
        node, level = todo.pop()
        deepest = max(deepest, level)
        for part in parts(node):
            same_row = (
                isinstance(node, RawArith) and isinstance(part, RawArith) and part is node.left
            )
            todo.append((part, level if same_row else level + 1))
    return deepest
