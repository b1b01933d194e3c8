"""How small and how large the numbers of the game can be, and what follows.

Only what no course of the game can change is known here: a count is never
below 0, ``round`` begins with 1, a limit is a limit.
"""

from __future__ import annotations

from collections.abc import Mapping

from rummy.lang.builtins import ORDERED
from rummy.lang.trees import (
    And,
    Arith,
    Call,
    Compare,
    Const,
    Each,
    Field,
    Filter,
    If,
    Name,
    Negative,
    Node,
    Not,
    Or,
    Range,
    SetOf,
)
from rummy.lang.types import NUMBER

MOST = 10**12
"""No number of the language is larger."""
ANY = (-MOST, MOST)


class Bounds:
    """The bounds of numbers; ``names`` gives those of names of the game."""

    def __init__(self, names: Mapping[str, tuple[int, int]]) -> None:
        self.names = names

    def of(self, node: Node) -> tuple[int, int]:
        """The least and the most that a number can be."""
        match node:
            case Const():
                return int(node.value), int(node.value)
            case Name():
                return self.names.get(node.name, ANY)
            case Field():
                return (0, MOST) if node.field in ("size", "used", "left") else ANY
            case Negative():
                low, high = self.of(node.item)
                return -high, -low
            case Arith():
                return self.arith(node)
            case If():
                return _hull(self.of(node.yes), self.of(node.no))
            case Call():
                return self.call(node)
            case Each():
                return self.each(node)
            case Range() if node.low.type == NUMBER:  # the numbers to choose from
                return self.of(node.low)[0], self.of(node.high)[1]
            case SetOf() if node.items and node.items[0].type == NUMBER:
                found = [self.of(item) for item in node.items]
                return min(low for low, _ in found), max(high for _, high in found)
        return ANY

    def arith(self, node: Arith) -> tuple[int, int]:
        """The bounds of a sum, difference or product of two numbers."""
        (a, b), (c, d) = self.of(node.left), self.of(node.right)
        if node.op == "+":
            return _cut(a + c, b + d)
        if node.op == "-":
            return _cut(a - d, b - c)
        if node.op == "*":
            ends = (a * c, a * d, b * c, b * d)
            return _cut(min(ends), max(ends))
        if a < 0 or c < 0:
            return ANY
        if node.op == "%":
            return 0, max(0, d - 1)
        return (0 if c == 0 else a // d), b // max(1, c)

    def call(self, node: Call) -> tuple[int, int]:
        """The bounds of what a function gives."""
        if node.name == "count":
            return self.size(node.arguments[0])
        if node.name in ("min", "max"):
            choose = min if node.name == "min" else max
            parts = [self.of(argument) for argument in node.arguments]
            return choose(low for low, _ in parts), choose(high for _, high in parts)
        if node.name == "abs":
            low, high = self.of(node.arguments[0])
            return (0 if low <= 0 <= high else min(abs(low), abs(high)), max(abs(low), abs(high)))
        return ANY

    def each(self, node: Each) -> tuple[int, int]:
        """The bounds of what an item function gives."""
        if node.op in ("count", "variety"):
            return 0, self.size(node.collection)[1]
        low, high = self.of(node.body)
        if node.op == "sum":
            most = self.size(node.collection)[1]
            return _cut(min(0, low * most), max(0, high * most))
        if node.op in ("min", "max"):
            return min(0, low), max(0, high)
        return ANY

    def size(self, collection: Node) -> tuple[int, int]:
        """How many items a collection can have."""
        if isinstance(collection, Name):
            low, high = self.names.get(f"count {collection.name}", (0, MOST))
            return low, high
        if isinstance(collection, Filter):
            return 0, self.size(collection.collection)[1]
        if isinstance(collection, Call) and collection.name in ORDERED:
            return 0, 1
        return 0, MOST


def _hull(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return min(one[0], other[0]), max(one[1], other[1])


def _cut(low: int, high: int) -> tuple[int, int]:
    return max(-MOST, min(MOST, low)), max(-MOST, min(MOST, high))


def decided(node: Node, bounds: Bounds) -> bool | None:
    """Whether a condition must be true or false; None if it can be either."""
    match node:
        case Const():
            return bool(node.value)
        case Not():
            inner = decided(node.item, bounds)
            return None if inner is None else not inner
        case And() | Or():
            deciding = isinstance(node, Or)
            found = [decided(item, bounds) for item in node.items]
            if deciding in found:
                return deciding
            return None if None in found else not deciding
        case If():
            condition = decided(node.condition, bounds)
            yes, no = decided(node.yes, bounds), decided(node.no, bounds)
            if condition is None:
                return yes if yes == no else None
            return yes if condition else no
        case Compare():
            return _compared(node, bounds)
    return None


def _compared(node: Compare, bounds: Bounds) -> bool | None:
    if node.left.type.name != "number" or node.right.type.name != "number":
        return None
    (a, b), (c, d) = bounds.of(node.left), bounds.of(node.right)
    if node.op in (">", ">="):
        (a, b), (c, d) = (c, d), (a, b)
    if node.op in ("<", ">"):
        return True if b < c else False if a >= d else None
    if node.op in ("<=", ">="):
        return True if b <= c else False if a > d else None
    apart = b < c or d < a
    same = a == b == c == d
    if node.op == "==":
        return False if apart else True if same else None
    return True if apart else False if same else None
