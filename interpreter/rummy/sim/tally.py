"""What a table's games come to: points, lengths, wins, endings, rules used.

A tally takes the games of one deal at a time: one game, or one for each rotation
of the seats. Deals are what the intervals are made of, since the games of a
deal belong together. All sums are whole numbers, so tallies can be merged in
any order with the same result.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import lcm

from rummy.sim.games import Game
from rummy.sim.luck import Luck
from rummy.sim.stats import Estimate, Mean, Quotient, wilson


class Wins:
    """Who won: a win that k share counts 1/k for each of them."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.unit = lcm(*range(1, players + 1))
        self.seats = [Mean() for _ in range(players)]
        self.bots: dict[str, Mean] = {}
        self.shared = 0

    def add(self, deal: Sequence[Game]) -> None:
        """The games of one more deal."""
        seats = [0] * self.players
        bots = dict.fromkeys(deal[0].bots, 0)
        for game in deal:
            self.shared += len(game.winners) > 1
            for seat in game.winners:
                part = self.unit // len(game.winners)
                seats[seat] += part
                bots[game.bots[seat]] += part
        for mean, part in zip(self.seats, seats, strict=True):
            mean.add(part)
        for name, part in bots.items():
            self.bots.setdefault(name, Mean()).add(part)

    def merge(self, other: Wins) -> None:
        """All deals of another one as well."""
        self.shared += other.shared
        for mean, more in zip(self.seats, other.seats, strict=True):
            mean.merge(more)
        for name, more in other.bots.items():
            self.bots.setdefault(name, Mean()).merge(more)

    def rate(self, mean: Mean, rotations: int) -> Estimate:
        """A win rate: Wilson's interval, or over deals with several games that of a mean."""
        if rotations == 1:
            return wilson(mean.total / self.unit, mean.n)
        return mean.estimate(self.unit * rotations).within(0.0, 1.0)


class Tally:
    """Counts the games of one table with one setting of its options."""

    def __init__(self, players: int, rotations: int, rules: int) -> None:
        self.players = players
        self.rotations = rotations
        self.deals = self.games = self.ended = self.tied_rounds = self.round_count = 0
        self.totals = [Mean() for _ in range(players)]
        self.points = [Quotient() for _ in range(players)]
        self.all_points = Quotient()
        self.bot_points: dict[str, Quotient] = {}
        self.rounds, self.decisions, self.leads = Mean(), Mean(), Mean()
        self.turns = Quotient()
        self.wins = Wins(players)
        self.ended_by: Counter[str] = Counter()
        self.fired = [0] * rules
        self.luck = Luck(players, rotations) if rotations > 1 else None

    def add(self, deal: Sequence[Game]) -> None:
        """The games of one more deal, one for each rotation."""
        self.deals += 1
        self.games += len(deal)
        self.ended += sum(game.over for game in deal)
        rounds = sum(len(game.rounds) for game in deal)
        self.round_count += rounds
        for seat in range(self.players):
            total = sum(game.totals[seat] for game in deal)
            self.totals[seat].add(total)
            self.points[seat].add(total, rounds)
        self.all_points.add(sum(sum(game.totals) for game in deal), rounds)
        self._of_bots(deal)
        self.rounds.add(rounds)
        self.turns.add(sum(game.turns for game in deal), rounds)
        self.decisions.add(sum(game.decisions for game in deal))
        self.leads.add(sum(game.lead_changes for game in deal))
        self.tied_rounds += sum(game.ties for game in deal)
        self.wins.add(deal)
        for game in deal:
            self.ended_by.update(each.ended_by for each in game.rounds)
            for rule, count in enumerate(game.fired):
                self.fired[rule] += count
        if self.luck is not None:
            self.luck.add(deal)

    def _of_bots(self, deal: Sequence[Game]) -> None:
        names = deal[0].bots
        for name in dict.fromkeys(names):
            points = hands = 0
            for game in deal:
                for seat, bot in enumerate(game.bots):
                    if bot == name:
                        points += game.totals[seat]
                        hands += len(game.rounds)
            self.bot_points.setdefault(name, Quotient()).add(points, hands)

    def merge(self, other: Tally) -> None:
        """All deals of another tally of the same table as well."""
        self.deals += other.deals
        self.games += other.games
        self.ended += other.ended
        self.tied_rounds += other.tied_rounds
        self.round_count += other.round_count
        for mine, theirs in zip(self.totals, other.totals, strict=True):
            mine.merge(theirs)
        for q, more in zip(self.points, other.points, strict=True):
            q.merge(more)
        self.all_points.merge(other.all_points)
        for name, more in other.bot_points.items():
            self.bot_points.setdefault(name, Quotient()).merge(more)
        self.rounds.merge(other.rounds)
        self.decisions.merge(other.decisions)
        self.leads.merge(other.leads)
        self.turns.merge(other.turns)
        self.wins.merge(other.wins)
        self.ended_by.update(other.ended_by)
        self.fired = [a + b for a, b in zip(self.fired, other.fired, strict=True)]
        if self.luck is not None and other.luck is not None:
            self.luck.merge(other.luck)


__all__ = ["Tally", "Wins"]
