"""Rules of play that would look at cards which the player cannot see."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rummy.diagnostics import Diagnostic
from rummy.lang.trees import CARD_SLOT, Call, Compare, Local, Name, Node, Place, children, walk
from rummy.lang.types import CARD, CARDS
from rummy.lint.facts import Facts
from rummy.lint.report import finding
from rummy.lint.walks import ASKED, ME, At, steps
from rummy.spec.model import Event, Expr, LayOff, Move, MoveCards, Rebuild, Swap, Zone, ZoneRef

HINT = (
    "what a player may do cannot hang on cards that the player does not see; how many there "
    "are, `count({})`, is known to all"
)


@dataclass(frozen=True)
class Eyes:
    """Who looks: the player in turn as `me`, or another who acts."""

    zones: dict[str, Zone]
    actor: str

    def owns(self, of: Node | None, tree: Node) -> bool:
        """Whether a zone is that of the player who looks."""
        if not isinstance(of, Name):
            return False
        if of.name == "me" or (of.name == "in_turn" and self.actor == ME):
            return True
        # `me == dealer and ... hand of dealer`: asked of this player only
        return any(
            isinstance(node, Compare)
            and node.op == "=="
            and {getattr(node.left, "name", ""), getattr(node.right, "name", "")} == {"me", of.name}
            for node in walk(tree)
        )

    def sees(self, zone: Zone, of: Node | None, tree: Node, top: bool = False) -> bool:
        """Whether the player sees the cards of a zone (``top``: the top card)."""
        if zone.seen_by == "owner":
            return self.owns(of, tree)
        return zone.seen_by == "all" or (top and zone.seen_by == "top")

    def hidden(self, node: Node, tree: Node) -> Iterator[Name]:
        """The zones in a tree whose cards are looked at without being seen."""
        if isinstance(node, Call) and isinstance(node.arguments[0], Name):
            zone = node.arguments[0]
            if node.name == "count":
                return
            if node.name == "top" and zone.name in self.zones:
                if not self.sees(self.zones[zone.name], zone.of, tree, True):
                    yield zone
                return
        if isinstance(node, Name) and node.type == CARDS:
            known = self.zones.get(node.name)
            if (known is not None and not self.sees(known, node.of, tree)) or (
                node.name == "taken" and self.actor != ME
            ):
                yield node
        for child in children(node):
            yield from self.hidden(child, tree)


def check(facts: Facts) -> Iterator[Diagnostic]:
    """Conditions on what a player may or must do, and cards picked unseen."""
    zones = {zone.name: zone for zone in facts.spec.zones}
    turn = Eyes(zones, ME)
    for at in steps(facts.spec):
        step = at.step
        for part in (step.when, step.at_least, step.at_most, step.by, step.ask):
            yield from _look(turn, part, f"the step `{step.name}`")
        for duty in step.must:
            yield from _look(turn, duty.holds, f"the duty `{duty.name}`")
        for move in step.moves:
            yield from _move(Eyes(zones, at.actor), at, move)
    for duty in facts.spec.must:
        yield from _look(turn, duty.holds, f"the duty `{duty.name}`")
    for opening in facts.spec.openings:
        for part in (opening.which, opening.where):
            yield from _look(turn, part, f"the opening `{opening.name}`")
    for event in facts.spec.events:
        yield from _event(turn, event)


def _event(eyes: Eyes, event: Event) -> Iterator[Diagnostic]:
    """An event after an action may end the turn, so it decides what may be done."""
    if event.at == "action":
        yield from _look(eyes, event.when, f"the event `{event.name}`")


def _move(eyes: Eyes, at: At, move: Move) -> Iterator[Diagnostic]:
    what = f"the move `{move.name}`"
    if at.actor != ASKED:  # of a question the reader has told already
        yield from _look(eyes, move.when, what)
        yield from _look(eyes, move.whom, what)
    verb = move.verb
    if isinstance(verb, MoveCards):
        yield from _look(eyes, verb.count, what)
        yield from _look(eyes, verb.cards, what)
        yield from _picked(eyes, verb, what)
    elif isinstance(verb, Swap):
        yield from _look(eyes, verb.onto, what)
        yield from _look(eyes, verb.cards, what)
    elif isinstance(verb, LayOff):
        yield from _look(eyes, verb.onto, what)
        if verb.source is not None and not _sees(eyes, eyes.zones[verb.source.zone], verb.source):
            yield _unseen(what, verb.source.zone, verb.source.place)
    elif isinstance(verb, Rebuild):
        yield from _look(eyes, verb.melds, what)
        yield from _look(eyes, verb.least, what)
        if verb.extra is not None and not _sees(eyes, eyes.zones[verb.extra.zone], verb.extra):
            yield _unseen(what, verb.extra.zone, verb.extra.place)


def _picked(eyes: Eyes, verb: MoveCards, what: str) -> Iterator[Diagnostic]:
    """Cards that a player names, or that a filter judges, must be seen by the player."""
    source = eyes.zones[verb.source.zone]
    tree = verb.cards.tree if verb.cards is not None else None
    judged = tree is not None and any(
        isinstance(node, Local) and node.slot == CARD_SLOT and node.type == CARD
        for node in walk(tree)
    )
    named = not source.pile and verb.count is not None
    if not (judged or named) or _sees(eyes, source, verb.source):
        return
    place = verb.cards.place if judged and verb.cards is not None else verb.source.place
    yield _unseen(what, source.name, place)


def _unseen(what: str, zone: str, place: Place) -> Diagnostic:
    message = f"{what} picks among cards of `{zone}` that the player cannot see"
    hint = "let the player see them (`seen_by`), or move them without a choice"
    return finding("P511", message, place, hint)


def _sees(eyes: Eyes, zone: Zone, ref: ZoneRef) -> bool:
    nothing = Name(CARDS, ref.place, zone.name)
    return eyes.sees(zone, ref.of, nothing, top=zone.pile)


def _look(eyes: Eyes, expr: Expr | None, what: str) -> Iterator[Diagnostic]:
    if expr is None:
        return
    for node in eyes.hidden(expr.tree, expr.tree):
        message = f"{what} looks at cards of `{node.name}` that the player cannot see"
        yield finding("P511", message, node.place, HINT.format(_shown(node)))


def _shown(node: Name) -> str:
    return node.place.text or node.name
