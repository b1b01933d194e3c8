"""What an expression comes to for every number of players and every agreed option.

Nothing is played and no engine is built: the players and options that a tree
reads are put in, value by value, and the tree is folded. What is left open
after that is judged by the bounds of its numbers (see ``bounds``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import TYPE_CHECKING

from rummy.lang.fold import constant, fold
from rummy.lang.trees import Compare, Const, In, Name, Node, Range, SetOf, children, walk
from rummy.lint.bounds import Bounds, decided

if TYPE_CHECKING:
    from rummy.spec.model import Option, Spec

MOST_SETTINGS = 600
"""Options with many values stay open where there would be more settings than that."""
FEW = 24
"""A range with so few numbers is gone through whole."""

Setting = Mapping[str, int]


def reads(trees: Iterable[Node]) -> set[str]:
    """The names of the game in these trees."""
    return {node.name for tree in trees for node in walk(tree) if isinstance(node, Name)}


class Settings:
    """The numbers of players and the options of a spec, as far as a tree reads them."""

    def __init__(self, spec: Spec) -> None:
        self.spec = spec
        self.options = {option.name: option for option in spec.options}
        self.limits: dict[str, tuple[int, int]] = {
            option.name: (option.low, option.high)
            for option in spec.options
            if option.kind == "number"
        }
        """Bounds of options that stay open, and of names of a round."""
        rounds = self._most(spec.limits.rounds.tree)
        turns = self._most(spec.limits.turns.tree)
        self.limits |= {"round": (1, rounds), "rounds_played": (0, rounds), "turns": (0, turns)}
        deck = spec.deck
        pack = self._most(deck.packs.tree) * len(deck.ranks) * len(deck.suits)
        for count in (deck.jokers, *(many for _, many in deck.extras)):
            pack += self._most(count.tree, 0)
        # no zone ever holds more than all cards of the largest pack
        self.limits |= {f"count {zone.name}": (0, pack) for zone in spec.zones}
        self._known: dict[int, tuple[Node, set[bool | None]]] = {}

    def _most(self, tree: Node, least: int = 1) -> int:
        values = [self.number(fold(tree, setting)) for setting in self.of((tree,))]
        return max(max(least, high) for _, high in values)

    def players(self) -> Iterator[tuple[int, int]]:
        """How many began and how many are still in, as (seats, players)."""
        low, high = self.spec.players
        for seats in range(low, high + 1):
            least = min(2, seats) if self.spec.match.out is not None else seats
            yield from ((seats, players) for players in range(seats, least - 1, -1))

    def of(self, trees: Iterable[Node]) -> list[Setting]:
        """Every setting of the players and options that these trees read.

        Options with too many values are left out, so that what is said of all
        settings is also true of all their values.
        """
        trees = list(trees)
        names = reads(trees)
        if "packs" in names:
            trees.append(self.spec.deck.packs.tree)
            names |= reads(trees[-1:])
        tables: list[list[Setting]] = []
        if names & {"players", "packs"}:
            tables.append([{"seats": s, "players": p} for s, p in self.players()])
        elif "seats" in names:
            low, high = self.spec.players
            tables.append([{"seats": seats} for seats in range(low, high + 1)])
        for name, option in self.options.items():
            if name in names:
                values = values_of(option, trees)
                if values is not None:
                    tables.append([{name: value} for value in values])
        size = 1
        for table in tables:
            size *= len(table)
        while size > MOST_SETTINGS:
            largest = max(tables, key=len)
            tables.remove(largest)
            size //= len(largest)
        found: list[Setting] = []
        for parts in product(*tables):
            setting = {name: value for part in parts for name, value in part.items()}
            if "packs" in names:
                packs = constant(fold(self.spec.deck.packs.tree, setting))
                if packs is not None:
                    setting["packs"] = packs
            found.append(setting)
        return found

    def number(self, tree: Node) -> tuple[int, int]:
        """The least and the most that a number can be."""
        return Bounds(self.limits).of(tree)

    def truth(self, tree: Node, setting: Setting) -> bool | None:
        """Whether a condition holds with a setting; None if the game decides."""
        return decided(fold(tree, setting), Bounds(self.limits))

    def outcomes(self, tree: Node) -> set[bool | None]:
        """All that a condition can come to, by what was agreed alone."""
        known = self._known.get(id(tree))
        if known is None:
            found = {self.truth(tree, setting) for setting in self.of((tree,))}
            known = self._known[id(tree)] = (tree, found)
        return known[1]

    def never(self, tree: Node | None) -> bool:
        """Whether a condition is false whatever was agreed and however the cards lie."""
        return tree is not None and self.outcomes(tree) == {False}

    def never_above(self, tree: Node, most: int) -> bool:
        """Whether a number is at most so much whatever was agreed."""
        return all(self.number(fold(tree, s))[1] <= most for s in self.of((tree,)))

    def always(self, tree: Node | None) -> bool:
        """Whether a condition (none: always) is true whatever was agreed."""
        return tree is None or self.outcomes(tree) == {True}


def values_of(option: Option, trees: Iterable[Node]) -> list[int] | None:
    """The values of an option that can make a difference to trees; None: too many.

    A large range is cut down to the numbers beside those that it is compared
    with, where nothing else is done with it.
    """
    if option.kind != "number":
        return list(range(len(option.words)))
    if option.high - option.low < FEW:
        return list(range(option.low, option.high + 1))
    wanted = {option.low, option.high, option.default}
    for tree in trees:
        marks = _marks(tree, option.name)
        if marks is None:
            return None
        wanted |= marks
    return sorted(value for value in wanted if option.low <= value <= option.high)


def _marks(node: Node, name: str) -> set[int] | None:
    """The numbers beside those that an option is compared with; None if it is not only compared."""
    if isinstance(node, Name) and node.name == name:
        return None
    parts: list[Node] = list(children(node))
    beside: list[Node] = []
    if isinstance(node, Compare | In):
        one, other = parts
        if isinstance(one, Name) and one.name == name:
            beside, parts = [other], []
        elif isinstance(other, Name) and other.name == name:
            beside, parts = [one], []
    found: set[int] = set()
    for part in beside:
        numbers = list(children(part)) if isinstance(part, Range | SetOf) else [part]
        if not all(isinstance(number, Const) for number in numbers):
            return None
        for number in numbers:
            value = constant(number)
            if value is not None:
                found |= {value - 1, value, value + 1}
    for part in parts:
        marks = _marks(part, name)
        if marks is None:
            return None
        found |= marks
    return found
