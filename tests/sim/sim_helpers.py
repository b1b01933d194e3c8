"""Games made by hand, and tables of small games, for the tests of this folder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rummy.sim.games import Game, Round, Table
from rummy.spec.load import load
from rummy.spec.model import Spec

ROOT = Path(__file__).resolve().parents[2]
SMALL_FILE = ROOT / "examples" / "three_and_out.yaml"


def small() -> Spec:
    """The small game of the examples."""
    return load(SMALL_FILE)


def small_table(*bots: str, rounds: int | None = 1, **options: str) -> Table:
    """A table of the small game."""
    return Table.of(small(), bots or ("random", "random"), options, rounds)


def game(
    index: int,
    points: Sequence[Sequence[int]],
    bots: Sequence[str] = ("a", "b"),
    rotation: int = 0,
    turns: int = 10,
    ended_by: str = "out",
    fired: Sequence[int] = (),
    highest: bool = True,
) -> Game:
    """A finished game from the points of each of its rounds."""
    totals = [0] * len(points[0])
    rounds = []
    for each in points:
        totals = [t + p for t, p in zip(totals, each, strict=True)]
        best = (max if highest else min)(totals)
        leaders = tuple(s for s, t in enumerate(totals) if t == best)
        rounds.append(Round(0, tuple(each), ended_by, turns, leaders))
    return Game(
        index,
        rotation,
        1000 + index,
        tuple(bots),
        True,
        rounds[-1].leaders,
        tuple(totals),
        tuple(rounds),
        20,
        tuple(fired),
    )
