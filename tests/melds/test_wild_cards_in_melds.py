"""Wild cards: what they may stand for, open halves, limits; and plain situations."""

from __future__ import annotations

from itertools import permutations

import pytest
from meld_helpers import GIN_POINTS, K, bag, deck, is_meld, plans, texts
from rummy.melds import Plans

RANKS = "A 2 3 4 5 6 7 8 9 10 J Q K"
BOTH_ENDS = {"run": f"{RANKS} A"}
JOKER = {"joker": ("JOK", "*", False)}


def international() -> Plans:
    """Sets with twins, runs with the ace at either end, jokers, one natural card."""
    return plans(
        deck(packs=2, jokers=4, lines=BOTH_ENDS, wild=JOKER),
        {
            "set": K("same(rank) and any(natural)", 3, 104),
            "run": K("same(suit) and sequence(rank) and any(natural)", 3, 13),
        },
    )


def bing(limit: str = "any(natural and rank != 2)") -> Plans:
    """Wild twos that may be natural below the three of their suit."""
    ranks = "3 4 5 6 7 8 9 10 J Q K A"
    return plans(
        deck(packs=2, lines={"run": f"2 {ranks}"}, wild={"two": ("2", ranks, True)}),
        {
            "sequence": K(f"same(suit) and sequence(rank) and {limit}", 3, 13),
            "group": K(f"same(rank) and all(rank != 2) and {limit}", 3, 104),
        },
    )


def canasta() -> Plans:
    """Groups of a rank with at least two natural cards and at most three wild ones."""
    ranks = "4 5 6 7 8 9 10 J Q K A"
    return plans(
        deck(packs=2, jokers=4, wild={"wild": ("2 JOK", ranks, False)}),
        {
            "meld": K(
                "same(rank) and count(natural) >= 2 and count(wild) <= 3"
                " and count(wild) <= count(natural)",
                3,
                104,
            )
        },
    )


def contract(joker_suit_matters: bool = True, packs: int = 2, most: int = 4) -> Plans:
    """Sets of distinct suits and suited runs with jokers."""
    identity = "distinct(suit)" if joker_suit_matters else "any(natural)"
    return plans(
        deck(packs=packs, jokers=4, wild=JOKER),
        {
            "set": K(f"same(rank) and {identity} and any(natural)", 3, most),
            "run": K("same(suit) and sequence(rank) and any(natural)", 3, 13),
        },
    )


def gin() -> Plans:
    """Ace low; points for deadwood."""
    return plans(
        deck(points=GIN_POINTS),
        {
            "set": K("same(rank)", 3, 4),
            "run": K("same(suit) and sequence(rank)", 3, 13),
        },
    )


def readings(p: Plans, kind: int, text: str) -> list[str]:
    return texts(p, p.readings(kind, p.deck.parse_many(text)))


# --- open halves -------------------------------------------------------------


def test_a_joker_in_a_set_of_any_suits_says_only_its_rank() -> None:
    """INT-20, INT-22: one action, not one for each suit."""
    p = international()
    assert readings(p, 0, "7S 7H JOK") == ["7S 7H JOK(7)"]
    assert readings(p, 1, "7S 8S JOK") == ["JOK(6S) 7S 8S", "7S 8S JOK(9S)"]


def test_a_joker_in_a_set_of_different_suits_says_its_face() -> None:
    """B-12: only the missing suits; twins leave none for it."""
    p = contract()
    assert readings(p, 0, "5D 5H JOK") == ["5H 5D JOK(5S)", "5H 5D JOK(5C)"]
    assert readings(p, 0, "5D 5D JOK") == []
    assert readings(p, 0, "5D 5H 5S 5C JOK") == []


def test_suits_that_a_later_kind_reads_are_said_from_the_start() -> None:
    """A pair of any suits that grows into a set of different suits."""
    p = plans(
        deck(jokers=1, wild=JOKER),
        {
            "pair": K("same(rank) and any(natural)", 2, 2, grows=("set",)),
            "set": K("same(rank) and distinct(suit)", 3, 4),
        },
    )
    shapes = p.readings(0, p.deck.parse_many("7S JOK"))
    assert texts(p, shapes) == ["7S JOK(7S)", "7S JOK(7H)", "7S JOK(7D)", "7S JOK(7C)"]
    assert [p.deck.text(g.code) for g in shapes[1].growth] == ["7D", "7C", "JOK(7D)", "JOK(7C)"]


def test_a_flush_leaves_the_rank_open() -> None:
    p = plans(deck(jokers=1, wild=JOKER), {"flush": K("same(suit) and any(natural)", 3, 3)})
    assert readings(p, 0, "7S 9S JOK") == ["7S 9S JOK(S)"]


# --- places of wild cards ----------------------------------------------------


@pytest.mark.parametrize(
    ("line", "cards", "places"),
    [
        (RANKS, "QS KS JOK", ["JOK(JS) QS KS"]),
        (f"{RANKS} A", "QS KS JOK", ["JOK(JS) QS KS", "QS KS JOK(AS)"]),
        (f"{RANKS} A", "KS JOK 2S", []),
        (RANKS, "JOK AS 2S", ["AS 2S JOK(3S)"]),
    ],
)
def test_a_joker_goes_only_where_the_line_has_a_place(
    line: str, cards: str, places: list[str]
) -> None:
    """B-07."""
    p = plans(
        deck(jokers=2, lines={"run": line}, wild=JOKER),
        {"run": K("same(suit) and sequence(rank) and any(natural)", 3, 13)},
    )
    assert sorted(readings(p, 0, cards)) == sorted(places)


def test_only_jokers_are_no_meld_where_a_natural_card_is_asked_for() -> None:
    """B-08, INT-93; with one natural card two jokers make a set or one of three runs."""
    p = international()
    assert readings(p, 0, "JOK JOK JOK") == []
    assert readings(p, 1, "JOK JOK JOK") == []
    assert readings(p, 0, "JOK JOK 7C") == ["7C JOK(7) JOK(7)"]
    assert sorted(readings(p, 1, "JOK JOK 7C")) == [
        "7C JOK(8C) JOK(9C)",
        "JOK(5C) JOK(6C) 7C",
        "JOK(6C) 7C JOK(8C)",
    ]


def test_a_joker_inside_a_run_keeps_the_run_whole() -> None:
    """B-09."""
    p = international()
    hand = bag(p, "5S 6S JOK 8S 9S")
    found = p.arrange(hand, free_kinds=(0, 1), points=[1] * p.deck.faces)
    assert found is not None
    assert texts(p, found.melds) == ["5S 6S JOK(7S) 8S 9S"]
    assert p.melds(bag(p, "5S 6S 8S 9S")) == []


def test_a_joker_can_be_added_at_either_end_and_then_others_follow() -> None:
    """B-10."""
    p = international()
    run = p.shape(1, p.deck.parse_many("6H 7H 8H"))
    assert run is not None
    added = {p.deck.text(g.code): g.shape for g in run.growth}
    assert set(added) == {"5H", "9H", "JOK(5H)", "JOK(9H)"}
    assert p.fits(p.deck.parse("4H"), [added["JOK(5H)"]])
    assert not p.fits(p.deck.parse("4H"), [added["JOK(9H)"]])
    low = next(g.shape for g in added["JOK(5H)"].growth if p.deck.text(g.code) == "4H")
    assert texts(p, [low]) == ["4H JOK(5H) 6H 7H 8H"]


def test_a_run_of_thirteen_takes_no_further_card() -> None:
    """INT-24, INT-26: the ace stands at one end, never at both."""
    p = international()
    low = p.shape(1, p.deck.parse_many("AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH"))
    high = p.shape(1, p.deck.parse_many("2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH"))
    assert low is not None and high is not None
    assert low.growth == ()
    assert {p.deck.text(g.code) for g in high.growth} == {"AH", "JOK(AH)"}


def test_the_ace_stands_at_either_end_but_not_in_the_middle() -> None:
    """INT-21, INT-93."""
    p = international()
    assert is_meld(p, 1, "QD KD AD")
    assert is_meld(p, 1, "AD 2D 3D")
    assert not is_meld(p, 1, "QD KD AD 2D")
    assert sorted(readings(p, 1, "JOK 2D 3D")) == ["2D 3D JOK(4D)", "JOK(AD) 2D 3D"]


@pytest.mark.parametrize(
    ("line", "yes"),
    [
        (RANKS, "A23"),
        ("2 3 4 5 6 7 8 9 10 J Q K A", "QKA"),
        (f"{RANKS} A", "A23 QKA"),
        (f"{RANKS} around", "A23 QKA KA2 QKA23"),
    ],
)
def test_the_four_places_of_the_ace(line: str, yes: str) -> None:
    """B-06."""
    p = plans(deck(lines={"run": line}), {"run": K("same(suit) and sequence(rank)", 3, 13)})
    for run in ("A23", "QKA", "KA2", "QKA23"):
        cards = " ".join(f"{rank}S" for rank in run)
        assert is_meld(p, 0, cards) == (run in yes.split()), run
        assert bool(p.readings(0, p.deck.parse_many(cards))) == (run in yes.split()), run


def test_a_run_over_the_whole_line_may_have_an_ace_at_each_end() -> None:
    """Only with two aces of the suit, and only where the size allows it."""
    p = plans(
        deck(packs=2, ranks="A 2 3", lines={"run": "A 2 3 A"}),
        {"run": K("same(suit) and sequence(rank)", 4, 4)},
    )
    assert texts(p, p.melds(bag(p, "AS 2S 3S AS"))) == ["AS 2S 3S AS"]
    assert p.melds(bag(p, "AS 2S 3S AH")) == []


# --- twos that may be natural ---------------------------------------------------


def test_twos_stand_for_missing_cards_or_below_the_three() -> None:
    """BING-93."""
    p = bing()
    assert readings(p, 0, "5D 2C 7D") == ["5D 2C(6D) 7D"]
    assert sorted(readings(p, 0, "2C 8D 9D")) == ["2C(7D) 8D 9D", "8D 9D 2C(10D)"]
    assert readings(p, 0, "KS AS 2H") == ["2H(QS) KS AS"]
    assert sorted(readings(p, 0, "3S 4S 2S")) == ["2S 3S 4S", "3S 4S 2S(5S)"]
    assert readings(p, 0, "3S 4S 2H") == ["3S 4S 2H(5S)"]
    assert "2S 2H(3S) 4S" in readings(p, 0, "2S 2H 4S")
    assert readings(p, 0, "2S 2H 2D") == []
    assert readings(p, 1, "2S 2H 2D") == []


def test_no_two_stands_for_the_two_of_another_suit() -> None:
    """BING-24: whatever a player may write."""
    p = bing()
    assert is_meld(p, 0, "2D 3D 4D")
    assert not is_meld(p, 0, "2H(2D) 3D 4D")


def test_equal_twos_may_lie_in_one_run() -> None:
    p = bing()
    assert p.arrange(bag(p, "2S 2S 5H"), ((0, 3, 1),)) is not None


def test_a_natural_two_counts_as_natural_under_a_limit() -> None:
    """BING-24, BING-93: two naturals and one wild card."""
    p = bing("count(natural) > count(wild)")
    assert readings(p, 0, "2S 2H 4S") == ["2S 2H(3S) 4S"]
    assert readings(p, 0, "2D 2H 4S") == []


def test_the_opening_of_three_melds_leaves_the_fewest_points() -> None:
    """BING-91: 3-5 of spades, nines, J Q with a two; 43 points are left."""
    ranks = "3 4 5 6 7 8 9 10 J Q K A"
    points = {**{r: int(r) for r in RANKS.split() if r.isdigit()}, "J": 10, "Q": 10, "K": 10}
    p = plans(
        deck(
            packs=2,
            lines={"run": f"2 {ranks}"},
            wild={"two": ("2", ranks, True)},
            points={**points, "A": 15},
        ),
        {
            "sequence": K("same(suit) and sequence(rank) and any(natural)", 3, 13),
            "group": K("same(rank) and all(rank != 2) and any(natural)", 3, 104),
        },
    )
    hand = bag(p, "3S 4S 5S 9H 9H 9D JC QC 2H 7D 7S 6C 8H AD")
    best = p.arrange(hand, ((0, 3, 2), (1, 3, 1)), (0, 1))
    assert best is not None and best.points == 43
    assert p.arrange(hand, ((0, 3, 2), (1, 3, 1)), (0, 1), bound=43) is not None
    assert p.arrange(hand, ((0, 3, 2), (1, 3, 1)), (0, 1), bound=42) is None
    third = p.arrange(hand, ((0, 3, 1), (1, 3, 2)), ())
    assert third is not None and third.points == 49


@pytest.mark.parametrize(
    ("cards", "valid"),
    [
        ("5S 5H 2S", True),
        ("5S 2S 2H", False),
        ("9S 9H 9D 2S 2H JOK", True),
        ("9S 9H 2S 2H 2D JOK", False),
        ("KS KH KD KC 2S 2H JOK", True),
        ("KS KH KD KC 2S 2H 2D JOK", False),
    ],
)
def test_limits_of_wild_cards_are_all_kept(cards: str, valid: bool) -> None:
    """B-24."""
    assert bool(readings(canasta(), 0, cards)) is valid


# --- contracts ------------------------------------------------------------------


def test_melds_of_a_contract_lie_apart_even_if_they_would_join() -> None:
    """INT-14, INT-91: two runs of four out of eight cards in a row."""
    p = international()
    hand = bag(p, "3S 4S 5S 6S 7S 8S 9S 10S KD KC 2H QS")
    found = p.arrange(hand, ((1, 4, 2),))
    assert found is not None
    assert [s.size >= 4 for s in found.melds] == [True, True]
    assert p.arrange(hand, ((1, 4, 3),)) is None


def test_jokers_and_twins_help_to_meet_a_contract() -> None:
    """INT-92: one run of four and two sets of three."""
    p = international()
    hand = bag(p, "AH 2H JOK 4H 9S 9S 9D KC JOK JOK 5D 7C")
    found = p.arrange(hand, ((1, 4, 1), (0, 3, 2)))
    assert found is not None
    assert [s.kind for s in found.melds] == [1, 0, 0]
    assert p.arrange(hand, ((1, 4, 2), (0, 3, 1)), must_use=bag(p, "7C")) is None


def test_the_ninth_contract_must_empty_the_hand() -> None:
    """INT-97."""
    p = international()
    full = "3S 4S 5S 6S 7S 9H 10H JH QH AD 2D 3D 4D 5D"
    one = [1] * p.deck.faces
    assert p.arrange(bag(p, full), ((1, 4, 3),), bound=0, points=one) is not None
    odd = "3S 4S 5S 6S 9H 10H JH QH AD 2D 3D 4D 5D KC"
    assert p.arrange(bag(p, odd), ((1, 4, 3),), bound=0, points=one) is None
    loose = p.arrange(bag(p, odd), ((1, 4, 3),), points=one)
    assert loose is not None and loose.points == 1


# --- deadwood --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "least"),
    [
        ("6S QS QH 5S KD KS 7S KH 4S QD", 0),
        ("KD 4S 4D 8D KH 4H 8H 4C 8C KC", 0),
        ("10H 3S 4S 3C 10D 6S 4C 5S 5C 10C", 0),
        ("6C 5D 7C 10D 4D JD 6D 9D 3D 5C", 0),
        ("JS 9H 8C 6H JC 8D 10H 8H 7H JH", 16),
        ("AH AS AC 2H 3H 2S 3S", 1),
    ],
)
def test_the_least_deadwood_is_found(hand: str, least: int) -> None:
    """B-01, B-02, B-03."""
    p = gin()
    cards = hand.split()
    assert p.deadwood(bag(p, hand)) == least
    assert p.deadwood(bag(p, " ".join(reversed(cards)))) == least


def test_a_card_that_must_be_used_is_used_whatever_it_costs() -> None:
    """B-02: with 8C in a meld the eights and the jacks leave 32."""
    p = gin()
    hand = bag(p, "JS 9H 8C 6H JC 8D 10H 8H 7H JH")
    found = p.arrange(hand, free_kinds=(0, 1), must_use=bag(p, "8C"))
    assert found is not None and found.points == 32
    assert p.arrange(hand, free_kinds=(0, 1), must_use=bag(p, "8C"), bound=31) is None
    assert p.arrange(hand, free_kinds=(0, 1), must_use=bag(p, "8C 9H"), bound=99) is not None


def test_a_run_does_not_turn_the_corner_and_aces_are_no_kings() -> None:
    """B-03, B-05: numbers of the ace count in runs only."""
    p = plans(
        deck(lines=BOTH_ENDS),
        {"set": K("same(rank)", 3, 4), "run": K("same(suit) and sequence(rank)", 3, 13)},
    )
    assert not is_meld(p, 0, "KC KD AD")
    assert is_meld(p, 1, "QD KD AD")
    assert is_meld(p, 1, "AD 2D 3D")
    assert not is_meld(p, 1, "KD AD 2D")
    assert not is_meld(gin(), 1, "QH KH AH")


def test_twins_are_refused_in_every_order_or_taken_in_every_order() -> None:
    """B-04."""
    strict, free = contract(), contract(joker_suit_matters=False)
    for order in permutations(["KD", "KH", "KS", "KS"]):
        assert not is_meld(strict, 0, " ".join(order))
        assert is_meld(free, 0, " ".join(order))
    melds = strict.melds(bag(strict, "KD KH KS KS"))
    assert texts(strict, melds) == ["KS KH KD"]


def test_a_card_that_fits_two_melds_is_a_growth_of_each() -> None:
    """B-11."""
    p = gin()
    group = p.shape(0, p.deck.parse_many("7C 7D 7H"))
    run = p.shape(1, p.deck.parse_many("4S 5S 6S"))
    assert group is not None and run is not None
    seven = p.deck.parse("7S")
    assert p.fits(seven, [group]) and p.fits(seven, [run])
    longer = next(g.shape for g in run.growth if g.code == seven)
    eight = p.deck.parse("8S")
    assert p.fits(eight, [longer]) and not p.fits(eight, [group, run])


def test_a_run_grows_downward_card_by_card() -> None:
    """B-13."""
    p = gin()
    run = p.shape(1, p.deck.parse_many("7S 8S 9S"))
    assert run is not None
    five, six = p.deck.parse("5S"), p.deck.parse("6S")
    assert not p.fits(five, [run])
    longer = next(g.shape for g in run.growth if g.code == six)
    assert p.fits(five, [longer])


def test_melds_use_no_card_twice_that_is_held_once() -> None:
    """B-14."""
    p = contract(joker_suit_matters=False)
    assert p.melds(bag(p, "7C 7D 9H")) == []
    assert texts(p, p.melds(bag(p, "7C 7C 7D"))) == ["7D 7C 7C"]


def test_a_meld_that_is_one_in_two_ways_is_listed_once() -> None:
    """Twins are of one rank and of one suit."""
    p = plans(deck(packs=2), {"like": K("same(rank) or same(suit)", 2, 2)})
    assert texts(p, p.melds(bag(p, "7S 7S 8H"))) == ["7S 7S"]


def test_eight_wild_cards_are_arranged_without_all_their_places() -> None:
    """However they lie, two twos bring in one natural card: four of six, two are left."""
    p = bing()
    hand = bag(p, "2S 2S 2H 2H 2D 2D 2C 2C 3S 8S KS 5H 10H QD")
    one = [1] * p.deck.faces
    found = p.arrange(hand, ((0, 3, 3),), (0, 1), points=one)
    assert found is not None and found.points == 2
    assert p.arrange(hand, ((0, 3, 4),), points=one) is not None
    assert p.arrange(hand, ((0, 3, 5),), points=one) is None


# --- what lint asks ---------------------------------------------------------------


def test_sizes_that_growing_cannot_reach_are_named() -> None:
    """Five with all four suits come from four; six of two suits from nothing."""
    p = plans(
        deck(packs=2),
        {
            "set": K("same(rank) and (distinct(suit) if size <= 4 else variety(suit) == 4)", 3, 8),
            "odd": K("same(rank) and (size == 3 or size == 6)", 3, 6),
            "fixed": K("ranks == {3, 5, 7} and same(suit)", 3, 3, closed=True),
        },
    )
    assert p.gaps(0) == []
    assert p.gaps(1) == [6]
    assert p.gaps(2) == []


def test_a_kind_without_anchor_says_what_looking_for_it_may_cost() -> None:
    """Of 16 cards 14,892 subsets have at most 6, 26,332 at most 7."""
    p = plans(
        deck(),
        {
            "any": K("variety(rank) >= 2", 2, 6),
            "more": K("variety(rank) >= 2", 2, 7),
            "run": K("sequence(rank)", 3, 13),
            "never": K("same(rank) and size > 9", 3, 5),
        },
    )
    assert [p.over_budget(k) for k in range(4)] == [None, (26_332, 20_000), None, None]
    assert [p.hopeless(k) for k in range(4)] == [False, False, False, True]


def test_alternatives_in_the_middle_of_a_condition_are_looked_for_one_by_one() -> None:
    """Groups and runs in one kind, with a condition for both."""
    p = plans(
        deck(jokers=2, wild=JOKER),
        {"any": K("(same(rank) or same(suit) and sequence(rank)) and count(wild) <= 1", 3, 5)},
    )
    assert "cards of one rank" in p.explain(0)
    assert "neighbours on the line run of one suit" in p.explain(0)
    assert p.over_budget(0) is None
    assert texts(p, p.melds(bag(p, "7S 8S 9S 8H"))) == ["7S 8S 9S"]


def test_a_condition_with_too_many_alternatives_is_searched_and_still_right() -> None:
    """2 to the 6th alternatives are not split up."""
    some = " and ".join(f"(any(rank == {r}) or all(rank != {r}))" for r in "234567")
    p = plans(deck(), {"odd": K(f"{some} and variety(suit) == 1", 2, 2)})
    assert "subset by subset" in p.explain(0)
    assert texts(p, p.melds(bag(p, "7S 8S 9H"))) == ["7S 8S"]


def test_plans_are_told_in_words() -> None:
    p = international()
    assert "cards of one rank" in p.explain(0)
    assert "neighbours on the line run of one suit" in p.explain(1)
