"""What conditions read, and the few shapes of them that proofs know."""

from __future__ import annotations

from collections.abc import Iterable

from rummy.lang.trees import (
    CARD_SLOT,
    And,
    Arith,
    Call,
    Compare,
    Const,
    Local,
    Name,
    Node,
    Not,
    Or,
    walk,
)
from rummy.spec.model import (
    Deal,
    Earn,
    Effect,
    MoveCards,
    SetVariable,
    Shuffle,
    TurnOver,
    plain,
)

HAND, MORE_CARDS, TABLE, TAKEN = "hand", "+hand", "melds", "taken"
"""What moves change: the hand at all, cards that come into it, melds, ..."""

FIXED = {
    "me",
    "dealer",
    "starter",
    "everyone",
    "round",
    "rounds_played",
    "total",
    "left",
    "right",
    "others",
    "turns",
    "players",
    "seats",
    "in_turn",
    "last_points",
}
"""Names whose value stays as it is within a turn."""


def disjuncts(tree: Node) -> tuple[Node, ...]:
    """The parts of a condition of which one is enough."""
    return tree.items if isinstance(tree, Or) else (tree,)


def conjuncts(tree: Node) -> tuple[Node, ...]:
    """The parts of a condition that are all needed."""
    return tree.items if isinstance(tree, And) else (tree,)


def alternatives(tree: Node) -> tuple[Node, ...]:
    """The same as ``disjuncts``, with each ``not`` carried inside."""
    if isinstance(tree, Or):
        return tuple(part for item in tree.items for part in alternatives(item))
    if isinstance(tree, Not) and isinstance(tree.item, And):
        return tuple(part for item in tree.item.items for part in alternatives(_negated(item)))
    if isinstance(tree, Not) and isinstance(tree.item, Not):
        return alternatives(tree.item.item)
    return (tree,)


def requirements(tree: Node) -> tuple[Node, ...]:
    """The same as ``conjuncts``, with each ``not`` carried inside."""
    if isinstance(tree, And):
        return tuple(part for item in tree.items for part in requirements(item))
    if isinstance(tree, Not) and isinstance(tree.item, Or):
        return tuple(part for item in tree.item.items for part in requirements(_negated(item)))
    if isinstance(tree, Not) and isinstance(tree.item, Not):
        return requirements(tree.item.item)
    return (tree,)


def follows(tree: Node, from_denial_of: Node) -> bool:
    """Whether one of a condition's alternatives surely holds where another condition fails."""
    items = alternatives(tree)
    return any(
        all(part in items for part in alternatives(needed))
        for needed in requirements(_negated(from_denial_of))
    )


def of_card(tree: Node) -> bool:
    """Whether a condition looks at the card that is judged."""
    return any(isinstance(node, Local) and node.slot == CARD_SLOT for node in walk(tree))


def _negated(tree: Node) -> Node:
    return Not(tree.type, tree.place, tree)


def reads(tree: Node) -> frozenset[str]:
    """The names whose change within a turn can change a condition."""
    found: set[str] = set()
    for node in walk(tree):
        if isinstance(node, Name) and node.name not in FIXED:
            found.add(node.name)
        elif isinstance(node, Call) and node.name in ("fits", "most_points", "least_cost"):
            found.add(TABLE)
    return frozenset(found)


def changes(effects: Iterable[Effect]) -> frozenset[str]:
    """The names that effects may change."""
    found: set[str] = set()
    for effect in effects:
        effect = plain(effect)
        if isinstance(effect, MoveCards):
            found |= {effect.source.zone, effect.target.zone, TAKEN}
            if effect.target.zone == HAND:
                found.add(MORE_CARDS)
        elif isinstance(effect, SetVariable):
            found |= {name for name, _ in effect.values}
        elif isinstance(effect, Earn):
            found.add("earned")
        elif isinstance(effect, Deal):
            found |= {effect.zone, effect.source.zone, MORE_CARDS}
        elif isinstance(effect, Shuffle):
            found.add(effect.zone.zone)
        elif isinstance(effect, TurnOver):
            found |= {effect.source.zone, effect.target.zone}
    return frozenset(found)


def needs_hand(tree: Node) -> bool:
    """Whether a condition can only hold while its player's hand has cards."""
    if isinstance(tree, And):
        return any(needs_hand(item) for item in tree.items)
    if not isinstance(tree, Compare) or not isinstance(tree.right, Const):
        return False
    if not is_hand_count(tree.left):
        return False
    zero, one = tree.right.value == 0, tree.right.value == 1
    return (tree.op in (">", "!=") and zero) or (tree.op == ">=" and one)


def holds_with_more(tree: Node) -> bool:
    """Whether a condition on how many cards are in hand still holds with one more."""
    return (
        isinstance(tree, Compare)
        and tree.op in (">", ">=")
        and is_hand_count(tree.left)
        and isinstance(tree.right, Const)
    )


def is_hand(tree: Node) -> bool:
    """Whether a tree is the hand of the player in turn."""
    return (
        isinstance(tree, Name)
        and tree.name == HAND
        and isinstance(tree.of, Name)
        and tree.of.name == "me"
    )


def is_hand_count(tree: Node) -> bool:
    """Whether a tree is ``count(hand)``."""
    return isinstance(tree, Call) and tree.name == "count" and is_hand(tree.arguments[0])


def points_limit(tree: Node) -> Node | None:
    """``points(hand) + x <= n`` as the number ``n - x``."""
    if not isinstance(tree, Compare) or tree.op not in ("<=", "<"):
        return None
    rest, left = tree.right, tree.left
    if tree.op == "<":
        rest = Arith(rest.type, rest.place, "-", rest, Const(rest.type, rest.place, 1))
    terms: list[Node] = []
    while isinstance(left, Arith) and left.op == "+":
        terms.append(left.right)
        left = left.left
    terms.append(left)
    held = [t for t in terms if points_of_hand(t)]
    others = [t for t in terms if not points_of_hand(t)]
    if len(held) != 1 or any(reads(t) & {"hand", "melds", "earned"} for t in (*others, tree.right)):
        return None
    for term in others:
        rest = Arith(rest.type, rest.place, "-", rest, term)
    return rest


def points_of_hand(tree: Node) -> bool:
    """Whether a tree is the points of one's own hand."""
    return isinstance(tree, Call) and tree.name == "points" and is_hand(tree.arguments[0])


def is_empty_hand(tree: Node) -> bool:
    """Whether a tree says that one's own hand is empty."""
    if not isinstance(tree, Compare) or not isinstance(tree.right, Const):
        return False
    if not is_hand_count(tree.left):
        return False
    return (tree.op in ("==", "<=") and tree.right.value == 0) or (
        tree.op == "<" and tree.right.value == 1
    )
