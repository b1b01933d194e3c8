"""A whole match by value: what may be done, what happens then, who wins.

The naive engine. It does what ``docs/semantics.md`` says, sentence by
sentence, and looks ahead by trying every way to finish the turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rummy.reference import anew, opening
from rummy.reference.choices import changes_nothing, possible_actions
from rummy.reference.effects import lay, lay_off, move_cards, run, swap
from rummy.reference.melds import growths, in_order
from rummy.reference.rounds import (
    begin_round,
    begin_turn,
    end_round,
    end_turn,
    events,
    seated,
)
from rummy.reference.sight import Unseen, as_seen, uncover
from rummy.reference.state import (
    Action,
    Faces,
    State,
    ask,
    book,
    still_in,
    true,
    turn_order,
    zone_of,
)
from rummy.spec.model import Lay, LayOff, MoveCards, Open, Rebuild, Step, Swap

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
    s = seated(rules, seed, first_dealer)
    begin_round(s, deal)
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
    if isinstance(move.verb, Lay) or (isinstance(move.verb, Open) and len(action) > 1):
        kind, codes = action[1], action[2:]
        cards = rules.deck.texts(in_order(rules, kind, codes))
        return f"{move.name} {rules.kinds[kind].name} {cards}"
    if isinstance(move.verb, LayOff):
        _, index, kind, code = action
        old, codes, _ = state.melds[index]
        several = len({k for k, c, _ in growths(rules, old, codes) if c == code}) > 1
        named = f" as {rules.kinds[kind].name}" if several else ""
        return f"{move.name} {rules.deck.text(code)} to m{index + 1}{named}"
    if isinstance(move.verb, Swap):
        _, index, face, code, *grown = action
        told = f"{move.name} {rules.deck.text(face)} for {rules.deck.text(code)} in m{index + 1}"
        return f"{told} as {rules.deck.text(grown[1])}" if grown else told
    codes = action[1:] if move.whom is None else action[2:]
    to = "" if move.whom is None else f" to {action[1] + 1}"
    if isinstance(move.verb, MoveCards) and move.verb.how_many and _from_pile(state, move.verb):
        return f"{move.name} {codes[0]}{to}"
    return " ".join([move.name, *map(rules.deck.text, codes)]) + to


def _from_pile(state: State, verb: MoveCards) -> bool:
    """Whether cards come from a pile, so that nobody names them."""
    return zone_of(state.rules, verb.source.zone).pile


# --- from step to step -----------------------------------------------------


def _settle(s: State) -> None:
    """Go on until somebody must choose or, in a look-ahead, the turn is over."""
    while not s.over:
        if not s.frames and not s.ended:
            if s.setup:
                begin_turn(s, s.starter)
                continue
            s.ended = "turn"
        if s.ended and s.viewer is not None:
            _judge_turn(s)
            return
        if s.ended in ("round", "match"):
            end_round(s)
        elif s.ended and s.setup:
            begin_turn(s, s.starter)
        elif s.ended:
            end_turn(s)
        elif _at_choice(s):
            return


def _step(s: State) -> Step | None:
    at, index, _, _ = s.frames[-1]
    steps = book(s.rules).lists[at]
    return steps[index] if index < len(steps) else None


def _at_choice(s: State) -> bool:
    """Do the next thing that happens by itself; True if there is none."""
    if s.opening is not None:
        return _put_opening(s)
    if s.rebuilding is not None:
        return _put_rebuilding(s)
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
            events(s, "action")
            if not s.ended:
                _end_step(s)
        return False
    if step.ask is not None:
        return _put_question(s, step, made)
    if made and not step.repeat:
        _end_step(s)
        return False
    return _put_choice(s, step, made)


def _put_question(s: State, step: Step, made: int) -> bool:
    """Ask the next of several players, if there is one who has anything to say."""
    at, index, _, _ = s.frames[-1]
    assert step.ask is not None
    players = ask(s, s.turn, step.ask)
    for place, seat in enumerate(turn_order(s, s.turn)):
        if place < made or seat not in players:
            continue
        s.actor = seat
        possible = possible_actions(s)
        if not all(changes_nothing(s, action) for action in possible):
            s.frames = (*s.frames[:-1], (at, index, place, True))
            s.legal = tuple(possible)
            return True
    _end_step(s)
    return False


def _put_choice(s: State, step: Step, made: int) -> bool:
    """Put a choice to its player, or go on where there is none."""
    s.actor = s.turn if step.by is None else still_in(s, ask(s, s.turn, step.by))
    most, least = step.at_most, step.at_least
    possible = possible_actions(s)
    enough = step.repeat and (least is None or made >= ask(s, s.turn, least))
    if step.repeat and most is not None and made >= ask(s, s.turn, most):
        possible = []
    if not possible:
        if step.repeat or step.optional or s.setup:
            if step.repeat and not enough:
                _break(s)
            _end_step(s)
        else:
            _break(s)
            s.ended = "turn"
        return False
    if _offer(s, possible, enough, step.optional and not step.repeat):
        return True
    _end_step(s)
    return False


def _put_opening(s: State) -> bool:
    """Put the next meld of an opening to its player, or go on where it is complete."""
    complete = opening.complete(s)
    assert s.opening is not None
    possible = sorted((s.opening, kind, *codes) for kind, codes in opening.next_melds(s, s.actor))
    if possible and _offer(s, possible, complete, False):
        return True
    assert complete  # an opening is begun, and a meld laid, only if the rest can be filled
    _opened(s)
    return False


def _put_rebuilding(s: State) -> bool:
    """Put the next card that may join to its player; what is laid anew ends with `done`."""
    number = s.rebuilding
    assert number is not None
    possible: list[Action] = [(number, face) for face in anew.joining(s, s.actor, number)]
    possible.sort()
    if not possible or not _offer(s, possible, anew.complete(s, s.actor, number), False):
        s.legal = ((len(book(s.rules).moves),),)  # nothing but `done`: it is asked all the same
    return True


def _offer(s: State, possible: list[Action], enough: bool, skippable: bool) -> bool:
    """Offer what keeps the duties; False if nothing but to go on does.

    ``enough``: the player may say ``done``; ``skippable``: the step may be
    passed over.
    """
    done = (len(book(s.rules).moves),)
    options = [*possible, done] if enough else possible
    if s.viewer is not None:
        s.legal = (*options, PASS_OVER) if skippable else tuple(options)
        return True
    step = _step(s)
    asked = step is not None and step.ask is not None
    # only the player in turn is bound, and not by what is answered to a question
    if not (s.setup or s.void or asked) and s.actor == s.turn:
        view, known = as_seen(s), dict[object, bool]()
        kept = [action for action in options if _finishes(view, action, (), known)]
        skip = not kept and skippable
        if kept == [done] or (skip and _finishes(view, PASS_OVER, (), known)):
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
        if s.rebuilding is not None:
            number, s.rebuilding = s.rebuilding, None
            anew.lay_anew(s, s.actor, number)
            _after(s, number)
        elif s.opening is None:
            _end_step(s)
        else:
            _opened(s)
        return
    move, me = numbered.moves[action[0]], s.actor
    if s.opening is not None:
        lay(s, me, action[1], action[2:])
        return
    if s.rebuilding is not None:
        s.joined = tuple(sorted((*s.joined, action[1])))
        return
    at, index, made, _ = s.frames[-1]
    s.frames = (*s.frames[:-1], (at, index, made + 1, True))
    if isinstance(move.verb, Rebuild):
        s.rebuilding, s.joined = action[0], ()
        return
    if move.whom is not None:
        s.whom = action[1]
    if isinstance(move.verb, Open):
        opening.begin(s, me, action[0])
        return
    if isinstance(move.verb, Lay):
        lay(s, me, action[1], action[2:], move.verb.source)
    elif isinstance(move.verb, LayOff):
        lay_off(s, me, move.verb.source, *action[1:])
    elif isinstance(move.verb, Swap):
        swap(s, me, *action[1:])
    elif isinstance(move.verb, MoveCards):
        move_cards(s, me, move.verb, action[1:] if move.whom is None else action[2:])
    _after(s, action[0])


def _opened(s: State) -> None:
    """An opening is complete: now comes what follows its move."""
    number, s.opening = s.opening, None
    assert number is not None
    s.needs, s.laid_from = (), 0
    _after(s, number)


def _after(s: State, number: int) -> None:
    """What follows a move: its effects, events and steps."""
    numbered = book(s.rules)
    move = numbered.moves[number]
    uncover(s)
    run(s, s.actor, move.do)
    events(s, "action")
    if move.closes:
        # the place round the table is behind the last player
        at, index, _, _ = s.frames[-1]
        s.frames = (*s.frames[:-1], (at, index, len(s.everyone), True))
    if move.then and not s.ended:
        s.frames = (*s.frames, (numbered.then[number], 0, 0, False))


# --- no dead ends ----------------------------------------------------------


def _finishes(s: State, action: Action, supposed: Faces, known: dict[object, bool]) -> bool:
    """Whether the viewer can finish the turn lawfully after an action."""
    after = s.copy()
    after.supposed = supposed
    try:
        _act(after, action)
        _settle(after)
    except Unseen as unknown:
        return all(_finishes(s, action, (*supposed, face), known) for face in unknown.possible)
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
