"""The usual slips: the right place, the right words, no grammar talk."""

from __future__ import annotations

import re
from importlib import resources

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from language_helpers import findings, marked, only
from rummy.lang.check import check_definition
from rummy.lang.scope import DefinitionSource

# text, code, the piece that is marked, what the hint or message must hold, the fixed text
SLIPS = [
    ("size >=", "T320", "", "a value is missing", None),
    ("", "T320", "", "missing", None),
    ("size => 3", "T321", "=>", "write `>=`", "size >= 3"),
    ("size =< 3", "T321", "=<", "write `<=`", "size <= 3"),
    ("size <> 3", "T321", "<>", "write `!=`", "size != 3"),
    ("size = 3", "T321", "=", "write `==`", "size == 3"),
    ("size === 3", "T321", "===", "write `==`", "size == 3"),
    ("same(rank) && same(suit)", "T321", "&&", "write `and`", "same(rank) and same(suit)"),
    ("same(rank)||same(suit)", "T321", "||", "write `or`", "same(rank) or same(suit)"),
    ("!same(rank)", "T321", "!", "write `not`", "not same(rank)"),
    ("size is 3", "T321", "is", "write `==`", "size == 3"),
    ("size is not 3", "T321", "is not", "write `!=`", "size != 3"),
    ("size ≥ 3", "T321", "≥", "write `>=`", "size >= 3"),
    ("size − 1 > 3", "T321", "−", "typographic", "size - 1 > 3"),
    ("size – 1 > 3", "T321", "–", "dash", "size - 1 > 3"),
    ("size / 2 > 3", "T321", "/", "write `//`", "size // 2 > 3"),
    ("2**3 == 8", "T321", "**", "no powers", None),
    ("2^3 == 8", "T321", "^", "no powers", None),
    ("9**9**9**9 > 1", "T321", "**", "no powers", None),
    ("size in 2...5", "T321", "...", "write `..`", "size in 2..5"),
    ("3 <= size <= 5", "T327", "<=", "a < b and b < c", None),
    ("size == 3 == true", "T327", "==", "chained", None),
    ("count(hand", "T322", "", "`)` is missing", None),
    ("count(hand))", "T322", ")", "closes nothing", "count(hand)"),
    ("size in {3, 4", "T322", "", "`}` is missing", None),
    ("size in {3, 4)", "T322", ")", "`}` is missing", None),
    ("size in {3, 4,}", "T323", ",", "comma too many", "size in {3, 4}"),
    ("f(3,)", "T323", ",", "comma too many", "f(3)"),
    ("f(3,,4)", "T323", ",", "comma too many", "f(3,4)"),
    ("size > 3 then 4", "T330", "then", "a if condition else b", None),
    ("if size > 3 then 4 else 5", "T330", "if", "a if condition else b", None),
    ("3 if size > 3", "T330", "", "`else` is missing", None),
    ("size > 3 ? 4 : 5", "T330", "?", "a if condition else b", None),
    ("any(face == 10 H)", "T329", "10 H", "write `10H`", "any(face == 10H)"),
    ("any(face == Q S)", "T329", "Q S", "write `QS`", "any(face == QS)"),
    ("any(face == 10♥)", "T324", "10♥", "write `10H`", "any(face == 10H)"),
    ("any(suit == ♠)", "T324", "♠", "write `spades`", "any(suit == spades)"),
    ('all(rank in {"A" "K"})', "T326", '"A"', "without quotes", 'all(rank in {A "K"})'),
    ("all(rank != “A”)", "T326", "“A”", "write `A` without quotes", "all(rank != A)"),
    ("all(rank != 'A')", "T326", "'A'", "write `A` without quotes", "all(rank != A)"),
    ('"unfinished', "T326", '"unfinished', "never ends", None),
    ("all(rank in {A K})", "T320", "K", "commas", None),
    ("all same suit", "T320", "same", "all(same)", None),
    ("hand.count() > 3", "T328", ".count(", "count(x)", None),
    ("size * 0.5 > 1", "T325", "0.5", "whole numbers", None),
    ("size[0] > 1", "T324", "[", "{3, 5, J}", None),
    ("größe > 3", "T324", "größe", "outside a-z", None),
    ("аll(wild)", "T324", "аll", "cyrillic", None),
    ("size > 3; size < 5", "T324", ";", "one expression", None),
    ("size > 3 AND size < 5", "T320", "AND", "write `and`", "size > 3 and size < 5"),
    ("hand where rank == A", "T320", "where", "in parentheses", None),
    ("size > +3", "T320", "+", "take it away", "size > 3"),
    ("a.3", "T320", "3", "a name was expected", None),
    ("{}", "T320", "}", "a value was expected", None),
    ("size of", "T320", "", "a value is missing", None),
]


@pytest.mark.parametrize(
    ("text", "code", "piece", "words", "fixed"), SLIPS, ids=[s[0] for s in SLIPS]
)
def test_a_slip_is_found_in_its_place_with_words_that_help(
    text: str, code: str, piece: str, words: str, fixed: str | None
) -> None:
    found = only(text, "meld")
    assert found.code == code, found.short()
    assert marked(text, found) == piece
    assert words in f"{found.message} | {found.hint}"
    if fixed is not None:
        (fix,) = found.fixes
        start, end = fix.span.column - 1, fix.span.end_column - 1
        assert text[:start] + fix.text + text[end:] == fixed


@pytest.mark.parametrize("text", ["size >=", "  size >=   ", "count(hand"])
def test_at_the_end_the_place_is_one_past_the_last_sign(text: str) -> None:
    found = only(text, "meld")
    assert found.span.column == len(text.rstrip()) + 1
    assert found.span.column == found.span.end_column


def test_a_missing_bracket_shows_where_it_was_opened() -> None:
    (label,) = only("size > (3 + 4", "meld").labels
    assert label.span.column == 8


def test_a_range_written_with_a_minus_is_recognised() -> None:
    text = "size in 2-5"
    found = only(text, "meld")
    assert (found.code, marked(text, found)) == ("T302", "2-5")
    assert found.fixes[0].text == "2..5"


def test_a_set_like_a_call_is_recognised() -> None:
    assert "`{3, 5, J}`" in only("size in set(3, 4)", "meld").hint


def test_a_definition_is_checked_for_slips_alone() -> None:
    from language_helpers import mapper

    source = DefinitionSource("bonus", ("n",), "n => 3", mapper("f"))
    assert [f.code for f in check_definition(source)] == ["T321"]
    assert check_definition(DefinitionSource("bonus", ("n",), "n * 3", mapper("f"))) == []


GRAMMAR_TALK = re.compile(
    r"__|\$|Token\(|\b("
    + "|".join(
        re.findall(
            r"^([A-Z_]+)(?:\.\d+)?:",
            resources.files("rummy.lang").joinpath("grammar.lark").read_text(encoding="utf-8"),
            re.M,
        )
    )
    + r")\b"
)
PIECES = """size rank A 10 7H == != < >= = => and or not in of if else for where true then is
( ) { } , . .. + - * // % / ! && | ' " ♠ − 3.5 [ ? all count hand é ; # \\ \x00"""
WORDS = st.sampled_from(PIECES.split())


@settings(derandomize=True, max_examples=400, deadline=None)
@given(st.lists(WORDS, max_size=9).map(" ".join))
def test_no_text_whatever_raises_and_no_message_speaks_of_the_grammar(text: str) -> None:
    for found in findings(text, "turn"):
        assert not GRAMMAR_TALK.search(found.message.replace("AND", "")), found.message
        assert 1 <= found.span.column <= found.span.end_column <= len(text) + 1
        expected = re.search(r": (.*) was expected", found.message)
        if expected:
            assert len(re.split(r", | or ", expected[1])) <= 4


@settings(derandomize=True, max_examples=200, deadline=None)
@given(st.text(max_size=40))
def test_no_characters_whatever_raise(text: str) -> None:
    findings(text, "turn")
