"""Tile Rummy: the deal, an empty pool and the match; the rest is proved in the file.

The numbers are worked out by hand from the statements in docs/games/tile_rummy.md.
"""

from __future__ import annotations

from random import Random

import pytest
from rummy.play.engine import Engine
from rummy.play.examples import run_examples
from rummy.play.state import State
from rummy.spec.bind import bind
from rummy.spec.load import examine, find, load
from rummy.testing import Game

SPEC = load("tile_rummy")


def _engine(players: int, **options: str | int | bool) -> Engine:
    return Engine(bind(SPEC, players, options))


def _say(engine: Engine, state: State, name: str) -> None:
    action = next(a for a in engine.legal(state) if engine.program.moves[a[0]].move.name == name)
    engine.apply(state, action)


def _empty_pool(engine: Engine, *racks: str) -> State:
    """A table with these racks and no tile in the pool; the first player is to act."""
    state = engine.start(1, first_dealer=0)
    for seat, rack in enumerate(racks):
        state.z[engine.program.hand_base + seat] = engine.deck.bag(engine.deck.parse_many(rack))
    state.z[engine.program.stock_slot] = []
    engine.advance(state)
    return state


def test_the_file_is_sound_and_every_example_holds() -> None:
    text = find("tile_rummy").read_text(encoding="utf-8")
    _, found = examine(text, "tile_rummy.yaml")
    assert [finding.short() for finding in found] == []
    assert all(len(line) <= 80 for line in text.splitlines())
    assert all(result.ok for result in run_examples(SPEC))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_fourteen_tiles_each_of_106(players: int) -> None:
    """TILE-01, TILE-43: who drew the highest tile, the dealer, starts."""
    engine = _engine(players)
    state = engine.start(5, first_dealer=1)
    pool = state.z[engine.program.stock_slot]
    assert isinstance(pool, list)
    assert (engine.deck.size, len(pool), state.me) == (106, 106 - 14 * players, 1)


def test_with_the_pool_empty_the_lowest_rack_wins_the_differences() -> None:
    """TILE-14, TILE-41: racks of 12, 4 and 10; the second gets 8 + 6."""
    engine = _engine(3)
    state = _empty_pool(engine, "12B", "4R", "10K")
    for _ in range(3):
        _say(engine, state, "pass")
    assert state.history[0].points == (-8, 14, -6)


def test_equal_lowest_racks_share_rounded_down() -> None:
    """TILE-41: 5, 5 and 12; the third loses 7, of which the two get 3 each."""
    engine = _engine(3)
    state = _empty_pool(engine, "5B", "5R", "12K")
    for _ in range(3):
        _say(engine, state, "pass")
    assert state.history[0].points == (3, 3, -7)


def test_the_table_may_be_played_in_the_turn_of_the_first_play_if_agreed() -> None:
    """TILE-22"""
    for play_on in (False, True):
        engine = _engine(2, play_on=play_on)
        state = _empty_pool(engine, "10R 10B 10K 10Y 1Y", "4R")
        _say(engine, state, "come_down")
        for face in engine.deck.parse_many("10R 10B 10K"):
            engine.apply(state, (*engine.legal(state)[0][:1], face))
        engine.apply(state, engine.program.done)
        assert (state.me == 0) == play_on
        if play_on:
            _say(engine, state, "play")


def test_four_rounds_are_a_match() -> None:
    """TILE-42"""
    engine = _engine(2)
    state = engine.blank(1)
    state.total = [4, -4]
    state.round = state.played = 3
    assert engine.outcome(state) is None
    state.round = state.played = 4
    assert engine.outcome(state) == (0,)


def test_no_tile_is_ever_left_without_a_meld() -> None:
    """TILE-31, TILE-33: random play, and all tiles on the table lie in melds of the file."""
    engine = _engine(2)
    state = engine.start(2)
    state.single = True
    chance = Random(2)
    for _ in range(60):
        if state.over:
            break
        engine.apply(state, chance.choice(engine.legal(state)))
        racks = sum(z.bit_count() if isinstance(z, int) else len(z) for z in state.z)
        assert racks + sum(shape.size for shape in state.table) == 106


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_promise_holds_in_random_games(players: int) -> None:
    Game(SPEC, players, {"rounds": 1}, 1).play()
