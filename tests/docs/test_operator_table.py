"""The table of operators says what the grammar does: which of two binds tighter."""

from __future__ import annotations

import re
from itertools import combinations

import pytest
from pages import ROOT
from rummy.lang.parser import parse
from rummy.lang.raw import (
    Raw,
    RawAnd,
    RawArith,
    RawChoice,
    RawCompare,
    RawField,
    RawIn,
    RawNegative,
    RawNot,
    RawOf,
    RawOr,
    RawRange,
)

LEVELS: list[tuple[str, tuple[str, ...], tuple[type[Raw], ...]]] = [
    ("if", ("{} if {} else {}",), (RawChoice,)),
    ("or", ("{} or {}",), (RawOr,)),
    ("and", ("{} and {}",), (RawAnd,)),
    ("not", ("not {}",), (RawNot,)),
    ("==", ("{} == {}", "{} < {}", "{} in {}", "{} not in {}"), (RawCompare, RawIn)),
    ("a..b", ("{}..{}",), (RawRange,)),
    ("+", ("{} + {}", "{} - {}"), (RawArith,)),
    ("*", ("{} * {}", "{} // {}", "{} % {}"), (RawArith,)),
    ("-a", ("-{}",), (RawNegative,)),
    ("of", ("{} of {}",), (RawOf,)),
    (".field", ("{}.size",), (RawField,)),
]
"""The levels in the order of the table, loosest first: a mark, samples, what is read."""


def rows() -> list[str]:
    """The first column of the table of operators on the page, without ``where`` and calls."""
    text = (ROOT / "docs" / "spec-language.md").read_text(encoding="utf-8")
    table = text.partition("| operator | meaning |")[2].partition("\n\n")[0]
    return [line.split("|")[1] for line in table.splitlines()[2:]][1:-1]


def test_the_table_has_the_levels_in_this_order() -> None:
    found = rows()
    assert len(found) == len(LEVELS)
    for row, (mark, _, _) in zip(found, LEVELS, strict=True):
        assert mark in row


def root(text: str) -> tuple[type[Raw], str]:
    """What is worked out last, and its sign if it is arithmetic."""
    tree = parse(text)
    return type(tree), tree.op if isinstance(tree, RawArith) else ""


@pytest.mark.parametrize(("loose", "tight"), [*combinations(range(len(LEVELS)), 2)])
def test_the_upper_of_two_operators_is_worked_out_last(loose: int, tight: int) -> None:
    for upper in LEVELS[loose][1]:
        signs = "".join(re.findall(r"[-+*/%]+", upper)) if "{} " in upper else ""
        for lower in LEVELS[tight][1]:
            inner = lower.format("p", "q")
            holes = upper.count("{}")
            for place in range(holes):
                parts = ["a", "b", "c"][:holes]
                parts[place] = inner
                kind, sign = root(upper.format(*parts))
                assert kind in LEVELS[loose][2], (upper, parts)
                if kind is RawArith:
                    assert sign == signs


def test_operators_of_one_level_go_from_left_to_right() -> None:
    for text, sign in (("a - b + c", "+"), ("a // b * c", "*"), ("a % b // c", "//")):
        assert root(text) == (RawArith, sign)
