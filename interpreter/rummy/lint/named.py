"""Players who are named for nothing, and wild cards that are swapped where there are none."""

from __future__ import annotations

from collections.abc import Iterator

from rummy.diagnostics import Diagnostic
from rummy.lang.trees import Name, Node, walk
from rummy.lint.facts import Facts
from rummy.lint.report import finding
from rummy.lint.walks import effects, steps
from rummy.spec.model import Deal, Earn, Move, MoveCards, SetVariable, Swap, TurnOver, ZoneRef

WHOM = "whom"


def check(facts: Facts) -> Iterator[Diagnostic]:
    """`whom` without a move that names a player, or the other way round; useless swaps."""
    moves = [move for at in steps(facts.spec) for move in at.step.moves]
    read = [node for tree in _trees(facts, moves) for node in walk(tree) if _is_whom(node)]
    naming = [move for move in moves if move.whom is not None]
    if read and not naming:
        message = "no move names a player, so `whom` is always the player in turn"
        hint = "give the move that names one the key `whom`, as in `whom: others`"
        yield finding("P520", message, read[0].place, hint)
    if naming and not read:
        message = f"`{naming[0].name}` names a player, but nothing looks at `whom`"
        hint = "say what happens to that player, or take `whom` out"
        yield finding("P521", message, naming[0].place, hint)
    if not facts.spec.deck.wilds:
        for move in moves:
            if isinstance(move.verb, Swap):
                message = f"`{move.name}` swaps wild cards, and this pack has none"
                hint = "say under `deck.wilds` which cards are wild"
                yield finding("M410", message, move.place, hint)


def _is_whom(node: Node) -> bool:
    return isinstance(node, Name) and node.name == WHOM


def _trees(facts: Facts, moves: list[Move]) -> Iterator[Node]:
    """All that may read `whom`: expressions, and whose zones and variables are meant."""
    for _, expr in facts.expressions:
        yield expr.tree
    verbs = [move.verb for move in moves if isinstance(move.verb, MoveCards)]
    for effect in [*verbs, *(effect for effect, _ in effects(facts.spec))]:
        refs: list[ZoneRef] = []
        if isinstance(effect, MoveCards | TurnOver):
            refs = [effect.source, effect.target]
        elif isinstance(effect, Deal):
            refs = [effect.source]
        elif isinstance(effect, SetVariable | Earn) and effect.of is not None:
            yield effect.of
        yield from (ref.of for ref in refs if ref.of is not None)
