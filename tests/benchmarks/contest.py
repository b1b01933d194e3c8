"""Who takes part in a comparison of speeds, and how their turns are taken.

Speeds of two programs are compared only where they were measured side by side:
each turn of a contestant stands beside a turn of the yardstick, and what is told
is the median of the ratios of all such pairs, with the least and the largest. Both
the time of the clock and the time of the processor are measured; ratios are of
processor time, which other work on the machine disturbs less.
"""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

Play = Callable[[], tuple[int, int]]
"""Plays some more: decisions made and hands ended since the last call."""


@dataclass(frozen=True)
class Turn:
    """What was done in one turn, and the seconds that it took."""

    decisions: int
    hands: int
    wall: float
    processor: float

    @property
    def decisions_per_second(self) -> float:
        return self.decisions / self.processor

    @property
    def hands_per_second(self) -> float:
        return self.hands / self.processor


def take_turn(play: Play, seconds: float) -> Turn:
    """Let somebody play for so many seconds of processor time."""
    gc.collect()
    gc.freeze()  # what all the others remember is not searched for garbage in this turn
    decisions = hands = 0
    wall, began = time.perf_counter(), time.process_time()
    processor = 0.0
    while processor < seconds:
        made, ended = play()
        decisions += made
        hands += ended
        processor = time.process_time() - began
    return Turn(decisions, hands, time.perf_counter() - wall, processor)


@dataclass(frozen=True)
class Ratio:
    """The median of the ratios of turns taken side by side, the least and the largest."""

    median: float
    least: float
    most: float

    @classmethod
    def of(cls, pairs: list[tuple[float, float]]) -> Ratio | None:
        """None where somebody did nothing at all in some turn."""
        if not all(one and other for one, other in pairs):
            return None
        found = sorted(one / other for one, other in pairs)
        return cls(statistics.median(found), found[0], found[-1])

    def __str__(self) -> str:
        return f"{figure(self.median)} ({figure(self.least)}-{figure(self.most)})"


def figure(number: float) -> str:
    """A ratio with two digits that say something."""
    return f"{number:.2f}" if number >= 0.1 else f"{number:.2g}"


@dataclass(frozen=True)
class Result:
    """How fast one contestant was, over all turns, and beside the yardstick."""

    name: str
    decisions: float
    hands: float
    decisions_by_the_clock: float
    hands_by_the_clock: float
    decision_ratio: Ratio | None
    hand_ratio: Ratio | None
    turns: tuple[Turn, ...]

    def beside(self, other: Result) -> tuple[Ratio | None, Ratio | None]:
        """Decisions and hands beside another contestant's, turn by turn."""
        pairs = list(zip(self.turns, other.turns, strict=True))
        return (
            Ratio.of([(a.decisions_per_second, b.decisions_per_second) for a, b in pairs]),
            Ratio.of([(a.hands_per_second, b.hands_per_second) for a, b in pairs]),
        )


def contest(
    field: Mapping[str, Play], yardstick: str, seconds: float, turns: int
) -> dict[str, Result]:
    """Everybody in turn, each beside the yardstick, so many times over.

    ``yardstick`` is one of the field. Before the first turn everybody plays a
    while, so that tables are built, functions compiled and memories warm.
    """
    for play in field.values():
        take_turn(play, 2 * seconds)
    own: dict[str, list[Turn]] = {name: [] for name in field}
    beside: dict[str, list[Turn]] = {name: [] for name in field}
    for _ in range(turns):
        for name, play in field.items():
            beside[name].append(take_turn(field[yardstick], seconds / 2))
            own[name].append(take_turn(play, seconds))
    return {name: _result(name, own[name], beside[name]) for name in field}


def _result(name: str, own: list[Turn], beside: list[Turn]) -> Result:
    pairs = list(zip(own, beside, strict=True))
    decisions = sum(turn.decisions for turn in own)
    hands = sum(turn.hands for turn in own)
    processor, wall = (sum(getattr(turn, kind) for turn in own) for kind in ("processor", "wall"))
    return Result(
        name,
        statistics.median(turn.decisions_per_second for turn in own),
        hands / processor,
        decisions / wall,
        hands / wall,
        Ratio.of([(a.decisions_per_second, b.decisions_per_second) for a, b in pairs]),
        Ratio.of([(a.hands_per_second, b.hands_per_second) for a, b in pairs]),
        tuple(own),
    )
