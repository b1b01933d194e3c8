"""``rummy check``: what people with real cards ask, in words and in a file.

What melds are worth and hands count is worked out by hand from the rules.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest
from command_helpers import Done, at_terminal, give
from rummy.cli.sources import load_source


@pytest.fixture(autouse=True)
def read_each_game_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The shipped games do not change between tests."""
    monkeypatch.setattr("rummy.cli.check.load_source", SPECS)


SPECS = cache(load_source)
Capture = pytest.CaptureFixture[str]


def ask(capsys: Capture, *words: str) -> Done:
    """Ask a question."""
    return give(capsys, "check", *words)


def facts(capsys: Capture, *words: str) -> dict[str, object]:
    """The answer to one question as a program gets it."""
    done = ask(capsys, *words, "--json")
    told = json.loads(done.out)
    assert told["version"] == 1
    (answer,) = told["answers"]
    assert done.code == (1 if answer["yes"] is False else 0)
    return dict(answer)


def one(answer: dict[str, object], key: str) -> dict[str, object]:
    """The only entry under a key."""
    (entry,) = answer[key]  # type: ignore[misc]
    return dict(entry)


# --- melds --------------------------------------------------------------------------


def test_a_run_tells_its_points_and_what_it_takes(capsys: Capture) -> None:
    """Three in a row earn 30, the fourth card 40."""
    done = ask(capsys, "iceberg", "meld", "7H", "8H", "9H")
    assert done == (
        0,
        "yes: a run\n  run 7H 8H 9H: 30 points when laid\n    takes 6H or 10H: 40 points each\n",
        "",
    )


def test_a_pair_becomes_a_set(capsys: Capture) -> None:
    meld = one(facts(capsys, "iceberg", "meld", "9H", "9D"), "melds")
    assert (meld["kind"], meld["points"]) == ("pair", 10)
    assert meld["grows"] == [
        {"card": "9S", "kind": "set", "points": 20},
        {"card": "9C", "kind": "set", "points": 20},
    ]


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("4S 5S 6S 7S", 70),
        ("8S 8H 8D 8C", 70),
        ("3S 5S 7S 9S JS KS", 700),
        ("3S 5C 7S 9S JC KS", 300),
    ],
)
def test_what_a_meld_earns(capsys: Capture, cards: str, points: int) -> None:
    """30 and 40 for four cards; the specials have their own worth."""
    assert one(facts(capsys, "iceberg", "meld", *cards.split()), "melds")["points"] == points


def test_each_place_of_a_wild_card_is_told(capsys: Capture) -> None:
    answer = facts(capsys, "bing", "meld", "2C", "7D", "8D")
    assert answer["yes"] is True
    assert [(m["cards"], m["in_hand"]) for m in answer["melds"]] == [  # type: ignore[attr-defined]
        ("2C(6D) 7D 8D", 17),
        ("7D 8D 2C(9D)", 17),
    ]
    placed = facts(capsys, "bing", "meld", "2C(9D)", "7D", "8D")
    assert one(placed, "melds")["cards"] == "7D 8D 2C(9D)"


def test_wild_cards_that_a_meld_takes_are_told_together(capsys: Capture) -> None:
    done = ask(capsys, "bing", "meld", "7D", "8D", "9D")
    assert "takes 6D or 10D, or a wild card as 6D or 10D" in done.out


def test_cards_that_are_no_meld_tell_why_not_by_kind(capsys: Capture) -> None:
    done = ask(capsys, "iceberg", "meld", "7H", "8H", "10H")
    assert done.code == 1
    lines = done.out.splitlines()
    assert lines[0] == "no: these cards are no meld"
    assert "  run: 9 is missing between 8 and 10" in lines
    assert "    rule: sequence(rank) [melds.run.valid, iceberg.yaml:110]" in lines
    assert "      sequence(rank): 7 8 10" in lines
    assert "size" not in done.out, "kinds of another size say nothing"


def test_one_kind_can_be_named(capsys: Capture) -> None:
    answer = facts(capsys, "iceberg", "meld", "set", "7H", "7D", "8H")
    reason = one(answer, "reasons")
    assert (reason["about"], reason["clause"]) == ("set", "same(rank)")
    assert reason["values"] == {"same(rank)": "7 8 7"}


def test_small_letters_signs_and_commas_are_read(capsys: Capture) -> None:
    assert ask(capsys, "iceberg", "meld", "7h,8h", "9♥").code == 0


# --- cards laid off -------------------------------------------------------------------


def test_a_card_is_laid_off_for_its_points(capsys: Capture) -> None:
    done = ask(capsys, "iceberg", "add", "10H", "to", "run", "7H", "8H", "9H")
    assert done.out == (
        "yes: 10H fits there\n  10H to run 7H 8H 9H: 40 points, then run 7H 8H 9H 10H\n"
    )


def test_several_cards_and_melds_in_one_question(capsys: Capture) -> None:
    answer = facts(capsys, "iceberg", "add", "10H", "4H", "to", "run 7H 8H 9H", "set 4C 4D 4S")
    fits = [(f["card"], f["points"]) for f in answer["fits"]]  # type: ignore[attr-defined]
    assert fits == [("10H", 40), ("4H", 40)]
    assert answer["yes"] is True


def test_the_kind_need_not_be_named_where_it_is_clear(capsys: Capture) -> None:
    assert ask(capsys, "iceberg", "add", "9S", "to", "9H", "9D").code == 0


def test_a_card_that_fits_nowhere_is_told_why(capsys: Capture) -> None:
    done = ask(capsys, "iceberg", "add", "4H", "to", "run", "7H", "8H", "9H")
    assert done.code == 1
    assert "no: 4H fits nowhere" in done.out
    assert "5 and 6 are missing between 4" in done.out


def test_wild_cards_on_the_table_stay_where_they_are(capsys: Capture) -> None:
    """The two stands for the five, so the five itself finds its place taken."""
    done = ask(capsys, "bing", "add", "5S", "to", "run", "3S", "4S", "2C(5S)")
    assert done.code == 1
    assert "two cards for one place" in " ".join(done.out.split())
    assert ask(capsys, "bing", "add", "6S", "to", "run", "3S", "4S", "2C(5S)").code == 0


# --- openings ---------------------------------------------------------------------------

FIFTH = "4S 5S 6S 7S 9H 9D 9C KC KD KS 2H"


def test_a_hand_has_the_contract_of_its_round(capsys: Capture) -> None:
    """A run of four and two sets, and the two of hearts is left."""
    answer = facts(capsys, "international", "opening", *FIFTH.split(), "--round", "5")
    opening = one(answer, "openings")
    assert opening["yes"] is True
    melds = sorted(m["cards"] for m in opening["melds"])  # type: ignore[attr-defined]
    assert melds == ["4S 5S 6S 7S", "9H 9D 9C", "KS KD KC"]
    assert (opening["left"], opening["left_points"]) == ("2H", 2)


def test_without_a_round_all_contracts_are_tried(capsys: Capture) -> None:
    done = ask(capsys, "international", "opening", *FIFTH.split())
    assert done.code == 0
    assert done.out.startswith("yes: the hand can open in round 5\n")
    assert "round 1 wants 2 runs of 4 or more: the hand has a run of 4 or more" in " ".join(
        done.out.split()
    )


def test_a_hand_that_lacks_a_meld_is_told_which(capsys: Capture) -> None:
    hand = FIFTH.replace("KS", "3S")
    reason = one(
        facts(capsys, "international", "opening", *hand.split(), "--round", "5"), "reasons"
    )
    assert reason["key"] == "openings.contract.needs[4]"
    assert "lacks a set of 3 or more" in str(reason["text"])


@pytest.mark.parametrize(("total", "code"), [("32", 0), ("33", 1)])
def test_the_total_counts_where_a_duty_looks_at_it(capsys: Capture, total: str, code: int) -> None:
    """43 points are left at best, and 75 is the limit."""
    hand = "3S 4S 5S 9H 9H 9D JC QC 2H 7D 7S 6C 8H AD"
    done = ask(capsys, "bing", "opening", *hand.split(), "--total", total)
    assert done.code == code
    assert "43 points" in done.out or "43 + 33" in done.out


def test_cards_laid_off_help_to_open(capsys: Capture) -> None:
    """Without 8H to the run on the table 23 points stay, with it 15: 60 and 15 are 75."""
    hand = ["3S", "4S", "5S", "9H", "9H", "9D", "JC", "QC", "KC", "8H", "AD"]
    on = ("--on", "run 5H 6H 7H")
    done = ask(capsys, "bing", "opening", *hand, "--total", "60", *on)
    assert done.code == 0
    assert "then laid off: 8H to m1" in done.out
    assert ask(capsys, "bing", "opening", *hand, "--total", "60").code == 1


def test_a_game_without_openings_says_so(capsys: Capture) -> None:
    done = ask(capsys, "iceberg", "opening", "7H")
    assert (done.code, done.err) == (2, "rummy: Iceberg Rummy asks for no opening\n")


# --- hands ------------------------------------------------------------------------------


def test_a_hand_is_parted_so_that_least_is_left(capsys: Capture) -> None:
    """The joker takes the nine's place, for three nines leave less than one joker."""
    answer = facts(
        capsys, "international", "hand", *["7H", "8H", "9H", "10H", "9D", "9S", "KC", "JOK"]
    )
    assert answer["points"] == 7 + 8 + 9 + 10 + 9 + 9 + 10 + 50
    partition = answer["partition"]
    assert isinstance(partition, dict)
    assert (partition["left"], partition["points"]) == ("KC", 10)
    count = answer["count"]
    assert isinstance(count, dict)
    assert count["points"] == 112


def test_the_richest_play_uses_the_table(capsys: Capture) -> None:
    """A run of four 70, a pair 10; 7S on the run of three 40. AS and KC cost 10 each."""
    answer = facts(
        capsys,
        "iceberg",
        "hand",
        *["7H", "8H", "9H", "10H", "9D", "9S", "7S", "KC", "AS"],
        "--on",
        "run 4S 5S 6S",
    )
    play = answer["play"]
    assert isinstance(play, dict)
    assert (play["points"], play["left"]) == (120, "AS KC")
    count = answer["count"]
    assert isinstance(count, dict)
    assert count["points"] == -140


def test_a_hand_without_melds_says_so(capsys: Capture) -> None:
    done = ask(capsys, "bing", "hand", "3H", "9C")
    assert done.code == 0
    assert "best partition: no meld" in done.out
    assert "left: 3H 9C (12 points)" in done.out


# --- situations ---------------------------------------------------------------------------

TABLE = """
players: 3
given:
  step: act
  hand: {1: 6C 7S, 2: KD, 3: 9C}
  opened: {1: true}
  total: {1: 60}
  melds: [run 4S 5S 6S by 2]
  pile: QH
ask:
  - may take
  - may draw
  - add 7S
  - hand
"""


def written(tmp_path: Path, text: str) -> str:
    """A file with a text."""
    path = tmp_path / "table.yaml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_situation_asks_its_questions_in_order(capsys: Capture, tmp_path: Path) -> None:
    """Who takes the queen keeps her and the six at best: 16, and 60 before."""
    file = written(tmp_path, TABLE)
    done = ask(capsys, "bing", "--situation", file, "--json")
    answers = json.loads(done.out)["answers"]
    assert [(a["question"], a["yes"]) for a in answers] == [
        ("may take", False),
        ("may draw", True),
        ("add 7S", True),
        ("hand", None),
    ]
    (reason,) = answers[0]["reasons"]
    assert reason["values"]["points(hand) + total"] == "76"
    assert reason["key"] == "turn.must.under_limit"
    assert answers[3]["points"] == 13
    assert done.code == 1


def test_a_question_on_the_line_goes_before_those_of_the_file(
    capsys: Capture, tmp_path: Path
) -> None:
    done = ask(capsys, "bing", "--situation", written(tmp_path, TABLE), "may", "draw")
    assert (done.code, done.out) == (0, "yes: draw\n")


def test_what_was_played_first_counts(capsys: Capture, tmp_path: Path) -> None:
    file = written(tmp_path, TABLE.replace("ask:", "play: add 7S to m1\nask:"))
    done = ask(capsys, "bing", "--situation", file, "add", "8S", "to", "m1")
    assert done.code == 0
    assert "8S to m1 (run 4S 5S 6S 7S), then run 4S 5S 6S 7S 8S" in done.out


def test_a_seat_before_an_action_must_be_the_one_to_act(capsys: Capture, tmp_path: Path) -> None:
    file = written(tmp_path, TABLE)
    assert ask(capsys, "bing", "--situation", file, "may", "1: draw").code == 0
    done = ask(capsys, "bing", "--situation", file, "may", "2: draw")
    assert (done.code, "seat 1 is to act, not seat 2" in done.err) == (2, True)


def test_an_action_that_fits_in_several_ways_is_possible(capsys: Capture, tmp_path: Path) -> None:
    text = TABLE.replace("6C 7S", "6C 2H")
    done = ask(capsys, "bing", "--situation", written(tmp_path, text), "may", "add", "2H")
    assert done.code == 0
    assert "2H fits in several places" in done.out


def test_options_and_players_of_the_line_go_before_those_of_the_file(
    capsys: Capture, tmp_path: Path
) -> None:
    text = "given: {step: pass, hand: {1: KC AD, 2: 2S}}\nask: may pass AD\n"
    file = written(tmp_path, text)
    assert ask(capsys, "iceberg", "--situation", file).code == 1
    assert ask(capsys, "iceberg", "--situation", file, "--set", "aces=by_choice").code == 0


def test_a_faulty_situation_is_shown_with_places_and_remedies(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # a long path would be folded
    text = "given:\n  hnd: {1: 6C}\n  hand: {1: 6X}\n  melds: [piar 9H 9D by 1]\naks: hand\n"
    done = ask(capsys, "iceberg", "--situation", Path(written(tmp_path, text)).name)
    assert done.code == 2
    assert done.out == ""
    for told in (
        "table.yaml cannot be used",
        "did you mean `hand`?",
        "`6X` is no card here",
        "did you mean `pair`?",
        "did you mean `ask`?",
        "4 errors",
    ):
        assert told in " ".join(done.err.split()), told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("given: {melds: [run 5S 6S 8S by 2]}\nask: hand", "7 is missing between 6 and 8"),
        ("given: {melds: [run 2C 6S 7S by 2]}\nask: hand", "can be read in several ways"),
        ("given: {hand: {1: 6C 6C 6C}}\nask: hand", "more often than in the pack"),
        ("given: {hand: {1: 6C}}\nplay: discard 7H\nask: hand", "under `play`"),
        ("given: {pile: 4C}\nask: hand", "has no cards"),
        ("given: {hand: {1: 6C}}", "nothing is asked"),
    ],
)
def test_an_impossible_situation_is_refused(
    capsys: Capture, tmp_path: Path, text: str, told: str
) -> None:
    done = ask(capsys, "bing", "--situation", written(tmp_path, text + "\n"))
    assert done.code == 2
    assert told in " ".join(done.err.split())


# --- what cannot be understood ------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("", "nothing is asked; questions: meld [KIND] CARDS"),
        ("mled 7H 8H 9H", "did you mean `meld`?"),
        ("7H 8H 9H", "did you mean `meld 7H 8H 9H`?"),
        ("what", "ask meld, add, opening, hand, may"),
        ("meld", "no cards were named"),
        ("meld set", "no cards were named"),
        ("hand", "no cards were named"),
        ("meld 7X 8H", "'7X' is no card here"),
        ("meld 7H8H9H", "write spaces between cards: 7H 8H 9H"),
        ("meld rnu 7H 8H", "did you mean `run`?"),
        ("meld 7H 7H 7D", "7H is named 2 times, the pack for 2 players has it once"),
        ("add to run 7H 8H 9H", "no card was named"),
        ("add 7H", "no meld was named"),
        ("add 7H to", "name a meld behind `to`"),
        ("add 7H to m1", "none lies there"),
        ("add 7H to run 8H 9H JH", "10 is missing between 9 and J"),
        ("add 7H to 8H 9H JH", "is no meld; name its kind"),
        ("add 7H to pair 8H 8D by 9", "there is no seat 9"),
        ("may pass KC", "describe the table with --situation FILE"),
        ("may", "needs an action"),
        ("meld 7H 8H --on", "requires an argument"),
        ("hand 7H --on 7", "'7' is no card here"),
        ("meld 7H 8H --players 9", "for 2 to 5 players, not 9"),
        ("meld 7H 8H --set aces", "write it as name=value"),
        ("hand 7H --situation none.yaml", "there is no file 'none.yaml'"),
    ],
)
def test_what_cannot_be_understood_is_told_with_the_remedy(
    capsys: Capture, words: str, told: str
) -> None:
    done = ask(capsys, "iceberg", *words.split())
    assert done.code == 2
    assert told in " ".join(done.err.split())
    assert "Traceback" not in done.err


def test_more_packs_have_more_twins(capsys: Capture) -> None:
    assert ask(capsys, "iceberg", "meld", "8S", "8S", "8H", "8D", "8C", "--players", "4").code == 0


def test_lines_fit_the_screen_and_cards_get_their_signs() -> None:
    told = at_terminal("check", "iceberg", "meld", "7H", "8H", "10H")
    assert "♥" in told
    assert max(map(len, told.splitlines())) < 140, "with what paints the cards"
    plain = at_terminal("check", "iceberg", "meld", "7H", "8H", "10H", NO_COLOR="1")
    assert max(map(len, plain.splitlines())) <= 80


def test_the_name_of_a_rule_is_one_that_show_takes(capsys: Capture, tmp_path: Path) -> None:
    text = "given: {step: pass, hand: {1: KC AD, 2: 2S}}\nask: may pass AD\n"
    answer = facts(capsys, "iceberg", "--situation", written(tmp_path, text))
    shown = give(capsys, "show", "iceberg", str(one(answer, "reasons")["key"]))
    assert shown.code == 0
    assert str(one(answer, "reasons")["clause"]) in shown.out


def test_cards_that_are_wild_in_one_round_only_open_in_that_round(
    capsys: Capture, tmp_path: Path
) -> None:
    """In round 3 threes are wild, so that the three stands in for a five."""
    game = tmp_path / "game.yaml"
    game.write_text(
        """\
rummy: 1
title: Wandering
players: 2
deck: {wilds: {rank: {cards: pips == round}}}
zones:
  stock: {of: table, pile: true, seen_by: nobody}
  hand: {of: player, seen_by: owner}
melds:
  set: {size: 3..4, valid: same(rank) and any(natural)}
openings:
  first: {which: round, needs: [{set: [4]}, {set: [4]}, {set: [3]}, {set: [3]}]}
setup: {deal: {auto: {deal: 5}}}
turn: {steps: {come_down: {choose: {open: {open: first}, wait: {say: true}}}}}
score: {round: earned}
match: {over: round == 4}
""",
        encoding="utf-8",
    )
    done = ask(capsys, str(game), "opening", "5H", "5S", "3D")
    assert done.out.startswith("yes: the hand can open in round 3\n")
    assert "round 4 wants a set of 3 or more: the hand has none" in done.out
