"""Rules that ask for a card to be used, as far as they are understood.

A step in which cards are laid and added again and again may end only under duties;
here it is read which cards must have left the hand for them to come true.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from rummy.lang.trees import Arith, Call, Compare, Const, Each, Filter, In, Local, Name, Node, Not
from rummy.play.conditions import (
    HAND,
    TAKEN,
    alternatives,
    conjuncts,
    is_empty_hand,
    is_hand,
    reads,
)
from rummy.play.stages import (
    CHOICE,
    DUTY,
    ENTER,
    LAY,
    LAY_OFF,
    REPEAT,
    TOP,
    CompiledDuty,
    CompiledMove,
    Stage,
)
from rummy.play.ways import move_changes, to_own_hand
from rummy.spec.model import SetVariable, plain

if TYPE_CHECKING:
    from rummy.play.effects import ZoneAt
    from rummy.spec.model import Effect

Fold = Callable[[Node], Node]

NO_LIMIT = 1 << 30
FIRST, LAST, ALL = "first", "last", "all"
"""Which of the cards taken must leave the hand: the first, the last, or all of them."""


@dataclass(frozen=True, slots=True)
class Using:
    """A repeated step of melds and added cards that may end only under duties."""

    moves: tuple[CompiledMove, ...]
    duties: tuple[tuple[CompiledDuty, tuple[str, ...] | None], ...]
    """With each: what of the cards taken may leave the hand so that it comes true where
    it is not; None: that cannot be told."""
    guards: dict[int, frozenset[str]]
    """For each move what its guard reads of all that moves of the step change."""
    following: int
    """The stage after the step."""


@dataclass(frozen=True, slots=True)
class Take:
    """A move that takes visible cards, before such a step."""

    move: CompiledMove
    source: ZoneAt
    most: int
    """So many cards of the pile are seen at most."""
    using: Using
    sure: tuple[str, ...]
    """Which of these cards must surely leave the hand again; one may be enough. Empty: it
    must be looked at what the move sets."""


def using_of(fold: Fold, nodes: list[Stage], at: int) -> Using | None:
    """A step that is understood; None: it is another one."""
    node = nodes[at]
    if node.kind != REPEAT or node.setup or node.by is not None:
        return None
    if node.at_least is not None or node.at_most is not None:
        return None
    following = nodes[node.next]
    if following.kind != DUTY:
        return None
    changed: frozenset[str] = frozenset()
    for move in node.moves:
        if move.kind not in (LAY, LAY_OFF) or move.source is not None:
            return None
        if move.whom is not None or move.target_node != at or not _only_sets(move.move.do):
            return None
        changed |= move_changes(move)
    guards = {
        move.number: reads(fold(move.move.when.tree)) & changed
        for move in node.moves
        if move.move.when is not None
    }
    duties = tuple(
        (duty, _what_leaves(fold(duty.duty.holds.tree), changed)) for duty in following.duties
    )
    return Using(node.moves, duties, guards, node.next)


def _what_leaves(tree: Node, changed: frozenset[str]) -> tuple[str, ...] | None:
    found = []
    for part in alternatives(tree):
        which = _must_leave(part, changed)
        if which is not None:
            found.append(which)
        elif reads(part) & changed:
            return None
    return tuple(found)


def take_of(
    fold: Fold, nodes: list[Stage], steps: dict[int, Using], stage: Stage, move: CompiledMove
) -> Take | None:
    """What follows a move that takes visible cards; None: it is another one."""
    source = move.source
    if stage.kind != CHOICE or move.kind != TOP or source is None or move.whom is not None:
        return None
    if not to_own_hand(move) or move.at != "top" or not _only_sets(move.move.do):
        return None
    most = NO_LIMIT if source.seen_by == "all" else 1
    if source.seen_by == "nobody" or (most == 1 and source.turns_up):
        return None
    at = move.target_node
    while at not in steps:
        node = nodes[at]
        if node.kind != ENTER or node.when is not None:
            return None
        at = node.next
    using = steps[at]
    return Take(move, source, most, using, _surely(fold, move, using))


def _surely(fold: Fold, move: CompiledMove, using: Using) -> tuple[str, ...]:
    """What must surely leave the hand after cards are taken, by what the move sets."""
    values: dict[str, Node] = {}
    for effect in move.move.do:
        assert isinstance(plain(effect), SetVariable)
        once = isinstance(effect, SetVariable) and effect.when is None and effect.of is None
        for name, value in cast(SetVariable, plain(effect)).values:
            values.pop(name, None)
            if once:
                values[name] = fold(value.tree)
    for duty, which in using.duties:
        parts = alternatives(fold(duty.duty.holds.tree))
        if which and all(_false_then(part, values) for part in parts):
            return which
    return ()


def _false_then(part: Node, values: dict[str, Node]) -> bool:
    """Whether a part of a duty is surely false once cards are taken and these values set."""
    if isinstance(part, Not) and isinstance(part.item, Name):
        value = values.get(part.item.name)
        return isinstance(value, Const) and bool(value.value) and _own(part.item)
    which = _must_leave(part, frozenset())
    if which is None or which == ALL:  # all taken are in the hand now
        return which == ALL
    assert isinstance(part, Compare)
    if not isinstance(part.right, Name) or not _own(part.right):
        return False
    # count(...) <= n where n was set to count(...) - 1
    less = values.get(part.right.name)
    return (
        isinstance(less, Arith)
        and less.op == "-"
        and less.left == part.left
        and isinstance(less.right, Const)
        and less.right.value >= (1 if part.op == "<=" else 0)
    )


def _own(name: Name) -> bool:
    """Whether a variable is one of the table or of the player who chooses."""
    return name.of is None or (isinstance(name.of, Name) and name.of.name == "me")


def _only_sets(effects: tuple[Effect, ...]) -> bool:
    """Whether effects do nothing but set variables."""
    return all(isinstance(plain(effect), SetVariable) for effect in effects)


def needs_empty_hand(tree: Node) -> bool:
    """Whether a condition can only come true in a turn when its player's hand becomes empty."""
    if needs_own_empty(tree):
        return True
    # any(count(hand of p) == 0 for p in everyone)
    return (
        isinstance(tree, Each)
        and tree.op == "any"
        and isinstance(tree.collection, Name)
        and tree.collection.name == "everyone"
        and any(_empty_hand_of(part, tree.slot) for part in conjuncts(tree.body))
    )


def needs_own_empty(tree: Node) -> bool:
    """Whether a condition can only hold while the hand of ``me`` is empty."""
    return any(is_empty_hand(part) for part in conjuncts(tree))


def _empty_hand_of(tree: Node, slot: int) -> bool:
    """Whether a condition is ``count(hand of p) == 0`` of the player in a slot."""
    return (
        isinstance(tree, Compare)
        and tree.op == "=="
        and isinstance(tree.right, Const)
        and tree.right.value == 0
        and isinstance(tree.left, Call)
        and tree.left.name == "count"
        and isinstance(tree.left.arguments[0], Name)
        and tree.left.arguments[0].name == HAND
        and isinstance(tree.left.arguments[0].of, Local)
        and tree.left.arguments[0].of.slot == slot
    )


def _must_leave(part: Node, changed: frozenset[str]) -> str | None:
    """What must leave the hand so that a condition can come true; None: it is another one."""
    if isinstance(part, Compare) and part.op in ("<=", "<"):
        # count(c in hand where c in first(taken)) <= n
        if not isinstance(part.left, Call) or part.left.name != "count":
            return None
        (some,) = part.left.arguments
        if not isinstance(some, Filter) or not is_hand(some.collection):
            return None
        clause = some.condition
        if (
            isinstance(clause, In)
            and isinstance(clause.item, Local)
            and clause.item.slot == some.slot
            and isinstance(clause.collection, Call)
            and clause.collection.name in (FIRST, LAST)
            and _is_taken(clause.collection.arguments[0])
            and not reads(part.right) & changed
        ):
            return clause.collection.name
    if isinstance(part, Not) and isinstance(part.item, Each) and part.item.op == "any":
        # not any(c in hand for c in taken)
        held = part.item
        if (
            _is_taken(held.collection)
            and isinstance(held.body, In)
            and isinstance(held.body.item, Local)
            and held.body.item.slot == held.slot
            and is_hand(held.body.collection)
        ):
            return ALL
    return None


def _is_taken(tree: Node) -> bool:
    return isinstance(tree, Name) and tree.name == TAKEN
