"""What it costs to make the engine for other wild cards.

    python tests/benchmarks/bench_wilds.py FILE...   variants whose wild cards change

Prints, for the fewest players, the time to make the first engine of a table and the mean
time for another one of the same family.
"""

from __future__ import annotations

import argparse
import statistics
import time

from rummy.play.engine import Engine
from rummy.spec.bind import bind
from rummy.spec.load import load
from rummy.spec.wilds import possible


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("files", nargs="+")
    for name in parser.parse_args().files:
        spec = load(name)
        Engine(bind(spec, spec.players[0]))  # so that what Python itself loads is not counted
        rules = bind(spec, spec.players[0])
        start = time.process_time()
        engine = Engine(rules)
        first = time.process_time() - start
        others = []
        for wild in possible(rules.spec, rules.deck, rules.constants, rules.rounds):
            if (rules.players, wild) not in engine.family:
                start = time.process_time()
                engine.at(rules.players, wild)
                others.append(time.process_time() - start)
        if not others:
            print(f"{name}: the wild cards are always the same")
            continue
        print(
            f"{name}: the first engine {first * 1000:.1f} ms, {len(others)} others "
            f"{statistics.mean(others) * 1000:.1f} ms each"
        )


if __name__ == "__main__":
    main()
