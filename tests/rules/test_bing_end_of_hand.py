"""Bing Rummy: going out, the stock used up, and hands that end without anybody out."""

from __future__ import annotations

import pytest
from bing_table import SPEC, Options, Table, all_cards, engine
from rummy.play.match import Match

RUN = "run 3S 4S 5S by 2"


def test_bing_50_the_last_card_laid_off_ends_the_hand_at_once() -> None:
    table = Table(3, hand={1: "6S 7S", 2: "KD", 3: "AD"}, opened=[1], melds=[RUN], pile="3H")
    table.do("add 6S to m1")
    assert not table.over
    table.do("add 7S to m1")
    assert table.over and table.ended_by == "out"
    assert table.points == (0, 10, 15)


def test_bing_50_an_opening_of_all_cards_ends_it_in_the_same_turn() -> None:
    table = Table(2, hand={1: "3S 4S 5S 9H 9H 9D KC KD KS", 2: "AD"}, pile="4H").do("open")
    table.do("open run 3S 4S 5S", "open group 9H 9H 9D", "open group KS KD KC")
    assert table.over and table.ended_by == "out" and table.points == (0, 15)


def test_bing_50_by_option_a_new_meld_of_the_last_cards_ends_it() -> None:
    table = Table(
        2, {"new_melds": True}, hand={1: "6S 6D 6C", 2: "AD"}, opened=[1], melds=[RUN], pile="4H"
    )
    table.do("meld group 6S 6D 6C")
    assert table.over and table.ended_by == "out"


def test_bing_50_nobody_goes_out_by_a_discard() -> None:
    """A hand of one card is one card after any draw and discard."""
    for first in ("draw", "take"):
        table = Table(2, hand={1: "6C", 2: "KD"}, opened=[1], pile="3H", stock="4D")
        table.do(first)
        for text in table.legal:
            end = Table(2, hand={1: "6C", 2: "KD"}, opened=[1], pile="3H", stock="4D")
            end.do(first, text)
            assert not end.over and end.count("hand", 1) == 1


def empty_stock(options: Options | None = None, recycled: int = 0, goes_on: bool = False) -> Table:
    """Seat 1 begins a turn with no stock; the oldest discard is JD, the latest KD."""
    return Table(
        2,
        options,
        hand={1: "3S 4S 5S", 2: "3D"},
        pile="KD QD 6H JD",
        rest_with=2,
        recycled=recycled,
        step="stock_used_up",
        goes_on=goes_on,
    )


def test_bing_51_and_53_the_pile_is_turned_over_but_for_its_top_and_not_shuffled() -> None:
    """The oldest discard comes to the top."""
    table = empty_stock()
    assert table.cards("stock") == ["JD", "6H", "QD"]
    assert table.cards("pile") == ["KD"]
    assert table.seat == 1 and table.legal == ["draw", "take"]
    assert sum(all_cards(table.state, table.engine).values()) == 104
    table.do("draw")
    assert "JD" in table.cards("hand", 1)
    assert dict(table.view(0).variables)["recycled"] == (1,)


def test_bing_53_nothing_is_turned_over_before_the_next_turn_begins() -> None:
    """The last card is drawn: the pile stays until the discard lies on it and the turn is over."""
    table = Table(
        2,
        hand={1: "3S 4S 5S", 2: "3D"},
        pile="KD QD JD",
        stock="9C",
        rest_with=2,
        step="stock_used_up",
    )
    assert table.cards("pile") == ["KD", "QD", "JD"]
    table.do("draw")
    assert (table.cards("stock"), table.cards("pile")) == ([], ["KD", "QD", "JD"])
    table.do("discard 3S")
    assert table.seat == 2
    assert (table.cards("stock"), table.cards("pile")) == (["JD", "QD", "KD"], ["3S"])


def test_bing_53_a_turn_that_finds_a_stock_leaves_the_pile_alone() -> None:
    table = Table(2, hand={1: "3S", 2: "3D"}, pile="KD QD", stock="9C", step="stock_used_up")
    assert table.cards("pile") == ["KD", "QD"]
    assert dict(table.view(0).variables)["recycled"] == (0,)


@pytest.mark.parametrize(
    ("recycles", "recycled", "ends"),
    [
        ("unlimited", 0, False),
        ("unlimited", 500, False),
        (0, 0, True),
        (1, 0, False),
        (1, 1, True),
        (3, 2, False),
        (3, 3, True),
    ],
)
def test_bing_52_and_53_after_the_agreed_number_the_hand_ends_and_all_count(
    recycles: str | int, recycled: int, ends: bool
) -> None:
    """The other one holds all that is left; seat 1 counts 3 + 4 + 5."""
    table = empty_stock({"recycles": recycles}, recycled)
    assert table.over == ends
    if ends:
        assert table.cards("stock") == [] and table.cards("pile") == ["KD", "QD", "6H", "JD"]
        assert table.points[0] == 12 and table.points[1] > 500
    else:
        assert table.cards("pile") == ["KD"]


def test_bing_52_how_often_the_pile_was_turned_over_is_counted_anew_in_every_hand() -> None:
    """All leave here; so the first hand ends by going out and the count starts again."""
    table = Table(
        3,
        {"recycles": 1},
        hand={1: "6S", 2: "4D", 3: "5D"},
        opened=[1],
        melds=[RUN],
        pile="3H",
        recycled=1,
        goes_on=True,
    )
    table.do("add 6S to m1")
    assert table.state.round == 2
    assert dict(table.view(0).variables)["recycled"] == (0,)


def only_draws(options: Options, players: int = 2) -> Match:
    """The first hand, everybody drawing and throwing the drawn card."""
    match = Match(SPEC, seed=5, engine=engine(players, options))
    match.apply("put_back")
    while not match.rounds:
        before = match.view(match.seat).hand
        match.apply("draw")
        after = list(match.view(match.seat).hand)
        for face in before:
            after.remove(face)
        match.apply(f"discard {match.engine.deck.text(after[0])}")
    return match


@pytest.mark.parametrize("turns", [1, 7])
def test_bing_54_a_hand_ends_after_so_many_turns_each_and_all_count(turns: int) -> None:
    match = only_draws({"turns_per_hand": turns}, 3)
    (result,) = match.rounds
    assert result.turns == 3 * turns and result.ended_by == "limit of turns"
    assert all(points > 20 for points in result.points)  # 14 cards each


def test_bing_54_by_default_it_is_sixty_turns_each() -> None:
    match = only_draws({})
    assert match.rounds[0].turns == 120


def test_bing_52_in_play_the_hand_ends_when_the_stock_is_used_up_for_the_third_time() -> None:
    """Seven players: 5 draws use up the stock, then 5 more each time it is turned over."""
    match = only_draws({"recycles": 2}, 7)
    assert match.rounds[0].turns == 5 + 5 + 5 + 1  # the turn that finds nothing is begun
    assert match.rounds[0].ended_by != "out"
