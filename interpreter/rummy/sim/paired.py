"""Two tables on the same deals: paired differences and one of three verdicts.

Each deal is played at both tables, once for every way in which the bots can sit,
and gives one value for each table: the mean of a measure over its games. What is
judged is the difference (second less first) over the deals: its mean and the
95% interval of Student's t. What both tables owe to the cards cancels out, so
that far fewer games are needed than without pairs.

The luck of a table is no value of one deal; there the interval of the difference
is the jackknife's, the same deal left out at both tables.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rummy.errors import UsageError
from rummy.play.match import Match
from rummy.sim.games import Game, Table, engine_of
from rummy.sim.luck import Luck
from rummy.sim.stats import Estimate, correlation, jackknife, mean_of
from rummy.spelling import did_you_mean

Value = Callable[[Sequence[Game], str], float]


@dataclass(frozen=True, slots=True)
class Measure:
    """Something that games are compared by.

    ``margin``: the smallest difference that matters if nobody says otherwise;
    None: 5% of the mean at the first table. ``versus``: it needs two different
    bots. ``share``: it lies between 0 and 1 and is shown in per cent.
    """

    name: str
    about: str
    value: Value | None
    margin: float | None = None
    versus: bool = False
    share: bool = False


def _score(deal: Sequence[Game], bot: str) -> float:
    hands = sum(len(game.rounds) * len(game.totals) for game in deal)
    return sum(sum(game.totals) for game in deal) / hands


def _spread(deal: Sequence[Game], bot: str) -> float:
    gaps = sum(max(each.points) - min(each.points) for game in deal for each in game.rounds)
    return gaps / sum(len(game.rounds) for game in deal)


def _turns(deal: Sequence[Game], bot: str) -> float:
    return sum(game.turns for game in deal) / sum(len(game.rounds) for game in deal)


def _of_games(count: Callable[[Game], float]) -> Value:
    return lambda deal, bot: sum(count(game) for game in deal) / len(deal)


def _win(deal: Sequence[Game], bot: str) -> float:
    won = sum(
        sum(game.bots[seat] == bot for seat in game.winners) / len(game.winners) for game in deal
    )
    return won / len(deal)


def _edge(deal: Sequence[Game], bot: str) -> float:
    total, rounds = 0.0, 0
    for game in deal:
        mine = [t for t, name in zip(game.totals, game.bots, strict=True) if name == bot]
        others = [t for t, name in zip(game.totals, game.bots, strict=True) if name != bot]
        total += sum(mine) / len(mine) - sum(others) / len(others)
        rounds += len(game.rounds)
    return total / rounds


MEASURES: dict[str, Measure] = {
    each.name: each
    for each in (
        Measure("score", "points of a seat a round", _score),
        Measure("spread", "best less worst points of a round", _spread),
        Measure("length", "turns a round", _turns),
        Measure("rounds", "rounds a game", _of_games(lambda game: len(game.rounds))),
        Measure("decisions", "decisions a game", _of_games(lambda game: game.decisions)),
        Measure("leads", "changes of the lead a game", _of_games(lambda game: game.lead_changes)),
        Measure("edge", "points of {bot} above the others a round", _edge, versus=True),
        Measure("win", "games won by {bot}", _win, 0.02, versus=True, share=True),
        Measure("skill", "share of who plays in the result", None, 0.02, True, True),
        Measure("luck", "share of the deal in the result", None, 0.02, True, True),
    )
}
"""What can be compared, by name."""

SHARE_OF = {"skill": "players", "luck": "deal"}


def measures(text: str, bots: Sequence[str]) -> list[Measure]:
    """The measures that a text names, with commas; ``UsageError`` if one cannot be had."""
    found = []
    for name in dict.fromkeys(word.strip().lower() for word in text.split(",")):
        if name not in MEASURES:
            near = did_you_mean(name, MEASURES) or f"there are {', '.join(MEASURES)}"
            raise UsageError(f"--measure: there is no measure {name!r}; {near}")
        measure = MEASURES[name]
        if measure.versus and len(set(bots)) < 2:
            raise UsageError(
                f"--measure {name} needs two different bots; say --seats greedy,random"
            )
        found.append(measure)
    return found


DIFFERS, SAME, UNDECIDED = "differs", "no difference that matters", "undecided"
"""The verdicts."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What follows from an interval and a margin.

    ``more``: about how many more deals would decide, if what was seen goes on
    like this; None: it is decided, or no number would.
    """

    word: str
    more: int | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """A measure at both tables, the difference, and what follows."""

    measure: Measure
    first: Estimate
    second: Estimate
    difference: Estimate
    margin: float
    verdict: Verdict
    correlation: float | None
    """How much the tables go together over the deals; None for luck and skill."""


def verdict(difference: Estimate, margin: float, n: int) -> Verdict:
    """Judge a difference over n deals.

    Its whole interval within ± margin: no difference that matters (even if it is
    certain that there is a small one). Else, 0 outside the interval: it differs.
    Else undecided.
    """
    low, high, middle = difference.low, difference.high, abs(difference.value)
    if low is None or high is None:
        return Verdict(UNDECIDED)
    half = (high - low) / 2
    if half == 0 and middle == 0:
        return Verdict(SAME)
    if -margin < low and high < margin:
        return Verdict(SAME)
    if low > 0 or high < 0:
        return Verdict(DIFFERS)
    # half an interval shrinks as 1 / sqrt(n); it must become less than one of these
    goals = [goal for goal in (middle, margin - middle) if goal > 0]
    if not goals:
        return Verdict(UNDECIDED)
    needed = math.ceil(n * (half / max(goals)) ** 2)
    return Verdict(UNDECIDED, max(1, needed - n))


class Pairs:
    """Gathers deals that were played at both tables."""

    def __init__(self, first: Table, chosen: Sequence[Measure], rotations: int) -> None:
        self.bot = first.bots[0]
        self.chosen = list(chosen)
        self.rotations = rotations
        self._values: list[dict[int, list[float]]] = [{}, {}]
        luck = rotations > 1
        self._luck = [Luck(first.players, rotations) for _ in range(2)] if luck else []

    def add(self, side: int, deal: Sequence[Game]) -> None:
        """The games of a deal at the first (0) or second (1) table."""
        self._values[side][deal[0].index] = [
            0.0 if each.value is None else each.value(deal, self.bot) for each in self.chosen
        ]
        if self._luck:
            self._luck[side].add(deal)

    def deals(self) -> list[int]:
        """The numbers of the deals that both tables have played."""
        return sorted(self._values[0].keys() & self._values[1].keys())

    def compare(self, place: int, margin: float | None = None) -> Comparison:
        """Compare by one of the chosen measures (its place among them)."""
        measure = self.chosen[place]
        deals = self.deals()
        together = None
        if measure.value is None:
            first, second, difference = self._shares(SHARE_OF[measure.name], deals)
        else:
            a = [self._values[0][deal][place] for deal in deals]
            b = [self._values[1][deal][place] for deal in deals]
            first, second = mean_of(a), mean_of(b)
            difference = mean_of([y - x for x, y in zip(a, b, strict=True)])
            together = correlation(a, b)
        if measure.share:
            first, second = first.within(0.0, 1.0), second.within(0.0, 1.0)
        if margin is None:
            margin = abs(first.value) * 0.05 if measure.margin is None else measure.margin
        judged = verdict(difference, margin, len(deals))
        return Comparison(measure, first, second, difference, margin, judged, together)

    def _shares(self, name: str, deals: Sequence[int]) -> tuple[Estimate, Estimate, Estimate]:
        sides = []
        for luck in self._luck:
            kept = Luck(luck.players, luck.rotations)
            kept.deals = {deal: luck.deals[deal] for deal in deals}
            sides.append(kept)
        one, two = sides

        def between(without: int | None) -> float:
            first: float = getattr(one.shares(without), name)
            second: float = getattr(two.shares(without), name)
            return second - first

        return one.estimate(name), two.estimate(name), jackknife(len(deals), between)


def weaker_pairs(first: Table, second: Table) -> str:
    """Why the same seeds do not deal the same cards at both tables; "" if they do."""
    one, two = first.rules(), second.rules()
    packs = [
        (r.deck.ranks, tuple(s.letter for s in r.deck.suits), r.deck.copies) for r in (one, two)
    ]
    if packs[0] != packs[1]:
        return f"the packs differ ({one.deck.size} and {two.deck.size} cards)"
    hands = [_dealt(table) for table in (first, second)]
    if hands[0] != hands[1]:
        return "the first hands differ although the packs are the same"
    return ""


def _dealt(table: Table) -> list[tuple[int, ...]]:
    """The cards that each seat is dealt in one match."""
    engine = engine_of(table.packed, table.players, table.options)
    match = Match(engine.rules.spec, seed=1, record=True, engine=engine)
    return [record.cards for record in match.records or () if record.what == "deal"]


__all__ = [
    "DIFFERS",
    "MEASURES",
    "SAME",
    "UNDECIDED",
    "Comparison",
    "Measure",
    "Pairs",
    "Verdict",
    "measures",
    "verdict",
    "weaker_pairs",
]
