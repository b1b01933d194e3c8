"""``deadwood(...) == 0`` as a question of its own: is nothing left?

Most hands are not melded whole, and of most of them that is seen without
a look at their melds.
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import TYPE_CHECKING

from rummy.lang.trees import Call, Compare, Const, Node, Not, walk
from rummy.play.bindings import NOTHING_LEFT

if TYPE_CHECKING:
    from rummy.cards import Deck


def nothing_left(tree: Node, deck: Deck) -> Node:
    """The tree with that question in place of the comparison, where it is quicker.

    It is where wild cards may be held, or where melds are needed first.
    """
    if not any(_asked(node, deck) is not None for node in walk(tree)):
        return tree
    return _told(tree, deck)


def _told(tree: Node, deck: Deck) -> Node:
    asked = _asked(tree, deck)
    if asked is not None:
        return asked
    changes: dict[str, object] = {}
    for item in fields(tree):
        value = getattr(tree, item.name)
        if isinstance(value, Node):
            changes[item.name] = _told(value, deck)
        elif isinstance(value, tuple) and value and isinstance(value[0], Node):
            changes[item.name] = tuple(_told(part, deck) for part in value)
    return replace(tree, **changes) if changes else tree  # type: ignore[arg-type]


def _asked(node: Node, deck: Deck) -> Node | None:
    """The question that a comparison of deadwood with 0 is; None: it is none."""
    if not isinstance(node, Compare) or not isinstance(node.left, Call):
        return None
    call = node.left
    if call.name != "deadwood" or not isinstance(node.right, Const):
        return None
    if min(deck.points_of) < 0 or not (len(call.arguments) == 2 or any(deck.held_wild)):
        return None
    question = Call(node.type, node.place, NOTHING_LEFT, call.arguments)
    sign = (node.op, node.right.value)
    if sign in (("==", 0), ("<=", 0), ("<", 1)):
        return question
    if sign in (("!=", 0), (">", 0), (">=", 1)):
        return Not(node.type, node.place, question)
    return None
