"""All about melds under some rules: the door to this room."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from rummy.melds.anew import Anew
from rummy.melds.arrange import Arrangement, Arranger, Demand
from rummy.melds.cheapest import Cheapest
from rummy.melds.crosswise import Crosswise
from rummy.melds.deadwood import ByCounting
from rummy.melds.enumerate import Cell, Finder
from rummy.melds.filled import Filled
from rummy.melds.further import FurtherPlay, Search
from rummy.melds.growth import gaps
from rummy.melds.holding import Holding
from rummy.melds.lacking import Lacking
from rummy.melds.needs import Needs
from rummy.melds.plan import SEARCH_BUDGET, Plan, make_plan, search_cost
from rummy.melds.reach import Reach
from rummy.melds.shapes import Book, Shape
from rummy.melds.sweep import Sweep, why_not
from rummy.melds.touching import touching
from rummy.melds.unmatched import Unmatched

if TYPE_CHECKING:
    from rummy.spec.bind import Rules

MOST_HANDS = 20_000
"""So many hands are remembered with what was asked about them."""

MOST_PLAYS = 2_000
"""So many further plays are remembered."""
SOME_WILDS = 2
"""With so many wild cards a hand is arranged without looking at all their places."""


class Plans:
    """Finds, checks and arranges melds under the rules given."""

    def __init__(self, rules: Rules, like: Plans | None = None) -> None:
        """``like``: what is known under the same rules with other wild cards."""
        self.rules = rules
        self.deck = rules.deck
        self.kinds = rules.kinds
        self.plans: tuple[Plan, ...] = (
            tuple(make_plan(k, rules.deck) for k in rules.kinds) if like is None else like.plans
        )
        judge = None if like is None else like.book.judge
        self.book: Book = Book(rules.deck, rules.kinds, self.plans, judge)
        self._finder = Finder(self.book)
        self.reach = Reach(rules.deck, self.plans)
        self._hands: dict[int, list[Shape]] = {}
        self._deadwood: dict[tuple[int, Needs], int] = {}
        self._counting: tuple[ByCounting, Finder] | None = None
        self._plays: dict[tuple[object, ...], FurtherPlay] = {}
        self._arrangers: dict[tuple[object, ...], Arranger] = {}
        self._wild = self.deck.mask(lambda face: bool(self.deck.held_wild[face]))
        self._unmatched = Unmatched(self.deck, self._finder.cells, self._wild)
        crosswise = Crosswise(self.deck, self._finder.cells, self._wild, self._known_deadwood)
        self.whole_deadwood: Callable[[int], int] = crosswise.least
        """``deadwood`` of a bag without needs, as fast as it can be asked."""
        self._all_kinds = tuple(range(len(rules.kinds)))
        self.slow_play = why_not(rules.deck, self.plans)
        """Why further play is found by plain search; empty if it is not."""
        self._sweep = None if self.slow_play else Sweep(self.book, self.plans, self.melds)
        self._cheapest = None if self._sweep is None else Cheapest(self._sweep)

    def shape(self, kind: int, codes: Iterable[int]) -> Shape | None:
        """The meld of these placed cards, or None if they are no such meld."""
        return self.book.shape(kind, tuple(sorted(codes)))

    def readings(self, kind: int, codes: Iterable[int]) -> list[Shape]:
        """Every meld of the kind that these cards can be, sorted.

        A wild card given by its face alone may stand anywhere; one given with
        a place stands there.
        """
        wanted = sorted(codes)
        deck = self.deck
        bag = deck.bag([deck.face_of[c] for c in wanted])
        fixed = [c for c in wanted if c >= deck.faces]
        found = []
        for shape in self.melds_of(kind, bag):
            if shape.bag == bag:
                rest = list(shape.codes)
                for code in fixed:
                    if code not in rest:
                        break
                    rest.remove(code)
                else:
                    found.append(shape)
        return found

    def melds(self, bag: int) -> list[Shape]:
        """Every placed meld of every kind, sorted by kind and codes.

        The list is remembered: read it, do not change it.
        """
        known = self._hands.get(bag)
        if known is None:
            if len(self._hands) >= MOST_HANDS:
                self._hands.clear()
            known = self._hands[bag] = self._finder.find(bag)
        return known

    def few_wild(self, bag: int, most_wild: int) -> list[Shape]:
        """The same without runs that have more wild cards than ``most_wild``."""
        return self._finder.find_with(bag, most_wild)

    def melds_of(self, kind: int, bag: int) -> list[Shape]:
        """Every placed meld of one kind, sorted by codes."""
        found = self.melds(bag)
        return [shape for shape in found if shape.kind == kind] if found else []

    @cached_property
    def anew(self) -> Anew:
        """Melds taken up and laid anew; made when a game first asks for it."""
        return Anew(self)

    @cached_property
    def holding(self) -> Holding:
        """The melds that hold a certain card; made when a game first asks for them."""
        return Holding(self.deck, self._finder.cells)

    def fits(self, face: int, shapes: Iterable[Shape]) -> bool:
        """Whether a card can be added to one of these melds."""
        return any(shape.grow_mask >> face & 1 for shape in shapes)

    def fitting(self, shapes: Iterable[Shape]) -> int:
        """All layers of the faces that can be added to one of these melds."""
        mask = 0
        for shape in shapes:
            mask |= shape.grow_mask
        return mask

    def touching(self, shapes: Iterable[Shape]) -> bool:
        """Whether two of the melds are runs of one suit that together make one run."""
        return touching(self.deck, self.plans, shapes)

    def arrange(
        self,
        bag: int,
        demands: tuple[Demand, ...] = (),
        free_kinds: tuple[int, ...] = (),
        must_use: int = 0,
        bound: int | None = None,
        points: Sequence[int] | None = None,
    ) -> Arrangement | None:
        """Disjoint melds that fill every demand, and any melds of the free kinds.

        All cards of ``must_use`` are used. The points of the cards left are
        at most ``bound``, or least where that is None. None: it cannot be done.
        """
        worth = tuple(points) if points is not None else self.deck.points_of
        key = (demands, free_kinds, worth)
        asker = self._arrangers.get(key)
        if asker is None:
            asker = self._arrangers[key] = Arranger(self.deck, demands, free_kinds, worth)
        wild = (bag & self._wild).bit_count()
        melds = self._finder.find(bag, few=True) if wild >= SOME_WILDS else self.melds(bag)
        return asker.ask(bag, melds, must_use, bound)

    def deadwood(self, bag: int, needs: Needs = ()) -> int:
        """The least points of cards left when melds of all kinds are set aside.

        Melds that fill all ``needs`` must be among them; where that cannot be, all
        cards are left.
        """
        return self._known_deadwood(bag, needs) if needs else self.whole_deadwood(bag)

    def _known_deadwood(self, bag: int, needs: Needs = ()) -> int:
        """The same, remembered by whole hands."""
        key = (bag, needs)
        known = self._deadwood.get(key)
        if known is None:
            if len(self._deadwood) >= MOST_HANDS:
                self._deadwood.clear()
            points = None if needs else self._unmatched.least(bag)
            if points is None and needs and not self._filled.possible(bag, needs):
                points = self.deck.bag_points(bag)
            if points is None:
                left = self.left(bag, needs)
                points = self.deck.bag_points(bag if left is None else left)
            known = self._deadwood[key] = points
        return known

    def nothing_left(self, bag: int, needs: Needs = ()) -> bool:
        """Whether ``deadwood`` is 0; where it surely is not, that is seen at once."""
        if self._lacking.surely(bag):
            return False
        return self.deadwood(bag, needs) == 0

    @cached_property
    def _lacking(self) -> Lacking:
        return Lacking(self.deck, self._finder.cells)

    @cached_property
    def _filled(self) -> Filled:
        return Filled(self)

    def left(self, bag: int, needs: Needs = ()) -> int | None:
        """The cards left of a hand when melds are set aside so that least points are left.

        Melds that fill all ``needs`` are among them; None where that cannot be.
        """
        if (bag & self._wild).bit_count() >= SOME_WILDS:
            if self._counting is None:
                counting = ByCounting(self.book)
                self._counting = counting, Finder(self.book, counting.others)
            counting, others = self._counting
            if counting.can:
                return counting.left(bag, needs, others)
        demands = tuple((*need, count) for need, count in Counter(needs).items())
        found = self.arrange(bag, demands, self._all_kinds)
        return None if found is None else found.left

    def most_points(self, bag: int, table: Sequence[Shape]) -> FurtherPlay:
        """The further play that earns most; of equal ones that with most cards."""
        return self._further(bag, table, None)

    def least_cost(self, bag: int, table: Sequence[Shape], cost: int) -> FurtherPlay:
        """The play to a standstill with the least points + cost for each card left.

        Of equal ones that with most cards used.
        """
        return self._further(bag, table, cost)

    def _further(self, bag: int, table: Sequence[Shape], cost: int | None) -> FurtherPlay:
        """One of the two plays; the rules of a count ask for the same one repeatedly."""
        key = (bag, tuple([shape.order for shape in table]), cost)
        known = self._plays.get(key)
        if known is None:
            if self._sweep is None or self._cheapest is None or not self._sweep.can(bag):
                known = Search(self.deck, self.melds, cost).run(bag, table)
            elif cost is None:
                known = self._sweep.most_points(bag, table)
            else:
                known = self._cheapest.least_cost(bag, table, cost)
            if len(self._plays) >= MOST_PLAYS:
                self._plays.clear()
            self._plays[key] = known
        return known

    @property
    def cells(self) -> Sequence[Cell]:
        """The parts of the pack in which melds are looked for."""
        return self._finder.cells

    def gaps(self, kind: int) -> list[int]:
        """The sizes of a kind that cannot be reached by adding one card at a time."""
        return gaps(self.book, self._finder.cells, kind)

    def over_budget(self, kind: int) -> tuple[int, int] | None:
        """Whether a kind has nothing to look for it by, and too many cards for that.

        Then how many subsets of a hand might be looked at, and how many may be.
        """
        cost = search_cost(self.plans[kind])
        return (cost, SEARCH_BUDGET) if cost > SEARCH_BUDGET else None

    def too_dear(self, kind: int) -> tuple[str, str] | None:
        """What is said of a kind that is over its budget, and what helps."""
        dear = self.over_budget(kind)
        if dear is None:
            return None
        message = (
            f"`{self.plans[kind].kind.name}` has nothing to look for its melds by: in a hand of 16 cards "
            f"{dear[0]:,} choices would be tried, {dear[1]:,} may be"
        )
        hint = "add `same(rank)`, `same(suit)` or `sequence(rank)`, or make `size` smaller"
        return message, hint

    def hopeless(self, kind: int) -> bool:
        """Whether no cards of the pack can be seen to make such a meld."""
        return not any(job.kind == kind for cell in self._finder.cells for job in cell.jobs)

    def explain(self, kind: int) -> str:
        """How the melds of a kind are looked for, in words."""
        return self.plans[kind].explain()
