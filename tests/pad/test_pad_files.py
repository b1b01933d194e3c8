"""Pads in files: saved whole, read with care, refused with what differs; rounds from files."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from pad_helpers import NAMES
from rummy.errors import LogError, UsageError
from rummy.pad import saves
from rummy.pad.blank import Fact
from rummy.pad.facts import read_facts
from rummy.pad.pad import Pad
from rummy.spec.load import load, load_text
from rummy.spec.model import Spec
from rummy.terminal.saves import sections

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "variants" / "bing.yaml").read_text(encoding="utf-8")
BING = load("bing")
PARTS = sections(TEXT)


def pad_of_two_rounds() -> Pad:
    """A round and a half."""
    pad = Pad(BING, ["Ann", "Bôb"], {"new_melds": True}, 1)
    pad.enter(0, Fact("went out"), "Ann")
    pad.enter(0, Fact("hand", 1), "10+9+8")
    pad.enter(1, Fact("went out"), "Bôb")
    return pad


# --- saves ----------------------------------------------------------------------------------


def test_a_pad_is_the_same_when_it_is_read_again(tmp_path: Path) -> None:
    pad, path = pad_of_two_rounds(), tmp_path / "new" / "a.pad"
    saves.write(path, pad, PARTS)
    data = saves.read(path)
    assert data is not None
    again = saves.restore(path, data, BING, PARTS)
    assert (again.names, again.dealer, again.rounds) == (pad.names, pad.dealer, pad.rounds)
    assert again.engine.rules.options == pad.engine.rules.options
    assert again.standing().totals == (0, 27)


def test_nothing_else_is_left_beside_a_save(tmp_path: Path) -> None:
    for _ in range(3):
        saves.write(tmp_path / "a.pad", pad_of_two_rounds(), PARTS)
    assert os.listdir(tmp_path) == ["a.pad"]


def test_a_save_that_cannot_be_written_says_so_and_leaves_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "folder"
    path.mkdir()
    with pytest.raises(UsageError, match="cannot save the pad as"):
        saves.write(path, pad_of_two_rounds(), PARTS)
    assert os.listdir(tmp_path) == ["folder"]


def restored(tmp_path: Path, text: str) -> Pad:
    """A pad saved by the shipped rules, read by others."""
    path = tmp_path / "a.pad"
    saves.write(path, pad_of_two_rounds(), PARTS)
    data = saves.read(path)
    assert data is not None
    return saves.restore(path, data, load_text(text, "house.yaml"), sections(text))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("  out: total >= 76", "  out: total >= 101", "changed: match"),
        ('version: "1.0"', 'version: "1.1"', "version 1.0 then, 1.1 now; changed: version"),
        ("title: Bing Rummy", "title: Bong", "it is a pad of Bing Rummy, this is Bong"),
        ("  # melds", "  # the melds", "only comments and empty lines were changed"),
    ],
)
def test_a_save_of_other_rules_is_refused_with_what_differs(
    tmp_path: Path, old: str, new: str, told: str
) -> None:
    assert old in TEXT
    with pytest.raises(LogError) as error:
        restored(tmp_path, TEXT.replace(old, new, 1))
    assert told in str(error.value) and "house.yaml" in str(error.value)


def test_something_else_is_no_save_and_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ann")
    with pytest.raises(UsageError, match="is no saved score pad"):
        saves.read(path)
    assert saves.read(tmp_path / "nothing") is None


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"rounds": 7}, "'rounds' is missing or wrong"),
        ({"players": None}, "'players' is missing or wrong"),
        ({"rummy_score": 2}, "another version of rummy"),
        ({"rounds": [[["hand", 9, "1"]]]}, "an entry of round 1 makes no sense"),
        ({"rounds": [[["shoe", 1, "1"]]]}, "an entry of round 1 makes no sense"),
        ({"rounds": [[["went out", 1, "Ann"]]]}, "an entry of round 1 makes no sense"),
        ({"rounds": ["x"]}, "an entry of round 1 makes no sense"),
        ({"players": ["Ann", "Ann"]}, "is damaged: two players are called Ann"),
        ({"dealer": 5}, "is damaged: there is no seat 5"),
        ({"options": {"nothing": "1"}}, "is damaged: Bing Rummy has no option nothing"),
    ],
)
def test_a_damaged_save_is_refused_with_the_reason(
    tmp_path: Path, change: dict[str, object], reason: str
) -> None:
    path = tmp_path / "a.pad"
    saves.write(path, pad_of_two_rounds(), PARTS)
    path.write_text(json.dumps({**json.loads(path.read_text(encoding="utf-8")), **change}))
    with pytest.raises(LogError, match=reason):
        saves.restore(path, saves.read(path) or {}, BING, PARTS)


def test_a_save_cut_off_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.pad"
    saves.write(path, pad_of_two_rounds(), PARTS)
    path.write_bytes(path.read_bytes()[:200])
    with pytest.raises(LogError, match="cannot be read to its end"):
        saves.read(path)


# --- rounds from a file -----------------------------------------------------------------------


def facts(text: str, spec: Spec = BING, **given: object) -> Pad:
    """The pad of a file of facts."""
    names = given.get("names", [])
    assert isinstance(names, list)
    return read_facts(text.encode(), "facts.yaml", spec, names, {}, str(given.get("dealer", "")))


GOOD = """\
players: [Ann, Bob, Cid]
dealer: Bob
options: {new_melds: true}
rounds:
  - hand: {Ann: 10+9, cid: [KC, 4D]}
    went out: Bob
  - went out: nobody
    hand:
      Ann: 2
      Bob: 5H
      3: 20
"""


def test_rounds_come_from_yaml() -> None:
    standing = facts(GOOD).standing()
    assert [one.points for one in standing.counted] == [(19, 0, 14), (2, 5, 20)]
    assert standing.counted[0].dealer == 1 and standing.question is not None


def test_or_from_json() -> None:
    data = {
        "players": ["Ann", "Bob"],
        "rounds": [{"went out": "Ann", "hand": {"Bob": "5H 2C"}}],
    }
    assert facts(json.dumps(data)).standing().totals == (0, 7)


def test_names_and_dealer_given_elsewhere_come_first() -> None:
    pad = facts(
        GOOD.replace("Ann", "1").replace("Bob", "2").replace("cid", "3"), names=[*NAMES[:3]]
    )
    assert pad.names == NAMES[:3]
    assert facts(GOOD, dealer="Cid").dealer == 2


def test_melds_and_cards_may_be_lists() -> None:
    text = """\
players: [Ann, Bob]
rounds:
  - went out: Ann
    earned: {Ann: 60, Bob: 0}
    shown: {Ann: none, Bob: [AS, AD]}
    hand: {Bob: [4S, KC]}
    melds: [pair 8H 8D, run 5S 6S 7S]
"""
    # a fourth card in the run would have earned 40, the king costs 10; two aces make it times 3
    assert facts(text, load("iceberg")).standing().totals == (60, -50 * 3)


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("10+9", "10+9x", 5, "'10+9x' is no card here"),
        ("[KC, 4D]", "[KC, KC, KC]", 5, "the pack has KC only twice"),
        ("went out: Bob", "went out: Zoe", 6, "'Zoe' is no player here"),
        ("went out: Bob", "went out: [Bob, Cid]", 6, "only one goes out"),
        ("went out: Bob", "went: Bob", 6, "there is no fact 'went' here"),
        ("hand: {Ann", "hnad: {Ann", 5, "did you mean `hand`"),
        ("cid: [", "dot: [", 5, "'dot' is no player here"),
        ("      3: 20\n", "", 7, "round 2 lacks a fact: Cid, cards left in hand"),
        ("      3: 20\n", "      Ann: 20\n", 11, ""),
        ("dealer: Bob", "deal: Bob", 2, "there is no key 'deal'"),
        ("rounds:\n", "rounds: [", 0, ""),
    ],
)
def test_what_is_wrong_or_missing_has_its_line(old: str, new: str, line: int, reason: str) -> None:
    with pytest.raises(UsageError) as error:
        facts(GOOD.replace(old, new, 1))
    said = str(error.value)
    assert reason in said
    assert said.startswith(f"facts.yaml:{line}: " if line else "facts.yaml:")


def test_a_round_after_the_end_is_refused() -> None:
    more = "".join("  - {went out: Ann, hand: {Bob: 76, Cid: 76}}\n" for _ in range(2))
    with pytest.raises(UsageError, match=r"facts.yaml:13: the match is over after round 3"):
        facts(GOOD + more)


@pytest.mark.parametrize("text", ["", "- a\n", "rounds: []\n", "7\n", "players: Ann\n"])
def test_a_file_that_is_none_is_refused_without_a_fault(text: str) -> None:
    with pytest.raises(UsageError, match=r"facts\.yaml"):
        facts(text)
