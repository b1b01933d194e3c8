"""``rummy run``: bots play a match; it is told turn by turn or a line a round."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rummy.cli.sources import load_source, options_as_json, options_of, with_overlays
from rummy.errors import CardError, UsageError

if TYPE_CHECKING:
    from rummy.bots import Named
    from rummy.cards import Deck
    from rummy.play.match import Deal, Match
    from rummy.terminal.writer import Screen, Writer

MOST_DEAL_BYTES = 1024 * 1024


@click.command("run")
@click.argument("spec")
@click.option("--players", type=int, metavar="N", help="How many play.")
@click.option(
    "--seats",
    metavar="BOTS",
    help="The bot of each seat (random, greedy, search, search:500, search:2s), with commas; "
    "one name alone plays all seats.  [greedy]",
)
@click.option("--seed", type=int, metavar="N", help="Play the match of this seed again.")
@click.option(
    "--rounds",
    "--hands",
    "rounds",
    type=click.IntRange(min=1),
    metavar="N",
    help="Stop after so many rounds.",
)
@click.option(
    "--set", "settings", multiple=True, metavar="NAME=VALUE", help="Set an option of the game."
)
@with_overlays
@click.option("--json", "as_json", is_flag=True, help="A line of JSON for each round and the end.")
@click.option("--log", metavar="FILE", help="Write a log that `rummy replay` can check.")
@click.option(
    "--deal",
    metavar="FILE",
    help='The first deal, from the top: {"dealer": 2, "cards": "9H 8S"}.',
)
@click.option(
    "--tell/--brief", default=None, help="Every turn, or a line a round.  [told on a terminal]"
)
@click.pass_obj
def command(
    screen: Screen,
    spec: str,
    players: int | None,
    seats: str | None,
    seed: int | None,
    rounds: int | None,
    settings: tuple[str, ...],
    overlays: tuple[str, ...],
    as_json: bool,
    log: str | None,
    deal: str | None,
    tell: bool | None,
) -> int:
    """Let bots play a match by SPEC, a file or the name of a shipped game.

    \b
    Examples:
      rummy run iceberg
      rummy run iceberg --seed 7 --hands 1
      rummy run iceberg --seats random,greedy
      rummy run my.yaml --set target=1000
      rummy run iceberg --with house-rule.yaml
      rummy run iceberg --json --log a.log
    """
    if as_json and tell:
        raise UsageError("--json has a line for each round: --tell does not go with it")
    from rummy.bots import bots_named

    who = "greedy" if seats is None else seats
    bots = bots_named(who)
    loaded = load_source(spec, overlays)
    if players is None and len(bots) > 1:
        players = len(bots)
    from rummy.play.engine import Engine
    from rummy.play.match import Match
    from rummy.spec.bind import bind

    count = loaded.players[0] if players is None else players
    engine = Engine(bind(loaded, count, options_of(settings)))
    bots = bots_named(who, count)
    names = [bot.name for bot in bots]
    told = not as_json and (screen.out.terminal if tell is None else tell)
    first = None if deal is None else read_deal(deal, engine.deck)
    match = Match(loaded, seed=seed, deal=first, record=told, engine=engine)
    if log == "-":
        raise UsageError("--log: a log is written to a file, not to the standard output")
    if log is not None:
        _may_write(Path(log))
        match.log_to(log)
    table = Table(match, bots, screen.out, told, as_json, rounds)
    again = ["rummy", "run", spec, "--seed", str(match.seed), "--players", str(count)]
    if names != ["greedy"] * count:
        again += ["--seats", names[0] if len(set(names)) == 1 else ",".join(names)]
    again += [word for name in overlays for word in ("--with", name)]
    again += [word for text in settings for word in ("--set", text)]
    again += [] if deal is None else ["--deal", deal]
    again += [] if rounds is None else ["--rounds", str(rounds)]
    try:
        table.begin(again)
        table.play()
        table.end()
    finally:
        match.close_log()
    return 0


class Table:
    """A match of bots at the screen of somebody who watches."""

    def __init__(
        self,
        match: Match,
        bots: list[Named],
        out: Writer,
        told: bool,
        as_json: bool,
        rounds: int | None,
    ) -> None:
        from rummy.chance import stream
        from rummy.terminal.matches import Report

        self.match = match
        self.names = [bot.name for bot in bots]
        self.bots = [
            bot.make(match.engine, stream(match.seed, f"bot:{seat + 1}"))
            for seat, bot in enumerate(bots)
        ]
        self.rounds = rounds
        self.as_json = as_json
        self.out = out
        self.report = Report(match, out, told, self.names)

    def begin(self, again: list[str]) -> None:
        """Say what is played and how to play it again."""
        if not self.as_json:
            self.report.begin()
            self.report.again(again)

    def play(self) -> None:
        """Play to the end, or until enough rounds are played."""
        match, bots = self.match, self.bots
        counted = 0
        self._tell(counted)
        while not match.over and not self._enough():
            match.apply(bots[match.seat].choose(match.view()))
            self._tell(counted)
            counted = len(match.rounds)

    def _enough(self) -> bool:
        return self.rounds is not None and len(self.match.rounds) >= self.rounds

    def _tell(self, counted: int) -> None:
        if self.as_json:
            for result in self.match.rounds[counted:]:
                line = {
                    "round": result.round,
                    "dealer": result.dealer + 1,
                    "points": list(result.points),
                    "totals": list(result.totals),
                    "ended_by": result.ended_by,
                    "turns": result.turns,
                }
                self.out.raw(json.dumps(line) + "\n")
        else:
            self.report.go_on(self.rounds)

    def end(self) -> None:
        """The last line."""
        if not self.as_json:
            self.report.end()
            return
        match, spec = self.match, self.match.spec
        last = {
            "end": True,
            "over": match.over,
            "winners": [seat + 1 for seat in match.winners],
            "totals": list(match.totals),
            "rounds": len(match.rounds),
            "seed": match.seed,
            "title": spec.title,
            "version": spec.version,
            "digest": spec.digest,
            "players": match.players,
            "seats": self.names,
            "options": options_as_json(match.rules),
        }
        self.out.raw(json.dumps(last) + "\n")


def _may_write(path: Path) -> None:
    """Refuse to write a log over a file that is something else."""
    from rummy.spec.files import beginning

    try:
        if path.exists() and not path.is_file():
            return  # a device or a pipe, such as the standard output
        head = beginning(path, 12)
    except (OSError, ValueError):
        return  # not there, or not to be read: opening it for writing will say so
    if head and not head.startswith(b'{"rummy_log"'):
        raise UsageError(f"--log {path}: this file is no log; it is left as it is")


def read_deal(file: str, deck: Deck) -> Deal:
    """A concrete deal from a file of JSON; ``UsageError`` with the reason."""
    from rummy.play.match import Deal
    from rummy.spec.files import beginning

    try:
        data = json.loads(beginning(Path(file), MOST_DEAL_BYTES))
    except OSError as error:
        raise UsageError(f"--deal {file} cannot be read: {error.strerror}") from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise UsageError(f"--deal {file} is no JSON: {error.msg} ({where})") from None
    except (ValueError, RecursionError):
        raise UsageError(f"--deal {file} is no JSON") from None
    known = {"dealer", "cards"}
    if not isinstance(data, dict) or not data.keys() <= known:
        raise UsageError(f'--deal {file}: write {{"dealer": 2, "cards": "9H 8S ..."}}')
    cards, dealer = data.get("cards", ""), data.get("dealer")
    if not isinstance(cards, str):
        raise UsageError(f"--deal {file}: `cards` is one text with spaces between the cards")
    if dealer is not None and (type(dealer) is not int or dealer < 1):
        raise UsageError(f"--deal {file}: `dealer` is the number of a seat, from 1")
    try:
        codes = deck.parse_many(cards)
    except CardError as error:
        raise UsageError(f"--deal {file}: {error}") from None
    if any(code >= deck.faces for code in codes):
        raise UsageError(f"--deal {file}: a card in the stock stands for no other")
    return Deal(codes, None if dealer is None else dealer - 1)
