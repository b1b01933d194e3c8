"""What games come to: points, wins, lengths, endings; counted by hand, merged in any order."""

from __future__ import annotations

import json
import random

import pytest
from rummy.sim.games import Game
from rummy.sim.stats import Estimate, mean_of, wilson
from rummy.sim.summary import Setting, panels, setting_json
from rummy.sim.tally import Tally
from sim_helpers import game, small_table

BOOK = small_table().book()
RULES = len(BOOK.rules)


def same(one: Estimate, other: Estimate) -> bool:
    """Whether two estimates are the same but for rounding."""
    return (one.value, one.low, one.high) == pytest.approx((other.value, other.low, other.high))


def tally_of(deals: list[list[Game]], players: int = 2) -> Tally:
    tally = Tally(players, len(deals[0]), RULES)
    for deal in deals:
        tally.add(deal)
    return tally


def setting_of(tally: Tally, *bots: str) -> Setting:
    return Setting({}, {}, (), tally, BOOK, bots or ("a", "b"))


FIRED = [1] + [0] * (RULES - 1)
GAMES = [
    game(0, [[10, 20], [30, 0]], turns=8, fired=FIRED),
    game(1, [[0, 50]], turns=5, ended_by="no_stock", fired=FIRED),
    game(2, [[25, 25]], turns=11, fired=FIRED),
]


def test_points_wins_lengths_and_endings_are_counted() -> None:
    tally = tally_of([[each] for each in GAMES])
    told = setting_json(setting_of(tally))
    assert (told["deals"], told["games"], told["ended"], told["rounds_played"]) == (3, 3, 3, 4)
    # totals of seat 1: 40 0 25 over 4 rounds; of seat 2: 20 50 25
    assert same(tally.totals[0].estimate(), mean_of([40, 0, 25]))
    assert tally.points[0].estimate().value == 65 / 4
    assert tally.points[1].estimate().value == 95 / 4
    # game 1 seat 1, game 2 seat 2, game 3 shared: one and a half each
    assert setting_of(tally).wins(0) == setting_of(tally).wins(1) == wilson(1.5, 3)
    assert told["shared_wins"] == 1 and told["tied_rounds"] == 1
    assert told["ended_by"] == {"out": 3, "no_stock": 1}
    assert tally.turns.estimate().value == (8 + 8 + 5 + 11) / 4
    assert same(tally.rounds.estimate(), mean_of([2, 1, 1]))
    # after the first game's rounds seat 2 leads, then seat 1
    assert tally.leads.estimate().value == pytest.approx(1 / 3)
    assert tally.fired[0] == 3 and sum(tally.fired) == 3
    json.dumps(told, allow_nan=False)


def test_with_rotations_a_deal_is_one_observation() -> None:
    deals = [
        [game(0, [[10, 0]], ("a", "b"), 0), game(0, [[10, 0]], ("b", "a"), 1)],
        [game(1, [[10, 0]], ("a", "b"), 0), game(1, [[0, 10]], ("b", "a"), 1)],
        [game(2, [[5, 5]], ("a", "b"), 0), game(2, [[0, 10]], ("b", "a"), 1)],
    ]
    tally = tally_of(deals)
    setting = setting_of(tally)
    # wins of "a" in a deal: 1/2, 1, 3/4
    assert same(setting.bot_wins("a"), mean_of([0.5, 1.0, 0.75]).within(0, 1))
    assert same(setting.wins(0), mean_of([1.0, 0.5, 0.25]).within(0, 1))
    assert tally.games == 6 and tally.deals == 3
    assert tally.bot_points["a"].estimate().value == (10 + 0 + 10 + 10 + 5 + 10) / 6
    shares = setting_json(setting)["shares"]
    assert isinstance(shares, dict) and set(shares) == {"players", "deal", "seats", "rest"}


def test_equal_bots_at_several_seats_win_together() -> None:
    tally = tally_of([[game(0, [[1, 2, 3]], ("a", "b", "b"))]], 3)
    setting = setting_of(tally, "a", "b", "b")
    assert setting.bot_wins("b").value == 1.0
    assert setting.fair("b") == pytest.approx(2 / 3)


@pytest.mark.parametrize("rotations", [1, 2])
def test_tallies_merge_in_any_order_to_the_very_same_result(rotations: int) -> None:
    chance = random.Random(1)

    def deal(n: int) -> list[Game]:
        return [
            game(
                n,
                [[chance.randrange(100), chance.randrange(100)] for _ in range(1 + n % 3)],
                ("a", "b") if r == 0 else ("b", "a"),
                r,
                fired=[chance.randrange(5) for _ in range(RULES)],
            )
            for r in range(rotations)
        ]

    deals = [deal(n) for n in range(30)]
    whole = json.dumps(setting_json(setting_of(tally_of(deals))))
    for _ in range(5):
        chance.shuffle(deals)
        cut = chance.randrange(1, 29)
        one, two = tally_of(deals[:cut]), tally_of(deals[cut:])
        two.merge(one)
        assert json.dumps(setting_json(setting_of(two))) == whole


def test_a_plot_shows_seats_of_one_setting_or_the_settings_of_a_grid() -> None:
    one = setting_of(tally_of([[each] for each in GAMES]))
    assert [p.title for p in panels([one])] == ["points a round", "wins"]
    cells = [
        Setting({"x": v}, {}, ("x",), tally_of([[each] for each in GAMES]), BOOK, ("a", "a"))
        for v in ("1", "2")
    ]
    found = panels(cells)
    assert [p.title for p in found] == ["points of a seat a round", "turns a round"]
    assert [label for label, _ in found[0].rows] == ["1", "2"]
    assert found[0].rows[0][1].value == pytest.approx((65 + 95) / 8)
