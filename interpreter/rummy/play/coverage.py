"""Which clauses of a spec its examples touch: each part of a condition, true and false.

A ``Watch`` looks on while examples are carried out. It asks the conditions of the spec
itself, by the plain walk over their trees, in every situation that the examples come
through: before an action those of the moves of its step, after it those of steps,
events and duties, at the count those of the score. A part is *touched* when it was true
there, and when it was false; what stands behind an `and` that has failed is not asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rummy.lang.evaluate import MeldEnv, evaluate
from rummy.lang.trees import (
    CARD_SLOT,
    MELD_SLOT,
    And,
    Const,
    Each,
    Filter,
    If,
    Node,
    Not,
    Or,
    Place,
    children,
    walk,
)
from rummy.lang.types import TRUTH
from rummy.play.nomeld import split
from rummy.play.sight import NewMeldEnv, TableEnv
from rummy.play.words import place_text, plain
from rummy.spec.model import Lay, LayOff, Move, MoveCards, Rebuild, Step, Swap

if TYPE_CHECKING:
    from rummy.lang.evaluate import Env, Value
    from rummy.play.engine import Engine
    from rummy.play.explain import Reason
    from rummy.play.state import State
    from rummy.spec.model import Expr, Option, Spec


@dataclass(slots=True)
class Clause:
    """Something of a spec that examples can touch.

    ``what`` says in a word what it is (kind, clause, number, move, option); ``wanted``
    are the outcomes that there are, ``seen`` those that have come up, each with how
    often.
    """

    key: str
    text: str
    place: Place
    what: str
    wanted: tuple[str, ...]
    seen: dict[str, int] = field(default_factory=dict)

    def touch(self, outcome: str) -> None:
        """Note an outcome."""
        self.seen[outcome] = self.seen.get(outcome, 0) + 1

    @property
    def missing(self) -> tuple[str, ...]:
        """The outcomes that have not come up."""
        return tuple(outcome for outcome in self.wanted if outcome not in self.seen)


_BOTH = ("true", "false")
_Spot = tuple[str, int, int, int, int]


def _spot(place: Place) -> _Spot:
    return (place.file, place.line, place.column, place.end_line, place.end_column)


class Watch:
    """Looks on while the examples of a spec are carried out, and keeps count."""

    def __init__(self, spec: Spec) -> None:
        self.spec = spec
        self.clauses: list[Clause] = []
        self._of: dict[_Spot, Clause] = {}
        self._numbers: dict[int, Clause] = {}
        self._moves = {move.place: move for move in _moves(spec.turn)}
        self._steps = tuple(_steps(spec.turn))
        self._whole: dict[str, Clause] = {}
        for kind in spec.kinds:
            said = ("accepted", "refused")
            self._add(f"melds.{kind.name}", kind.title, kind.place, "kind", said)
        for key, expr in spec.expressions:
            if _counts(key):
                self._expression(key, expr)
        for move in self._moves.values():
            self._add(f"move {move.name}", move.name, move.place, "move", ("played",))
        for option in spec.options:
            values = _values(option)
            self._add(f"options.{option.name}", option.name, option.place, "option", values)

    def _add(self, key: str, text: str, place: Place, what: str, wanted: tuple[str, ...]) -> Clause:
        made = Clause(key, plain(text), place, what, wanted)
        self.clauses.append(made)
        if what in ("kind", "move", "option"):
            self._whole[f"{what} {_spot(place)} {text}"] = made
        return made

    def _expression(self, key: str, expr: Expr) -> None:
        if expr.tree.type != TRUTH:
            made = self._add(key, expr.text, expr.place, "number", ("worked out",))
            self._numbers[id(expr)] = made
        for node in _leaves(expr.tree):
            if node.place.text and _spot(node.place) not in self._of:
                text = node.place.text
                self._of[_spot(node.place)] = self._add(key, text, node.place, "clause", _BOTH)

    def _one(self, what: str, text: str, place: Place) -> Clause | None:
        return self._whole.get(f"{what} {_spot(place)} {text}")

    # --- what an example does ------------------------------------------------------

    def options(self, engine: Engine) -> None:
        """An example is played with these options."""
        for option in self.spec.options:
            clause = self._one("option", option.name, option.place)
            value = engine.rules.options[option.name]
            if clause is not None:
                word = option.words[value] if option.words else "default"
                clause.touch(word if option.words or value == option.default else "another")

    def meld(self, engine: Engine, number: int, codes: Sequence[int], found: bool) -> None:
        """Cards were asked about as a meld of a kind, and are one or not."""
        kind = self.spec.kinds[number]
        clause = self._one("kind", kind.title, kind.place)
        if clause is not None:
            clause.touch("accepted" if found else "refused")
        bound = engine.rules.kinds[number]
        if not bound.least <= len(codes) <= bound.most:
            return
        names = engine.rules.constants
        if found:
            for shape in engine.plans.readings(number, codes):
                self.truth(kind.valid.tree, MeldEnv(engine.deck, shape.codes, names=names))
        elif not split(engine, codes)[1]:
            self.truth(kind.valid.tree, MeldEnv(engine.deck, codes, names=names))

    def before(self, engine: Engine, state: State) -> None:
        """Somebody is to act: the guards of the moves of the step are asked."""
        if state.over or state.mover < 0:
            return
        stage = engine.program.nodes[state.pc]
        env = TableEnv(engine, state, state.mover)
        # the file's own list: a move that the options rule out is left out of the stage
        moves = [move for step in self._steps if step.name == stage.name for move in step.moves]
        for move in moves or [made.move for made in stage.moves]:
            if move.when is None or self.truth(move.when.tree, env):
                self._verb(engine, state, move, env)

    def _verb(self, engine: Engine, state: State, move: Move, env: TableEnv) -> None:
        """What a move asks of each card or meld."""
        verb = move.verb
        if isinstance(verb, MoveCards) and verb.cards is not None:
            slots = engine.program.slots
            zone = slots.zone[verb.source.zone]
            owner = state.mover if verb.source.of is None else evaluate(verb.source.of, env)
            there = state.z[zone + slots.place(verb.source.zone, owner)]
            faces = engine.deck.bag_faces(there) if isinstance(there, int) else there[-1:]
            for face in sorted(set(faces)):
                self.truth(verb.cards.tree, env, {CARD_SLOT: face})
        if isinstance(verb, LayOff | Swap | Rebuild):
            onto = verb.melds if isinstance(verb, Rebuild) else verb.onto
            for meld in range(len(state.table)):
                self.truth(onto.tree, env, {MELD_SLOT: meld})

    def after(self, engine: Engine, old: State, number: int, state: State) -> None:
        """The move of this number was made: ``old`` was before it, ``state`` is now."""
        actor = old.mover
        stage = engine.program.nodes[old.pc]
        if 0 <= number < len(engine.program.moves):
            move = engine.program.moves[number].move
            clause = self._one("move", move.name, move.place)
            if clause is not None:
                clause.touch("played")
            self._melds(engine, old, move, state)
        now = TableEnv(engine, state, actor)
        for event in self.spec.events:
            self.truth(event.when.tree, now)
        left = state.over or state.me != old.me or engine.program.nodes[state.pc] is not stage
        if left:
            for duty in stage.enclosing:
                self.truth(duty.duty.holds.tree, now)
        if state.over or state.me != old.me:
            for must in self.spec.must:
                self.truth(must.holds.tree, now)
        if state.over:
            self.count(engine, state)
        else:
            self.arrived(engine, state)

    def arrived(self, engine: Engine, state: State) -> None:
        """A situation: the conditions of steps and effects are asked."""
        env = TableEnv(engine, state, max(state.mover, 0))
        for step in self._steps:
            if step.when is not None:
                self.truth(step.when.tree, env)

    def _melds(self, engine: Engine, old: State, move: Move, state: State) -> None:
        """What was laid or added: a kind accepted, and its points worked out."""
        names = engine.rules.constants
        for shape in state.table[len(old.table) :]:
            self.meld(engine, shape.kind, shape.codes, True)
            self.number(
                self.spec.kinds[shape.kind].lay, MeldEnv(engine.deck, shape.codes, names=names)
            )
            if isinstance(move.verb, Lay) and move.verb.where is not None:
                self.truth(move.verb.where.tree, NewMeldEnv(engine, old, old.mover, shape.codes))
        for before, shape in zip(old.table, state.table, strict=False):
            if before.codes == shape.codes:
                continue
            self.meld(engine, shape.kind, shape.codes, True)
            added = [code for code in shape.codes if code not in before.codes]
            card = added[0] if added else shape.codes[0]
            env = MeldEnv(engine.deck, shape.codes, card, names)
            self.number(self.spec.kinds[shape.kind].add, env)

    def refused(self, reason: Reason | None) -> None:
        """An action was refused: its clause was false."""
        if reason is None or not reason.clause:
            return
        for _, expr in self.spec.expressions:
            for node in walk(expr.tree):
                said = plain(node.place.text) == reason.clause
                if said and place_text(node.place) == reason.place:
                    self._failed(node)
                    return

    def _failed(self, node: Node) -> None:
        """A condition was false: so is it itself, or every part of which one is enough."""
        if isinstance(node, Or):
            for item in node.items:
                self._failed(item)
        clause = self._of.get(_spot(node.place))
        if clause is not None:
            clause.touch("false")

    def count(self, engine: Engine, state: State) -> None:
        """A round has been counted."""
        score = self.spec.score
        for seat in state.everyone:
            env = TableEnv(engine, state, seat)
            for expr in (score.round, *(line.points for line in score.lines)):
                self.number(expr, env)
        self.match(engine, state)

    def match(self, engine: Engine, state: State) -> None:
        """Totals of a match: who leaves, whether it is over, and how it is won."""
        match = self.spec.match
        self.truth(match.over.tree, TableEnv(engine, state, state.dealer))
        for seat in state.everyone:
            env = TableEnv(engine, state, seat)
            if match.out is not None:
                self.truth(match.out.tree, env)
            self.number(match.tie_break, env)
            self.number(match.final, env)

    # --- the plain walk, noting ------------------------------------------------------

    def truth(self, node: Node, env: Env, local: Mapping[int, Value] = {}) -> bool:
        """What a condition is; each part that is asked is noted."""
        match node:
            case And():
                return all(self.truth(item, env, local) for item in node.items)
            case Or():
                return any(self.truth(item, env, local) for item in node.items)
            case Not():
                return not self.truth(node.item, env, local)
            case If():
                chosen = node.yes if self.truth(node.condition, env, local) else node.no
                return self.truth(chosen, env, local)
        value = bool(evaluate(node, env, local))
        clause = self._of.get(_spot(node.place))
        if clause is not None:
            clause.touch("true" if value else "false")
        return value

    def number(self, expr: Expr | None, env: Env) -> None:
        """A number is worked out; the conditions in it are noted."""
        if expr is None:
            return
        clause = self._numbers.get(id(expr))
        if clause is not None:
            clause.touch("worked out")
        self._conditions(expr.tree, env)

    def _conditions(self, node: Node, env: Env) -> None:
        if isinstance(node, If):
            chosen = node.yes if self.truth(node.condition, env) else node.no
            self._conditions(chosen, env)
        elif not isinstance(node, Each | Filter):
            for child in children(node):
                self._conditions(child, env)


# --- what there is to touch ----------------------------------------------------------


def _counts(key: str) -> bool:
    """Whether the expression under a key is one that examples can touch."""
    last = key.rpartition(".")[2]
    if key.startswith("melds."):
        return last in ("valid", "lay", "add")
    if key.startswith("turn."):
        inside = ".do" in key or ".auto" in key
        judged = last in ("when", "cards", "where", "lay_off", "swap", "rebuild")
        return (judged and not inside) or ".must." in key
    if key.startswith("events."):
        return key.count(".") == 2 and last == "when"
    return key.startswith("score.") or key in (
        "match.over",
        "match.out",
        "match.tie_break",
        "match.final",
    )


def _leaves(node: Node) -> Iterator[Node]:
    """The parts of a condition, or of the conditions in a number."""
    match node:
        case And() | Or():
            for item in node.items:
                yield from _leaves(item)
        case Not():
            yield from _leaves(node.item)
        case If():
            for child in (node.condition, node.yes, node.no):
                yield from _leaves(child)
        case Const() | Each() | Filter() if node.type != TRUTH or isinstance(node, Const):
            return
        case _ if node.type == TRUTH:
            yield node
        case _:
            for child in children(node):
                if isinstance(child, If) or child.type != TRUTH:
                    yield from _leaves(child)


def _values(option: Option) -> tuple[str, ...]:
    if option.kind != "number":
        return option.words
    return ("default", "another") if option.low < option.high else ("default",)


def _steps(steps: Sequence[Step]) -> Iterator[Step]:
    for step in steps:
        yield step
        for move in step.moves:
            yield from _steps(move.then)


def _moves(steps: Sequence[Step]) -> Iterator[Move]:
    for step in _steps(steps):
        yield from step.moves
