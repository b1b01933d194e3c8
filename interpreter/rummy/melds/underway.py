"""Runs under way in one suit while the ranks are gone through from low to high.

All runs that a suit can make are merged into one automaton: a node is how a run
under way can go on. A *standing* is all the runs under way in the suit after some
rank. Of standings that cards can lead to only the best are kept: one is as good as
another if whatever can follow the other can follow it as well.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations
from typing import NamedTuple

ROOT = 0
NEVER = 1_000
MOST_PAIRED = 4
"""With more runs under way in a suit no two standings are compared."""
MOST_STANDINGS = 60
"""With more ways to stand after a rank wild cards are followed place by place."""

Label = tuple[int, int]
"""A rank, and 0 for its own card or the number of a wild face from 1."""
Standing = tuple[int, ...]


class TooManyWays(Exception):
    """There are more ways to divide the cards than are followed."""


class Step(NamedTuple):
    """What can follow at one rank, the standings before it and after it numbered.

    Ranks with equal steps are alike: what is found for one holds for the other.
    """

    after: tuple[tuple[tuple[int, ...], ...], ...]
    """For each standing before and each number of cards put into runs the best after it."""
    lack: tuple[tuple[int, ...], ...]
    """For each standing after it and each ``there`` the wild cards lacking (``Suit.lack``)."""
    better: tuple[int, ...]
    """For each standing after it those that are as good, one bit each."""


class Suit:
    """The runs of one suit, each given as its labels ascending."""

    def __init__(self, runs: Iterable[tuple[Label, ...]], any_card: bool = False) -> None:
        """``any_card``: wild cards are not among the labels but can take any place."""
        self._any_card = any_card
        trie: list[dict[Label, int]] = [{}]
        ends = [False]
        for run in runs:
            at = ROOT
            for label in run:
                following = trie[at].get(label)
                if following is None:
                    following = trie[at][label] = len(trie)
                    trie.append({})
                    ends.append(False)
                at = following
            ends[at] = True
        self._merge(trie, ends)
        self.standings: list[Standing] = [()]
        """Each standing by its number; nothing under way is 0."""
        self._numbers: dict[Standing, int] = {(): 0}
        self._steps: dict[tuple[int, int, int, tuple[int, ...]], tuple[int, ...]] = {}
        self._lacks: dict[tuple[int, int, int], int] = {}
        self._node_lacks: dict[tuple[int, int, int], int] = {}
        self._better: dict[tuple[int, int, int], bool] = {}

    def _merge(self, trie: list[dict[Label, int]], ends: list[bool]) -> None:
        """Nodes from which runs go on alike become one."""
        register: dict[object, int] = {}
        same = [0] * len(trie)
        self.on: list[dict[Label, int]] = [{}]
        self.ends = [False]
        for node in range(len(trie) - 1, 0, -1):
            on = {label: same[child] for label, child in trie[node].items()}
            key = (ends[node], tuple(sorted(on.items())))
            if key not in register:
                register[key] = len(self.on)
                self.on.append(on)
                self.ends.append(ends[node])
            same[node] = register[key]
        self.on[ROOT] = {label: same[child] for label, child in trie[ROOT].items()}
        self.last = [max((rank for rank, _ in on), default=-1) for on in self.on]

    def after(self, rank: int, standing: int, own: int, wild: tuple[int, ...]) -> tuple[int, ...]:
        """The best standings after a rank, from one before it.

        ``own`` of its own cards and so many of each wild face are put into runs.
        """
        key = (rank, standing, own, wild)
        known = self._steps.get(key)
        if known is None:
            known = self._steps[key] = self._after(rank, standing, own, wild)
        return known

    def _after(self, rank: int, standing: int, own: int, wild: tuple[int, ...]) -> tuple[int, ...]:
        now = {self.standings[standing]}
        for token, count in enumerate((own, *wild)):
            for _ in range(count):
                now = self._one_more(now, (rank, token))
        found = set()
        for nodes in now:
            if all(self.ends[node] or self.last[node] > rank for node in nodes):
                found.add(tuple([node for node in nodes if self.last[node] > rank]))
        best = [
            nodes
            for nodes in sorted(found)
            if not any(
                other != nodes
                and self._as_good(nodes, other, rank)
                and not (other > nodes and self._as_good(other, nodes, rank))
                for other in found
            )
        ]
        return tuple([self._number(nodes) for nodes in best])

    def _number(self, nodes: Standing) -> int:
        number = self._numbers.get(nodes)
        if number is None:
            number = self._numbers[nodes] = len(self.standings)
            self.standings.append(nodes)
        return number

    def _one_more(self, now: set[Standing], label: Label) -> set[Standing]:
        """One more card: it begins a run or goes to one under way."""
        found = set()
        begun = self.on[ROOT].get(label)
        for nodes in now:
            if begun is not None:
                found.add(tuple(sorted((*nodes, begun))))
            for place, node in enumerate(nodes):
                following = self.on[node].get(label)
                if following is not None:
                    found.add(tuple(sorted((*nodes[:place], following, *nodes[place + 1 :]))))
        return found

    def steps(self, ranks: int, most: int) -> list[Step] | None:
        """What can follow at each rank, with at most so many cards of it in runs.

        None where there are too many standings to compare them all.
        """
        found = []
        before = [0]
        for rank in range(ranks):
            rows = [[self.after(rank, at, own, ()) for own in range(most + 1)] for at in before]
            after = list(dict.fromkeys(at for row in rows for following in row for at in following))
            if len(after) > MOST_STANDINGS:
                return None
            place = {at: n for n, at in enumerate(after)}
            better = [
                sum(1 << place[other] for other in after if self._good(rank, at, other))
                for at in after
            ]
            found.append(
                Step(
                    tuple([tuple([tuple(map(place.__getitem__, f)) for f in row]) for row in rows]),
                    tuple(
                        [tuple([self.lack(rank, at, there) for there in range(4)]) for at in after]
                    ),
                    tuple(better),
                )
            )
            before = after
        return found

    def _good(self, rank: int, one: int, other: int) -> bool:
        return one == other or self._as_good(self.standings[one], self.standings[other], rank)

    def _as_good(self, one: Standing, other: Standing, rank: int) -> bool:
        """Whether whatever can follow ``one`` after a rank can follow ``other`` too.

        Each run of the one has a run of the other that can go on like it; those
        left over can end.
        """
        if len(one) > len(other) or len(other) > MOST_PAIRED:
            return False
        for row in permutations(other, len(one)):
            if all(self._goes_on_like(a, b, rank) for a, b in zip(one, row, strict=True)):
                rest = list(other)
                for node in row:
                    rest.remove(node)
                if all(self.ends[node] for node in rest):
                    return True
        return False

    def _goes_on_like(self, one: int, other: int, rank: int) -> bool:
        """Whether after a rank ``other`` can end and go on in each way in which ``one`` can."""
        if one == other:
            return True
        key = (one, other, rank)
        known = self._better.get(key)
        if known is None:
            known = (self.ends[other] or not self.ends[one]) and all(
                label in self.on[other] and self._goes_on_like(child, self.on[other][label], -1)
                for label, child in self.on[one].items()
                if label[0] > rank
            )
            self._better[key] = known
        return known

    def lack(self, rank: int, standing: int, there: int) -> int:
        """How many wild cards a standing after a rank needs at least.

        ``there``: whether there are cards of the next rank (1) and of the one
        after it (2); further ones are taken to be there.
        """
        key = (rank, standing, there)
        known = self._lacks.get(key)
        if known is None:
            known = self._lacks[key] = sum(
                self._lack(rank, node, there) for node in self.standings[standing]
            )
        return known

    def _lack(self, rank: int, node: int, there: int) -> int:
        if self.ends[node]:
            return 0
        key = (rank, node, there)
        known = self._node_lacks.get(key)
        if known is None:
            known = NEVER
            for (place, token), child in self.on[node].items():
                if place > rank + 2:
                    known = 0
                elif place > rank:
                    if token:
                        known = min(known, 1 + self._lack(rank, child, there))
                    elif there >> (place - rank - 1) & 1:
                        known = min(known, self._lack(rank, child, there))
                    elif self._any_card:
                        known = min(known, 1 + self._lack(rank, child, there))
            self._node_lacks[key] = known
        return known
