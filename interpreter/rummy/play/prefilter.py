"""Which cards may pass a condition on deadwood, told without trying each of them.

``deadwood(h in hand where h != card) <= n`` asks what is left unmatched when a card
goes. What is left of the whole hand is at most that and the card's own points: so
where the whole hand is over the limit by more than a card is worth, the card fails.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rummy.lang.trees import CARD_SLOT, Call, Compare, Filter, Local, Node
from rummy.lang.types import NUMBER
from rummy.play.conditions import of_card, requirements
from rummy.play.state import State

if TYPE_CHECKING:
    from rummy.play.compiler import Compiler

MayPass = Callable[[State, int], int]
"""From a state and a seat to a mask of faces; all others surely fail."""


def may_pass(compiler: Compiler, tree: Node) -> MayPass | None:
    """The faces that may pass a condition on a card, or None if nothing is known."""
    if max(compiler.deck.copies) > 1:  # all twins would go together
        return None
    for part in requirements(tree):
        found = _without_the_card(part)
        if found is not None:
            return _passing(compiler, part, *found)
    return None


def _passing(compiler: Compiler, part: Node, collection: Node, limit: Node) -> MayPass:
    """The faces that are worth enough to bring the deadwood within the limit."""
    deck = compiler.deck
    whole = compiler.number(Call(NUMBER, part.place, "deadwood", (collection,)))
    most = compiler.number(limit)
    worth = sorted(set(deck.points_of))
    at_least = [
        sum(1 << face for face in range(deck.faces) if deck.points_of[face] >= points)
        for points in worth
    ]
    steps = tuple(zip(worth, at_least, strict=True))
    dearest = worth[-1]

    def passing(state: State, me: int) -> int:
        over = whole(state, me) - most(state, me)
        if over > dearest:
            return 0
        return next(faces for points, faces in steps if points >= over)

    return passing


def _without_the_card(part: Node) -> tuple[Node, Node] | None:
    """``deadwood(h in cards where h != card) <= n`` as the cards and ``n``."""
    if not isinstance(part, Compare) or part.op not in ("<=", "<") or of_card(part.right):
        return None
    call = part.left
    if not isinstance(call, Call) or call.name != "deadwood" or len(call.arguments) != 1:
        return None
    (rest,) = call.arguments
    if not isinstance(rest, Filter) or of_card(rest.collection):
        return None
    test = rest.condition
    if not isinstance(test, Compare) or test.op != "!=":
        return None
    sides = {side.slot for side in (test.left, test.right) if isinstance(side, Local)}
    return (rest.collection, part.right) if sides == {rest.slot, CARD_SLOT} else None
