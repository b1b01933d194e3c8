"""A table as it might be: states that agree with what one seat sees.

A view tells which cards its seat sees and how many lie where it cannot look.
Whatever it does not see, other hands, the stock, cards face down, is dealt
anew, each way of dealing as likely as any other: so it is after a fair shuffle
for somebody who draws no conclusions from what the others have played. What
such a player is sure of all the same (who holds the card that was passed on)
is given as ``known``.

Nothing hidden is read here, for nothing but the view comes in: the seed of the
match is hidden too, and the imagined table has one of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rummy.cards import bag_add
from rummy.chance import pick, shuffle
from rummy.errors import UsageError
from rummy.play.state import State

if TYPE_CHECKING:
    from random import Random

    from rummy.play.engine import Engine
    from rummy.play.view import View

SEEDS = 2**31
"""So many seeds there are for what is left to chance at an imagined table."""

Known = Mapping[tuple[str, int], tuple[int, ...]]
"""Faces known to be among the hidden cards of a zone of a seat (-1: the table's)."""


def imagine(engine: Engine, view: View, chance: Random, known: Known | None = None) -> State:
    """A state that looks from the seat of the view just as the real one does.

    ``engine``: the engine of the table. ``chance`` deals the hidden cards.
    ``known``: hidden cards whose zone the seat knows. The state is at the
    same decision; its ``legal`` are those of the view if its seat is to decide,
    else None (they depend on cards it does not see; ``engine.advance`` works
    them out). The cards taken in the turn of somebody else are not in ``taken``.
    Raises ``UsageError`` for a match that is over, and where
    ``known`` does not go with the view.
    """
    return Imagination(engine, view, known).state(chance)


class Imagination:
    """All that is alike in the imagined tables of one view; made once, dealt often."""

    def __init__(self, engine: Engine, view: View, known: Known | None = None) -> None:
        if view.over:
            raise UsageError("a match that is over leaves nothing to imagine")
        self.engine = engine.of(view)
        self.view = view
        self._base = _seen(self.engine, view)
        self._hidden, self.unseen = self._places(known or {})

    def state(self, chance: Random | None) -> State:
        """One more table, its hidden cards dealt anew.

        Without ``chance`` they are dealt in the order of faces, for who only
        wants to ask the rules about what lies open and how many cards do not.
        """
        state = self._base.copy()
        cards = list(self.unseen)
        if chance is not None:
            state.seed = pick(SEEDS, chance)
            shuffle(cards, chance)
        width = self.engine.width
        for slot, count, known in self._hidden:
            dealt = [*known, *(cards.pop() for _ in range(count))]
            zone = state.z[slot]
            if isinstance(zone, int):
                for face in dealt:
                    zone = bag_add(zone, face, width)
                state.z[slot] = zone
            else:
                if known and chance is not None:
                    shuffle(dealt, chance)
                state.z[slot] = dealt + zone  # what is seen of a pile lies on top
        return state

    def _places(self, known: Known) -> tuple[list[tuple[int, int, tuple[int, ...]]], list[int]]:
        """Where how many cards are to be dealt (and which are known), and which cards."""
        view, deck = self.view, self.engine.deck
        left = list(deck.copies)
        places = []
        for slot, zone in enumerate(view.zones):
            sure = known.get((zone.name, zone.seat), ())
            hidden = zone.count - len(zone.cards or ())
            if len(sure) > hidden:
                raise UsageError(f"more cards of {zone.name} are known than are hidden there")
            if hidden:
                places.append((slot, hidden - len(sure), sure))
            for face in (*(zone.cards or ()), *sure):
                left[face] -= 1
        for meld in view.melds:
            for code in meld.codes:
                left[deck.face_of[code]] -= 1
        unseen = [face for face, count in enumerate(left) for _ in range(count)]
        if min(left) < 0 or len(unseen) != sum(count for _, count, _ in places):
            raise UsageError("the cards known and seen are not those of the pack")
        return places, unseen


def _seen(engine: Engine, view: View) -> State:
    """The state with no card in it but those that the seat sees."""
    where, slots = view.progress, engine.program.slots
    state = engine.blank(0)
    for slot, zone in enumerate(view.zones):
        if slots.pile[slot]:
            state.z[slot] = list(zone.cards or ())
        else:
            state.z[slot] = engine.deck.bag(zone.cards or ())
    for meld in view.melds:
        shape = engine.plans.shape(meld.kind, meld.codes)
        assert shape is not None
        state.table.append(shape)
        state.owners.append(meld.owner)
        state.credits.append(meld.laid_by)
    state.v = [value for _, values in view.variables for value in values]
    state.earned, state.turns = list(view.earned), list(view.turns)
    state.total, state.taken = list(view.totals), list(view.taken)
    state.counts = list(where.counts)
    state.everyone, state.order = view.everyone, where.order
    state.left, state.right = where.left, where.right
    state.me, state.mover, state.whom = view.in_turn, view.mover, view.whom
    state.dealer, state.starter = view.dealer, view.starter
    state.pc, state.laid_from, state.entry = where.pc, where.laid_from, where.entry
    state.joined = where.joined
    state.round, state.played, state.turn_number = view.round, where.played, view.turn
    state.shuffles, state.history = where.shuffles, where.history
    state.void, state.single, state.ended_by = where.void, where.single, where.ended_by
    state.legal = list(view.legal) if view.seat == view.mover else None
    return state
