"""Overlays at the commands: `--with`, logs that name all files, one file out of several."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest
from command_helpers import give
from rummy.spec.load import load

SHORT = """\
extends: iceberg
title: Iceberg to 200
options: {target: {default: 200}}
examples:
  two hundred points are enough:
    totals: {1: 190, 2: 200}
    wins: 2
"""
LONG = "extends: iceberg\noptions: {target: {default: 9000}}\n"
CHOICE = "extends: iceberg\noptions: {aces: {default: by_choice}}\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in {"short": SHORT, "long": LONG, "choice": CHOICE}.items():
        (tmp_path / f"{name}.yaml").write_text(text, encoding="utf-8")
    return tmp_path


def test_run_plays_an_overlay_and_overlays_upon_a_game_alike(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    alone = give(capsys, "run", "short.yaml", "--seed", "4", "--brief")
    upon = give(capsys, "run", "iceberg", "--with", "short.yaml", "--seed", "4", "--brief")
    option = give(capsys, "run", "iceberg", "--set", "target=200", "--seed", "4", "--brief")
    results = [done.out.splitlines()[-1] for done in (alone, upon, option)]
    assert alone.code == upon.code == 0 and len(set(results)) == 1
    assert upon.out.startswith("Iceberg to 200")
    assert "--with short.yaml" in upon.out


def test_two_overlays_that_clash_are_refused_with_both_places(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    done = give(capsys, "run", "iceberg", "--with", "short.yaml", "--with", "long.yaml")
    assert done.code == 1 and not done.out
    assert "iceberg + short + long" in done.err.replace(".yaml", "")
    assert "long.yaml:2:20" in done.err and "short.yaml:3:20" in done.err


def test_an_overlay_that_is_not_there_is_wrong_use(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    done = give(capsys, "run", "iceberg", "--with", "shrot.yaml")
    assert done.code == 2 and "shrot.yaml" in done.err


def test_the_standard_input_can_be_named_once(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    done = give(capsys, "lint", "-", "--with", "-")
    assert done.code == 2 and "once" in done.err


def test_a_log_names_all_files_and_is_played_again_with_them(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    give(capsys, "run", "iceberg", "--with", "short.yaml", "--with", "choice.yaml",
         "--seed", "4", "--rounds", "1", "--log", "a.log")  # fmt: skip
    header = json.loads((folder / "a.log").read_text().splitlines()[0])
    assert header["spec"] == "iceberg.yaml"
    assert header["files"] == ["iceberg.yaml", "short.yaml", "choice.yaml"]
    assert header["with"] == ["short.yaml", "choice.yaml"]
    assert give(capsys, "replay", "a.log").code == 0
    other = give(capsys, "replay", "a.log", "--with", "short.yaml")
    assert other.code == 1
    assert "iceberg.yaml + short.yaml + choice.yaml" in " ".join(other.err.split())
    (folder / "short.yaml").unlink()
    lost = give(capsys, "replay", "a.log")
    assert lost.code == 2 and "short.yaml" in lost.err and "--with" in lost.err


def test_a_log_of_one_file_names_no_others(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    give(capsys, "run", "iceberg", "--seed", "4", "--rounds", "1", "--log", "a.log")
    assert not {"files", "with"} & json.loads((folder / "a.log").read_text().splitlines()[0]).keys()


def test_a_log_with_names_that_are_none_is_damaged(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    give(capsys, "run", "short.yaml", "--seed", "4", "--rounds", "1", "--log", "a.log")
    text = (folder / "a.log").read_text()
    for wrong in ('"files": "short.yaml"', '"files": [1]'):
        (folder / "b.log").write_text(
            text.replace('"files": ["iceberg.yaml", "short.yaml"]', wrong)
        )
        done = give(capsys, "replay", "b.log")
        assert done.code == 1 and "'files'" in done.err


def test_lint_judges_an_overlay_and_files_with_overlays_upon_them(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert give(capsys, "lint", "--strict", "short.yaml").code == 0
    assert (
        give(capsys, "lint", "iceberg", "--with", "short.yaml", "--with", "choice.yaml").code == 0
    )
    (folder / "odd.yaml").write_text("extends: iceberg\nremove: match.tie\n")
    done = give(capsys, "lint", "odd.yaml")
    assert done.code == 1
    assert done.out.startswith("odd.yaml:2:9: error V808 nothing-to-remove: ")
    done = give(capsys, "lint", "--format", "json", "iceberg", "--with", "odd.yaml")
    (item,) = json.loads(done.out)["findings"]
    assert (item["file"], item["line"], item["fixes"][0]["text"]) == ("odd.yaml", 2, "match.ties")


def test_test_tells_which_examples_of_the_base_come_out_differently(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    done = give(capsys, "test", "short.yaml")
    assert done.code == 0
    count = len(load("iceberg").examples)
    assert f"1 of {count} examples of iceberg.yaml comes out differently:" in done.out
    assert "    nobody wins below the target\n" in done.out
    assert "1 passed" in done.out
    told = json.loads(give(capsys, "test", "short.yaml", "--json").out)
    (changed,) = told["changed"]
    assert changed["names"] == ["nobody wins below the target"]
    assert told["passed"] == 1


def test_test_tells_which_examples_of_the_base_cannot_be_told_any_more(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "few.yaml").write_text("extends: iceberg\nremove: melds.odds_in_one_suit\n")
    done = give(capsys, "test", "few.yaml", "-v")
    assert done.code == 0
    assert "odds and evens in one suit (it speaks of what is not there)" in done.out
    assert "no example was carried out" in done.out


def test_show_gives_one_file_with_the_origin_of_every_line(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "more.yaml").write_text(
        "extends: short\nturn: {steps: {pass: {when: base and 1 < 2}}}\n"
    )
    done = give(capsys, "show", "more.yaml", "--merged", "--with", "choice.yaml")
    assert done.code == 0
    lines = [line for line in done.out.splitlines() if line.strip()]
    depth = 80
    for line in lines:
        indent = len(line) - len(line.lstrip())
        if indent > depth:
            continue  # a text goes on; its origin stands where it begins
        assert re.search(r"  # [\w-]+\.yaml:\d+(, [\w-]+\.yaml:\d+)*$", line), line
        depth = indent if ">-  " in line else 80
    assert any(line.split() == ["default:", "200", "#", "short.yaml:3"] for line in lines)
    assert any("more.yaml:2, iceberg.yaml:" in line for line in lines)
    assert any(line.endswith("# choice.yaml:2") for line in lines)
    assert all(len(line) <= 80 for line in lines)
    (folder / "merged.yaml").write_text(done.out, encoding="utf-8")
    assert give(capsys, "lint", "--strict", "--ignore", "X707", "merged.yaml").code == 0
    one = give(capsys, "run", "merged.yaml", "--seed", "3", "--brief").out.splitlines()
    two = give(capsys, "run", "more.yaml", "--with", "choice.yaml", "--seed", "3", "--brief")
    assert one[2:] == two.out.splitlines()[2:]


def test_merged_takes_no_key_and_no_option(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for more in (["melds"], ["--players", "3"], ["--set", "target=300"]):
        done = give(capsys, "show", "short.yaml", *more, "--merged")
        assert done.code == 2 and "--merged" in done.err


def test_show_tells_where_an_expression_of_two_files_stands(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "more.yaml").write_text("extends: iceberg\nturn: {steps: {pass: {when: not base}}}\n")
    done = give(capsys, "show", "more.yaml", "turn.steps.pass.when")
    assert "more.yaml:2:29" in done.out and "not (count(hand) > 0)" in done.out


def test_rummy_explain_knows_the_codes_of_overlays(capsys: pytest.CaptureFixture[str]) -> None:
    done = give(capsys, "explain", "overlays-clash")
    assert done.code == 0 and "V806" in done.out


def test_a_saved_match_tells_what_has_changed_in_the_base(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    game = folder / "game.yaml"
    game.write_bytes(Path(load("iceberg").files[0]).read_bytes())
    (folder / "house.yaml").write_text("extends: game\noptions: {target: {default: 300}}\n")
    words = ["play", "house.yaml", "--save", "a.save", "--seed", "3"]
    assert give(capsys, *words).code == 0
    text = game.read_text(encoding="utf-8")
    game.write_text(text.replace("lay: 700", "lay: 600"), encoding="utf-8")
    done = give(capsys, *words[:4], "--resume")
    assert done.code == 1 and "changed: melds of game.yaml" in " ".join(done.err.split())
