"""The kinds of meld of a first game: pairs, sets, runs and four lists of six."""

from __future__ import annotations

import pytest
from meld_helpers import bag, iceberg, is_meld, texts
from rummy.melds import Shape

PAIR, SET, RUN, ODDS_SUIT, EVENS_SUIT, ODDS_COLOUR, EVENS_COLOUR = range(7)
P = iceberg(packs=2)


def points(kind: int, text: str) -> int:
    shape = P.shape(kind, P.deck.parse_many(text))
    assert shape is not None, text
    return shape.lay


def grow(kind: int, table: str, card: str) -> list[tuple[int, int]]:
    """Kinds and points that adding the card gives."""
    shape = P.shape(kind, P.deck.parse_many(table))
    assert shape is not None
    code = P.deck.parse(card)
    return [(g.shape.kind, g.points) for g in shape.growth if g.code == code]


def test_a_pair_needs_two_suits() -> None:
    """ICE-10, ICE-92: two equal cards are no pair."""
    assert is_meld(P, PAIR, "9H 9D")
    assert not is_meld(P, PAIR, "8H 8H")
    assert not is_meld(P, PAIR, "8H 9D")


def test_a_pair_grows_into_a_set_by_a_third_suit() -> None:
    """ICE-11, ICE-31: the third card on a pair earns 20."""
    assert grow(PAIR, "9H 9D", "9C") == [(SET, 20)]
    assert grow(PAIR, "9H 9D", "9H") == []
    assert grow(PAIR, "9H 9D", "10D") == []


def test_small_sets_have_every_suit_once() -> None:
    """ICE-11."""
    assert is_meld(P, SET, "8S 8H 8D")
    assert is_meld(P, SET, "8S 8H 8D 8C")
    assert not is_meld(P, SET, "8S 8H 8H")
    assert not is_meld(P, SET, "8S 8H 8D 8H")


def test_large_sets_have_all_four_suits() -> None:
    """ICE-12."""
    assert is_meld(P, SET, "8S 8H 8D 8C 8C")
    assert not is_meld(P, SET, "8S 8S 8H 8H 8D")
    assert is_meld(P, SET, "8S 8S 8H 8H 8D 8D 8C 8C")


def test_no_ace_is_in_any_meld() -> None:
    """ICE-03, ICE-04."""
    assert not is_meld(P, PAIR, "AH AD")
    assert not is_meld(P, SET, "AH AD AS")
    assert not is_meld(P, RUN, "AH 2H 3H")
    assert not is_meld(P, RUN, "QH KH AH")
    assert P.melds(bag(P, "AH AD AS AC 2H 3H")) == []


def test_runs_are_of_one_suit_without_a_gap() -> None:
    """ICE-13."""
    assert is_meld(P, RUN, "4S 5S 6S")
    assert is_meld(P, RUN, "2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS")
    assert not is_meld(P, RUN, "4S 5S 7S")
    assert not is_meld(P, RUN, "4S 5S 6H")
    assert not is_meld(P, RUN, "4S 5S 5S 6S")


@pytest.mark.parametrize(
    ("kind", "text", "worth"),
    [
        (EVENS_SUIT, "2H 4H 6H 8H 10H QH", 700),
        (EVENS_COLOUR, "2H 4D 6H 8H 10D QH", 200),
        (ODDS_COLOUR, "3S 5C 7S 9S JC KS", 300),
        (ODDS_SUIT, "3S 5S 7S 9S JS KS", 700),
    ],
)
def test_lists_of_six_earn_what_the_rules_say(kind: int, text: str, worth: int) -> None:
    """ICE-14, ICE-15, ICE-33, ICE-93: each list is exactly one kind."""
    assert points(kind, text) == worth
    found = [s for s in P.melds(bag(P, text)) if s.size == 6]
    assert [s.kind for s in found] == [kind]


def test_a_list_of_two_colours_is_no_meld() -> None:
    """ICE-93."""
    assert all(not is_meld(P, k, "3S 5H 7S 9S JS KS") for k in range(7))


def test_lists_never_grow() -> None:
    """ICE-16, ICE-93: a second 2H is refused."""
    shape = P.shape(EVENS_SUIT, P.deck.parse_many("2H 4H 6H 8H 10H QH"))
    assert shape is not None
    assert shape.growth == ()
    assert shape.grow_mask == 0


def test_points_are_those_of_card_by_card() -> None:
    """ICE-31, ICE-32, ICE-34: whole values by size."""
    worth = {3: 30, 4: 70, 5: 120, 6: 180, 7: 250, 8: 330, 9: 420, 10: 520, 11: 630, 12: 750}
    cards = [f"{rank}S" for rank in P.deck.ranks[1:]]
    for size, value in worth.items():
        assert points(RUN, " ".join(cards[:size])) == value
    assert points(PAIR, "9H 9D") == 10
    for size in worth:
        if size <= 11:
            found = grow(RUN, " ".join(cards[:size]), cards[size])
            assert found == [(RUN, 10 * (size + 1))]


def test_added_cards_earn_what_the_example_says() -> None:
    """ICE-91."""
    assert points(RUN, "4S 5S 6S 7S") == 70
    assert grow(PAIR, "9H 9D", "9C") == [(SET, 20)]
    assert grow(SET, "9H 9D 9C", "9S") == [(SET, 40)]
    assert grow(RUN, "4S 5S 6S 7S", "8S") == [(RUN, 50)]


def test_a_twin_waits_until_all_suits_lie_there() -> None:
    """ICE-18, ICE-92: 8H first is refused, after 8C it is the fifth card."""
    assert grow(SET, "8S 8H 8D", "8H") == []
    assert grow(SET, "8S 8H 8D", "8C") == [(SET, 40)]
    assert grow(SET, "8S 8H 8D 8C", "8H") == [(SET, 50)]


def test_a_run_takes_cards_at_both_ends_only() -> None:
    """ICE-13, ICE-03: nothing above the king."""
    shape = P.shape(RUN, P.deck.parse_many("JS QS KS"))
    assert shape is not None
    assert [P.deck.text(g.code) for g in shape.growth] == ["10S"]
    assert shape.grow_mask == bag(P, "10S 10S")


def test_runs_print_from_low_to_high() -> None:
    """The two stands low on the line though its face comes after the ace."""
    assert texts(P, P.melds(bag(P, "KD QD JD"))) == ["JD QD KD"]


def test_all_melds_come_sorted_by_kind_and_codes() -> None:
    """The order of legal actions."""
    hand = bag(P, "6C 7C 8C 8D 8H 9C 9D")
    found = P.melds(hand)
    assert [s.order for s in found] == sorted(s.order for s in found)
    by_hand = {
        "8C 8D",
        "8C 8H",
        "8D 8H",
        "9C 9D",
        "8C 8D 8H",
        "6C 7C 8C",
        "7C 8C 9C",
        "6C 7C 8C 9C",
    }
    named = {" ".join(sorted(P.deck.texts(s.codes).split())) for s in found}
    assert named == by_hand and len(found) == len(by_hand)


def test_leftovers_are_played_for_most_points() -> None:
    """ICE-50, ICE-94: 7C on the set earns 40, more than the run."""
    table = [P.shape(SET, P.deck.parse_many("7S 7H 7D"))]
    assert table[0] is not None
    best = P.most_points(bag(P, "6C 7C 8C"), table)
    assert (best.points, best.used, best.left) == (40, 1, 2)
    cheap = P.least_cost(bag(P, "6C 7C 8C"), table, 10)
    assert (cheap.points, cheap.left) == (30, 0)


def test_equal_points_are_played_with_most_cards() -> None:
    """ICE-94: run and pair bring 40 with all five cards; the set would be 30."""
    best = P.most_points(bag(P, "6C 7C 8C 8D 8H"), [])
    assert (best.points, best.used) == (40, 5)


def test_leftovers_go_onto_melds_and_into_new_ones() -> None:
    """ICE-95: 40 + 50 on the run, 20 on the pair, a pair of threes; the king stays."""
    table = [
        P.shape(RUN, P.deck.parse_many("5H 6H 7H")),
        P.shape(PAIR, P.deck.parse_many("JS JD")),
    ]
    assert table[0] is not None and table[1] is not None
    best = P.most_points(bag(P, "8H 9H JH 3C 3D KS"), table)
    assert (best.points, best.used, best.left) == (120, 5, 1)


def table_of(*melds: tuple[int, str]) -> list[Shape]:
    found = [P.shape(kind, P.deck.parse_many(text)) for kind, text in melds]
    assert all(found)
    return [shape for shape in found if shape is not None]


def test_two_runs_of_a_suit_on_the_table_both_grow() -> None:
    """ICE-17, ICE-31: a fourth card on each."""
    table = table_of((RUN, "3S 4S 5S"), (RUN, "9S 10S JS"))
    best = P.most_points(bag(P, "6S QS"), table)
    assert (best.points, best.used) == (80, 2)
    assert P.least_cost(bag(P, "6S QS"), table, 10)[:3] == (80, 2, 0)


def test_two_equal_runs_are_two_melds() -> None:
    """ICE-17: two packs."""
    hand = bag(P, "3S 4S 5S 3S 4S 5S")
    assert P.most_points(hand, [])[:3] == (60, 6, 0)
    assert P.least_cost(hand, [], 10)[:3] == (60, 6, 0)


def test_cards_go_where_all_suits_together_earn_most() -> None:
    """6S and 7S earn 40 each on sets, the run of diamonds 70; 8S and 9H are left."""
    table = table_of((SET, "6H 6D 6C"), (SET, "7H 7D 7C"))
    best = P.most_points(bag(P, "6S 7S 8S 9D 10D JD QD 9H"), table)
    assert (best.points, best.used, best.left) == (150, 6, 2)


def test_a_standstill_leaves_no_card_that_a_run_would_take() -> None:
    """With free cards left: the pair 10 and the other 6S on the run 40; 6S cannot stay."""
    table = table_of((RUN, "3S 4S 5S"))
    assert P.least_cost(bag(P, "6S 6S 6H"), table, 0)[:3] == (50, 3, 0)


def test_the_best_play_can_be_played_as_it_says() -> None:
    """Each step of the answer is a meld or a growth of what then lies there."""
    table = [
        P.shape(SET, P.deck.parse_many("8S 8H 8D")),
        P.shape(RUN, P.deck.parse_many("3C 4C 5C")),
    ]
    hand = bag(P, "8H 8C 6C 7C 2C 9D 9H")
    best = P.most_points(hand, [t for t in table if t])
    now = list(table)
    earned = used = 0
    for step in best.line:
        if step[0] == "lay":
            now.append(step[1])
            earned += step[1].lay
            used += step[1].size
        else:
            assert step[2] in now[step[1]].growth
            now[step[1]] = step[2].shape
            earned += step[2].points
            used += 1
    assert (earned, used) == (best.points, best.used)
    # 8C 8H on the set: 40 + 50; 6C 7C 2C on the run: 40 + 50 + 60; nines 10
    assert (best.points, best.used) == (250, 7)


def test_the_kinds_of_this_game_need_no_plain_search() -> None:
    """ICE-34: points depend on sizes before and after only."""
    assert P.slow_play == ""
