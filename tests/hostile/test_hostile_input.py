"""Hostile files, logs, saves, words: each ends soon, small, with a message and no traceback.

Two seconds of processor time and 200 MiB as a whole process: a busy machine with
shared cores is given twice the time.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("resource", reason="needs processes with limits")

from cases import CASES, FILES, LINT
from measured import Runner

SECONDS, MOST_MIB = 2.0, 200
EVERYDAY = 12
"""So many cases are left out of the everyday tests for each that is in them."""


@pytest.fixture(scope="module")
def runner() -> Iterator[Runner]:
    runner = Runner()
    yield runner
    runner.close()


def patience() -> float:
    """By how much the time is stretched: others may be at work on this machine."""
    return 2.0 if os.getloadavg()[0] > (os.cpu_count() or 1) else 1.0


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if number % EVERYDAY == 0 else pytest.mark.slow)
        for number, name in enumerate(CASES)
    ],
)
def test_hostile_input_gets_a_message_soon(name: str, runner: Runner, tmp_path: Path) -> None:
    case = CASES[name]
    for file in FILES.iterdir():
        shutil.copy(file, tmp_path)
    for file_name, content in case.files.items():
        path = tmp_path / file_name
        if callable(content):
            content(path)
        else:
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
    ended = runner.run(tmp_path, [*case.words.split(), *case.more], case.typed)
    told = ended.out + ended.err
    assert "Traceback" not in told, told[-2000:]
    assert ended.code == case.code, told[-2000:]
    assert case.says in " ".join(told.split()), told[:2000]
    assert ended.mib < MOST_MIB
    assert ended.seconds < SECONDS * patience()


def test_each_small_file_is_linted() -> None:
    assert {path.stem for path in FILES.iterdir()} == LINT.keys() | {
        "circle_b",
        "match_without_end",
    }


def test_there_are_enough_hostile_cases() -> None:
    assert len(CASES) >= 40
