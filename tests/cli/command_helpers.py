"""Ways to give a command: in this process, in another one, at a terminal."""

from __future__ import annotations

import os
import struct
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from rummy.__main__ import main

ROOT = Path(__file__).resolve().parents[2]
SMALL = ROOT / "tests" / "spec" / "small_rummy.yaml"
RUMMY = [sys.executable, "-W", "error", "-m", "rummy"]

PLAIN = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS", "GITHUB_ACTIONS")}


class Done(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str


def give(capsys: pytest.CaptureFixture[str], *words: str | Path) -> Done:
    """Carry out a command in this process."""
    code = main([str(word) for word in words])
    return Done(code, *capsys.readouterr())


def give_outside(*words: str | Path, **environ: str) -> subprocess.CompletedProcess[bytes]:
    """Carry out a command in a process of its own, its output piped."""
    return subprocess.run(
        [*RUMMY, *map(str, words)],
        env={**PLAIN, **environ},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=60,
    )


def at_terminal(*words: str | Path, columns: int = 80, **environ: str) -> str:
    """What a terminal gets to see of a command; skips where there are no such terminals."""
    fcntl, pty, termios = map(pytest.importorskip, ("fcntl", "pty", "termios"))
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    process = subprocess.Popen(
        [*RUMMY, *map(str, words)],
        env={**PLAIN, "TERM": "xterm", "PYTHONIOENCODING": "utf-8", **environ},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    seen = b""
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:  # the other side is closed
            break
        if not piece:
            break
        seen += piece
    os.close(ours)
    process.wait(60)
    return seen.decode("utf-8").replace("\r\n", "\n")
