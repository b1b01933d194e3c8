"""Bots: they see a view and its legal actions, never the state; no game by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from rummy.bots.greedy import Greedy
from rummy.bots.simple import RandomBot

if TYPE_CHECKING:
    from random import Random

    from rummy.play.engine import Engine
    from rummy.play.state import Action
    from rummy.play.view import View


class Bot(Protocol):
    """Chooses one of the legal actions of a view."""

    def choose(self, view: View) -> Action:
        """One of ``view.legal``."""
        ...


BOTS: dict[str, Callable[[Engine, Random], Bot]] = {"random": RandomBot, "greedy": Greedy}
"""The bots by name; each is made with the engine (for its rules) and a stream."""

__all__ = ["BOTS", "Bot", "Greedy", "RandomBot"]
