"""A whole match by value: what may be done, what happens then, who wins.

The naive engine. It does what ``docs/semantics.md`` says, sentence by
sentence, and looks ahead by trying every way to finish the turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from rummy.cards import NOTHING
from rummy.chance import shuffle, stream
from rummy.lang.trees import CARD_SLOT, MELD_SLOT
from rummy.reference.effects import (
    lay,
    lay_off,
    move_cards,
    next_seat,
    put,
    run,
    take_top,
)
from rummy.reference.melds import growths, holds, in_order, placed_melds
from rummy.reference.sight import Unseen, as_seen, uncover
from rummy.reference.state import (
    BACK,
    TABLE,
    Action,
    Faces,
    State,
    ask,
    book,
    stored,
    true,
    zone_key,
    zone_of,
)
from rummy.spec.model import (
    Lay,
    LayOff,
    Move,
    MoveCards,
    Step,
)

if TYPE_CHECKING:
    from rummy.spec.bind import Rules

PASS_OVER: Action = ()
"""In a look-ahead: an optional step is left unmade."""


# --- the match ------------------------------------------------------------


def start(
    rules: Rules,
    seed: int,
    deal: Sequence[int] | None = None,
    first_dealer: int | None = None,
) -> State:
    """A new match at its first decision.

    ``deal`` is the stock of the first round from its lowest card to its top,
    instead of a shuffle; ``first_dealer`` a seat from 0, instead of a draw.
    """
    zeros = (0,) * rules.players
    s = State(rules, seed, dealer=0, earned=zeros, turns=zeros, total=zeros, counted=zeros)
    for zone in rules.spec.zones:
        for seat in range(rules.players) if zone.of == "player" else (TABLE,):
            s.zones[zone.name, seat] = ()
    for per in ("match", "round", "turn"):
        _reset(s, per)
    s.dealer = _first_dealer(s) if first_dealer is None else first_dealer
    _begin_round(s, deal)
    _settle(s)
    return s


def legal(state: State) -> tuple[Action, ...]:
    """The legal actions of the player to move, in the documented order."""
    return state.legal


def mover(state: State) -> int | None:
    """Who has to choose, a seat from 0; None when the match is over."""
    return None if state.over else state.actor


def apply(state: State, action: Action) -> State:
    """The state after a legal action, at the next decision."""
    if action not in state.legal:
        raise ValueError(f"{action} is not legal here")
    s = state.copy()
    _act(s, action)
    _settle(s)
    return s


def text(state: State, action: Action) -> str:
    """The action as people write it."""
    rules, numbered = state.rules, book(state.rules)
    if action == (len(numbered.moves),):
        return "done"
    move = numbered.moves[action[0]]
    if isinstance(move.verb, Lay):
        kind, codes = action[1], action[2:]
        cards = rules.deck.texts(in_order(rules, kind, codes))
        return f"{move.name} {rules.kinds[kind].name} {cards}"
    if isinstance(move.verb, LayOff):
        _, index, kind, code = action
        old, codes, _ = state.melds[index]
        several = len({k for k, c, _ in growths(rules, old, codes) if c == code}) > 1
        named = f" as {rules.kinds[kind].name}" if several else ""
        return f"{move.name} {rules.deck.text(code)} to m{index + 1}{named}"
    return " ".join([move.name, *map(rules.deck.text, action[1:])])


def _first_dealer(s: State) -> int:
    match, deck = s.rules.spec.match, s.rules.deck
    if not match.draw:
        if match.first_dealer is None:
            return int(stream(s.seed, "dealer").random() * s.rules.players)
        return int(ask(s, 0, match.first_dealer))
    places = {rank: place for place, rank in enumerate(deck.lines[match.line].ranks)}
    players = list(range(s.rules.players))
    pack: list[int] = []
    packs = 0
    while len(players) > 1:
        worth = {}
        for seat in players:
            if not pack:
                pack = list(deck.all_cards())
                shuffle(pack, stream(s.seed, f"seats:{packs}"))
                packs += 1
            place = places.get(deck.rank_of[pack.pop()], NOTHING)
            # a card that is not on the line is worse than any that is
            worth[seat] = (place != NOTHING, place if match.draw == "highest" else -place)
        best = max(worth.values())
        players = [seat for seat in players if worth[seat] == best]
    return players[0]


def _reset(s: State, per: str) -> None:
    for variable in s.rules.spec.variables:
        if variable.per == per:
            for seat in range(s.rules.players) if variable.of == "player" else (TABLE,):
                me = s.turn if seat == TABLE else seat
                s.variables[variable.name, seat] = stored(int(ask(s, me, variable.start)))


def _begin_round(s: State, deal: Sequence[int] | None = None) -> None:
    s.round += 1
    s.shuffles = 0
    s.turn = s.dealer
    s.earned = s.turns = (0,) * s.rules.players
    s.melds, s.taken, s.ended, s.void = (), (), "", False
    _reset(s, "round")
    pack = list(s.rules.deck.all_cards() if deal is None else deal)
    if deal is None:
        shuffle(pack, stream(s.seed, f"deal:{s.round}"))
    s.zones = dict.fromkeys(s.zones, ())
    s.zones["stock", TABLE] = tuple(pack)
    s.starter = ask(s, s.dealer, s.rules.spec.order.starter)
    s.setup = True
    s.frames = ((0, 0, 0, False),)
    _events(s, "round_start")


def _begin_turn(s: State, player: int) -> None:
    s.turn = player
    s.setup, s.ended, s.void = False, "", False
    s.taken = ()
    _reset(s, "turn")
    s.frames = ((1, 0, 0, False),)
    _events(s, "turn_start")


def _end_turn(s: State) -> None:
    _events(s, "turn_end")
    s.turns = put(s.turns, s.turn, s.turns[s.turn] + 1)
    limit = all(turns >= s.rules.turns for turns in s.turns)
    if limit or s.ended in ("round", "match"):
        _end_round(s)
    else:
        _begin_turn(s, next_seat(s, s.turn))


def _end_round(s: State) -> None:
    match, players = s.rules.spec.match, range(s.rules.players)
    s.counted = tuple(stored(int(ask(s, seat, s.rules.spec.score.round))) for seat in players)
    s.total = tuple(stored(s.total[seat] + s.counted[seat]) for seat in players)
    s.played += 1
    last = s.ended == "match" or s.played >= s.rules.rounds
    if last or ask(s, s.dealer, match.over):
        best = max(s.total) if match.highest else min(s.total)
        winners = tuple(seat for seat in players if s.total[seat] == best)
        if len(winners) == 1 or last or ask(s, s.dealer, match.ties) == 1:
            s.over, s.winners, s.legal = True, winners, ()
            return
    s.dealer = ask(s, s.dealer, match.next_dealer)
    _begin_round(s)


# --- from step to step -----------------------------------------------------


def _settle(s: State) -> None:
    """Go on until somebody must choose or, in a look-ahead, the turn is over."""
    while not s.over:
        if not s.frames and not s.ended:
            if s.setup:
                _begin_turn(s, s.starter)
                continue
            s.ended = "turn"
        if s.ended and s.viewer is not None:
            _judge_turn(s)
            return
        if s.ended in ("round", "match"):
            _end_round(s)
        elif s.ended and s.setup:
            _begin_turn(s, s.starter)
        elif s.ended:
            _end_turn(s)
        elif _at_choice(s):
            return


def _step(s: State) -> Step | None:
    at, index, _, _ = s.frames[-1]
    steps = book(s.rules).lists[at]
    return steps[index] if index < len(steps) else None


def _at_choice(s: State) -> bool:
    """Do the next thing that happens by itself; True if there is none."""
    step = _step(s)
    if step is None:
        s.frames = s.frames[:-1]
        return False
    at, index, made, begun = s.frames[-1]
    if not begun:
        if not true(s, s.turn, step.when):
            s.frames = (*s.frames[:-1], (at, index + 1, 0, False))
        elif step.moves:
            s.frames = (*s.frames[:-1], (at, index, 0, True))
        else:
            run(s, s.turn, step.auto)
            _events(s, "action")
            if not s.ended:
                _end_step(s)
        return False
    if made and not step.repeat:
        _end_step(s)
        return False
    return _put_choice(s, step, made)


def _put_choice(s: State, step: Step, made: int) -> bool:
    """Put a choice to its player, or go on where there is none."""
    s.actor = s.turn if step.by is None else ask(s, s.turn, step.by)
    most, least = step.at_most, step.at_least
    possible = _possible(s)
    enough = step.repeat and (least is None or made >= ask(s, s.turn, least))
    if step.repeat and most is not None and made >= ask(s, s.turn, most):
        possible = []
    done = (len(book(s.rules).moves),)
    if not possible:
        if step.repeat or step.optional or s.setup:
            if step.repeat and not enough:
                _break(s)
            _end_step(s)
        else:
            _break(s)
            s.ended = "turn"
        return False
    options = [*possible, done] if enough else possible
    if s.viewer is not None:
        s.legal = (*options, PASS_OVER) if step.optional and not step.repeat else tuple(options)
        return True
    if not s.setup and not s.void:
        view, known = as_seen(s), dict[object, bool]()
        kept = [action for action in options if _finishes(view, action, (), known)]
        skip = not kept and step.optional and not step.repeat
        if kept == [done] or (skip and _finishes(view, PASS_OVER, (), known)):
            _end_step(s)
            return False
        s.void = not kept
        options = kept or options
    s.legal = tuple(options)
    return True


def _end_step(s: State) -> None:
    step = _step(s)
    assert step is not None
    if not all(true(s, s.turn, duty.holds) for duty in step.must):
        _break(s)
    at, index, _, _ = s.frames[-1]
    s.frames = (*s.frames[:-1], (at, index + 1, 0, False))


def _act(s: State, action: Action) -> None:
    """Carry out an action, with all that belongs to it."""
    s.legal = ()
    numbered = book(s.rules)
    if action in (PASS_OVER, (len(numbered.moves),)):
        _end_step(s)
        return
    at, index, made, _ = s.frames[-1]
    s.frames = (*s.frames[:-1], (at, index, made + 1, True))
    move, me = numbered.moves[action[0]], s.actor
    if isinstance(move.verb, Lay):
        lay(s, me, action[1], action[2:])
    elif isinstance(move.verb, LayOff):
        lay_off(s, me, *action[1:])
    elif isinstance(move.verb, MoveCards):
        move_cards(s, me, move.verb, action[1:])
    uncover(s)
    run(s, me, move.do)
    _events(s, "action")
    if move.then and not s.ended:
        s.frames = (*s.frames, (numbered.then[action[0]], 0, 0, False))


def _events(s: State, moment: str) -> None:
    """Look at the events of a moment in file order, as long as the round goes on."""
    if moment == "action" and s.setup:
        return
    for event in s.rules.spec.events:
        if event.at == moment and s.ended not in ("round", "match") and true(s, s.turn, event.when):
            run(s, s.turn, event.do)


# --- what may be chosen ----------------------------------------------------


def _possible(s: State) -> list[Action]:
    """All actions that the moves of the step allow, whatever comes after."""
    at, index, _, _ = s.frames[-1]
    found: set[Action] = set()
    for number in book(s.rules).numbers[at, index]:
        move = book(s.rules).moves[number]
        if true(s, s.actor, move.when):
            found |= {(number, *rest) for rest in _choices(s, move)}
    return sorted(found)


def _choices(s: State, move: Move) -> set[Action]:
    verb, me, rules = move.verb, s.actor, s.rules
    hand = tuple(face for face in s.zones.get(("hand", me), ()) if face != BACK)
    if isinstance(verb, Lay):
        return {
            (kind.index, *codes)
            for kind in rules.kinds
            if kind.name in verb.kinds
            for _, codes in placed_melds(rules, kind.index, hand)
            if holds(rules, verb.where, codes)
        }
    if isinstance(verb, LayOff):
        return {
            (place, kind, code)
            for place, (old, codes, _) in enumerate(s.melds)
            if true(s, me, verb.onto, {MELD_SLOT: place})
            for kind, code, _ in growths(rules, old, codes)
            if rules.deck.face_of[code] in hand
        }
    if not isinstance(verb, MoveCards):
        return {()}
    key = zone_key(s, me, verb.source)
    if zone_of(rules, key[0]).pile:
        # what would be moved is looked at on a copy
        count = None if verb.count is None else ask(s, me, verb.count)
        taken = take_top(s.copy(), me, key, count, verb.cards)
        return {()} if taken and count in (None, len(taken)) else set()
    passing = [f for f in s.zones[key] if true(s, me, verb.cards, {CARD_SLOT: f})]
    if verb.count is None:
        return {()} if passing else set()
    count = ask(s, me, verb.count)
    return set(combinations(passing, count)) if count > 0 else set()


# --- no dead ends ----------------------------------------------------------


def _finishes(s: State, action: Action, supposed: Faces, known: dict[object, bool]) -> bool:
    """Whether the viewer can finish the turn lawfully after an action."""
    after = s.copy()
    after.supposed = supposed
    try:
        _act(after, action)
        _settle(after)
    except Unseen as card:
        return all(_finishes(s, action, (*supposed, face), known) for face in card.faces)
    if not after.lawful or after.ended:
        return after.lawful
    key = after.key()
    if key not in known:
        # what another player does is not for the viewer to choose
        decide = any if after.actor == after.viewer else all
        following = reversed(after.legal)  # `done` first: it is the shortest way
        known[key] = decide(
            _finishes(after, following_action, (), known) for following_action in following
        )
    return known[key]


def _judge_turn(s: State) -> None:
    """The turn is over, in whatever way: all duties that are open must hold."""
    numbered = book(s.rules)
    duties = list(s.rules.spec.must)
    for at, index, _, begun in s.frames:
        if begun:
            duties += numbered.lists[at][index].must
    if not all(true(s, s.turn, duty.holds) for duty in duties):
        _break(s)


def _break(s: State) -> None:
    """Something was left undone. Play itself goes on: it was not to be helped."""
    s.lawful = s.viewer is None
