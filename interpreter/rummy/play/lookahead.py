"""Looking ahead: can the player still finish the turn lawfully?

The look never sees through the back of a card: where a hidden card would turn
up, the turn must be finishable for every face that the player cannot exclude.
Proofs are asked first, then the solver for openings, then the turn is searched.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummy.play.choices import candidates
from rummy.play.effects import BACK, NeedFace
from rummy.play.openlook import can_open
from rummy.play.stages import OPENING, Stage
from rummy.play.state import LAZY, Action, State

if TYPE_CHECKING:
    from rummy.melds.reach import Onto
    from rummy.play.engine import Engine

MOST_POSITIONS = 20_000
"""So many positions one look ahead visits; a turn that is not finished by then
counts as one that cannot be finished."""


class Look:
    """One look ahead: what is known so far, and how much may still be tried."""

    def __init__(self, engine: Engine, player: int) -> None:
        self.engine = engine
        self.player = player
        self.known: dict[object, bool] = {}
        self.left = MOST_POSITIONS
        self.onto: Onto | None = None
        """What the melds on the table can take at this decision, once it is asked."""
        self.bags: dict[int, list[int]] = {}
        """For the slot of a pile the hand with none, one, two ... of its top cards."""

    def after(self, state: State, action: Action, supposed: tuple[int, ...] = ()) -> bool:
        """Whether the turn can be finished after an action."""
        self.left -= 1
        if self.left < 0:
            return False
        trial = state.copy()
        if not state.looking:
            turn_down(self.engine, trial)
            trial.looking = LAZY
        trial.kept = True
        trial.assumed = list(reversed(supposed))
        try:
            self.engine.apply(trial, action)
        except NeedFace:
            return all(
                self.after(state, action, (*supposed, face))
                for face in possible_faces(self.engine, state, self.player, supposed)
            )
        return self._goes_on(trial)

    def start(self, state: State, supposed: tuple[int, ...] = ()) -> bool:
        """Whether the turn can be finished from the stage where a state stands."""
        self.left -= 1
        if self.left < 0:
            return False
        trial = state.copy()
        trial.assumed = list(reversed(supposed))
        try:
            self.engine.advance(trial)
        except NeedFace:
            return all(
                self.start(state, (*supposed, face))
                for face in possible_faces(self.engine, state, self.player, supposed)
            )
        return self._goes_on(trial)

    def _goes_on(self, trial: State) -> bool:
        """Whether a look that has come to a choice, or to the end, ends well."""
        if trial.over or trial.pc < 0:
            return trial.kept
        answer = self.engine.program.uses.at_step(trial)
        if answer is not None:
            return answer
        key = trial.key()
        answer = self.known.get(key)
        if answer is not None:
            return answer
        legal = trial.legal or []
        if trial.legal is None:
            # the step may be ended: only if that leads nowhere its moves are worked out
            if self.after(trial, self.engine.program.done):
                self.known[key] = True
                return True
            legal = candidates(self.engine, trial, self.engine.program.nodes[trial.pc])
        if trial.mover != trial.me:
            # what somebody else chooses must always lead to a lawful end
            answer = all(self.after(trial, action) for action in legal)
        else:
            # `done` and small moves last in the list end a turn soonest
            answer = any(self.after(trial, action) for action in reversed(legal))
            stage = self.engine.program.nodes[trial.pc]
            if not answer and stage.optional:
                trial.pc = stage.next
                answer = self.start(trial)
        self.known[key] = answer
        return answer


def can_finish(engine: Engine, state: State, stage: Stage, action: Action, look: Look) -> bool:
    """Whether the turn can be finished after this action, where no proof says so.

    ``look`` is shared by all actions of a decision: what one has shown of a
    position serves the others.
    """
    program = engine.program
    answer = program.uses.answer(state, action, look)
    if answer is None:
        answer = program.last_steps.answer(state, action)
    if answer is None and action != program.done:
        move = program.moves[action[0]]
        if move.opening is not None and stage.kind != OPENING:
            answer = can_open(engine, state, move)
    if answer is None:
        look.left = MOST_POSITIONS
        answer = look.after(state, action)
    return answer


def can_pass_over(engine: Engine, state: State, following: int) -> bool:
    """Whether the turn can be finished lawfully from another stage on."""
    trial = state.copy()
    turn_down(engine, trial)
    trial.looking = LAZY
    trial.kept = True
    trial.pc = following
    return Look(engine, state.me).start(trial)


def turn_down(engine: Engine, trial: State) -> None:
    """Every card of a pile that nobody sees becomes a back."""
    seen_by = engine.program.slots.seen_by
    for slot, zone in enumerate(trial.z):
        if isinstance(zone, list) and zone:
            if seen_by[slot] == "top":
                trial.z[slot] = [BACK] * (len(zone) - 1) + zone[-1:]
            elif seen_by[slot] == "nobody":
                trial.z[slot] = [BACK] * len(zone)


def possible_faces(engine: Engine, state: State, seat: int, supposed: tuple[int, ...]) -> list[int]:
    """Faces that a hidden card may have, as far as a seat can tell."""
    deck = engine.deck
    left = list(deck.copies)
    for face in visible_faces(engine, state, seat):
        left[face] -= 1
    for face in supposed:
        left[face] -= 1
    return [face for face in range(deck.faces) if left[face] > 0]


def visible_faces(engine: Engine, state: State, seat: int) -> list[int]:
    """The faces of all cards that a seat sees."""
    slots, deck = engine.program.slots, engine.deck
    seen: list[int] = []
    for slot, zone in enumerate(state.z):
        seen_by = slots.seen_by[slot]
        if seen_by == "all" or (seen_by == "owner" and slots.zone_names[slot][1] == seat):
            seen += deck.bag_faces(zone) if isinstance(zone, int) else zone
        elif seen_by == "top" and isinstance(zone, list) and zone and zone[-1] != BACK:
            seen.append(zone[-1])
    for shape in state.table:
        seen += [deck.face_of[code] for code in shape.codes]
    return seen
