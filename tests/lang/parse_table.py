"""Writes the parse table of the grammar down, for ``rummy.lang.table``.

    python tests/lang/parse_table.py

Run it after a change of ``grammar.lark``. States are numbered in the order in
which a walk from the first one meets them, so that the same grammar gives the
same file wherever it is made.
"""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import Any

from lark import Lark
from lark.grammar import Rule
from lark.lexer import TerminalDef
from rummy.lang.limits import MAX_LENGTH
from rummy.lang.table import OPTIONS, REDUCE, SHIFT

HEAD = '''"""Made by ``tests/lang/parse_table.py`` from ``grammar.lark``; not written by hand."""

from __future__ import annotations

from typing import Final

'''


def fresh() -> tuple[dict[str, Any], dict[int, Any]]:
    """The parser that Lark makes of the grammar, as Lark writes it down, and its memo.

    The states are numbered as in the file.
    """
    grammar = resources.files("rummy.lang").joinpath("grammar.lark").read_text(encoding="utf-8")
    data, memo = Lark(grammar, **OPTIONS).memo_serialize([TerminalDef, Rule])
    parser = data["parser"]["parser"]
    names = parser["tokens"]
    rows = {
        state: {names[number]: act for number, act in row.items()}
        for state, row in parser["states"].items()
    }
    order = [parser["start_states"]["start"]]
    for state in order:
        for _, (kind, to) in sorted(rows[state].items()):
            if kind == SHIFT and to not in order:
                order.append(to)
    number = {state: n for n, state in enumerate(order)}
    assert len(number) == len(rows), "a state that nothing leads to"
    parser["states"] = {
        number[state]: {
            name: (kind, number[to] if kind == SHIFT else to)
            for name, (kind, to) in sorted(rows[state].items())
        }
        for state in order
    }
    parser["tokens"] = {name: name for name in names.values()}
    parser["start_states"] = {"start": number[parser["start_states"]["start"]]}
    parser["end_states"] = {"start": number[parser["end_states"]["start"]]}
    for entry in memo.values():  # no expression is longer, and "endless" is a number of the system
        if "_width" in entry.get("pattern", ()):
            entry["pattern"]["_width"] = [min(n, MAX_LENGTH) for n in entry["pattern"]["_width"]]
    return data, memo


def text() -> str:
    """The file as it should stand."""
    data, memo = fresh()
    terminals = [entry for entry in memo.values() if entry["__type__"] == "TerminalDef"]
    rules = [entry for entry in memo.values() if entry["__type__"] == "Rule"]
    lines = ["TERMINALS: Final[tuple[tuple[str, str, str | None, int, tuple[int, ...]], ...]] = ("]
    for each in terminals:
        pattern = each["pattern"]
        width = tuple(pattern.get("_width", ()))
        parts = (str(each["name"]), pattern["value"], pattern["raw"], each["priority"], width)
        lines.append(f"    {parts!r},")
    lines += [
        ")",
        '"""Words and signs: name, text or pattern, as written, priority, least and most length."""',
        "RULES: Final[tuple[tuple[str, str, int, str | None, bool], ...]] = (",
    ]
    for each in rules:
        parts = " ".join(str(part["name"]) for part in each["expansion"])
        alias = None if each["alias"] is None else str(each["alias"])
        origin, alone = str(each["origin"]["name"]), each["options"]["expand1"]
        lines.append(f"    {(origin, parts, each['order'], alias, alone)!r},")
    lines += [
        ")",
        '"""Rules: name, parts, which of the name, alias, whether a single part stands for itself."""',
        f"END: Final = {data['parser']['parser']['end_states']['start']}",
        '"""The state in which all is read."""',
        "STATES: Final[tuple[dict[str, int], ...]] = (",
    ]
    for row in data["parser"]["parser"]["states"].values():
        acts = {
            str(name): ~(to["@"] - len(terminals)) if kind == REDUCE else to
            for name, (kind, to) in row.items()
        }
        lines.append(f"    {acts!r},")
    lines += [
        ")",
        '"""By state and symbol: go to a state, or, below zero, reduce by the rule ``~n``."""',
    ]
    return HEAD + "\n".join(lines) + "\n"


if __name__ == "__main__":
    import rummy.lang.table

    place = Path(rummy.lang.table.__file__).with_name("table_data.py")
    place.write_text(text(), encoding="utf-8")
    print(f"{place}: written")
