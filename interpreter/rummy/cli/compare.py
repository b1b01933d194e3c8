"""``rummy compare``: two games, or two settings of one, on the same deals."""

from __future__ import annotations

import json
import math
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rummy.cli.simulate import Work, seated
from rummy.cli.sources import load_source, with_overlays
from rummy.errors import UsageError
from rummy.terminal.writer import Piece

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rummy.sim.games import Table
    from rummy.sim.paired import Comparison, Pairs
    from rummy.sim.run import Games
    from rummy.spec.model import Spec
    from rummy.terminal.writer import Screen, Writer


@click.command("compare")
@click.argument("a")
@click.argument("b", required=False)
@click.option("--games", type=int, default=200, metavar="N", help="Deals for both.  [200]")
@click.option(
    "--measure",
    default="score",
    metavar="NAMES",
    help="What is compared: score, spread, length, rounds, decisions, leads; with different "
    "bots also edge, win, skill, luck.  [score]",
)
@click.option(
    "--margin",
    type=float,
    metavar="M",
    help="The smallest difference that matters (of shares: 0.02 is two per cent).  "
    "[5% of A's mean; 0.02 for shares]",
)
@click.option("--set", "both", multiple=True, metavar="NAME=VALUE", help="An option of both.")
@click.option("--set-a", multiple=True, metavar="NAME=VALUE", help="An option of A.")
@click.option("--set-b", multiple=True, metavar="NAME=VALUE", help="An option of B.")
@with_overlays
@click.option("--players", type=int, metavar="N", help="How many play.")
@click.option(
    "--seats",
    default="greedy",
    metavar="BOTS",
    help="The bot of each seat, with commas; different ones are rotated.  [greedy]",
)
@click.option("--seed", type=int, metavar="N", help="The master seed; else one is drawn.")
@click.option("--workers", type=int, metavar="N", help="Processes that play.  [all cores]")
@click.option(
    "--rounds", "--hands", "rounds", type=int, metavar="N", help="Stop games after N rounds."
)
@click.option("--json", "as_json", is_flag=True, help="The comparison as JSON.")
@click.pass_obj
def command(
    screen: Screen,
    a: str,
    b: str | None,
    games: int,
    measure: str,
    margin: float | None,
    both: tuple[str, ...],
    set_a: tuple[str, ...],
    set_b: tuple[str, ...],
    overlays: tuple[str, ...],
    players: int | None,
    seats: str,
    seed: int | None,
    workers: int | None,
    rounds: int | None,
    as_json: bool,
) -> int:
    """Compare two games, or two settings of one game, on the same deals.

    Every deal is played by A and by B, with different bots once for each way
    they can sit. The differences from deal to deal give one of three verdicts:
    it differs, there is no difference that matters, or it is undecided.

    \b
    Examples:
      rummy compare iceberg \\
        --set-b ace_scoring=flat --rounds 1
      rummy compare iceberg my-iceberg.yaml
      rummy compare iceberg --set-b aces=by_choice \\
        --measure length --margin 0.5
      rummy compare iceberg --seats greedy,random \\
        --set-b ace_scoring=cats --measure luck,win
    """
    work = Work(screen, games, seed, workers, rounds)
    if margin is not None and not (margin >= 0 and math.isfinite(margin)):
        raise UsageError(f"--margin {margin}: say a number of 0 or more")
    first = load_source(a, overlays)
    second = first if b is None else load_source(b, overlays)
    from rummy.sim.paired import Pairs, measures
    from rummy.sim.run import Deals

    bots = seated(seats, players if players is not None else _fewest(first, second, seats), first)
    chosen = measures(measure, bots)
    tables = [
        _table(first, bots, (*both, *set_a), rounds),
        _table(second, bots, (*both, *set_b), rounds),
    ]
    if first.digest == second.digest and tables[0].options == tables[1].options:
        raise UsageError(
            "A and B are the same game with the same options; name a second file, "
            "or say --set-a or --set-b NAME=VALUE"
        )
    playing = work.games_of(tables, len(tables[0].rotations()) > 1)
    pairs = Pairs(tables[0], chosen, playing.rotations)
    deals = Deals(playing.rotations)
    with closing(work.play(playing)) as stream:
        for side, game in stream:
            deal = deals.add(side, game)
            if deal is not None:
                pairs.add(side, deal)
    report = Report(work, playing, (first, second), pairs, margin)
    if as_json:
        screen.out.raw(json.dumps(report.json()) + "\n")
    else:
        report.tell(screen.out)
    return work.end(playing)


def _fewest(first: Spec, second: Spec, seats: str) -> int | None:
    """So many players as both can have, if the seats do not say it."""
    if "," in seats:
        return None
    low, high = (max(first.players[0], second.players[0]), min(first.players[1], second.players[1]))
    if low > high:
        raise UsageError(
            f"A is for {first.players[0]} to {first.players[1]} players, B for "
            f"{second.players[0]} to {second.players[1]}: no number fits both"
        )
    return low


def _table(spec: Spec, bots: Sequence[str], given: tuple[str, ...], rounds: int | None) -> Table:
    from rummy.sim.games import Table
    from rummy.sim.grid import grid

    cells = grid(spec, given)
    if len(cells) > 1:
        raise UsageError("compare takes one value of an option for A and one for B")
    return Table.of(spec, bots, cells[0], rounds)


class Report:
    """The outcome of a comparison, for people and programs."""

    def __init__(
        self,
        work: Work,
        games: Games,
        specs: tuple[Spec, Spec],
        pairs: Pairs,
        margin: float | None,
    ) -> None:
        from rummy.sim.paired import weaker_pairs

        self.work, self.games, self.specs, self.pairs = work, games, specs, pairs
        self.deals = len(pairs.deals())
        self.found = (
            [pairs.compare(place, margin) for place in range(len(pairs.chosen))]
            if self.deals
            else []
        )
        self.weaker = weaker_pairs(*games.tables)

    def _label(self, side: int) -> str:
        table, spec = self.games.tables[side], self.specs[side]
        version = f" {spec.version}" if spec.version else ""
        other = dict(self.games.tables[1 - side].options)
        same_file = self.specs[0].digest == self.specs[1].digest
        told = [
            f"{name}={value}"
            for name, value in table.options
            if not same_file or other.get(name) != value
        ]
        if same_file:
            told += [
                f"{name}={self._default(side, name)}"
                for name in other
                if name not in dict(table.options)
            ]
        return f"{spec.title}{version}" + (f" with {', '.join(told)}" if told else "")

    def _default(self, side: int, name: str) -> str:
        from rummy.spec.bind import option_text

        option = next(each for each in self.specs[side].options if each.name == name)
        return option_text(option, option.default)

    def tell(self, out: Writer) -> None:
        """The comparison on a screen."""
        from rummy.cli.simulate import played, seating

        for side, name in enumerate("AB"):
            out.say(Piece(f"{name}: ", "head"), self._label(side), hang="   ")
        bots = self.games.tables[0].bots
        rounds = self.games.tables[0].rounds
        most = "" if rounds is None else f" of at most {rounds} round{'' if rounds == 1 else 's'}"
        out.say(
            f"{played(self.work, self.games)}{most}, {len(bots)} players ({seating(bots)}), "
            f"master seed {self.work.seed}",
            hang="  ",
        )
        if self.weaker:
            out.say(
                f"The pairs are weak: {self.weaker}, so A and B do not get the same cards.",
                hang="  ",
            )
        if not self.found:
            out.say("no deal was finished at both tables")
            return
        self._table(out)
        for each in self.found:
            out.line()
            self._verdict(out, each)

    def _table(self, out: Writer) -> None:
        from rummy.sim.plots import shown
        from rummy.sim.report import interval, table

        rows = [["", "A", "B", "B less A", "95% interval", "margin"]]
        for each in self.found:
            share = each.measure.share
            rows.append(
                [
                    each.measure.name,
                    shown(each.first.value, share),
                    shown(each.second.value, share),
                    shown(each.difference.value, share),
                    interval(each.difference, share),
                    shown(each.margin, share),
                ]
            )
        out.line()
        table(out, rows, [True, False, False, False, False, False])

    def _verdict(self, out: Writer, each: Comparison) -> None:
        from rummy.sim.paired import DIFFERS, SAME
        from rummy.sim.plots import shown

        about = each.measure.about.format(bot=self.pairs.bot)
        margin = shown(each.margin, each.measure.share)
        low, high = each.difference.low, each.difference.high
        word, style = each.verdict.word, "good"
        if word == DIFFERS:
            told = f" B has {'more' if each.difference.value > 0 else 'less'}."
            if low is not None and high is not None and min(abs(low), abs(high)) < each.margin:
                told += f" Whether by as much as the margin of {margin} is not certain."
        elif word == SAME:
            told = f" It is less than {margin}."
            if low is not None and high is not None and (low > 0 or high < 0):
                told = f" That there is one is certain, but it is less than {margin}."
        else:
            style = "warn"
            if each.verdict.more is not None:
                deals = "deal" if each.verdict.more == 1 else "deals"
                told = f" About {each.verdict.more:,} more {deals} would decide it."
            elif self.deals < 3:
                told = " So few deals say nothing."
            else:
                told = " No number of deals would decide about a difference of 0 without a margin."
        said = f" ({about}): "
        out.say(Piece(each.measure.name, "head"), said, Piece(f"{word}.", style), told, hang="  ")
        if each.correlation is not None and each.correlation > 0:
            out.say(
                f"The deals bind A and B together by {each.correlation:.2f} (correlation).",
                indent="  ",
                hang="  ",
            )

    def json(self) -> dict[str, object]:
        """The comparison for programs."""
        from rummy.sim.summary import estimate_json, number

        return {
            "version": 1,
            "seed": self.work.seed,
            "deals": self.deals,
            "rotations": self.games.rotations,
            "rounds": self.games.tables[0].rounds,
            "seats": list(self.games.tables[0].bots),
            "complete": self.work.played == self.games.all,
            "sides": [
                {
                    "title": spec.title,
                    "file": Path(spec.file).name,
                    "digest": spec.digest,
                    "options": dict(table.options),
                }
                for spec, table in zip(self.specs, self.games.tables, strict=True)
            ],
            "weaker_pairs": self.weaker or None,
            "measures": [
                {
                    "measure": each.measure.name,
                    "about": each.measure.about.format(bot=self.pairs.bot),
                    "a": estimate_json(each.first),
                    "b": estimate_json(each.second),
                    "difference": estimate_json(each.difference),
                    "margin": number(each.margin),
                    "verdict": each.verdict.word,
                    "more_deals": each.verdict.more,
                    "correlation": each.correlation,
                }
                for each in self.found
            ],
        }
