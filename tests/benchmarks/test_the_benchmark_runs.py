"""The benchmark runs and tells what it measured: no figure of it is judged here."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import growth
import pytest
from contest import Ratio, take_turn

BENCH = Path(__file__).with_name("bench.py")


@pytest.mark.slow
def test_a_short_run_measures_games_peers_and_pieces() -> None:
    command = [sys.executable, "-W", "ignore", str(BENCH), "--short", "--json", "-"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    figures = json.loads(done.stdout)
    names = [row["name"] for row in figures["speeds"]]
    assert len(names) + len(figures["left_out"]) == 10  # four rows of ours, six of others
    assert figures["yardstick"] in names
    for row in figures["speeds"]:
        assert row["decisions"] > 0
        assert row["decision_ratio"]["least"] <= row["decision_ratio"]["median"]
    whats = [row["what"] for row in figures["pieces"]]
    for word in (
        "deadwood",
        "all melds",
        "copy and one action",
        "rummy lint",
        "process of its own",
    ):
        assert any(word in what for what in whats), word


@pytest.mark.slow
def test_games_and_players_can_be_chosen_and_a_wrong_number_of_players_is_refused() -> None:
    command = [sys.executable, "-W", "ignore", str(BENCH), "--short", "--no-pieces", "--games"]
    done = subprocess.run([*command, "tonk:3"], check=True, capture_output=True, text=True)
    assert "tonk, 3 players" in done.stdout
    done = subprocess.run([*command, "tonk:99"], check=False, capture_output=True, text=True)
    assert done.returncode and "99" in done.stderr


def test_a_ratio_is_the_median_of_pairs_with_its_ends() -> None:
    ratio = Ratio.of([(1.0, 2.0), (3.0, 2.0), (2.0, 2.0)])
    assert ratio == Ratio(1.0, 0.5, 1.5)
    assert str(ratio) == "1.00 (0.50-1.50)"
    assert Ratio.of([(1.0, 2.0), (0.0, 2.0)]) is None


def test_a_turn_goes_on_until_its_time_is_up() -> None:
    turn = take_turn(lambda: (16, 1), 0.01)
    assert turn.processor >= 0.01
    assert turn.decisions == 16 * turn.hands > 0


def test_tables_of_any_size_are_made_by_overlays_and_measured() -> None:
    for wild in (False, True):
        engine = growth.engine_of(2, 3, 9, wild)
        assert engine.deck.size == 2 * 52 + 4 * wild
        point = growth.measure(engine, 0.01, 9)
        assert point.size == 9 and point.time > 0 and point.melds > 0


def test_the_chart_of_growth_is_the_same_for_the_same_figures(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    found = {
        (kind, axis): [growth.Point(size, size + 1.0, size + 2.0) for size in sizes]
        for kind in growth.KINDS
        for axis, sizes in growth.AXES.items()
    }
    for name in ("a.svg", "b.svg"):
        growth.chart(found, str(tmp_path / name))
    assert (tmp_path / "a.svg").read_text() == (tmp_path / "b.svg").read_text()
