"""What others answer: questions inside questions, and duties that hang on answers."""

from __future__ import annotations

from collections.abc import Iterator

from rummy.diagnostics import Diagnostic
from rummy.lang.trees import Name, Node, walk
from rummy.lint.facts import Facts
from rummy.lint.report import finding, listed
from rummy.lint.walks import ME, At, steps
from rummy.spec.model import (
    Deal,
    Duty,
    Earn,
    Effect,
    ForEach,
    Lay,
    LayOff,
    MoveCards,
    Open,
    Rebuild,
    Say,
    SetVariable,
    Step,
    Swap,
    TurnOver,
    ZoneRef,
    plain,
)

MOST_ASKS = 2
"""A question may be put while another one waits, but no third."""

ANYBODY, ACTOR, IN_TURN = "anybody", "actor", "in turn"
Owned = tuple[str, str]
"""A zone, variable or other name, and whose: of the table it is anybody's."""


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Questions too deep inside each other, and duties that the answers of others decide."""
    places = list(steps(facts.spec))
    for at in places:
        if at.step.ask is not None and at.asks > MOST_ASKS:
            message = (
                f"`{at.step.name}` asks while {MOST_ASKS} questions wait for the rest of "
                "their answers"
            )
            hint = f"at most {MOST_ASKS} steps with `ask` may lie inside each other"
            yield finding("P512", message, at.step.ask.place, hint)
        if at.step.ask is not None:
            yield from _given_away(facts, at.step)
    answers = [at for at in places if at.actor != ME and not at.setup]
    for duty, within in _duties(facts, places):
        wanted = _read(duty.holds.tree)
        for at in answers:
            if within is not None and not _inside(at, within):
                continue
            clash = sorted(name for name, _ in _clashes(wanted, _changed(at)))
            if clash:
                names = listed([f"`{name}`" for name in dict.fromkeys(clash)])
                message = f"others can undo the duty `{duty.name}`: they change {names}"
                hint = (
                    f"the player in turn cannot count on what others choose in `{at.step.name}`; "
                    "let the duty look only at what the player in turn decides"
                )
                labels = [(at.step.place, "here others choose")]
                yield finding("P510", message, duty.holds.place, hint, labels)
                break


def _given_away(facts: Facts, step: Step) -> Iterator[Diagnostic]:
    """Who is asked shows who holds certain cards, where all else is only said."""
    plain = [m for m in step.moves if isinstance(m.verb, Say)]
    if any((m.do or m.then or m.closes) and m.when is None for m in plain):
        return  # everybody is asked in any case
    seen = {zone.name for zone in facts.spec.zones if zone.seen_by == "all"}
    for move in step.moves:
        verb = move.verb
        place = move.place
        if isinstance(verb, LayOff):
            hidden = verb.source is None and "hand" not in seen
        elif isinstance(verb, MoveCards):
            source = next(zone for zone in facts.spec.zones if zone.name == verb.source.zone)
            hidden = verb.cards is not None and not source.pile and source.name not in seen
            place = place if verb.cards is None else verb.cards.place
        else:
            hidden = isinstance(verb, Lay | Open | Rebuild | Swap) and "hand" not in seen
        if hidden:
            message = f"who is asked shows who can `{move.name}`, and so what cards they hold"
            hint = "give everybody something to choose, for example a move `say` with an effect"
            yield finding("S121", message, place, hint)


def _duties(facts: Facts, places: list[At]) -> Iterator[tuple[Duty, At | None]]:
    """All duties, with the step that they belong to."""
    yield from ((duty, None) for duty in facts.spec.must)
    yield from ((duty, at) for at in places if not at.setup for duty in at.step.must)


def _inside(at: At, outer: At) -> bool:
    return any(move in at.above for move in outer.step.moves)


def _read(tree: Node) -> set[Owned]:
    """What a duty looks at; `me` is the player in turn."""
    found: set[Owned] = set()
    for node in walk(tree):
        if isinstance(node, Name):
            own = isinstance(node.of, Name) and node.of.name in ("me", "in_turn")
            found.add((node.name, IN_TURN if own else ANYBODY))
    return found


def _changed(at: At) -> set[Owned]:
    """What the moves of a step in which others choose can change."""
    found: set[Owned] = set()

    def zone(ref: ZoneRef | None) -> None:
        if ref is not None:
            found.add((ref.zone, _whose(ref.of)))

    def by_itself(effect: Effect) -> None:
        one = plain(effect)
        each = isinstance(effect, ForEach)
        match one:
            case MoveCards() | TurnOver():
                for ref in (one.source, one.target):
                    found.add((ref.zone, ANYBODY)) if each else zone(ref)
            case Deal():
                zone(one.source)
                found.add((one.zone, ANYBODY))
            case SetVariable():
                whose = ANYBODY if each else _whose(one.of)
                found.update((name, whose) for name, _ in one.values)
            case Earn():
                found.add(("earned", ANYBODY if each else _whose(one.of)))

    for move in at.step.moves:
        verb = move.verb
        if isinstance(verb, MoveCards):
            zone(verb.source)
            zone(verb.target)
        elif isinstance(verb, Lay | LayOff | Swap | Open | Rebuild):
            found |= {("melds", ANYBODY), ("earned", ACTOR)}
            source = verb.source if isinstance(verb, LayOff) else None
            found.add(("hand", ACTOR)) if source is None else zone(source)
            zone(verb.extra if isinstance(verb, Rebuild) else None)
        for effect in move.do:
            by_itself(effect)
    return found


def _whose(of: Node | None) -> str:
    """Whose a zone or variable is, seen from a step in which another player acts."""
    if isinstance(of, Name):
        if of.name == "me":
            return ACTOR
        if of.name == "in_turn":
            return IN_TURN
    return ANYBODY


def _clashes(wanted: set[Owned], changed: set[Owned]) -> set[Owned]:
    """What is looked at and may be changed; what is the actor's own is not the other's."""
    return {
        (name, whose)
        for name, whose in wanted
        for other, owner in changed
        if name == other and not (whose == IN_TURN and owner == ACTOR)
    }
