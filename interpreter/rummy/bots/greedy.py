"""The bot that takes what it can get now.

It asks the spec's own points and the same meld plans as the rules do: it lays
what earns most, gives away the card that helps its hand least, and takes a
visible card when that completes a meld. It looks no further.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummy.cards import bag_add
from rummy.chance import pick
from rummy.play.stages import CARDS, LAY, LAY_OFF, TOP

if TYPE_CHECKING:
    from random import Random

    from rummy.play.engine import Engine
    from rummy.play.state import Action
    from rummy.play.view import View

MELD_WEIGHT = 40
"""How much more a card in a finished meld is worth than one waiting for a card."""


class Greedy:
    """Lays the most, keeps what fits together, throws what helps least."""

    def __init__(self, engine: Engine, chance: Random) -> None:
        self.engine = engine
        self.chance = chance

    def choose(self, view: View) -> Action:
        """The legal action of most worth; among equals one at random."""
        legal = view.legal
        if len(legal) == 1:
            return legal[0]
        laid = self._best_line(view)
        if laid is not None:
            return laid
        useful = self._usefulness(view) if self._gives_away(legal) else {}
        worth = [self._worth(view, action, useful) for action in legal]
        best = max(worth)
        equal = [action for action, w in zip(legal, worth, strict=True) if w == best]
        return equal[pick(len(equal), self.chance)] if len(equal) > 1 else equal[0]

    def _best_line(self, view: View) -> Action | None:
        """The first action of the richest play of the hand, if one is legal."""
        program = self.engine.program
        plays = {a: a for a in view.legal if a != program.done}
        kinds = {program.moves[a[0]].kind for a in plays}
        if not kinds & {LAY, LAY_OFF}:
            return None
        table = [
            shape
            for meld in view.melds
            if (shape := program.plans.shape(meld.kind, meld.codes)) is not None
        ]
        line = program.plans.most_points(self.engine.deck.bag(view.hand), table).line
        wanted: set[tuple[int, ...]] = set()
        for step in line:
            if len(step) == 2:
                new = step[1]
                wanted.add((LAY, new.kind, *new.codes))
            elif step[1] < len(table):
                _, onto, growth = step
                wanted.add((LAY_OFF, onto, growth.shape.kind, growth.code))
        for action in plays:
            if (program.moves[action[0]].kind, *action[1:]) in wanted:
                return action
        return None

    def _gives_away(self, legal: tuple[Action, ...]) -> bool:
        """Whether a card of the hand is to be chosen."""
        program = self.engine.program
        return any(a != program.done and program.moves[a[0]].kind == CARDS for a in legal)

    def _worth(self, view: View, action: Action, useful: dict[int, int]) -> int:
        program = self.engine.program
        if action == program.done:
            return 0
        move = program.moves[action[0]]
        if move.kind == LAY:
            shape = program.plans.shape(action[1], action[2:])
            assert shape is not None
            return 1 + shape.lay + self._held(action[2:])
        if move.kind == LAY_OFF:
            return 1 + self._held(action[3:])
        if move.kind == CARDS:
            return -sum(useful.get(face, 0) for face in action[1:])
        if move.kind == TOP and move.source is not None and move.source.seen_by != "nobody":
            top = view.zone(move.source.name).cards
            if top:
                return self._gain(view, top[-1])
        return 0

    def _held(self, codes: tuple[int, ...]) -> int:
        deck = self.engine.deck
        return sum(deck.points_of[deck.face_of[code]] for code in codes)

    def _gain(self, view: View, face: int) -> int:
        """How many more melds the hand has with a card; -1 if none."""
        deck, plans = self.engine.deck, self.engine.plans
        bag = deck.bag(view.hand)
        before = len(plans.melds(bag))
        after = len(plans.melds(bag_add(bag, face, deck.faces)))
        return after - before if after > before else -1

    def _usefulness(self, view: View) -> dict[int, int]:
        """For each face in hand, in how many melds it is or soon may be.

        A meld in hand counts ``MELD_WEIGHT``, one that waits for a single
        card counts once for each copy of that card not yet seen. Cards worth
        points against their owner are kept a little less gladly.
        """
        deck, plans = self.engine.deck, self.engine.plans
        hand = view.hand
        bag = deck.bag(hand)
        useful = {face: -2 * deck.points_of[face] for face in hand}
        for shape in plans.melds(bag):
            for code in shape.codes:
                useful[deck.face_of[code]] += MELD_WEIGHT
        unseen = list(deck.copies)
        for zone in view.zones:
            for face in zone.cards or ():
                unseen[face] -= 1
        for meld in view.melds:
            for code in meld.codes:
                unseen[deck.face_of[code]] -= 1
        for face, copies in enumerate(unseen):
            if copies <= 0:
                continue
            bigger = bag_add(bag, face, deck.faces)
            new = bigger & ~bag  # a meld that was not there before needs this copy
            for shape in plans.melds(bigger):
                if shape.bag & new:
                    for code in shape.codes:
                        held = deck.face_of[code]
                        if held in useful and held != face:
                            useful[held] += copies
        return useful
