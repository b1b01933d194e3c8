"""Iceberg Rummy: how a hand ends."""

from __future__ import annotations

import pytest
from iceberg_table import Table, dealt

KEEP = {"aces": "by_choice"}
OTHERS = {2: "2D 7H", 3: "5C"}


@pytest.mark.parametrize(
    ("step", "hand", "action"),
    [
        ("play", "9H 9D", "meld pair 9H 9D"),
        ("play", "8S", "add 8S to m1"),
        ("pass", "KC", "pass KC"),
    ],
)
def test_ice_40_the_last_card_ends_the_hand_at_once(step: str, hand: str, action: str) -> None:
    table = Table(
        3, step=step, hand={1: hand, **OTHERS}, melds=["run 5S 6S 7S by 2"], stock="3H 3D"
    )
    table.do(action)
    assert table.over and table.ended_by == "out"
    assert table.cards("hand", 2) == "7H 2D"  # nobody has drawn any more


def test_ice_40_the_hand_goes_on_while_everyone_has_cards() -> None:
    table = Table(3, step="pass", hand={1: "KC 3S", **OTHERS}, stock="3H 3D")
    table.do("pass KC")
    assert not table.over


def test_ice_41_the_last_ace_of_the_pack_ends_the_hand() -> None:
    """The third ace does not, the fourth does, by whomever the others were shown."""
    shown = {1: "AS", 2: "AH"}
    more = Table(3, step="draw", hand={1: "KC 3S 9D", **OTHERS}, shown=shown, stock="AD 2C")
    assert not more.over
    last = Table(
        3, step="draw", hand={1: "KC 3S 9D", **OTHERS}, shown={**shown, 3: "AC"}, stock="AD 2C"
    )
    assert last.over and last.ended_by == "last_ace"


def test_ice_41_with_two_packs_it_is_the_eighth() -> None:
    hands = {1: "KC 3S", 2: "2D 7H", 3: "5C", 4: "6C"}
    four = Table(4, step="draw", hand=hands, shown={1: "AS AH", 2: "AC"}, stock="AD 2C")
    assert not four.over
    shown = {1: "AS AS AH", 2: "AC AC", 3: "AH AD"}
    eight = Table(4, step="draw", hand=hands, shown=shown, stock="AD 2C")
    assert eight.over and eight.ended_by == "last_ace"


def test_ice_41_an_ace_shown_by_choice_ends_the_hand_too() -> None:
    table = Table(
        3, KEEP, step="choose_aces", hand={1: "KC AD 9H 9D", **OTHERS}, shown={2: "AS AH", 3: "AC"}
    )
    table.do("show AD")
    assert table.over and table.ended_by == "last_ace"


def test_ice_42_and_45_the_turn_of_the_last_stock_card_is_played_out() -> None:
    """ICE-45: seat 2 draws the last card, may meld and must pass; seat 3 has no turn more."""
    table = Table(
        3,
        KEEP,
        turn=1,
        step="pass",
        hand={1: "KC 4D AS", 2: "9H AH 2D", 3: "5C"},
        stock="9D",
        stock_is_all=True,
    )
    assert table.cards("stock") == "9D"
    table.do("pass 4D")
    assert table.cards("stock") == "" and not table.over
    assert table.seat == 2
    table.do("done", "meld pair 9H 9D")
    assert not table.over
    table.do("pass 4D")
    assert table.over and table.ended_by == "stock_out"
    assert table.cards("hand", 3) == "5C"
    # 10 for the pair, 2D and the kept ace unplayable
    assert table.points[1] == 10 - 10 - 10


def test_ice_42_one_card_in_the_stock_is_enough_to_go_on() -> None:
    table = Table(
        3,
        KEEP,
        step="pass",
        hand={1: "KC 4D AS", 2: "9H AH 2D", 3: "5C"},
        stock="9D 10D",
        stock_is_all=True,
    )
    table.do("pass 4D", "done", "meld pair 9H 9D", "pass 4D")
    assert not table.over and table.seat == 3


def test_ice_43_a_card_that_still_waits_counts_for_nobody() -> None:
    """Not for who passed it, nor for the neighbour it lies before."""
    table = Table(3, step="pass", hand={1: "KC", **OTHERS}, waiting={3: "KD KH"})
    table.do("pass KC")
    assert table.cards("waiting", 2) == "KC"
    assert table.points == (0, -20, -10)


def test_ice_44_a_hand_of_nothing_but_aces_is_empty_when_they_are_shown() -> None:
    table = Table(3, step="draw", hand={1: "AS AD", **OTHERS}, stock="AH 3D")
    assert table.over and table.ended_by == "out"
    assert table.points == (0, -20, -10)
    choice = Table(3, KEEP, step="choose_aces", hand={1: "AS AD", **OTHERS})
    choice.do("show AS", "show AD")
    assert choice.over and choice.ended_by == "out"


def test_ice_46_at_once_the_holder_of_the_last_ace_plays_nothing_more() -> None:
    """Both aces go up together: the factor counts them; the pair of nines is lost."""
    table = Table(
        3, step="draw", hand={1: "9H 9D KC AS", **OTHERS}, shown={2: "AC", 3: "AH"}, stock="AD 2C"
    )
    assert table.over
    assert table.cards("shown", 1) == "AS AD"
    # seat 1: -(10 + 10) x 3; seat 2: -20 x 2; seat 3: -10 x 2
    assert table.points == (-60, -40, -20)


def test_ice_41_and_46_by_option_steps_four_and_five_follow() -> None:
    table = Table(
        3,
        {"last_ace": "end_of_turn"},
        step="draw",
        hand={1: "9H 9D KC 3S AS", **OTHERS},
        shown={2: "AC", 3: "AH"},
        stock="AD 2C",
    )
    assert not table.over
    table.do("meld pair 9H 9D")
    assert table.legal == ["pass 3S", "pass KC"]
    table.do("pass KC")
    assert table.over and table.ended_by == "last_ace_later"
    # seat 1: (10 - 10 for 3S) x 3
    assert table.points == (0, -40, -20)


def test_a_new_hand_is_dealt_from_a_clear_table() -> None:
    """ICE-40: after the count melds, aces and waiting cards are gone."""
    match = dealt("2H AS 3H AD 4H KC 7S JH 8S 9D 9S 5C QD 10S QH")
    for text in ("meld run 2H 3H 4H", "meld run 7S 8S 9S", "meld pair QD QH"):
        match.apply(text)
    view = match.view(-1)
    assert view.round == 2 and view.melds == () and view.earned == (0, 0)
    assert sum(zone.count for zone in view.zones) == 52
    assert all(zone.count == 0 for zone in view.zones if zone.name == "waiting")
