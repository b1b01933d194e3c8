"""Iceberg Rummy: the target, totals and ties."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from iceberg_table import Value, dealt, engine
from rummy.play.match import Match

# seat 2 melds 2H 3H 4H, 7S 8S 9S, QD QH and is out in the first turn: 70;
# what the others are dealt fits nowhere and is no ace: seven cards, -70 each
OUT = ["2H", "3H", "4H", "7S", "8S", "9S", "QD", "QH"]
REST = ["KC", "JH", "9D", "5C", "10D", "6C", "4S", "KD", "JC", "10C", "6D", "3C", "2S", "5D"]


def last_hand(
    totals: tuple[int, ...], options: Mapping[str, Value] | None = None, hand: int = 1
) -> Match:
    """Three players with these totals; seat 2 has just gone out and the hand was counted."""
    cards = []
    for n in range(7):
        cards += [OUT[n], REST[n], REST[7 + n]]
    match = dealt(" ".join([*cards, OUT[7]]), 3, options)
    match.state.total = list(totals)
    match.state.played = hand - 1
    match.state.round = hand
    for text in ("meld run 2H 3H 4H", "meld run 7S 8S 9S", "meld pair QD QH"):
        assert not match.over
        match.apply(text)
    grown = tuple(now - before for now, before in zip(match.totals, totals, strict=True))
    assert grown == (-70, 70, -70)
    return match


def test_ice_70_the_highest_total_wins_not_the_first_over_the_target() -> None:
    """Seats 1 and 2 are both over 5000; seat 2 has more. And with the seats turned."""
    assert last_hand((5075, 5330, 190)).winners == (1,)
    assert last_hand((5600, 4935, 190)).winners == (0,)


def test_ice_70_exactly_5000_is_enough_and_4999_is_not() -> None:
    assert last_hand((0, 4930, 0)).winners == (1,)
    match = last_hand((0, 4929, 0))
    assert not match.over and match.winners == () and match.view(-1).round == 2


def test_ice_70_equal_highest_totals_play_another_hand_all_together() -> None:
    """5070 - 70 = 4930 + 70 = 5000: nobody has won, all three are dealt cards."""
    match = last_hand((5070, 4930, 4000))
    assert not match.over and match.winners == ()
    assert match.totals == (5000, 5000, 3930)
    assert [match.view(seat).zone("hand", seat).count >= 5 for seat in range(3)] == [True] * 3


def test_ice_70_a_tie_below_the_best_does_not_matter() -> None:
    assert last_hand((5100, 5100, 5100)).winners == (1,)


def test_ice_70_the_target_can_be_another() -> None:
    assert last_hand((0, 200, 0), {"target": 270}).winners == (1,)
    assert not last_hand((0, 199, 0), {"target": 270}).over


def test_ice_71_totals_may_be_negative() -> None:
    assert last_hand((0, -500, -40)).totals == (-70, -430, -110)


def test_ice_72_the_target_is_not_looked_at_within_a_hand() -> None:
    """Seat 1 has 5060 when the hand begins to be counted, but 4990 after it."""
    match = last_hand((5060, 100, 0))
    assert not match.over
    assert match.totals == (4990, 170, -70)


def test_ice_72_points_at_once_do_not_end_the_match() -> None:
    match = dealt("2H KC 3H JH 4H 9D 7S 5C 8S 10D 9S 6C QD 4S QH")
    match.state.total = [0, 4990]
    match.apply("meld run 2H 3H 4H")
    assert match.view(1).earned[1] == 30
    assert not match.over and match.seat == 1


@pytest.mark.parametrize("hand", [1, 50, 1000])
def test_ice_73_by_default_no_number_of_hands_ends_the_match(hand: int) -> None:
    assert not last_hand((0, 0, 0), hand=hand).over


def test_ice_73_after_the_agreed_number_of_hands_the_highest_total_wins() -> None:
    assert not last_hand((0, 0, 0), {"max_hands": 4}, hand=3).over
    assert last_hand((0, 0, 0), {"max_hands": 4}, hand=4).winners == (1,)
    assert last_hand((0, -500, -900), {"max_hands": 4}, hand=4).winners == (0,)


def test_ice_73_then_equal_highest_totals_share() -> None:
    """140 - 70 = 0 + 70: also when both are over the target."""
    assert last_hand((140, 0, 0), {"max_hands": 4}, hand=4).winners == (0, 1)
    assert last_hand((5140, 5000, 0), {"max_hands": 4}, hand=4).winners == (0, 1)


def test_ice_70_and_73_a_tie_over_the_target_plays_on_before_the_last_hand() -> None:
    match = last_hand((5140, 5000, 0), {"max_hands": 4}, hand=3)
    assert not match.over and match.winners == ()


@pytest.mark.parametrize("players", [2, 4])
def test_ice_01_and_70_whole_matches_end_as_the_totals_say(players: int) -> None:
    """Every hand but the last ends below the target, or in a tie at the top."""
    made = engine(players, {"target": 400})
    for seed in range(4):
        match = Match(made.rules.spec, seed=seed, engine=made)
        while not match.over:
            match.apply(match.legal()[0])
        totals = [0] * players
        for result in match.rounds:
            totals = [a + b for a, b in zip(totals, result.points, strict=True)]
            assert tuple(totals) == result.totals
            best = max(totals)
            decided = best >= 400 and totals.count(best) == 1
            assert decided == (result.round == len(match.rounds))
        assert match.winners == (totals.index(max(totals)),)
