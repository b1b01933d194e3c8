"""Saved matches: every action at once, torn lines, other versions of the file."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from rummy.errors import LogError, UsageError
from rummy.play.log import read_log
from rummy.spec.load import load, load_text
from rummy.terminal import saves
from rummy.terminal.saves import Save, default_path, differences, read_save, sections
from table_helpers import SMALL, Room, hands, match_of

CARDS = f"{hands('7H 8H 9H 2S 2D 2C KC', '3C 4C 6C 8C 10C QC AD')} 10H KD"
TEXT = SMALL.read_text(encoding="utf-8")


def begun(path: Path) -> Save:
    return Save.begin(path, match_of(cards=CARDS), ["human", "greedy"], sections(TEXT))


def test_saves_lie_in_the_folder_for_the_state_of_programs(tmp_path: Path) -> None:
    state = {"XDG_STATE_HOME": str(tmp_path)}
    assert default_path("whist", state) == tmp_path / "rummy" / "whist.save"
    # a path that is not absolute does not count
    assert default_path("whist", {"XDG_STATE_HOME": "here"}).parts[-2:] == ("rummy", "whist.save")
    assert default_path("whist", {"XDG_STATE_HOME": "here"}).is_absolute()


def test_every_action_is_in_the_file_before_the_next_is_asked(tmp_path: Path) -> None:
    path = tmp_path / "a.save"
    counts = []

    def answer(prompt: str) -> str | None:
        counts.append((len(read_log(path).actions), len(room.match.actions)))
        return next(lines, None)

    lines = iter(["draw", "7h 8h 9h", "undo", "done", "kc"])
    room = Room(match_of(cards=CARDS), (0,), answer, save=path)
    room.play()
    assert len(counts) == 6
    assert all(saved == done for saved, done in counts)


def test_a_save_is_a_log_that_replay_reads(tmp_path: Path) -> None:
    path = tmp_path / "a.save"
    room = Room(match_of(cards=CARDS), (0,), ["draw", "7h 8h 9h", "2s 2d 2c"], save=path)
    room.play()
    again = read_log(path).replay(SMALL)
    assert again.state.key() == room.match.state.key()


def test_a_line_that_was_cut_off_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "a.save"
    save = begun(path)
    save.action(0, "draw")
    with path.open("ab") as file:
        file.write(b'{"n": 2, "seat": 1, "do": "meld r')
    log = read_save(path)
    assert log is not None and log.torn
    Save.go_on(path, log).action(0, "done")
    assert read_log(path).actions == ((0, "draw"), (0, "done"))


def test_a_new_match_keeps_one_that_is_not_over(tmp_path: Path) -> None:
    path = tmp_path / "a.save"
    begun(path).action(0, "draw")
    begun(path)
    assert read_log(path).actions == ()
    assert read_log(saves.old(path)).actions == ((0, "draw"),)


def test_a_match_that_is_over_is_not_kept(tmp_path: Path) -> None:
    path = tmp_path / "a.save"
    lines = ["take", "7h 8h 9h 10h", "2s 2d 2c", "discard kc"]
    room = Room(match_of(cards=CARDS, target="10"), (0,), lines, save=path)
    assert "You win after 1 round." in room.play()
    log = read_save(path)
    assert log is not None and log.totals == room.match.totals
    begun(path)
    assert not saves.old(path).exists()


def test_two_programs_do_not_write_into_one_save(tmp_path: Path) -> None:
    path = tmp_path / "a.save"
    one = begun(path)
    other = Save.go_on(path, read_log(path))
    one.action(0, "draw")
    with pytest.raises(UsageError, match="changed by another program"):
        other.action(0, "take")
    assert read_log(path).actions == ((0, "draw"),)


def test_a_file_that_is_no_save_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear aunt")
    with pytest.raises(UsageError, match="no saved match"):
        begun(path)
    assert path.read_text() == "Dear aunt"
    with pytest.raises(UsageError, match="folder"):
        begun(tmp_path)


def test_a_log_of_bots_is_no_save_of_a_person(tmp_path: Path) -> None:
    path = tmp_path / "bots.log"
    match_of().save(path)
    with pytest.raises(LogError, match="who sits"):
        read_save(path)


@pytest.mark.parametrize("seats", ["human", ["human"], [1, 2], None])
def test_a_save_must_say_who_sits_where(tmp_path: Path, seats: object) -> None:
    path = tmp_path / "a.save"
    begun(path)
    header = json.loads(path.read_text())
    header["seats"] = seats
    path.write_text(json.dumps(header) + "\n")
    with pytest.raises(LogError, match="who sits"):
        read_save(path)


def test_nothing_and_an_empty_file_are_no_match(tmp_path: Path) -> None:
    assert read_save(tmp_path / "none") is None
    (tmp_path / "empty").write_bytes(b"")
    assert read_save(tmp_path / "empty") is None


# --- another version of the file ------------------------------------------------------


def test_a_section_is_a_top_level_key_without_comments() -> None:
    text = "# a comment\nrummy: 1\n\nmelds:\n  # of three\n  set: {size: 3}\n"
    assert set(sections(text)) == {"rummy", "melds"}
    told = hashlib.sha256(b"melds:\n  set: {size: 3}").hexdigest()
    assert sections(text)["melds"] == told[: saves.SHORT]
    assert sections(text) == sections(text.replace("# of three", "# of 3 cards"))


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("size: 3..4", "size: 3..", ["changed: melds"]),
        ("default: 100", "default: 200", ["changed: options"]),
        (
            "players: 2..4",
            "players: 2..3\nlimits: {rounds: 9}",
            ["changed: players", "new: limits"],
        ),
        (
            "players: 2..4",
            "version: '2.0'\nplayers: 2..4",
            ["version none then, 2.0 now", "new: version"],
        ),
        (
            "title: Three and Out",
            "title: Out",
            ["it is a match of Three and Out, this is Out", "changed: title"],
        ),
        (
            "rummy: 1\n",
            "rummy: 1\n# a comment\n",
            ["only comments, empty lines or a file that it builds upon were changed"],
        ),
        ("\nsetup:", "\nsetup:", []),
    ],
)
def test_what_differs_from_the_file_of_a_save_is_told(
    tmp_path: Path, old: str, new: str, told: list[str]
) -> None:
    path = tmp_path / "a.save"
    begun(path)
    assert old in TEXT
    text = TEXT.replace(old, new)
    log = read_log(path)
    assert differences(log, load_text(text, str(SMALL)), sections(text)) == told


def test_without_sections_the_digests_are_told(tmp_path: Path) -> None:
    path = tmp_path / "a.save"
    begun(path)
    header = json.loads(path.read_text())
    del header["sections"]
    path.write_text(json.dumps(header) + "\n")
    text = TEXT + "# end\n"
    (told,) = differences(read_log(path), load_text(text, str(SMALL)), sections(text))
    assert load(SMALL).digest[:12] in told and load_text(text, "x").digest[:12] in told
