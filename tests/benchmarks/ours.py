"""Games of this package with uniformly random legal play, as the bench measures them."""

from __future__ import annotations

from collections.abc import Iterator

from contest import Play
from rummy.chance import stream
from rummy.errors import UsageError
from rummy.play.engine import Engine
from rummy.play.view import make_view
from rummy.spec.bind import bind
from rummy.spec.load import load, shipped

USUAL = 4
"""So many play where the game lets them."""
LOOK = 16
"""Decisions between two looks at the clock."""


def field(wanted: list[str]) -> Iterator[tuple[str, int]]:
    """Games and players: ``name`` or ``name:players``; nothing wanted: all that are shipped."""
    for each in wanted or [path.stem for path in shipped()]:
        name, _, players = each.partition(":")
        low, high = load(name).players
        if players and not (players.isdigit() and low <= int(players) <= high):
            raise UsageError(f"{each}: {name} is for {low} to {high} players")
        yield name, int(players) if players else min(max(USUAL, low), high)


def play(name: str, players: int, shown: bool = False) -> Play:
    """Whole matches by the full rules, every legal list worked out, every hand counted.

    ``shown``: at every decision the player to move is shown the table (a ``View``).
    """
    engine = Engine(bind(load(name), players))
    going = _matches(engine, shown)
    return lambda: next(going)


def _matches(engine: Engine, shown: bool) -> Iterator[tuple[int, int]]:
    for seed in range(1, 10**9):
        state = engine.start(seed)
        number = stream(seed, "bot:1").random
        apply = engine.apply
        decisions = ended = 0
        while not state.over:
            legal = state.legal
            if shown:
                make_view(engine.of(state), state, state.mover)
            apply(state, legal[int(number() * len(legal))])
            decisions += 1
            if decisions == LOOK:
                yield decisions, state.played - ended
                decisions, ended = 0, state.played
        yield decisions, state.played - ended
