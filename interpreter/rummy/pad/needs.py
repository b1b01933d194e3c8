"""What a count reads: how a fact may be entered, and what can be told apart by it.

Which facts are asked is found out by the count itself (``rummy.pad.blank``);
here the typed expressions say in which form: where a zone is read only by
``points``, a sum will do; where cards are looked at, cards are needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rummy.lang.evaluate import CardEnv, evaluate
from rummy.lang.trees import (
    CARD_SLOT,
    Arith,
    Call,
    Compare,
    Const,
    Field,
    Local,
    Name,
    Negative,
    Node,
    children,
    walk,
)
from rummy.lang.types import MELD
from rummy.play.conditions import HAND, alternatives, changes, is_empty_hand
from rummy.spec.model import (
    Deal,
    Earn,
    Effect,
    End,
    Expr,
    ForEach,
    Lay,
    LayOff,
    Move,
    MoveCards,
    Open,
    Rebuild,
    SetVariable,
    Step,
    Swap,
    TurnOver,
    plain,
)
from rummy.spec.wilds import read_zones

if TYPE_CHECKING:
    from rummy.spec.bind import Rules

COUNT, POINTS, EACH, CARDS = "count", "points", "each", "cards"
"""How a zone is entered: a number of cards, their points together, the points
of each card, or the cards. Cards will always do."""

_EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class Needs:
    """How the facts of one number of players are entered.

    ``zones``: the zones that the count reads, and how. ``faces``: which cards
    can come into a zone at all (None: any). ``changed``: the variables that the
    game changes. ``owners``: whose melds they are matters. ``one_out``: the
    round ends as soon as somebody has no cards, so only one can be out.
    ``ends_match``: something in the round may end the match. ``earned``:
    whether points are earned at once, ``below_zero``: perhaps less than none.
    """

    zones: dict[str, str]
    faces: dict[str, frozenset[int] | None]
    changed: frozenset[str]
    owners: bool
    one_out: bool
    ends_match: bool
    earned: bool
    below_zero: bool


def needs_of(rules: Rules) -> Needs:
    """Look at all that is read when a round is counted and the next one begins."""
    spec = rules.spec
    read = [rules.fold(tree) for tree in _count_trees(rules)]
    zones = {zone.name for zone in spec.zones}
    found: dict[str, set[str]] = {}
    for tree in read:
        for name, how in _zone_reads(tree, None, None, zones):
            found.setdefault(name, set()).add(how)
    faces = {zone.name: _faces(rules, zone.name) for zone in spec.zones}
    effects = list(_effects(rules))
    paid = any(isinstance(plain(effect), Earn) for effect in effects)
    credited = [t for kind in rules.kinds for t in (kind.lay, kind.add) if t is not None]
    return Needs(
        zones={name: _form(rules, hows, faces[name]) for name, hows in found.items()},
        faces=faces,
        changed=changes(effects),
        owners=any(
            isinstance(node, Field) and node.of.type == MELD and node.field == "owner"
            for tree in read
            for node in walk(tree)
        ),
        one_out=_one_out(rules),
        ends_match=any(isinstance(effect, End) and effect.what == "match" for effect in effects),
        earned=bool(credited) or paid,
        below_zero=paid or any(_may_be_negative(rules, tree) for tree in credited),
    )


def _count_trees(rules: Rules) -> Iterator[Node]:
    spec = rules.spec
    match = spec.match
    yield spec.score.round.tree
    yield from (line.points.tree for line in spec.score.lines)
    for expr in (
        match.out,
        match.over,
        match.ties,
        match.tie_break,
        match.final,
        match.next_dealer,
    ):
        if expr is not None:
            yield expr.tree
    yield spec.order.starter.tree
    yield from (wild.cards.tree for wild in spec.deck.wilds if read_zones(spec, wild))
    for event in spec.events:
        if event.at in ("round_start", "counted"):
            yield event.when.tree
        if event.at == "counted":
            for effect in event.do:
                yield from _read_by(effect)


def _read_by(effect: Effect) -> Iterator[Node]:
    """What an effect after the count reads."""
    if isinstance(effect, ForEach):
        yield effect.players.tree
    one = plain(effect)
    if one.when is not None:
        yield one.when.tree
    if isinstance(one, SetVariable):
        yield from (value.tree for _, value in one.values)


def _zone_reads(
    node: Node, parent: Node | None, above: Node | None, zones: set[str]
) -> Iterator[tuple[str, str]]:
    """Each place where a zone is read, and what is wanted of it there."""
    if isinstance(node, Name) and node.name in zones:
        how = CARDS
        if isinstance(parent, Call) and parent.name == "points":
            how = POINTS
        elif isinstance(parent, Call) and parent.name == "count":
            how = _EMPTY if node.name == HAND and _with_zero(above) else COUNT
        yield node.name, how
    for child in children(node):
        yield from _zone_reads(child, node, parent, zones)


def _with_zero(node: Node | None) -> bool:
    """Whether a number of cards is only asked whether it is 0."""
    if not isinstance(node, Compare) or not isinstance(node.right, Const):
        return False
    value = node.right.value
    return value == 0 or (value == 1 and node.op in (">=", "<"))


def _form(rules: Rules, hows: set[str], faces: frozenset[int] | None) -> str:
    """The plainest form in which a zone can be entered that is read in these ways."""
    if CARDS in hows:
        return CARDS
    if POINTS not in hows:
        return COUNT
    deck = rules.deck
    possible = range(deck.faces) if faces is None else faces
    worthless = any(deck.copies[face] and deck.points_of[face] <= 0 for face in possible)
    # a sum does not tell how many cards there are, nor, if some are worth nothing, whether any
    return EACH if COUNT in hows or (_EMPTY in hows and worthless) else POINTS


# --- what the rest of the file says about zones --------------------------------


def _steps(steps: Iterable[Step]) -> Iterator[Step]:
    for step in steps:
        yield step
        for move in step.moves:
            yield from _steps(move.then)


def _all_steps(rules: Rules) -> Iterator[Step]:
    yield from _steps(rules.spec.setup)
    yield from _steps(rules.spec.turn)


def _moves(rules: Rules) -> Iterator[Move]:
    for step in _all_steps(rules):
        yield from step.moves


def _effects(rules: Rules) -> Iterator[Effect]:
    """Everything that happens by itself in a round, up to its count."""
    for step in _all_steps(rules):
        yield from step.auto
        for move in step.moves:
            yield from move.do
    for event in rules.spec.events:
        if event.at != "counted":  # what follows from the count nobody has to tell
            yield from event.do


def _faces(rules: Rules, zone: str) -> frozenset[int] | None:
    """The faces that can come into a zone; None: any."""
    if zone == "stock":
        return None
    found: set[int] = set()
    verbs = [move.verb for move in _moves(rules)]
    for one in (*verbs, *_effects(rules)):
        if isinstance(one, MoveCards) and one.target.zone == zone:
            passing = _passing(rules, one.cards)
            if passing is None:
                return None
            found |= passing
        elif (isinstance(one, Deal) and one.zone == zone) or (
            isinstance(one, TurnOver) and one.target.zone == zone
        ):
            return None
    return frozenset(found)


def _passing(rules: Rules, cards: Expr | None) -> set[int] | None:
    """The faces that pass a condition; None where that is not known beforehand."""
    if cards is None:
        return None
    tree = rules.fold(cards.tree)
    for node in walk(tree):
        if isinstance(node, Name | Call) or (isinstance(node, Local) and node.slot != CARD_SLOT):
            return None
    env = CardEnv(rules.deck)
    copies = rules.deck.copies
    return {
        face
        for face in range(rules.deck.faces)
        if copies[face] and evaluate(tree, env, {CARD_SLOT: face})
    }


def _one_out(rules: Rules) -> bool:
    """Whether a round surely ends as soon as a player has no cards."""
    ends = any(
        event.at == "action"
        and any(is_empty_hand(part) for part in alternatives(rules.fold(event.when.tree)))
        and event.do
        and isinstance(event.do[0], End)
        and event.do[0].what != "turn"
        and event.do[0].when is None
        for event in rules.spec.events
    )
    setup = [effect for step in _steps(rules.spec.setup) for effect in step.auto]
    dealt = any(isinstance(e, Deal) and e.zone == HAND and e.when is None for e in setup)
    elsewhere = (
        any(_takes_from_others(step) for step in _all_steps(rules))
        or any(_from_hand(e) for event in rules.spec.events for e in event.do)
        or any(_from_hand(move.verb) for step in _steps(rules.spec.setup) for move in step.moves)
        or any(_from_hand(effect) for effect in setup)
    )
    return ends and dealt and not elsewhere


def _takes_from_others(step: Step) -> bool:
    """Whether somebody who is not in turn may lose cards of the hand in a step."""
    asked = step.by is not None or step.ask is not None
    for move in step.moves:
        verb = move.verb
        if asked and (
            isinstance(verb, Lay | Open | Rebuild | Swap)
            or (isinstance(verb, LayOff) and verb.source is None)
            or _from_hand(verb)
        ):
            return True
        if any(_of_another(effect) for effect in (verb, *move.do)):
            return True
    return any(_of_another(effect) for effect in step.auto)


def _from_hand(one: object) -> bool:
    return isinstance(one, MoveCards) and one.source.zone == HAND


def _of_another(one: object) -> bool:
    if not isinstance(one, MoveCards) or one.source.zone != HAND:
        return False
    return not (isinstance(one.source.of, Name) and one.source.of.name == "me")


def _may_be_negative(rules: Rules, tree: Node) -> bool:
    """Whether points at once could be less than 0, as far as the text tells."""
    deck = rules.deck
    for node in walk(rules.fold(tree)):
        if isinstance(node, Negative) or (isinstance(node, Arith) and node.op == "-"):
            return True
        if isinstance(node, Const) and not isinstance(node.value, bool) and node.value < 0:
            return True
        reads_points = (isinstance(node, Field) and node.field == "points") or (
            isinstance(node, Call) and node.name == "points"
        )
        if reads_points and min(deck.points_of) < 0:
            return True
    return False
