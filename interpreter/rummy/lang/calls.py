"""Calls: functions, item functions and definitions with arguments."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rummy.lang import operators
from rummy.lang.builtins import (
    CARD_WORDS,
    FIELDS,
    FUNCTIONS,
    ITEM_FUNCTIONS,
    ORDERED,
    RESERVED,
    Function,
    ItemFunction,
)
from rummy.lang.context import Context, Item
from rummy.lang.hints import a, did_you_mean, meant_for, mismatch
from rummy.lang.raw import Raw, RawCall, RawName, RawWhere
from rummy.lang.resolve import is_word, subject_cards, wrong_count
from rummy.lang.scope import NameInfo
from rummy.lang.trees import Call, Const, Each, Field, Local, Name, Node, Sequence
from rummy.lang.types import CARD, NUMBER, OPENING, PLACED, POISON, TRUTH, Type

if TYPE_CHECKING:
    from rummy.lang.check import Checker

_FIRST_TRY = {
    "set": "a set is written `{3, 5, J}`",
    "len": "the number of items is `count(x)`",
    "length": "the number of items is `count(x)`",
    "size": "the number of items is `count(x)`; a meld has `size`",
    "if": "write `a if condition else b`",
    "not": "write `not x`",
    "range": "a range is written `3..5`",
    "pow": "write `doubled(x, n)` for x doubled n times",
    "exists": "write `any(...)`",
    "every": "write `all(...)`",
    "unique": "write `distinct(...)`",
    "run": "write `sequence(rank)`",
}


def call(checker: Checker, context: Context, raw: RawCall, expected: Type | None) -> Node:
    """The typed piece for ``f(...)``."""
    plain = replace(context, around=None)
    text = raw.function
    source = checker.scope.vocabulary.definitions.get(text)
    if source is not None and text not in RESERVED:
        if raw.each is not None:
            return _no_each(checker, context, raw)
        if len(raw.arguments) != len(source.parameters):
            return wrong_count(checker, context, raw, text, source.parameters, len(raw.arguments))
        return checker.inline(context, raw, source, raw.arguments, expected, context.me)
    if text in ITEM_FUNCTIONS:
        return _item_function(checker, plain, raw, ITEM_FUNCTIONS[text])
    if text in FUNCTIONS:
        return _function(checker, plain, raw, FUNCTIONS[text])
    defined = [n for n, d in checker.scope.vocabulary.definitions.items() if d.parameters]
    known = (*ITEM_FUNCTIONS, *FUNCTIONS, *defined)
    hint = _FIRST_TRY.get(text, "")
    fix, sure = (None, False) if hint else meant_for(text, known)
    hint = hint or did_you_mean(text, known)
    if text in checker.scope.names:
        hint, fix = f"`{text}` is a name; write it without parentheses", None
    message = f"there is no function `{text}`"
    return checker.fault_at(context, raw.start, raw.name_end, "T306", message, hint, fix, sure)


def _no_each(checker: Checker, context: Context, raw: RawCall) -> Node:
    names = ", ".join(ITEM_FUNCTIONS)
    return checker.fault(
        context, raw, "T305", f"`{raw.function}` does not go over items", f"`for` goes with {names}"
    )


def _function(checker: Checker, context: Context, raw: RawCall, function: Function) -> Node:
    """A function with a fixed list of parameters."""
    if raw.each is not None:
        return _no_each(checker, context, raw)
    if function.needs and function.needs not in checker.scope.names:
        return checker.fault_at(
            context,
            raw.start,
            raw.name_end,
            "T301",
            f"`{function.name}` is not known here",
            "it looks at the melds on the table, which this key cannot see",
        )
    if not function.needed <= len(raw.arguments) <= len(function.parameters):
        names = tuple(p.name for p in function.parameters)
        return wrong_count(checker, context, raw, function.name, names, len(raw.arguments))
    arguments: list[Node] = []
    for parameter, argument in zip(function.parameters, raw.arguments, strict=False):
        if parameter.types == (OPENING,):
            arguments.append(_opening(checker, context, argument))
            continue
        several = len(parameter.types) > 1 and not is_word(checker, context, argument)
        only = None if several else parameter.types[0]
        node = checker.node(context, argument, only)
        if node.type not in parameter.types:
            hint = mismatch(checker.words(context, argument), node.type, parameter.types[0])
            if function.name == "points" and node.type in (CARD, PLACED):
                hint = f"write `{checker.words(context, argument)}.points`"
            node = checker.poisoned(context, argument, NUMBER, node) or checker.fault(
                context,
                argument,
                "T302",
                f"`{function.name}` takes {' or '.join(a(t) for t in parameter.types)} here, "
                f"this is {a(node.type)}",
                hint,
            )
        if function.name in ORDERED:
            node = _ordered(checker, context, argument, node, function.name)
        arguments.append(node)
    return checker.poisoned(context, raw, function.result, *arguments) or Call(
        function.result, checker.at(context, raw), function.name, tuple(arguments)
    )


def _opening(checker: Checker, context: Context, raw: Raw) -> Node:
    """An opening by its name."""
    names = checker.scope.vocabulary.openings
    text = raw.text if isinstance(raw, RawName) else checker.words(context, raw)
    kind = Type(OPENING.name, None, names)
    if isinstance(raw, RawName) and text in names:
        return Const(kind, checker.at(context, raw), names.index(text))
    near = did_you_mean(text, names)
    hint = near or (
        f"the openings are {', '.join(names)}" if names else "write it under `openings`"
    )
    message = f"there is no opening `{text}`"
    return checker.fault(context, raw, "T303", message, hint, *meant_for(text, names))


def _ordered(checker: Checker, context: Context, raw: Raw, node: Node, function: str) -> Node:
    """The node, which must be a pile by name, or else ``taken``: others have no order."""
    if node.type == POISON:
        return node
    info = checker.scope.names.get(node.name) if isinstance(node, Name) else None
    if info is not None and info.pile:
        return node
    if function != "top":
        if isinstance(node, Name) and node.name == "taken":
            return node
        message = f"the cards of `{checker.words(context, raw)}` are in no order"
        hint = "only the cards of a pile are, and those `taken` in this turn"
        return checker.fault(context, raw, "T302", message, hint)
    piles = [name for name, known in checker.scope.names.items() if known.pile]
    hint = f"the piles here are {', '.join(piles)}" if piles else "no zone here is a pile"
    message = f"`{checker.words(context, raw)}` is no pile, so it has no top card"
    return checker.fault(context, raw, "T302", message, hint)


def _item_function(checker: Checker, context: Context, raw: RawCall, f: ItemFunction) -> Node:
    """``all(BODY)``, ``all(BODY for COLL)``, ``all(BODY for n in COLL)``."""
    arguments = raw.arguments
    if not arguments:
        return checker.fault(
            context, raw, "T305", f"`{f.name}` needs something to judge", f"write `{f.examples[0]}`"
        )
    if f.name == "sequence":
        return _sequence(checker, context, raw)
    if f.name in ("min", "max") and len(arguments) > 1 and raw.each is None:
        items = tuple(checker.need(context, argument, NUMBER) for argument in arguments)
        return checker.poisoned(context, raw, NUMBER, *items) or Call(
            NUMBER, checker.at(context, raw), f.name, items
        )
    if len(arguments) > 1:
        return wrong_count(checker, context, raw, f.name, ("body",), len(arguments))
    if raw.each is None and f.name == "count":
        return _count(checker, context, raw)
    bound = _bind(checker, context, raw)
    if bound is None:
        return _poison(checker, context, raw)
    inner, collection, slot = bound
    body = _body(checker, inner, arguments[0], f)
    return checker.poisoned(context, raw, f.result, collection, body) or Each(
        f.result, checker.at(context, raw), f.name, slot, collection, body
    )


def _poison(checker: Checker, context: Context, raw: Raw) -> Node:
    return Const(POISON, checker.at(context, raw), 0)


def _body(checker: Checker, inner: Context, raw: Raw, f: ItemFunction) -> Node:
    """What is asked of one item."""
    if f.body:
        return checker.need(inner, raw, f.body[0])
    node = checker.node(inner, raw, None)
    single = node.type.item is None and operators.can_compare(node.type, "==")
    if single or checker.poisoned(inner, raw, TRUTH, node):
        return node
    hint = f"write `{f.name}(rank)`" if node.type.item is None else ""
    return checker.fault(inner, raw, "T302", f"`{f.name}` does not compare {a(node.type)}", hint)


def _count(checker: Checker, context: Context, raw: RawCall) -> Node:
    """``count(hand)`` is a size, ``count(wild)`` counts cards of the meld."""
    argument = raw.arguments[0]
    if checker.scope.subject and not isinstance(argument, RawWhere):
        bound = _bind(checker, context, raw)
        assert bound is not None
        inner, collection, slot = bound
        body = checker.node(inner, argument, None)
        if body.type == TRUTH:
            return Each(NUMBER, checker.at(context, raw), "count", slot, collection, body)
    else:
        body = checker.node(context, argument, None)
    if body.type.item is not None:
        return Call(NUMBER, checker.at(context, raw), "count", (body,))
    poison = checker.poisoned(context, raw, NUMBER, body)
    if poison is not None:
        return poison
    if body.type == TRUTH:
        hint = f"say of what: `count({checker.words(context, argument)} for hand)`"
    else:
        hint = "count takes a collection or, in melds, what is asked of each card"
    message = f"this is {a(body.type)}, and `count` counts cards, players or melds"
    return checker.fault(context, argument, "T302", message, hint)


def _bind(checker: Checker, context: Context, raw: RawCall) -> tuple[Context, Node, int] | None:
    """The context of the body, the collection and the slot of its item."""
    each = raw.each
    if each is None:
        if not checker.scope.subject:
            _over_what(checker, context, raw)
            return None
        inner = checker.inside_loop(context, raw)
        slot = checker.new_slot()
        place = checker.at(context, raw)
        item = Local(PLACED, place, slot, "")
        inner = replace(inner, items=(Item(item, CARD_WORDS), *context.items))
        return inner, subject_cards(checker, place), slot
    if each.name and not free_name(checker, context, each.name, each.name_start):
        return None
    if isinstance(each.collection, RawWhere):
        collection = operators.filtered(checker, context, each.collection, each.name)
    else:
        collection = operators.collection(checker, context, each.collection)
    if collection.type.item is None:
        return None
    inner = checker.inside_loop(context, raw)
    slot = checker.new_slot()
    item = Local(collection.type.item, collection.place, slot, each.name)
    if each.name:
        return replace(inner, locals={**context.locals, each.name: item}), collection, slot
    words = FIELDS.get(collection.type.item)
    if words is None:
        written = checker.words(context, each.collection)
        hint = f"name the item: `for x in {written}`"
        message = f"these are {collection.type}, which bring no words of their own"
        checker.fault(context, each.collection, "T305", message, hint)
        return None
    return replace(inner, items=(Item(item, words), *context.items)), collection, slot


def _over_what(checker: Checker, context: Context, raw: RawCall) -> None:
    """Outside melds an item function must say over which items it goes."""
    argument = raw.arguments[0]
    written, body = checker.words(context, argument), f"{raw.function}("
    if checker.scope.names.get(written, NameInfo(NUMBER)).type.item in (CARD, PLACED):
        wanted = ITEM_FUNCTIONS[raw.function].body
        judged = (
            {TRUTH: "rank == ...", NUMBER: "points"}.get(wanted[0], "rank") if wanted else "rank"
        )
        example = f"{body}{judged} for {written})"
    else:
        example = f"{body}{written} for hand)"
    message = f"it is not said over what `{raw.function}` goes"
    checker.fault(context, raw, "T305", message, f"write for example `{example}`")


def free_name(checker: Checker, context: Context, text: str, start: int) -> bool:
    """Whether the name of an item is still free; reports it if not."""
    scope = checker.scope
    open_words = {"card": scope.card or scope.stands_for, "meld": scope.meld}
    taken = text in RESERVED and open_words.get(text, True)
    taken = taken or text in scope.names or text in scope.vocabulary.definitions
    if not (taken or text in context.locals or text in context.parameters):
        return True
    message = f"`{text}` already means something here"
    checker.fault_at(context, start, start + len(text), "T317", message, "choose another name")
    return False


def _sequence(checker: Checker, context: Context, raw: RawCall) -> Node:
    """``sequence(rank)``, ``sequence(rank, line)``, with or without ``for``."""
    first, lines = raw.arguments[0], checker.scope.vocabulary.lines
    line = "run" if "run" in lines or not lines else lines[0]
    if len(raw.arguments) > 2:
        return wrong_count(checker, context, raw, "sequence", ("rank", "line"), len(raw.arguments))
    if len(raw.arguments) == 2:
        named = raw.arguments[1]
        line = named.text if isinstance(named, RawName) else ""
        if line not in lines:
            written = checker.words(context, named)
            hint = did_you_mean(written, lines) or f"the rank lines are {', '.join(lines)}"
            return checker.fault(context, named, "T303", f"there is no rank line `{written}`", hint)
    bound = _bind(checker, context, raw)
    if bound is None:
        return _poison(checker, context, raw)
    inner, collection, slot = bound
    body = checker.node(inner, first, None)
    poison = checker.poisoned(context, raw, TRUTH, body, collection)
    if poison is not None:
        return poison
    if not (
        isinstance(body, Field)
        and body.field == "rank"
        and isinstance(body.of, Local)
        and body.of.slot == slot
    ):
        message = "`sequence` looks at the rank of cards and nothing else"
        return checker.fault(context, first, "T302", message, "write `sequence(rank)`")
    return Sequence(TRUTH, checker.at(context, raw), collection, line)
