"""From one typed expression to one Python expression.

A ``Writer`` turns the tree of one function into source. It never writes text of
the author: names of the game come from the ``Bindings`` of the caller, item
words and constants become tables and numbers, variables are ``v0``, ``v1``, ...
What only depends on one card becomes a table over cards, or a mask over a bag.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable
from dataclasses import replace

from rummy.cards import MAX_CARDS
from rummy.lang.bindings import Bindings, Shelf
from rummy.lang.builtins import ORDERED
from rummy.lang.evaluate import MOST, MOST_ITEMS
from rummy.lang.helpers import ALIKE, CARD_TABLES, PLACED_TABLES, field_bounds
from rummy.lang.pieces import Piece, arith_piece, composed, each_piece, unrolled_piece, within
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
    walk,
)
from rummy.lang.types import CARD, NUMBER, PLACED, TRUTH, Type

SMALL = 1000
"""Constants up to this size stand in the source, larger ones in a table."""
DEEP = 24
"""Source nested deeper than this becomes a function of its own."""
ON_CARDS = ("points", "count", "doubled", "abs", "min", "max")
"""Functions that need nothing but their arguments."""
OFF_CARD = ("wild_face", "laid_by")
"""Words of a card that are not printed on it."""

_SEATS = re.compile(r"\(+([0-9]+(?:, [0-9]+)+)\)+")
"""Source of players who are known beforehand."""
MOST_UNROLLED = 400
"""What is asked of each of them is written out for each while it is no longer than this."""

_SIMPLE = re.compile(r"[A-Za-z_][A-Za-z_0-9]*(\[[A-Za-z_0-9]+\])*")


Walk = Generator[Node, Piece, Piece]


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
            case Field() if part.of.type not in (CARD, PLACED) or part.field in OFF_CARD:
                return False
        rest.extend(children(part))
    return True


def asks_who(root: Node) -> bool:
    """Whether an expression asks who laid a card."""
    return any(isinstance(node, Field) and node.field == "laid_by" for node in walk(root))


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
        self.by_player = False
        """Whether the tree asks who laid a card, so that cards of melds must know it."""

    def piece(self, root: Node) -> Piece:
        """The source of a tree.

        Trees may be higher than Python's stack: each node is a walk of its
        own, which yields a part and is sent the part's piece.
        """
        self.by_player = asks_who(root)
        walks = [(root, self._walk(root))]
        made: Piece | None = None
        while walks:
            node, walk = walks[-1]
            try:
                part = next(walk) if made is None else walk.send(made)
            except StopIteration as end:
                made = self._flat(end.value, node)
                walks.pop()
            else:
                walks.append((part, self._walk(part)))
                made = None
        assert made is not None
        return made

    def _flat(self, made: Piece, node: Node) -> Piece:
        """The piece, or a call of a function that holds it if it is too deep."""
        if made.depth <= DEEP:
            return made
        given = self.parameters + self.variables
        name = self.shelf.part(given, made.source, node)
        return replace(made, source=f"{name}({', '.join(given)})", depth=1)

    def _walk(self, node: Node) -> Walk:
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
                of = None if node.of is None else (yield node.of)
                made = self.bindings.name(node.name, of.source if of else None)
                return self._bound(made, of.depth if of else 0)
            case Field():
                return (yield from self._field(node))
            case And():
                return (yield from self._joined("and", node.items, "True"))
            case Or():
                return (yield from self._joined("or", node.items, "False"))
            case Not():
                item = yield node.item
                return composed(f"(not {item.source})", [item], 0, 1)
            case If():
                return (yield from self._if(node))
            case Arith():
                return (yield from self._arith(node))
            case Negative():
                item = yield node.item
                return composed(f"(-{item.source})", [item], -item.high, -item.low)
            case Compare():
                return (yield from self._compare(node))
            case In():
                return (yield from self._in(node))
            case SetOf():
                return (yield from self._set(node))
            case Range():
                return (yield from self._range(node))
            case Filter():
                return (yield from self._filter(node))
            case Each():
                return (yield from self._each(node))
            case Sequence():
                cards = self._items((yield node.collection))
                weights, sums = self.shelf.line(node.line)
                return composed(
                    f"(sum(map({weights}_at, {cards.source})) in {sums})", [cards], 0, 1
                )
            case Call():
                return (yield from self._call(node))
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

    def _field(self, node: Field) -> Walk:
        of = yield node.of
        if node.field == "laid_by":
            return composed(f"{of.source}.by", [of], 0, self.deck.code_count)
        if node.of.type in (CARD, PLACED) and node.field != "wild_face":
            tables = PLACED_TABLES if node.of.type == PLACED else CARD_TABLES
            low, high = -1, self.deck.code_count
            if node.type == NUMBER:
                low, high = field_bounds(self.deck, node.field)
            return composed(f"{tables[node.field]}[{of.source}]", [of], low, high)
        field = node.field
        if field == "cards" and self.by_player:
            field = "laid cards"
        made = self._bound(self.bindings.field(node.of.type, of.source, field))
        return replace(made, depth=made.depth + of.depth + 1)

    def _joined(self, word: str, items: Iterable[Node], empty: str) -> Walk:
        parts = yield from _parts(items)
        if not parts:
            return Piece(empty, low=0, high=1)
        return composed(f"({f' {word} '.join(p.source for p in parts)})", parts, 0, 1)

    def _if(self, node: If) -> Walk:
        condition, yes, no = yield from _parts((node.condition, node.yes, node.no))
        shape = yes.shape
        if yes.shape != no.shape:
            yes, no = self._items(yes), self._items(no)
            shape = "codes" if "codes" in (yes.shape, no.shape) else "numbers"
        source = f"({yes.source} if {condition.source} else {no.source})"
        return replace(
            composed(source, [condition, yes, no], min(yes.low, no.low), max(yes.high, no.high)),
            shape=shape,
        )

    def _arith(self, node: Arith) -> Walk:
        chain: list[Arith] = []
        left: Node = node
        while isinstance(left, Arith):
            chain.append(left)
            left = left.left
        made = yield left
        for link in reversed(chain):
            right = yield link.right
            made = self._flat(arith_piece(link.op, made, right), link)
        return made

    def _compare(self, node: Compare) -> Walk:
        left, right = yield from _parts((node.left, node.right))
        if node.left.type.item is None:
            a, b = left.source, right.source
        elif left.shape == right.shape == "bag":
            a, b = f"({left.source} & FULL)", f"({right.source} & FULL)"
        else:
            a, b = self._as_set(left), self._as_set(right)
        return composed(f"({a} {node.op} {b})", [left, right], 0, 1, 2)

    def _in(self, node: In) -> Walk:
        item = yield node.item
        if isinstance(node.collection, Range):
            low, high = yield from _parts((node.collection.low, node.collection.high))
            source = f"({low.source} <= {item.source} <= {high.source})"
            return composed(source, [low, item, high], 0, 1)
        within = yield node.collection
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

    def _set(self, node: SetOf) -> Walk:
        if all(isinstance(item, Const) for item in node.items):
            values = frozenset(int(i.value) for i in node.items if isinstance(i, Const))
            low, high = min(values, default=0), max(values, default=0)
            return Piece(self.shelf.constant(values), "set", low, high)
        parts = yield from _parts(node.items)
        source = "{" + ", ".join(p.source for p in parts) + "}"
        low, high = min(p.low for p in parts), max(p.high for p in parts)
        return replace(composed(source, parts, low, high), shape="set")

    def _range(self, node: Range) -> Walk:
        low, high = yield from _parts((node.low, node.high))
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

    def _filter(self, node: Filter) -> Walk:
        whole = yield node.collection
        item = self._by_card(node.collection, node.condition, node.slot)
        if whole.shape == "bag" and item == CARD:
            mask = self.shelf.mask(node.condition, node.slot, True)
            return replace(composed(f"({whole.source} & {mask})", [whole]), shape="bag")
        if whole.shape == "bag":
            other = self._face_compared(node)
            if other is not None:
                card = yield other[1]
                masked = f"ALL_OF[{card.source}]" if other[0] == "==" else f"~ALL_OF[{card.source}]"
                return replace(composed(f"({whole.source} & {masked})", [whole, card]), shape="bag")
            like = _alike(node.condition, node.slot)
            if like is not None:
                value = yield like[2]
                source = _those_alike(whole, like[0], like[1], value)
                return replace(composed(source, [whole, value], more=2), shape="bag")
            some = self._among(node)
            if some is not None:
                cards = self._items((yield some))
                source = f"({whole.source} & COPIES_OF({cards.source}))"
                return replace(composed(source, [whole, cards]), shape="bag")
        items = self._items(whole)
        shape = "set" if items.shape == "set" else items.shape
        opened, closed = "{}" if shape == "set" else "[]"
        if item is not None:
            table, _, _ = self.shelf.table(node.condition, node.slot, item)
            source = f"{opened}*filter({table}_at, {items.source}){closed}"
            return replace(composed(source, [items], items.low, items.high, 2), shape=shape)
        name = self._bind(node.slot, items)
        condition = yield node.condition
        self._unbind(node.slot)
        source = f"{opened}{name} for {name} in {items.source} if {condition.source}{closed}"
        return replace(composed(source, [items, condition], items.low, items.high), shape=shape)

    @staticmethod
    def _among(node: Filter) -> Node | None:
        """``h in some cards`` of each card ``h``: those cards."""
        test = node.condition
        if (
            isinstance(test, In)
            and isinstance(test.item, Local)
            and test.item.slot == node.slot
            and test.collection.type.item == CARD
            and not isinstance(test.collection, SetOf | Range)
            and not any(isinstance(n, Local) and n.slot == node.slot for n in walk(test.collection))
        ):
            return test.collection
        return None

    @staticmethod
    def _face_compared(node: Filter) -> tuple[str, Node] | None:
        """``h == x`` or ``h.face == x`` of each card ``h``: the sign and ``x``."""
        test = node.condition
        if not isinstance(test, Compare) or test.op not in ("==", "!="):
            return None
        for item, other in ((test.left, test.right), (test.right, test.left)):
            if isinstance(item, Field) and item.field == "face":
                item = item.of
            if not isinstance(item, Local) or item.slot != node.slot or other.type != CARD:
                continue
            if not any(isinstance(n, Local) and n.slot == node.slot for n in walk(other)):
                return test.op, other
        return None

    def _each(self, node: Each) -> Walk:
        whole = yield node.collection
        item = self._by_card(node.collection, node.body, node.slot)
        if whole.shape == "bag" and item == CARD and node.op in ("all", "any", "count"):
            mask = self.shelf.mask(node.body, node.slot, node.op != "all")
            inner = f"({whole.source} & {mask})"
            forms = {"all": f"(not {inner})", "any": f"({inner} != 0)"}
            source = forms.get(node.op, f"{inner}.bit_count()")
            return composed(source, [whole], 0, MAX_CARDS, 2)
        like = _alike(node.body, node.slot) if node.op in ("all", "any", "count") else None
        if whole.shape == "bag" and like is not None:
            sign, field, other = like
            value = yield other
            sign = sign if node.op != "all" else "!=" if sign == "==" else "=="
            inner = _those_alike(whole, sign, field, value)
            forms = {"all": f"(not {inner})", "any": f"({inner} != 0)"}
            source = forms.get(node.op, f"{inner}.bit_count()")
            return composed(source, [whole, value], 0, MAX_CARDS, 3)
        if whole.shape == "bag" and self.bindings.fitting and _asks_fit(node):
            inner = f"({whole.source} & {'~' if node.op == 'all' else ''}{self.bindings.fitting})"
            forms = {"all": f"(not {inner})", "any": f"({inner} != 0)"}
            source = forms.get(node.op, f"{inner}.bit_count()")
            return composed(source, [whole], 0, MAX_CARDS, 3)
        items = self._items(whole)
        if item is not None:
            table, low, high = self.shelf.table(node.body, node.slot, item)
            values = f"map({table}_at, {items.source})"
            made = each_piece(node.op, values, f"*{values}", items.source, low, high)
            return replace(made, depth=items.depth + 3)
        name = self._bind(node.slot, items)
        body = yield node.body
        self._unbind(node.slot)
        seats = _SEATS.fullmatch(items.source)
        if seats and len(body.source) * items.source.count(",") <= MOST_UNROLLED:
            each = [re.sub(rf"\b{name}\b", seat, body.source) for seat in seats[1].split(", ")]
            unrolled = unrolled_piece(node.op, each, body.low, body.high)
            if unrolled is not None:
                return replace(unrolled, depth=max(items.depth, body.depth) + 3)
        values = f"{body.source} for {name} in {items.source}"
        if node.op == "count":
            source = f"sum(1 for {name} in {items.source} if {body.source})"
            made = Piece(source, low=0, high=MOST_ITEMS)
        else:
            made = each_piece(node.op, f"({values})", values, "", body.low, body.high)
        return replace(made, depth=max(items.depth, body.depth) + 3)

    def _call(self, node: Call) -> Walk:
        given = yield from _parts(node.arguments)
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
        if node.name in ORDERED:
            given = [self._items(given[0])]
        pairs = [(piece.source, piece.shape) for piece in given]
        made = self._bound(self.bindings.call(node.name, pairs))
        return replace(made, depth=made.depth + max((p.depth for p in given), default=0) + 1)


def _alike(test: Node, slot: int) -> tuple[str, str, Node] | None:
    """``h.rank == x`` of each held card ``h``, or another property: sign, property and ``x``."""
    if not isinstance(test, Compare) or test.op not in ("==", "!="):
        return None
    for item, other in ((test.left, test.right), (test.right, test.left)):
        if (
            isinstance(item, Field)
            and item.field in ALIKE
            and isinstance(item.of, Local)
            and item.of.slot == slot
            and item.of.type == CARD
            and not any(isinstance(part, Local) and part.slot == slot for part in walk(other))
        ):
            return test.op, item.field, other
    return None


def _those_alike(whole: Piece, sign: str, field: str, value: Piece) -> str:
    """Source of the cards of a bag that have a value of a property, or that have it not."""
    mask = f"{ALIKE[field]}({value.source}, 0)"
    return f"({whole.source} & {mask if sign == '==' else f'~{mask}'})"


def _asks_fit(node: Each) -> bool:
    """Whether this asks of each card whether it fits a meld on the table."""
    body = node.body
    return (
        node.op in ("all", "any", "count")
        and isinstance(body, Call)
        and body.name == "fits"
        and isinstance(body.arguments[0], Local)
        and body.arguments[0].slot == node.slot
    )


def _parts(nodes: Iterable[Node]) -> Generator[Node, Piece, list[Piece]]:
    """The pieces of several parts, in this order."""
    pieces = []
    for node in nodes:
        pieces.append((yield node))
    return pieces
