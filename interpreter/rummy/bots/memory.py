"""What a player remembers: what lies in a pile, and which cards went to the other.

A view shows how things stand, not how they came about. Who has watched a pile of
which only the top is seen knows many cards below. Who passed a card on, or threw
one that the other then took up, knows for some time what the other holds; this
is remembered at tables of two only, for with more players a card may have gone
on, unseen, from one to the next.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rummy.play.imagine import Imagination
from rummy.play.stages import CARDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rummy.play.engine import Engine
    from rummy.play.imagine import Known
    from rummy.play.state import Action
    from rummy.play.view import View

HAND = "hand"
UNKNOWN = -1


@dataclass(frozen=True, slots=True)
class _Thrown:
    """A card thrown on a pile; how many then lay there and in the stock."""

    slot: int
    face: int
    count: int
    stock: int


class Memory:
    """The cards that a player does not see but has seen, by where they should be."""

    def __init__(self) -> None:
        self._round = (-1, -1)
        self._turn = 0
        self._piles: dict[int, list[int]] = {}
        """The cards of each pile from the bottom to the top; ``UNKNOWN`` where never seen."""
        self._held: Counter[int] = Counter()
        self._seen: Counter[int] = Counter()
        self._thrown: _Thrown | None = None

    def known(self, engine: Engine, view: View) -> Known:
        """What is known of hidden cards, brought up to date with a view.

        A card that has come to light since is taken for the one remembered.
        """
        seen = _seen(engine, view)
        now = view.round, view.progress.played
        if now != self._round:
            self._round = now
            self._held.clear()
            self._piles.clear()
        else:
            self._held -= seen - self._seen
            if len(view.everyone) == 2:
                self._held.update(self._taken_up(engine, view))
        self._watch(engine, view)
        self._thrown, self._seen, self._turn = None, seen, view.turn
        places: dict[tuple[str, int], Sequence[int]] = {}
        for seat in view.everyone:
            if seat != view.seat and len(view.everyone) == 2:
                places[HAND, seat] = sorted(self._held.elements())
        for slot, pile in self._piles.items():
            zone = view.zones[slot]
            places[zone.name, zone.seat] = [face for face in pile[:-1] if face != UNKNOWN]
        left = Counter(dict(enumerate(engine.deck.copies)))
        left.subtract(seen)
        found: dict[tuple[str, int], tuple[int, ...]] = {}
        for (name, seat), faces in places.items():
            zone = view.zone(name, seat)
            sure: list[int] = []
            for face in faces[: zone.count - len(zone.cards or ())]:
                if left[face] > 0:
                    left[face] -= 1
                    sure.append(face)
            found[name, seat] = tuple(sure)
        return found

    def _watch(self, engine: Engine, view: View) -> None:
        """Bring the piles up to date; what may have been taken is known no longer."""
        for slot, seen_by in enumerate(engine.program.slots.seen_by):
            if seen_by != "top" or not engine.program.slots.pile[slot]:
                continue
            zone, pile = view.zones[slot], self._piles.get(slot, [])
            if not zone.cards:
                self._piles[slot] = []
                continue
            top = zone.cards[-1]
            if len(pile) != zone.count or pile[-1] != top:
                # in each turn one card at most is thrown; more than lie there now were taken
                taken = len(pile) + max(1, view.turn - self._turn) - zone.count
                below = pile[: max(0, len(pile) - max(0, taken))][: zone.count - 1]
                pile = [*below, *[UNKNOWN] * (zone.count - 1 - len(below)), top]
            self._piles[slot] = pile

    def chosen(self, engine: Engine, view: View, action: Action) -> None:
        """Note where the own action puts cards that it names."""
        program = engine.program
        if action == program.done:
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
                self._piles.setdefault(slot, []).append(action[1])
        elif owner >= 0 and owner != view.seat and len(view.everyone) == 2:
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
