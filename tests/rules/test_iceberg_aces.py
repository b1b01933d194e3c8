"""Iceberg Rummy: what aces do to the score of a hand."""

from __future__ import annotations

import pytest
from iceberg_table import Table, left_over

ACES = ["", "AS", "AS AH", "AS AH AD", "AS AH AD AC"]
FIFTY = "3S 5H 7D 9C JS"  # five cards that fit nowhere


def count(aces: int, earned: int, **options: str | int | bool) -> int:
    """A hand with so many own aces that earned so much and has one unplayable card."""
    return left_over("KC", shown=ACES[aces], earned=earned, **options)


def test_ice_60_the_factor_is_one_more_than_the_own_aces() -> None:
    assert [count(n, 60) for n in range(5)] == [50, 100, 150, 200, 250]


def test_ice_60_by_option_each_ace_doubles() -> None:
    assert [count(n, 60, ace_factor="doubling") for n in range(5)] == [50, 100, 200, 400, 800]


def test_ice_60_other_players_aces_do_not_count() -> None:
    assert left_over("KC", shown="AS", earned=60, others_shown="AH AD") == 100


def test_ice_60_a_minus_score_is_multiplied_too() -> None:
    """ICE-64: (10 - 50) x 3."""
    assert left_over(FIFTY, shown="AS AH", earned=10) == -120


def test_ice_61_flat_adds_the_same_for_each_ace() -> None:
    assert [count(n, 60, ace_scoring="flat") for n in range(5)] == [50, 80, 110, 140, 170]
    assert count(3, 60, ace_scoring="flat", ace_value=20) == 50 + 60
    assert count(3, 60, ace_scoring="flat", ace_value=50) == 50 + 150


@pytest.mark.parametrize("value", [19, 51])
def test_ice_61_the_flat_bonus_is_20_to_50(value: int) -> None:
    from rummy.errors import UsageError

    with pytest.raises(UsageError):
        count(1, 0, ace_scoring="flat", ace_value=value)


def test_ice_62_the_doubling_bonus_is_20_60_140_300() -> None:
    assert [count(n, 10, ace_scoring="doubling") for n in range(5)] == [0, 20, 60, 140, 300]


def test_ice_63_the_cats_bonus_is_ten_times_the_square() -> None:
    assert [count(n, 10, ace_scoring="cats") for n in range(5)] == [0, 10, 40, 90, 160]
    five = left_over(
        "KC", shown="AS AH AD AC AS", earned=10, players=4, ace_scoring="cats", last="2S"
    )
    assert five == 250


def test_ice_64_the_factor_is_on_the_net_score_or_by_option_on_melds_only() -> None:
    """net: (200 - 50) x 3 = 450; melds: 200 x 3 - 50 = 550."""
    assert left_over(FIFTY, shown="AS AH", earned=200) == 450
    assert left_over(FIFTY, shown="AS AH", earned=200, factor_on="melds") == 550


def test_ice_65_eight_aces_make_it_nine_times() -> None:
    """With two packs: (30 - 10) x 9, by doubling x 256."""
    aces = "AS AS AH AH AD AD AC AC"
    assert left_over("KC", shown=aces, earned=30, players=4) == 180
    doubled = left_over("KC", shown=aces, earned=30, players=4, ace_factor="doubling")
    assert doubled == 20 * 256


@pytest.mark.parametrize("factor_on", ["net", "melds"])
def test_ice_65_a_bonus_is_added_once_after_the_cards_left(factor_on: str) -> None:
    got = left_over(FIFTY, shown="AS AH", earned=200, ace_scoring="flat", factor_on=factor_on)
    assert got == 200 - 50 + 60


def test_ice_65_nothing_is_added_before_the_hand_ends() -> None:
    table = Table(
        2, {"ace_scoring": "flat"}, step="draw", hand={1: "KC 3D", 2: "2S"}, stock="AS 9D"
    )
    assert table.cards("shown", 1) == "AS"
    assert table.earned == (0, 0) and table.state.total == [0, 0]


def test_ice_66_the_total_grows_by_the_score_of_the_hand_and_no_more() -> None:
    """Melds of 10 credited in the hand: (10 + 90 - 0) x 2 = 200 once, on top of 1000."""
    table = Table(
        step="play",
        hand={1: "9H 9D", 2: "KC"},
        shown={1: "AS"},
        earned={1: 90},
        total={1: 1000, 2: -300},
    )
    table.do("meld pair 9H 9D")
    assert table.points == (200, -10)
    assert table.state.total == [1200, -310]


@pytest.mark.parametrize(
    ("options", "points"),
    [
        ({}, 750),
        ({"ace_factor": "doubling"}, 2400),
        ({"factor_on": "melds"}, 950),
        ({"ace_scoring": "flat"}, 270),
        ({"ace_scoring": "doubling"}, 450),
        ({"ace_scoring": "cats"}, 310),
    ],
)
def test_ice_96_four_own_aces_melds_200_leftovers_50(options: dict[str, str], points: int) -> None:
    assert left_over(FIFTY, shown="AS AH AD AC", earned=200, **options) == points
