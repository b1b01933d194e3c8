"""Means, rates and their 95% intervals.

All sums are whole numbers, which add up to the same in any order, so that a
result does not depend on who worked out which part of it.

- A mean has the interval of Student's t: mean ± t(n-1) · s / √n.
- A rate (so many of n) has Wilson's interval, which stays within 0 and 1.
- A quotient of two sums (points a round) has the interval of its linear
  approximation over the games, since the rounds of a game belong together.
- Anything else has the delete-one jackknife: the value without each deal in
  turn says how much it depends on which deals there were.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import NormalDist

LEVEL = 0.95
"""How often an interval is to hold the true value."""

Z = NormalDist().inv_cdf(0.5 + LEVEL / 2)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value with its 95% interval; ``low`` and ``high`` are None where none can be given."""

    value: float
    low: float | None
    high: float | None

    def within(self, low: float, high: float) -> Estimate:
        """The same with the interval cut to what is possible."""
        if self.low is None or self.high is None:
            return self
        return Estimate(self.value, max(low, self.low), min(high, self.high))

    def holds(self, value: float) -> bool:
        """Whether a value lies in the interval."""
        return self.low is not None and self.high is not None and self.low <= value <= self.high


@lru_cache(maxsize=1024)
def t_quantile(freedom: int) -> float:
    """Student's t that ±t holds 95% for, with so many degrees of freedom (at least 1)."""
    if freedom < 1:
        raise ValueError("no degrees of freedom")
    low, high = Z, 13.0  # 12.7 is the largest, for one degree of freedom
    for _ in range(60):
        middle = (low + high) / 2
        if _t_within(middle, freedom) < LEVEL:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _t_within(t: float, freedom: int) -> float:
    """How much of the t distribution lies within ±t (Abramowitz and Stegun 26.7.3, 26.7.4)."""
    if freedom > 2000:
        # so close to the normal one that the first terms of the difference do (26.7.8)
        x = t * (1 - 1 / (4 * freedom)) / math.sqrt(1 + t * t / (2 * freedom))
        return 2 * NormalDist().cdf(x) - 1
    angle = math.atan(t / math.sqrt(freedom))
    cos, sin = math.cos(angle), math.sin(angle)
    term = total = 1.0 if freedom % 2 == 0 else cos
    for n in range(2 if freedom % 2 == 0 else 3, freedom - 1, 2):
        term *= cos * cos * (n - 1) / n
        total += term
    if freedom % 2 == 0:
        return sin * total
    return 2 / math.pi * (angle + (sin * total if freedom > 1 else 0.0))


def wilson(successes: float, n: int) -> Estimate:
    """Wilson's interval of a rate; a shared success may count in part.

    With parts the interval is a little too wide, never too narrow: a value
    between 0 and 1 varies less than one that is either.
    """
    if n <= 0:
        return Estimate(math.nan, None, None)
    rate = successes / n
    middle = (rate + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z / (1 + Z * Z / n) * math.sqrt(rate * (1 - rate) / n + Z * Z / (4 * n * n))
    return Estimate(rate, max(0.0, middle - half), min(1.0, middle + half))


class Mean:
    """The mean of whole numbers; ``scale`` divides them all."""

    __slots__ = ("n", "squares", "total")

    def __init__(self, n: int = 0, total: int = 0, squares: int = 0) -> None:
        self.n, self.total, self.squares = n, total, squares

    def add(self, value: int) -> None:
        """One more value."""
        self.n += 1
        self.total += value
        self.squares += value * value

    def merge(self, other: Mean) -> None:
        """All values of another one as well."""
        self.n += other.n
        self.total += other.total
        self.squares += other.squares

    def estimate(self, scale: int = 1) -> Estimate:
        """The mean with the interval of Student's t."""
        if not self.n:
            return Estimate(math.nan, None, None)
        value = self.total / (self.n * scale)
        if self.n == 1:
            return Estimate(value, None, None)
        spread = self.n * self.squares - self.total * self.total
        half = t_quantile(self.n - 1) * math.sqrt(spread / (self.n - 1)) / (self.n * scale)
        return Estimate(value, value - half, value + half)


class Quotient:
    """The quotient of two sums over games, as points over rounds."""

    __slots__ = ("below", "below_squares", "mixed", "n", "squares", "total")

    def __init__(self) -> None:
        self.n = self.total = self.below = self.squares = self.below_squares = self.mixed = 0

    def add(self, value: int, below: int) -> None:
        """One more game."""
        self.n += 1
        self.total += value
        self.below += below
        self.squares += value * value
        self.below_squares += below * below
        self.mixed += value * below

    def merge(self, other: Quotient) -> None:
        """All games of another one as well."""
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def estimate(self, scale: int = 1) -> Estimate:
        """The quotient with its interval."""
        if not self.below:
            return Estimate(math.nan, None, None)
        value = self.total / (self.below * scale)
        if self.n == 1:
            return Estimate(value, None, None)
        # sum of (value - q * below)^2, times below^2 to stay with whole numbers
        rest = (
            self.squares * self.below * self.below
            - 2 * self.total * self.mixed * self.below
            + self.total * self.total * self.below_squares
        )
        spread = rest / (self.below * self.below) * self.n / (self.n - 1)
        half = t_quantile(self.n - 1) * math.sqrt(spread) / (self.below * scale)
        return Estimate(value, value - half, value + half)


def mean_of(values: Sequence[float]) -> Estimate:
    """The mean of any numbers with the interval of Student's t."""
    n = len(values)
    if not n:
        return Estimate(math.nan, None, None)
    mean = math.fsum(values) / n
    if n == 1:
        return Estimate(mean, None, None)
    half = t_quantile(n - 1) * deviation(values) / math.sqrt(n)
    return Estimate(mean, mean - half, mean + half)


def deviation(values: Sequence[float]) -> float:
    """The standard deviation of a sample of at least two."""
    mean = math.fsum(values) / len(values)
    return math.sqrt(math.fsum((v - mean) ** 2 for v in values) / (len(values) - 1))


def correlation(a: Sequence[float], b: Sequence[float]) -> float | None:
    """How much two rows go together, from -1 to 1; None where one does not vary."""
    n = len(a)
    if n < 2:
        return None
    mean_a, mean_b = math.fsum(a) / n, math.fsum(b) / n
    aa = math.fsum((x - mean_a) ** 2 for x in a)
    bb = math.fsum((y - mean_b) ** 2 for y in b)
    if aa <= 0 or bb <= 0:
        return None
    ab = math.fsum((x - mean_a) * (y - mean_b) for x, y in zip(a, b, strict=True))
    return ab / math.sqrt(aa * bb)


def jackknife(n: int, value: Callable[[int | None], float]) -> Estimate:
    """A value over n deals with its interval, freed of most of its bias.

    ``value(None)`` is the value over all deals, ``value(i)`` without deal i.
    """
    whole = value(None)
    if n < 3:
        return Estimate(whole, None, None)
    without = [value(i) for i in range(n)]
    mean = math.fsum(without) / n
    best = n * whole - (n - 1) * mean
    error = math.sqrt((n - 1) / n * math.fsum((w - mean) ** 2 for w in without))
    half = t_quantile(n - 1) * error
    return Estimate(best, best - half, best + half)


__all__ = [
    "Estimate",
    "Mean",
    "Quotient",
    "correlation",
    "deviation",
    "jackknife",
    "mean_of",
    "t_quantile",
    "wilson",
]
