"""Expressions that need quotes: said so, at their line, with the line as it should be."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rummy.diagnostics import Diagnostic
from rummy.spec.slips import in_quotes
from rummy.spec.words import cut_short, read_expression
from rummy.spec.yaml import Mapping, Node, Scalar, read

FRAME = "rummy: 1\nmelds:\n  pair:\n    valid: {}\n    lay: 3\n  run:\n    size: 3\n"


def valid_of(node: Node | None) -> Node:
    for key in ("melds", "pair", "valid"):
        assert isinstance(node, Mapping)
        node = node.get(key)
    assert node is not None
    return node


def mended(text: str, finding: Diagnostic) -> str:
    """The text after the only fix of a finding."""
    (fix,) = finding.fixes
    assert fix.safe is (finding.code != "Y010")  # what a YAML alias stands for nobody knows
    assert fix.span.line == fix.span.end_line
    rows = text.split("\n")
    row = rows[fix.span.line - 1]
    rows[fix.span.line - 1] = row[: fix.span.column - 1] + fix.text + row[fix.span.end_column - 1 :]
    return "\n".join(rows)


BARE = {
    "!has_joker": "Y011",
    "!fits(card) and x": "Y011",
    "*wild": "Y010",
    "*wild >= 2": "Y017",
    "&a b": "Y010",
    "& b": "Y017",
    "all(c: c.rank)": "Y017",
    "a: b": "Y017",
    "x:": "Y017",
    '"x" == y': "Y017",
    "'x' == y": "Y017",
    "- 5": "Y017",
    "> 5": "Y017",
    ">= 5": "Y017",
    "| x": "Y017",
    "%x": "Y017",
    "@x": "Y017",
    "`x`": "Y017",
    "? x": "Y017",
    "{A, 2} == ranks": "Y017",
    "[a] == b": "Y017",
}


@pytest.mark.parametrize("value", BARE)
def test_a_bare_expression_is_told_to_be_quoted(value: str) -> None:
    text = FRAME.replace("{}", value)
    node, findings = read(text, "f")
    assert node is None
    (finding,) = findings
    assert (finding.code, str(finding.span)) == (BARE[value], "f:4:12")
    assert "quotes" in finding.hint and f"valid: {in_quotes(value)}" in finding.hint
    again, rest = read(mended(text, finding), "f")
    assert rest == []
    quoted = valid_of(again)
    assert isinstance(quoted, Scalar) and quoted.value == value


@pytest.mark.parametrize(("value", "kind"), [("[a, b]", "list"), ("{a}", "mapping")])
def test_a_list_or_mapping_for_an_expression_is_reported_as_such(value: str, kind: str) -> None:
    text = FRAME.replace("{}", value)
    node, findings = read(text, "f")
    assert findings == []
    got, (finding,) = read_expression(valid_of(node))
    assert got is None
    assert (finding.code, str(finding.span)) == ("Y035", "f:4:12")
    assert kind in finding.message
    again, _ = read(mended(text, finding), "f")
    quoted, rest = read_expression(valid_of(again))
    assert quoted is not None and quoted.value == value and rest == []


@pytest.mark.parametrize("value", ["true", "3", "rank"])
def test_single_values_are_left_to_the_language(value: str) -> None:
    got, findings = read_expression(valid_of(read(FRAME.replace("{}", value), "f")[0]))
    assert got is not None and got.value == value and findings == []


def test_a_value_cut_by_a_comment_can_be_seen() -> None:
    got, _ = read_expression(valid_of(read(FRAME.replace("{}", "rank # 3"), "f")[0]))
    assert got is not None and (got.value, got.cut) == ("rank", True)
    wrong = [Diagnostic("Y035", "wrong", got.span, "so")]
    (told,) = cut_short(got, wrong)
    assert told.hint.startswith("so; from ` #` on the line is a comment")
    assert [str(label.span) for label in told.labels] == ["f:4:17"]
    assert cut_short(got, []) == []
    whole, _ = read_expression(valid_of(read(FRAME.replace("{}", "rank"), "f")[0]))
    assert whole is not None and cut_short(whole, wrong) == wrong


def test_a_comment_behind_the_value_stays_a_comment() -> None:
    text = FRAME.replace("{}", '"x" == y   # the same')
    (finding,) = read(text, "f")[1]
    assert "valid: '\"x\" == y'   # the same\n" in mended(text, finding)


def test_all_slips_of_a_file_are_found_in_one_run() -> None:
    text = 'a: "x" == y\nb: !no\nc: 1\nd:\n  e: - 5\n  f: all(c: d)\nc: 2\n'
    codes = [(item.code, item.span.line) for item in read(text, "f")[1]]
    assert codes == [("Y017", 1), ("Y011", 2), ("Y017", 5), ("Y017", 6), ("Y013", 7)]


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("a: [b, c\nd: 1\n", 1, 4, "does not end well"),
        ("a: {b\n", 1, 4, "does not end well"),
        ("a: 'b\nc: 1\n", 1, 4, "never closed"),
        ("a: 1\n   b: 2\n", 2, 5, "cannot stand here"),
        ("a:\n   b: 1\n  c: 2\n", 3, 3, "does not fit"),
        ("a: 1\nb\nc: 2\n", 2, 1, "without a colon"),
        ("a:\n  - b\n  c: 1\n", 3, 3, "does not fit"),
    ],
)
def test_other_errors_are_told_in_our_words_at_their_place(
    text: str, line: int, column: int, words: str
) -> None:
    node, findings = read(text, "f")
    assert node is None
    (finding,) = findings
    assert finding.code == "Y016" and words in finding.message and finding.hint
    assert (finding.span.line, finding.span.column) == (line, column)
    assert finding.fixes == ()


def test_good_neighbours_are_not_blamed() -> None:
    (finding,) = read("a: {b: 1}\nc: 'd'\n   e: 1\n", "f")[1]
    assert (finding.code, finding.span.line) == ("Y016", 3)


@settings(derandomize=True, max_examples=200, deadline=None)
@given(st.text("ab'\"\\ :#{}[]!*&é", min_size=1, max_size=12))
def test_quotes_change_nothing_in_a_value(value: str) -> None:
    node, findings = read(f"x: {in_quotes(value)}\n", "f")
    assert findings == [] and isinstance(node, Mapping)
    assert isinstance(node.entries[0][1], Scalar) and node.entries[0][1].value == value


def test_a_line_that_quotes_do_not_mend_has_one_finding_on_it() -> None:
    findings = read("a: 1\nwhen: b  move: c\t\nd: 1\n", "f")[1]
    assert [(item.span.line, item.span.column) for item in findings] == [(2, 7)]
