"""Conquian: the deal, drawn hands and the match; the rest is proved in the file.

The numbers are worked out by hand from the statements in docs/games/conquian.md.
"""

from __future__ import annotations

from collections import Counter

import pytest
from rummy.play.engine import Engine
from rummy.play.examples import run_examples
from rummy.play.state import State
from rummy.spec.bind import bind
from rummy.spec.load import examine, find, load
from rummy.testing import check_variant

SPEC = load("conquian")


def _engine(**options: str | int | bool) -> Engine:
    return Engine(bind(SPEC, 2, options))


def _with_one_card_left(engine: Engine) -> State:
    """A hand in which the last card of the stock is about to be turned up and passed."""
    state = engine.start(1, first_dealer=0)
    program = engine.program
    away = program.slots.zone["away"]
    stock = state.z[program.stock_slot]
    assert isinstance(stock, list)
    state.z[away] = stock[:]
    state.z[program.stock_slot] = []
    return state


def _pass(engine: Engine, state: State) -> None:
    names = {engine.program.moves[a[0]].move.name: a for a in engine.legal(state)}
    engine.apply(state, names["pass"] if "pass" in names else names["let_pass"])


def test_the_file_is_sound_and_every_example_holds() -> None:
    text = find("conquian").read_text(encoding="utf-8")
    _, found = examine(text, "conquian.yaml")
    assert [finding.short() for finding in found] == []
    assert all(len(line) <= 80 for line in text.splitlines())
    assert all(result.ok for result in run_examples(SPEC))


def test_forty_cards_ten_each_and_one_turned_up() -> None:
    """CQ-01, CQ-02: 40 = 10 + 10 + 1 + 19."""
    engine = _engine()
    state = engine.start(3, first_dealer=0)
    assert engine.deck.size == 40
    sizes = Counter(z.bit_count() if isinstance(z, int) else len(z) for z in state.z)
    assert sizes == Counter([10, 10, 1, 19, 0])


def test_a_goal_of_nine_deals_eight_cards() -> None:
    """CQ-01"""
    engine = _engine(goal=9)
    state = engine.start(3, first_dealer=0)
    hand = state.z[engine.program.hand_base]
    assert isinstance(hand, int)
    assert hand.bit_count() == 8


def _after_a_drawn_hand(**options: str | int | bool) -> tuple[State, int]:
    engine = _engine(forcing=False, **options)
    state = _with_one_card_left(engine)
    while state.round == 1:
        _pass(engine, state)
    return state, state.v[engine.program.slots.variable["stake"]]


def test_a_drawn_hand_adds_its_stake_to_the_next() -> None:
    """CQ-41: the last card is passed by both; nobody scores, the next hand is worth 2."""
    state, stake = _after_a_drawn_hand()
    assert (state.history[0].points, stake) == ((0, 0), 2)


def test_without_carrying_the_next_hand_is_worth_one() -> None:
    """CQ-41"""
    _, stake = _after_a_drawn_hand(carry=False)
    assert stake == 1


def test_five_points_win_the_match() -> None:
    """CQ-42"""
    engine = _engine()
    state = engine.blank(1)
    state.round = state.played = 1
    state.total = [4, 3]
    assert engine.outcome(state) is None
    state.total = [5, 3]
    assert engine.outcome(state) == (0,)


@pytest.mark.slow
def test_every_promise_holds_in_random_games() -> None:
    check_variant(SPEC, games=2)
