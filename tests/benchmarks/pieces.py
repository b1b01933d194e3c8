"""What single pieces of the engine take, apart from whole games: in microseconds or MiB.

Times are of the processor. Each figure comes with what it is of; ``median`` and
``p99`` are over the hands or states asked about.
"""

from __future__ import annotations

import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from bench_melds import bing, forget, hands
from rummy.chance import stream
from rummy.play.engine import Engine
from rummy.play.state import State
from rummy.spec.bind import bind
from rummy.spec.load import load

Row = dict[str, Any]
T = TypeVar("T")
BYTECODE = os.path.join(tempfile.gettempdir(), "rummy-bench-bytecode")


def spread(what: str, unit: str, times: Sequence[float]) -> Row:
    """A row of the table: median and 99th percentile."""
    ordered = sorted(times)
    return {
        "what": what,
        "unit": unit,
        "median": round(statistics.median(ordered), 3),
        "p99": round(ordered[len(ordered) * 99 // 100], 3),
    }


def each(ask: Callable[[T], object], items: Iterable[T], before: Callable[[], None]) -> list[float]:
    """The microseconds of each question; ``before`` is not part of them."""
    times = []
    for item in items:
        before()
        began = time.thread_time_ns()
        ask(item)
        times.append((time.thread_time_ns() - began) / 1000)
    return times


def together(ask: Callable[[T], object], items: Sequence[T], rows: int) -> list[float]:
    """The mean microseconds of a question, by so many rows of questions.

    For what takes less time than a look at the clock; no item is asked twice.
    """
    times = []
    size = len(items) // rows
    for row in range(rows):
        some = items[row * size : (row + 1) * size]
        began = time.thread_time_ns()
        for item in some:
            ask(item)
        times.append((time.thread_time_ns() - began) / 1000 / size)
    return times


def nothing() -> None:
    """Nothing is to be done before."""


def deadwood(name: str, size: int, count: int) -> Row:
    """Least points left in random hands, none of them seen before."""
    engine = Engine(bind(load(name), load(name).players[0]))
    chance = random.Random(1)
    pack = list(engine.deck.all_cards())
    bags = [engine.deck.bag(chance.sample(pack, size)) for _ in range(count)]
    for bag in bags[: count // 10]:
        engine.plans.deadwood(bag)  # so that what is known of single suits is warm
    rest = bags[count // 10 :]
    what = f"least deadwood, {size} cards of {name}, hands not seen before"
    return spread(what, "us", together(engine.plans.deadwood, rest, 20))


def melds(count: int) -> list[Row]:
    """All melds of 14 cards of two packs with wild twos."""
    plans = bing()
    bags = [plans.deck.bag(hand) for hand in hands(plans, 14, count)]
    for bag in bags:
        plans.melds(bag)
    what = "all melds of 14 cards, two packs, wild twos"
    cold = each(plans.melds, bags, lambda: forget(plans))
    for bag in bags:
        plans.melds(bag)
    warm = each(plans.melds, bags, plans._hands.clear)
    for bag in bags:
        plans.melds(bag)
    again = each(plans.melds, bags, nothing)
    return [
        spread(f"{what}: all memories empty", "us", cold),
        spread(f"{what}: parts of hands known", "us", warm),
        spread(f"{what}: the same hand again", "us", again),
    ]


def states(name: str, players: int, count: int) -> tuple[Engine, list[State]]:
    """States of random matches, spread over them."""
    engine = Engine(bind(load(name), players))
    found: list[State] = []
    seed = 0
    while len(found) < count:
        seed += 1
        state = engine.start(seed)
        number = stream(seed, "bot:1").random
        decisions = 0
        while not state.over and decisions < 2000 and len(found) < count:
            if not decisions % 29:
                found.append(state.copy())
            legal = state.legal
            engine.apply(state, legal[int(number() * len(legal))])
            decisions += 1
    return engine, found


def copying(name: str, players: int, count: int) -> list[Row]:
    """A copy of the state, and a copy with one random legal action carried out."""
    engine, some = states(name, players, count)
    chance = random.Random(1)
    pairs = [(state, chance.choice(state.legal)) for state in some]

    def on(pair: tuple[State, Any]) -> None:
        new = pair[0].copy()
        engine.apply(new, pair[1])

    alone = each(State.copy, some, nothing)
    applied = each(on, pairs, nothing)
    whose = f"{name}, {players} players"
    return [
        spread(f"copy of a state, {whose}", "us", alone),
        spread(f"copy and one action, {whose}", "us", applied),
    ]


ONE_GAME = """
import random, sys
from rummy.play.engine import Engine
from rummy.spec.bind import bind
from rummy.spec.load import load
spec = load(sys.argv[1])
engine = Engine(bind(spec, int(sys.argv[2])))
state, number = engine.start(1), random.Random(1).random
state.single = sys.argv[3] == "hand"
while not state.over:
    engine.apply(state, state.legal[int(number() * len(state.legal))])
try:
    # of this process alone: what is told to its parent has the parent's size in it
    lines = open("/proc/self/status").read().splitlines()
    print(next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024)
except OSError:
    import resource
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


def memory(name: str, players: int, much: str = "match") -> Row:
    """The largest size of a process that loads a game and plays one match (or ``hand``)."""
    peak = float(_python("-c", ONE_GAME, name, str(players), much)[0])
    what = f"one {much} of {name}, {players} players, a process of its own"
    return {"what": what, "unit": "MiB", "peak": round(peak, 1)}


def cold_lint(name: str, times: int) -> Row:
    """``rummy lint``, the whole process, its modules compiled as after an installation."""
    path = next(str(file) for file in _files() if file.stem == name)
    command = ("-m", "rummy", "lint", path)
    _python(*command)
    taken = [_python(*command)[1:] for _ in range(times)]
    return {
        "what": f"rummy lint {name}, a process of its own",
        "unit": "s",
        "processor": round(statistics.median(each[0] for each in taken), 3),
        "clock": round(statistics.median(each[1] for each in taken), 3),
    }


def _files() -> list[Any]:
    from rummy.spec.load import shipped

    return shipped()


def _python(*arguments: str) -> tuple[str, float, float]:
    """What a Python process prints, its processor time and its time by the clock."""
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": BYTECODE}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(
        [sys.executable, *arguments], check=True, capture_output=True, text=True, env=environment
    )
    wall, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return done.stdout, used, wall
