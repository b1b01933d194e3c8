"""How long the questions about melds take: ``python tests/benchmarks/bench_melds.py``.

Cold: every memory of cells and hands is emptied before each hand; the shapes
met before are known. Warm: cells are known, hands are not. Again: the same hand.

The least deadwood of ten cards of one pack is asked beside OpenSpiel, where that is
installed (``pip install -e '.[peers]'``), of the same hands, each of them for the first
time; what is known of suits and ranks may have been met in other hands before.
"""

from __future__ import annotations

import random
import statistics
import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time, thread_time_ns
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "melds"))

from meld_helpers import ICEBERG, K, deck, plans
from rummy.melds import Plans, Shape

SEED = 20_240_601

BING = {
    "sequence": K("same(suit) and sequence(rank) and any(natural)", 3, 13),
    "group": K("same(rank) and any(natural) and all(rank != 2)", 3, 104),
}
RANKS = "3 4 5 6 7 8 9 10 J Q K A"


def iceberg() -> Plans:
    """Seven kinds, two packs, no wild cards."""
    return plans(deck(packs=2, lines={"run": "2 3 4 5 6 7 8 9 10 J Q K"}), ICEBERG)


def bing() -> Plans:
    """Runs and groups with wild twos, two packs."""
    points = {
        r: int(r) if r.isdigit() else 10
        for r in ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
    }
    return plans(
        deck(
            packs=2,
            lines={"run": "2 " + RANKS},
            wild={"two": ("2", RANKS, True)},
            points={**points, "A": 15},
        ),
        BING,
    )


def gin() -> Plans:
    """Sets and runs, one pack, the ace low."""
    points = {"A": 1, **{str(n): n for n in range(2, 11)}, "J": 10, "Q": 10, "K": 10}
    kinds = {"set": K("same(rank)", 3, 4), "run": K("same(suit) and sequence(rank)", 3, 13)}
    return plans(deck(points=points), kinds)


def hands(p: Plans, size: int, count: int, without: str = "") -> list[list[int]]:
    """Random hands, as lists of faces."""
    rng = random.Random(SEED)
    pack = [f for f in p.deck.all_cards() if p.deck.ranks[p.deck.rank_of[f]] not in without.split()]
    return [rng.sample(pack, size) for _ in range(count)]


def forget(p: Plans) -> None:
    """Empty the memories of cells and hands."""
    p._hands.clear()
    for cell in p._finder.cells:
        cell.memo.clear()


def timed(ask: Callable[[int], object], bags: list[int], before: Callable[[], None]) -> str:
    """Median and 99th percentile in microseconds."""
    times = []
    for bag in bags:
        before()
        start = thread_time_ns()
        ask(bag)
        times.append((thread_time_ns() - start) / 1000)
    times.sort()
    return f"{statistics.median(times):9.1f} {times[len(times) * 99 // 100]:9.1f}"


def mean(ask: Callable[[Any], int], hands: list[Any]) -> tuple[float, list[int]]:
    """Microseconds for a hand, and the answers."""
    start = process_time()
    answers = [ask(hand) for hand in hands]
    return (process_time() - start) / len(hands) * 1e6, answers


def deadwood(p: Plans) -> None:
    """Least deadwood, turn about with the peer; the best of five turns.

    No answer is remembered for a whole hand, only for what a hand holds of a suit, and
    for the cards of its sets.
    """
    drawn = hands(p, 10, 40_000)
    bags = [p.deck.bag(hand) for hand in drawn]
    print("Least deadwood of 10 cards, mean")
    print(f"  first 2000 hands of a process {mean(p.whole_deadwood, bags[:2000])[0]:6.2f}")
    mean(p.whole_deadwood, bags[2000:30_000])
    drawn, bags = drawn[30_000:], bags[30_000:]
    time, answers = mean(p.whole_deadwood, bags)
    print(f"  new hands after 30,000 others {time:6.2f}")
    ours = min(mean(p.whole_deadwood, bags)[0] for _ in range(5))
    print(f"  where all suits are known     {ours:6.2f}")
    try:
        import pyspiel
    except ImportError:
        return
    peer = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10).min_deadwood
    turns = [(mean(p.whole_deadwood, bags)[0], mean(peer, drawn)[0]) for _ in range(5)]
    print(f"  the same again, and OpenSpiel {min(a for a, _ in turns):6.2f}", end="")
    print(f" {min(b for _, b in turns):6.2f}")
    alike = answers == [peer(hand) for hand in drawn]
    print("  all answers are the same" if alike else "  NOT ALL ANSWERS ARE THE SAME")


def melds(name: str, p: Plans, size: int) -> None:
    """All melds of random hands."""
    bags = [p.deck.bag(h) for h in hands(p, size, 400)]
    counts = sorted(len(p.melds(b)) for b in bags)
    print(f"{name}, hands of {size}: {counts[len(counts) // 2]} melds, at most {counts[-1]}")
    print("  melds cold  ", timed(p.melds, bags, lambda: forget(p)))
    for bag in bags:
        p.melds(bag)
    print("  melds warm  ", timed(p.melds, bags, p._hands.clear))
    for bag in bags:
        p.melds(bag)
    print("  melds again ", timed(p.melds, bags, lambda: None))


def arrange(name: str, p: Plans, size: int) -> None:
    """Openings of three melds, and the least points left."""
    bags = [p.deck.bag(h) for h in hands(p, size, 200)]
    every = tuple(range(len(p.kinds)))
    for bag in bags:
        p.melds(bag)
    print(f"{name}, arrange hands of {size} (melds known)")
    print("  least points", timed(lambda b: p.arrange(b, free_kinds=every), bags, lambda: None))
    print(
        "  within 75   ",
        timed(lambda b: p.arrange(b, free_kinds=every, bound=75), bags, lambda: None),
    )


def positions(p: Plans, cards: int, on_table: int, count: int) -> list[tuple[int, list[Shape]]]:
    """Cards left and melds on the table, out of one pack of cards."""
    rng = random.Random(SEED + cards)
    found = []
    while len(found) < count:
        pack = list(p.deck.all_cards())
        rng.shuffle(pack)
        table: list[Shape] = []
        while len(table) < on_table and len(pack) > cards + 12:
            some = p.deck.bag(pack[:24])
            melds = [s for s in p.melds(some) if s.size < 6]
            if not melds:
                rng.shuffle(pack)
                continue
            shape = rng.choice(melds)
            table.append(shape)
            for face in p.deck.bag_faces(shape.bag):
                pack.remove(face)
            rng.shuffle(pack)
        hand = [f for f in pack if p.deck.rank_of[f]][:cards]
        found.append((p.deck.bag(hand), table))
    return found


def further(p: Plans, cards: int, on_table: int) -> None:
    """Best further play."""
    some = positions(p, cards, on_table, 100)
    for what, ask in (
        ("most points", lambda b, t: p.most_points(b, t)),
        ("least cost", lambda b, t: p.least_cost(b, t, 10)),
    ):
        times, inexact = [], 0
        for bag, table in some:
            forget(p)
            p._plays.clear()
            if p._sweep is not None:
                p._sweep._known.clear()
            if p._cheapest is not None:
                p._cheapest._ways.clear()
                p._cheapest._ends.clear()
                p._cheapest._suits.clear()
            start = thread_time_ns()
            inexact += not ask(bag, table).exact
            times.append((thread_time_ns() - start) / 1000)
        times.sort()
        print(
            f"  {what} {cards}/{on_table}: {statistics.median(times):9.1f} "
            f"{times[98]:9.1f} {times[-1]:9.1f} max, not exact {inexact}"
        )


def main() -> None:
    """All figures: median and 99th percentile, in microseconds."""
    deadwood(gin())
    ice, two = iceberg(), bing()
    melds("Iceberg", ice, 10)
    melds("Bing", two, 14)
    arrange("Bing", two, 14)
    print("Iceberg, further play (cold)")
    for cards, on_table in ((7, 6), (9, 10), (12, 12), (15, 14), (20, 16)):
        further(ice, cards, on_table)


if __name__ == "__main__":
    main()
