"""Where a piece of an expression stands: its text, items and names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from rummy.frozen import dataclass
from rummy.lang.builtins import CARD_WORDS, MELD_WORDS, STANDS_FOR_WORDS, ItemWord
from rummy.lang.raw import Raw
from rummy.lang.scope import Mapper, Scope
from rummy.lang.trees import CARD_SLOT, MELD_SLOT, NOWHERE, Local, Node
from rummy.lang.types import CARD, MELD

WORD, NUMERAL, DEFINED, CLEAR, CHOSEN = 3, 2, 1, 0, -1
"""How much a piece needs others to say what type is meant; an option (CHOSEN)
is asked first, because its choices win over other names."""


@dataclass(frozen=True, slots=True)
class Item:
    """One item that is being judged, and the item words that it brings."""

    node: Node
    words: Mapping[str, ItemWord]


@dataclass(frozen=True, slots=True)
class Argument:
    """What a parameter of a definition stands for, read where it was written."""

    raw: Raw
    context: Context


@dataclass(frozen=True, slots=True)
class Context:
    """Where a piece stands: its text, and the names that only count there."""

    text: str
    place: Mapper
    items: tuple[Item, ...] = ()
    """Innermost first."""
    locals: Mapping[str, Local] = field(default_factory=dict)
    parameters: Mapping[str, Argument] = field(default_factory=dict)
    me: Node | None = None
    loops: int = 0
    using: tuple[str, ...] = ()
    """Definitions that are being filled in, outermost first."""
    around: Raw | None = None
    """The comparison that the piece is a side of."""


class Stop(Exception):
    """The expression is so large that going on makes no sense."""


def scope_items(scope: Scope) -> tuple[Item, ...]:
    """The item words that a scope itself brings."""
    items: list[Item] = []
    if scope.stands_for:
        items.append(Item(Local(CARD, NOWHERE, CARD_SLOT, "card"), STANDS_FOR_WORDS))
    elif scope.card and not scope.subject:
        items.append(Item(Local(CARD, NOWHERE, CARD_SLOT, "card"), CARD_WORDS))
    if scope.meld:
        items.append(Item(Local(MELD, NOWHERE, MELD_SLOT, "meld"), MELD_WORDS))
    return tuple(items)
