"""Games as CSV and JSON lines, for a spreadsheet or a program of one's own.

Seats count from 1, games from 1. Columns and keys are stable: new ones come at
the end. Files are UTF-8 with ``\\n`` at the end of a line.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import TextIO

from rummy.errors import UsageError
from rummy.sim.fired import Rulebook
from rummy.sim.games import Game

COLUMNS = (
    "game",
    "rotation",
    "seed",
    "seats",
    "over",
    "winners",
    "rounds",
    "turns",
    "decisions",
    "lead_changes",
    "tied_rounds",
)
"""The columns of the CSV before the total of each seat and the options set."""


def game_row(game: Game, settings: Mapping[str, str]) -> dict[str, object]:
    """A game as a row: ``COLUMNS``, ``total_1`` ..., and the options that were set."""
    return {
        "game": game.index + 1,
        "rotation": game.rotation,
        "seed": game.seed,
        "seats": ",".join(game.bots),
        "over": int(game.over),
        "winners": " ".join(str(seat + 1) for seat in game.winners),
        "rounds": len(game.rounds),
        "turns": game.turns,
        "decisions": game.decisions,
        "lead_changes": game.lead_changes,
        "tied_rounds": game.ties,
        **{f"total_{seat + 1}": total for seat, total in enumerate(game.totals)},
        **settings,
    }


def game_json(game: Game, settings: Mapping[str, str], book: Rulebook) -> dict[str, object]:
    """A game as JSON, with its rounds and the rules that were used."""
    return {
        "game": game.index + 1,
        "rotation": game.rotation,
        "seed": game.seed,
        "seats": list(game.bots),
        "options": dict(settings),
        "over": game.over,
        "winners": [seat + 1 for seat in game.winners],
        "totals": list(game.totals),
        "rounds": [
            {
                "round": number,
                "dealer": each.dealer + 1,
                "points": list(each.points),
                "ended_by": each.ended_by,
                "turns": each.turns,
            }
            for number, each in enumerate(game.rounds, 1)
        ],
        "turns": game.turns,
        "decisions": game.decisions,
        "lead_changes": game.lead_changes,
        "tied_rounds": game.ties,
        "fired": {
            rule.key: count for rule, count in zip(book.rules, game.fired, strict=True) if count
        },
    }


class Files:
    """The files that games are written to while they are played.

    ``UsageError`` if one cannot be opened; nothing is played then.
    """

    def __init__(
        self, csv_file: str | None, jsonl: str | None, players: int, options: Sequence[str]
    ) -> None:
        self._open: list[TextIO] = []
        self._lines: TextIO | None = None
        self._rows: csv.DictWriter[str] | None = None
        if csv_file is not None:
            totals = [f"total_{seat + 1}" for seat in range(players)]
            stream = self._begin("--csv", csv_file)
            self._rows = csv.DictWriter(stream, [*COLUMNS, *totals, *options], lineterminator="\n")
            self._rows.writeheader()
        if jsonl is not None:
            self._lines = self._begin("--jsonl", jsonl)

    def _begin(self, option: str, name: str) -> TextIO:
        may_write(option, name)
        try:
            stream = Path(name).open("w", encoding="utf-8", newline="")  # noqa: SIM115
        except (OSError, ValueError) as error:
            self.close()
            reason = getattr(error, "strerror", None) or error
            raise UsageError(f"{option} {name} cannot be written: {reason}") from None
        self._open.append(stream)
        return stream

    def add(self, game: Game, settings: Mapping[str, str], book: Rulebook) -> None:
        """One more game."""
        if self._rows is not None:
            self._rows.writerow(game_row(game, settings))
        if self._lines is not None:
            self._lines.write(json.dumps(game_json(game, settings, book)) + "\n")

    def close(self) -> None:
        """Finish the files."""
        for stream in self._open:
            stream.close()

    def __enter__(self) -> Files:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def may_write(option: str, name: str) -> None:
    """Refuse to write over a spec: that is a slip that would cost much."""
    path = Path(name)
    if path.suffix.lower() in (".yaml", ".yml"):
        raise UsageError(f"{option} {name}: this would be written over a spec; name another file")


__all__ = ["COLUMNS", "Files", "game_json", "game_row", "may_write"]
