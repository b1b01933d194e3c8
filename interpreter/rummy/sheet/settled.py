"""A spec with its options filled in: what is left of each rule, and what is worth a name.

Options are numbers from here on, and so is the number of players if it is known.
A definition that is long stays a name, so that a rule reads as its author wrote it;
short ones are filled in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from functools import cached_property

from rummy.errors import RummyError
from rummy.lang.fold import constant, fold
from rummy.lang.scope import Vocabulary
from rummy.lang.trees import (
    CARD_SLOT,
    MELD_SLOT,
    Each,
    Filter,
    Local,
    Name,
    Node,
    Place,
    walk,
)
from rummy.lang.types import CARD, MELD, PLACED, PLAY, PLAYER
from rummy.play.words import vocabulary
from rummy.spec.bind import Rules, bind
from rummy.spec.model import Definition, Expr, Spec
from rummy.spec.settings import option_text

DEFINED = "define "
"""What the name of a definition begins with in a tree that keeps it as a name."""

SMALL = 9
"""A definition of no more parts is filled in where it is used."""

MOST_PLAYERS_LOOKED_AT = 12
"""Numbers that hang on the players are worked out for so many of them."""


class Settled:
    """A spec under certain options, for one number of players or for all.

    ``rules`` are bound for ``players`` or, where that is open, for the fewest;
    ``all_rules`` has them by number of players.
    """

    def __init__(
        self, spec: Spec, options: Mapping[str, str | int | bool], players: int | None
    ) -> None:
        self.spec = spec
        self.given = dict(options)
        low, high = spec.players if players is None else (players, players)
        first = bind(spec, low, options)
        self.all_rules: dict[int, Rules] = {low: first}
        for count in range(low + 1, min(high, low + MOST_PLAYERS_LOOKED_AT - 1) + 1):
            try:
                self.all_rules[count] = bind(spec, count, options)
            except RummyError:  # no pack for so many: lint says so, the others are told
                continue
        self.rules = first
        self.options = first.options
        known = [rules.constants for rules in self.all_rules.values()]
        self.names: dict[str, int] = {
            name: value
            for name, value in known[0].items()
            if name in first.options or all(other.get(name) == value for other in known)
        }
        self.definitions: dict[str, tuple[Definition, Node]] = {}
        """Those that are used as names: with the tree of what they mean."""
        self._folded: dict[int, tuple[Node, Node]] = {}

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The words of the spec, for what has to be shown as it is written."""
        return replace(
            vocabulary(self.rules), openings=tuple(one.name for one in self.spec.openings)
        )

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players that the sheet is for."""
        return tuple(self.all_rules)

    def option(self, name: str) -> str:
        """The value that an option has."""
        option = next(one for one in self.spec.options if one.name == name)
        return option_text(option, self.options[name])

    def tree(self, expr: Expr | Node) -> Node:
        """What is left of an expression: options filled in, long definitions as names."""
        tree = expr if isinstance(expr, Node) else expr.tree
        known = self._folded.get(id(tree))
        if known is None:
            known = (tree, fold(self._named(tree, None), self.names))
            self._folded[id(tree)] = known
        return known[1]

    def whole(self, expr: Expr | Node) -> Node:
        """The same with all definitions filled in."""
        return fold(expr if isinstance(expr, Node) else expr.tree, self.names)

    def known(self, expr: Expr | None) -> int | None:
        """The value of an expression that hangs on nothing any more; else None."""
        return None if expr is None else constant(self.whole(expr))

    def never(self, expr: Expr | None) -> bool:
        """Whether a condition cannot hold under these options."""
        return expr is not None and self.known(expr) == 0

    def always(self, expr: Expr | None) -> bool:
        """Whether nothing is demanded, or what always holds."""
        return expr is None or self.known(expr) == 1

    # --- definitions as names ----------------------------------------------

    @cached_property
    def _by_text(self) -> dict[str, list[Definition]]:
        found: dict[str, list[Definition]] = {}
        for one in self.spec.definitions:
            if len(one.parameters) <= 1:
                found.setdefault(one.text.strip(), []).append(one)
        return found

    def _definition(self, node: Node) -> Definition | None:
        """The definition whose whole text this piece is, read from its place."""
        place = node.place
        for one in self._by_text.get(place.text.strip(), ()):
            there = one.place
            end = self._ends.get(one.name, (1 << 30, 0))
            start = (there.line, there.column)
            if place.file == there.file and start <= (place.line, place.column) < end:
                return one
        return None

    @cached_property
    def _ends(self) -> dict[str, tuple[int, int]]:
        """Where the next definition of the same file begins."""
        ends: dict[str, tuple[int, int]] = {}
        places = [
            (one.place.file, one.place.line, one.place.column) for one in self.spec.definitions
        ]
        for one in self.spec.definitions:
            here = (one.place.file, one.place.line, one.place.column)
            later = [p[1:] for p in places if p[0] == here[0] and p > here]
            if later:
                ends[one.name] = min(later)
        return ends

    def _named(self, node: Node, inside: str | None) -> Node:
        """The tree with long definitions as names; ``inside`` is the one being looked at."""
        one = self._definition(node) if node.place.text else None
        if one is not None and one.name != inside:
            kept = self._kept(node, one)
            if kept is not None:
                return kept
            inside = one.name
        changes: dict[str, object] = {}
        for item in fields(node):
            value = getattr(node, item.name)
            if isinstance(value, Node):
                changes[item.name] = self._named(value, inside)
            elif isinstance(value, tuple) and value and isinstance(value[0], Node):
                changes[item.name] = tuple(self._named(part, inside) for part in value)
        return replace(node, **changes) if changes else node  # type: ignore[arg-type]

    def _kept(self, node: Node, one: Definition) -> Node | None:
        """The name of a definition in place of what it means, if that is long enough."""
        left = fold(node, self.names)
        small = parts(left) <= SMALL and node.type != PLAY
        if constant(left) is not None or small:
            return None
        owner = _owner(node, self._spans(node))
        bound = {part.slot for part in walk(node) if isinstance(part, Each | Filter)}
        free = [p for p in walk(node) if isinstance(p, Local) and p.slot not in bound]
        if one.parameters:
            if owner is not None or not free or any(part != free[0] for part in free):
                return None
            if free[0].type not in (CARD, PLACED, MELD):
                return None
            return self._of_item(node, one, free[0])
        if any(part != owner for part in free):
            return None  # it speaks of an item that only the rule around it knows
        if node.type.item is not None or node.type == PLAYER:
            return None
        me = Name(PLAYER, node.place, "me")
        meaning = node if owner is None else _exchanged(node, owner, me)
        if one.name not in self.definitions:
            tree = fold(self._named(meaning, one.name), self.names)
            self.definitions[one.name] = (one, tree)
            self._folded[id(tree)] = (tree, tree)
        return Name(node.type, node.place, DEFINED + one.name, owner or me)

    def _of_item(self, node: Node, one: Definition, item: Local) -> Node:
        """The name of a definition that was given a card or meld."""
        if one.name not in self.definitions:
            slot = MELD_SLOT if item.type == MELD else CARD_SLOT
            meaning = _exchanged(
                node,
                item,
                Local(item.type, item.place, slot, "meld" if slot == MELD_SLOT else "card"),
            )
            tree = fold(self._named(meaning, one.name), self.names)
            self.definitions[one.name] = (one, tree)
            self._folded[id(tree)] = (tree, tree)
        return Name(node.type, node.place, DEFINED + one.name, item)

    def _spans(self, node: Node) -> list[Place]:
        """The places of the definition and of all definitions inside it."""
        return [p.place for p in walk(node) if p.place.text and self._definition(p) is not None]


def _owner(node: Node, spans: Iterable[Place]) -> Node | None:
    """The player whose the definition is where that is not the player in turn."""
    around = list(spans)
    for part in walk(node):
        players = [part.of] if isinstance(part, Name) and part.of is not None else []
        if part.type == PLAYER and isinstance(part, Name | Local):
            players.append(part)
        for player in players:
            if player.place.text and not any(_within(player.place, span) for span in around):
                return player
    return None


def _within(place: Place, span: Place) -> bool:
    return (
        place.file == span.file
        and (span.line, span.column) <= (place.line, place.column)
        and (place.end_line, place.end_column) <= (span.end_line, span.end_column)
    )


def _exchanged(node: Node, old: Node, new: Node) -> Node:
    if node == old:
        return new
    changes: dict[str, object] = {}
    for item in fields(node):
        value = getattr(node, item.name)
        if isinstance(value, Node):
            changes[item.name] = _exchanged(value, old, new)
        elif isinstance(value, tuple) and value and isinstance(value[0], Node):
            changes[item.name] = tuple(_exchanged(part, old, new) for part in value)
    return replace(node, **changes) if changes else node  # type: ignore[arg-type]


def parts(node: Node) -> int:
    """How many pieces a tree has."""
    return sum(1 for _ in walk(node))
