"""What proofs are made of: conditions that know what they read, and ways of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from rummy.lang.trees import Name, Node, Not
from rummy.play.conditions import HAND, MORE_CARDS, TABLE, TAKEN, changes
from rummy.play.stages import LAY, LAY_OFF, OPEN, REBUILD, SAY, SWAP, TOP, CompiledMove
from rummy.play.state import State
from rummy.spec.model import MoveCards, Step

if TYPE_CHECKING:
    from rummy.play.program import Program

Truth = Callable[[State, int], bool]
Part = tuple[Truth, frozenset[str]]
"""A condition and the names that it reads."""

ONE_CARD, SPARE = "one card", "spare"
"""Among changes: a single card comes into the hand, and nothing else happens to it.
Among what a part reads: it stays true if that happens once."""

MOST_WAYS = 8
"""So many ways are followed; a spec with more is left to the look ahead."""


@dataclass(frozen=True, slots=True)
class Condition:
    """Holds if any of its parts does; each part knows the names that it reads."""

    parts: tuple[Part, ...]

    def after(self, changes: frozenset[str]) -> Condition | None:
        """What is left of it when these names change before it is needed."""
        parts = []
        for test, names in self.parts:
            if ONE_CARD in changes and SPARE in names:
                if not (names & changes) - {HAND, MORE_CARDS, TAKEN}:
                    parts.append((test, names - {SPARE} | {ONE_CARD}))
            elif not names & changes:
                parts.append((test, names))
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
    return [names for _, names in parts]


def all_of(tests: list[Truth]) -> Truth:
    """All of several conditions as one."""
    if len(tests) == 1:
        return tests[0]
    return lambda state, me: all(test(state, me) for test in tests)


def denied(tree: Node) -> Node:
    """The contrary of a condition."""
    return tree.item if isinstance(tree, Not) else Not(tree.type, tree.place, tree)


def ways_after(ways: list[Way], gone: frozenset[str]) -> list[Way]:
    """The proofs that are left when these names change before."""
    found = []
    for way in ways:
        rest = [condition.after(gone) for condition in way]
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
