"""How one bot does against another: one of it at each table, seats in turn.

    python tests/benchmarks/bots.py                        greedy among random players
    python tests/benchmarks/bots.py --deals 20 bing        one game, 20 deals
    python tests/benchmarks/bots.py --bot search:60 --against greedy --rounds 1 --players 2
    python tests/benchmarks/bots.py --speed                decisions a second of the bots

Each deal (a seed) is played once from every seat, so that the luck of the cards
is shared out evenly; the means of the deals, which are independent, make the
95% interval (normal). Printed are the points by which the bot is better in a
round than the mean of the others (more is better in every game) and, where
whole matches are played, the share that it won (a shared win counts in part).
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Sequence
from functools import cache
from multiprocessing import Pool

from rummy.bots import bot_named
from rummy.chance import stream
from rummy.play.engine import Engine
from rummy.play.view import make_view
from rummy.spec.bind import bind
from rummy.spec.load import load

GAMES = (
    ("iceberg", 4),
    ("international", 4),
    ("bing", 4),
    ("three_thirteen", 4),
    ("indian", 4),
)

Job = tuple[str, int, int, int, str, str, int]


@cache
def engine_of(name: str, players: int) -> Engine:
    """The engine of a table, made once a process."""
    return Engine(bind(load(name), players))


def play(job: Job) -> tuple[int, float, float, int, float]:
    """One match: seed, share of the win, points a round, decisions and their seconds."""
    name, players, seed, seat, bot, against, rounds = job
    engine = engine_of(name, players)
    bots = [
        bot_named(bot if n == seat else against).make(engine, stream(seed, f"bot:{n + 1}"))
        for n in range(players)
    ]
    state = engine.start(seed)
    decisions, seconds = 0, 0.0
    while not state.over and not (rounds and len(state.history) >= rounds):
        view = make_view(engine.of(state), state, state.mover)
        began = time.process_time()
        action = bots[state.mover].choose(view)
        if state.mover == seat:
            seconds += time.process_time() - began
            decisions += 1
        engine.apply(state, action)
    sign = 1 if engine.rules.spec.match.highest else -1
    better = [
        sign * (result.points[seat] - (sum(result.points) - result.points[seat]) / (players - 1))
        for result in state.history
    ]
    won = 1 / len(state.winners) if seat in state.winners else 0.0
    return seed, won, sum(better) / len(better), decisions, seconds


def interval(numbers: Sequence[float]) -> tuple[float, float]:
    """The mean and half of its 95% interval."""
    n = len(numbers)
    mean = sum(numbers) / n
    spread = math.sqrt(sum((x - mean) ** 2 for x in numbers) / max(1, n - 1))
    return mean, 1.96 * spread / math.sqrt(n)


def compare(args: argparse.Namespace) -> None:
    """One bot against another in each game."""
    print(f"{args.bot} among {args.against}")
    print(
        f"{'game':15} {'seats':>5} {'deals':>5} {'points a round':>18} {'matches won':>16} {'fair':>5}"
    )
    for name, usual in GAMES:
        if args.games and name not in args.games:
            continue
        players = max(args.players or usual, load(name).players[0])
        jobs = [
            (name, players, seed, seat, args.bot, args.against, args.rounds)
            for seed in range(args.first, args.first + args.deals)
            for seat in range(players)
        ]
        found = []
        with Pool(args.workers) as pool:
            for row in pool.imap(play, jobs):
                found.append(row)
                if len(found) % (4 * players) == 0:
                    mean, about = interval([better for _, _, better, _, _ in found])
                    print(
                        f"  {len(found)} of {len(jobs)}: {mean:+.1f} ± {about:.1f}", file=sys.stderr
                    )
        of_deal: dict[int, list[tuple[float, float]]] = {}
        for seed, won, better, _, _ in found:
            of_deal.setdefault(seed, []).append((won, better))
        means = [
            [sum(column) / players for column in zip(*rows, strict=True)]
            for rows in of_deal.values()
        ]
        won, about_won = interval([row[0] for row in means])
        better, about = interval([row[1] for row in means])
        share = "" if args.rounds else f"{won:7.1%} ± {about_won:5.1%}"
        points = f"{better:+8.1f} ± {about:.1f}"
        print(f"{name:15} {players:5} {args.deals:5} {points:>18} {share:>16} {1 / players:5.0%}")
        decisions = sum(row[3] for row in found)
        print(
            f"{'':15} {sum(row[4] for row in found) / decisions * 1000:.2f} ms of processor a decision"
        )


def speed(args: argparse.Namespace) -> None:
    """Decisions a second of each bot by itself, and of bot and engine together."""
    for name, usual in GAMES:
        if args.games and name not in args.games:
            continue
        players = args.players or usual
        for bot in ("random", "greedy"):
            engine_of(name, players)
            began = time.process_time()
            found = [play((name, players, seed, 0, bot, bot, 9)) for seed in range(args.deals)]
            whole = time.process_time() - began
            decisions = sum(row[3] for row in found)
            own = sum(row[4] for row in found)
            print(
                f"{name:15} {players} {bot:8} {decisions / own:8.0f} choices/s of one seat, "
                f"{whole / args.deals * 1000:6.0f} ms a match"
            )


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", help="shipped variants (default: all)")
    parser.add_argument("--deals", type=int, default=20, help="each is played from every seat")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--against", default="random")
    parser.add_argument("--players", type=int, default=0)
    parser.add_argument("--rounds", type=int, default=0, help="so many rounds, not whole matches")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--speed", action="store_true")
    args = parser.parse_args()
    if args.speed:
        speed(args)
    else:
        compare(args)


if __name__ == "__main__":
    main()
