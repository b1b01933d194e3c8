"""Two tables on the same deals: differences, verdicts, how many more deals."""

from __future__ import annotations

import math

import pytest
from rummy.errors import UsageError
from rummy.sim.games import Table
from rummy.sim.paired import (
    DIFFERS,
    MEASURES,
    SAME,
    UNDECIDED,
    Pairs,
    Verdict,
    measures,
    verdict,
    weaker_pairs,
)
from rummy.sim.stats import Estimate, mean_of
from rummy.spec.load import load
from sim_helpers import game, small_table


def judged(low: float, high: float, margin: float, n: int = 100) -> Verdict:
    return verdict(Estimate((low + high) / 2, low, high), margin, n)


def test_an_interval_beside_zero_differs() -> None:
    assert judged(3, 9, 2) == Verdict(DIFFERS)
    assert judged(-9, -3, 2) == Verdict(DIFFERS)
    assert judged(1, 9, 2) == Verdict(DIFFERS)  # perhaps by less than the margin, but not by 0


def test_an_interval_within_the_margin_makes_no_difference_that_matters() -> None:
    assert judged(-1, 1.5, 2) == Verdict(SAME)
    assert judged(0.5, 1.5, 2) == Verdict(SAME)  # certain, and too small


def test_an_interval_that_touches_the_margin_is_not_within_it() -> None:
    assert judged(-2, 1, 2).word == UNDECIDED
    assert judged(0.5, 2, 2).word == DIFFERS


def test_equal_games_are_no_difference_whatever_the_margin() -> None:
    assert judged(0, 0, 0) == Verdict(SAME)


def test_undecided_says_when_the_interval_would_leave_zero() -> None:
    # 4 ± 8: half of it must come below 4, a half of 8 takes four times the deals
    assert judged(-4, 12, 0, 100) == Verdict(UNDECIDED, 300)


def test_undecided_says_when_the_interval_would_lie_within_the_margin() -> None:
    # 1 ± 6 and a margin of 4: 3 are left, so twice as fine, four times the deals;
    # to leave 0 it would take 36 times
    assert judged(-5, 7, 4, 50) == Verdict(UNDECIDED, 150)


def test_a_difference_of_nothing_without_a_margin_is_never_decided() -> None:
    assert judged(-5, 5, 0) == Verdict(UNDECIDED, None)


def test_one_deal_decides_nothing() -> None:
    assert verdict(Estimate(5, None, None), 1, 1) == Verdict(UNDECIDED, None)


def pairs_of(a: list[list[int]], b: list[list[int]], *names: str) -> Pairs:
    """Games of one round each at two tables, with these points."""
    pairs = Pairs(small_table(), [MEASURES[name] for name in names], 1)
    for side, rows in enumerate((a, b)):
        for n, points in enumerate(rows):
            pairs.add(side, [game(n, [points])])
    return pairs


def test_differences_are_taken_deal_by_deal() -> None:
    a, b = [[10, 30], [50, 90], [0, 4]], [[14, 34], [56, 92], [2, 6]]
    # points of a seat: 20 70 2 and 24 74 4; differences 4 4 2
    found = pairs_of(a, b, "score").compare(0)
    assert (found.first.value, found.second.value) == pytest.approx((92 / 3, 102 / 3))
    assert found.difference == mean_of([4.0, 4.0, 2.0])
    assert found.margin == pytest.approx(0.05 * 92 / 3)
    assert found.verdict.word == DIFFERS


def test_pairs_see_what_unpaired_games_would_not() -> None:
    a = [[n * n, 3 * n * n] for n in range(30)]
    b = [[x + 5, y + 5 + n % 2] for n, (x, y) in enumerate(a)]
    found = pairs_of(a, b, "score").compare(0, margin=1.0)
    assert found.verdict.word == DIFFERS
    assert found.correlation == pytest.approx(1, abs=1e-4)
    alone = mean_of([sum(points) / 2 for points in a])
    assert alone.low is not None and alone.high is not None and found.difference.low is not None
    assert alone.high - alone.low > 100 * (found.difference.value - found.difference.low)


def test_deals_that_only_one_table_has_finished_are_left_out() -> None:
    pairs = pairs_of([[1, 1], [2, 2], [3, 3]], [[1, 1], [3, 3]], "score")
    assert pairs.deals() == [0, 1]
    assert pairs.compare(0).difference == mean_of([0.0, 1.0])


def test_each_measure_is_what_it_says() -> None:
    bots = [("a", "b"), ("b", "a")]
    deal = [
        game(0, [[30, 10], [0, 20]], bots[0], 0, turns=6),  # totals 30 30: shared
        game(0, [[5, 15]], bots[1], 1, turns=9),  # "a" has 15 and wins
    ]
    found = {name: m.value(deal, "a") for name, m in MEASURES.items() if m.value is not None}
    assert found["score"] == pytest.approx((60 + 20) / (2 * 2 + 2))
    assert found["spread"] == pytest.approx((20 + 20 + 10) / 3)
    assert found["length"] == pytest.approx((6 + 6 + 9) / 3)
    assert found["rounds"] == 1.5 and found["decisions"] == 20
    assert found["leads"] == 0
    assert found["win"] == pytest.approx((0.5 + 1) / 2)
    assert found["edge"] == pytest.approx((0 + 10) / 3)


def test_luck_is_compared_with_the_same_deals_left_out_at_both_tables() -> None:
    table = small_table("greedy", "random")
    pairs = Pairs(table, [MEASURES["luck"], MEASURES["skill"]], 2)
    for n in range(12):
        for side in range(2):
            # at table A the cards decide, at table B who plays
            first = [[40 * (n % 3), 0], [40 * (n % 3), 0]] if side == 0 else [[30, n % 2], [0, 30]]
            pairs.add(side, [game(n, [first[r]], ("a", "b"), r) for r in range(2)])
    luck, skill = pairs.compare(0), pairs.compare(1)
    assert luck.difference.value < 0 < skill.difference.value
    assert luck.difference.value == pytest.approx(luck.second.value - luck.first.value, abs=0.2)
    assert skill.verdict.word == DIFFERS
    assert luck.correlation is None


def test_measures_are_read_and_checked() -> None:
    assert [m.name for m in measures("score, length,score", ["x"])] == ["score", "length"]
    with pytest.raises(UsageError, match="there is no measure 'lenght'; did you mean"):
        measures("lenght", ["x"])
    with pytest.raises(UsageError, match="needs two different bots"):
        measures("luck", ["x", "x"])


def test_tables_that_deal_other_cards_have_weaker_pairs() -> None:
    assert weaker_pairs(small_table(), small_table(target="200")) == ""
    two = Table.of(load("bing"), ["random", "random"])
    assert "packs differ (52 and 104 cards)" in weaker_pairs(small_table(), two)
    iceberg = Table.of(load("iceberg"), ["random", "random"])
    assert (
        weaker_pairs(iceberg, Table.of(load("iceberg"), ["random"] * 2, {"aces": "by_choice"}))
        == ""
    )


def test_more_deals_of_the_same_kind_do_decide_it() -> None:
    values = [12.0, -9.0, 7.0, -4.0, 3.0, 0.0]
    first = verdict(mean_of(values), 0.0, len(values))
    assert first.word == UNDECIDED and first.more is not None
    many = math.ceil((len(values) + first.more) / len(values))
    assert verdict(mean_of(values * many), 0.0, len(values) * many).word == DIFFERS
