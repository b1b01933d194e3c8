"""Melds taken up and laid anew: what a `rebuild` move allows in a state, and what it does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, cast

from rummy.cards import bag_add, bag_subtract, bag_union
from rummy.play.effects import BACK, take
from rummy.play.records import Record
from rummy.play.stages import CompiledMove
from rummy.play.state import Action, State

if TYPE_CHECKING:
    from rummy.melds import Shape
    from rummy.play.engine import Engine

Melds = Sequence["Shape"]

MOST_CARDS, MOST_PARTS = 16, 24
"""With more cards, or melds among them, the general search is asked what may join."""


def taken_up(state: State, move: CompiledMove, me: int) -> list[int]:
    """The numbers of the melds that the move takes up."""
    onto = move.onto
    return [n for n in range(len(state.table)) if onto is None or onto(state, me, n)]


def extra_card(state: State, move: CompiledMove, me: int) -> int | None:
    """The card of a pile that joins first; ``BACK`` where it is not there or not seen."""
    if move.source is None:
        return None
    pile = cast("list[int]", state.z[move.source.slot(state, me)])
    return pile[-1] if pile else BACK


class Lying:
    """The cards taken up and joined so far, at one decision."""

    def __init__(self, engine: Engine, state: State, move: CompiledMove) -> None:
        me = state.mover
        deck = engine.deck
        self.engine, self.move = engine, move
        self.numbers = taken_up(state, move, me)
        self.melds = [state.table[n] for n in self.numbers]
        self.least = None if move.least is None else move.least(state, me)
        self.joined = deck.bag(state.joined)
        hand = cast(int, state.z[engine.program.hand_base + me])
        self.hand = bag_subtract(hand, self.joined, deck.faces, deck.full)
        self.extra = extra_card(state, move, me)
        self.more = self.joined
        self.pool = 0
        """The cards of the melds taken up, and what must join with them."""
        for shape in self.melds:
            self.pool = bag_union(self.pool, shape.bag, deck.faces, deck.full)
        if self.extra is not None and self.extra != BACK:
            self.more = bag_add(self.more, self.extra, deck.faces)
            self.pool = bag_add(self.pool, self.extra, deck.faces)

    def possible(self) -> bool:
        """Whether the move can be begun: it can come to a lawful end."""
        if self.extra == BACK:
            return False
        plans = self.engine.plans
        if self.least is None and self.extra is None:
            # the plainest ways: a card that fits, a meld of the hand
            if any(shape.grow_mask & self.hand for shape in self.melds):
                return True
            if plans.melds(self.hand):
                return True
        if not self.melds and self.extra is None and not plans.melds(self.hand):
            return False
        if self.extra is not None:
            answer = self._with_extra(self.extra)
            if answer is not None:
                return answer
        faces, complete = self.joining()
        return bool(faces) or (complete and self.extra is not None)

    def _with_extra(self, extra: int) -> bool | None:
        """The plainest ways with the card of a pile; None: they do not tell."""
        holding, deck = self.engine.plans.holding, self.engine.deck
        around = bag_union(self.hand, self.pool, deck.faces, deck.full)
        if not holding.melds(extra, around):
            return False  # the card cannot lie in any meld
        if self.least is not None:
            return None
        if any(shape.grow_mask >> extra & 1 for shape in self.melds):
            return True
        if not self.melds:
            return True
        return True if holding.melds(extra, bag_add(self.hand, extra, deck.faces)) else None

    def joining(self) -> tuple[list[int], bool]:
        """The cards of the hand that may join next, and whether all lie in melds as they are."""
        if not self.melds and self.least is None:
            found = self._out_of_hand()
            if found is not None:
                return found
        faces, complete = self.engine.plans.anew.joining(
            self.pool, self.joined, self.hand, self.melds, self.least
        )
        return faces, complete and bool(self.more)

    def _out_of_hand(self) -> tuple[list[int], bool] | None:
        """The same where no meld is taken up, by the melds that the cards make; None: too many."""
        deck = self.engine.deck
        whole = self.hand | self.more
        if max(deck.copies) > 1 or whole.bit_count() > MOST_CARDS:
            return None
        parts = list({shape.bag for shape in self.engine.plans.melds(whole)})
        if len(parts) > MOST_PARTS:
            return None
        used, complete = 0, False
        ways = [(self.more, self.hand)]
        while ways:
            must, free = ways.pop()
            if not must:  # further melds may be laid beside those that hold what must join
                complete = complete or free == self.hand
                used |= self.hand ^ free
                for part in parts:
                    if part & free == part:
                        used |= part
                continue
            lowest = must & -must
            for part in parts:
                if part & lowest and not part & ~(must | free):
                    ways.append((must & ~part, free & ~part))
        return list(deck.bag_faces(used)), complete and bool(self.more)

    def arranged(self) -> tuple[tuple[int, ...], tuple[Shape, ...]]:
        """Numbers on the table of the melds that change, and the new melds."""
        changed, new = self.engine.plans.anew.arrangement(self.melds, self.more, self.least)
        return tuple(self.numbers[n] for n in changed), new

    def named(self, shapes: Iterable[Shape]) -> tuple[int, ...] | None:
        """Which melds on the table change if these are the new ones; None: that cannot be.

        The new melds must be made of the cards that joined and of whole melds.
        """
        deck, anew = self.engine.deck, self.engine.plans.anew
        new = list(shapes)
        lacking = 0
        for shape in new:
            lacking = bag_union(lacking, shape.bag, deck.faces, deck.full)
        if self.more & ~lacking:
            return None
        lacking = bag_subtract(lacking, self.more, deck.faces, deck.full)
        changed = self._whole(lacking, 0)
        if changed is None:
            return None
        if self.least is not None:
            gained = sum(map(anew.points, new))
            if gained - sum(anew.points(self.melds[n]) for n in changed) < self.least:
                return None
        return tuple(self.numbers[n] for n in changed)

    def _whole(self, lacking: int, first: int) -> tuple[int, ...] | None:
        """The first melds that together have exactly these cards."""
        if not lacking:
            return ()
        deck = self.engine.deck
        for n in range(first, len(self.melds)):
            bag = self.melds[n].bag
            if not bag & ~lacking:
                rest = self._whole(bag_subtract(lacking, bag, deck.faces, deck.full), n + 1)
                if rest is not None:
                    return (n, *rest)
        return None


def candidates(engine: Engine, state: State, move: CompiledMove) -> tuple[list[Action], bool]:
    """The cards that may join next, and whether the melds may be left as they are."""
    faces, complete = Lying(engine, state, move).joining()
    return [(move.number, face) for face in faces], complete


def shapes_of(engine: Engine, action: Action) -> list[Shape] | None:
    """The melds that a `done` names: ``(done, kind, size, code, ..., kind, size, ...)``."""
    found, at = [], 1
    while at < len(action):
        kind, size = action[at], action[at + 1]
        shape = engine.plans.shape(kind, action[at + 2 : at + 2 + size])
        if shape is None:
            return None
        found.append(shape)
        at += 2 + size
    return found


def action_of(done: int, shapes: Iterable[Shape]) -> Action:
    """The `done` that names these melds."""
    row = [done]
    for shape in sorted(shapes, key=lambda shape: shape.order):
        row += [shape.kind, shape.size, *shape.codes]
    return tuple(row)


def lay_anew(engine: Engine, state: State, move: CompiledMove, action: Action) -> None:
    """All the cards lie in melds again: those that the action names, or those found."""
    me, deck = state.mover, engine.deck
    lying = Lying(engine, state, move)
    named = shapes_of(engine, action) if len(action) > 1 else None
    changed: tuple[int, ...] | None
    if named is not None:
        new = tuple(sorted(named, key=lambda shape: shape.order))
        changed = lying.named(new)
        assert changed is not None
    else:
        changed, new = lying.arranged()
    hand = engine.program.hand_base + me
    state.z[hand] = lying.hand
    if move.source is not None:
        take(state, move.source.slot(state, me), "top", move.source.turns_up)
    if state.records is not None:
        state.records.append(
            Record(
                "rebuild",
                me,
                move.move.name,
                deck.bag_faces(lying.more),
                source="hand" if move.source is None else move.source.name,
                numbers=(len(new), *changed),
            )
        )
    for place, shape in zip(changed, new, strict=False):
        state.table[place] = shape
        state.owners[place] = me
        state.credits[place] = (me,) * shape.size
    for shape in new[len(changed) :]:
        state.table.append(shape)
        state.owners.append(me)
        state.credits.append((me,) * shape.size)
    for place in reversed(changed[len(new) :]):
        del state.table[place], state.owners[place], state.credits[place]
    if state.records is not None:
        table = len(state.table)
        places = [*changed[: len(new)], *range(table - max(0, len(new) - len(changed)), table)]
        for place, shape in zip(places, new, strict=True):
            state.records.append(
                Record("lies", me, move.move.name, shape.display, meld=place, kind=shape.kind)
            )
    state.joined = ()
