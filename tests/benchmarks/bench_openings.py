"""How long openings take: ``python tests/benchmarks/bench_openings.py``.

Microseconds, median and 99th percentile. Cold: all that was remembered about
hands is forgotten before each one; what depends on the rules alone is known.
"""

from __future__ import annotations

import random
import statistics
import sys
from collections.abc import Callable
from pathlib import Path
from time import thread_time_ns

sys.path.insert(0, str(Path(__file__).parents[1] / "melds"))

from meld_helpers import K, deck, plans
from rummy.melds import Needs, Openings, Plans

SEED = 20_240_607
RANKS = "3 4 5 6 7 8 9 10 J Q K A"
POINTS = {"A": 15, "2": 2, **{str(n): n for n in range(3, 11)}, "J": 10, "Q": 10, "K": 10}
THREE: Needs = ((-1, 3),) * 3
RUN, SET = 0, 1
CONTRACTS: tuple[Needs, ...] = (
    ((RUN, 4), (RUN, 4)),
    ((SET, 4), (SET, 4)),
    ((RUN, 3), (RUN, 3), (RUN, 3)),
    ((SET, 3), (SET, 3), (SET, 3)),
    ((RUN, 4), (SET, 3), (SET, 3)),
    ((RUN, 4), (RUN, 4), (SET, 3)),
    ((RUN, 3), (RUN, 3), (SET, 4)),
    ((RUN, 3), (SET, 4), (SET, 4)),
    ((RUN, 4), (RUN, 4), (RUN, 4)),
)
Hands = list[list[int]]


def bing(natural: str) -> Plans:
    """Sequences and groups, two packs, wild twos, a natural card in each meld."""
    return plans(
        deck(
            packs=2,
            lines={"run": f"2 {RANKS}"},
            wild={"two": ("2", RANKS, True)},
            points=POINTS,
        ),
        {
            "sequence": K(f"same(suit) and sequence(rank) and {natural}", 3, 13),
            "group": K(f"same(rank) and all(rank != 2) and {natural}", 3, 104),
        },
    )


def international(packs: int) -> Plans:
    """Runs with the ace at either end and sets, two jokers a pack."""
    return plans(
        deck(
            packs=packs,
            jokers=2 * packs,
            lines={"run": "A 2 3 4 5 6 7 8 9 10 J Q K A"},
            wild={"joker": ("JOK", "*", False)},
            points=POINTS,
            joker_points=50,
        ),
        {
            "run": K("same(suit) and sequence(rank) and any(natural)", 3, 13),
            "set": K("same(rank) and any(natural)", 3, 162),
        },
    )


def forget(p: Plans, openings: Openings) -> None:
    """Empty every memory of hands and of parts of hands."""
    openings.forget()
    p._hands.clear()
    for cell in p._finder.cells:
        cell.memo.clear()
        cell.few.clear()


def measure(name: str, p: Plans, hands: Hands, ask: Callable[[Openings, int], bool]) -> None:
    """Ask about each hand, cold; print how many say yes and how long it took."""
    openings = Openings(p)
    for hand in hands[:5]:
        ask(openings, p.deck.bag(hand))
    times, yes, unsure = [], 0, 0
    for hand in hands:
        bag = p.deck.bag(hand)
        forget(p, openings)
        start = thread_time_ns()
        yes += ask(openings, bag)
        times.append((thread_time_ns() - start) / 1000)
        unsure += not openings.exact
    times.sort()
    print(
        f"  {name:34} {100 * yes // len(hands):4d}% {statistics.median(times):9.1f} "
        f"{times[len(times) * 99 // 100]:9.1f} {times[-1]:9.1f}"
        + (f"  given up {unsure}" if unsure else "")
    )


def drawn(p: Plans, size: int, count: int) -> Hands:
    """Hands at random."""
    rng = random.Random(SEED + size)
    pack = list(p.deck.all_cards())
    return [rng.sample(pack, size) for _ in range(count)]


def with_twos(p: Plans, twos: int, ranks: int, count: int) -> Hands:
    """Hands of 14 with so many twos, the other cards of so many ranks."""
    rng = random.Random(SEED + twos)
    named = [(f, p.deck.ranks[p.deck.rank_of[f]]) for f in p.deck.all_cards()]
    wild = [f for f, rank in named if rank == "2"]
    hands = []
    for _ in range(count):
        some = rng.sample(RANKS.split(), ranks)
        plain = [f for f, rank in named if rank in some]
        hands.append(rng.sample(plain, 14 - twos) + rng.sample(wild, twos))
    return hands


def main() -> None:
    """All figures."""
    print(f"{'':36} {'yes':>5} {'median':>9} {'p99':>9} {'most':>9}")
    for natural in ("any(natural and rank != 2)", "any(natural)"):
        p = bing(natural)
        print(f"Three melds of any kind, wild twos, {natural}: can open")
        sorts = {
            "14 cards at random": drawn(p, 14, 1000),
            "5 ranks, 1 two": with_twos(p, 1, 5, 400),
            "5 ranks, 3 twos": with_twos(p, 3, 5, 400),
            "8 twos and 6 others": with_twos(p, 8, 12, 200),
            "40 cards at random": drawn(p, 40, 100),
            "60 cards at random": drawn(p, 60, 100),
        }
        for name, hands in sorts.items():
            measure(name, p, hands, lambda o, bag: o.feasible(bag, THREE))
        for limit in (75, 10):
            print(f"The same, with at most {limit} points left (hands that can open)")
            for name, hands in sorts.items():
                some = [h for h in hands if Openings(p).feasible(p.deck.bag(h), THREE)]
                if len(hands[0]) == 14:
                    measure(
                        name,
                        p,
                        some[:200],
                        lambda o, bag, limit=limit: (  # type: ignore[misc]
                            o.witness(bag, THREE, most_left=limit, lay_off=True) is not None
                        ),
                    )
    for packs in (2, 3):
        p = international(packs)
        print(f"Contracts, {packs} packs with jokers: can open")
        for number, needs in enumerate(CONTRACTS, 1):
            needs = tuple(sorted(needs))
            for size, count in ((12, 400), (18, 200), (40, 60)):
                measure(
                    f"contract {number}, {size} cards",
                    p,
                    drawn(p, size, count),
                    lambda o, bag, needs=needs: o.feasible(bag, needs),  # type: ignore[misc]
                )
    p = bing("any(natural and rank != 2)")
    print("First melds of hands that can open")
    hands = [h for h in drawn(p, 14, 400) if Openings(p).feasible(p.deck.bag(h), THREE)]
    measure("14 cards at random", p, hands, lambda o, bag: bool(o.first_melds(bag, THREE)))
    hands = with_twos(p, 3, 5, 100)
    measure("5 ranks, 3 twos", p, hands, lambda o, bag: bool(o.first_melds(bag, THREE)))
    hands = with_twos(p, 5, 12, 30)
    measure("5 twos and 9 others", p, hands, lambda o, bag: bool(o.first_melds(bag, THREE)))


if __name__ == "__main__":
    main()
