"""From text to raw trees. Lark ends here: nothing of it leaves this module.

The parser is made once a process, when the first expression is parsed: from the
ready table, or from the grammar where the installed Lark does not read its form.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import lark
from lark import Lark, Token
from lark.exceptions import UnexpectedCharacters, UnexpectedToken
from lark.visitors import Transformer_NonRecursive

from rummy.frozen import dataclass
from rummy.lang.raw import (
    Raw,
    RawAnd,
    RawArith,
    RawCall,
    RawChoice,
    RawCompare,
    RawEach,
    RawField,
    RawIn,
    RawName,
    RawNegative,
    RawNot,
    RawNumber,
    RawOf,
    RawOr,
    RawRange,
    RawSet,
    RawTruth,
    RawWhere,
)
from rummy.lang.table import FORMS, OPTIONS, table

_LOCK = threading.Lock()


@dataclass(frozen=True, slots=True)
class Unexpected(Exception):
    """The text is no sentence: where, what stands there, what could.

    ``text`` is empty at the end of the expression. ``wanted`` are words for
    people: "a value", "an operator", "`)`".
    """

    start: int
    end: int
    text: str
    wanted: tuple[str, ...]
    kinds: frozenset[str]
    """Groups that could stand here: value, compare, arith, logic, close, ..."""


# Terminals of the grammar: the group that they belong to, and words for people.
_GROUPS: dict[str, tuple[str, str]] = {
    "NUMBER": ("value", "a value"),
    "NAME": ("value", "a value"),
    "WORD": ("value", "a value"),
    "TRUE": ("value", "a value"),
    "FALSE": ("value", "a value"),
    "NOT": ("not", "a value"),
    "MINUS": ("arith", "an operator"),
    "PLUS": ("arith", "an operator"),
    "TIMES": ("arith", "an operator"),
    "COMPARE": ("compare", "an operator"),
    "IN": ("in", "an operator"),
    "AND": ("logic", "an operator"),
    "OR": ("logic", "an operator"),
    "DOTS": ("dots", "an operator"),
    "DOT": ("dot", "an operator"),
    "OF": ("of", "an operator"),
    "IF": ("if", "an operator"),
    "ELSE": ("else", "`else`"),
    "WHERE": ("where", "`where`"),
    "FOR": ("for", "`for`"),
    "COMMA": ("comma", "`,`"),
    "OPEN": ("open", "`(`"),
    "CLOSE": ("close", "`)`"),
    "OPEN_SET": ("open_set", "a value"),
    "CLOSE_SET": ("close_set", "`}`"),
    "$END": ("end", "the end"),
}
_ORDER = (
    "a value",
    "`else`",
    "an operator",
    "`)`",
    "`}`",
    "`,`",
    "a name",
    "`for`",
    "`where`",
    "`(`",
    "the end",
)
MOST_ALTERNATIVES = 4


class _Build(Transformer_NonRecursive[Token, Raw]):
    """Builds raw trees from Lark's; a method a rule or alias of the grammar."""

    def start(self, c: list[Any]) -> Raw:
        whole: Raw = c[0]
        return whole

    def number(self, c: list[Any]) -> Raw:
        return RawNumber(*_ends(c), str(c[0]))

    def name(self, c: list[Any]) -> Raw:
        return RawName(*_ends(c), str(c[0]))

    def yes(self, c: list[Any]) -> Raw:
        return RawTruth(*_ends(c), True)

    def no(self, c: list[Any]) -> Raw:
        return RawTruth(*_ends(c), False)

    def group(self, c: list[Any]) -> Raw:
        start, end = _ends(c)
        inside: Raw = c[1]
        return replace(inside, start=start, end=end)

    def arguments(self, c: list[Any]) -> list[Raw]:
        return [item for item in c if isinstance(item, Raw)]

    def set_of(self, c: list[Any]) -> Raw:
        return RawSet(*_ends(c), tuple(c[1]))

    def call(self, c: list[Any]) -> Raw:
        arguments = next((tuple(item) for item in c if isinstance(item, list)), ())
        each = next((item for item in c if isinstance(item, RawEach)), None)
        return RawCall(*_ends(c), str(c[0]), _ends(c[:1])[1], arguments, each)

    def each_item(self, c: list[Any]) -> RawEach:
        return RawEach("", c[1].start, c[1])

    def each_named(self, c: list[Any]) -> RawEach:
        return RawEach(str(c[1]), _ends(c[1:2])[0], c[3])

    def where(self, c: list[Any]) -> Raw:
        return RawWhere(*_ends(c), c[0], c[2])

    def choose(self, c: list[Any]) -> Raw:
        return RawChoice(*_ends(c), c[0], c[2], c[4])

    def any_of(self, c: list[Any]) -> Raw:
        return RawOr(*_ends(c), tuple(c[::2]))

    def all_of(self, c: list[Any]) -> Raw:
        return RawAnd(*_ends(c), tuple(c[::2]))

    def negate(self, c: list[Any]) -> Raw:
        return RawNot(*_ends(c), c[1])

    def compare(self, c: list[Any]) -> Raw:
        return RawCompare(*_ends(c), str(c[1]), c[0], c[2], *_ends(c[1:2]))

    def within(self, c: list[Any]) -> Raw:
        return RawIn(*_ends(c), c[0], c[2], False)

    def without(self, c: list[Any]) -> Raw:
        return RawIn(*_ends(c), c[0], c[3], True)

    def dots(self, c: list[Any]) -> Raw:
        return RawRange(*_ends(c), c[0], c[2])

    def arith(self, c: list[Any]) -> Raw:
        return RawArith(*_ends(c), str(c[1]), c[0], c[2], *_ends(c[1:2]))

    def minus(self, c: list[Any]) -> Raw:
        return RawNegative(*_ends(c), c[1])

    def of(self, c: list[Any]) -> Raw:
        return RawOf(*_ends(c), c[0], c[2])

    def field(self, c: list[Any]) -> Raw:
        return RawField(*_ends(c), c[0], str(c[2]), _ends(c[2:])[0])


def _ends(c: list[Any]) -> tuple[int, int]:
    return _span(c[0])[0], _span(c[-1])[1]


def _span(part: Token | Raw) -> tuple[int, int]:
    if isinstance(part, Raw):
        return part.start, part.end
    assert part.start_pos is not None and part.end_pos is not None  # all tokens come from a text
    return part.start_pos, part.end_pos


@cache
def _made() -> Callable[[str], Raw]:
    parser = Lark.load(table()) if lark.__version__.startswith(FORMS) else _from_grammar()
    build = _Build()
    return lambda text: build.transform(parser.parse(text))


def _from_grammar() -> Lark:
    from importlib import resources

    grammar = resources.files("rummy.lang").joinpath("grammar.lark").read_text(encoding="utf-8")
    return Lark(grammar, **OPTIONS)


def parse(text: str) -> Raw:
    """The raw tree of an expression; raises ``Unexpected`` if it is none.

    The text must have passed ``rummy.lang.slips.before``.
    """
    with _LOCK:
        read = _made()
    try:
        return read(text)
    except UnexpectedToken as error:
        raise _unexpected(error, text) from None
    except UnexpectedCharacters as error:
        at = error.pos_in_stream or 0
        raise Unexpected(at, at + 1, text[at : at + 1], ("a value",), frozenset()) from None


def _unexpected(error: UnexpectedToken, text: str) -> Unexpected:
    accepted = set(error.accepts or error.expected)
    groups = {_GROUPS[name][0] for name in accepted}
    words = {_GROUPS[name][1] for name in accepted}
    if "value" in groups:  # a minus or bracket here only begins a value
        words -= {"an operator", "`(`"}
    elif "not" in groups:  # of `not in`
        words = (words - {"a value"}) | {"an operator"}
    if accepted == {"NAME"}:
        words = {"a name"}
    wanted = tuple(sorted(words, key=_ORDER.index))[:MOST_ALTERNATIVES]
    if error.token.type == "$END":
        end = len(text.rstrip())
        return Unexpected(end, end, "", wanted, frozenset(groups))
    start = error.token.start_pos
    shown = str(error.token)
    assert start is not None
    return Unexpected(start, start + len(shown), shown, wanted, frozenset(groups))
