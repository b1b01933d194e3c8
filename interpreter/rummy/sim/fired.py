"""How often each rule of a spec was used, by its line in the file.

``Rulebook`` lists everything of a spec that can be used: kinds of meld, moves,
automatic steps, events, duties, lines of the count. ``Watch`` counts, while a
match is played, how often each of them was. It takes moves and melds from the
actions, events and lines of the count from the records of the match, automatic
steps from a counter put before their effects, and asks duties at each choice of
the player in turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rummy.lang.fold import fold
from rummy.lang.trees import NOWHERE, Name, Place, walk
from rummy.play.effects import GO_ON
from rummy.play.stages import AUTO, LAY, LAY_OFF, OPEN, REBUILD

if TYPE_CHECKING:
    from rummy.play.effects import EffectFunction
    from rummy.play.engine import Engine
    from rummy.play.match import Match
    from rummy.play.records import Record
    from rummy.play.stages import CompiledDuty
    from rummy.play.state import Action, State
    from rummy.spec.bind import Rules
    from rummy.spec.model import Move, Spec, Step

MELD, ADDED, STEP, MOVE, DUTY, EVENT, LINE, ROUND = (
    "meld",
    "added to",
    "step",
    "move",
    "duty",
    "event",
    "line",
    "count",
)
"""What a rule can be."""

HOW: dict[str, str] = {
    MELD: "melds of this kind laid",
    ADDED: "cards added that gave a meld of this kind",
    STEP: "times it changed anything",
    MOVE: "times it was chosen",
    DUTY: "turns in which it did not hold yet at some choice",
    EVENT: "times it happened",
    LINE: "counts of a hand in which it was not 0",
    ROUND: "hands counted",
}
"""What is counted of each."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A part of a spec that can be used: what it is, its key, its line."""

    what: str
    key: str
    line: int
    options: tuple[str, ...] = ()
    """The options that have a say in it, as the others are set."""
    file: str = ""
    """The name of the file that the line stands in, where there are several."""
    at: Place = field(default=NOWHERE, compare=False, repr=False)

    @property
    def place(self) -> str:
        """The line, with its file where there are several."""
        return f"{self.file}:{self.line}" if self.file else str(self.line)

    @property
    def where(self) -> str:
        """The same in a sentence."""
        return self.place if self.file else f"line {self.line}"


class Rulebook:
    """All rules of a spec, in the order of its file, and who reads which option."""

    def __init__(self, rules: Rules) -> None:
        spec = rules.spec
        names = spec.files or (spec.file,)
        self.file = " + ".join(Path(name).name for name in names)
        self._files = {name: place for place, name in enumerate(names)}
        self.constants = rules.constants
        self.reads = _options_read(rules)
        self._of_rules: set[str] = set()
        found: list[tuple[Rule, tuple[object, ...]]] = []
        for kind, bound in zip(spec.kinds, rules.kinds, strict=True):
            prefix = f"melds.{kind.name}"
            found.append((self._rule(MELD, prefix, kind.place, [prefix]), (MELD, bound.index)))
            if _grows(rules, bound.index):
                place = kind.place if kind.add is None else kind.add.place
                rule = self._rule(ADDED, f"{prefix}.add", place, [prefix])
                found.append((rule, (ADDED, bound.index)))
        number = 0
        for part in _parts(spec):
            if part.move is None:
                rule = self._rule(STEP, part.key, part.step.place, [part.of])
                found.append((rule, (STEP, id(part.step))))
            else:
                rule = self._rule(MOVE, part.key, part.move.place, [part.path, part.of])
                found.append((rule, (MOVE, number)))
                number += 1
        for duty, key, place in _duties(spec):
            found.append((self._rule(DUTY, key, place, [key]), (DUTY, duty)))
        for event in spec.events:
            key = f"events.{event.name}"
            found.append((self._rule(EVENT, key, event.place, [key]), (EVENT, event.name)))
        place = spec.score.round.place
        found.append((self._rule(ROUND, "score.round", place, ["score.round"]), (ROUND,)))
        for line in spec.score.lines:
            key = f"score.lines.{line.name}"
            rule = self._rule(LINE, key, line.points.place, [key])
            found.append((rule, (LINE, line.name)))
        files = {Path(name).name: place for name, place in self._files.items()}
        where = [(files.get(rule.file, 0), rule.line) for rule, _ in found]
        order = sorted(range(len(found)), key=lambda i: (where[i], i))
        self.rules: tuple[Rule, ...] = tuple(found[i][0] for i in order)
        self.index: dict[tuple[object, ...], int] = {
            found[i][1]: place for place, i in enumerate(order)
        }

    def _rule(self, what: str, key: str, place: Place, prefixes: Sequence[str]) -> Rule:
        paths = {
            path for path, _ in self.reads if any(_belongs(path, prefix) for prefix in prefixes)
        }
        self._of_rules |= paths
        options = {option for path, read in self.reads if path in paths for option in read}
        name = Path(place.file).name if len(self._files) > 1 else ""
        return Rule(what, key, place.line, tuple(sorted(options)), name, place)

    def reading(self, option: str) -> tuple[int, ...]:
        """The rules that read an option; none if something that is no rule reads it too."""
        if any(option in read and path not in self._of_rules for path, read in self.reads):
            return ()
        return tuple(n for n, rule in enumerate(self.rules) if option in rule.options)

    def by_option(self, fired: Sequence[int]) -> dict[str, tuple[int, list[str]]]:
        """For each option how often rules that read it were used, and the keys that read it."""
        told: dict[str, tuple[int, list[str]]] = {}
        for path, read in self.reads:
            for option in read:
                keys = told.setdefault(option, (0, []))[1]
                keys.append(path)
        for rule, count in zip(self.rules, fired, strict=True):
            for option in rule.options:
                told[option] = (told[option][0] + count, told[option][1])
        return told


def _belongs(path: str, prefix: str) -> bool:
    """Whether an expression is part of a rule; what follows a move is not part of it."""
    if path == prefix:
        return True
    if not path.startswith(f"{prefix}."):
        return False
    rest = path[len(prefix) + 1 :].split(".")
    return not {"then", "choose", "repeat"} & set(rest)


def _grows(rules: Rules, kind: int) -> bool:
    """Whether a meld can become one of this kind by a card that is added."""
    into = rules.kinds[kind]
    return any(
        kind in other.grows_into and not other.closed and other.least < into.most
        for other in rules.kinds
    )


class _Part(NamedTuple):
    """An automatic step (``move`` None) or a move of a step.

    ``key`` as people are told it, ``path`` as expressions are listed, ``of`` the
    path of the step.
    """

    key: str
    path: str
    of: str
    step: Step
    move: Move | None


def _parts(spec: Spec) -> Iterator[_Part]:
    """Automatic steps and moves in the order of the file, which numbers the moves."""

    def steps(parts: Sequence[Step], key: str, path: str) -> Iterator[_Part]:
        for step in parts:
            here, inner = f"{key}.{step.name}", f"{path}.{step.name}"
            if not step.moves:
                yield _Part(here, inner, inner, step, None)
            alone = len(step.moves) == 1 and step.moves[0].name == step.name
            verb = "repeat" if step.repeat else "choose"
            for move in step.moves:
                told = here if alone else f"{here}.{move.name}"
                full = inner if alone else f"{inner}.{verb}.{move.name}"
                yield _Part(told, full, inner, step, move)
                yield from steps(move.then, told, f"{full}.then")

    yield from steps(spec.setup, "setup", "setup")
    yield from steps(spec.turn, "turn", "turn.steps")


def _duties(spec: Spec) -> Iterator[tuple[int, str, Place]]:
    """All duties: of the turn, and of steps wherever they stand."""
    for duty in spec.must:
        yield id(duty), f"turn.must.{duty.name}", duty.holds.place

    def steps(parts: Sequence[Step], path: str) -> Iterator[tuple[int, str, Place]]:
        for step in parts:
            for duty in step.must:
                yield id(duty), f"{path}.{step.name}.must.{duty.name}", duty.holds.place
            for move in step.moves:
                yield from steps(move.then, f"{path}.{step.name}.{move.name}")

    yield from steps(spec.turn, "turn")


def _options_read(rules: Rules) -> list[tuple[str, tuple[str, ...]]]:
    """For each expression the options that make a difference, the others being as they are."""
    names = [option.name for option in rules.spec.options]
    others: dict[str, Mapping[str, int]] = {
        name: {n: v for n, v in rules.constants.items() if n != name} for name in names
    }
    found = []
    for path, expr in rules.spec.expressions:
        mentioned = {node.name for node in walk(expr.tree) if isinstance(node, Name)}
        read = tuple(
            name
            for name in names
            if name in mentioned
            and any(
                isinstance(node, Name) and node.name == name
                for node in walk(fold(expr.tree, others[name]))
            )
        )
        if read:
            found.append((path, read))
    return found


class Watch:
    """Counts what is used in one match after another of an engine."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.book = Rulebook(engine.rules)
        self.counts = [0] * len(self.book.rules)
        self._open: set[int] = set()
        self._turn = (0, 0)
        # engines for fewer players or other wild cards are made when they are needed
        for each in engine.family.values():
            self._watch_steps(each)
        engine.family.looks.append(self._watch_steps)

    def _watch_steps(self, engine: Engine) -> None:
        """Look at each effect of the automatic steps; how many there are stays as it was.

        Stages are made in the order of the file, as the parts are listed.
        """
        steps = [part.step for part in _parts(engine.rules.spec) if part.move is None]
        stages = [stage for stage in engine.program.nodes if stage.kind == AUTO]
        for step, stage in zip(steps, stages, strict=True):
            rule = self.book.index[STEP, id(step)]
            seen = [False]
            stage.effects = tuple(
                self._looked_at(effect, rule, seen, number == 0)
                for number, effect in enumerate(stage.effects)
            )

    def _looked_at(
        self, effect: EffectFunction, rule: int, seen: list[bool], first: bool
    ) -> EffectFunction:
        """The effect, counted for its step once if it or another of them changes anything."""
        counts = self.counts

        def look(state: State, me: int) -> int:
            # only the match itself has records, never a copy that looks ahead
            if state.records is None:
                return effect(state, me)
            seen[0] = seen[0] and not first
            known, values = len(state.records), state.v[:]
            ending = effect(state, me)
            changed = ending != GO_ON or len(state.records) > known or state.v != values
            if changed and not seen[0]:
                seen[0] = True
                counts[rule] += 1
            return ending

        return look

    def start(self) -> None:
        """A new match is about to begin."""
        self.counts[:] = [0] * len(self.counts)
        self._open.clear()
        self._turn = (0, 0)

    def choice(self, match: Match, action: Action) -> None:
        """An action is about to be carried out."""
        state = match.state
        engine = self.engine.of(state)
        program = engine.program
        node = program.nodes[state.pc]
        if not node.setup and state.mover == state.me:
            duties = (*node.enclosing, *program.turn_duties)
            if duties:
                self._ask(state, duties)
        if action == program.done:
            return
        move = program.moves[action[0]]
        counts, index = self.counts, self.book.index
        if move.kind not in (OPEN, REBUILD) or len(action) == 1:
            counts[index[MOVE, action[0]]] += 1
        if move.kind == LAY or (move.kind == OPEN and len(action) > 1):
            counts[index[MELD, action[1]]] += 1
        elif move.kind == LAY_OFF:
            counts[index[ADDED, action[2]]] += 1

    def _ask(self, state: State, duties: Sequence[CompiledDuty]) -> None:
        turn = (state.round, state.turn_number)
        if turn != self._turn:
            self._turn = turn
            self._open.clear()
        for duty in duties:
            rule = self.book.index[DUTY, id(duty.duty)]
            if rule not in self._open and not duty.holds(state, state.me):
                self._open.add(rule)
                self.counts[rule] += 1

    def happened(self, records: Sequence[Record]) -> None:
        """Events and lines of the count among new records."""
        counts, index = self.counts, self.book.index
        for record in records:
            if record.what == "event":
                counts[index[EVENT, record.name]] += 1
            elif record.what == "line":
                counts[index[LINE, record.name]] += record.points != 0
            elif record.what == "left":
                counts[index[ROUND,]] += 1


__all__ = ["HOW", "Rule", "Rulebook", "Watch"]
