"""The bot that plays at random."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummy.chance import pick

if TYPE_CHECKING:
    from random import Random

    from rummy.play.engine import Engine
    from rummy.play.state import Action
    from rummy.play.view import View


class RandomBot:
    """Every legal action is equally likely."""

    def __init__(self, engine: Engine, chance: Random) -> None:
        self.chance = chance

    def choose(self, view: View) -> Action:
        """One of the legal actions, in the documented order."""
        return view.legal[pick(len(view.legal), self.chance)]
