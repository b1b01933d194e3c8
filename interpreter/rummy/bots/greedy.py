"""The bot that takes what it can get now, by the choices of ``policy``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummy.bots.policy import Policy
from rummy.bots.splits import Splits, only_splits
from rummy.play.imagine import Imagination

if TYPE_CHECKING:
    from random import Random

    from rummy.play.engine import Engine
    from rummy.play.state import Action
    from rummy.play.view import View


class Greedy:
    """Lays the most, keeps what the rules still let it meld, throws what helps least."""

    def __init__(self, engine: Engine, chance: Random) -> None:
        self.table = engine
        self.chance = chance
        self._players: dict[Engine, Policy | Splits] = {}

    def choose(self, view: View) -> Action:
        """The legal action of most worth; among equals one at random."""
        if len(view.legal) == 1:
            return view.legal[0]
        engine = self.table.of(view)
        player = self._players.get(engine)
        if player is None:
            policy = Policy(engine)
            player = self._players[engine] = Splits(policy) if only_splits(engine) else policy
        return player.choose(Imagination(engine, view).state(None), self.chance)
