"""How many steps working out an expression may need, least and most.

A step is one piece of the tree looked at once. An item function needs its body
once an item; of ``and``, ``or`` and a conditional only what is wanted counts
for the least. All sums stop at ``MOST``.
"""

from __future__ import annotations

from collections.abc import Mapping

from rummy.lang.builtins import FUNCTIONS
from rummy.lang.trees import (
    And,
    Call,
    Const,
    Each,
    Field,
    Filter,
    If,
    Local,
    Name,
    Node,
    Or,
    Range,
    Sequence,
    SetOf,
    children,
    walk,
)
from rummy.lang.types import CARD, MELD, NUMBER, PLACED, PLAYER

MOST = 10**15
"""Larger costs are not told apart."""
MOST_ITEMS = 10_000
"""Items of a range that goes over numbers of unknown size."""
Cost = tuple[int, int]


def cost(node: Node, sizes: Mapping[str, int]) -> Cost:
    """Least and most steps. ``sizes``: most cards, cards of a meld, players, ..."""
    match node:
        case If():
            asked = cost(node.condition, sizes)
            yes, no = cost(node.yes, sizes), cost(node.no, sizes)
            return _sum((1, 1), asked, (min(yes[0], no[0]), max(yes[1], no[1])))
        case And() | Or():
            parts = [cost(item, sizes) for item in node.items]
            return _sum((1, 1), parts[0], *((0, most) for _, most in parts[1:]))
        case Each():
            return _loop(node.slot, node.collection, node.body, sizes)
        case Filter():
            return _loop(node.slot, node.collection, node.condition, sizes)
        case Sequence():
            most = items(node.collection, sizes)
            return _sum((1, 1 + most), cost(node.collection, sizes))
        case Call():
            base = _sum((1, 1), *(cost(argument, sizes) for argument in node.arguments))
            function = FUNCTIONS.get(node.name)
            if function is None:
                return base
            most = items(node.arguments[0], sizes) if function.per_card else 0
            return _sum(base, (0, function.cost + function.per_card * most))
        case _:
            return _sum((1, 1), *(cost(child, sizes) for child in children(node)))


def _loop(slot: int, collection: Node, body: Node, sizes: Mapping[str, int]) -> Cost:
    most = items(collection, sizes)
    once = cost(body, sizes)[1]
    total = most * (1 + once)
    if collection.type.item == MELD and _of_one_meld(slot, body):
        # all melds together have no more cards than the pack: few have them, or many share
        empty = cost(body, {**sizes, "laid": 0})[1]
        full = -(-sizes["cards"] // max(1, sizes["placed"]))
        total = min(total, most * (1 + empty) + full * (once - empty))
    return _sum((1, 1), cost(collection, sizes), (0, total))


def _of_one_meld(slot: int, body: Node) -> bool:
    """Whether a body goes over the cards of the meld in ``slot``, and of no other."""
    for node in walk(body):
        if isinstance(node, Each | Filter) and node.collection.type.item == MELD:
            return False
        if isinstance(node, Field) and node.of.type == MELD and node.field == "cards":
            own = isinstance(node.of, Local) and node.of.slot == slot
            if not own:
                return False
    return True


def _sum(*parts: Cost) -> Cost:
    return min(MOST, sum(p[0] for p in parts)), min(MOST, sum(p[1] for p in parts))


def items(node: Node, sizes: Mapping[str, int]) -> int:
    """The most items that a collection can have."""
    match node:
        case SetOf():
            return len(node.items)
        case Filter():
            return items(node.collection, sizes)
        case If():
            return max(items(node.yes, sizes), items(node.no, sizes))
        case Each():
            return items(node.collection, sizes)
        case Call(name="top" | "first" | "last"):
            return 1
        case Field() if node.of.type == MELD and node.field == "cards":
            return sizes.get("laid", sizes["placed"])
        case Range():
            return _span(node, sizes)
        case _:
            item = node.type.item
            if item == PLAYER:
                return sizes["players"]
            if item == MELD:
                return sizes["melds"]
            if item == PLACED:
                return sizes["placed"]
            return sizes["cards"] if item == CARD else sizes["ranks"]


def _span(node: Range, sizes: Mapping[str, int]) -> int:
    if node.low.type != NUMBER:
        return sizes["ranks"]
    low = node.low.value if isinstance(node.low, Const) else 0
    if isinstance(node.high, Const):
        return max(0, min(MOST_ITEMS, node.high.value - low + 1))
    counted = isinstance(node.high, Call) and node.high.name == "count"
    sized = isinstance(node.high, Name | Field) and _last(node.high) == "size"
    if counted or sized:
        return max(0, sizes["size"] - low + 1)
    return MOST_ITEMS


def _last(node: Name | Field) -> str:
    return node.name if isinstance(node, Name) else node.field


def costly(node: Node, sizes: Mapping[str, int], budget: int) -> Node | None:
    """The innermost part that alone costs more than the budget."""
    if cost(node, sizes)[1] <= budget:
        return None
    for child in children(node):
        found = costly(child, sizes, budget)
        if found is not None:
            return found
    return node
