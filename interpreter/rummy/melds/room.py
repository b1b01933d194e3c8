"""Whether wild cards that are left over always find room in the melds that there are."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import TYPE_CHECKING

from rummy.melds.rankways import PACK, Cards, together

if TYPE_CHECKING:
    from rummy.melds.rankways import RankWays

MOST_KNOWN = 50_000
"""Of so many contents of a rank it is remembered whether all can lie in full melds."""


class Room:
    """Answers whether so many wild cards can be added, however the other cards lie.

    A group is *full* where no card can be added to it, a run *long* where fewer wild
    cards than asked for can be. Where enough ranks have cards that full groups and
    long runs cannot hold, there is room in what holds them.
    """

    def __init__(
        self,
        ways: RankWays,
        runs: Sequence[frozenset[tuple[int, ...]]],
        groups: Sequence[frozenset[Cards]],
    ) -> None:
        """``runs``: the ranks of each run of a suit; ``groups``: the suits of those of a rank."""
        self.ranks, self.suits, self.wilds = ways.ranks, ways.suits, ways.wilds
        self._most = ways.most
        self._group_of = ways.group_of
        self._full = [
            together(self._full_groups(found), self.suits, self._most) for found in ways.kinds
        ]
        cores = {found: self._cores(found) for found in set(runs)}
        self._core = [cores[found] for found in runs]
        self._none = (False,) * self.ranks
        self._closed: dict[tuple[int, Cards, Cards, tuple[bool, ...]], bool] = {}

    def _full_groups(self, groups: frozenset[Cards]) -> list[Cards]:
        """The groups to which no further card can be added."""
        return [
            group
            for group in groups
            if not any(
                (*group[:suit], group[suit] + 1, *group[suit + 1 :]) in groups
                for suit in range(self.suits)
            )
        ]

    def _cores(self, runs: frozenset[tuple[int, ...]]) -> list[tuple[bool, ...]]:
        """For each number of cards the ranks that all runs with room for fewer have.

        Nothing where there are no such runs.
        """
        every = {sum(1 << rank for rank in run) for run in runs}
        room = dict.fromkeys(every, 0)
        for run in sorted(every, key=int.bit_count, reverse=True):
            for rank in range(self.ranks):
                longer = run | 1 << rank
                if longer != run and longer in room:
                    room[run] = max(room[run], room[longer] + 1)
        cores = []
        for number in range(self.wilds + 1):
            long = [run for run, cards in room.items() if cards < number]
            ranks = range(self.ranks) if long else ()
            cores.append(tuple([all(run >> rank & 1 for run in long) for rank in ranks]))
        return cores

    def holds(self, contents: Sequence[Cards], number: int, wilds: int) -> bool:
        """Whether so many of all wild cards can be added to the melds of the other cards.

        ``contents``: the cards of each rank.
        """
        for left in range(1, number + 1):
            # the others are used: each can fill up the groups of one rank at most
            used = wilds - left
            most = [self._long_ones(s, contents, left, used) for s in range(self.suits)]
            inner = list(
                zip(*(self._core[s][left] or self._none for s in range(self.suits)), strict=True)
            )
            for long in product(*(range(n + 1) for n in most)):
                open_ranks = 0
                for rank, content in enumerate(contents):
                    if not self._closed_with(rank, content, long, inner[rank]):
                        open_ranks += 1
                        if open_ranks >= wilds:
                            break
                else:
                    return False
        return True

    def _long_ones(self, suit: int, contents: Sequence[Cards], number: int, wilds: int) -> int:
        """At most how many runs of a suit there can be with room for fewer wild cards."""
        core = self._core[suit][number]
        cards = [row[suit] for row, always in zip(contents, core) if always]  # noqa: B905
        if not cards:
            return self._most if core else 0
        counts = [c // PACK + c % PACK for c in cards]
        most = 0
        while most < self._most and sum(max(0, most + 1 - n) for n in counts) <= wilds:
            most += 1
        return most

    def _closed_with(self, rank: int, content: Cards, long: Cards, inner: tuple[bool, ...]) -> bool:
        """Whether the cards of a rank can all lie in full groups and so many long runs.

        ``inner``: for each suit whether all long runs have a card of the rank.
        """
        key = (self._group_of[rank], content, long, inner)
        known = self._closed.get(key)
        if known is None:
            if len(self._closed) >= MOST_KNOWN:
                self._closed.clear()
            known = self._closed[key] = any(
                all(
                    c // PACK - m <= n <= c // PACK + c % PACK - (m if always else 0)
                    for n, c, m, always in zip(cards, content, long, inner, strict=True)
                )
                for cards in self._full[key[0]]
            )
        return known
