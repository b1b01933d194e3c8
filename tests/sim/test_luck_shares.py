"""The shares of a result, on results whose parts are known because we made them."""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable

import pytest
from rummy.sim.games import Game
from rummy.sim.luck import Luck
from sim_helpers import game

Points = Callable[[int, int, int], int]
"""Points by the number of the deal, the rotation and the seat."""


def gathered(points: Points, deals: int, players: int = 2) -> Luck:
    """Deals in every rotation with these points, each of one round."""
    luck = Luck(players, players)
    for n in range(deals):
        luck.add(games_of(points, n, players))
    return luck


def games_of(points: Points, n: int, players: int) -> list[Game]:
    """The games of deal n; the bot "a" sits at the seat with the number of the rotation."""
    bots = [["a" if s == r else "b" for s in range(players)] for r in range(players)]
    return [
        game(n, [[points(n, r, s) for s in range(players)]], bots[r], r) for r in range(players)
    ]


@pytest.mark.parametrize("players", [2, 3, 5])
def test_where_only_the_cards_count_the_deal_has_it_all(players: int) -> None:
    chance = random.Random(1)
    cards = [[chance.randrange(1000) for _ in range(players)] for _ in range(400)]
    shares = gathered(lambda n, r, s: cards[n][s], 400, players).shares()
    assert shares.players == pytest.approx(0, abs=1e-12)
    assert shares.deal == pytest.approx(1, abs=0.03)
    assert shares.rest == pytest.approx(0, abs=0.03)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_where_only_the_player_counts_players_have_it_all(players: int) -> None:
    shares = gathered(lambda n, r, s: 100 if r == s else 0, 10, players).shares()
    assert (shares.players, shares.deal, shares.seats) == pytest.approx((1, 0, 0))


def test_where_only_the_seat_counts_the_seat_has_it_all() -> None:
    shares = gathered(lambda n, r, s: 50 * s, 10, 3).shares()
    assert (shares.players, shares.deal, shares.seats) == pytest.approx((0, 0, 1))


def test_what_happens_in_one_game_only_is_the_rest() -> None:
    chance = random.Random(2)
    shares = gathered(lambda n, r, s: chance.randrange(1000), 3000).shares()
    assert shares.rest == pytest.approx(1, abs=0.06)
    assert shares.deal == pytest.approx(0, abs=0.06)


def test_parts_of_known_size_come_out_in_their_proportion() -> None:
    # Between two seats: 40 for the better player; the cards, with deviation 30; chance in
    # each game, with deviation 20. Squares: 1600, 900, 400 of 2900.
    chance = random.Random(3)
    cards = [chance.gauss(0, 30) for _ in range(20_000)]

    def points(n: int, r: int, s: int) -> int:
        if s == 1:
            return 0
        return round(1000 * ((40 if r == 0 else -40) + cards[n] + chance.gauss(0, 20)))

    shares = gathered(points, 20_000).shares()
    assert shares.players == pytest.approx(1600 / 2900, abs=0.01)
    assert shares.deal == pytest.approx(900 / 2900, abs=0.01)
    assert shares.rest == pytest.approx(400 / 2900, abs=0.01)


def test_for_two_it_is_the_covariance_of_the_two_games_of_a_deal() -> None:
    first = [120, -40, 60, 10, -90]  # seat 1 less seat 2, "a" in seat 1
    second = [80, -100, 20, -50, -60]  # the same deals, "a" in seat 2
    shares = gathered(lambda n, r, s: (first if r == 0 else second)[n] if s == 0 else 0, 5).shares()
    whole = statistics.fmean(x * x for x in first + second)
    half = (statistics.fmean(first) - statistics.fmean(second)) / 2
    seat = (statistics.fmean(first) + statistics.fmean(second)) / 2
    assert shares.deal == pytest.approx(statistics.covariance(first, second) / whole)
    assert shares.players == pytest.approx(half**2 / whole)
    assert shares.seats == pytest.approx(seat**2 / whole)


def test_leaving_a_deal_out_is_the_same_as_never_having_had_it() -> None:
    chance = random.Random(4)
    points = {
        (n, r, s): chance.randrange(500) for n in range(6) for r in range(3) for s in range(3)
    }
    luck = gathered(lambda n, r, s: points[n, r, s], 6, 3)
    other = Luck(3, 3)
    for n in (0, 1, 3, 4, 5):
        other.add(games_of(lambda n, r, s: points[n, r, s], n, 3))
    assert luck.shares(2) == other.shares()


def test_the_order_in_which_deals_come_makes_no_difference() -> None:
    chance = random.Random(5)
    points = {
        (n, r, s): chance.randrange(500) for n in range(20) for r in range(2) for s in range(2)
    }
    one, two, part = (Luck(2, 2) for _ in range(3))
    for n in range(20):
        one.add(games_of(lambda n, r, s: points[n, r, s], n, 2))
    for n in reversed(range(20)):
        (two if n % 3 else part).add(games_of(lambda n, r, s: points[n, r, s], n, 2))
    two.merge(part)
    for name in ("players", "deal", "seats", "rest"):
        assert repr(one.estimate(name)) == repr(two.estimate(name))


def test_where_nobody_ever_differs_there_is_nothing_to_share() -> None:
    shares = gathered(lambda n, r, s: 10, 5).shares()
    assert (shares.players, shares.deal, shares.seats) == (0, 0, 0)
