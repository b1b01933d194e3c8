"""The bot that tries out what might happen: determinised Monte Carlo, for any variant.

From its view it imagines tables that agree with what it sees
(``rummy.play.imagine``), plays each promising action there and lets ordinary
players (``rummy.bots.policy``) finish the round. An action is worth what the
count then gives: the own points less the mean of the others', counted so that
more is better. All actions that are compared are tried at the same tables, so
that what they differ by is not the luck of the deal, and the worse half of
them is dropped again and again (successive halving) while the playouts last.
"""

from __future__ import annotations

import math
import re
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from rummy.bots.policy import Choice, Policy
from rummy.chance import stream
from rummy.errors import UsageError
from rummy.play.imagine import Imagination

if TYPE_CHECKING:
    from random import Random

    from rummy.play.engine import Engine
    from rummy.play.state import Action, State
    from rummy.play.view import View

PLAYOUTS = 200
MOST_PLAYOUTS = 10_000_000
MOST_SECONDS = 3600.0
MOST_TRIED = 6
"""So many actions of a decision are tried, those that an ordinary player likes most."""
SURE = 1.0
"""By so many standard errors an action must be better than the likeliest one."""
MOST_STEPS = 1_500
"""A playout that is longer is counted as it stands."""


@dataclass(frozen=True, slots=True)
class Effort:
    """What one decision may cost: so many playouts, or so many seconds."""

    playouts: int = PLAYOUTS
    seconds: float = 0.0


def effort(text: str) -> Effort:
    """Read ``500`` (playouts) or ``2s`` (seconds, also ``0.5s``); raises ``UsageError``."""
    found = re.fullmatch(r"(\d{1,9})|(\d{1,6}(?:\.\d{1,6})?)s", text.strip())
    if found is not None:
        if found[1] and 0 < int(found[1]) <= MOST_PLAYOUTS:
            return Effort(playouts=int(found[1]))
        if found[2] and 0 < float(found[2]) <= MOST_SECONDS:
            return Effort(playouts=MOST_PLAYOUTS, seconds=float(found[2]))
    raise UsageError(
        f"search:{text} says no effort; write playouts a decision, search:500, "
        f"or seconds, search:2s"
    )


class Search:
    """Tries its actions at imagined tables and takes the one that did best.

    With a number of playouts its choices follow from the stream alone; with
    seconds they also depend on how fast the machine is.
    """

    def __init__(self, engine: Engine, chance: Random, budget: Effort | None = None) -> None:
        self.table = engine
        self.chance = chance
        self.budget = budget or Effort()
        self._policies: dict[tuple[Engine, bool], Policy] = {}

    def policy(self, engine: Engine, careful: bool) -> Policy:
        """The ordinary player at a table of so many."""
        known = self._policies.get((engine, careful))
        if known is None:
            known = self._policies[engine, careful] = Policy(engine, careful)
        return known

    def choose(self, view: View) -> Action:
        """The legal action that did best in the playouts."""
        if len(view.legal) == 1:
            return view.legal[0]
        engine = self.table.of(view)
        imagination = Imagination(engine, view)
        plain = imagination.state(None)
        policy = self.policy(engine, True)
        tried = Choice(policy, plain, list(view.legal)).likely(MOST_TRIED, self.chance)
        if len(tried) == 1:
            return tried[0]
        return _Trial(self, engine, imagination, view.seat, tried).best()


class Mean:
    """The mean of numbers that come one by one, and how sure it is (Welford)."""

    __slots__ = ("count", "mean", "squares")

    def __init__(self) -> None:
        self.count = 0
        self.mean = 0.0
        self.squares = 0.0

    def add(self, number: float) -> None:
        """One more number."""
        self.count += 1
        off = number - self.mean
        self.mean += off / self.count
        self.squares += off * (number - self.mean)

    def surely(self) -> bool:
        """Whether the mean is above zero by more than its standard error says of chance."""
        if self.count < 2:
            return False
        error = math.sqrt(self.squares / (self.count - 1) / self.count)
        return self.mean > SURE * error


class _Trial:
    """One decision."""

    def __init__(
        self,
        search: Search,
        engine: Engine,
        imagination: Imagination,
        seat: int,
        tried: list[Action],
    ) -> None:
        self.engine, self.imagination, self.seat = engine, imagination, seat
        self.chance = search.chance
        self.policy = search.policy(engine, False)
        self.budget = search.budget
        self.tried = tried
        self.better = {action: Mean() for action in tried[1:]}
        self.sign = 1 if engine.rules.spec.match.highest else -1

    def best(self) -> Action:
        """Halve the actions as the playouts are used up; the best of the last.

        The likeliest action stays in to the end as the measure of the others:
        another is taken only if it did better by more than chance.
        """
        first, *others = self.tried
        stages = max(1, len(others).bit_length())
        now = time.monotonic()
        until = now + self.budget.seconds if self.budget.seconds else 0.0
        spent = 0
        for stage in range(stages):
            size = 1 + len(others)
            share = max(1, (self.budget.playouts - spent) // (stages - stage) // size)
            end = 0.0
            if until:
                now = time.monotonic()
                end = now + (until - now) / (stages - stage)
            for number in range(share):
                if end and number and time.monotonic() > end:
                    break
                self.try_out(first, others)
                spent += size
            others.sort(key=lambda action: -self.better[action].mean)
            if stage + 1 < stages:
                del others[(len(others) + 1) // 2 :]
        best = others[0]
        return best if self.better[best].surely() else first

    def try_out(self, first: Action, others: list[Action]) -> None:
        """Play these actions at one more table, the same for all of them."""
        table = self.imagination.state(self.chance)
        table.single = True
        measure = self.playout(table, first)
        for action in others:
            self.better[action].add(self.playout(table, action) - measure)

    def playout(self, table: State, action: Action) -> float:
        """What the round is worth in the end if this action is chosen at this table."""
        engine, policy = self.engine, self.policy
        state = table.copy()
        legal = cast("list[Action]", table.legal)
        state.legal = list(legal)
        chance = stream(table.seed, "playout")
        played = state.played
        engine.apply(state, action)
        for _ in range(MOST_STEPS):
            if state.over or state.played > played:
                break
            engine.apply(state, policy.choose(state, chance))
        if state.played > played:
            points = state.history[-1].points
        else:
            points = tuple(
                int(engine.program.score(state, seat)) if seat in state.everyone else 0
                for seat in range(len(state.total))
            )
        others = [points[p] for p in state.everyone if (p - self.seat) % engine.rules.sides]
        return self.sign * (points[self.seat] - sum(others) / max(1, len(others)))
