"""Cards that turn up under others that are taken: when a look ahead must know them.

Under the top card of a pile of which only that is seen lies a card whose face the
player cannot know. A look ahead goes on with every face it might have, unless nothing
that may follow in this turn reads the pile: then one look does for all faces.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING

from rummy.lang.fold import constant
from rummy.lang.trees import Call, Name, Node, walk
from rummy.play.ways import all_steps
from rummy.spec.model import Effect, End, Expr, Move, MoveCards, Step, ZoneRef

if TYPE_CHECKING:
    from rummy.play.program import Program
    from rummy.play.stages import CompiledMove


class Upturned:
    """For each move whether the card that it turns up is read in the same turn."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.fold = program.rules.fold
        self._steps: dict[str, list[Step]] = defaultdict(list)
        for step in all_steps(program):
            self._steps[step.name].append(step)
        spec = program.rules.spec
        events = [event for event in spec.events if event.at == "action"]
        self._anywhere = frozenset(self._read((*events, spec.must, spec.openings)))
        """What is read wherever the turn stands."""

    def settle(self) -> None:
        """Tell each move that takes from a pile whether what turns up there matters."""
        for move in self.program.moves:
            if move.source is not None and move.source.turns_up:
                move.source.turns_up = move.source.name in self.read_after(move)

    def read_after(self, move: CompiledMove) -> frozenset[str]:
        """The zones and variables whose contents are read once a move is made.

        That is, by its effects or by anything that can follow in the same turn.
        """
        found = set(self._anywhere)
        found.update(self._read(move.move.do))
        if self._ends(move.move.do):
            return frozenset(found.union(self._duties_around(move)))
        nodes = self.program.nodes
        reached, open_ = set[int](), [move.target_node]
        while open_:
            number = open_.pop()
            if number < 0 or number in reached:
                continue
            reached.add(number)
            stage = nodes[number]
            for step in self._steps[stage.name]:
                found.update(self._read_by_step(step))
            found.update(self._read([duty.duty for duty in stage.enclosing]))
            if stage.when is not None:
                open_.append(stage.skip)
            for following in stage.moves:
                found.update(self._read_by_move(following.move))
                if not self._ends(following.move.do):
                    open_.append(following.target_node)
            if not self._ends(stage.does):
                open_.append(stage.next)
        return frozenset(found)

    def _duties_around(self, move: CompiledMove) -> Iterator[str]:
        """What is read by the duties of the steps in which a move is made."""
        for stage in self.program.nodes:
            if move in stage.moves:
                yield from self._read([duty.duty for duty in stage.enclosing])

    def _read_by_step(self, step: Step) -> Iterator[str]:
        """What a step reads, its moves left out."""
        parts = (step.when, step.auto, step.at_least, step.at_most, step.by, step.must, step.ask)
        return self._read(parts)

    def _read_by_move(self, move: Move) -> Iterator[str]:
        """What a move reads, the steps after it left out."""
        return self._read((move.when, move.verb, move.do, move.whom))

    def _ends(self, effects: Iterable[Effect]) -> bool:
        """Whether the turn is over after these effects, in any case."""
        return any(
            isinstance(effect, End)
            and (effect.when is None or constant(self.fold(effect.when.tree)) == 1)
            for effect in effects
        )

    def _read(self, part: object) -> Iterator[str]:
        """The names whose contents a part of a spec reads; how many cards lie there is none."""
        if isinstance(part, Expr):
            yield from self._read(self.fold(part.tree))
        elif isinstance(part, Node):
            yield from _contents(part)
        elif isinstance(part, MoveCards):
            # cards that go to a pile do not look at those that lie there
            yield from self._read((part.source, part.target.of, part.count, part.cards, part.when))
        elif isinstance(part, ZoneRef):
            yield part.zone
            yield from self._read(part.of)
        elif isinstance(part, tuple | list):
            for item in part:
                yield from self._read(item)
        elif is_dataclass(part) and not isinstance(part, type):
            for field in fields(part):
                yield from self._read(getattr(part, field.name))


def _contents(tree: Node) -> Iterator[str]:
    """The names in a tree, but for those of which it only counts the cards."""
    counted = {
        id(node.arguments[0])
        for node in walk(tree)
        if isinstance(node, Call) and node.name == "count"
    }
    for node in walk(tree):
        if isinstance(node, Name) and id(node) not in counted:
            yield node.name
