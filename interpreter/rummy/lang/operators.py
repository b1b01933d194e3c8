"""Operators: sums, comparisons, membership, ranges, sets, conditionals, fields, where."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rummy.lang import calls, resolve
from rummy.lang.builtins import FIELDS
from rummy.lang.context import WORD, Context, Item
from rummy.lang.hints import a, did_you_mean, field_help, meant_for, mismatch
from rummy.lang.limits import MAX_SET
from rummy.lang.raw import (
    Raw,
    RawAnd,
    RawArith,
    RawChoice,
    RawCompare,
    RawField,
    RawIn,
    RawName,
    RawNumber,
    RawOr,
    RawRange,
    RawSet,
    RawWhere,
)
from rummy.lang.trees import (
    And,
    Arith,
    Compare,
    Const,
    Field,
    Filter,
    If,
    In,
    Local,
    Node,
    Not,
    Or,
    Range,
    SetOf,
)
from rummy.lang.types import (
    CARD,
    COLOUR,
    KIND,
    MELD,
    NUMBER,
    NUMBERS,
    PLACED,
    PLAYER,
    POISON,
    RANK,
    SETS,
    SUIT,
    TRUTH,
    Type,
)

if TYPE_CHECKING:
    from rummy.lang.check import Checker

COMPARABLE = (NUMBER, TRUTH, RANK, SUIT, COLOUR, CARD, PLAYER, KIND)
"""Single values that ``==`` compares, besides option words."""
ORDERED = (NUMBER, RANK)
"""Types that ``<`` compares; ranks in the order of the deck."""


def numeral(checker: Checker, context: Context, raw: RawNumber, expected: Type | None) -> Node:
    """A numeral: a rank where a rank is expected, else a number."""
    place = checker.at(context, raw)
    if expected == RANK:
        ranks = checker.scope.vocabulary.ranks
        if raw.text in ranks:
            return Const(RANK, place, ranks.index(raw.text))
        hint = did_you_mean(raw.text, ranks) or f"the ranks are {' '.join(ranks)}"
        return checker.fault(context, raw, "T303", f"there is no rank `{raw.text}`", hint)
    return Const(NUMBER, place, int(raw.text))


def set_of(checker: Checker, context: Context, raw: RawSet, expected: Type | None) -> Node:
    """``{a, b}``: all items of one type."""
    if len(raw.items) > MAX_SET:
        message = f"the set has {len(raw.items)} items, {MAX_SET} are allowed"
        return checker.fault(context, raw, "L955", message)
    inner = replace(context, around=None)
    item = expected.item if expected is not None else None
    nodes: dict[int, Node] = {}
    if item in (None, NUMBER) and ranks_only(checker, context, raw):
        item = RANK
    if item is None:
        first = min(range(len(raw.items)), key=lambda i: checker.openness(context, raw.items[i]))
        nodes[first] = checker.node(inner, raw.items[first], None)
        item = nodes[first].type
        if item == POISON:
            return nodes[first]
        if item not in SETS and not item.words:
            words = checker.words(context, raw.items[first])
            hint = mismatch(words, item, NUMBER)
            return checker.fault(
                context, raw.items[first], "T302", f"a set cannot hold {a(item)}", hint
            )
    for i, part in enumerate(raw.items):
        if i not in nodes:
            nodes[i] = checker.need(inner, part, item)
    items = tuple(nodes[i] for i in range(len(raw.items)))
    whole = SETS.get(item) or Type(f"{item}s", item)
    return checker.poisoned(context, raw, whole, *items) or SetOf(
        whole, checker.at(context, raw), items
    )


def ranks_only(checker: Checker, context: Context, raw: RawSet) -> bool:
    """Whether the words of a set say that its numerals are ranks: ``{A, 2, K}``."""
    ranks = checker.scope.vocabulary.ranks
    words = [part for part in raw.items if isinstance(part, RawName) and part.text in ranks]
    numerals = [part for part in raw.items if isinstance(part, RawNumber) and part.text in ranks]
    return (
        bool(words)
        and bool(numerals)
        and len(words) + len(numerals) == len(raw.items)
        and all(checker.openness(context, word) == WORD for word in words)
    )


def range_of(checker: Checker, context: Context, raw: RawRange, expected: Type | None) -> Node:
    """``low..high`` of numbers or ranks."""
    item = expected.item if expected is not None else None
    low, high = pair(checker, context, raw.low, raw.high, item)
    poison = checker.poisoned(context, raw, NUMBERS, low, high)
    if poison is not None:
        return poison
    if low.type not in ORDERED:
        message = f"a range goes from number to number or rank to rank, this is {a(low.type)}"
        return checker.fault(context, raw.low, "T302", message)
    if high.type != low.type:
        hint = mismatch(checker.words(context, raw.high), high.type, low.type)
        message = f"this is {a(high.type)}, not {a(low.type)}"
        return checker.fault(context, raw.high, "T302", message, hint)
    if isinstance(low, Const) and isinstance(high, Const) and low.value > high.value:
        hint = f"write `{checker.words(context, raw.high)}..{checker.words(context, raw.low)}`"
        return checker.fault(
            context, raw, "T316", "the range is empty: it ends below its start", hint
        )
    return Range(SETS[low.type], checker.at(context, raw), low, high)


def choice(checker: Checker, context: Context, raw: RawChoice, expected: Type | None) -> Node:
    """``yes if condition else no``: both ways lead to the same type."""
    condition = checker.need(replace(context, around=None), raw.condition, TRUTH)
    if expected is not None:
        yes = checker.need(context, raw.yes, expected)
        no = checker.need(context, raw.no, expected)
    elif checker.openness(context, raw.yes) <= checker.openness(context, raw.no):
        yes = checker.node(context, raw.yes, None)
        no = checker.need(context, raw.no, yes.type)
    else:
        no = checker.node(context, raw.no, None)
        yes = checker.need(context, raw.yes, no.type)
    return checker.poisoned(context, raw, yes.type, condition, yes, no) or If(
        yes.type, checker.at(context, raw), condition, yes, no
    )


NO_TRUTH = "T304"


def logic(checker: Checker, context: Context, raw: RawAnd | RawOr) -> Node:
    """``and`` and ``or`` of truth values."""
    inner = replace(context, around=None)
    items = []
    told = False
    for item in raw.items:
        before = len(checker.findings)
        items.append(checker.need(inner, item, TRUTH))
        more = checker.findings[before:]
        if told:  # numbers joined by `and` are one slip, not as many as there are numbers
            checker.findings[before:] = [one for one in more if one.code != NO_TRUTH]
        told = told or any(one.code == NO_TRUTH for one in more)
    place = checker.at(context, raw)
    poison = checker.poisoned(context, raw, TRUTH, *items)
    if poison is not None:
        return poison
    parts = tuple(items)
    return And(TRUTH, place, parts) if isinstance(raw, RawAnd) else Or(TRUTH, place, parts)


def pair(
    checker: Checker, context: Context, left: Raw, right: Raw, expected: Type | None = None
) -> tuple[Node, Node]:
    """Two sides; the one that stands alone says what the other may mean."""
    if expected is not None:
        return checker.node(context, left, expected), checker.node(context, right, expected)
    if checker.openness(context, left) <= checker.openness(context, right):
        first = checker.node(context, left, None)
        return first, checker.node(context, right, first.type)
    second = checker.node(context, right, None)
    return checker.node(context, left, second.type), second


def compare(checker: Checker, context: Context, raw: RawCompare) -> Node:
    """``== != < <= > >=`` of two values of one type."""
    named = resolve.named_number(checker, context, raw)
    if named is not None:
        left, right = named
    else:
        left, right = pair(checker, replace(context, around=raw), raw.left, raw.right)
    poison = checker.poisoned(context, raw, TRUTH, left, right)
    if poison is not None:
        return poison
    one, other = left.type, right.type
    sets = one.item is not None and other.item is not None and one.item == other.item
    if one != other and not sets:
        hint = mismatch(checker.words(context, raw.left), one, other) or mismatch(
            checker.words(context, raw.right), other, one
        )
        message = f"{a(one)} cannot be compared with {a(other)}"
        return checker.fault(context, raw, "T311", message, hint)
    if not can_compare(one, raw.op) or (sets and not can_compare(other, raw.op)):
        if raw.op in ("==", "!="):
            hint = "compare a property of it, such as its rank or size"
        elif one.item is not None:
            hint = f"write `count({checker.words(context, raw.left)})` for how many there are"
        else:
            hint = "only numbers and ranks have an order"
        message = f"`{raw.op}` does not compare {_plural(one)}"
        return checker.fault_at(context, raw.op_start, raw.op_end, "T311", message, hint)
    return Compare(TRUTH, checker.at(context, raw), raw.op, left, right)


def can_compare(type_: Type, op: str) -> bool:
    """Whether values of a type compare by ``op``."""
    if op not in ("==", "!="):
        return type_ in ORDERED
    if type_.item is not None:  # sets compare as sets; cards in hands do not
        return type_ in SETS.values() or bool(type_.item.words)
    return type_ in COMPARABLE or bool(type_.words)


def within(checker: Checker, context: Context, raw: RawIn) -> Node:
    """``item in collection``."""
    inner = replace(context, around=raw)
    if checker.openness(context, raw.item) <= checker.openness(context, raw.collection):
        item = checker.node(inner, raw.item, None)
        wanted = SETS.get(item.type, Type(f"{item.type}s", item.type))
        if item.type == POISON:
            return item
        collection = checker.node(inner, raw.collection, wanted)
    else:
        collection = checker.node(inner, raw.collection, None)
        item = checker.node(inner, raw.item, collection.type.item)
    poison = checker.poisoned(context, raw, TRUTH, item, collection)
    if poison is not None:
        return poison
    if collection.type.item is None:
        return no_collection(checker, context, raw.collection, collection)
    if collection.type.item != item.type:
        message = f"{a(item.type)} cannot be among {collection.type}"
        hint = mismatch(checker.words(context, raw.item), item.type, collection.type.item)
        return checker.fault(context, raw, "T311", message, hint)
    node: Node = In(TRUTH, checker.at(context, raw), item, collection)
    return Not(TRUTH, node.place, node) if raw.negated else node


def no_collection(checker: Checker, context: Context, raw: Raw, node: Node) -> Node:
    """Report that a collection was wanted."""
    hint = "a set is written `{3, 5, J}`, a range `3..5`"
    fix = None
    if isinstance(raw, RawArith) and raw.op == "-":
        fix = f"{checker.words(context, raw.left)}..{checker.words(context, raw.right)}"
        hint = f"a range is written `{fix}`"
    elif node.type == MELD:
        hint = f"write `{checker.words(context, raw)}.cards` for its cards"
    elif node.type == PLAYER:
        hint = f"what a player has is written `hand of {checker.words(context, raw)}`"
    message = f"this is {a(node.type)}, not a collection"
    return checker.fault(context, raw, "T302", message, hint, fix)


def arith(checker: Checker, context: Context, raw: RawArith) -> Node:
    """A row of ``a + b - c``, from its left end."""
    row: list[RawArith] = []
    left: Raw = raw
    while isinstance(left, RawArith):
        row.append(left)
        left = left.left
    node = checker.need(context, left, NUMBER)
    for link in reversed(row):
        checker.made += 1
        right = checker.need(context, link.right, NUMBER)
        node = checker.poisoned(context, link, NUMBER, node, right) or Arith(
            NUMBER, checker.at(context, link), link.op, node, right
        )
    return node


def field_of(checker: Checker, context: Context, raw: RawField) -> Node:
    """``card.rank``."""
    of = checker.node(replace(context, around=None), raw.of, None)
    if of.type == POISON:
        return of
    words = FIELDS.get(of.type)
    text = checker.words(context, raw.of)
    start, end = raw.field_start, raw.end
    if raw.end > raw.field_start + len(raw.field):  # parentheses around it
        end = raw.field_start + len(raw.field)
    if words is None:
        message = f"`{text}` is {a(of.type)} and has no `{raw.field}`"
        hint = field_help(text, of.type, raw.field)
        return checker.fault_at(context, start, end, "T307", message, hint)
    if raw.field not in words:
        message = f"{a(of.type)} has no `{raw.field}`"
        hint = did_you_mean(raw.field, words) or "it has " + ", ".join(words)
        fix = meant_for(raw.field, words)
        return checker.fault_at(context, start, end, "T307", message, hint, *fix)
    if raw.field == "laid_by" and checker.scope.subject:
        message = "who laid a card is known of melds on the table only"
        hint = "this judges cards that are yet to be laid"
        return checker.fault_at(context, start, end, "T307", message, hint)
    return Field(words[raw.field].type, checker.at(context, raw), of, raw.field)


def filtered(checker: Checker, context: Context, raw: RawWhere, name: str = "") -> Node:
    """``collection where condition``, ``n in collection where condition``.

    ``name``: what ``for n in collection where condition`` calls the item.
    """
    within = raw.collection
    if isinstance(within, RawIn) and isinstance(within.item, RawName):
        if not calls.free_name(checker, context, within.item.text, within.item.start):
            return Const(POISON, checker.at(context, raw), 0)
        name, within = within.item.text, within.collection
    over = collection(checker, context, within)
    if over.type == POISON or over.type.item is None:
        return over
    inner = checker.inside_loop(context, raw)
    slot = checker.new_slot()
    item = Local(over.type.item, over.place, slot, name)
    words = FIELDS.get(over.type.item, {})
    if name:
        inner = replace(inner, locals={**context.locals, name: item})
    if words:
        inner = replace(inner, items=(Item(item, words), *context.items))
    elif not name:
        message = f"`where` goes over cards or melds, this is {over.type}"
        hint = f"name the item: `x in {checker.words(context, within)} where ...`"
        return checker.fault(context, within, "T302", message, hint)
    condition = checker.need(inner, raw.condition, TRUTH)
    return checker.poisoned(context, raw, over.type, condition) or Filter(
        over.type, checker.at(context, raw), slot, over, condition
    )


def collection(checker: Checker, context: Context, raw: Raw) -> Node:
    """A piece that must be a collection."""
    node = checker.node(replace(context, around=None), raw, None)
    if node.type == POISON or node.type.item is not None:
        return node
    return no_collection(checker, context, raw, node)


def _plural(type_: Type) -> str:
    if type_.item is not None:
        return str(type_)
    if type_ == PLACED:
        return "placed cards"
    if type_ == KIND:
        return "kinds of meld"
    return f"values of {type_.name.removeprefix('value of ')}" if type_.words else f"{type_}s"
