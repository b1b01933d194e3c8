"""Tab offers words and cards of legal actions, and nothing else."""

from __future__ import annotations

import random

import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from rummy.terminal.complete import completions
from rummy.terminal.prompt import words_completer
from rummy.terminal.session import COMMANDS
from rummy.terminal.typed import read
from table_helpers import SMALL, Room, hands, match_of

CARDS = f"{hands('7H 8H 9H 2S 2D 2C KC', '3C 4C 6C 8C 10C QC AD')} 10H KD"


def test_at_the_start_of_a_line_stand_moves_cards_and_commands() -> None:
    match = match_of(cards=CARDS)
    assert completions(match, "", COMMANDS) == ["draw", "take", *COMMANDS]
    assert completions(match, "ta", COMMANDS) == ["take", "table"]
    assert completions(match, "x", COMMANDS) == []


def test_cards_go_on_as_far_as_a_meld_can_be_made() -> None:
    match = match_of(cards=CARDS)
    match.apply("draw")
    assert completions(match, "meld ") == ["set", "2S", "2D", "2C", "run", "7H", "8H", "9H"]
    assert completions(match, "meld run ") == ["7H", "8H", "9H"]
    assert completions(match, "meld 8h ") == ["7H", "9H"]
    assert completions(match, "8h 7h ") == ["9H"]
    assert completions(match, "8h 7h 9") == ["9H"]
    assert completions(match, "8h 2") == []  # no meld has both
    assert completions(match, "meld run 7h 8h 9h ") == []
    assert completions(match, "discard ") == []  # not now


def test_a_card_to_be_added_is_followed_by_its_meld() -> None:
    match = match_of(cards=CARDS)
    match.apply("take")
    match.apply("meld run 7H 8H 9H")
    assert completions(match, "add ") == ["10H"]
    assert completions(match, "add 10h ") == ["to"]
    assert completions(match, "add 10h to ") == ["m1"]


@pytest.mark.parametrize("name", ["iceberg", "international", "bing", str(SMALL)])
def test_every_line_of_offered_words_is_legal(name: str) -> None:
    """Words that Tab offers are put together until none is offered: that can be done now."""
    chance = random.Random(8)
    match = match_of(name, 3, seed=8)
    journal = Room(match, (0, 1, 2)).journal
    for _ in range(80):
        if match.over:
            break
        line = ""
        while words := completions(match, line):
            line += chance.choice(words) + " "
        ways = read(journal, line)
        assert all(way[-1] in match.legal() for way in ways)
        match.apply(chance.choice(match.legal()))


@pytest.mark.parametrize("name", ["iceberg", "bing"])
def test_every_legal_action_can_be_reached_with_tab(name: str) -> None:
    match = match_of(name, 3, seed=2)
    for number in range(40):
        for text in match.legal_texts()[:20]:
            line = ""
            for word in text.split():
                assert word in completions(match, line), (text, line)
                line += f"{word} "
        match.apply(match.legal()[number % len(match.legal())])


def test_the_line_editor_is_given_the_words_in_place_of_what_is_begun() -> None:
    completer = words_completer(lambda line: ["7H", "8H"])
    found = list(completer.get_completions(Document("meld 7"), CompleteEvent()))
    assert [(c.text, c.start_position) for c in found] == [("7H", -1), ("8H", -1)]


def test_sort_is_followed_by_its_two_orders() -> None:
    room = Room(match_of(cards=CARDS), answer=[""])
    room.play()
    assert room.complete("sort ") == ["suit", "rank"]
    assert room.complete("sort r") == ["rank"]
    assert room.complete("so") == ["sort"]
