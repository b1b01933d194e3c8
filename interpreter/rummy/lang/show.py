"""A typed tree back as text, so that ``check`` of the text gives the tree again.

Definitions stay filled in, ranks and choices become words again. Where an item
of an outer item function is used inside an inner one, it gets a name.
"""

from __future__ import annotations

from collections.abc import Callable

from rummy.lang.builtins import FIELDS
from rummy.lang.scope import Vocabulary
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
    walk,
)
from rummy.lang.types import CARD, COLOUR, KIND, PLACED, RANK, SUIT, TRUTH, Type

# How tightly a piece binds, loosest first, as in the grammar.
WHERE, CHOICE, OR, AND, NOT, COMPARE, SPAN, SUM, PRODUCT, SIGNED, OF, MEMBER, ATOM = range(13)
_SUMS = ("+", "-")


def show(node: Node, vocabulary: Vocabulary) -> str:
    """The text of a typed tree. Constant players (of ``fold``) become ``seat(n)``."""
    return _Show(vocabulary, node).text(node, CHOICE)


def value_text(type_: Type, value: int, vocabulary: Vocabulary) -> str:
    """The word for a value: ``A``, ``spades``, ``7H``, ``by_choice``, ``true``."""
    if type_ == TRUTH:
        return "true" if value else "false"
    if type_ == RANK:
        return vocabulary.ranks[value]
    if type_ == SUIT:
        return vocabulary.suits[value][1]
    if type_ == COLOUR:
        return vocabulary.colours[value]
    if type_ == KIND:
        return vocabulary.kinds[value]
    if type_ == CARD:
        ranks = len(vocabulary.ranks)
        if value == ranks * len(vocabulary.suits):
            return "JOK"
        if value > ranks * len(vocabulary.suits):
            return vocabulary.extras[value - ranks * len(vocabulary.suits) - 1]
        return vocabulary.ranks[value % ranks] + vocabulary.suits[value // ranks][0]
    if type_.words:
        return type_.words[value]
    return str(value)


class _Show:
    """Prints one tree; knows which items already have names."""

    def __init__(self, vocabulary: Vocabulary, root: Node) -> None:
        self.vocabulary = vocabulary
        self.names: dict[int, str] = {}
        self.bare: list[int] = []
        """Slots of binders without a name around the piece, innermost last."""
        parts = list(walk(root))
        self.taken = {part.name for part in parts if isinstance(part, Name | Local)}
        self.subject = any(p.type.item == PLACED for p in parts if isinstance(p, Name))

    def text(self, node: Node, least: int) -> str:
        """The text, in parentheses if it binds more loosely than ``least``."""
        strength, words = self.piece(node)
        return words if strength >= least else f"({words})"

    def piece(self, node: Node) -> tuple[int, str]:
        """How tightly the text of a node binds, and the text."""
        text = self.text
        match node:
            case Const():
                return self.constant(node)
            case Name():
                if node.of is None or node.of == Name(node.of.type, node.of.place, "me"):
                    return ATOM, node.name
                return OF, f"{node.name} of {text(node.of, OF)}"
            case Local():
                return ATOM, self.names.get(node.slot, node.name)
            case Field():
                return self.field(node)
            case SetOf():
                return ATOM, "{" + self.list(node.items) + "}"
            case Range():
                return SPAN, f"{text(node.low, SUM)}..{text(node.high, SUM)}"
            case If():
                yes, condition = text(node.yes, OR), text(node.condition, OR)
                return CHOICE, f"{yes} if {condition} else {text(node.no, CHOICE)}"
            case Or():
                return OR, " or ".join(text(item, AND) for item in node.items)
            case And():
                return AND, " and ".join(text(item, NOT) for item in node.items)
            case Not() if isinstance(node.item, In):
                inside = node.item
                words = f"{text(inside.item, SPAN)} not in {text(inside.collection, SPAN)}"
                return COMPARE, words
            case Not():
                return NOT, f"not {text(node.item, NOT)}"
            case Compare():
                return COMPARE, f"{text(node.left, SPAN)} {node.op} {text(node.right, SPAN)}"
            case In():
                return COMPARE, f"{text(node.item, SPAN)} in {text(node.collection, SPAN)}"
            case Arith():
                return self.arith(node)
            case Negative():
                return SIGNED, f"-{text(node.item, SIGNED)}"
            case Filter():
                return WHERE, self.filter(node)[1]
            case Each():
                return self.each(node)
            case Sequence():
                return ATOM, self.sequence(node)
            case Call():
                return ATOM, f"{node.name}({self.list(node.arguments)})"
            case _:
                raise TypeError(f"no expression: {node!r}")

    def list(self, nodes: tuple[Node, ...]) -> str:
        return ", ".join(self.text(node, WHERE) for node in nodes)

    def constant(self, node: Const) -> tuple[int, str]:
        if node.type.name == "player":
            return ATOM, f"seat({node.value + 1})"
        words = value_text(node.type, node.value, self.vocabulary)
        return (SIGNED if words.startswith("-") else ATOM), words

    def field(self, node: Field) -> tuple[int, str]:
        """``rank`` of the innermost item, else ``card.rank``."""
        of = node.of
        if isinstance(of, Local) and of.slot not in self.names:
            if of.slot >= 0 or (not self.bare and (of.slot == MELD_SLOT or not self.subject)):
                return ATOM, node.field
            if of.slot == CARD_SLOT and node.field == "wild_face":
                return ATOM, node.field
        return MEMBER, f"{self.text(of, MEMBER)}.{node.field}"

    def arith(self, node: Arith) -> tuple[int, str]:
        """A row from its left end, without a call a link."""
        level = SUM if node.op in _SUMS else PRODUCT
        row: list[Arith] = []
        left: Node = node
        while isinstance(left, Arith) and (SUM if left.op in _SUMS else PRODUCT) == level:
            row.append(left)
            left = left.left
        words = self.text(left, level)
        for link in reversed(row):
            words += f" {link.op} {self.text(link.right, level + 1)}"
        return level, words

    # --- what goes over items ---------------------------------------------

    def bind(
        self, node: Each | Filter, body: Node, print_body: Callable[[], str]
    ) -> tuple[str, str]:
        """The name of an item (perhaps none) and the text of its body."""
        slot = node.slot
        own = [p for p in walk(body) if isinstance(p, Local) and p.slot == slot]
        name = next((p.name for p in own if p.name), "")
        if not name and (self.named(node, body) or self.deep(slot, body)):
            name = self.fresh()
        if name:
            if name in self.names.values():
                name = self.fresh()
            self.names[slot] = name
        else:
            self.bare.append(slot)
        words = print_body()
        if name:
            del self.names[slot]
        else:
            self.bare.pop()
        return name, words

    def named(self, node: Each | Filter, body: Node) -> bool:
        """Whether the item cannot do without a name: it stands alone, has no words,
        or its words would hide a name."""
        own = [p for p in walk(body) if isinstance(p, Local) and p.slot == node.slot]
        fields = [p for p in walk(body) if isinstance(p, Field) and p.of in own]
        item = node.collection.type.item
        words = FIELDS.get(item, {}) if item is not None else {}
        hidden = any(isinstance(p, Name) and p.name in words for p in walk(body))
        return len(own) > len(fields) or not words or hidden

    def deep(self, slot: int, body: Node) -> bool:
        """Whether an inner binder uses the item, so that a bare word would be its own."""
        inner = (p for p in walk(body) if isinstance(p, Each | Filter))
        below = (p.body if isinstance(p, Each) else p.condition for p in inner)
        return any(isinstance(q, Local) and q.slot == slot for b in below for q in walk(b))

    def fresh(self) -> str:
        number = 1
        while f"x{number}" in self.taken:
            number += 1
        self.taken.add(f"x{number}")
        return f"x{number}"

    def each(self, node: Each) -> tuple[int, str]:
        body, within = node.body, node.collection
        whole = isinstance(within, Name) and within.name == "cards"
        if node.op == "set" and isinstance(body, Field) and whole:
            return ATOM, f"{body.field}s"
        if isinstance(within, Filter) and self.one_name(node, within):
            return ATOM, self.each_where(node, within)
        where = self.items(within)
        name, words = self.bind(node, body, lambda: self.text(body, WHERE))
        if not name and where == "cards" and isinstance(within, Name):
            return ATOM, f"{node.op}({words})"
        return ATOM, f"{node.op}({words} for {f'{name} in ' if name else ''}{where})"

    def items(self, within: Node) -> str:
        """A collection behind ``for``; a filter with a name needs parentheses there."""
        if not isinstance(within, Filter):
            return self.text(within, SPAN)
        name, words = self.filter(within)
        return f"({words})" if name else words

    def one_name(self, node: Each, within: Filter) -> bool:
        """Whether ``for n in ... where ...`` fits: one name for both items."""
        names = [
            {p.name for p in walk(part) if isinstance(p, Local) and p.slot == slot}
            for part, slot in ((node.body, node.slot), (within.condition, within.slot))
        ]
        used = names[0] | names[1]
        return used != set() and "" not in used and len(used) == 1

    def each_where(self, node: Each, within: Filter) -> str:
        """``f(BODY for n in COLL where COND)``: one name for both items."""
        where = self.text(within.collection, SPAN)
        locals_ = [*walk(within.condition), *walk(node.body)]
        given = (
            p.name for p in locals_ if isinstance(p, Local) and p.slot in (node.slot, within.slot)
        )
        name = next(filter(None, given), "") or self.fresh()
        self.names[within.slot] = self.names[node.slot] = name
        words = self.text(node.body, WHERE)
        condition = self.text(within.condition, CHOICE)
        del self.names[within.slot], self.names[node.slot]
        return f"{node.op}({words} for {name} in {where} where {condition})"

    def filter(self, node: Filter) -> tuple[str, str]:
        """The name of the item (perhaps none) and the whole text."""
        where = self.text(node.collection, SPAN)
        condition = node.condition
        name, words = self.bind(node, condition, lambda: self.text(condition, CHOICE))
        return name, f"{f'{name} in ' if name else ''}{where} where {words}"

    def sequence(self, node: Sequence) -> str:
        line = "" if node.line == "run" else f", {node.line}"
        where = self.items(node.collection)
        over = "" if isinstance(node.collection, Name) and where == "cards" else f" for {where}"
        return f"sequence(rank{line}{over})"
