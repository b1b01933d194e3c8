"""Cheap proofs that a turn can be finished, so that most looks ahead are spared.

A proof follows the stages from a move to the end of the turn and collects what
must be true now for the way to be open whatever else happens: duties that have
nothing to say, cards that may be given away, a guard that lets every fitting
card be laid off. A proof only ever says yes; without one the look ahead
decides. Each condition knows what it reads, so that a change on the way (a
card that comes into the hand, a variable that is set) takes it away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from rummy.lang.rewrite import rename_slot
from rummy.lang.trees import (
    CARD_SLOT,
    Call,
    Compare,
    Each,
    In,
    Local,
    Name,
    Node,
    Not,
)
from rummy.play.conditions import (
    HAND,
    MORE_CARDS,
    TABLE,
    TAKEN,
    alternatives,
    changes,
    conjuncts,
    follows,
    is_hand,
    needs_hand,
    of_card,
    points_limit,
    reads,
    requirements,
)
from rummy.play.stages import (
    ASK,
    AUTO,
    CARDS,
    CHOICE,
    DUTY,
    ENTER,
    LAY,
    LAY_OFF,
    OPEN,
    OPENING,
    REBUILD,
    REBUILDING,
    REPEAT,
    SAY,
    SWAP,
    TOP,
    TURN_END,
    CompiledMove,
    Stage,
)
from rummy.play.state import Action, State
from rummy.spec.model import Duty, Effect, MoveCards, Step

if TYPE_CHECKING:
    from rummy.play.compiler import Compiler
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

    def holds(self, state: State, me: int) -> bool:
        """Whether it is true now."""
        return any(test(state, me) for test, _ in self.parts)


Way = tuple[Condition, ...]
"""All of these together prove that the turn can be finished."""


def _to_own_hand(move: CompiledMove) -> bool:
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


class Proofs:
    """The proofs of one program, worked out when they are first asked for."""

    def __init__(self, program: Program, compiler: Compiler) -> None:
        self.program = program
        self.compiler = compiler
        self.fold = program.rules.fold
        self.nodes = program.nodes
        self._ways: dict[tuple[int, bool], list[Way]] = {}
        self._of_move: dict[tuple[int, int], list[tuple[tuple[Truth, ...], ...]]] = {}
        self._open: set[int] = set()
        full = program.deck.spread(program.deck.full)
        self._full = full
        self._events_change: frozenset[str] = frozenset()
        for event in program.rules.spec.events:
            if event.at == "action":
                self._events_change |= changes(event.do)
        # functions of parts of conditions are made now, while functions are collected
        self._duties = [self._duty(duty) for duty in program.rules.spec.must]
        self._kept = {
            id(node): tuple(
                (self._duty(made.duty), self._holds_with_a_card(made.duty)) for made in node.duties
            )
            for node in self.nodes
            if node.kind == DUTY
        }
        """The duties of steps; where they hold the step can be ended at once.

        With each: whether it surely holds while the hand has a card."""
        self._passed_over = {
            at: Condition(((self._truth(_denied(node.guard)), reads(node.guard)),))
            for at, node in enumerate(self.nodes)
            if node.guard is not None and not node.setup
        }
        self._filters: dict[int, tuple[Condition | None, bool]] = {}
        self._thrown_unless_it_fits: dict[int, list[Way]] = {}
        for move in program.moves:
            if move.kind == CARDS:
                self._filters[move.number] = self._filter(move)
                self._thrown_unless_it_fits[move.number] = self._unless_it_fits(move)

    def _duty(self, duty: Duty) -> Condition:
        """A duty as a condition, part by part."""
        parts = alternatives(self.fold(duty.holds.tree))
        return Condition(tuple((self._truth(part), self._needs(part)) for part in parts))

    def _holds_with_a_card(self, duty: Duty) -> bool:
        """Whether a duty holds as long as there is a card in the hand."""
        parts = alternatives(self.fold(duty.holds.tree))
        return any(isinstance(part, Compare) and needs_hand(part) for part in parts)

    def _enough(self, node: Stage) -> Condition:
        """No further move is needed before the player may say that he is done."""
        least = node.at_least
        assert least is not None and node.wanted is not None

        def enough(state: State, me: int) -> bool:
            return least(state, me) <= 0

        return Condition(((enough, reads(node.wanted)),))

    def _needs(self, part: Node) -> frozenset[str]:
        """What must not change for a part of a duty to stay true."""
        if points_limit(part) is not None and min(self.program.deck.points_of) >= 0:
            # cards that leave the hand only lower its points
            return (reads(part) - {HAND}) | {MORE_CARDS}
        return reads(part)

    def _truth(self, tree: Node) -> Truth:
        return self.compiler.truth(tree)

    # --- asked by the look ahead ------------------------------------------

    def surely(self, state: State, stage: Stage, action: Action) -> bool:
        """Whether a proof says that the turn can be finished after an action."""
        ways = self.tests(state.pc, stage, action)
        me = state.me
        # all conditions of a way, of each any part: in loops, since every decision asks
        for way in ways:
            for tests in way:
                for test in tests:
                    if test(state, me):
                        break
                else:
                    break
            else:
                return True
        return False

    def tests(self, at: int, stage: Stage, action: Action) -> list[tuple[tuple[Truth, ...], ...]]:
        """What ``surely`` asks for the move of an action at stage number ``at``.

        One of the ways must hold with all its conditions, of each any test.
        """
        ways = self._of_move.get((at, action[0]))
        if ways is None:
            ways = self._of_move[at, action[0]] = [
                tuple(tuple(test for test, _ in condition.parts) for condition in way)
                for way in self._ways_of(stage, action)
            ]
        return ways

    def after_opening(self, state: State, stage: int) -> bool:
        """Whether the turn can surely be finished from a stage, whatever is in hand.

        ``state``: as it is when the opening lies there, but for the cards.
        """
        ways = [
            way
            for way in self.ways(stage, False)
            if all(c.after(frozenset({HAND, TABLE})) is not None for c in way)
        ]
        dropped = frozenset({HAND, TABLE})
        return any(
            all(cast(Condition, c.after(dropped)).holds(state, state.me) for c in way)
            for way in ways
        )

    # --- how proofs are found ----------------------------------------------

    def _ways_of(self, stage: Stage, action: Action) -> list[Way]:
        program = self.program
        if action == program.done:
            ways = self.ways(stage.next, False)
            if stage.kind == REBUILDING:
                ways = _after(ways, move_changes(stage.moves[0]) | self._events_change)
            if stage.kind == OPENING:  # its effects come now
                ways = _after(ways, changes(stage.moves[0].move.do) | self._events_change)
            return ways
        move = program.moves[action[0]]
        if move.kind == OPEN or move.opening is not None:
            return []
        holding = move.kind == TOP and _to_own_hand(move)
        gone = move_changes(move) | self._events_change
        if self._events_change & {HAND, MORE_CARDS, TAKEN}:
            gone -= {ONE_CARD}
        found = _after(self.ways(move.target_node, holding), gone)
        thrown_back = self._thrown_back(move)
        return found if thrown_back is None else [*found, thrown_back]

    def _thrown_back(self, move: CompiledMove) -> Way | None:
        """A card taken may be thrown at once, and then the hand is as it was."""
        if move.kind != TOP or not _to_own_hand(move) or move.effects:
            return None
        if move.everything or move.count is not None or move.source is None:
            return None
        node = self.nodes[move.target_node]
        if node.kind != CHOICE or node.when is not None or len(node.moves) != 1 or node.enclosing:
            return None
        (back,) = node.moves
        if (
            back.kind != CARDS
            or back.when is not None
            or back.effects
            or back.count is not None
            or back.whom is not None
            or back.mask != self._full
            or back.source is None
            or back.source.name != HAND
            or back.target is None
            or tuple(self._duties) not in self.ways(back.target_node, False)
        ):
            return None
        moved = {move.source.name, back.target.name, TAKEN} | self._events_change
        way = []
        for condition in self._duties:
            parts = tuple(p for p in condition.parts if not p[1] & moved)
            if not parts:
                return None
            way.append(Condition(parts))
        return tuple(way)

    def ways(self, at: int, holding: bool) -> list[Way]:
        """The proofs from a stage on. ``holding``: the hand surely has a card."""
        key = (at, holding)
        known = self._ways.get(key)
        if known is None:
            if at in self._open:
                return []
            self._open.add(at)
            known = self._find(self.nodes[at], holding)
            passed_over = self._passed_over.get(at)
            if passed_over is not None:
                beyond = self.ways(self.nodes[at].skip, holding)
                known += [way if passed_over in way else (passed_over, *way) for way in beyond]
            known = list(dict.fromkeys(known))[:MOST_WAYS]
            self._open.discard(at)
            self._ways[key] = known
        return known

    def _find(self, node: Stage, holding: bool) -> list[Way]:
        kind = node.kind
        if kind == TURN_END:
            return [tuple(self._duties)]
        if kind == AUTO:
            effects = self._effects_of(node)
            if effects is None:
                return []
            return _after(self.ways(node.next, False), changes(effects) | self._events_change)
        if kind == ENTER:
            if node.when is None:
                return self.ways(node.next, holding)
            return _both(self.ways(node.next, holding), self.ways(node.skip, holding))
        if kind in (REPEAT, CHOICE) and node.by is not None:
            return self._asked(node)
        if kind == REPEAT:
            if node.at_least is not None:
                enough = self._enough(node)
                return [(enough, *way) for way in self.ways(node.next, holding)]
            laid_off = [] if node.enclosing else self._laid_off(node)
            return [*self.ways(node.next, holding), *laid_off]
        if kind == DUTY:
            kept = [duty for duty, sure in self._kept[id(node)] if not (holding and sure)]
            return [(*kept, *way) for way in self.ways(node.next, holding)]
        if kind == ASK:
            return self._asked(node)
        if kind == REBUILDING:  # it is offered only if it can be brought to an end
            gone = move_changes(node.moves[0]) | self._events_change
            return _after(self.ways(node.next, False), gone)
        if kind == CHOICE:
            if node.enclosing:
                return []
            if node.optional:
                return self.ways(node.next, holding)
            return [way for move in node.moves for way in self._chosen(node, move, holding)]
        return []

    def _effects_of(self, node: Stage) -> tuple[Effect, ...] | None:
        for step in _all_steps(self.program):
            if step.name == node.name and step.auto and len(step.auto) == len(node.effects):
                return step.auto
        return None

    def _asked(self, node: Stage) -> list[Way]:
        """Others answer as they like: the way must stay open after any answer."""
        ways = self.ways(node.next, False)
        for move in node.moves:
            if move.move.then:
                return []
            ways = _after(ways, move_changes(move) | self._events_change)
        return ways

    def _chosen(self, node: Stage, move: CompiledMove, holding: bool) -> list[Way]:
        """A single card that may surely be given away, or a word to say."""
        if move.when is not None:
            assert move.move.when is not None
            offered = Condition(((move.when, reads(self.fold(move.move.when.tree))),))
            return [(offered, *way) for way in self._offered(node, move, holding)]
        return self._offered(node, move, holding)

    def _offered(self, node: Stage, move: CompiledMove, holding: bool) -> list[Way]:
        """The same for a move that may be made."""
        if move.whom is not None:
            return []
        gone = move_changes(move) | self._events_change
        if move.kind == SAY:
            return _after(self.ways(move.target_node, holding), gone)
        if move.kind != CARDS or move.count is not None or move.source is None:
            return []
        if move.source.name != HAND:
            return []
        if node.when is not None:
            if not self._when_needs_hand(node):
                return []
        elif not holding:
            return []
        condition, always = self._filters[move.number]
        rest = _after(self.ways(move.target_node, False), gone)
        if always:
            return rest
        if condition is None:
            return []
        return [(condition, *way) for way in rest]

    def _when_needs_hand(self, node: Stage) -> bool:
        for step in _all_steps(self.program):
            if step.name == node.name and step.when is not None and step.moves:
                return needs_hand(self.fold(step.when.tree))
        return False

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
                (
                    lambda state, me: not cast(int, state.z[base + me]) & forbidden,
                    frozenset({MORE_CARDS}),
                )
            )
        tree = self.fold(verb.cards.tree)
        whatever = self._whatever_card(requirements(tree))
        if whatever is not None:
            tests = [test for test, _ in whatever]
            parts.append((_every(tests), frozenset[str]().union(*_names(whatever))))
        for main, guard in self._guarded(tree):
            for item in alternatives(main):
                parts += [
                    (_every([part[0], *(test for test, _ in guard)]), part[1].union(*_names(guard)))
                    for part in self._all_or_none(item, main)
                ]
                if _not_taken(item):
                    names = frozenset({HAND, TAKEN, SPARE}).union(*_names(guard))
                    parts.append((_every([self._others_held, *(t for t, _ in guard)]), names))
        parts.append((self._some_passes(move), reads(tree) | {HAND}))
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
            names = frozenset[str]().union(*(reads(part) for part in free))
            found.append((_some([self._truth(part) for part in free]), names))
        return found

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
            return [(_every([self._truth(other) for other in others]), names)]
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

    def _laid_off(self, node: Stage) -> list[Way]:
        """Cards that fit may all be laid off until one does not fit or none is left.

        For a step after which a card that fits nowhere must be given away.
        """
        following = self.nodes[node.next]
        if following.kind != CHOICE or len(following.moves) != 1 or following.enclosing:
            return []
        (give,) = following.moves
        verb = give.move.verb
        if (
            give.kind != CARDS
            or give.when is not None
            or give.count is not None
            or give.whom is not None
            or give.source is None
            or give.source.name != HAND
            or not isinstance(verb, MoveCards)
            or verb.cards is None
            or following.when is None
            or not self._when_needs_hand(following)
        ):
            return []
        guards = self._thrown_unless_it_fits.get(give.number)
        if guards is None:
            return []
        rest = _after(
            self.ways(give.target_node, False),
            move_changes(give) | {HAND, TABLE, "earned"} | self._events_change,
        )
        laid = frozenset({HAND, TABLE, "earned"}) | self._events_change
        rest = [
            (*guard, *way)
            for guard in guards
            if all(condition.after(laid) is not None for condition in guard)
            for way in rest
        ]
        found: list[Way] = []
        for move in node.moves:
            if move.kind != LAY_OFF or move.onto is not None or move.source is not None:
                continue
            if move.effects or move.move.then:
                continue
            if move.when is None:
                found += rest
                continue
            assert move.move.when is not None
            guard = self.fold(move.move.when.tree)
            if reads(guard) & {HAND, TABLE, "earned"}:
                continue
            condition = Condition(((move.when, reads(guard)),))
            found += [(condition, *way) for way in rest]
        return found


def _some(tests: list[Truth]) -> Truth:
    """One of several conditions is enough."""
    if len(tests) == 1:
        return tests[0]
    return lambda state, me: any(test(state, me) for test in tests)


def _names(parts: Iterable[Part]) -> list[frozenset[str]]:
    """The names that each of these parts reads."""
    return [names for _, names in parts]


def _every(tests: list[Truth]) -> Truth:
    """All of several conditions as one."""
    if len(tests) == 1:
        return tests[0]
    return lambda state, me: all(test(state, me) for test in tests)


def _denied(tree: Node) -> Node:
    """The contrary of a condition."""
    return tree.item if isinstance(tree, Not) else Not(tree.type, tree.place, tree)


def _after(ways: list[Way], gone: frozenset[str]) -> list[Way]:
    """The proofs that are left when these names change before."""
    found = []
    for way in ways:
        rest = [condition.after(gone) for condition in way]
        if all(condition is not None for condition in rest):
            found.append(tuple(cast("list[Condition]", rest)))
    return found


def _both(first: list[Way], second: list[Way]) -> list[Way]:
    """Proofs that hold whichever of two ways the turn takes."""
    if first == second:
        return first
    return [(*a, *(c for c in b if c not in a)) for a in first for b in second][:MOST_WAYS]


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


def _all_steps(program: Program) -> Iterable[Step]:
    """Every step of the turn, also those inside moves."""

    def inside(steps: Iterable[Step]) -> Iterable[Step]:
        for step in steps:
            yield step
            for move in step.moves:
                yield from inside(move.then)

    return inside(program.rules.spec.turn)
