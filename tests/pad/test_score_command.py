"""``rummy score`` as people use it: through pipes, at a terminal, interrupted, printed."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from rummy.__main__ import main
from rummy.render import width
from rummy.spec import load

ROOT = Path(__file__).resolve().parents[2]
RUMMY = [sys.executable, "-W", "error", "-m", "rummy", "score"]
LOADED = cache(load.load_text)
"""The shipped games need to be read only once in these tests."""
CAN_SIGNAL = pytest.mark.skipif(os.name == "nt", reason="no such signals")


class Done(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        """What it wrote, line by line."""
        return self.out.splitlines()


def environ(folder: Path) -> dict[str, str]:
    """An environment whose pads lie in a folder of the test."""
    kept = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS")}
    return {**kept, "XDG_STATE_HOME": str(folder / "state"), "PYTHONIOENCODING": "utf-8"}


def score(folder: Path, *words: str, typed: str | bytes = "") -> Done:
    """Carry the command out in a folder, with these lines typed through a pipe."""
    data = typed.encode() if isinstance(typed, str) else typed
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.delenv("NO_COLOR", raising=False)
        patch.setenv("COLUMNS", "80")
        patch.setenv("XDG_STATE_HOME", str(folder / "state"))
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), "utf-8"))
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", err)
        patch.setattr(load, "load_text", LOADED)
        code = main(["score", *words])
    return Done(code, out.getvalue(), err.getvalue())


def typed(*lines: str) -> str:
    """Lines as they are typed."""
    return "".join(f"{line}\n" for line in lines)


BING = ("bing", "--names", "Ann,Bob,Cid", "--dealer", "Ann", "--save", "a.pad")


# --- a match --------------------------------------------------------------------------------


def test_a_whole_match_from_the_names_to_the_winner(tmp_path: Path) -> None:
    done = score(
        tmp_path,
        *("bing", "--save", "a.pad"),
        typed=typed("Ann, Bob", "Bob", "Ann", "40+20", "Bob", "12", "Ann", "16"),
    )
    assert (done.code, done.err) == (0, "")
    assert "Round 1: Bob deals, Ann starts." in done.lines
    assert "Round 2: Ann deals, Bob starts." in done.lines
    # 60 + 0 + 16 = 76 is too many (BING-61)
    assert done.out.count("Ann wins after 3 rounds: Ann 12, Bob 76.") == 1
    assert "Bob is out of the match with 76." in done.lines


def test_every_question_is_followed_by_what_was_typed(tmp_path: Path) -> None:
    done = score(tmp_path, *BING, typed=typed("bob", "12+11", "KC 4D"))
    assert "Who went out? (name or nobody): bob" in done.lines
    assert "Ann, cards left in hand (12+11+7 or cards): 12+11" in done.lines
    assert "  Ann is left with 12+11 = 23" in done.lines
    assert "  Cid is left with 4D KC (4+10 = 14)" in done.lines
    assert "Bob is left with" not in done.out
    assert "  Cid          14     14     14" in done.lines


def test_each_line_of_the_count_is_explained(tmp_path: Path) -> None:
    done = score(
        tmp_path,
        *("iceberg", "--names", "Ann,Bob", "--dealer", "Ann", "--save", "a.pad"),
        typed=typed("Ann", "10", "0", "20", "9H 9D KC", "1", "none", "explain"),
    )
    # the nines would have earned 10, the king costs 10; with one ace all counts twice
    assert "  Bob     20         -20       2      0      0      0" in done.lines
    assert "  Bob could still have played pair 9H 9D for 10." in done.lines
    assert "    factor: the multiplier of the aces shown, factor" in done.lines
    told = done.out[done.out.rindex("Round 1, dealt by Ann:") :]
    assert "  points earned at once: Ann 10, Bob 20" in told
    assert "  shown: Ann 0, Bob 1" in told


def test_the_contract_of_the_round_is_said(tmp_path: Path) -> None:
    done = score(
        tmp_path,
        *("international", "--names", "Ann,Bob,Cid", "--dealer", "Cid", "--save", "a.pad"),
        typed=typed("Ann", "5", "JOK"),
    )
    assert "Round 1: Cid deals, Ann starts; to lay first: run of 4 + run of 4." in done.lines
    assert "Round 2: Ann deals, Bob starts; to lay first: set of 4 + set of 4." in done.lines
    assert "  Cid          50     50     50" in done.lines


def test_lines_fit_80_columns_and_are_plain_through_a_pipe(tmp_path: Path) -> None:
    names = "Annabella the Elder,Bartholomew Maximil,Cid,Dot,Eve"
    rounds = typed("Annabella the Elder", *("KC 9H 4S", "1", "10") * 3)
    done = score(
        tmp_path,
        *("iceberg", "--names", names, "--dealer", "Cid", "--save", "a.pad"),
        typed=rounds + typed("help", "pad", "explain", "correct 1", "back"),
    )
    assert done.code == 0 and "\x1b" not in done.out
    assert not [line for line in done.lines if width(line) > 80 and "[" not in line]


# --- bad entries ----------------------------------------------------------------------------


def test_bad_entries_are_asked_again_with_the_reason(tmp_path: Path) -> None:
    done = score(
        tmp_path,
        *BING,
        typed=typed("Zoe", "Bob, Cid", "Bob", "-3", "1H", "KC KC KC", "KC", "pda", "4D"),
    )
    for reason in (
        "  No: 'Zoe' is no player here; there are Ann, Bob, Cid.",
        "  No: -3 is less than 0, which cards cannot be worth.",
        "  No: the pack has KC only twice.",
    ):
        assert reason in done.lines
    assert "only one" in done.out and "did you mean `pad`" in done.out
    assert "  Cid           4      4      4" in done.lines


def test_bytes_that_are_no_text_are_asked_again(tmp_path: Path) -> None:
    done = score(tmp_path, *BING, typed=b"\xff\xfe\x00\nBob\n")
    assert (done.code, done.err) == (0, "") and "is no player here" in done.out
    assert entries(tmp_path) == [["Bob"]]


# --- commands -------------------------------------------------------------------------------


def test_back_and_undo_take_the_last_entry_back(tmp_path: Path) -> None:
    done = score(
        tmp_path, *BING, typed=typed("Bob", "5", "back", "6", "7", "undo", "8", "back", "9")
    )
    assert "Taken back: Ann, cards left in hand: 5" in done.lines
    assert "Taken back: Cid, cards left in hand: 7" in done.lines
    assert done.lines.count("Taken back: Cid, cards left in hand: 8") == 1
    assert entries(tmp_path) == [["Bob", "6", "9"]]


def test_back_with_nothing_entered_says_so(tmp_path: Path) -> None:
    assert "  No: nothing has been entered yet." in score(tmp_path, *BING, typed="back\n").lines


def entries(folder: Path, name: str = "a.pad") -> list[list[str]]:
    """What is saved, round by round."""
    data = json.loads((folder / name).read_text(encoding="utf-8"))
    return [[entry[2] for entry in entries] for entries in data["rounds"]]


def test_correct_asks_a_round_again_and_enter_keeps(tmp_path: Path) -> None:
    first = typed("Bob", "5", "7", "Bob", "4", "3")
    done = score(tmp_path, *BING, typed=first + typed("correct 1", "", "15", "", "pad"))
    assert "Who went out [Bob]:" in "\n".join(done.lines)
    assert "Rounds 1 and 2 are counted anew:" in done.lines
    assert entries(tmp_path) == [["Bob", "15", "7"], ["Bob", "4", "3"]]
    pad = done.out[done.out.rindex("pad\n") :]
    assert "+4 = 19" in pad and "+3 = 10" in pad


def test_correct_for_one_player_asks_only_that_player(tmp_path: Path) -> None:
    first = typed("Bob", "5", "7", "Bob", "4", "3")
    done = score(tmp_path, *BING, typed=first + typed("correct 2 cid", "30"))
    assert entries(tmp_path) == [["Bob", "5", "7"], ["Bob", "4", "30"]]
    assert "Round 2 is counted anew:" in done.lines


def test_correct_of_who_went_out_asks_for_what_is_missing(tmp_path: Path) -> None:
    done = score(tmp_path, *BING, typed=typed("Bob", "5", "7", "correct 1", "Ann", "", "9"))
    # Ann has no cards now, Cid's stay, Bob's are asked
    assert "Bob, cards left in hand (12+11+7 or cards): 9" in done.lines
    assert "  Bob           9      9      9" in done.lines
    assert "  Ann           0      0      0" in done.lines


def test_while_a_round_is_corrected_back_goes_to_the_entry_before(tmp_path: Path) -> None:
    first = typed("Bob", "5", "7")
    done = score(tmp_path, *BING, typed=first + typed("correct 1", "", "6", "8", "back", "back"))
    # the last entry is done, so `back` is then asked of the next round
    assert "Taken back: Cid, cards left in hand: 8; there stands 7 again" in done.lines
    assert entries(tmp_path) == [["Bob", "5", "7"]]
    again = score(
        tmp_path, *BING[:1], "--save", "a.pad", typed=typed("correct 1", "", "back", "Ann")
    )
    assert [line for line in again.lines if line.startswith("Who went out [")] == [
        "Who went out [Bob]: ",
        "Who went out [Bob]: Ann",
    ]


def test_a_conflict_after_a_correction_is_asked_about(tmp_path: Path) -> None:
    done = score(
        tmp_path, *BING, typed=typed("Bob", "4D", "KC KC", "correct 1 Ann", "KC", "KD", "pad")
    )
    said = " ".join(done.out.split())
    assert "No: the pack has KC only twice, and Ann has it. Enter it again." in said
    assert entries(tmp_path) == [["Bob", "KC", "KD"]]


def test_a_player_out_after_a_correction_may_be_the_one_who_went_out_later(tmp_path: Path) -> None:
    first = typed("Ann", "5", "70", "Cid", "5", "6")
    done = score(tmp_path, *BING, typed=first + typed("correct 1 Cid", "76", "Ann", "pad"))
    # Cid is out after round 1 now, so somebody else went out in round 2
    assert "No: Cid is not in this round. Enter it again." in " ".join(done.out.split())
    assert done.lines.count("Who went out? (name or nobody): Ann") == 2
    assert entries(tmp_path)[1][0] == "Ann"


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("correct", "say which round"),
        ("correct 7", "'7' is no round of the pad"),
        ("correct two", "'two' is no round of the pad"),
        ("correct 1 Zoe", "'Zoe' is no player here"),
        ("correct 1 Bob", "nothing was asked of Bob in round 1"),
        ("explain 3", "'3' is no round of the pad"),
    ],
)
def test_a_command_that_cannot_be_says_why(tmp_path: Path, command: str, reason: str) -> None:
    done = score(tmp_path, *BING, typed=typed("Bob", "5", "7", command, "pad"))
    assert reason in " ".join(done.out.split())
    assert entries(tmp_path) == [["Bob", "5", "7"]]


def test_help_lists_the_commands_and_quit_stops(tmp_path: Path) -> None:
    done = score(tmp_path, *BING, typed=typed("help", "quit", "Bob"))
    for word in ("back", "correct ROUND [NAME]", "pad", "explain [ROUND]", "quit"):
        assert any(line.startswith(f"  {word} ") for line in done.lines)
    assert done.lines[-1] == "Round 1 is next: Ann deals."
    assert entries(tmp_path) == []


def test_a_match_that_is_over_can_still_be_corrected(tmp_path: Path) -> None:
    done = score(
        tmp_path,
        *BING,
        typed=typed("Ann", "76", "76", "correct 1 Bob", "6", "Bob", "7"),
    )
    assert "Ann wins after 1 round: Ann 0, Bob 76, Cid 76." in done.lines
    # with Bob still in there is a second round, without Cid
    assert "Ann, cards left in hand (12+11+7 or cards): 7" in done.lines
    assert done.lines[-1].startswith("Round 3 is next")


# --- saved ----------------------------------------------------------------------------------


def test_each_entry_is_saved_at_once_and_the_same_command_goes_on(tmp_path: Path) -> None:
    score(tmp_path, *BING, typed=typed("Bob", "5"))
    assert entries(tmp_path) == [["Bob", "5"]]
    done = score(tmp_path, "bing", "--save", "a.pad", typed=typed("7"))
    assert done.lines.count("Cid, cards left in hand (12+11+7 or cards): 7") == 1
    assert "  Ann           5      5      5" in done.lines


@CAN_SIGNAL
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_killed_process_loses_nothing_that_was_entered(
    tmp_path: Path, how: signal.Signals
) -> None:
    process = subprocess.Popen(
        [*RUMMY, *BING],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=tmp_path,
        env=environ(tmp_path),
    )
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(b"Bob\n12+11\n")
    process.stdin.flush()
    for _ in range(1200):
        saved = tmp_path / "a.pad"
        if saved.exists() and "12+11" in saved.read_text(encoding="utf-8"):
            break
        time.sleep(0.05)
    process.send_signal(how)
    process.communicate()
    if how == signal.SIGINT:
        assert process.returncode == 130
    assert entries(tmp_path) == [["Bob", "12+11"]]


def test_another_program_that_writes_the_same_pad_is_noticed(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*RUMMY, *BING],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        env=environ(tmp_path),
    )
    saved = tmp_path / "a.pad"
    for _ in range(1200):
        if saved.exists():
            break
        time.sleep(0.05)
    time.sleep(0.2)
    score(tmp_path, "bing", "--save", "a.pad", typed=typed("Cid"))
    _, err = process.communicate(b"Bob\n")
    assert process.returncode == 2 and b"was changed by another program" in err
    assert entries(tmp_path) == [["Cid"]]


def test_without_a_file_a_pad_lies_in_the_state_folder_and_none_is_overwritten(
    tmp_path: Path,
) -> None:
    words = ("bing", "--names", "Ann,Bob", "--dealer", "Ann")
    score(tmp_path, *words, typed=typed("Ann", "5"))
    done = score(tmp_path, *words, typed=typed("Bob", "7"))
    assert "an unfinished pad is saved (Ann, Bob: 1 round)" in " ".join(done.err.split())
    folder = tmp_path / "state" / "rummy"
    assert sorted(os.listdir(folder)) == ["score-bing-2.save", "score-bing.save"]
    assert entries(folder, "score-bing.save") == [["Ann", "5"]]
    assert entries(folder, "score-bing-2.save") == [["Bob", "7"]]


def test_a_finished_pad_makes_room_and_is_kept(tmp_path: Path) -> None:
    words = ("bing", "--names", "Ann,Bob", "--dealer", "Ann")
    score(tmp_path, *words, typed=typed("Ann", "76"))
    done = score(tmp_path, *words, typed=typed("Bob"))
    assert done.err == ""
    folder = tmp_path / "state" / "rummy"
    assert sorted(os.listdir(folder)) == ["score-bing.save", "score-bing.save.old"]
    assert entries(folder, "score-bing.save.old") == [["Ann", "76"]]


def test_a_pad_is_for_its_players_options_and_rules(tmp_path: Path) -> None:
    score(tmp_path, *BING, typed=typed("Bob"))
    names = score(tmp_path, "bing", "--names", "Ann,Bob", "--save", "a.pad")
    assert names.code == 2 and "is of Ann, Bob, Cid" in " ".join(names.err.split())
    options = score(tmp_path, "bing", "--set", "new_melds=yes", "--save", "a.pad")
    assert options.code == 2 and "other options: new_melds" in " ".join(options.err.split())
    other = score(tmp_path, "iceberg", "--save", "a.pad")
    assert other.code == 1
    assert "it is a pad of Bing Rummy, this is Iceberg Rummy" in " ".join(other.err.split())
    new = score(tmp_path, *BING, "--new")
    assert new.code == 2 and "a pad is there already" in new.err


# --- printed --------------------------------------------------------------------------------


def three_rounds(folder: Path) -> None:
    """A pad on which Cid has left."""
    score(
        folder,
        *BING,
        typed=typed("Bob", "12", "70", "Ann", "5", "6", "Bob", "20"),
    )


def test_the_pad_is_printed_as_text(tmp_path: Path) -> None:
    three_rounds(tmp_path)
    done = score(tmp_path, "bing", "--save", "a.pad", "--print", "text")
    assert done.lines == [
        "  round  dealer       Ann     Bob       Cid",
        "  1      Ann     +12 = 12   0 = 0  +70 = 70",
        "  2      Bob       0 = 12  +5 = 5   +6 = 76",
        "  3      Ann     +20 = 32   0 = 5       out",
        "Round 4 is next: Bob deals.",
    ]


def test_as_markdown(tmp_path: Path) -> None:
    three_rounds(tmp_path)
    done = score(tmp_path, "bing", "--save", "a.pad", "--format", "md")
    assert done.lines == [
        "| Round | Dealer | Ann | Bob | Cid |",
        "| --- | --- | ---: | ---: | ---: |",
        "| 1 | Ann | +12 = 12 | 0 = 0 | +70 = 70 |",
        "| 2 | Bob | 0 = 12 | +5 = 5 | +6 = 76 |",
        "| 3 | Ann | +20 = 32 | 0 = 5 | out |",
        "| **Total** |  | **32** | **5** | **76** |",
    ]


def test_as_csv(tmp_path: Path) -> None:
    three_rounds(tmp_path)
    done = score(tmp_path, "bing", "--save", "a.pad", "--print", "csv")
    assert done.lines == [
        "round,dealer,to lay first,Ann,Ann total,Bob,Bob total,Cid,Cid total",
        "1,Ann,,12,12,0,0,70,70",
        "2,Bob,,0,12,5,5,6,76",
        "3,Ann,,20,32,0,5,,",
    ]


def test_eight_players_fit_the_lines(tmp_path: Path) -> None:
    names = "Ann,Bob,Cid,Dot,Eve,Fay,Gus,Hal"
    cards = typed("Ann", *["20"] * 7)
    score(tmp_path, *BING[:1], "--names", names, "--dealer", "Ann", "--save", "a.pad", typed=cards)
    done = score(tmp_path, "bing", "--save", "a.pad", "--print", "text")
    assert "  total    0   20   20   20   20   20   20   20" in done.lines
    assert all(width(line) <= 80 for line in done.lines)


def test_without_a_file_the_latest_pad_is_printed(tmp_path: Path) -> None:
    words = ("bing", "--names", "Ann,Bob", "--dealer", "Ann")
    score(tmp_path, *words, typed=typed("Ann", "5"))
    score(tmp_path, *words, typed=typed("Bob", "7"))
    first, second = (tmp_path / "state" / "rummy" / f"score-bing{n}.save" for n in ("", "-2"))
    os.utime(first, (1_000_000, 1_000_000))
    done = score(tmp_path, "bing", "--print", "csv")
    assert done.lines[1:] == ["1,Ann,,7,7,0,0"]
    os.utime(second, (1_000, 1_000))
    assert score(tmp_path, "bing", "--print", "csv").lines[1:] == ["1,Ann,,0,0,5,5"]


def test_a_pad_that_is_not_there_cannot_be_printed(tmp_path: Path) -> None:
    done = score(tmp_path, "bing", "--save", "a.pad", "--print", "md")
    assert done.code == 2 and "there is no pad of Bing Rummy to print" in done.err


def test_rounds_of_a_file_are_counted_explained_and_saved(tmp_path: Path) -> None:
    (tmp_path / "facts.yaml").write_text(
        "players: [Ann, Bob]\nrounds:\n  - {went out: Ann, hand: {Bob: KC 4D}}\n"
    )
    done = score(tmp_path, "bing", "--facts", "facts.yaml", "--save", "a.pad")
    assert done.code == 0
    assert "  Bob is left with 4D KC (4+10 = 14)" in done.lines
    assert entries(tmp_path) == [["Ann", "KC 4D"]]
    again = score(tmp_path, "bing", "--facts", "facts.yaml", "--save", "a.pad")
    assert again.code == 2 and "a pad is there already" in again.err
    piped = score(
        tmp_path,
        *("bing", "--facts", "-", "--print", "csv"),
        typed=(tmp_path / "facts.yaml").read_text(),
    )
    assert piped.lines[1] == "1,Ann,,0,0,14,14"


# --- wrong use ------------------------------------------------------------------------------


def test_through_a_real_pipe_all_goes_as_in_this_process(tmp_path: Path) -> None:
    keys = typed("Bob", "12+11", "KC 4D", "pad")
    here = score(tmp_path, *BING, typed=keys)
    (tmp_path / "other").mkdir()
    done = subprocess.run(
        [*RUMMY, *BING],
        input=keys.encode(),
        capture_output=True,
        cwd=tmp_path / "other",
        env=environ(tmp_path),
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode().splitlines() == here.lines


def test_input_that_ends_before_the_players_are_named_is_wrong_use(tmp_path: Path) -> None:
    done = score(tmp_path, "bing")
    assert done.code == 2 and "--names" in done.err and "Traceback" not in done.err


def test_an_unknown_dealer_is_wrong_use(tmp_path: Path) -> None:
    done = score(tmp_path, "bing", "--names", "Ann,Bob", "--dealer", "Zoe")
    assert done.code == 2 and "'Zoe' is no player here" in done.err


def test_a_match_that_only_leaving_ends_is_said_to_end_so(tmp_path: Path) -> None:
    done = score(tmp_path, "loba", "--names", "Ann,Bob", "--dealer", "Ann", "--save", "a.pad")
    assert "The match ends when too few are left to play." in " ".join(done.out.split())


def test_names_are_asked_until_they_can_be(tmp_path: Path) -> None:
    done = score(
        tmp_path, "bing", "--save", "a.pad", typed=typed("Ann", "Ann, ann", "Ann, Bob", "z", "")
    )
    assert "is for 2 to 8 players" in done.out and "two players are called" in done.out
    assert "Round 1: Ann deals, Bob starts." in done.lines


# --- at a terminal --------------------------------------------------------------------------


def test_at_a_terminal_an_unfinished_pad_is_offered_and_ctrl_c_keeps_it(tmp_path: Path) -> None:
    pexpect = pytest.importorskip("pexpect")
    env = {**environ(tmp_path), "TERM": "xterm", "COLUMNS": "80"}

    def start() -> Any:
        return pexpect.spawn(
            RUMMY[0], [*RUMMY[1:], "bing"], env=env, cwd=str(tmp_path), timeout=60, encoding="utf-8"
        )

    first = start()
    first.expect("Who plays")
    first.sendline("Ann, Bob")
    first.expect("Who deals")
    first.sendline("")
    first.expect("Who went out")
    first.sendline("Ann")
    first.expect("Bob, cards left")
    first.sendintr()
    first.expect(pexpect.EOF)
    first.close()
    assert first.exitstatus == 130

    second = start()
    second.expect(r"Go on with the unfinished pad \(Ann, Bob: 1 round\)")
    second.sendline("")
    second.expect("Bob, cards left")
    second.sendline("4D KC")
    # suits have signs and colours here
    second.expect("4♦")
    second.expect("Who went out")
    second.sendeof()
    second.expect(pexpect.EOF)
    second.close()
    assert second.exitstatus == 0
