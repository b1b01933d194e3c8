"""Divisions of a hand and further play, by hand-worked cases."""

from __future__ import annotations

import pytest
from reference_helpers import faces, iceberg, meld
from rummy.reference.arrange import arrange, deadwood, fits, least_cost, most_points
from rummy.spec.bind import Rules, bind
from rummy.spec.load import load_text

GIN = """
rummy: 1
title: Dead wood
version: "1"
about: Sets and runs, ace low.
players: 2
deck:
  packs: 1
  points: {A: 1, 2..10: pips, J Q K: 10}
zones:
  stock: {of: table, pile: true, seen_by: nobody}
  hand: {of: player, seen_by: owner}
melds:
  set: {size: 3..4, valid: same(rank)}
  run: {size: 3.., valid: same(suit) and sequence(rank)}
setup:
  deal: {auto: {deal: 10}}
order: {starter: left of dealer, turns: clockwise}
turn:
  steps:
    play: {repeat: {meld: {lay: all}}}
score: {round: earned}
match:
  first_dealer: {seat: 1}
  next_dealer: left of dealer
  over: "false"
  best: lowest
  ties: shared
limits: {rounds: 1, turns: 1}
"""


@pytest.fixture(scope="module")
def gin() -> Rules:
    return bind(load_text(GIN, "gin.yaml"), 2)


@pytest.fixture(scope="module")
def ice() -> Rules:
    return iceberg(2)


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("6S QS QH 5S KD KS 7S KH 4S QD", 0),
        ("KD 4S 4D 8D KH 4H 8H 4C 8C KC", 0),
        ("10H 3S 4S 3C 10D 6S 4C 5S 5C 10C", 0),
        ("6C 5D 7C 10D 4D JD 6D 9D 3D 5C", 0),
        ("JS 9H 8C 6H JC 8D 10H 8H 7H JH", 16),
        ("AH AS AC 2H 3H 2S 3S", 1),
        ("QH KH AH", 21),
    ],
)
def test_dead_wood_is_the_least_over_all_divisions(gin: Rules, hand: str, points: int) -> None:
    assert deadwood(gin, faces(gin, hand)) == points


def test_a_demand_takes_a_meld_of_its_kind_and_size_for_each(gin: Rules) -> None:
    hand = faces(gin, "3S 4S 5S 6S 7S 8S 9S 10S KD")
    # two runs of four laid apart; one run of eight would be one meld
    made = arrange(gin, hand, demands=[(1, 4, 2)])
    assert made is not None
    assert gin.deck.texts(made.rest) == "KD"
    assert made.points == 10
    assert arrange(gin, hand, demands=[(1, 4, 3)]) is None
    assert arrange(gin, hand, demands=[(0, 3, 1)]) is None
    assert arrange(gin, hand, demands=[(1, 4, 2)], bound=9) is None
    assert arrange(gin, hand, demands=[(1, 4, 2)], must_use=faces(gin, "KD")) is None


def test_no_other_melds_than_those_asked_for_are_laid(gin: Rules) -> None:
    hand = faces(gin, "3S 4S 5S KD KH KC")
    made = arrange(gin, hand, demands=[(1, 3, 1)])
    assert made is not None
    assert made.points == 30
    with_sets = arrange(gin, hand, demands=[(1, 3, 1)], free_kinds=[0])
    assert with_sets is not None
    assert with_sets.points == 0


def test_a_card_fits_where_it_can_be_added(ice: Rules) -> None:
    table = [meld(ice, "run", "5H 6H 7H"), meld(ice, "pair", "JS JD")]
    assert [fits(ice, face, table) for face in faces(ice, "4H 8H JH 9H JS")] == [
        *(True, True, True),
        *(False, False),
    ]


def test_ice_94_most_points_is_meant_literally(ice: Rules) -> None:
    sevens = [meld(ice, "set", "7S 7H 7D")]
    left = faces(ice, "6C 7C 8C")
    assert most_points(ice, left, sevens) == (40, 1, 2)
    assert least_cost(ice, left, sevens, 10) == (30, 3, 0)
    assert most_points(ice, faces(ice, "6C 7C 8C 8D 8H"), []) == (40, 5, 0)


def test_ice_95_further_play_may_go_on_from_what_it_laid(ice: Rules) -> None:
    table = [meld(ice, "run", "5H 6H 7H"), meld(ice, "pair", "JS JD")]
    assert most_points(ice, faces(ice, "8H 9H JH 3C 3D KS"), table) == (120, 5, 1)


def test_nothing_to_play_earns_nothing(ice: Rules) -> None:
    assert most_points(ice, faces(ice, "2S 4H 9C"), []) == (0, 0, 3)
    assert least_cost(ice, (), [], 10) == (0, 0, 0)


def test_the_cheapest_play_must_go_on_to_the_end(ice: Rules) -> None:
    # stopping at once would cost 0 points and 20 for the cards, but a pair can be laid
    assert least_cost(ice, faces(ice, "9S 9H"), [], 1) == (10, 2, 0)


def test_twins_may_lie_in_two_equal_melds() -> None:
    double = iceberg(4)
    made = arrange(double, faces(double, "9S 9S 9H 9H"), demands=[(0, 2, 2)])
    assert made is not None
    assert made.rest == ()
