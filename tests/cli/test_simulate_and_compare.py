"""``rummy simulate`` and ``rummy compare`` as commands: what they print, refuse and keep."""

from __future__ import annotations

import csv
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from command_helpers import PLAIN, ROOT, RUMMY, at_terminal, give
from rummy.sim.games import seed_of

SMALL = ROOT / "examples" / "three_and_out.yaml"
QUICK = ("--workers", "1", "--seats", "random", "--seed", "3")


def test_a_simulation_tells_points_wins_length_endings_and_rules(
    capsys: pytest.CaptureFixture[str],
) -> None:
    done = give(capsys, "simulate", SMALL, "--games", "3", *QUICK)
    assert done.code == 0 and done.err == ""
    assert done.out.startswith("Three and Out, 2 players (random)\n  3 games, master seed 3\n")
    heads = re.findall(r"^\S.*$", done.out, re.M)[1:]
    named = ["Points", "Wins", "Length", "How rounds end", "Never used", "Options"]
    assert [h for h in heads if not h.startswith("Rules used")] == named
    assert all(len(line) <= 80 for line in done.out.splitlines())


def test_the_summary_adds_up_with_the_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = ("--csv", tmp_path / "g.csv", "--jsonl", tmp_path / "g.jsonl")
    done = give(capsys, "simulate", SMALL, "--games", "4", "--json", *files, *QUICK)
    told = json.loads(done.out)
    (setting,) = told["settings"]
    rows = list(csv.DictReader((tmp_path / "g.csv").read_text(encoding="utf-8").splitlines()))
    lines = (tmp_path / "g.jsonl").read_text(encoding="utf-8").splitlines()
    assert told["complete"] and told["seed"] == 3
    assert len(rows) == len(lines) == setting["games"] == 4
    assert [int(row["seed"]) for row in rows] == [seed_of(3, n) for n in range(4)]
    for seat in (1, 2):
        totals = [int(row[f"total_{seat}"]) for row in rows]
        assert setting["seats"][seat - 1]["total"]["mean"] == pytest.approx(sum(totals) / 4)
    assert setting["rounds_played"] == sum(int(row["rounds"]) for row in rows)
    assert sum(setting["ended_by"].values()) == setting["rounds_played"]
    times = {rule["key"]: rule["times"] for rule in setting["rules"]}
    fired = [json.loads(line)["fired"] for line in lines]
    assert all(sum(f.get(key, 0) for f in fired) == n for key, n in times.items())


def test_a_game_can_be_watched_by_its_seed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    give(capsys, "simulate", SMALL, "--games", "2", "--csv", tmp_path / "g.csv", *QUICK)
    rows = list(csv.DictReader((tmp_path / "g.csv").read_text(encoding="utf-8").splitlines()))
    run = ("run", SMALL, "--seats", "random", "--seed", rows[1]["seed"], "--json")
    last = json.loads(give(capsys, *run).out.splitlines()[-1])
    assert last["totals"] == [int(rows[1]["total_1"]), int(rows[1]["total_2"])]


def test_a_grid_has_a_row_for_each_setting(capsys: pytest.CaptureFixture[str]) -> None:
    grid = ("--set", "ace_scoring=flat,cats", "--set", "aces=forced,by_choice")
    words = ("simulate", "iceberg", "--games", "2", "--rounds", "1", *grid, *QUICK)
    done = give(capsys, *words)
    rows = re.findall(r"^  (flat|cats) +(forced|by_choice) ", done.out, re.M)
    cells = [(s, a) for s in ("flat", "cats") for a in ("forced", "by_choice")]
    assert rows == cells
    full = give(capsys, *words, "--full").out
    assert re.findall(r"^ace_scoring=(\w+), aces=(\w+)$", full, re.M) == cells


def test_a_plot_is_drawn_as_text_without_matplotlib(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    words = ("simulate", SMALL, "--games", "4", "--rounds", "1", *QUICK)
    done = give(capsys, *words, "--plot", "-")
    assert "a fair share" in done.out.splitlines()[-1]
    refused = give(capsys, *words, "--plot", tmp_path / "a.svg")
    assert refused.code == 2 and "rummy-interpreter[plot]" in " ".join(refused.err.split())
    assert refused.out == ""


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--games", "0"], "--games 0: say a number from 1 to 10,000,000"),
        (["--workers", "0"], "--workers 0: say a number from 1 to 256"),
        (["--rounds", "0"], "--rounds 0: say a number from 1"),
        (["--seed", "-4"], "--seed -4: say a number from 0"),
        (["--set", "goal=3"], "has no option goal"),
        (["--set", "target=3"], "target=3"),
        (["--seats", "greedy,gready"], "there is no bot 'gready'"),
        (["--seats", "search:1s"], "time limit plays otherwise each time"),
        (["--rotate"], "--rotate needs different bots"),
        (["--players", "7"], "for 2 to 4 players, not 7"),
        (["--csv", "x.yaml"], "written over a spec"),
        (["--csv", "a.txt", "--jsonl", "a.txt"], "a.txt is named twice"),
        (["--plot", "a.gif"], "end the name with .svg or .png"),
    ],
)
def test_what_cannot_be_simulated_is_refused_with_the_reason(
    words: list[str],
    message: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    done = give(capsys, "simulate", SMALL, *words)
    assert done.code == 2 and done.out == ""
    assert message in " ".join(done.err.split())
    assert list(tmp_path.iterdir()) == []


def test_a_comparison_tells_both_sides_the_difference_and_a_verdict(
    capsys: pytest.CaptureFixture[str],
) -> None:
    done = give(
        capsys, "compare", SMALL, "--set-b", "target=10", "--games", "6",
        "--measure", "rounds,score", *QUICK,
    )  # fmt: skip
    assert done.code == 0
    assert done.out.startswith(
        "A: Three and Out with target=100\nB: Three and Out with target=10\n"
    )
    # a match to 10 points takes fewer rounds than the same one to 100
    assert re.search(r"^rounds \(rounds a game\): differs\. B has less\.", done.out, re.M)
    assert all(len(line) <= 80 for line in done.out.splitlines())


def test_a_comparison_as_json_has_the_same_deals_for_both(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ("compare", "iceberg", "--set-b", "ace_scoring=flat", "--rounds", "1")
    seats = ("--seats", "greedy,random", "--measure", "length,luck,win", "--seed", "1")
    done = give(capsys, *words, *seats, "--games", "4", "--workers", "1", "--json")
    told = json.loads(done.out)
    assert told["deals"] == 4 and told["rotations"] == 2 and told["weaker_pairs"] is None
    length, luck, win = told["measures"]
    # what aces count for changes no card that these bots play
    assert length["difference"] == {"mean": 0.0, "low": 0.0, "high": 0.0}
    assert length["verdict"] == "no difference that matters"
    assert luck["measure"] == "luck" and luck["correlation"] is None
    assert 0 <= win["a"]["mean"] <= 1


def test_games_of_other_packs_are_compared_with_a_warning(
    capsys: pytest.CaptureFixture[str],
) -> None:
    done = give(capsys, "compare", SMALL, "bing", "--rounds", "1", "--games", "2", *QUICK)
    assert "The pairs are weak: the packs differ (52 and 104 cards)" in done.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "A and B are the same game with the same options"),
        (["--set-b", "target=50,60"], "one value of an option for A and one for B"),
        (["--set-b", "goal=3"], "has no option goal"),
        (["--set-b", "target=50", "--measure", "lenght"], "did you mean `length`?"),
        (["--set-b", "target=50", "--measure", "luck"], "needs two different bots"),
        (["--set-b", "target=50", "--margin", "-1"], "--margin -1.0: say a number of 0 or more"),
        (["--set-b", "target=50", "--margin", "nan"], "--margin nan"),
        (["nothing.yaml"], "nothing.yaml"),
    ],
)
def test_what_cannot_be_compared_is_refused_with_the_reason(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    done = give(capsys, "compare", SMALL, *words)
    assert done.code == 2 and done.out == ""
    assert message in " ".join(done.err.split())


def test_a_progress_bar_is_shown_on_a_terminal_only(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("simulate", SMALL, "--games", "3", "--rounds", "1", *QUICK)
    assert give(capsys, *words).err == ""
    seen = at_terminal(*words)
    assert "playing" in seen and "100%" in seen


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="a signal for a process group is needed")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_keeps_what_is_finished(workers: str, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    process = subprocess.Popen(
        [*RUMMY, "simulate", str(SMALL), "--games", "1000000", "--workers", workers,
         "--seats", "random", "--jsonl", str(file)],
        env=PLAIN, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True,
    )  # fmt: skip
    deadline = time.monotonic() + 40
    while not (file.exists() and file.stat().st_size) and time.monotonic() < deadline:
        time.sleep(0.1)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=40)
    assert process.returncode == 130
    found = re.search(r"stopped; ([\d,]+) of 1,000,000 games were finished", " ".join(err.split()))
    lines = file.read_text(encoding="utf-8").splitlines()
    assert found and int(found[1].replace(",", "")) == len(lines) > 0
    assert all(json.loads(line)["game"] for line in lines)
    assert "Traceback" not in err and "Points" in out
