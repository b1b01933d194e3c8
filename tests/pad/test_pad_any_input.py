"""Whatever is typed, the pad does not fail, and what it saves can be read again."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from random import Random

import pytest
from pad_specs import small
from rummy.pad import saves
from rummy.pad.pad import Pad
from rummy.pad.session import Session
from rummy.pad.talk import Talk
from rummy.render import width
from rummy.spec.load import load
from rummy.spec.model import Spec
from rummy.terminal.writer import Writer

WORDS = [
    *("Ann", "Bob", "cid", "Ann, Bob", "nobody", "none", "0", "-", "1", "5", "12+11+7", "30"),
    *("-5", "76", "10+-2", "999999999999", "KC", "KC 4D", "KC KC", "AS", "JOK", "2C(7D)", "9H 9D"),
    *("pair 9H 9D", "run 4S 5S 6S; set 8S 8H 8D by Ann", "yes", "no", "back", "undo", "pad"),
    *("explain", "explain 1", "explain 9", "correct 1", "correct 2 Ann", "correct 1 bob", ""),
    *("correct", "correct x", "help", "\x00\x1b[31m", "é" * 90, ";", ",", "by", " by Ann", "+"),
]
SPECS: dict[str, Callable[[], Spec]] = {
    "iceberg": lambda: load("iceberg"),
    "international": lambda: load("international"),
    "bing": lambda: load("bing"),
    "small": lambda: small("points(hand) + 3 * count(hand) + turns"),
    "owners": lambda: small("sum(m.size for m in melds where m.owner == me)"),
}


def talk(spec: Spec, seed: int, lines: int, path: Path) -> str:
    """Type so many things at random; what the pad said."""
    chance = Random(seed)
    # entries that can be are typed more often, so that rounds get counted
    likely = ["Ann", "Bob", "nobody", "12", "KC 4D", "none", "3", "9H", "7D 8D"]
    given = [chance.choice(likely if chance.random() < 0.6 else WORDS) for _ in range(lines)]
    out = StringIO()
    writer = Writer(out, {})
    pad = Pad(spec, ["Ann", "Bob", "Cid"], dealer=seed % 3)
    keys = TextIOWrapper(BytesIO("".join(f"{line}\n" for line in given).encode()), "utf-8")

    def save() -> None:
        saves.write(path, pad, {})

    session = Session(pad, Talk(writer, keys), save)
    with suppress(EOFError):  # all has been typed
        session.run()
    if path.exists():
        again = saves.restore(path, saves.read(path) or {}, spec, {})
        assert again.rounds == pad.rounds
        assert again.standing().totals == pad.standing().totals
        assert again.standing().question == pad.standing().question
        path.unlink()
    return out.getvalue()


def talks(name: str, seeds: range, path: Path) -> int:
    """Conversations about a game; how many rounds were counted in them."""
    spec = SPECS[name]()
    counted = 0
    for seed in seeds:
        said = talk(spec, seed, 40, path)
        counted += said.count("  total\n")
        asked = ("): ", "]: ", "command): ")
        long = [line for line in said.splitlines() if width(line) > 80]
        assert not [line for line in long if not any(sign in line for sign in asked)]
    return counted


@pytest.mark.parametrize("name", SPECS)
def test_whatever_is_typed_the_pad_goes_on(name: str, tmp_path: Path) -> None:
    assert talks(name, range(4), tmp_path / "a.pad") >= 0


@pytest.mark.slow
@pytest.mark.parametrize("name", SPECS)
def test_whatever_is_typed_for_long_the_pad_goes_on(name: str, tmp_path: Path) -> None:
    assert talks(name, range(100, 130), tmp_path / "a.pad") > 0
