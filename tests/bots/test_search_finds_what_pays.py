"""What search finds out by trying, and how strong the bots are."""

from __future__ import annotations

from functools import cache

import pytest
from rummy.bots import bot_named
from rummy.bots.search import Mean
from rummy.chance import stream
from rummy.play.actions import action_text
from rummy.play.engine import Engine
from rummy.play.view import View, make_view
from rummy.spec.bind import bind
from rummy.spec.load import load, load_text

PRIZES = """\
rummy: 1
title: Choose a Prize
version: "1.0"
players: 2
options: {BEST}
zones:
  stock: {of: table, pile: true, seen_by: nobody}
  hand: {of: player, seen_by: owner}
melds:
  pair: {size: 2, valid: same(rank), lay: 10}
variables:
  prize: {of: player, per: round, start: 0}
setup: {deal: {auto: {deal: 3}}}
order: {starter: left of dealer, turns: clockwise}
turn:
  steps:
    choose:
      choose:
        little: {say: true, do: {set: {prize: 10}}}
        much: {say: true, do: {set: {prize: 50}}}
        nothing: {say: true, do: {set: {prize: 0}}}
score: {round: prize}
match: {first_dealer: {seat: 1}, over: round == 1, best: DIRECTION, ties: shared}
limits: {turns: 1}
"""


@cache
def prizes(best: str) -> Engine:
    """The game in which one word pays most; ``best``: highest or lowest total."""
    text = PRIZES.replace("options: {BEST}\n", "").replace("DIRECTION", best)
    return Engine(bind(load_text(text, "prizes.yaml"), 2, {}))


def first_view(table: Engine) -> View:
    """What the first player sees."""
    state = table.start(3)
    return make_view(table, state, state.mover)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("best", "word"), [("highest", "much"), ("lowest", "nothing")])
def test_search_chooses_what_the_count_pays_best(best: str, word: str, seed: int) -> None:
    table = prizes(best)
    state = table.start(3)
    search = bot_named("search:24").make(table, stream(seed, "bot"))
    action = search.choose(make_view(table, state, state.mover))
    assert action_text(table, state, action) == word


def test_with_seconds_search_ends_and_chooses_as_well() -> None:
    table = prizes("highest")
    view = first_view(table)
    search = bot_named("search:0.2s").make(table, stream(1, "bot"))
    assert search.choose(view) in view.legal


def test_a_mean_is_sure_only_if_chance_hardly_explains_it() -> None:
    # 4 and 6: mean 5, spread sqrt(2), error sqrt(2) / sqrt(2) = 1
    sure, unsure, single = Mean(), Mean(), Mean()
    for number in (4.0, 6.0):
        sure.add(number)
    for number in (-1.0, 2.0):  # mean 0.5, spread 2.12, error 1.5
        unsure.add(number)
    single.add(100.0)
    assert (sure.mean, unsure.mean) == (5.0, 0.5)
    assert sure.surely()
    assert not unsure.surely()
    assert not single.surely()


def points(name: str, players: int, bot: str, against: str, deals: int) -> float:
    """By how many points a round a bot is better, each first round played from all seats."""
    table = Engine(bind(load(name), players, {}))
    sign = 1 if table.rules.spec.match.highest else -1
    total = 0.0
    for seed in range(deals):
        for seat in range(players):
            bots = [
                bot_named(bot if n == seat else against).make(table, stream(seed, f"bot:{n}"))
                for n in range(players)
            ]
            state = table.start(seed)
            while not state.history:
                view = make_view(table, state, state.mover)
                table.apply(state, bots[state.mover].choose(view))
            found = state.history[0].points
            total += sign * (found[seat] - (sum(found) - found[seat]) / (players - 1))
    return total / deals / players


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), [("iceberg", 2), ("international", 3), ("bing", 2)])
def test_greedy_is_better_than_chance(name: str, players: int) -> None:
    assert points(name, players, "greedy", "random", 8) > 20
