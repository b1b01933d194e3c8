"""Bing Rummy: sequences, groups and twos, in a player's hand and against a count by hand."""

from __future__ import annotations

from itertools import permutations

import pytest
from bing_table import Options, Table, engine
from rummy.chance import pick, stream

LINE = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
YES: Options = {"new_melds": True}


def laid(cards: str, options: Options | None = None) -> list[str]:
    """The ways in which a player who has opened can lay exactly these cards."""
    table = Table(3, {**YES, **(options or {})}, hand={1: cards, 2: "KD"}, opened=[1], pile="8H")
    size = len(cards.split())
    return [t[5:] for t in table.legal if t.startswith("meld") and len(t.split()) == size + 2]


@pytest.mark.parametrize(
    ("cards", "ways"),
    [
        ("3S 4S 5S", ["run 3S 4S 5S"]),
        ("QH KH AH", ["run QH KH AH"]),
        ("AH 3H 4H", []),
        ("KH AH 3H", []),
        ("4S 5S", []),
        ("4S 5S 7S", []),
        ("4S 5S 6H", []),
        ("4S 5S 5S 6S", []),
    ],
)
def test_bing_02_and_20_sequences_without_twos(cards: str, ways: list[str]) -> None:
    assert laid(cards) == ways


@pytest.mark.parametrize(
    ("cards", "ways"),
    [
        ("9H 9H 9D", ["group 9H 9H 9D"]),
        ("AH AD AC", ["group AH AD AC"]),
        ("9S 9S 9H 9H 9D 9D 9C 9C", ["group 9S 9S 9H 9H 9D 9D 9C 9C"]),
        ("9H 9D", []),
        ("9H 9D 8C", []),
        ("9H 9D 2C", ["group 9H 9D 2C(9)"]),
        ("9H 2S 2C 2D", ["group 9H 2S(9) 2D(9) 2C(9)"]),
    ],
)
def test_bing_21_groups_of_any_suits_with_twins_and_twos(cards: str, ways: list[str]) -> None:
    assert [way for way in laid(cards) if way.startswith("group")] == ways


@pytest.mark.parametrize(
    ("cards", "ways"),
    [
        ("5D 2C 7D", {"run 5D 2C(6D) 7D"}),
        ("2C 8D 9D", {"run 2C(7D) 8D 9D", "run 8D 9D 2C(10D)"}),
        ("KS AS 2H", {"run 2H(QS) KS AS"}),
        ("3S 4S 2S", {"run 2S 3S 4S", "run 3S 4S 2S(5S)"}),
        ("3S 4S 2H", {"run 3S 4S 2H(5S)"}),
        ("2S 2H 2D", set()),
        ("2S 2S 2H", set()),
        ("2S 2H 2D 2C", set()),
    ],
)
def test_bing_93_what_a_two_may_stand_for(cards: str, ways: set[str]) -> None:
    """BING-03, BING-23 and BING-24: and 2C 8D 9D makes no group."""
    assert set(laid(cards)) == ways


@pytest.mark.parametrize("limit", ["none", "fewer_than_naturals"])
def test_bing_93_two_natural_three_and_four(limit: str) -> None:
    """Two cards in their own place and one that is not: allowed under either limit."""
    ways = laid("2S 2H 4S", {"wild_limit": limit})
    assert "run 2S 2H(3S) 4S" in ways
    assert ("run 2S(3S) 4S 2H(5S)" in ways) == (limit == "none")
    assert ("group 4S 2S(4) 2H(4)" in ways) == (limit == "none")


def test_bing_22_one_card_in_its_own_place_is_enough_by_default() -> None:
    assert "run 2S(3H) 2D(4H) 2C(5H) 6H" in laid("6H 2S 2D 2C")
    assert "group 6H 2S(6) 2D(6) 2C(6)" in laid("6H 2S 2D 2C")


@pytest.mark.parametrize(
    ("cards", "lawful"),
    [("5D 2C 7D", True), ("5D 2C 7D 8D 2H", True), ("5D 2C 2H 8D", False), ("5D 2C 2H", False)],
)
def test_bing_22_by_option_twos_must_be_fewer(cards: str, lawful: bool) -> None:
    assert bool(laid(cards, {"wild_limit": "fewer_than_naturals"})) == lawful
    assert laid(cards)


def test_bing_24_a_two_of_another_suit_never_stands_below_the_three() -> None:
    table = Table(3, YES, hand={1: "2H 3S 4S", 2: "KD"}, opened=[1], pile="8H")
    table.refuses("meld run 2H(2S) 3S 4S")
    grown = Table(
        3, hand={1: "2H 2S 9C", 2: "KD"}, opened=[1], melds=["run 3S 4S 5S by 2"], pile="8H"
    )
    assert [t for t in grown.legal if t.startswith("add")] == [
        "add 2S to m1",
        "add 2S(6S) to m1",
        "add 2H(6S) to m1",
    ]
    grown.refuses("add 2H(2S) to m1")


@pytest.mark.parametrize("natural_two", [True, False])
def test_bing_24_the_longest_sequence_has_13_cards_or_12(natural_two: bool) -> None:
    whole = " ".join(rank + "S" for rank in LINE)
    options: Options = {"natural_two": natural_two}
    assert laid(whole, options) == ([f"run {whole}"] if natural_two else [])
    twelve = " ".join(rank + "S" for rank in LINE[1:])
    assert laid(twelve, options) == [f"run {twelve}"]
    table = Table(
        3, options, hand={1: "2S 9C", 2: "KD"}, opened=[1], melds=[f"run {twelve} by 2"], pile="8H"
    )
    assert [t for t in table.legal if t.startswith("add")] == (
        ["add 2S to m1"] if natural_two else []
    )


def test_bing_24_a_natural_two_is_not_the_card_that_a_meld_must_have() -> None:
    """2S in its own place with two others as 3S and 4S: no card from 3 to ace."""
    table = Table(3, YES, hand={1: "2S 2H 2D 9C", 2: "KD"}, opened=[1], pile="8H")
    table.refuses("meld run 2S 2H(3S) 2D(4S)")
    assert not [t for t in table.legal if t.startswith("meld run 2S 2H(3S)")]


def test_bing_25_the_place_of_a_two_is_named_when_it_is_laid_and_stays() -> None:
    table = Table(3, YES, hand={1: "8D 9D 2C 7D 10D", 2: "KD"}, opened=[1], pile="8H")
    assert "several ways" in table.refuses("meld run 8D 9D 2C")
    table.do("meld run 2C(7D) 8D 9D")
    # 7D is there: nobody may put it in or move the two
    assert table.legal == ["add 10D to m1", "done"]
    table.refuses("add 7D to m1")


def test_bing_25_the_kind_of_a_meld_is_named_where_both_are_possible() -> None:
    table = Table(3, YES, hand={1: "4S 2H 2D 9C", 2: "KD"}, opened=[1], pile="8H")
    table.do("meld group 4S 2H 2D")
    table = Table(
        3, hand={1: "5S 4H 9C", 2: "KD"}, opened=[1], melds=["group 4S 2H(4) 2D(4) by 2"], pile="8H"
    )
    assert [t for t in table.legal if t.startswith("add")] == ["add 4H to m1"]


def test_bing_25_no_action_ever_takes_a_card_from_the_table() -> None:
    table = Table(
        3,
        YES,
        hand={1: "6D 2H 9C", 2: "KD"},
        opened=[1],
        melds=["run 5D 2C(6D) 7D by 2"],
        pile="8H",
    )
    assert {t.split()[0] for t in table.legal} == {"draw", "take", "add"}
    assert [t for t in table.legal if "6D" in t] == []


def test_bing_25_by_option_twos_stay_fewer_after_every_card_laid_off() -> None:
    """3S 4S and a two: another two would be 2 to 2; after 6S it is 2 to 3."""
    options = {"wild_limit": "fewer_than_naturals"}
    places = {
        "hand": {1: "2H 6S 9C", 2: "KD"},
        "opened": [1],
        "melds": ["run 3S 4S 2C(5S) by 2"],
        "pile": "8H",
    }
    table = Table(3, options, **places)
    assert [t for t in table.legal if t.startswith("add")] == ["add 6S to m1"]
    table.do("add 6S to m1")
    assert table.legal == ["add 2H(7S) to m1", "done"]
    free = Table(3, **places)
    assert "add 2H(6S) to m1" in free.legal
    group = Table(
        3,
        options,
        hand={1: "2H 9C KC", 2: "KD"},
        opened=[1],
        melds=["group 9H 9D 2C(9) by 2"],
        pile="8H",
    )
    assert [t for t in group.legal if t.startswith("add")] == ["add 9C to m1"]


def test_bing_25_by_option_a_natural_two_below_the_three_is_no_stand_in() -> None:
    table = Table(
        3,
        {"wild_limit": "fewer_than_naturals"},
        hand={1: "2S 2H 9C", 2: "KD"},
        opened=[1],
        melds=["run 3S 4S 2C(5S) by 2"],
        pile="8H",
    )
    assert [t for t in table.legal if t.startswith("add")] == ["add 2S to m1"]


# --- all ways to lay some cards, counted again


def ways(cards: list[str], natural_two: bool, fewer: bool) -> set[tuple[str, ...]]:
    """Every meld that uses exactly these cards, worked out place by place."""
    found: set[tuple[str, ...]] = set()
    plain = [card for card in cards if card[0] != "2"]
    if len(cards) < 3 or not plain:
        return found
    stand_ins = len(cards) - len(plain)
    if len({card[:-1] for card in plain}) == 1 and not (fewer and stand_ins >= len(plain)):
        found.add(("group", *sorted(cards)))
    if len({card[-1] for card in plain}) > 1 or len(cards) > 13:
        return found
    suit = plain[0][-1]
    for order in set(permutations(cards)):
        for start in range(len(LINE) - len(cards) + 1):
            places = [rank + suit for rank in LINE[start : start + len(cards)]]
            wild = 0
            for card, place in zip(order, places, strict=True):
                if card == place and (card[0] != "2" or natural_two):
                    continue
                if card[0] == "2" and place[0] != "2":
                    wild += 1
                    continue
                break
            else:
                if not (fewer and wild >= len(cards) - wild):
                    found.add(("run", *(f"{c}@{p}" for c, p in zip(order, places, strict=True))))
    return found


@pytest.mark.parametrize("natural_two", [True, False])
@pytest.mark.parametrize("limit", ["none", "fewer_than_naturals"])
def test_bing_20_to_24_all_ways_to_lay_cards_as_counted_by_hand(
    natural_two: bool, limit: str
) -> None:
    """Three to five cards near one another, with some twos: every place of every two."""
    made = engine(2, {"natural_two": natural_two, "wild_limit": limit})
    deck = made.deck
    chance = stream(5, "bot:1")
    some = 0
    for _ in range(250):
        size = 3 + pick(3, chance)
        start = pick(10, chance)
        cards: list[str] = []
        while len(cards) < size:
            kind = pick(10, chance)
            suit = "SH"[pick(2, chance)] if kind < 4 else "S"
            rank = "2" if kind % 3 == 0 else LINE[start + pick(4, chance)]
            if cards.count(rank + suit) < 2:
                cards.append(rank + suit)
        faces = deck.parse_many(" ".join(cards))
        found = set()
        for shape in made.plans.melds_of(0, deck.bag(faces)):
            if shape.size == size:
                placed = deck.texts(shape.display).split()
                line = [t if "(" not in t else t[: t.index("(")] for t in placed]
                where = [t if "(" not in t else t[t.index("(") + 1 : -1] for t in placed]
                found.add(("run", *(f"{c}@{p}" for c, p in zip(line, where, strict=True))))
        for shape in made.plans.melds_of(1, deck.bag(faces)):
            if shape.size == size:
                found.add(("group", *sorted(cards)))
        expected = ways(cards, natural_two, limit == "fewer_than_naturals")
        assert found == expected, cards
        some += bool(expected)
    assert some > 30
