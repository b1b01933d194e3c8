"""Carrying out moves: cards go, melds are laid and grow, points are credited."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from rummy.cards import bag_add, bag_remove, bag_subtract
from rummy.play.choices import wanted
from rummy.play.effects import both_seers, clamp, put, seers, take
from rummy.play.records import Record
from rummy.play.stages import CARDS, LAY, LAY_OFF, OPEN, REBUILD, SAY, SWAP, TOP, CompiledMove
from rummy.play.state import Action, State

if TYPE_CHECKING:
    from rummy.melds.shapes import Growth, Shape
    from rummy.play.engine import Engine


def make(engine: Engine, state: State, move: CompiledMove, action: Action, me: int) -> None:
    """Carry out the verb of a move; its effects come after it."""
    kind = move.kind
    if move.whom is not None:
        state.whom = action[1]
    if kind == LAY:
        lay(engine, state, move, action, me)
    elif kind == LAY_OFF:
        add(engine, state, move, action, me)
    elif kind == OPEN:
        assert move.opening is not None
        state.entry = move.opening.entry(state, me)
        state.laid_from = len(state.table)
    elif kind == REBUILD:
        state.joined = ()
    elif kind == SAY:
        if state.records is not None:
            state.records.append(Record("say", me, move.move.name, numbers=_named(move, action)))
    elif kind == SWAP:
        _swap(engine, state, move, action, me)
    else:
        _move_cards(engine, state, move, action, me)


def lay(engine: Engine, state: State, move: CompiledMove, action: Action, me: int) -> None:
    """A new meld goes from the hand to the table."""
    shape = engine.plans.shape(action[1], action[2:])
    assert shape is not None
    hand, bag = engine.program.hand_base + me, shape.bag
    if move.source is not None:
        slot = move.source.slot(state, me)
        bag = bag_remove(bag, take(state, slot, "top", move.source.turns_up), engine.width)
    state.z[hand] = bag_subtract(cast(int, state.z[hand]), bag, engine.width, engine.full)
    state.table.append(shape)
    state.owners.append(me)
    state.credits.append((me,) * shape.size)
    state.earned[me] = clamp(state.earned[me] + shape.lay)
    if state.records is not None:
        state.records.append(
            Record(
                "lay",
                me,
                move.move.name,
                shape.display,
                meld=len(state.table) - 1,
                kind=shape.kind,
                points=shape.lay,
            )
        )


def add(engine: Engine, state: State, move: CompiledMove, action: Action, me: int) -> None:
    _, index, into, code = action
    shape = state.table[index]
    growth = next(g for g in shape.growth if g.code == code and g.shape.kind == into)
    slot = engine.program.hand_base + me if move.source is None else move.source.slot(state, me)
    zone = state.z[slot]
    if isinstance(zone, int):
        state.z[slot] = bag_remove(zone, growth.face, engine.width)
    else:
        take(state, slot, "top", move.source is not None and move.source.turns_up)
    state.table[index] = growth.shape
    state.credits[index] = credited(shape, state.credits[index], growth, me)
    state.onto = index
    state.earned[me] = clamp(state.earned[me] + growth.points)
    if state.records is not None:
        state.records.append(
            Record(
                "add",
                me,
                move.move.name,
                (code,),
                source="hand" if move.source is None else move.source.name,
                meld=index,
                kind=into,
                points=growth.points,
            )
        )


def _swap(engine: Engine, state: State, move: CompiledMove, action: Action, me: int) -> None:
    """A natural card takes the place of a wild one, which comes into the hand or stays."""
    index, face, code = action[1:4]
    old = state.table[index]
    swap = next(s for s in old.swaps if (s.face, s.code) == (face, code))
    slot = engine.program.hand_base + me
    hand = bag_remove(cast(int, state.z[slot]), face, engine.width)
    shape = swap.shape
    if move.stays:
        shape = next(g.shape for g in shape.growth if (g.shape.kind, g.code) == action[4:])
        state.credits[index] = swapped(old, state.credits[index], face, code, me, action[5])
    else:
        state.credits[index] = swapped(old, state.credits[index], face, code, me)
        hand = bag_add(hand, swap.wild, engine.width)
        if me == state.me:
            state.taken.append(swap.wild)
    state.z[slot] = hand
    state.table[index] = shape
    if state.records is not None:
        state.records.append(
            Record(
                "swap",
                me,
                move.move.name,
                (face, code, *action[5:]),
                target="" if move.stays else "hand",
                meld=index,
                kind=shape.kind,
            )
        )


def _named(move: CompiledMove, action: Action) -> tuple[int, ...]:
    """The player whom an action names, for its record."""
    return () if move.whom is None else (action[1],)


def credited(shape: Shape, credit: tuple[int, ...], growth: Growth, by: int) -> tuple[int, ...]:
    """Who laid each card of a meld, in the order of its codes, once a card is added."""
    if credit.count(by) == len(credit):
        return (*credit, by)
    pairs = [*zip(shape.codes, credit, strict=True), (growth.code, by)]
    if growth.shape.codes != tuple(sorted([code for code, _ in pairs])):
        # a wild card has another place now, and was laid by the same player
        now = list(growth.shape.codes)
        now.remove(growth.code)
        gone = next(code for code in shape.codes if shape.codes.count(code) > now.count(code))
        there = next(code for code in now if now.count(code) > shape.codes.count(code))
        moved = min(pair for pair in pairs[:-1] if pair[0] == gone)
        pairs.remove(moved)
        pairs.append((there, moved[1]))
    return tuple([seat for _, seat in sorted(pairs)])


def swapped(
    shape: Shape, credit: tuple[int, ...], face: int, code: int, by: int, moved: int | None = None
) -> tuple[int, ...]:
    """The same once a natural card has taken the place of a wild one, perhaps moved to an end."""
    pairs = sorted(zip(shape.codes, credit, strict=True))
    wild = next(pair for pair in pairs if pair[0] == code)
    pairs.remove(wild)
    pairs.append((face, by))
    if moved is not None:
        pairs.append((moved, wild[1]))
    return tuple([seat for _, seat in sorted(pairs)])


def _move_cards(engine: Engine, state: State, move: CompiledMove, action: Action, me: int) -> None:
    source, target = move.source, move.target
    assert source is not None and target is not None
    slot, into = source.slot(state, me), target.slot(state, me)
    if move.kind == TOP:
        pile = cast("list[int]", state.z[slot])
        count = wanted(state, move, me, pile) if move.numbers is None else action[-1]
        top_seen = source.turns_up
        faces = [take(state, slot, move.at, top_seen) for _ in range(count)]
    else:
        bag = cast(int, state.z[slot])
        if move.kind == CARDS:
            faces = list(move.named(action))
        else:
            faces = [
                face
                for face in engine.deck.bag_faces(bag)
                if move.test is None or move.test(state, me, face)
            ]
        for face in faces:
            bag = bag_remove(bag, face, engine.width)
        state.z[slot] = bag
    if target.pile:
        at = move.at if move.kind != TOP else "top"
        for face in faces:
            put(state, into, True, face, engine.width, at)
    else:
        bag = cast(int, state.z[into])
        for face in faces:
            bag = bag_add(bag, face, engine.width)
        state.z[into] = bag
    owner = target.owner(state, me)
    if target.name == "hand" and owner == state.me:
        state.taken += faces
    if state.records is not None:
        state.records.append(
            Record(
                "move",
                me,
                move.move.name,
                tuple(faces),
                both_seers(
                    seers(source.seen_by, source.owner(state, me)), seers(target.seen_by, owner)
                ),
                source.name,
                target.name,
                owner,
                numbers=_named(move, action),
            )
        )
