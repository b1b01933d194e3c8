"""The cheapest standstill where only final sizes count.

Like the sweep for most points, but a play must go on until nothing more can
be played. So each way to use the cards of a suit also says which faces its
melds would still take: of those none may be left in the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rummy.cards import bag_subtract, bag_union
from rummy.melds.further import FurtherPlay
from rummy.melds.sweep import (
    MOST_PARTS,
    POINT,
    RANKS,
    SUITS,
    WHOLE,
    Choice,
    Sweep,
    in_steps,
    placed,
)

if TYPE_CHECKING:
    from rummy.melds.shapes import Shape

Way = tuple[int, int, int, tuple[Choice, ...]]
"""Cards used, faces still wanted, points, and how."""
End = tuple[int, int, tuple[Choice, ...]]
"""Weight (see ``Cheapest``), cards left of a rank, and how."""
Orders = tuple[tuple[int, ...], ...]
FAR = 1 << 60


class Cheapest:
    """Finds the standstill with the least points + cost for each card left.

    Weights are points less the cost of the cards used; the number of cards
    used breaks ties (more are better).
    """

    def __init__(self, sweep: Sweep) -> None:
        self.sweep = sweep
        self.deck = sweep.deck
        self._ways: dict[tuple[str, int, Orders], list[Way]] = {}
        self._ends: dict[tuple[int, Orders, int], list[End]] = {}
        self._suits: dict[tuple[int, Orders, int, int], list[Way]] = {}

    def least_cost(self, bag: int, table: Sequence[Shape], cost: int) -> FurtherPlay:
        """The play to a standstill with the least points + cost for each card left."""
        whole = [s for s in self.sweep.melds(bag) if self.sweep.classes[s.kind] == WHOLE]
        question = Question(self, table, cost, whole)
        question.solve(bag, 0, ())
        for value, rest, shapes in self.sweep.whole_choices(bag, whole):
            points, used = value // POINT, value % POINT
            question.solve(rest, weigh(points, used, cost), shapes)
        chosen = question.chosen
        points = sum(s.lay for s in question.laid)
        used = sum(s.size for s in question.laid)
        for _, what in chosen:
            if isinstance(what, tuple):
                points += sum(growth.points for growth in what)
                used += len(what)
            else:
                points += what.lay
                used += what.size
        line = in_steps(question.laid, chosen)
        return FurtherPlay(points, used, bag.bit_count() - used, line)

    def ways(self, what: str, part: int, table: Sequence[Shape], orders: Orders) -> list[Way]:
        """All that can be done in one suit or rank, with the faces then wanted."""
        key = (what, part, orders)
        known = self._ways.get(key)
        if known is None:
            if len(self._ways) >= MOST_PARTS:
                self._ways.clear()
            known = self._ways[key] = self._work_out(what, part, table)
        return known

    def _work_out(self, what: str, part: int, table: Sequence[Shape]) -> list[Way]:
        width, full = self.deck.faces, self.deck.full
        found: dict[tuple[int, int], tuple[int, tuple[Choice, ...]]] = {(0, 0): (0, ())}
        for place, shape in enumerate(table):
            after: dict[tuple[int, int], tuple[int, tuple[Choice, ...]]] = {}
            futures = [(0, 0, shape, ())] + [
                (used, value // POINT, path[-1].shape, path)
                for used, value, path in self.sweep.reach(shape, part)
            ]
            for (before, wanted), (points, how) in found.items():
                rest = bag_subtract(part, before, width, full)
                for used, more, future, path in futures:
                    if used & rest == used:
                        both = bag_union(before, used, width, full)
                        entry = (both, wanted | future.grow_mask & part)
                        sum_ = points + more
                        if entry not in after or sum_ < after[entry][0]:
                            after[entry] = (sum_, (*how, (place, path)) if path else how)
            found = after
        for shape in self.sweep.melds(part):
            if self.sweep.classes[shape.kind] != what:
                continue
            fresh = found
            while fresh:  # again for twins: the same meld twice
                grown: dict[tuple[int, int], tuple[int, tuple[Choice, ...]]] = {}
                for (before, wanted), (points, how) in fresh.items():
                    rest = bag_subtract(part, before, width, full)
                    if shape.bag & rest == shape.bag:
                        both = bag_union(before, shape.bag, width, full)
                        entry = (both, wanted | shape.grow_mask & part)
                        sum_ = points + shape.lay
                        if entry not in found or sum_ < found[entry][0]:
                            grown[entry] = (sum_, (*how, (-1, shape)))
                found = found | grown
                fresh = grown
        return [(used, wanted, p, how) for (used, wanted), (p, how) in found.items()]

    def ends(self, part: int, table: Sequence[Shape], orders: Orders, cost: int) -> list[End]:
        """The standstills of a rank by the cards that they leave, cheapest first."""
        key = (part, orders, cost)
        known = self._ends.get(key)
        if known is None:
            best: dict[int, End] = {}
            for used, wanted, points, how in self.ways(RANKS, part, table, orders):
                left = self.sweep.less(part, used)
                if left & wanted or self.has_meld(RANKS, left):
                    continue
                weight = weigh(points, used.bit_count(), cost)
                if left not in best or weight < best[left][0]:
                    best[left] = (weight, left, how)
            if len(self._ends) >= MOST_PARTS:
                self._ends.clear()
            known = self._ends[key] = sorted(best.values(), key=lambda end: end[0])
        return known

    def suit_ways(
        self, part: int, table: Sequence[Shape], orders: Orders, live: int, cost: int
    ) -> list[Way]:
        """The ways of a suit that can end in a standstill and are not outdone.

        ``live`` are the cards that may yet go into groups; all others that a
        way does not use are left.
        """
        key = (part, orders, live & part, cost)
        known = self._suits.get(key)
        if known is not None:
            return known
        possible: dict[int, list[tuple[int, Way]]] = {}
        for way in self.ways(SUITS, part, table, orders):
            used, wanted, points, _ = way
            left = self.sweep.less(part, used)
            stuck = left & ~live
            if stuck & wanted or self.has_meld(SUITS, stuck):
                continue
            weight = weigh(points, used.bit_count(), cost)
            possible.setdefault(left & live, []).append((weight, way))
        found = []
        for some in possible.values():
            some.sort(key=lambda entry: entry[0])
            kept: list[Way] = []
            for _, way in some:
                if not any(
                    old[1] & live & way[1] == old[1] & live and way[0] & old[0] == way[0]
                    for old in kept
                ):
                    kept.append(way)
            found += kept
        found.sort(key=lambda way: weigh(way[2], way[0].bit_count(), cost))
        if len(self._suits) >= MOST_PARTS:
            self._suits.clear()
        self._suits[key] = found
        return found

    def has_meld(self, what: str, cards: int) -> bool:
        """Whether a meld within one suit (or rank) can be laid from these cards."""
        classes = self.sweep.classes
        return any(classes[s.kind] == what for s in self.sweep.melds(cards))


def weigh(points: int, used: int, cost: int) -> int:
    """The weight of a play: to be least, then with most cards used."""
    return (points - cost * used) * POINT - used


class Question:
    """One question for the cheapest standstill; keeps the best answer so far."""

    def __init__(
        self, cheapest: Cheapest, table: Sequence[Shape], cost: int, whole: list[Shape]
    ) -> None:
        self.cheapest = cheapest
        self.sweep = cheapest.sweep
        self.table = table
        self.cost = cost
        self.whole = whole
        self.best = FAR
        self.chosen: list[Choice] = []
        self.laid: tuple[Shape, ...] = ()

    def solve(self, bag: int, start: int, laid: tuple[Shape, ...]) -> None:
        """Try all standstills from these cards, ``laid`` being laid already."""
        sweep, cheapest, table, cost = self.sweep, self.cheapest, self.table, self.cost
        self.bag, self.now = bag, laid
        of_suit, of_rank = sweep.places(bag, table)
        self.ranks: list[tuple[int, list[int], list[Shape], Orders]] = []
        floor = start
        live = 0
        for rank, mask in sweep.ranks.items():
            part = bag & mask
            if part:
                places = of_rank.get(rank, [])
                shapes = [table[p] for p in places]
                orders = tuple([s.order for s in shapes])
                ways = cheapest.ways(RANKS, part, shapes, orders)
                if len(ways) > 1 or ways[0][1]:
                    live |= mask
                    self.ranks.append((mask, places, shapes, orders))
                    floor += min(weigh(w[2], w[0].bit_count(), cost) for w in ways)
        self.suits: list[tuple[int, list[int], list[Way]]] = []
        for suit, mask in sweep.suits.items():
            part = bag & mask
            if part:
                places = of_suit.get(suit, [])
                shapes = [table[p] for p in places]
                orders = tuple([s.order for s in shapes])
                self.suits.append(
                    (mask, places, cheapest.suit_ways(part, shapes, orders, live, cost))
                )
        self.suits.sort(key=lambda entry: len(entry[2]))
        self.below = [0] * (len(self.suits) + 1)
        for i in range(len(self.suits) - 1, -1, -1):
            ways = self.suits[i][2]
            if not ways:
                return
            least = weigh(ways[0][2], ways[0][0].bit_count(), cost)
            self.below[i] = self.below[i + 1] + least
        self.floor = floor - start
        self.picks: list[Way] = []
        self._suit(0, start, bag, 0)

    def _suit(self, i: int, weight: int, rest: int, wanted: int) -> None:
        """Choose a way for each suit in turn."""
        if weight + self.below[i] + self.floor >= self.best:
            return
        if i == len(self.suits):
            self._ranks(weight, rest, wanted)
            return
        for way in self.suits[i][2]:
            self.picks.append(way)
            more = weigh(way[2], way[0].bit_count(), self.cost)
            left = self.sweep.less(rest, way[0]) if way[0] else rest
            self._suit(i + 1, weight + more, left, wanted | way[1])
            self.picks.pop()

    def _ranks(self, weight: int, rest: int, wanted: int) -> None:
        """With the runs chosen, choose a standstill for each rank."""
        choices: list[list[End]] = []
        below = weight
        for mask, _, shapes, orders in self.ranks:
            ends = self.cheapest.ends(rest & mask, shapes, orders, self.cost)
            if wanted & mask:
                ends = [end for end in ends if not end[1] & wanted]
            if not ends:
                return
            below += ends[0][0]
            choices.append(ends)
        if below >= self.best:
            return
        after = [0] * (len(choices) + 1)
        for i in range(len(choices) - 1, -1, -1):
            after[i] = after[i + 1] + choices[i][0][0]
        ends_now: list[End] = []

        def step(i: int, total: int, left: int) -> None:
            if total + after[i] >= self.best:
                return
            if i == len(choices):
                if self._still(left):
                    self._keep(total, ends_now)
                return
            mask = self.ranks[i][0]
            for end in choices[i]:
                ends_now.append(end)
                step(i + 1, total + end[0], left & ~mask | end[1])
                ends_now.pop()

        step(0, weight, rest)

    def _still(self, left: int) -> bool:
        """Whether no run and no meld across suits can be laid from what is left."""
        if any(shape.bag & left == shape.bag for shape in self.whole):
            return False
        return not any(
            self.cheapest.has_meld(SUITS, left & mask) for mask, _, _ in self.suits if left & mask
        )

    def _keep(self, weight: int, ends: list[End]) -> None:
        self.best = weight
        self.laid = self.now
        self.chosen = []
        for (_, places, _), way in zip(self.suits, self.picks, strict=True):
            self.chosen += placed(way[3], places)
        for (_, places, _, _), end in zip(self.ranks, ends, strict=True):
            self.chosen += placed(end[2], places)
