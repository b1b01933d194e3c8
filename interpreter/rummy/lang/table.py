"""The parse table of the grammar, ready made, in the form that Lark reads.

Working the table out from the grammar takes longer than reading and checking all
expressions of a game. So it lies beside the grammar, written down in
``table_data`` by ``tests/lang/parse_table.py``; a test makes it anew and wants
the same.
"""

from __future__ import annotations

from typing import Any

from rummy.lang.table_data import END, RULES, STATES, TERMINALS

FORMS = ("1.1.", "1.2.", "1.3.")
"""Versions of Lark that read this form; any other works the table out by itself."""
OPTIONS: dict[str, Any] = {
    "parser": "lalr",
    "lexer": "basic",
    "keep_all_tokens": True,
    "maybe_placeholders": False,
    "start": ["start"],
    "priority": "normal",
}
"""How the grammar is read, with and without the table."""
IGNORED = "__IGNORE_0"
"""The terminal of blanks between words."""
SHIFT, REDUCE = 0, 1


def table() -> dict[str, Any]:
    """What ``Lark.load`` takes: a parser as ``Lark.save`` would write it."""
    first = len(TERMINALS)
    memo: dict[int, dict[str, Any]] = {n: _terminal(*t) for n, t in enumerate(TERMINALS)}
    memo |= {first + n: _rule(*rule) for n, rule in enumerate(RULES)}
    rules = [{"@": first + n} for n in range(len(RULES))]
    symbols = dict.fromkeys(symbol for row in STATES for symbol in row)
    parser = {
        "lexer_conf": {
            "terminals": [{"@": n} for n in range(first)],
            "ignore": [IGNORED],
            "g_regex_flags": 0,
            "use_bytes": False,
            "lexer_type": OPTIONS["lexer"],
            "__type__": "LexerConf",
        },
        "parser_conf": {
            "rules": rules,
            "start": OPTIONS["start"],
            "parser_type": OPTIONS["parser"],
            "__type__": "ParserConf",
        },
        "parser": {
            "tokens": {symbol: symbol for symbol in symbols},
            "states": {
                n: {
                    symbol: (SHIFT, act) if act >= 0 else (REDUCE, rules[~act])
                    for symbol, act in row.items()
                }
                for n, row in enumerate(STATES)
            },
            "start_states": {"start": 0},
            "end_states": {"start": END},
        },
        "__type__": "ParsingFrontend",
    }
    data = {"parser": parser, "rules": rules, "options": OPTIONS, "__type__": "Lark"}
    return {"data": data, "memo": memo}


def _terminal(
    name: str, value: str, raw: str | None, priority: int, width: tuple[int, ...]
) -> dict[str, Any]:
    """A word or sign; ``width`` is empty where it is one fixed text."""
    pattern: dict[str, Any] = {"value": value, "flags": [], "raw": raw, "__type__": "PatternStr"}
    if width:
        pattern |= {"_width": list(width), "__type__": "PatternRE"}
    return {"name": name, "pattern": pattern, "priority": priority, "__type__": "TerminalDef"}


def _rule(origin: str, parts: str, order: int, alias: str | None, alone: bool) -> dict[str, Any]:
    """A rule; ``alone``: it vanishes where it has a single part."""
    return {
        "origin": {"name": origin, "__type__": "NonTerminal"},
        "expansion": [_symbol(part) for part in parts.split()],
        "order": order,
        "alias": alias,
        "options": {
            "keep_all_tokens": True,
            "expand1": alone,
            "priority": None,
            "template_source": None,
            "empty_indices": (),
            "__type__": "RuleOptions",
        },
        "__type__": "Rule",
    }


def _symbol(name: str) -> dict[str, Any]:
    if name.isupper():
        return {"name": name, "filter_out": False, "__type__": "Terminal"}
    return {"name": name, "__type__": "NonTerminal"}
