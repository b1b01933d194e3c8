"""Ways through the steps of a spec, as a rule sheet needs them."""

from __future__ import annotations

from collections.abc import Iterator

from rummy.spec.model import Effect, Move, MoveCards, Spec, Step


def moves(steps: tuple[Step, ...]) -> Iterator[Move]:
    """All moves of these steps, those that follow others with them."""
    for step in steps:
        for move in step.moves:
            yield move
            yield from moves(move.then)


def steps_below(steps: tuple[Step, ...]) -> Iterator[Step]:
    """All steps, those that follow moves with them."""
    for step in steps:
        yield step
        for move in step.moves:
            yield from steps_below(move.then)


def effects(spec: Spec) -> Iterator[Effect]:
    """All effects of setup, turn and events."""
    for step in steps_below((*spec.setup, *spec.turn)):
        yield from step.auto
        for move in step.moves:
            yield from move.do
    for event in spec.events:
        yield from event.do


def thrown_on(spec: Spec) -> set[str]:
    """The piles on which players put cards of their hand in a turn."""
    found = set()
    for move in moves(spec.turn):
        verb = move.verb
        if isinstance(verb, MoveCards) and verb.source.zone == "hand":
            found.add(verb.target.zone)
    return found
