"""How much of a result the deal decides, and how much who plays.

Different bots play each deal once in every rotation of the seats, so that every
bot has every seat's cards once. What is looked at is a seat's points less the
mean of its table, in the points of the whole game (one round, with
``--rounds 1``). Its variation over all games is split into four shares:

- **players**: what follows from which bot sits there (the mean of that bot at
  that seat, less the mean of the seat);
- **deal**: what follows from the cards: how far a seat's result in one rotation
  goes with its result on the same deal in another one, when another sits there;
- **seats**: what follows from the seat alone, over all deals;
- **rest**: what the course of the game makes of both: choices of the bots and
  the cards that come up because of them.

The shares add up to 1. The deal's share is a covariance, so that what merely
happens in one of the games does not count as the deal's. It is below 0 where the
cards that serve one bot harm the other, and on few deals by chance. The interval
is the jackknife's over deals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

from rummy.sim.games import Game
from rummy.sim.stats import Estimate, jackknife

SHARES = ("players", "deal", "seats", "rest")


@dataclass(frozen=True, slots=True)
class Shares:
    """The four shares of the variation of a result."""

    players: float
    deal: float
    seats: float

    @property
    def rest(self) -> float:
        """What is left."""
        return 1 - self.players - self.deal - self.seats


class Luck:
    """Gathers deals that were played in every rotation.

    Points are kept as whole numbers: a seat's points times the players, less the
    sum of the table.
    """

    def __init__(self, players: int, rotations: int) -> None:
        self.players, self.rotations = players, rotations
        self.deals: dict[int, tuple[tuple[int, ...], ...]] = {}
        """By number of the deal: for each rotation the result of each seat."""
        self._whole: _Sums | None = None

    def add(self, deal: Sequence[Game]) -> None:
        """One more deal."""
        self.deals[deal[0].index] = tuple(
            tuple(self.players * points - sum(game.totals) for points in game.totals)
            for game in deal
        )
        self._whole = None

    def merge(self, other: Luck) -> None:
        """All deals of another one as well."""
        self.deals.update(other.deals)
        self._whole = None

    def rows(self) -> list[tuple[tuple[int, ...], ...]]:
        """The deals in the order of their numbers."""
        return [self.deals[index] for index in sorted(self.deals)]

    def shares(self, without: int | None = None) -> Shares:
        """The shares over all deals, or without one of them (its place in ``rows``)."""
        if self._whole is None:
            self._whole = _Sums(self.players, self.rotations)
            for row in self.rows():
                self._whole.add(row)
            self._rows = self.rows()
        if without is None:
            return self._whole.shares()
        return self._whole.shares(self._rows[without])

    def estimate(self, name: str) -> Estimate:
        """One of the shares with its interval."""
        return jackknife(len(self.deals), lambda without: getattr(self.shares(without), name))


class _Sums:
    """Sums and sums of products over deals."""

    def __init__(self, players: int, rotations: int) -> None:
        self.n = 0
        self.seats = range(players)
        self.turned = range(rotations)
        self.pairs = list(permutations(self.turned, 2))
        self.single = [[0] * players for _ in self.turned]
        self.squares = 0
        self.products = {pair: [0] * players for pair in self.pairs}

    def add(self, row: tuple[tuple[int, ...], ...]) -> None:
        """One more deal."""
        self.n += 1
        for r, points in enumerate(row):
            for s, value in enumerate(points):
                self.single[r][s] += value
                self.squares += value * value
        for pair in self.pairs:
            first, second = row[pair[0]], row[pair[1]]
            sums = self.products[pair]
            for s in self.seats:
                sums[s] += first[s] * second[s]

    def shares(self, less: tuple[tuple[int, ...], ...] | None = None) -> Shares:
        """The shares; without one deal if it is given."""
        n, squares = self.n, self.squares
        single, products = self.single, self.products
        if less is not None:
            n -= 1
            squares -= sum(v * v for points in less for v in points)
            single = [
                [total - v for total, v in zip(totals, points, strict=True)]
                for totals, points in zip(single, less, strict=True)
            ]
            products = {
                (a, b): [t - less[a][s] * less[b][s] for s, t in enumerate(totals)]
                for (a, b), totals in products.items()
            }
        turned = len(single)
        all_of_it = squares / (n * turned)
        if n < 2 or not all_of_it:
            return Shares(0.0, 0.0, 0.0)
        cell = [[total / n for total in totals] for totals in single]
        seat = [sum(cell[r][s] for r in self.turned) / turned for s in self.seats]
        of_players = (
            sum((cell[r][s] - seat[s]) ** 2 for r in self.turned for s in self.seats) / turned
        )
        together = sum(
            (products[a, b][s] - n * cell[a][s] * cell[b][s]) / (n - 1)
            for a, b in self.pairs
            for s in self.seats
        ) / len(self.pairs)
        of_seats = sum(mean * mean for mean in seat)
        return Shares(of_players / all_of_it, together / all_of_it, of_seats / all_of_it)


__all__ = ["SHARES", "Luck", "Shares"]
