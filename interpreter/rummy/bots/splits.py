"""An ordinary player where melds are not laid, but hands are split into melds.

Who goes out by a word needs no card on the table: what counts is how many
points a best split of the hand leaves. The cards in its melds are kept, and of
the others the one that helps least is thrown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from rummy.bots.policy import Choice
from rummy.chance import pick
from rummy.play.stages import CARDS, SAY, TOP

if TYPE_CHECKING:
    from random import Random

    from rummy.bots.policy import Policy
    from rummy.play.engine import Engine
    from rummy.play.state import Action, State


def only_splits(engine: Engine) -> bool:
    """Whether no move of a game lays melds."""
    return bool(engine.plans.kinds) and not any(
        move.kinds or move.opening is not None for move in engine.program.moves
    )


class Splits:
    """The choices of such a player at the tables of one engine."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.engine = policy.engine
        self.highest = policy.engine.rules.spec.match.highest

    def choose(self, state: State, chance: Random) -> Action:
        """The legal action of most worth; among equals one at random."""
        legal = cast("list[Action]", state.legal)
        if len(legal) == 1:
            return legal[0]
        decision = _Decision(self, state, legal)
        worth = [decision.worth(action) for action in legal]
        most = max(worth)
        equal = [a for a, w in zip(legal, worth, strict=True) if w == most]
        return equal[pick(len(equal), chance)] if len(equal) > 1 else equal[0]


class _Decision:
    """One decision."""

    def __init__(self, room: Splits, state: State, legal: list[Action]) -> None:
        self.room, self.state = room, state
        self.program = room.engine.program
        self.me = state.mover
        self.bag = cast(int, state.z[self.program.hand_base + self.me])
        self.usual = Choice(room.policy, state, legal)
        self._left: int | None = None

    def worth(self, action: Action) -> float:
        """What an action is worth."""
        if action == self.program.done:
            return 0.0
        move = self.program.moves[action[0]]
        if move.kind == SAY:
            return 0.0 if move.trivial else self._said(action)
        to_hand = move.target is not None and move.target.name == "hand"
        if move.kind == CARDS and not to_hand:
            melded = sum(1000.0 for face in action[1:] if not self.left >> face & 1)
            return self.usual._worth(action) - melded
        if move.kind == TOP and to_hand and move.source is not None:
            pile = self.state.z[move.source.slot(self.state, self.me)]
            if move.source.seen_by != "nobody" and isinstance(pile, list) and pile:
                return self._taken(pile[-1])
        return self.usual._worth(action)

    @property
    def left(self) -> int:
        """The cards outside the melds of a best split."""
        if self._left is None:
            self._left = self.split(self.bag)
        return self._left

    def split(self, bag: int) -> int:
        """What a best split of some cards leaves, with the melds that are needed if it can be."""
        plans = self.room.engine.plans
        for opening in self.program.counted_with:
            needs, which = self.program.needs[opening]
            entry = 1 if which is None else which(self.state, self.me)
            left = plans.left(bag, needs[min(max(1, entry), len(needs)) - 1])
            if left is not None:
                return left
        left = plans.left(bag)
        return bag if left is None else left

    def _taken(self, face: int) -> float:
        """What a visible card is worth: wild, or in a split that leaves fewer cards."""
        deck = self.room.engine.deck
        if deck.held_wild[face]:
            return 1.0
        with_it = self.split(self.usual._with(face))
        # one card is thrown afterwards: it helps only where more cards come into melds
        return 1.0 if with_it.bit_count() - 1 < self.left.bit_count() else -1.0

    def _said(self, action: Action) -> float:
        """A word with consequences is said where it costs no more than an empty hand would."""
        program, state = self.program, self.state
        empty = state.copy()
        empty.z[program.hand_base + self.me] = 0
        best = int(program.score(empty, self.me))
        after = state.copy()
        after.single = True
        self.room.engine.apply(after, action)
        if after.over:
            mine = after.history[-1].points[self.me]
        else:
            mine = int(program.score(after, self.me))
        good = mine >= best if self.room.highest else mine <= best
        return 1.0 if good else -1.0
