"""Files of games read back, settings of a grid, plots."""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path

import pytest
from rummy.errors import UsageError
from rummy.sim.export import COLUMNS, Files
from rummy.sim.games import Game, play
from rummy.sim.grid import grid, several
from rummy.sim.plots import Panel, draw, may_plot, save, shown
from rummy.sim.stats import Estimate
from rummy.spec.load import load
from sim_helpers import game, small_table

RULES = len(small_table().book().rules)


def written(folder: Path, games: list[Game], settings: dict[str, str]) -> tuple[Path, Path]:
    """The files of these games."""
    names = folder / "games.csv", folder / "games.jsonl"
    book = small_table().book()
    with Files(str(names[0]), str(names[1]), 2, list(settings)) as files:
        for each in games:
            files.add(each, settings, book)
    return names


def test_a_row_says_of_a_game_what_it_was(tmp_path: Path) -> None:
    played = game(4, [[10, 30], [40, 0]], ("greedy", "random"), turns=7, fired=[0] * RULES)
    name, _ = written(tmp_path, [played], {"target": "50"})
    (row,) = csv.DictReader(name.read_text(encoding="utf-8").splitlines())
    assert row == {
        "game": "5",
        "rotation": "0",
        "seed": "1004",
        "seats": "greedy,random",
        "over": "1",
        "winners": "1",
        "rounds": "2",
        "turns": "14",
        "decisions": "20",
        "lead_changes": "1",
        "tied_rounds": "0",
        "total_1": "50",
        "total_2": "30",
        "target": "50",
    }
    assert list(row)[: len(COLUMNS)] == list(COLUMNS)


def test_both_files_say_the_same_of_real_games(tmp_path: Path) -> None:
    games = [play(small_table(rounds=None), 1, n) for n in range(4)]
    rows_file, lines_file = written(tmp_path, games, {})
    rows = list(csv.DictReader(rows_file.read_text(encoding="utf-8").splitlines()))
    lines = [json.loads(line) for line in lines_file.read_text(encoding="utf-8").splitlines()]
    assert len(rows) == len(lines) == 4
    for row, line, each in zip(rows, lines, games, strict=True):
        for key in ("game", "rotation", "seed", "turns", "decisions", "lead_changes"):
            assert int(row[key]) == line[key]
        assert [int(row["total_1"]), int(row["total_2"])] == line["totals"] == list(each.totals)
        assert len(line["rounds"]) == int(row["rounds"])
        points = [sum(r["points"][seat] for r in line["rounds"]) for seat in range(2)]
        assert points == line["totals"]
        assert sum(r["turns"] for r in line["rounds"]) == line["turns"]
        assert line["fired"]["score.round"] == 2 * len(line["rounds"])
        assert [seat - 1 for seat in line["winners"]] == list(each.winners)


def test_a_file_that_cannot_be_written_is_refused_before_anything_is_played(
    tmp_path: Path,
) -> None:
    with pytest.raises(UsageError, match=r"--csv .* cannot be written"):
        Files(str(tmp_path / "no" / "x.csv"), None, 2, [])
    with pytest.raises(UsageError, match=r"--jsonl .* cannot be written"):
        Files(None, str(tmp_path), 2, [])
    spec = tmp_path / "game.yaml"
    spec.write_text("rummy: 1\n", encoding="utf-8")
    with pytest.raises(UsageError, match="written over a spec"):
        Files(None, str(spec), 2, [])
    assert spec.read_text(encoding="utf-8") == "rummy: 1\n"


def test_several_values_make_a_grid_in_the_order_written() -> None:
    spec = load("iceberg")
    cells = grid(spec, ["ace_scoring=flat, cats", "target=1000", "aces=forced,by_choice"])
    assert [(c["ace_scoring"], c["aces"]) for c in cells] == [
        ("flat", "forced"),
        ("flat", "by_choice"),
        ("cats", "forced"),
        ("cats", "by_choice"),
    ]
    assert all(cell["target"] == "1000" for cell in cells)
    assert several(cells) == ["ace_scoring", "aces"]
    assert grid(spec, []) == [{}]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("aces", "write it as name=value"),
        ("aces=forced,", "write it as name=value"),
        ("ases=forced", "has no option ases; did you mean"),
        ("aces=sometimes", "choose forced or by_choice"),
        ("aces=forced,forced", "stands there twice"),
        ("target=1", "100"),
    ],
)
def test_a_setting_that_cannot_be_is_refused_with_the_reason(text: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        grid(load("iceberg"), [text])


def test_an_option_set_twice_and_a_grid_too_large_are_refused() -> None:
    with pytest.raises(UsageError, match="aces is set twice"):
        grid(load("iceberg"), ["aces=forced", "aces=by_choice"])
    many = ",".join(str(n) for n in range(20, 51))
    with pytest.raises(UsageError, match="this makes 124 settings"):
        grid(load("iceberg"), [f"ace_value={many}", "ace_scoring=multiplier,flat,doubling,cats"])


PANEL = Panel(
    "wins",
    (("seat 1", Estimate(0.5, 0.25, 0.75)), ("seat 2", Estimate(0.25, None, None))),
    True,
    0.5,
    "a fair share",
)


def test_a_plot_in_text_shows_value_interval_and_fair_share() -> None:
    lines = draw([PANEL], 80)
    assert lines[0] == "wins" and lines[-1].strip() == ": a fair share"
    first, second = lines[1], lines[2]
    assert first.count("|") == 2 and "o" in first.removeprefix("  seat 1")
    assert first.rstrip().endswith("50.0%") and second.rstrip().endswith("25.0%")
    begin, middle, end = first.index("|"), first.index("o"), first.rindex("|")
    assert abs((middle - begin) - (end - middle)) <= 1  # 25, 50, 75
    assert second.index(":") == middle  # the fair share, 50%
    assert second.index("o") == begin  # 25%
    assert all(len(line) <= 80 for line in lines)


def test_a_plot_of_nothing_but_equal_values_is_drawn_too() -> None:
    panel = Panel(
        "points", (("a", Estimate(0.0, 0.0, 0.0)), ("b", Estimate(float("nan"), None, None)))
    )
    assert len(draw([panel], 40)) == 4


def test_the_same_numbers_give_the_same_picture(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    for name in ("a.svg", "b.svg", "a.png", "b.png"):
        save([PANEL, PANEL], str(tmp_path / name), "Title")
    svg = (tmp_path / "a.svg").read_bytes()
    assert svg == (tmp_path / "b.svg").read_bytes()
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()
    assert b"<svg" in svg and b"a fair share" in svg and b"dc:date" not in svg


def test_a_picture_without_matplotlib_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(UsageError, match=r"pip install 'rummy-interpreter\[plot\]'.*--plot -"):
        may_plot(str(tmp_path / "a.svg"))
    may_plot("-")


def test_a_picture_that_cannot_be_made_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"end the name with .svg or .png"):
        may_plot("picture.pdf")
    with pytest.raises(UsageError, match="there is no folder"):
        may_plot(str(tmp_path / "no" / "a.svg"))
    (tmp_path / "folder.svg").mkdir()
    with pytest.raises(UsageError, match="it is a folder"):
        may_plot(str(tmp_path / "folder.svg"))


@pytest.mark.parametrize(
    ("value", "share", "text"),
    [
        (0.12345, True, "12.3%"),
        (1234.5, False, "1,234"),
        (45.67, False, "45.7"),
        (4.567, False, "4.57"),
        (-0.001, False, "0.00"),
        (-0.0001, True, "0.0%"),
        (float("nan"), False, "-"),
    ],
)
def test_numbers_are_told_with_three_digits_or_so(value: float, share: bool, text: str) -> None:
    assert shown(value, share) == text
