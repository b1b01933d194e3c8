"""Iceberg Rummy: players, packs, the first dealer and the deal."""

from __future__ import annotations

import hashlib
import random

import pytest
from iceberg_table import SPEC, Table, dealt, engine
from rummy.errors import UsageError
from rummy.play.match import Match
from rummy.spec.bind import bind

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
HEIGHT = {
    rank: n
    for n, rank in enumerate(["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"])
}


def rank(text: str) -> str:
    return text[:-1]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_ice_01_two_to_five_play_and_the_highest_total_wins(players: int) -> None:
    match = Match(SPEC, players=players, seed=3, options={"target": 100})
    while not match.over:
        match.apply(match.legal()[0])
    assert len(match.totals) == players
    assert match.winners == (max(range(players), key=lambda p: match.totals[p]),)


@pytest.mark.parametrize("players", [1, 6])
def test_ice_01_one_or_six_cannot_play(players: int) -> None:
    with pytest.raises(UsageError):
        bind(SPEC, players)


@pytest.mark.parametrize(("players", "packs"), [(2, 1), (3, 1), (4, 2), (5, 2)])
def test_ice_02_four_or_five_play_with_two_packs_and_no_jokers(players: int, packs: int) -> None:
    deck = engine(players).deck
    cards = [deck.text(face) for face in deck.all_cards()]
    assert sorted(cards) == sorted([r + s for r in RANKS for s in "SHDC"] * packs)
    assert not any(deck.held_wild)


def test_ice_03_the_ace_is_at_neither_end_of_the_line() -> None:
    """ICE-03: and K and 2 do not touch."""
    table = Table(step="play", hand={1: "2S 3S QH KH 2H KC", 2: "9C"}, melds=["run 2D 3D 4D by 2"])
    assert not any(text.startswith("meld run") for text in table.legal)
    assert "no run" in table.refuses("meld run QH KH 2H")
    long = Table(step="play", hand={1: "AD KD QC", 2: "9C"}, melds=["run 2D 3D 4D by 2"])
    assert not any(text.startswith("add") for text in long.legal)
    high = Table(step="play", hand={1: "AD 2D QC", 2: "9C"}, melds=["run JD QD KD by 2"])
    assert not any(text.startswith("add") for text in high.legal)


def test_ice_04_aces_never_make_a_meld_or_join_one() -> None:
    table = Table(
        options={"aces": "by_choice"},
        step="play",
        hand={1: "AS AH AD AC 2S 3S 4D 4C", 2: "9C"},
        melds=["run 2H 3H 4H by 2", "run JD QD KD by 2"],
    )
    assert table.legal == ["meld pair 4D 4C", "done"]
    for text in ("meld pair AS AH", "meld set AS AH AD", "meld run AS 2S 3S", "add AH to m1"):
        table.refuses(text)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_ice_05_the_highest_card_deals_first_ace_high_and_ties_draw_again(players: int) -> None:
    ties = aces = 0
    made = engine(players)
    for seed in range(150):
        match = Match(SPEC, seed=seed, engine=made, record=True)
        assert match.records is not None
        drawn = [(r.seat, r.cards[0]) for r in match.records if r.what == "first_dealer"]
        still = list(range(players))
        while len(still) > 1:
            now, drawn = drawn[: len(still)], drawn[len(still) :]
            assert [seat for seat, _ in now] == still
            heights = {seat: HEIGHT[rank(made.deck.text(face))] for seat, face in now}
            best = max(heights.values())
            aces += best == HEIGHT["A"]
            still = [seat for seat in still if heights[seat] == best]
            ties += len(still) > 1
        assert drawn == []
        assert match.state.dealer == still[0]
    assert ties > 0 and aces > 0  # both cases have been seen


def test_ice_05_the_deal_goes_round_clockwise() -> None:
    match = Match(SPEC, players=3, seed=5, options={"max_hands": 7, "target": 1_000_000})
    while not match.over:
        match.apply(match.legal()[-1])
    dealers = [result.dealer for result in match.rounds]
    assert dealers == [(dealers[0] + n) % 3 for n in range(7)]


def test_ice_06_seven_cards_each_one_at_a_time_from_the_dealers_left() -> None:
    """Seat 1 deals to three: seat 2 gets the 1st, 4th, ... card from the top."""
    top = "2S 3S 4S 6H 7H 8H 10D JD QD 2C 3C 4C 6S 7S 8S 10H JH QH 2D 3D 4D 9S KC"
    match = dealt(top, players=3)
    cards = top.split()
    deck = match.engine.deck
    assert match.seat == 1
    expected = {1: [*cards[0:21:3], cards[21]], 2: cards[1:21:3], 0: cards[2:21:3]}
    for seat, hand in expected.items():
        assert sorted(deck.texts(match.view(seat).hand).split()) == sorted(hand)
    view = match.view(1)
    assert {zone.name for zone in view.zones} == {"stock", "hand", "shown", "waiting"}
    assert view.zone("stock").count == 52 - 21 - 1
    assert view.zone("stock").cards is None  # nothing is turned up
    assert view.zone("hand", 0).cards is None and view.zone("hand", 0).count == 7


@pytest.mark.parametrize(
    ("start", "order"), [("dealer_left", [2, 3, 0, 1, 2]), ("dealer_right", [0, 1, 2, 3, 0])]
)
def test_ice_07_who_starts_and_turns_go_clockwise(start: str, order: list[int]) -> None:
    """Seat 2 deals to four; by option the player at its right starts."""
    top = " ".join(
        r + s for r in ["2", "4", "6", "8", "10", "Q", "3", "5", "7", "9", "J", "K"] for s in "SHDC"
    )
    match = dealt(top, 4, {"starter_seat": start}, dealer=2)
    seats = []
    while len(seats) < 5:
        if not seats or seats[-1] != match.seat:
            seats.append(match.seat)
        match.apply(match.legal()[-1])
    assert seats == order


def test_ice_08_the_pack_is_shuffled_for_each_hand_and_not_cut() -> None:
    """The documented shuffle, done here once more, is dealt from its very top."""
    made = engine(2)
    match = Match(SPEC, seed=11, engine=made)
    pack = sorted(made.deck.all_cards())
    text = b"rummy/1:11:deal:1"
    chance = random.Random(int.from_bytes(hashlib.sha256(text).digest(), "big"))
    for i in range(51, 0, -1):
        j = int(chance.random() * (i + 1))
        pack[i], pack[j] = pack[j], pack[i]
    top = pack[::-1]
    dealer = match.state.dealer
    other = 1 - dealer
    assert sorted(match.view(dealer).hand) == sorted(top[1:14:2])
    shown = match.view(other).zone("shown", other).cards or ()
    assert sorted((*match.view(other).hand, *shown)) == sorted([*top[0:14:2], top[14]])


@pytest.mark.parametrize(("players", "stock"), [(2, 38), (3, 31), (4, 76), (5, 69)])
def test_ice_97_what_is_left_for_the_stock(players: int, stock: int) -> None:
    """One card less, since the first player has drawn when asked for the first time."""
    match = Match(SPEC, seed=2, engine=engine(players))
    assert match.view(-1).zone("stock").count == stock - 1
    hands = [match.view(seat).zone("hand", seat).count for seat in range(players)]
    shown = match.view(-1).zone("shown", match.seat).count
    assert sorted(hands) == sorted([7] * (players - 1) + [8 - shown])


def test_ice_97_going_out_in_the_first_turn_leaves_dealt_aces_behind() -> None:
    """ICE-53 in play: seat 2 melds eight cards, seat 1 never had a turn."""
    match = dealt("2H AS 3H AD 4H KC 7S JH 8S 9D 9S 5C QD 10S QH", options={})
    match.apply("meld run 2H 3H 4H")
    match.apply("meld run 7S 8S 9S")
    match.apply("meld pair QD QH")
    # two aces, KC JH 9D 5C are unplayable; 10S fits the run 7S 8S 9S as the fourth card
    assert match.rounds[0].points == (-(6 * 10) - 40, 70)
    assert match.rounds[0].turns == 1
