"""What the moves of a step allow, whatever comes after."""

from __future__ import annotations

from itertools import combinations

from rummy.lang.evaluate import evaluate
from rummy.lang.trees import CARD_SLOT, MELD_SLOT
from rummy.reference import anew, opening
from rummy.reference.effects import take
from rummy.reference.melds import growths, placed_melds, printed, swaps
from rummy.reference.state import (
    BACK,
    Action,
    Faces,
    NewMeld,
    State,
    ask,
    book,
    true,
    zone_key,
    zone_of,
)
from rummy.spec.model import Lay, LayOff, MoveCards, Open, Rebuild, Say, Swap


def possible_actions(s: State) -> list[Action]:
    """All actions that the moves of the step allow the actor."""
    at, index, _, _ = s.frames[-1]
    found: set[Action] = set()
    for number in book(s.rules).numbers[at, index]:
        move = book(s.rules).moves[number]
        if not true(s, s.actor, move.when):
            continue
        if move.whom is None:
            found |= {(number, *rest) for rest in _choices(s, number)}
            continue
        for seat in ask(s, s.actor, move.whom):
            named = s.copy()
            named.whom = seat
            found |= {(number, seat, *rest) for rest in _choices(named, number)}
    return sorted(found)


def changes_nothing(s: State, action: Action) -> bool:
    """Whether an action is only a word, without consequences."""
    move = book(s.rules).moves[action[0]]
    return isinstance(move.verb, Say) and not (move.do or move.then or move.closes)


def _choices(s: State, number: int) -> set[Action]:
    verb, me, rules = book(s.rules).moves[number].verb, s.actor, s.rules
    match verb:
        case Lay():
            hand = _known(s.zones.get(("hand", me), ()))
            used: Faces = ()
            if verb.source is not None:
                used = _known(s.zones[zone_key(s, me, verb.source)][-1:])
                if not used:
                    return set()
            return {
                (kind.index, *codes)
                for kind in rules.kinds
                if kind.name in verb.kinds
                for _, codes in placed_melds(rules, kind.index, (*hand, *used))
                if all(face in printed(rules, codes) for face in used)
                and (verb.where is None or evaluate(verb.where.tree, NewMeld(s, me, codes)))
            }
        case LayOff():
            cards = _cards_to_add(s, me, verb)
            return {
                (place, kind, code)
                for place, (old, codes, _) in enumerate(s.melds)
                if true(s, me, verb.onto, {MELD_SLOT: place})
                for kind, code, _ in growths(rules, old, codes)
                if rules.deck.face_of[code] in cards
            }
        case Swap():
            hand = _known(s.zones.get(("hand", me), ()))
            return {
                (place, face, code, *rest)
                for place, (kind, codes, _) in enumerate(s.melds)
                if true(s, me, verb.onto, {MELD_SLOT: place})
                for face, code, made in swaps(rules, kind, codes)
                if face in hand and true(s, me, verb.cards, {CARD_SLOT: rules.deck.face_of[code]})
                for rest in _where_wild_goes(s, verb, kind, code, made)
            }
        case Open():
            return {()} if opening.possible(s, me, number) else set()
        case Rebuild():
            if s.viewer not in (None, me):
                return set()  # what another could do with cards face down is left out of account
            return {()} if anew.possible(s, me, number) else set()
        case MoveCards():
            return _moves(s, me, verb)
    return {()}


def _where_wild_goes(
    s: State, verb: Swap, kind: int, code: int, made: tuple[int, ...]
) -> list[tuple[int, ...]]:
    """What an action says of the wild card: nothing if it comes into the hand."""
    if not verb.stays:
        return [()]
    face_of = s.rules.deck.face_of
    return [
        (into, new)
        for into, new, _ in growths(s.rules, kind, made)
        if face_of[new] == face_of[code]
    ]


def _known(cards: Faces) -> Faces:
    return tuple(face for face in cards if face != BACK)


def _cards_to_add(s: State, me: int, verb: LayOff) -> Faces:
    """The cards that may be added to melds: of a pile its top card."""
    key = ("hand", me) if verb.source is None else zone_key(s, me, verb.source)
    cards = s.zones.get(key, ())
    return _known(cards[-1:] if zone_of(s.rules, key[0]).pile else cards)


def _moves(s: State, me: int, verb: MoveCards) -> set[Action]:
    key = zone_key(s, me, verb.source)
    count = None if verb.count is None else ask(s, me, verb.count)
    if verb.how_many:
        return _chosen_number(s, me, verb, key, set(count or ()))
    if zone_of(s.rules, key[0]).pile:
        if verb.at != "top":
            # cards and places are for chance to say; only their number counts
            return (
                {()}
                if s.zones[key] and (count is None or 0 < count <= len(s.zones[key]))
                else set()
            )
        # what would be moved is looked at on a copy
        taken = take(s.copy(), me, verb)
        return {()} if taken and count in (None, len(taken)) else set()
    # what lies face down before the one who looks ahead might pass
    passing = [f for f in s.zones[key] if f == BACK or true(s, me, verb.cards, {CARD_SLOT: f})]
    if count is None:
        return {()} if passing else set()
    return set(combinations(passing, count)) if count > 0 else set()


def _chosen_number(
    s: State, me: int, verb: MoveCards, key: tuple[str, int], counts: set[int]
) -> set[Action]:
    """Where the player says how many cards move: of a pile a number, else the cards."""
    if zone_of(s.rules, key[0]).pile:
        if verb.at != "top":
            return {(count,) for count in counts if 0 < count <= len(s.zones[key])}
        return {(count,) for count in counts if 0 < count == len(take(s.copy(), me, verb, count))}
    passing = [f for f in s.zones[key] if f == BACK or true(s, me, verb.cards, {CARD_SLOT: f})]
    return {some for count in counts if count > 0 for some in combinations(passing, count)}
