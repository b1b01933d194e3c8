"""A small pretended spec for tests of the expression language."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from rummy.diagnostics import Diagnostic, Span
from rummy.lang.check import check
from rummy.lang.scope import DefinitionSource, Mapper, NameInfo, Scope, Vocabulary
from rummy.lang.trees import Local, Node
from rummy.lang.types import CARDS, MELDS, NUMBER, PLAYER, PLAYERS, TRUTH, Type, word_type

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = (("S", "spades"), ("H", "hearts"), ("D", "diamonds"), ("C", "clubs"))
ACES = word_type("aces", ("forced", "by_choice"))


def mapper(file: str) -> Mapper:
    """Offsets as columns of one line."""
    return lambda start, end: Span(file, 1, start + 1, 1, end + 1)


def define(**texts: str) -> dict[str, DefinitionSource]:
    """Definitions by name; ``f__a_b`` has the parameters a and b."""
    found = {}
    for key, text in texts.items():
        name, _, parameters = key.partition("__")
        pars = tuple(parameters.split("_")) if parameters else ()
        found[name] = DefinitionSource(name, pars, text, mapper(f"define.{name}"))
    return found


VOCABULARY = Vocabulary(
    RANKS, SUITS, ("black", "red"), ("pair", "set", "run"), ("run", "draw"), {}, 104, 5
)
STATIC = {
    "players": NameInfo(NUMBER, low=2, high=5),
    "packs": NameInfo(NUMBER, low=1, high=2),
    "target": NameInfo(NUMBER, low=100, high=1_000_000),
    "max_hands": NameInfo(NUMBER, low=0, high=10_000, values=(("none", 0),)),
    "aces": NameInfo(ACES),
    "passed_to": NameInfo(word_type("passed_to", ("left", "right"))),
    "new_melds": NameInfo(TRUTH),
}
ROUND = {
    **STATIC,
    "round": NameInfo(NUMBER, low=1, high=10_000),
    "dealer": NameInfo(PLAYER),
    "everyone": NameInfo(PLAYERS),
    "melds": NameInfo(MELDS),
    "stock": NameInfo(CARDS, pile=True),
    "last_points": NameInfo(NUMBER, True),
    "left": NameInfo(PLAYER, True),
    "right": NameInfo(PLAYER, True),
    "total": NameInfo(NUMBER, True),
    "earned": NameInfo(NUMBER, True),
    "hand": NameInfo(CARDS, True),
    "shown": NameInfo(CARDS, True),
    "opened": NameInfo(TRUTH, True),
}
TURN = {
    **ROUND,
    "me": NameInfo(PLAYER),
    "others": NameInfo(PLAYERS),
    "taken": NameInfo(CARDS),
    "in_turn": NameInfo(PLAYER),
}
OPENING = {**TURN, "laid": NameInfo(MELDS)}
HIDDEN = {"taken": "in the steps of a turn", "laid": "under `where` of an opening"}


def scope(kind: str, **definitions: str) -> Scope:
    """One of the scopes: static round turn card meld added table_meld opening stands_for."""
    words = replace(VOCABULARY, definitions=define(**definitions))
    names = {"static": STATIC, "meld": STATIC, "added": STATIC, "stands_for": STATIC}
    flags: dict[str, dict[str, bool]] = {
        "card": {"card": True},
        "meld": {"subject": True},
        "added": {"subject": True, "card": True},
        "table_meld": {"meld": True},
        "stands_for": {"stands_for": True},
    }
    names |= {"round": ROUND, "opening": OPENING}
    known = names.get(kind, TURN)
    hidden = {n: w for n, w in HIDDEN.items() if n not in known}
    return Scope(kind, known, words, elsewhere=hidden, **flags.get(kind, {}))


def findings(text: str, where: str | Scope, wanted: Type = TRUTH) -> list[Diagnostic]:
    """What is found in an expression."""
    within = scope(where) if isinstance(where, str) else where
    node, found = check(text, mapper("x"), within, wanted)
    assert (node is None) == bool(found)
    return found


def only(text: str, where: str | Scope, wanted: Type = TRUTH) -> Diagnostic:
    """The one finding in an expression."""
    found = findings(text, where, wanted)
    assert len(found) == 1, [f.short() for f in found] or text
    return found[0]


def marked(text: str, found: Diagnostic) -> str:
    """The piece of the text that the caret line is under."""
    return text[found.span.column - 1 : found.span.end_column - 1]


def tree(text: str, where: str | Scope, wanted: Type = TRUTH) -> Node:
    """The typed tree of a right expression."""
    within = scope(where) if isinstance(where, str) else where
    node, found = check(text, mapper("x"), within, wanted)
    assert node is not None, [f"{f.short()} | {f.hint}" for f in found]
    return node


def anonymous(node: Node) -> Node:
    """The tree without the names that an author gave to items."""
    changes: dict[str, Any] = {"name": ""} if isinstance(node, Local) and node.slot >= 0 else {}
    for item in fields(node):
        value = getattr(node, item.name)
        if isinstance(value, Node):
            changes[item.name] = anonymous(value)
        elif isinstance(value, tuple) and value and isinstance(value[0], Node):
            changes[item.name] = tuple(map(anonymous, value))
    return replace(node, **changes) if changes else node
