"""Situations in which rule readers went wrong elsewhere, about keys and formats."""

from __future__ import annotations

from pathlib import Path

import pytest
from rummy.diagnostics import Diagnostic
from rummy.spec.load import examine

SMALL = Path(__file__).with_name("small_rummy.yaml").read_text(encoding="utf-8")
RUN = "  run: {size: 3.., valid: same(suit) and sequence(rank), add: points(cards)}\n"


def one(right: str, wrong: str) -> Diagnostic:
    """The one finding of the small spec with a piece of it written otherwise."""
    assert right in SMALL
    spec, found = examine(SMALL.replace(right, wrong, 1), "small.yaml")
    assert spec is None
    assert len(found) == 1, [item.short() for item in found]
    return found[0]


# --- B-50: a misspelt key is never passed over


def test_b50_a_misspelt_key_is_named_with_the_right_one() -> None:
    finding = one(RUN, RUN.replace("size", "sizze"))
    assert "`sizze`" in finding.message
    assert "did you mean `size`?" in finding.hint


def test_b50_a_key_in_capitals_is_named_with_the_right_one() -> None:
    finding = one("order:\n", "Order:\n")
    assert "`Order`" in finding.message
    assert "did you mean `order`?" in finding.hint


def test_b50_a_key_at_the_wrong_level_is_told_where_it_belongs() -> None:
    finding = one(RUN, RUN + "  grows_into: set\n")
    assert "`grows_into`" in finding.message
    assert "kind of meld" in finding.hint
    finding = one("players: 2..4\n", "players: 2..4\nseen_by: all\n")
    assert "belongs under `zone`" in finding.hint


# --- B-51: only the branch that was chosen matters


def test_b51_a_slip_beside_a_verb_is_judged_by_that_verb() -> None:
    finding = one("take: {move: pile, to: hand}", "take: {move: pile, two: hand}")
    assert finding.code == "S101"
    assert "did you mean `to`?" in finding.hint
    assert "lay" not in finding.message + finding.hint


def test_b51_a_misspelt_verb_is_one_finding() -> None:
    finding = one("take: {move: pile, to: hand}", "take: {mvoe: pile, to: hand}")
    assert (finding.code, finding.hint) == ("S101", "did you mean `move`?")


def test_b51_a_missing_verb_is_said_to_be_missing() -> None:
    finding = one("take: {move: pile, to: hand}", "take: {when: opened}")
    assert finding.code == "S103"
    assert all(f"`{verb}`" in finding.hint for verb in ("move", "lay", "lay_off", "open", "say"))


# --- B-52: every finding has a place of the file, counted from 1


def test_b52_a_finding_names_line_column_and_path() -> None:
    text = "# one\n\n# three\n" + SMALL.replace(
        "take: {move: pile, to: hand}", "take: {move: pile}"
    )
    _, (finding,) = examine(text, "small.yaml")
    line = next(n for n, row in enumerate(text.splitlines(), 1) if "take:" in row)
    column = text.splitlines()[line - 1].index("move") + 1
    assert str(finding.span) == f"small.yaml:{line}:{column}"
    _, (finding,) = examine(
        SMALL.replace("valid: same(rank) and", "about: same(rank) and"), "s.yaml"
    )
    assert "`melds.set`" in finding.message


def test_b52_a_fault_behind_an_anchor_is_reported_at_the_anchor() -> None:
    text = SMALL.replace("lay: all", "lay: &kinds rnu").replace(
        "play: [meld", "play: [*kinds, meld"
    )
    _, found = examine(text, "small.yaml")
    assert found
    assert found[0].code == "Y010"
    assert "&kinds" in text.splitlines()[found[0].span.line - 1]


# --- B-62: the version of the format


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("2", "needs a newer version"),
        ("17", "needs a newer version"),
        ("0", "there is no format 0"),
        ("1.10", "write `rummy: 1`"),
        ('"1.0"', "write `rummy: 1`"),
        ("one", "write `rummy: 1`"),
        ("[1]", "write `rummy: 1`"),
        ("", "write `rummy: 1`"),
    ],
)
def test_b62_another_format_is_one_finding_that_says_what_to_do(written: str, words: str) -> None:
    # whatever else the file holds may mean something else in another format
    text = SMALL.replace("rummy: 1\n", f"rummy: {written}\n").replace("melds:", "combinations:")
    spec, (finding,) = examine(text, "small.yaml")
    assert spec is None
    assert finding.code == "S120"
    assert finding.span.line == 1
    assert words in f"{finding.message} {finding.hint}"


def test_b62_a_missing_format_is_an_error() -> None:
    finding = one("rummy: 1\n", "")
    assert finding.code == "S102"
    assert "`rummy`" in finding.message


def test_b62_the_version_of_a_game_keeps_its_zero() -> None:
    finding = one('version: "1.0"', "version: 1.10")
    assert 'write "1.10"' in finding.hint
    spec, found = examine(SMALL.replace('"1.0"', '"1.10"'), "small.yaml")
    assert found == []
    assert spec is not None
    assert spec.version == "1.10"


# --- B-49: what YAML takes for a comment


def test_b49_a_comment_that_cut_an_expression_is_told() -> None:
    right = "set: {size: 3..4, valid: same(rank) and distinct(suit), lay: 0}"
    finding = one(right, "set:\n    size: 3..4\n    valid: rank # 3")
    assert finding.code == "T308"
    assert "from ` #` on the line is a comment" in finding.hint
    (label,) = finding.labels
    assert (finding.span.column, label.span.line) == (12, finding.span.line)
    assert (label.span.column, label.span.end_column) == (17, 20)  # `# 3`
