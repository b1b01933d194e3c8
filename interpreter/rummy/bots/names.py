"""The bots by name, and how a table is seated with them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from rummy.bots.greedy import Greedy
from rummy.bots.search import Search, effort
from rummy.bots.simple import RandomBot
from rummy.errors import UsageError
from rummy.spelling import did_you_mean

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


BotMaker = Callable[["Engine", "Random"], Bot]

BOTS: dict[str, BotMaker] = {"random": RandomBot, "greedy": Greedy, "search": Search}
"""The bots by name; each is made with the engine (for its rules) and a stream."""


@dataclass(frozen=True, slots=True)
class Named:
    """A bot as it was named, ``search:500``; ``make(engine, chance)`` makes it."""

    name: str
    make: BotMaker


MOST_SEATS = 1000
"""No game seats nearly as many."""


def bot_named(text: str) -> Named:
    """The bot of a name, perhaps with what it may spend: ``search:500``, ``search:2s``.

    Raises ``UsageError`` where there is no such bot, or it takes no such number.
    """
    name = text.strip().lower()
    first, colon, rest = name.partition(":")
    maker = BOTS.get(first)
    if maker is None:
        near = did_you_mean(first, BOTS) or f"there are {', '.join(BOTS)}"
        raise UsageError(f"there is no bot {first!r}; {near}")
    if not colon:
        return Named(name, maker)
    if maker is not Search:
        raise UsageError(f"{text.strip()!r}: {first} takes no number; only search does")
    budget = effort(rest)
    return Named(name, lambda engine, chance: Search(engine, chance, budget))


def bots_named(text: str, players: int | None = None) -> list[Named]:
    """The bots that a text seats: names with commas; one name alone plays all seats.

    ``players``: how many there are to be; None: as many as are named. Raises
    ``UsageError`` where a name or their number does not fit.
    """
    named = [bot_named(name) for name in text.split(",")]
    if players is None or len(named) == players:
        return named
    if len(named) > 1:
        raise UsageError(f"{len(named)} bots are named for {players} players")
    if players > MOST_SEATS:
        raise UsageError(f"no game has {players} players")
    return named * players
