"""Several people at one screen: nobody gets to see the cards of another."""

from __future__ import annotations

import random
import re

import pytest
from rummy.cards import bag_add, bag_remove
from rummy.play.match import Match
from rummy.terminal.session import COMMANDS
from table_helpers import SMALL, Room, hands, match_of

CARDS = re.compile(r"\b(?:10|[2-9AJQK])[SHDC]\b|\bJOK\b")


def cards_in(text: str) -> set[str]:
    """The cards that a text names."""
    return set(CARDS.findall(text))


ENTER = "Press Enter when nobody else looks: "


class People:
    """Everybody at the table types something legal, and asks for all there is to see."""

    def __init__(self, seed: int, lines: int) -> None:
        self.chance = random.Random(seed)
        self.lines = lines
        self.room: Room | None = None

    def __call__(self, prompt: str) -> str | None:
        assert self.room is not None
        self.lines -= 1
        if self.lines < 0:
            return None
        if prompt == ENTER:
            return ""
        if self.chance.random() < 0.4:
            return self.chance.choice([name for name in COMMANDS if name != "quit"])
        return self.chance.choice(self.room.match.legal_texts())


def test_the_screen_is_scrolled_and_waits_before_another_hand_is_shown() -> None:
    cards = f"{hands('7H 8H 9H 2S 2D 2C KC', '3C 4C 6C 8C 10C QC AD')} 10H KD"
    room = Room(match_of(cards=cards), (0, 1), ["", "draw", "done", "kc", "", "quit"])
    text = room.play()
    first, second = [m.start() for m in re.finditer(re.escape(ENTER), text)]
    assert "Seat 1, it is for you to decide." in text[:first]
    assert not CARDS.findall(text[:first])
    between = text[first:second]
    assert "\n" * 24 in between
    assert between.index("You discard KC.") < between.index("\n" * 24)
    # after the screen was scrolled there is nothing of the first hand, and not yet of the second
    assert not CARDS.findall(between[between.index("\n" * 24) :])
    assert cards_in(text[second:]) == cards_in("3C 4C 6C 8C 10C QC AD KC 10H")


def test_the_other_is_told_what_was_done_but_not_what_was_drawn() -> None:
    cards = f"{hands('7H 8H 9H 2S 2D 2C KC', '3C 4C 6C 8C 10C QC AD')} 10H KD"
    room = Room(match_of(cards=cards), (0, 1), ["", "draw", "7h 8h 9h", "done", "kc", "", "log"])
    text = room.play()
    theirs = text[text.rindex(ENTER) :]
    told = "1.  Seat 1 draws a card, lays run 7H 8H 9H (m1) and discards KC."
    assert theirs.count(told) == 2  # once when told, once in the log
    assert "KD" not in theirs


def test_who_decides_again_is_not_asked_to_press_enter() -> None:
    """Two people and a bot between them: each is asked once a turn."""
    room = Room(match_of(players=3), (0, 1), ["", "draw", "quit"])
    room.play()
    assert [prompt for prompt, _ in room.asked].count(ENTER) == 1


def parts(room: Room) -> list[tuple[str, str]]:
    """What each person saw: the prompt's seat and the text until somebody else looked."""
    text = room.out.getvalue()
    starts = [m.start() for m in re.finditer(re.escape(ENTER), text)]
    found = []
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        piece = text[start:end]
        seat = re.search(r"seat (\d+)> ", piece)
        if seat:
            found.append((seat[1], piece))
    return found


@pytest.mark.parametrize("name", ["iceberg", "international", "bing", str(SMALL)])
def test_the_hands_of_the_others_change_nothing_that_a_person_sees(name: str) -> None:
    """Two tables that differ in two cards only, one in the hand of seat 2, one in the stock.

    Until seat 2 is at the screen, everything shown is the same.
    """
    texts = []
    for swapped in (False, True):
        match = match_of(name, 3, seed=21)
        while match.seat == 1 or match.view().step in ("cut", "dealer_upcard"):
            match.apply(match.legal()[-1])  # before seat 2 is asked anything its cards are as dealt
        if swapped:
            _swap(match)
        people = People(5, 60)
        room = people.room = Room(match, (0, 1, 2), people)
        texts.append(_until_seat_two(room))
    assert texts[0] == texts[1]
    assert len(texts[0]) > 300


def _swap(match: Match) -> None:
    """Change a card of seat 2 for another one deep in the stock."""
    state, engine = match.state, match.engine
    slot = engine.program.hand_base + 1
    bag, stock = state.z[slot], state.z[engine.program.stock_slot]
    assert isinstance(bag, int) and isinstance(stock, list)
    face = engine.deck.bag_faces(bag)[0]
    place = next(n for n, other in enumerate(stock) if other != face)
    state.z[slot] = bag_add(bag_remove(bag, face, engine.width), stock[place], engine.width)
    stock[place] = face


def _until_seat_two(room: Room) -> str:
    """What was shown until seat 2 came to the screen for the first time."""
    people = room.answer

    def answer(prompt: str) -> str | None:
        if prompt == ENTER and room.match.seat == 1:
            return None
        return people(prompt)

    room.answer = answer
    return room.play()


@pytest.mark.parametrize("name", ["iceberg", str(SMALL)])
def test_each_card_that_is_shown_may_be_seen_by_who_looks(name: str) -> None:
    people = People(9, 150)
    match = match_of(name, 2, seed=31)
    room = people.room = Room(match, (0, 1), people)
    room.play()
    final = room.match
    assert final.records is not None
    deck = final.engine.deck
    for seat in (0, 1):
        known = {
            deck.text(code).split("(")[0]
            for record in final.records
            for code in record.for_seat(seat).cards
            if code >= 0
        }
        for number, piece in parts(room):
            if number == str(seat + 1):
                typed = re.sub(r"seat \d+> .*", "", piece)
                assert cards_in(typed) <= known


def test_the_end_of_the_match_shows_no_hand() -> None:
    """Seat 1 goes out and wins; what seat 2 still holds is not shown to all."""
    cards = f"{hands('7H 8H 9H 2S 2D 2C KC', '3C 4C 6C 8C 10C QC AD')} 10H KD"
    match = match_of(cards=cards, target="10")
    lines = ["", "take", "7h 8h 9h 10h", "2s 2d 2c", "discard kc"]
    text = Room(match, (0, 1), lines).play()
    end = text[text.index("Round 1 ends") :]
    assert "seat 2 is left with 7 cards" in end
    assert "Seat 1 wins after 1 round." in end
    assert not cards_in(end) & cards_in("3C 4C 6C 8C 10C QC AD")
