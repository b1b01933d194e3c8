"""How a bot does against random players: one of it at each table, seats in turn.

    python tests/benchmarks/bots.py                   all games, 100 matches each
    python tests/benchmarks/bots.py --matches 20 bing

Prints how many matches the bot won (a shared win counts in part), what would be
fair, and the mean totals of the bot and of the random players. The 95% interval
is Wilson's.
"""

from __future__ import annotations

import argparse
import math

from rummy.bots import BOTS
from rummy.chance import stream
from rummy.play.engine import Engine
from rummy.play.view import make_view
from rummy.spec.bind import bind
from rummy.spec.load import load

GAMES = (("iceberg", 4), ("international", 4), ("bing", 4))


def play(engine: Engine, bots: list[str], seed: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """One match; its winners and totals."""
    seated = [BOTS[name](engine, stream(seed, f"bot:{n}")) for n, name in enumerate(bots, 1)]
    state = engine.start(seed)
    while not state.over:
        view = make_view(engine, state, state.mover)
        engine.apply(state, seated[state.mover].choose(view))
    return state.winners, tuple(state.total)


def interval(won: float, of: int) -> tuple[float, float]:
    """Wilson's 95% interval of a share."""
    z, share = 1.96, won / of
    middle = share + z * z / (2 * of)
    half = z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return (middle - half) / (1 + z * z / of), (middle + half) / (1 + z * z / of)


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", help="shipped variants (default: all)")
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--bot", default="greedy", choices=sorted(BOTS))
    args = parser.parse_args()
    wanted = [(n, p) for n, p in GAMES if not args.games or n in args.games]
    print(f"{'':15} {'won':>6} {'fair':>6}  {'95% interval':14} {args.bot:>9} {'random':>9}")
    for name, players in wanted:
        engine = Engine(bind(load(name), players))
        won, own, others = 0.0, 0, 0.0
        for seed in range(args.matches):
            seat = seed % players
            bots = [args.bot if n == seat else "random" for n in range(players)]
            winners, totals = play(engine, bots, seed)
            if seat in winners:
                won += 1 / len(winners)
            own += totals[seat]
            others += (sum(totals) - totals[seat]) / (players - 1)
        low, high = interval(won, args.matches)
        n = args.matches
        print(
            f"{name:15} {won / n:6.1%} {1 / players:6.1%}  {low:5.1%} - {high:5.1%} "
            f"{own / n:9.0f} {others / n:9.0f}"
        )


if __name__ == "__main__":
    main()
