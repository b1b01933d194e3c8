"""How fast the engine plays, beside an engine written by hand for one game.

One command, one table: decisions and hands a second with uniformly random
legal play, ours and OpenSpiel's gin (driven from Python, the root state cloned
for each hand) in turn, several times over, in one process and one thread. What
counts is the ratio; absolute numbers are the machine's.

    python tests/benchmarks/bench.py            the table
    python tests/benchmarks/bench.py --json     the same as JSON
    python tests/benchmarks/bench.py --short    a quick look, as in CI

OpenSpiel is optional (extra ``peers``); without it the ratios are left out.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator

from rummy.chance import stream
from rummy.play.engine import Engine
from rummy.spec.bind import bind
from rummy.spec.load import load

BYTECODE = os.path.join(tempfile.gettempdir(), "rummy-bench-bytecode")
PEER = "OpenSpiel gin"
FIELD = (("iceberg", (2, 4, 5)), ("international", (3, 4, 7)), ("bing", (2, 4, 8)))
"""The games at the fewest, four and the most players."""
Run = Callable[[float], tuple[int, int, float]]
"""Plays for about so many seconds: decisions, hands, seconds."""


def ours(name: str, players: int) -> Run:
    """Random play of a shipped variant; every legal list is computed."""
    engine = Engine(bind(load(name), players))
    seeds = iter(range(1, 10**9))

    def run(seconds: float) -> tuple[int, int, float]:
        decisions = hands = 0
        began = time.perf_counter()
        while True:
            seed = next(seeds)
            state = engine.start(seed)
            number = stream(seed, "bot:1").random
            apply = engine.apply
            while not state.over:
                legal = state.legal
                apply(state, legal[int(number() * len(legal))])
                decisions += 1
                if not decisions & 255 and time.perf_counter() - began >= seconds:
                    return decisions, hands + state.played, time.perf_counter() - began
            hands += state.played

    return run


def openspiel() -> Run | None:
    """OpenSpiel's gin at its best from Python, or None where it is missing."""
    try:
        import pyspiel
    except ImportError:
        return None
    root = pyspiel.load_game("gin_rummy").new_initial_state()
    number = random.Random(1).random

    def run(seconds: float) -> tuple[int, int, float]:
        decisions = hands = 0
        began = time.perf_counter()
        while time.perf_counter() - began < seconds:
            state = root.clone()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    r, action = number(), outcomes[-1][0]
                    for a, p in outcomes:
                        r -= p
                        if r <= 0.0:
                            action = a
                            break
                else:
                    legal = state.legal_actions()
                    action = legal[int(number() * len(legal))]
                    decisions += 1
                state.apply_action(action)
            hands += 1
        return decisions, hands, time.perf_counter() - began

    return run


def speeds(seconds: float, rounds: int) -> list[dict[str, object]]:
    """All contestants in turn, ``rounds`` times over."""
    field = {f"{name}, {n} players": ours(name, n) for name, counts in FIELD for n in counts}
    peer = openspiel()
    if peer is not None:
        field[PEER] = peer
    for run in field.values():
        run(min(seconds, 0.5))  # warm up: tables and memos
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in field}
    for _ in range(rounds):
        for name, run in field.items():
            decisions, hands, took = run(seconds)
            found[name].append((decisions / took, hands / took))
    rows: list[dict[str, object]] = []
    for name, figures in found.items():
        row: dict[str, object] = {
            "what": name,
            "decisions_per_s": round(statistics.median(d for d, _ in figures)),
            "hands_per_s": round(statistics.median(h for _, h in figures), 1),
        }
        if peer is not None:
            ratios = sorted(
                mine[0] / other[0] for mine, other in zip(figures, found[PEER], strict=True)
            )
            row["ratio"] = round(statistics.median(ratios), 3)
            row["ratio_spread"] = [round(ratios[0], 3), round(ratios[-1], 3)]
        rows.append(row)
    return rows


def further_play(positions: int) -> dict[str, object]:
    """The best further play of 15 cards against about 14 melds, by random positions."""
    engine = Engine(bind(load("iceberg"), 4))
    times = []
    for hand, table in _positions(engine, positions):
        began = time.perf_counter()
        engine.plans.most_points(hand, table)
        times.append((time.perf_counter() - began) * 1000)
    times.sort()
    return {
        "what": "best further play, 15 cards, 14 melds",
        "median_ms": round(statistics.median(times), 3),
        "p99_ms": round(times[int(len(times) * 0.99)], 3),
    }


def _positions(engine: Engine, count: int) -> Iterator[tuple[int, list[object]]]:
    """Tables of up to 14 melds laid from one pack of cards, and 15 cards of the rest."""
    deck, plans = engine.deck, engine.plans
    for seed in range(count):
        chance = random.Random(seed)
        cards = list(deck.all_cards())
        chance.shuffle(cards)
        table: list[object] = []
        for _ in range(60):
            if len(table) == 14:
                break
            some = sorted(chance.sample(range(len(cards)), 14))
            melds = [s for s in plans.melds(deck.bag(cards[i] for i in some)) if s.size <= 4]
            if not melds:
                continue
            shape = chance.choice(melds)
            table.append(shape)
            for code in shape.codes:
                cards.remove(deck.face_of[code])
        hand = [c for c in cards if deck.rank_of[c] != 0][:15]
        yield deck.bag(hand), table


COLD = (
    "import time; began = time.perf_counter()\n"
    "from rummy.play.engine import Engine\n"
    "from rummy.spec.bind import bind\n"
    "from rummy.spec.load import load\n"
    "engine = Engine(bind(load('iceberg'), 4))\n"
    "print(time.perf_counter() - began)\n"
)
ONE_GAME = (
    "import resource\n"
    "from rummy.play.engine import Engine\n"
    "from rummy.spec.bind import bind\n"
    "from rummy.spec.load import load\n"
    "import random\n"
    "engine = Engine(bind(load('iceberg'), 4))\n"
    "state, number = engine.start(1), random.Random(1).random\n"
    "while not state.over:\n"
    "    engine.apply(state, state.legal[int(number() * len(state.legal))])\n"
    "try:\n"
    "    lines = open('/proc/self/status').read().splitlines()\n"
    "    print(next(int(l.split()[1]) for l in lines if l.startswith('VmHWM')) / 1024)\n"
    "except OSError:\n"
    "    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)\n"
)


def cold(times: int) -> dict[str, object]:
    """Loading and compiling a spec in a process of its own (imports included)."""
    _python(COLD)  # so that the modules are compiled to bytecode, as after an installation
    took = [float(_python(COLD)) for _ in range(times)]
    return {"what": "load and compile, cold process", "seconds": round(statistics.median(took), 3)}


def memory() -> dict[str, object]:
    """Peak memory of a process that plays one match."""
    return {
        "what": "one match, peak memory of the process",
        "mib": round(float(_python(ONE_GAME)), 1),
    }


def _python(code: str) -> str:
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": BYTECODE}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    return subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, env=environment
    ).stdout


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=2.0, help="of each turn")
    parser.add_argument("--rounds", type=int, default=5, help="turns of each contestant")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--short", action="store_true", help="a quick look")
    args = parser.parse_args()
    if args.short:
        args.seconds, args.rounds = 0.2, 1
    rows = speeds(args.seconds, args.rounds)
    others = [further_play(20 if args.short else 150), cold(1 if args.short else 5), memory()]
    if args.json:
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(
            json.dumps(
                {
                    "python": platform.python_version(),
                    "machine": platform.machine(),
                    "speeds": rows,
                    "others": others,
                    "peak_mib_of_this_process": round(peak, 1),
                },
                indent=2,
            )
        )
        return
    print(f"{'':24} {'decisions/s':>12} {'hands/s':>9} {'ratio':>7}  spread")
    for row in rows:
        spread = row.get("ratio_spread")
        told = f"{spread[0]}-{spread[1]}" if isinstance(spread, list) else ""
        print(
            f"{row['what']:24} {row['decisions_per_s']:>12} {row['hands_per_s']:>9} "
            f"{row.get('ratio', ''):>7}  {told}"
        )
    print()
    for row in others:
        figures = ", ".join(f"{v} {k}" for k, v in row.items() if k != "what")
        print(f"{row['what']}: {figures}")


if __name__ == "__main__":
    main()
