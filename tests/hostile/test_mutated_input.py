"""Shipped files, house rules, logs, saves and typed actions, changed by chance.

Whatever comes of it: findings with codes of the catalogue or an error of ours, never a
fault. ``RUMMY_FUZZ_SECONDS`` makes the long test longer; its cases are always the same,
one after the other.
"""

from __future__ import annotations

import json
import os
import random
import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from rummy import Match, load
from rummy.diagnostics import CATALOGUE
from rummy.errors import ActionError, RummyError
from rummy.lint import lint
from rummy.play.log import read_log
from rummy.spec.files import File, shipped
from rummy.spec.load import examine_file
from rummy.terminal.saves import read_save

ROOT = Path(__file__).resolve().parents[2]
SECONDS = float(os.environ.get("RUMMY_FUZZ_SECONDS", "20"))
MOST_SECONDS = 4.0
"""Of processor time for one case in a process that has read everything already."""

TOKENS = [
    *("true", "false", "and", "or", "not", "(", ")", "..", "==", "<", "-", "*", "%", "999999999"),
    *(
        "0",
        "-1",
        "size",
        "cards",
        "hand",
        "stock",
        "same(rank)",
        "all(",
        "count(",
        "for c in cards",
    ),
    *("{", "}", "[", "]", ":", "\n", "  ", "'", '"', "&a", "*a", "<<", "!x", "#", "\t", "\0", "é"),
    *("players", "deal", "lay", "repeat", "auto", "when", "extends", "remove", "7H", "JOK(7H)"),
]


def mutated(text: str, chance: random.Random) -> bytes:
    """The text with some of its characters, words, lines and blocks changed."""
    for _ in range(chance.choice((1, 1, 1, 2, 4, 12))):
        lines = text.split("\n")
        words = re.findall(r"\w+|\s+|[^\w\s]", text)
        at, other = chance.randrange(len(lines)), chance.randrange(len(lines))
        place = chance.randrange(len(words)) if words else 0
        match chance.randrange(9):
            case 0:
                lines.pop(at)
                text = "\n".join(lines)
            case 1:
                lines.insert(at, lines[other])
                text = "\n".join(lines)
            case 2:
                lines[at], lines[other] = lines[other], lines[at]
                text = "\n".join(lines)
            case 3:
                lines[at] = chance.choice(("  ", " ", "- ", "\t")) + lines[at]
                text = "\n".join(lines)
            case 4 | 5 if words:
                words[place] = chance.choice(TOKENS)
                text = "".join(words)
            case 6 if words:
                words[place] = chance.choice(words)
                text = "".join(words)
            case 7 if words:
                words.insert(place, chance.choice(TOKENS))
                text = "".join(words)
            case _:
                head = chance.randrange(len(text) + 1)
                text = text[:head] + text[head + chance.randrange(40) :]
    data = bytearray(text.encode("utf-8", "surrogatepass"))
    if data and not chance.randrange(10):
        data[chance.randrange(len(data))] = chance.randrange(256)
    return bytes(data)


SPECS = [*shipped(), *sorted((ROOT / "examples").rglob("*.yaml"))]


def try_spec(chance: random.Random, folder: Path) -> None:
    path = chance.choice(SPECS)
    data = mutated(path.read_text(encoding="utf-8"), chance)
    (folder / "case").write_bytes(data)
    spec, found = examine_file(File(path.name, data, path))
    assert spec is not None or found
    found += [] if spec is None else lint(spec)
    assert all(item.code in CATALOGUE and item.span.line >= 1 for item in found)


def try_log(chance: random.Random, folder: Path) -> None:
    (folder / "case").write_bytes(mutated(LOG, chance))
    for read in (read_log, read_save):
        try:
            log = read(folder / "case")
            if log is not None:
                log.replay(GIN, record=False)
        except RummyError:
            continue


def try_action(chance: random.Random, folder: Path) -> None:
    match = Match(load(chance.choice(("gin", "iceberg", "bing"))), seed=chance.randrange(50))
    for _ in range(8):
        if match.over:
            return
        legal = list(match.legal_texts())
        text = mutated(chance.choice(legal), chance).decode("utf-8", "surrogateescape")
        (folder / "case").write_text(text, encoding="utf-8", errors="surrogateescape")
        try:
            match.apply(text)
        except ActionError:
            match.apply(chance.choice(legal))


GIN = load("gin")


def some_log() -> str:
    """The first actions of a match, as a log."""
    match = Match(GIN, seed=1)
    lines = [json.dumps(match.header())]
    for number in range(1, 13):
        text = match.legal_texts()[0]
        record = {"n": number, "seat": match.seat + 1, "do": text}
        lines.append(json.dumps(record))
        match.apply(text)
    return "\n".join(lines) + "\n"


LOG = some_log()
WAYS: dict[str, Callable[[random.Random, Path], None]] = {
    "specs": try_spec,
    "logs": try_log,
    "actions": try_action,
}


def carry_out(way: str, number: int, folder: Path) -> None:
    """One case; what it was lies in the folder if it fails."""
    began = time.process_time()
    WAYS[way](random.Random(f"{way} {number}"), folder)
    took = time.process_time() - began
    assert took < MOST_SECONDS, f"{way} {number}: {took:.1f} s"


@pytest.mark.parametrize("way", WAYS)
def test_a_few_mutated_inputs_make_nothing_fall(way: str, tmp_path: Path) -> None:
    for number in range(6):
        carry_out(way, number, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_mutated_inputs_make_nothing_fall(way: str, tmp_path: Path) -> None:
    until = time.process_time() + SECONDS / len(WAYS)
    number = 6
    while time.process_time() < until:
        carry_out(way, number, tmp_path)
        number += 1
