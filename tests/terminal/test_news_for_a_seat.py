"""What a seat is told: its own cards, of others only what they show."""

from __future__ import annotations

import io
import re

import pytest
from rummy.play.match import Match
from rummy.terminal.news import News
from rummy.terminal.writer import Writer
from table_helpers import SMALL, hands, match_of

CARDS = re.compile(r"\b(?:10|[2-9AJQK])[SHDC]\b|\bJOK\b")


def cards_in(text: str) -> set[str]:
    """The cards that a text names."""
    return set(CARDS.findall(text))


def told(match: Match, seat: int) -> str:
    out = io.StringIO()
    news = News(match.engine, Writer(out, {}), seat)
    assert match.records is not None
    news.hear(match.records)
    news.finish()
    return out.getvalue()


def small(*texts: str) -> Match:
    cards = f"{hands('7H 8H 9H 2S 2D 2C KC', '3C 4C 6C 8C 10C QC AD')} 10H KD"
    match = match_of(cards=cards)
    for text in texts:
        match.apply(text)
    return match


def test_one_is_called_you_and_others_by_their_seats() -> None:
    match = small("draw", "meld run 7H 8H 9H", "done", "discard KC")
    mine, theirs = told(match, 0), told(match, 1)
    assert "1.  You draw KD, lay run 7H 8H 9H (m1) and discard KC." in mine
    assert "1.  Seat 1 draws a card, lays run 7H 8H 9H (m1) and discards KC." in theirs
    assert "KD" not in theirs


def test_a_bystander_sees_no_hidden_card() -> None:
    match = small("draw", "done", "discard KC")
    assert cards_in(told(match, -1)) == {"10H", "KC"}


def test_a_sentence_goes_on_in_a_new_one_where_somebody_had_to_decide() -> None:
    match = small("draw")
    out = io.StringIO()
    news = News(match.engine, Writer(out, {}), 0)
    assert match.records is not None
    for text in ("meld run 7H 8H 9H", "done"):
        news.hear(match.records)
        news.finish()
        match.apply(text)
    match.apply("discard KC")
    news.hear(match.records)
    lines = out.getvalue().splitlines()
    assert "1.  You draw KD." in lines
    assert "    You lay run 7H 8H 9H (m1)." in lines
    assert "    You discard KC." in lines


def test_cards_left_are_told_to_their_owner_only() -> None:
    """Seat 1 goes out; of what seat 2 holds, others get to know how many cards they are."""
    match = small("take", "meld run 7H 8H 9H 10H", "meld set 2S 2D 2C", "discard KC")
    assert match.rounds
    assert "seat 2 is left with 7 cards" in told(match, 0)
    (line,) = (row for row in told(match, 1).splitlines() if "seat 2 is left with" in row)
    assert cards_in(line) == cards_in("3C 4C 6C 8C 10C QC AD")


@pytest.mark.parametrize("name", ["iceberg", "international", "bing", str(SMALL)])
def test_nothing_is_told_that_only_others_know(name: str) -> None:
    """Each card that a seat is told stands in a record that shows it to that seat."""
    match = match_of(name, 3, seed=11)
    for number in range(12):
        match.apply(match.legal()[number * 3 % len(match.legal())])
    assert match.records is not None
    deck = match.engine.deck
    for seat in (-1, 0, 1, 2):
        known = {
            text.split("(")[0]
            for record in match.records
            for text in map(deck.text, (c for c in record.for_seat(seat).cards if c >= 0))
        }
        # a wild card in a meld is told with the place that it fills
        shown = cards_in(re.sub(r"\(\w+\)", "", told(match, seat)))
        assert shown <= known
        everything = {t.split("(")[0] for r in match.records for t in map(deck.text, r.cards)}
        assert known < everything


def test_who_knows_the_start_is_told_only_the_rest() -> None:
    match = small("draw", "meld run 7H 8H 9H")
    out = io.StringIO()
    news = News(match.engine, Writer(out, {}), 0)
    assert match.records is not None
    news.catch_up(match.records)
    assert out.getvalue() == ""
    match.apply("meld set 2S 2D 2C")
    news.hear(match.records)
    news.finish()
    assert out.getvalue() == "    You lay set 2S 2D 2C (m2).\n"
