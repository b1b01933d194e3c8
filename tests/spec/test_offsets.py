"""Every character of a value leads back to its place in the file."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from rummy.spec.yaml import Mapping, Scalar, read

DERANDOMISED = settings(derandomize=True, max_examples=150, deadline=None)
LETTERS = "abz=<>()+,.'\"\\ #:-{}[]!é名😀 "


def value_of(text: str) -> Scalar | None:
    node, _ = read(text, "f")
    if not isinstance(node, Mapping):
        return None
    value = node.get("x")
    return value if isinstance(value, Scalar) else None


def at(text: str, line: int, column: int) -> str:
    """The character at a place; a line break at the end of a line."""
    row = text.split("\n")[line - 1]
    return row[column - 1] if column <= len(row) else "\n"


def check(text: str, escaped: bool = False) -> None:
    """Each character stands where the map says, or is a fold at the end of a line."""
    value = value_of(text)
    if value is None:
        return
    pieces = value.offsets.pieces()
    assert len(pieces) == len(value.value)
    for (start, end), character in zip(pieces, value.value, strict=True):
        if start == end:
            assert character in " \n"
            assert text[start] == "\n" or text[start] in " \t"
        elif end - start == 1:
            assert text[start] == character
        elif value.style == "single":
            assert text[start:end] == "''" and character == "'"
        else:
            assert escaped and text[start] == "\\"
    assert pieces == sorted(pieces)


lines = st.lists(st.text(LETTERS, max_size=8), min_size=1, max_size=5)


@DERANDOMISED
@given(lines)
@example(["a", "b"])
@example(["a ", "", "", " b"])
def test_each_character_of_a_plain_value_stands_where_the_map_says(rows: list[str]) -> None:
    check("x: " + "\n  ".join(rows) + "\ny: 1\n")


@DERANDOMISED
@given(lines)
@example(["it's", "", "b"])
@example(["", "a"])
@example([" ", " "])
def test_each_character_in_single_quotes_stands_where_the_map_says(rows: list[str]) -> None:
    body = "\n  ".join(row.replace("'", "''") for row in rows)
    text = f"x: '{body}'\ny: 1\n"
    assert value_of(text) is not None
    check(text)


ESCAPES = st.sampled_from(["\\n", "\\t", "\\\\", '\\"', "\\x41", "\\u00e9", "\\U0001F600", "\\ "])
PIECES = st.one_of(
    st.text("abc =()'", max_size=5), ESCAPES, st.sampled_from(["\n  ", "\n\n ", "\\\n  ", " \n "])
)


@DERANDOMISED
@given(st.lists(PIECES, max_size=8))
@example(["a", "\\\n  ", "\n\n ", "b"])
def test_each_character_in_double_quotes_stands_where_the_map_says(pieces: list[str]) -> None:
    text = f'x: "{"".join(pieces)}"\ny: 1\n'
    assert value_of(text) is not None
    check(text, escaped=True)


@DERANDOMISED
@given(
    st.sampled_from("|>"),
    st.sampled_from(["", "-", "+", "2", "2-", "1+"]),
    st.lists(st.text("ab= #:'\t", max_size=6), min_size=1, max_size=7),
)
@example(">", "", ["a", "b", "", "c", "  d", "e", "", ""])
@example(">", "+", ["", "a", "", " b", "", "c", ""])
@example("|", "2-", ["  a", "b", "", ""])
def test_each_character_of_a_block_stands_where_the_map_says(
    sign: str, chomp: str, rows: list[str]
) -> None:
    body = "".join(f"  {row}\n" if row.strip(" ") else f"{row[:1]}\n" for row in rows)
    check(f"x: {sign}{chomp}\n{body}y: 1\n")


STYLES = {
    "plain": ("x: count(a) >= wrong", (1, 16)),
    "plain folded": ("x: count(a)\n   >=\n   wrong", (3, 4)),
    "single": ("x: 'count(a) >= wrong'", (1, 17)),
    "double": ('x: "count(\\x61) >= wrong"', (1, 20)),
    "literal": ("x: |\n  count(a)\n  >= wrong\n", (3, 6)),
    "folded": ("x: >-\n\n  count(a) >=\n  wrong\n", (4, 3)),
}


@pytest.mark.parametrize("style", STYLES)
def test_a_word_is_found_in_every_style(style: str) -> None:
    text, (line, column) = STYLES[style]
    value = value_of(text)
    assert value is not None
    start = value.value.index("wrong")
    span = value.offsets.place(start, start + 5)
    assert (span.line, span.column) == (line, column)
    assert (span.end_line, span.end_column) == (line, column + 5)


@pytest.mark.parametrize("style", STYLES)
def test_the_end_of_a_value_is_one_past_its_last_word(style: str) -> None:
    text, (line, column) = STYLES[style]
    value = value_of(text)
    assert value is not None
    end = len(value.value.rstrip())
    span = value.offsets.place(end, end)
    assert (span.line, span.column) == (line, column + 5)


@pytest.mark.parametrize(("text", "column"), [("x:", 3), ("x: ''", 5), ('x: ""', 5)])
def test_an_empty_value_has_a_place_too(text: str, column: int) -> None:
    value = value_of(text)
    assert value is not None
    span = value.offsets.place(0, 0)
    assert (span.line, span.column, span.end_column) == (1, column, column)


def test_columns_count_code_points_after_a_byte_order_mark_and_crlf() -> None:
    text = "\ufeffa: 1\r\nx: '😀é b'\r\n"
    value = value_of(text)
    assert value is not None
    span = value.offsets.place(3, 4)
    assert (span.line, span.column) == (2, 8)
