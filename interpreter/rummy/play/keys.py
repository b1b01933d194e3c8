"""Where things stand in a spec file, as a short path: ``turn.play.meld``.

The path leaves out the words of structure (``steps``, ``choose``, ``repeat``,
``then``), so that it reads as the names that the author gave.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rummy.play.stages import Stage
    from rummy.spec.model import Duty, Move, Spec, Step


@dataclass(frozen=True, slots=True)
class StepAt:
    """A step of setup or turn: its path, its number in file order, and the step."""

    key: str
    number: int
    step: Step


@dataclass(slots=True)
class Keys:
    """The paths of all steps, moves and duties of a spec."""

    steps: list[StepAt] = field(default_factory=list)
    moves: dict[int, str] = field(default_factory=dict)
    duties: dict[int, str] = field(default_factory=dict)

    def move(self, move: Move) -> str:
        """The path of a move."""
        return self.moves[id(move)]

    def duty(self, duty: Duty) -> str:
        """The path of a duty."""
        return self.duties[id(duty)]

    def step_of(self, stage: Stage) -> StepAt | None:
        """The step of the file that a stage was made of."""
        for found in self.steps:
            moves = found.step.moves
            if moves and any(made.move is move for made in stage.moves for move in moves):
                return found
        return None


STRUCTURE = ("steps", "choose", "repeat", "then", "holds")
"""Words of structure that short paths leave out."""


def short(path: str) -> str:
    """The whole path of a key as the short one that reasons name."""
    first, *rest = path.split(".")
    if first not in ("setup", "turn"):
        return path
    return ".".join([first, *(word for word in rest if word not in STRUCTURE)])


def keys_of(spec: Spec) -> Keys:
    """The paths of a spec."""
    keys = Keys()
    for duty in spec.must:
        keys.duties[id(duty)] = f"turn.must.{duty.name}"
    for part, steps in (("setup", spec.setup), ("turn", spec.turn)):
        for found in _walk(keys, steps, part):
            keys.steps.append(found)
    return keys


def _walk(keys: Keys, steps: tuple[Step, ...], path: str) -> Iterator[StepAt]:
    for step in steps:
        key = f"{path}.{step.name}"
        yield StepAt(key, len(keys.steps), step)
        for duty in step.must:
            keys.duties[id(duty)] = f"{key}.must.{duty.name}"
        for move in step.moves:
            # a step that is one move has no name of its own for it
            alone = len(step.moves) == 1 and move.place == step.place
            inner = key if alone else f"{key}.{move.name}"
            keys.moves[id(move)] = inner
            yield from _walk(keys, move.then, inner)
