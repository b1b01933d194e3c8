"""Which cards can join where wild cards may take the place of any card.

As in ``dividing``, but a wild card at a place is one more card of that place, and one
that is left over can be added to some meld. Then more wild cards left are never
worse, and a sweep needs only the best places in it: those than which no other has
as many wild cards and in each suit runs under way that are as good. What was found
to come to an end, and what not, is remembered for each rest of the ranks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rummy.melds.rankways import NEVER, PACK, WHOLE, Cards, Cell, RankWays, State
from rummy.melds.room import Room
from rummy.melds.underway import TooManyWays

if TYPE_CHECKING:
    from rummy.cards import Deck
    from rummy.melds.underway import Step

MOST_SIZE = 400_000
"""So much is remembered; then remembering starts anew."""
MOST_STEPS = 20_000
"""So many places in the sweep are looked at for one answer."""


class _Alone:
    """The cards of one suit from a rank on, and how many wild cards they need at least.

    In ``WHOLE`` parts of a card: of those that a group needs each card of the group
    bears its share.
    """

    __slots__ = ("after", "known", "may", "must", "number", "share", "step")

    def __init__(
        self, packed: int, share: int, step: Step | None, after: _Alone | None, number: int
    ) -> None:
        self.must, self.may = divmod(packed, PACK)
        self.share, self.step, self.after, self.number = share, step, after, number
        self.known: dict[int, int] = {}

    def need(self, standing: int, wilds: int) -> int:
        """The wild cards needed from a standing on, ``NEVER`` where so many do not do."""
        known = self.known.get(standing)
        if known is None:
            step, after = self.step, self.after
            if step is None or after is None:
                known = NEVER if standing else 0
            else:
                known = NEVER
                row = step.after[standing]
                for own in range(self.must + self.may + 1):
                    grouped = self.must - own
                    cost = grouped * self.share if grouped > 0 else 0
                    if cost >= known:
                        continue
                    for used in range(wilds + 1):
                        if cost + used * WHOLE >= known:
                            break
                        for following in row[own + used]:
                            need = cost + used * WHOLE + after.need(following, wilds)
                            known = min(known, need)
            self.known[standing] = known
        return known


class _Rest:
    """The cards from a rank on, and which places in the sweep come to an end with them."""

    __slots__ = ("after", "alive", "alone", "cell", "content", "dead", "known", "number", "rank")

    def __init__(
        self,
        rank: int,
        content: Cards,
        cell: Cell,
        alone: tuple[_Alone, ...],
        after: _Rest | None,
        number: int,
    ) -> None:
        self.rank, self.content, self.cell = rank, content, cell
        self.alone, self.after, self.number = alone, after, number
        self.known: dict[State, bool] = {}
        self.alive: list[int] = []
        """What those that come to an end have (``RankWays.own``)."""
        self.dead: list[int] = []
        """What those that do not come to an end are as good as (``RankWays.under``)."""


class Rearranging:
    """Answers which cards can join, from all melds without wild cards."""

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
        self.deck, self.wild = deck, tuple(wild)
        self.ways = RankWays(deck, wild, runs, groups)
        self._room = Room(self.ways, runs, groups)
        self.ranks, self.suits, self.wilds = self.ways.ranks, self.ways.suits, self.ways.wilds
        self._face = [
            [suit * self.ranks + rank for suit in range(self.suits)] for rank in range(self.ranks)
        ]
        self._wild_faces = frozenset(wild)
        self._special = [f for f in range(deck.joker, deck.faces) if f not in self._wild_faces]
        self._rests: dict[tuple[int, Cards, Cards, int], _Rest] = {}
        self._alone: dict[tuple[int, int, int, int, int], _Alone] = {}
        self._size = self._next = self._left = 0

    def spare(self, must: Sequence[int], may: Sequence[int]) -> bool:
        """Whether wild cards left over of those that must be used can always be added to melds.

        ``must`` and ``may`` as in ``joining``; of those that may be one must be as well.
        """
        number = sum(must[face] for face in self.wild)
        wilds = number + sum(may[face] for face in self.wild)
        number += wilds > number
        if not number:
            return True
        contents = [self._content(rank, must, may) for rank in range(self.ranks)]
        return self._room.holds(contents, number, wilds)

    def _content(self, rank: int, must: Sequence[int], may: Sequence[int]) -> Cards:
        wild = self._wild_faces
        return tuple([0 if f in wild else must[f] * PACK + may[f] for f in self._face[rank]])

    def _chain(self, must: Sequence[int], may: Sequence[int]) -> list[_Rest]:
        """The cards from each rank on, and after the last."""
        if self._size + self.ways.size > MOST_SIZE:
            self.ways.forget()
            self._rests.clear()
            self._alone.clear()
            self._size = 0
        none = there = (0,) * self.suits
        rest = self._rests.get((self.ranks, none, none, -1)) or self._first_rest()
        chain = [rest]
        for rank in range(self.ranks - 1, -1, -1):
            content = self._content(rank, must, may)
            rest = self._rest(rank, content, there, rest)
            chain.append(rest)
            there = tuple([t << 1 & 2 | (c > 0) for t, c in zip(there, content)])  # noqa: B905
        chain.reverse()
        return chain

    def _first_rest(self) -> _Rest:
        """No cards after the last rank."""
        none = (0,) * self.suits
        alone = tuple([_Alone(0, 0, None, None, -1) for _ in none])
        rest = _Rest(self.ranks, none, Cell(self.ranks, none, none), alone, None, self._next)
        self._next += 1
        for wilds in range(self.wilds + 1):
            rest.known[wilds, *none] = True
        self._rests[self.ranks, none, none, -1] = rest
        return rest

    def _rest(self, rank: int, content: Cards, there: Cards, after: _Rest) -> _Rest:
        """The cards from a rank on: those of the rank, and what follows."""
        key = (rank, content, there, after.number)
        rest = self._rests.get(key)
        if rest is None:
            cell = self.ways.cell(rank, content, there)
            alone = self._alone_from(rank, content, after)
            rest = self._rests[key] = _Rest(rank, content, cell, alone, after, self._next)
            self._next += 1
            self._size += 10
        return rest

    def _with(self, chain: list[_Rest], rank: int, suit: int) -> _Rest:
        """All cards if one of those that may be used must be."""
        rest = chain[rank + 1]
        for at in range(rank, -1, -1):
            here = chain[at]
            content = here.content
            if at == rank:
                content = (*content[:suit], content[suit] + PACK - 1, *content[suit + 1 :])
            rest = self._rest(at, content, here.cell.there, rest)
        return rest

    def _alone_from(self, rank: int, content: Cards, after: _Rest) -> tuple[_Alone, ...]:
        """The cards of each suit by itself from a rank on."""
        found = []
        shares, _ = self.ways.grouping(rank, content)
        for suit, packed in enumerate(content):
            following = after.alone[suit]
            key = (rank, suit, packed, shares[suit], following.number)
            alone = self._alone.get(key)
            if alone is None:
                alone = self._alone[key] = _Alone(
                    packed, shares[suit], self.ways.steps[rank][suit], following, self._next
                )
                self._next += 1
                self._size += 5
            found.append(alone)
        return tuple(found)

    def _lives(self, rest: _Rest, state: State) -> bool:
        """Whether from a place before a rank the sweep can come to an end."""
        known = rest.known.get(state)
        if known is not None:
            return known
        after = rest.after
        if after is None:
            return False
        wilds = self.wilds
        lacking = -WHOLE * state[0]
        for alone, standing in zip(rest.alone, state[1:]):  # noqa: B905
            need = alone.known.get(standing)
            lacking += alone.need(standing, wilds) if need is None else need
        if lacking > 0:
            rest.known[state] = False
            return False
        bits = good = 0
        for table, standing in zip(self.ways.own[rest.rank], state):  # noqa: B905
            bits |= table[standing]
        for table, standing in zip(self.ways.under[rest.rank], state):  # noqa: B905
            good |= table[standing]
        for other in rest.dead:
            if bits & other == bits:
                rest.known[state] = False
                return False
        for other in rest.alive:
            if good & other == other:
                rest.known[state] = True
                return True
        self._left -= 1
        if self._left < 0:
            raise TooManyWays
        edges = rest.cell.edges.get(state)
        if edges is None:
            edges = self.ways.edges(rest.cell, state)
        found, beyond = False, after.known
        for following, _ in edges:
            known = beyond.get(following)
            if known is None:
                known = self._lives(after, following)
            if known:
                found = True
                break
        if found:
            rest.alive.append(bits)
        else:
            rest.dead.append(good)
        rest.known[state] = found
        self._size += 1
        return found

    def joining(self, must: Sequence[int], may: Sequence[int], wanted: int = -1) -> int | None:
        """The faces beyond ``must`` that can be used, one bit each; None: ``must`` cannot be.

        ``must`` and ``may`` say how often each face must lie in melds, and how often
        it may beyond that. Other faces than ``wanted`` are not looked for. Only where
        wild cards can be ``spare``.
        """
        if any(must[face] for face in self._special):
            return None
        self._left = MOST_STEPS
        start = (sum(must[face] + may[face] for face in self.wild), *(0,) * self.suits)
        chain = self._chain(must, may)
        if not self._lives(chain[0], start):
            return None
        found = sum(1 << face for face in self.wild if may[face]) | self._used(chain[0], start)
        for face, count in enumerate(may):
            if count and wanted >> face & 1 and not found >> face & 1 and face < self.deck.joker:
                rest = self._with(chain, self.deck.rank_of[face], self.deck.suit_of[face])
                if self._lives(rest, start):
                    found |= 1 << face | self._used(rest, start)
        return found & wanted

    def _used(self, rest: _Rest, state: State) -> int:
        """The faces beyond the needed ones that one way to an end uses."""
        found = 0
        while (after := rest.after) is not None:
            state, more = next(
                edge
                for edge in rest.cell.edges.get(state) or self.ways.edges(rest.cell, state)
                if self._lives(after, edge[0])
            )
            for suit, face in enumerate(self._face[rest.rank]):
                if more >> suit & 1:
                    found |= 1 << face
            rest = after
        return found
