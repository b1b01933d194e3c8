"""International Rummy: the end of a hand, its count, and the end of the match."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from international_table import SPEC, TABLE, TWO_RUNS, Table, Value, engine
from rummy.play.match import Match

REST: dict[str, Value] = {"last_turns": "rest_of_round"}
HANDS = {1: "10C", 2: "2H KD", 3: "3H KS", 4: "5H QS"}
STOCK = "7H 8H 9D 10S JH QD"


def goes_out(
    seat: int = 1,
    players: int = 3,
    options: dict[str, Value] | None = None,
    turns: dict[int, int] | None = None,
    **more: object,
) -> Table:
    """This seat lays off its last card; the others hold two each."""
    hands = dict(HANDS)
    hands[1], hands[seat] = hands[seat], hands[1]
    hand = {n: hands[n] for n in range(1, players + 1)}
    melds = [meld.replace("by 1", f"by {seat}") for meld in TWO_RUNS]
    more.setdefault("stock", STOCK)
    table = Table(
        players,
        options,
        step="lay",
        turn=seat,
        hand=hand,
        melds=melds,
        down=[seat],
        **more,  # type: ignore[arg-type]
    )
    for n, count in (turns or {}).items():
        table.state.turns[n - 1] = count
    return table.do("add 10C to m1")


def play_on(table: Table) -> list[int]:
    """Everyone draws from the stock and throws a card; who had a turn."""
    seats = []
    while not table.over:
        if table.allows("draw"):
            seats.append(table.seat)
            table.do("draw")
        elif table.allows("decline"):
            table.do("decline")
        else:
            table.do(table.legal[-1])
    return seats


def test_int_60_and_61_going_out_with_a_discard_ends_the_hand_at_once() -> None:
    hand = {1: "KC", 2: "2H KD", 3: "3H KS"}
    table = Table(step="discard", hand=hand, melds=TWO_RUNS, down=[1]).do("discard KC")
    assert table.over and table.ended_by == "out"
    assert table.points == (0, 2 + 10, 3 + 10)


def test_int_60_a_hand_goes_on_while_everybody_has_cards() -> None:
    hand = {1: "KC 9H", 2: "2H KD", 3: "3H KS"}
    table = Table(step="discard", hand=hand, melds=TWO_RUNS, down=[1]).do("discard KC")
    assert not table.over and table.seat == 2


def test_int_61_without_a_discard_all_others_have_one_more_turn() -> None:
    """Seat 2 draws 7H and throws KD, seat 3 draws 8H and throws KS: 2 + 7 and 3 + 8."""
    table = goes_out()
    assert table.value("went_out", 1) == 1
    table.do("2: draw", "2: discard KD", "3: draw", "2: decline", "3: discard KS")
    assert table.over and table.ended_by == "last_turns_over"
    assert table.points == (0, 9, 11)


@pytest.mark.parametrize("seat", [1, 2, 3, 4])
def test_int_65_exactly_one_turn_each_starting_at_the_left(seat: int) -> None:
    expected = [(seat + n) % 4 + 1 for n in range(3)]
    assert play_on(goes_out(seat, 4)) == expected


@pytest.mark.parametrize(
    ("turns", "seats"),
    [
        ({1: 4, 2: 4, 3: 4, 4: 4}, [2, 3, 4]),  # seat 1 began: all have had one turn less
        ({1: 4, 2: 4, 3: 5, 4: 5}, [2]),  # seat 3 began: only seat 2 is left in this round
        ({1: 4, 2: 5, 3: 5, 4: 5}, []),  # seat 1 was the last of the round
    ],
)
def test_int_65_by_option_only_those_with_fewer_turns(
    turns: dict[int, int], seats: list[int]
) -> None:
    """Seat 1 has finished so many turns when its next one, the fifth, takes it out."""
    assert play_on(goes_out(1, 4, REST, turns)) == seats
    assert play_on(goes_out(1, 4, None, turns)) == [2, 3, 4]


def test_int_65_who_goes_out_in_the_last_turns_changes_nothing() -> None:
    """Seat 2 throws its last card, or lays it off: seat 3 still has exactly one turn."""
    for card, texts in (("9H", ["discard 9H"]), ("JC", ["add JC to m1"])):
        table = Table(
            step="lay",
            hand={1: "10C", 2: card, 3: "3H KS"},
            melds=TABLE,
            down=[1, 2],
            stock="4C 8H 9D",
        )
        table.do("add 10C to m1")
        assert table.seat == 2
        table.do("draw", "2: add 4C to m2")
        table.do(*(f"2: {text}" for text in texts))
        assert not table.over and table.seat == 3
        table.do("3: draw")
        table.do("3: discard KS")
        assert table.over and table.ended_by == "last_turns_over"
        assert table.points == (0, 0, 3 + 8)


def test_int_65_contracts_offers_and_refusals_hold_in_the_last_turns() -> None:
    """Seat 2 lays the contract and lays off; seat 3 may buy, and may not throw what fits."""
    cards = "AS 2S 3S 4S 10H JH QH KH JC 9D"
    table = Table(
        step="lay",
        hand={1: "10C", 2: cards, 3: "3H KS"},
        melds=TWO_RUNS,
        down=[1],
        pile="6H",
        stock="6D 8H 8D 9C",
    )
    table.do("add 10C to m1", "2: draw")
    assert table.seat == 3 and table.legal == ["buy", "decline"]
    table.do("buy")  # 6H and 6D; seat 2 gets 8H
    table.do("2: open", "2: open run AS 2S 3S 4S", "2: open run 10H JH QH KH", "2: add JC to m1")
    table.do("2: discard 9D")
    table.do("3: draw")  # 8D
    assert table.may_throw == {"3H", "KS", "6H", "8D"}  # 6D fits the run of diamonds
    table.do("3: discard KS")
    assert table.over
    assert table.points == (0, 8, 3 + 6 + 6 + 8)


def test_int_66_hand_nine_is_always_followed_by_last_turns() -> None:
    """And in them a contract must empty the hand as well: KD would be left, and 9D."""
    contract = "7H 8H 9H 10H AS 2S 3S 4S JD QD KD AD"
    other = "3C 4C 5C 6C 9S 10S JS QS 6H 7H 8H 9H"
    for drawn, met in (("KC", False), ("KS", True)):
        table = Table(
            step="lay", number=9, hand={1: contract, 2: other, 3: "2C 5H"}, stock=f"{drawn} 9D 4H"
        )
        table.do("open", "open run 7H 8H 9H 10H", "open run AS 2S 3S 4S", "open run JD QD KD AD")
        assert not table.over
        table.do("2: draw")
        assert table.allows("open") == met
        if met:
            runs = ("run 3C 4C 5C 6C", "run 9S 10S JS QS KS", "run 6H 7H 8H 9H")
            table.do("open", *(f"open {run}" for run in runs))
        else:
            table.do("discard KC")
        assert table.seat == 3
        play_on(table)
        assert table.ended_by == "last_turns_over"
        assert table.points[0] == 0 and (table.points[1] == 0) == met


def test_int_62_the_pile_without_its_top_card_becomes_the_stock() -> None:
    hand = {1: "KC 9H", 2: "2H KD", 3: "3H KS"}
    table = Table(hand=hand, pile="QH 3D 4S 5S", stock="", stock_is_all=True)
    assert sorted(table.cards("stock")) == sorted(["3D", "4S", "5S"])
    assert table.cards("pile") == ["QH"]
    assert table.legal == ["take", "draw"]
    assert table.value("recycled") == 1


def test_int_62_the_new_stock_is_shuffled_by_the_seed() -> None:
    hand = {1: "KC 9H", 2: "2H KD", 3: "3H KS"}
    pile = "QH AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS"
    table = Table(hand=hand, pile=pile, stock="", stock_is_all=True)
    again = Table(hand=hand, pile=pile, stock="", stock_is_all=True)
    assert table.cards("stock") == again.cards("stock")
    assert table.cards("stock") not in (pile.split()[1:], pile.split()[:0:-1])


@pytest.mark.parametrize("pile", ["", "QH"])
def test_int_62_and_63_with_nothing_to_draw_the_hand_ends_and_all_count(pile: str) -> None:
    """The single upcard is not offered."""
    hand = {1: "KC 9H", 2: "2H KD", 3: "3H KS"}
    table = Table(hand=hand, pile=pile, stock="", stock_is_all=True)
    assert table.over
    assert table.points == (19, 12, 13)


def test_int_63_a_stock_is_made_at_the_start_of_a_turn_only() -> None:
    """Seat 1 takes the last card; the stock is empty until the turn of seat 2 begins."""
    hand = {1: "KC 9H", 2: "2H KD", 3: "3H KS"}
    table = Table(hand=hand, pile="QH 3D 4S", stock="5S", stock_is_all=True).do("draw")
    assert table.seat == 1  # one card: nobody could buy
    assert table.cards("stock") == [] and table.cards("pile") == ["QH", "3D", "4S"]
    table.do("discard KC")
    assert table.seat == 2
    assert table.cards("pile") == ["KC"]
    assert sorted(table.cards("stock")) == sorted(["QH", "3D", "4S"])


def test_int_63_two_cards_are_enough_for_an_offer() -> None:
    hand = {1: "KC 9H", 2: "2H KD", 3: "3H KS"}
    table = Table(hand=hand, pile="QH 3D", stock="5S 6S", stock_is_all=True)
    table.do("draw", "2: buy")
    assert "5S" in table.cards("hand", 2) and "6S" in table.cards("hand", 1)
    assert table.cards("stock") == []


@pytest.mark.parametrize(("recycles", "had", "over"), [(3, 2, False), (3, 3, True), (0, 0, True)])
def test_int_64_the_stock_is_renewed_so_often_and_no_more(
    recycles: int, had: int, over: bool
) -> None:
    hand = {1: "KC 9H", 2: "2H KD", 3: "3H KS"}
    table = Table(
        3,
        {"recycles": recycles},
        hand=hand,
        pile="QH 3D 4S 5S",
        stock="",
        stock_is_all=True,
        values={("recycled", 0): had},
    )
    assert table.over == over
    if over:
        assert table.points == (19, 12, 13)


def test_int_64_so_many_turns_each() -> None:
    hand = {1: "KC 9H", 2: "2H KD", 3: "3H KS"}
    for turns in (1, 2):
        table = Table(3, {"turns_per_hand": turns}, hand=hand, stock="4S 5D 6H 7H 8C 9D 10C")
        assert play_on(table) == [1, 2, 3] * turns
        assert table.ended_by == "limit of turns"


def test_int_64_the_defaults() -> None:
    rules = engine().rules
    assert rules.options["recycles"] == 3 and rules.options["turns_per_hand"] == 100


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("2S 3S 4S 5S 6S 7S 8S 9S 10S", 54),
        ("JS QH KD", 30),
        ("AS", 15),
        ("AS 2S 3S", 20),  # an ace is 15 also beside a two
        ("JOK JOK", 100),
        ("KS 9D AH AC 2S JOK", 101),
    ],
)
def test_int_70_and_96_cards_left_in_hand(cards: str, points: int) -> None:
    """The last of them is INT-96."""
    hand = {1: "KC", 2: cards, 3: "3H"}
    table = Table(step="discard", hand=hand, melds=TWO_RUNS, down=[1]).do("discard KC")
    assert table.points == (0, points, 3)


def test_int_70_melded_cards_count_nothing() -> None:
    hand = {1: "KC", 2: "2H", 3: "3H"}
    melds = [*TWO_RUNS, "set AS AH AD by 2", "run JOK(JS) QS KS by 2"]
    table = Table(step="discard", hand=hand, melds=melds, down=[1, 2]).do("discard KC")
    assert table.points == (0, 2, 3)


def last_hand(
    seed: int,
    wanted: Callable[[tuple[int, ...]], tuple[int, ...]],
    options: dict[str, Value] | None = None,
) -> Match:
    """The ninth hand, of one turn each, with the totals wanted for its points afterwards."""
    made = engine(3, {"turns_per_hand": 1, **(options or {})})
    match = Match(SPEC, seed=seed, engine=made)
    match.state.round, match.state.played = 9, 8

    def finish(match: Match) -> tuple[int, ...]:
        while not match.over:
            match.apply(match.legal()[-1])
        return match.rounds[-1].points

    points = finish(match.copy())
    totals = wanted(points)
    match.state.total = [total - grown for total, grown in zip(totals, points, strict=True)]
    assert finish(match) == points
    assert match.totals == totals and len(match.rounds) == 1
    return match


def winners(match: Match) -> list[int]:
    """The seats that have won."""
    return [seat + 1 for seat in match.winners]


LAST: dict[str, Value] = {"ties": "last_hand"}


def test_int_71_the_nine_results_are_added_and_the_lowest_total_wins() -> None:
    assert winners(last_hand(1, lambda _: (109, 102, 103))) == [2]
    assert winners(last_hand(1, lambda _: (109, 102, 99))) == [3]


def test_int_02_equal_lowest_totals_share() -> None:
    assert winners(last_hand(1, lambda _: (90, 90, 90))) == [1, 2, 3]
    assert winners(last_hand(1, lambda _: (90, 91, 90))) == [1, 3]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_int_02_by_option_the_last_hand_decides(seed: int) -> None:
    """Of those with the lowest total who had fewer points in the ninth hand; others do not count."""
    seen: list[tuple[int, ...]] = []

    def all_equal(points: tuple[int, ...]) -> tuple[int, ...]:
        seen.append(points)
        return (90, 90, 90)

    found = winners(last_hand(seed, all_equal, LAST))
    assert found == [seat + 1 for seat in range(3) if seen[0][seat] == min(seen[0])]
    two = winners(last_hand(seed, lambda _: (90, 90, 91), LAST))
    assert two == [seat + 1 for seat in range(2) if seen[0][seat] == min(seen[0][:2])]
    assert winners(last_hand(seed, lambda _: (90, 89, 91), LAST)) == [2]


def test_int_02_equal_in_the_last_hand_too_is_shared() -> None:
    """The first hand found in which two players are left with the same."""
    for seed in range(80):
        seen: list[tuple[int, ...]] = []

        def equal(points: tuple[int, ...], seen: list[tuple[int, ...]] = seen) -> tuple[int, ...]:
            seen.append(points)
            return (90, 90, 200)

        match = last_hand(seed, equal, LAST)
        if seen[0][0] == seen[0][1]:
            assert winners(match) == [1, 2]
            return
    raise AssertionError("no hand of 80 had two equal results")


@pytest.mark.parametrize("totals", [(0, 0, 0), (1, 5000, 0)])
def test_int_02_and_06_nobody_wins_before_the_ninth_hand(totals: tuple[int, int, int]) -> None:
    made = engine()
    for played in range(1, 10):
        state = made.blank(0)
        state.round = state.played = played
        state.total = list(totals)
        assert (made.outcome(state) is None) == (played < 9)
