"""The table of exit codes, a row a test."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_helpers import SMALL, give
from rummy.cli import group


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    text = SMALL.read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    Path("clean.yaml").write_text(text, encoding="utf-8")
    Path("broken.yaml").write_text(text.replace("same(rank)", "same(rnk)"), encoding="utf-8")
    Path("fails.yaml").write_text(text.replace("wins: 2", "wins: 1"), encoding="utf-8")
    Path("no.log").write_text("hello\n", encoding="utf-8")
    Path("deal.json").write_text('{"cards": "9X"}', encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("code", "line"),
    [
        (0, "--help"),
        (0, "--version"),
        (0, "lint clean.yaml"),
        (0, "test clean.yaml"),
        (0, "show clean.yaml"),
        (0, "show clean.yaml melds.set.valid"),
        (0, "explain T301"),
        (0, "explain"),
        (0, "variants"),
        (0, "schema"),
        (0, "run clean.yaml --hands 1"),
        (1, "lint broken.yaml"),
        (1, "lint clean.yaml broken.yaml"),
        (1, "lint broken.yaml --format json"),
        (1, "test fails.yaml"),
        (1, "test broken.yaml"),
        (1, "run broken.yaml"),
        (1, "show broken.yaml"),
        (1, "replay no.log"),
        (2, ""),
        (2, "blend"),
        (2, "run"),
        (2, "run nowhere.yaml"),
        (2, "run ."),
        (2, "run clean.yaml --blend"),
        (2, "run clean.yaml --players 9"),
        (2, "run clean.yaml --players many"),
        (2, "run clean.yaml --hands 0"),
        (2, "run clean.yaml --seed -1"),
        (2, "run clean.yaml --seed 99999999999999999999"),
        (2, "run clean.yaml --set target"),
        (2, "run clean.yaml --set target=7"),
        (2, "run clean.yaml --set tarket=100"),
        (2, "run clean.yaml --seats clever"),
        (2, "run clean.yaml --players 3 --seats random,greedy"),
        (2, "run clean.yaml --log clean.yaml"),
        (2, "run clean.yaml --log no/such/folder.log"),
        (2, "run clean.yaml --deal deal.json"),
        (2, "run clean.yaml --deal nowhere.json"),
        (2, "lint nowhere.yaml"),
        (2, "lint clean.yaml nowhere.yaml"),
        (2, "lint --blend clean.yaml"),
        (2, "lint"),
        (2, "test nowhere.yaml"),
        (2, "replay nowhere.log"),
        (2, "replay ."),
        (2, "show clean.yaml melds.set.vald"),
        (2, "explain T3xx"),
    ],
)
def test_each_way_to_end_has_its_code(
    code: int, line: str, files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    done = give(capsys, *line.split())
    assert done.code == code, done
    assert "Traceback" not in done.out + done.err
    if code:
        findings = line.startswith("lint") or line == "test fails.yaml"
        assert (done.out if findings and code == 1 else done.err).strip(), done


def test_a_log_is_never_written_over_a_file_that_is_something_else(
    files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = Path("clean.yaml").read_bytes()
    done = give(capsys, "run", "clean.yaml", "--log", "clean.yaml")
    assert "is no log; it is left as it is" in " ".join(done.err.split())
    assert Path("clean.yaml").read_bytes() == before


def test_warnings_fail_only_where_they_are_to_count(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from rummy.diagnostics import CATALOGUE, Diagnostic, Span
    from rummy.lint import judge

    code = next(iter(CATALOGUE))
    found = Diagnostic(code, "something odd", Span("a.yaml", 1, 1, 1, 2), level="warning")
    judged = judge.Judged(None, [found])
    monkeypatch.setattr(judge, "judge", lambda file, overlays, further=None: judged)
    file = tmp_path / "a.yaml"
    file.write_text("rummy: 1\n", encoding="utf-8")
    assert give(capsys, "lint", file).code == 0
    assert give(capsys, "lint", "--strict", file).code == 1


def test_a_fault_of_ours_is_one_line_and_shows_where_only_when_asked(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from rummy.cli import explain

    def fail(*given: object) -> None:
        raise KeyError("a thing\nof two lines")

    monkeypatch.setattr(explain, "_explain", fail)
    done = give(capsys, "explain", "Y001")
    assert done.code == 3
    assert done.err.count("\n") == 1
    assert "KeyError" in done.err and "report it" in done.err and "Traceback" not in done.err
    monkeypatch.setenv("RUMMY_DEBUG", "1")
    done = give(capsys, "explain", "Y001")
    assert done.code == 3
    assert "Traceback" in done.err


def test_ctrl_c_ends_with_130(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from rummy.cli import explain

    def stop(*given: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(explain, "_explain", stop)
    done = give(capsys, "explain", "Y001")
    assert done.code == 130
    assert "Traceback" not in done.err


@pytest.mark.parametrize("name", group.COMMANDS)
def test_the_help_of_every_command_shows_examples(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    done = give(capsys, name, "--help")
    assert done.code == 0
    assert f"  rummy {name}" in done.out.partition("Examples:")[2]
    assert all(len(line) <= 80 for line in done.out.splitlines())


def test_an_unknown_command_is_answered_with_the_nearest(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert "did you mean `replay`?" in give(capsys, "reply", "a.log").err


def test_without_a_command_help_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    done = give(capsys)
    assert done.code == 2 and done.out == ""
    assert done.err == give(capsys, "--help").out
