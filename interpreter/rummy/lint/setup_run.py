"""The setup gone through once with bounds instead of cards.

For one number of players and one choice of options: how many cards lie in the
zones at least and at most. A zone of players stands for that of any player.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rummy.lang.fold import fold
from rummy.lang.trees import Compare, Const, If, Name, Node, Place
from rummy.lint.bounds import MOST, Bounds, decided
from rummy.lint.settings import Setting, Settings
from rummy.lint.walks import tree_of
from rummy.spec.model import (
    Deal,
    Effect,
    End,
    Expr,
    ForEach,
    Move,
    MoveCards,
    Shuffle,
    Step,
    TurnOver,
)

STOCK, HAND = "stock", "hand"

Span = tuple[int, int]


@dataclass
class Wanting:
    """An effect that needs more cards than lie there."""

    place: Place
    needed: int
    there: int
    each: int = 0
    """Of a deal: how many cards each player gets."""


@dataclass
class Run:
    """What has become of the cards so far."""

    settings: Settings
    setting: Setting
    players: int
    zones: dict[str, Span]
    wanting: list[Wanting] = field(default_factory=list)
    open: bool = False
    """The setup may have ended before this."""

    def steps(self, steps: tuple[Step, ...]) -> None:
        """Go through the steps of the setup."""
        for step in steps:
            holds = self.truth(step.when)
            if holds is not False:
                self.step(step, holds is True)

    def step(self, step: Step, sure: bool) -> None:
        """One step; a choice may come to any of its moves."""
        before = dict(self.zones)
        for effect in step.auto:
            self.effect(effect, step.place, sure)
        ends: list[dict[str, Span]] = []
        for move in step.moves:
            if self.truth(move.when) is not False:
                self.zones = dict(before)
                self.move(move)
                ends.append(self.zones)
        if step.moves:
            # in the setup a choice without a possible action is passed over
            self.zones = self.together([before, *ends])
            if step.repeat:
                self.zones = dict.fromkeys(self.zones, (0, MOST))

    def together(self, ends: list[dict[str, Span]]) -> dict[str, Span]:
        """The bounds that hold whatever was chosen."""
        return {
            name: (min(e[name][0] for e in ends), max(e[name][1] for e in ends))
            for name in self.zones
        }

    def move(self, move: Move) -> None:
        """What a chosen move does."""
        if isinstance(move.verb, MoveCards):
            self.carry(move.verb, False)
        else:
            self.zones[HAND] = (0, self.zones[HAND][1])
        for effect in move.do:
            self.effect(effect, move.place, False)
        self.steps(move.then)

    def effect(self, effect: Effect, place: Place, sure: bool) -> None:
        """What happens by itself; only what surely happens can be found wanting."""
        holds = self.truth(effect.when)
        if holds is False:
            return
        sure = sure and holds is True and not self.open
        match effect:
            case Deal():
                self.deal(effect, sure)
            case MoveCards():
                self.carry(effect, sure)
            case ForEach(effect=MoveCards() as moved):
                self.zones[moved.source.zone] = (0, self.zones[moved.source.zone][1])
                self.zones[moved.target.zone] = (0, MOST)
            case TurnOver():
                for ref in (effect.source, effect.target):
                    self.zones[ref.zone] = (0, MOST)
            case Shuffle():
                pass
            case End():
                self.open = True

    def deal(self, deal: Deal, sure: bool) -> None:
        """Cards for everybody."""
        tree = fold(deal.count.tree, self.setting)
        low, high = self.number(tree)
        least, most = self.dealt(tree)
        there = self.zones[deal.source.zone]
        if sure and least > there[1]:
            self.wanting.append(Wanting(deal.count.place, least, there[1], low))
        self.take(deal.source.zone, least if sure else 0, most)
        old = self.zones[deal.zone]
        all_served = sure and most <= there[0]
        self.zones[deal.zone] = (old[0] + (low if all_served else 0), min(MOST, old[1] + high))

    def dealt(self, tree: Node) -> Span:
        """How many cards a deal needs for all players together."""
        low, high = self.number(tree)
        if isinstance(tree, If) and _one_player(tree.condition):
            (a, b), (c, d) = self.number(tree.yes), self.number(tree.no)
            others = self.players - 1
            return a + others * c, b + others * d
        return low * self.players, high * self.players

    def carry(self, move: MoveCards, sure: bool) -> None:
        """Cards from a zone to a zone."""
        source, target = move.source.zone, move.target.zone
        there = self.zones[source]
        if move.count is None:
            low, high = (0 if move.cards is not None else there[0]), there[1]
        else:
            low, high = self.number(fold(move.count.tree, self.setting))
            if sure and move.cards is None and move.source.of is None and low > there[1]:
                place = move.count.place if move.count.text != "1" else move.source.place
                self.wanting.append(Wanting(place, low, there[1]))
            low = 0 if move.cards is not None else min(low, there[0])
            high = min(high, there[1])
        self.take(source, low if sure and move.source.of is None else 0, high)
        old = self.zones[target]
        surely = low if sure and move.target.of is None else 0
        self.zones[target] = (old[0] + surely, min(MOST, old[1] + high))

    def take(self, zone: str, least: int, most: int) -> None:
        """Cards leave a zone: so many at least and at most."""
        low, high = self.zones[zone]
        self.zones[zone] = (max(0, low - most), max(0, high - least))

    def truth(self, when: Expr | None) -> bool | None:
        """Whether a condition holds now, as far as the counts of cards tell."""
        tree = tree_of(when)
        return True if tree is None else decided(fold(tree, self.setting), self.bounds())

    def number(self, tree: Node) -> Span:
        """The bounds of a number of cards."""
        low, high = self.bounds().of(tree)
        return max(0, low), max(0, high)

    def bounds(self) -> Bounds:
        """The bounds of all numbers now."""
        counts = {f"count {name}": span for name, span in self.zones.items()}
        return Bounds({**self.settings.limits, **counts, "melds": (0, MOST)})


def _one_player(node: Node) -> bool:
    """Whether a condition holds for one single player: ``me == starter``."""
    return (
        isinstance(node, Compare)
        and node.op == "=="
        and any(isinstance(n, Name) and n.name == "me" for n in (node.left, node.right))
        and not any(isinstance(n, Const) for n in (node.left, node.right))
    )
