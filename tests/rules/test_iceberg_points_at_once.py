"""Iceberg Rummy: points credited the moment a card lies on the table."""

from __future__ import annotations

from itertools import permutations

import pytest
from iceberg_table import Table

WHOLE = {2: 10, 3: 30, 4: 70, 5: 120, 6: 180, 7: 250, 8: 330, 9: 420, 10: 520, 11: 630, 12: 750}
LINE = ["2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "10S", "JS", "QS", "KS"]
EIGHTS = ["8S", "8H", "8D", "8C", "8S", "8H", "8D", "8C"]


def test_ice_30_and_91_points_go_to_who_lays_whoever_owns_the_meld() -> None:
    """ICE-91 with every value: A 80, B 20, C 40, then A 130."""
    table = Table(
        3,
        step="play",
        hand={1: "4S 5S 6S 7S 8S 9H 9D 2C", 2: "9C KD 7D", 3: "9S 3H 6D"},
        stock="QD 10D JH",
    )
    table.do("meld run 4S 5S 6S 7S")
    assert table.earned == (70, 0, 0)
    table.do("meld pair 9H 9D")
    assert table.earned == (80, 0, 0)
    table.do("done", "pass 2C", "add 9C to m2")
    assert table.earned == (80, 20, 0)
    table.do("pass KD", "add 9S to m2")
    assert table.earned == (80, 20, 40)
    table.do("pass 3H", "add 8S to m1")
    assert table.earned == (130, 20, 40)
    assert table.meld(2) == "set 9S 9H 9D 9C"
    assert table.state.owners == [0, 0]


def test_ice_31_every_card_of_a_run_earns_its_step() -> None:
    table = Table(step="play", hand={1: " ".join(LINE) + " 5D", 2: "2C"})
    table.do("meld run 2S 3S 4S")
    got = [table.earned[0]]
    for card in LINE[3:]:
        before = table.earned[0]
        table.do(f"add {card} to m1")
        got.append(table.earned[0] - before)
    assert got == [30, 40, 50, 60, 70, 80, 90, 100, 110, 120]


def test_ice_31_every_card_of_a_set_earns_its_step() -> None:
    """A pair 10, the third card on it 20, then 40 to 80."""
    table = Table(4, step="play", hand={1: " ".join(EIGHTS) + " 5D", 2: "2C"})
    table.do("meld pair 8S 8H")
    got = [table.earned[0]]
    for card in EIGHTS[2:]:
        before = table.earned[0]
        table.do(f"add {card} to m1")
        got.append(table.earned[0] - before)
    assert got == [10, 20, 40, 50, 60, 70, 80]


@pytest.mark.parametrize("size", range(3, 13))
def test_ice_32_and_34_a_long_run_at_once_earns_all_its_steps(size: int) -> None:
    table = Table(step="play", hand={1: " ".join(LINE[:size]) + " 5D", 2: "2C"})
    table.do(f"meld run {' '.join(LINE[:size])}")
    assert table.earned[0] == WHOLE[size]


@pytest.mark.parametrize("size", range(2, 9))
def test_ice_32_and_34_a_large_set_at_once_earns_all_its_steps(size: int) -> None:
    """A set of three is 30 at once, and 10 + 20 by way of a pair."""
    cards = " ".join(EIGHTS[:size])
    table = Table(4, step="play", hand={1: cards + " 5D", 2: "2C"})
    table.do(f"meld {'pair' if size == 2 else 'set'} {cards}")
    assert table.earned[0] == WHOLE[size]


def test_ice_32_two_cards_added_to_a_run_of_three_earn_40_and_50() -> None:
    table = Table(step="play", hand={1: "7S 8S KC 2D", 2: "5C"}, melds=["run 4S 5S 6S by 2"])
    table.do("add 7S", "add 8S")
    assert table.earned == (90, 0)


def test_ice_34_the_order_never_matters() -> None:
    """The five cards of a run, three at once and two added, in every way that works."""
    run = LINE[2:7]
    ways = 0
    for start in range(3):
        first = run[start : start + 3]
        rest = [card for card in run if card not in first]
        for order in permutations(rest):
            table = Table(step="play", hand={1: " ".join(run) + " 5D", 2: "2C"})
            table.do(f"meld run {' '.join(first)}")
            if not table.allows(f"add {order[0]} to m1"):
                continue
            table.do(f"add {order[0]} to m1")
            if table.allows(f"add {order[1]} to m1"):
                table.do(f"add {order[1]} to m1")
                ways += 1
                assert table.earned[0] == 120
    assert ways == 4  # 4S-6S up; 5S-7S both ways round; 6S-8S down


def test_ice_33_special_melds_are_credited_at_once() -> None:
    table = Table(step="play", hand={1: "3S 5S 7S 9S JS KS 2C", 2: "5C"})
    table.do("meld odds_in_one_suit 3S 5S 7S 9S JS KS")
    assert table.earned == (700, 0)
    assert not table.over
