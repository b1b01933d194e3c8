"""Many games of several tables, in order, by any pool; what is finished is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rummy.sim.games import Game, Table, play_batch
from rummy.sim.pool import Pool, Run, WorkersLost

SHORT, IN_A_BATCH = 3, 4
"""Games of at most so many rounds are sent so many at a time; longer ones one by one, so
that Ctrl-C and the progress bar need not wait for long."""

AHEAD = 16
"""Pieces that wait for each worker: results are taken in order, so that behind a long game
there must be enough for the others to do."""


class Games:
    """Games of several tables, all with the same deals.

    ``tables``: what is played; each gets ``deals`` deals from the master seed
    ``master``, each deal once or, with ``rotate``, once for each way in which
    its bots can sit. ``lost`` says after the end why not all were played, if a
    worker was lost.
    """

    def __init__(
        self, tables: Sequence[Table], deals: int, master: int, rotate: bool = False
    ) -> None:
        self.tables = tuple(tables)
        self.deals = deals
        self.master = master
        self.rotations = len(self.tables[0].rotations()) if rotate else 1
        self.lost = ""

    @property
    def all(self) -> int:
        """How many games there are in all."""
        return len(self.tables) * self.deals * self.rotations

    def pieces(self, workers: int) -> Iterator[tuple[object, ...]]:
        """The pieces of work, in order."""
        each = self.deals * self.rotations
        for number, table in enumerate(self.tables):
            short = table.rounds is not None and table.rounds <= SHORT
            size = IN_A_BATCH if short and workers > 1 else 1
            for first in range(0, each, size):
                end = min(each, first + size)
                yield number, table, self.master, first, end, self.rotations

    def play(
        self, pool: Pool, workers: int, stop: Callable[[], bool] = lambda: False
    ) -> Iterator[tuple[int, Game]]:
        """Have them played: the number of the table and the game, in order.

        If it is stopped or a worker is lost, games that were finished out of
        turn come last.
        """
        ahead = 1 if workers == 1 else AHEAD * workers
        run = Run(pool, play_batch, self.pieces(workers), ahead, stop)
        try:
            for number, games in run:
                for game in games:
                    yield number, game
        except WorkersLost as error:
            self.lost = str(error)
        for number, games in run.left():
            for game in games:
                yield number, game


class Deals:
    """Puts the games of a deal together: one for each rotation."""

    def __init__(self, rotations: int) -> None:
        self.rotations = rotations
        self._waiting: dict[tuple[int, int], list[Game]] = {}

    def add(self, number: int, game: Game) -> list[Game] | None:
        """The games of a deal of table ``number`` once all are there, by rotation."""
        if self.rotations == 1:
            return [game]
        games = self._waiting.setdefault((number, game.index), [])
        games.append(game)
        if len(games) < self.rotations:
            return None
        del self._waiting[number, game.index]
        return sorted(games, key=lambda each: each.rotation)


__all__ = ["Deals", "Games"]
