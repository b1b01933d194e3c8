"""International Rummy: who may buy the upcard, and what it costs."""

from __future__ import annotations

import pytest
from international_table import TWO_RUNS, Table, Value

HANDS = {1: "2C 9S", 2: "3C 10S", 3: "5D JS", 4: "KD JS"}
# the runs lie in front of seat 3, who is down
MELDS = [meld.replace("by 1", "by 3") for meld in TWO_RUNS]


def four(stock: str = "5S 6H 7D", pile: str = "QH 3H", **more: object) -> Table:
    """Four players, seat 1 to draw, seat 3 is down."""
    return Table(4, hand=HANDS, stock=stock, pile=pile, melds=MELDS, down=[3], **more)  # type: ignore[arg-type]


def asked(table: Table) -> list[int]:
    """The seats that are asked one after another while everybody declines."""
    seats = []
    while table.allows("decline"):
        seats.append(table.seat)
        table.do("decline")
    return seats


def test_int_40_and_98_the_left_neighbour_is_asked_first_then_clockwise() -> None:
    """INT-43: seat 3 is down and not asked."""
    assert asked(four().do("draw")) == [2, 4]
    assert asked(four(turn=2).do("draw")) == [4, 1]
    assert asked(four(turn=4).do("draw")) == [1, 2]
    assert asked(Table(4, hand=HANDS, pile="QH", stock="5S 6H", turn=3).do("draw")) == [4, 1, 2]


def test_int_40_the_first_who_buys_has_it_and_nobody_else_is_asked() -> None:
    table = four().do("draw", "2: buy")
    assert table.seat == 1
    assert table.cards("hand", 2) == sorted(["3C", "10S", "QH", "5S"])
    assert table.cards("hand", 4) == sorted(["KD", "JS"])


def test_int_41_and_98_the_buyer_gets_two_cards_and_discards_none() -> None:
    """INT-46: the buyer's card comes off the stock first, then the player in turn draws."""
    table = four().do("draw", "2: decline", "4: buy")
    assert table.cards("hand", 4) == sorted(["KD", "JS", "QH", "5S"])
    assert table.cards("hand", 1) == sorted(["2C", "9S", "6H"])
    assert table.cards("pile") == ["3H"]
    assert table.seat == 1
    assert table.value("bought", 4) == 1 and table.value("bought", 1) == 0


def test_int_42_the_card_beneath_is_dead_for_this_turn() -> None:
    """Nobody can buy or take 3H after QH was bought; the player in turn has drawn."""
    table = four().do("draw", "2: buy")
    for text in ("take", "buy", "draw"):
        table.refuses(text)
    assert table.cards("pile") == ["3H"]
    assert len(table.cards("hand", 1)) == 3


def test_int_47_a_dead_card_is_alive_again_if_it_is_on_top() -> None:
    """Seat 2 buys QH; 9S is thrown on 3H and bought by seat 3; seat 3 then sees 3H."""
    hands = {1: "2C 9S", 2: "3C 10S", 3: "5D JS"}
    table = Table(3, hand=hands, pile="QH 3H", stock="5S 6H 7D 8D 9D KC")
    table.do("draw", "2: buy", "1: discard 9S")
    table.do("2: draw", "3: buy")
    assert table.cards("pile") == ["3H"]
    table.refuses("take")
    table.do("2: discard 10S")
    table.do("3: draw", "1: buy", "3: discard JS", "1: draw", "2: buy")
    assert table.cards("pile") == ["3H"]
    # the discard that is called back is the only other way to uncover it within a turn
    options: dict[str, Value] = {"fitting_discards": "callable"}
    table = Table(
        3,
        options,
        step="discard",
        hand={1: "10C KH", 2: "3C 10S", 3: "5H JS"},
        pile="3H",
        melds=TWO_RUNS,
        down=[1],
        stock="5S 6H",
    )
    table.do("discard 10C", "2: call_onto 10C to m1")
    assert table.seat == 2 and table.legal == ["take", "draw"]
    table.do("take")
    assert "3H" in table.cards("hand", 2)


def test_int_43_who_is_down_cannot_buy() -> None:
    hands = {1: "2C 9S", 2: "3C 10S", 3: "5H JS"}
    table = Table(3, hand=hands, pile="QH", stock="5S 6H", melds=TWO_RUNS, down=[2, 3])
    table.do("draw")
    assert table.seat == 1 and len(table.cards("hand", 1)) == 3
    assert table.value("bought", 2) == table.value("bought", 3) == 0
    assert table.cards("pile") == ["QH"]


@pytest.mark.parametrize(
    ("limit", "had", "seats"),
    [("unlimited", 500, [2, 3]), (2, 1, [2, 3]), (2, 2, [3]), (1, 1, [3]), (0, 0, [])],
)
def test_int_43_so_many_purchases_a_hand(limit: Value, had: int, seats: list[int]) -> None:
    hands = {1: "2C 9S", 2: "3C 10S", 3: "5D JS"}
    table = Table(
        3,
        {"buys_per_hand": limit},
        hand=hands,
        pile="QH",
        stock="5S 6H",
        values={("bought", 2): had},
    )
    assert asked(table.do("draw")) == seats


def test_int_44_and_98_with_one_card_in_the_stock_nobody_is_asked() -> None:
    for stock, seats in (("5S", []), ("5S 6H", [2, 4])):
        table = Table(
            4, hand=HANDS, pile="QH 3H", stock=stock, stock_is_all=True, melds=MELDS, down=[3]
        )
        table.do("draw")
        assert asked(table) == seats
        assert "5S" in table.cards("hand", 1)
        assert table.cards("pile") == ["QH", "3H"]


def test_int_45_who_left_the_upcard_draws_from_the_stock() -> None:
    table = four().do("draw", "2: decline", "4: decline")
    assert table.seat == 1
    assert table.cards("hand", 1) == sorted(["2C", "9S", "5S"])
    assert table.cards("pile") == ["QH", "3H"]
    table.refuses("take")


def test_int_45_there_is_no_offer_when_the_upcard_is_taken() -> None:
    table = four().do("take")
    assert table.seat == 1 and not table.allows("decline")
    assert [len(table.cards("hand", seat)) for seat in (1, 2, 3, 4)] == [3, 2, 2, 2]


def test_int_46_the_thrower_of_the_card_is_asked_last() -> None:
    """Seat 1 throws QH; in the turn of seat 2 the order is 3, 4, 1."""
    table = Table(4, step="discard", hand={**HANDS, 1: "2C 9S QH"}, stock="5S 6H")
    table.do("discard QH", "2: draw")
    assert asked(table) == [3, 4, 1]
    table = Table(4, step="discard", hand={**HANDS, 1: "2C 9S QH"}, stock="5S 6H")
    table.do("discard QH", "2: draw", "3: decline", "4: decline", "1: buy")
    assert "QH" in table.cards("hand", 1)


def test_int_46_a_buyer_lays_nothing_before_the_own_turn_and_draw() -> None:
    """Seat 2 holds the contract once QH is bought."""
    hands = {1: "2C 9S", 2: "9H 10H JH 2D 3D 4D 5D KC", 3: "5H JS"}
    table = Table(3, hand=hands, pile="QH", stock="5S 6H 7D").do("draw", "2: buy")
    assert table.seat == 1
    table.do("1: discard 9S")
    assert table.seat == 2 and table.legal == ["take", "draw"]
    table.do("take")
    assert "open" in table.legal


def test_int_07_and_40_no_upcard_no_offer() -> None:
    table = Table(4, hand=HANDS, stock="5S 6H").do("draw")
    assert table.seat == 1
    assert len(table.cards("hand", 1)) == 3
