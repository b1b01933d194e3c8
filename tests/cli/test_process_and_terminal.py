"""The command as a process: pipes, encodings, terminals, what it loads."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from command_helpers import PLAIN, RUMMY, SMALL, at_terminal, give_outside
from rummy.render import width

HEAVY = "{'lark', 'yaml', 'jsonschema', 'rich'}"
TELL = ("run", "iceberg", "--seed", "2", "--hands", "1", "--players", "4", "--tell")
RANKS_WITH_SUITS = {
    r + s
    for r in ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
    for s in "SHDC♠♥♦♣"
}
ESCAPES = re.compile(r"\x1b\[[0-9;]*m")


@pytest.mark.parametrize("words", [["--help"], ["--version"], ["run", "--help"], ["lint", "-h"]])
def test_help_and_version_load_no_heavy_package(words: list[str]) -> None:
    code = (
        f"import sys; from rummy.__main__ import main; code = main({words!r}); "
        f"print(sorted({HEAVY} & sys.modules.keys()), code, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stderr.strip() == "[] 0"


def test_completion_loads_no_heavy_package() -> None:
    code = (
        "import sys, atexit; "
        f"atexit.register(lambda: print(sorted({HEAVY} & sys.modules.keys()), file=sys.stderr)); "
        "from rummy.__main__ import main; main([])"
    )
    environ = {
        **PLAIN,
        "_RUMMY_COMPLETE": "bash_complete",
        "COMP_WORDS": "rummy r",
        "COMP_CWORD": "1",
    }
    done = subprocess.run(
        [sys.executable, "-c", code], env=environ, capture_output=True, check=False, text=True
    )
    assert done.stderr.strip() == "[]"
    assert done.stdout.split() == ["plain,run", "plain,replay", "plain,rules"]


@pytest.mark.parametrize(
    "environ",
    [
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"PYTHONIOENCODING": "ascii"},
        {"PYTHONIOENCODING": "latin-1"},
        {"TERM": "dumb", "NO_COLOR": "1"},
    ],
    ids=lambda environ: " ".join(environ),
)
def test_any_encoding_will_do(environ: dict[str, str], tmp_path: Path) -> None:
    spec = tmp_path / "conquian.yaml"
    text = SMALL.read_text(encoding="utf-8").replace("Small Rummy", "Conquián ♠ “Two”")
    spec.write_text(text, encoding="utf-8")
    done = give_outside("run", spec, "--hands", "1", "--tell", "--seed", "1", **environ)
    assert done.returncode == 0
    assert done.stderr == b""
    assert b"Conqui" in done.stdout and b"\x1b" not in done.stdout
    if "TERM" not in environ:
        assert b'S "Two"' in done.stdout
    broken = tmp_path / "bröken.yaml"
    broken.write_text(text.replace("lay: 0", "lay: zerö"), encoding="utf-8")
    done = give_outside("lint", broken, **environ)
    assert done.returncode == 1
    assert b"Traceback" not in done.stderr


def test_a_reader_who_has_had_enough_is_no_fault() -> None:
    process = subprocess.Popen(
        [*RUMMY, "run", str(SMALL), "--json", "--seed", "1"],
        env={**PLAIN, "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None and process.stderr is not None
    assert process.stdout.readline().startswith(b'{"round": 1')
    process.stdout.close()
    assert process.wait(60) == 0
    assert process.stderr.read() == b""
    process.stderr.close()


@pytest.mark.parametrize("words", [["--help"], ["variants"], ["lint", str(SMALL)]])
def test_a_reader_who_is_gone_from_the_start_is_no_fault(words: list[str]) -> None:
    reads, writes = os.pipe()
    os.close(reads)
    done = subprocess.run(
        [*RUMMY, *words], env=PLAIN, stdout=writes, stderr=subprocess.PIPE, check=False
    )
    os.close(writes)
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr and b"Exception ignored" not in done.stderr


def test_a_full_disk_is_said_and_no_traceback_shown() -> None:
    if not os.path.exists("/dev/full"):
        pytest.skip("this system has no /dev/full")
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*RUMMY, "variants"], env=PLAIN, stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 2
    assert done.stderr.startswith(b"rummy: the output cannot be written")
    assert b"Traceback" not in done.stderr and b"Exception ignored" not in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C cannot be sent to one process there")
def test_ctrl_c_in_a_long_match_ends_with_130() -> None:
    process = subprocess.Popen(
        [*RUMMY, "run", "iceberg", "--set", "target=1000000", "--json"],
        env={**PLAIN, "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    process.stdout.readline()
    time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err.split() == [b"rummy:", b"stopped"]


def test_a_terminal_gets_turns_signs_and_colours() -> None:
    seen = at_terminal("run", "iceberg", "--seed", "2", "--hands", "1")
    assert "\x1b[" in seen
    plain = ESCAPES.sub("", seen)
    assert "\x1b" not in plain
    assert "1.  seat" in plain and re.search(r"\b10?[♠♥♦♣]|[2-9JQKA][♠♥♦♣]", plain)


@pytest.mark.parametrize("environ", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=str)
def test_no_escape_reaches_a_terminal_that_wants_none(environ: dict[str, str]) -> None:
    seen = at_terminal("run", "iceberg", "--seed", "2", "--hands", "1", **environ)
    assert "\x1b" not in seen
    assert "Round 1" in seen


@pytest.mark.parametrize("columns", [40, 57, 80])
def test_lines_fit_the_width_and_cards_are_never_split(columns: int) -> None:
    piped = give_outside(*TELL, COLUMNS=str(columns)).stdout.decode()
    seen = ESCAPES.sub("", at_terminal(*TELL, columns=columns))
    for text in (piped, seen):
        assert max(width(line) for line in text.splitlines()) <= columns
        cards = re.findall(r"[0-9AJQK]+[SHDC♠♥♦♣](?!\w)", text)
        assert set(cards) <= RANKS_WITH_SUITS
    names = set(re.findall(r"\b(?:10|[2-9AJQK])[SHDC]\b", piped))
    assert len(names) > 25


def test_a_spec_cannot_paint_on_the_terminal(tmp_path: Path) -> None:
    spec = tmp_path / "evil.yaml"
    text = SMALL.read_text(encoding="utf-8")
    spec.write_text(text.replace("title: Small Rummy", 'title: "\\e[2J gone"'), encoding="utf-8")
    for words in (("run", spec, "--hands", "1"), ("lint", spec), ("show", spec)):
        done = give_outside(*words)
        assert b"\x1b" not in done.stdout + done.stderr
