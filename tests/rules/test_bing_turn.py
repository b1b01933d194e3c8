"""Bing Rummy: a turn is exactly one of three things."""

from __future__ import annotations

import pytest
from bing_table import Table

RUN = "run 3S 4S 5S by 2"


def test_bing_10_draw_and_discard_any_card_the_drawn_one_too() -> None:
    table = Table(3, hand={1: "6C AD 2H", 2: "KD"}, stock="KS 9D", pile="3H")
    table.do("draw")
    assert set(table.legal) == {"discard 2H", "discard 6C", "discard KS", "discard AD"}
    assert table.cards("stock")[0] == "9D"
    table.do("discard KS")
    assert table.cards("pile") == ["KS", "3H"]
    assert sorted(table.cards("hand", 1)) == ["2H", "6C", "AD"]
    assert table.seat == 2


def test_bing_11_take_the_top_of_the_pile_and_discard_another_card() -> None:
    table = Table(3, hand={1: "6C AD 2H", 2: "KD"}, pile="3H 9D")
    table.do("take")
    assert set(table.legal) == {"throw 2H", "throw 6C", "throw AD"}
    assert "3H was taken in this turn" in table.refuses("throw 3H")
    table.do("throw 6C")
    assert table.cards("pile") == ["6C", "9D"]
    assert sorted(table.cards("hand", 1)) == ["2H", "3H", "AD"]
    assert table.seat == 2


@pytest.mark.parametrize(("same_card", "twin_may_go"), [("face", False), ("copy", True)])
def test_bing_11_a_twin_of_the_card_taken_may_go_by_option_only(
    same_card: str, twin_may_go: bool
) -> None:
    table = Table(2, {"same_card": same_card}, hand={1: "7S 9C", 2: "KD"}, pile="7S 3H")
    table.do("take")
    assert table.legal == (["throw 7S", "throw 9C"] if twin_may_go else ["throw 9C"])
    lone = Table(2, {"same_card": same_card}, hand={1: "7H 9C", 2: "KD"}, pile="7S 3H")
    lone.do("take")
    assert lone.legal == ["throw 7H", "throw 9C"]  # never the very card


def test_bing_11_another_suit_or_rank_is_not_the_same_card() -> None:
    table = Table(2, hand={1: "7H 8S", 2: "KD"}, pile="7S 3H").do("take")
    assert set(table.legal) == {"throw 7H", "throw 8S"}


def test_bing_94_the_only_card_is_a_twin_of_the_upcard() -> None:
    """Not offered; with ``same_card: copy`` it is."""
    places = {"hand": {1: "7S", 2: "KD"}, "opened": [1], "pile": "7S 3H"}
    assert Table(2, **places).legal == ["draw"]
    table = Table(2, {"same_card": "copy"}, **places)
    assert table.legal == ["draw", "take"]
    table.do("take")
    assert table.legal == ["throw 7S"]


def test_bing_94_also_with_copies_the_limit_must_hold() -> None:
    """7S and the other 7S are 14: with a total of 68 one of them may stay, 75."""
    table = Table(
        2,
        {"same_card": "copy"},
        hand={1: "7S 8D", 2: "KD"},
        opened=[1],
        pile="7S 3H",
        total={1: 60},
    )
    assert table.legal == ["draw", "take"]
    table.do("take")
    # 60 + 7 + 8 = 75 without a seven, 60 + 14 = 74 without the eight
    assert table.legal == ["throw 7S", "throw 8D"]
    face = Table(2, hand={1: "7S 8D", 2: "KD"}, opened=[1], pile="7S 3H", total={1: 60})
    assert face.do("take").legal == ["throw 8D"]


def test_bing_12_and_96_a_card_laid_off_ends_the_turn_without_draw_or_discard() -> None:
    table = Table(3, hand={1: "6S 9C", 2: "KD"}, opened=[1], melds=[RUN], pile="3H", stock="AD")
    table.do("add 6S to m1")
    assert table.seat == 2
    assert table.cards("hand", 1) == ["9C"]
    assert table.cards("pile") == ["3H"]
    assert table.cards("stock")[0] == "AD"
    assert table.melds == ["run 3S 4S 5S 6S"]
    assert table.legal == ["draw", "take"]  # seat 2 is at the start of a turn


def test_bing_12_an_opening_is_neither_drawn_for_nor_followed_by_a_discard() -> None:
    hand = "3S 4S 5S 9H 9H 9D KC KD KS AD"
    table = Table(2, hand={1: hand, 2: "KH"}, pile="3H", stock="4C")
    table.do("open", "open run 3S 4S 5S", "open group 9H 9H 9D", "open group KS KD KC")
    assert table.seat == 2
    assert table.cards("hand", 1) == ["AD"]
    assert (table.cards("pile"), table.cards("stock")[0]) == (["3H"], "4C")


@pytest.mark.parametrize("first", ["draw", "take"])
def test_bing_13_whoever_has_drawn_or_taken_melds_nothing_in_that_turn(first: str) -> None:
    """Neither cards that fit, nor three melds in hand."""
    table = Table(
        2,
        hand={1: "6S 3S 4S 5S 9H 9H 9D KC KD KS", 2: "KH"},
        melds=[RUN],
        pile="7S 3H",
        stock="7S",
    )
    throw = "discard" if first == "draw" else "throw"
    assert table.legal == ["draw", "take", "open"]
    table.do(first)
    assert all(text.startswith(throw + " ") for text in table.legal)
    opened = Table(2, hand={1: "6S 8C", 2: "KH"}, opened=[1], melds=[RUN], pile="7S", stock="7S")
    assert "add 6S to m1" in opened.legal
    opened.do(first)
    assert all(text.startswith(throw + " ") for text in opened.legal)


def test_bing_13_whoever_has_melded_draws_nothing_in_that_turn() -> None:
    table = Table(2, hand={1: "6S 7S 9C", 2: "KD"}, opened=[1], melds=[RUN], pile="3H", stock="5H")
    table.do("add 6S to m1")
    assert table.seat == 1
    assert table.legal == ["add 7S to m1", "done"]


@pytest.mark.parametrize("opened", [[], [1]])
def test_bing_13_nobody_passes_and_a_draw_is_always_there(opened: list[int]) -> None:
    table = Table(2, hand={1: "AS AH 8D", 2: "KD"}, opened=opened, total={1: 37}, pile="AC")
    assert "draw" in table.legal
    table.refuses("done")
    table.refuses("pass")


def test_bing_14_a_melding_turn_begins_with_a_card() -> None:
    """There is no way to say that one melds and then to lay nothing."""
    table = Table(2, hand={1: "6S 9C", 2: "KD"}, opened=[1], melds=[RUN], pile="3H")
    assert table.legal == ["draw", "take", "add 6S to m1"]
    none = Table(2, hand={1: "9C", 2: "KD"}, opened=[1], melds=[RUN], pile="3H")
    assert none.legal == ["draw", "take"]
    table = Table(2, hand={1: "3S 4S 5S 9H 9H 9D KC KD KS AD", 2: "KH"}, pile="3H").do("open")
    table.refuses("done")


def test_bing_15_taking_the_only_discard_leaves_the_thrown_card_as_pile() -> None:
    table = Table(2, hand={1: "6C 9C", 2: "KD"}, pile="3H").do("take", "throw 9C")
    assert table.cards("pile") == ["9C"]
    assert table.seat == 2 and "take" in table.legal


def test_bing_15_and_92_the_upcard_is_offered_only_if_another_card_may_go() -> None:
    """60 + 14: with QH and without 8D it is 76, without 6C 78."""
    hand = {1: "6C 8D", 2: "KD"}
    assert Table(2, hand=hand, opened=[1], total={1: 60}, pile="QH").legal == ["draw"]
    assert "take" in Table(2, hand=hand, opened=[1], total={1: 59}, pile="QH").legal
    assert "take" in Table(2, hand=hand, total={1: 60}, pile="QH").legal  # not opened


@pytest.mark.parametrize(
    ("drawn", "may_go"),
    [("KS", ["KS"]), ("2C", ["2C", "6C", "8D"])],
)
def test_bing_92_what_may_go_after_a_draw(drawn: str, may_go: list[str]) -> None:
    """KS: without 8D 76, without 6C 78. 2C: 74, 70 and 68."""
    table = Table(2, hand={1: "6C 8D", 2: "KD"}, opened=[1], total={1: 60}, stock=drawn, pile="QH")
    table.do("draw")
    assert set(table.legal) == {f"discard {card}" for card in may_go}


@pytest.mark.parametrize(
    ("top", "may_go"),
    [("7H", ["6C", "8D"]), ("9H", ["8D"]), ("QH", [])],
)
def test_bing_92_what_may_go_for_the_upcard(top: str, may_go: list[str]) -> None:
    """7H: 75 or 73. 9H: 75 without 8D, 77 without 6C. QH: 76 or 78."""
    table = Table(2, hand={1: "6C 8D", 2: "KD"}, opened=[1], total={1: 60}, pile=top)
    assert table.allows("take") == bool(may_go)
    if may_go:
        table.do("take")
        assert set(table.legal) == {f"throw {card}" for card in may_go}
