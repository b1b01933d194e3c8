"""What people write by mistake, or expect of a command, and what they are told."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from command_helpers import ROOT, SMALL, Done, give
from rummy import load
from rummy.play.match import Match
from rummy.terminal.matches import Report
from rummy.terminal.writer import Writer

GAME = ROOT / "examples" / "three_and_out.yaml"


def flat(text: str) -> str:
    """A text without its line breaks."""
    return " ".join(text.split())


# --- run and replay ---------------------------------------------------------------


def test_json_and_every_turn_do_not_go_together(capsys: pytest.CaptureFixture[str]) -> None:
    done = give(capsys, "run", SMALL, "--json", "--tell")
    assert (done.code, done.out) == (2, "")
    assert "--json" in done.err and "--tell" in done.err
    brief = give(capsys, "run", SMALL, "--json", "--brief", "--hands", "1", "--seed", "1")
    assert brief.code == 0
    assert [json.loads(line).get("round") for line in brief.out.splitlines()] == [1, None]


def test_the_options_of_the_last_line_can_be_given_back(
    capsys: pytest.CaptureFixture[str],
) -> None:
    line = ("run", SMALL, "--json", "--hands", "1", "--seed", "1")
    given = ("--set", "max_rounds=3", "--set", "aces_high=yes")
    first = give(capsys, *line, *given).out
    options = json.loads(first.splitlines()[-1])["options"]
    assert options == {"target": 100, "aces_high": True, "start_with": "seven", "max_rounds": 3}
    again = [word for name, value in options.items() for word in ("--set", f"{name}={value}")]
    assert give(capsys, *line, *again).out == first


def test_the_value_of_an_option_stays_on_the_line_of_its_name() -> None:
    stream = io.StringIO()
    match = Match(load(SMALL), seed=1)
    settings = [word for _ in range(8) for word in ("--set", "start_with=seven")]
    Report(match, Writer(stream), told=False).again(["rummy", "run", "a.yaml", *settings])
    lines = [line.removesuffix(" \\") for line in stream.getvalue().splitlines()]
    assert len(lines) > 1
    assert all(line.endswith("--set start_with=seven") for line in lines)
    assert " ".join(lines).split() == ["Again:", "rummy", "run", "a.yaml", *settings]


def test_a_log_cut_off_in_the_first_round_is_stopped_in_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "a.log"
    give(capsys, "run", GAME, "--seed", "4", "--log", log)
    lines = log.read_text(encoding="utf-8").splitlines(keepends=True)
    log.write_text("".join(lines[:4]), encoding="utf-8")
    done = give(capsys, "replay", log, "--spec", GAME)
    assert done.code == 0
    assert "Stopped in round 1, the match is not over: seat 1 0, seat 2 0" in flat(done.out)


def test_an_empty_name_is_no_bot(capsys: pytest.CaptureFixture[str]) -> None:
    for seats in ("", ",", "greedy,"):
        done = give(capsys, "run", SMALL, "--seats", seats, "--hands", "1")
        assert (done.code, done.out) == (2, "")
        assert "there is no bot ''" in done.err


def test_a_log_is_no_standard_output(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    done = give(capsys, "run", SMALL, "--log", "-", "--hands", "1")
    assert (done.code, done.out) == (2, "")
    assert "written to a file" in done.err
    assert not [*tmp_path.iterdir()]


def test_a_log_is_no_standard_input(capsys: pytest.CaptureFixture[str]) -> None:
    done = give(capsys, "replay", "-")
    assert done.code == 2
    assert "read from a file" in done.err


@pytest.mark.parametrize(
    "change",
    [lambda text: text.replace(b"\n", b"\r\n"), lambda text: b"\xef\xbb\xbf" + text],
    ids=["lines of Windows", "a byte order mark"],
)
def test_a_file_of_another_editor_is_the_same_game(
    change: Callable[[bytes], bytes],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text = GAME.read_bytes()
    monkeypatch.chdir(tmp_path)
    line = ("run", "game.yaml", "--seed", "1", "--hands", "1")
    Path("game.yaml").write_bytes(text)
    plain = give(capsys, *line)
    Path("game.yaml").write_bytes(change(text))
    assert give(capsys, *line) == plain
    assert plain.code == 0
    assert give(capsys, "lint", "--strict", "game.yaml").code == 0
    assert give(capsys, "test", "game.yaml").code == 0


# --- test -------------------------------------------------------------------------


def test_a_word_that_no_example_has_is_wrong_use(capsys: pytest.CaptureFixture[str]) -> None:
    done = give(capsys, "test", "iceberg", "bing", "-k", "nosuch")
    assert done.code == 2
    assert "no example has 'nosuch'" in done.err
    as_json = give(capsys, "test", "iceberg", "-k", "nosuch", "--json")
    assert as_json.code == 2
    assert json.loads(as_json.out)["results"] == []


def test_a_word_that_examples_of_one_file_have_is_enough(
    capsys: pytest.CaptureFixture[str],
) -> None:
    done = give(capsys, "test", "iceberg", "bing", "-k", "ICE-91")
    assert (done.code, done.err) == (0, "")
    assert "1 passed" in done.out


# --- show and explain ---------------------------------------------------------------


def test_nobody_cannot_play(capsys: pytest.CaptureFixture[str]) -> None:
    for command in (("run",), ("show",)):
        done = give(capsys, *command, "iceberg", "--players", "0")
        assert done.code == 2
        assert "for 2 to 5 players, not 0" in done.err


def test_the_checks_of_examples_are_listed_only_when_asked_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    checks = [path for path, _ in load("iceberg").expressions if path.startswith("examples.")]
    every = give(capsys, "show", "iceberg").out
    assert "examples.points go to" not in every
    assert every.splitlines()[-1].startswith("Also: rummy show iceberg options (")
    assert f"examples ({len(checks)})" in every
    own = give(capsys, "show", "iceberg", "examples").out
    assert sum(line.startswith("examples.") for line in own.splitlines()) == len(checks)


def test_the_options_of_a_game_are_listed_with_what_they_may_be(
    capsys: pytest.CaptureFixture[str],
) -> None:
    done = give(capsys, "show", SMALL, "options")
    assert done.code == 0
    assert done.out == (
        "target: 50..500 [100]\n"
        "    The total that ends the match.\n"
        "aces_high: false or true [false]\n"
        "    The ace counts 15.\n"
        "start_with: seven or ten [seven]\n"
        "    Cards dealt.\n"
        "max_rounds: 0..100 or none [none]\n"
        "    Rounds at most.\n"
    )
    one = give(capsys, "show", SMALL, "options.target").out
    assert done.out.startswith(one) and len(one.splitlines()) == 2
    wrong = give(capsys, "show", SMALL, "options.traget")
    assert wrong.code == 2
    assert "did you mean `options.target`" in flat(wrong.err)


def test_the_definitions_of_a_game_are_listed_with_their_parameters(
    capsys: pytest.CaptureFixture[str],
) -> None:
    every = give(capsys, "show", "international", "define").out
    assert every.startswith("matches(c): fits(c) and not")
    assert give(capsys, "show", "international", "define.only_matching").out == (
        "only_matching: all(matches(h) or just_taken(h) for h in hand)\n"
    )
    none = give(capsys, "show", GAME, "define")
    assert none.code == 2
    assert "has no definitions" in none.err


def test_a_shipped_game_is_shown_without_the_folder_of_the_installation(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    head = give(capsys, "show", "iceberg", "melds.set.valid").out.splitlines()[0]
    assert head.startswith("melds.set.valid: truth value iceberg.yaml:")
    missing = give(capsys, "show", "iceberg", "melds.st").err
    assert missing.startswith("rummy: iceberg.yaml has no 'melds.st'")


def test_the_words_of_a_code_need_no_hyphen(capsys: pytest.CaptureFixture[str]) -> None:
    wanted = give(capsys, "explain", "T301")
    assert wanted.code == 0
    for words in (["unknown", "name"], ["unknown name"], ["Unknown-Name"], [" unknown  name "]):
        assert give(capsys, "explain", *words) == wanted


def test_standard_input_is_a_spec_for_every_command_that_takes_one(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def given(*words: str) -> Done:
        text = io.TextIOWrapper(io.BytesIO(GAME.read_bytes()), encoding="utf-8")
        monkeypatch.setattr(sys, "stdin", text)
        return give(capsys, *words)

    assert given("lint", "-").code == 0
    assert "1 passed" in given("test", "-").out
    assert "melds.set.valid" in given("show", "-").out
    assert "Three and Out" in given("run", "-", "--seed", "1", "--hands", "1").out
