"""Proofs about a card that is given away: when one of the hand surely passes.

Each condition on cards is taken apart once, when the program is made.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

from rummy.lang.rewrite import rename_slot
from rummy.lang.trees import CARD_SLOT, Call, Compare, Const, Each, In, Local, Name, Node, Not
from rummy.play.conditions import (
    HAND,
    MORE_CARDS,
    TAKEN,
    alternatives,
    conjuncts,
    follows,
    holds_with_more,
    is_hand,
    of_card,
    reads,
    requirements,
)
from rummy.play.stages import CARDS, CompiledMove
from rummy.play.state import State
from rummy.play.ways import SPARE, Condition, Part, Truth, Way, all_of, all_parts, any_part
from rummy.spec.model import MoveCards

if TYPE_CHECKING:
    from rummy.play.compiler import Compiler
    from rummy.play.program import Program


class Giving:
    """What makes a card of the hand pass, for each move that gives one away."""

    def __init__(self, program: Program, compiler: Compiler) -> None:
        self.program = program
        self.fold = program.rules.fold
        self._truth = compiler.truth
        self._full = program.deck.spread(program.deck.full)
        self.passes: dict[int, tuple[Condition | None, bool]] = {}
        """By the number of a move: when a card surely passes; whether one always does."""
        self.unless_it_fits: dict[int, list[Way]] = {}
        """By the number of a move: what makes every card pass that fits nowhere."""
        for move in program.moves:
            if move.kind == CARDS:
                self.passes[move.number] = self._filter(move)
                self.unless_it_fits[move.number] = self._unless_it_fits(move)

    def _filter(self, move: CompiledMove) -> tuple[Condition | None, bool]:
        """When a card of the hand surely passes; or that one always does."""
        verb = move.move.verb
        assert isinstance(verb, MoveCards)
        if move.mask == self._full or verb.cards is None:
            return None, True
        parts: list[Part] = []
        if move.mask is not None:
            forbidden = self._full & ~move.mask
            base = self.program.hand_base
            parts.append(
                Part(
                    lambda state, me: not cast(int, state.z[base + me]) & forbidden,
                    frozenset({MORE_CARDS}),
                )
            )
        tree = self.fold(verb.cards.tree)
        whatever = self._whatever_card(requirements(tree))
        if whatever is not None:
            parts.append(all_parts(whatever))
        for main, guard in self._guarded(tree):
            for item in alternatives(main):
                parts += [all_parts([part, *guard]) for part in self._all_or_none(item, main)]
                if _not_taken(item):
                    others = Part(self._others_held, frozenset({HAND, TAKEN, SPARE}))
                    parts.append(all_parts([others, *guard]))
        parts.append(Part(self._some_passes(move), reads(tree) | {HAND}))
        return Condition(tuple(parts)), False

    def _guarded(self, tree: Node) -> list[tuple[Node, list[Part]]]:
        """A condition on a card as one of its requirements and what makes the rest hold.

        The rest is certain while something holds that does not look at the
        card: ``not (took and card in taken)`` while nothing was taken.
        """
        needed = requirements(tree)
        found = []
        for main in needed:
            guard = self._whatever_card([other for other in needed if other is not main])
            if guard is not None:
                found.append((main, guard))
        return found

    def _whatever_card(self, conditions: Iterable[Node]) -> list[Part] | None:
        """What makes these conditions hold for every card alike, if anything does."""
        found: list[Part] = []
        for condition in conditions:
            free = [part for part in alternatives(condition) if not of_card(part)]
            if not free:
                return None
            found.append(any_part([self._free(part) for part in free]))
        return found

    def _free(self, tree: Node) -> Part:
        """A condition that does not look at the card."""
        names = reads(tree)
        if not holds_with_more(tree):
            return Part(self._truth(tree), names)
        assert isinstance(tree, Compare) and isinstance(tree.right, Const)
        base, least = self.program.hand_base, tree.right.value + (tree.op == ">")

        def enough(cards: int) -> Truth:
            return lambda state, me: cast(int, state.z[base + me]).bit_count() - cards >= least

        return Part(self._truth(tree), names | {SPARE}, enough)

    def _all_or_none(self, item: Node, main: Node) -> list[Part]:
        """``not x`` or (``c`` and all of the hand ``x``): while c, a card passes."""
        needed = conjuncts(item)
        for part in needed:
            if not (isinstance(part, Each) and part.op == "all" and is_hand(part.collection)):
                continue
            wanted = rename_slot(part.body, part.slot, CARD_SLOT)
            if not follows(rename_slot(main, CARD_SLOT, CARD_SLOT), wanted):
                continue
            others = [other for other in needed if other is not part]
            if any(of_card(other) for other in others):
                continue
            names: frozenset[str] = frozenset()
            for other in others:
                names |= reads(other)
            return [Part(all_of([self._truth(other) for other in others]), names)]
        return []

    def _unless_it_fits(self, move: CompiledMove) -> list[Way]:
        """What makes every card pass that fits nowhere; each of the ways is enough."""
        verb = move.move.verb
        assert isinstance(verb, MoveCards)
        if verb.cards is None:
            return []
        return [
            tuple(Condition((part,)) for part in guard)
            for main, guard in self._guarded(self.fold(verb.cards.tree))
            if any(_not_fits(item) for item in alternatives(main))
        ]

    def _others_held(self, state: State, me: int) -> bool:
        """Two kinds of card at least are held that did not come in this turn."""
        bag = cast(int, state.z[self.program.hand_base + me]) & self.program.deck.full
        for face in state.taken:
            if face >= 0:
                bag &= ~(1 << face)
        return bag.bit_count() >= 2

    def _some_passes(self, move: CompiledMove) -> Truth:
        deck, base = self.program.deck, self.program.hand_base

        def passes(state: State, me: int) -> bool:
            bag = cast(int, state.z[base + me])
            if move.mask is not None:
                return bool(bag & move.mask)
            test = move.test
            return any(test is None or test(state, me, face) for face in deck.bag_faces(bag))

        return passes


def _not_taken(tree: Node) -> bool:
    """Whether a condition is ``card not in taken``."""
    return (
        isinstance(tree, Not)
        and isinstance(tree.item, In)
        and isinstance(tree.item.item, Local)
        and tree.item.item.slot == CARD_SLOT
        and isinstance(tree.item.collection, Name)
        and tree.item.collection.name == TAKEN
    )


def _not_fits(tree: Node) -> bool:
    """Whether a condition is ``not fits(card)``."""
    return (
        isinstance(tree, Not)
        and isinstance(tree.item, Call)
        and tree.item.name == "fits"
        and isinstance(tree.item.arguments[0], Local)
        and tree.item.arguments[0].slot == CARD_SLOT
    )
