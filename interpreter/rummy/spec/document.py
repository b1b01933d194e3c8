"""The tables of the reference page, made from the tables that the reader uses.

``python -m rummy.spec.document docs/spec-language.md`` writes them anew between
the marks ``<!-- table: NAME -->`` and ``<!-- end of table -->``; a test fails
when the page is not fresh. Nothing here knows a game.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path

from rummy.lang import limits
from rummy.lang.builtins import (
    FUNCTIONS,
    ITEM_FUNCTIONS,
    MELD_SETS,
    MELD_WORDS,
    PLACED_WORDS,
    PLAY_WORDS,
    STANDS_FOR_WORDS,
    ItemWord,
)
from rummy.lang.scope import NameInfo
from rummy.spec import scopes
from rummy.spec.keys import (
    RECORDS,
    Expect,
    Expression,
    Key,
    ListOf,
    Named,
    Record,
    Shapes,
    Size,
    Span,
    Text,
    Truth,
    Use,
    Version,
    Whole,
    Word,
    Words,
    ZoneText,
)

_MARK = re.compile(
    r"(?P<open><!-- table: (?P<name>[a-z_ ]+) -->\n).*?(?P<close><!-- end of table -->)", re.DOTALL
)
KNOWN: dict[str, str] = {
    "start": "`players`, `seats` and the options",
    "static": "`players`, `seats`, `packs` and the options",
    "deck_card": "as in static, and the item words of one card of the pack",
    "wild": "as in deck_card, `round`, `rounds_played`, and the zones of the table that all see; of "
    "one whose top card all see, `top(zone)`",
    "stands_for": "as in static; `rank`, `suit`, `colour`, `face` of the card stood for, and "
    "`wild_face`",
    "meld": "as in static; `cards` and `size` of the meld, and item functions over its cards",
    "new_meld": "as in turn and as in meld, of the meld that would be laid",
    "added": "as in meld, of the meld with the card added; `card` is that card",
    "round": "as in static, and the names of a round, zones and variables",
    "match": "as in round",
    "turn": "as in round, and the names of a turn; under `do` of a move with `lay_off` also `onto`, "
    "the meld that the card was added to",
    "card": "as in turn, and the item words of the card that is judged",
    "table_meld": "as in turn, and the words of a meld (`kind`, `owner`, ...) of the meld on the "
    "table",
    "opening": "as in turn, and `laid`: the melds laid in the opening so far",
    "score": "as in turn without `taken` and `in_turn`; `me` is the player who is counted",
    "check": "as in round, and `counted`: what each player's total grew by in the last round, and "
    "`round_over`: the round has ended",
    "caller": "whatever is known where the definition is used",
}
"""What expressions may speak about, by the scope of their key."""

_NAMES = {
    "name": "names",
    "kind": "kinds of meld or `any`",
    "text": "titles",
    "ranks": "ranks",
    "letter": "letters",
    "definition": "names, perhaps with parameters,",
    "seat": "seats",
}


def fill(page: str) -> str:
    """The page with every marked table as it is now."""
    made = tables()

    def replace(match: re.Match[str]) -> str:
        return f"{match['open']}{made[match['name']]}\n{match['close']}"

    return _MARK.sub(replace, page)


def tables() -> dict[str, str]:
    """All tables by name: one for each record, and those of the language."""
    made = {name: _record(record) for name, record in RECORDS.items()}
    made["functions"] = _rows(
        ("function", "gives", "meaning", "example"),
        (
            (_code(f.signature), str(f.result), f.doc, _codes(f.examples))
            for f in FUNCTIONS.values()
        ),
    )
    made["item functions"] = _rows(
        ("function", "of each item", "gives", "meaning", "example"),
        (
            (
                _code(f.name),
                " or ".join(map(str, f.body)) or "any one thing",
                str(f.result),
                f.doc,
                _codes(f.examples),
            )
            for f in ITEM_FUNCTIONS.values()
        ),
    )
    made["card words"] = _words(PLACED_WORDS)
    made["stands_for words"] = _words(STANDS_FOR_WORDS)
    made["meld words"] = _words(MELD_WORDS)
    made["play words"] = _words(PLAY_WORDS)
    made["meld sets"] = _rows(
        ("name", "type", "meaning"),
        (
            (_code(name), str(kind), f"The different {word}s of the meld's cards.")
            for name, (word, kind) in MELD_SETS.items()
        ),
    )
    made["round names"] = _names(scopes.ROUND)
    made["turn names"] = _names(scopes.TURN)
    made["expression limits"] = _limits()
    made["scopes"] = _scopes()
    return made


# --- keys -----------------------------------------------------------------


def _record(record: Record) -> str:
    return f'<a id="{record.name}"></a>\n\n' + _rows(
        ("key", "holds", "default", "meaning", "example"), map(_key, record.keys)
    )


def _key(key: Key) -> tuple[str, ...]:
    default = "**required**" if key.required else _default(key)
    about = key.about
    if key.only_with:
        about += f" (Only with {_codes(key.only_with, ' or ')}.)"
    return _code(key.name), holds(key.expect), default, about, _code(key.example)


def _default(key: Key) -> str:
    if not key.default:
        return "-"
    plain = re.fullmatch(r"[a-z_]+|[0-9]+|\{.*\}|[a-z]+ of [a-z]+", key.default)
    return _code(key.default) if plain else key.default


def holds(expect: Expect) -> str:
    """What may stand at a place, in words."""
    match expect:
        case Version():
            return "the number 1"
        case Text():
            return expect.what
        case Whole():
            return "whole number"
        case Truth():
            return "`true` or `false`"
        case Word():
            return _codes(expect.words, " or ")
        case Span():
            return "number or range"
        case Words():
            return f"{expect.what}s" if expect.what != "word" else "words"
        case Expression():
            instead = f", or {_codes(expect.instead, ' or ')}" if expect.instead else ""
            kind = "truth value" if expect.type == "truth" else expect.type
            return f"{kind} ([{expect.scope}](#which-names-where)){instead}"
        case Size():
            return "number, `n..m` or `n..`"
        case ZoneText():
            return "zone, or zone `of` player"
        case ListOf():
            inside = holds(expect.item)
            if inside.endswith(", or a list"):
                return f"{inside}; or a list of these"
            return f"{inside}, or a list" if expect.alone else f"list of {inside}"
        case Named():
            return f"{_NAMES[expect.names]} -> {holds(expect.entry)}"
        case Shapes():
            return f"{holds(expect.scalar)}, or {holds(expect.mapping)}"
        case Record():
            return _link(expect.name)
        case Use():
            return _link(expect.record)
        case _:
            raise TypeError(f"no words for {expect!r}")


def _link(record: str) -> str:
    return f"[{record.replace('_', ' ')}](#{record})"


def _scopes() -> str:
    users: dict[str, list[str]] = {scope: [] for scope in KNOWN}
    for record in RECORDS.values():
        for key in record.keys:
            for scope in _scopes_in(key.expect):
                users[scope].append(f"{record.name}.{key.name}".replace("spec.", ""))
    return _rows(
        ("scope", "what is known", "keys"),
        ((scope, KNOWN[scope], _codes(dict.fromkeys(keys))) for scope, keys in users.items()),
    )


def _scopes_in(expect: Expect) -> Iterator[str]:
    """The scopes of the expressions that may stand at a place itself."""
    match expect:
        case Expression():
            yield expect.scope
        case Size():
            yield "static"
        case ListOf():
            yield from _scopes_in(expect.item)
        case Named():
            yield from _scopes_in(expect.entry)
        case Shapes():
            yield from _scopes_in(expect.scalar)


# --- names and words ------------------------------------------------------


def _words(words: Mapping[str, ItemWord]) -> str:
    return _rows(
        ("word", "type", "meaning"), ((_code(w.name), str(w.type), w.doc) for w in words.values())
    )


def _names(names: Mapping[str, NameInfo]) -> str:
    return _rows(
        ("name", "type", "whose", "meaning"),
        (
            (_code(name), str(info.type), "each player's" if info.per_player else "-", info.about)
            for name, info in names.items()
        ),
    )


def _limits() -> str:
    """The bounds of expressions, with the text that stands below each."""
    body = ast.parse(Path(limits.__file__).read_text(encoding="utf-8")).body
    rows = []
    for statement, after in pairwise(body):
        if (
            isinstance(statement, ast.AnnAssign)
            and isinstance(statement.target, ast.Name)
            and isinstance(after, ast.Expr)
            and isinstance(after.value, ast.Constant)
        ):
            rows.append(
                (
                    str(after.value.value).replace("``", "`"),
                    f"{getattr(limits, statement.target.id):,}",
                )
            )
    return _rows(("what", "at most"), rows)


# --- Markdown -------------------------------------------------------------


def _rows(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join("| " + " | ".join(map(_cell, line)) + " |" for line in lines)


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _code(text: str) -> str:
    return f"`{text}`" if text else ""


def _codes(texts: Iterable[str], between: str = ", ") -> str:
    return between.join(map(_code, texts))


def main(paths: list[str]) -> None:
    """Write the tables of these pages anew."""
    for path in map(Path, paths):
        page = path.read_text(encoding="utf-8")
        path.write_text(fill(page), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
