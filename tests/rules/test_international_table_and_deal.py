"""International Rummy: players, packs, the first dealer, the deal and the first upcard."""

from __future__ import annotations

import hashlib
import random
from collections import Counter

import pytest
from international_table import SPEC, Table, dealt, engine, hand_texts
from rummy.errors import UsageError
from rummy.play.match import Match
from rummy.spec.bind import bind

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
# three hands of eleven dealt one by one, seat 2 first when seat 1 deals; then the upcard
DEAL = " ".join(
    f"{rank}{suit}" for rank in ("2", "4", "6", "8", "10", "Q", "3", "5", "7") for suit in "SHDC"
)


@pytest.mark.parametrize(("players", "packs"), [(3, 2), (4, 2), (5, 3), (6, 3), (7, 3)])
def test_int_01_packs_and_jokers_by_the_number_of_players(players: int, packs: int) -> None:
    deck = engine(players).deck
    cards = Counter(deck.text(face) for face in deck.all_cards())
    expected = Counter({rank + suit: packs for rank in RANKS for suit in "SHDC"})
    expected["JOK"] = 2 * packs
    assert cards == expected


@pytest.mark.parametrize("players", [2, 8])
def test_int_01_two_or_eight_cannot_play(players: int) -> None:
    with pytest.raises(UsageError):
        bind(SPEC, players)


def test_int_03_eleven_cards_each_one_at_a_time_and_one_is_turned_up() -> None:
    match = dealt(DEAL)
    cards = DEAL.split()
    assert hand_texts(match, 2) == sorted(cards[0:33:3])
    assert hand_texts(match, 3) == sorted(cards[1:33:3])
    assert hand_texts(match, 1) == sorted(cards[2:33:3])
    pile = match.view(-1).zone("pile").cards
    assert pile is not None
    assert [match.engine.deck.text(face) for face in pile] == [cards[33]]


def test_int_03_the_shuffled_pack_is_not_cut() -> None:
    """The documented shuffle, done here once more, is dealt from its very top."""
    made = engine(3)
    match = Match(SPEC, seed=11, engine=made)
    pack = sorted(made.deck.all_cards())
    number = int.from_bytes(hashlib.sha256(b"rummy/1:11:deal:1").digest(), "big")
    chance = random.Random(number)
    for i in range(107, 0, -1):
        j = int(chance.random() * (i + 1))
        pack[i], pack[j] = pack[j], pack[i]
    top = pack[::-1]
    first = (match.state.dealer + 1) % 3
    assert sorted(match.view(first).hand) == sorted(top[0:33:3])
    assert match.view(-1).zone("pile").cards == (top[33],)


@pytest.mark.parametrize("players", [3, 7])
def test_int_04_the_highest_card_deals_and_equal_ones_draw_again(players: int) -> None:
    """The ace is above the king, and a joker beats nothing that has a rank."""
    ties = 0
    made = engine(players)
    for seed in range(60):
        match = Match(SPEC, seed=seed, engine=made, record=True)
        assert match.records is not None
        drawn = [(r.seat, r.cards[0]) for r in match.records if r.what == "first_dealer"]
        still = list(range(players))
        while len(still) > 1:
            now, drawn = drawn[: len(still)], drawn[len(still) :]
            texts = {seat: made.deck.text(face) for seat, face in now}
            heights = {
                seat: -1 if text == "JOK" else RANKS.index(text[:-1])
                for seat, text in texts.items()
            }
            still = [seat for seat in still if heights[seat] == max(heights.values())]
            ties += len(still) > 1
        assert drawn == []
        assert match.state.dealer == still[0]
    assert ties > 0


@pytest.mark.parametrize("players", [3, 5])
def test_int_04_the_deal_and_the_start_go_round_clockwise(players: int) -> None:
    """INT-06: and all of them are dealt cards in all nine hands."""
    made = engine(players, {"turns_per_hand": 1})
    match = Match(SPEC, seed=3, engine=made)
    starters, hands = [], set()
    while not match.over:
        if match.view(-1).round > len(starters):
            hands.add(tuple(match.view(-1).zone("hand", p).count for p in range(players)))
            assert match.seat == match.view(-1).dealer  # asked about the upcard
            match.apply("leave_it")
            starters.append(match.seat)
        match.apply(match.legal()[-1])
    dealers = [result.dealer for result in match.rounds]
    assert dealers == [(dealers[0] + n) % players for n in range(9)]
    assert starters == [(dealer + 1) % players for dealer in dealers]
    assert hands == {(11,) * players}


def test_int_04_turns_go_clockwise() -> None:
    table = Table(4, hand={1: "2C", 2: "3C", 3: "4D", 4: "9D"}, turn=3, down=[1, 2, 3, 4])
    seats = []
    for _ in range(5):
        seats.append(table.seat)
        table.do("draw")
        table.do(next(text for text in table.legal if text.startswith("discard")))
    assert seats == [3, 4, 1, 2, 3]


def test_int_05_the_dealer_takes_the_first_upcard_without_a_discard() -> None:
    match = dealt(DEAL)
    assert match.seat == 0 and match.legal_texts() == ["take", "leave_it"]
    match.apply("take")
    assert len(hand_texts(match, 1)) == 12
    assert match.view(-1).zone("pile").count == 0
    assert match.seat == 1 and match.legal_texts() == ["draw"]
    match.apply("draw")
    assert match.seat == 1  # nobody could buy anything
    assert len(hand_texts(match, 2)) == 12
    assert len(hand_texts(match, 1)) == 12


def test_int_05_or_leaves_it_and_it_begins_the_pile() -> None:
    match = dealt(DEAL)
    match.apply("leave_it")
    assert len(hand_texts(match, 1)) == 11
    assert match.seat == 1 and match.legal_texts() == ["take", "draw"]
    match.apply("take")
    assert DEAL.split()[33] in hand_texts(match, 2)


def test_int_07_the_free_upcard_is_no_purchase() -> None:
    """With one purchase allowed the dealer has taken it and may still buy another."""
    match = dealt(DEAL, options={"buys_per_hand": 1})
    match.apply("take")
    match.apply("draw")
    match.apply(match.legal()[0])  # seat 2 throws a card
    match.apply("draw")
    assert match.seat == 0 and match.legal_texts() == ["buy", "decline"]
    match.apply("buy")
    assert len(hand_texts(match, 1)) == 14


def test_int_07_a_dealer_who_left_the_upcard_may_still_buy_it() -> None:
    """INT-46: the dealer is asked last in the first turn."""
    match = dealt(DEAL)
    match.apply("leave_it")
    match.apply("draw")
    assert match.seat == 2
    match.apply("decline")
    assert match.seat == 0
    match.apply("buy")
    assert len(hand_texts(match, 1)) == 13
    assert DEAL.split()[33] in hand_texts(match, 1)


def test_int_06_nobody_is_out_however_many_points_they_have() -> None:
    made = engine(3, {"turns_per_hand": 1})
    match = Match(SPEC, seed=3, engine=made)
    match.state.total = [100_000, 0, 0]
    while not match.over:
        match.apply(match.legal()[-1])
    assert len(match.rounds) == 9
    assert all(result.points[0] > 0 for result in match.rounds)


@pytest.mark.parametrize(("players", "stock"), [(3, 74), (4, 63), (5, 106), (6, 95), (7, 84)])
def test_int_98_what_is_left_for_the_stock(players: int, stock: int) -> None:
    match = Match(SPEC, seed=2, engine=engine(players))
    assert match.view(-1).zone("stock").count == stock
    assert match.view(-1).zone("pile").count == 1
    assert {match.view(-1).zone("hand", seat).count for seat in range(players)} == {11}
