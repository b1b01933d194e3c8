"""What each key expects of its value, and YAML's surprises row by row."""

from __future__ import annotations

import pytest
from rummy.diagnostics import Diagnostic
from rummy.spec.words import (
    read_int,
    read_names,
    read_range,
    read_text,
    read_truth,
    read_word,
)
from rummy.spec.yaml import Mapping, Node, Scalar, read


def node_of(value: str) -> Node:
    node, findings = read(f"x: {value}\n", "f")
    assert findings == [] and isinstance(node, Mapping)
    return node.entries[0][1]


def fixed(findings: list[Diagnostic]) -> str | None:
    """The text that the only finding's safe fix puts in, if it has one."""
    (finding,) = findings
    assert finding.span.line == 1 and finding.span.column >= 3
    for fix in finding.fixes:
        assert fix.safe and fix.span == finding.span
        return fix.text
    return None


# written: as integer, as truth, as text, as one of the words `10 none yes 1.5`;
# a text in the table is what the safe fix writes, None a finding without one.
SURPRISES: dict[str, tuple[object, object, object, object]] = {
    "10": (10, None, '"10"', "10"),
    "010": ("10", None, '"010"', "10"),
    "08": ("8", None, '"08"', None),
    "0x10": ("16", None, '"0x10"', None),
    "0xA": ("10", None, '"0xA"', "10"),
    "0o12": ("10", None, '"0o12"', "10"),
    "0b1010": ("10", None, '"0b1010"', "10"),
    "1_000": ("1000", None, '"1_000"', None),
    "+10": ("10", None, '"+10"', "10"),
    "3:00": (None, None, '"3:00"', None),
    "1:30": (None, None, '"1:30"', None),
    "0:30": (None, None, '"0:30"', None),
    "09:30": (None, None, '"09:30"', None),
    "2:4": (None, None, '"2:4"', None),
    "1e3": ("1000", None, '"1e3"', None),
    "10.0": ("10", None, '"10.0"', "10"),
    "2.5": (None, None, '"2.5"', None),
    "1.10": (None, None, '"1.10"', None),
    "2026-01-02": (None, None, '"2026-01-02"', None),
    "yes": (None, "true", '"yes"', '"yes"'),
    "No": (None, "false", '"No"', None),
    "on": (None, "true", '"on"', None),
    "off": (None, "false", '"off"', None),
    "True": (None, "true", '"True"', None),
    "true": (None, True, '"true"', None),
    "~": (None, None, None, None),
    "null": (None, None, None, None),
    "": (None, None, None, None),
    "'10'": ("10", None, "10", "10"),
    "1234567890": (None, None, '"1234567890"', None),
}
WORDS = ("10", "none", "yes", "1.5")


@pytest.mark.parametrize("written", SURPRISES)
def test_a_whole_number_is_digits_only(written: str) -> None:
    value, findings = read_int(node_of(written))
    expected = SURPRISES[written][0]
    if isinstance(expected, int):
        assert (value, findings) == (expected, [])
    else:
        assert value is None
        nothing, long = written in ("~", "null", ""), written == "1234567890"
        assert [f.code for f in findings] == ["Y034" if nothing else "Y036" if long else "Y030"]
        fix = fixed(findings)
        assert fix == expected
        if fix is not None:
            assert read_int(node_of(fix)) == (int(fix), [])


@pytest.mark.parametrize("written", SURPRISES)
def test_only_true_and_false_are_truth_values(written: str) -> None:
    value, findings = read_truth(node_of(written))
    expected = SURPRISES[written][1]
    if isinstance(expected, bool):
        assert value is expected and findings == []
    else:
        assert value is None and fixed(findings) == expected
    assert read_truth(node_of("false")) == (False, [])


@pytest.mark.parametrize("written", SURPRISES)
def test_a_text_that_others_read_otherwise_wants_quotes(written: str) -> None:
    value, findings = read_text(node_of(written))
    expected = SURPRISES[written][2]
    if written == "'10'":
        assert (value, findings) == ("10", [])
        return
    assert fixed(findings) == expected
    if expected is not None:
        assert findings[0].code == "Y033"
        again, rest = read_text(node_of(str(expected)))
        assert (again, rest) == (written, [])


@pytest.mark.parametrize("written", SURPRISES)
def test_a_word_is_known_by_its_text(written: str) -> None:
    value, findings = read_word(node_of(written), WORDS)
    expected = SURPRISES[written][3]
    if written in ("10", "'10'"):
        assert (value, findings) == ("10", [])
    elif written == "yes":
        assert value == "yes" and fixed(findings) == '"yes"'
        assert findings[0].level_of() == "warning"
    else:
        assert value is None
        (finding,) = findings
        assert [fix.text for fix in finding.fixes if fix.safe] == ([expected] if expected else [])


def test_a_number_as_written_is_shown() -> None:
    _, (finding,) = read_int(node_of("010"))
    assert "`010`" in finding.message and "base 8" in finding.hint and "write 10" in finding.hint
    _, (finding,) = read_int(node_of("3:00"))
    assert "`3:00`" in finding.message
    assert "seconds" in finding.hint and "quote it" in finding.hint


def test_ranks_written_as_numbers_are_the_same_as_in_quotes() -> None:
    names, findings = read_names(node_of("[A, 2, 3, 10, J, Q, K]"))
    quoted, rest = read_names(node_of("['A', '2', '3', '10', 'J', 'Q', 'K']"))
    assert findings == rest == []
    assert names is not None and quoted is not None
    assert [name.text for name in names] == [name.text for name in quoted]
    spaced, _ = read_names(node_of("A 2 3 10 J Q K"))
    assert spaced is not None
    assert [name.text for name in spaced] == ["A", "2", "3", "10", "J", "Q", "K"]
    assert (spaced[3].span.column, spaced[3].span.end_column) == (10, 12)


def test_ranks_with_leading_zeros_are_refused() -> None:
    names, findings = read_names(node_of("[08, 010]"))
    assert names is not None
    assert [(item.code, item.span.column) for item in findings] == [("Y032", 5), ("Y032", 9)]
    assert "`010`" in findings[1].message and findings[1].fixes[0].text == "10"


def test_an_unknown_word_gets_the_nearest_ones() -> None:
    _, (finding,) = read_word(node_of("onwer"), ("nobody", "owner", "top", "all"))
    assert finding.code == "Y032" and finding.hint == "did you mean `owner`?"
    assert [(fix.text, fix.safe) for fix in finding.fixes] == [("owner", True)]
    _, (finding,) = read_word(node_of("everybody_else"), ("owner", "top"))
    assert finding.hint == "write `owner` or `top`"


def test_a_word_may_be_null_or_true_if_that_is_one_of_the_words() -> None:
    assert read_word(node_of("true"), ("false", "true")) == ("true", [])
    value, findings = read_word(node_of("null"), ("null", "one"))
    assert value == "null" and fixed(findings) == '"null"'
    assert read_word(node_of("'null'"), ("null", "one")) == ("null", [])


@pytest.mark.parametrize(
    ("written", "expected"),
    [("2..5", (2, 5)), ("4", (4, 4)), ("'2..5'", (2, 5)), ("2 .. 5", (2, 5)), ("-3..0", (-3, 0))],
)
def test_a_range_has_two_ends_or_is_one_number(written: str, expected: tuple[int, int]) -> None:
    assert read_range(node_of(written)) == (expected, [])


@pytest.mark.parametrize("written", ["2-5", "2...5", "2 to 5", "2–5", "2…5", "'2:5'", "02..5"])
def test_other_ways_to_write_a_range_are_mended(written: str) -> None:
    value, findings = read_range(node_of(written))
    assert value is None and fixed(findings) == "2..5"


@pytest.mark.parametrize("written", ["5..2", "two", "2..", "[2, 5]", "~"])
def test_what_is_no_range_is_refused(written: str) -> None:
    value, findings = read_range(node_of(written))
    assert value is None and fixed(findings) is None


def test_bounds_are_told() -> None:
    assert read_int(node_of("5"), 1, 5) == (5, [])
    value, (finding,) = read_int(node_of("6"), 1, 5)
    assert value is None and (finding.code, finding.span.column) == ("Y036", 4)
    assert "the most is 5" in finding.message
    value, (finding,) = read_range(node_of("0..5"), 1, 5)
    assert value is None and "the least is 1" in finding.message


@pytest.mark.parametrize("written", ["[1]", "{a: 1}", "[]"])
def test_lists_and_mappings_are_no_single_values(written: str) -> None:
    node = node_of(written)
    kind = "mapping" if written.startswith("{") else "list"
    for _, findings in (read_int(node), read_truth(node), read_text(node), read_word(node, "ab")):
        assert [item.code for item in findings] == ["Y035"]
        assert kind in findings[0].message


def test_commas_between_words_are_mended() -> None:
    value, findings = read_names(node_of("A, 2, 3"))
    assert value is None and findings[0].fixes[0].text == "A 2 3"
    value, findings = read_names(node_of("{A: 1}"))
    assert value is None and findings[0].code == "Y038"


def test_an_empty_text_is_missing() -> None:
    assert read_text(node_of("''"))[1][0].code == "Y034"
    assert read_names(node_of("' '"))[1][0].code == "Y034"
    node = node_of("plain text")
    assert isinstance(node, Scalar) and read_text(node) == ("plain text", [])
