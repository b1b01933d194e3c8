"""From steps and expressions of a spec to stages and functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeGuard, cast

from rummy.lang.evaluate import CardEnv, evaluate
from rummy.lang.fold import constant
from rummy.lang.generate import Module
from rummy.lang.trees import CARD_SLOT, MELD_SLOT, And, Call, Local, Name, Node, Or, walk
from rummy.melds.opening import Needs, Openings
from rummy.play.bindings import Slots
from rummy.play.card_masks import card_mask
from rummy.play.effects import CardTest, Number, ZoneAt, compile_effect
from rummy.play.nothing import nothing_left
from rummy.play.opening import CompiledOpening
from rummy.play.prefilter import may_pass
from rummy.play.stages import (
    ALL,
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
    CompiledDuty,
    CompiledMove,
    MeldTest,
    Seats,
    Stage,
    Truth,
)
from rummy.play.wheres import OF_MELD, on_the_table, parts_of_meld
from rummy.spec.model import (
    End,
    Expr,
    Lay,
    LayOff,
    Move,
    MoveCards,
    Open,
    Opening,
    Rebuild,
    Step,
    Swap,
)

if TYPE_CHECKING:
    from rummy.melds import Plans
    from rummy.play.state import State
    from rummy.spec.bind import Rules


def _is_count(node: Node) -> TypeGuard[Call]:
    """Whether a tree is ``count(...)`` of a collection."""
    return isinstance(node, Call) and node.name == "count"


def _stand_in(*arguments: object) -> object:
    raise AssertionError("called before the functions are compiled")


class Compiler:
    """Makes functions of expressions, and stages of steps.

    It runs twice over a spec: once to collect the source of all functions
    (``functions`` is empty then), once to link the compiled ones (``names``
    are then the names that expressions read).
    """

    def __init__(
        self,
        rules: Rules,
        plans: Plans,
        functions: dict[str, Callable[..., object]],
        names: frozenset[str] = frozenset(),
    ) -> None:
        self.rules = rules
        self.deck = rules.deck
        self.plans = plans
        self.clockwise = rules.spec.order.clockwise
        self.slots = Slots(rules)
        self.module = Module(rules.deck)
        self.functions = functions
        self._known: dict[tuple[str, Node], str] = {}
        self.nodes: list[Stage] = []
        self.moves: list[CompiledMove] = []
        self.counters = 0
        self.reads: set[str] = set()
        self.names = names
        """The names that expressions of the spec read (known the second time)."""
        self.openings = {opening.name: opening for opening in rules.spec.openings}
        self._solver: Openings | None = None

    # --- expressions -----------------------------------------------------

    def function(self, tree: Node, parameters: str, local: dict[int, str]) -> str:
        """Give an expression a function in the module; its name."""
        folded = nothing_left(self.rules.fold(tree), self.deck)
        key = (parameters, folded)
        known = self._known.get(key)
        if known is not None:
            return known
        name = f"f{len(self._known)}"
        self._known[key] = name
        if self.functions:
            return name
        counted = {id(node.arguments[0]) for node in walk(folded) if _is_count(node)}
        for node in walk(folded):
            # how many cards lie somewhere does not hang on what they are
            if isinstance(node, Name) and id(node) not in counted:
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

    def truth(self, expr: Expr | Node) -> Truth:
        """The function of a condition over (state, me)."""
        tree = expr.tree if isinstance(expr, Expr) else expr
        return cast(Truth, self._made(self.function(tree, "s, me", {})))

    def seats(self, expr: Expr) -> Seats:
        """The function of some players over (state, me)."""
        return cast(Seats, self._made(self.function(expr.tree, "s, me", {})))

    def always(self, expr: Expr | None) -> bool:
        """Whether a condition is left out or true whatever happens."""
        return expr is None or constant(self.rules.fold(expr.tree)) == 1

    def never(self, expr: Expr | None) -> bool:
        """Whether a condition is false whatever happens."""
        return expr is not None and constant(self.rules.fold(expr.tree)) == 0

    def optional_truth(self, expr: Expr | None) -> Truth | None:
        """The function of a condition, None where it is always true."""
        return None if expr is None or self.always(expr) else self.truth(expr)

    def card_test(self, expr: Expr | None) -> CardTest | None:
        """The function of a condition over (state, me, face); None: any."""
        if expr is None or self.always(expr):
            return None
        return self.card_function(expr)

    def card_function(self, expr: Expr | Node) -> CardTest:
        """The function of a condition over (state, me, face)."""
        tree = expr.tree if isinstance(expr, Expr) else expr
        name = self.function(tree, "s, me, c", {CARD_SLOT: "c"})
        return cast(CardTest, self._made(name))

    def card_mask(self, expr: Expr | None) -> int | None:
        """The faces that pass, where that depends on the card alone."""
        if expr is None:
            return self.deck.spread(self.deck.full)
        return self.fixed_mask(self.rules.fold(expr.tree))

    def fixed_mask(self, folded: Node) -> int | None:
        """The same for a condition as far as it is open."""
        if any(
            isinstance(node, (Name, Call)) or (isinstance(node, Local) and node.slot == MELD_SLOT)
            for node in walk(folded)
        ):
            return None
        env = CardEnv(self.deck)
        return self.deck.mask(lambda face: bool(evaluate(folded, env, {CARD_SLOT: face})))

    def meld_test(self, expr: Expr) -> MeldTest | None:
        """The function of a condition over (state, me, meld); None: any."""
        if self.always(expr):
            return None
        name = self.function(expr.tree, "s, me, m", {MELD_SLOT: "m"})
        return cast(MeldTest, self._made(name))

    # --- steps -----------------------------------------------------------

    def node(self, node: Stage) -> int:
        """Add a stage; its number."""
        self.nodes.append(node)
        return len(self.nodes) - 1

    def steps(
        self, steps: Sequence[Step], after: int, setup: bool, enclosing: tuple[CompiledDuty, ...]
    ) -> int:
        """Compile steps that lead to stage ``after``; the number of the first.

        Moves are numbered in file order, so the stages are made first and
        linked afterwards.
        """
        parts = [
            made
            for step in steps
            # a step that is never made still has its moves numbered
            if (made := self.step(step, setup, enclosing)) and not self.never(step.when)
        ]
        for i, (entry, last) in enumerate(parts):
            following = parts[i + 1][0] if i + 1 < len(parts) else after
            self._link(last, following)
            self.nodes[entry].skip = following
        return parts[0][0] if parts else after

    def _link(self, last: int, following: int) -> None:
        node = self.nodes[last]
        node.next = following
        if node.kind in (CHOICE, ASK):
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
        """Compile one step; its first stage and the one that leads on."""
        when = self.optional_truth(step.when)
        guard = None if when is None or step.when is None else self.rules.fold(step.when.tree)
        if not step.moves:
            effects = tuple(compile_effect(self, e) for e in step.auto)
            at = self.node(Stage(AUTO, step.name, -1, when=when, effects=effects, setup=setup))
            self.nodes[at].does = step.auto
            self.nodes[at].enclosing, self.nodes[at].guard = enclosing, guard
            return at, at
        duties = tuple(CompiledDuty(d, self.truth(d.holds)) for d in step.must)
        inside = enclosing + duties
        kind = REPEAT if step.repeat else ASK if step.ask is not None else CHOICE
        stage = Stage(kind, step.name, -1, optional=step.optional, setup=setup, enclosing=inside)
        stage.by = self.number(step.by) if step.by is not None else None
        if kind == CHOICE:
            stage.when, stage.guard = when, guard
            entry = last = self.node(stage)
        else:
            stage.counter = self.counters
            self.counters += 1
            entry = self.node(Stage(ENTER, step.name, -1, when=when, counter=stage.counter))
            self.nodes[entry].setup, self.nodes[entry].enclosing = setup, enclosing
            self.nodes[entry].guard = guard
            last = self.nodes[entry].next = self.node(stage)
            stage.at_least = self.number(step.at_least) if step.at_least else None
            stage.wanted = self.rules.fold(step.at_least.tree) if step.at_least else None
            stage.at_most = self.number(step.at_most) if step.at_most else None
            stage.ask = self.seats(step.ask) if step.ask is not None else None
        moves = [self.move(m, setup, inside) for m in step.moves]
        stage.moves = tuple(m for m in moves if not self.never(m.move.when))
        if kind != CHOICE:
            for move in stage.moves:
                if kind == REPEAT or not move.move.closes:
                    self._close(move, last)
        if duties:
            check = self.node(Stage(DUTY, step.name, -1, duties=duties, setup=setup))
            self.nodes[check].enclosing = enclosing
            self._link(last, check)
            last = check
        return entry, last

    def move(self, move: Move, setup: bool, enclosing: tuple[CompiledDuty, ...]) -> CompiledMove:
        """Compile one move and the steps after it."""
        number = len(self.moves)
        made = CompiledMove(number, move, SAY, self.optional_truth(move.when), ())
        self.moves.append(made)
        made.effects = tuple(compile_effect(self, e) for e in move.do)
        verb = move.verb
        if isinstance(verb, MoveCards):
            self._cards(made, verb)
        elif isinstance(verb, Lay):
            made.kind = LAY
            index = {kind.name: kind.index for kind in self.rules.kinds}
            made.kinds = tuple(sorted(index[name] for name in verb.kinds))
            if verb.source is not None:
                # the card that lies on top afterwards may be laid next
                self.reads.add(verb.source.zone)
                made.source = ZoneAt(self, verb.source)
            if verb.where is not None:
                made.where = self._where(verb.where)
                tree = self.rules.fold(verb.where.tree)
                made.where_looks = any(
                    isinstance(node, Call) or (isinstance(node, Name) and node.name not in OF_MELD)
                    for node in walk(tree)
                )
                needed = on_the_table(tree)
                if needed:
                    made.where_first = self.truth(And(tree.type, tree.place, needed))
                made.where_parts = tuple(self._of_cards(part) for part in parts_of_meld(tree))
        elif isinstance(verb, LayOff):
            made.kind = LAY_OFF
            made.onto = self.meld_test(verb.onto)
            if verb.source is not None:
                self.reads.add(verb.source.zone)
                made.source = ZoneAt(self, verb.source)
        elif isinstance(verb, Swap):
            made.kind = SWAP
            made.onto = self.meld_test(verb.onto)
            made.stays = verb.stays
            made.test = self.card_test(verb.cards)
        elif isinstance(verb, Open):
            made.kind = OPEN
            made.opening = self._opening(self.openings[verb.opening])
        elif isinstance(verb, Rebuild):
            made.kind = REBUILD
            made.onto = self.meld_test(verb.melds)
            if verb.extra is not None:
                self.reads.add(verb.extra.zone)
                made.source = ZoneAt(self, verb.extra)
            made.least = self.number(verb.least) if verb.least is not None else None
        made.whom = self.seats(move.whom) if move.whom is not None else None
        made.ends_round = made.kind == SAY and any(
            isinstance(effect, End) and effect.what != "turn" and self.always(effect.when)
            for effect in move.do
        )
        made.trivial = made.kind == SAY and not (move.do or move.then or move.closes)
        placeholder = -2 - number
        made.target_node = placeholder
        first = self.steps(move.then, placeholder, setup, enclosing)
        if made.kind in (OPEN, REBUILD):
            kind = OPENING if made.kind == OPEN else REBUILDING
            stage = Stage(kind, move.name, first, moves=(made,), setup=setup)
            stage.enclosing = enclosing
            first = self.node(stage)
        made.target_node = first
        return made

    def _cards(self, made: CompiledMove, verb: MoveCards) -> None:
        made.source, made.target = ZoneAt(self, verb.source), ZoneAt(self, verb.target)
        made.test = self.card_test(verb.cards)
        made.mask = self.card_mask(verb.cards)
        if verb.cards is not None and made.mask is None and not made.source.pile:
            made.may_pass = may_pass(self, self.rules.fold(verb.cards.tree))
        if verb.cards is not None and made.mask is None:
            made.pass_mask = card_mask(self, self.rules.fold(verb.cards.tree))
        made.at = verb.at
        if verb.cards is not None and isinstance(verb.cards.tree, And):
            made.clauses = tuple(
                (self._written(clause), self.card_function(clause))
                for clause in verb.cards.tree.items
                if clause.place.text
            )
        made.everything = verb.count is None
        if verb.how_many:
            numbers = made.numbers = self.seats(cast(Expr, verb.count))
            made.count = lambda state, me: min(numbers(state, me), default=0)
        elif verb.count is not None and constant(self.rules.fold(verb.count.tree)) != 1:
            made.count = self.number(verb.count)
        if made.source.pile:
            made.kind = TOP
        else:
            made.kind = ALL if made.everything else CARDS

    def _written(self, clause: Node) -> str:
        """A condition as written, without alternatives that these options rule out."""
        folded = self.rules.fold(clause)
        parts = folded.items if isinstance(folded, Or) else (folded,)
        texts = [part.place.text for part in parts]
        return " or ".join(texts) if all(texts) else clause.place.text

    def _where(self, expr: Expr) -> Callable[[State, int, tuple[int, ...]], bool]:
        """A condition over (state, me, codes of a meld that would be laid)."""
        return cast("Callable[[State, int, tuple[int, ...]], bool]", self._of_cards(expr.tree))

    def _of_cards(self, tree: Node) -> Callable[..., object]:
        """Any expression over the same."""
        return self._made(self.function(tree, "s, me, cards", {}))

    def needs(self, opening: Opening) -> tuple[Needs, ...]:
        """For each entry of an opening the kind (or -1) and least size of each meld."""
        index = {kind.name: kind.index for kind in self.rules.kinds} | {"": -1}
        env = CardEnv(self.deck, names=self.rules.constants)
        return tuple(
            tuple(
                sorted(
                    (index[need.kind], cast(int, evaluate(self.rules.fold(need.least.tree), env)))
                    for need in entry
                )
            )
            for entry in opening.needs
        )

    def _opening(self, opening: Opening) -> CompiledOpening:
        if self._solver is None:
            self._solver = Openings(self.plans)
        return CompiledOpening(
            opening.name,
            self.needs(opening),
            self.number(opening.which) if opening.which is not None else None,
            opening.more,
            None if self.always(opening.where) else self.truth(cast(Expr, opening.where)),
            self._solver,
            self.slots.zone["hand"],
            self.deck.faces,
            self.deck.full,
        )
