"""Which ace system makes luck count least? The figures of docs/luck-and-aces.md.

    python examples/luck_and_aces.py --games 1000 --seed 1 \\
        --plot docs/images/luck-and-aces.svg

Every deal is played by a greedy and a random bot in both seats, by each of the
settings; the tables are written as Markdown.
"""

from __future__ import annotations

import argparse
from itertools import combinations

import rummy
from rummy.sim.games import Table
from rummy.sim.grid import grid, several
from rummy.sim.paired import MEASURES, Pairs
from rummy.sim.plots import may_plot, save, shown
from rummy.sim.pool import cores, make_pool
from rummy.sim.report import interval
from rummy.sim.run import Deals, Games
from rummy.sim.summary import Setting, panels
from rummy.sim.tally import Tally

SETTINGS = ["aces=forced,by_choice", "ace_scoring=multiplier,flat,doubling,cats"]
BOTS = ("greedy", "random")
COMPARED = [MEASURES["skill"], MEASURES["luck"]]


def main() -> None:
    """Play, count and write."""
    parser = argparse.ArgumentParser(description="Figures on luck and the aces of Iceberg.")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=cores())
    parser.add_argument("--plot")
    given = parser.parse_args()
    if given.plot:
        may_plot(given.plot)
    spec = rummy.load("iceberg")
    cells = grid(spec, SETTINGS)
    tables = [Table.of(spec, BOTS, cell, rounds=1) for cell in cells]
    games = Games(tables, given.games, given.seed, rotate=True)
    found = []
    for table, cell in zip(tables, cells, strict=True):
        book = table.book()
        tally = Tally(2, games.rotations, len(book.rules))
        found.append(Setting(cell, cell, tuple(several(cells)), tally, book, BOTS))
    pairs = {
        (a, b): Pairs(tables[a], COMPARED, games.rotations)
        for a, b in combinations(range(len(cells)), 2)
        if cells[a]["ace_scoring"] == cells[b]["ace_scoring"]
        or cells[a]["aces"] == cells[b]["aces"] == "forced"
    }
    deals = Deals(games.rotations)
    pool = make_pool(given.workers)
    for number, game in games.play(pool, given.workers):
        deal = deals.add(number, game)
        if deal is not None:
            found[number].tally.add(deal)
            for (a, b), each in pairs.items():
                if number in (a, b):
                    each.add((a, b).index(number), deal)
    pool.close()
    print("| aces | scoring | who plays | the deal | the rest | greedy wins | rounds |")
    print("|---|---|---|---|---|---|---|")
    for each in found:
        luck = each.tally.luck
        assert luck is not None
        shares = [luck.estimate(name) for name in ("players", "deal", "rest")]
        told = [f"{shown(s.value, True)} ({interval(s, True)})" for s in shares]
        wins = each.bot_wins("greedy")
        told.append(f"{shown(wins.value, True)} ({interval(wins, True)})")
        # the better bot leads with 95% after n rounds if 1.645 deviations fit n times
        rounds = 1.645**2 * (1 / shares[0].value - 1)
        print(
            f"| {each.options['aces']} | {each.options['ace_scoring']} | "
            + " | ".join(told)
            + f" | {rounds:.0f} |"
        )
    print("\n| A | B | measure | B less A | 95% interval | verdict |")
    print("|---|---|---|---|---|---|")
    for (a, b), each in pairs.items():
        for place, measure in enumerate(COMPARED):
            got = each.compare(place)
            more = f" (about {got.verdict.more:,} more deals)" if got.verdict.more else ""
            print(
                f"| {found[a].short} | {found[b].short} | {measure.name} | "
                f"{shown(got.difference.value, True)} | {interval(got.difference, True)} | "
                f"{got.verdict.word}{more} |"
            )
    if given.plot:
        save(panels(found), given.plot, "Iceberg: one round, greedy against random")


if __name__ == "__main__":
    main()
