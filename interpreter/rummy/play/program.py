"""The turn of a spec compiled to a small graph of nodes.

``Program`` belongs to one ``Rules``: it knows the slots of a state, the
functions of all expressions, and the nodes through which a turn goes. It holds
nothing of a match.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from rummy.errors import UsageError
from rummy.lang.fold import constant
from rummy.lang.generate import Module
from rummy.lang.trees import (
    CARD_SLOT,
    MELD_SLOT,
    And,
    Call,
    Compare,
    Const,
    Local,
    Name,
    Node,
    walk,
)
from rummy.melds import Plans
from rummy.play.bindings import Slots
from rummy.play.effects import CardTest, EffectFunction, Number, ZoneAt, compile_effect
from rummy.play.state import State
from rummy.spec.model import Duty, Expr, Lay, LayOff, Move, MoveCards, Say, Step

if TYPE_CHECKING:
    from rummy.spec.bind import Rules

Truth = Callable[[State, int], bool]
MeldTest = Callable[[State, int, int], bool]

AUTO, CHOICE, REPEAT, ENTER, DUTY, TURN_END, SETUP_END = range(7)
SAY, TOP, ALL, CARDS, LAY, LAY_OFF = range(6)


@dataclass(slots=True)
class CompiledMove:
    """A move with its functions. ``number`` is its place in action tuples."""

    number: int
    move: Move
    kind: int
    when: Truth | None
    effects: tuple[EffectFunction, ...]
    target_node: int = -1
    # cards
    source: ZoneAt | None = None
    target: ZoneAt | None = None
    count: Number | None = None
    everything: bool = False
    test: CardTest | None = None
    mask: int | None = None
    single: tuple[tuple[int], ...] = ()
    # melds
    kinds: tuple[int, ...] = ()
    where: Callable[[Sequence[int]], bool] | None = None
    onto: MeldTest | None = None
    any_meld: bool = False
    memo: dict[int, list[tuple[int, ...]]] = field(default_factory=dict)


@dataclass(slots=True)
class CompiledDuty:
    """A duty with its function."""

    duty: Duty
    holds: Truth


@dataclass(slots=True)
class Stage:
    """A place in the turn. ``next`` follows; ``skip`` when ``when`` is false."""

    kind: int
    name: str
    next: int
    skip: int = -1
    when: Truth | None = None
    effects: tuple[EffectFunction, ...] = ()
    moves: tuple[CompiledMove, ...] = ()
    optional: bool = False
    counter: int = -1
    at_least: Number | None = None
    at_most: Number | None = None
    by: Number | None = None
    duties: tuple[CompiledDuty, ...] = ()
    setup: bool = False
    enclosing: tuple[CompiledDuty, ...] = ()
    safe: Callable[[State, int], bool] | None = None
    """A cheap proof that the turn can be finished after any move made here."""


@dataclass(slots=True)
class CompiledEvent:
    """An event with its functions."""

    name: str
    when: Truth
    effects: tuple[EffectFunction, ...]


class Compiler:
    """Makes functions of expressions, and nodes of steps."""

    def __init__(self, rules: Rules, functions: dict[str, Callable[..., object]]) -> None:
        self.rules = rules
        self.deck = rules.deck
        self.clockwise = rules.spec.order.clockwise
        self.slots = Slots(rules)
        self.module = Module(rules.deck)
        self.functions = functions
        self._known: dict[tuple[str, Node], str] = {}
        self.nodes: list[Stage] = []
        self.moves: list[CompiledMove] = []
        self.counters = 0
        self.reads: set[str] = set()

    # --- expressions -----------------------------------------------------

    def function(self, tree: Node, parameters: str, local: dict[int, str]) -> str:
        """Give an expression a function in the module; its name."""
        folded = self.rules.fold(tree)
        key = (parameters, folded)
        known = self._known.get(key)
        if known is not None:
            return known
        name = f"f{len(self._known)}"
        self._known[key] = name
        if self.functions:
            return name
        for node in walk(folded):
            if isinstance(node, Name):
                self.reads.add(node.name)
        self.module.function(name, parameters, folded, self.slots, local)
        return name

    def _made(self, name: str) -> Callable[..., object]:
        """The function itself; while they are being collected, a stand-in."""
        return self.functions[name] if self.functions else _stand_in

    def number(self, expr: Expr | Node) -> Number:
        """The function of a number, player or truth over (state, me)."""
        tree = expr.tree if isinstance(expr, Expr) else expr
        return cast(Number, self._made(self.function(tree, "s, me", {})))

    def truth(self, expr: Expr) -> Truth:
        """The function of a condition over (state, me)."""
        return cast(Truth, self._made(self.function(expr.tree, "s, me", {})))

    def optional_truth(self, expr: Expr | None) -> Truth | None:
        """The same, None where it is always true."""
        if expr is None or constant(self.rules.fold(expr.tree)) == 1:
            return None
        return self.truth(expr)

    def card_test(self, expr: Expr | None) -> CardTest | None:
        """The function of a condition over (state, me, face); None: any."""
        if expr is None or constant(self.rules.fold(expr.tree)) == 1:
            return None
        name = self.function(expr.tree, "s, me, c", {CARD_SLOT: "c"})
        return cast(CardTest, self._made(name))

    def card_mask(self, expr: Expr | None) -> int | None:
        """The faces that pass, where that depends on the card alone."""
        if expr is None:
            return self.deck.spread(self.deck.full)
        folded = self.rules.fold(expr.tree)
        if any(
            isinstance(node, (Name, Call)) or (isinstance(node, Local) and node.slot == MELD_SLOT)
            for node in walk(folded)
        ):
            return None
        from rummy.lang.evaluate import CardEnv, evaluate

        env = CardEnv(self.deck)
        return self.deck.mask(lambda face: bool(evaluate(folded, env, {CARD_SLOT: face})))

    def meld_test(self, expr: Expr) -> MeldTest | None:
        """The function of a condition over (state, me, meld); None: any."""
        if constant(self.rules.fold(expr.tree)) == 1:
            return None
        name = self.function(expr.tree, "s, me, m", {MELD_SLOT: "m"})
        return cast(MeldTest, self._made(name))

    # --- steps -----------------------------------------------------------

    def node(self, node: Stage) -> int:
        """Add a node; its number."""
        self.nodes.append(node)
        return len(self.nodes) - 1

    def steps(
        self, steps: Sequence[Step], after: int, setup: bool, enclosing: tuple[CompiledDuty, ...]
    ) -> int:
        """Compile steps that lead to node ``after``; the number of the first.

        Moves are numbered in file order, so the entry nodes are made first and
        linked afterwards.
        """
        parts = [self.step(step, setup, enclosing) for step in steps]
        for i, (entry, last) in enumerate(parts):
            following = parts[i + 1][0] if i + 1 < len(parts) else after
            self._link(last, following)
            self.nodes[entry].skip = following
        return parts[0][0] if parts else after

    def _link(self, last: int, following: int) -> None:
        node = self.nodes[last]
        node.next = following
        if node.kind == CHOICE:
            for move in node.moves:
                self._close(move, following)

    def _close(self, move: CompiledMove, following: int) -> None:
        """The move (after its own steps) leads to ``following``."""
        placeholder = -2 - move.number
        if move.target_node == placeholder:
            move.target_node = following
        for node in self.nodes:
            if node.next == placeholder:
                node.next = following
            if node.skip == placeholder:
                node.skip = following
            for inner in node.moves:
                if inner.target_node == placeholder:
                    inner.target_node = following

    def step(self, step: Step, setup: bool, enclosing: tuple[CompiledDuty, ...]) -> tuple[int, int]:
        """Compile one step; its first node and the one that leads on."""
        when = self.optional_truth(step.when)
        if not step.moves:
            effects = tuple(compile_effect(self, e) for e in step.auto)
            at = self.node(
                Stage(
                    AUTO,
                    step.name,
                    -1,
                    when=when,
                    effects=effects,
                    setup=setup,
                    enclosing=enclosing,
                )
            )
            return at, at
        duties = tuple(CompiledDuty(d, self.truth(d.holds)) for d in step.must)
        inside = enclosing + duties
        by = self.number(step.by) if step.by is not None else None
        if step.repeat:
            counter = self.counters
            self.counters += 1
            entry = self.node(
                Stage(
                    ENTER,
                    step.name,
                    -1,
                    when=when,
                    counter=counter,
                    setup=setup,
                    enclosing=enclosing,
                )
            )
            loop = self.node(
                Stage(
                    REPEAT,
                    step.name,
                    -1,
                    counter=counter,
                    at_least=self.number(step.at_least) if step.at_least else None,
                    at_most=self.number(step.at_most) if step.at_most else None,
                    by=by,
                    setup=setup,
                    enclosing=inside,
                )
            )
            self.nodes[entry].next = loop
            self.nodes[loop].moves = tuple(self.move(m, setup, inside) for m in step.moves)
            for move in self.nodes[loop].moves:
                self._close(move, loop)
            last = loop
        else:
            entry = last = self.node(
                Stage(
                    CHOICE,
                    step.name,
                    -1,
                    when=when,
                    optional=step.optional,
                    by=by,
                    setup=setup,
                    enclosing=inside,
                )
            )
            self.nodes[entry].moves = tuple(self.move(m, setup, inside) for m in step.moves)
        if duties:
            check = self.node(
                Stage(DUTY, step.name, -1, duties=duties, setup=setup, enclosing=enclosing)
            )
            self._link(last, check)
            last = check
        return entry, last

    def move(self, move: Move, setup: bool, enclosing: tuple[CompiledDuty, ...]) -> CompiledMove:
        """Compile one move and the steps after it."""
        number = len(self.moves)
        when = self.optional_truth(move.when)
        made = CompiledMove(
            number, move, SAY, when, tuple(compile_effect(self, e) for e in move.do)
        )
        self.moves.append(made)
        verb = move.verb
        if isinstance(verb, MoveCards):
            made.source, made.target = ZoneAt(self, verb.source), ZoneAt(self, verb.target)
            made.count = self.number(verb.count) if verb.count is not None else None
            made.test = self.card_test(verb.cards)
            made.mask = self.card_mask(verb.cards)
            made.everything = verb.count is None
            if made.source.pile:
                made.kind = TOP
            elif verb.count is None:
                made.kind = ALL
            else:
                made.kind = CARDS
                one = constant(self.rules.fold(verb.count.tree))
                if one == 1:
                    made.count = None
        elif isinstance(verb, Lay):
            made.kind = LAY
            index = {kind.name: kind.index for kind in self.rules.kinds}
            made.kinds = tuple(sorted(index[name] for name in verb.kinds))
            if verb.where is not None:
                made.where = self.where(verb.where)
        elif isinstance(verb, LayOff):
            made.kind = LAY_OFF
            made.onto = self.meld_test(verb.onto)
            made.any_meld = made.onto is None
        else:
            assert isinstance(verb, Say)
        made.target_node = -2 - number
        made.target_node = self.steps(move.then, -2 - number, setup, enclosing)
        return made

    def where(self, expr: Expr) -> Callable[[Sequence[int]], bool]:
        """A condition over the codes of a meld, judged by the plain walk."""
        from rummy.lang.evaluate import MeldEnv, evaluate

        tree = self.rules.fold(expr.tree)
        deck = self.deck

        def holds(codes: Sequence[int]) -> bool:
            return bool(evaluate(tree, MeldEnv(deck, tuple(codes))))

        return holds


def _reads_hand_not_empty(tree: Node) -> bool:
    """Whether a condition can only hold while its player's hand has cards."""
    if isinstance(tree, And):
        return any(_reads_hand_not_empty(item) for item in tree.items)
    if not isinstance(tree, Compare):
        return False
    left, right = tree.left, tree.right
    if not (
        isinstance(left, Call)
        and left.name == "count"
        and isinstance(left.arguments[0], Name)
        and left.arguments[0].name == "hand"
        and isinstance(left.arguments[0].of, Name)
        and left.arguments[0].of.name == "me"
        and isinstance(right, Const)
    ):
        return False
    return (tree.op in (">", "!=") and right.value == 0) or (tree.op == ">=" and right.value == 1)


def _stand_in(*arguments: object) -> object:
    raise AssertionError("called before the functions are compiled")


class Program:
    """A spec with players and options, ready to be played."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.deck = rules.deck
        self.plans = Plans(rules)
        # once to collect the source of all functions, once to link them
        collected = Compiler(rules, {})
        self._link(collected)
        self.reads = collected.reads
        self.source = collected.module.source()
        compiler = Compiler(rules, collected.module.compile(self.helpers()))
        self._link(compiler)
        self.must_look = self._must_look()
        if self.must_look:
            self._certify()

    def _link(self, compiler: Compiler) -> None:
        rules = self.rules
        spec = rules.spec
        self.turn_duties = tuple(CompiledDuty(d, compiler.truth(d.holds)) for d in spec.must)
        self.turn_end = compiler.node(Stage(TURN_END, "end of turn", -1))
        self.setup_end = compiler.node(Stage(SETUP_END, "setup", -1, setup=True))
        self.setup_start = compiler.steps(spec.setup, self.setup_end, True, ())
        self.turn_start = compiler.steps(spec.turn, self.turn_end, False, ())
        self.events: dict[str, tuple[CompiledEvent, ...]] = {
            moment: tuple(
                CompiledEvent(
                    event.name,
                    compiler.truth(event.when),
                    tuple(compile_effect(compiler, e) for e in event.do),
                )
                for event in spec.events
                if event.at == moment and constant(rules.fold(event.when.tree)) != 0
            )
            for moment in ("action", "turn_start", "turn_end", "round_start")
        }
        self.starter = compiler.number(spec.order.starter)
        self.next_dealer = compiler.number(spec.match.next_dealer)
        first = spec.match.first_dealer
        self.first_dealer = compiler.number(first) if first is not None else None
        self.over = compiler.truth(spec.match.over)
        self.ties = compiler.number(spec.match.ties)
        self.score = compiler.number(spec.score.round)
        self.score_lines = tuple(
            (line.name, line.about, compiler.number(line.points)) for line in spec.score.lines
        )
        self.round_limit = compiler.number(spec.limits.rounds)
        self.turn_limit = compiler.number(spec.limits.turns)
        self.variable_starts = tuple(
            (variable, compiler.number(variable.start)) for variable in spec.variables
        )
        self.slots = compiler.slots
        self.nodes = compiler.nodes
        self.moves = compiler.moves
        self.counters = compiler.counters
        self.done = (len(compiler.moves),)
        self.hand_base = compiler.slots.zone["hand"]
        self.stock_slot = compiler.slots.zone["stock"]

    def step_entry(self, name: str) -> int:
        """The stage at which a step of the turn begins; ``UsageError`` if none."""
        for number, stage in enumerate(self.nodes):
            if stage.name == name and not stage.setup and stage.kind != DUTY:
                return number
        raise UsageError(f"the turn has no step {name!r}")

    def helpers(self) -> dict[str, object]:
        """What generated functions call: the questions about melds and seats."""
        deck, plans = self.deck, self.plans

        def fits(state: State, face: int) -> bool:
            return plans.fits(face, state.table)

        def most_points(state: State, bag: int) -> tuple[int, int, int]:
            play = plans.most_points(bag, state.table)
            return play.points, play.used, play.left

        def least_cost(state: State, bag: int, cost: int) -> tuple[int, int, int]:
            play = plans.least_cost(bag, state.table, cost)
            return play.points, play.used, play.left

        def others(state: State, me: int) -> tuple[int, ...]:
            return tuple(seat for seat in state.everyone if seat != me)

        players = self.rules.players

        def seat(number: int) -> int:
            # seats wrap round the table, so that a bad number still names one
            return (number - 1) % players

        def counted(state: State, seat: int) -> int:
            if state.history and state.history[-1].round == state.round:
                return state.history[-1].points[seat]
            return int(self.score(state, seat))

        return {
            "counted": counted,
            "fits": fits,
            "most_points": most_points,
            "least_cost": least_cost,
            "deadwood": plans.deadwood,
            "others": others,
            "seat": seat,
            "bag_of": deck.bag,
        }

    def _must_look(self) -> bool:
        """Whether some turn could be left unfinished, so that we must look ahead."""
        if self.turn_duties:
            return True
        return any(
            not node.setup
            and (
                node.kind == DUTY
                or node.at_least is not None
                or (node.kind == CHOICE and not node.optional)
            )
            for node in self.nodes
        )

    def _certify(self) -> None:
        """Find nodes from which a simple look at the hand proves an end.

        The proof: all that must still be done in the turn is to give one card
        from the hand each, steps that are skipped when the hand is empty, and
        every card in hand may be given. Moves made at the node itself must not
        bring cards into the hand.
        """
        if self.turn_duties:
            return
        for number, node in enumerate(self.nodes):
            if node.kind not in (CHOICE, REPEAT) or node.enclosing or node.setup:
                continue
            if node.at_least is not None or any(not _keeps_hand(m) for m in node.moves):
                continue
            mask = self.deck.spread(self.deck.full)
            ends = {m.target_node for m in node.moves} | {node.next}
            ends.discard(number)
            if len(ends) != 1:
                continue
            found = self._follow(ends.pop(), mask)
            if found is None:
                continue
            forbidden = self.deck.spread(self.deck.full) & ~found
            node.safe = _hand_proof(self.hand_base, forbidden)

    def _follow(self, at: int, mask: int) -> int | None:
        """The cards that every step still to be made would take, or None."""
        node = self.nodes[at]
        if node.kind == TURN_END:
            return mask
        if node.kind != CHOICE or len(node.moves) != 1 or node.optional:
            return None
        (move,) = node.moves
        step = next(
            (s for s in self.rules.spec.turn if s.name == node.name and move.move in s.moves),
            None,
        )
        if (
            step is None
            or step.when is None
            or not _reads_hand_not_empty(self.rules.fold(step.when.tree))
            or move.when is not None
            or move.kind != CARDS
            or move.count is not None
            or move.mask is None
            or move.source is None
            or move.source.name != "hand"
            or not _keeps_hand(move)
        ):
            return None
        return self._follow(move.target_node, mask & move.mask)


def _hand_proof(hand_base: int, forbidden: int) -> Callable[[State, int], bool]:
    if not forbidden:
        return lambda state, me: True
    return lambda state, me: not cast(int, state.z[hand_base + me]) & forbidden


def _keeps_hand(move: CompiledMove) -> bool:
    """Whether a move brings no card into a hand, sets nothing and ends nothing."""
    if move.effects or move.move.then:
        return False
    return move.target is None or move.target.name != "hand"
