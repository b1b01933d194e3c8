"""Commands carried out as processes of their own, with what they needed.

One helper process reads the modules of rummy once and makes a copy of itself for each
command, so that hundreds of commands need not start Python anew. What the start took is
added to what each command took: the figures are those of a whole process.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

INTERPRETER = Path(__file__).resolve().parents[2] / "interpreter"
MIB = 1024 * 1024
STOP_SECONDS, STOP_BYTES = 10, 2048 * MIB
"""Where a command is stopped that goes far beyond all bounds: nothing may hang the machine."""


class Ended(NamedTuple):
    """How a command ended: code (negative: by a signal), texts, processor time, memory."""

    code: int
    out: str
    err: str
    seconds: float
    mib: float


class Runner:
    """Carries out commands one after the other."""

    def __init__(self) -> None:
        environ = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "GITHUB_ACTIONS")}
        environ |= {"PYTHONPATH": str(INTERPRETER), "RUMMY_DEBUG": "1", "NO_COLOR": "1"}
        self.process = subprocess.Popen(
            [sys.executable, "-W", "error", __file__],
            env=environ,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def run(self, folder: Path, words: list[str], typed: bytes = b"") -> Ended:
        """The end of ``rummy WORDS`` given in a folder."""
        assert self.process.stdin is not None and self.process.stdout is not None
        with tempfile.TemporaryDirectory() as hidden:
            place = Path(hidden)
            (place / "in").write_bytes(typed)
            order = {"folder": str(folder), "words": words, "place": str(place)}
            self.process.stdin.write(json.dumps(order).encode() + b"\n")
            self.process.stdin.flush()
            code, seconds, mib = json.loads(self.process.stdout.readline())
            out, err = (read(place / name) for name in ("out", "err"))
        return Ended(code, out, err, seconds, mib)

    def close(self) -> None:
        """End the helper."""
        self.process.communicate()


def read(path: Path, most: int = 2 * MIB) -> str:
    """The beginning of what a command wrote."""
    with path.open("rb") as file:
        return file.read(most).decode("utf-8", "replace")


def serve() -> None:
    """Carry out what is asked for, a line of JSON each."""
    from rummy.cli.group import COMMANDS

    for name in COMMANDS:
        importlib.import_module(f"rummy.cli.{name}")
    for name in ("lint", "spec.load", "play.match", "play.examples", "sim", "pad.session", "bots"):
        importlib.import_module(f"rummy.{name}")
    for line in sys.stdin.buffer:
        order = json.loads(line)
        started = used(resource.getrusage(resource.RUSAGE_SELF))
        child = os.fork()
        if not child:
            carry_out(order)
        _, status, usage = os.wait4(child, 0)
        code = os.waitstatus_to_exitcode(status)
        answer = [
            code,
            used(usage) + started,
            usage.ru_maxrss / (MIB if sys.platform == "darwin" else 1024),
        ]
        sys.stdout.buffer.write(json.dumps(answer).encode() + b"\n")
        sys.stdout.buffer.flush()


def used(usage: resource.struct_rusage) -> float:
    """Seconds of processor time."""
    return usage.ru_utime + usage.ru_stime


def carry_out(order: dict[str, object]) -> None:
    """In the copy: give the command and end with its code."""
    from rummy.__main__ import main

    code = 99
    try:
        signal.alarm(STOP_SECONDS * 5)
        resource.setrlimit(resource.RLIMIT_CPU, (STOP_SECONDS, STOP_SECONDS))
        with contextlib.suppress(ValueError, OSError):  # not on every system
            resource.setrlimit(resource.RLIMIT_AS, (STOP_BYTES, STOP_BYTES))
        os.chdir(str(order["folder"]))
        place = Path(str(order["place"]))
        for number, (name, flags) in enumerate(
            (
                ("in", os.O_RDONLY),
                ("out", os.O_WRONLY | os.O_CREAT),
                ("err", os.O_WRONLY | os.O_CREAT),
            )
        ):
            os.dup2(os.open(place / name, flags), number)
        sys.stdin = io.TextIOWrapper(io.FileIO(0), encoding="utf-8", errors="surrogateescape")
        sys.stdout = io.TextIOWrapper(io.FileIO(1, "w"), encoding="utf-8", write_through=True)
        sys.stderr = io.TextIOWrapper(io.FileIO(2, "w"), encoding="utf-8", write_through=True)
        words = order["words"]
        assert isinstance(words, list)
        code = main(words)
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(code)


if __name__ == "__main__":
    serve()
