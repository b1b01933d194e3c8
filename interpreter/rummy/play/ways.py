"""What proofs are made of: conditions that know what they read, and ways of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, cast

from rummy.lang.trees import Name, Node, Not
from rummy.play.conditions import HAND, MORE_CARDS, TABLE, TAKEN, changes
from rummy.play.stages import LAY, LAY_OFF, OPEN, REBUILD, SAY, SWAP, TOP, CompiledMove
from rummy.play.state import State
from rummy.spec.model import MoveCards, Step

if TYPE_CHECKING:
    from rummy.play.program import Program

Truth = Callable[[State, int], bool]


class Part(NamedTuple):
    """A condition, the names that it reads, and the same with some cards less in hand.

    ``fewer`` is known where of the hand it reads only how many cards there are.
    """

    test: Truth
    names: frozenset[str]
    fewer: Callable[[int], Truth] | None = None

    def without(self, cards: int) -> Part | None:
        """What has to hold before so many cards leave the hand; None: that is not known."""
        fewer = self.fewer
        if fewer is None:
            return None
        return Part(fewer(cards), self.names, lambda more: fewer(cards + more))


ONE_CARD, SPARE = "one card", "spare"
"""Among changes: a single card comes into the hand, and nothing else happens to it.
Among what a part reads: it stays true if that happens once."""

MOST_WAYS = 8
"""So many ways are followed; a spec with more is left to the look ahead."""


@dataclass(frozen=True, slots=True)
class Condition:
    """Holds if any of its parts does; each part knows the names that it reads."""

    parts: tuple[Part, ...]

    def after(self, changes: frozenset[str], leave: int = 0) -> Condition | None:
        """What is left of it when these names change before it is needed.

        ``leave``: the hand changes only by so many cards that leave it (0: unknown).
        """
        parts = []
        for part in self.parts:
            touched = part.names & changes
            if ONE_CARD in changes and SPARE in part.names:
                if not touched - {HAND, MORE_CARDS, TAKEN}:
                    names = part.names - {SPARE} | {ONE_CARD}
                    parts.append(Part(part.test, names, part.fewer))
            elif not touched:
                parts.append(part)
            elif leave and touched == {HAND}:
                before = part.without(leave)
                if before is not None:
                    parts.append(before)
        return Condition(tuple(parts)) if parts else None


Way = tuple[Condition, ...]
"""All of these together prove that the turn can be finished."""


def to_own_hand(move: CompiledMove) -> bool:
    """Whether a move brings cards into the hand of the player who makes it."""
    verb = move.move.verb
    if not isinstance(verb, MoveCards) or verb.target.zone != HAND:
        return False
    of = verb.target.of
    return of is None or (isinstance(of, Name) and of.name == "me")


def move_changes(move: CompiledMove) -> frozenset[str]:
    """The names that a move and its effects may change."""
    found = set(changes(move.move.do))
    if move.kind in (LAY, OPEN):
        found |= {HAND, TABLE, "earned"}
        if move.source is not None:
            found.add(move.source.name)
    elif move.kind == REBUILD:
        found |= {HAND, TABLE} | ({move.source.name} if move.source is not None else set())
    elif move.kind == LAY_OFF:
        found |= {HAND if move.source is None else move.source.name, TABLE, "earned"}
    elif move.kind == SWAP:
        found |= {HAND, TABLE} if move.stays else {HAND, TABLE, MORE_CARDS, TAKEN}
    elif move.kind != SAY and move.source is not None and move.target is not None:
        if move.target.name == HAND:
            single = move.kind == TOP and not move.everything and move.count is None
            if single and not found & {HAND, MORE_CARDS}:
                found.add(ONE_CARD)
            found.add(MORE_CARDS)
        found |= {move.source.name, move.target.name, TAKEN}
    if move.whom is not None:
        found.add("whom")
    return frozenset(found)


def any_of(tests: list[Truth]) -> Truth:
    """One of several conditions is enough."""
    if len(tests) == 1:
        return tests[0]
    return lambda state, me: any(test(state, me) for test in tests)


def names_of(parts: Iterable[Part]) -> list[frozenset[str]]:
    """The names that each of these parts reads."""
    return [part.names for part in parts]


def all_parts(parts: list[Part]) -> Part:
    """All of several parts as one."""
    return _as_one(parts, all_of)


def any_part(parts: list[Part]) -> Part:
    """One of several parts is enough."""
    return _as_one(parts, any_of)


def _as_one(parts: list[Part], join: Callable[[list[Truth]], Truth]) -> Part:
    names = frozenset[str]().union(*names_of(parts))
    test = join([part.test for part in parts])
    if any(part.fewer is None and HAND in part.names for part in parts):
        return Part(test, names)

    def fewer(cards: int) -> Truth:
        return join([part.test if part.fewer is None else part.fewer(cards) for part in parts])

    return Part(test, names, fewer)


def all_of(tests: list[Truth]) -> Truth:
    """All of several conditions as one."""
    if len(tests) == 1:
        return tests[0]
    return lambda state, me: all(test(state, me) for test in tests)


def denied(tree: Node) -> Node:
    """The contrary of a condition."""
    return tree.item if isinstance(tree, Not) else Not(tree.type, tree.place, tree)


def ways_after(ways: list[Way], gone: frozenset[str], leave: int = 0) -> list[Way]:
    """The proofs that are left when these names change before (``leave``: see ``after``)."""
    found = []
    for way in ways:
        rest = [condition.after(gone, leave) for condition in way]
        if all(condition is not None for condition in rest):
            found.append(tuple(cast("list[Condition]", rest)))
    return found


def ways_of_both(first: list[Way], second: list[Way]) -> list[Way]:
    """Proofs that hold whichever of two ways the turn takes."""
    if first == second:
        return first
    return [(*a, *(c for c in b if c not in a)) for a in first for b in second][:MOST_WAYS]


def all_steps(program: Program) -> Iterable[Step]:
    """Every step of the turn, also those inside moves."""

    def inside(steps: Iterable[Step]) -> Iterable[Step]:
        for step in steps:
            yield step
            for move in step.moves:
                yield from inside(move.then)

    return inside(program.rules.spec.turn)
