"""Matches of bots: told, a line a round, as JSON, from a log."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest
from command_helpers import SMALL, give
from rummy.errors import InvalidAction
from rummy.play.match import Match

# From the top. Seat 2 deals, so seat 1 gets the first card, seat 2 the second, and so on;
# then the stock: seat 1 draws 9H, seat 2 would draw 9D.
HANDS = {1: "2H 3H 4H 7S 7D 10S 10C", 2: "5S 6S 8D JD QC KC 2C"}
DEAL = " ".join(
    card for pair in zip(HANDS[1].split(), HANDS[2].split(), strict=True) for card in pair
)


@pytest.fixture
def deal(tmp_path: Path) -> Path:
    path = tmp_path / "deal.json"
    path.write_text(json.dumps({"dealer": 2, "cards": DEAL + " 7H 9D"}), encoding="utf-8")
    return path


def test_a_turn_is_told_in_plain_words(deal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    done = give(capsys, "run", "iceberg", "--deal", deal, "--seed", "1", "--hands", "1", "--tell")
    assert done.code == 0
    told = " ".join(done.out.split())
    assert "Round 1: seat 2 deals, seat 1 starts." in told
    first = told.partition("1. seat 1 ")[2].partition(" 2. seat 2 ")[0]
    assert first.startswith("draws 7H")
    # 7S 7H 7D is a set of three (30), 2H 3H 4H a run (30), 10S 10C a pair (10)
    assert "lays set 7S 7H 7D" in first and "for 30 points" in first
    assert "lays run 2H 3H 4H" in first
    assert "lays pair 10S 10C" in first and "for 10 points" in first


def test_the_count_at_the_end_shows_the_table_the_cards_left_and_every_line(
    deal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    done = give(capsys, "run", "iceberg", "--deal", deal, "--seed", "1", "--hands", "1", "--tell")
    # Seat 1 lays all eight cards: 30 + 30 + 10 = 70. Seat 2 holds seven cards and can add
    # 5S? no: the run is hearts. Nothing fits, so seven cards cost 10 each.
    assert re.search(r"^ +melds  cards left  factor  bonus  round  total$", done.out, re.M)
    assert re.search(r"^  seat 1 +70 +0 +1 +0 +70 +70$", done.out, re.M)
    assert re.search(r"^  seat 2 +0 +-70 +1 +0 +-70 +-70$", done.out, re.M)
    left = re.search(r"^  seat 2 is left with (.+)$", done.out, re.M)
    assert left and sorted(left[1].split()) == ["2C", "5S", "6S", "8D", "JD", "KC", "QC"]
    assert re.search(r"^  m\d pair 10S 10C \(seat 1\)$", done.out, re.M)
    assert done.out.splitlines()[-1].endswith("(seed 1)")


def test_piped_there_is_a_line_a_round_and_the_last_line_names_the_winner(
    capsys: pytest.CaptureFixture[str],
) -> None:
    done = give(capsys, "run", SMALL, "--seed", "5", "--set", "max_rounds=6")
    lines = done.out.splitlines()
    rounds = [line for line in lines if line.startswith("round ")]
    assert rounds[0].startswith("round 1: ") and len(rounds) == 6
    assert re.fullmatch(
        r"seat \d wins after \d+ rounds: seat 1 -?\d+, seat 2 -?\d+ \(seed 5\)", lines[-1]
    )
    totals = [int(n) for n in re.findall(r"seat \d (-?\d+)", lines[-1])]
    best = 1 + totals.index(max(totals))
    assert lines[-1].startswith(f"seat {best} wins")


def test_the_same_seed_gives_the_same_match(capsys: pytest.CaptureFixture[str]) -> None:
    line = ("run", SMALL, "--players", "3", "--seats", "random,greedy,random", "--hands", "2")
    one = give(capsys, *line, "--seed", "11").out
    assert give(capsys, *line, "--seed", "11").out == one
    assert give(capsys, *line, "--seed", "12").out != one


def test_a_match_without_a_seed_can_be_played_again(capsys: pytest.CaptureFixture[str]) -> None:
    first = give(capsys, "run", SMALL, "--hands", "2").out
    words = (
        first.partition("Again: rummy ")[2].partition("\nround 1")[0].replace("\\\n", "").split()
    )
    second = give(capsys, *words).out
    assert [line for line in second.splitlines() if line.startswith("round")] == [
        line for line in first.splitlines() if line.startswith("round")
    ]


def test_json_has_an_object_a_round_and_a_last_one(capsys: pytest.CaptureFixture[str]) -> None:
    done = give(
        capsys,
        "run",
        SMALL,
        "--json",
        "--seed",
        "5",
        "--set",
        "target=50",
        "--set",
        "aces_high=yes",
    )
    *rounds, last = [json.loads(line) for line in done.out.splitlines()]
    assert [entry["round"] for entry in rounds] == list(range(1, len(rounds) + 1))
    running = [0, 0]
    for entry in rounds:
        running = [a + b for a, b in zip(running, entry["points"], strict=True)]
        assert entry["totals"] == running
        assert entry["dealer"] in (1, 2) and entry["turns"] > 0
    assert last["end"] is True and last["over"] is True
    assert last["totals"] == running and last["rounds"] == len(rounds)
    assert last["seed"] == 5
    assert last["options"]["target"] == 50 and last["options"]["aces_high"] is True
    # a number that has a name in the file goes by it, a choice is a word
    assert last["options"]["max_rounds"] == "none" and last["options"]["start_with"] == "seven"
    assert last["seats"] == ["greedy", "greedy"]


def test_stopping_after_some_rounds_tells_no_further_round(
    capsys: pytest.CaptureFixture[str],
) -> None:
    told = give(capsys, "run", SMALL, "--seed", "5", "--hands", "2", "--tell").out
    assert "Round 2" in told and "Round 3" not in told
    assert "the match is not over" in " ".join(told.split())


def test_a_log_replays_to_the_same_story(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "a.log"
    told = give(capsys, "run", "iceberg", "--seed", "3", "--hands", "1", "--tell", "--log", log).out
    again = give(capsys, "replay", log, "--tell")
    assert again.code == 0
    assert "the log is sound so far" in " ".join(again.out.split())
    story = told.partition("Round 1")[2].partition("Stopped")[0].strip()
    assert story and story in again.out


def test_a_finished_log_is_sound_and_its_end_follows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "b.log"
    give(capsys, "run", SMALL, "--seed", "4", "--set", "max_rounds=3", "--log", log)
    done = give(capsys, "replay", log, "--spec", SMALL)
    assert done.code == 0
    assert done.out.rstrip().endswith("the log is sound, and its end follows from it")


def test_a_log_is_refused_where_its_rules_or_actions_are_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "c.log"
    give(capsys, "run", SMALL, "--seed", "4", "--hands", "1", "--log", log)
    other = tmp_path / "other.yaml"
    text = SMALL.read_text(encoding="utf-8")
    other.write_text(text.replace("size: 3.., valid", "size: 4.., valid"), encoding="utf-8")
    done = give(capsys, "replay", log, "--spec", other)
    assert done.code == 1
    assert "its text differs" in " ".join(done.err.split())
    lines = log.read_text(encoding="utf-8").splitlines()
    action = json.loads(lines[1])
    lines[1] = json.dumps({**action, "do": "discard JOK"})
    log.write_text("\n".join(lines) + "\n", encoding="utf-8")
    done = give(capsys, "replay", log, "--spec", SMALL)
    assert done.code == 1
    assert "action 1" in done.err and "Traceback" not in done.err


def test_a_log_that_was_cut_off_replays_up_to_the_cut(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "d.log"
    give(capsys, "run", SMALL, "--seed", "4", "--hands", "1", "--log", log)
    whole = log.read_bytes()
    log.write_bytes(whole[: len(whole) // 2 + 3])
    done = give(capsys, "replay", log, "--spec", SMALL)
    assert done.code == 0
    assert "cut off" in done.err


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[", "is no JSON"),
        ("[1]", '{"dealer": 2, "cards": "9H 8S ..."}'),
        ('{"cards": "9H", "deeler": 1}', '{"dealer": 2, "cards": "9H 8S ..."}'),
        ('{"cards": ["9H"]}', "one text"),
        ('{"cards": "9H", "dealer": 0}', "number of a seat"),
        ('{"cards": "9H", "dealer": true}', "number of a seat"),
        ('{"cards": "9H", "dealer": 3}', "there are 2 players"),
        ('{"cards": "9H 9H"}', "more often than the pack"),
        ('{"cards": "9H8S"}', "write spaces between cards: 9H 8S"),
        ('{"cards": "JOK"}', "is no card here"),
    ],
)
def test_a_deal_that_cannot_be_is_refused_with_the_reason(
    text: str, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "deal.json"
    path.write_text(text, encoding="utf-8")
    done = give(capsys, "run", "iceberg", "--deal", path)
    assert done.code == 2
    assert reason in " ".join(done.err.split())
    assert done.out == ""


def test_the_ace_of_spades_is_a_card_and_not_the_word_as() -> None:
    """``add AS to m1``: an ace of spades that is added, not a kind that is named."""
    match = Match(SMALL, seed=1)
    state = match.state
    deck = match.engine.deck
    run = match.engine.plans.shape(1, [deck.parse(card) for card in ("2S", "3S", "4S")])
    assert run is not None
    state.table = [run]
    state.owners = [0]
    state.credits = [(0, 0, 0)]
    program = match.engine.program
    match.state.z[program.hand_base + state.me] = deck.bag([deck.parse("AS"), deck.parse("KD")])
    match.state.v[program.slots.variable["opened"] + state.me] = 1
    match.state.pc = program.step_entry("play")
    match.engine.advance(match.state)
    for text in ("add AS to m1", "add as", "add as to m1", "add as to m1 as run", "add m1 as"):
        assert match.text(match.parse(text)) == "add AS to m1"
    with pytest.raises(InvalidAction, match="no kind of meld"):
        match.parse("add AS to m1 as rnu")


def test_after_somebody_else_a_player_is_named_again(
    capsys: pytest.CaptureFixture[str],
) -> None:
    done = give(capsys, "run", "international", "--hands", "1", "--seed", "1", "--tell")
    turns = re.findall(r"^\d+\. +(seat .*?)\.$", done.out, re.MULTILINE | re.DOTALL)
    others = 0
    for turn in turns:
        deeds = re.split(r", | and ", " ".join(turn.split()))
        drew = 0
        last = in_turn = deeds[0][:6]
        for deed in deeds:
            named = re.match(r"seat \d", deed)
            last = named[0] if named else last
            others += named is not None and last != in_turn
            drew += " wants to draw" not in deed and "draws " in deed and last == in_turn
            if re.search(r"\b(discards|lays|adds|wants)\b", deed):
                assert last == in_turn, turn  # who is not named did the last deed too
        assert drew <= 1, turn
    assert others


def test_the_command_to_play_it_again_can_be_pasted(
    capsys: pytest.CaptureFixture[str],
) -> None:
    settings = ("--set", "aces=by_choice", "--set", "ace_scoring=cats")
    done = give(capsys, "run", "iceberg", "--seed", "3", "--hands", "1", *settings)
    lines = done.out.splitlines()
    first = next(n for n, line in enumerate(lines) if line.startswith("Again: "))
    assert lines[first].endswith(" \\") and not lines[first + 1].endswith("\\")
    assert all(len(line) <= 80 for line in lines)
    again = shlex.split(lines[first].removeprefix("Again: rummy ")[:-1] + lines[first + 1])
    assert give(capsys, *again).out == done.out


def test_a_game_without_a_version_has_none_in_its_head(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "a.yaml"
    text = SMALL.read_text(encoding="utf-8")
    file.write_text(re.sub(r"^version: .*\n", "", text, flags=re.MULTILINE), encoding="utf-8")
    head = give(capsys, "run", file, "--hands", "1").out.splitlines()[0]
    assert re.search(r"\w, \d players", head)


def test_a_log_whose_rules_are_not_found_says_how_to_name_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = tmp_path / "mine.yaml"
    spec.write_bytes(SMALL.read_bytes())
    log = tmp_path / "logs" / "a.log"
    log.parent.mkdir()
    give(capsys, "run", spec, "--seed", "4", "--hands", "1", "--log", log)
    done = give(capsys, "replay", log)
    assert done.code == 2
    assert "mine.yaml" in done.err and "--spec FILE" in " ".join(done.err.split())
    assert give(capsys, "replay", log, "--spec", spec).code == 0


def test_a_folder_does_not_hide_a_shipped_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("iceberg").mkdir()
    Path("mine").mkdir()
    assert give(capsys, "show", "iceberg", "score").code == 0
    done = give(capsys, "show", "./mine")
    assert done.code == 2 and "it is a folder" in done.err
    done = give(capsys, "replay", "mine")
    assert done.code == 2 and "it is a folder" in done.err
