"""How small and how large a number can be, as far as the text tells."""

from __future__ import annotations

from collections.abc import Mapping

from rummy.frozen import dataclass
from rummy.lang.limits import MAX_RESULT
from rummy.lang.scope import Scope
from rummy.lang.trees import (
    Arith,
    Call,
    Const,
    Each,
    Field,
    Filter,
    If,
    Local,
    Name,
    Negative,
    Node,
    Range,
    SetOf,
    children,
)
from rummy.lang.types import NUMBER, PLAYERS

MOST_DOUBLINGS = 40


@dataclass(frozen=True, slots=True)
class Interval:
    """A number lies between ``low`` and ``high``.

    ``known``: the file says so (numerals, option ranges, card counts); not
    known are scores and counters, which only the game's own bounds hold.
    """

    low: int
    high: int
    known: bool = True


UNKNOWN = Interval(-(10**9), 10**9, False)


def overflow(node: Node, scope: Scope) -> tuple[Node, Interval] | None:
    """The first part (inside out) whose number is too large, with its bounds."""
    return _Bounds(scope).overflow(node, {})


def interval(node: Node, scope: Scope) -> Interval:
    """The bounds of a number expression."""
    return _Bounds(scope).of(node, {})


class _Bounds:
    """The bounds of the parts of one tree, each worked out once.

    A binder has a slot of its own, so a part has the same bounds wherever it
    is asked for them.
    """

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.known: dict[int, Interval] = {}

    def overflow(self, node: Node, slots: dict[int, Interval]) -> tuple[Node, Interval] | None:
        """Walks inside out; binders put the bounds of their items into ``slots``."""
        if isinstance(node, Each | Filter):
            slots = {**slots, node.slot: self.items(node.collection, slots)}
        for child in children(node):
            found = self.overflow(child, slots)
            if found is not None:
                return found
        if node.type != NUMBER or isinstance(node, Const | Name | Local | Field | If):
            return None
        bounds = self.of(node, slots)
        outside = bounds.low < -MAX_RESULT or bounds.high > MAX_RESULT
        surely = bounds.low > MAX_RESULT or bounds.high < -MAX_RESULT
        return (node, bounds) if surely or (outside and bounds.known) else None

    def of(self, node: Node, slots: Mapping[int, Interval]) -> Interval:
        """The bounds of one number."""
        found = self.known.get(id(node))
        if found is None:
            found = self.known[id(node)] = self.look(node, slots)
        return found

    def look(self, node: Node, slots: Mapping[int, Interval]) -> Interval:
        match node:
            case Const():
                return Interval(node.value, node.value)
            case Name():
                return self.name(node)
            case Local():
                return slots.get(node.slot, UNKNOWN)
            case Field():
                if node.field in ("size", "used", "left"):
                    return Interval(0, self.scope.vocabulary.most_cards)
                return UNKNOWN
            case Negative():
                inner = self.of(node.item, slots)
                return Interval(-inner.high, -inner.low, inner.known)
            case Arith():
                return self.arith(node, slots)
            case If():
                one, other = self.of(node.yes, slots), self.of(node.no, slots)
                known = one.known and other.known
                return Interval(min(one.low, other.low), max(one.high, other.high), known)
            case Call():
                return self.call(node, slots)
            case Each():
                return self.each(node, slots)
            case _:
                return UNKNOWN

    def name(self, node: Name) -> Interval:
        if node.name == "size" and self.scope.subject:
            return Interval(0, self.scope.vocabulary.most_cards)
        info = self.scope.names.get(node.name)
        if info is None:
            return UNKNOWN
        return Interval(info.low, info.high, info.bounded)

    def arith(self, node: Arith, slots: Mapping[int, Interval]) -> Interval:
        one, other = self.of(node.left, slots), self.of(node.right, slots)
        known = one.known and other.known
        if node.op == "+":
            return Interval(one.low + other.low, one.high + other.high, known)
        if node.op == "-":
            return Interval(one.low - other.high, one.high - other.low, known)
        if node.op == "*":
            ends = [x * y for x in (one.low, one.high) for y in (other.low, other.high)]
            return Interval(min(ends), max(ends), known)
        if node.op == "//":
            most = max(abs(one.low), abs(one.high))
            least = 0 if one.low >= 0 and other.low >= 0 else -most
            return Interval(least, most, known)
        most = max(abs(other.low), abs(other.high))
        return Interval(-most if other.low < 0 else 0, most if other.high > 0 else 0, known)

    def call(self, node: Call, slots: Mapping[int, Interval]) -> Interval:
        if node.name == "count":
            return self.size(node.arguments[0], slots)
        if node.name in ("min", "max"):
            parts = [self.of(argument, slots) for argument in node.arguments]
            choose = min if node.name == "min" else max
            known = all(part.known for part in parts)
            return Interval(choose(p.low for p in parts), choose(p.high for p in parts), known)
        if node.name == "abs":
            inner = self.of(node.arguments[0], slots)
            most = max(abs(inner.low), abs(inner.high))
            return Interval(0, most, inner.known)
        if node.name == "doubled":
            inner, times = self.of(node.arguments[0], slots), self.of(node.arguments[1], slots)
            low, high = (1 << max(0, min(MOST_DOUBLINGS, n)) for n in (times.low, times.high))
            ends = [x * y for x in (inner.low, inner.high) for y in (low, high)]
            # how often something is doubled mostly hangs on cards: known only if it is one number
            known = inner.known and times.known and times.low == times.high
            return Interval(min(ends), max(ends), known)
        return UNKNOWN

    def each(self, node: Each, slots: Mapping[int, Interval]) -> Interval:
        size = self.size(node.collection, slots)
        if node.op in ("count", "variety"):
            return Interval(0, size.high, size.known)
        inner = {**slots, node.slot: self.items(node.collection, slots)}
        body = self.of(node.body, inner)
        if node.op == "sum":
            low = min(0, body.low * size.high, body.low * size.low)
            return Interval(low, max(0, body.high * size.high), body.known and size.known)
        if node.op in ("min", "max"):
            return Interval(min(0, body.low), max(0, body.high), body.known)
        return UNKNOWN

    def size(self, node: Node, slots: Mapping[int, Interval]) -> Interval:
        """How many items a collection can have."""
        match node:
            case Range():
                if node.low.type != NUMBER:
                    return Interval(0, len(self.scope.vocabulary.ranks))
                low, high = self.of(node.low, slots), self.of(node.high, slots)
                return Interval(0, max(0, high.high - low.low + 1), low.known and high.known)
            case SetOf():
                return Interval(1, len(node.items))
            case Filter():
                return Interval(0, self.size(node.collection, slots).high)
            case Call(name="top" | "first" | "last"):
                return Interval(0, 1)
            case _:
                vocabulary = self.scope.vocabulary
                most = vocabulary.most_players if node.type == PLAYERS else vocabulary.most_cards
                return Interval(0, most)

    def items(self, node: Node, slots: Mapping[int, Interval]) -> Interval:
        """The bounds of the numbers in a collection of numbers."""
        match node:
            case Range() if node.low.type == NUMBER:
                low, high = self.of(node.low, slots), self.of(node.high, slots)
                return Interval(low.low, max(low.low, high.high), low.known and high.known)
            case SetOf() if node.items and node.items[0].type == NUMBER:
                all_ = [self.of(item, slots) for item in node.items]
                known = all(bounds.known for bounds in all_)
                return Interval(min(b.low for b in all_), max(b.high for b in all_), known)
            case Filter():
                return self.items(node.collection, slots)
            case _:
                return UNKNOWN
