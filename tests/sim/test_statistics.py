"""Means, rates and intervals against tables and independent formulas."""

from __future__ import annotations

import math
import random
import statistics
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rummy.sim.stats import (
    Estimate,
    Mean,
    Quotient,
    correlation,
    jackknife,
    mean_of,
    t_quantile,
    wilson,
)

# The column "two-sided 95%" of any table of Student's t.
TABLE = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 9: 2.262, 10: 2.228, 29: 2.045}
FAR = {30: 2.042, 60: 2.000, 120: 1.980, 1000: 1.962, 10**6: 1.960}


@pytest.mark.parametrize(("freedom", "t"), [*TABLE.items(), *FAR.items()])
def test_students_t_is_as_in_the_tables(freedom: int, t: float) -> None:
    assert t_quantile(freedom) == pytest.approx(t, abs=0.0006)


def test_students_t_goes_over_smoothly_where_the_formula_changes() -> None:
    assert t_quantile(2000) == pytest.approx(t_quantile(2001), abs=1e-5)
    assert t_quantile(2000) > t_quantile(2500)


def test_without_a_degree_of_freedom_there_is_no_t() -> None:
    with pytest.raises(ValueError):
        t_quantile(0)


def test_wilsons_interval_is_as_worked_out_by_hand() -> None:
    # 8 of 10, z = 1.96: middle (0.8 + 0.19208) / 1.38416 = 0.71674,
    # half 1.96 / 1.38416 * sqrt(0.016 + 0.009604) = 0.22658
    found = wilson(8, 10)
    assert found.value == 0.8
    assert found.low == pytest.approx(0.4902, abs=0.0002)
    assert found.high == pytest.approx(0.9433, abs=0.0002)


def test_wilsons_ends_are_where_a_rate_would_just_be_believed() -> None:
    # its ends p solve (x/n - p)^2 = z^2 p (1 - p) / n
    z = statistics.NormalDist().inv_cdf(0.975)
    for x, n in ((1, 7), (30, 100), (99, 100), (2.5, 40)):
        found = wilson(x, n)
        assert found.low is not None and found.high is not None
        for p in (found.low, found.high):
            assert (x / n - p) ** 2 == pytest.approx(z * z * p * (1 - p) / n, abs=1e-12)


def test_a_rate_of_none_or_all_stays_within_bounds() -> None:
    assert wilson(0, 20).low == 0.0
    assert wilson(20, 20).high == 1.0
    assert 0.1 < (wilson(0, 20).high or 0) < 0.2


@given(st.lists(st.integers(-10_000, 10_000), min_size=2, max_size=40), st.integers(1, 5))
def test_a_mean_has_the_interval_of_the_textbook(values: list[int], scale: int) -> None:
    mean = Mean()
    for value in values:
        mean.add(value)
    found = mean.estimate(scale)
    scaled = [value / scale for value in values]
    half = t_quantile(len(values) - 1) * statistics.stdev(scaled) / math.sqrt(len(values))
    assert found.low is not None and found.high is not None
    assert found.value == pytest.approx(statistics.fmean(scaled), abs=1e-9)
    assert (found.high - found.low) / 2 == pytest.approx(half, rel=1e-9, abs=1e-9)
    other = mean_of(scaled)
    assert other.low == pytest.approx(found.low, abs=1e-6)


@given(st.lists(st.integers(-(10**9), 10**9), min_size=1, max_size=30), st.randoms())
def test_parts_merged_in_any_order_give_the_very_same_numbers(
    values: list[int], chance: random.Random
) -> None:
    whole = Mean()
    for value in values:
        whole.add(value)
    parts = []
    for value in values:
        part = Mean()
        part.add(value)
        parts.append(part)
    chance.shuffle(parts)
    merged = Mean()
    for part in parts:
        merged.merge(part)
    assert repr(merged.estimate()) == repr(whole.estimate())


@given(
    st.lists(st.tuples(st.integers(-500, 500), st.integers(1, 20)), min_size=2, max_size=30),
)
def test_a_quotient_is_the_linear_approximation_over_games(games: list[tuple[int, int]]) -> None:
    found = Quotient()
    for value, below in games:
        found.add(value, below)
    top, bottom = sum(v for v, _ in games), sum(b for _, b in games)
    q = Fraction(top, bottom)
    spread = sum((v - q * b) ** 2 for v, b in games) / (len(games) - 1)
    half = t_quantile(len(games) - 1) * math.sqrt(spread * len(games)) / bottom
    estimate = found.estimate()
    assert estimate.low is not None and estimate.high is not None
    assert estimate.value == pytest.approx(float(q))
    assert (estimate.high - estimate.low) / 2 == pytest.approx(half, rel=1e-6, abs=1e-9)


def test_a_quotient_over_rounds_of_one_each_is_a_mean() -> None:
    quotient, mean = Quotient(), Mean()
    for value in (10, -20, 35, 70):
        quotient.add(value, 1)
        mean.add(value)
    assert quotient.estimate() == mean.estimate()


def test_the_jackknife_of_a_mean_is_the_interval_of_a_mean() -> None:
    values = [3.0, 5.0, 8.0, 13.0, 21.0]

    def mean(without: int | None) -> float:
        kept = [v for i, v in enumerate(values) if i != without]
        return statistics.fmean(kept)

    found, known = jackknife(5, mean), mean_of(values)
    assert found.value == pytest.approx(known.value)
    assert found.low == pytest.approx(known.low)
    assert found.high == pytest.approx(known.high)


def test_the_jackknife_takes_the_bias_off_a_variance() -> None:
    # the variance over n is too small by 1/n; the jackknife makes it the one over n - 1
    values = [1.0, 4.0, 9.0, 16.0]

    def variance(without: int | None) -> float:
        return statistics.pvariance([v for i, v in enumerate(values) if i != without])

    assert jackknife(4, variance).value == pytest.approx(statistics.variance(values))


def test_correlation_is_that_of_the_standard_library() -> None:
    a, b = [1.0, 2.0, 4.0, 8.0], [3.0, 1.0, 7.0, 6.0]
    assert correlation(a, b) == pytest.approx(statistics.correlation(a, b))
    assert correlation(a, [5.0] * 4) is None
    assert correlation([1.0], [2.0]) is None


def test_one_value_has_no_interval_and_none_has_no_mean() -> None:
    one = Mean()
    one.add(7)
    assert one.estimate() == Estimate(7.0, None, None)
    assert math.isnan(Mean().estimate().value)
    assert math.isnan(Quotient().estimate().value)
    assert math.isnan(wilson(0, 0).value)
    assert math.isnan(mean_of([]).value)


def test_an_interval_holds_its_ends_and_can_be_cut() -> None:
    found = Estimate(0.98, 0.9, 1.06).within(0.0, 1.0)
    assert (found.low, found.high) == (0.9, 1.0)
    assert found.holds(0.9) and not found.holds(0.89)
    assert not Estimate(1.0, None, None).holds(1.0)
