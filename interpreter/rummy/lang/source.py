"""From one typed expression to one Python expression.

A ``Writer`` turns the tree of one function into source. It never writes text of
the author: names of the game come from the ``Bindings`` of the caller, item
words and constants become tables and numbers, variables are ``v0``, ``v1``, ...
What only depends on one card becomes a table over cards, or a mask over a bag.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Protocol

from rummy.cards import MAX_CARDS, Deck
from rummy.lang.evaluate import MOST, MOST_ITEMS
from rummy.lang.helpers import CARD_TABLES, PLACED_TABLES, field_bounds
from rummy.lang.pieces import Piece, arith_piece, composed, each_piece, within
from rummy.lang.trees import (
    CARD_SLOT,
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
    children,
)
from rummy.lang.types import CARD, NUMBER, PLACED, TRUTH, Type

SMALL = 1000
"""Constants up to this size stand in the source, larger ones in a table."""
DEEP = 24
"""Source nested deeper than this becomes a function of its own."""
ON_CARDS = ("points", "count", "doubled", "abs", "min", "max")
"""Functions that need nothing but their arguments."""

_SIMPLE = re.compile(r"[A-Za-z_][A-Za-z_0-9]*(\[[A-Za-z_0-9]+\])*")


class Bindings(Protocol):
    """How generated source reaches what the game knows.

    Each answer is Python source and its shape: ``value``, ``bag``, ``codes``,
    ``seats``, ``melds``, ``numbers`` or ``set``. The arguments are such pairs.
    """

    def name(self, name: str, of: str | None) -> tuple[str, str]:
        """A value of the game; ``of`` is source that gives a seat from 0."""

    def call(self, function: str, arguments: list[tuple[str, str]]) -> tuple[str, str]:
        """A function that looks at the game."""

    def field(self, of: Type, source: str, field: str) -> tuple[str, str]:
        """A property of a meld or play."""


class Shelf(Protocol):
    """Where a writer puts what stands beside an expression."""

    deck: Deck

    def constant(self, value: object) -> str:
        """The name of a constant."""

    def table(self, body: Node, slot: int, item: Type) -> tuple[str, int, int]:
        """The table of a body over cards, its least and greatest value."""

    def mask(self, body: Node, slot: int, wanted: bool) -> str:
        """The mask of the faces for which a truth over held cards is ``wanted``."""

    def line(self, line: str) -> tuple[str, str]:
        """The weights of a rank line, and the sums of its sequences."""

    def part(self, parameters: list[str], source: str, node: Node) -> str:
        """A function that holds a part of an expression."""


def reads_only(node: Node, slot: int) -> bool:
    """Whether an expression depends on the card in ``slot`` and nothing else."""
    bound, rest = {slot}, [node]
    while rest:
        part = rest.pop()
        match part:
            case Name():
                return False
            case Each() | Filter():
                bound.add(part.slot)
            case Local() if part.slot not in bound:
                return False
            case Call() if part.name not in ON_CARDS:
                return False
            case Field() if part.of.type not in (CARD, PLACED) or part.field == "wild_face":
                return False
        rest.extend(children(part))
    return True


class Writer:
    """Writes the source of one function."""

    def __init__(
        self, shelf: Shelf, bindings: Bindings, parameters: list[str], local: dict[int, Piece]
    ) -> None:
        self.shelf = shelf
        self.deck = shelf.deck
        self.bindings = bindings
        self.parameters = parameters
        self.local = local
        self.variables: list[str] = []
        self.made = 0

    def piece(self, node: Node) -> Piece:
        """The source of a tree."""
        made = self._piece(node)
        if made.depth <= DEEP:
            return made
        given = self.parameters + self.variables
        name = self.shelf.part(given, made.source, node)
        return replace(made, source=f"{name}({', '.join(given)})", depth=1)

    def _piece(self, node: Node) -> Piece:
        match node:
            case Const():
                return self._const(node)
            case Local():
                if node.slot in self.local:
                    return self.local[node.slot]
                return self._bound(
                    self.bindings.name("card" if node.slot == CARD_SLOT else "meld", None)
                )
            case Name():
                of = None if node.of is None else self.piece(node.of)
                made = self.bindings.name(node.name, of.source if of else None)
                return self._bound(made, of.depth if of else 0)
            case Field():
                return self._field(node)
            case And():
                return self._joined("and", node.items, "True")
            case Or():
                return self._joined("or", node.items, "False")
            case Not():
                item = self.piece(node.item)
                return composed(f"(not {item.source})", [item], 0, 1)
            case If():
                return self._if(node)
            case Arith():
                return self._arith(node)
            case Negative():
                item = self.piece(node.item)
                return composed(f"(-{item.source})", [item], -item.high, -item.low)
            case Compare():
                return self._compare(node)
            case In():
                return self._in(node)
            case SetOf():
                return self._set(node)
            case Range():
                return self._range(node)
            case Filter():
                return self._filter(node)
            case Each():
                return self._each(node)
            case Sequence():
                cards = self._items(self.piece(node.collection))
                weights, sums = self.shelf.line(node.line)
                return composed(
                    f"(sum(map({weights}_at, {cards.source})) in {sums})", [cards], 0, 1
                )
            case Call():
                return self._call(node)
            case _:
                raise TypeError(f"no expression: {node!r}")

    # --- values ------------------------------------------------------------

    def _const(self, node: Const) -> Piece:
        value = int(node.value)
        if node.type == TRUTH:
            return Piece("True" if value else "False", low=value, high=value)
        if abs(value) > SMALL:
            return Piece(self.shelf.constant(value), low=value, high=value)
        return Piece(str(value) if value >= 0 else f"({value})", low=value, high=value)

    def _bound(self, made: tuple[str, str], depth: int = 0) -> Piece:
        source, shape = made
        simple = _SIMPLE.fullmatch(source) is not None
        # what others call a set may be a tuple; to us it is some numbers
        shape = "numbers" if shape == "set" else shape
        return Piece(source if simple else f"({source})", shape, depth=depth + (not simple))

    def _field(self, node: Field) -> Piece:
        of = self.piece(node.of)
        if node.of.type in (CARD, PLACED) and node.field != "wild_face":
            tables = PLACED_TABLES if node.of.type == PLACED else CARD_TABLES
            low, high = -1, self.deck.code_count
            if node.type == NUMBER:
                low, high = field_bounds(self.deck, node.field)
            return composed(f"{tables[node.field]}[{of.source}]", [of], low, high)
        made = self._bound(self.bindings.field(node.of.type, of.source, node.field))
        return replace(made, depth=made.depth + of.depth + 1)

    def _joined(self, word: str, items: Iterable[Node], empty: str) -> Piece:
        parts = [self.piece(item) for item in items]
        if not parts:
            return Piece(empty, low=0, high=1)
        return composed(f"({f' {word} '.join(p.source for p in parts)})", parts, 0, 1)

    def _if(self, node: If) -> Piece:
        condition, yes, no = map(self.piece, (node.condition, node.yes, node.no))
        shape = yes.shape
        if yes.shape != no.shape:
            yes, no = self._items(yes), self._items(no)
            shape = "codes" if "codes" in (yes.shape, no.shape) else "numbers"
        source = f"({yes.source} if {condition.source} else {no.source})"
        return replace(
            composed(source, [condition, yes, no], min(yes.low, no.low), max(yes.high, no.high)),
            shape=shape,
        )

    def _arith(self, node: Arith) -> Piece:
        chain: list[Arith] = []
        left: Node = node
        while isinstance(left, Arith):
            chain.append(left)
            left = left.left
        made = self.piece(left)
        for link in reversed(chain):
            made = arith_piece(link.op, made, self.piece(link.right))
            if made.depth > DEEP:
                given = self.parameters + self.variables
                name = self.shelf.part(given, made.source, link)
                made = replace(made, source=f"{name}({', '.join(given)})", depth=1)
        return made

    def _compare(self, node: Compare) -> Piece:
        left, right = self.piece(node.left), self.piece(node.right)
        if node.left.type.item is None:
            a, b = left.source, right.source
        elif left.shape == right.shape == "bag":
            a, b = f"({left.source} & FULL)", f"({right.source} & FULL)"
        else:
            a, b = self._as_set(left), self._as_set(right)
        return composed(f"({a} {node.op} {b})", [left, right], 0, 1, 2)

    def _in(self, node: In) -> Piece:
        item = self.piece(node.item)
        if isinstance(node.collection, Range):
            low, high = self.piece(node.collection.low), self.piece(node.collection.high)
            source = f"({low.source} <= {item.source} <= {high.source})"
            return composed(source, [low, item, high], 0, 1)
        within = self.piece(node.collection)
        if within.shape == "bag" and node.item.type == CARD:
            return composed(f"({within.source} >> {item.source} & 1)", [item, within], 0, 1)
        within = self._items(within)
        return composed(f"({item.source} in {within.source})", [item, within], 0, 1)

    # --- collections -------------------------------------------------------

    def _items(self, made: Piece) -> Piece:
        """The collection as something to walk over."""
        if made.shape != "bag":
            return made
        return replace(made, source=f"FACES({made.source})", shape="codes", depth=made.depth + 1)

    def _as_set(self, made: Piece) -> str:
        if made.shape == "set":
            return made.source
        return f"frozenset({self._items(made).source})"

    def _set(self, node: SetOf) -> Piece:
        if all(isinstance(item, Const) for item in node.items):
            values = frozenset(int(i.value) for i in node.items if isinstance(i, Const))
            low, high = min(values, default=0), max(values, default=0)
            return Piece(self.shelf.constant(values), "set", low, high)
        parts = [self.piece(item) for item in node.items]
        source = "{" + ", ".join(p.source for p in parts) + "}"
        low, high = min(p.low for p in parts), max(p.high for p in parts)
        return replace(composed(source, parts, low, high), shape="set")

    def _range(self, node: Range) -> Piece:
        low, high = self.piece(node.low), self.piece(node.high)
        if isinstance(node.low, Const) and isinstance(node.high, Const) and high.high <= SMALL:
            source = f"range({low.source}, {high.high + 1})"
            if high.high - low.low >= MOST_ITEMS:
                source = f"SPAN({low.source}, {high.source})"
        else:
            source = f"SPAN({low.source}, {high.source})"
        return replace(composed(source, [low, high], low.low, high.high), shape="numbers")

    def _bind(self, slot: int, items: Piece) -> str:
        name = f"v{self.made}"
        self.made += 1
        self.local[slot] = Piece(name, low=items.low, high=items.high)
        self.variables.append(name)
        return name

    def _unbind(self, slot: int) -> None:
        del self.local[slot]
        self.variables.pop()

    def _by_card(self, collection: Node, body: Node, slot: int) -> Type | None:
        """The type of the cards, where the body depends on nothing but a card."""
        item = collection.type.item
        return item if item in (CARD, PLACED) and reads_only(body, slot) else None

    def _filter(self, node: Filter) -> Piece:
        whole = self.piece(node.collection)
        item = self._by_card(node.collection, node.condition, node.slot)
        if whole.shape == "bag" and item == CARD:
            mask = self.shelf.mask(node.condition, node.slot, True)
            return replace(composed(f"({whole.source} & {mask})", [whole]), shape="bag")
        items = self._items(whole)
        shape = "set" if items.shape == "set" else items.shape
        opened, closed = "{}" if shape == "set" else "[]"
        if item is not None:
            table, _, _ = self.shelf.table(node.condition, node.slot, item)
            source = f"{opened}*filter({table}_at, {items.source}){closed}"
            return replace(composed(source, [items], items.low, items.high, 2), shape=shape)
        name = self._bind(node.slot, items)
        condition = self.piece(node.condition)
        self._unbind(node.slot)
        source = f"{opened}{name} for {name} in {items.source} if {condition.source}{closed}"
        return replace(composed(source, [items, condition], items.low, items.high), shape=shape)

    def _each(self, node: Each) -> Piece:
        whole = self.piece(node.collection)
        item = self._by_card(node.collection, node.body, node.slot)
        if whole.shape == "bag" and item == CARD and node.op in ("all", "any", "count"):
            mask = self.shelf.mask(node.body, node.slot, node.op != "all")
            inner = f"({whole.source} & {mask})"
            forms = {"all": f"(not {inner})", "any": f"({inner} != 0)"}
            source = forms.get(node.op, f"{inner}.bit_count()")
            return composed(source, [whole], 0, MAX_CARDS, 2)
        items = self._items(whole)
        if item is not None:
            table, low, high = self.shelf.table(node.body, node.slot, item)
            values = f"map({table}_at, {items.source})"
            made = each_piece(node.op, values, f"*{values}", items.source, low, high)
            return replace(made, depth=items.depth + 3)
        name = self._bind(node.slot, items)
        body = self.piece(node.body)
        self._unbind(node.slot)
        values = f"{body.source} for {name} in {items.source}"
        if node.op == "count":
            source = f"sum(1 for {name} in {items.source} if {body.source})"
            made = Piece(source, low=0, high=MOST_ITEMS)
        else:
            made = each_piece(node.op, f"({values})", values, "", body.low, body.high)
        return replace(made, depth=max(items.depth, body.depth) + 3)

    def _call(self, node: Call) -> Piece:
        given = [self.piece(argument) for argument in node.arguments]
        if node.name == "count":
            source = given[0].source
            counted = f"{source}.bit_count()" if given[0].shape == "bag" else f"len({source})"
            return composed(counted, given, 0, MOST_ITEMS)
        if node.name == "points":
            low, high = field_bounds(self.deck, "points")
            if given[0].shape == "bag":
                source = f"BAG_POINTS({given[0].source})"
            else:
                placed = node.arguments[0].type.item == PLACED
                table = "PLACED_POINTS" if placed else "POINTS"
                source = f"sum(map({table}_at, {given[0].source}))"
            return within(composed(source, given, low * MAX_CARDS, high * MAX_CARDS, 2))
        if node.name == "doubled":
            source = f"DOUBLED({given[0].source}, {given[1].source})"
            return composed(source, given, -MOST, MOST)
        if node.name == "abs":
            most = max(abs(given[0].low), abs(given[0].high))
            return composed(f"abs({given[0].source})", given, 0, most)
        if node.name in ("min", "max"):
            choose = min if node.name == "min" else max
            bounds = choose(p.low for p in given), choose(p.high for p in given)
            listed = ", ".join(p.source for p in given)
            return composed(f"{node.name}([{listed}])", given, *bounds, 2)
        pairs = [(piece.source, piece.shape) for piece in given]
        made = self._bound(self.bindings.call(node.name, pairs))
        return replace(made, depth=made.depth + max((p.depth for p in given), default=0) + 1)
