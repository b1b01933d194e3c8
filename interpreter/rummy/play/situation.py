"""A table set up by hand: the start of an example, a puzzle, a bug report."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import cast

from rummy.errors import CardError, UsageError
from rummy.play.effects import clamp
from rummy.play.engine import Engine
from rummy.play.nomeld import no_meld, placed, split
from rummy.play.rounds import settle_wilds
from rummy.play.state import State
from rummy.spec.model import Given
from rummy.spelling import did_you_mean


@dataclass(slots=True)
class Situation:
    """What lies where. Seats count from 0.

    ``zones``: (zone, seat or None for the table) -> faces; a pile's cards are
    named from the top down. ``melds``: (kind, codes, owner). ``values``: (name
    of a variable, ``earned`` or ``total``; seat or None) -> value. Cards that
    are not named lie in the stock, beneath those named there, in the order of
    faces. ``step``: the step of the turn that comes next (empty: the first).
    """

    zones: dict[tuple[str, int | None], tuple[int, ...]] = field(default_factory=dict)
    melds: list[tuple[int, tuple[int, ...], int]] = field(default_factory=list)
    values: dict[tuple[str, int | None], int] = field(default_factory=dict)
    turn: int = 0
    dealer: int | None = None
    round: int = 1
    step: str = ""


def parse_meld(engine: Engine, text: str) -> tuple[int, tuple[int, ...], int]:
    """Read a meld on the table, ``pair 9H 9D by 1``: kind, codes, owner.

    Raises ``UsageError`` with the reason.
    """
    found = re.fullmatch(r"\s*(\w+)\s+(.*?)\s+by\s+(\d+)\s*", text)
    if found is None:
        raise UsageError(f"{text!r}: write a meld as `KIND CARDS by SEAT`")
    kinds = {kind.name: kind.index for kind in engine.rules.kinds}
    kind = kinds.get(found[1])
    if kind is None:
        near = did_you_mean(found[1], kinds) or f"there are {', '.join(kinds)}"
        raise UsageError(f"{found[1]!r} is no kind of meld here; {near}")
    try:
        codes = engine.deck.parse_many(found[2])
    except CardError as error:
        raise UsageError(str(error)) from None
    readings = engine.plans.readings(kind, [placed(engine, kind, code) for code in codes])
    title = engine.rules.kinds[kind].title
    if not readings:
        reason = no_meld(engine, kind, *split(engine, codes))
        raise UsageError(f"{text!r} is no {title}" + (f": {reason.text}" if reason else ""))
    if len(readings) > 1:
        ways = " or ".join(engine.deck.texts(shape.display) for shape in readings[:3])
        more = " ..." if len(readings) > 3 else ""
        raise UsageError(f"{text!r} can be read in several ways: {ways}{more}")
    owner = int(found[3]) - 1
    if not 0 <= owner < engine.players:
        raise UsageError(f"there is no seat {owner + 1}")
    return kind, readings[0].codes, owner


def situation_of(engine: Engine, given: Given | None, round: int = 1) -> Situation:
    """What stands under ``given``, read with the cards and seats of a table.

    Raises ``UsageError`` for a card that the pack does not have, a seat that
    nobody takes, a value that is none.
    """
    situation = Situation(round=round)
    if given is None:
        return situation
    try:
        for name, seat, cards, _ in given.zones:
            _check_seat(engine, seat)
            situation.zones[name, seat] = engine.deck.parse_many(cards)
    except CardError as error:
        raise UsageError(str(error)) from None
    now = engine_of(engine, situation) if given.melds else engine
    for text, _ in given.melds:
        situation.melds.append(parse_meld(now, text))
    for name, seat, text, _ in given.values:
        _check_seat(engine, seat)
        situation.values[name, seat] = _number(text)
    _check_seat(engine, given.turn)
    _check_seat(engine, given.dealer)
    situation.turn = given.turn or 0
    situation.dealer = given.dealer
    situation.step = given.step
    return situation


def _check_seat(engine: Engine, seat: int | None) -> None:
    if seat is not None and seat >= engine.players:
        raise UsageError(
            f"there is no seat {seat + 1} with {engine.players} players; say `players:`"
        )


def _number(text: str) -> int:
    lowered = text.strip().lower()
    if lowered in ("true", "false"):
        return int(lowered == "true")
    try:
        return int(lowered)
    except ValueError:
        raise UsageError(f"{text!r} is no number") from None


def engine_of(engine: Engine, situation: Situation) -> Engine:
    """The engine for the wild cards of a situation: those of its round and table."""
    return engine.of(_with_zones(engine, situation))


def _with_zones(engine: Engine, situation: Situation) -> State:
    """A state in which the round, the cards of zones and the wild cards are settled."""
    program = engine.program
    slots = program.slots
    state = engine.blank(0)
    state.round = situation.round
    state.played = situation.round - 1
    for (name, seat), faces in situation.zones.items():
        if name not in slots.zone:
            raise UsageError(f"there is no zone {name!r}")
        slot = slots.zone[name] + slots.place(name, seat or 0)
        state.z[slot] = list(reversed(faces)) if slots.pile[slot] else engine.deck.bag(faces)
    settle_wilds(engine, state)
    return state


def set_up(engine: Engine, situation: Situation, advance: bool = True) -> State:
    """The state of a situation; with ``advance`` at its first decision.

    Raises ``UsageError`` when it names a card more often than the pack has it,
    or a zone, variable, seat or step that is not there.
    """
    state = _with_zones(engine, situation)
    engine = engine.of(state)
    deck, program = engine.deck, engine.program
    slots = program.slots
    left = list(deck.copies)

    def use(faces: Iterable[int]) -> None:
        for face in faces:
            if left[face] == 0:
                raise UsageError(
                    f"{deck.text(face)} is there more often than in the pack of "
                    f"{engine.players} players"
                )
            left[face] -= 1

    state.single = True
    dealer = situation.dealer
    state.dealer = (situation.turn - 1) % engine.players if dealer is None else dealer
    state.starter = program.starter(state, state.dealer)
    state.me = state.mover = state.whom = situation.turn
    engine.reset(state, "round")
    engine.reset(state, "turn")
    for faces in situation.zones.values():
        use(faces)
    for kind, codes, owner in situation.melds:
        shape = engine.plans.shape(kind, codes)
        assert shape is not None
        use(deck.face_of[code] for code in codes)
        state.table.append(shape)
        state.owners.append(owner)
        state.credits.append((owner,) * shape.size)
    rest: Sequence[int] = [face for face, count in enumerate(left) for _ in range(count)]
    stock = cast("list[int]", state.z[program.stock_slot])
    state.z[program.stock_slot] = [*rest, *stock]
    for (name, seat), value in situation.values.items():
        if name == "earned":
            state.earned[seat or 0] = clamp(value)
        elif name == "total":
            state.total[seat or 0] = clamp(value)
        elif name in slots.variable:
            state.v[slots.variable[name] + slots.place(name, seat or 0)] = clamp(value)
        else:
            raise UsageError(f"there is no variable {name!r}")
    state.turn_number = 1
    state.pc = program.turn_start
    if situation.step:
        state.pc = program.step_entry(situation.step)
    if advance:
        engine.advance(state)
    return state
