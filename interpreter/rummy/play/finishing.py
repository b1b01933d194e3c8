"""The best way to finish a turn that cannot be finished lawfully, to tell what is wrong.

The look-ahead of ``rummy.play.lookahead`` only says yes or no. Here, after a
refused action, the way is looked for on which the duties are nearest to being
kept, within a bound of positions. Like the look-ahead it sees no back of a
card.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from rummy.cards import bag_subtract
from rummy.lang.trees import And, Compare, Node, Or
from rummy.lang.types import NUMBER
from rummy.melds.needs import fillings
from rummy.play.effects import NeedFace
from rummy.play.engine import Engine
from rummy.play.explain import Explainer
from rummy.play.lookahead import possible_faces, turn_down
from rummy.play.making import credited
from rummy.play.openlimits import limits_of
from rummy.play.sight import TableEnv
from rummy.play.stages import DUTY, OPENING, CompiledMove
from rummy.play.walker import Walker
from rummy.play.words import Words

if TYPE_CHECKING:
    from rummy.melds import Shape
    from rummy.melds.needs import Needs, Witness
    from rummy.play.openlimits import Limits
    from rummy.play.state import Action, State
    from rummy.spec.model import Duty

MOST_TRIED = 1_500
"""So many actions are tried to find the best way to finish."""
FAR = 1_000
"""How far from holding a condition is that has no numbers."""


class NoFunctions(Walker):
    """No generated functions, so that the engine itself goes through every stage."""

    def _write(self) -> None:
        """Nothing is written."""


class Watching(Engine):
    """An engine that remembers where a look-ahead could go on no further."""

    def __init__(self, engine: Engine) -> None:
        self.__dict__.update(engine.__dict__)
        self.__dict__["looker"] = NoFunctions(self, looking=True)
        self.stuck = -1

    def _fail(self, state: State) -> None:  # type: ignore[override]
        self.stuck = state.pc
        Engine._fail(state)


@dataclass(frozen=True, slots=True)
class Finish:
    """How a turn could end at best, and how far that is from lawful.

    ``state`` is how things lie then; ``stuck`` the stage in which nothing can
    be chosen (-1: the turn ends); ``faces`` are hidden cards as they would
    have to turn up; ``choices`` says whether there was a choice on the way.
    """

    state: State
    far: int
    stuck: int = -1
    faces: tuple[int, ...] = ()
    choices: bool = False


class _Search:
    """One search for the best way to finish."""

    def __init__(self, engine: Engine, player: int) -> None:
        self.engine = Watching(engine)
        self.words = Words(engine.rules)
        self.player = player
        self.left = MOST_TRIED
        self.known: dict[object, Finish | None] = {}

    def after(self, state: State, action: Action, faces: tuple[int, ...] = ()) -> Finish | None:
        """The best way to finish after an action; None: there was no time to look."""
        self.left -= 1
        if self.left < 0:
            return None
        trial = state.copy()
        if not state.looking:
            turn_down(self.engine, trial)
            trial.looking = True
        trial.kept = True
        trial.assumed = list(reversed(faces))
        self.engine.stuck = -1
        try:
            self.engine.apply(trial, action)
        except NeedFace:
            # the turn must end well whatever turns up: the worst card tells why it may not
            unknown = possible_faces(self.engine, state, self.player, faces)
            return _worst(self.after(state, action, (*faces, face)) for face in unknown)
        return self._goes_on(trial, faces)

    def _goes_on(self, trial: State, faces: tuple[int, ...]) -> Finish | None:
        if trial.over or trial.pc < 0:
            return Finish(trial, self._far(trial), self.engine.stuck, faces)
        key = trial.key()
        if key in self.known:
            return self.known[key]
        legal = trial.legal or []
        found: Finish | None = None
        if trial.mover != trial.me:
            found = _worst(self.after(trial, action) for action in legal)
        else:
            for action in reversed(legal):
                other = self.after(trial, action)
                if other is not None and (found is None or other.far < found.far):
                    found = other
                if found is not None and found.far == 0:
                    break
        if found is not None:
            more = len(legal) > 1 or found.choices
            found = Finish(found.state, found.far, found.stuck, faces or found.faces, more)
        self.known[key] = found
        return found

    def _far(self, trial: State) -> int:
        if trial.kept:
            return 0
        explainer = Explainer(self.words, TableEnv(self.engine, trial, trial.me))
        if self.engine.stuck < 0:
            must: Iterable[Duty] = self.engine.rules.spec.must
            return max(1, sum(distance(explainer, duty.holds.tree) for duty in must))
        stage = self.engine.program.nodes[self.engine.stuck]
        if stage.kind != DUTY:
            return 10 * FAR
        return sum(distance(explainer, made.duty.holds.tree) for made in stage.duties)


def distance(explainer: Explainer, node: Node) -> int:
    """How far a condition is from holding; 0: it holds. Numbers tell how near."""
    if explainer.value(node):
        return 0
    match node:
        case And():
            return sum(distance(explainer, item) for item in node.items)
        case Or():
            return min(distance(explainer, item) for item in node.items)
        case Compare() if node.left.type == NUMBER:
            apart: int = abs(explainer.value(node.left) - explainer.value(node.right))
            return min(FAR, max(1, apart))
        case _:
            return FAR


def _worst(found: Iterable[Finish | None]) -> Finish | None:
    """The finish that is furthest from lawful; None if one was not looked at."""
    worst: Finish | None = None
    for one in found:
        if one is None:
            return None
        if worst is None or one.far > worst.far:
            worst = one
    return worst


def best_finish(engine: Engine, state: State, action: Action) -> Finish | None:
    """The way to finish the turn after an action that comes nearest to a lawful end.

    None: it cannot be told (too much would have to be tried).
    """
    found: Finish | None = None
    if action != engine.program.done:
        move = engine.program.moves[action[0]]
        if move.opening is not None:
            found = _after_opening(engine, state, move, action)
    return found or _Search(engine, state.me).after(state, action)


# --- openings -----------------------------------------------------------------


def _after_opening(
    engine: Engine, state: State, move: CompiledMove, action: Action
) -> Finish | None:
    """The opening that leaves least, with all that may be laid off after it."""
    limits = limits_of(engine, state, move)
    if limits is None or (limits.most_left is None and limits.most_cards is None):
        return None
    assert move.opening is not None
    begun = engine.program.nodes[state.pc].kind == OPENING
    shape = engine.plans.shape(action[1], action[2:]) if len(action) > 1 else None
    asked = _Least(engine, state, move, limits, begun, shape)
    best = None
    for needs in asked.ways():
        found = asked.least(needs)
        if found is not None and (best is None or asked.cost(found) < asked.cost(best)):
            best = found
    return None if best is None else Finish(asked.after(best), FAR, choices=True)


class _Least:
    """What least an opening can leave in hand."""

    def __init__(
        self,
        engine: Engine,
        state: State,
        move: CompiledMove,
        limits: Limits,
        begun: bool,
        shape: Shape | None,
    ) -> None:
        opening = move.opening
        assert opening is not None
        self.engine, self.state, self.move, self.opening = engine, state, move, opening
        self.lay_off = limits.lay_off
        self.shape = shape
        self.slot = opening.hand_base + state.mover
        bag = cast(int, state.z[self.slot])
        self.bag = bag
        if shape is not None:
            self.bag = bag_subtract(bag, shape.bag, engine.width, engine.full)
        self.laid = opening.laid(state) + (() if shape is None else (shape,))
        before = state.table[: state.laid_from] if begun else state.table
        self.table = tuple(before)
        # where the hand must be empty the number of cards counts, else their points
        counted = limits.most_cards is not None
        self.points = (1,) * engine.deck.faces if counted else engine.deck.points_of

    def ways(self) -> list[Needs]:
        """The needs that are still open."""
        needs = self.opening.open_needs(self.state, self.state.mover)
        if self.shape is None:
            return [needs]
        return fillings(needs, self.shape.kind, self.shape.size) if needs else [()]

    def cost(self, found: Witness) -> int:
        """What the cards left cost."""
        return sum(self.points[face] for face in self.engine.deck.bag_faces(found.left))

    def least(self, needs: Needs) -> Witness | None:
        """The opening that leaves least, found by halving."""
        best = self._ask(needs, None)
        low = 0
        while best is not None and low < self.cost(best):
            middle = (low + self.cost(best)) // 2
            found = self._ask(needs, middle)
            if found is None:
                low = middle + 1
            else:
                best = found
        return best

    def _ask(self, needs: Needs, most: int | None) -> Witness | None:
        return self.opening.solver.witness(
            self.bag,
            needs,
            table=self.table if self.lay_off else (),
            most_left=most,
            points=self.points,
            accept=self.opening.accept(self.state, self.state.mover),
            laid=self.laid,
            more=self.opening.more,
            lay_off=self.lay_off,
        )

    def after(self, found: Witness) -> State:
        """The state after that opening and what is laid off then."""
        trial = self.state.copy()
        me = trial.mover
        trial.looking = True
        trial.table = [*self.table, *self.laid, *found.melds]
        trial.owners = [*trial.owners[: len(self.table)]]
        trial.owners += [me] * (len(trial.table) - len(self.table))
        trial.credits = [*trial.credits[: len(self.table)]]
        trial.credits += [(me,) * shape.size for shape in trial.table[len(self.table) :]]
        for number, growth in found.added:
            shape = trial.table[number]
            trial.credits[number] = credited(shape, trial.credits[number], growth, me)
            trial.table[number] = growth.shape
        trial.z[self.slot] = found.left
        for effect in self.move.effects:
            effect(trial, me)
        trial.laid_from = -1
        return trial


def way_to_open(engine: Engine, state: State, move: CompiledMove) -> Witness | None:
    """The opening that leaves least in hand, with what is laid off after it.

    Where the hand must become empty the number of cards counts, else their
    points. None: the hand cannot open, or the turn is too intricate to tell.
    """
    limits = limits_of(engine, state, move)
    if limits is None or move.opening is None:
        return None
    return _Least(engine, state, move, limits, False, None).least(
        move.opening.open_needs(state, state.mover)
    )
