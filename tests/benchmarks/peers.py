"""Gin as other engines play it, each with uniformly random legal play.

Every function gives what plays one more hand, or raises ``ImportError`` where the
engine is not installed. They are driven as their documentation drives them; what
each does beside moving cards is said, since it takes its time.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from contest import Play

SEED = 1


def openspiel(clone: bool = True, shown: bool = False) -> Play:
    """OpenSpiel, C++ behind Python.

    ``clone``: the root state is made once and cloned for each hand; else it is
    made anew, with its tables of melds. ``shown``: the player to move is shown
    the table as a text at every decision.
    """
    import pyspiel

    game = pyspiel.load_game("gin_rummy")
    root = game.new_initial_state()
    number = random.Random(SEED).random

    def hand() -> tuple[int, int]:
        state = root.clone() if clone else game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                # every card that is left is equally likely
                legal = state.legal_actions()
            else:
                if shown:
                    state.observation_string(state.current_player())
                legal = state.legal_actions()
                decisions += 1
            state.apply_action(legal[int(number() * len(legal))])
        state.returns()
        return decisions, 1

    return hand


def rlcard(bare: bool = False) -> Play:
    """RLCard, Python: its environment with two random agents, observations encoded.

    ``bare``: its game object alone, without the encoding. Its decisions include
    the two forced ones of each hand that count the score.
    """
    import numpy
    import rlcard
    from rlcard.agents import RandomAgent

    numpy.random.seed(SEED)
    number = random.Random(SEED).random
    table: Any = rlcard.make("gin-rummy", config={"seed": SEED})
    table.set_agents([RandomAgent(num_actions=table.num_actions) for _ in range(2)])

    def public() -> tuple[int, int]:
        table.run(is_training=False)
        return len(table.game.actions), 1

    def game_alone() -> tuple[int, int]:
        game = table.game
        game.init_game()
        decisions = 0
        while not game.is_over():
            legal = game.judge.get_legal_actions()
            game.step(legal[int(number() * len(legal))])
            decisions += 1
        game.judge.scorer.get_payoffs(game=game)
        return decisions, 1

    return game_alone if bare else public


def pettingzoo() -> Play:
    """PettingZoo's environment over RLCard, observations and masks at every step."""
    import numpy
    from pettingzoo.classic import gin_rummy_v4

    number = random.Random(SEED).random
    table: Any = gin_rummy_v4.env()
    seeds: list[int | None] = [SEED]

    def hand() -> tuple[int, int]:
        table.reset(seed=seeds.pop() if seeds else None)
        decisions = 0
        for _ in table.agent_iter():
            seen, _, ended, cut_off, _ = table.last()
            if ended or cut_off:
                table.step(None)
                continue
            legal = numpy.flatnonzero(seen["action_mask"])
            table.step(int(legal[int(number() * len(legal))]))
            decisions += 1
        return decisions, 1

    return hand


YARDSTICK = "OpenSpiel gin, root cloned"
PEERS: dict[str, Callable[[], Play]] = {
    YARDSTICK: openspiel,
    "OpenSpiel gin, plain": lambda: openspiel(clone=False),
    "OpenSpiel gin, root cloned, text at each decision": lambda: openspiel(shown=True),
    "RLCard gin, public API": rlcard,
    "RLCard gin, bare game": lambda: rlcard(bare=True),
    "PettingZoo gin": pettingzoo,
}
"""All peers, by what they are called in the table."""


def installed() -> tuple[dict[str, Play], dict[str, str]]:
    """The peers that can play here, and why the others cannot."""
    found: dict[str, Play] = {}
    missing: dict[str, str] = {}
    for name, make in PEERS.items():
        try:
            found[name] = make()
        except ImportError as error:
            missing[name] = str(error)
    return found, missing
