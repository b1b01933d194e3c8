"""The ready parse table is the table of the grammar, and reads as the grammar does."""

from __future__ import annotations

from pathlib import Path

import lark
import parse_table
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rummy.lang import parser, table_data
from rummy.lang.raw import Raw
from rummy.lang.table import FORMS, OPTIONS, table


def test_the_file_is_what_the_grammar_makes_of_it() -> None:
    written = Path(table_data.__file__).read_text(encoding="utf-8")
    assert written == parse_table.text(), "run python tests/lang/parse_table.py"


def test_lark_would_write_the_same_down() -> None:
    data, memo = parse_table.fresh()
    ready = table()
    assert ready["memo"] == memo
    assert {key: data["options"][key] for key in OPTIONS} == ready["data"]["options"]
    for key, value in ready["data"].items():
        if key != "options":
            assert value == data[key], key


def test_the_installed_lark_reads_the_form_of_the_table() -> None:
    assert lark.__version__.startswith(FORMS), "add the version if this file holds with it"


WORDS = st.sampled_from(
    [
        "a",
        "b",
        "3",
        "10S",
        "rank",
        "not",
        "and",
        "or",
        "if",
        "else",
        "in",
        "where",
        "for",
        "of",
        "==",
        "!=",
        "<=",
        ">",
        "..",
        ".",
        "+",
        "-",
        "*",
        "//",
        "%",
        ",",
        "(",
        ")",
        "{",
        "}",
        "true",
    ]
)


@given(st.lists(WORDS, max_size=14).map(" ".join))
def test_any_words_are_read_alike_or_refused_alike_with_and_without_the_table(text: str) -> None:
    assert outcome(text, parser.parse) == outcome(text, parse_without_the_table)


def parse_without_the_table(text: str) -> Raw:
    patch = pytest.MonkeyPatch()
    patch.setattr(parser, "_made", _GRAMMAR)
    try:
        return parser.parse(text)
    finally:
        patch.undo()


def _from_the_grammar() -> object:
    read, build = parser._from_grammar(), parser._Build()
    made = lambda text: build.transform(read.parse(text))  # noqa: E731
    return lambda: made


_GRAMMAR = _from_the_grammar()


def outcome(text: str, read: object) -> object:
    assert callable(read)
    try:
        return read(text)
    except parser.Unexpected as error:
        return (error.start, error.end, error.text, error.wanted, error.kinds)
