"""`rummy lint`: what is chosen, mended, silenced, and where it is written."""

from __future__ import annotations

import io
import json
import os
import stat
from pathlib import Path

import pytest
from command_helpers import ROOT, at_terminal, give

SMALL = ROOT / "examples" / "three_and_out.yaml"
TEXT = SMALL.read_text(encoding="utf-8")
SLIP = TEXT.replace("of: table", "off: table", 1)
LEFT = SLIP.replace("deal: 7", "deal: seven")
WRONG = TEXT.replace("deal: 7", "deal: seven")
QUIET = TEXT + "define:\n  odd: count(hand) == 1\n"
"""A warning S122 and nothing else."""

Capsys = pytest.CaptureFixture[str]


def file_of(folder: Path, text: str, name: str = "a.yaml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


# --- what is told -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], True),
        (["--select", "S122"], True),
        (["--select", "s1"], True),
        (["--select", "M,S"], True),
        (["--select", "unused-definition"], True),
        (["--select", "M"], False),
        (["--ignore", "S"], False),
        (["--ignore", "M4", "--ignore", "S12"], False),
        (["--select", "S", "--ignore", "unused-definition"], False),
        (["--ignore", "S123,Y"], True),
    ],
)
def test_findings_are_chosen_by_code_beginning_or_words(
    words: list[str], told: bool, tmp_path: Path, capsys: Capsys
) -> None:
    done = give(capsys, "lint", "--strict", file_of(tmp_path, QUIET), *words)
    assert (" S122 " in done.out) is told
    assert done.code == int(told)


@pytest.mark.parametrize("words", [["--ignore", "T"], ["--ignore", "T301"], ["--select", "M"]])
def test_an_error_is_told_whatever_is_chosen(
    words: list[str], tmp_path: Path, capsys: Capsys
) -> None:
    done = give(capsys, "lint", file_of(tmp_path, WRONG), *words)
    assert done.code == 1 and " T301 " in done.out
    assert "errors are always told, these too: T301" in done.err


@pytest.mark.parametrize(
    ("option", "word", "near"),
    [
        ("--ignore", "M4033", "`M403`"),
        ("--select", "unused-defnition", "`unused-definition`"),
        ("--ignore", "Q", "rummy explain"),
        ("--select", "", "rummy explain"),
        ("--select", "M,,S", "rummy explain"),
    ],
)
def test_an_unknown_code_is_refused_with_the_nearest(
    option: str, word: str, near: str, capsys: Capsys
) -> None:
    done = give(capsys, "lint", "bing", option, word)
    assert done.code == 2 and done.out == ""
    assert f"{option} {word}" in done.err and near in done.err


# --- mending ------------------------------------------------------------------------


def test_fix_writes_the_file_and_shows_what_is_left(tmp_path: Path, capsys: Capsys) -> None:
    path = file_of(tmp_path, LEFT)
    other = file_of(tmp_path, SLIP, "b.yaml")
    done = give(capsys, "lint", "--fix", path)
    assert path.read_text(encoding="utf-8") == WRONG
    assert done.code == 1 and done.out.count("\n") == 1 and " T301 " in done.out
    assert "1 mended" in done.err
    assert other.read_text(encoding="utf-8") == SLIP  # no other file is touched
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.yaml", "b.yaml"]
    again = give(capsys, "lint", "--fix", other)
    assert (again.code, again.out) == (0, "") and other.read_text(encoding="utf-8") == TEXT


def test_in_full_it_is_said_how_many_can_be_mended(tmp_path: Path, capsys: Capsys) -> None:
    path = file_of(tmp_path, LEFT)
    done = give(capsys, "lint", "--format", "full", path)
    assert done.out.endswith("\n2 errors\n") and "1 can be mended by --fix" in done.err
    assert give(capsys, "lint", "--format", "full", file_of(tmp_path, WRONG)).err == ""
    assert give(capsys, "lint", "--format", "short", path).err == ""


def test_a_file_of_nothing_but_slips_is_mended_in_time(tmp_path: Path, capsys: Capsys) -> None:
    lines = "".join(f"  x{n}: {{when: all(c: c.rank) && x}}\n" for n in range(60))
    path = file_of(tmp_path, f"rummy: 1\nevents:\n{lines}")
    assert give(capsys, "lint", "--fix", path).code == 1
    for data in (b"\0\0", b"\xff\xfe", b"[" * 300, b"a" * 300_000, b""):
        path.write_bytes(data)
        assert give(capsys, "lint", "--fix", path).code == 1
        assert path.read_bytes() == data


def test_fix_leaves_a_file_alone_that_needs_nothing(tmp_path: Path, capsys: Capsys) -> None:
    path = file_of(tmp_path, TEXT)
    os.utime(path, (1, 1))
    assert give(capsys, "lint", "--fix", path).code == 0
    assert path.stat().st_mtime == 1


@pytest.mark.skipif(os.name == "nt", reason="rights of files are others there")
def test_fix_keeps_the_rights_of_a_file_and_the_link_to_it(tmp_path: Path, capsys: Capsys) -> None:
    path = file_of(tmp_path, SLIP, "real.yaml")
    path.chmod(0o640)
    link = tmp_path / "link.yaml"
    link.symlink_to(path)
    assert give(capsys, "lint", "--fix", link).code == 0
    assert link.is_symlink() and path.read_text(encoding="utf-8") == TEXT
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_fix_touches_neither_the_base_nor_what_is_laid_upon_it(
    tmp_path: Path, capsys: Capsys
) -> None:
    base = file_of(tmp_path, SLIP, "base.yaml")
    mine = file_of(tmp_path, "extends: base\nplayrs: 2\n", "mine.yaml")
    give(capsys, "lint", "--fix", mine)
    assert base.read_text(encoding="utf-8") == SLIP
    base.write_text(TEXT, encoding="utf-8")
    over = "extends: base\nplayrs: 2\n"
    upon = file_of(tmp_path, over, "upon.yaml")
    give(capsys, "lint", "--fix", base, "--with", upon)
    assert upon.read_text(encoding="utf-8") == over


def test_a_shipped_game_and_standard_input_are_not_mended(
    capsys: Capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = give(capsys, "lint", "--fix", "iceberg")
    assert done.code == 2 and "shipped" in done.err
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(SLIP.encode()), encoding="ascii"))
    done = give(capsys, "lint", "--fix", "-")
    assert done.code == 2 and "--diff" in done.err


def test_diff_shows_the_change_and_writes_nothing(
    tmp_path: Path, capsys: Capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = file_of(tmp_path, SLIP)
    done = give(capsys, "lint", "--diff", path)
    changed = [line for line in done.out.splitlines() if line[:1] in "+-"]
    old = next(line for line in SLIP.splitlines() if "off:" in line)
    assert changed == [f"--- {path}", f"+++ {path}", f"-{old}", f"+{old.replace('off', 'of')}"]
    assert done.code == 1 and "1 would be mended" in " ".join(done.err.split())
    assert path.read_text(encoding="utf-8") == SLIP
    assert give(capsys, "lint", "--diff", SMALL).out == ""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(SLIP.encode()), encoding="ascii"))
    assert "+++ x.yaml" in give(capsys, "lint", "--diff", "-", "--stdin-name", "x.yaml").out


def test_a_diff_says_where_the_last_line_has_no_end(tmp_path: Path, capsys: Capsys) -> None:
    text = TEXT.replace("\ntitle:", "\n# title:", 1)
    path = file_of(tmp_path, text.rstrip() + "\ntitel: no end")
    out = give(capsys, "lint", "--diff", path).out
    assert out.endswith(
        "-titel: no end\n\\ No newline at end of file\n"
        "+title: no end\n\\ No newline at end of file\n"
    )


def test_a_terminal_sees_no_characters_of_direction_in_a_diff(tmp_path: Path) -> None:
    path = file_of(
        tmp_path,
        SLIP.replace("pile: true, seen_by: nobody}", "pile: true, seen_by: nobody} # \u202e round"),
    )
    seen = at_terminal("lint", "--diff", path, NO_COLOR="1")
    assert "\u202e" not in seen and "<U+202E>" in seen


def test_options_that_contradict_each_other_are_refused(capsys: Capsys) -> None:
    assert give(capsys, "lint", "--fix", "--diff", SMALL).code == 2
    assert give(capsys, "lint", "--diff", "--format", "json", SMALL).code == 2


# --- where it is written ------------------------------------------------------------


def test_findings_are_written_to_a_file(tmp_path: Path, capsys: Capsys) -> None:
    path, report = file_of(tmp_path, LEFT), tmp_path / "report.json"
    shown = give(capsys, "lint", "--format", "json", path).out
    done = give(capsys, "lint", "--format", "json", "--output", report, path)
    assert (done.code, done.out) == (1, "")
    assert report.read_text(encoding="utf-8") == shown
    assert json.loads(shown)["version"] == 1
    assert give(capsys, "lint", "--format", "json", "--output", "-", path).out == shown


def test_a_report_that_cannot_be_written_is_wrong_use(tmp_path: Path, capsys: Capsys) -> None:
    path = file_of(tmp_path, LEFT)
    assert give(capsys, "lint", "--output", tmp_path / "none" / "x", path).code == 2
    done = give(capsys, "lint", "--output", path, path)
    assert done.code == 2 and path.read_text(encoding="utf-8") == LEFT


def test_the_order_of_findings_does_not_depend_on_the_order_of_files(
    tmp_path: Path, capsys: Capsys
) -> None:
    one, two = file_of(tmp_path, LEFT), file_of(tmp_path, LEFT, "b.yaml")
    for form in ("full", "short", "json", "github"):
        orders = ((one, two), (two, one))
        outs = [give(capsys, "lint", "--format", form, *files).out for files in orders]
        assert outs[0] == outs[1]


def test_colours_are_for_terminals_that_want_them(tmp_path: Path) -> None:
    path = file_of(tmp_path, LEFT)
    assert "\x1b[1;31m" in at_terminal("lint", path)
    for environ in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        assert "\x1b" not in at_terminal("lint", path, **environ)
