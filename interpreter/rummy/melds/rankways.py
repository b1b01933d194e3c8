"""What the cards of one rank can do in a sweep over the ranks.

They go into runs under way, begin runs, or lie in groups; a wild card is one more card
of any suit. Of the ways to do so only the best are kept: those after which no other
way has as many wild cards left and in each suit runs that are as good.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations_with_replacement, product
from typing import TYPE_CHECKING

from rummy.melds.underway import Step, Suit, TooManyWays

if TYPE_CHECKING:
    from rummy.cards import Deck

PACK = 16
"""Two numbers of cards as one."""
WHOLE = 60
"""So many parts has a wild card that the cards of a group share."""
NEVER = 1_000_000
MOST_TOGETHER = 20_000
"""With more ways to fill groups of a rank wild cards are followed place by place."""

Cards = tuple[int, ...]
"""For each suit a number of cards, or (times ``PACK``) how many must be used and how many may."""
State = tuple[int, ...]
"""A place in the sweep: the wild cards left, and the standing of each suit."""
Edge = tuple[State, int]
"""The place after a rank, the suits of which cards beyond the needed ones are used."""


class Cell:
    """One content of a rank, with what the next two ranks hold."""

    __slots__ = ("content", "edges", "groups", "rank", "there")

    def __init__(self, rank: int, content: Cards, there: Cards) -> None:
        self.rank, self.content, self.there = rank, content, there
        self.edges: dict[State, list[Edge]] = {}
        self.groups: dict[Cards, list[tuple[int, int]]] = {}


def together(groups: Iterable[Cards], suits: int, most: int) -> frozenset[Cards]:
    """All cards that several groups of one rank can have together, of each suit at most so many.

    Raises ``TooManyWays`` where there are too many.
    """
    groups = list(groups)
    new = [(0,) * suits]
    found = set(new)
    while new:
        cards = new.pop()
        for more in groups:
            both = tuple([a + b for a, b in zip(cards, more, strict=True)])
            if max(both) <= most and both not in found:
                found.add(both)
                new.append(both)
        if len(found) > MOST_TOGETHER:
            raise TooManyWays
    return frozenset(found)


class RankWays:
    """Finds what can follow at a rank from all runs and groups without wild cards."""

    def __init__(
        self,
        deck: Deck,
        wild: Sequence[int],
        runs: Sequence[frozenset[tuple[int, ...]]],
        groups: Sequence[frozenset[Cards]],
    ) -> None:
        """``runs``: the ranks of each run of a suit; ``groups``: the suits of those of a rank.

        Raises ``TooManyWays`` where too many runs can be under way to compare them.
        """
        self.ranks, self.suits = len(deck.ranks), len(deck.suits)
        self.wilds = sum(deck.copies[face] for face in wild)
        self.most = max(deck.copies) + self.wilds
        lines = {
            found: Suit([tuple([(rank, 0) for rank in run]) for run in sorted(found)], True)
            for found in set(runs)
        }
        every: dict[frozenset[tuple[int, ...]], list[Step]] = {}
        for found, line in lines.items():
            row = line.steps(self.ranks, self.most)
            if row is None:
                raise TooManyWays
            every[found] = row
        self.steps = [[every[found][rank] for found in runs] for rank in range(self.ranks)]
        self.kinds = sorted(set(groups), key=sorted)
        """The different sets of groups that a rank can have."""
        self._tables = [
            self._lacking(together(found, self.suits, self.most)) for found in self.kinds
        ]
        self.group_of = [self.kinds.index(found) for found in groups]
        alike: dict[tuple[object, ...], int] = {}
        self.kind_of = [
            alike.setdefault((kind, *steps), rank)
            for rank, (kind, steps) in enumerate(zip(self.group_of, self.steps, strict=True))
        ]
        """For each rank the first that is like it: what follows one can follow the other."""
        none = [Step((), ((0,) * 4,), (1,))] * self.suits
        self.own: list[list[list[int]]] = []
        """Before each rank a bit for each number of wild cards and standing of a suit."""
        self.under: list[list[list[int]]] = []
        """Those bits of all that one is as good as."""
        for steps in [none, *self.steps]:
            self._number(steps)
        self._options: dict[
            tuple[int, int, int, int, int, int, int], list[tuple[int, int, int, int]]
        ] = {}
        self._groupings: dict[tuple[int, Cards], tuple[Cards, list[Cards]]] = {}
        self._cells: dict[tuple[int, Cards, Cards], Cell] = {}
        self.size = 0
        """How much is remembered."""

    def forget(self) -> None:
        """Start remembering anew."""
        self._options.clear()
        self._groupings.clear()
        self._cells.clear()
        self.size = 0

    def cell(self, rank: int, content: Cards, there: Cards) -> Cell:
        """What is known of one content of a rank, and of the ranks that are like it."""
        key = (self.kind_of[rank], content, there)
        known = self._cells.get(key)
        if known is None:
            known = self._cells[key] = Cell(*key)
            self.size += 1
        return known

    def _number(self, steps: Sequence[Step]) -> None:
        """Bits for the places before a rank, those after the steps of the rank before."""
        own = [[1 << number for number in range(self.wilds + 1)]]
        under = [[(2 << number) - 1 for number in range(self.wilds + 1)]]
        shift = self.wilds + 1
        for step in steps:
            every = range(len(step.better))
            own.append([1 << at + shift for at in every])
            under.append(
                [
                    sum(own[-1][other] for other in every if step.better[other] >> at & 1)
                    for at in every
                ]
            )
            shift += len(every)
        self.own.append(own)
        self.under.append(under)

    def _lacking(self, together: frozenset[Cards]) -> dict[Cards, int]:
        """With how few wild cards cards make groups."""
        found: dict[Cards, int] = {}
        for cards in together:
            for wilds in range(self.wilds + 1):
                for suits in combinations_with_replacement(range(self.suits), wilds):
                    rest = list(cards)
                    for suit in suits:
                        rest[suit] -= 1
                    if min(rest) >= 0:
                        key = tuple(rest)
                        found[key] = min(wilds, found.get(key, wilds))
        return found

    def grouping(self, rank: int, content: Cards) -> tuple[Cards, list[Cards]]:
        """What groups there can be of the cards of a rank.

        What a card of each suit bears at least of the wild cards of a group with it;
        for each number of wild cards how many cards of each suit can be in groups.
        """
        kind = self.group_of[rank]
        most = tuple([c // PACK + c % PACK for c in content])
        known = self._groupings.get((kind, most))
        if known is None:
            table = self._tables[kind]
            share = [NEVER] * self.suits
            grouped = [[0] * self.suits for _ in range(self.wilds + 1)]
            for cards in product(*(range(n + 1) for n in most)):
                wilds = table.get(cards)
                if wilds is not None and any(cards):
                    part = WHOLE * wilds // sum(cards)
                    for suit, count in enumerate(cards):
                        if count:
                            share[suit] = min(share[suit], part)
                            for number in range(wilds, self.wilds + 1):
                                row = grouped[number]
                                row[suit] = max(row[suit], count)
            known = tuple(share), [tuple(row) for row in grouped]
            self._groupings[kind, most] = known
            self.size += 2
        return known

    def _in_groups(self, cell: Cell, runs: Cards) -> list[tuple[int, int]]:
        """How the cards of a rank that are in no run lie in groups, wild cards with them.

        The wild cards, and the suits of which more cards than must be are used then.
        """
        table = self._tables[self.group_of[cell.rank]]
        must = [c // PACK for c in cell.content]
        suits = [-1] * (self.wilds + 1)
        for cards in product(
            *(
                range(max(0, m - u), m + c % PACK - u + 1)
                for m, c, u in zip(must, cell.content, runs, strict=True)
            )
        ):
            wilds = table.get(cards)
            if wilds is not None:
                more = max(0, suits[wilds])
                for suit, (m, u, g) in enumerate(zip(must, runs, cards, strict=True)):
                    if u + g > m:
                        more |= 1 << suit
                suits[wilds] = more
        found, before = [], -1
        for wilds, more in enumerate(suits):
            if more >= 0 and (before < 0 or more & ~before):
                before = more | max(0, before)
                found.append((wilds, before))
        cell.groups[runs] = found
        self.size += 1
        return found

    def _in_runs(
        self, rank: int, suit: int, low: int, packed: int, there: int, standing: int, wilds: int
    ) -> list[tuple[int, int, int, int]]:
        """What of a suit can go into runs at a rank: the best ways.

        Cards, wild cards, the standing after it, wild cards with those that it lacks then.
        """
        key = (rank, suit, low, packed, there, standing, wilds)
        known = self._options.get(key)
        if known is None:
            step = self.steps[rank][suit]
            better = step.better
            known = []
            for own in range(low, packed // PACK + packed % PACK + 1):
                row: list[int] = []
                for used in range(wilds + 1):
                    for following in step.after[standing][own + used]:
                        total = step.lack[following][there] + used
                        if total <= wilds and not any(
                            better[following] >> other & 1 for other in row
                        ):
                            row.append(following)
                            known.append((own, used, following, total))
            self._options[key] = known
            self.size += 1
        return known

    def edges(self, cell: Cell, state: State) -> list[Edge]:
        """The best places after a rank, those with most wild cards left first."""
        rank, there, wilds = cell.rank, cell.there, state[0]
        _, grouped = self.grouping(rank, cell.content)
        low = [max(0, c // PACK - g) for c, g in zip(cell.content, grouped[wilds])]  # noqa: B905
        rows: list[tuple[Cards, int, State, int]] = [((), wilds, (), 0)]
        for suit, packed in enumerate(cell.content):
            options = self._in_runs(
                rank, suit, low[suit], packed, there[suit], state[suit + 1], wilds
            )
            if len(options) == 1:
                own, used, following, total = options[0]
                rows = [
                    ((*runs, own), left - used, (*standings, following), need + total)
                    for runs, left, standings, need in rows
                    if need + total <= wilds
                ]
            else:
                rows = [
                    ((*runs, own), left - used, (*standings, following), need + total)
                    for runs, left, standings, need in rows
                    for own, used, following, total in options
                    if need + total <= wilds
                ]
        groups = cell.groups
        found: dict[State, int] = {}
        for runs, left, standings, need in rows:
            known = groups.get(runs)
            if known is None:
                known = self._in_groups(cell, runs)
            for used, more in known:
                if need + used > wilds:
                    break
                key = (left - used, *standings)
                found[key] = found.get(key, 0) | more
        kept = list(found.items())
        if len(kept) > 1:
            kept = self._best_edges(rank, kept)
        cell.edges[state] = kept
        self.size += len(kept) + 1
        return kept

    def _best_edges(self, rank: int, found: list[Edge]) -> list[Edge]:
        """Those than which no other is as good and uses cards of as many suits."""
        own, under = self.own[rank + 1], self.under[rank + 1]
        rows = []
        for edge in found:
            at = edge[0]
            good = 0
            for table, standing in zip(under, at):  # noqa: B905
                good |= table[standing]
            rows.append((-at[0], -good.bit_count(), at, edge[1], good))
        rows.sort()
        kept: list[Edge] = []
        goods: list[tuple[int, int]] = []
        for _, _, at, more, good in rows:
            bits = 0
            for table, standing in zip(own, at):  # noqa: B905
                bits |= table[standing]
            for other, beyond in goods:
                if bits & other == bits and not more & ~beyond:
                    break
            else:
                goods.append((good, more))
                kept.append((at, more))
        return kept
