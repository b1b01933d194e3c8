"""A match as a report: its head, its turns or a line a round, its last line."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rummy.render import width as cells
from rummy.terminal.narration import Teller, words
from rummy.terminal.writer import JOINED, Part, Piece, Writer

if TYPE_CHECKING:
    from rummy.play.match import Match
    from rummy.play.state import RoundResult


class Report:
    """Reports a match while it goes on."""

    def __init__(
        self, match: Match, writer: Writer, told: bool, players: Sequence[str] = ()
    ) -> None:
        self.match = match
        self.writer = writer
        self.counted = 0
        many = len(set(players)) > 1
        self.names = [
            f"seat{JOINED}{seat + 1}" + (f" ({players[seat]})" if many else "")
            for seat in range(match.players)
        ]
        self.players = players
        short = [f"seat{JOINED}{seat + 1}" for seat in range(match.players)]
        self.teller = Teller(match.engine, writer, short) if told else None

    def begin(self) -> None:
        """Say what is played, by whom and with which options."""
        match, spec = self.match, self.match.spec
        if len(set(self.players)) > 1:
            who = ": " + ", ".join(self.names)
        else:
            who = f" ({self.players[0]})" if self.players else ""
        version = f" {spec.version}" if spec.version else ""
        self.writer.say(
            Piece(spec.title, "head"),
            f"{version}, {match.players} players{who}",
            hang="  ",
        )
        changed = self._changed()
        if changed:
            self.writer.say("with " + ", ".join(changed), indent="  ", hang="    ")

    def _changed(self) -> list[str]:
        from rummy.spec.bind import option_text

        values = self.match.rules.options
        return [
            f"{option.name}={option_text(option, values[option.name])}"
            for option in self.match.spec.options
            if values[option.name] != option.default
        ]

    def again(self, command: Sequence[str]) -> None:
        """Say how the match can be played again; folded so that a shell takes it as it is."""
        for row in shell_lines("Again: ", command, self.writer.width):
            self.writer.line(row)

    def go_on(self, rounds: int | None = None) -> None:
        """Report what is new; nothing beyond so many rounds."""
        match = self.match
        if self.teller is not None:
            records = match.records or []
            last = rounds is not None and len(match.rounds) >= rounds and not match.over
            told = list(records)
            if last:
                ends = [n for n, record in enumerate(records) if record.what == "count"]
                told = told[: ends[-1] + 1]
            self.teller.tell(told)
            del records[:]
            return
        for result in match.rounds[self.counted :]:
            self._brief(result)
        self.counted = len(match.rounds)

    def _brief(self, result: RoundResult) -> None:
        reason = f" ({words(result.ended_by)})" if result.ended_by else ""
        turns = f"{result.turns} turn" + ("" if result.turns == 1 else "s")
        points = " ".join(f"{p:+}" if p else "0" for p in result.points)
        totals = " ".join(map(str, result.totals))
        self.writer.say(
            f"round {result.round}: {points}, totals {totals} after {turns}{reason}", hang="  "
        )

    def end(self) -> None:
        """The last line: who has won, or how it stands, and the seed."""
        match = self.match
        if self.teller is not None:
            self.teller.finish()
            self.writer.line()
        rounds = len(match.rounds)
        after = f"after {rounds} round" + ("" if rounds == 1 else "s")
        totals = ", ".join(
            f"{name}{JOINED}{total}" for name, total in zip(self.names, match.totals, strict=True)
        )
        if match.over and match.winners:
            said: list[Part] = [Piece(self._winners(), "good"), f" {after}: {totals}"]
        elif match.over:
            said = [f"Nobody wins {after}: {totals}"]
        else:
            where = after if rounds else "in round 1"
            said = [f"Stopped {where}, the match is not over: {totals}"]
        self.writer.say(*said, f" (seed{JOINED}{match.seed})", hang="  ")

    def _winners(self) -> str:
        names = [self.names[seat] for seat in self.match.winners]
        if len(names) == 1:
            return f"{names[0]} wins"
        return f"{', '.join(names[:-1])} and {names[-1]} win together"


def shell_lines(begin: str, command: Sequence[str], width: int) -> list[str]:
    """A command after some words, folded so that a shell takes it as it is."""
    first, *rest = map(shlex.quote, command)
    rows = [f"{begin}{first}"]
    words: list[str] = []
    for word in rest:
        if words and words[-1].startswith("--") and " " not in words[-1]:
            words[-1] += f" {word}"  # the value of an option stays with its name
        else:
            words.append(word)
    for word in words:
        if cells(f"{rows[-1]} {word} \\") > width:
            rows.append(f"  {word}")  # a long word stays whole, or it would be another one
        else:
            rows[-1] += f" {word}"
    return [*(f"{row} \\" for row in rows[:-1]), rows[-1]]
