"""Findings silenced at their place: which are, which are not, and what is said of the comment."""

from __future__ import annotations

from pathlib import Path

import pytest
from lint_helpers import GAME
from rummy.catalogue import silences
from rummy.diagnostics import Diagnostic, Entry
from rummy.lint.judge import judge
from rummy.spec.comments import comments
from rummy.spec.files import File

ODD = "define:\n  odd: count(hand) == 1"
"""Nothing uses it: S122 in its second line."""


def found(text: str) -> list[Diagnostic]:
    return judge(File("game.yaml", text)).found


def codes(piece: str, game: str = GAME) -> list[str]:
    return [item.code for item in found(f"{game}\n{piece}\n")]


# --- what is silenced ---------------------------------------------------------------


@pytest.mark.parametrize(
    "piece",
    [
        "define:\n  odd: count(hand) == 1  # rummy: allow S122 house rules use it",
        "define:\n  # rummy: allow S122 house rules use it\n  odd: count(hand) == 1",
        "define:\n  # rummy: allow S122 house rules use it\n  # more words\n  odd: count(hand) == 1",
        "define:\n  odd: count(hand) == 1  #rummy:allow unused-definition house rules use it",
        "define:\n  odd: count(hand) == 1  # rummy: allow s122, M403: house rules use it",
    ],
)
def test_a_finding_is_silenced_behind_its_line_or_above_it(piece: str) -> None:
    assert codes(ODD) == ["S122"]
    assert [code for code in codes(piece) if code != "A002"] == []


@pytest.mark.parametrize(
    ("piece", "told"),
    [
        ("# rummy: allow S122 too far above\n" + ODD, ["A002", "S122"]),
        ("define:\n  # rummy: allow S122 a gap\n\n  odd: count(hand) == 1", ["A002", "S122"]),
        ("define:\n  odd: count(hand) == 1\n  # rummy: allow S122 below", ["S122", "A002"]),
        ("define:\n  odd: count(hand) == 1  # rummy: allow M403 another code", ["S122", "A002"]),
        ("define:\n  odd: count(hand) == 1  # see rummy: allow S122 not at its start", ["S122"]),
        ("about: '# rummy: allow S122 in quotes'\n" + ODD, ["S122"]),
        ("about: |\n  A text.\n  # rummy: allow S122 in a text\n" + ODD, ["S122"]),
        ("about: A text#rummy:allow S122 no space\n" + ODD, ["S122"]),
    ],
)
def test_nothing_else_silences_it(piece: str, told: list[str]) -> None:
    assert codes(piece) == told


def test_a_value_of_several_lines_is_silenced_at_its_first_line() -> None:
    # `valid` of lines 3 to 5; what is found stands in its last line
    text = "a:\n  # rummy: allow S122 why\n  b: |\n    one\n    two\n  c: 'x\n    y' # z\n"
    one, two = comments(text, "f")
    assert one.lines == (3, 4, 5)
    assert (two.text, two.lines) == ("# z", (6, 7))


def test_the_comments_of_a_file_that_is_no_yaml_end_where_it_cannot_be_read() -> None:
    assert [one.text for one in comments("a: 1 # x\nb: 'open\n# y\n", "f")] == ["# x"]
    assert comments("[" * 5000, "f") == []


# --- what cannot be silenced --------------------------------------------------------


def test_an_error_stays_and_its_silence_is_told() -> None:
    text = GAME.replace("sequence(rank)", "sequense(rank)").replace(
        "valid: same(suit)", "# rummy: allow T306 later\n    valid: same(suit)"
    )
    broken = text.replace("run: {size: 3..13,", "run:\n    size: 3..13\n").replace(
        "lay: 10}\nsetup", "lay: 10\nsetup"
    )
    broken = broken.replace(", lay: 10\nsetup", "\n    lay: 10\nsetup")
    told = found(broken)
    assert sorted(item.code for item in told) == ["A003", "T306"]
    assert "errors cannot be silenced" in next(i.message for i in told if i.code == "A003")


def test_limits_and_findings_about_silences_are_never_silenced() -> None:
    told = found(GAME + "# rummy: allow L901, A002 they are mine\n")
    assert [item.code for item in told] == ["A003", "A003"]
    assert [item.span.column for item in told] == [16, 22]


def test_a_commented_first_line_and_other_comments_are_no_silences() -> None:
    assert found(f"# rummy: 1\n# rummy: a game\n# rummy is fun{GAME}") == []


def test_what_is_not_needed_is_told_only_where_all_was_looked_for() -> None:
    text = GAME.replace("size: 3..4", "size: 3..four") + "# rummy: allow S122 why\nabout: A game.\n"
    assert [item.code[0] for item in found(text)] != [] and "A002" not in [
        item.code for item in found(text)
    ]


# --- over several files -------------------------------------------------------------


def test_the_silence_of_a_base_holds_for_its_overlay_and_is_not_told_as_unused_there(
    tmp_path: Path,
) -> None:
    base = tmp_path / "base.yaml"
    silence = "define:\n  odd: count(hand) == 1  # rummy: allow S122 house rules use it\n"
    base.write_text(GAME + silence, encoding="utf-8")
    mine = tmp_path / "mine.yaml"
    mine.write_text("extends: base\ndeck: {packs: 2}\n", encoding="utf-8")
    assert judge(File("mine.yaml", mine.read_bytes(), mine)).found == []
    mine.write_text("extends: base\nevents: {lone: {when: odd, do: {end: round}}}\n")
    assert judge(File("mine.yaml", mine.read_bytes(), mine)).found == []
    own = base.read_text(encoding="utf-8").replace("define:", "events: {}\ndefine:")
    assert "A002" not in [item.code for item in judge(File("base.yaml", own, base)).found]


# --- the catalogue ------------------------------------------------------------------


@pytest.mark.parametrize("entry", silences.ENTRIES, ids=lambda entry: entry.code)
def test_the_samples_of_the_catalogue_give_their_codes(entry: Entry) -> None:
    assert entry.code in codes_of_sample(entry.wrong)
    assert [code for code in codes_of_sample(entry.right) if code[0] == "A"] == []


def codes_of_sample(piece: str) -> list[str]:
    if not piece.startswith("zones:"):
        return codes(piece)
    comment = piece.partition("  #")[2]
    word = "nobody" if "nobody" in piece else "table"
    line = f"  cards: {{of: {word}}}" + (f"  #{comment}" if comment else "")
    return codes("", GAME.replace("zones:\n", f"zones:\n{line}\n"))
