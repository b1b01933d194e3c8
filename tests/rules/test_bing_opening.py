"""Bing Rummy: the three melds of an opening, and what may be laid after it."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest
from bing_table import Options, Table, engine
from rummy.chance import pick, stream

TENS = "JC QC KC"
LOW = "3S 4S 5S"
NINES = "9H 9H 9D"
FIVE = "run 5H 6H 7H by 2"
HAND_91 = "3S 4S 5S 9H 9H 9D JC QC 2H 7D 7S 6C 8H AD"


@pytest.mark.parametrize(
    ("hand", "opens"),
    [
        (f"{LOW} {NINES} {TENS}", True),  # of both kinds
        (f"{LOW} 6H 7H 8H {TENS}", True),  # three sequences
        (f"{NINES} 6S 6H 6D KD KS KC", True),  # three groups
        (f"{LOW} {NINES} KC QC 2H", True),
        (f"{LOW} {NINES} QC KC", False),
        (f"3S 4S 5S 6S 7S 8S {NINES}", True),  # a run of six is two of three
        (f"3S 4S 5S 6S 7S {NINES}", False),
        ("3S 4S 5S 6S 7S 8S 9S 10S JS", True),
    ],
)
def test_bing_30_an_opening_is_any_three_melds(hand: str, opens: bool) -> None:
    table = Table(3, hand={1: hand + " 8D", 2: "KD"}, pile="4H")
    assert table.allows("open") == opens


def test_bing_30_all_three_are_laid_in_one_turn_in_any_order() -> None:
    table = Table(3, hand={1: f"{LOW} {NINES} {TENS} 8D", 2: "KD"}, pile="4H").do("open")
    for text in ("open run JC QC KC", "open run 3S 4S 5S", "open group 9H 9H 9D"):
        assert table.seat == 1 and not table.allows("done")
        table.do(text)
    assert table.seat == 2
    assert table.melds == ["run JC QC KC", "run 3S 4S 5S", "group 9H 9H 9D"]


def test_bing_30_a_meld_that_breaks_the_other_two_is_not_offered() -> None:
    """2H is needed for the third meld and 9H 9H 9D for the second."""
    table = Table(3, hand={1: f"{LOW} {NINES} QC KC 2H 8D", 2: "KD"}, pile="4H").do("open")
    assert set(table.legal) == {
        "open run 3S 4S 5S",
        "open group 9H 9H 9D",
        "open run QC KC 2H(AC)",
        "open run 2H(JC) QC KC",
    }


def test_bing_30_it_may_be_four_melds_and_no_more_than_wanted() -> None:
    hand = f"{LOW} {NINES} {TENS} 6H 6D 6C 8D"
    melds = ("open run 3S 4S 5S", "open group 9H 9H 9D", "open run JC QC KC")
    table = Table(3, hand={1: hand, 2: "KD"}, pile="4H").do("open", *melds)
    assert set(table.legal) == {"open group 6H 6D 6C", "done"}
    table.do("done")
    assert table.seat == 2 and len(table.melds) == 3
    table = Table(3, hand={1: hand, 2: "KD"}, pile="4H").do("open", *melds, "open group 6H 6D 6C")
    assert table.seat == 2 and len(table.melds) == 4


def test_bing_30_every_hand_begins_unopened_for_everybody() -> None:
    """Seat 1 goes out by an opening; in the next hand nobody has opened."""
    table = Table(3, hand={1: f"{LOW} {NINES} {TENS}", 2: "4D", 3: "5D"}, pile="4H", goes_on=True)
    table.do("open", "open run 3S 4S 5S", "open group 9H 9H 9D", "open run JC QC KC")
    assert table.state.round == 2
    assert dict(table.view(0).variables)["opened"] == (0, 0, 0)


def test_bing_31_after_the_opening_cards_are_laid_off_in_the_same_turn() -> None:
    table = Table(3, hand={1: f"{LOW} {NINES} {TENS} 8H AC AD", 2: "KD"}, melds=[FIVE], pile="4H")
    table.do("open", "open run 3S 4S 5S", "open group 9H 9H 9D", "open run JC QC KC")
    assert set(table.legal) == {"add 8H to m1", "add AC to m4", "done"}
    table.do("add AC to m4", "add 8H to m1")
    assert table.melds[0] == "run 5H 6H 7H 8H" and table.melds[3] == "run JC QC KC AC"
    assert table.seat == 2  # AD fits nowhere


def test_bing_31_any_number_of_cards_on_own_and_others_melds_later() -> None:
    table = Table(
        3,
        hand={1: "8H 9H 4H 9S KD", 2: "KD"},
        opened=[1],
        melds=[FIVE, "group 9C 9C 9D by 1", "run 3S 4S 5S by 3"],
        pile="4D",
    )
    table.do("add 8H to m1", "add 9H to m1", "add 4H to m1", "add 9S to m2")
    assert table.melds[:2] == ["run 4H 5H 6H 7H 8H 9H", "group 9S 9D 9C 9C"]
    assert table.seat == 2 and table.cards("hand", 1) == ["KD"]


def test_bing_31_whoever_lays_off_may_stop() -> None:
    table = Table(3, hand={1: "8H 9H KD", 2: "KD"}, opened=[1], melds=[FIVE], pile="4D")
    table.do("add 8H to m1")
    assert table.legal == ["add 9H to m1", "done"]
    table.do("done")
    assert table.seat == 2


@pytest.mark.parametrize(("new_melds", "allowed"), [(False, False), (True, True)])
def test_bing_32_new_melds_after_the_opening_by_option_only(new_melds: bool, allowed: bool) -> None:
    hand = {1: "6S 6D 6C 8H KD", 2: "KD"}
    table = Table(3, {"new_melds": new_melds}, hand=hand, opened=[1], melds=[FIVE], pile="4D")
    assert table.allows("meld group 6S 6D 6C") == allowed
    assert not table.allows("open")
    table.do("add 8H to m1")
    assert table.allows("meld group 6S 6D 6C") == allowed
    if allowed:
        table.do("meld group 6S 6D 6C")
        assert table.seat == 2


def test_bing_32_by_option_one_new_meld_is_enough_and_several_are_possible() -> None:
    hand = {1: "6S 6D 6C 10S 10D 10C KD", 2: "KD"}
    table = Table(3, {"new_melds": True}, hand=hand, opened=[1], pile="4D")
    table.do("meld group 6S 6D 6C")
    assert set(table.legal) == {"meld group 10S 10D 10C", "done"}


def test_bing_32_new_melds_of_the_opening_turn_are_part_of_the_opening() -> None:
    """Before cards are laid off; after `done` only laying off is left."""
    hand = {1: f"{LOW} {NINES} {TENS} 6S 6D 6C 8D", 2: "KD"}
    melds = ("open run 3S 4S 5S", "open group 9H 9H 9D", "open run JC QC KC")
    table = Table(3, {"new_melds": True}, hand=hand, pile="4H").do("open", *melds)
    assert set(table.legal) == {"open group 6S 6D 6C", "done"}
    table.do("done")
    assert table.legal == ["add 6S to m1", "done"] and table.seat == 1


def test_bing_33_nothing_is_laid_off_before_ones_own_opening() -> None:
    """Though another player has opened."""
    hand = {1: "8H 9H KD", 2: "KD"}
    table = Table(3, hand=hand, opened=[2], melds=[FIVE], pile="4D")
    assert table.legal == ["draw", "take"]
    assert "[turn.act.add.when]" in table.refuses("add 8H to m1")


ALIKE = [
    (f"{NINES} 9S 9S 9C {LOW} 8D", "groups of one rank", False),
    (f"3S 4S 5S 6S 7S 8S {NINES} 8D", "runs that touch", False),
    (f"3S 4S 5S 7S 8S 9S {NINES} 4C", "runs with a gap", True),
    (f"3S 4S 5S 4S 5S 6S {NINES} 8D", "runs that overlap", True),
    (f"3S 4S 5S 3S 4S 5S {NINES} 8D", "equal runs", True),
    (f"3S 4S 5S 6H 7H 8H {NINES} 8D", "runs of two suits", True),
    ("3S 4S 5S 6S 6S 6H 6D 7S 8S 9S 10H", "the sixes part the runs", True),
]


@pytest.mark.parametrize(("hand", "what", "different"), ALIKE)
def test_bing_34_alike_melds_are_allowed_or_by_option_not(
    hand: str, what: str, different: bool
) -> None:
    assert Table(3, hand={1: hand, 2: "KD"}, pile="4H").allows("open"), what
    strict = Table(3, {"alike_melds": "forbidden"}, hand={1: hand, 2: "KD"}, pile="4H")
    assert strict.allows("open") == different, what


def test_bing_34_by_option_the_way_to_three_different_melds_is_kept_open() -> None:
    """Sixes and runs: the group needs 6S, so no run takes a six that touches both."""
    options: Options = {"alike_melds": "forbidden"}
    hand = "3S 4S 5S 6S 6H 6D 7S 8S 9S 10H"
    table = Table(3, options, hand={1: hand, 2: "KD"}, pile="4H").do("open")
    assert set(table.legal) == {"open run 3S 4S 5S", "open run 7S 8S 9S", "open group 6S 6H 6D"}
    loose = Table(3, hand={1: hand, 2: "KD"}, pile="4H").do("open")
    assert set(loose.legal) == set(table.legal)  # otherwise only two melds are left


def test_bing_34_by_option_a_fourth_meld_may_not_be_alike_either() -> None:
    options: Options = {"alike_melds": "forbidden"}
    hand = f"{LOW} {NINES} {TENS} 9S 9S 9C"
    melds = ("open run 3S 4S 5S", "open group 9H 9H 9D", "open run JC QC KC")
    loose = Table(3, hand={1: hand, 2: "KD"}, pile="4H").do("open", *melds)
    assert "open group 9S 9S 9C" in loose.legal
    strict = Table(3, options, hand={1: hand, 2: "KD"}, pile="4H").do("open", *melds)
    assert not strict.allows("open group 9S 9S 9C")
    both = Table(3, {**options, "new_melds": True}, hand={1: hand, 2: "KD"}, pile="4H")
    both.do("open", *melds)
    assert not [text for text in both.legal if text.startswith(("open", "meld"))]


def test_bing_35_cards_laid_off_are_no_melds_of_the_opening() -> None:
    """Two melds and 8H that fits: no opening."""
    table = Table(3, hand={1: f"{LOW} {NINES} 8H KD", 2: "KD"}, melds=[FIVE], pile="4D")
    assert not table.allows("open")


@pytest.mark.parametrize(("total", "opens", "may_stop"), [(52, True, True), (53, True, False)])
def test_bing_35_cards_laid_off_in_the_opening_turn_help_with_the_limit(
    total: int, opens: bool, may_stop: bool
) -> None:
    """8H and AD are left: 23. Laid off, 8H leaves 15: allowed up to a total of 60."""
    places = {
        "hand": {1: f"{LOW} {NINES} {TENS} 8H AD", 2: "KD"},
        "melds": [FIVE],
        "pile": "4D",
    }
    table = Table(3, **places, total={1: total})
    assert table.allows("open") == opens
    table.do("open", "open run 3S 4S 5S", "open group 9H 9H 9D", "open run JC QC KC")
    assert table.allows("done") == may_stop
    assert Table(3, **places, total={1: 60}).allows("open")
    assert not Table(3, **places, total={1: 61}).allows("open")


def test_bing_35_a_card_that_is_needed_for_the_limit_is_not_melded_away() -> None:
    """Total 60. Nines may hold 9S too, but then nothing goes on 10S JS QS; KS left is 70."""
    table = Table(
        2,
        hand={1: "3S 4S 5S 9H 9H 9D KC KD KH 8H 10D", 2: "KD"},
        melds=["run 5H 6H 7H by 2"],
        total={1: 65},
        pile="4D",
    )
    # 8H and 10D left are 18: only with 8H laid off 65 + 10 = 75
    assert table.allows("open")
    table.do("open", "open run 3S 4S 5S", "open group 9H 9H 9D", "open group KH KD KC")
    assert table.legal == ["add 8H to m1"]


@pytest.mark.parametrize(("total", "opens"), [(0, True), (32, True), (33, False), (75, False)])
def test_bing_91_the_opening_is_allowed_up_to_a_total_of_32(total: int, opens: bool) -> None:
    """7 + 7 + 6 + 8 + 15 = 43 are left."""
    table = Table(2, hand={1: HAND_91, 2: "KD"}, total={1: total}, pile="4D")
    assert table.allows("open") == opens


@pytest.mark.parametrize("place", ["2H(10C) JC QC", "JC QC 2H(KC)"])
def test_bing_91_the_two_is_the_ten_or_the_king(place: str) -> None:
    table = Table(2, hand={1: HAND_91, 2: "KD"}, total={1: 32}, pile="4D")
    table.do("open", "open run 3S 4S 5S", "open group 9H 9H 9D", f"open run {place}")
    assert sorted(table.cards("hand", 1)) == sorted(["7D", "7S", "6C", "8H", "AD"])
    assert table.seat == 2


def test_bing_91_sevens_as_third_meld_would_leave_49() -> None:
    """6 + 8 + 15 + 10 + 10: allowed with a total of 26, not with 27."""
    for total, allowed in ((26, True), (27, False)):
        table = Table(2, hand={1: HAND_91, 2: "KD"}, total={1: total}, pile="4D").do("open")
        assert table.allows("open group 7D 7S 2H") == allowed


# --- the least that an opening leaves, counted again


def least_left(cards: tuple[str, ...]) -> int | None:
    """The least points left after three or more melds, by trying all; None: no opening."""
    line = ["2", *map(str, range(3, 11)), "J", "Q", "K", "A"]
    worth = {"A": 15, "J": 10, "Q": 10, "K": 10, **{str(n): n for n in range(2, 11)}}

    @cache
    def meld(part: tuple[str, ...]) -> bool:
        plain = [c for c in part if c[0] != "2"]
        if not plain:
            return False
        if len({c[:-1] for c in plain}) == 1:
            return True
        if len({c[-1] for c in plain}) > 1:
            return False
        suit = plain[0][-1]
        for start in range(len(line) - len(part) + 1):
            places = {rank + suit for rank in line[start : start + len(part)]}
            own = [c for c in plain if c in places]
            if len(set(own)) < len(plain):
                continue
            gaps = places - set(own)
            # the place of the two is filled by the two of that suit or not at all
            if "2" + suit in gaps and "2" + suit not in part:
                continue
            return True
        return False

    n = len(cards)
    points = [worth[c[:-1]] for c in cards]

    @cache
    def search(free: frozenset[int], melds: int) -> int | None:
        left = sum(points[i] for i in free) if melds >= 3 else None
        if not free:
            return left
        first = min(free)
        # leave this card in hand for good, or use it in some meld
        rest = free - {first}
        without = search(rest, melds)
        found = [] if without is None else [without + points[first]]
        if left is not None:
            found.append(left)
        for size in range(2, min(len(rest), 4) + 1):
            for others in combinations(sorted(rest), size):
                part = (first, *others)
                if meld(tuple(cards[i] for i in part)):
                    deeper = search(rest - set(others), melds + 1)
                    if deeper is not None:
                        found.append(deeper)
        return min(found) if found else None

    return search(frozenset(range(n)), 0)


def test_bing_30_and_40_openings_are_offered_exactly_up_to_the_limit() -> None:
    """Hands of ten cards near one another: the least left is found by trying everything."""
    made = engine(2)
    chance = stream(11, "bot:1")
    seen = {True: 0, False: 0}
    for _ in range(45):
        start = 3 + pick(5, chance)
        cards: list[str] = []
        while len(cards) < 10:
            rank = ["2", *(str(start + k) for k in range(4))][pick(9, chance) % 5]
            card = rank + "SHDC"[pick(4, chance)]
            if cards.count(card) < 2:
                cards.append(card)
        least = least_left(tuple(sorted(cards)))
        for total in (0, 75) if least is None else (75 - least, 76 - least):
            table = Table(
                2, hand={1: " ".join(cards), 2: "KD"}, total={1: min(75, total)}, pile="AD"
            )
            expected = least is not None and total + least <= 75
            if total > 75:
                continue
            assert table.allows("open") == expected, (cards, least, total)
            seen[expected] += 1
    assert made.players == 2
    assert seen[True] > 8 and seen[False] > 8


@pytest.mark.parametrize("new_melds", [False, True])
def test_bing_32_nobody_opens_twice_in_a_hand(new_melds: bool) -> None:
    """With three melds in hand again they are laid one by one, or by default not at all."""
    hand = {1: f"{LOW} {NINES} {TENS} 8D", 2: "KD"}
    table = Table(3, {"new_melds": new_melds}, hand=hand, opened=[1], pile="4H")
    assert not table.allows("open")
    assert table.allows("meld run 3S 4S 5S") == new_melds
