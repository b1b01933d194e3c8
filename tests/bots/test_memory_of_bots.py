"""What search remembers of the cards that went to the other of two players."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest
from rummy.bots import bot_named
from rummy.bots.memory import HAND, Memory
from rummy.chance import stream
from rummy.play.engine import Engine
from rummy.play.state import Action, State
from rummy.play.view import make_view
from rummy.spec.bind import bind
from rummy.spec.load import load


@cache
def engine(name: str, players: int) -> Engine:
    """A shipped game for so many."""
    return Engine(bind(load(name), players, {}))


def remembered(memory: Memory, table: Engine, state: State) -> list[int]:
    """What is known of the other hand."""
    known = memory.known(table, make_view(table, state, state.mover))
    return sorted(known.get((HAND, 1 - state.mover), ()))


@pytest.mark.parametrize(
    ("name", "players", "seeds", "places"),
    [("iceberg", 2, 8, {HAND}), ("bing", 2, 5, {HAND, "pile"}), ("international", 3, 2, {"pile"})],
)
def test_what_is_remembered_is_there(name: str, players: int, seeds: int, places: set[str]) -> None:
    table, found = engine(name, players), Counter[str]()
    for seed in range(seeds):
        bots = [bot_named("greedy").make(table, stream(seed, f"bot:{n}")) for n in range(players)]
        memory, state = Memory(), table.start(seed)
        while not state.over and len(state.history) < 2:
            view = make_view(table, state, state.mover)
            known = memory.known(table, view) if state.mover == 0 else {}
            for (zone, owner), faces in known.items():
                slot = [(z.name, z.seat) for z in view.zones].index((zone, owner))
                cards = state.z[slot]
                there = list(table.deck.bag_faces(cards) if isinstance(cards, int) else cards[:-1])
                for face in faces:
                    there.remove(face)  # each copy is there
                found[zone] += len(faces)
            action = bots[state.mover].choose(view)
            if state.mover == 0:
                memory.chosen(table, view, action)
            table.apply(state, action)
    assert {zone for zone, count in found.items() if count > 10} == places


def play(table: Engine, state: State, memory: Memory | None, wanted: int) -> Action:
    """A turn in which nothing is laid and a card is passed, one of the wanted number."""
    while True:
        assert state.legal is not None
        action = state.legal[-1]  # `done` comes last
        if action != table.program.done:
            action = state.legal[wanted % len(state.legal)]
        if memory is not None:
            view = make_view(table, state, state.mover)
            memory.known(table, view)
            memory.chosen(table, view, action)
        table.apply(state, action)
        if action != table.program.done:
            return action


def test_a_card_passed_on_is_known_until_it_comes_back_and_forgotten_with_the_round() -> None:
    table = engine("iceberg", 2)
    state, memory = table.start(4), Memory()
    me = state.mover
    passed = [play(table, state, memory, 0)[1]]
    assert state.mover != me
    # the other passes the same card back
    while True:
        assert state.legal is not None
        wanted = [action for action in state.legal if action[1:] == (passed[0],)]
        back = state.legal[-1] == table.program.done
        table.apply(state, table.program.done if back else wanted[0])
        if not back:
            break
    assert state.mover == me
    assert remembered(memory, table, state) == []
    # passed once more, it stays there
    index = [a[1:] for a in passes(table, state)].index((passed[0],))
    play(table, state, memory, index)
    other = [a[1:] for a in passes(table, state)]
    play(table, state, None, next(n for n, cards in enumerate(other) if cards != (passed[0],)))
    assert remembered(memory, table, state) == passed
    state.round += 1
    assert remembered(memory, table, state) == []


def passes(table: Engine, state: State) -> list[Action]:
    """The ways to pass a card in this turn if nothing is laid."""
    trial = state.copy()
    while trial.legal and trial.legal[-1] == table.program.done:
        table.apply(trial, table.program.done)
    return trial.legal or []


def test_with_three_players_no_hand_is_remembered() -> None:
    table = engine("iceberg", 3)
    state, memory = table.start(4), Memory()
    for number in range(9):
        view = make_view(table, state, state.mover)
        assert memory.known(table, view) == {}
        memory.chosen(table, view, play(table, state, None, number))
