"""Bots: they see a view and its legal actions, never the state; no game by name."""

from __future__ import annotations

from rummy.bots.greedy import Greedy
from rummy.bots.names import BOTS, Bot, BotMaker, Named, bot_named, bots_named
from rummy.bots.search import Search
from rummy.bots.simple import RandomBot

__all__ = [
    "BOTS",
    "Bot",
    "BotMaker",
    "Greedy",
    "Named",
    "RandomBot",
    "Search",
    "bot_named",
    "bots_named",
]
