"""What commands say about a spec file."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from command_helpers import ROOT, SMALL, give
from rummy.spec.load import load, shipped

TEXT = SMALL.read_text(encoding="utf-8")


def write(path: Path, old: str, new: str) -> Path:
    assert old in TEXT
    path.write_text(TEXT.replace(old, new), encoding="utf-8")
    return path


def test_lint_names_file_line_and_column_and_the_nearest_word(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(
        tmp_path / "a.yaml",
        "set: {size: 3..4, valid: same(rank)",
        "set: {size: 3..4, valid: same(rnk)",
    )
    line = next(n for n, text in enumerate(file.read_text().splitlines(), 1) if "rnk" in text)
    column = file.read_text().splitlines()[line - 1].index("rnk") + 1
    short = give(capsys, "lint", "--format", "short", file).out
    assert short.startswith(f"{file}:{line}:{column}: error T301 unknown-name: ")
    assert [line for line in short.splitlines()[1:] if "X707" not in line] == []
    full = give(capsys, "lint", "--format", "full", file).out
    assert "did you mean `rank`" in full and "^^^" in full


def test_several_files_are_judged_alone_and_all_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    clean = tmp_path / "clean.yaml"
    clean.write_bytes((ROOT / "examples" / "three_and_out.yaml").read_bytes())
    one = write(tmp_path / "one.yaml", "lay: 0", "lay: zero")
    two = write(tmp_path / "two.yaml", "ties: shared", "tiess: shared")
    done = give(capsys, "lint", clean, one, two, "--format", "json")
    files = {finding["file"] for finding in json.loads(done.out)["findings"]}
    assert done.code == 1
    assert files == {str(one), str(two)}


def test_lint_also_tells_what_a_card_player_would_find(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = (ROOT / "examples" / "three_and_out.yaml").read_text(encoding="utf-8")
    file = tmp_path / "a.yaml"
    file.write_text(game.replace("auto: {deal: 7}", "auto: {deal: 20}"), encoding="utf-8")
    done = give(capsys, "lint", "--format", "short", file)
    assert done.code == 1
    assert " error P501 too-few-cards: with 3 players the deal needs 20 cards" in done.out
    file.write_text(game.replace("take: {move: pile", "take: {when: false, move: pile"))
    assert give(capsys, "lint", file).code == 0  # a warning
    done = give(capsys, "lint", "--strict", "--format", "short", file)
    assert done.code == 1
    assert " warning P504 move-never-offered: " in done.out


def test_a_missing_file_does_not_hide_what_is_found_in_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = write(tmp_path / "a.yaml", "lay: 0", "lay: zero")
    done = give(capsys, "lint", tmp_path / "none.yaml", broken)
    assert done.code == 2
    assert "zero" in done.out
    assert "none.yaml" in "".join(done.err.split())  # a long path is cut where the line ends


def test_lint_reads_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    data = TEXT.replace("lay: 0", "lay: zero").encode()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data), encoding="ascii"))
    done = give(capsys, "lint", "-", "--stdin-name", "game.yaml")
    assert done.code == 1
    assert done.out.startswith("game.yaml:")


def test_inside_github_findings_are_annotations(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    broken = write(tmp_path / "a.yaml", "lay: 0", "lay: zero")
    assert give(capsys, "lint", broken).out.startswith("::error file=")


def test_a_run_of_examples_counts_and_shows_what_fails_where(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(tmp_path / "a.yaml", "refuses: {set: [7H 7H 7D]", "refuses: {set: [7H 7S 7D]")
    done = give(capsys, "test", file)
    line = next(n for n, text in enumerate(file.read_text().splitlines(), 1) if "refuses" in text)
    told = " ".join(done.out.split())
    assert done.code == 1
    assert "FAIL a set [R-1]" in told
    assert f":{line}:" in told.replace(" ", "")
    assert "7H 7S 7D is to be refused as set, but it is accepted" in told
    assert "2 passed, 1 failed" in told
    assert give(capsys, "test", file, "-k", "first turn").code == 0


def test_a_verbose_run_tells_why_what_is_to_be_illegal_is_refused(
    capsys: pytest.CaptureFixture[str],
) -> None:
    brief = give(capsys, "test", "loba", "-k", "LOB-14")
    assert "not discard JOK" not in brief.out
    told = " ".join(give(capsys, "test", "loba", "-k", "LOB-14", "-v").out.split())
    assert "not discard JOK: JOK is a wild card" in told
    assert "[turn.discard.cards, loba.yaml:" in told


def test_examples_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(give(capsys, "test", SMALL, "--json").out)
    assert (data["passed"], data["failed"]) == (3, 0)
    assert [result["name"] for result in data["results"]] == ["a set", "a first turn", "the end"]


def test_show_lists_the_keys_and_explains_one(capsys: pytest.CaptureFixture[str]) -> None:
    keys = give(capsys, "show", "iceberg").out
    assert "melds.set.valid: same(rank)" in keys
    some = give(capsys, "show", "iceberg", "melds.pair").out
    assert "melds.pair.lay: 10" in some and "melds.set" not in some
    one = give(capsys, "show", "iceberg", "melds.pair.valid").out
    assert "melds.pair.valid: truth value" in one
    assert "def f" in one and "return" in one


def test_show_fills_in_players_and_options(capsys: pytest.CaptureFixture[str]) -> None:
    def understood(*more: str) -> str:
        text = give(capsys, "show", "iceberg", *more).out
        return text.partition("As understood")[2].partition("As it runs")[0]

    # 1 + own aces, as a multiplier; with cats no factor is left
    assert "1 + count(shown)" in understood("score.lines.factor.points")
    cats = understood("score.lines.factor.points", "--set", "ace_scoring=cats")
    assert cats.split()[-1] == "1"
    # four players have two packs: eight aces end the round
    assert "== 8" in understood("events.last_ace_later.when", "--players", "4")
    assert "== 4" in understood("events.last_ace_later.when", "--players", "3")


def test_show_names_the_nearest_key(capsys: pytest.CaptureFixture[str]) -> None:
    assert "`melds.set.valid`" in " ".join(
        give(capsys, "show", "iceberg", "melds.set.vaild").err.split()
    )


@pytest.mark.parametrize("path", [*shipped(), SMALL], ids=lambda path: path.stem)
def test_every_expression_of_a_shipped_game_can_be_shown(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from rummy.cli.show import source
    from rummy.spec.bind import bind

    spec = load(path)
    rules = bind(spec, spec.players[0])
    for key, expr in spec.expressions:
        if not key.startswith(("deck.", "options.", "examples.")):
            compile(source(rules.fold(expr.tree), rules), key, "exec")
    last = spec.expressions[-1][0]
    assert give(capsys, "show", path, last).code == 0


def test_every_code_is_explained_by_number_and_by_words(
    capsys: pytest.CaptureFixture[str],
) -> None:
    from rummy.diagnostics import CATALOGUE

    listed = give(capsys, "explain").out
    for code, entry in CATALOGUE.items():
        assert code in listed
        by_code = give(capsys, "explain", code.lower())
        assert by_code.code == 0
        assert "Wrong:" in by_code.out and "Right:" in by_code.out
        assert give(capsys, "explain", entry.slug).out == by_code.out


def test_variants_lists_every_shipped_game(capsys: pytest.CaptureFixture[str]) -> None:
    lines = give(capsys, "variants").out.splitlines()
    assert [line.split()[0] for line in lines[1:]] == [path.stem for path in shipped()]
    assert any("Iceberg Rummy" in line and "2-5" in line for line in lines)


def test_the_schema_is_printed_and_its_place_shown(capsys: pytest.CaptureFixture[str]) -> None:
    printed = json.loads(give(capsys, "schema").out)
    place = Path(give(capsys, "schema", "--path").out.strip())
    assert json.loads(place.read_text(encoding="utf-8")) == printed


def test_source_is_shown_without_empty_ends(capsys: pytest.CaptureFixture[str]) -> None:
    out = give(capsys, "show", "iceberg", "melds.set.size.most").out
    assert out.endswith("      return 8\n") and "As it runs:\n  #" in out
    out = give(capsys, "show", "iceberg", "score.round").out
    assert not any(line != line.rstrip() for line in out.splitlines())


def test_full_findings_fit_the_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file = write(Path("a.yaml"), "ties: shared", "tyes: shared")
    for columns in (80, 60, 40):
        monkeypatch.setenv("COLUMNS", str(columns))
        out = give(capsys, "lint", "--format", "full", file).out
        assert "hint: " in out
        assert all(len(line) <= columns for line in out.splitlines())
