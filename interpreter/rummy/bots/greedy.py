"""The bot that takes what it can get now.

It asks the spec's own points and the same meld plans as the rules do: it lays
what earns most, opens as soon as it can, gives away the card that helps its
hand least, and takes a visible card when that completes a meld. It looks no
further.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummy.bots.hands import Affinity
from rummy.chance import pick
from rummy.play.stages import ALL, CARDS, LAY, LAY_OFF, OPEN, TOP

if TYPE_CHECKING:
    from random import Random

    from rummy.melds import Shape
    from rummy.play.engine import Engine
    from rummy.play.state import Action
    from rummy.play.view import View

FITS = 30
"""What a card that can be laid off on the table is worth keeping for."""


class Greedy:
    """Lays the most, keeps what fits together, throws what helps least."""

    def __init__(self, engine: Engine, chance: Random) -> None:
        self.table_engine = engine
        self.chance = chance
        self._affinity: dict[int, Affinity] = {}

    def choose(self, view: View) -> Action:
        """The legal action of most worth; among equals one at random."""
        legal = view.legal
        if len(legal) == 1:
            return legal[0]
        engine = self.table_engine.for_players(len(view.everyone))
        return _Choice(engine, view, self._of(engine)).best(self.chance)

    def _of(self, engine: Engine) -> Affinity:
        known = self._affinity.get(engine.players)
        if known is None:
            known = self._affinity[engine.players] = Affinity(engine.deck, engine.plans)
        return known


class _Choice:
    """One decision."""

    def __init__(self, engine: Engine, view: View, affinity: Affinity) -> None:
        self.program = engine.program
        self.deck = engine.deck
        self.view = view
        self.affinity = affinity
        self.bag = engine.deck.bag(view.hand)
        self.table = self._table()
        self.unseen = self._unseen()

    def best(self, chance: Random) -> Action:
        """The action of most worth."""
        laid = self._best_line()
        if laid is not None:
            return laid
        worth = [self._worth(action) for action in self.view.legal]
        most = max(worth)
        equal = [a for a, w in zip(self.view.legal, worth, strict=True) if w == most]
        return equal[pick(len(equal), chance)] if len(equal) > 1 else equal[0]

    def _table(self) -> list[Shape]:
        found = (self.program.plans.shape(m.kind, m.codes) for m in self.view.melds)
        return [shape for shape in found if shape is not None]

    def _best_line(self) -> Action | None:
        """The first action of the richest play of the hand, if one is legal."""
        program = self.program
        plays = [a for a in self.view.legal if a != program.done]
        kinds = {program.moves[a[0]].kind for a in plays}
        if not kinds & {LAY, LAY_OFF}:
            return None
        table = self.table
        wanted: set[tuple[int, ...]] = set()
        for step in program.plans.most_points(self.bag, table).line:
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

    def _worth(self, action: Action) -> int:
        program = self.program
        if action == program.done:
            return 0
        move = program.moves[action[0]]
        if move.kind == OPEN and len(action) == 1:
            return 1_000_000
        if move.kind in (LAY, OPEN):
            shape = program.plans.shape(action[1], action[2:])
            return 1 + (0 if shape is None else shape.lay) + self._held(action[2:])
        if move.kind == LAY_OFF:
            return 1 + self._held(action[3:])
        to_hand = move.target is not None and move.target.name == "hand"
        if move.kind == CARDS:
            useful = sum(self._useful(face) for face in action[1:])
            return useful if to_hand else -useful
        if move.kind == ALL:
            return 1 if to_hand else 0
        if move.kind == TOP and move.source is not None and move.source.seen_by != "nobody":
            top = self.view.zone(move.source.name).cards
            if top and to_hand:
                return self._gain(top[-1])
        return 0

    def _held(self, codes: tuple[int, ...]) -> int:
        deck = self.deck
        return sum(deck.points_of[deck.face_of[code]] for code in codes)

    def _gain(self, face: int) -> int:
        """What a visible card is worth: it completes a meld, or fits on the table."""
        if self.deck.held_wild[face] or self.affinity.completes(face, self.bag):
            return 1
        return -1

    def _useful(self, face: int) -> int:
        """How gladly a card is kept; cards that cost points in hand a little less."""
        worth = self.affinity.worth(face, self.bag, self.unseen)
        if self.program.plans.fits(face, self.table):
            worth += FITS
        return worth - 2 * self.deck.points_of[face]

    def _unseen(self) -> list[int]:
        """How many copies of each face the viewer has not seen."""
        left = list(self.deck.copies)
        for zone in self.view.zones:
            for face in zone.cards or ():
                left[face] -= 1
        for meld in self.view.melds:
            for code in meld.codes:
                left[self.deck.face_of[code]] -= 1
        return left
