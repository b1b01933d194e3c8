"""Looking ahead in an opening: one question to the solver in place of a search.

What the duties of a turn ask of the cards left after an opening (a limit of
points, an empty hand) becomes a bound of the solver's question.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from rummy.cards import bag_subtract
from rummy.melds.needs import Needs, fillings
from rummy.melds.within import Way, Within
from rummy.play.choices import opening_candidates
from rummy.play.openlimits import NO_LIMITS, Limits, limits_of
from rummy.play.stages import CompiledMove
from rummy.play.state import Action, State

if TYPE_CHECKING:
    from rummy.melds import Shape
    from rummy.melds.over import Lying, Over, Spot
    from rummy.play.engine import Engine


def can_open(engine: Engine, state: State, move: CompiledMove) -> bool | None:
    """Whether an opening that the hand can fill can end the turn lawfully.

    None: the turn must be searched.
    """
    limits = limits_of(engine, state, move)
    if limits is None or limits is NO_LIMITS:
        return None if limits is None else True
    assert move.opening is not None
    return _Stage(engine, state, move, limits).possible()


def opening_actions(engine: Engine, state: State, move: CompiledMove) -> list[Action] | None:
    """The next melds of an opening, and ``done``, that lead to a lawful end.

    None: they must be found one by one.
    """
    opening = move.opening
    assert opening is not None
    limits = limits_of(engine, state, move)
    if opening.where is not None:
        # each meld leaves a way to complete the opening; whether the turn ends is proved
        if limits is not NO_LIMITS:
            return None
        found = opening_candidates(engine, state, move)
        done = [] if opening.open_needs(state, state.mover) else [engine.program.done]
        return found + done
    if limits is None:
        return None
    return _Stage(engine, state, move, limits).actions() or None


class _Stage:
    """One decision in an opening.

    Where any cards that can be left keep the limits, only the needs count.
    Else ways to open that were found before are tried first: a meld that
    leaves enough of such a way untouched needs no search.
    """

    def __init__(self, engine: Engine, state: State, move: CompiledMove, limits: Limits) -> None:
        opening = move.opening
        assert opening is not None
        self.engine, self.move, self.limits, self.opening = engine, move, limits, opening
        self.width, self.full = engine.width, engine.full
        me = state.mover
        self.bag = cast(int, state.z[opening.hand_base + me])
        self.needs = opening.open_needs(state, me)
        self.laid = opening.laid(state)
        start = state.laid_from
        table = state.table if start < 0 else state.table[:start]
        self.table = tuple(table) if limits.lay_off else ()
        self.accept = opening.accept(state, me)
        points = engine.program.points_of_bag
        self.points = points
        self.cheap = min(engine.deck.points_of) >= 0
        self.unlimited = self.accept is None and self._fits_anyway(self.bag, self.needs)
        self.wild = opening.solver.plans.reach.wild
        self.wild_points = engine.program.most_wild_points
        self.asked = False
        self.within: Within | None = None
        self.over: Over | None = None
        self.lying: tuple[Lying, ...] = ()
        self.proved: dict[tuple[int, int], bool] = {}
        self.fine: set[tuple[int, Needs]] = set()
        self.refused: set[tuple[int, int, Needs, Spot | None]] = set()
        self.takes: dict[Way, int] = {}

    def possible(self) -> bool:
        """Whether what is still needed can be laid within the limits."""
        if self.accept is None and not self.opening.solver.feasible(self.bag, self.needs):
            return False
        return self._can_end(self.bag, self.needs, self.laid)

    def actions(self) -> list[Action]:
        """The melds that may be laid next, then ``done`` if that is possible."""
        number, needs, bag = self.move.number, self.needs, self.bag
        solver = self.opening.solver
        if not needs:
            melds = solver.plans.melds(bag) if self.opening.more else []
            found = [
                (number, *shape.order)
                for shape in melds
                if self.unlimited or self._leads_on(shape, ())
            ]
            if self._within(bag) or self._ends(bag):
                found.append(self.engine.program.done)
            return found
        if self.unlimited:
            return [(number, *shape.order) for shape, _ in solver.first_melds(bag, needs)]
        if not solver.feasible(bag, needs):
            return []
        others = solver.others(bag)
        return [
            (number, *shape.order)
            for shape in solver.candidates(bag, needs)
            if any(
                others.left_by(shape.bag, rest) and self._leads_on(shape, rest)
                for rest in others.needs_after(needs, shape)
            )
        ]

    def _ask_within(self) -> tuple[Within | None, Over | None]:
        """One search for all candidates, and proofs, where one bound says everything."""
        if self.asked:
            return self.within, self.over
        self.asked = True
        limits = self.limits
        if limits.most_left is not None and limits.most_cards is not None:
            return None, None
        if limits.most_cards is not None:
            points: tuple[int, ...] = (1,) * self.engine.deck.faces
            self.bound = limits.most_cards
        elif limits.most_left is not None and self.cheap:
            points, self.bound = self.engine.deck.points_of, limits.most_left
        elif limits.most_left is None:
            points, self.bound = (0,) * self.engine.deck.faces, 0
        else:
            return None, None
        lies = (*self.table, *self.laid) if limits.lay_off else None
        solver, more = self.opening.solver, self.opening.more
        self.within = solver.within(self.needs, more, points, lies, self.bag)
        if self.within is not None:
            self.over = solver.over(self.needs, more, points)
            if self.over is not None and lies is not None:
                self.lying = (self.over.lying(lies),)
        return self.within, self.over

    def _leads_on(self, shape: Shape, needs: Needs) -> bool:
        left = bag_subtract(self.bag, shape.bag, self.width, self.full)
        return self._can_end(left, needs, (*self.laid, shape))

    def _can_end(self, left: int, needs: Needs, laid: tuple[Shape, ...]) -> bool:
        """Whether the needs are filled within the limits from cards that can fill them.

        With a condition on all melds of the opening it is not known that they can.
        """
        if self.accept is not None:
            return (not needs and self._within(left)) or self._search(left, needs, laid)
        if self.unlimited or (left, needs) in self.fine:
            return True
        natural = left & ~self.wild
        wilds = (left ^ natural).bit_count()
        if self._fits_anyway(left, needs) or self._known_way(natural, wilds, needs):
            self.fine.add((left, needs))
            return True
        within, over = self._ask_within()
        if within is None or over is None:
            return self._search(left, needs, laid)
        # what may be added to the meld laid now decides only where the rest is too much
        shape = laid[-1] if self.limits.lay_off and len(laid) > len(self.laid) else None
        spot = None if shape is None else over.spot(shape)
        alike = (natural, wilds, needs, spot)
        if alike in self.refused:
            return False
        answer: bool | None = False
        if not self._over_limit(natural, wilds, shape, spot):
            answer = within.possible(left, needs, self.bound)
            if answer:
                self.fine.add((left, needs))
            elif answer is False and shape is not None:
                also = within.also(shape)
                if also is not None:
                    within, answer = also, also.possible(left, needs, self.bound)
            if answer:
                self.opening.remember(within.way())
        if answer is None:
            return self._search(left, needs, laid)
        if not answer:
            self.refused.add(alike)
        return answer

    def _known_way(self, natural: int, wilds: int, needs: Needs) -> bool:
        """Whether a way found before does for these cards."""
        limit = self.limits.most_left
        # a way that takes too few points is not gone through
        least = 0 if limit is None or not self.cheap else self.points(natural) - limit
        for way in self.opening.ways:
            takes = self.takes.get(way)
            if takes is None:
                takes = self.takes[way] = sum([self.points(part) for _, part, _, _ in way])
            if takes >= least and self._goes_with(way, natural, wilds, needs):
                return True
        return False

    def _over_limit(self, natural: int, wilds: int, shape: Shape | None, spot: Spot | None) -> bool:
        """Whether it is plain that too much of these cards is left."""
        over = self.over
        assert over is not None
        key = (natural, wilds)
        known = self.proved.get(key)
        if known is None:
            known = self.proved[key] = over.proved(natural, wilds, self.lying, self.bound)
        if not known or shape is None or spot is None:
            return known
        lying = (*self.lying, over.lying_at(spot, shape))
        return over.proved(natural, wilds, lying, self.bound)

    def _goes_with(self, way: Way, natural: int, wilds: int, needs: Needs) -> bool:
        """Whether what is left of a known way fills the needs within the limits."""
        more = self.opening.more
        for kind, part, needed, size in way:
            if part & natural != part or needed > wilds:
                continue
            ways = fillings(needs, kind, size)
            if ways:
                needs = ways[0]
            elif needs or not more:
                continue
            natural = bag_subtract(natural, part, self.width, self.full)
            wilds -= needed
        if needs:
            return False
        limits = self.limits
        if limits.most_cards is not None and natural.bit_count() + wilds > limits.most_cards:
            return False
        if limits.most_left is None:
            return True
        return self.points(natural) + wilds * self.wild_points <= limits.most_left

    def _within(self, left: int) -> bool:
        """Whether these cards may stay in hand."""
        limits = self.limits
        if limits.most_cards is not None and left.bit_count() > limits.most_cards:
            return False
        return limits.most_left is None or self.points(left) <= limits.most_left

    def _fits_anyway(self, bag: int, needs: Needs) -> bool:
        """Whether any cards may stay in hand that are left when the needs are filled."""
        limits = self.limits
        most = max(0, bag.bit_count() - sum([least for _, least in needs]))
        if limits.most_cards is not None and most > limits.most_cards:
            return False
        if limits.most_left is None:
            return True
        points = self.engine.deck.points_of
        if not self.cheap:
            return False
        dearest = sorted([points[face] for face in self.engine.deck.bag_faces(bag)], reverse=True)
        return sum(dearest[:most]) <= limits.most_left

    def _search(self, left: int, needs: Needs, laid: tuple[Shape, ...]) -> bool:
        opening, limits = self.opening, self.limits
        if not opening.solver.feasible(left, needs):
            return False
        found = opening.solver.witness(
            left,
            needs,
            table=self.table,
            most_left=limits.most_left,
            most_cards=limits.most_cards,
            accept=self.accept,
            laid=laid,
            more=opening.more,
            lay_off=limits.lay_off,
        )
        if found is None:
            return False
        wild = self.wild
        opening.remember(
            tuple(
                (shape.kind, shape.bag & ~wild, (shape.bag & wild).bit_count(), shape.size)
                for shape in found.melds
            )
        )
        return True

    def _ends(self, left: int) -> bool:
        """Whether laying off alone comes within the limits."""
        if not self.limits.lay_off:
            return False
        found = self.opening.solver.witness(
            left,
            (),
            table=self.table,
            most_left=self.limits.most_left,
            most_cards=self.limits.most_cards,
            laid=self.laid,
            lay_off=True,
        )
        return found is not None
