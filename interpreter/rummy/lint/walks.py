"""Ways through the steps of a spec: every step, move and effect with what surrounds it."""

from __future__ import annotations

from collections.abc import Iterator

from rummy.frozen import dataclass
from rummy.lang.trees import Node, Place
from rummy.lint.settings import Settings
from rummy.spec.model import (
    Deal,
    Earn,
    Effect,
    End,
    Expr,
    Move,
    MoveCards,
    Plain,
    SetVariable,
    Shuffle,
    Spec,
    Step,
    TurnOver,
    plain,
)

ME, BY, ASKED = "me", "by", "asked"
"""Who acts in a step: the player in turn, one who is named, each who is asked."""


@dataclass(frozen=True, slots=True)
class At:
    """A step and where it is: in the setup, under how many questions, who acts."""

    step: Step
    setup: bool
    asks: int
    actor: str
    above: tuple[Move, ...] = ()
    """The moves that it follows, from the outside in."""


def steps(spec: Spec) -> Iterator[At]:
    """All steps of setup and turn, those after a move with it."""
    for step in spec.setup:
        yield from _below(step, True, 0, ())
    for step in spec.turn:
        yield from _below(step, False, 0, ())


def _below(step: Step, setup: bool, asks: int, above: tuple[Move, ...]) -> Iterator[At]:
    asks += step.ask is not None
    actor = ASKED if step.ask is not None else BY if step.by is not None else ME
    yield At(step, setup, asks, actor, above)
    for move in step.moves:
        for inner in move.then:
            yield from _below(inner, setup, asks, (*above, move))


def live_steps(settings: Settings) -> Iterator[At]:
    """The steps that some game can come to."""
    dead: set[int] = set()
    for at in steps(settings.spec):
        gone = settings.never(tree_of(at.step.when)) or any(id(move) in dead for move in at.above)
        dead |= {id(move) for move in at.step.moves if gone or settings.never(tree_of(move.when))}
        if not gone:
            yield at


def live_moves(settings: Settings) -> Iterator[tuple[At, Move]]:
    """The moves that some game can come to."""
    for at in live_steps(settings):
        for move in at.step.moves:
            if not settings.never(tree_of(move.when)):
                yield at, move


def effects(spec: Spec) -> Iterator[tuple[Plain, Place]]:
    """All effects, with the place of the step, move or event that they belong to."""
    for at in steps(spec):
        yield from ((plain(effect), at.step.place) for effect in at.step.auto)
        for move in at.step.moves:
            yield from ((plain(effect), move.place) for effect in move.do)
    for event in spec.events:
        yield from ((plain(effect), event.place) for effect in event.do)


def live_effects(settings: Settings) -> Iterator[Plain]:
    """The effects that some game can come to."""
    found: list[Effect] = []
    for at in live_steps(settings):
        found += at.step.auto
        for move in at.step.moves:
            if not settings.never(tree_of(move.when)):
                found += move.do
    for event in settings.spec.events:
        if not settings.never(event.when.tree):
            found += event.do
    yield from (one for one in map(plain, found) if not settings.never(tree_of(one.when)))


def tree_of(expr: Expr | None) -> Node | None:
    """The tree of an expression, if there is one."""
    return None if expr is None else expr.tree


def zones_of(effect: Effect) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The zones that an effect takes cards from, and those that it puts cards into."""
    match effect := plain(effect):
        case MoveCards() | TurnOver():
            return (effect.source.zone,), (effect.target.zone,)
        case Deal():
            return (effect.source.zone,), (effect.zone,)
        case Shuffle():
            return (effect.zone.zone,), ()
        case SetVariable() | Earn() | End():
            return (), ()


def expressions(spec: Spec) -> Iterator[tuple[str, Expr]]:
    """Every expression of the rules themselves, by its key path; examples are no rules."""
    for path, expr in spec.expressions:
        if not path.startswith("examples."):
            yield path, expr
