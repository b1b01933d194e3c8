"""Situations in which programs went wrong elsewhere: players who have left the match."""

from __future__ import annotations

from pathlib import Path

import pytest
from rummy.play.engine import Engine
from rummy.play.match import Match
from rummy.spec.bind import bind
from rummy.spec.load import load_text
from situation_specs import edited

# out at more than 100 points; a hand is one turn each, and every card left counts one
LEAVING = edited(
    ("score:\n  round: earned - count(hand)", "score:\n  round: count(hand)"),
    (
        "  over: any(total of p >= target for p in everyone)\n",
        "  out: total > 100\n  over: count(everyone) < 2\n",
    ),
    ("best: highest", "best: lowest"),
    ("ties: another_round", "ties: shared"),
    ("limits: {rounds: 8, turns: 16}", "limits: {rounds: 8, turns: 1}"),
)


def after_hand(totals: dict[str, int], counter_clockwise: bool = False) -> Match:
    """A B C D after the first hand, which A has dealt; five points for everybody in it."""
    text = LEAVING
    if counter_clockwise:
        text = text.replace("turns: clockwise", "turns: counter_clockwise")
        text = text.replace("starter: left of dealer", "starter: right of dealer")
        text = text.replace("next_dealer: left of dealer", "next_dealer: right of dealer")
    made = Engine(bind(load_text(text, "leaving.yaml"), 4))
    match = Match(made.rules.spec, seed=3, engine=made)
    match.state.total = [totals.get(name, 0) - 5 for name in "ABCD"]
    while not match.rounds:
        match.apply("stock" if "stock" in match.legal_texts() else match.legal()[-1])
    assert match.totals == tuple(totals.get(name, 0) for name in "ABCD")
    return match


def seated(match: Match) -> tuple[str, str, str]:
    """Who is in, who deals, who begins."""
    view = match.view(-1)
    return ("".join("ABCD"[s] for s in view.everyone), "ABCD"[view.dealer], "ABCD"[match.seat])


@pytest.mark.parametrize(
    ("totals", "expected"),
    [
        ({"B": 104}, ("ACD", "C", "D")),  # who would deal is out
        ({"B": 104, "C": 101}, ("AD", "D", "A")),
        ({"C": 104}, ("ABD", "B", "D")),  # who would begin is out
        ({"A": 104}, ("BCD", "B", "C")),  # the dealer is out
        ({"D": 104, "A": 104}, ("BC", "B", "C")),
        ({"B": 100}, ("ABCD", "B", "C")),  # 100 is not more than 100
    ],
)
def test_b29_nobody_who_is_out_deals_or_begins(
    totals: dict[str, int], expected: tuple[str, str, str]
) -> None:
    match = after_hand(totals)
    assert seated(match) == expected
    hands = {name: match.view(-1).zone("hand", n).count for n, name in enumerate("ABCD")}
    assert hands == {name: 5 if name in expected[0] else 0 for name in "ABCD"}
    seats = []
    while len(match.rounds) == 1:
        seats.append("ABCD"[match.seat])
        match.apply("stock" if "stock" in match.legal_texts() else match.legal()[-1])
    assert set(seats) == set(expected[0])


def test_b29_the_other_way_round_too() -> None:
    """A deals, D would deal next and is out: C deals, B begins."""
    assert seated(after_hand({"D": 104}, counter_clockwise=True)) == ("ABC", "C", "B")


def test_b29_the_last_one_left_wins_and_no_hand_is_dealt() -> None:
    match = after_hand({"A": 101, "B": 104, "D": 120, "C": 90})
    assert match.over and match.winners == (2,)
    assert len(match.rounds) == 1 and match.seat == -1


def test_b29_if_all_are_out_at_once_the_best_of_them_wins() -> None:
    match = after_hand({"A": 130, "B": 104, "C": 120, "D": 104})
    assert match.over and match.winners == (1, 3)


def test_b29_what_was_counted_before_leaving_stays_and_nothing_is_added() -> None:
    match = after_hand({"B": 104})
    while len(match.rounds) == 1:
        match.apply("stock" if "stock" in match.legal_texts() else match.legal()[-1])
    assert match.rounds[1].points[1] == 0 and match.totals[1] == 104
    assert match.rounds[1].dealer == 2


def test_b29_and_b30_the_deal_goes_on_among_those_who_are_left() -> None:
    """B leaves after the first hand: A, then C, D, A, C."""
    match = after_hand({"B": 104})
    while len(match.rounds) < 5:
        match.apply("stock" if "stock" in match.legal_texts() else match.legal()[-1])
    assert ["ABCD"[r.dealer] for r in match.rounds] == ["A", "C", "D", "A", "C"]


def test_b41_a_match_is_saved_and_goes_on_after_somebody_has_left(tmp_path: Path) -> None:
    """Whoever begins the first hand is out after it."""
    text = edited(
        ("round: count(hand)", "round: 1 if me == starter else 0"),
        ("out: total > 100", "out: total > 0"),
        text=LEAVING,
    )
    made = Engine(bind(load_text(text, "leaving.yaml"), 4))
    match = Match(made.rules.spec, seed=3, engine=made)
    while len(match.view(-1).everyone) == 4:
        match.apply(match.legal()[0])
    match.apply(match.legal()[0])
    assert match.view(-1).everyone == (0, 2, 3) and match.view(-1).dealer == 2
    path = tmp_path / "match.jsonl"
    match.save(path)
    again = Match.resume(path, match.spec)
    assert again.state.key() == match.state.key()
    while not match.over:
        assert again.legal_texts() == match.legal_texts()
        again.apply(match.legal()[0])
        match.apply(match.legal()[0])
    assert again.over and again.winners == match.winners
