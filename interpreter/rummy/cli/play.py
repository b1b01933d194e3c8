"""``rummy play``: people at this screen play a match, bots take the other seats."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rummy.cli.sources import (
    Source,
    bases_of,
    load_source,
    options_of,
    read_sources,
    with_overlays,
)
from rummy.errors import LogError, UsageError

if TYPE_CHECKING:
    from rummy.play.engine import Engine
    from rummy.play.log import Log
    from rummy.play.match import Match
    from rummy.play.state import Action
    from rummy.play.view import View
    from rummy.spec.model import Spec
    from rummy.terminal.session import Ask, Choose, Session
    from rummy.terminal.writer import Screen

ADVISER = "greedy"
"""The bot that gives hints: it sees what the player sees."""


@click.command("play")
@click.argument("spec")
@click.option("--players", type=int, metavar="N", help="How many play.")
@click.option("--seat", "own", metavar="SEATS", help="Where you sit; several people: 1,3.  [1]")
@click.option(
    "--seats", metavar="WHO", help="Who sits where: human,greedy,random. In place of --seat."
)
@click.option("--bot", metavar="NAME", help="Who takes the other seats.  [greedy]")
@click.option("--seed", type=int, metavar="N", help="Play with the cards of this seed.")
@click.option(
    "--set", "settings", multiple=True, metavar="NAME=VALUE", help="Set an option of the game."
)
@click.option("--save", "file", metavar="FILE", help="Where the match is saved.")
@click.option(
    "--resume/--new", default=None, help="Go on with the saved match, or begin a new one."
)
@with_overlays
@click.pass_obj
def command(
    screen: Screen,
    spec: str,
    overlays: tuple[str, ...],
    players: int | None,
    own: str | None,
    seats: str | None,
    bot: str | None,
    seed: int | None,
    settings: tuple[str, ...],
    file: str | None,
    resume: bool | None,
) -> int:
    """Play a match by SPEC, a file or the name of a shipped game.

    The match is saved after every action and can go on later, also after
    Ctrl-C or the end of the input. `help` in the game lists what you can type.

    \b
    Examples:
      rummy play iceberg
      rummy play iceberg --players 4 --bot random
      rummy play international --seats human,greedy,human
      rummy play my.yaml --set target=500 --seed 7
    """
    if "-" in (spec, *overlays):
        raise UsageError("what you type comes from the standard input: name the SPEC by its file")
    asked = Asked(players, own, seats, bot, seed, settings)
    asked.check()
    sources = read_sources(spec, overlays)
    from rummy.terminal.prompt import asker
    from rummy.terminal.saves import default_path

    loaded = load_source(spec, overlays)
    stem = "+".join(Path(source.name).stem for source in sources)
    path = Path(file) if file is not None else default_path(stem, os.environ)
    ask = asker(screen.out)
    table = Table(screen, loaded, [*sources, *bases_of(sources)], path, ask)
    session = table.open(asked, resume)
    again = ["rummy", "play", spec, *(word for name in overlays for word in ("--with", name))]
    again += ["--resume", *([] if file is None else ["--save", file])]
    return table.play(session, again)


class Asked:
    """What the command line asks of a match."""

    def __init__(
        self,
        players: int | None,
        own: str | None,
        seats: str | None,
        bot: str | None,
        seed: int | None,
        settings: tuple[str, ...],
    ) -> None:
        self.players = players
        self.own = own
        self.seats = seats
        self.bot = bot
        self.seed = seed
        self.options = options_of(settings)

    def check(self) -> None:
        """Refuse names and numbers that cannot be, before a file is read."""
        if self.seats is not None and (self.own is not None or self.bot is not None):
            raise UsageError("--seats says who sits where: --seat and --bot do not go with it")
        if self.bot is not None:
            bot_named(self.bot)

    def who(self, players: int) -> list[str]:
        """Who sits on each seat: ``human`` or the name of a bot."""
        from rummy.terminal.saves import HUMAN

        if self.seats is not None:
            names = [name.strip().lower() for name in self.seats.split(",")]
            if len(names) != players:
                raise UsageError(f"--seats names {len(names)} players, {players} play")
            named = [name if name == HUMAN else bot_named(name) for name in names]
        else:
            named = [bot_named(self.bot or ADVISER)] * players
            for seat in _numbers("1" if self.own is None else self.own, players):
                named[seat] = HUMAN
        if HUMAN not in named:
            raise UsageError("nobody of the --seats is human; `rummy run` lets bots play alone")
        return named

    def count(self, spec: Spec) -> int:
        """How many play."""
        if self.players is not None:
            return self.players
        if self.seats is not None:
            return len(self.seats.split(","))
        return spec.players[0]


def _numbers(text: str, players: int) -> list[int]:
    """Seats from 0 of a text with numbers from 1."""
    seats = []
    for part in text.split(","):
        word = part.strip()
        if not (word.isascii() and word.isdigit() and 1 <= int(word[:6]) <= players):
            raise UsageError(f"--seat {text}: name seats from 1 to {players}, like 1 or 1,3")
        seats.append(int(word) - 1)
    return seats


def bot_named(name: str) -> str:
    """The name of a bot; ``UsageError`` if there is no such bot."""
    from rummy.bots import bot_named as find

    return find(name).name


def chooser(engine: Engine, name: str, seed: int, purpose: str) -> Choose:
    """A bot as somebody who chooses for a view.

    Before each choice its chance starts anew from the seed and the number of the
    action, so that a match that goes on later goes on as it would have done.
    """
    from random import Random

    from rummy.bots import bot_named as find
    from rummy.chance import stream

    chance = Random()
    bot = find(name).make(engine, chance)

    def choose(view: View, number: int) -> Action:
        chance.setstate(stream(seed, f"{purpose}:{number}").getstate())
        return bot.choose(view)

    return choose


class Table:
    """The match of a command: found again or begun, played, left."""

    def __init__(
        self, screen: Screen, spec: Spec, sources: list[Source], path: Path, ask: Ask
    ) -> None:
        from rummy.terminal.saves import sections

        self.screen = screen
        self.spec = spec
        self.path = path
        self.ask = ask
        first, *over = sources
        self.sections = sections(first.text)
        for source in over:
            name = Path(source.name).name
            self.sections |= {f"{part} of {name}": d for part, d in sections(source.text).items()}
        self.who: list[str] = []
        """Who sits where: ``human`` or the name of a bot."""

    def open(self, asked: Asked, resume: bool | None) -> Session:
        """The saved match if it is to go on, else a new one."""
        from rummy.terminal.saves import read_save

        log = None
        if resume is not False:
            try:
                log = read_save(self.path)
            except LogError as error:
                if resume or self.asks:
                    raise LogError(f"{error}; --new begins a new match") from None
        if resume and (log is None or log.totals is not None):
            what = "is over" if log is not None else "is not there"
            raise UsageError(f"no match can go on: {self.path} {what}")
        if log is not None and log.totals is None and (resume or self.asks):
            found = self._offer(log, asked, resume)
            if found is not None:
                return found
        return self._begin(asked)

    @property
    def asks(self) -> bool:
        """Whether there is somebody who can be asked."""
        import sys

        return self.screen.out.terminal and sys.stdin is not None and sys.stdin.isatty()

    def _offer(self, log: Log, asked: Asked, resume: bool | None) -> Session | None:
        """The saved match; None if the player wants another one."""
        from rummy.terminal.saves import Save, differences, seats_of, start_of

        changed = differences(log, self.spec, self.sections)
        if changed:
            raise LogError(
                f"{self.path} was saved by another version of {self.spec.file}: "
                f"{'; '.join(changed)}. Play it with the file as it was, or begin anew with --new"
            )
        session = self._session(start_of(log, self.spec), seats_of(log))
        self._catch_up(session, log)
        if session.journal.match.over:  # ended by the last action, and killed right after it
            if resume:
                raise UsageError(f"no match can go on: {self.path} is over")
            return None
        other = self._other(asked, log)
        if resume and other:
            raise UsageError(f"the match in {self.path} has {'; '.join(other)}")
        if not resume and not self._wanted(log, other):
            return None
        session.save = Save.go_on(self.path, log)
        return session

    def _other(self, asked: Asked, log: Log) -> list[str]:
        """What the command line asks for otherwise than the saved match has it."""
        from rummy.spec.bind import bind
        from rummy.terminal.saves import other_settings, seats_of

        players = len(seats_of(log)) if asked.players is None else asked.players
        if asked.seats is not None and asked.players is None:
            players = asked.count(self.spec)
        bind(self.spec, players, asked.options)  # refuses what no match can have
        seated = (asked.own, asked.seats, asked.bot) != (None, None, None)
        who = asked.who(players) if seated else None
        return other_settings(log, self.spec, players, who, asked.options, asked.seed)

    def _wanted(self, log: Log, other: list[str]) -> bool:
        """Ask whether to go on."""
        out = self.screen.out
        then = datetime.fromtimestamp(self.path.stat().st_mtime).strftime("%Y-%m-%d %H:%M")
        actions = len(log.actions)
        out.say(
            f"A match of {self.spec.title} from {then} is not over "
            f"({actions} action{'' if actions == 1 else 's'})."
        )
        if other:
            out.say(f"It has {'; '.join(other)}.")
        while True:
            out.flush()
            said = self.ask("Go on with it? (yes or no) ", lambda text: ["yes", "no"])
            if said is None:
                raise click.Abort
            word = said.strip().lower()
            if word and "yes".startswith(word):
                return True
            if word and "no".startswith(word):
                return False

    def _match(self, asked: Asked, seed: int | None) -> Match:
        from rummy.play.engine import Engine
        from rummy.play.match import Match
        from rummy.spec.bind import bind

        engine = Engine(bind(self.spec, asked.count(self.spec), asked.options))
        chosen = seed if asked.seed is None else asked.seed
        return Match(self.spec, seed=chosen, record=True, engine=engine)

    def _begin(self, asked: Asked) -> Session:
        from rummy.terminal.saves import Save, old, unfinished

        match = self._match(asked, None)
        who = asked.who(match.players)
        there = unfinished(self.path)
        save = Save.begin(self.path, match, who, self.sections)
        session = self._session(match, who)
        session.save = save
        if there:
            self.screen.out.line(f"The match that was saved before is kept as {old(self.path)}")
        return session

    def _session(self, match: Match, who: list[str]) -> Session:
        from rummy.terminal.journal import Journal
        from rummy.terminal.saves import HUMAN, Save
        from rummy.terminal.session import Session

        self.who = who
        humans = [seat for seat, name in enumerate(who) if name == HUMAN]
        bots: Mapping[int, Choose] = {
            seat: chooser(match.engine, name, match.seed, f"bot:{seat + 1}")
            for seat, name in enumerate(who)
            if name != HUMAN
        }
        return Session(
            Journal(match, humans),
            Save(self.path, match.header()),
            self.screen.out,
            self.ask,
            bots,
            chooser(match.engine, ADVISER, match.seed, "hint"),
        )

    def _catch_up(self, session: Session, log: Log) -> None:
        """Carry out what the saved match has, so that the journal knows it."""
        from rummy.errors import ActionError

        journal = session.journal
        for number, (seat, text) in enumerate(log.actions, 1):
            if journal.match.seat != seat:
                raise LogError(
                    f"{self.path}, action {number}: it is not for seat {seat + 1} to decide"
                )
            try:
                journal.apply(text)
            except ActionError as error:
                raise LogError(f"{self.path}, action {number}: {error}") from None

    def play(self, session: Session, again: list[str]) -> int:
        """Play to the end, or until the player stops: then say how to go on."""
        from rummy.terminal.session import Stopped

        self._head(session)
        try:
            session.run()
        except Stopped:
            self._stopped(session, again)
        except KeyboardInterrupt:
            self.screen.out.line()
            self._stopped(session, again)
            raise
        return 0

    def _stopped(self, session: Session, again: list[str]) -> None:
        from rummy.terminal.matches import shell_lines

        out = self.screen.out
        out.line(f"The match is saved in {session.save.path}. To go on:")
        for line in shell_lines("  ", again, out.width):
            out.line(line)
        out.flush()

    def _head(self, session: Session) -> None:
        """What is played, by whom, with which options, where it is saved."""
        from rummy.terminal.saves import HUMAN
        from rummy.terminal.writer import Piece

        match, out = session.journal.match, self.screen.out
        people = [f"seat {seat + 1}" for seat in session.humans]
        who = f"You are {people[0]}" if len(people) == 1 else f"At this screen: {', '.join(people)}"
        version = f" {self.spec.version}" if self.spec.version else ""
        title = Piece(self.spec.title, "head")
        out.say(title, f"{version}, {match.players} players. {who}.", hang="  ")
        bots = [f"seat {seat} {name}" for seat, name in enumerate(self.who, 1) if name != HUMAN]
        if bots:
            out.say(f"Bots: {', '.join(bots)}.", hang="  ")
        options = match.header()["options"]
        assert isinstance(options, dict)
        if options:
            changed = ", ".join(f"{name}={value}" for name, value in options.items())
            out.say(f"Options: {changed}.", hang="  ")
        out.line(f"Saved in {self.path}")  # a path is never folded
        out.line("`help` says what you can type.")
