"""Players in a hurry, who finish the rounds that search imagines: they keep to the rules."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import cast

import pytest
from rummy.bots.hurried import Hurried
from rummy.chance import stream
from rummy.play.engine import Engine
from rummy.play.situation import Situation, set_up
from rummy.play.stages import OPEN
from rummy.play.state import State
from rummy.play.view import make_view
from rummy.spec.bind import bind
from rummy.spec.load import load

GAMES = (("iceberg", 2), ("international", 3), ("bing", 2))


@cache
def engine(name: str, players: int) -> Engine:
    """A shipped game for so many."""
    return Engine(bind(load(name), players, {}))


def order(table: Engine, seed: int) -> list[float]:
    """In which order cards go that are worth the same."""
    chance = stream(seed, "order")
    return [chance.random() for _ in range(table.deck.faces)]


def by_the_book(table: Engine, before: State, after: State) -> State:
    """The same opening, meld by meld, each of them one that the engine offers."""
    state = before.copy()
    assert state.legal is not None
    (move,) = [a for a in state.legal if len(a) == 1 and is_opening(table, a)]
    table.apply(state, move)
    for shape in after.table[len(before.table) :]:
        (laid,) = [a for a in state.legal or [] if a[1:] == (shape.kind, *shape.codes)]
        table.apply(state, laid)
    return state


def is_opening(table: Engine, action: tuple[int, ...]) -> bool:
    """Whether an action begins an opening."""
    return action != table.program.done and table.program.moves[action[0]].kind == OPEN


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_they_finish_a_round_and_open_as_the_rules_allow(name: str, players: int) -> None:
    table = engine(name, players)
    opened = 0
    for seed in range(6):
        hurried, state = Hurried(table), table.start(seed)
        state.single = True
        while not state.over:
            before = state.copy()
            hurried.step(state, order(table, seed))
            legal = before.legal or []
            if len(state.table) > len(before.table) + 1 and any(
                is_opening(table, action) for action in legal
            ):
                opened += 1
                assert by_the_book(table, before, state).key() == state.key()
        assert len(state.history) == 1
    assert opened or name == "iceberg"


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_the_same_order_of_cards_leads_to_the_same_round(name: str, players: int) -> None:
    table = engine(name, players)
    ends = set()
    for _ in range(2):
        hurried, state = Hurried(table), table.start(3)
        state.single = True
        while not state.over:
            hurried.step(state, order(table, 3))
        ends.add(state.key())
    assert len(ends) == 1


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_sifting_a_hand_changes_nothing_that_another_seat_sees(name: str, players: int) -> None:
    table, hurried = engine(name, players), Hurried(engine(name, players))
    state, changed = table.start(5), 0
    while not state.over and not state.history:
        me, other = state.mover, (state.mover + 1) % players
        trial, slot = state.copy(), table.program.hand_base + other
        held = table.deck.bag_faces(cast(int, state.z[slot]))
        sure = held[: len(held) // 2]
        hurried.sift(trial, other, sure, stream(state.turn_number, "sift"))
        assert make_view(table, trial, me) == make_view(table, state, me)
        now = Counter(table.deck.bag_faces(cast(int, trial.z[slot])))
        assert now >= Counter(sure)
        stock = table.program.stock_slot
        before = Counter(held) + Counter(cast("list[int]", state.z[stock]))
        assert now + Counter(cast("list[int]", trial.z[stock])) == before
        changed += now != Counter(held)
        hurried.step(state, order(table, 5))
    assert changed > 3


@pytest.mark.parametrize("seed", range(3))
def test_a_sifted_hand_keeps_what_goes_together(seed: int) -> None:
    # 8H 9H wait for a run and 5S 5D are a pair; of three cards that stand alone, and
    # whatever comes in their place, the hand keeps what is worth no less
    table = engine("iceberg", 2)
    situation = Situation(step="play")
    for seat, cards in enumerate(("2C", "8H 9H 5S 5D QC")):
        situation.zones["hand", seat] = table.deck.parse_many(cards)
    state = set_up(table, situation)
    state.turns[1] = 8
    Hurried(table).sift(state, 1, (), stream(seed, "sift"))
    left = table.deck.bag_faces(cast(int, state.z[table.program.hand_base + 1]))
    assert set(table.deck.parse_many("5S 5D")) <= set(left)
