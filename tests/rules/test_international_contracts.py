"""International Rummy: the nine contracts, and what comes down with them."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from international_table import TABLE, TWO_RUNS, Table, Value, dealt

OTHERS = {2: "2C 9C", 3: "3C JC"}
EIGHT_SPADES = "3S 4S 5S 6S 7S 8S 9S 10S KD KC 2H QS"
# for each hand: melds that are just enough, and the cards that are left of twelve
CONTRACTS: dict[int, tuple[list[str], str]] = {
    1: (["run AS 2S 3S 4S", "run 10H JH QH KH"], "2D 4C 6C 8D"),
    2: (["set 5S 5H 5D 5C", "set KS KS KH KH"], "2D 4C 7C 9D"),
    3: (["run AS 2S 3S", "run 7H 8H 9H", "run QD KD AD"], "3C 5D 10C"),
    4: (["set 5S 5H 5D", "set 9S 9S 9C", "set KS KH KD"], "3C 6D JC"),
    5: (["run 7H 8H 9H 10H", "set 5S 5H 5D", "set KS KH KD"], "3C 6D"),
    6: (["run 7H 8H 9H 10H", "run AS 2S 3S 4S", "set KD KC KC"], "6D"),
    7: (["run 7H 8H 9H", "run AS 2S 3S", "set KD KD KC KC"], "6D 10C"),
    8: (["set 5S 5H 5D 5C", "set KS KS KH KH", "run 7H 8H 9H"], "2D"),
    9: (["run 7H 8H 9H 10H", "run AS 2S 3S 4S", "run JD QD KD AD"], ""),
}
SIZES = {1: 8, 2: 8, 3: 9, 4: 9, 5: 10, 6: 11, 7: 10, 8: 11, 9: 12}


def with_cards(
    cards: str, number: int = 1, options: Mapping[str, Value] | None = None, **more: object
) -> Table:
    """Seat 1 has drawn and holds these cards in the hand of this number."""
    hand = {1: cards, **OTHERS}
    return Table(3, options, step="lay", hand=hand, number=number, **more)  # type: ignore[arg-type]


def cards_of(melds: list[str]) -> str:
    """The cards of melds."""
    return " ".join(meld.partition(" ")[2] for meld in melds)


def laid(table: Table, melds: list[str]) -> Table:
    """Lay the contract, meld by meld."""
    return table.do("open", *(f"open {meld}" for meld in melds))


@pytest.mark.parametrize("number", list(CONTRACTS))
def test_int_10_each_hand_has_its_own_contract(number: int) -> None:
    """INT-18: and it takes as many cards as it must, out of eleven and one."""
    melds, left = CONTRACTS[number]
    cards = cards_of(melds)
    assert len(cards.split()) == SIZES[number] <= 12
    table = laid(with_cards(f"{cards} {left}", number), melds)
    assert len(table.melds) == len(melds)
    assert table.value("down", 1) == 1
    if number != 9:
        assert table.cards("hand", 1) == sorted(left.split())
        assert table.may_throw == set(left.split())


@pytest.mark.parametrize("number", list(CONTRACTS))
def test_int_10_the_melds_of_another_hand_are_not_enough(number: int) -> None:
    """One card taken out of the smallest meld, which is replaced by one that fits nowhere."""
    melds, left = CONTRACTS[number]
    for gone in range(len(melds)):
        kind, *cards = melds[gone].split()
        rest = [*melds[:gone], " ".join([kind, *cards[1:]]), *melds[gone + 1 :]]
        table = with_cards(f"{cards_of(rest)} {left} 6H 3H", number)
        assert "open" not in table.legal, (number, gone)


def test_int_10_the_number_of_the_hand_picks_the_contract() -> None:
    """Two runs of four are the contract of hand one only."""
    melds, left = CONTRACTS[1]
    can = [n for n in range(1, 10) if "open" in with_cards(f"{cards_of(melds)} {left}", n).legal]
    assert can == [1]


def test_int_11_nothing_else_can_be_done_until_the_contract_lies_there() -> None:
    melds, left = CONTRACTS[5]
    table = with_cards(f"{cards_of(melds)} {left}", 5).do("open", f"open {melds[1]}")
    assert all(text.startswith("open ") for text in table.legal)
    for text in ("done", "add 6D to m1", f"discard {left.split()[0]}"):
        table.refuses(text)


def test_int_11_exactly_so_many_melds() -> None:
    """Three runs of four would be there; after two the contract is complete."""
    cards = "AS 2S 3S 4S 10H JH QH KH 6D 7D 8D 9D KC"
    table = laid(with_cards(cards), ["run AS 2S 3S 4S", "run 6D 7D 8D 9D"])
    assert len(table.melds) == 2
    table.refuses("open run 10H JH QH KH")
    table.refuses("meld run 10H JH QH KH")


def test_int_11_a_meld_is_never_smaller_than_the_contract_says() -> None:
    table = with_cards("AS 2S 3S 4S 10H JH QH KH 6D 7D 9D KC").do("open")
    table.refuses("open run AS 2S 3S")
    assert table.allows("open run AS 2S 3S 4S")


def test_int_11_cards_on_the_table_do_not_help_the_contract() -> None:
    """INT-32: 10C would fit the run of clubs, but nobody adds before being down."""
    table = with_cards("10C JC QC KC 2H 3H 4H 9D", melds=TABLE, down=[2])
    assert "open" not in table.legal
    table.refuses("add 10C to m1")


def test_int_12_in_hand_nine_the_contract_must_empty_the_hand() -> None:
    melds, _ = CONTRACTS[9]
    left = with_cards(f"{cards_of(melds)} 6C", 9)
    assert "open" not in left.legal
    table = laid(with_cards(cards_of(melds), 9), melds)
    assert table.cards("hand", 1) == []
    assert table.seat == 2 and not table.over


def test_int_12_cards_laid_off_in_the_same_turn_count() -> None:
    """JH fits the run of hearts: as part of the contract, or laid off after it."""
    melds, _ = CONTRACTS[9]
    long = with_cards(f"{cards_of(melds)} JH", 9)
    laid(long, ["run 7H 8H 9H 10H JH", *melds[1:]])
    assert long.cards("hand", 1) == []
    short = laid(with_cards(f"{cards_of(melds)} JH", 9), melds)
    assert short.legal == ["add JH to m1"]
    short.do("add JH to m1")
    assert short.cards("hand", 1) == [] and short.seat == 2


def test_int_12_nothing_is_discarded_in_hand_nine_by_who_is_down() -> None:
    """The thirteenth card cannot be thrown to get rid of it."""
    melds, _ = CONTRACTS[9]
    table = with_cards(f"{cards_of(melds)} 6C", 9)
    assert table.legal == [f"discard {c}" for c in sorted_as_listed(table)]
    table.do("discard 6C")
    assert table.seat == 2


def sorted_as_listed(table: Table) -> list[str]:
    """The cards of seat 1 in the order of faces."""
    deck = table.engine.deck
    return [deck.text(face) for face in sorted(set(table.view(1).hand))]


def test_int_13_after_the_contract_only_single_cards() -> None:
    cards = "KS KH KD 2H 9S 10C"
    table = with_cards(cards, melds=TWO_RUNS, down=[1])
    assert table.legal == ["add 10C to m1", "done"]
    table.refuses("meld set KS KH KD")
    table = with_cards(cards, melds=TWO_RUNS, down=[1], options={"new_melds": True})
    assert table.allows("meld set KS KH KD")


def test_int_13_new_melds_come_after_the_contract_even_by_option() -> None:
    cards = "KS KH KD AS 2S 3S 4S 10H JH QH KH 5D"
    table = with_cards(cards, options={"new_melds": True})
    table.refuses("meld set KS KH KD")
    laid(table, ["run AS 2S 3S 4S", "run 10H JH QH KH"]).do("meld set KS KH KD")
    assert table.melds[2] == "set KS KH KD"


def test_int_14_and_91_two_runs_that_touch_are_two_if_laid_apart() -> None:
    table = with_cards(EIGHT_SPADES)
    laid(table, ["run 3S 4S 5S 6S", "run 7S 8S 9S 10S"])
    assert table.melds == ["run 3S 4S 5S 6S", "run 7S 8S 9S 10S"]
    assert table.cards("hand", 1) == sorted(["KD", "KC", "2H", "QS"])


def test_int_14_and_91_one_run_of_eight_is_not_two() -> None:
    table = with_cards(EIGHT_SPADES).do("open")
    table.refuses("open run 3S 4S 5S 6S 7S 8S 9S 10S")
    table.refuses("open run 3S 4S 5S 6S 7S")  # only three would be left
    table.do("open run 3S 4S 5S 6S")
    assert table.legal == ["open run 7S 8S 9S 10S"]


def test_int_14_and_91_by_option_touching_runs_are_no_contract() -> None:
    table = with_cards(EIGHT_SPADES, options={"touching_runs": "forbidden"})
    assert "open" not in table.legal


def test_int_14_forbidden_is_one_suit_only_and_a_gap_is_enough() -> None:
    options: dict[str, Value] = {"touching_runs": "forbidden"}
    two_suits = with_cards("3S 4S 5S 6S 7H 8H 9H 10H KD KC 2H QS", options=options)
    laid(two_suits, ["run 3S 4S 5S 6S", "run 7H 8H 9H 10H"])
    gap = with_cards("3S 4S 5S 6S 8S 9S 10S JS KD KC 2H QD", options=options)
    laid(gap, ["run 3S 4S 5S 6S", "run 8S 9S 10S JS"])
    equal = with_cards("3S 4S 5S 6S 3S 4S 5S 6S KD KC 2H QD", options=options)
    laid(equal, ["run 3S 4S 5S 6S", "run 3S 4S 5S 6S"])
    crossing = with_cards("3S 4S 5S 6S 5S 6S 7S 8S KD KC 2H QD", options=options)
    laid(crossing, ["run 3S 4S 5S 6S", "run 5S 6S 7S 8S"])


def test_int_14_forbidden_holds_for_jokers_in_their_places_and_for_fourteen_cards() -> None:
    options: dict[str, Value] = {"touching_runs": "forbidden"}
    table = with_cards("3S 4S 5S JOK 7S 8S 9S 10S KD KC 2H QD", options=options)
    table.do("open", "open run 3S 4S 5S JOK(2S)")
    assert table.allows("open run 7S 8S 9S 10S")  # the joker as 6S would have joined them
    cards = "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS"
    table = with_cards(cards, options=options).do("open", "open run AS 2S 3S 4S 5S 6S 7S")
    table.refuses("open run 8S 9S 10S JS QS KS AS")
    assert table.allows("open run 9S 10S JS QS KS AS")


@pytest.mark.parametrize(("number", "meld"), [(5, 0), (6, 2), (7, 1), (8, 2)])
def test_int_15_melds_of_hands_five_to_eight_may_be_longer_too(number: int, meld: int) -> None:
    melds, left = CONTRACTS[number]
    more = {"run 7H 8H 9H 10H": "JH", "set KD KC KC": "KH", "run AS 2S 3S": "4S"}
    longer = {**more, "run 7H 8H 9H": "10H"}[melds[meld]]
    cards = f"{cards_of(melds)} {longer} {left}"
    table = with_cards(cards, number)
    laid(table, [*melds[:meld], f"{melds[meld]} {longer}", *melds[meld + 1 :]])
    assert table.cards("hand", 1) == sorted(left.split())


def test_int_16_two_sets_of_one_rank() -> None:
    cards = "7S 7S 7H 7H 7D 7D 7C 7C 2H 9C QS 4D"
    table = laid(with_cards(cards, 2), ["set 7S 7S 7H 7H", "set 7D 7D 7C 7C"])
    assert len(table.melds) == 2
    forbidden: dict[str, Value] = {"same_rank_sets": "forbidden"}
    assert "open" not in with_cards(cards, 2, forbidden).legal
    other = with_cards("7S 7S 7H 7H 8D 8D 8C 8C 2H 9C QS 4D", 2, forbidden)
    laid(other, ["set 7S 7S 7H 7H", "set 8D 8D 8C 8C"])


def test_int_16_forbidden_is_asked_within_one_contract_only() -> None:
    """Sevens of another player lie there already; and runs have no rank to compare."""
    forbidden: dict[str, Value] = {"same_rank_sets": "forbidden"}
    cards = "7S 7S 7H 7H 8D 8D 8C 8C 2H 9C QS 4D"
    table = with_cards(cards, 2, forbidden, melds=["set 7D 7D 7C 7C by 2"], down=[2])
    laid(table, ["set 7S 7S 7H 7H", "set 8D 8D 8C 8C"])
    runs = with_cards("3S 4S 5S 6S 3H 4H 5H 6H 2D", 1, forbidden)
    laid(runs, ["run 3S 4S 5S 6S", "run 3H 4H 5H 6H"])


def test_int_17_by_option_cards_stay_in_hand_and_are_never_thrown() -> None:
    options: dict[str, Value] = {"ninth_hand": "no_discard"}
    melds, _ = CONTRACTS[9]
    table = Table(
        3,
        options,
        step="lay",
        number=9,
        hand={1: f"{cards_of(melds)} 6C", 2: "2C KD", 3: "3C KS"},
        stock="5C 8C 9D 6H JH",
    )
    laid(table, melds)
    assert table.seat == 2 and table.cards("hand", 1) == ["6C"]  # no discard in that turn
    table.do("2: draw", "2: discard KD", "3: draw", "2: decline", "3: discard KS")
    table.do("1: draw", "2: decline", "3: decline")  # 9D fits nowhere and may not be thrown
    assert table.seat == 2 and table.cards("hand", 1) == ["6C", "9D"]
    table.do("2: draw", "3: decline")
    assert table.may_throw == {"5C", "2C"}  # 6H fits; who is not down throws as always


def test_int_17_by_option_a_player_goes_out_by_laying_off_only() -> None:
    options: dict[str, Value] = {"ninth_hand": "no_discard"}
    table = Table(
        3,
        options,
        number=9,
        melds=TWO_RUNS,
        down=[1],
        hand={1: "10C", 2: "2C KD", 3: "3C KS"},
        stock="JC 8H 9D",
    )
    table.do("draw", "add 10C to m1", "add JC to m1")
    assert table.value("went_out", 1) == 1 and table.seat == 2


def test_int_17_by_default_nobody_is_down_in_hand_nine_with_cards() -> None:
    melds, _ = CONTRACTS[9]
    for extra in ("6C", "2D"):
        assert "open" not in with_cards(f"{cards_of(melds)} {extra}", 9).legal


def test_int_18_any_contract_can_be_laid_in_the_first_turn() -> None:
    """Eleven cards dealt and one drawn: 12 in hand nine, all of them melded."""
    cards = cards_of(CONTRACTS[9][0]).split()
    others = ["2C", "4C", "6C", "8C", "10C", "QC", "2H", "4H", "6S", "8S", "10S"]
    third = ["3C", "5C", "7C", "9C", "JC", "KC", "3H", "5H", "6S", "8S", "QS"]
    order = [card for trio in zip(cards[:11], others, third, strict=True) for card in trio]
    match = dealt(" ".join([*order, "9S", cards[11]]))
    match.state.round, match.state.played = 9, 8
    match.apply("leave_it")
    match.apply("draw")
    for _ in range(2):
        match.apply("decline")
    match.apply("open")
    for meld in CONTRACTS[9][0]:
        match.apply(f"open {meld}")
    assert match.view(1).hand == ()


def test_int_92_hand_five_with_a_twin_and_jokers() -> None:
    cards = "AH 2H JOK 4H 9S 9S 9D KC JOK JOK {} 7C"
    melds = ["run AH 2H JOK(3H) 4H", "set 9S 9S 9D", "set KC JOK(K) JOK(K)"]
    table = laid(with_cards(cards.format("5D"), 5), melds)
    assert table.legal == ["discard 5D", "discard 7C"]
    table.do("discard 7C")
    assert table.engine.deck.points_of[table.engine.deck.parse(table.cards("hand", 1)[0])] == 5
    table = laid(with_cards(cards.format("5H"), 5), melds)
    assert table.legal == ["add 5H to m1", "done"]
    table.do("done")
    assert table.legal == ["discard 7C"]


def test_int_97_hand_nine_after_a_purchase() -> None:
    whole = "3S 4S 5S 6S 7S 9H 10H JH QH AD 2D 3D 4D 5D"
    melds = ["run 3S 4S 5S 6S 7S", "run 9H 10H JH QH", "run AD 2D 3D 4D 5D"]
    assert len(whole.split()) == 11 + 2 + 1
    table = laid(with_cards(whole, 9), melds)
    assert table.value("went_out", 1) == 1
    cards = "3S 4S 5S 6S 9H 10H JH QH AD 2D 3D 4D 5D KC"
    assert "open" not in with_cards(cards, 9).legal
    stays = with_cards(cards, 9, {"ninth_hand": "no_discard"})
    laid(stays, ["run 3S 4S 5S 6S", *melds[1:]])
    assert stays.cards("hand", 1) == ["KC"] and stays.seat == 2
