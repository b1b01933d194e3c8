"""Duties as conditions of proofs: what must not change for them to stay true."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummy.lang.trees import Call, Compare, Const, Filter, In, Local, Name, Node
from rummy.play.conditions import (
    HAND,
    MORE_CARDS,
    alternatives,
    conjuncts,
    needs_hand,
    points_limit,
    reads,
)
from rummy.play.stages import DUTY
from rummy.play.ways import Condition, Part

if TYPE_CHECKING:
    from rummy.play.compiler import Compiler
    from rummy.play.program import Program
    from rummy.spec.model import Duty


class Duties:
    """The duties of one program, of the turn and of its steps."""

    def __init__(self, program: Program, compiler: Compiler) -> None:
        self.program = program
        self.fold = program.rules.fold
        self._truth = compiler.truth
        self._zones = compiler.slots.zone
        self.turn = [self._duty(duty) for duty in program.rules.spec.must]
        self.kept = {
            id(node): tuple(
                (self._duty(made.duty), self._holds_with_a_card(made.duty)) for made in node.duties
            )
            for node in program.nodes
            if node.kind == DUTY
        }
        """The duties of steps; where they hold the step can be ended at once.

        With each: whether it surely holds while the hand has a card."""

    def _duty(self, duty: Duty) -> Condition:
        """A duty as a condition, part by part."""
        found: list[Part] = []
        for part in alternatives(self.fold(duty.holds.tree)):
            found.append(Part(self._truth(part), self._needs(part)))
            most = self._at_most_twins(part)
            if most is not None:
                found.append(Part(self._truth(most), reads(most)))
        return Condition(tuple(found))

    def _at_most_twins(self, part: Node) -> Node | None:
        """``count(c in hand where c in first(taken)) <= n`` whatever cards are held.

        It holds where ``n`` is no less than the copies that the pack has of any card.
        """
        if not isinstance(part, Compare) or part.op not in ("<=", "<"):
            return None
        if not isinstance(part.left, Call) or part.left.name != "count":
            return None
        (some,) = part.left.arguments
        if not isinstance(some, Filter) or not isinstance(some.collection, Name):
            return None
        if some.collection.name not in self._zones:
            return None
        if not any(_like_one_card(clause, some.slot) for clause in conjuncts(some.condition)):
            return None
        most = Const(part.left.type, part.place, max(self.program.deck.copies))
        return Compare(part.type, part.place, part.op, most, part.right)

    def _holds_with_a_card(self, duty: Duty) -> bool:
        """Whether a duty holds as long as there is a card in the hand."""
        parts = alternatives(self.fold(duty.holds.tree))
        return any(isinstance(part, Compare) and needs_hand(part) for part in parts)

    def _needs(self, part: Node) -> frozenset[str]:
        """What must not change for a part of a duty to stay true."""
        if points_limit(part) is not None and min(self.program.deck.points_of) >= 0:
            # cards that leave the hand only lower its points
            return (reads(part) - {HAND}) | {MORE_CARDS}
        return reads(part)


def _like_one_card(clause: Node, slot: int) -> bool:
    """Whether a condition says that a card is like one certain card, if there is one."""
    return (
        isinstance(clause, In)
        and isinstance(clause.item, Local)
        and clause.item.slot == slot
        and isinstance(clause.collection, Call)
        and clause.collection.name in ("first", "last", "top")
    )
