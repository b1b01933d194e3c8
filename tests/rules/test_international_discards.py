"""International Rummy: cards that fit on the table are not thrown, or are called."""

from __future__ import annotations

import pytest
from international_table import TABLE, TWO_RUNS, Table, Value

CALLABLE: dict[str, Value] = {"fitting_discards": "callable"}
FREE: dict[str, Value] = {"joker_discard": "free"}
SOME = "10C 5C 4C JOK JC 10D QH"
OTHERS = {2: "2H KD", 3: "3H KS"}
STOCK = "7H 8H 9D 10S"


def discard(
    cards: str,
    options: dict[str, Value] | None = None,
    *,
    down: bool = False,
    step: str = "discard",
    **more: object,
) -> Table:
    """Seat 1 holds these cards after the draw; TABLE belongs to seat 2."""
    seats = [1, 2] if down else [2]
    hand = {1: cards, **OTHERS}
    more.setdefault("melds", TABLE)
    more.setdefault("stock", STOCK)
    return Table(3, options, step=step, hand=hand, down=seats, **more)  # type: ignore[arg-type]


def test_int_50_and_94_what_fits_is_not_thrown_by_a_player_who_is_not_down() -> None:
    """10C and 5C fit the run, fours the set, the joker both."""
    table = discard(SOME)
    assert table.may_throw == {"JC", "10D", "QH"}
    for card in ("10C", "5C", "4C", "JOK"):
        assert "[turn.discard.cards]" in table.refuses(f"discard {card}")


def test_int_50_own_melds_count_as_well() -> None:
    table = discard("10C KH 2D", down=True, melds=TWO_RUNS)
    assert table.may_throw == {"KH", "2D"}


def test_int_50_without_melds_on_the_table_anything_goes() -> None:
    assert discard(SOME, melds=()).may_throw == set(SOME.split())


def test_int_50_a_hand_of_fitting_cards_only() -> None:
    """Any of them goes, the joker too; one card more that does not fit, and it must go."""
    assert discard("10C 5C 4C JOK").may_throw == {"10C", "5C", "4C", "JOK"}
    assert discard("10C 5C 4C JOK QH").may_throw == {"QH"}


def test_int_50_the_thrown_card_that_fits_lies_on_the_pile_then() -> None:
    table = discard("10C 5C 4C").do("discard 10C")
    assert table.cards("pile") == ["10C"]
    assert table.seat == 2


def test_int_52_and_95_a_player_who_is_down_has_no_such_way_out() -> None:
    """10C and JC: throw JC, or lay off both; 10C is never thrown."""
    table = discard("10C JC", down=True, step="lay")
    assert table.legal == ["add 10C to m1", "done"]
    table.do("done")
    assert table.legal == ["discard JC"]
    table.refuses("discard 10C")
    assert table.do("discard JC").cards("hand", 1) == ["10C"]
    table = discard("10C JC", down=True, step="lay").do("add 10C to m1")
    assert table.legal == ["add JC to m1"]  # it fits now, and `done` would lead nowhere
    table.refuses("discard JC")
    table.do("add JC to m1")
    assert table.value("went_out", 1) == 1 and table.seat == 2 and table.cards("pile") == []


def test_int_52_only_fitting_cards_are_laid_off_until_one_does_not_fit() -> None:
    """4C goes on the set, or 5C on the run; at the end no card, or one that does not fit."""
    table = discard("4C 5C", down=True, step="lay")
    assert "done" not in table.legal
    table.do("add 5C to m1")
    # 4C fits the set and now the run as well
    assert table.legal == ["add 4C to m1", "add 4C to m2"]
    table.do("add 4C to m2")
    assert table.value("went_out", 1) == 1


def test_int_52_what_fits_is_judged_when_the_card_is_thrown() -> None:
    """A card that does not fit before the contract is laid may fit then, and the reverse."""
    cards = "3S 4S 5S 6S 7H 8H 9H 10H JH KD 2C"
    table = Table(step="lay", hand={1: cards, 2: "2H", 3: "3H"})
    assert "discard JH" not in table.legal
    table.do("open", "open run 3S 4S 5S 6S", "open run 7H 8H 9H 10H", "done")
    assert table.may_throw == {"KD", "2C"}
    full = "run AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS by 2"
    table = Table(
        step="lay", melds=[full, TABLE[0]], down=[1, 2], hand={1: "KS KS 2H", 2: "2H", 3: "3H"}
    )
    table.do("add KS to m1", "1: discard KS")  # thirteen cards: nothing fits any more
    assert table.cards("pile") == ["KS"]


@pytest.mark.parametrize(
    ("melds", "thrown"),
    [
        ((), True),
        (TABLE, False),
        (("run AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS by 2",), True),
        (("set 4S 4H 4D by 2",), False),
    ],
)
def test_int_53_a_joker_fits_wherever_it_could_be_laid_off(
    melds: tuple[str, ...], thrown: bool
) -> None:
    assert ("JOK" in discard("JOK QH 2D", melds=melds).may_throw) == thrown
    assert "JOK" in discard("JOK QH 2D", FREE, melds=melds).may_throw


def test_int_53_and_94_by_option_a_joker_may_go() -> None:
    assert discard(SOME, FREE).may_throw == {"JC", "10D", "QH", "JOK"}


def test_int_53_a_free_joker_is_no_fitting_card() -> None:
    """With a joker to throw, fitting cards are kept; and who is down may throw it."""
    assert discard("10C 5C 4C JOK", FREE).may_throw == {"JOK"}
    table = discard("10C JOK", FREE, down=True, step="lay")
    table.do("done")
    assert table.may_throw == {"JOK"}


def test_int_51_refused_means_that_it_is_no_legal_action() -> None:
    table = discard(SOME)
    assert "discard 10C" not in table.legal
    assert "10C" in table.refuses("discard 10C")


def test_int_51_callable_means_that_it_can_be_thrown() -> None:
    assert discard(SOME, CALLABLE).may_throw == set(SOME.split())


def test_int_51_each_other_player_is_asked_in_turn_order_before_anything_else() -> None:
    """INT-54: the next player acts only after that. Who is down may call as well."""
    table = discard(SOME, CALLABLE).do("discard 10C")
    assert (table.seat, table.legal) == (2, ["call", "let_it_lie"])
    table.do("2: let_it_lie")
    assert (table.seat, table.legal) == (3, ["call", "let_it_lie"])
    table.do("3: let_it_lie")
    assert table.cards("pile") == ["10C"]
    assert (table.seat, table.legal) == (2, ["take", "draw"])


def test_int_51_nobody_is_asked_about_a_card_that_fits_nowhere() -> None:
    table = discard(SOME, CALLABLE).do("discard QH")
    assert (table.seat, table.legal) == (2, ["take", "draw"])
    free = discard(SOME, {**CALLABLE, **FREE}).do("discard JOK")
    assert (free.seat, free.legal) == (2, ["take", "draw"])
    joker = discard(SOME, CALLABLE).do("discard JOK")
    assert (joker.seat, joker.legal) == (2, ["call", "let_it_lie"])


def test_int_51_and_54_a_called_card_goes_back_and_another_is_thrown() -> None:
    table = discard(SOME, CALLABLE, pile="9S").do("discard 10C", "2: call")
    assert table.seat == 1
    assert table.legal == ["discard_another QH", "discard_another 10D", "discard_another JC"]
    for card in ("10C", "5C", "4C", "JOK"):
        table.refuses(f"discard_another {card}")
    table.do("discard_another QH")
    assert table.cards("pile") == ["QH", "9S"]
    assert table.cards("hand", 1) == sorted(["10C", "5C", "4C", "JOK", "JC", "10D"])
    assert table.cards("called", 1) == []
    assert table.seat == 2 and table.legal == ["take", "draw"]


def test_int_54_the_second_discard_may_fit_if_all_others_do() -> None:
    """It is not called again."""
    table = discard("10C 5C 4C", CALLABLE).do("discard 10C", "2: call")
    assert table.legal == ["discard_another 4C", "discard_another 5C"]
    table.do("discard_another 5C")
    assert table.seat == 2 and table.legal == ["take", "draw"]
    assert table.cards("hand", 1) == sorted(["10C", "4C"])


def test_int_54_a_free_joker_may_be_the_second_discard() -> None:
    table = discard("10C 5C JOK", {**CALLABLE, **FREE}).do("discard 10C", "2: call")
    assert table.legal == ["discard_another JOK"]


def test_int_51_a_player_who_is_down_has_it_laid_off_and_throws_nothing_else() -> None:
    """The first caller decides; seat 3 is not asked any more."""
    table = discard("10C QH", CALLABLE, down=True, pile="9S").do("discard 10C")
    assert table.legal == ["call_onto 10C to m1", "let_it_lie"]
    table.do("2: call_onto 10C to m1")
    assert table.melds[0] == "run 6C 7C 8C 9C 10C"
    assert table.cards("pile") == ["9S"]
    assert table.cards("hand", 1) == ["QH"]
    assert table.seat == 2 and table.legal == ["take", "draw"]


def test_int_54_the_caller_names_the_meld_and_the_place() -> None:
    table = discard("JOK QH", CALLABLE, down=True).do("discard JOK")
    assert table.legal == [
        "call_onto JOK(5C) to m1",
        "call_onto JOK(10C) to m1",
        "call_onto JOK(4) to m2",
        "let_it_lie",
    ]
    table.do("2: let_it_lie", "3: call_onto JOK(5C) to m1")
    assert table.melds[0] == "run JOK(5C) 6C 7C 8C 9C"


def test_int_54_a_called_last_card_is_going_out_without_a_discard() -> None:
    table = discard("10C", CALLABLE, down=True).do("discard 10C", "2: call_onto 10C to m1")
    assert table.value("went_out", 1) == 1
    assert not table.over and table.seat == 2


def test_int_51_uncalled_the_last_card_ends_the_hand_at_once() -> None:
    table = discard("10C", CALLABLE, down=True).do("discard 10C", "2: let_it_lie")
    assert not table.over
    table.do("3: let_it_lie")
    assert table.over and table.ended_by == "out"
    quiet = discard("QH", CALLABLE, down=True).do("discard QH")
    assert quiet.over and quiet.ended_by == "out"


def test_int_51_and_35_the_card_just_taken_is_not_the_second_discard_either() -> None:
    options: dict[str, Value] = {**CALLABLE, "discard_taken": False}
    table = Table(
        3, options, hand={1: "10C 5C KH", **OTHERS}, pile="QH", stock=STOCK, melds=TABLE, down=[2]
    )
    table.do("take")
    assert table.may_throw == {"10C", "5C", "KH"}
    table.do("discard 10C", "2: call")
    assert table.legal == ["discard_another KH"]


def test_int_51_with_callable_who_is_down_need_not_lay_off_everything() -> None:
    """INT-52 is about discards that are refused; here 10C can be thrown."""
    table = discard("10C JC", CALLABLE, down=True, step="lay").do("done")
    assert table.may_throw == {"10C", "JC"}
