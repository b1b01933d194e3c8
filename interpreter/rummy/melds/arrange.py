"""One question for openings, contracts, knocks and limits: can the hand be arranged?

Disjoint melds out of a hand that fill every demand, that use the cards which
must be used, and leave cards worth as little as possible (or within a bound).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rummy.cards import bag_remove, bag_subtract
from rummy.melds.needs import ANY

if TYPE_CHECKING:
    from rummy.cards import Deck
    from rummy.melds.shapes import Shape

Demand = tuple[int, int, int]
"""A kind of meld (or ``ANY``), the least size of each, and how many melds."""

NEVER = 1 << 60
"""More points than cards can be worth: no arrangement at all."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Disjoint melds out of a hand, what is left over and its points."""

    melds: tuple[Shape, ...]
    left: int
    points: int


class Arranger:
    """Answers the question for one set of demands, free kinds and points."""

    def __init__(
        self,
        deck: Deck,
        demands: tuple[Demand, ...],
        free_kinds: tuple[int, ...],
        points: Sequence[int],
    ) -> None:
        self.deck = deck
        self.demands = demands
        self.free = frozenset(free_kinds)
        self.points = points
        # dearest cards first: they decide most
        self.order = sorted(range(deck.faces), key=lambda f: (-points[f], f))
        self.may_cut = min(points) >= 0

    def ask(
        self, bag: int, melds: Sequence[Shape], must_use: int, bound: int | None
    ) -> Arrangement | None:
        """The arrangement with least points left, or the first within the bound."""
        wanted = tuple(count for _, _, count in self.demands)
        if must_use & bag != must_use:
            return None
        if sum(least * count for _, least, count in self.demands) > bag.bit_count():
            return None
        options = self._options(melds)
        uses = {use for use, _, _ in options}
        if any(count and i not in uses for i, count in enumerate(wanted)):
            return None
        search = Search(self, options, bound is not None)
        dead = bag & ~search.covered  # cards in no meld are left for certain
        if must_use & dead:
            return None
        paid = sum(self.points[f] for f in self.deck.bag_faces(dead))
        budget = NEVER
        if bound is not None and self.may_cut:
            budget = bound - paid
            if budget < 0:
                return None
        alive = bag ^ dead
        cost = search.solve(alive, wanted, must_use, budget)
        if cost >= NEVER or (bound is not None and paid + cost > bound):
            return None
        left = bag
        filling: list[tuple[int, Shape]] = []
        for use, shape in search.line(alive, wanted, must_use):
            filling.append((use if use >= 0 else len(wanted), shape))
            left = bag_subtract(left, shape.bag, self.deck.faces, self.deck.full)
        filling.sort(key=lambda pair: (pair[0], pair[1].order))
        return Arrangement(tuple(shape for _, shape in filling), left, paid + cost)

    def _options(self, melds: Sequence[Shape]) -> list[Option]:
        """What a meld can be good for: one entry a use and bag of printed cards."""
        seen: dict[tuple[int, int], Shape] = {}
        for shape in melds:
            for i, (kind, least, count) in enumerate(self.demands):
                if count and kind in (ANY, shape.kind) and shape.size >= least:
                    seen.setdefault((i, shape.bag), shape)
            if shape.kind in self.free:
                seen.setdefault((-1, shape.bag), shape)
        return [(use, bag, shape) for (use, bag), shape in seen.items()]


Option = tuple[int, int, "Shape"]
"""A use (number of a demand, -1 free), the printed cards, the meld."""
Choice = tuple[int, "Shape | None", int]
"""What was done with the dearest card: use, meld (none: left), face."""
Key = tuple[int, tuple[int, ...], int]
"""Cards in hand, melds still demanded, cards that must still be used."""


class Search:
    """One search through a hand, by its dearest card."""

    def __init__(self, asker: Arranger, options: list[Option], first: bool) -> None:
        self.deck = asker.deck
        self.points = asker.points
        self.order = asker.order
        self.may_cut = asker.may_cut
        self.first = first and asker.may_cut
        self.memo: dict[Key, tuple[int, Choice]] = {}
        self.failed: dict[Key, int] = {}
        self.sizes = [least for _, least, _ in asker.demands]
        by_face: dict[int, list[Option]] = {}
        covered = 0
        for option in options:
            part = option[1] & self.deck.full
            covered |= part
            while part:
                low = part & -part
                by_face.setdefault(low.bit_length() - 1, []).append(option)
                part ^= low
        # a meld that takes more of the dear cards first
        worth = {o[1]: sum(self.points[f] for f in self.deck.bag_faces(o[1])) for o in options}
        for entries in by_face.values():
            entries.sort(key=lambda o: -worth[o[1]])
        self.by_face = by_face
        self.covered = self.deck.spread(covered)

    def solve(self, bag: int, wanted: tuple[int, ...], must: int, budget: int) -> int:
        """The least points left, if not above the budget; else ``NEVER``.

        In a search for a first answer any answer within the budget will do.
        """
        if not bag:
            return NEVER if any(wanted) else 0
        if any(wanted):
            need = sum(n * least for n, least in zip(wanted, self.sizes, strict=True))
            if need > bag.bit_count():
                return NEVER
        key = (bag, wanted, must)
        known = self.memo.get(key)
        if known is not None:
            return known[0] if known[0] <= budget else NEVER
        failed = self.failed.get(key)
        if failed is not None and failed >= budget:
            return NEVER
        best = NEVER
        choice: Choice | None = None
        width, full = self.deck.faces, self.deck.full
        face = next(f for f in self.order if bag >> f & 1)
        limit = budget
        for use, part, shape in self.by_face[face]:
            if part & bag != part or (use >= 0 and not wanted[use]):
                continue
            rest = bag_subtract(bag, part, width, full)
            rest_wanted = wanted if use < 0 else _one_less(wanted, use)
            cost = self.solve(rest, rest_wanted, self._still(must, part), limit)
            if cost <= limit and cost < best:
                best, choice = cost, (use, shape, face)
                if self.may_cut:
                    limit = best - 1
                    if self.first or limit < 0:
                        break
        if choice is None or not (self.first or limit < 0):
            worth = self.points[face]
            rest = bag_remove(bag, face, width)
            if must & rest == must and (worth <= limit or not self.may_cut):
                below = limit - worth if self.may_cut else NEVER
                cost = self.solve(rest, wanted, must, below)
                if cost < NEVER and worth + cost < best:
                    best, choice = worth + cost, (-1, None, face)
        if choice is None:
            self.failed[key] = max(budget, failed if failed is not None else budget)
            return NEVER
        self.memo[key] = (best, choice)
        return best

    def line(self, bag: int, wanted: tuple[int, ...], must: int) -> list[tuple[int, Shape]]:
        """The melds of the answer, by the choices that were kept."""
        found: list[tuple[int, Shape]] = []
        width, full = self.deck.faces, self.deck.full
        while bag:
            use, shape, face = self.memo[bag, wanted, must][1]
            if shape is None:
                bag = bag_remove(bag, face, width)
                continue
            found.append((use, shape))
            if use >= 0:
                wanted = _one_less(wanted, use)
            bag = bag_subtract(bag, shape.bag, width, full)
            must = self._still(must, shape.bag)
        return found

    def _still(self, must: int, used: int) -> int:
        """What must still be used after these cards were."""
        if not must:
            return 0
        faces = list(self.deck.bag_faces(must))
        for face in self.deck.bag_faces(used):
            if face in faces:
                faces.remove(face)
        return self.deck.bag(faces)


def _one_less(wanted: tuple[int, ...], use: int) -> tuple[int, ...]:
    return (*wanted[:use], wanted[use] - 1, *wanted[use + 1 :])
