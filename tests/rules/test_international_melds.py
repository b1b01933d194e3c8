"""International Rummy: sets, runs, and where jokers stand."""

from __future__ import annotations

import pytest
from international_table import Table, engine
from rummy.play.actions import action_text

SET, RUN = 0, 1
ALL = "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS"


def readings(kind: int, cards: str) -> list[str]:
    """How these cards may lie as a meld of this kind."""
    made = engine()
    return sorted(
        made.deck.texts(shape.display)
        for shape in made.plans.readings(kind, made.deck.parse_many(cards))
    )


def adding(meld: str, *cards: str, hand: int = 1) -> list[str]:
    """The ways to lay off from a hand of these cards and a king of hearts."""
    table = Table(
        step="lay",
        melds=[f"{meld} by 2", "run 2D 3D 4D 5D by 1"],
        down=[1, 2],
        hand={hand: " ".join(("KH 10H", *cards)), 2: "2H", 3: "3H"},
    )
    return [text for text in table.legal if text.endswith("m1") or "to m1 " in text]


@pytest.mark.parametrize(
    "cards", ["9S 9S 9D", "9S 9H 9D", "9S 9S 9H 9H", "9S 9S 9H 9H 9D 9D 9C 9C", "AS AS AH"]
)
def test_int_20_cards_of_one_rank_are_a_set_twins_too(cards: str) -> None:
    assert readings(SET, cards)


@pytest.mark.parametrize("cards", ["9S 9H", "9S 9H 10D", "9S 9H 9D 10D"])
def test_int_20_two_cards_or_two_ranks_are_none(cards: str) -> None:
    assert not readings(SET, cards)


@pytest.mark.parametrize("cards", ["AD 2D 3D", "QD KD AD", "9H 10H JH QH", "10H JH QH KH AH"])
def test_int_21_and_93_a_run_follows_in_one_suit_the_ace_at_either_end(cards: str) -> None:
    assert readings(RUN, cards)


@pytest.mark.parametrize(
    "cards", ["QD KD AD 2D", "KD AD 2D", "AD 2D", "AD 2D 4D", "AD 2D 3H", "4S 4S 5S", "2D 3D 3D 4D"]
)
def test_int_21_and_93_and_never_goes_round_the_corner(cards: str) -> None:
    assert not readings(RUN, cards)


@pytest.mark.parametrize(
    ("kind", "cards", "fits"),
    [
        (SET, "JOK JOK JOK", False),
        (RUN, "JOK JOK JOK", False),
        (SET, "KC JOK JOK", True),
        (SET, "KC JOK JOK JOK", True),
        (RUN, "KC JOK JOK", True),
        (RUN, "JOK JOK JOK 7S", True),
        (RUN, "4H JOK JOK JOK 8H", True),
        (RUN, "4H JOK JOK 8H", False),
    ],
)
def test_int_22_and_93_one_natural_card_and_any_number_of_jokers(
    kind: int, cards: str, fits: bool
) -> None:
    assert bool(readings(kind, cards)) == fits


def test_int_23_and_25_the_place_of_a_joker_is_named_and_stays() -> None:
    """7S with two jokers: a set of sevens or a run 5-7, 6-8 or 7-9."""
    assert readings(SET, "7S JOK JOK") == ["7S JOK(7) JOK(7)"]
    assert readings(RUN, "7S JOK JOK") == [
        "7S JOK(8S) JOK(9S)",
        "JOK(5S) JOK(6S) 7S",
        "JOK(6S) 7S JOK(8S)",
    ]


def test_int_23_a_joker_on_the_table_is_not_replaced() -> None:
    """Neither by the card it stands for nor by another joker, and nobody takes it."""
    assert adding("run 5S JOK(6S) 7S 8S", "6S") == []
    assert adding("run 5S JOK(6S) 7S 8S", "4S", "9S") == ["add 4S to m1", "add 9S to m1"]
    table = Table(
        step="lay",
        melds=["run 5S JOK(6S) 7S 8S by 1", "run 2D 3D 4D 5D by 1"],
        down=[1],
        hand={1: "6S KH 9S", 2: "2H", 3: "3H"},
    )
    table.do("add 9S to m1")
    assert table.melds[0] == "run 5S JOK(6S) 7S 8S 9S"


def test_int_24_thirteen_cards_at_most_and_one_ace() -> None:
    assert readings(RUN, ALL)
    assert readings(RUN, ALL.replace("AS ", "") + " AS")
    assert not readings(RUN, f"{ALL} AS")
    assert not readings(RUN, f"{ALL} JOK")


def test_int_25_kind_and_places_are_part_of_the_action() -> None:
    """In hand 5 two jokers and a seven may be a set; in hand 3 a run in three ways."""
    sets = Table(step="lay", number=4, hand={1: "7S JOK JOK 9S 9H 9D KS KH KD", 2: "2H", 3: "3H"})
    sets.do("open")
    assert sets.allows("open set 7S JOK JOK")
    runs = Table(step="lay", number=3, hand={1: "7S JOK JOK 9H 10H JH QD KD AD", 2: "2H", 3: "3H"})
    runs.do("open")
    reason = runs.refuses("open run 7S JOK JOK")
    for places in ("JOK(5S) JOK(6S) 7S", "JOK(6S) 7S JOK(8S)", "7S JOK(8S) JOK(9S)"):
        assert places in reason
    runs.do("open run 7S JOK(6S) JOK(8S)")
    assert runs.melds == ["run JOK(6S) 7S JOK(8S)"]


def test_int_25_a_set_grows_without_end() -> None:
    assert adding("set 9S 9S 9H 9H 9D 9D 9C", "9C", "JOK") == [
        "add 9C to m1",
        "add JOK(9) to m1",
    ]
    assert readings(SET, "4S 4S 4H 4H 4D 4D 4C 4C JOK JOK JOK JOK")


def test_int_26_a_joker_goes_to_the_free_end_that_is_named() -> None:
    assert adding("run 6C 7C 8C 9C", "JOK") == ["add JOK(5C) to m1", "add JOK(10C) to m1"]
    assert adding("run AC 2C 3C 4C", "JOK") == ["add JOK(5C) to m1"]
    assert adding("run JC QC KC AC", "JOK") == ["add JOK(10C) to m1"]
    assert adding(f"run {ALL}", "JOK") == []
    assert adding(f"run {ALL}", "AS") == []


def test_int_26_natural_cards_go_to_free_ends_only() -> None:
    """5C goes beside the joker that lies as 6C, at the end; 6C and 7C fit nowhere."""
    assert adding("run JOK(6C) 7C 8C 9C", "5C", "6C", "7C") == ["add 5C to m1"]


def test_int_93_the_joker_as_ace_or_as_four() -> None:
    assert readings(RUN, "JOK 2D 3D") == ["2D 3D JOK(4D)", "JOK(AD) 2D 3D"]
    table = Table(step="lay", number=3, hand={1: "JOK 2D 3D 9H 10H JH QS KS AS", 2: "2H", 3: "3H"})
    table.do("open")
    texts = [action_text(table.engine, table.state, a) for a in table.state.legal or ()]
    assert "open run 2D 3D JOK(4D)" in texts and "open run JOK(AD) 2D 3D" in texts
