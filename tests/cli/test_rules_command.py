"""``rummy rules``: formats, files, overlays, and what is refused."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path

import pytest
from command_helpers import SMALL, give, give_outside

HOUSE = "extends: gin\ntitle: Gin to fifty\noptions: {target: {default: 50}}\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "house.yaml").write_text(HOUSE, encoding="utf-8")
    return tmp_path


def test_it_is_text_when_nobody_says_otherwise(capsys: pytest.CaptureFixture[str]) -> None:
    done = give(capsys, "rules", "gin")
    assert done.code == 0 and not done.err
    assert done.out.startswith("GIN RUMMY\n=========\n")
    assert all(len(line) <= 80 for line in done.out.splitlines())


@pytest.mark.parametrize(
    ("format", "start"),
    [("md", "# Gin Rummy\n"), ("html", "<!DOCTYPE html>\n"), ("text", "GIN RUMMY\n")],
)
def test_a_format_can_be_named(format: str, start: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert give(capsys, "rules", "gin", "--format", format).out.startswith(start)


@pytest.mark.parametrize(
    ("name", "start"),
    [
        ("a.md", "# Gin Rummy\n"),
        ("a.HTML", "<!DOCTYPE html>\n"),
        ("a.htm", "<!DOCTYPE html>\n"),
        ("a.txt", "GIN RUMMY\n"),
        ("a", "GIN RUMMY\n"),
    ],
)
def test_the_ending_of_the_file_chooses_the_format(
    name: str, start: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    done = give(capsys, "rules", "gin", "--output", name)
    assert done.code == 0 and not done.out and name in done.err
    written = (folder / name).read_text(encoding="utf-8")
    assert written.startswith(start)
    assert sorted(os.listdir(folder)) == sorted(["house.yaml", name])


def test_a_format_that_is_named_wins_over_the_ending(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    give(capsys, "rules", "gin", "--format", "md", "--output", "a.html")
    assert (folder / "a.html").read_text(encoding="utf-8").startswith("# Gin")


def test_a_file_that_is_there_is_written_anew_and_keeps_its_rights(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = folder / "a.txt"
    path.write_text("old", encoding="utf-8")
    path.chmod(0o640)
    assert give(capsys, "rules", "gin", "--output", "a.txt").code == 0
    assert path.read_text(encoding="utf-8").startswith("GIN")
    if sys.platform != "win32":
        assert path.stat().st_mode & 0o777 == 0o640


def test_overlays_and_options_change_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    over = give(capsys, "rules", "gin", "--with", "house.yaml").out
    assert over.startswith("GIN TO FIFTY") and "at least 50." in over
    assert (
        give(capsys, "rules", "house.yaml").out.partition("Made by")[0]
        == over.partition("Made by")[0]
    )
    option = give(capsys, "rules", "gin", "--set", "target=50").out
    assert "at least 50." in option and "with target = 50" in option


def test_a_spec_may_come_from_the_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(SMALL.read_bytes())))
    done = give(capsys, "rules", "-")
    assert done.code == 0 and "A TURN" in done.out


def test_letters_that_the_output_lacks_are_replaced() -> None:
    done = give_outside("rules", "iceberg", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    told = done.stdout.decode("ascii")
    assert "\\u" not in told and "spades (S)" in told


@pytest.mark.parametrize(
    ("words", "code", "why"),
    [
        (["gin", "--set", "targett=50"], 2, "did you mean `target`"),
        (["gin", "--set", "target=lots"], 2, "a number in 1..10000"),
        (["gin", "--set", "target"], 2, "name=value"),
        (["gin", "--players", "3"], 2, "for 2 players"),
        (["ginn"], 2, "did you mean"),
        (["gin", "--format", "pdf"], 2, "pdf"),
        (["gin", "--output", "nowhere/a.md"], 2, "cannot be written"),
        (["gin", "--output", "."], 2, "it is a folder"),
        (["gin", "--output", "a\0b"], 2, "cannot be written"),
        (["broken.yaml"], 1, "unknown"),
    ],
)
def test_what_cannot_be_is_refused_with_its_reason(
    words: list[str], code: int, why: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "broken.yaml").write_text(HOUSE + "whatever: 3\n", encoding="utf-8")
    done = give(capsys, "rules", *words)
    assert done.code == code
    assert why in done.err + done.out
    assert "Traceback" not in done.err
    assert sorted(os.listdir(folder)) == ["broken.yaml", "house.yaml"]
