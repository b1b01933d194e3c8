"""From round to round at the pad: totals, contracts, dealers, who is out, ties, corrections."""

from __future__ import annotations

import pytest
from pad_specs import small
from rummy.pad.blank import Fact
from rummy.pad.entries import EntryError
from rummy.pad.pad import Pad
from rummy.spec.load import load
from rummy.spec.model import Spec

OUT = Fact("went out")


def fill(pad: Pad, *rounds: tuple[int, ...]) -> Pad:
    """Enter points of cards left, round by round; who has 0 went out, -1 is not in any more."""
    for points in rounds:
        number = len(pad.rounds)
        pad.enter(number, OUT, pad.names[points.index(0)] if 0 in points else "nobody")
        for seat, left in enumerate(points):
            if left > 0:
                pad.enter(number, Fact("hand", seat), str(left))
    return pad


def bing(*rounds: tuple[int, ...], dealer: int = 0) -> Pad:
    """Three players; above 75 a player drops out, the last one in wins (BING-61, 62)."""
    return fill(Pad(load("bing"), ["Ann", "Bob", "Cid"], dealer=dealer), *rounds)


# --- totals, dealers, dropping out ---------------------------------------------------------


def test_points_add_up_and_the_deal_goes_round() -> None:
    counted = bing((0, 10, 20), (5, 0, 6), (7, 8, 0), dealer=2).standing().counted
    assert [one.totals for one in counted] == [(0, 10, 20), (5, 10, 26), (12, 18, 26)]
    assert [one.dealer for one in counted] == [2, 0, 1]
    assert [one.starter for one in counted] == [0, 1, 2]


def test_bing_61_62_above_75_a_player_is_out_and_the_last_one_wins() -> None:
    pad = bing((0, 40, 40), (0, 35, 36))
    standing = pad.standing()
    # 75 is in, 76 is out
    assert standing.counted[1].left == (2,)
    assert standing.now.everyone == (0, 1) and not standing.over
    fill(pad, (0, 2, -1))
    standing = pad.standing()
    assert standing.counted[2].points == (0, 2, 0)
    assert standing.totals == (0, 77, 76)
    assert standing.over and standing.winners == (0,)
    assert standing.question is None


def test_who_is_out_deals_no_more() -> None:
    # Cid deals, then Ann; it would be Bob's turn, but he is out, so Cid deals again
    pad = bing((2, 30, 0), (2, 50, 0), dealer=2)
    standing = pad.standing()
    assert standing.now.everyone == (0, 2)
    assert standing.now.dealer == 2


def test_who_is_out_is_neither_asked_nor_can_go_out() -> None:
    pad = bing((0, 40, 76))
    pad.enter(1, OUT, "Ann")
    pad.enter(1, Fact("hand", 1), "9")
    assert len(pad.standing().counted) == 2
    with pytest.raises(EntryError, match="Cid is not in this round"):
        pad.enter(2, OUT, "Cid")


def test_bing_62_all_out_together_the_lowest_wins_and_equal_ones_share() -> None:
    # Bob is out with 76; then Ann has 80 and Cid 76, both too many, and Cid has fewer
    standing = bing((40, 40, 0), (0, 36, 36), (40, -1, 40)).standing()
    assert standing.counted[1].left == (1,)
    assert standing.totals == (80, 76, 76)
    assert standing.over and standing.winners == (2,)
    together = bing((70, 0, 70), (10, 80, 10)).standing()
    assert together.totals == (80, 80, 80)
    assert together.winners == (0, 1, 2)


def test_the_contract_goes_with_the_round() -> None:
    pad = Pad(load("international"), ["Ann", "Bob", "Cid"])
    said = [pad.contract(pad.standing().now)]
    for _ in range(8):
        fill(pad, (0, 10, 20))
        said.append(pad.contract(pad.standing().now))
    # INT-12: the contracts of the nine hands
    assert said == [
        "run of 4 + run of 4",
        "set of 4 + set of 4",
        "run of 3 + run of 3 + run of 3",
        "set of 3 + set of 3 + set of 3",
        "set of 3 + set of 3 + run of 4",
        "set of 3 + run of 4 + run of 4",
        "set of 4 + run of 3 + run of 3",
        "set of 4 + set of 4 + run of 3",
        "run of 4 + run of 4 + run of 4",
    ]
    fill(pad, (0, 10, 20))
    assert pad.standing().over and pad.standing().winners == (0,)


def test_int_02_a_tie_is_shared_or_goes_to_the_better_ninth_hand() -> None:
    rounds = [(0, 10, 50)] + [(0, 10, 50), (10, 0, 50)] * 3 + [(10, 0, 50), (0, 10, 50)]
    for ties, winners in (("shared", (0, 1)), ("last_hand", (0,))):
        pad = fill(Pad(load("international"), ["Ann", "Bob", "Cid"], {"ties": ties}), *rounds)
        # Ann 10 + 10 + 10 + 10, Bob 10 * 5: make them equal first
        totals = pad.standing().totals
        assert totals == (40, 50, 450)
        pad.enter(7, Fact("hand", 0), "20")
        assert pad.standing().totals == (50, 50, 450)
        assert pad.standing().winners == winners


# --- ties and further rounds --------------------------------------------------------------


def tied(ties: str) -> Spec:
    """Fewest points win, over at 30."""
    return small(
        over="any(total of p >= 30 for p in everyone)",
        changes=(("ties: another_round", f"ties: {ties}\n  best: lowest"),),
    )


def test_a_tie_at_the_end_is_played_off() -> None:
    pad = fill(Pad(tied("another_round"), ["Ann", "Bob", "Cid"]), (15, 15, 30))
    standing = pad.standing()
    assert not standing.over and standing.question is not None
    assert standing.counted[0].tied
    fill(pad, (0, 3, 4))
    assert not pad.standing().counted[1].tied
    assert pad.standing().winners == (0,)


def test_or_shared() -> None:
    pad = fill(Pad(tied("shared"), ["Ann", "Bob", "Cid"]), (15, 15, 30))
    assert pad.standing().over and pad.standing().winners == (0, 1)


def test_ice_73_the_match_also_ends_after_so_many_hands() -> None:
    pad = Pad(load("iceberg"), ["Ann", "Bob"], {"max_hands": 2})
    for _ in range(2):
        number = len(pad.rounds)
        for fact, text in (
            (OUT, "Ann"),
            (Fact("earned", 0), "10"),
            (Fact("shown", 0), "0"),
            (Fact("earned", 1), "20"),
            (Fact("hand", 1), "KC"),
            (Fact("shown", 1), "0"),
            (Fact("melds"), "none"),
        ):
            pad.enter(number, fact, text)
    # each 10 a hand: 10, and 20 - 10 for the king
    assert pad.standing().totals == (20, 20)
    assert pad.standing().winners == (0, 1)


def test_a_variable_of_the_whole_match_goes_on_until_it_is_entered_anew() -> None:
    spec = small(
        "points(hand) * stake",
        changes=(
            ("melds:\n", "variables:\n  stake: {of: table, per: match, start: 1}\nmelds:\n"),
            ("meld: {lay: all}", "meld: {lay: all, do: {set: {stake: stake + 1}}}"),
        ),
    )
    pad = Pad(spec, ["Ann", "Bob"])
    pad.enter(0, OUT, "Ann")
    pad.enter(0, Fact("hand", 1), "5")
    question = pad.standing().question
    assert question is not None and question.fact == Fact("stake")
    pad.enter(0, Fact("stake"), "4")
    assert pad.standing().counted[0].points == (0, 20)
    assert pad.standing().now.v[0] == 4


# --- corrections -----------------------------------------------------------------------------


def test_a_correction_changes_all_later_totals() -> None:
    pad = bing((0, 10, 20), (5, 0, 6), (7, 8, 0))
    pad.enter(0, Fact("hand", 1), "30")
    assert [one.totals for one in pad.standing().counted] == [
        (0, 30, 20),
        (5, 30, 26),
        (12, 38, 26),
    ]


def test_a_correction_of_who_went_out_asks_for_the_cards_that_are_missing() -> None:
    pad = bing((0, 10, 20), (5, 0, 6))
    pad.enter(0, OUT, "Bob")
    question = pad.standing().question
    assert question is not None
    assert (question.round, question.fact) == (0, Fact("hand", 0))
    pad.enter(0, Fact("hand", 0), "12")
    # what was entered for Bob counts no more
    assert [one.points for one in pad.standing().counted] == [(12, 0, 20), (5, 0, 6)]


def test_a_correction_can_bring_a_player_back_who_is_asked_again() -> None:
    pad = bing((0, 10, 76), (0, 9, -1))
    assert pad.standing().now.everyone == (0, 1)
    pad.enter(0, Fact("hand", 2), "66")
    question = pad.standing().question
    assert question is not None
    assert (question.round, question.fact) == (1, Fact("hand", 2))
    pad.enter(1, Fact("hand", 2), "2")
    assert pad.standing().totals == (0, 19, 68)


def test_a_correction_can_send_a_player_out_and_what_was_entered_later_is_kept() -> None:
    pad = bing((0, 10, 66), (0, 9, 2))
    pad.enter(0, Fact("hand", 2), "76")
    standing = pad.standing()
    assert standing.counted[1].everyone == (0, 1)
    assert standing.totals == (0, 19, 76)
    assert Fact("hand", 2) in [entry.fact for entry in pad.rounds[1]]
    pad.enter(0, Fact("hand", 2), "66")
    assert pad.standing().totals == (0, 19, 68)


def test_a_correction_that_ends_the_match_earlier_keeps_the_rounds_beyond() -> None:
    pad = bing((0, 10, 20), (0, 10, 20), (0, 10, 20))
    pad.enter(1, Fact("hand", 1), "66")
    pad.enter(1, Fact("hand", 2), "66")
    standing = pad.standing()
    assert standing.over and standing.winners == (0,) and standing.spare == 1
    assert len(pad.rounds) == 3
    pad.enter(1, Fact("hand", 1), "10")
    pad.enter(1, Fact("hand", 2), "20")
    assert pad.standing().totals == (0, 30, 60) and pad.standing().spare == 0


def test_cards_may_be_swapped_between_two_hands_and_a_conflict_is_asked_about() -> None:
    pad = Pad(load("bing"), ["Ann", "Bob", "Cid"])
    for fact, text in ((OUT, "Ann"), (Fact("hand", 1), "4D"), (Fact("hand", 2), "KC KC")):
        pad.enter(0, fact, text)
    pad.enter(0, Fact("hand", 1), "KC")
    question = pad.standing().question
    assert question is not None and question.fact == Fact("hand", 2)
    assert question.reason == "the pack has KC only twice, and Bob has it"
    pad.enter(0, Fact("hand", 2), "4D")
    assert pad.standing().counted[0].points == (0, 10, 4)


def test_a_correction_of_the_dealer_of_a_round_follows_from_who_is_in() -> None:
    pad = bing((2, 30, 0), (2, 50, 0), dealer=2)
    assert pad.standing().now.dealer == 2
    pad.enter(1, Fact("hand", 1), "40")
    assert pad.standing().now.dealer == 1 and pad.standing().now.everyone == (0, 1, 2)


def test_after_the_end_nothing_more_can_be_entered() -> None:
    pad = bing((0, 76, 76))
    assert pad.standing().over
    with pytest.raises(EntryError, match="the match is over after round 1"):
        pad.enter(1, OUT, "Ann")


# --- taking back ---------------------------------------------------------------------------


def test_entries_are_taken_back_one_by_one_over_the_ends_of_rounds() -> None:
    pad = bing((0, 10, 20), (5, 0, 6))
    taken = []
    while (found := pad.take_back()) is not None:
        taken.append(found[0].text)
    assert taken == ["6", "5", "Bob", "20", "10", "Ann"]
    assert pad.rounds == []


def test_a_correction_taken_back_lets_the_old_entry_stand_again() -> None:
    pad = bing((0, 10, 20), (5, 0, 6))
    pad.enter(0, Fact("hand", 1), "30")
    found = pad.take_back()
    assert found is not None and found[1] is not None
    assert (found[0].text, found[1].text) == ("30", "10")
    assert pad.standing().totals == (5, 10, 26)


def test_nothing_can_be_entered_for_a_round_before_the_one_before_it() -> None:
    with pytest.raises(EntryError, match="round 1 comes first"):
        bing().enter(1, OUT, "Ann")
