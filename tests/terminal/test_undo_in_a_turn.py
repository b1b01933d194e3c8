"""Taking back: within the own turn, as long as nothing new was seen; nothing leaks."""

from __future__ import annotations

import pytest
from rummy.play.log import read_log
from rummy.terminal import journal as reasons
from rummy.terminal.journal import Journal, Refusal
from table_helpers import Room, changed, hands, match_of, shown_after

MINE = "7H 8H 9H 2S 2D 2C KC"
THEIRS = "3C 4C 6C 8C 10C QC AD"
CARDS = f"{hands(MINE, THEIRS)} 10H KD"
"""Seat 1 is dealt first and starts; 10H is turned up, KD is the first card of the stock."""


def journal(cards: str = CARDS, **options: str) -> Journal:
    return Journal(match_of(cards=cards, **options), [0])


def do(table: Journal, *texts: str) -> None:
    for text in texts:
        table.apply(text)


def test_a_meld_goes_back_to_the_hand() -> None:
    table = journal()
    do(table, "draw")
    before = table.match.state.key()
    do(table, "meld run 7H 8H 9H", "meld set 2S 2D 2C")
    assert table.undo() == "meld set 2S 2D 2C"
    assert table.undo() == "meld run 7H 8H 9H"
    assert table.match.state.key() == before
    assert table.match.actions == [(0, "draw")]


def test_a_card_drawn_from_the_stock_stays_drawn() -> None:
    table = journal()
    do(table, "draw", "meld run 7H 8H 9H")
    table.undo()
    with pytest.raises(Refusal, match="taken back already"):
        table.undo()
    other = journal()
    do(other, "draw")
    with pytest.raises(Refusal, match=reasons.CARDS_SEEN):
        other.undo()


def test_the_open_card_can_be_put_back_as_nothing_new_is_seen() -> None:
    table = journal()
    before = table.match.state.key()
    do(table, "take")
    assert table.undo() == "take"
    assert table.match.state.key() == before


def test_the_card_below_was_seen_when_it_was_thrown() -> None:
    """Two cards lie open one after the other: taking the upper one shows nothing new."""
    table = journal()
    do(table, "draw", "done", "discard KC")
    do(table, "draw", "discard QC")
    assert table.match.seat == 0
    do(table, "take")
    assert table.undo() == "take"


def test_a_card_that_nobody_saw_before_is_new() -> None:
    """Two cards were turned up at once, so the lower one has not been seen."""
    spec = changed(
        "turn_up: {auto: {move: stock, to: pile}}",
        "turn_up: {auto: {move: stock, to: pile, count: 2}}",
    )
    table = Journal(match_of(spec, cards=CARDS), [0])
    do(table, "take")
    with pytest.raises(Refusal, match=reasons.CARDS_SEEN):
        table.undo()


def test_a_turned_pile_is_forgotten() -> None:
    """After the pile was shuffled nobody knows what lies below its top."""
    spec = changed(
        "    draw:\n      choose:\n",
        "    stir:\n      when: count(pile) > 2\n      auto: {shuffle: pile}\n"
        "    draw:\n      choose:\n",
    )
    table = Journal(match_of(spec, cards=CARDS), [0])
    do(table, "draw", "done", "discard KC", "draw", "discard QC")
    assert table.match.seat == 0
    do(table, "take")
    with pytest.raises(Refusal, match=reasons.CARDS_SEEN):
        table.undo()


def test_a_turn_that_is_over_stays_over() -> None:
    table = journal()
    do(table, "draw", "done", "discard KC")
    with pytest.raises(Refusal, match=reasons.TURN_OVER):
        table.undo()
    do(table, "draw", "discard QC")
    with pytest.raises(Refusal, match=reasons.OTHERS):
        table.undo()


def test_what_others_were_asked_cannot_be_unasked() -> None:
    match = match_of("international", 3, seed=4)
    table = Journal(match, [0, 1, 2])
    while table.match.view().step != "draw":
        table.apply(table.match.legal()[-1])
    do(table, "draw")
    assert table.match.view().step == "buying"
    with pytest.raises(Refusal, match=reasons.OTHERS):
        table.undo()


def test_nothing_is_taken_back_for_bots() -> None:
    table = Journal(match_of(cards=CARDS), [1])
    do(table, "draw", "meld run 7H 8H 9H")
    with pytest.raises(Refusal):
        table.undo()


def test_after_taking_back_the_same_hidden_cards_come() -> None:
    """Whatever was tried and taken back, the stock lies as it lay."""
    plain, tried = journal(), journal()
    do(plain, "draw", "done", "discard KC", "draw")
    do(tried, "draw", "meld run 7H 8H 9H", "meld set 2S 2D 2C")
    tried.undo()
    tried.undo()
    do(tried, "done", "discard KC", "draw")
    assert plain.match.state.key() == tried.match.state.key()
    assert plain.match.actions == tried.match.actions


@pytest.mark.parametrize("name", ["iceberg", "international", "bing"])
def test_whatever_can_be_taken_back_has_told_nothing(name: str) -> None:
    """Other hidden cards, the same actions: what the player sees before is the same.

    The hidden cards are swapped among themselves. As long as taking back is
    allowed, the view after the action may not depend on them.
    """
    allowed = 0
    for seed in range(6):
        table = Journal(match_of(name, 3, seed=seed), [0, 1, 2])
        for number in range(150):
            match = table.match
            if match.over:
                break
            seat = match.seat
            action = match.legal()[number * 5 % len(match.legal())]
            other = match.copy()
            hidden = [slot for slot, zone in enumerate(other.state.z) if isinstance(zone, list)]
            stock = other.state.z[match.engine.program.stock_slot]
            assert isinstance(stock, list) and hidden
            stock[1:] = stock[1:][::-1]
            table.apply(action)
            if not table.before:
                continue
            allowed += 1
            if action in other.legal():
                other.apply(action)
                assert other.view(seat) == table.match.view(seat)
    assert allowed > 10


# --- at the table -------------------------------------------------------------------


def test_undo_at_the_table_tells_what_is_taken_back_and_saves_it() -> None:
    room = Room(match_of(cards=CARDS), answer=["draw", "7h 8h 9h", "undo", "undo"])
    room.play()
    assert "Taken back: meld run 7H 8H 9H." in shown_after(room, "undo")
    assert "That cannot be: all that you did since is taken back already." in room.out.getvalue()
    assert read_log(room.save.path).actions == ((0, "draw"),)


def test_melds_are_told_with_the_right_numbers_after_an_undo() -> None:
    room = Room(match_of(cards=CARDS), answer=["draw", "7h 8h 9h", "undo", "2s 2d 2c", "log"])
    room.play()
    assert "You lay set 2S 2D 2C (m1)." in shown_after(room, "2s 2d 2c")
    assert "7H" not in shown_after(room, "log")


def test_undo_without_anything_done_says_so() -> None:
    room = Room(match_of(cards=CARDS), answer=["undo"])
    room.play()
    assert "nothing has been done yet" in shown_after(room, "undo")
