"""Iceberg Rummy: what cards left in hand cost."""

from __future__ import annotations

import pytest
from iceberg_table import Table, left_over

SETS = ["set 7S 7H 7D by 1"]
TWO = ["run 5H 6H 7H by 1", "pair JS JD by 2"]


def test_ice_50_and_94_the_richest_play_counts_and_the_rest_costs_ten_each() -> None:
    """ICE-94: 7C on the set 40 is more than the run 30; 6C and 8C are left."""
    assert left_over("6C 7C 8C", SETS) == -60


def test_ice_54_and_94_by_option_the_cheapest_play_counts() -> None:
    """ICE-94: the run leaves nothing over: -30."""
    assert left_over("6C 7C 8C", SETS, leftover_choice="least_cost") == -30


def test_ice_54_least_cost_stops_only_when_nothing_more_can_be_played() -> None:
    """A pair 10, then its third card 20: 30 either way, never 10 + 10 for the card left.

    With the run 4C 5C 6C on the table 7C costs 40 there although alone it would cost 10.
    """
    assert left_over("9H 9D 9C", leftover_choice="least_cost") == -30
    assert left_over("7C", ["run 4C 5C 6C by 1"], leftover_choice="least_cost") == -40


def test_ice_50_and_94_of_equal_plays_the_one_with_most_cards_counts() -> None:
    """ICE-94: run 30 and pair 10 use all five; the set of eights 30 would leave two."""
    assert left_over("6C 7C 8C 8D 8H") == -40


def test_ice_50_equal_points_with_more_cards_used_cost_less() -> None:
    """Set 5S 5H 5D (30) or run 5S 6S 7S (30) with the pair 5H 5D (10): the second is richer.

    With the pair's cards apart (5S 5H, 6S 7S): run 30 leaves 5H, -40.
    """
    assert left_over("5S 5H 5D 6S 7S") == -40
    assert left_over("5S 5H 6S 7S") == -40


def test_ice_50_cards_go_one_after_another_on_any_players_meld() -> None:
    """ICE-95: 8H 40, 9H 50, JH 20, threes 10, and KS 10."""
    assert left_over("8H 9H JH 3C 3D KS", TWO) == -130


def test_ice_50_and_95_by_option_each_of_those_cards_costs_ten_more() -> None:
    assert left_over("8H 9H JH 3C 3D KS", TWO, leftovers="best_play_plus_ten") == -180


def test_ice_95_the_net_score_with_one_ace() -> None:
    """(100 - 130) x 2 = -60; with factor_on melds 200 - 130 = 70."""
    cards = "8H 9H JH 3C 3D KS"
    assert left_over(cards, TWO, shown="AS", earned=100) == -60
    assert left_over(cards, TWO, shown="AS", earned=100, factor_on="melds") == 70


def test_ice_51_every_card_that_fits_nowhere_costs_ten() -> None:
    assert left_over("KC 4D 9H") == -30


def test_ice_51_a_hand_that_is_empty_costs_nothing() -> None:
    table = Table(step="pass", hand={1: "2S", 2: "KC"})
    table.do("pass 2S")
    assert table.points == (0, -10)


@pytest.mark.parametrize(
    ("cards", "cost"),
    [
        ("3H 5H 7H 9H JH KH", 700),
        ("2C 4C 6C 8C 10C QC", 700),
        ("3H 5D 7H 9H JH KH", 300),
        ("2C 4S 6C 8C 10C QC", 200),
    ],
)
def test_ice_54_special_melds_count_as_playable(cards: str, cost: int) -> None:
    assert left_over(cards, last="9D") == -cost


def test_ice_54_nothing_is_drawn_and_no_waiting_card_helps() -> None:
    """A third nine on top of the stock and a fourth waiting do not make a set."""
    table = Table(3, step="pass", hand={1: "2S", 2: "9H 9D", 3: "KC"}, waiting={2: "9C"})
    table.do("pass 2S")
    assert table.points == (0, -10, -10)


def test_ice_54_no_ace_is_laid_out_in_that_turn() -> None:
    """ICE-53: a forced ace that was never shown costs 10 and does not multiply."""
    assert left_over("AD 9H 9D") == -20
    assert left_over("AD 9H 9D", earned=100) == 80


@pytest.mark.parametrize("system", ["multiplier", "flat", "doubling", "cats"])
def test_ice_53_a_forced_ace_left_in_hand_costs_ten_in_every_system(system: str) -> None:
    assert left_over("AD KC", ace_scoring=system) == -20


@pytest.mark.parametrize(
    ("system", "one", "two"),
    [
        # nothing shown: 1 ace kept, 2 aces kept; no other card
        ("multiplier", -10, -20),
        ("flat", -30, -60),
        ("doubling", -20, -60),
        ("cats", -10, -40),
    ],
)
def test_ice_52_kept_aces_cost_ten_or_their_bonus(system: str, one: int, two: int) -> None:
    assert left_over("AD", aces="by_choice", ace_scoring=system) == one
    assert left_over("AD AC", aces="by_choice", ace_scoring=system) == two


@pytest.mark.parametrize(
    ("system", "points"),
    [
        # two shown, one kept: -10 x 3; 60 - 30; 60 - 80; 40 - 50
        ("multiplier", -30),
        ("flat", 30),
        ("doubling", -20),
        ("cats", -10),
    ],
)
def test_ice_52_and_96_a_kept_ace_is_valued_after_those_laid(system: str, points: int) -> None:
    assert left_over("AD", shown="AS AH", aces="by_choice", ace_scoring=system) == points


def test_ice_52_kept_aces_are_outside_the_factor_when_only_melds_are_multiplied() -> None:
    """100 x 3 - 10."""
    options = {"aces": "by_choice", "factor_on": "melds"}
    assert left_over("AD", shown="AS AH", earned=100, **options) == 290


def test_ice_50_with_two_packs_twins_go_after_the_fourth_suit() -> None:
    """8C 40, then 8H 50: minus 90 (as a pair they would be 10)."""
    assert left_over("8H 8C", ["set 8S 8H 8D by 1"], players=4) == -90
