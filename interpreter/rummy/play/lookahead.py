"""Looking ahead: can the player still finish the turn lawfully?

The look never sees through the back of a card: where a hidden card would turn
up, the turn must be finishable for every face that the player cannot exclude.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummy.play.effects import BACK, NeedFace
from rummy.play.state import Action, State

if TYPE_CHECKING:
    from rummy.play.engine import Engine


def can_finish(engine: Engine, state: State, action: Action) -> bool:
    """Whether the turn can be finished lawfully after this action."""
    return _after(engine, state, action, (), {})


def _after(
    engine: Engine,
    state: State,
    action: Action,
    supposed: tuple[int, ...],
    known: dict[object, bool],
) -> bool:
    trial = state.copy()
    if not state.looking:
        _turn_down(engine, trial)
        trial.looking = True
    trial.kept = True
    trial.assumed = list(reversed(supposed))
    player = state.me
    try:
        engine.apply(trial, action)
    except NeedFace:
        return all(
            _after(engine, state, action, (*supposed, face), known)
            for face in possible_faces(engine, state, player, supposed)
        )
    return _goes_on(engine, trial, player, known)


def _goes_on(engine: Engine, trial: State, player: int, known: dict[object, bool]) -> bool:
    """Whether a look-ahead that has come to a choice, or to the end, ends well."""
    if trial.over or trial.pc < 0:
        return trial.kept
    key = trial.key()
    answer = known.get(key)
    if answer is None:
        answer = any(_after(engine, trial, following, (), known) for following in trial.legal or ())
        node = engine.program.nodes[trial.pc]
        if not answer and node.optional:
            trial.pc = node.next
            answer = _from(engine, trial, player, (), known)
        known[key] = answer
    return answer


def can_pass_over(engine: Engine, state: State, following: int) -> bool:
    """Whether the turn can be finished lawfully from another stage on."""
    trial = state.copy()
    _turn_down(engine, trial)
    trial.looking = True
    trial.kept = True
    trial.pc = following
    return _from(engine, trial, state.me, (), {})


def _from(
    engine: Engine,
    start: State,
    player: int,
    supposed: tuple[int, ...],
    known: dict[object, bool],
) -> bool:
    trial = start.copy()
    trial.assumed = list(reversed(supposed))
    try:
        engine.advance(trial)
    except NeedFace:
        return all(
            _from(engine, start, player, (*supposed, face), known)
            for face in possible_faces(engine, start, player, supposed)
        )
    return _goes_on(engine, trial, player, known)


def _turn_down(engine: Engine, trial: State) -> None:
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
