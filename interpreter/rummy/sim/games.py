"""One game from a table, a master seed and a number.

A ``Table`` is all that a game needs besides chance, as plain values, so that it
can be sent to another process or machine. Game ``i`` gets its own seed from the
master seed and ``i`` alone; ``rummy run --seed`` plays the same game again.
"""

from __future__ import annotations

import pickle
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from rummy.bots import bot_named
from rummy.chance import stream
from rummy.play.engine import Engine
from rummy.play.match import Match
from rummy.play.state import RoundResult, State
from rummy.sim.fired import Rulebook, Watch
from rummy.spec.bind import Rules, bind
from rummy.spec.model import Spec

TURNS = "limit of turns"
"""What the engine says of a round that no rule has ended."""

SEEDS = 10**15
"""Games are seeded with numbers below this: not too long to be typed again."""


@dataclass(frozen=True, slots=True)
class Table:
    """Who plays what: a spec, options, the bots by seat, and when to stop.

    ``packed`` is the spec for another process (see ``Table.of``). ``rounds``
    stops a game after so many rounds; None: it is played to its end.
    """

    packed: bytes
    bots: tuple[str, ...]
    options: tuple[tuple[str, str], ...] = ()
    rounds: int | None = None

    @classmethod
    def of(
        cls,
        spec: Spec,
        bots: Sequence[str],
        options: Mapping[str, str] | None = None,
        rounds: int | None = None,
    ) -> Table:
        """The table of a spec; ``UsageError`` for what its rules do not allow."""
        names = tuple(bot_named(name).name for name in bots)
        table = cls(pickle.dumps(spec), names, tuple((options or {}).items()), rounds)
        bind(spec, len(bots), dict(table.options))
        return table

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.bots)

    def rules(self) -> Rules:
        """The rules of this table."""
        return engine_of(self.packed, self.players, self.options).rules

    def book(self) -> Rulebook:
        """All rules of this table."""
        return Rulebook(self.rules())

    def rotations(self) -> tuple[tuple[str, ...], ...]:
        """The different ways in which the bots can sit, each one seat further on."""
        bots = self.bots
        turned = (bots[-n:] + bots[:-n] if n else bots for n in range(len(bots)))
        return tuple(dict.fromkeys(turned))


@dataclass(frozen=True, slots=True)
class Round:
    """How a round of a game ended. Seats count from 0."""

    dealer: int
    points: tuple[int, ...]
    ended_by: str
    turns: int
    leaders: tuple[int, ...]
    """The seats with the best total after it, of those still in."""


@dataclass(frozen=True, slots=True)
class Game:
    """What became of a game. Seats count from 0.

    ``index`` is its number and ``rotation`` how many seats the bots had moved
    on; games of one index have the same seed, so the same deals. ``winners``
    are those who lead where the game was stopped before its end. ``fired`` is
    how often each rule was used, in the order of ``Rulebook.rules``.
    """

    index: int
    rotation: int
    seed: int
    bots: tuple[str, ...]
    over: bool
    winners: tuple[int, ...]
    totals: tuple[int, ...]
    rounds: tuple[Round, ...]
    decisions: int
    fired: tuple[int, ...]

    @property
    def turns(self) -> int:
        """The turns of all its rounds."""
        return sum(each.turns for each in self.rounds)

    @property
    def lead_changes(self) -> int:
        """How often somebody else was the only leader after a round."""
        alone = [each.leaders[0] for each in self.rounds if len(each.leaders) == 1]
        return sum(a != b for a, b in pairwise(alone))

    @property
    def ties(self) -> int:
        """After how many rounds several shared the lead."""
        return sum(len(each.leaders) > 1 for each in self.rounds)


def seed_of(master: int, index: int) -> int:
    """The seed of game ``index`` (from 0): it depends on these two numbers alone."""
    return int(stream(master, f"game:{index}").random() * SEEDS)


@lru_cache(maxsize=8)
def _spec(packed: bytes) -> Spec:
    spec: Spec = pickle.loads(packed)
    return spec


@lru_cache(maxsize=64)
def engine_of(packed: bytes, players: int, options: tuple[tuple[str, str], ...]) -> Engine:
    """The engine of a table, compiled once in each process."""
    return Engine(bind(_spec(packed), players, dict(options)))


@lru_cache(maxsize=64)
def _watched(packed: bytes, players: int, options: tuple[tuple[str, str], ...]) -> Watch:
    """An engine whose use of rules is counted; nobody else plays with it."""
    return Watch(Engine(bind(_spec(packed), players, dict(options))))


def play(table: Table, master: int, index: int, rotation: int = 0, to_limit: bool = False) -> Game:
    """Play game ``index`` of a master seed with the bots moved on ``rotation`` seats.

    ``to_limit``: it is stopped after a round that only the limit of turns has ended.
    The same arguments give the same game in every process. A fault in a bot or
    in the rules is raised with the seed that shows it.
    """
    watch = _watched(table.packed, table.players, table.options)
    seed = seed_of(master, index)
    names = table.rotations()[rotation]
    try:
        return _play(table, watch, seed, index, rotation, names, to_limit)
    except Exception as error:
        told = f"game {index + 1} (seed {seed}, seats {','.join(names)})"
        raise RuntimeError(f"{told}: {type(error).__name__}: {error}") from error


def _play(
    table: Table,
    watch: Watch,
    seed: int,
    index: int,
    rotation: int,
    names: tuple[str, ...],
    to_limit: bool,
) -> Game:
    engine = watch.engine
    watch.start()
    match = Match(engine.rules.spec, seed=seed, record=True, engine=engine)
    state, records = match.state, match.records
    assert records is not None
    bots = [
        bot_named(name).make(engine, stream(seed, f"bot:{seat}"))
        for seat, name in enumerate(names, 1)
    ]
    rounds: list[Round] = []
    decisions = 0
    while True:
        watch.happened(records)
        records.clear()
        rounds += (_round(engine, state, result) for result in match.rounds[len(rounds) :])
        if state.over or (to_limit and rounds and rounds[-1].ended_by == TURNS):
            break
        # the last round ends as it is: no card of the next one is dealt
        state.single = table.rounds is not None and len(rounds) >= table.rounds - 1
        action = bots[state.mover].choose(match.view())
        if action not in (state.legal or ()):
            raise ValueError(f"the bot {names[state.mover]} chose {action}, which is not legal")
        watch.choice(match, action)
        engine.apply(state, action)
        decisions += 1
    winners: tuple[int, ...] | None = state.winners
    if state.single:
        winners = engine.of(state).outcome(state)
    return Game(
        index,
        rotation,
        seed,
        names,
        winners is not None,
        rounds[-1].leaders if winners is None else winners,
        match.totals,
        tuple(rounds),
        decisions,
        tuple(watch.counts),
    )


def _round(engine: Engine, state: State, result: RoundResult) -> Round:
    best = max if engine.rules.spec.match.highest else min
    top = best(result.totals[seat] for seat in state.everyone)
    leaders = tuple(seat for seat in state.everyone if result.totals[seat] == top)
    return Round(result.dealer, result.points, result.ended_by, result.turns, leaders)


def play_batch(
    number: int, table: Table, master: int, first: int, end: int, rotations: int
) -> tuple[int, list[Game]]:
    """Play some games of table ``number`` one after another; what a worker is sent.

    ``first`` and ``end`` count over all rotations: ``n`` is game ``n //
    rotations`` in rotation ``n % rotations``. The number of the table comes back
    with the games.
    """
    played = [play(table, master, *divmod(n, rotations)) for n in range(first, end)]
    return number, played


__all__ = ["Game", "Round", "Table", "engine_of", "play", "play_batch", "seed_of"]
