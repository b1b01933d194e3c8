"""What an expression is worth: the plain walk over its typed tree.

This walk is the law of the language; the generated source of
``rummy.lang.generate`` must agree with it. It is total: every well-typed tree
has a value, whatever the numbers are.

- Division and remainder by zero are 0; otherwise ``//`` and ``%`` round down.
- ``min`` and ``max`` of nothing are 0, ``sum`` is 0, ``product`` is 1; ``all``,
  ``same``, ``distinct`` and ``sequence`` of nothing are true, ``any`` is false.
- Every number that is worked out is cut to the span from -10^12 to 10^12.
- A card that has no rank, suit or colour where it lies (a joker that stands
  for nothing, or the half of a place that was left open because no rule reads
  it) has the value ``NOTHING``, -1. That is a value like any other: it equals
  itself, it never equals a real rank or suit, and it is on no rank line.
- A collection compares as a set: order and twins do not matter there. Only
  ``top``, ``first`` and ``last`` ask for an order: the cards come to ``Env.call`` as
  ``Env.name`` gave them, the last one on top.
- A range as a collection holds at most ``MOST_ITEMS`` numbers, from its low
  end; ``in`` looks at the two ends only.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from rummy.cards import NOTHING, Deck, Line
from rummy.lang.trees import (
    CARD_SLOT,
    MELD_SLOT,
    And,
    Arith,
    Call,
    Compare,
    Const,
    Each,
    Field,
    Filter,
    If,
    In,
    Local,
    Name,
    Negative,
    Node,
    Not,
    Or,
    Range,
    Sequence,
    SetOf,
)
from rummy.lang.types import CARD, PLACED, TRUTH, Type

Value = Any
"""An int or bool; a tuple (a collection) or frozenset (a set) of them; or a
meld or play, which only the ``Env`` can look into."""


class Laid(int):
    """A card in a meld on the table, as a placed card, that knows who laid it (``by``)."""

    by: int

    @classmethod
    def of(cls, code: int, by: int) -> Laid:
        """The placed card that this seat laid."""
        made = cls(code)
        made.by = by
        return made


MOST = 10**12
"""Numbers are cut to the span from -MOST to MOST."""
MOST_ITEMS = 10_000
MOST_DOUBLINGS = 40


class Env(Protocol):
    """Where an expression finds what it does not say itself."""

    @property
    def deck(self) -> Deck:
        """The cards that are played with."""

    def name(self, name: str, of: int | None) -> Value:
        """A value of the game, of the player ``of`` (a seat from 0)."""

    def call(self, function: str, arguments: tuple[Value, ...]) -> Value:
        """A function that looks at the game: ``fits``, ``deadwood``, ``seat`` ..."""

    def field(self, of: Type, value: Value, field: str) -> Value:
        """A property of a meld or play, and ``wild_face`` of a card."""


def cut(number: int) -> int:
    """The number, cut to the span that numbers may have."""
    return max(-MOST, min(MOST, number))


def doubled(number: int, times: int) -> int:
    """``number`` doubled ``times`` times; ``times`` is clamped to 0..40."""
    return cut(number * (1 << max(0, min(MOST_DOUBLINGS, times))))


def span(low: int, high: int) -> tuple[int, ...]:
    """The numbers of a range that is used as a collection."""
    return tuple(range(low, min(high, low + MOST_ITEMS - 1) + 1))


def arith(op: str, left: int, right: int) -> int:
    """``left op right`` as the language has it."""
    if op == "+":
        return cut(left + right)
    if op == "-":
        return cut(left - right)
    if op == "*":
        return cut(left * right)
    if right == 0:
        return 0
    if op == "//":
        return cut(left // right)
    if op == "%":
        return cut(left % right)
    raise ValueError(f"no operator {op}")


def in_sequence(ranks: Iterable[int], line: Line) -> bool:
    """Whether cards of these ranks fill consecutive places of the line.

    Each card fills one place and each place of the stretch is filled by one
    card. On a circle the stretch may run over the end, but once round at most.
    """
    wanted = sorted(ranks)
    places, count = line.ranks, len(wanted)
    if count > len(places):
        return False
    circle = places * 2 if line.around else places
    starts = range(len(places) if line.around else len(places) - count + 1)
    return any(sorted(circle[start : start + count]) == wanted for start in starts)


def card_field(deck: Deck, of: Type, code: int, field: str) -> Value:
    """A property of a held card (type ``CARD``) or of a placed one."""
    placed = of == PLACED
    rank = deck.rank_of[code]
    face = deck.face_of[code]
    if field == "rank":
        return rank
    if field == "suit":
        return deck.suit_of[code]
    if field == "colour":
        return deck.colour_of[code]
    if field == "face":
        return face
    if field == "joker":
        return face == deck.joker
    if field in ("wild", "natural"):
        wild = bool(deck.stands_wild[code] if placed else deck.held_wild[face])
        return wild == (field == "wild")
    if field == "pips":
        if not placed:
            return deck.pips_of[face]
        return deck.pips_of[rank] if rank != NOTHING else 0
    if field == "points":
        stand = deck.stand_of(code)
        worth = stand if placed and 0 <= stand < deck.faces else face
        return deck.points_of[worth]
    raise ValueError(f"a card has no {field}")


def evaluate(node: Node, env: Env, local: Mapping[int, Value] = {}) -> Value:
    """The value of a typed tree.

    ``local`` gives the values of slots (``CARD_SLOT`` and the like); a slot
    that is missing there is asked of ``env`` as the name ``card`` or ``meld``.
    """
    match node:
        case Const():
            return bool(node.value) if node.type == TRUTH else node.value
        case Local():
            if node.slot in local:
                return local[node.slot]
            return env.name({CARD_SLOT: "card", MELD_SLOT: "meld"}[node.slot], None)
        case Name():
            of = None if node.of is None else evaluate(node.of, env, local)
            value = env.name(node.name, of)
            return bool(value) if node.type == TRUTH else value
        case Field():
            value = evaluate(node.of, env, local)
            if node.field == "laid_by":
                return value.by
            if node.of.type in (CARD, PLACED) and node.field != "wild_face":
                return card_field(env.deck, node.of.type, value, node.field)
            return env.field(node.of.type, value, node.field)
        case And():
            return all(evaluate(item, env, local) for item in node.items)
        case Or():
            return any(evaluate(item, env, local) for item in node.items)
        case Not():
            return not evaluate(node.item, env, local)
        case If():
            chosen = node.yes if evaluate(node.condition, env, local) else node.no
            return evaluate(chosen, env, local)
        case Arith():
            return _arith(node, env, local)
        case Negative():
            return cut(-evaluate(node.item, env, local))
        case Compare():
            return _compare(node, env, local)
        case In():
            item = evaluate(node.item, env, local)
            within = node.collection
            if isinstance(within, Range):
                low, high = evaluate(within.low, env, local), evaluate(within.high, env, local)
                return bool(low <= item <= high)
            return item in evaluate(within, env, local)
        case SetOf():
            return frozenset(evaluate(item, env, local) for item in node.items)
        case Range():
            return span(evaluate(node.low, env, local), evaluate(node.high, env, local))
        case Filter():
            items = evaluate(node.collection, env, local)
            kept = [i for i in items if evaluate(node.condition, env, {**local, node.slot: i})]
            return frozenset(kept) if isinstance(items, frozenset) else tuple(kept)
        case Each():
            items = evaluate(node.collection, env, local)
            return each(node.op, [evaluate(node.body, env, {**local, node.slot: i}) for i in items])
        case Sequence():
            codes = evaluate(node.collection, env, local)
            return in_sequence((env.deck.rank_of[c] for c in codes), env.deck.lines[node.line])
        case Call():
            return _call(node, env, local)
        case _:
            raise TypeError(f"no expression: {node!r}")


def each(op: str, values: list[Value]) -> Value:
    """An item function of the values of its body."""
    match op:
        case "all":
            return all(values)
        case "any":
            return any(values)
        case "count":
            return sum(1 for value in values if value)
        case "sum":
            return cut(sum(values))
        case "min":
            return min(values, default=0)
        case "max":
            return max(values, default=0)
        case "product":
            result = 1
            for value in values:
                result = cut(result * value)
            return result
        case "same":
            return len(set(values)) <= 1
        case "distinct":
            return len(set(values)) == len(values)
        case "variety":
            return len(set(values))
        case "set":
            return frozenset(values)
        case _:
            raise ValueError(f"no item function {op}")


def _arith(node: Arith, env: Env, local: Mapping[int, Value]) -> int:
    """A chain of sums from its left end, without a call a link."""
    chain: list[Arith] = []
    left: Node = node
    while isinstance(left, Arith):
        chain.append(left)
        left = left.left
    value: int = evaluate(left, env, local)
    for link in reversed(chain):
        value = arith(link.op, value, evaluate(link.right, env, local))
    return value


def _compare(node: Compare, env: Env, local: Mapping[int, Value]) -> bool:
    left, right = evaluate(node.left, env, local), evaluate(node.right, env, local)
    if node.left.type.item is not None:
        left, right = frozenset(left), frozenset(right)
    match node.op:
        case "==":
            return bool(left == right)
        case "!=":
            return bool(left != right)
        case "<":
            return bool(left < right)
        case "<=":
            return bool(left <= right)
        case ">":
            return bool(left > right)
        case ">=":
            return bool(left >= right)
        case _:
            raise ValueError(f"no comparison {node.op}")


def _call(node: Call, env: Env, local: Mapping[int, Value]) -> Value:
    values = tuple(evaluate(argument, env, local) for argument in node.arguments)
    match node.name:
        case "count":
            return len(values[0])
        case "points":
            item = node.arguments[0].type.item or CARD
            return cut(sum(card_field(env.deck, item, code, "points") for code in values[0]))
        case "doubled":
            return doubled(values[0], values[1])
        case "abs":
            return abs(values[0])
        case "min":
            return min(values)
        case "max":
            return max(values)
        case _:
            return env.call(node.name, values)


class CardEnv:
    """An ``Env`` with one card and constants; for filters of cards and for wilds.

    ``wild_face`` is the printed face of the wild card while ``card`` is the
    card that it might stand for.
    """

    def __init__(
        self,
        deck: Deck,
        card: int | None = None,
        wild_face: int | None = None,
        names: Mapping[str, int] = {},
    ) -> None:
        self.deck = deck
        self.names: dict[str, Value] = dict(names)
        if card is not None:
            self.names["card"] = card
        if wild_face is not None:
            self.names["wild_face"] = wild_face

    def name(self, name: str, of: int | None) -> Value:
        """The card, or a constant."""
        return self.names[name]

    def call(self, function: str, arguments: tuple[Value, ...]) -> Value:
        """There is no game to look at here."""
        raise ValueError(f"{function} is not known here")

    def field(self, of: Type, value: Value, field: str) -> Value:
        """Only ``wild_face``: it belongs to the moment, not to the card."""
        return self.names[field]


class MeldEnv(CardEnv):
    """An ``Env`` with the cards of a meld: the names ``cards`` and ``size``.

    ``card`` is the card that was just added, where there is one.
    """

    def __init__(
        self,
        deck: Deck,
        codes: Iterable[int],
        card: int | None = None,
        names: Mapping[str, int] = {},
    ) -> None:
        super().__init__(deck, card, None, names)
        self.names["cards"] = tuple(sorted(codes))
        self.names["size"] = len(self.names["cards"])
