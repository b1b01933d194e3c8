"""How the time of a decision grows with packs, players and cards in hand.

    python tests/benchmarks/growth.py                     the table
    python tests/benchmarks/growth.py --plot docs/images/growth.svg   and the chart (extra `plot`)

Overlays of a plain draw-and-discard game change one of the three at a time. Beside
the processor time of a decision (uniformly random legal play) stands how many melds
there are: those that the cards of the player to move make, and those on the table,
in the mean over all decisions. Time may grow no faster than they do.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass

from rummy.chance import stream
from rummy.play.engine import Engine
from rummy.play.state import State
from rummy.play.view import make_view
from rummy.spec.bind import bind
from rummy.spec.load import load_text

BASE = "basic_rummy"
OVERLAY = """
rummy: 1
extends: {base}
title: Growth
players: 2..8
deck: {{packs: {packs}}}
setup: {{deal: {{auto: {{deal: {cards}}}}}}}
"""
WILD = """
deck: {{packs: {packs}, jokers: 2 * packs, wilds: {{joker: {{cards: joker}}}}, points: {{joker: 15}}}}
"""
KINDS = {"no wild cards": False, "two jokers a pack": True}
PACKS, PLAYERS, CARDS = "packs", "players", "cards in hand"
AXES: dict[str, tuple[int, ...]] = {
    PACKS: (1, 2, 3, 4, 5, 6),
    PLAYERS: (2, 3, 4, 5, 6, 7, 8),
    CARDS: (7, 10, 13, 16, 20, 25, 30),
}
USUAL = {PACKS: 4, PLAYERS: 2, CARDS: 13}
"""What the other two are while one of them grows: all tables have enough cards."""


FIRST, MOST = 1000, 40
"""The seeds of the hands; so many of them are played once more to count melds."""
TICKS = (1, 2, 5, 10, 20)


@dataclass(frozen=True)
class Point:
    """One table: the microseconds of a decision and the melds that there are."""

    size: int
    time: float
    melds: float


Found = dict[tuple[str, str], list[Point]]


def engine_of(packs: int, players: int, cards: int, wild: bool) -> Engine:
    """The engine of a table that an overlay makes."""
    text = OVERLAY.format(base=BASE, packs=packs, cards=cards)
    if wild:
        plain = next(line for line in text.splitlines() if line.startswith("deck:"))
        text = text.replace(plain, WILD.format(packs=packs).strip())
    return Engine(bind(load_text(text, "growth.yaml"), players))


def measure(engine: Engine, seconds: float, size: int) -> Point:
    """Random hands for the time, and some of them once more for the melds."""
    for seed in range(5):
        _hand(engine, seed)
    decisions, seed = 0, FIRST
    began = time.process_time()
    while time.process_time() - began < seconds:
        decisions += _hand(engine, seed)
        seed += 1
    taken = time.process_time() - began
    melds = [
        many for again in range(FIRST, min(seed, FIRST + MOST)) for many in _melds(engine, again)
    ]
    return Point(size, taken / decisions * 1e6, sum(melds) / len(melds))


def _hand(engine: Engine, seed: int) -> int:
    """One hand; how many decisions it took."""
    return sum(1 for _ in _states(engine, seed))


def _melds(engine: Engine, seed: int) -> Iterator[int]:
    """The melds that there are at each decision."""
    for state in _states(engine, seed):
        cards = engine.deck.bag(make_view(engine, state, state.mover).hand)
        yield len(engine.plans.melds(cards)) + len(state.table)


def _states(engine: Engine, seed: int) -> Iterator[State]:
    state = engine.start(seed)
    state.single = True
    number = stream(seed, "bot:1").random
    while not state.over:
        yield state
        legal = state.legal
        engine.apply(state, legal[int(number() * len(legal))])


def chart(found: Found, name: str) -> None:
    """Time and melds, each as times of the smallest table, side by side."""
    import matplotlib
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    with matplotlib.rc_context({"svg.hashsalt": "rummy", "svg.fonttype": "none", "font.size": 9}):
        figure = Figure(figsize=(9, 5.4))
        FigureCanvasAgg(figure)
        for row, kind in enumerate(KINDS):
            for column, axis in enumerate(AXES):
                points = found[kind, axis]
                axes = figure.add_subplot(len(KINDS), len(AXES), row * len(AXES) + column + 1)
                sizes = [point.size for point in points]
                for what, values, style in (
                    ("melds there are", [point.melds for point in points], "s--"),
                    ("time of a decision", [point.time for point in points], "o-"),
                ):
                    colour = "#999999" if "melds" in what else "#0072b2"
                    grown = [value / values[0] for value in values]
                    axes.plot(sizes, grown, style, color=colour, label=what, markersize=4)
                axes.set_yscale("log")
                axes.set_yticks(TICKS, [str(tick) for tick in TICKS])
                axes.minorticks_off()
                axes.set_xticks(sizes)
                axes.set_ylim(TICKS[0] * 0.8, TICKS[-1])
                axes.grid(axis="y", color="#dddddd")
                if not row:
                    axes.set_title(axis, fontsize=9)
                if not column:
                    axes.set_ylabel(f"{kind}\ntimes the smallest")
                if not row and not column:
                    axes.legend(fontsize=8, frameon=False, loc="upper left")
        figure.suptitle("Growth of the time of a decision, and of the melds that there are")
        figure.tight_layout()
        metadata = {"Date": None, "Creator": None}
        figure.savefig(name, format="svg", metadata=metadata)


def main() -> None:
    """Measure, print and draw."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--seconds", type=float, default=1.0, help="of processor time for each table"
    )
    parser.add_argument("--plot", metavar="FILE.svg", help="draw the chart there")
    args = parser.parse_args()
    found: Found = {}
    for kind, wild in KINDS.items():
        for axis, sizes in AXES.items():
            usual = ", ".join(f"{USUAL[other]} {other}" for other in AXES if other != axis)
            print(f"{kind}, {usual}; {axis}:")
            for size in sizes:
                table = {**USUAL, axis: size}
                engine = engine_of(table[PACKS], table[PLAYERS], table[CARDS], wild)
                point = measure(engine, args.seconds, size)
                found.setdefault((kind, axis), []).append(point)
                print(f"  {size:3}  {point.time:8.1f} us  {point.melds:8.2f} melds")
    if args.plot:
        chart(found, args.plot)


if __name__ == "__main__":
    main()
