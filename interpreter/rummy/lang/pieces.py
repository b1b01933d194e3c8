"""Pieces of generated source: text, shape, and bounds of what it is worth.

The bounds say where a number must be cut and where a divisor cannot be zero.
"""

from __future__ import annotations

from dataclasses import replace

from rummy.frozen import dataclass
from rummy.lang.evaluate import MOST, MOST_ITEMS

STORED = 10**9
"""Numbers that the game stores, and so names and fields, stay within this."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Source of an expression: always whole, so that it can stand anywhere.

    ``low`` and ``high`` are bounds of the number, or of the items of a
    collection; ``depth`` is how deep brackets are nested.
    """

    source: str
    shape: str = "value"
    low: int = -STORED
    high: int = STORED
    depth: int = 0


def composed(
    source: str, parts: list[Piece], low: int = -STORED, high: int = STORED, more: int = 1
) -> Piece:
    """A value made of parts, one level above the deepest of them."""
    return Piece(source, "value", low, high, max(p.depth for p in parts) + more)


def within(made: Piece) -> Piece:
    """The piece, cut to the span of numbers where it could leave it."""
    if made.low >= -MOST and made.high <= MOST:
        return made
    return replace(
        made,
        source=f"CUT({made.source})",
        low=max(made.low, -MOST),
        high=min(made.high, MOST),
        depth=made.depth + 1,
    )


def arith_piece(op: str, left: Piece, right: Piece) -> Piece:
    """Two numbers worked out by an operator, with the span that follows from both."""
    source = f"({left.source} {op} {right.source})"
    both = [left, right]
    if op == "+":
        return within(composed(source, both, left.low + right.low, left.high + right.high))
    if op == "-":
        return within(composed(source, both, left.low - right.high, left.high - right.low))
    if op == "*":
        corners = [a * b for a in (left.low, left.high) for b in (right.low, right.high)]
        return within(composed(source, both, min(corners), max(corners)))
    if right.low <= 0 <= right.high:
        name = {"//": "DIVIDE", "%": "REMAINDER"}[op]
        source = f"{name}({left.source}, {right.source})"
    bound = left if op == "//" else right
    most = max(abs(bound.low), abs(bound.high))
    return composed(source, both, -most, most)


def each_piece(op: str, values: str, listed: str, items: str, low: int, high: int) -> Piece:
    """An item function. ``values`` is source that yields the values of the body,
    in brackets; ``listed`` stands inside other brackets; ``items``: the cards,
    where there is one value for each of them."""
    call = values if values.startswith("(") else f"({values})"
    if op in ("all", "any"):
        return Piece(f"{op}{call}", low=0, high=1)
    if op == "count":
        return Piece(f"sum{call}", low=0, high=MOST_ITEMS)
    if op == "sum":
        return within(
            Piece(f"sum{call}", low=min(0, low * MOST_ITEMS), high=max(0, high * MOST_ITEMS))
        )
    if op in ("min", "max"):
        return Piece(f"{op}([{listed}], default=0)", low=min(0, low), high=max(0, high))
    if op == "product":
        return Piece(f"PRODUCT{call}", low=-MOST, high=MOST)
    if op == "same":
        return Piece(f"(len({{{listed}}}) < 2)", low=0, high=1)
    if op == "variety":
        return Piece(f"len({{{listed}}})", low=0, high=MOST_ITEMS)
    if op == "set":
        return Piece(f"{{{listed}}}", "set", low, high)
    if op == "distinct":
        if items.isidentifier():
            return Piece(f"(len({{{listed}}}) == len({items}))", low=0, high=1)
        return Piece(f"DISTINCT([{listed}])", low=0, high=1)
    raise ValueError(f"no item function {op}")


def unrolled_piece(op: str, values: list[str], low: int, high: int) -> Piece | None:
    """An item function over items known beforehand, given the body for each; None: no form."""
    if op in ("all", "any"):
        word = " and " if op == "all" else " or "
        return Piece("(" + word.join(f"({value})" for value in values) + ")", low=0, high=1)
    if op == "count":
        parts = [f"(1 if {value} else 0)" for value in values]
        return Piece("(" + " + ".join(parts) + ")", low=0, high=len(values))
    if op == "sum":
        joined = " + ".join(f"({value})" for value in values)
        return within(Piece(f"({joined})", low=low * len(values), high=high * len(values)))
    if op in ("min", "max"):
        return Piece(f"{op}([{', '.join(values)}])", low=low, high=high)
    return None
