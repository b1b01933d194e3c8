"""``rummy simulate``: bots play many games; what comes of them is counted."""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, TextIO, cast

import click

from rummy.cli.sources import load_source, with_overlays
from rummy.errors import UsageError
from rummy.terminal.writer import Piece

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

    from rummy.sim.games import Game, Table
    from rummy.sim.run import Games
    from rummy.sim.summary import Setting
    from rummy.spec.model import Spec
    from rummy.terminal.writer import Screen

MOST_GAMES = 10_000_000
MOST_WORKERS = 256
STOPPED = 130


@click.command("simulate")
@click.argument("spec")
@click.option("--games", type=int, default=100, metavar="N", help="Deals to play.  [100]")
@click.option("--players", type=int, metavar="N", help="How many play.")
@click.option(
    "--seats",
    default="greedy",
    metavar="BOTS",
    help="The bot of each seat, with commas; one name alone plays all seats.  [greedy]",
)
@click.option("--seed", type=int, metavar="N", help="The master seed; else one is drawn.")
@click.option("--workers", type=int, metavar="N", help="Processes that play.  [all cores]")
@click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="NAME=VALUE,...",
    help="Set an option; several values make a grid.",
)
@with_overlays
@click.option(
    "--rounds", "--hands", "rounds", type=int, metavar="N", help="Stop games after N rounds."
)
@click.option("--rotate", is_flag=True, help="Play each deal once for every way the bots can sit.")
@click.option("--full", is_flag=True, help="All about every setting of a grid.")
@click.option("--json", "as_json", is_flag=True, help="The summary as JSON.")
@click.option("--csv", "csv_file", metavar="FILE", help="Write a row for each game.")
@click.option("--jsonl", metavar="FILE", help="Write a line of JSON for each game.")
@click.option("--plot", metavar="FILE", help="Draw FILE.svg or FILE.png; - draws as text.")
@click.pass_obj
def command(
    screen: Screen,
    spec: str,
    games: int,
    players: int | None,
    seats: str,
    seed: int | None,
    workers: int | None,
    settings: tuple[str, ...],
    overlays: tuple[str, ...],
    rounds: int | None,
    rotate: bool,
    full: bool,
    as_json: bool,
    csv_file: str | None,
    jsonl: str | None,
    plot: str | None,
) -> int:
    """Let bots play many games by SPEC and count what comes of them.

    The same SPEC, options and --seed give the same result with any number of
    workers. Ctrl-C keeps what is finished.

    \b
    Examples:
      rummy simulate iceberg --games 1000
      rummy simulate iceberg --players 4 --rounds 1
      rummy simulate iceberg --seats greedy,random --rotate
      rummy simulate iceberg --set aces=forced,by_choice
      rummy simulate iceberg --jsonl games.jsonl
    """
    work = Work(screen, games, seed, workers, rounds)
    work.may_end_in(plot, csv_file, jsonl)
    loaded = load_source(spec, overlays)
    bots = seated(seats, players, loaded)
    from rummy.sim.export import Files
    from rummy.sim.games import Table
    from rummy.sim.grid import grid, several
    from rummy.sim.run import Deals
    from rummy.sim.summary import Setting
    from rummy.sim.tally import Tally
    from rummy.spec.bind import option_text

    cells = grid(loaded, settings)
    tables = [Table.of(loaded, bots, cell, rounds) for cell in cells]
    playing = work.games_of(tables, rotate)
    found = []
    differ = tuple(several(cells))
    for table, cell in zip(tables, cells, strict=True):
        rules, book = table.rules(), table.book()
        values = {o.name: option_text(o, rules.options[o.name]) for o in loaded.options}
        tally = Tally(len(bots), playing.rotations, len(book.rules))
        found.append(Setting(cell, values, differ, tally, book, tuple(bots)))
    deals = Deals(playing.rotations)
    with (
        Files(csv_file, jsonl, len(bots), list(cells[0])) as files,
        closing(work.play(playing)) as stream,
    ):
        for number, game in stream:
            setting = found[number]
            files.add(game, setting.options, setting.book)
            deal = deals.add(number, game)
            if deal is not None:
                setting.tally.add(deal)
    found = [each for each in found if each.tally.deals]
    if as_json:
        screen.out.raw(json.dumps(_json(work, playing, loaded, bots, found)) + "\n")
    else:
        _tell(work, playing, loaded, bots, found, full)
    if plot is not None and found:
        _plot(screen, plot, found, loaded)
    return work.end(playing)


class Work:
    """What `simulate` and `compare` share: checks, the pool, progress, and how it ended."""

    def __init__(
        self, screen: Screen, games: int, seed: int | None, workers: int | None, rounds: int | None
    ) -> None:
        from rummy.play.match import MAX_SEED
        from rummy.sim.pool import cores

        self.screen = screen
        self.games = _within("--games", games, 1, MOST_GAMES)
        self.workers = _within(
            "--workers", cores() if workers is None else workers, 1, MOST_WORKERS
        )
        self.seed = (
            secrets.randbelow(10**9) if seed is None else _within("--seed", seed, 0, MAX_SEED)
        )
        if rounds is not None:
            _within("--rounds", rounds, 1, MOST_GAMES)
        self.played = 0
        self.asked_to_stop = False

    def may_end_in(self, plot: str | None, *files: str | None) -> None:
        """Refuse files that could not be written, before anything is played."""
        from rummy.sim.plots import may_plot

        named = [name for name in (plot, *files) if name is not None and name != "-"]
        for name in named:
            if named.count(name) > 1:
                raise UsageError(f"{name} is named twice as a file to write")
        if plot is not None:
            may_plot(plot)

    def games_of(self, tables: list[Table], rotate: bool) -> Games:
        """The games to play; refuses a rotation that changes nothing."""
        from rummy.sim.run import Games

        if rotate and len(tables[0].rotations()) == 1:
            raise UsageError(
                "--rotate needs different bots: where all are the same, nothing changes; "
                "say --seats greedy,random"
            )
        return Games(tables, self.games, self.seed, rotate)

    def play(self, games: Games) -> Generator[tuple[int, Game], None, None]:
        """Have the games played, with a progress bar on a terminal."""
        from rummy.sim.pool import Stop, make_pool

        workers = min(self.workers, games.all)
        err = self.screen.err
        pool = make_pool(workers)
        whole = False
        stop = Stop(None if err.stream is None else self._stopping)
        try:
            with stop, self._bar(games.all) as step:
                for number, game in games.play(pool, workers, lambda: stop.asked):
                    self.played += 1
                    step(1)
                    yield number, game
                whole = self.played == games.all
        finally:
            self.asked_to_stop = stop.asked and not whole
            pool.close(at_once=not whole)

    def _stopping(self) -> None:
        """Said in the midst of anything, so past all buffers."""
        with suppress(OSError, ValueError):  # a stream without a file behind it need not hear
            assert self.screen.err.stream is not None
            os.write(self.screen.err.stream.fileno(), b"\nstopping; Ctrl-C again stops at once\n")

    @contextmanager
    def _bar(self, length: int) -> Iterator[Callable[[int], None]]:
        err = self.screen.err
        if not err.terminal or err.stream is None:
            yield lambda steps: None
            return
        stream = cast("TextIO", err.stream)
        with click.progressbar(length=length, label="playing", file=stream, width=30) as bar:
            yield bar.update

    def end(self, games: Games) -> int:
        """Say why not everything was played; the exit code."""
        err = self.screen.err
        done = f"{self.played:,} of {games.all:,} games were finished and are counted"
        if games.lost:
            err.say(Piece("rummy: ", "bad"), f"{games.lost}; {done}", hang="  ")
            return 3
        if self.asked_to_stop:
            err.say(Piece("rummy: ", "bad"), f"stopped; {done}", hang="  ")
            return STOPPED
        return 0


def _within(option: str, value: int, low: int, high: int) -> int:
    if not low <= value <= high:
        raise UsageError(f"{option} {value}: say a number from {low:,} to {high:,}")
    return value


def seated(seats: str, players: int | None, spec: Spec) -> list[str]:
    """The bot of each seat; ``UsageError`` for a bot or a number that cannot be."""
    from rummy.bots import bots_named

    named = bots_named(seats)
    if players is None:
        players = len(named) if len(named) > 1 else spec.players[0]
    names = [bot.name for bot in bots_named(seats, players)]
    for name in names:
        if name.partition(":")[2].endswith("s"):
            raise UsageError(
                f"--seats {name}: a bot with a time limit plays otherwise each time; "
                "give it a number of playouts, search:200"
            )
    return names


def seating(bots: Sequence[str]) -> str:
    """The bots by seat; one name where all are the same."""
    return bots[0] if len(set(bots)) == 1 else ",".join(bots)


def played(work: Work, games: Games) -> str:
    """``1,000 games`` and how, as the head of a report says it."""
    told = f"{work.games:,} game" + ("" if work.games == 1 else "s")
    if games.rotations > 1:
        told = f"{work.games:,} deal{'' if work.games == 1 else 's'}, each in {games.rotations} seatings"
    return told


def _tell(
    work: Work, games: Games, spec: Spec, bots: list[str], found: list[Setting], full: bool
) -> None:
    from rummy.sim.report import overview, tell

    out = work.screen.out
    version = f" {spec.version}" if spec.version else ""
    out.say(
        Piece(spec.title, "head"), f"{version}, {len(bots)} players ({seating(bots)})", hang="  "
    )
    rounds = games.tables[0].rounds
    most = "" if rounds is None else f" of at most {rounds} round{'' if rounds == 1 else 's'}"
    out.say(f"{played(work, games)}{most}, master seed {work.seed}", indent="  ", hang="  ")
    fixed = [f"{n}={v}" for n, v in found[0].options.items()] if found else []
    if len(found) == 1 and fixed:
        out.say("with " + ", ".join(fixed), indent="  ", hang="    ")
    if not found:
        out.say("no deal was finished", indent="  ")
        return
    if len(games.tables) == 1:
        tell(out, found[0])
        return
    overview(out, found)
    for setting in found if full else ():
        out.line()
        out.line(Piece(setting.label, "head"))
        tell(out, setting)


def _json(
    work: Work, games: Games, spec: Spec, bots: list[str], found: list[Setting]
) -> dict[str, object]:
    from rummy.sim.summary import setting_json

    return {
        "version": 1,
        "title": spec.title,
        "spec_version": spec.version,
        "file": Path(spec.file).name,
        "digest": spec.digest,
        "players": len(bots),
        "seats": bots,
        "seed": work.seed,
        "deals": work.games,
        "rotations": games.rotations,
        "rounds": games.tables[0].rounds,
        "complete": work.played == games.all,
        "settings": [setting_json(each) for each in found],
    }


def _plot(screen: Screen, plot: str, found: list[Setting], spec: Spec) -> None:
    from rummy.sim.plots import draw, save
    from rummy.sim.summary import panels

    drawn = panels(found)
    if plot != "-":
        save(drawn, plot, spec.title)
        return
    screen.out.line()
    for line in draw(drawn, screen.out.width):
        screen.out.line(line)
