"""What a player remembers of cards that it saw go to the other.

A view shows how things stand, not how they came about. Who passed a card on, or
threw one that the other then took up, knows for some time what the other holds.
It is remembered at tables of two only: with more players a card may have gone
on, unseen, from one to the next.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rummy.play.imagine import Imagination
from rummy.play.stages import CARDS

if TYPE_CHECKING:
    from rummy.play.engine import Engine
    from rummy.play.imagine import Known
    from rummy.play.state import Action
    from rummy.play.view import View

HAND = "hand"


@dataclass(frozen=True, slots=True)
class _Thrown:
    """A card thrown on a pile; how many then lay there and in the stock."""

    slot: int
    face: int
    count: int
    stock: int


class Memory:
    """The cards that the other of two players is thought to hold."""

    def __init__(self) -> None:
        self._round = (-1, -1)
        self._held: Counter[int] = Counter()
        self._seen: Counter[int] = Counter()
        self._thrown: _Thrown | None = None

    def known(self, engine: Engine, view: View) -> Known:
        """What is known of the hand of the other, brought up to date with a view.

        A card that has come to light since is taken for the one remembered.
        """
        if len(view.everyone) != 2:
            return {}
        seen = _seen(engine, view)
        now = view.round, view.progress.played
        if now != self._round:
            self._round = now
            self._held.clear()
        else:
            self._held -= seen - self._seen
            self._held.update(self._taken_up(engine, view))
        self._thrown = None
        self._seen = seen
        (other,) = (seat for seat in view.everyone if seat != view.seat)
        zone = view.zone(HAND, other)
        copies = engine.deck.copies
        held = [
            face
            for face, count in sorted(self._held.items())
            for _ in range(min(count, copies[face] - seen[face]))
        ]
        return {(HAND, other): tuple(held[: zone.count - len(zone.cards or ())])}

    def chosen(self, engine: Engine, view: View, action: Action) -> None:
        """Note where the own action puts cards that it names."""
        program = engine.program
        if len(view.everyone) != 2 or action == program.done:
            return
        move = program.moves[action[0]]
        source, target = move.source, move.target
        if move.kind != CARDS or source is None or target is None or source.name != HAND:
            return
        state = Imagination(engine, view).state(None)
        slot, owner = target.slot(state, view.seat), target.owner(state, view.seat)
        if program.slots.seen_by[slot] in ("all", "top"):
            if program.slots.pile[slot] and len(action) == 2:
                count, stock = (view.zones[at].count for at in (slot, program.stock_slot))
                self._thrown = _Thrown(slot, action[1], count + 1, stock)
        elif owner >= 0 and owner != view.seat:
            self._held.update(action[1:])
            self._seen.subtract(action[1:])

    def _taken_up(self, engine: Engine, view: View) -> tuple[int, ...]:
        """The card thrown last, if it is no longer where it was thrown."""
        thrown = self._thrown
        if thrown is None or view.zones[engine.program.stock_slot].count > thrown.stock:
            return ()
        pile = view.zones[thrown.slot]
        top = pile.cards[-1] if pile.cards else -1
        return (thrown.face,) if pile.count <= thrown.count and top != thrown.face else ()


def _seen(engine: Engine, view: View) -> Counter[int]:
    """How often each card is seen anywhere."""
    seen: Counter[int] = Counter()
    for zone in view.zones:
        seen.update(zone.cards or ())
    for meld in view.melds:
        seen.update(engine.deck.face_of[code] for code in meld.codes)
    return seen
