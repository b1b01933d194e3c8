"""Effects compiled to functions: what happens by itself in a state.

An effect is called with the state and the seat it acts for and returns how it
ends: ``GO_ON``, ``TURN``, ``ROUND`` or ``MATCH``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from rummy.cards import bag_add, bag_remove
from rummy.chance import pick, shuffle, stream
from rummy.play.records import Record
from rummy.play.state import State
from rummy.spec.model import (
    Deal,
    Earn,
    Effect,
    End,
    Expr,
    ForEach,
    MoveCards,
    SetVariable,
    Shuffle,
    ZoneRef,
)

if TYPE_CHECKING:
    from rummy.play.compiler import Compiler

GO_ON, TURN, ROUND, MATCH = 0, 1, 2, 3
ENDS = {"turn": TURN, "round": ROUND, "match": MATCH}
LARGEST = 10**9
"""Stored numbers are cut to ±this; no game counts so far, hostile ones might."""

EffectFunction = Callable[[State, int], int]
CardTest = Callable[[State, int, int], bool]
Number = Callable[[State, int], int]


class NeedFace(Exception):
    """A look-ahead has come to the back of a card and must suppose its face."""


def clamp(value: int) -> int:
    """A number within what the game stores."""
    return -LARGEST if value < -LARGEST else min(value, LARGEST)


BACK = -1
"""What a look-ahead sees of a card that lies face down."""


def take(state: State, slot: int, at: str, top_seen: bool) -> int:
    """Take one card of a pile; what turns up is supposed in a look-ahead."""
    pile = cast("list[int]", state.z[slot])
    if at == "top":
        face = pile.pop()
    else:
        face = pile.pop(0 if at == "bottom" else random_place(state, len(pile)))
    if state.looking:
        if face == BACK:
            face = suppose(state)
        if top_seen and pile and pile[-1] == BACK:
            pile[-1] = suppose(state)
    return face


def random_place(state: State, places: int) -> int:
    """A place in a pile that is left to chance."""
    source = stream(state.seed, f"shuffle:{state.round}:{state.shuffles}")
    state.shuffles += 1
    return pick(places, source)


def suppose(state: State) -> int:
    """The next face that a look-ahead supposes."""
    if not state.assumed:
        raise NeedFace
    return state.assumed.pop()


class ZoneAt:
    """A zone of somebody, found when it is needed."""

    __slots__ = ("base", "name", "of", "pile", "seen_by", "sides", "turns_up")

    def __init__(self, compiler: Compiler, ref: ZoneRef) -> None:
        slots = compiler.slots
        self.name = ref.zone
        self.base = slots.zone[ref.zone]
        self.pile = slots.pile[self.base]
        self.seen_by = slots.seen_by[self.base]
        # a card that turns up matters to a look-ahead only if something reads it
        self.turns_up = self.seen_by == "top" and ref.zone in compiler.names
        self.of: Number | None = None
        if slots.owned[ref.zone] and ref.of is not None:
            self.of = compiler.number(ref.of)
        self.sides = slots.rules.sides if ref.zone in slots.of_side else slots.rules.seats

    def slot(self, state: State, me: int) -> int:
        """The slot of the zone in the state."""
        return self.base if self.of is None else self.base + self.of(state, me) % self.sides

    def owner(self, state: State, me: int) -> int:
        """The seat whose zone it is, -1 for the table's."""
        return -1 if self.of is None else self.of(state, me) % self.sides


def seers(seen_by: str, owner: int) -> tuple[int, ...] | None:
    """The seats that see a card there; None for everybody."""
    if seen_by in ("all", "top"):
        return None
    return (owner,) if seen_by == "owner" else ()


def both_seers(
    first: tuple[int, ...] | None, second: tuple[int, ...] | None
) -> tuple[int, ...] | None:
    """Who sees a card leave or arrive."""
    if first is None or second is None:
        return None
    return tuple(sorted({*first, *second}))


def put(state: State, slot: int, pile: bool, face: int, width: int, at: str = "top") -> None:
    """One more card in a zone, in a pile on top unless ``at`` says otherwise."""
    if not pile:
        state.z[slot] = bag_add(cast(int, state.z[slot]), face, width)
        return
    cards = cast("list[int]", state.z[slot])
    if at == "top":
        cards.append(face)
    elif at == "bottom":
        cards.insert(0, face)
    else:
        cards.insert(random_place(state, len(cards) + 1), face)


def compile_effect(compiler: Compiler, effect: Effect) -> EffectFunction:
    """The function of one effect, guarded by its ``when``."""
    if isinstance(effect, ForEach):
        return _for_each(compiler, effect)
    if isinstance(effect, MoveCards):
        function = _move(compiler, effect)
    elif isinstance(effect, Deal):
        function = _deal(compiler, effect)
    elif isinstance(effect, SetVariable):
        function = _set(compiler, effect)
    elif isinstance(effect, Earn):
        function = _earn(compiler, effect)
    elif isinstance(effect, End):
        ending = ENDS[effect.what]

        def function(state: State, me: int) -> int:
            return ending

    elif isinstance(effect, Shuffle):
        function = _shuffle(compiler, effect)
    else:
        function = _turn_over(compiler, effect.source, effect.target, effect.keep)
    if effect.when is None:
        return function
    when = compiler.truth(effect.when)
    inner = function

    def guarded(state: State, me: int) -> int:
        return inner(state, me) if when(state, me) else GO_ON

    return guarded


def _move(compiler: Compiler, effect: MoveCards) -> EffectFunction:
    source, target = ZoneAt(compiler, effect.source), ZoneAt(compiler, effect.target)
    count = compiler.number(effect.count) if effect.count is not None else None
    test = compiler.card_test(effect.cards)
    mask = compiler.card_mask(effect.cards)
    deck = compiler.deck
    width = deck.faces
    hidden = source.seen_by == "nobody"
    top_seen = source.turns_up
    to_hand = target.name == "hand"
    at = effect.at

    def move(state: State, me: int) -> int:
        slot, into = source.slot(state, me), target.slot(state, me)
        zone = state.z[slot]
        if not zone:
            return GO_ON
        wanted = 1_000_000 if count is None else count(state, me)
        moved: list[int] = []
        if source.pile:
            pile = cast("list[int]", zone)
            while pile and len(moved) < wanted:
                if at == "top" and test is not None and not test(state, me, pile[-1]):
                    break
                moved.append(take(state, slot, at, top_seen))
        else:
            bag = cast(int, zone)
            faces = deck.bag_faces(bag & mask if mask is not None else bag)
            for face in faces:
                if len(moved) >= wanted:
                    break
                if mask is None and test is not None and not test(state, me, face):
                    continue
                bag = bag_remove(bag, face, width)
                moved.append(suppose(state) if hidden and state.looking else face)
            state.z[slot] = bag
        onto = "top" if source.pile else at
        for face in moved:
            put(state, into, target.pile, face, width, onto)
        if moved:
            owner = target.owner(state, me)
            if to_hand and owner == state.me:
                state.taken += moved
            if state.records is not None:
                state.records.append(
                    Record(
                        "move",
                        me,
                        "",
                        tuple(moved),
                        both_seers(
                            seers(source.seen_by, source.owner(state, me)),
                            seers(target.seen_by, owner),
                        ),
                        source.name,
                        target.name,
                        owner,
                    )
                )
        return GO_ON

    return move


def _deal(compiler: Compiler, effect: Deal) -> EffectFunction:
    slots = compiler.slots
    source = ZoneAt(compiler, effect.source)
    base = slots.zone[effect.zone]
    pile = slots.pile[base]
    seen_by = slots.seen_by[base]
    count = compiler.number(effect.count)
    width = compiler.deck.faces
    clockwise = compiler.clockwise

    def deal(state: State, me: int) -> int:
        slot = source.slot(state, me)
        step = state.left if clockwise else state.right
        order = [step[state.dealer]]
        while len(order) < len(state.everyone):
            order.append(step[order[-1]])
        counts = {seat: max(0, count(state, seat)) for seat in order}
        rounds = max(counts.values())
        zone = cast("list[int]", state.z[slot])
        needed = rounds * len(order)
        if (
            0 < needed <= len(zone)
            and min(counts.values()) == rounds
            and not (pile or state.looking)
            and state.records is None
        ):  # everybody gets as many, so the cards of each lie at equal distances
            cards = zone[: -needed - 1 : -1]
            del zone[-needed:]
            for place, seat in enumerate(order):
                bag = cast(int, state.z[base + seat])
                for face in cards[place :: len(order)]:
                    if bag >> face & 1:
                        bag = bag_add(bag, face, width)
                    else:
                        bag |= 1 << face
                state.z[base + seat] = bag
            return GO_ON
        dealt: list[list[int]] = [[] for _ in state.left]
        for done in range(rounds):
            for seat in order:
                # who gets fewer cards is passed over in the first rounds
                if done < rounds - counts[seat] or not state.z[slot]:
                    continue
                face = take(state, slot, "top", False)
                dealt[seat].append(face)
                put(state, base + seat, pile, face, width)
        if state.records is not None:
            for seat in state.everyone:
                state.records.append(
                    Record(
                        "deal",
                        state.dealer,
                        "",
                        tuple(sorted(dealt[seat])),
                        seers(seen_by, seat),
                        source.name,
                        effect.zone,
                        seat,
                    )
                )
        return GO_ON

    return deal


def _set(compiler: Compiler, effect: SetVariable) -> EffectFunction:
    slots = compiler.slots
    of = compiler.number(effect.of) if effect.of is not None else None
    parts = [
        (slots.variable[name], slots.modulus(name), compiler.number(value))
        for name, value in effect.values
    ]

    def set_values(state: State, me: int) -> int:
        owner = me if of is None else of(state, me)
        values = [int(value(state, me)) for _, _, value in parts]
        for (slot, owners, _), value in zip(parts, values, strict=True):
            state.v[slot + owner % owners] = clamp(value)
        return GO_ON

    return set_values


def _earn(compiler: Compiler, effect: Earn) -> EffectFunction:
    amount, of = compiler.number(effect.amount), compiler.number(effect.of)

    def earn(state: State, me: int) -> int:
        owner = of(state, me)
        gained = amount(state, me)
        state.earned[owner] = clamp(state.earned[owner] + gained)
        if state.records is not None and gained:
            state.records.append(Record("earn", owner, points=gained))
        return GO_ON

    return earn


def _for_each(compiler: Compiler, effect: ForEach) -> EffectFunction:
    players = compiler.seats(effect.players)
    inner = compile_effect(compiler, effect.effect)

    def for_each(state: State, me: int) -> int:
        for seat in tuple(players(state, me)):
            inner(state, seat)
        return GO_ON

    return for_each


def _shuffle(compiler: Compiler, effect: Shuffle) -> EffectFunction:
    zone = ZoneAt(compiler, effect.zone)

    def shuffle_pile(state: State, me: int) -> int:
        pile = cast("list[int]", state.z[zone.slot(state, me)])
        pile.sort()
        shuffle(pile, stream(state.seed, f"shuffle:{state.round}:{state.shuffles}"))
        state.shuffles += 1
        if state.records is not None:
            state.records.append(Record("shuffle", me, "", (), None, zone.name, zone.name))
        return GO_ON

    return shuffle_pile


def _turn_over(
    compiler: Compiler, source_ref: ZoneRef, target_ref: ZoneRef, keep: Expr | None
) -> EffectFunction:
    source, target = ZoneAt(compiler, source_ref), ZoneAt(compiler, target_ref)
    kept = compiler.number(keep) if keep is not None else None

    def turn_over(state: State, me: int) -> int:
        pile = cast("list[int]", state.z[source.slot(state, me)])
        stay = 0 if kept is None else max(0, kept(state, me))
        cut = max(0, len(pile) - stay)
        moved = pile[:cut]
        cast("list[int]", state.z[target.slot(state, me)]).extend(reversed(moved))
        del pile[:cut]
        if state.records is not None and moved:
            state.records.append(
                Record(
                    "turn_over", me, "", (), None, source.name, target.name, numbers=(len(moved),)
                )
            )
        return GO_ON

    return turn_over
