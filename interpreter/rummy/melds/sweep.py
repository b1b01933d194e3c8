"""The best further play where only final sizes count: suits and ranks apart.

If every card added earns just what the larger meld is worth more when laid
whole, then a play is worth what its final melds are worth, whatever the order
(the points *telescope*). Then runs and groups can be planned part by part: in
each suit every way to use its cards in runs, in each rank the best groups out
of the cards that the runs leave. Parts are remembered from play to play.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from rummy.cards import bag_remove, bag_subtract, bag_union
from rummy.lang.evaluate import CardEnv, evaluate
from rummy.lang.fold import fold
from rummy.lang.trees import Local, Name, walk
from rummy.melds.further import FurtherPlay, Step
from rummy.melds.plan import GROUP, Plan

if TYPE_CHECKING:
    from rummy.cards import Deck
    from rummy.lang.trees import Node
    from rummy.melds.shapes import Book, Growth, Shape

RANKS, SUITS, WHOLE = "ranks", "suits", "whole"

MOST_PARTS = 50_000
POINT = 1 << 12
"""Points weigh so much more than cards used, of which there are fewer."""

Path = tuple["Growth", ...]
Choice = tuple[int, "Shape | Path"]
"""A new meld (-1, shape) or cards added to a table meld (its place, path)."""
Ways = dict[int, tuple[int, tuple[Choice, ...]]]
"""Cards used -> the best worth (points and cards in one number), and how."""


def why_not(deck: Deck, plans: Sequence[Plan]) -> str:
    """Why the sweep is not for these kinds, in words; empty if it is."""
    classes = [_class_of(plan) for plan in plans]
    for plan, mine in zip(plans, classes, strict=True):
        kind = plan.kind
        if not mine:
            return f"{kind.title} is neither of one rank nor of one suit and can grow"
        if kind.closed:
            continue
        if kind.shifts:
            return f"wild cards of {kind.title} may take other places"
        for target in kind.grows_into:
            if classes[target] != mine:
                return f"{kind.title} grows into {plans[target].kind.title}"
            fault = _telescopes(deck, plan, plans[target])
            if fault:
                return fault
    return ""


def _class_of(plan: Plan) -> str:
    if all(b.anchor == GROUP for b in plan.branches):
        return RANKS
    if all(b.over == "suit" for b in plan.branches):
        return SUITS
    return WHOLE if plan.kind.closed else ""


def _telescopes(deck: Deck, plan: Plan, target: Plan) -> str:
    """Whether laying and adding earn the same as laying the larger meld."""
    after = {n for b in target.branches for n in b.sizes}
    for size in sorted({n for b in plan.branches for n in b.sizes}):
        if size + 1 not in after:
            continue
        small = _at(deck, plan.kind.lay, size)
        card = _at(deck, target.kind.add, size + 1)
        large = _at(deck, target.kind.lay, size + 1)
        if small is None or card is None or large is None:
            return f"the points of {target.kind.title} depend on more than its size"
        if small + card != large:
            return (
                f"a {plan.kind.title} of {size} and a card earn {small} + {card}, "
                f"a {target.kind.title} of {size + 1} laid whole {large}"
            )
    return ""


def _at(deck: Deck, tree: Node | None, size: int) -> int | None:
    """The number that a clause comes to for a size, if the size is all it reads."""
    if tree is None:
        return 0
    known = fold(tree, {"size": size})
    if any(isinstance(n, Name) or (isinstance(n, Local) and n.slot < 0) for n in walk(known)):
        return None
    return int(evaluate(known, CardEnv(deck)))


class Sweep:
    """Finds the play with most points for kinds whose points telescope."""

    def __init__(
        self, book: Book, plans: Sequence[Plan], melds: Callable[[int], list[Shape]]
    ) -> None:
        deck = book.deck
        self.deck = deck
        self.melds = melds
        self.classes = [_class_of(plan) for plan in plans]
        held = [f for f in range(deck.faces) if deck.copies[f]]
        self.wild = deck.spread(sum(1 << f for f in held if deck.held_wild[f]))
        self.suits = {
            s: deck.mask(lambda f, s=s: deck.suit_of[f] == s)  # type: ignore[misc]
            for s in sorted({deck.suit_of[f] for f in held})
        }
        self.ranks = {
            r: deck.mask(lambda f, r=r: deck.rank_of[f] == r)  # type: ignore[misc]
            for r in sorted({deck.rank_of[f] for f in held})
        }
        self._known: dict[tuple[str, int, tuple[tuple[int, ...], ...]], Ways] = {}

    def can(self, bag: int) -> bool:
        """Whether these cards can be swept: none of them is wild."""
        return not bag & self.wild

    def most_points(self, bag: int, table: Sequence[Shape]) -> FurtherPlay:
        """The play that earns most; of equal ones that with most cards."""
        whole = [s for s in self.melds(bag) if self.classes[s.kind] == WHOLE]
        best = self._parts(bag, table)
        laid: tuple[Shape, ...] = ()
        for value, rest, shapes in self.whole_choices(bag, whole):
            found = self._parts(rest, table)
            if value + found[0] > best[0]:
                best = (value + found[0], found[1])
                laid = shapes
        value, chosen = best
        points, used = value // POINT, value % POINT
        return FurtherPlay(points, used, bag.bit_count() - used, in_steps(laid, chosen))

    def whole_choices(
        self, bag: int, whole: list[Shape], start: int = 0
    ) -> list[tuple[int, int, tuple[Shape, ...]]]:
        """Every choice of one or more of the melds that span suits."""
        found: list[tuple[int, int, tuple[Shape, ...]]] = []
        for i in range(start, len(whole)):
            shape = whole[i]
            if shape.bag & bag == shape.bag:
                rest = bag_subtract(bag, shape.bag, self.deck.faces, self.deck.full)
                value = shape.lay * POINT + shape.size
                found.append((value, rest, (shape,)))
                for more, left, shapes in self.whole_choices(rest, whole, i):
                    found.append((value + more, left, (shape, *shapes)))
        return found

    def places(
        self, bag: int, table: Sequence[Shape]
    ) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
        """The numbers of the table melds that can grow, by suit and by rank."""
        rank_of, suit_of = self.deck.rank_of, self.deck.suit_of
        of_suit: dict[int, list[int]] = {}
        of_rank: dict[int, list[int]] = {}
        for place, shape in enumerate(table):
            if shape.grow_mask & bag:
                if self.classes[shape.kind] == SUITS:
                    of_suit.setdefault(suit_of[shape.codes[0]], []).append(place)
                else:
                    of_rank.setdefault(rank_of[shape.codes[0]], []).append(place)
        return of_suit, of_rank

    # --- suits against ranks -------------------------------------------------

    def _parts(self, bag: int, table: Sequence[Shape]) -> tuple[int, list[Choice]]:
        """The best worth of runs and groups, and how it is reached."""
        of_suit, of_rank = self.places(bag, table)
        ranks = []
        live = 0
        places: Sequence[int]
        for rank, mask in self.ranks.items():
            part = bag & mask
            if part:
                places = of_rank.get(rank, ())
                group = Ranked(self, mask, places, tuple(table[p] for p in places))
                if group.worth(part):
                    ranks.append(group)
                    live |= mask
        sure = 0
        chosen: list[Choice] = []
        open_suits: list[tuple[list[tuple[int, int, tuple[Choice, ...]]], Sequence[int]]] = []
        for suit, mask in self.suits.items():
            part = bag & mask
            if not part:
                continue
            places = of_suit.get(suit, ())
            ways = self.ways(SUITS, part, tuple(table[p] for p in places))
            best: dict[int, tuple[int, int, tuple[Choice, ...]]] = {}
            for used, (value, how) in ways.items():
                key = used & live
                if key not in best or value > best[key][0]:
                    best[key] = (value, key, how)
            options = sorted(best.values(), key=lambda o: -o[0])
            # a way that wants more of the contested cards must also be worth more
            kept: list[tuple[int, int, tuple[Choice, ...]]] = []
            for option in options:
                if not any(other[1] & option[1] == other[1] for other in kept):
                    kept.append(option)
            if len(kept) == 1 and not kept[0][1]:
                sure += kept[0][0]
                chosen += placed(kept[0][2], places)
            else:
                open_suits.append((kept, places))
        value, picks = self._product(bag, ranks, [kept for kept, _ in open_suits])
        rest = bag
        for (_, places), pick in zip(open_suits, picks, strict=True):
            chosen += placed(pick[2], places)
            rest = self.less(rest, pick[1])
        for group in ranks:
            chosen += placed(group.how(rest & group.mask), group.places)
        return sure + value, chosen

    def _product(
        self,
        bag: int,
        ranks: list[Ranked],
        suits: list[list[tuple[int, int, tuple[Choice, ...]]]],
    ) -> tuple[int, list[tuple[int, int, tuple[Choice, ...]]]]:
        """Choose a way for each suit, the ranks taking what is left; the best."""
        above = [0] * (len(suits) + 1)
        for i in range(len(suits) - 1, -1, -1):
            above[i] = above[i + 1] + suits[i][0][0]
        full = [group.worth(bag & group.mask) for group in ranks]
        best = -1
        best_picks: list[tuple[int, int, tuple[Choice, ...]]] = []
        picks: list[tuple[int, int, tuple[Choice, ...]]] = []

        def step(i: int, value: int, rest: int, worth: list[int]) -> None:
            nonlocal best, best_picks
            if value + above[i] + sum(worth) <= best:
                return
            if i == len(suits):
                best = value + sum(worth)
                best_picks = picks[:]
                return
            for option in suits[i]:
                gain, used, _ = option
                left, then = rest, worth
                if used:
                    left = self.less(rest, used)
                    then = [
                        group.worth(left & group.mask) if used & group.mask else old
                        for group, old in zip(ranks, worth, strict=True)
                    ]
                picks.append(option)
                step(i + 1, value + gain, left, then)
                picks.pop()

        step(0, 0, bag, full)
        return best, best_picks

    def less(self, bag: int, part: int) -> int:
        """The cards without some of them."""
        return bag_subtract(bag, part, self.deck.faces, self.deck.full)

    # --- the ways of a part ----------------------------------------------------

    def ways(self, what: str, part: int, table: tuple[Shape, ...]) -> Ways:
        """All that can be done in one suit or rank, by the cards that it uses."""
        key = (what, part, tuple([shape.order for shape in table]))
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= MOST_PARTS:
                self._known.clear()
            known = self._known[key] = self._work_out(what, part, table)
        return known

    def _work_out(self, what: str, part: int, table: tuple[Shape, ...]) -> Ways:
        width, full = self.deck.faces, self.deck.full
        ways: Ways = {0: (0, ())}
        for place, shape in enumerate(table):
            without = list(ways.items())
            for used, value, path in self.reach(shape, part):
                for before, (worth, how) in without:
                    rest = bag_subtract(part, before, width, full)
                    if used & rest == used:
                        after = bag_union(before, used, width, full)
                        if after not in ways or ways[after][0] < worth + value:
                            ways[after] = (worth + value, (*how, (place, path)))
        return self._with_new(what, part, ways)

    def _with_new(self, what: str, part: int, ways: Ways) -> Ways:
        width, full = self.deck.faces, self.deck.full
        for shape in self.melds(part):
            if self.classes[shape.kind] != what:
                continue
            value = shape.lay * POINT + shape.size
            more = dict(ways)
            while more:  # again for twins: the same meld twice
                grown: Ways = {}
                for before, (worth, how) in more.items():
                    rest = bag_subtract(part, before, width, full)
                    if shape.bag & rest == shape.bag:
                        after = bag_union(before, shape.bag, width, full)
                        entry = (worth + value, (*how, (-1, shape)))
                        if after not in ways or ways[after][0] < entry[0]:
                            ways[after] = grown[after] = entry
                more = grown
        return ways

    def reach(self, shape: Shape, part: int) -> list[tuple[int, int, Path]]:
        """What a table meld can become with these cards: cards used, worth, path."""
        width, full = self.deck.faces, self.deck.full
        found: dict[Shape, tuple[int, int, Path]] = {}
        waiting: list[tuple[Shape, int, int, Path]] = [(shape, 0, 0, ())]
        while waiting:
            now, used, value, path = waiting.pop()
            rest = bag_subtract(part, used, width, full)
            for growth in now.growth:
                if rest >> growth.face & 1 and growth.shape not in found:
                    rest_after = bag_remove(rest, growth.face, width)
                    more = bag_subtract(part, rest_after, width, full)
                    worth = value + growth.points * POINT + 1
                    way = (*path, growth)
                    found[growth.shape] = (more, worth, way)
                    waiting.append((growth.shape, more, worth, way))
        return list(found.values())


class Ranked:
    """The groups of one rank: what is best out of the cards that runs leave."""

    def __init__(
        self, sweep: Sweep, mask: int, places: Sequence[int], table: tuple[Shape, ...]
    ) -> None:
        self.sweep = sweep
        self.mask = mask
        self.places = places
        self.table = table
        self._known: dict[int, tuple[int, tuple[Choice, ...]]] = {}

    def worth(self, part: int) -> int:
        """The best worth that these cards of the rank can have."""
        return self._best(part)[0]

    def how(self, part: int) -> tuple[Choice, ...]:
        """How the best worth is reached."""
        return self._best(part)[1]

    def _best(self, part: int) -> tuple[int, tuple[Choice, ...]]:
        known = self._known.get(part)
        if known is None:
            ways = self.sweep.ways(RANKS, part, self.table)
            known = self._known[part] = max(ways.values(), key=lambda way: way[0])
        return known


def in_steps(laid: Sequence[Shape], chosen: Sequence[Choice]) -> tuple[Step, ...]:
    """The steps of a play: melds that span suits, then suit by suit, rank by rank."""
    line: list[Step] = [("lay", shape) for shape in laid]
    for place, what in chosen:
        if isinstance(what, tuple):
            line += [("add", place, growth) for growth in what]
        else:
            line.append(("lay", what))
    return tuple(line)


def placed(how: tuple[Choice, ...], places: Sequence[int]) -> list[Choice]:
    """The choices with the numbers of table melds instead of places in a part."""
    return [(places[place] if place >= 0 else -1, what) for place, what in how]
