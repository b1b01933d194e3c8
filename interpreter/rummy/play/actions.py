"""Actions as text: how they are written, read back, and refused with a reason."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, cast

from rummy.errors import AmbiguousAction, CardError, IllegalAction, InvalidAction
from rummy.lang.evaluate import MeldEnv, evaluate
from rummy.lang.trees import And, Node
from rummy.play.choices import candidates
from rummy.play.stages import ALL, CARDS, LAY, LAY_OFF, OPEN, OPENING, REPEAT, TOP, CompiledMove
from rummy.play.state import Action, State
from rummy.spelling import nearest

if TYPE_CHECKING:
    from rummy.play.engine import Engine

DONE = "done"
NO_WAY = "this would leave no lawful way to finish the turn"


def action_text(engine: Engine, state: State, action: Action) -> str:
    """The canonical text of a legal action: ``meld run 7H 8H 9H``."""
    program, deck = engine.program, engine.deck
    if action == program.done:
        return DONE
    move = program.moves[action[0]]
    name = move.move.name
    if move.kind == LAY or (move.kind == OPEN and len(action) > 1):
        shape = program.plans.shape(action[1], action[2:])
        assert shape is not None
        return f"{name} {engine.rules.kinds[action[1]].name} {deck.texts(shape.display)}"
    if move.kind == LAY_OFF:
        _, index, kind, code = action
        text = f"{name} {deck.text(code)} to m{index + 1}"
        kinds = {g.shape.kind for g in state.table[index].growth if g.code == code}
        return f"{text} as {engine.rules.kinds[kind].name}" if len(kinds) > 1 else text
    if move.kind == CARDS:
        return f"{name} {deck.texts(action[1:])}"
    return name


def parse_action(engine: Engine, state: State, text: str) -> Action:
    """The legal action that a text means.

    Raises ``InvalidAction`` (no such move, no such card), ``AmbiguousAction``
    (several legal actions fit; the hint names them) or ``IllegalAction`` (with
    the rule that refuses it).
    """
    words = re.split(r"[\s,]+", text.strip())
    if not words or not words[0]:
        raise InvalidAction(text, "no action was given", hint=_offers(engine, state))
    if state.over:
        raise IllegalAction(text, "the match is over")
    first = words[0].lower()
    legal = state.legal or []
    stage = engine.program.nodes[state.pc]
    if first == DONE and len(words) == 1:
        if engine.program.done in legal:
            return engine.program.done
        reason = (
            "not yet, this step wants more"
            if stage.kind in (REPEAT, OPENING)
            else "nothing is waiting to be ended here, a choice has to be made"
        )
        raise IllegalAction(text, reason, stage.name, _offers(engine, state))
    by_name = {move.move.name: move for move in stage.moves}
    move = by_name.get(first)
    if move is None:
        everywhere = {m.move.name for m in engine.program.moves} | {DONE}
        if first in everywhere:
            raise IllegalAction(
                text, f"{first!r} is no move of this step", stage.name, _offers(engine, state)
            )
        near = nearest(first, sorted({*by_name, DONE}))
        hint = f"did you mean {' or '.join(near)}?" if near else _offers(engine, state)
        raise InvalidAction(text, f"{words[0]!r} is no move here", hint=hint)
    fitting = [a for a in legal if a[0] == move.number and len(a) >= 1 and a != engine.program.done]
    if move.when is not None and not move.when(state, state.mover):
        when = move.move.when
        reason = f"{when.text.strip()} does not hold" if when is not None else "not now"
        raise IllegalAction(text, reason, f"{stage.name}.{first}.when")
    if move.kind == LAY or (move.kind == OPEN and stage.kind == OPENING):
        return _read_lay(engine, state, move, words[1:], fitting, text)
    if move.kind == LAY_OFF:
        return _read_lay_off(engine, state, move, words[1:], fitting, text)
    if move.kind == CARDS:
        return _read_cards(engine, state, move, words[1:], fitting, text)
    if len(words) > 1:
        raise InvalidAction(text, f"{first!r} takes nothing after it")
    if not fitting:
        if (move.number,) in candidates(engine, state, stage):
            raise _no_way(engine, text, f"{stage.name}.{first}")
        what = {
            TOP: "there is no card to take",
            ALL: "no card passes",
            OPEN: "the hand does not have all the melds that are needed",
        }.get(move.kind, "it is not allowed now")
        raise IllegalAction(text, what, f"{stage.name}.{first}")
    return fitting[0]


def _no_way(engine: Engine, text: str, where: str) -> IllegalAction:
    """The refusal of what could not be followed by a lawful end of the turn."""
    duties = engine.rules.spec.must
    if not duties:
        return IllegalAction(text, NO_WAY, where)
    told = "; ".join(duty.about.strip().rstrip(".") for duty in duties if duty.about)
    keys = ", ".join(f"turn.must.{duty.name}" for duty in duties)
    return IllegalAction(text, f"{NO_WAY} ({told})" if told else NO_WAY, keys)


def _offers(engine: Engine, state: State) -> str:
    if state.over or not state.legal:
        return ""
    names: list[str] = []
    for action in state.legal:
        name = DONE if action == engine.program.done else engine.program.moves[action[0]].move.name
        if name not in names:
            names.append(name)
    return "possible now: " + ", ".join(names)


def _cards(engine: Engine, words: list[str], text: str) -> list[int]:
    if not words:
        raise InvalidAction(text, "no cards were named")
    codes = []
    for word in words:
        try:
            codes.append(engine.deck.parse(word))
        except CardError as error:
            raise InvalidAction(text, f"{word!r} is no card here", hint=error.hint) from None
    return codes


def _held(engine: Engine, state: State, move: CompiledMove, codes: list[int], text: str) -> None:
    """Refuse cards that the player does not hold, or not that often."""
    me = state.mover
    slot = engine.program.hand_base + me
    where = "you do not hold"
    if move.source is not None:
        slot = move.source.slot(state, me)
        if move.source.name != "hand":
            where = f"there is no such card in {move.source.name}:"
    zone = state.z[slot]
    have = Counter(engine.deck.bag_faces(zone) if isinstance(zone, int) else zone[-1:])
    want = Counter(engine.deck.face_of[code] for code in codes)
    for face, count in sorted(want.items()):
        if have[face] < count:
            again = "" if not have[face] else f" {count} times, only {have[face]}"
            raise IllegalAction(text, f"{where} {engine.deck.text(face)}{again}", "hand")


def _one_of(engine: Engine, state: State, found: list[Action], text: str, question: str) -> Action:
    if len(found) == 1:
        return found[0]
    texts = [action_text(engine, state, a) for a in found[:8]]
    more = f" and {len(found) - 8} more" if len(found) > 8 else ""
    raise AmbiguousAction(text, question, hint="say " + " or ".join(texts) + more)


def _matches(engine: Engine, typed: list[int], codes: tuple[int, ...]) -> bool:
    """Whether typed cards (a wild perhaps without its place) are these codes."""
    rest = list(codes)
    loose = []
    for code in typed:
        if code in rest:
            rest.remove(code)
        elif code < engine.deck.faces:
            loose.append(code)
        else:
            return False
    faces = sorted(engine.deck.face_of[code] for code in rest)
    return faces == sorted(loose)


def _read_lay(
    engine: Engine,
    state: State,
    move: CompiledMove,
    words: list[str],
    legal: list[Action],
    text: str,
) -> Action:
    kinds = engine.rules.kinds
    names = {kind.name: kind.index for kind in kinds}
    names.update({kind.title.replace(" ", "_"): kind.index for kind in kinds})
    wanted: int | None = None
    if words and words[0].lower() in names:
        wanted = names[words[0].lower()]
        words = words[1:]
    elif words and re.fullmatch(r"[A-Za-z_]{4,}", words[0]):
        near = nearest(words[0].lower(), sorted(names))
        hint = (
            f"did you mean {' or '.join(near)}?"
            if near
            else "kinds: " + ", ".join(kind.name for kind in kinds)
        )
        raise InvalidAction(text, f"{words[0]!r} is no kind of meld here", hint=hint)
    typed = _cards(engine, words, text)
    exact = [
        a for a in legal if (wanted is None or a[1] == wanted) and a[2:] == tuple(sorted(typed))
    ]
    found = exact or [
        a
        for a in legal
        if (wanted is None or a[1] == wanted)
        and len(a) == len(typed) + 2
        and _matches(engine, typed, a[2:])
    ]
    if found:
        if exact and any(code >= engine.deck.faces for code in typed):
            found = exact
        return _one_of(engine, state, found, text, "these cards can be laid in several ways")
    _held(engine, state, move, typed, text)
    tried = [wanted] if wanted is not None else list(move.kinds or range(len(kinds)))
    reasons = [(kind, why_not_meld(engine, kind, typed)) for kind in tried]
    if any(not reason for _, reason in reasons):
        kind = next(kind for kind, reason in reasons if not reason)
        raise _no_way(engine, text, kinds[kind].name)
    if len(reasons) == 1:
        kind, (reason, rule) = reasons[0][0], cast("tuple[str, str]", reasons[0][1])
        raise IllegalAction(text, f"no {kinds[kind].title}: {reason}", rule)
    told = "; ".join(
        f"no {kinds[kind].title}: {cast('tuple[str, str]', reason)[0]}" for kind, reason in reasons
    )
    raise IllegalAction(text, told, "melds")


def why_not_meld(engine: Engine, kind_index: int, codes: list[int]) -> tuple[str, str] | None:
    """Why cards are no meld of a kind: the reason and the rule's key; None if they are."""
    kind = engine.rules.kinds[kind_index]
    plans, deck = engine.plans, engine.deck
    if plans.shape(kind_index, codes) is not None:
        return None
    if not kind.least <= len(codes) <= kind.most:
        sizes = (
            str(kind.least)
            if kind.least == kind.most
            else f"{kind.least} to {kind.most}"
            if kind.most < deck.size
            else f"{kind.least} or more"
        )
        return f"{len(codes)} cards, it needs {sizes}", f"melds.{kind.name}.size"
    rule = f"melds.{kind.name}.valid"
    env = MeldEnv(deck, tuple(sorted(codes)))
    for clause in _clauses(kind.valid):
        if not evaluate(clause, env):
            return f"{_written(clause)} does not hold", rule
    if any(deck.held_wild[deck.face_of[code]] for code in codes):
        return "no place for the wild cards makes it one", rule
    return "it is not valid", rule


def _clauses(tree: Node) -> tuple[Node, ...]:
    return tree.items if isinstance(tree, And) else (tree,)


def _written(tree: Node) -> str:
    return " ".join(tree.place.text.split()) or "its condition"


def _read_lay_off(
    engine: Engine,
    state: State,
    move: CompiledMove,
    words: list[str],
    legal: list[Action],
    text: str,
) -> Action:
    meld: int | None = None
    kind: int | None = None
    cards: list[str] = []
    rest = list(words)
    names = {k.name: k.index for k in engine.rules.kinds}
    while rest:
        word = rest.pop(0)
        if word.lower() in ("to", "on", "onto"):
            continue
        # `as` is a word only before a kind; elsewhere it is the ace of spades
        if (
            word.lower() == "as"
            and rest
            and (cards or rest[0].lower() in names)
            and not (re.fullmatch(r"to|on|onto|m\d+", rest[0].lower()))
        ):
            kind_name = rest.pop(0)
            kind = names.get(kind_name.lower())
            if kind is None:
                raise InvalidAction(text, f"{kind_name!r} is no kind of meld here")
            continue
        found_meld = re.fullmatch(r"m(\d{1,4})", word.lower())
        if found_meld:
            meld = int(found_meld[1]) - 1
            if not 0 <= meld < len(state.table):
                count = len(state.table)
                has = f"m1 to m{count}" if count > 1 else "m1 only" if count else "none"
                raise InvalidAction(text, f"there is no meld {word}", hint=f"on the table: {has}")
            continue
        cards.append(word)
    typed = _cards(engine, cards, text)
    if len(typed) > 1:
        raise InvalidAction(text, "add one card at a time")
    (code,) = typed
    face = engine.deck.face_of[code]
    found = [
        a
        for a in legal
        if (meld is None or a[1] == meld)
        and (kind is None or a[2] == kind)
        and (a[3] == code or (code == face and engine.deck.face_of[a[3]] == face))
    ]
    if any(a[3] == code for a in found):
        # a wild card named without a place is meant as itself where it can be that
        found = [a for a in found if a[3] == code]
    if found:
        return _one_of(
            engine, state, found, text, f"{engine.deck.text(code)} fits in several places"
        )
    _held(engine, state, move, typed, text)
    if meld is None:
        raise IllegalAction(text, f"{engine.deck.text(code)} fits no meld on the table", "melds")
    shape = state.table[meld]
    own = engine.rules.kinds[shape.kind]
    if own.closed:
        raise IllegalAction(text, f"a {own.title} never grows", f"melds.{own.name}.closed")
    if move.onto is not None and not move.onto(state, state.mover, meld):
        raise IllegalAction(text, f"nothing may be added to m{meld + 1} now", move.move.name)
    for into in own.grows_into:
        reason = why_not_meld(engine, into, [*shape.codes, code])
        if reason is None:
            raise _no_way(engine, text, move.move.name)
    reason = why_not_meld(engine, own.grows_into[0], [*shape.codes, code])
    assert reason is not None
    raise IllegalAction(
        text,
        f"with it m{meld + 1} is no {engine.rules.kinds[own.grows_into[0]].title}: {reason[0]}",
        reason[1],
    )


def _read_cards(
    engine: Engine,
    state: State,
    move: CompiledMove,
    words: list[str],
    legal: list[Action],
    text: str,
) -> Action:
    typed = sorted(_cards(engine, words, text))
    action = (move.number, *typed)
    if action in legal:
        return action
    _held(engine, state, move, typed, text)
    stage = engine.program.nodes[state.pc].name
    count = 1 if move.count is None else move.count(state, state.mover)
    if len(typed) != count:
        raise InvalidAction(text, f"name {count} card{'s' if count != 1 else ''}")
    verb = move.move.verb
    cards = getattr(verb, "cards", None)
    for code in typed:
        fails = (
            not move.mask >> code & 1
            if move.mask is not None
            else move.test is not None and not move.test(state, state.mover, code)
        )
        if fails and cards is not None:
            rule = (
                f"{stage}.cards" if move.move.name == stage else f"{stage}.{move.move.name}.cards"
            )
            clause = next(
                (written for written, test in move.clauses if not test(state, state.mover, code)),
                cards.text,
            )
            raise IllegalAction(
                text, f"{' '.join(clause.split())} does not hold for {engine.deck.text(code)}", rule
            )
    raise _no_way(engine, text, stage)


__all__ = ["action_text", "parse_action", "why_not_meld"]
