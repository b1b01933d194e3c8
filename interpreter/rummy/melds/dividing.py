"""Which cards of a hand can lie in melds together with others: a sweep over the ranks.

Where every meld lies in one rank or in one suit, cards are divided into melds by
going through the ranks once. What came before a rank matters only through the runs
under way in each suit and the wild cards left; how the rest of the ranks can be
filled from there is worked out once and remembered. Tables that differ in few
ranks share most of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import TYPE_CHECKING

from rummy.cards import NOTHING
from rummy.lang.evaluate import card_field
from rummy.lang.types import PLACED
from rummy.melds.underway import Label, Suit, TooManyWays

if TYPE_CHECKING:
    from rummy.cards import Deck
    from rummy.melds.shapes import Shape

MOST_STATES = 200_000
"""So many places in a sweep are remembered; then remembering starts anew."""
MOST_ENTRIES = 200_000
"""Of what follows from a state so many are remembered."""
MOST_TOGETHER = 20_000
"""With more ways to fill the groups of a rank there is no sweep over the ranks."""
MOST_STEPS = 3_000
"""So many states are looked at for one answer."""
DEAD = -1
NEVER_SO_FEW = -1 << 60

Wilds = tuple[int, ...]
State = tuple[int, ...]
"""The number of the wild cards left, and the standing of each suit."""
Content = tuple[int, ...]
"""For each suit how many cards of a rank must be used, and how many may beyond (``PACK``)."""
PACK = 16
Edge = tuple[State, int, int]
"""The state after a rank, the suits of which cards beyond the needed ones are used, points."""


class NotByRanks(Exception):
    """The melds do not each lie in one rank or in one suit, or in too many ways."""


class _Rest:
    """What is known of the cards from a rank on: those of the rank, and what follows."""

    __slots__ = ("after", "edges", "known", "number", "rank")

    def __init__(self, rank: int, edges: _Edges, after: _Rest | None, number: int) -> None:
        self.rank, self.edges, self.after, self.number = rank, edges, after, number
        self.known: dict[State, int] = {}


class _Edges:
    """What is known of one content of a rank, with what the next two ranks hold."""

    __slots__ = ("content", "known", "there", "with_points")

    def __init__(self, content: Content, there: tuple[int, ...]) -> None:
        self.content, self.there = content, there
        self.known: dict[State, list[tuple[State, int]]] = {}
        self.with_points: dict[State, list[Edge]] = {}


class Dividing:
    """Answers which cards can be divided into melds, from all melds that there can be."""

    def __init__(self, deck: Deck, shapes: Iterable[Shape]) -> None:
        """Raises ``NotByRanks`` where a meld lies neither in one rank nor in one suit."""
        self.deck = deck
        self.ranks, self.suits = len(deck.ranks), len(deck.suits)
        self.wild = tuple(f for f in range(deck.faces) if deck.copies[f] and deck.held_wild[f])
        self._token = {face: n + 1 for n, face in enumerate(self.wild)}
        runs: list[set[tuple[Label, ...]]] = [set() for _ in deck.suits]
        groups: list[dict[tuple[Wilds, Wilds], int]] = [{} for _ in deck.ranks]
        self._points: dict[tuple[int, int, int], int] = {}
        for shape in shapes:
            ranks = {deck.rank_of[code] for code in shape.codes}
            suits = {deck.suit_of[code] for code in shape.codes}
            if NOTHING not in ranks and len(ranks) == 1:
                self._add_group(groups[ranks.pop()], shape)
            elif NOTHING not in ranks and NOTHING not in suits and len(suits) == 1:
                self._add_run(runs[suits.pop()], shape)
            else:
                raise NotByRanks
        self.lines = [Suit(sorted(found)) for found in runs]
        self._wild_vectors()
        kinds: dict[tuple[object, ...], int] = {}
        self._groups: list[dict[Wilds, list[tuple[int, int]]]] = []
        """For each kind of rank: cards in groups, wild cards with them, points."""
        self._kind_of: list[int] = []
        for rank in range(self.ranks):
            table = self._together(groups[rank])
            key = tuple(sorted((g, tuple(row)) for g, row in table.items()))
            if key not in kinds:
                kinds[key] = len(self._groups)
                self._groups.append(table)
            self._kind_of.append(kinds[key])
        self._face = [
            [suit * self.ranks + rank for suit in range(self.suits)] for rank in range(self.ranks)
        ]
        self._masks = [
            [
                sum(1 << faces[suit] for suit in range(self.suits) if some >> suit & 1)
                for some in range(1 << self.suits)
            ]
            for faces in self._face
        ]
        self._edges: dict[tuple[int, Content, tuple[int, ...]], _Edges] = {}
        self._rests: dict[tuple[int, Content, tuple[int, ...], int], _Rest] = {}
        self._grouped: dict[object, list[tuple[int, int, int]]] = {}
        self._options: dict[object, list[tuple[int, int, int, int]]] = {}
        self._size = self._next = self._left = 0

    # --- the melds ---------------------------------------------------------------

    def _add_run(self, runs: set[tuple[Label, ...]], shape: Shape) -> None:
        deck = self.deck
        row = []
        for code in shape.codes:
            token = self._token.get(deck.face_of[code], 0)
            rank = deck.rank_of[code]
            row.append((rank, token))
            self._points[rank, deck.suit_of[code], token] = self._worth(code)
        runs.add(tuple(sorted(row)))

    def _add_group(self, groups: dict[tuple[Wilds, Wilds], int], shape: Shape) -> None:
        deck = self.deck
        cards, wilds = [0] * self.suits, [0] * len(self.wild)
        for code in shape.codes:
            token = self._token.get(deck.face_of[code], 0)
            if token:
                wilds[token - 1] += 1
            else:
                cards[deck.suit_of[code]] += 1
        key = tuple(cards), tuple(wilds)
        worth = sum(map(self._worth, shape.codes))
        groups[key] = max(worth, groups.get(key, worth))

    def _worth(self, code: int) -> int:
        return int(card_field(self.deck, PLACED, code, "points"))

    def _wild_vectors(self) -> None:
        """All numbers of wild cards that there can be, and what is left of one less another."""
        ranges = [range(self.deck.copies[face] + 1) for face in self.wild]
        self.vectors: list[Wilds] = list(product(*ranges))
        self._number = {vector: n for n, vector in enumerate(self.vectors)}
        self._count = [sum(vector) for vector in self.vectors]
        self._less: list[dict[int, int]] = []
        for vector in self.vectors:
            less = {}
            for part in product(*(range(count + 1) for count in vector)):
                rest = tuple([a - b for a, b in zip(vector, part, strict=True)])
                less[self._number[part]] = self._number[rest]
            self._less.append(less)

    def _together(
        self, groups: dict[tuple[Wilds, Wilds], int]
    ) -> dict[Wilds, list[tuple[int, int]]]:
        """All cards that several groups of one rank can have together."""
        best: dict[tuple[Wilds, Wilds], int] = {((0,) * self.suits, (0,) * len(self.wild)): 0}
        rank_copies = [max(self.deck.copies)] * self.suits
        most = [self.deck.copies[face] for face in self.wild]
        new = list(best)
        while new:
            cards, wilds = new.pop()
            worth = best[cards, wilds]
            for (more, more_wilds), gain in groups.items():
                both = tuple([a + b for a, b in zip(cards, more, strict=True)])
                both_wilds = tuple([a + b for a, b in zip(wilds, more_wilds, strict=True)])
                if any(a > b for a, b in zip(both, rank_copies, strict=True)) or any(
                    a > b for a, b in zip(both_wilds, most, strict=True)
                ):
                    continue
                key = both, both_wilds
                if worth + gain > best.get(key, NEVER_SO_FEW):
                    best[key] = worth + gain
                    new.append(key)
            if len(best) > MOST_TOGETHER:
                raise NotByRanks
        table: dict[Wilds, list[tuple[int, int]]] = {}
        for (cards, wilds), worth in sorted(best.items()):
            table.setdefault(cards, []).append((self._number[wilds], worth))
        return table

    # --- one rank ----------------------------------------------------------------

    def _grouped_with(
        self, kind: int, content: Content, runs: tuple[int, ...]
    ) -> list[tuple[int, int, int]]:
        """How the cards of a rank that are in no run lie in groups.

        Wild cards used, the suits of which more cards are used than must be, points.
        """
        key = (kind, content, runs)
        known = self._grouped.get(key)
        if known is None:
            if len(self._grouped) >= MOST_ENTRIES:
                self._grouped.clear()
            table = self._groups[kind]
            must = [c // PACK for c in content]
            ranges = [
                range(max(0, m - u), m + c % PACK - u + 1)
                for m, c, u in zip(must, content, runs, strict=True)
            ]
            best: dict[tuple[int, int], int] = {}
            for cards in product(*ranges):
                more = sum(
                    1 << suit
                    for suit, (m, u, g) in enumerate(zip(must, runs, cards, strict=True))
                    if u + g > m
                )
                for wild, worth in table.get(cards, ()):
                    if worth > best.get((wild, more), NEVER_SO_FEW):
                        best[wild, more] = worth
            known = [(wild, more, worth) for (wild, more), worth in best.items()]
            self._grouped[key] = known
        return known

    def _in_runs(
        self, rank: int, suit: int, most: int, there: int, standing: int, left: int
    ) -> list[tuple[int, int, int, int]]:
        """What of a suit can go into runs at a rank.

        Cards, wild cards, the standing after it, wild cards that it needs then.
        """
        key = (rank, suit, most, there, standing, left)
        known = self._options.get(key)
        if known is None:
            if len(self._options) >= MOST_ENTRIES:
                self._options.clear()
            line = self.lines[suit]
            known = []
            for wild, rest in self._less[left].items():
                for own in range(most + 1):
                    for after in line.after(rank, standing, own, self.vectors[wild]):
                        lack = line.lack(rank, after, there)
                        if lack <= self._count[rest]:
                            known.append((own, wild, after, lack))
            self._options[key] = known
        return known

    def _ways(
        self, edges: _Edges, rank: int, state: State
    ) -> list[tuple[tuple[int, ...], int, tuple[int, ...], int, int]]:
        """Cards in runs, wild cards left, the standings after it, wild cards lacking, points."""
        content, there, less = edges.content, edges.there, self._less
        points = self._points
        rows: list[tuple[tuple[int, ...], int, tuple[int, ...], int, int]] = [
            ((), state[0], (), 0, 0)
        ]
        for suit in range(self.suits):
            cell = content[suit]
            most = cell // PACK + cell % PACK
            standing = state[suit + 1]
            longer = []
            for runs, left, standings, lack, worth in rows:
                for own, wild, after, need in self._in_runs(
                    rank, suit, most, there[suit], standing, left
                ):
                    gain = own * points[rank, suit, 0] if own else 0
                    if wild:
                        gain += sum(
                            count * points[rank, suit, n + 1]
                            for n, count in enumerate(self.vectors[wild])
                            if count
                        )
                    longer.append(
                        (
                            (*runs, own),
                            less[left][wild],
                            (*standings, after),
                            lack + need,
                            worth + gain,
                        )
                    )
            rows = longer
        return rows

    def _follow(self, edges: _Edges, rank: int, state: State) -> list[tuple[State, int]]:
        """The states after a rank, each with the faces beyond the needed ones that are used."""
        found: dict[State, int] = {}
        kind, content, count = self._kind_of[rank], edges.content, self._count
        for runs, left, standings, lack, _ in self._ways(edges, rank, state):
            less = self._less[left]
            for wild, more, _ in self._grouped_with(kind, content, runs):
                rest = less.get(wild)
                if rest is not None and count[rest] >= lack:
                    key = (rest, *standings)
                    found[key] = found.get(key, 0) | more
        masks = self._masks[rank]
        known = [(after, masks[more]) for after, more in found.items()]
        edges.known[state] = known
        self._size += 1
        return known

    def _follow_with_points(self, edges: _Edges, rank: int, state: State) -> list[Edge]:
        """The same with the most points, each way to use cards by itself."""
        found: dict[tuple[State, int], int] = {}
        kind, content, count = self._kind_of[rank], edges.content, self._count
        for runs, left, standings, lack, worth in self._ways(edges, rank, state):
            less = self._less[left]
            for wild, more, gain in self._grouped_with(kind, content, runs):
                rest = less.get(wild)
                if rest is not None and count[rest] >= lack:
                    key = ((rest, *standings), more)
                    if worth + gain > found.get(key, NEVER_SO_FEW):
                        found[key] = worth + gain
        masks = self._masks[rank]
        known = [(after, masks[more], worth) for (after, more), worth in found.items()]
        edges.with_points[state] = known
        self._size += 1
        return known

    # --- the sweep ---------------------------------------------------------------

    def _rest_of(self, must: Sequence[int], may: Sequence[int]) -> _Rest:
        """The cards from the first rank on; ``may`` are those beyond ``must``."""
        if self._size > MOST_STATES or len(self._rests) > MOST_STATES:
            self._edges.clear()
            self._rests.clear()
            self._size = 0
        rest = self._end(tuple([may[face] for face in self.wild]))
        there = (0,) * self.suits
        for rank in range(self.ranks - 1, -1, -1):
            content = tuple(
                [
                    0 if face in self._token else must[face] * PACK + may[face]
                    for face in self._face[rank]
                ]
            )
            key = (rank, content, there, rest.number)
            before = self._rests.get(key)
            if before is None:
                edges = self._edges.get(key[:3])
                if edges is None:
                    edges = self._edges[key[:3]] = _Edges(content, there)
                before = self._rests[key] = _Rest(rank, edges, rest, self._next)
                self._next += 1
            rest = before
            there = tuple([t << 1 & 2 | (c > 0) for t, c in zip(there, content, strict=True)])
        return rest

    def _end(self, free: Wilds) -> _Rest:
        """After the last rank: no more wild cards are left than need not be used."""
        key = (self.ranks, free, (), 0)
        rest = self._rests.get(key)
        if rest is None:
            rest = self._rests[key] = _Rest(self.ranks, _Edges((), ()), None, self._next)
            self._next += 1
            for part in self._less[self._number[free]]:
                left = self.vectors[part]
                rest.known[part, *(0,) * self.suits] = sum(
                    1 << face for face, a, b in zip(self.wild, left, free, strict=True) if a < b
                )
        return rest

    def joining(self, must: Sequence[int], may: Sequence[int], need: int | None) -> int | None:
        """The faces beyond ``must`` that can be used, one bit each; None: ``must`` cannot be.

        ``must`` and ``may`` say how often each face must lie in melds, and how often
        it may beyond that. With ``need`` the melds together have so many points.
        """
        deck = self.deck
        for face, count in enumerate(must):
            if count and face >= deck.joker and face not in self._token:
                return None
        start = self._number[tuple([must[f] + may[f] for f in self.wild])]
        rest = self._rest_of(must, may)
        state = (start, *(0,) * self.suits)
        self._left = MOST_STEPS
        if need is not None:
            return self._with_points(rest, state, need)
        known = rest.known.get(state)
        if known is None:
            known = self._sweep(rest, state)
        return None if known == DEAD else known

    def _sweep(self, rest: _Rest, state: State) -> int:
        """The faces beyond the needed ones that can be used from a state on, or ``DEAD``."""
        after = rest.after
        if after is None:
            return DEAD
        self._left -= 1
        if self._left < 0:
            raise TooManyWays
        edges = rest.edges.known.get(state)
        if edges is None:
            edges = self._follow(rest.edges, rest.rank, state)
        found, alive = 0, False
        known = after.known
        for following, more in edges:
            beyond = known.get(following)
            if beyond is None:
                beyond = self._sweep(after, following)
            if beyond >= 0:
                found |= beyond | more
                alive = True
        if not alive:
            found = DEAD
        rest.known[state] = found
        self._size += 1
        return found

    def _with_points(self, rest: _Rest, state: State, need: int) -> int | None:
        """The same where the melds together must have so many points."""
        layers: list[dict[State, int]] = [{state: 0}]
        rows: list[tuple[_Rest, dict[State, list[Edge]]]] = []
        while rest.after is not None:
            following: dict[State, int] = {}
            row: dict[State, list[Edge]] = {}
            for at, worth in layers[-1].items():
                self._left -= 1
                if self._left < 0:
                    raise TooManyWays
                edges = rest.edges.with_points.get(at)
                if edges is None:
                    edges = self._follow_with_points(rest.edges, rest.rank, at)
                row[at] = edges
                for after, _, gain in edges:
                    if worth + gain > following.get(after, NEVER_SO_FEW):
                        following[after] = worth + gain
            layers.append(following)
            rows.append((rest, row))
            rest = rest.after
        found, alive = 0, False
        beyond: dict[State, int] = {}
        for at, worth in layers.pop().items():
            more_wilds = rest.known.get(at, DEAD)
            if more_wilds >= 0 and worth >= need:
                beyond[at] = 0
                found |= more_wilds
                alive = True
        for _, row in reversed(rows):
            before: dict[State, int] = {}
            for at, worth in layers.pop().items():
                best = NEVER_SO_FEW
                for after, more, gain in row[at]:
                    further = beyond.get(after)
                    if further is not None and worth + gain + further >= need:
                        found |= more
                        best = max(best, gain + further)
                if best > NEVER_SO_FEW:
                    before[at] = best
            beyond = before
        return found if alive else None
