"""What actions and effects do to cards, melds and variables."""

from __future__ import annotations

from rummy.chance import shuffle, stream
from rummy.lang.trees import CARD_SLOT
from rummy.reference.arrange import without
from rummy.reference.melds import add_points, growths, lay_points, printed
from rummy.reference.sight import random_place, sees, turn_up, uncover
from rummy.reference.state import (
    BACK,
    TABLE,
    Faces,
    Key,
    State,
    ask,
    owner_of,
    stored,
    true,
    turn_order,
    zone_key,
    zone_of,
)
from rummy.spec.model import (
    Deal,
    Earn,
    Effect,
    End,
    Expr,
    ForEach,
    MoveCards,
    SetVariable,
    Shuffle,
    TurnOver,
    ZoneRef,
)


def take(s: State, me: int, verb: MoveCards, number: int | None = None) -> Faces:
    """Take cards from a pile, from where the move says; so many, if a player says how many."""
    key = zone_key(s, me, verb.source)
    count = number if verb.how_many or verb.count is None else ask(s, me, verb.count)
    if verb.at == "top":
        return _take_top(s, me, key, count, verb.cards)
    taken: list[int] = []
    while s.zones[key] and (count is None or len(taken) < count):
        pile, place = s.zones[key], 0
        if verb.at == "random":
            outcomes = [(card, pile[:at] + pile[at + 1 :]) for at, card in enumerate(pile)]
            place = random_place(s, outcomes)
        taken.append(pile[place])
        s.zones[key] = pile[:place] + pile[place + 1 :]
    return tuple(taken)


def _take_top(s: State, me: int, key: Key, count: int | None, cards: Expr | None) -> Faces:
    """Take cards from the top of a pile as long as they pass; top card first."""
    taken: list[int] = []
    while s.zones[key] and (count is None or len(taken) < count):
        if cards is not None:
            if s.zones[key][-1] == BACK:
                s.zones[key] = (*s.zones[key][:-1], turn_up(s))
            if not true(s, me, cards, {CARD_SLOT: s.zones[key][-1]}):
                break
        taken.append(s.zones[key][-1])
        s.zones[key] = s.zones[key][:-1]
    return tuple(taken)


def _pick(s: State, me: int, key: Key, verb: MoveCards, named: Faces) -> Faces:
    """Take cards from a loose zone: those named, or those that pass."""

    def passes(face: int) -> bool:
        return true(s, me, verb.cards, {CARD_SLOT: face})

    if named:
        s.zones[key] = without(s.zones[key], named)
        if verb.cards is None:
            return named
        return tuple(turn_up(s, passes) if face == BACK else face for face in named)
    count = None if verb.count is None else ask(s, me, verb.count)
    if verb.cards is not None:
        s.zones[key] = tuple(sorted(turn_up(s) if f == BACK else f for f in s.zones[key]))
    passing = [face for face in s.zones[key] if passes(face)]
    moved = tuple(passing[: len(passing) if count is None else max(0, count)])
    s.zones[key] = without(s.zones[key], moved)
    return moved


def move_cards(s: State, me: int, verb: MoveCards, named: Faces = ()) -> None:
    """Cards go from a zone to another: those named, or those that must go."""
    source, target = zone_key(s, me, verb.source), zone_key(s, me, verb.target)
    from_pile = zone_of(s.rules, source[0]).pile
    if from_pile:
        moved = take(s, me, verb, named[0] if named else None)
    else:
        moved = _pick(s, me, source, verb, named)
    s.carried, faces = tuple(face for face in moved if face != BACK), []
    for face in moved:
        if face == BACK and sees(s, target):
            face = turn_up(s)
            s.carried += (face,)
        faces.append(face)
    s.carried = ()
    for face in faces:
        _put_card(s, target, face, "top" if from_pile else verb.at)
        if target == ("hand", s.turn):
            s.taken += (face,)


def _put_card(s: State, key: Key, face: int, at: str = "top") -> None:
    cards = s.zones[key]
    if not zone_of(s.rules, key[0]).pile:
        s.zones[key] = tuple(sorted((*cards, face)))
        return
    outcomes = [(*cards[:place], face, *cards[place:]) for place in range(len(cards) + 1)]
    place = {"top": -1, "bottom": 0}.get(at)
    s.zones[key] = outcomes[random_place(s, outcomes) if place is None else place]


def put(values: tuple[int, ...], seat: int, value: int) -> tuple[int, ...]:
    """The values with that of one seat changed."""
    return (*values[:seat], stored(value), *values[seat + 1 :])


def lay(
    s: State, me: int, kind: int, codes: tuple[int, ...], source: ZoneRef | None = None
) -> None:
    """Lay a new meld (with the top card of a pile); its points are credited at once."""
    used = printed(s.rules, codes)
    if source is not None:
        key = zone_key(s, me, source)
        used = without(used, s.zones[key][-1:])
        s.zones[key] = s.zones[key][:-1]
    s.zones["hand", me] = without(s.zones["hand", me], used)
    s.melds = (*s.melds, (kind, codes, me))
    s.credits = (*s.credits, (me,) * len(codes))
    s.earned = put(s.earned, me, s.earned[me] + lay_points(s.rules, kind, codes))


def lay_off(s: State, me: int, source: ZoneRef | None, place: int, kind: int, code: int) -> None:
    """Add a card to a meld on the table; its points are credited at once."""
    key = ("hand", me) if source is None else zone_key(s, me, source)
    if zone_of(s.rules, key[0]).pile:
        s.zones[key] = s.zones[key][:-1]
    else:
        s.zones[key] = without(s.zones[key], printed(s.rules, (code,)))
    was, old, owner = s.melds[place]
    ways = growths(s.rules, was, old)
    codes = next(after for into, added, after in ways if (into, added) == (kind, code))
    cards = sorted(zip(old, s.credits[place], strict=True))
    left, new = [card[0] for card in cards], list(without(codes, (code,)))
    for moved in (card for card in cards if left.count(card[0]) > new.count(card[0])):
        # a wild card has another place now, and was laid by the same player
        (there,) = (c for c in set(new) if new.count(c) > left.count(c))
        cards.remove(moved)
        cards.append((there, moved[1]))
        break
    by = tuple(seat for _, seat in sorted([*cards, (code, me)]))
    s.melds = (*s.melds[:place], (kind, codes, owner), *s.melds[place + 1 :])
    s.credits = (*s.credits[:place], by, *s.credits[place + 1 :])
    s.onto = place
    s.earned = put(s.earned, me, s.earned[me] + add_points(s.rules, kind, codes, code))


def swap(s: State, me: int, place: int, face: int, code: int, *grown: int) -> None:
    """A natural card takes the place of a wild one, which comes into the hand or stays."""
    kind, codes, owner = s.melds[place]
    laid = sorted(zip(codes, s.credits[place], strict=True))
    replaced = next(card for card in laid if card[0] == code)
    laid.remove(replaced)
    laid.append((face, me))
    hand = without(s.zones["hand", me], (face,))
    if grown:
        kind, new = grown
        laid.append((new, replaced[1]))
    else:
        wild = s.rules.deck.face_of[code]
        hand = tuple(sorted((*hand, wild)))
        if me == s.turn:
            s.taken += (wild,)
    s.zones["hand", me] = hand
    made, by = zip(*sorted(laid), strict=True)
    s.melds = (*s.melds[:place], (kind, made, owner), *s.melds[place + 1 :])
    s.credits = (*s.credits[:place], by, *s.credits[place + 1 :])


def run(s: State, me: int, effects: tuple[Effect, ...]) -> None:
    """Effects in order; after one that ends something no other runs."""
    for effect in effects:
        if isinstance(effect, ForEach):
            for seat in ask(s, me, effect.players):
                if true(s, seat, effect.effect.when):
                    _effect(s, seat, effect.effect)
                    uncover(s)
            continue
        if not true(s, me, effect.when):
            continue
        if isinstance(effect, End):
            s.ended = effect.what
            return
        _effect(s, me, effect)
        uncover(s)


def _effect(s: State, me: int, effect: Effect) -> None:
    match effect:
        case MoveCards():
            move_cards(s, me, effect)
        case Deal():
            source = zone_key(s, me, effect.source)
            counts = {seat: ask(s, seat, effect.count) for seat in turn_order(s, s.dealer)}
            for left in range(max(counts.values()), 0, -1):
                for seat, count in counts.items():
                    # who gets fewer cards has none in the first rounds
                    if count >= left and s.zones[source]:
                        _put_card(s, (effect.zone, seat), s.zones[source][-1])
                        s.zones[source] = s.zones[source][:-1]
        case SetVariable():
            owner = me if effect.of is None else ask(s, me, effect.of)
            values = [(name, int(ask(s, me, value))) for name, value in effect.values]
            for name, value in values:
                own = (name, owner_of(s.rules, name, owner))
                key = own if own in s.variables else (name, TABLE)
                s.variables[key] = stored(value)
        case Earn():
            owner = ask(s, me, effect.of)
            s.earned = put(s.earned, owner, s.earned[owner] + ask(s, me, effect.amount))
        case Shuffle():
            key = zone_key(s, me, effect.zone)
            pile = sorted(s.zones[key])
            shuffle(pile, stream(s.seed, f"shuffle:{s.round}:{s.shuffles}"))
            s.shuffles += 1
            s.zones[key] = tuple(pile) if s.viewer is None else (BACK,) * len(pile)
        case TurnOver():
            source, target = zone_key(s, me, effect.source), zone_key(s, me, effect.target)
            keep = 0 if effect.keep is None else max(0, ask(s, me, effect.keep))
            cut = max(0, len(s.zones[source]) - keep)
            turned = s.zones[source][:cut]
            s.zones[source] = s.zones[source][cut:]
            s.zones[target] += turned[::-1]
