"""Melds laid anew: which cards of a hand can join those taken up, and how all of them lie.

Which cards can join is found by a sweep over the ranks where the kinds of meld allow
it (``rearranging``, ``dividing``), else by one over the places of cards (``byplaces``).
How the cards lie in the end is found by a search that takes apart as few of the
melds taken up as it can (``repair``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from rummy.cards import bag_subtract, bag_union
from rummy.lang.evaluate import card_field
from rummy.lang.types import PLACED
from rummy.melds.anycard import rearranging
from rummy.melds.byplaces import Graph
from rummy.melds.dividing import Dividing, NotByRanks
from rummy.melds.placeways import Ways
from rummy.melds.plan import GROUP, RUN
from rummy.melds.repair import Repair, orders
from rummy.melds.underway import TooManyWays

if TYPE_CHECKING:
    from rummy.melds.plans import Plans
    from rummy.melds.shapes import Shape

MOST_WILD_CARDS = 4
"""With more wild cards in the pack its melds are not listed beforehand."""
MOST_CARDS = 120
"""Nor where kinds of meld have so many cards to choose from."""
MOST_WAYS = 64
"""For so many tables with hands all the ways are remembered."""
MOST_ANSWERS = 2_000
"""So many answers are remembered."""

Answer = tuple[list[int], bool]
"""The faces that can join next, and whether all lie in melds as they are."""


class Anew:
    """Answers about melds that are taken up and laid anew with cards of a hand."""

    def __init__(self, plans: Plans) -> None:
        self.plans = plans
        self.deck = plans.deck
        deck = self.deck
        self._wild = deck.mask(lambda face: bool(deck.held_wild[face]))
        self._ways: dict[tuple[int, int], Ways] = {}
        self._answers: dict[tuple[int, int, int, int | None], Answer] = {}
        self._last: tuple[int, int, int, int | None, Answer] | None = None
        self._points: dict[Shape, int] = {}
        wilds = sum(count for face, count in enumerate(deck.copies) if deck.held_wild[face])
        plain = all(
            branch.anchor == GROUP or (branch.anchor == RUN and branch.over == "suit")
            for plan in plans.plans
            for branch in plan.branches
        )
        self._listed = plain and wilds <= MOST_WILD_CARDS and deck.size <= MOST_CARDS
        self._rearranging = rearranging(deck, self._every()) if self._listed else None

    def _every(self) -> list[Shape]:
        """All melds of the pack, where they are listed beforehand."""
        return self.plans.melds(self.deck.bag(self.deck.all_cards()))

    @cached_property
    def _lawful(self) -> frozenset[Shape]:
        return frozenset(self._every())

    @cached_property
    def _graph(self) -> Graph | None:
        return Graph(self.deck, self._every()) if self._listed else None

    @cached_property
    def _dividing(self) -> Dividing | None:
        try:
            return Dividing(self.deck, self._every()) if self._listed else None
        except NotByRanks:
            return None

    @cached_property
    def _faces(self) -> tuple[dict[int, list[Shape]], dict[int, list[Shape]]]:
        return self._by_face(self._every())

    def _by_face(
        self, shapes: Iterable[Shape]
    ) -> tuple[dict[int, list[Shape]], dict[int, list[Shape]]]:
        """The melds that use each face: all of them, and those without a wild card."""
        found: dict[int, list[Shape]] = {}
        natural: dict[int, list[Shape]] = {}
        for shape in shapes:
            for face in set(self.deck.bag_faces(shape.bag)):
                found.setdefault(face, []).append(shape)
                if not shape.bag & self._wild:
                    natural.setdefault(face, []).append(shape)
        return found, natural

    def points(self, shape: Shape) -> int:
        """The points of a meld's cards, of a wild one those of the card stood for."""
        known = self._points.get(shape)
        if known is None:
            known = self._points[shape] = sum(
                int(card_field(self.deck, PLACED, code, "points")) for code in shape.codes
            )
        return known

    def joining(
        self, pool: int, joined: int, hand: int, melds: Sequence[Shape], least: int | None
    ) -> tuple[list[int], bool]:
        """The faces of ``hand`` that can join next, and whether all lie in melds as they are.

        ``pool`` are the cards of the melds taken up, which are ``melds``, and what
        must join with them; ``joined`` what else has joined. A face can join if,
        perhaps with further cards of the hand, all of them can lie in melds.
        These must have ``least`` points more than the melds taken up.
        """
        need = None if least is None else least + sum(map(self.points, melds))
        key = (pool, joined, hand, need)
        answer = self._answers.get(key)
        if answer is None:
            answer = self._joining(pool, joined, hand, melds, need)
            if len(self._answers) >= MOST_ANSWERS:
                self._answers.clear()
            self._answers[key] = answer
        return answer

    def _joining(
        self, pool: int, joined: int, hand: int, melds: Sequence[Shape], need: int | None
    ) -> Answer:
        deck = self.deck
        must = self._counts(bag_union(pool, joined, deck.faces, deck.full))
        free = bag_union(hand, joined, deck.faces, deck.full)
        wanted = self._wanted(pool, joined, free, need)
        try:
            complete, sure = self._as_they_lie(pool, joined, hand, melds, need)
            if not complete:
                complete = self._by_ranks(must, [0] * deck.faces, need, 0) is not None
            if complete and need is None:
                for shape in self.plans.melds(hand):
                    sure |= shape.bag
            sure &= deck.full
            found: int | None = sure
            if not complete or hand & deck.full & wanted & ~sure:
                found = self._by_ranks(must, self._counts(hand), need, wanted & ~sure)
        except TooManyWays:
            ways = self._ways_of(pool, free, melds)
            faces = ways.joining(must, True, need)
            if faces is None:
                return [], False
            return sorted(faces), ways.joining(must, False, need) is not None
        every = 0 if found is None else (found | sure) & wanted
        answer = [face for face in range(deck.faces) if every >> face & 1], complete
        self._last = pool, joined, free, need, answer
        return answer

    def _as_they_lie(
        self, pool: int, joined: int, hand: int, melds: Sequence[Shape], need: int | None
    ) -> tuple[bool, int]:
        """Whether the cards lie in melds as they lay, and the cards that fit those melds."""
        if joined or need is not None or not self._listed:
            return False, 0
        deck, lawful = self.deck, self._lawful
        whole = 0
        for shape in melds:
            whole = bag_union(whole, shape.bag, deck.faces, deck.full)
            if shape not in lawful:
                return False, 0
        if whole != pool:
            return False, 0
        fitting = 0
        for shape in melds:
            if shape.grow_mask & hand:
                for growth in shape.growth:
                    if hand >> growth.face & 1 and growth.shape in lawful:
                        fitting |= 1 << growth.face
        return True, fitting

    def _wanted(self, pool: int, joined: int, free: int, need: int | None) -> int:
        """The faces that may join still: with more cards joined no others than before."""
        if self._last is None:
            return -1
        last_pool, last_joined, last_free, last_need, (faces, _) = self._last
        if (last_pool, last_free, last_need) != (pool, free, need) or last_joined & ~joined:
            return -1
        return sum(1 << face for face in faces)

    def _by_ranks(
        self, must: list[int], may: list[int], need: int | None, wanted: int
    ) -> int | None:
        """The faces that can join, by a sweep over the ranks; raises ``TooManyWays``."""
        quick = self._rearranging
        if need is None and quick is not None and quick.spare(must, may):
            return quick.joining(must, may, wanted)
        if self._dividing is None:
            raise TooManyWays
        return self._dividing.joining(must, may, need)

    def _ways_of(self, pool: int, free: int, melds: Sequence[Shape]) -> Ways:
        """Ways to divide the cards, as many as are followed."""
        deck = self.deck
        ways = self._ways.get((pool, free))
        if ways is None:
            graph = self._graph
            if graph is None:
                graph = Graph(deck, self.plans.melds(bag_union(pool, free, deck.faces, deck.full)))
            ways = graph.ways(
                self._counts(pool), self._counts(free), lambda: self._plainly(melds, free)
            )
            if len(self._ways) >= MOST_WAYS:
                self._ways.clear()
            self._ways[pool, free] = ways
        return ways

    def _plainly(self, melds: Sequence[Shape], hand: int) -> Iterator[Sequence[Shape]]:
        """The table as it lies, with a card of the hand added, with a meld of the hand."""
        yield melds
        for place, shape in enumerate(melds):
            if shape.grow_mask & hand:
                for growth in shape.growth:
                    if hand >> growth.face & 1:
                        yield [*melds[:place], growth.shape, *melds[place + 1 :]]
        for shape in self.plans.melds(hand):
            yield [*melds, shape]

    def _counts(self, bag: int) -> list[int]:
        deck = self.deck
        counts = [0] * deck.faces
        for face in deck.bag_faces(bag):
            counts[face] += 1
        return counts

    # --- how they lie ------------------------------------------------------------

    def arrangement(
        self, melds: Sequence[Shape], more: int, least: int | None
    ) -> tuple[tuple[int, ...], tuple[Shape, ...]]:
        """Which of the melds taken up are changed, and the new melds in place of them.

        ``more`` are the cards that joined. Fewest melds are changed, of equal
        ways the one whose changed melds come first, then the one with fewest
        new melds, then the one whose new melds come first in the order of
        actions. The cards must be known to lie in melds.
        """
        pool = more
        for shape in melds:
            pool = bag_union(pool, shape.bag, self.deck.faces, self.deck.full)
        using = self._candidates(pool)
        search = Repair(self.deck, melds, lambda face: using.get(face, ()), self.points, least)
        for most in range(len(melds) + 1):
            found = search.run(more, most)
            if search.left < 0:
                break
            if found:
                return min(found, key=lambda way: (way[0], len(way[1]), orders(way[1])))
        need = None if least is None else least + sum(map(self.points, melds))
        new = self._any(melds, pool, need, using)
        changed = []
        for place in reversed(range(len(melds))):
            if melds[place] in new:
                new.remove(melds[place])
            else:
                changed.append(place)
        return tuple(sorted(changed)), tuple(sorted(new, key=lambda shape: shape.order))

    def _any(
        self,
        melds: Sequence[Shape],
        pool: int,
        need: int | None,
        using: dict[int, list[Shape]],
    ) -> list[Shape]:
        """The way to lay some cards that is found first."""
        try:
            return self._one_by_one(melds, pool, need, using)
        except TooManyWays:
            ways, graph = self._lately(pool)
            return [graph.made[row] for _, row in ways.one(self._counts(pool), need)]

    def _one_by_one(
        self,
        melds: Sequence[Shape],
        pool: int,
        need: int | None,
        using: dict[int, list[Shape]],
    ) -> list[Shape]:
        """Melds after each of which the other cards can lie in melds: first those that can stay."""
        found: list[Shape] = []
        for shape in melds:
            rest = self._without(shape, pool, need)
            if rest is not None:
                pool, need = rest
                found.append(shape)
        while pool:
            lowest = pool & self.deck.full
            for shape in using.get((lowest & -lowest).bit_length() - 1, ()):
                rest = None if shape.bag & ~pool else self._without(shape, pool, need)
                if rest is not None:
                    pool, need = rest
                    found.append(shape)
                    break
            else:
                raise TooManyWays
        return found

    def _without(self, shape: Shape, pool: int, need: int | None) -> tuple[int, int | None] | None:
        """The cards beside a meld and the points that they need; None: they cannot lie so."""
        deck = self.deck
        pool = bag_subtract(pool, shape.bag, deck.faces, deck.full)
        need = None if need is None else need - self.points(shape)
        none = [0] * deck.faces
        if self._by_ranks(self._counts(pool), none, need, 0) is None:
            return None
        return pool, need

    def _lately(self, pool: int) -> tuple[Ways, Graph]:
        """The ways asked about last that hold such a pool."""
        deck = self.deck
        for (known, free), ways in reversed(self._ways.items()):
            both = bag_union(known, free, deck.faces, deck.full)
            held = not known & ~pool and not pool & ~both
            if held and ways.joining(self._counts(pool), False, None) is not None:
                return ways, ways.graph
        graph = self._graph or Graph(deck, self.plans.melds(pool))
        return graph.ways(self._counts(pool), [0] * deck.faces), graph

    def _candidates(self, pool: int) -> dict[int, list[Shape]]:
        """The melds that cards of a pool could make, by the faces that they use."""
        if not self._listed:
            return self._by_face(self.plans.melds(pool))[0]
        return self._faces[0 if pool & self._wild else 1]
