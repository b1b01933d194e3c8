"""How many cards a hand can hold, and how many points they can have at most."""

from __future__ import annotations

from functools import cached_property

from rummy.lang.fold import fold
from rummy.lang.trees import Call, Each, Name, Node
from rummy.lint.bounds import ANY, MOST, Bounds, decided
from rummy.lint.facts import Facts
from rummy.lint.hand_size import Growth
from rummy.lint.settings import Setting
from rummy.lint.setup_run import HAND

OF_HANDS = ("points", "deadwood")
"""Functions that add up points of cards."""


class HandBounds(Bounds):
    """Bounds that also know the largest hand and what a card counts at least and at most."""

    def __init__(self, names: dict[str, tuple[int, int]], card: tuple[int, int]) -> None:
        super().__init__(names)
        self.card = card

    def call(self, node: Call) -> tuple[int, int]:
        """The points of so many cards as there can be; else as before."""
        if node.name in OF_HANDS and self.card != ANY:
            return self._cards(self.size(node.arguments[0])[1])
        return super().call(node)

    def each(self, node: Each) -> tuple[int, int]:
        """The points of the melds of an opening: they all come out of one hand."""
        body = node.body
        if (
            node.op == "sum"
            and isinstance(node.collection, Name)
            and node.collection.name == "laid"
            and isinstance(body, Call)
            and body.name == "points"
            and self.card != ANY
        ):
            return self._cards(self.names.get(f"count {HAND}", (0, MOST))[1])
        return super().each(node)

    def _cards(self, most: int) -> tuple[int, int]:
        """So many cards at most have so many points."""
        low, high = self.card
        return max(-MOST, min(0, low * most)), min(MOST, max(0, high * most))


class Hands:
    """The largest hands of a spec, by players and options."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts

    @cached_property
    def sizes(self) -> list[tuple[Setting, int]]:
        """For each setting of the deal the most cards that anybody can hold."""
        growth = Growth(self.facts)
        found = []
        for setting in growth.deals.settings:
            run = growth.deals.run(setting)
            if run is not None and not run.wanting:
                most = min(growth.cards(setting), run.zones[HAND][1] + growth.gain(setting))
                found.append((setting, most))
        return found

    @cached_property
    def card(self) -> tuple[int, int]:
        """The least and the most that a card of the pack counts."""
        points = [entry.points.tree for entry in self.facts.spec.deck.points]
        low, high = MOST, -MOST
        for players, options in self.facts.all_rules(points):
            rules = self.facts.rules(players, options)
            if rules is None:
                continue
            if rules.wild:
                return ANY  # what a card counts may hang on what is wild
            deck = rules.deck
            worth = [deck.points_of[face] for face in range(deck.faces) if deck.copies[face]]
            low, high = min(low, *worth), max(high, *worth)
        return (low, high) if low <= high else ANY

    def most(self, setting: Setting) -> int:
        """The most cards of a hand with a setting, whatever else is agreed."""
        sizes = [
            most
            for other, most in self.sizes
            if all(setting.get(name, value) == value for name, value in other.items())
        ]
        return max(sizes, default=MOST)

    def never(self, tree: Node) -> bool:
        """Whether a condition is false for every hand that there can be."""
        settings = self.facts.settings
        if not self.sizes:
            return False
        for setting in settings.of((tree,)):
            names = {**settings.limits, f"count {HAND}": (0, self.most(setting))}
            if decided(fold(tree, setting), HandBounds(names, self.card)) is not False:
                return False
        return True
