"""Typed trees told over other slots, to see whether two of them say the same."""

from __future__ import annotations

from dataclasses import replace

from rummy.lang.trees import Local, Node, parts


def rename_slot(node: Node, old: int, new: int) -> Node:
    """The tree with the item of slot ``old`` in slot ``new``, names of items left out.

    Two trees that come out equal say the same of their item.
    """
    if isinstance(node, Local):
        return replace(node, slot=new if node.slot == old else node.slot, name="")
    changes: dict[str, object] = {}
    for name in parts(node):
        value = getattr(node, name)
        if isinstance(value, Node):
            changes[name] = rename_slot(value, old, new)
        elif isinstance(value, tuple) and value and isinstance(value[0], Node):
            changes[name] = tuple(rename_slot(part, old, new) for part in value)
    return replace(node, **changes) if changes else node  # type: ignore[arg-type]
