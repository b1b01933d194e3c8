"""International Rummy: the draw, laying off, the discard and going out."""

from __future__ import annotations

from international_table import TABLE, TWO_RUNS, Table, Value

HANDS = {1: "2C 9S", 2: "3C 10S", 3: "4D JS"}
KEEP: dict[str, Value] = {"discard_taken": False}


def test_int_30_the_turn_begins_with_the_upcard_or_the_stock() -> None:
    table = Table(hand=HANDS, pile="QH 3D", stock="5S 6H")
    assert table.legal == ["take", "draw"]
    table.do("take")
    assert table.cards("hand", 1) == sorted(["2C", "9S", "QH"])
    assert table.cards("pile") == ["3D"]
    table = Table(hand=HANDS, pile="QH 3D", stock="5S 6H").do("draw", "2: decline", "3: decline")
    assert table.cards("hand", 1) == sorted(["2C", "9S", "5S"])
    assert table.cards("pile") == ["QH", "3D"]


def test_int_30_only_the_top_of_the_pile_is_in_reach_and_in_sight() -> None:
    table = Table(hand=HANDS, pile="QH 3D", stock="5S 6H")
    pile, stock = table.view(1).zone("pile"), table.view(1).zone("stock")
    assert pile.count == 2 and pile.cards is not None and len(pile.cards) == 1
    assert stock.cards is None
    table.refuses("take 3D")


def test_int_31_nothing_is_laid_before_the_draw() -> None:
    cards = "3S 4S 5S 6S 7S 8S 9S 10S KD KC QS"
    table = Table(hand={1: cards, 2: "3C", 3: "4D"}, pile="QH", stock="5H 6H")
    assert table.legal == ["take", "draw"]
    table.refuses("open")
    table.do("take")
    assert "open" in table.legal
    down = Table(hand={1: "10C KS", 2: "3C", 3: "JS"}, melds=TABLE, down=[1, 2], stock="5H 6H")
    assert down.legal == ["draw"]


def test_int_32_cards_go_onto_any_meld_in_the_same_turn_and_later() -> None:
    """Melds of seats 1 and 2; seat 1 came down in this turn, seat 2 earlier."""
    cards = "3S 4S 5S 6S 7H 8H 9H 10H 10C 7S 4C KC 2H"
    table = Table(
        step="lay", hand={1: cards, 2: "JC KD QS", 3: "3H"}, stock="5H JH", melds=TABLE, down=[2]
    )
    table.do("open", "open run 3S 4S 5S 6S", "open run 7H 8H 9H 10H")
    table.do("add 10C to m1", "add 4C to m2", "add 7S to m3", "1: discard KC")
    assert table.melds[:3] == ["run 6C 7C 8C 9C 10C", "set 4S 4H 4D 4C", "run 3S 4S 5S 6S 7S"]
    table.do("2: take", "2: add JC to m1", "2: discard QS", "3: draw", "3: discard 3H")
    table.do("1: draw", "3: decline", "1: add JH to m4")
    assert table.melds[0].endswith("10C JC")


def test_int_32_who_is_not_down_adds_nothing() -> None:
    table = Table(step="lay", hand={1: "10C KH 5C", 2: "2C", 3: "3C"}, melds=TABLE, down=[2])
    assert all(text.startswith("discard") for text in table.legal)
    table.refuses("add 10C to m1")


def test_int_33_one_card_is_discarded_and_then_nothing_more_is_laid() -> None:
    table = Table(step="lay", hand={1: "10C KH 2H", 2: "2C", 3: "3C"}, melds=TABLE, down=[1, 2])
    table.do("done", "1: discard KH")
    assert table.cards("pile") == ["KH"]
    assert table.seat == 2
    assert table.cards("hand", 1) == sorted(["10C", "2H"])


def test_int_33_the_discard_is_not_left_out() -> None:
    table = Table(step="discard", hand={1: "KH 2H", 2: "2C", 3: "3C"})
    assert table.legal == ["discard 2H", "discard KH"]
    table.refuses("done")
    table.refuses("discard")
    table.refuses("discard KH 2H")


def test_int_34_the_last_card_may_be_thrown() -> None:
    table = Table(step="discard", hand={1: "KH", 2: "2C", 3: "3C"}, melds=TWO_RUNS, down=[1])
    table.do("discard KH")
    assert table.over and table.ended_by == "out"


def test_int_34_or_laid_off() -> None:
    table = Table(step="lay", hand={1: "10C", 2: "2C", 3: "3C"}, melds=TWO_RUNS, down=[1])
    table.do("add 10C to m1")
    assert table.value("went_out", 1) == 1
    assert table.seat == 2 and not table.over
    assert table.cards("pile") == []


def test_int_35_the_card_just_taken_may_be_thrown_again() -> None:
    table = Table(hand=HANDS, pile="QH 3D", stock="5S 6H").do("take")
    assert table.may_throw == {"2C", "9S", "QH"}


def test_int_35_by_option_it_may_not() -> None:
    table = Table(3, KEEP, hand=HANDS, pile="QH 3D", stock="5S 6H").do("take")
    assert table.may_throw == {"2C", "9S"}
    assert "QH" in table.refuses("discard QH")


def test_int_35_a_card_from_the_stock_may_always_be_thrown() -> None:
    table = Table(3, KEEP, hand=HANDS, pile="QH 3D", stock="5S 6H")
    table.do("draw", "2: decline", "3: decline")
    assert table.may_throw == {"2C", "9S", "5S"}


def test_int_35_a_twin_that_was_there_before_is_another_card() -> None:
    """After it is thrown the hand still holds one; it was not there, QH stays."""
    table = Table(3, KEEP, hand={**HANDS, 1: "QH 9S"}, pile="QH 3D", stock="5S 6H").do("take")
    assert table.may_throw == {"QH", "9S"}
    table.do("discard QH")
    assert table.cards("hand", 1) == sorted(["QH", "9S"])


def test_int_35_by_option_a_card_bought_earlier_may_be_thrown() -> None:
    """Seat 2 buys QH in the turn of seat 1, and draws from the stock in its own."""
    table = Table(3, KEEP, hand=HANDS, pile="QH 3D", stock="5S 6H 7D 8H")
    table.do("draw", "2: buy", "1: discard 9S", "2: draw", "3: decline", "1: decline")
    assert table.may_throw == {"3C", "10S", "QH", "5S", "7D"}


def test_int_35_and_50_of_fitting_cards_the_one_taken_is_not_thrown() -> None:
    """Everything fits but the card taken (not down): another may go, it may not."""
    table = Table(3, KEEP, hand={1: "10C 4C", 2: "2C", 3: "3C"}, melds=TABLE, pile="QH")
    table.do("take")
    assert table.may_throw == {"10C", "4C"}


def test_int_36_laying_off_is_never_compulsory_while_a_card_can_be_thrown() -> None:
    table = Table(step="lay", hand={1: "10C 4C KH", 2: "2C", 3: "3C"}, melds=TABLE, down=[1, 2])
    assert table.legal[-1] == "done"
    table.do("done")
    assert table.legal == ["discard KH"]
    table.do("discard KH")
    assert table.cards("hand", 1) == sorted(["10C", "4C"])


def test_int_37_a_card_laid_off_belongs_to_the_meld() -> None:
    """Seat 1 puts 10C on the run of seat 2; it counts for nobody, and 11 follows it."""
    table = Table(step="lay", hand={1: "10C KH", 2: "JC QD 2H", 3: "3C"}, melds=TABLE, down=[1, 2])
    table.do("add 10C to m1", "discard KH")
    assert table.over
    assert table.points[0] == 0
    table = Table(
        step="lay", hand={1: "10C KH KS", 2: "JC QD 2H", 3: "3C"}, melds=TABLE, down=[1, 2]
    )
    table.do("add 10C to m1", "discard KH", "2: take", "2: add JC to m1")
    assert table.melds[0] == "run 6C 7C 8C 9C 10C JC"
