"""What the moves of a stage allow: the candidates for legal actions."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, cast

from rummy.cards import bag_add
from rummy.play.anew import Lying
from rummy.play.stages import (
    CARDS,
    LAY,
    LAY_OFF,
    OPEN,
    REBUILD,
    SAY,
    SWAP,
    TOP,
    CompiledMove,
    Stage,
)
from rummy.play.state import Action, State

if TYPE_CHECKING:
    from rummy.play.engine import Engine

MEMO_SIZE = 20_000
"""Hands for which the possible melds are kept; then the memo starts anew."""


def candidates(engine: Engine, state: State, stage: Stage) -> list[Action]:
    """The actions of a stage for ``state.mover``, without look-ahead, in order."""
    found: list[Action] = []
    me = state.mover
    unseen = state.looking and me != state.me  # a look ahead sees no other hand
    for move in stage.moves:
        if unseen and from_hand(move):
            continue
        when = move.when
        if when is not None and not when(state, me):
            continue
        if move.whom is not None:
            found += naming(engine, state, move, me)
        else:
            of_move(engine, state, move, me, found)
    return found


def of_move(engine: Engine, state: State, move: CompiledMove, me: int, found: list[Action]) -> None:
    """Add the actions of a move that may be made, but for the player whom it names."""
    kind = move.kind
    if kind == LAY:
        bag = cast(int, state.z[engine.program.hand_base + me])
        if move.source is None and not move.where_looks:
            actions = move.memo.get(bag)
            if actions is None:
                actions = lays(engine, state, move, bag, me)
        else:
            actions = _lays_with(engine, state, move, bag, me)
        found += actions
    elif kind == LAY_OFF:
        _lay_offs(engine, state, move, me, found)
    elif kind == CARDS:
        _cards(engine, state, move, me, found)
    elif kind == SAY:
        found.append((move.number,))
    elif kind == OPEN:
        assert move.opening is not None
        if move.opening.possible(state, me):
            found.append((move.number,))
    elif kind == SWAP:
        _swaps(engine, state, move, me, found)
    elif move.numbers is not None:
        found += _numbers(state, move, me)
    elif kind == REBUILD:
        if Lying(engine, state, move).possible():
            found.append((move.number,))
    elif _can_move(engine, state, move, me):
        found.append((move.number,))


def naming(engine: Engine, state: State, move: CompiledMove, me: int) -> list[Action]:
    """The actions of a move that names a player: those for each whom it may name."""
    assert move.whom is not None
    found: list[Action] = []
    before = state.whom
    for seat in sorted(set(move.whom(state, me))):
        state.whom = seat
        with_this: list[Action] = []
        of_move(engine, state, move, me, with_this)
        found += [(move.number, seat, *action[1:]) for action in with_this]
    state.whom = before
    return found


def from_hand(move: CompiledMove) -> bool:
    """Whether a move takes cards that only its player sees."""
    if move.kind in (LAY, OPEN, SWAP, REBUILD):
        return True
    if move.source is None:
        return move.kind == LAY_OFF
    return not move.source.pile and move.source.seen_by == "owner"


def opening_candidates(engine: Engine, state: State, move: CompiledMove) -> list[Action]:
    """The melds that may be laid next in an opening."""
    assert move.opening is not None
    number = move.number
    return [
        (number, shape.kind, *shape.codes) for shape in move.opening.next_melds(state, state.mover)
    ]


def _lays_with(engine: Engine, state: State, move: CompiledMove, bag: int, me: int) -> list[Action]:
    """The same with the top card of a pile, or where more than the meld is looked at."""
    top = -1
    if move.source is not None:
        pile = cast("list[int]", state.z[move.source.slot(state, me)])
        top = pile[-1] if pile else -1
        if top < 0:
            return []
        bag = bag_add(bag, top, engine.width)
    first, where = move.where_first, move.where
    if first is not None and not first(state, me):
        return []
    melds = move.parted.get((bag, top))
    if melds is None:
        melds = _parted(engine, state, move, bag, top)
    if where is None:
        return [action for action, _ in melds]
    known: dict[tuple[object, ...], bool] = {}
    found = []
    for action, parts in melds:
        passes = known.get(parts)
        if passes is None:
            passes = known[parts] = where(state, me, action[2:])
        if passes:
            found.append(action)
    return found


def _parted(
    engine: Engine, state: State, move: CompiledMove, bag: int, top: int
) -> list[tuple[Action, tuple[object, ...]]]:
    """The melds of these cards, each with what the condition of the move looks at in it."""
    number, looks = move.number, move.where_parts
    made: list[tuple[Action, tuple[object, ...]]] = []
    for kind in move.kinds:
        for shape in engine.plans.melds_of(kind, bag):
            if top < 0 or shape.bag >> top & 1:
                seen = [look(state, state.me, shape.codes) for look in looks]
                parts = tuple([frozenset(p) if isinstance(p, set) else p for p in seen])
                made.append(((number, kind, *shape.codes), parts))
    if len(move.parted) > MEMO_SIZE:
        move.parted.clear()
    move.parted[bag, top] = made
    return made


def lays(engine: Engine, state: State, move: CompiledMove, bag: int, me: int) -> list[Action]:
    number, where, kinds = move.number, move.where, move.kinds
    melds = engine.plans.melds(bag)  # sorted by kind and codes
    if len(kinds) < len(engine.rules.kinds):
        melds = [shape for shape in melds if shape.kind in kinds]
    if where is not None:
        melds = [shape for shape in melds if where(state, me, shape.codes)]
    actions: list[Action] = [(number, *shape.order) for shape in melds]
    if len(move.memo) > MEMO_SIZE:
        move.memo.clear()
    move.memo[bag] = actions
    return actions


def _lay_offs(
    engine: Engine, state: State, move: CompiledMove, me: int, found: list[Action]
) -> None:
    bag = lay_off_bag(engine, state, move, me)
    number = move.number
    onto = move.onto
    for index, shape in enumerate(state.table):
        if shape.grow_mask & bag and (onto is None or onto(state, me, index)):
            for growth in shape.growth:
                if bag >> growth.face & 1:
                    found.append((number, index, growth.shape.kind, growth.code))


def _swaps(engine: Engine, state: State, move: CompiledMove, me: int, found: list[Action]) -> None:
    bag = cast(int, state.z[engine.program.hand_base + me])
    for index, shape in enumerate(state.table):
        if not shape.swap_mask & bag:
            continue
        if move.onto is not None and not move.onto(state, me, index):
            continue
        for swap in shape.swaps:
            if not bag >> swap.face & 1:
                continue
            if move.test is not None and not move.test(state, me, swap.wild):
                continue
            action = (move.number, index, swap.face, swap.code)
            if not move.stays:
                found.append(action)
                continue
            for growth in swap.shape.growth:
                if growth.face == swap.wild:
                    found.append((*action, growth.shape.kind, growth.code))


def lay_off_bag(engine: Engine, state: State, move: CompiledMove, me: int) -> int:
    """The cards that a lay-off may take: the hand, or of a pile its top card."""
    if move.source is None:
        return cast(int, state.z[engine.program.hand_base + me])
    zone = state.z[move.source.slot(state, me)]
    if isinstance(zone, int):
        return zone
    return 1 << zone[-1] if zone and zone[-1] >= 0 else 0


def _cards(engine: Engine, state: State, move: CompiledMove, me: int, found: list[Action]) -> None:
    assert move.source is not None
    zone = cast(int, state.z[move.source.slot(state, me)])
    rest = zone & engine.full
    number = move.number
    if move.mask is not None:
        rest &= move.mask
    elif move.may_pass is not None:
        rest &= move.may_pass(state, me)
    test = move.test if move.mask is None else None
    if move.count is not None:
        counts = (move.count(state, me),) if move.numbers is None else move.numbers(state, me)
        faces = [
            face
            for face in engine.deck.bag_faces(zone)
            if rest >> face & 1 and (test is None or test(state, me, face))
        ]
        chosen = {
            some
            for count in counts
            if 0 < count <= len(faces)
            for some in combinations(faces, count)
        }
        found += [(number, *some) for some in sorted(chosen)]
        return
    while rest:
        low = rest & -rest
        face = low.bit_length() - 1
        if test is None or test(state, me, face):
            found.append((number, face))
        rest ^= low


def _numbers(state: State, move: CompiledMove, me: int) -> list[Action]:
    """How many cards of a pile may be taken, each number an action."""
    assert move.source is not None and move.numbers is not None
    pile = cast("list[int]", state.z[move.source.slot(state, me)])
    test, most = move.test, len(pile)
    if test is not None and move.at == "top":
        most = 0
        while most < len(pile) and test(state, me, pile[-1 - most]):
            most += 1
    return [(move.number, n) for n in sorted(set(move.numbers(state, me))) if 0 < n <= most]


def _can_move(engine: Engine, state: State, move: CompiledMove, me: int) -> bool:
    assert move.source is not None
    zone = state.z[move.source.slot(state, me)]
    if move.kind == TOP:
        return wanted(state, move, me, cast("list[int]", zone)) > 0
    bag = cast(int, zone)
    if move.mask is not None:
        return bool(bag & move.mask)
    assert move.test is not None
    return any(move.test(state, me, face) for face in engine.deck.bag_faces(bag))


def wanted(state: State, move: CompiledMove, me: int, pile: list[int]) -> int:
    """How many cards a move takes from a pile; 0: it cannot be made."""
    test = move.test
    if move.everything:
        taken = 0
        for face in reversed(pile):
            if test is not None and not test(state, me, face):
                break
            taken += 1
        return taken
    count = 1 if move.count is None else max(1, move.count(state, me))
    if count > len(pile):
        return 0
    if move.at != "top":
        return count
    if test is not None and not all(test(state, me, face) for face in pile[-count:]):
        return 0
    return count
