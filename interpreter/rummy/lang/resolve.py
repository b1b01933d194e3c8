"""What a word means where it stands: an item word, a name, a rank, a choice.

First come the names that the expression itself gives, then words of the type
that is expected there (an option's choices win over other names), then item
words, the names of the scope and definitions.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rummy.lang.builtins import CARD_WORDS, FUNCTIONS, ITEM_FUNCTIONS, MELD_SETS
from rummy.lang.context import CHOSEN, CLEAR, DEFINED, NUMERAL, WORD, Context
from rummy.lang.hints import (
    a,
    did_you_mean,
    meant_for,
    mismatch,
    where_known,
    word_types,
    words_of,
)
from rummy.lang.raw import Raw, RawCall, RawCompare, RawName, RawOf
from rummy.lang.scope import NameInfo
from rummy.lang.trees import CARD_SLOT, MELD_SLOT, Const, Each, Field, Local, Name, Node, Place
from rummy.lang.types import (
    CARD,
    COLOUR,
    KIND,
    MELD,
    NUMBER,
    PLACED,
    PLACED_CARDS,
    PLAYER,
    POISON,
    RANK,
    SUIT,
    TRUTH,
    Type,
)

if TYPE_CHECKING:
    from rummy.lang.check import Checker


def name(checker: Checker, context: Context, raw: RawName, expected: Type | None) -> Node:
    """The typed piece for a word."""
    text, place = raw.text, checker.at(context, raw)
    if text in context.parameters:
        argument = context.parameters[text]
        inner = replace(argument.context, loops=max(argument.context.loops, context.loops))
        return checker.node(inner, argument.raw, expected)
    if text in context.locals:
        local = context.locals[text]
        return Local(local.type, place, local.slot, local.name)
    if expected is not None and text in words_of(expected, checker.scope.vocabulary):
        return Const(expected, place, words_of(expected, checker.scope.vocabulary)[text])
    found = _in_scope(checker, context, raw, place)
    if found is not None:
        return found
    source = checker.scope.vocabulary.definitions.get(text)
    if source is not None:
        if source.parameters:
            call = f"{text}({', '.join(source.parameters)})"
            return checker.fault(
                context, raw, "T305", f"the definition `{text}` needs arguments", f"write `{call}`"
            )
        return checker.inline(context, raw, source, (), expected, context.me)
    return _unknown(checker, context, raw, expected)


def _in_scope(checker: Checker, context: Context, raw: RawName, place: Place) -> Node | None:
    """Item words, the card, the meld, the subject's cards and names of the game."""
    text, scope = raw.text, checker.scope
    for item in context.items:
        if text in item.words and not (text == "laid_by" and scope.subject):
            return Field(item.words[text].type, place, replace(item.node, place=place), text)
    if text == "card" and (scope.card or scope.stands_for):
        return Local(PLACED if scope.subject else CARD, place, CARD_SLOT, "card")
    if text == "meld" and scope.meld:
        return Local(MELD, place, MELD_SLOT, "meld")
    if scope.subject:
        if text == "cards":
            return subject_cards(checker, place)
        if text == "size":
            return Name(NUMBER, place, "size")
        if text in MELD_SETS:
            word, type_ = MELD_SETS[text]
            slot = checker.new_slot()
            body = Field(CARD_WORDS[word].type, place, Local(PLACED, place, slot, ""), word)
            return Each(type_, place, "set", slot, subject_cards(checker, place), body)
        if text in CARD_WORDS:
            return _bare_item_word(checker, context, raw)
    info = scope.names.get(text)
    if info is None:
        return None
    if not info.per_player:
        return (
            context.me if text == "me" and context.me is not None else Name(info.type, place, text)
        )
    owner = _me(checker, context, place)
    if owner is None:
        hint = f"say whose: `{text} of dealer`"
        return checker.fault(context, raw, "T312", f"`{text}` is something each player has", hint)
    return Name(info.type, place, text, owner)


def subject_cards(checker: Checker, place: Place) -> Node:
    """The cards of the meld being judged."""
    return Name(PLACED_CARDS, place, "cards")


def _me(checker: Checker, context: Context, place: Place) -> Node | None:
    if context.me is not None:
        return context.me
    return Name(PLAYER, place, "me") if "me" in checker.scope.names else None


def _bare_item_word(checker: Checker, context: Context, raw: RawName) -> Node:
    """``rank != A`` over a whole meld: say how many of its cards are meant."""
    around = context.around
    whole: Raw = around if around is not None else raw
    text, type_ = checker.words(context, whole), CARD_WORDS[raw.text].type
    if around is not None or type_ == TRUTH:
        hint = f"write `all({text})`, `any({text})` or `count({text})`"
    elif type_ == NUMBER:
        hint = f"write `sum({text})`, `min({text})` or `max({text})`"
    else:
        hint = f"write `same({text})`, `distinct({text})` or `all({text} == ...)`"
    if checker.scope.card:
        hint += f"; of the one card `card.{raw.text}`"
    message = f"`{raw.text}` belongs to one card, and this judges a whole meld"
    return checker.fault(context, whole, "T308", message, hint)


def of(checker: Checker, context: Context, raw: RawOf, expected: Type | None) -> Node:
    """``total of p``: what a player has."""
    what, owner_raw = raw.what, raw.owner
    scope = checker.scope
    inner = replace(context, around=None)
    if isinstance(what, RawName | RawCall):
        text = what.text if isinstance(what, RawName) else what.function
        info = scope.names.get(text) if isinstance(what, RawName) else None
        if info is not None and info.per_player and text not in context.locals:
            owner = checker.need(inner, owner_raw, PLAYER)
            return checker.poisoned(context, raw, info.type, owner) or Name(
                info.type, checker.at(context, raw), text, owner
            )
        source = scope.vocabulary.definitions.get(text)
        if source is not None:
            owner = checker.need(inner, owner_raw, PLAYER)
            arguments = what.arguments if isinstance(what, RawCall) else ()
            if len(arguments) != len(source.parameters):
                return wrong_count(checker, context, raw, text, source.parameters, len(arguments))
            return checker.inline(context, raw, source, arguments, expected, owner)
        return _no_possession(checker, context, what, owner_raw, text, info)
    message = "only what a player has can stand before `of`"
    return checker.fault(context, what, "T312", message, "such as `total of p` or `hand of left`")


def _no_possession(
    checker: Checker, context: Context, what: Raw, owner: Raw, text: str, info: NameInfo | None
) -> Node:
    scope = checker.scope
    if text in FUNCTIONS or text in ITEM_FUNCTIONS:
        inside = f"{text}(hand of {checker.words(context, owner)})"
        return checker.fault(
            context, what, "T312", f"`{text}` is a function", f"write for example `{inside}`"
        )
    if text in CARD_WORDS or text in ("kind", "owner", "size", "cards"):
        hint = f"write `{checker.words(context, owner)}.{text}`"
        return checker.fault(context, what, "T312", f"no player has `{text}`", hint)
    if info is not None:
        message = f"`{text}` belongs to no player"
        return checker.fault(context, what, "T312", message, f"write just `{text}`")
    mine = [n for n, i in scope.names.items() if i.per_player]
    known = (*mine, *scope.vocabulary.definitions)
    hint = did_you_mean(text, known) or where_known(text, scope)
    fix, sure = meant_for(text, known)
    return checker.fault(context, what, "T301", f"`{text}` is not known here", hint, fix, sure)


def wrong_count(
    checker: Checker,
    context: Context,
    raw: Raw,
    text: str,
    parameters: tuple[str, ...],
    given: int,
) -> Node:
    """Report a wrong number of arguments."""
    takes = f"{len(parameters)} argument{'s' * (len(parameters) != 1)}"
    hint = f"write `{text}({', '.join(parameters)})`" if parameters else f"write `{text}`"
    message = f"`{text}` takes {takes}, not {given}"
    return checker.fault(context, raw, "T305", message, hint)


def openness(checker: Checker, context: Context, raw: RawName) -> int:
    """How much a word needs others to say what is meant."""
    text, scope = raw.text, checker.scope
    if text in context.parameters:
        argument = context.parameters[text]
        return checker.openness(argument.context, argument.raw)
    if text in context.locals or any(text in item.words for item in context.items):
        return CLEAR
    if text == "card" and (scope.card or scope.stands_for):
        return CLEAR
    if scope.subject and (text in CARD_WORDS or text in MELD_SETS or text in ("cards", "size")):
        return CLEAR
    info = scope.names.get(text)
    if info is not None:
        return CHOSEN if info.type.words else CLEAR
    source = scope.vocabulary.definitions.get(text)
    if source is not None:
        if source.parameters or text in context.using:
            return DEFINED
        body = checker.body(source)
        if body is None:
            return DEFINED
        inner = checker.definition_context(context, source, (), context.me)
        return min(DEFINED, checker.openness(inner, body))
    return WORD if word_types(text, scope) or text not in CARD_WORDS else CLEAR


def is_word(checker: Checker, context: Context, raw: Raw) -> bool:
    """Whether a piece means something only where a type is expected."""
    if isinstance(raw, RawName):
        open_ = openness(checker, context, raw) >= NUMERAL
        return open_ and bool(word_types(raw.text, checker.scope))
    return checker.openness(context, raw) >= NUMERAL


def named_number(checker: Checker, context: Context, raw: RawCompare) -> tuple[Node, Node] | None:
    """``max_hands == none``: a number compared with the name of one of its values."""
    for here, there, swapped in ((raw.left, raw.right, False), (raw.right, raw.left, True)):
        if not isinstance(here, RawName) or not isinstance(there, RawName):
            continue
        info = checker.scope.names.get(here.text)
        if info is None or there.text in context.locals or there.text in context.parameters:
            continue
        values = dict(info.values)
        if there.text in values:
            one = checker.node(context, here, None)
            other = Const(NUMBER, checker.at(context, there), values[there.text])
            return (other, one) if swapped else (one, other)
    return None


def _unknown(checker: Checker, context: Context, raw: RawName, expected: Type | None) -> Node:
    """Say what may be meant by a word that means nothing here."""
    text, scope = raw.text, checker.scope
    if expected == POISON:  # what it should mean hangs on another fault
        return Const(POISON, checker.at(context, raw), 0)
    if text in FUNCTIONS or text in ITEM_FUNCTIONS:
        hint = _function_use(text)
        message = f"`{text}` is a function and needs parentheses"
        return checker.fault(context, raw, "T305", message, hint)
    types = word_types(text, scope)
    candidates = _fitting(checker, context, expected)
    near = did_you_mean(text, candidates)
    if types and expected is None:
        kind = types[0]
        message = f"`{text}` is {a(kind)}, but nothing here says that one is meant"
        return checker.fault(context, raw, "T309", message, _meant(text, kind))
    if types and expected is not None:
        message = f"`{text}` is {a(types[0])}, not {a(expected)}"
        hint = near or mismatch(text, types[0], expected)
        code = "T303" if expected.words or expected in (RANK, SUIT, COLOUR, KIND, CARD) else "T302"
        return checker.fault(context, raw, code, message, hint)
    if expected is not None and (words := words_of(expected, scope.vocabulary)):
        known = " ".join(list(words)[:14])
        hint = near or where_known(text, scope)
        hint = hint or (f"there are {known}" if len(words) <= 14 else "a card is written `7H`")
        if expected.words:
            option = expected.name.removeprefix("value of ")
            return checker.fault(
                context,
                raw,
                "T303",
                f"`{option}` has no choice `{text}`",
                hint,
                *meant_for(text, candidates),
            )
        message = f"there is no {expected} `{text}`"
        return checker.fault(context, raw, "T303", message, hint, *meant_for(text, candidates))
    note = where_known(text, scope)
    hint = "; ".join(part for part in (near if not note else "", note) if part)
    fix, sure = meant_for(text, candidates) if near and not note else (None, False)
    return checker.fault(context, raw, "T301", f"`{text}` is not known here", hint, fix, sure)


def _function_use(text: str) -> str:
    function = ITEM_FUNCTIONS.get(text) or FUNCTIONS.get(text)
    assert function is not None
    return f"write for example `{function.examples[0]}`"


def _meant(text: str, kind: Type) -> str:
    example = {RANK: "rank", SUIT: "suit", COLOUR: "colour", KIND: "kind", CARD: "face"}.get(kind)
    if example is None:
        example = kind.name.removeprefix("value of ")
    return f"compare it: `{example} == {text}`"


def _fitting(checker: Checker, context: Context, expected: Type | None) -> list[str]:
    """Names and words that could stand here, for the nearest-word hint."""
    scope = checker.scope

    def fits(type_: Type) -> bool:
        return expected is None or type_ == expected

    found = [n for n, local in context.locals.items() if fits(local.type)]
    found += list(context.parameters)
    if expected is not None:
        found += list(words_of(expected, scope.vocabulary))
    for item in context.items:
        found += [n for n, word in item.words.items() if fits(word.type)]
    found += [n for n, info in scope.names.items() if fits(info.type)]
    found += [n for n, d in scope.vocabulary.definitions.items() if not d.parameters]
    if scope.subject:
        found += ["size"] if fits(NUMBER) else []
        found += [n for n, (_, type_) in MELD_SETS.items() if fits(type_)]
    return list(dict.fromkeys(found))
