"""Openings of two games, worked out by hand: what may be laid, what is left."""

from __future__ import annotations

import pytest
from meld_helpers import K, bag, deck, plans, texts
from rummy.melds import Needs, Openings, Plans, Shape

LINE = "3 4 5 6 7 8 9 10 J Q K A"
POINTS = {"A": 15, "2": 2, **{str(n): n for n in range(3, 11)}, "J": 10, "Q": 10, "K": 10}
THREE: Needs = ((-1, 3),) * 3
RUN, SET = 0, 1


def bing() -> Plans:
    """Sequences and groups, two packs, wild twos that may be natural below the three."""
    return plans(
        deck(
            packs=2,
            lines={"run": f"2 {LINE}"},
            wild={"two": ("2", LINE, True)},
            points=POINTS,
        ),
        {
            "sequence": K("same(suit) and sequence(rank) and any(natural and rank != 2)", 3, 13),
            "group": K("same(rank) and any(natural and rank != 2)", 3, 104),
        },
    )


def international() -> Plans:
    """Runs with the ace at either end and sets, two packs, four jokers."""
    return plans(
        deck(
            packs=2,
            jokers=4,
            lines={"run": "A 2 3 4 5 6 7 8 9 10 J Q K A"},
            wild={"joker": ("JOK", "*", False)},
            points=POINTS,
            joker_points=50,
        ),
        {
            "run": K("same(suit) and sequence(rank) and any(natural)", 3, 13),
            "set": K("same(rank) and any(natural)", 3, 104),
        },
    )


def shape(p: Plans, kind: int, text: str) -> Shape:
    """The meld of these placed cards."""
    found = p.shape(kind, p.deck.parse_many(text))
    assert found is not None
    return found


HAND_91 = "3S 4S 5S 9H 9H 9D JC QC 2H 7D 7S 6C 8H AD"


def test_three_melds_leave_43_and_not_less() -> None:
    """BING-91: 75 - 32 = 43 points may stay, 75 - 33 = 42 may not."""
    p = bing()
    openings = Openings(p)
    hand = bag(p, HAND_91)
    assert openings.feasible(hand, THREE)
    found = openings.witness(hand, THREE, most_left=75 - 32, lay_off=True)
    assert found is not None
    assert p.deck.bag_points(found.left) == 7 + 7 + 6 + 8 + 15
    assert openings.witness(hand, THREE, most_left=75 - 33, lay_off=True) is None
    assert openings.exact


def test_the_two_is_ten_or_king_or_a_seven() -> None:
    """BING-91: 2H as 10C or KC beside JC QC; with 7D 7S it is the third meld too."""
    p = bing()
    first = [s for s, _ in Openings(p).first_melds(bag(p, HAND_91), THREE)]
    assert sorted(texts(p, first)) == sorted(
        ["3S 4S 5S", "2H(10C) JC QC", "JC QC 2H(KC)", "7S 7D 2H(7)", "9H 9H 9D"]
    )
    # once the group of sevens took the two, the other two melds are left to lay
    sevens = next(s for s in first if s.kind == SET and s.bag & bag(p, "7S"))
    rest = bag(p, "3S 4S 5S 9H 9H 9D JC QC 6C 8H AD")
    assert [still for s, still in Openings(p).first_melds(bag(p, HAND_91), THREE) if s == sevens]
    after = Openings(p).first_melds(rest, THREE[1:])
    assert sorted(texts(p, [s for s, _ in after])) == ["3S 4S 5S", "9H 9H 9D"]


def test_a_single_card_goes_to_a_run_on_the_table_and_another_stays() -> None:
    """BING-96: 6S goes to 3S 4S 5S and leaves nothing; with 9C beside it 9 stays."""
    p = bing()
    openings = Openings(p)
    table = [shape(p, RUN, "3S 4S 5S")]
    out = openings.witness(bag(p, "6S"), (), table=table, most_cards=0, lay_off=True)
    assert out is not None
    assert [(number, p.deck.text(g.code)) for number, g in out.added] == [(0, "6S")]
    assert out.left == 0
    both = bag(p, "6S 9C")
    assert openings.witness(both, (), table=table, most_cards=0, lay_off=True) is None
    stays = openings.witness(both, (), table=table, most_left=9, lay_off=True)
    assert stays is not None
    assert p.deck.bag_text(stays.left) == "9C"


HAND_I91 = "3S 4S 5S 6S 7S 8S 9S 10S KD KC 2H QS"
TWO_RUNS: Needs = ((RUN, 4), (RUN, 4))


def test_a_run_of_eight_is_two_runs_of_four_laid_apart() -> None:
    """INT-91: 3-6 and 7-10 of spades laid apart meet the contract."""
    p = international()
    openings = Openings(p)
    hand = bag(p, HAND_I91)
    assert openings.feasible(hand, TWO_RUNS)
    first = [s for s, _ in openings.first_melds(hand, TWO_RUNS)]
    assert sorted(texts(p, first)) == ["3S 4S 5S 6S", "7S 8S 9S 10S"]
    assert not openings.feasible(hand, (*TWO_RUNS, (RUN, 4)))
    # one meld is one meld: nothing is open twice
    assert not openings.feasible(bag(p, "3S 4S 5S 6S 7S 8S 9S"), TWO_RUNS)


def test_touching_runs_can_be_forbidden() -> None:
    """INT-91 with touching runs forbidden: the contract is not met at all."""
    p = international()
    openings = Openings(p)
    hand = bag(p, HAND_I91)

    def apart(laid: tuple[Shape, ...]) -> bool:
        return not p.touching(laid)

    assert openings.first_melds(hand, TWO_RUNS, accept=apart) == []
    assert openings.witness(hand, TWO_RUNS, accept=apart) is None
    assert openings.exact
    # with a joker the second run may begin one later
    more = bag(p, HAND_I91 + " JOK")
    found = openings.witness(more, TWO_RUNS, accept=apart)
    assert found is not None
    assert not p.touching(found.melds)
    assert all(s.size >= 4 for s in found.melds)


def test_sets_of_one_rank_can_be_forbidden() -> None:
    """INT-16: two sets of one rank are two, unless a condition says otherwise."""
    p = international()
    openings = Openings(p)
    hand = bag(p, "5S 5S 5H 5H 5D 5D 5C 5C 9S 9H JOK JOK")
    two: Needs = ((SET, 4), (SET, 4))

    def ranks_differ(laid: tuple[Shape, ...]) -> bool:
        return len({p.deck.rank_of[s.codes[0]] for s in laid}) == len(laid)

    fives = [s for s, _ in openings.first_melds(hand, two) if s.bag & bag(p, "9S 9H") == 0]
    assert any(s.size == 4 for s in fives)
    differ = openings.first_melds(hand, two, accept=ranks_differ)
    nines = shape(p, SET, "9S 9H JOK(9) JOK(9)")
    assert nines in [s for s, _ in differ]
    # the jokers must stay for the nines
    joker = bag(p, "JOK")
    assert all(s == nines or not s.bag & joker for s, _ in differ)


def test_one_run_and_two_sets_leave_two_cards() -> None:
    """INT-92: ace to four with a joker as the three, nines with twins, one king with jokers."""
    p = international()
    openings = Openings(p)
    needs: Needs = ((RUN, 4), (SET, 3), (SET, 3))
    hand = bag(p, "AH 2H JOK 4H 9S 9S 9D KC JOK JOK 5D 7C")
    assert openings.feasible(hand, needs)
    found = openings.witness(hand, needs, most_cards=2, lay_off=True)
    assert found is not None
    assert found.left.bit_count() == 2
    assert openings.witness(hand, needs, most_cards=1, lay_off=True) is None
    assert openings.witness(hand, needs, most_left=12, lay_off=True) is not None
    assert openings.witness(hand, needs, most_left=11, lay_off=True) is None
    # 5H in place of 5D fits the run
    other = bag(p, "AH 2H JOK 4H 9S 9S 9D KC JOK JOK 5H 7C")
    assert openings.witness(other, needs, most_cards=1, most_left=7, lay_off=True) is not None


@pytest.mark.parametrize("lay_off", [False, True])
def test_three_runs_must_empty_the_hand(lay_off: bool) -> None:
    """INT-97: 3-7 of spades, 9-Q of hearts, A-5 of diamonds; a king of clubs stays."""
    p = international()
    openings = Openings(p)
    three: Needs = ((RUN, 4),) * 3
    hand = bag(p, "3S 4S 5S 6S 7S 9H 10H JH QH AD 2D 3D 4D 5D")
    found = openings.witness(hand, three, most_cards=0, lay_off=lay_off)
    assert found is not None
    assert found.left == 0
    king = bag(p, "3S 4S 5S 6S 9H 10H JH QH AD 2D 3D 4D 5D KC")
    assert openings.witness(king, three, most_cards=0, lay_off=lay_off) is None
    stays = openings.witness(king, three, most_cards=1, lay_off=lay_off)
    assert stays is not None
    assert p.deck.bag_text(stays.left) == "KC"


def test_runs_touch_when_one_ends_just_below_the_other() -> None:
    p = international()

    def touch(*runs: tuple[int, str]) -> bool:
        return p.touching([shape(p, kind, text) for kind, text in runs])

    low, high = (RUN, "3S 4S 5S 6S"), (RUN, "7S 8S 9S 10S")
    assert touch(low, high)
    assert touch(high, (SET, "KS KH KD"), low)
    assert not touch(low, (RUN, "7H 8H 9H"))  # another suit
    assert not touch(low, (RUN, "8S 9S 10S"))  # a gap
    assert not touch(low, (RUN, "6S 7S 8S"))  # they overlap
    assert not touch((RUN, "AS 2S 3S"), (RUN, "QS KS AS"))  # no king next to an ace below
    assert touch((RUN, "AS 2S 3S"), (RUN, "4S 5S 6S"))
    assert touch((RUN, "10S JS QS"), (RUN, "KS AS JOK(QS)")) is False
    assert touch((RUN, "9S 10S JS"), (RUN, "JOK(QS) KS AS"))  # a wild card counts as placed
    assert not touch((SET, "7S 7S 7H"), (SET, "8S 8S 8H"))
    assert not touch(low)


def test_on_a_circle_runs_touch_at_the_seam_too() -> None:
    p = plans(
        deck(lines={"run": "A 2 3 4 5 6 7 8 9 10 J Q K around"}),
        {"run": K("same(suit) and sequence(rank)", 3, 13)},
    )
    assert p.touching([shape(p, 0, "JS QS KS"), shape(p, 0, "AS 2S 3S")])
    assert not p.touching([shape(p, 0, "JS QS KS"), shape(p, 0, "2S 3S 4S")])
