"""What a tally says, as plain values for JSON and as panels for a plot."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rummy.sim.fired import Rule, Rulebook
from rummy.sim.luck import SHARES
from rummy.sim.plots import Panel
from rummy.sim.stats import Estimate
from rummy.sim.tally import Tally


@dataclass(frozen=True, slots=True)
class Setting:
    """What was played with one setting of the options.

    ``options``: those that were set; ``values``: all, as they are written;
    ``differ``: the names of those that differ within a grid; ``bots``: by seat,
    before they move on.
    """

    options: Mapping[str, str]
    values: Mapping[str, str]
    differ: tuple[str, ...]
    tally: Tally
    book: Rulebook
    bots: tuple[str, ...]

    @property
    def shorts(self) -> list[str]:
        """The values that differ within a grid."""
        return [self.options[name] for name in self.differ]

    @property
    def short(self) -> str:
        """The same as one text: ``forced, flat``."""
        return ", ".join(self.shorts)

    @property
    def label(self) -> str:
        """The options that differ within a grid: ``aces=forced``."""
        return ", ".join(f"{name}={self.options[name]}" for name in self.differ)

    @property
    def names(self) -> list[str]:
        """The different bots."""
        return list(dict.fromkeys(self.bots))

    def fair(self, bot: str) -> float:
        """The share of wins that a bot would have if all were equal."""
        return self.bots.count(bot) / len(self.bots)

    def wins(self, seat: int) -> Estimate:
        """How often a seat wins."""
        wins = self.tally.wins
        return wins.rate(wins.seats[seat], self.tally.rotations)

    def bot_wins(self, bot: str) -> Estimate:
        """How often the bots of a name win, all of them together."""
        wins = self.tally.wins
        return wins.rate(wins.bots[bot], self.tally.rotations)

    def lengths(self) -> list[tuple[str, str, Estimate]]:
        """How long games are: the key, in words, the mean."""
        tally, r = self.tally, self.tally.rotations
        return [
            ("rounds", "rounds a game", tally.rounds.estimate(r)),
            ("turns", "turns a round", tally.turns.estimate()),
            ("decisions", "decisions a game", tally.decisions.estimate(r)),
            ("lead_changes", "lead changes a game", tally.leads.estimate(r)),
        ]

    def used(self) -> list[tuple[Rule, int]]:
        """The rules that were used, with how often."""
        return [(r, n) for r, n in zip(self.book.rules, self.tally.fired, strict=True) if n]

    def unused(self) -> list[Rule]:
        """The rules that never were."""
        return [r for r, n in zip(self.book.rules, self.tally.fired, strict=True) if not n]


def number(value: float | None) -> float | None:
    """A number that JSON has."""
    return value if value is not None and math.isfinite(value) else None


def estimate_json(each: Estimate) -> dict[str, float | None]:
    """A value with its interval."""
    return {"mean": number(each.value), "low": number(each.low), "high": number(each.high)}


def setting_json(setting: Setting) -> dict[str, object]:
    """One setting as JSON. Seats count from 1."""
    tally = setting.tally
    r = tally.rotations
    told: dict[str, object] = {
        "options": dict(setting.options),
        "deals": tally.deals,
        "games": tally.games,
        "ended": tally.ended,
        "rounds_played": tally.round_count,
        "seats": [
            {
                "seat": seat + 1,
                "points": estimate_json(tally.points[seat].estimate()),
                "total": estimate_json(tally.totals[seat].estimate(r)),
                "wins": {**estimate_json(setting.wins(seat)), "fair": 1 / tally.players},
            }
            for seat in range(tally.players)
        ],
        "bots": [
            {
                "bot": bot,
                "points": estimate_json(tally.bot_points[bot].estimate()),
                "wins": {**estimate_json(setting.bot_wins(bot)), "fair": setting.fair(bot)},
            }
            for bot in tally.bot_points
        ],
        **{key: estimate_json(each) for key, _, each in setting.lengths()},
        "ended_by": dict(sorted(tally.ended_by.items(), key=lambda item: (-item[1], item[0]))),
        "shared_wins": tally.wins.shared,
        "tied_rounds": tally.tied_rounds,
        "shares": None
        if tally.luck is None
        else {name: estimate_json(tally.luck.estimate(name)) for name in SHARES},
        "rules": [
            {
                "key": rule.key,
                "what": rule.what,
                "line": rule.line,
                **({"file": rule.file} if rule.file else {}),
                "options": list(rule.options),
                "times": count,
            }
            for rule, count in zip(setting.book.rules, tally.fired, strict=True)
        ],
    }
    return told


def panels(settings: Sequence[Setting]) -> list[Panel]:
    """The panels of a plot: seats of one setting, or the settings of a grid."""
    first = settings[0]
    if len(settings) == 1:
        players = first.tally.players
        seats = [
            f"seat {seat + 1}"
            if len(first.names) == 1 or first.tally.rotations > 1
            else f"seat {seat + 1} ({first.bots[seat]})"
            for seat in range(players)
        ]
        found = [
            Panel(
                "points a round",
                tuple((seats[s], first.tally.points[s].estimate()) for s in range(players)),
            ),
            Panel(
                "wins",
                tuple((seats[s], first.wins(s)) for s in range(players)),
                True,
                1 / players,
                "a fair share",
            ),
        ]
        if first.tally.luck is not None:
            luck = first.tally.luck
            found.append(
                Panel(
                    "what a result follows from",
                    tuple((name, luck.estimate(name)) for name in SHARES),
                    True,
                )
            )
        return found
    if first.tally.luck is None:
        found = [
            Panel(
                "points of a seat a round",
                tuple((each.short, all_points(each)) for each in settings),
            ),
            Panel(
                "turns a round",
                tuple((each.short, each.tally.turns.estimate()) for each in settings),
            ),
        ]
        if len(first.names) > 1:
            found.append(_wins(settings))
        return found
    shares = [
        ("players", "share of who plays"),
        ("deal", "share of the deal"),
        ("rest", "share of the rest"),
    ]
    return [
        _wins(settings),
        *(
            Panel(
                about,
                tuple(
                    (each.short, each.tally.luck.estimate(name))
                    for each in settings
                    if each.tally.luck is not None
                ),
                True,
            )
            for name, about in shares
        ),
    ]


def _wins(settings: Sequence[Setting]) -> Panel:
    bot = settings[0].bots[0]
    return Panel(
        f"wins of {bot}",
        tuple((each.short, each.bot_wins(bot)) for each in settings),
        True,
        settings[0].fair(bot),
        "a fair share",
    )


def all_points(setting: Setting) -> Estimate:
    """Points of a seat a round, over all seats."""
    return setting.tally.all_points.estimate(setting.tally.players)


__all__ = ["Setting", "all_points", "estimate_json", "panels", "setting_json"]
