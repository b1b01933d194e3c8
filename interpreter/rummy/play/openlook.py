"""Looking ahead in an opening: one question to the solver in place of a search.

What the duties of a turn ask of the cards left after an opening (a limit of
points, an empty hand) becomes a bound of the solver's question.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from rummy.cards import bag_subtract
from rummy.melds.needs import Needs, fillings
from rummy.melds.within import Way, Within
from rummy.play.choices import opening_candidates
from rummy.play.conditions import disjuncts, is_empty_hand, points_limit, reads
from rummy.play.stages import ENTER, LAY_OFF, REPEAT, TURN_END, CompiledMove
from rummy.play.state import Action, State

if TYPE_CHECKING:
    from rummy.melds import Shape
    from rummy.play.compiler import Compiler
    from rummy.play.engine import Engine
    from rummy.spec.model import Duty

Number = Callable[[State, int], int]


@dataclass(slots=True)
class Bounds:
    """A duty as alternatives: true anyway, so few points left, an empty hand."""

    anyway: tuple[Callable[[State, int], bool], ...]
    points: tuple[Number, ...]
    empty: bool
    whole: bool
    """Every alternative of the duty is one of these."""


def compile_bounds(compiler: Compiler, duty: Duty) -> Bounds:
    """Take a duty apart into what a solver can be asked."""
    anyway, points = [], []
    empty, whole = False, True
    for part in disjuncts(compiler.rules.fold(duty.holds.tree)):
        limit = points_limit(part)
        if limit is not None:
            points.append(compiler.number(limit))
        elif is_empty_hand(part):
            empty = True
        elif not reads(part) & {"hand", "melds", "earned"}:
            anyway.append(compiler.truth(part))
        else:
            whole = False
    return Bounds(tuple(anyway), tuple(points), empty, whole)


@dataclass(frozen=True, slots=True)
class Limits:
    """What the duties of a turn ask of the cards that an opening leaves.

    ``most_left``: their points, ``most_cards``: their number (None: anything).
    ``lay_off``: single cards may be added to melds afterwards.
    """

    most_left: int | None = None
    most_cards: int | None = None
    lay_off: bool = False


NO_LIMITS = Limits()


def limits_of(engine: Engine, state: State, move: CompiledMove) -> Limits | None:
    """The limits for the opening of the player in turn.

    None: the solver cannot be asked this; the turn must be searched.
    """
    program = engine.program
    if state.void or not program.must_look or program.nodes[move.target_node].setup:
        return NO_LIMITS
    if _reads_cards(move):
        return None
    me = state.mover
    trial = state.copy()
    trial.looking = True
    trial.laid_from = -1
    for effect in move.effects:
        if effect(trial, me):
            return None
    after = program.nodes[move.target_node].next
    if program.proofs.after_opening(trial, after):
        return NO_LIMITS
    bounds = _bounds(engine, trial, me)
    lay_off = _lay_off_follows(engine, trial, after, me)
    if bounds is None or lay_off is None:
        return None
    return Limits(bounds[0], bounds[1], lay_off)


def can_open(engine: Engine, state: State, move: CompiledMove) -> bool | None:
    """Whether an opening that the hand can fill can end the turn lawfully.

    None: the turn must be searched.
    """
    limits = limits_of(engine, state, move)
    if limits is None or limits == NO_LIMITS:
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
        if limits != NO_LIMITS:
            return None
        found = opening_candidates(engine, state, move)
        done = [] if opening.open_needs(state, state.mover) else [engine.program.done]
        return found + done
    if limits is None:
        return None
    return _Stage(engine, state, move, limits).actions() or None


class _Stage:
    """One decision in an opening.

    Ways to open that were found before are tried first: a meld that leaves
    enough of such a way untouched needs no search.
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
        self.unlimited = (
            self.accept is None and limits.most_left is None and limits.most_cards is None
        )
        points = engine.program.points_of_bag
        self.points = points
        self.cheap = min(engine.deck.points_of) >= 0
        self.wild = opening.solver.plans.reach.wild
        self.wild_points = engine.program.most_wild_points

    def possible(self) -> bool:
        """Whether what is still needed can be laid within the limits."""
        if self.accept is None and self._fits_anyway(self.bag):
            return self.opening.solver.feasible(self.bag, self.needs)
        self._ask_within()
        return self._can_end(self.bag, self.needs, self.laid)

    def actions(self) -> list[Action]:
        """The melds that may be laid next, then ``done`` if that is possible."""
        number = self.move.number
        found: list[Action] = []
        more = self.opening.more
        solver = self.opening.solver
        melds = (
            solver.candidates(self.bag, self.needs) if self.needs else solver.plans.melds(self.bag)
        )
        self._ask_within()
        for shape in melds:
            if self.needs:
                ways = fillings(self.needs, shape.kind, shape.size)
                if not ways:
                    continue
            elif more:
                ways = [()]
            else:
                break
            if any(self._leads_on(shape, rest) for rest in ways):
                found.append((number, shape.kind, *shape.codes))
        if not self.needs and (self._within(self.bag) or self._ends(self.bag)):
            found.append(self.engine.program.done)
        return found

    def _ask_within(self) -> None:
        """One search for all candidates, where one bound says everything."""
        limits = self.limits
        self.within: Within | None = None
        if limits.most_left is not None and limits.most_cards is not None:
            return
        if limits.most_cards is not None:
            points: tuple[int, ...] = (1,) * self.engine.deck.faces
            self.bound = limits.most_cards
        elif limits.most_left is not None and self.cheap:
            points, self.bound = self.engine.deck.points_of, limits.most_left
        elif limits.most_left is None:
            points, self.bound = (0,) * self.engine.deck.faces, 0
        else:
            return
        self.costs = points
        table = (*self.table, *self.laid) if limits.lay_off else None
        self.within = self.opening.solver.within(self.needs, self.opening.more, points, table)

    def _leads_on(self, shape: Shape, needs: Needs) -> bool:
        left = bag_subtract(self.bag, shape.bag, self.width, self.full)
        return self._can_end(left, needs, (*self.laid, shape))

    def _can_end(self, left: int, needs: Needs, laid: tuple[Shape, ...]) -> bool:
        """Whether these needs can be filled from these cards within the limits."""
        if self.unlimited:
            return self.opening.solver.feasible(left, needs)
        if not needs and self._within(left):
            return True
        if self.accept is None:
            for way in self.opening.ways:
                if self._goes_with(way, left, needs):
                    return True
            if self.within is not None:
                answer = self.within.possible(left, needs, self.bound)
                if answer:
                    self.opening.remember(self.within.way())
                    return True
                if answer is not None:
                    # what may still be added to the meld laid now is not yet in the answer
                    spare = self._may_be_laid_off(left, laid[len(self.laid) :])
                    if not spare or self.within.possible(left, needs, self.bound + spare) is False:
                        return False
        return self._search(left, needs, laid)

    def _may_be_laid_off(self, left: int, laid: tuple[Shape, ...]) -> int:
        """What the cards cost at most that might be laid off in the end."""
        if not self.limits.lay_off or not laid:
            return 0
        fitting = self.opening.solver.plans.reach.cards(left, laid)
        costs = self.costs
        return sum([costs[face] for face in self.engine.deck.bag_faces(fitting)])

    def _goes_with(self, way: Way, left: int, needs: Needs) -> bool:
        """Whether what is left of a known way fills the needs within the limits."""
        more = self.opening.more
        natural = left & ~self.wild
        wilds = (left ^ natural).bit_count()
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

    def _fits_anyway(self, bag: int) -> bool:
        """Whether any part of these cards may stay in hand."""
        limits = self.limits
        if limits.most_cards is not None and bag.bit_count() > limits.most_cards:
            return False
        return limits.most_left is None or (self.cheap and self.points(bag) <= limits.most_left)

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


def _reads_cards(move: CompiledMove) -> bool:
    """Whether the effects of a move depend on the cards in hand or on the table."""
    for effect in move.move.do:
        for _, expr in getattr(effect, "values", ()):
            if reads(expr.tree) & {"hand", "melds", "earned"}:
                return True
        when = getattr(effect, "when", None)
        if when is not None and reads(when.tree) & {"hand", "melds", "earned"}:
            return True
    return False


def _bounds(engine: Engine, trial: State, me: int) -> tuple[int | None, int | None] | None:
    most_left: int | None = None
    most_cards: int | None = None
    for bounds in engine.program.bounds:
        if any(test(trial, me) for test in bounds.anyway):
            continue
        if not bounds.whole:
            return None
        if bounds.points and not bounds.empty:
            limit = max(number(trial, me) for number in bounds.points)
            most_left = limit if most_left is None else min(most_left, limit)
        elif bounds.empty and not bounds.points:
            most_cards = 0
        else:
            return None
    return most_left, most_cards


def _lay_off_follows(engine: Engine, trial: State, after: int, me: int) -> bool | None:
    """Whether cards may be laid off after the opening; None: the turn is not so simple."""
    nodes = engine.program.nodes
    at = after
    lay_off = False
    for _ in range(len(nodes)):
        node = nodes[at]
        if node.kind == TURN_END:
            return lay_off
        if node.when is not None and not node.when(trial, me):
            at = node.skip
            continue
        if node.kind == REPEAT and node.at_least is None and not node.enclosing:
            for move in node.moves:
                if move.when is not None and not move.when(trial, me):
                    continue
                if move.effects or move.move.then:
                    return None
                if move.kind == LAY_OFF and move.onto is None and move.source is None:
                    lay_off = True
                else:
                    return None
            at = node.next
            continue
        if node.kind == ENTER:
            at = node.next
            continue
        return None
    return None
