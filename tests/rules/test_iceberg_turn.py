"""Iceberg Rummy: the steps of a turn and the card that is passed."""

from __future__ import annotations

import pytest
from iceberg_table import Table, dealt, face_texts

# no two of these make a meld in anybody's hand of seven
QUIET = "2S 4H 6D 8C 10S QH 3D 5C 7S 9H JD KC 2H 4C 6S 8H 10D QC 3S 5H 7D 9C JS KH"


def taken_on_first_turns(passed_to: str) -> list[int]:
    """How many cards each of three players takes up on the first turn, the starter first."""
    match = dealt(QUIET, 3, {"passed_to": passed_to})
    found = []
    for _ in range(3):
        seat = match.seat
        found.append(len(match.view(seat).taken))
        while match.seat == seat:
            match.apply(match.legal()[-1])
    return found


def test_ice_20_the_passed_card_comes_first_and_then_the_stock() -> None:
    """ICE-20, ICE-21: in this order; the top card of the stock, not another."""
    table = Table(3, step="pass", hand={1: "KC 4D", 2: "2S 7H", 3: "5C"}, stock="10H 9D JD")
    table.do("pass KC")
    assert table.seat == 2
    taken = face_texts(table.engine, table.view(2).taken)
    assert taken == ["KC", "10H"]
    assert table.cards("hand", 2) == "2S 7H 10H KC"
    assert table.cards("waiting", 2) == ""


def test_ice_20_the_first_player_of_a_hand_finds_no_card() -> None:
    match = dealt(QUIET, 3)
    assert face_texts(match.engine, match.view(match.seat).taken) == [QUIET.split()[21]]


def test_ice_21_exactly_one_card_is_drawn() -> None:
    table = Table(3, step="draw", hand={1: "KC 4D", 2: "2S"}, stock="10H 9D")
    assert sorted(table.cards("hand", 1).split()) == ["10H", "4D", "KC"]
    assert table.cards("stock").split()[-1] == "9D"


def test_ice_22_all_aces_in_hand_are_laid_out_by_themselves() -> None:
    """Those held, and the one drawn."""
    table = Table(3, step="draw", hand={1: "KC 4D AS AH", 2: "2S"}, stock="AD 9D")
    assert table.cards("shown", 1) == "AS AH AD"
    assert table.cards("hand", 1) == "4D KC"
    assert table.view(2).zone("shown", 0).cards is not None
    assert face_texts(table.engine, table.view(2).zone("shown", 0).cards or ()) == [
        "AS",
        "AH",
        "AD",
    ]


def test_ice_22_by_choice_an_ace_is_shown_or_kept() -> None:
    table = Table(
        3, {"aces": "by_choice"}, step="draw", hand={1: "KC 4D AS", 2: "2S"}, stock="AD 9D"
    )
    assert table.cards("shown", 1) == ""
    assert table.legal == ["show AS", "show AD", "done"]
    table.do("show AD", "done")
    assert table.cards("shown", 1) == "AD"
    assert table.legal == ["pass AS", "pass 4D", "pass KC"]


def test_ice_22_aces_by_choice_come_before_the_melds() -> None:
    """Step 3 is over once a meld lies there: no ace can be kept for the end of the turn."""
    table = Table(3, {"aces": "by_choice"}, step="choose_aces", hand={1: "9H 9D AS KC", 2: "2S"})
    assert table.legal == ["show AS", "done"]
    table.refuses("meld pair 9H 9D")
    table.do("done", "meld pair 9H 9D")
    assert table.legal == ["pass AS", "pass KC"]


def test_ice_23_melds_and_added_cards_in_any_number_on_anybodys_melds() -> None:
    """A pair worth 10 opens; cards go onto a neighbour's meld and onto one just laid."""
    table = Table(
        step="play",
        hand={1: "9H 9D 9C 5S JH QH KH 2C 4D", 2: "10C"},
        melds=["run 2S 3S 4S by 2"],
    )
    table.do("meld pair 9H 9D", "add 9C to m2", "add 5S to m1", "meld run JH QH KH")
    assert table.earned == (10 + 20 + 40 + 30, 0)
    assert table.seat == 1


def test_ice_23_nothing_has_to_be_laid() -> None:
    table = Table(step="play", hand={1: "9H 9D KC", 2: "10C"})
    assert table.legal == ["meld pair 9H 9D", "done"]
    table.do("done")
    assert table.legal == ["pass 9H", "pass 9D", "pass KC"]


def test_ice_24_nobody_sees_the_passed_card_before_it_is_taken() -> None:
    table = Table(3, {"passed_to": "right"}, step="pass", hand={1: "KC 4D", 2: "2S 7H", 3: "5C 6C"})
    table.do("pass KC")
    assert table.seat == 2  # to the right, so that it lies while seat 2 plays
    for seat in (0, 1, 2, 3):
        zone = table.view(seat).zone("waiting", 2)
        assert (zone.count, zone.cards) == (1, None)


def test_ice_24_a_player_without_cards_passes_nothing() -> None:
    table = Table(3, step="play", hand={1: "9H 9D", 2: "2S", 3: "5C"})
    table.do("meld pair 9H 9D")
    assert table.over
    assert table.cards("waiting", 2) == ""


def test_ice_25_an_ace_is_passed_only_where_aces_are_a_choice() -> None:
    forced = Table(step="pass", hand={1: "KC AD", 2: "2S"})
    assert forced.legal == ["pass KC"]
    assert "the rank of AD is A" in forced.refuses("pass AD")
    choice = Table(2, {"aces": "by_choice"}, step="pass", hand={1: "KC AD", 2: "2S"}, stock="3H")
    choice.do("pass AD")
    assert choice.cards("hand", 2) == "2S 3H AD"


def test_ice_26_only_the_last_player_of_the_first_round_finds_a_card_from_the_left() -> None:
    """Each draws one card; what is more comes from a neighbour."""
    assert taken_on_first_turns("left") == [1, 2, 2]
    assert taken_on_first_turns("right") == [1, 1, 2]


def test_ice_26_the_card_goes_to_the_neighbour_that_is_named() -> None:
    for passed_to, seat in (("left", 3), ("right", 1)):
        options = {"passed_to": passed_to}
        table = Table(4, options, turn=2, step="pass", hand={1: "3C", 2: "KC 4D", 3: "2S 7H"})
        table.do("pass KC")
        where = table.cards("waiting", seat) + " " + table.cards("hand", seat)
        assert "KC" in where.split()


def test_ice_27_passing_is_compulsory_and_any_card_will_do() -> None:
    """The card just received (KC) and the one just drawn (10H) included."""
    table = Table(3, step="pass", hand={1: "KC 4D", 2: "2S 7H", 3: "5C"}, stock="10H 9D")
    table.do("pass KC")
    assert table.seat == 2
    assert table.legal == ["pass 2S", "pass 7H", "pass 10H", "pass KC"]
    table.refuses("done")
    table.do("pass KC")
    assert table.seat == 3


@pytest.mark.parametrize("text", ["pass KC 4D", "pass", "pass 9S"])
def test_ice_27_it_is_one_card_of_ones_own(text: str) -> None:
    Table(step="pass", hand={1: "KC 4D", 2: "2S 7H"}).refuses(text)
