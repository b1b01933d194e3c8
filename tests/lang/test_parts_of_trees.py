"""What lies below a node: every node that any of its fields holds, in order."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from rummy.lang import trees
from rummy.lang.trees import NOWHERE, Node, children, walk
from rummy.lang.types import NUMBER
from rummy.spec.load import load, shipped


def held(node: Node) -> list[Node]:
    """By looking at all values."""
    found: list[Node] = []
    for item in fields(node):
        value = getattr(node, item.name)
        found += [
            part
            for part in (value if isinstance(value, tuple) else (value,))
            if isinstance(part, Node)
        ]
    return found


def all_below(node: Node) -> list[Node]:
    """By recursion."""
    return [node, *(part for child in held(node) for part in all_below(child))]


def test_in_all_expressions_of_all_shipped_games_nothing_is_missed() -> None:
    kinds: set[type[Node]] = set()
    for name in shipped():
        for _, expr in load(name).expressions:
            found = list(walk(expr.tree))
            assert all(one is other for one, other in zip(found, all_below(expr.tree), strict=True))
            for node in found:
                assert list(map(id, children(node))) == list(map(id, held(node)))
            kinds |= set(map(type, found))
    assert len(kinds) > 12


def test_every_kind_of_node_with_a_part_in_each_field_shows_them_all() -> None:
    leaf = trees.Const(NUMBER, NOWHERE, 1)
    for kind in vars(trees).values():
        if isinstance(kind, type) and issubclass(kind, Node) and kind is not Node:
            values: list[Any] = []
            wanted = 0
            for item in fields(kind)[2:]:
                one, many = "Node" in str(item.type), str(item.type).startswith("tuple")
                wanted += 2 if many else one
                values.append((leaf, leaf) if many else leaf if one else "x")
            assert len(children(kind(NUMBER, NOWHERE, *values))) == wanted
