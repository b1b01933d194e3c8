"""Names that are known filled in, and what follows from them worked out.

Type, value and place of what remains are kept: ``fold`` changes nothing that
the plain walk of ``rummy.lang.evaluate`` could see.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from rummy.lang.evaluate import arith, cut, doubled
from rummy.lang.trees import (
    And,
    Arith,
    Call,
    Compare,
    Const,
    If,
    In,
    Name,
    Negative,
    Node,
    Not,
    Or,
    Place,
    Range,
    SetOf,
    parts,
    truth,
)


def constant(node: Node) -> int | None:
    """The value of a constant (a truth value as 0 or 1), None for all else."""
    return int(node.value) if isinstance(node, Const) else None


def fold(node: Node, names: Mapping[str, int]) -> Node:
    """The tree with ``names`` (without ``of``) put in and simplified.

    What a lazy part does not need is not looked at: ``false and x`` is false
    whatever ``x`` is, which holds because every expression has a value.
    """
    match node:
        case Name():
            if node.of is None and node.name in names:
                return Const(node.type, node.place, names[node.name])
        case If():
            condition = fold(node.condition, names)
            known = constant(condition)
            if known is not None:
                return fold(node.yes if known else node.no, names)
            yes, no = fold(node.yes, names), fold(node.no, names)
            return yes if yes == no else replace(node, condition=condition, yes=yes, no=no)
        case And() | Or():
            return _logic(node, names)
        case Arith():
            return _row(node, names)
    node = _children(node, names)
    match node:
        case Not():
            return _not(node)
        case Negative():
            value = constant(node.item)
            if value is not None:
                return Const(node.type, node.place, cut(-value))
        case Compare():
            return _compare(node)
        case In():
            return _within(node)
        case Call():
            return _call(node)
    return node


def _children(node: Node, names: Mapping[str, int]) -> Node:
    changes: dict[str, object] = {}
    for name in parts(node):
        value = getattr(node, name)
        if isinstance(value, Node):
            new = fold(value, names)
            if new is not value:
                changes[name] = new
        elif isinstance(value, tuple) and value and isinstance(value[0], Node):
            new_parts = tuple(fold(part, names) for part in value)
            if any(a is not b for a, b in zip(new_parts, value, strict=True)):
                changes[name] = new_parts
    return replace(node, **changes) if changes else node  # type: ignore[arg-type]


def _logic(node: And | Or, names: Mapping[str, int]) -> Node:
    """Drops parts that decide nothing; ends at one that decides all."""
    deciding = isinstance(node, Or)
    same = And if isinstance(node, And) else Or
    kept: list[Node] = []
    for item in _flat(node, same):
        part = fold(item, names)
        value = constant(part)
        if value is None:
            kept.extend(
                part.items if isinstance(part, And | Or) and type(part) is same else (part,)
            )
        elif bool(value) == deciding:
            kept.append(part)
            break
    if not kept:
        return truth(not deciding, node.place)
    last = constant(kept[-1])
    if last is not None:  # what stands before it cannot change the result
        return truth(deciding, node.place)
    return kept[0] if len(kept) == 1 else replace(node, items=tuple(kept))


def _flat(node: And | Or, same: type[And] | type[Or]) -> Iterable[Node]:
    for item in node.items:
        if isinstance(item, same):
            yield from _flat(item, same)
        else:
            yield item


def _row(node: Arith, names: Mapping[str, int]) -> Node:
    """A row of sums from its left end, without a call a link."""
    row: list[Arith] = []
    left: Node = node
    while isinstance(left, Arith):
        row.append(left)
        left = left.left
    done = fold(left, names)
    for link in reversed(row):
        done = _arith(link, done, fold(link.right, names))
    return done


def _arith(link: Arith, left: Node, right: Node) -> Node:
    one, other = constant(left), constant(right)
    if one is not None and other is not None:
        return Const(link.type, link.place, arith(link.op, one, other))
    neutral = {"+": 0, "-": 0, "*": 1, "//": 1}.get(link.op)
    if other is not None and other == neutral:
        return left
    if one is not None and one == neutral and link.op in ("+", "*"):
        return right
    if link.op == "*" and 0 in (one, other):
        return Const(link.type, link.place, 0)
    return replace(link, left=left, right=right)


def _not(node: Not) -> Node:
    value = constant(node.item)
    if value is not None:
        return truth(not value, node.place)
    return node.item.item if isinstance(node.item, Not) else node


def _compare(node: Compare) -> Node:
    one, other = constant(node.left), constant(node.right)
    if one is None or other is None:
        return node
    result = {
        "==": one == other,
        "!=": one != other,
        "<": one < other,
        "<=": one <= other,
        ">": one > other,
        ">=": one >= other,
    }[node.op]
    return truth(result, node.place)


def _within(node: In) -> Node:
    """Decided where both sides are known; a set sheds the words it cannot need."""
    item = constant(node.item)
    if item is None:
        return node
    within = node.collection
    if isinstance(within, Range):
        low, high = constant(within.low), constant(within.high)
        if low is not None and high is not None:
            return truth(low <= item <= high, node.place)
    if isinstance(within, SetOf):
        values = [constant(part) for part in within.items]
        if item in values:
            return truth(True, node.place)
        if None not in values:
            return truth(False, node.place)
    return node


def _call(node: Call) -> Node:
    values = [constant(argument) for argument in node.arguments]
    known = [value for value in values if value is not None]
    if len(known) < len(values):
        return node
    place: Place = node.place
    if node.name == "abs":
        return Const(node.type, place, abs(known[0]))
    if node.name in ("min", "max"):
        return Const(node.type, place, (min if node.name == "min" else max)(known))
    if node.name == "doubled":
        return Const(node.type, place, doubled(known[0], known[1]))
    return node
