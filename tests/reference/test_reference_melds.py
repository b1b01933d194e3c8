"""Melds of the naive engine against the statements of the rules, worked by hand."""

from __future__ import annotations

import pytest
from reference_helpers import faces, found, iceberg, meld, small
from rummy.reference.melds import add_points, all_melds, growths, is_meld, lay_points
from rummy.spec.bind import Rules


@pytest.fixture(scope="module")
def one_pack() -> Rules:
    return iceberg(2)


@pytest.fixture(scope="module")
def two_packs() -> Rules:
    return iceberg(4)


def accepted(rules: Rules, cards: str) -> set[str]:
    """The kinds as which these cards are a meld."""
    codes = faces(rules, cards)
    return {kind.name for kind in rules.kinds if is_meld(rules, kind.index, codes)}


@pytest.mark.parametrize(
    ("cards", "kinds"),
    [
        ("9H 9D", {"pair"}),
        ("9H 9H", set()),  # ICE-92: two equal cards are no pair
        ("AH AD", set()),  # ICE-04
        ("9H 9D 9S", {"set"}),
        ("9H 9D 9D", set()),
        ("8S 8H 8D 8C", {"set"}),
        ("8S 8H 8D 8H", set()),  # ICE-18
        ("8S 8H 8D 8C 8H", {"set"}),  # ICE-12: all four suits
        ("8S 8H 8D 8D 8H", set()),
        ("2H 3H 4H", {"run"}),
        ("AH 2H 3H", set()),  # ICE-03
        ("QH KH AH", set()),
        ("4S 5S 6S 7S", {"run"}),
        ("4S 5S 6H", set()),
        ("4S 4S 5S 6S", set()),
        ("2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS", {"run"}),  # ICE-13: 12 at most
        ("2H 4H 6H 8H 10H QH", {"evens_in_one_suit"}),  # ICE-93
        ("2H 4D 6H 8H 10D QH", {"evens_in_one_colour"}),
        ("3S 5C 7S 9S JC KS", {"odds_in_one_colour"}),
        ("3S 5S 7S 9S JS KS", {"odds_in_one_suit"}),
        ("3S 5H 7S 9S JS KS", set()),
    ],
)
def test_iceberg_melds_are_what_the_rules_say(
    two_packs: Rules, cards: str, kinds: set[str]
) -> None:
    assert accepted(two_packs, cards) == kinds


@pytest.mark.parametrize(
    ("size", "points"),
    [
        (3, 30),
        (4, 70),
        (5, 120),
        (6, 180),
        (7, 250),
        (8, 330),
        (9, 420),
        (10, 520),
        (11, 630),
        (12, 750),
    ],
)
def test_ice_34_a_run_earns_by_its_size(one_pack: Rules, size: int, points: int) -> None:
    ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"][:size]
    kind, codes = meld(one_pack, "run", " ".join(rank + "S" for rank in ranks))
    assert is_meld(one_pack, kind, codes)
    assert lay_points(one_pack, kind, codes) == points


def test_ice_91_cards_added_earn_by_the_size_that_is_reached(two_packs: Rules) -> None:
    pair = meld(two_packs, "pair", "9H 9D")
    assert lay_points(two_packs, *pair) == 10
    three = meld(two_packs, "set", "9H 9D 9C")
    (nine,) = faces(two_packs, "9C")
    assert (three[0], nine, three[1]) in growths(two_packs, *pair)
    assert add_points(two_packs, *three, nine) == 20
    four = meld(two_packs, "set", "9H 9D 9C 9S")
    (spade,) = faces(two_packs, "9S")
    assert (four[0], spade, four[1]) in growths(two_packs, *three)
    assert add_points(two_packs, *four, spade) == 40
    run = meld(two_packs, "run", "4S 5S 6S 7S")
    longer = meld(two_packs, "run", "4S 5S 6S 7S 8S")
    (eight,) = faces(two_packs, "8S")
    assert (longer[0], eight, longer[1]) in growths(two_packs, *run)
    assert add_points(two_packs, *longer, eight) == 50


def test_ice_92_a_second_eight_of_hearts_waits_for_the_fourth_suit(two_packs: Rules) -> None:
    three = meld(two_packs, "set", "8S 8H 8D")
    added = {code for _, code, _ in growths(two_packs, *three)}
    assert added == set(faces(two_packs, "8C"))
    four = meld(two_packs, "set", "8S 8H 8D 8C")
    assert {code for _, code, _ in growths(two_packs, *four)} == set(
        faces(two_packs, "8S 8H 8D 8C")
    )


def test_ice_16_special_melds_never_grow(two_packs: Rules) -> None:
    assert not growths(two_packs, *meld(two_packs, "evens_in_one_suit", "2H 4H 6H 8H 10H QH"))


def test_ice_16_a_pair_grows_into_a_set_and_into_nothing_else(one_pack: Rules) -> None:
    grown = growths(one_pack, *meld(one_pack, "pair", "9H 9D"))
    assert {one_pack.kinds[kind].name for kind, _, _ in grown} == {"set"}
    assert {code for _, code, _ in grown} == set(faces(one_pack, "9S 9C"))


def test_a_run_grows_at_its_two_ends_only(one_pack: Rules) -> None:
    grown = growths(one_pack, *meld(one_pack, "run", "4S 5S 6S"))
    assert {code for _, code, _ in grown} == set(faces(one_pack, "3S 7S"))
    at_the_end = growths(one_pack, *meld(one_pack, "run", "2S 3S 4S"))
    assert {code for _, code, _ in at_the_end} == set(faces(one_pack, "5S"))


def test_all_melds_of_a_hand_are_found_and_no_others(one_pack: Rules) -> None:
    hand = faces(one_pack, "6C 7C 8C 9C 8D 8H AS")
    assert found(one_pack, all_melds(one_pack, hand)) == {
        "run 6C 7C 8C",
        "run 7C 8C 9C",
        "run 6C 7C 8C 9C",
        "pair 8H 8D",
        "pair 8H 8C",
        "pair 8D 8C",
        "set 8H 8D 8C",
    }


def test_twins_make_a_meld_once(two_packs: Rules) -> None:
    hand = faces(two_packs, "9H 9H 9D 9D")
    assert found(two_packs, all_melds(two_packs, hand)) == {"pair 9H 9D"}


def test_a_joker_takes_every_place_that_makes_a_run() -> None:
    rules = small(
        "play: {repeat: {meld: {lay: all}}}",
        deck='jokers: 2\nwilds: {joker: {cards: joker, stands_for: "true"}}\n',
        melds="run: {size: 3.., valid: same(suit) and sequence(rank)}",
    )
    assert found(rules, all_melds(rules, faces(rules, "3S 4S JOK"))) == {
        "run 3S 4S JOK(2S)",
        "run 3S 4S JOK(5S)",
    }
    assert found(rules, all_melds(rules, faces(rules, "3S 5S JOK"))) == {"run 3S 5S JOK(4S)"}
    # one natural card and two jokers: the card may be first, middle or last
    assert found(rules, all_melds(rules, faces(rules, "6S JOK JOK"))) == {"run 6S JOK(4S) JOK(5S)"}


def test_a_joker_in_a_set_leaves_the_suit_open_if_no_rule_reads_it() -> None:
    rules = small(
        "play: {repeat: {meld: {lay: all}}}",
        deck='jokers: 2\nwilds: {joker: {cards: joker, stands_for: "true"}}\n',
        melds="set: {size: 3.., valid: same(rank) and count(natural) >= 1}",
    )
    assert found(rules, all_melds(rules, faces(rules, "3S 3H JOK"))) == {"set 3S 3H JOK(3)"}


def test_a_joker_must_stand_for_a_suit_that_is_missing_where_suits_differ() -> None:
    rules = small(
        "play: {repeat: {meld: {lay: all}}}",
        deck='jokers: 2\nwilds: {joker: {cards: joker, stands_for: "true"}}\n',
        melds="pair: {size: 2, valid: same(rank) and distinct(suit)}",
    )
    assert found(rules, all_melds(rules, faces(rules, "3S JOK"))) == {"pair 3S JOK(3H)"}


def test_a_wild_two_in_its_own_place_is_natural() -> None:
    rules = small(
        "play: {repeat: {meld: {lay: all}}}",
        deck="wilds: {two: {cards: rank == 2, stands_for: rank != 2, natural: true}}\n",
        melds="run: {size: 3, valid: same(suit) and sequence(rank) and count(wild) <= 1}",
    )
    assert found(rules, all_melds(rules, faces(rules, "AS 2S 3S"))) == {"run AS 2S 3S"}
    assert found(rules, all_melds(rules, faces(rules, "3S 4S 2H"))) == {"run 3S 4S 2H(5S)"}
