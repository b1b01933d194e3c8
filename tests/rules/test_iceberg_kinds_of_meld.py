"""Iceberg Rummy: what is a meld and how melds grow, at the table."""

from __future__ import annotations

import pytest
from iceberg_table import Table


def laid(cards: str, players: int = 4) -> list[str]:
    """The kinds as which a player can lay exactly these cards."""
    table = Table(players, step="play", hand={1: cards + " 10C 5D", 2: "AC"})
    want = sorted(cards.split())
    return [
        text.split()[1]
        for text in table.legal
        if text.startswith("meld") and sorted(text.split()[2:]) == want
    ]


@pytest.mark.parametrize(
    ("cards", "kinds"),
    [
        ("9H 9D", ["pair"]),
        ("8H 8H", []),
        ("8H 9H", []),
        ("AH AD", []),
    ],
)
def test_ice_10_a_pair_is_two_of_a_rank_in_two_suits(cards: str, kinds: list[str]) -> None:
    assert laid(cards) == kinds


@pytest.mark.parametrize(
    ("cards", "kinds"),
    [
        ("8S 8H 8D", ["set"]),
        ("8S 8H 8D 8C", ["set"]),
        ("8S 8H 8H", []),
        ("8S 8H 8D 8H", []),
        ("8S 8H 9D", []),
    ],
)
def test_ice_11_a_small_set_has_no_suit_twice(cards: str, kinds: list[str]) -> None:
    assert laid(cards) == kinds


def test_ice_11_the_third_card_of_a_pair_brings_a_third_suit() -> None:
    table = Table(4, step="play", hand={1: "9H 9D 9C KC", 2: "2C"}, melds=["pair 9H 9D by 2"])
    assert [t for t in table.legal if t.startswith("add")] == ["add 9C to m1"]
    table.refuses("add 9H to m1")
    table.do("add 9C to m1")
    assert table.meld(1) == "set 9H 9D 9C"


@pytest.mark.parametrize(
    ("cards", "kinds"),
    [
        ("8S 8H 8D 8C 8C", ["set"]),
        ("8S 8S 8H 8H 8D 8C", ["set"]),
        ("8S 8S 8H 8H 8D 8D 8C 8C", ["set"]),
        ("8S 8S 8H 8H 8D", []),
        ("8S 8S 8H 8H 8D 8D", []),
        ("8S 8H 8D 8C 9C", []),
    ],
)
def test_ice_12_a_large_set_has_all_four_suits(cards: str, kinds: list[str]) -> None:
    assert laid(cards) == kinds


@pytest.mark.parametrize(
    ("cards", "kinds"),
    [
        ("4S 5S 6S", ["run"]),
        ("4S 5S", []),
        ("4S 5S 6H", []),
        ("4S 5S 7S", []),
        ("4S 5S 5S 6S", []),
        ("10D JD QD KD", ["run"]),
        ("2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS", ["run"]),
    ],
)
def test_ice_13_a_run_is_one_suit_in_sequence(cards: str, kinds: list[str]) -> None:
    assert laid(cards) == kinds


@pytest.mark.parametrize(
    ("cards", "kinds"),
    [
        ("3S 5S 7S 9S JS KS", ["odds_in_one_suit"]),
        ("2H 4H 6H 8H 10H QH", ["evens_in_one_suit"]),
        ("3S 5S 7S 9S JS QS", []),
        ("2H 4H 6H 8H 10H", []),
        ("2H 4H 6H 8H 10H QH KH", []),
        ("2H 2H 4H 6H 8H 10H QH", []),
    ],
)
def test_ice_14_odds_and_evens_in_one_suit_are_exactly_six(cards: str, kinds: list[str]) -> None:
    assert laid(cards) == kinds


@pytest.mark.parametrize(
    ("cards", "kinds"),
    [
        ("3S 5C 7S 9S JC KS", ["odds_in_one_colour"]),
        ("2H 4D 6H 8H 10D QH", ["evens_in_one_colour"]),
        ("3S 5H 7S 9S JS KS", []),
        ("2H 4D 6H 8H 10D QS", []),
        ("3S 5C 7S 9S JC KC KS", []),
    ],
)
def test_ice_15_odds_and_evens_in_one_colour_are_not_in_one_suit(
    cards: str, kinds: list[str]
) -> None:
    assert laid(cards) == kinds


@pytest.mark.parametrize(
    ("meld", "cards"),
    [
        ("odds_in_one_suit 3S 5S 7S 9S JS KS", "3S 5S 4S QS KS"),
        ("evens_in_one_suit 2H 4H 6H 8H 10H QH", "2H 3H JH KH"),
        ("odds_in_one_colour 3S 5C 7S 9S JC KS", "3S 3C 5C 4S"),
        ("evens_in_one_colour 2H 4D 6H 8H 10D QH", "2H 2D 4D 9H"),
    ],
)
def test_ice_16_special_melds_never_grow(meld: str, cards: str) -> None:
    table = Table(4, step="play", hand={1: cards + " 6C 6D", 2: "10C"}, melds=[f"{meld} by 1"])
    assert not any(text.startswith("add") for text in table.legal)
    assert "never grows" in table.refuses(f"add {cards.split()[0]} to m1")


def test_ice_16_a_pair_becomes_nothing_but_a_set() -> None:
    table = Table(step="play", hand={1: "10D JD 8D KC", 2: "2C"}, melds=["pair 9H 9D by 1"])
    assert not any(text.startswith("add") for text in table.legal)


def test_ice_16_the_only_actions_on_melds_are_laying_and_adding() -> None:
    """Two runs that touch stay two; nothing takes a card back or joins melds."""
    table = Table(
        step="play",
        hand={1: "9S KC", 2: "2C"},
        melds=["run 3S 4S 5S by 1", "run 6S 7S 8S by 1"],
    )
    assert table.legal == ["add 9S to m2", "done"]
    table.do("add 9S to m2")
    assert (table.meld(1), table.meld(2)) == ("run 3S 4S 5S", "run 6S 7S 8S 9S")


def test_ice_17_two_pairs_of_one_rank_and_two_equal_runs_lie_side_by_side() -> None:
    table = Table(4, step="play", hand={1: "9S 9H 9D 9C 4S 5S 6S 4S 5S 6S KC", 2: "2C"})
    table.do("meld pair 9S 9H", "meld pair 9D 9C")
    table.do("meld run 4S 5S 6S", "meld run 4S 5S 6S")
    assert [table.meld(n) for n in (1, 2, 3, 4)] == [
        "pair 9S 9H",
        "pair 9D 9C",
        "run 4S 5S 6S",
        "run 4S 5S 6S",
    ]
    assert table.earned == (10 + 10 + 30 + 30, 0, 0, 0)


def test_ice_17_a_card_that_fits_two_melds_goes_where_it_is_told() -> None:
    table = Table(
        step="play",
        hand={1: "7S KC", 2: "2C"},
        melds=["set 7C 7D 7H by 2", "run 4S 5S 6S by 1"],
    )
    reason = table.refuses("add 7S")
    assert "several places" in reason
    table.do("add 7S to m2")
    assert (table.meld(1), table.meld(2)) == ("set 7H 7D 7C", "run 4S 5S 6S 7S")


def test_ice_18_and_92_the_twin_waits_for_the_fourth_suit() -> None:
    """ICE-92: 8H first is refused; 8C 40 and then 8H 50 make 90; as a pair 10."""
    others = {2: "2C", 3: "3C", 4: "4D"}
    table = Table(4, step="play", hand={1: "8H 8C KC", **others}, melds=["set 8S 8H 8D by 2"])
    table.refuses("add 8H to m1")
    table.do("add 8C to m1")
    assert table.earned[0] == 40
    table.do("add 8H to m1")
    assert table.earned[0] == 90
    pair = Table(4, step="play", hand={1: "8H 8C KC", **others}, melds=["set 8S 8H 8D by 2"])
    pair.do("meld pair 8H 8C")
    assert pair.earned[0] == 10


def test_ice_92_two_equal_cards_are_no_pair() -> None:
    table = Table(4, step="play", hand={1: "8H 8H KC KD", 2: "2C"})
    assert "no pair" in table.refuses("meld pair 8H 8H")


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("2H 4H 6H 8H 10H QH", 700),
        ("2H 4D 6H 8H 10D QH", 200),
        ("3S 5C 7S 9S JC KS", 300),
        ("3S 5S 7S 9S JS KS", 700),
    ],
)
def test_ice_33_and_93_special_melds_earn_their_points(cards: str, points: int) -> None:
    """ICE-93: each list can be laid as one kind only, without naming it."""
    table = Table(step="play", hand={1: cards + " 9D", 2: "10C"})
    table.do(f"meld {cards}")
    assert table.earned == (points, 0)


def test_ice_93_a_list_of_two_colours_is_no_meld_and_a_second_2h_is_refused() -> None:
    table = Table(4, step="play", hand={1: "3S 5H 7S 9S JS KS AD", 2: "2C"})
    table.refuses("meld 3S 5H 7S 9S JS KS")
    grown = Table(
        4,
        step="play",
        hand={1: "2H KC", 2: "2C"},
        melds=["evens_in_one_suit 2H 4H 6H 8H 10H QH by 1"],
    )
    grown.refuses("add 2H to m1")
