"""`rummy lint --play`: what never happened in games of bots."""

from __future__ import annotations

import json
import shlex

import pytest
from lint_helpers import GAME, with_piece
from rummy.catalogue import games
from rummy.diagnostics import Diagnostic, Entry
from rummy.lint.judge import judge
from rummy.sim.games import Table, play
from rummy.sim.unused import Seen, unused
from rummy.spec.files import File
from rummy.spec.load import load_text


def seen(text: str, count: int = 8, seed: int = 1) -> Seen:
    return unused(load_text(text, "game.yaml"), count, seed)


def codes(found: list[Diagnostic]) -> list[str]:
    return [item.code for item in found]


def test_a_game_whose_rules_are_all_used_has_no_finding() -> None:
    assert seen(GAME, 8) == Seen([], 8, 0)


@pytest.mark.parametrize("entry", games.ENTRIES, ids=lambda entry: entry.code)
def test_the_samples_of_the_catalogue_give_their_codes(entry: Entry) -> None:
    count = {"G001": 4, "G002": 6, "G003": 3}[entry.code]
    assert entry.code in codes(seen(with_piece(entry.wrong), count).found)
    assert entry.code not in codes(seen(with_piece(entry.right), count).found)


def test_each_kind_of_rule_is_told_at_its_place_in_words_of_its_own() -> None:
    piece = """
melds:
  five: {size: 5, valid: same(rank) and distinct(suit), lay: 10, grows_into: []}
turn:
  steps:
    play:
      repeat:
        wish: {when: count(hand) > 30, lay: [run]}
    late: {when: count(hand) > 30, auto: {move: stock, to: pile}}
events:
  rare: {when: count(hand) == 25, do: {end: round}}
"""
    text = with_piece(piece)
    told = {item.message.partition(" in ")[0]: item for item in seen(text, 4).found}
    assert set(told) == {
        "no meld `five` was laid",
        "the move `wish` was never chosen",
        "the step `late` changed nothing",
        "the event `rare` never happened",
    }
    lines = text.splitlines()
    for word, item in (
        ("wish", "the move `wish` was never chosen"),
        ("rare", "the event `rare` never happened"),
    ):
        assert lines[told[item].span.line - 1].strip().startswith(word)


def test_melds_that_are_only_arranged_in_hand_are_not_missed() -> None:
    text = GAME.replace(
        "        meld: {lay: all}\n        add: {lay_off: true}\n",
        "        look: {when: count(hand) > 30, move: stock, to: hand}\n",
    )
    text = text.replace("earned - points(hand)", "0 - deadwood(hand)").replace(", lay: 10", "")
    assert "laid" not in " ".join(item.message for item in seen(text, 2).found)


def test_the_same_seed_gives_the_same_findings_and_another_number_of_games_others() -> None:
    piece = with_piece("events: {rare: {when: count(hand) == 25, do: {end: round}}}")
    assert seen(piece, 4) == seen(piece, 4)
    assert "in 2 games" in seen(piece, 2).found[0].message


@pytest.mark.slow
def test_a_round_that_only_the_limit_ends_is_told_with_the_way_to_see_it() -> None:
    entry = next(entry for entry in games.ENTRIES if entry.code == "G003")
    text = with_piece(entry.wrong)
    (item,) = [item for item in seen(text, 3).found if item.code == "G003"]
    assert item.level_of() == "warning"
    words = shlex.split(item.hint.removeprefix("see one: "))
    options = dict(zip(words[3::2], words[4::2], strict=True))
    spec = load_text(text, "game.yaml")
    table = Table.of(spec, [options["--seats"]] * int(options["--players"]), {}, 3)
    game = next(
        game
        for number in range(3)
        if (game := play(table, 1, number)).seed == int(options["--seed"])
    )
    assert "limit of turns" in [one.ended_by for one in game.rounds]
    (item,) = [
        item
        for item in seen(text + "limits: {turns: 60}\n", 3).found
        if item.code == "G003" and "turns" in item.message
    ]
    assert item.level_of() == "note"  # the file itself says so


def test_a_match_that_goes_to_the_limit_of_rounds_is_told() -> None:
    found = seen(GAME + "limits: {rounds: 2}\n", 4).found
    assert codes(found) == ["G003"]
    assert "4 of 4 matches" in found[0].message or "matches among" in found[0].message
    assert found[0].level_of() == "note"


def test_values_of_options_that_had_no_game_are_counted() -> None:
    piece = with_piece(
        "options: {mode: {choices: [one, two, three, four], default: one}}\n"
        "define: {twice: mode == two}"
    )
    assert seen(piece, 1).not_played == 3
    assert seen(piece, 4).not_played == 1
    assert seen(piece, 6).not_played == 0


def test_what_games_show_may_be_silenced_and_is_not_missed_without_games() -> None:
    rare = "rare: {at: turn_end, when: count(stock) == 60, do: {shuffle: stock}}"
    line = f"  {rare}  # rummy: allow G001 so rare\n"
    text = GAME.replace("events:\n", f"events:\n{line}")
    file = File("game.yaml", text)
    assert "A002" not in codes(judge(file).found)
    assert "G001" not in codes(judge(file, (), lambda spec: unused(spec, 2, 1).found).found)
    other = File("game.yaml", text.replace("== 60", "== 20"))
    assert codes(judge(other, (), lambda spec: unused(spec, 4, 1).found).found) == ["A002"]


def test_findings_of_games_can_be_written_as_json() -> None:
    from rummy.render import render

    found = seen(with_piece(games.ENTRIES[0].wrong), 2).found
    assert json.loads(render(found, {}, "json"))["findings"][0]["code"] == "G001"
