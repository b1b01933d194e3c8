"""`rummy play` as a command: pipes, saves, killed processes, wrong use, a terminal."""

from __future__ import annotations

import os
import re
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from command_helpers import PLAIN, ROOT, RUMMY, Done, give
from rummy.__main__ import main
from rummy.cli.group import rummy
from rummy.play.log import read_log
from rummy.render import width
from rummy.terminal.writer import Screen

SMALL = ROOT / "examples" / "three_and_out.yaml"
ESCAPES = re.compile(r"\x1b(?:\[[0-9;?]*[A-Za-z]|[=>])|\r")


def play(lines: str, *words: str | Path, **environ: str) -> subprocess.CompletedProcess[str]:
    """Play in a process of its own; what is typed comes through a pipe."""
    return subprocess.run(
        [*RUMMY, "play", *map(str, words)],
        input=lines,
        env={**PLAIN, "PYTHONIOENCODING": "utf-8", **environ},
        capture_output=True,
        check=False,
        timeout=60,
        encoding="utf-8",
    )


def give_lines(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    lines: str,
    *words: str | Path,
) -> Done:
    """Play in this process."""
    import io

    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines.encode())))
    return give(capsys, "play", *words)


Here = Callable[..., Done]


@pytest.fixture
def here(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Here:
    """Play in this process: the lines that are typed, then the words of the command."""
    return lambda lines, *words: give_lines(capsys, monkeypatch, lines, *words)


def test_a_match_is_played_through_a_pipe(tmp_path: Path) -> None:
    done = play("draw\nhand\n", SMALL, "--seed", "4", "--save", tmp_path / "a.save")
    assert done.returncode == 0
    assert done.stderr == ""
    assert done.stdout.startswith("Three and Out, 2 players. You are seat 1.\nBots: seat 2 greedy.")
    assert "\x1b" not in done.stdout
    shown = [line for line in done.stdout.splitlines() if str(tmp_path) not in line]
    assert max(map(width, shown)) <= 80  # a path is never folded
    assert "> draw\n" in done.stdout  # what comes from a pipe is shown as if it were typed
    end = " ".join(done.stdout.replace(" \\\n", " ").split())
    assert end.endswith(
        f"The match is saved in {tmp_path / 'a.save'}. To go on: "
        f"rummy play {SMALL} --resume --save {tmp_path / 'a.save'}"
    )
    assert read_log(tmp_path / "a.save").actions[-1] == (0, "draw")


def test_the_click_runner_plays_too(tmp_path: Path) -> None:
    save = str(tmp_path / "a.save")
    runner = CliRunner()
    with runner.isolation(input="take\nquit\n") as streams:
        screen = Screen()
        code = rummy.main(
            ["play", str(SMALL), "--seed", "4", "--save", save], standalone_mode=False, obj=screen
        )
        out = streams[0].getvalue().decode()
    assert code == 0
    assert "You take" in out


def test_a_stopped_match_goes_on_where_it_was(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Played in two parts it is the same match as played in one, bots and cards."""
    one, two = tmp_path / "one.save", tmp_path / "two.save"
    words = (SMALL, "--seed", "4", "--bot", "random")

    def given(some: list[str]) -> str:
        return "".join(f"{line}\n" for line in some)

    give_lines(capsys, monkeypatch, given(["all\n1"] * 12), *words, "--save", one)
    give_lines(capsys, monkeypatch, given(["all\n1"] * 5), *words, "--save", two)
    assert read_log(one).actions[: len(read_log(two).actions)] == read_log(two).actions
    done = give_lines(capsys, monkeypatch, given(["all\n1"] * 7), SMALL, "--resume", "--save", two)
    assert done.code == 0
    assert "Three and Out, 2 players. You are seat 1.\nBots: seat 2 random." in done.out
    assert read_log(one).actions == read_log(two).actions


def test_without_a_word_about_it_a_pipe_begins_anew(here: Here, tmp_path: Path) -> None:
    save = tmp_path / "a.save"
    here("draw\n", SMALL, "--seed", "4", "--save", save)
    before = save.read_bytes()
    done = here("", SMALL, "--seed", "5", "--save", save)
    assert "kept as" in done.out
    assert (tmp_path / "a.save.old").read_bytes() == before
    assert read_log(save).header["seed"] == 5


def test_saves_lie_in_the_state_folder(tmp_path: Path) -> None:
    done = play("draw\n", SMALL, "--seed", "4", XDG_STATE_HOME=str(tmp_path))
    save = tmp_path / "rummy" / "three_and_out.save"
    assert read_log(save).actions[-1] == (0, "draw")
    assert f"rummy play {SMALL} --resume" in done.stdout
    again = play("", SMALL, "--resume", XDG_STATE_HOME=str(tmp_path))
    assert again.returncode == 0
    assert re.search(r"^Round 1, turn \d\.$", again.stdout, re.MULTILINE)
    assert f"Saved in {save}\n" in again.stdout


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["-"], "name the SPEC by its file"),
        (["none.yaml"], "no file and no variant"),
        ([SMALL, "--seat", "3"], "name seats from 1 to 2"),
        ([SMALL, "--seat", "x"], "name seats from 1 to 2"),
        ([SMALL, "--seat", ""], "name seats from 1 to 2"),
        ([SMALL, "--seats", "greedy,random"], "nobody of the --seats is human"),
        ([SMALL, "--seats", "human,gredy"], "did you mean `greedy`"),
        ([SMALL, "--seats", "human"], "for 2 to 4 players"),
        ([SMALL, "--seats", "human,greedy", "--players", "3"], "names 2 players, 3 play"),
        ([SMALL, "--seats", "human,greedy", "--seat", "1"], "do not go with it"),
        ([SMALL, "--bot", "nobody"], "no bot 'nobody'"),
        ([SMALL, "--players", "9"], "2 to 4 players"),
        ([SMALL, "--set", "target=x"], "target=x"),
        ([SMALL, "--seed", "-1"], "a seed is a number"),
        ([SMALL, "--resume"], "no match can go on"),
    ],
    ids=str,
)
def test_wrong_use_is_refused_with_code_2(
    words: list[str | Path],
    reason: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    save = tmp_path / "a.save"
    done = give_lines(capsys, monkeypatch, "", *words, "--save", save)
    assert done.code == 2
    assert reason in " ".join(done.err.split())
    assert not save.exists()


def test_another_version_of_the_file_is_refused_with_what_differs(
    here: Here, tmp_path: Path
) -> None:
    spec, save = tmp_path / "mine.yaml", tmp_path / "a.save"
    text = SMALL.read_text(encoding="utf-8")
    spec.write_text(text, encoding="utf-8")
    here("draw\n", spec, "--seed", "4", "--save", save)
    before = save.read_bytes()
    spec.write_text(text.replace("size: 3..4", "size: 3.."), encoding="utf-8")
    done = here("", spec, "--resume", "--save", save)
    assert done.code == 1
    told = " ".join(done.err.split())
    assert "was saved by another version of" in told and "changed: melds" in told
    assert "--new" in told
    assert save.read_bytes() == before


def test_house_rules_are_played_and_belong_to_the_save(here: Here, tmp_path: Path) -> None:
    spec, house = tmp_path / "mine.yaml", tmp_path / "house.yaml"
    spec.write_text(SMALL.read_text(encoding="utf-8"), encoding="utf-8")
    house.write_text("extends: mine.yaml\nmelds: {run: {size: 4..13}}\n", encoding="utf-8")
    save = tmp_path / "a.save"
    words = (spec, "--with", house)
    begun = here("why run 5h 6h 7h\n", *words, "--seed", "4", "--save", save)
    assert begun.code == 0
    assert f"--with {house}" in begun.out.replace(" \\\n ", "")
    assert here("", *words, "--resume", "--save", save).code == 0
    plain = here("", spec, "--resume", "--save", save)
    assert plain.code == 1
    assert "gone: extends of house.yaml, melds of house.yaml" in " ".join(plain.err.split())
    house.write_text("extends: mine.yaml\nmelds: {run: {size: 5..13}}\n", encoding="utf-8")
    changed = here("", *words, "--resume", "--save", save)
    assert changed.code == 1
    assert "changed: melds of house.yaml" in " ".join(changed.err.split())


def test_other_players_or_options_than_those_saved_are_refused(here: Here, tmp_path: Path) -> None:
    save = tmp_path / "a.save"
    here("draw\n", SMALL, "--seed", "4", "--save", save)
    words = ["--players", "3", "--set", "target=50", "--seed", "5", "--seat", "2"]
    done = here("", SMALL, "--resume", "--save", save, *words)
    assert done.code == 2
    told = " ".join(done.err.split())
    for part in ("2 players, not 3", "target=100, not 50", "seed 4, not 5", "seats human,greedy"):
        assert part in told
    same = ["--players", "2", "--set", "target=100", "--seed", "4", "--seat", "1"]
    assert here("", SMALL, "--resume", "--save", save, *same).code == 0


def test_a_damaged_save_is_refused_with_its_line(here: Here, tmp_path: Path) -> None:
    save = tmp_path / "a.save"
    here("draw\n", SMALL, "--seed", "4", "--save", save)
    text = save.read_text()
    for damaged, reason in (
        (text.replace('"do": "draw"', '"do": "fly"'), "action"),
        (text + '{"n": 99, "seat": 1, "do": "done"}\n', "action 99"),
        (text + "x\n{}\n", "not a line of JSON"),
        (text.replace('"digest"', '"digits"'), "'digest' is missing"),
    ):
        save.write_text(damaged)
        done = here("", SMALL, "--resume", "--save", save)
        assert done.code == 1, damaged
        assert reason in done.err and "Traceback" not in done.err


def test_a_match_that_is_over_is_not_offered(here: Here, tmp_path: Path) -> None:
    save = tmp_path / "a.save"
    words = (SMALL, "--set", "target=10", "--seed", "4", "--save", save)
    done = here("all\n1\n" * 400, *words)
    assert done.code == 0
    assert " after " in done.out.splitlines()[-2]
    assert read_log(save).totals is not None
    again = here("", *words, "--resume")
    assert again.code == 2 and "is over" in again.err


def test_a_match_that_was_killed_right_after_its_last_action_is_over(
    here: Here, tmp_path: Path
) -> None:
    save = tmp_path / "a.save"
    here("all\n1\n" * 400, SMALL, "--set", "target=10", "--seed", "4", "--save", save)
    lines = save.read_text().splitlines(keepends=True)
    assert '"end": true' in lines[-1]
    save.write_text("".join(lines[:-1]))
    done = here("", SMALL, "--resume", "--save", save)
    assert done.code == 2 and "is over" in done.err


def test_only_what_is_asked_for_is_compared_with_the_save(here: Here, tmp_path: Path) -> None:
    save = tmp_path / "a.save"
    first = ["--players", "3", "--seats", "greedy,human,random", "--set", "target=50"]
    here("all\n1\n", SMALL, *first, "--seed", "4", "--save", save)
    for words in (["--seed", "4"], ["--players", "3"], ["--set", "target=50"], first):
        assert here("", SMALL, "--resume", "--save", save, *words).code == 0, words
    done = here("", SMALL, "--resume", "--save", save, "--bot", "random")
    assert done.code == 2
    assert "seats greedy,human,random, not human,random,random" in " ".join(done.err.split())


def test_a_killed_process_loses_nothing_but_the_line_being_typed(tmp_path: Path) -> None:
    """Killed at once after an action is acknowledged: it is in the save."""
    save = tmp_path / "a.save"
    process = subprocess.Popen(
        [*RUMMY, "play", str(SMALL), "--seed", "4", "--save", str(save)],
        env=PLAIN,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(b"draw\ndis")
    process.stdin.flush()
    seen = b""
    while b"You draw " not in seen:
        seen += process.stdout.read1(4096)
    process.kill()
    process.communicate(timeout=60)
    assert read_log(save).actions[-1] == (0, "draw")
    done = play("", SMALL, "--resume", "--save", save)
    assert done.returncode == 0
    assert "You may" in done.stdout


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C cannot be sent to one process there")
def test_ctrl_c_says_where_the_match_is_and_ends_with_130(tmp_path: Path) -> None:
    save = tmp_path / "a.save"
    process = subprocess.Popen(
        [*RUMMY, "play", str(SMALL), "--seed", "4", "--save", str(save)],
        env=PLAIN,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    seen = b""
    while b"> " not in seen:
        seen += process.stdout.read1(4096)
    time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"The match is saved in" in out and b"--resume" in out
    assert err.split() == [b"rummy:", b"stopped"]


@pytest.mark.parametrize(
    "environ",
    [{"PYTHONIOENCODING": "ascii"}, {"PYTHONIOENCODING": "latin-1"}, {"TERM": "dumb"}],
    ids=str,
)
def test_strange_bytes_and_encodings_are_no_fault(environ: dict[str, str], tmp_path: Path) -> None:
    done = subprocess.run(
        [*RUMMY, "play", str(SMALL), "--seed", "4", "--save", str(tmp_path / "a.save")],
        input=b"\xff\xfe\n\x00\x1b[2J\n7\xe2\x99\xa5 8\xe2\x99\xa5\n" + b"x" * 9000 + b"\ndraw\r\n",
        env={**PLAIN, **environ},
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0
    assert b"\x1b" not in done.stdout and b"\x00" not in done.stdout
    assert done.stderr == b""
    assert read_log(tmp_path / "a.save").actions[-1] == (0, "draw")


def test_without_an_input_the_match_is_begun_and_saved(tmp_path: Path) -> None:
    done = subprocess.run(
        [*RUMMY, "play", str(SMALL), "--save", str(tmp_path / "a.save")],
        stdin=subprocess.DEVNULL,
        env=PLAIN,
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0
    assert b"To go on:" in done.stdout


def test_a_save_that_cannot_be_written_is_said_at_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    done = play("draw\n", SMALL, "--save", tmp_path / "file" / "a.save")
    assert done.returncode == 2
    assert "cannot save the match" in done.stderr and "Traceback" not in done.stderr


def test_help_loads_no_line_editor() -> None:
    code = (
        "import sys; from rummy.__main__ import main; code = main(['play', '--help']); "
        "print('prompt_toolkit' in sys.modules, code, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stderr.strip() == "False 0"


def test_a_pipe_loads_no_line_editor(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    loaded = "prompt_toolkit" in sys.modules
    give_lines(capsys, monkeypatch, "quit\n", SMALL, "--save", tmp_path / "a.save")
    assert ("prompt_toolkit" in sys.modules) == loaded
    assert main(["play", str(SMALL), "--resume", "--new", "--bot", "x"]) == 2


class Terminal:
    """A pseudo terminal with `rummy play` in it."""

    def __init__(self, *words: str | Path, **environ: str) -> None:
        fcntl, pty, termios = map(pytest.importorskip, ("fcntl", "pty", "termios"))
        self.ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 80, 0, 0))
        self.process = subprocess.Popen(
            [*RUMMY, "play", *map(str, words)],
            env={**PLAIN, "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8", **environ},
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
        )
        os.close(theirs)
        self.seen = ""
        self.mark = 0

    @property
    def plain(self) -> str:
        """What was seen, without what paints it."""
        return ESCAPES.sub("", self.seen)

    def wait_for(self, text: str, seconds: float = 20) -> None:
        """Read until a text has come after the one that was waited for before."""
        import select

        end = time.monotonic() + seconds
        while text not in self.plain[self.mark :]:
            ready, _, _ = select.select([self.ours], [], [], max(0.0, end - time.monotonic()))
            assert ready, f"{text!r} did not come, but {self.plain[self.mark :]!r}"
            self.seen += os.read(self.ours, 65536).decode("utf-8", "replace")
        self.mark = self.plain.index(text, self.mark) + len(text)

    def type(self, keys: str) -> None:
        os.write(self.ours, keys.encode())

    def end(self) -> int:
        """Wait for the end of the process; its exit code."""
        while True:
            try:
                piece = os.read(self.ours, 65536)
            except OSError:
                break
            if not piece:
                break
            self.seen += piece.decode("utf-8", "replace")
        os.close(self.ours)
        return self.process.wait(60)


@pytest.mark.slow
def test_a_terminal_edits_completes_and_offers_to_go_on(tmp_path: Path) -> None:
    words = (SMALL, "--seed", "4", "--save", tmp_path / "a.save")
    table = Terminal(*words)
    table.wait_for(">")
    table.type("dr\t")
    table.wait_for("aw")
    table.type("\r")
    table.wait_for("You draw")
    table.wait_for(">")
    table.type("\x04")
    assert table.end() == 0
    assert "\x1b[38;5;" in table.seen  # four colours
    assert re.search(r"[2-9AJQK]♥|♠|♦|♣", table.seen)
    assert read_log(tmp_path / "a.save").actions[-1] == (0, "draw")
    again = Terminal(*words[:1], *words[3:])
    again.wait_for("Go on with it?")
    again.type("yes\r")
    again.wait_for("You may")
    again.wait_for(">")
    again.type("\x03")
    assert again.end() == 130
    assert "To go on:" in again.seen


@pytest.mark.slow
@pytest.mark.parametrize("environ", [{"TERM": "dumb"}, {"NO_COLOR": "1"}], ids=str)
def test_a_terminal_that_wants_no_colours_gets_none(
    environ: dict[str, str], tmp_path: Path
) -> None:
    table = Terminal(SMALL, "--seed", "4", "--save", tmp_path / "a.save", **environ)
    table.wait_for(">")
    table.type("draw\r")
    table.wait_for("You draw")
    table.wait_for(">")
    table.type("quit\r")
    assert table.end() == 0
    assert not re.search(r"\x1b\[(?:3[0-9]|9[0-7])[;m]", table.seen)
    assert not re.search(r"\x1b\[[0-9;]*38;", table.seen)
    if environ.get("TERM") == "dumb":
        assert "\x1b" not in table.seen


@pytest.mark.slow
def test_who_does_not_want_to_go_on_gets_a_new_match(tmp_path: Path) -> None:
    save = tmp_path / "a.save"
    play("draw\n", SMALL, "--seed", "4", "--save", save)
    table = Terminal(SMALL, "--save", save, TERM="dumb")
    table.wait_for("Go on with it?")
    table.type("perhaps\r")
    table.wait_for("Go on with it?")
    table.type("n\r")
    table.wait_for("kept as")
    table.wait_for(">")
    table.type("quit\r")
    assert table.end() == 0
    assert (tmp_path / "a.save.old").exists()
