"""The grammar: strict, no reserved word is a name, and who binds tighter."""

from __future__ import annotations

import itertools
import re
import subprocess
import sys
import threading
from importlib import resources

import pytest
from language_helpers import findings
from lark import Lark
from rummy.lang.parser import Unexpected, parse
from rummy.lang.raw import (
    Raw,
    RawAnd,
    RawArith,
    RawCall,
    RawChoice,
    RawCompare,
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
from rummy.lang.scope import KEYWORDS


def shape(raw: Raw) -> str:
    """The raw tree with parentheses around every piece that has parts."""
    match raw:
        case RawNumber() | RawName():
            return raw.text
        case RawTruth():
            return str(raw.value).lower()
        case RawOr() | RawAnd():
            word = " or " if isinstance(raw, RawOr) else " and "
            return "(" + word.join(map(shape, raw.items)) + ")"
        case RawNot():
            return f"(not {shape(raw.item)})"
        case RawCompare() | RawArith():
            return f"({shape(raw.left)} {raw.op} {shape(raw.right)})"
        case RawIn():
            word = "not in" if raw.negated else "in"
            return f"({shape(raw.item)} {word} {shape(raw.collection)})"
        case RawRange():
            return f"({shape(raw.low)} .. {shape(raw.high)})"
        case RawNegative():
            return f"(- {shape(raw.item)})"
        case RawOf():
            return f"({shape(raw.what)} of {shape(raw.owner)})"
        case RawField():
            return f"({shape(raw.of)} . {raw.field})"
        case RawChoice():
            return f"({shape(raw.yes)} if {shape(raw.condition)} else {shape(raw.no)})"
        case RawWhere():
            return f"({shape(raw.collection)} where {shape(raw.condition)})"
        case RawSet():
            return "{" + ", ".join(map(shape, raw.items)) + "}"
        case RawCall():
            inside = ", ".join(map(shape, raw.arguments))
            if raw.each is not None:
                named = f"{raw.each.name} in " if raw.each.name else ""
                inside += f" for {named}{shape(raw.each.collection)}"
            return f"{raw.function}({inside})"
    raise AssertionError(raw)


def test_the_grammar_has_no_conflicts_and_no_two_readings_of_a_word() -> None:
    text = resources.files("rummy.lang").joinpath("grammar.lark").read_text(encoding="utf-8")
    assert Lark(text, parser="lalr", lexer="basic", strict=True) is not None
    assert len(text.splitlines()) <= 120


def test_every_rule_of_the_grammar_has_a_comment() -> None:
    text = resources.files("rummy.lang").joinpath("grammar.lark").read_text(encoding="utf-8")
    lines = text.splitlines()
    rules = [n for n, line in enumerate(lines) if re.match(r"\??[a-z_]+:", line)]
    assert len(rules) > 15
    for n in rules:
        assert any("//" in line for line in lines[n - 1 : n + 1]), lines[n]


# Levels by hand from the description of the language, loosest first.
LEVEL = {
    "or": 1,
    "and": 2,
    **dict.fromkeys(("==", "!=", "<", "<=", ">", ">=", "in", "not in"), 4),
    "..": 5,
    **dict.fromkeys("+-", 6),
    **dict.fromkeys(("*", "//", "%"), 7),
    "of": 9,
}
PAIRS = list(itertools.product(LEVEL, LEVEL))


@pytest.mark.parametrize(("first", "second"), PAIRS, ids=lambda word: word)
def test_of_two_operators_the_tighter_one_is_read_first(first: str, second: str) -> None:
    text = f"a {first} b {second} c"
    one, other = LEVEL[first], LEVEL[second]
    if one == other and one in (4, 5):
        with pytest.raises(Unexpected):
            parse(text)
        return
    if one == other and one in (1, 2):
        expected = f"({text})"
    elif one < other or first == second == "of":
        expected = f"(a {first} (b {second} c))"
    else:
        expected = f"((a {first} b) {second} c)"
    assert shape(parse(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("not a and b", "((not a) and b)"),
        ("not a == b", "(not (a == b))"),
        ("not not a", "(not (not a))"),
        ("-a * b", "((- a) * b)"),
        ("a * -b", "(a * (- b))"),
        ("-total of p", "(- (total of p))"),
        ("- -a", "(- (- a))"),
        ("total of m.owner", "(total of (m . owner))"),
        ("total of left of dealer", "(total of (left of dealer))"),
        ("x of (a if b else c)", "(x of (a if b else c))"),
        ("a if b else c if d else e", "(a if b else (c if d else e))"),
        ("a if b or c else d and e", "(a if (b or c) else (d and e))"),
        ("count(shown of p)", "count((shown of p))"),
        ("count(hand where a or b)", "count((hand where (a or b)))"),
        ("sum(count(shown of p) for p in everyone)", "sum(count((shown of p)) for p in everyone)"),
        ("sum(10 * n for n in 3..size)", "sum((10 * n) for n in (3 .. size))"),
        ("any(a for m where b)", "any(a for (m where b))"),
        ("count(x in y)", "count((x in y))"),
        ("any(n in y for n in z)", "any((n in y) for n in z)"),
        ("least_cost(hand where rank != A, 10)", "least_cost((hand where (rank != A)), 10)"),
        ("{a, b, 3} == c", "({a, b, 3} == c)"),
        ("2..5", "(2 .. 5)"),
        ("10H == 7", "(10H == 7)"),
        ("iffy or notes and inside", "(iffy or (notes and inside))"),
        ("true and not false", "(true and (not false))"),
        ("(hand where a).b", "((hand where a) . b)"),
    ],
)
def test_expressions_are_read_as_described(text: str, expected: str) -> None:
    assert shape(parse(text)) == expected


def test_parentheses_belong_to_the_piece_inside() -> None:
    raw = parse("(a + b) * c")
    assert isinstance(raw, RawArith)
    assert (raw.start, raw.end) == (0, 11)
    assert (raw.left.start, raw.left.end) == (0, 7)


PLACES = (
    "{}",
    "{} > 1",
    "1 + {}",
    "f({})",
    "sum(1 for {} in 1..2)",
    "a.{}",
    "{}(1)",
    "x of {}",
    "{{{}}}",
)


@pytest.mark.parametrize("word", [w for w in KEYWORDS if w not in ("true", "false", "not")])
@pytest.mark.parametrize("place", PLACES)
def test_a_reserved_word_is_no_name_and_the_finding_is_at_the_word(word: str, place: str) -> None:
    text = place.format(word)
    found = findings(text, "turn")
    assert [f.code[0] for f in found] == ["T"]
    at = len(place[: place.index("{}")].replace("{{", "{"))
    assert found[0].span.column == at + 1, found[0].short()


@pytest.mark.parametrize("word", ["true", "false", "not"])
@pytest.mark.parametrize("place", ["sum(1 for {} in 1..2)", "a.{}", "{}(1)"])
def test_a_reserved_value_is_no_name(word: str, place: str) -> None:
    if (word, place) == ("not", "{}(1)"):
        return  # `not (1)` is a sentence
    assert findings(place.format(word), "turn")[0].code == "T320"


def test_the_grammar_can_be_read_by_many_threads_at_once() -> None:
    shapes: list[str] = []
    threads = [
        threading.Thread(target=lambda: shapes.append(shape(parse("a + b * c")))) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert shapes == ["(a + (b * c))"] * 8


def test_nothing_but_the_parser_knows_the_parser_library() -> None:
    folder = resources.files("rummy.lang")
    for file in folder.iterdir():
        if file.name.endswith(".py") and file.name != "parser.py":
            assert not re.search(r"^\s*(from|import) lark", file.read_text(encoding="utf-8"), re.M)


def test_importing_the_parser_does_not_build_the_grammar() -> None:
    code = "import rummy.lang.parser as p; print(p._made.cache_info().currsize)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "0"
