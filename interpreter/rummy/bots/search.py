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

from rummy.bots.hurried import Hurried
from rummy.bots.memory import HAND, Memory
from rummy.bots.policy import Choice, Policy
from rummy.errors import UsageError
from rummy.play.imagine import Imagination

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from rummy.play.engine import Engine
    from rummy.play.imagine import Known
    from rummy.play.state import Action, State
    from rummy.play.view import View

PLAYOUTS = 200
MOST_PLAYOUTS = 10_000_000
MOST_SECONDS = 3600.0
MOST_TRIED = 6
"""So many actions of a decision are tried, those that an ordinary player likes most ..."""
LEAST_TRIED, EACH = 3, 40
"""... but no more than there are this many playouts for, and three at least."""
SURE = 2.0
"""By so many standard errors an action must be better than the likeliest one."""
CLEAR, WORSE, SOME = 3.0, 1.5, 24
"""Standard errors above or below the likeliest action, beyond which no more is tried;
the former only after some tables, for what is rare but costs much shows late."""
A_FEW = 8
"""After so many more tables it is asked what has become clear."""
MOST_STEPS = 1_500
"""A playout that is longer is counted as it stands."""
MOST_ROUNDS_OF_TURNS = 4
"""Where melds earn points at once, a playout ends after so many turns of each player.

What comes later hardly hangs on the action tried but differs widely from table
to table. Where only the count at the end pays, the round is played to its end.
"""


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
        self.memory = Memory()
        self._policies: dict[Engine, Policy] = {}
        self._hurried: dict[Engine, Hurried] = {}

    def policy(self, engine: Engine) -> Policy:
        """The ordinary player at the tables of an engine."""
        known = self._policies.get(engine)
        if known is None:
            known = self._policies[engine] = Policy(engine)
        return known

    def hurried(self, engine: Engine) -> Hurried:
        """The one in a hurry, who plays the playouts."""
        known = self._hurried.get(engine)
        if known is None:
            known = self._hurried[engine] = Hurried(engine)
        return known

    def choose(self, view: View) -> Action:
        """The legal action that did best in the playouts."""
        engine = self.table.of(view)
        known = self.memory.known(engine, view)
        action = view.legal[0] if len(view.legal) == 1 else self._best(engine, view, known)
        self.memory.chosen(engine, view, action)
        return action

    def _best(self, engine: Engine, view: View, known: Known) -> Action:
        plain = Imagination(engine, view).state(None)
        choice = Choice(self.policy(engine), plain, list(view.legal))
        most = min(MOST_TRIED, max(LEAST_TRIED, self.budget.playouts // EACH))
        tried = choice.likely(most, self.chance)
        return _Trial(self, engine, view, known, tried).best()


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

    def error(self) -> float:
        """The standard error of the mean; infinite for fewer than two numbers."""
        if self.count < 2:
            return math.inf
        return math.sqrt(self.squares / (self.count - 1) / self.count)

    def surely(self) -> bool:
        """Whether the mean is above zero by more than its standard error says of chance."""
        return self.mean > SURE * self.error()

    def clearly(self) -> bool:
        """Whether it is above zero by so much that no further number will change that."""
        return self.count >= SOME and self.mean > CLEAR * self.error()

    def settled(self) -> bool:
        """Whether it is not above zero by so much that no further number will change that."""
        return self.mean <= -WORSE * self.error()


class _Trial:
    """One decision."""

    def __init__(
        self,
        search: Search,
        engine: Engine,
        view: View,
        known: Known,
        tried: list[Action],
    ) -> None:
        self.engine, self.seat, self.known = engine, view.seat, known
        self.imagination = Imagination(engine, view, known)
        self.chance = search.chance
        self.player = search.hurried(engine)
        self.budget = search.budget
        self.tried = tried
        self.better = {action: Mean() for action in tried[1:]}
        self.sign = 1 if engine.rules.spec.match.highest else -1
        turns = MOST_ROUNDS_OF_TURNS * len(view.everyone)
        self.horizon = turns if self.player.policy.earning else 0
        """After so many turns a playout is cut short; 0: never."""

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
            share = (self.budget.playouts - spent) // (stages - stage)
            end = 0.0
            if until:
                now = time.monotonic()
                end = now + (until - now) / (stages - stage)
            used = 0
            for number in range(share):
                if number and (used + len(others) >= share or (end and time.monotonic() > end)):
                    break
                self.try_out(first, others)
                used += 1 + len(others)
                if number % A_FEW == A_FEW - 1:
                    others = [action for action in others if not self.better[action].settled()]
                    if not others:
                        return first
                    if len(others) == 1 and self.better[others[0]].clearly():
                        return others[0]
            spent += used
            others.sort(key=lambda action: -self.better[action].mean)
            if stage + 1 < stages and len(others) > 1:
                del others[(len(others) + 1) // 2 :]
        best = others[0]
        return best if self.better[best].surely() else first

    def try_out(self, first: Action, others: list[Action]) -> None:
        """Play these actions at one more table, the same for all of them."""
        table = self.imagination.state(self.chance)
        table.single = True
        for seat in table.everyone:
            if seat != self.seat:
                self.player.sift(table, seat, self.known.get((HAND, seat), ()), self.chance)
        order = [self.chance.random() for _ in range(self.engine.deck.faces)]
        measure = self.playout(table, first, order)
        for action in others:
            self.better[action].add(self.playout(table, action, order) - measure)

    def playout(self, table: State, action: Action, order: Sequence[float]) -> float:
        """What the round is worth in the end if this action is chosen at this table."""
        engine, player = self.engine, self.player
        state = table.copy()
        state.legal = list(cast("list[Action]", table.legal))
        played = state.played
        last = state.turn_number + self.horizon if self.horizon else MOST_STEPS
        engine.apply(state, action)
        for _ in range(MOST_STEPS):
            if state.over or state.played > played or state.turn_number >= last:
                break
            player.step(state, order)
        if state.played > played:
            points = state.history[-1].points
        else:
            points = tuple(
                int(engine.program.score(state, seat)) if seat in state.everyone else 0
                for seat in range(len(state.total))
            )
        others = [points[seat] for seat in state.everyone if seat != self.seat]
        return self.sign * (points[self.seat] - sum(others) / max(1, len(others)))
