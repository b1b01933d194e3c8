"""Conditions on a meld that would be laid: what they need to know of it.

Such a condition looks at the cards of the meld only through some parts, such as its
ranks or its size. Melds for which these parts are the same are judged alike.
"""

from __future__ import annotations

from collections.abc import Iterator

from rummy.lang.source import OFF_CARD, ON_CARDS
from rummy.lang.trees import Call, Each, Field, Filter, Local, Name, Node, children, walk
from rummy.play.conditions import conjuncts

OF_MELD = ("cards", "size")
"""The names for what would be laid."""


def parts_of_meld(tree: Node) -> tuple[Node, ...]:
    """The largest parts of a condition that hang on the cards of the meld alone."""
    return tuple(dict.fromkeys(_parts(tree)))


def on_the_table(tree: Node) -> tuple[Node, ...]:
    """What is needed for every meld, whatever its cards are."""
    return tuple(part for part in conjuncts(tree) if not _names_meld(part))


def _parts(tree: Node) -> Iterator[Node]:
    if not _names_meld(tree):
        return
    if _meld_alone(tree):
        yield tree
        return
    for part in children(tree):
        yield from _parts(part)


def _names_meld(tree: Node) -> bool:
    return any(isinstance(node, Name) and node.name in OF_MELD for node in walk(tree))


def _meld_alone(tree: Node) -> bool:
    """Whether nothing but the cards of the meld has a say in the value of a part."""
    bound = {node.slot for node in walk(tree) if isinstance(node, Each | Filter)}
    for node in walk(tree):
        if isinstance(node, Name) and node.name not in OF_MELD:
            return False
        if isinstance(node, Local) and node.slot not in bound:
            return False
        if isinstance(node, Call) and node.name not in ON_CARDS:
            return False
        if isinstance(node, Field) and node.field in OFF_CARD:
            return False
    return True
