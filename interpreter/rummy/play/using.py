"""Cards that must be used: exact answers where a turn asks that what was taken is laid.

After a visible card is taken, a step in which cards are laid and added may end only
once that card is out of the hand. Whether it can leave is asked of the few melds
that hold it and of the melds on the table; most looks ahead are spared so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, cast

from rummy.cards import bag_add
from rummy.play.choices import wanted
from rummy.play.inplace import InPlace, as_before, kept_for_later
from rummy.play.mustuse import (
    ALL,
    FIRST,
    Take,
    Using,
    needs_empty_hand,
    needs_own_empty,
    take_of,
    using_of,
)
from rummy.play.stages import LAY, LAY_OFF, CompiledMove, Truth
from rummy.play.state import Action, State
from rummy.play.ways import move_changes

if TYPE_CHECKING:
    from rummy.melds.reach import Onto
    from rummy.melds.shapes import Growth, Shape
    from rummy.play.lookahead import Look
    from rummy.play.program import Program

MOST_IN_LINE = 8
"""So many melds and cards are laid one after another to see whether that is enough ..."""
MOST_TRIED = 40
"""... and of so many melds, the dearest, the first that may be laid is taken each time."""


class Uses:
    """The answers of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.nodes = program.nodes
        self.fold = program.rules.fold
        self.hand_base = program.hand_base
        self.width = program.deck.faces
        self.in_place = InPlace(program)
        self.plans = program.plans
        self._crossing = any(
            other != kind.index for kind in program.rules.kinds for other in kind.grows_into
        )
        """Whether a meld may grow into one of another kind."""
        self._takes: dict[int, Take | None] = {}
        self._steps: dict[int, Using] = {}
        self._silent: list[Truth] = []
        """Events that have nothing to say if they had nothing to say before."""
        # no event may have anything to say while a card is in the hand
        trees = {event.name: self.fold(event.when.tree) for event in program.rules.spec.events}
        events = program.events["action"]
        if all(needs_empty_hand(trees[event.name]) for event in events):
            self._silent = [
                event.when for event in events if not needs_own_empty(trees[event.name])
            ]
            for at in range(len(self.nodes)):
                using = using_of(self.fold, self.nodes, at)
                if using is not None:
                    self._steps[at] = using

    # --- asked by the look ahead ------------------------------------------------

    def answer(self, state: State, action: Action, look: Look) -> bool | None:
        """Whether the turn can be finished after an action; None: the look ahead decides.

        ``look`` is the one of this decision: what a table can take is asked once.
        """
        if not self._steps or state.mover != state.me or self._heard(state):
            return None
        program = self.program
        using = self._steps.get(state.pc)
        if using is None:
            if action == program.done:
                return None
            take = self._take_of(state.pc, program.moves[action[0]])
            return None if take is None else self._taken(state, take, action, look)
        if action == program.done:
            return None if self._kept(state, using) else False
        move = program.moves[action[0]]
        before = kept_for_later(state, self.hand_base + state.me)
        try:
            if move.kind == LAY:
                shape = self.plans.shape(action[1], action[2:])
                assert shape is not None
                self.in_place.lay(state, move, shape)
            else:
                _, index, into, code = action
                growth = next(
                    g for g in state.table[index].growth if g.code == code and g.shape.kind == into
                )
                self.in_place.add(state, move, index, growth)
            return self._from(state, using, None)
        finally:
            as_before(state, before)

    def at_step(self, state: State) -> bool | None:
        """The same from a repeated step on, where a look ahead stands at it."""
        using = self._steps.get(state.pc)
        if using is None or state.mover != state.me or self._heard(state):
            return None
        return self._from(state, using, None)

    def _heard(self, state: State) -> bool:
        """Whether an event has something to say already."""
        return bool(self._silent) and any(when(state, state.me) for when in self._silent)

    # --- how it is found ----------------------------------------------------------

    def _take_of(self, pc: int, move: CompiledMove) -> Take | None:
        """What follows a move that takes visible cards; None: it is another one."""
        if move.number not in self._takes:
            self._takes[move.number] = take_of(
                self.fold, self.nodes, self._steps, self.nodes[pc], move
            )
        return self._takes[move.number]

    def _taken(self, state: State, take: Take, action: Action, look: Look) -> bool | None:
        """Visible cards are taken, and then the step is made."""
        me, move = state.me, take.move
        from_slot, slot = take.source.slot(state, me), self.hand_base + me
        pile = cast("list[int]", state.z[from_slot])
        count = wanted(state, move, me, pile) if move.numbers is None else action[-1]
        if count > take.most:
            return None
        hand, taken, v = cast(int, state.z[slot]), state.taken, state.v
        bags = look.bags.setdefault(from_slot, [hand])
        while len(bags) <= count:
            bags.append(bag_add(bags[-1], pile[-len(bags)], self.width))
        bag = bags[count]
        if look.onto is None:
            look.onto = self.plans.reach.onto(state.table)
        faces = pile[: -count - 1 : -1]
        if take.sure and not self._crossing and not self._some_may(take, faces, bag, look.onto):
            return False
        try:
            state.z[slot] = bag
            state.z[from_slot] = pile[:-count]
            state.taken = [*taken, *faces]
            self.in_place.effects(state, move)
            return self._from(state, take.using, look.onto)
        finally:
            state.z[slot], state.z[from_slot] = hand, pile
            state.taken, state.v = taken, v

    def _some_may(self, take: Take, faces: list[int], bag: int, onto: Onto) -> bool:
        """Whether one of the ways to use these cards might be open, whatever guards say."""
        holding = self.plans.holding
        for which in take.sure:
            for face in faces if which == ALL else faces[:1] if which == FIRST else faces[-1:]:
                if not onto.may_take(face, bag) and not holding.melds(face, bag):
                    break
            else:
                return True
        return False

    def _kept(self, state: State, using: Using) -> bool:
        me = state.me
        return all(duty.holds(state, me) for duty, _ in using.duties)

    def _from(self, state: State, using: Using, onto: Onto | None) -> bool | None:
        """Whether the turn can be finished from the step on.

        ``onto``: what the melds on the table can take, if that is known.
        """
        me = state.me
        bag = cast(int, state.z[self.hand_base + me])
        if not bag:
            return None
        faces: list[int] = []
        for duty, which in using.duties:
            if duty.holds(state, me):
                continue
            if which is None:
                return self._some_line(state, using)
            if onto is None:
                onto = self.plans.reach.onto(state.table)
            before = len(faces)
            for one in which:
                faces += self._able(state, using, bag, one, onto)
            if len(faces) == before:
                return False
        if not faces:
            return self._proved(state, using)
        for face in dict.fromkeys(faces):
            if self._one_move(state, using, bag, face):
                return True
        return None

    def _proved(self, state: State, using: Using) -> bool | None:
        """Whether a proof says that the turn can be finished if the step ends here."""
        return self.program.proofs.from_stage(state, using.following, True) or None

    def _some_line(self, state: State, using: Using) -> bool | None:
        """Whether the dearest melds and cards, one after another, keep all duties.

        For duties that ask for points laid, or for some other thing that grows.
        """
        slot = self.hand_base + state.me
        before = kept_for_later(state, slot)
        try:
            for _ in range(MOST_IN_LINE):
                if not self._dearest(state, using) or not state.z[slot]:
                    return None
                if self._kept(state, using):
                    return self._proved(state, using)
            return None
        finally:
            as_before(state, before)

    def _dearest(self, state: State, using: Using) -> bool:
        """Lay the dearest meld, or where there is none add the dearest card; False: neither."""
        me, points = state.me, self.program.deck.points_of
        bag = cast(int, state.z[self.hand_base + me])
        for move in using.moves:
            if move.kind != LAY or (move.when is not None and not move.when(state, me)):
                continue
            if move.where_first is not None and not move.where_first(state, me):
                continue
            melds = [shape for shape in self.plans.melds(bag) if shape.kind in move.kinds]
            melds.sort(key=lambda shape: -self.program.points_of_bag(shape.bag))
            for shape in melds[:MOST_TRIED]:
                if move.where is None or move.where(state, me, shape.codes):
                    self.in_place.lay(state, move, shape)
                    return True
        for move in using.moves:
            if move.kind != LAY_OFF or (move.when is not None and not move.when(state, me)):
                continue
            for index, shape in enumerate(state.table):
                if shape.grow_mask & bag and (move.onto is None or move.onto(state, me, index)):
                    fits = [growth for growth in shape.growth if bag >> growth.face & 1]
                    self.in_place.add(
                        state, move, index, max(fits, key=lambda growth: points[growth.face])
                    )
                    return True
        return False

    def _able(self, state: State, using: Using, bag: int, which: str, onto: Onto) -> Sequence[int]:
        """The cards that must leave the hand, if that is not impossible; one may be enough."""
        taken = state.taken
        faces = taken if which == ALL else taken[:1] if which == FIRST else taken[-1:]
        held = [face for face in faces if face >= 0 and bag >> face & 1]
        for face in held:
            if not self._can_leave(state, using, bag, face, onto):
                return ()
        return held

    def _can_leave(self, state: State, using: Using, bag: int, face: int, onto: Onto) -> bool:
        """Whether a card might be laid or added in this step; no: it surely cannot."""
        if self.plans.holding.melds(face, bag):
            return True  # also a meld grown from one laid now is made of these cards
        if not onto.may_take(face, bag) and not (
            # but wild cards may lie in it as they only could in a meld of another kind
            self._crossing and self.plans.reach.cards(bag, self.plans.melds(bag)) >> face & 1
        ):
            return False
        for move in using.moves:
            if move.kind == LAY_OFF and self._may_be_made(state, using, move, bag):
                return True
        return False

    def _may_be_made(self, state: State, using: Using, move: CompiledMove, bag: int) -> bool:
        """Whether the guard of a move holds or might come to hold in this step."""
        if move.when is None or move.when(state, state.me):
            return True
        changing = using.guards[move.number]
        return any(
            other.kind != LAY or bool(self.plans.melds(bag))
            for other in using.moves
            if other is not move and changing & move_changes(other)
        )

    def _one_move(self, state: State, using: Using, bag: int, face: int) -> bool:
        """Whether one move with this card is enough, and a proof does the rest."""
        for move, what, index in self._moves_with(state, using, bag, face):
            before = kept_for_later(state, self.hand_base + state.me)
            try:
                if index < 0:
                    self.in_place.lay(state, move, cast("Shape", what))
                else:
                    self.in_place.add(state, move, index, cast("Growth", what))
                if (
                    state.z[self.hand_base + state.me]
                    and self._kept(state, using)
                    and self._proved(state, using)
                ):
                    return True
            finally:
                as_before(state, before)
        return False

    def _moves_with(
        self, state: State, using: Using, bag: int, face: int
    ) -> Iterator[tuple[CompiledMove, Shape | Growth, int]]:
        """Each move that may be made now with a card: a meld, or a growth and its meld."""
        me = state.me
        for move in using.moves:
            if move.when is not None and not move.when(state, me):
                continue
            if move.kind == LAY:
                for shape in self.plans.holding.melds(face, bag):
                    if shape.kind in move.kinds and (
                        move.where is None or move.where(state, me, shape.codes)
                    ):
                        yield move, shape, -1
                continue
            for index, shape in enumerate(state.table):
                if not shape.grow_mask >> face & 1:
                    continue
                if move.onto is None or move.onto(state, me, index):
                    for growth in shape.growth:
                        if growth.face == face:
                            yield move, growth, index
