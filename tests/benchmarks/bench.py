"""How fast the engine plays, beside engines written by hand for one game.

    python tests/benchmarks/bench.py                      everything, a few minutes
    python tests/benchmarks/bench.py --short              a few seconds: does it run?
    python tests/benchmarks/bench.py --games gin iceberg:5  these games, with so many players
    python tests/benchmarks/bench.py --json FILE          the figures as JSON (-: printed)

All play uniformly random legal play in turn, in one process and one thread. The
peers are optional; OpenSpiel's gin, its root state cloned for each hand, is the
yardstick. What counts is the ratio to it; absolute numbers are the machine's.

    pip install open_spiel 'rlcard==1.2.0' 'pettingzoo==1.25.0' pygame
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import pieces
from contest import Play, Ratio, Result, contest
from ours import field, play
from peers import YARDSTICK, installed

VIEWED = "gin"
"""The game that is also played with a look at the table at every decision."""
OTHER_TABLES = (
    *("iceberg:2", "iceberg:5", "international:3", "international:7", "bing:2", "bing:8"),
    *("burraco:2", "tile_rummy:2"),
)
"""Beside every game at its usual table."""
LARGEST = ("international:7", "bing:8", "canasta:4", "tile_rummy:4")
"""The games with the most cards, melds and players."""
SHORT = ("gin", "iceberg", "bing:2")


def games_to_play(wanted: list[str], short: bool) -> dict[str, tuple[str, int]]:
    """What is played, by its name in the table."""
    if wanted:
        tables = list(field(wanted))
    elif short:
        tables = list(field(list(SHORT)))
    else:
        tables = [*field([]), *field(list(OTHER_TABLES))]
    return {_named(name, players): (name, players) for name, players in tables}


def _named(name: str, players: int) -> str:
    return f"{name}, {players} players"


def speeds(args: argparse.Namespace) -> tuple[dict[str, Result], dict[str, str], str]:
    """All contestants; why some peers are missing; who is the yardstick."""
    ours: dict[str, Play] = {}
    for label, (name, players) in games_to_play(args.games, args.short).items():
        ours[label] = play(name, players)
        if name == VIEWED:
            ours[f"{label}, a view at each decision"] = play(name, players, shown=True)
    peers, missing = installed()
    yardstick = next(iter([*(name for name in (YARDSTICK, *peers) if name in peers), *ours]))
    return contest({**ours, **peers}, yardstick, args.seconds, args.turns), missing, yardstick


def of_pieces(args: argparse.Namespace) -> list[pieces.Row]:
    """Single questions, whole processes, memory."""
    if args.short:
        return [
            pieces.deadwood("gin", 10, 2_000),
            *pieces.melds(20),
            *pieces.copying("gin", 2, 100),
            pieces.cold_lint("gin", 1),
            pieces.memory("gin", 2, "hand"),
        ]
    rows = [pieces.deadwood("gin", 10, 100_000), *pieces.melds(400)]
    for table in ("gin:2", *LARGEST):
        name, players = table.split(":")
        rows += pieces.copying(name, int(players), 1_000)
    rows += [pieces.cold_lint(name, 5) for name in ("gin", "iceberg", "bing")]
    rows += [pieces.memory(name, players, args.memory) for name, players in field([])]
    return rows


def show(results: dict[str, Result], missing: dict[str, str], yardstick: str) -> None:
    """The table of speeds."""
    print(f"Ratios are to {yardstick}: the median of turns side by side (least-most).")
    print(f"{'':48} {'by processor time':^40} {'by the clock':^18}")
    print(
        f"{'':48} {'decisions/s':>11} {'ratio':>17} {'hands/s':>9} {'ratio':>17} "
        f"{'decis./s':>9} {'hands/s':>8}"
    )
    for row in results.values():
        print(
            f"{row.name:48} {row.decisions:>11,.0f} {_told(row.decision_ratio):>17} "
            f"{row.hands:>9,.1f} {_told(row.hand_ratio):>17} "
            f"{row.decisions_by_the_clock:>9,.0f} {row.hands_by_the_clock:>8,.1f}"
        )
    for name, why in missing.items():
        print(f"{name}: left out ({why})")
    _beside_each_peer(results)


def _told(ratio: Ratio | None) -> str:
    return "-" if ratio is None else str(ratio)


def _beside_each_peer(results: dict[str, Result]) -> None:
    """Our gin beside each engine that plays gin."""
    own = next((row for row in results.values() if row.name.startswith(VIEWED)), None)
    peers = [row for row in results.values() if row.name[0].isupper()]
    if own is None or not peers:
        return
    print(f"\n{own.name}, beside")
    for peer in peers:
        decisions, hands = own.beside(peer)
        print(f"  {peer.name:50} decisions/s x {_told(decisions):<17} hands/s x {_told(hands)}")


def show_pieces(rows: Sequence[pieces.Row]) -> None:
    """The table of single questions."""
    print()
    for row in rows:
        figures = ", ".join(f"{key} {row[key]}" for key in row if key not in ("what", "unit"))
        print(f"{row['what']}: {figures} {row['unit']}")


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", nargs="+", default=[], metavar="NAME[:PLAYERS]")
    parser.add_argument("--seconds", type=float, default=1.0, help="of each turn")
    parser.add_argument("--turns", type=int, default=5, help="of each contestant")
    parser.add_argument("--json", metavar="FILE", help="write the figures there (-: print them)")
    parser.add_argument("--short", action="store_true", help="a few seconds")
    parser.add_argument("--memory", choices=("match", "hand"), default="match")
    parser.add_argument("--no-pieces", action="store_true", help="whole games only")
    args = parser.parse_args(arguments)
    if args.short:
        args.seconds, args.turns = min(args.seconds, 0.05), 1
    results, missing, yardstick = speeds(args)
    rows = [] if args.no_pieces else of_pieces(args)
    if args.json != "-":
        show(results, missing, yardstick)
        show_pieces(rows)
    if args.json:
        figures = {
            "python": platform.python_version(),
            "machine": platform.machine(),
            "yardstick": yardstick,
            "left_out": missing,
            "speeds": [asdict(row) for row in results.values()],
            "pieces": rows,
        }
        text = json.dumps(figures, indent=2) + "\n"
        if args.json == "-":
            sys.stdout.write(text)
        else:
            Path(args.json).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
