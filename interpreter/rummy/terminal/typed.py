"""What a player types, read as something that the turn allows now.

Leniently: a verb may be left out where the cards say enough, common words of
card players stand for moves by what they do, words may be cut short. A text that
fits several actions is not guessed at; all of them come back.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from rummy.errors import AmbiguousAction, CardError, IllegalAction, InvalidAction
from rummy.play.stages import (
    CARDS,
    LAY,
    LAY_OFF,
    OPEN,
    OPENING,
    REBUILD,
    SAY,
    SWAP,
    TOP,
    CompiledMove,
)
from rummy.spelling import one_of
from rummy.terminal.offers import engine_now
from rummy.terminal.vocabulary import Vocabulary

if TYPE_CHECKING:
    from rummy.cards import Deck
    from rummy.play.engine import Engine
    from rummy.play.match import Match
    from rummy.play.state import Action
    from rummy.terminal.journal import Journal

FILLERS = {"to", "on", "onto", "with", "and", "the", "from", "card", "cards", "of", "my"}
"""Words that say nothing new."""
MOST_LETTERS = 500
"""Nobody types more than this in one line."""

Way = tuple["Action", ...]
"""Actions to be carried out one after another; mostly one."""


@dataclass(slots=True)
class Said:
    """A text taken apart: which moves, kind of meld, cards and meld it names."""

    text: str
    moves: set[int] = field(default_factory=set)
    verb: str = ""
    kind: int | None = None
    cards: list[int] = field(default_factory=list)
    meld: int | None = None
    number: int | None = None
    """How many cards are to be taken."""
    rest: str = ""
    """What follows the verb, as the engine reads it."""


class NothingTakesIt(IllegalAction):
    """Cards were named that no move of this step takes."""

    def __init__(self, said: Said) -> None:
        self.said = said
        super().__init__(said.text, "nothing that you may do now takes cards like that")


def tidy(text: str) -> str:
    """The text with single spaces, places of wild cards joined to them, no strange signs."""
    text = re.sub(r"[\s,;]+", " ", text[:MOST_LETTERS]).strip()
    text = re.sub(r"\s*\(\s*", "(", text)
    text = re.sub(r"\s*\)", ")", text)
    text = re.sub(r"\bjoker\b", "JOK", text, flags=re.IGNORECASE)
    return re.sub(r"(\S)=(\S+)", r"\1(\2)", text)


def read(journal: Journal, text: str, others: Iterable[str] = ()) -> list[Way]:
    """The ways in which a text can be meant; one if it is clear.

    ``others`` are words that mean something else if they stand alone; the
    beginning of a word must not fit them too. Raises ``ActionError`` with the reason where
    nothing fits.
    """
    match = journal.match
    whole = _said_whole(match, tidy(text))
    if whole is not None:
        return [(match.parse(whole),)]
    said = take_apart(match, tidy(text), others)
    found: list[Way] = [(action,) for action in _fitting(match, said)]
    if found:
        return found
    there = ahead(journal, said)
    if there is None:
        return [(match.parse(written(match, said)),)]
    step, after, again = there
    found = [(step, action) for action in _fitting(after, again)]
    return found or [(step, after.parse(written(after, again)))]


def _said_whole(match: Match, text: str) -> str | None:
    """A swap, or what is done to a player who is named, as the engine reads it.

    There a number or a second card has a meaning of its own.
    """
    if match.over or not text:
        return None
    engine, words = engine_now(match), text.split()
    moves, count = Vocabulary(engine, match.state).find(words)
    found = [m for m in engine.program.moves if m.number in moves]
    if len(found) != 1 or (found[0].kind != SWAP and found[0].whom is None):
        return None
    return " ".join([found[0].move.name, *words[count:]])


def written(match: Match, said: Said) -> str:
    """The text as the engine reads it, with the verb that was left out."""
    if said.verb and not said.moves:
        return said.text
    engine = engine_now(match)
    stage = engine.program.nodes[match.state.pc]
    done = engine.program.done[0]
    if said.moves == {done}:
        return f"done {said.rest}".strip()
    fitting = [move for move in stage.moves if not said.moves or move.number in said.moves]
    best = next((m for m in fitting if _takes(m, said, stage.kind == OPENING)), None)
    if best is not None and best.kind == LAY and not _may(match, best):
        # the first melds of a player are an opening
        best = next((m for m in fitting if m.kind == OPEN and _may(match, m)), best)
        if best.kind == OPEN:
            return best.move.name
    if best is None and said.verb and fitting:
        best = fitting[0]
    if best is None:
        if said.cards:
            raise NothingTakesIt(said)
        return said.text
    return f"{best.move.name} {said.rest}".strip()


def _may(match: Match, move: CompiledMove) -> bool:
    """Whether the guard of a move holds."""
    return move.when is None or move.when(match.state, match.state.mover)


def _takes(move: CompiledMove, said: Said, opening: bool) -> bool:
    """Whether a move takes as many cards as were named."""
    cards = len(said.cards)
    if move.kind == SWAP or move.whom is not None:
        return False
    if move.kind == LAY_OFF:
        return cards == 1 and said.kind is None
    if move.kind == LAY or (move.kind == OPEN and opening):
        return said.meld is None and (cards > 1 or said.kind is not None)
    if move.kind == REBUILD:
        return cards <= 1 and said.meld is None and said.kind is None
    if move.kind == CARDS:
        return cards > 0 and said.meld is None and said.kind is None
    return cards == 0 or move.numbers is not None


# --- taking apart -----------------------------------------------------------------


def take_apart(match: Match, text: str, others: Iterable[str] = ()) -> Said:
    """The verb, kind, cards and meld of a text; ``ActionError`` for what is no such word."""
    said = Said(text)
    words = text.split()
    if not words or match.over:
        match.parse(text)  # says that nothing was typed, or that the match is over
    engine = engine_now(match)
    if not _is_card(engine.deck, words[0]):
        words = _verb(match, said, words, list(others))
    try:
        _things(engine, said, words)
    except InvalidAction:
        if said.moves or not said.verb:
            raise
        # the word before is what nobody understands: the engine says so
    return said


def _is_card(deck: Deck, word: str) -> bool:
    try:
        deck.parse(word)
    except CardError:
        return False
    return True


def _verb(match: Match, said: Said, words: list[str], others: list[str]) -> list[str]:
    """Note the moves that the first words name; the words that are left."""
    engine = engine_now(match)
    table = Vocabulary(engine, match.state)
    moves, count = table.find(words)
    first = words[0].lower()
    if moves and count < len(words):
        # who names cards does not say that he has enough, or no
        moves = {number for number in moves if _takes_cards(engine, number)}
    if not count and (_kind(engine, first) is not None or re.fullmatch(r"m\d+", first)):
        return words
    if not count:
        legal = {action[0] for action in match.legal()}
        begun = table.begun(first, legal)
        meanings = {frozenset(found) for found in begun.values()}
        also = [word for word in others if word.startswith(first) and len(words) == 1]
        if len(meanings) + bool(also) > 1:
            raise AmbiguousAction(
                said.text,
                f"{words[0]!r} is the beginning of several words",
                hint=f"say {one_of([*begun, *also])}",
            )
        if meanings:
            (only,) = meanings
            moves, count = set(only), 1
    said.verb = " ".join(words[: count or 1])
    said.moves = moves
    return words[count or 1 :]


def _takes_cards(engine: Engine, number: int) -> bool:
    """Whether a move can be said with cards after it."""
    moves = engine.program.moves
    return number < len(moves) and moves[number].kind != SAY


def _kind(engine: Engine, word: str) -> int | None:
    """The kind of meld of a name, a title or the beginning of one."""
    names = {}
    for kind in engine.rules.kinds:
        names[kind.name] = names[kind.title.lower().replace(" ", "_")] = kind.index
    if word.lower() in names:
        return names[word.lower()]
    if len(word) < 3:
        return None
    begun = {index for name, index in names.items() if name.startswith(word.lower())}
    return begun.pop() if len(begun) == 1 else None


def _things(engine: Engine, said: Said, words: list[str]) -> None:
    """Note the cards, the meld and the kind that the words name."""
    told: list[str] = []
    onto, into = "", ""
    waiting = list(words)
    while waiting:
        word = waiting.pop(0)
        low = word.lower()
        if low == "as" and waiting and (said.cards or _kind(engine, waiting[0]) is not None):
            kind = _kind(engine, waiting[0])
            if kind is not None:
                said.kind = kind
                into = f" as {engine.rules.kinds[kind].name}"
                waiting.pop(0)
                continue
        if low in ("as", "for") and said.cards and waiting and _is_card(engine.deck, waiting[0]):
            placed = f"{engine.deck.text(said.cards[-1])}({waiting[0]})"
            if engine.deck.held_wild[engine.deck.face_of[said.cards[-1]]]:
                said.cards[-1] = _card(engine.deck, said.text, placed)
                told[-1] = placed
                waiting.pop(0)
                continue
        if low in FILLERS:
            continue
        found = re.fullmatch(r"m(\d{1,4})", low)
        if found:
            said.meld = int(found[1]) - 1
            onto = f" to {low}"
            continue
        if said.number is None and re.fullmatch(r"[0-9]{1,3}", word) and _counts(engine, said):
            said.number = int(word)
            told.append(word)
            continue
        kind = None if _is_card(engine.deck, word) else _kind(engine, word)
        if kind is not None:
            said.kind = kind
            into = into or f"{engine.rules.kinds[kind].name} "
            continue
        said.cards.append(_card(engine.deck, said.text, word))
        told.append(word)
    cards = " ".join(told)
    if said.number is not None:
        said.rest = cards
        return
    before, after = ("", into) if into.startswith(" ") else (into, "")
    said.rest = f"{before}{cards}{onto}{after}".strip()


def _counts(engine: Engine, said: Said) -> bool:
    """Whether one of the moves named takes so many cards of a pile as the player says."""
    moves = engine.program.moves
    return any(n < len(moves) and moves[n].numbers is not None for n in said.moves)


def _card(deck: Deck, text: str, word: str) -> int:
    try:
        return deck.parse(word)
    except CardError as error:
        raise InvalidAction(text, f"{word!r} is no card here", hint=error.hint) from None


# --- which actions fit -------------------------------------------------------------


def _fitting(match: Match, said: Said) -> list[Action]:
    """The legal actions that the text can mean; those that it names exactly come first."""
    if said.verb and not said.moves:
        return []
    engine = engine_now(match)
    exact, loose = [], []
    for action in match.legal():
        if said.moves and action[0] not in said.moves:
            continue
        how = _how(match, engine, action, said)
        if how == 2:
            exact.append(action)
        elif how == 1:
            loose.append(action)
    return exact or loose


def _how(match: Match, engine: Engine, action: Action, said: Said) -> int:
    """2: the action is exactly what was said; 1: it may be meant; 0: it is not."""
    bare = said.kind is None and said.meld is None
    if len(action) == 1:
        if not said.verb or not bare:
            return 0
        return 2 if not said.cards or tuple(said.cards) == _top(match, engine, action) else 0
    move = engine.program.moves[action[0]]
    if move.numbers is not None and move.kind == TOP and move.whom is None:
        return _how_many(match, action, said) if bare else 0
    if not said.cards or move.kind == SWAP or move.whom is not None:
        return 0
    if move.kind == LAY_OFF:
        _, meld, kind, code = action
        if said.meld not in (None, meld) or said.kind not in (None, kind):
            return 0
        return _same(engine.deck, said.cards, (code,))
    if move.kind == CARDS:
        return 2 if bare and tuple(sorted(said.cards)) == action[1:] else 0
    if said.meld is not None or said.kind not in (None, action[1]):
        return 0
    return _same(engine.deck, said.cards, action[2:])


def _how_many(match: Match, action: Action, said: Said) -> int:
    """The same for cards of a pile: their number is said, or the deepest one named."""
    if said.number is not None:
        return 2 if said.number == action[1] and not said.cards else 0
    if said.cards:
        return 2 if (said.cards[0],) == deepest(match, action) and len(said.cards) == 1 else 0
    return int(bool(said.verb))


def deepest(match: Match, action: Action) -> tuple[int, ...]:
    """The lowest of so many cards from the top of a pile, if it is seen."""
    move = engine_now(match).program.moves[action[0]]
    if move.source is None or move.at != "top":
        return ()
    zone = match.view().zone(move.source.name, move.source.owner(match.state, match.seat))
    cards = zone.cards or ()
    return cards[-action[1] :][:1] if action[1] <= len(cards) else ()


def _top(match: Match, engine: Engine, action: Action) -> tuple[int, ...]:
    """The card that a move takes from a pile, if it is seen: it may be named."""
    if action == engine.program.done:
        return ()
    move = engine.program.moves[action[0]]
    if move.kind != TOP or move.source is None or move.at != "top":
        return ()
    zone = match.view().zone(move.source.name, move.source.owner(match.state, match.seat))
    return (zone.cards or ())[-1:]


def _same(deck: Deck, typed: list[int], codes: tuple[int, ...]) -> int:
    """2: these cards in these places; 1: with wild cards typed without a place."""
    if len(typed) != len(codes):
        return 0
    rest, open_ones = list(codes), []
    for code in typed:
        if code in rest:
            rest.remove(code)
        elif code < deck.faces:
            open_ones.append(code)
        else:
            return 0
    if not rest:
        return 2
    return int(sorted(deck.face_of[code] for code in rest) == sorted(open_ones))


def ahead(journal: Journal, said: Said) -> tuple[Action, Match, Said] | None:
    """What is to be done before what was said, the match after it, what was said there.

    Only what tells the player nothing: to end the melding before a card is
    thrown, to say that one opens before the first meld of the opening.
    """
    match = journal.match
    done = engine_now(match).program.done
    if said.verb and not said.moves and done in match.legal():
        after = journal.harmless(done)
        if after is not None:
            moves, _ = Vocabulary(engine_now(after), after.state).find(said.text.split())
            if moves:
                return done, after, take_apart(after, said.text)
    begin = opening_step(match, said)
    after = None if begin is None else journal.harmless(begin)
    if begin is None or after is None:
        return None
    return begin, after, replace(said, moves={begin[0]})


def opening_step(match: Match, said: Said) -> Action | None:
    """What begins the opening that the cards would be the first meld of, if that is legal."""
    engine = engine_now(match)
    stage = engine.program.nodes[match.state.pc]
    if stage.kind == OPENING or (said.verb and not said.moves):
        return None
    if len(said.cards) < (1 if said.verb else 2):
        return None  # a card alone is no meld
    for move in stage.moves:
        begin = (move.number,)
        wanted = not said.moves or move.number in said.moves
        if move.kind == OPEN and wanted and begin in match.legal():
            return begin
    return None


def command_like(match: Match, text: str) -> bool:
    """Whether a text begins with the full name of a move that may be made now."""
    words = tidy(text).split()
    if not words or match.over:
        return False
    table = Vocabulary(engine_now(match), match.state)
    return any(
        " ".join(words[:count]).lower().replace("_", " ") in table.own
        for count in range(1, min(4, len(words)) + 1)
    )
