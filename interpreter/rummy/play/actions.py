"""Actions as text: how they are written, read back, and refused with a reason."""

from __future__ import annotations

import re
from itertools import permutations
from typing import TYPE_CHECKING

from rummy.errors import ActionError, AmbiguousAction, CardError, IllegalAction, InvalidAction
from rummy.play.anew import Lying, action_of, shapes_of
from rummy.play.choices import candidates
from rummy.play.explain import Reason
from rummy.play.nomeld import placed
from rummy.play.noway import NO_WAY
from rummy.play.refusals import Refusals
from rummy.play.stages import (
    CARDS,
    LAY,
    LAY_OFF,
    OPEN,
    OPENING,
    REBUILD,
    REBUILDING,
    REPEAT,
    SWAP,
    CompiledMove,
)
from rummy.play.state import Action, State
from rummy.spelling import nearest

if TYPE_CHECKING:
    from rummy.cards import Deck
    from rummy.melds import Shape
    from rummy.play.engine import Engine

DONE = "done"


def action_text(engine: Engine, state: State, action: Action) -> str:
    """The canonical text of a legal action: ``meld run 7H 8H 9H``."""
    program, deck = engine.program, engine.deck
    if action == program.done:
        return DONE
    if action[0] == program.done[0]:
        melds = [
            f"{engine.rules.kinds[shape.kind].name} {deck.texts(shape.display)}"
            for shape in shapes_of(engine, action) or ()
        ]
        return f"{DONE} {' / '.join(melds)}"
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
    if move.kind == SWAP:
        return swap_text(deck, name, action)
    if move.kind == REBUILD and len(action) > 1:
        return f"{name} {deck.text(action[1])}"
    if move.kind == CARDS:
        name = f"{name} {deck.texts(move.named(action))}"
    elif move.numbers is not None:
        name = f"{name} {action[-1]}"
    return name if move.whom is None else f"{name} to {action[1] + 1}"


def swap_text(deck: Deck, name: str, action: Action) -> str:
    """The canonical text of a swap: ``swap 7H for JOK(7H) in m2``, with its new place if it stays."""
    _, meld, face, code, *grown = action
    text = f"{name} {deck.text(face)} for {deck.text(code)} in m{meld + 1}"
    return f"{text} as {deck.text(grown[1])}" if grown else text


class Refused(Exception):
    """Why a text is no legal action, before it becomes an error of the public kind."""

    def __init__(
        self,
        reason: Reason,
        hint: str = "",
        error: type[ActionError] = IllegalAction,
    ) -> None:
        self.reason = reason
        self.hint = hint
        self.error = error
        super().__init__(reason.text)


def invalid(reason: str, hint: str = "") -> Refused:
    """The refusal of a text that cannot be read as an action."""
    return Refused(Reason(reason), hint, InvalidAction)


def parse_action(engine: Engine, state: State, text: str) -> Action:
    """The legal action that a text means.

    Raises ``InvalidAction`` (no such move, no such card), ``AmbiguousAction``
    (several legal actions fit; the hint names them) or ``IllegalAction`` (with
    the rule that refuses it).
    """
    try:
        return read_action(engine, state, text)
    except Refused as refused:
        reason = refused.reason
        raise refused.error(text, reason.text, reason.key, refused.hint) from None


def read_action(engine: Engine, state: State, text: str) -> Action:
    """The same, but raises ``Refused``, which holds the whole reason."""
    words = re.split(r"[\s,]+", text.strip())
    if not words or not words[0]:
        raise invalid("no action was given", _offers(engine, state))
    if state.over:
        raise Refused(Reason("the match is over"))
    return _Reader(engine, state).read(words)


def _offers(engine: Engine, state: State) -> str:
    if state.over or not state.legal:
        return ""
    names: list[str] = []
    for action in state.legal:
        name = DONE if action == engine.program.done else engine.program.moves[action[0]].move.name
        if name not in names:
            names.append(name)
    return "possible now: " + ", ".join(names)


class _Reader:
    """Reads a text at one decision."""

    def __init__(self, engine: Engine, state: State) -> None:
        self.engine = engine
        self.deck = engine.deck
        self.state = state
        self.stage = engine.program.nodes[state.pc]
        self.kinds = {kind.name: kind.index for kind in engine.rules.kinds}
        self._refusals: Refusals | None = None

    @property
    def refusals(self) -> Refusals:
        """The reasons at this decision; made only where something is refused."""
        if self._refusals is None:
            self._refusals = Refusals(self.engine, self.state)
        return self._refusals

    def read(self, words: list[str]) -> Action:
        """The action that some words mean; raises ``Refused``."""
        engine, state, stage = self.engine, self.state, self.stage
        first = words[0].lower()
        legal = state.legal or []
        if first == DONE:
            if len(words) > 1 and stage.kind == REBUILDING:
                return self._arranged(words[1:])
            if len(words) > 1:
                raise invalid(f"{DONE!r} takes nothing after it")
            if engine.program.done in legal:
                return engine.program.done
            raise Refused(self.refusals.not_done(), _offers(engine, state))
        move = next((m for m in stage.moves if m.move.name == first), None)
        if move is None:
            raise self._no_move(words)
        if move.when is not None and not move.when(state, state.mover):
            guard = self.refusals.guard(move.move)
            assert guard is not None
            raise Refused(guard)
        # `done` has a number of its own, so it is no action of a move
        fitting = [a for a in legal if a[0] == move.number]
        if move.kind == LAY or (move.kind == OPEN and stage.kind == OPENING):
            return self._lay(move, words[1:], fitting)
        if move.kind == LAY_OFF:
            return self._lay_off(move, words[1:], fitting)
        if move.kind == SWAP:
            return self._swap(move, words[1:], fitting)
        if stage.kind == REBUILDING:
            return self._join(move, words[1:], fitting)
        rest = words[1:]
        whom: tuple[int, ...] = ()
        if move.whom is not None:
            whom, rest = self._whom(move, rest)
        if move.kind == CARDS:
            return self._cards(move, rest, whom)
        if move.numbers is not None:
            return self._how_many(move, rest, whom, fitting)
        if rest:
            raise invalid(f"{first!r} takes nothing after it")
        action = (move.number, *whom)
        if action in fitting:
            return action
        if action in candidates(engine, state, stage):
            raise Refused(self.refusals.no_way(action))
        if move.kind == OPEN:
            raise Refused(self.refusals.opening(move))
        if move.source is None and move.kind != REBUILD:
            raise Refused(Reason(f"{first} is not possible now"))
        raise Refused(self.refusals.pile(move))

    def _no_move(self, words: list[str]) -> Refused:
        word, first = words[0], words[0].lower()
        offers = _offers(self.engine, self.state)
        everywhere = {move.move.name for move in self.engine.program.moves}
        if first in everywhere:
            return Refused(self._missed(words) or self.refusals.elsewhere(first), offers)
        near = nearest(first, sorted({*(move.move.name for move in self.stage.moves), DONE}))
        if not near:
            near = nearest(first, sorted(everywhere))
        hint = f"did you mean {' or '.join(near)}?" if near else offers
        return invalid(f"{word!r} is no move here", hint)

    def _missed(self, words: list[str]) -> Reason | None:
        """Why an earlier step, which is over because nothing was possible in it, refused this."""
        engine, state = self.engine, self.state
        here = self.refusals.here
        for number, stage in enumerate(engine.program.nodes):
            at = self.refusals.keys.step_of(stage)
            if stage.kind != REPEAT or at is None or here is None or at.number >= here.number:
                continue
            if self.refusals.failure(at.step.when, at.key) is not None:
                continue
            if any(move.move.name == words[0].lower() for move in stage.moves):
                trial = state.copy()
                trial.pc, trial.legal = number, []
                try:
                    _Reader(engine, trial).read(words)
                except Refused as refused:
                    reason = refused.reason
                    # where no duty is found that fails, the action was possible then
                    possible = reason.text.startswith(NO_WAY) and not reason.clause
                    if refused.error is IllegalAction and not possible:
                        return reason
        return None

    def _typed(self, words: list[str]) -> list[int]:
        if not words:
            raise invalid("no cards were named")
        codes = []
        for word in words:
            try:
                codes.append(self.deck.parse(word))
            except CardError as error:
                raise invalid(f"{word!r} is no card here", error.hint) from None
        return codes

    def _refuse_not_held(self, move: CompiledMove, codes: list[int], zone: str = "") -> None:
        held = self.refusals.held(move, codes, zone)
        if held is not None:
            raise Refused(held)

    def _one_of(self, found: list[Action], question: str) -> Action:
        if len(found) == 1:
            return found[0]
        texts = [action_text(self.engine, self.state, a) for a in found[:8]]
        more = f" and {len(found) - 8} more" if len(found) > 8 else ""
        raise Refused(Reason(question), "say " + " or ".join(texts) + more, AmbiguousAction)

    # --- melds -------------------------------------------------------------------

    def _lay(self, move: CompiledMove, words: list[str], legal: list[Action]) -> Action:
        wanted, words = self._kind(words)
        typed = self._typed(words)
        some = [a for a in legal if wanted is None or a[1] == wanted]
        exact = [a for a in some if a[2:] == tuple(sorted(typed))]
        found = exact or [
            a for a in some if len(a) == len(typed) + 2 and self._matches(typed, a[1], a[2:])
        ]
        if found:
            return self._one_of(found, "these cards can be laid in several ways")
        self._refuse_not_held(move, typed)
        raise Refused(self.refusals.lay(move, wanted, typed))

    def _kind(self, words: list[str]) -> tuple[int | None, list[str]]:
        """The kind of meld that the first word names, if it does, and the other words."""
        kinds = self.engine.rules.kinds
        names = self.kinds | {kind.title.replace(" ", "_"): kind.index for kind in kinds}
        if words and words[0].lower() in names:
            return names[words[0].lower()], words[1:]
        if words and re.fullmatch(r"[A-Za-z_]{4,}", words[0]):
            near = nearest(words[0].lower(), sorted(names))
            hint = (
                f"did you mean {' or '.join(near)}?"
                if near
                else "kinds: " + ", ".join(kind.name for kind in kinds)
            )
            raise invalid(f"{words[0]!r} is no kind of meld here", hint)
        return None, words

    def _matches(self, typed: list[int], kind: int, codes: tuple[int, ...]) -> bool:
        """Whether typed cards (a wild perhaps without its place) are these codes."""
        rest = list(codes)
        loose = []
        for card in typed:
            code = placed(self.engine, kind, card)
            if code in rest:
                rest.remove(code)
            elif code < self.deck.faces:
                loose.append(code)
            else:
                return False
        return sorted(self.deck.face_of[code] for code in rest) == sorted(loose)

    def _lay_off(self, move: CompiledMove, words: list[str], legal: list[Action]) -> Action:
        meld: int | None = None
        kind: int | None = None
        cards: list[str] = []
        rest = list(words)
        while rest:
            word = rest.pop(0)
            if word.lower() in ("to", "on", "onto"):
                continue
            # `as` is a word only before a kind; elsewhere it is the ace of spades
            if (
                word.lower() == "as"
                and rest
                and (cards or rest[0].lower() in self.kinds)
                and not (re.fullmatch(r"to|on|onto|m\d+", rest[0].lower()))
            ):
                kind_name = rest.pop(0)
                kind = self.kinds.get(kind_name.lower())
                if kind is None:
                    raise invalid(f"{kind_name!r} is no kind of meld here")
                continue
            found_meld = re.fullmatch(r"m(\d{1,4})", word.lower())
            if found_meld:
                meld = self._table_meld(word, int(found_meld[1]) - 1)
                continue
            cards.append(word)
        typed = self._typed(cards)
        if len(typed) > 1:
            raise invalid("add one card at a time")
        (code,) = typed
        found = [
            a
            for a in legal
            if (meld is None or a[1] == meld)
            and (kind is None or a[2] == kind)
            and self._is(a[3], placed(self.engine, a[2], code))
        ]
        if any(a[3] == code for a in found):
            # a wild card named without a place is meant as itself where it can be that
            found = [a for a in found if a[3] == code]
        if found:
            return self._one_of(found, f"{self.deck.text(code)} fits in several places")
        self._refuse_not_held(move, typed)
        raise Refused(self.refusals.add(move, meld, kind, code))

    def _is(self, code: int, typed: int) -> bool:
        """Whether a typed card, a wild one perhaps without its place, is this code."""
        return code == typed or (typed < self.deck.faces and self.deck.face_of[code] == typed)

    def _table_meld(self, word: str, meld: int) -> int:
        count = len(self.state.table)
        if not 0 <= meld < count:
            has = f"m1 to m{count}" if count > 1 else "m1 only" if count else "none"
            raise invalid(f"there is no meld {word}", f"on the table: {has}")
        return meld

    def _swap(self, move: CompiledMove, words: list[str], legal: list[Action]) -> Action:
        """``7H for JOK(7H) in m2 as JOK(9H)``; only the natural card must be named."""
        meld: int | None = None
        cards: list[str] = []
        for word in words:
            low = word.lower()
            found_meld = re.fullmatch(r"m(\d{1,4})", low)
            if found_meld:
                meld = self._table_meld(word, int(found_meld[1]) - 1)
            # `as` is a word only behind both cards; before it is the ace of spades
            elif low not in ("for", "in", "to", "with") and not (low == "as" and len(cards) > 1):
                cards.append(word)
        typed = self._typed(cards)
        if len(typed) > 3:
            raise invalid("name the card, the wild card that it takes the place of, and its meld")
        found = [a for a in legal if meld in (None, a[1]) and self._swaps(a, typed)]
        held_wild, face_of = self.deck.held_wild, self.deck.face_of
        face = min(typed, key=lambda c: (c >= self.deck.faces, held_wild[face_of[c]]))
        if found:
            return self._one_of(found, f"{self.deck.text(face)} can be swapped in several ways")
        self._refuse_not_held(move, [face])
        raise Refused(self.refusals.swap(move, meld, face))

    def _swaps(self, action: Action, typed: list[int]) -> bool:
        """Whether the cards of a swap, in whatever order they were typed, are these."""
        _, _, face, *codes = action
        wilds = codes[::2]  # its code in the meld and, if it stays, the new one
        for at, one in enumerate(typed):
            others = typed[:at] + typed[at + 1 :]
            if one == face and len(others) <= len(wilds):
                for chosen in permutations(wilds, len(others)):
                    if all(map(self._is, chosen, others)):
                        return True
        return False

    # --- melds laid anew ---------------------------------------------------------

    def _join(self, move: CompiledMove, words: list[str], legal: list[Action]) -> Action:
        typed = self._typed(words)
        if len(typed) > 1:
            raise invalid("let one card join at a time")
        action = (move.number, typed[0])
        if action in legal:
            return action
        self._refuse_not_held(move, typed, "hand")
        raise Refused(
            Reason(
                f"with {self.deck.text(typed[0])} the cards cannot all lie in melds, whatever "
                "else of the hand joins them"
            ),
            _offers(self.engine, self.state),
        )

    def _arranged(self, words: list[str]) -> Action:
        """`done` with the new melds named: ``done set 7S 7H 7D / run 4C 5C 6C``."""
        engine, state = self.engine, self.state
        rows: list[list[str]] = [[]]
        for word in words:
            if word == "/" or (word.lower() in self.kinds and rows[-1]):
                rows.append([])
            if word != "/":
                rows[-1].append(word)
        ways: list[list[Shape]] = [[]]
        for row in filter(None, rows):
            wanted, cards = self._kind(row)
            typed = self._typed(cards)
            found = [
                shape
                for kind in range(len(engine.rules.kinds))
                if wanted in (None, kind)
                for shape in engine.plans.readings(kind, [placed(engine, kind, c) for c in typed])
            ]
            if not found:
                raise Refused(Reason(f"{self.deck.texts(typed)} is no meld"))
            ways = [[*way, shape] for way in ways for shape in found]
        lying = Lying(engine, state, self.stage.moves[0])
        lawful = [way for way in ways if lying.named(way) is not None]
        if not lawful:
            raise Refused(
                Reason(
                    "these melds must be made of the cards that joined and of whole melds taken "
                    "up, and leave no card over"
                )
            )
        return self._one_of(
            [action_of(engine.program.done[0], way) for way in lawful],
            "these cards can lie in several ways",
        )

    # --- players and cards -------------------------------------------------------

    def _whom(self, move: CompiledMove, words: list[str]) -> tuple[tuple[int, ...], list[str]]:
        """The seat that the last words name (``to 3``, ``to seat 3``), and the words before."""
        assert move.whom is not None
        may = sorted(set(move.whom(self.state, self.state.mover)))
        seats = " or ".join(str(seat + 1) for seat in may)
        rest = list(words)
        if rest and re.fullmatch(r"\d{1,2}", rest[-1]):
            seat = int(rest.pop()) - 1
            while rest and rest[-1].lower() in ("to", "seat", "player"):
                rest.pop()
            if seat not in may:
                who = f"only {seats}" if may else "nobody"
                raise Refused(self.refusals.whom(move, f"seat {seat + 1} cannot be named, {who}"))
            return (seat,), rest
        if not may:
            raise Refused(self.refusals.whom(move, "nobody can be named"))
        if len(may) == 1:
            return (may[0],), rest
        raise invalid("say whom", f"`to` and the number of a seat: {seats}")

    def _how_many(
        self,
        move: CompiledMove,
        words: list[str],
        whom: tuple[int, ...],
        legal: list[Action],
    ) -> Action:
        """The top cards of a pile, as many as are said."""
        if len(words) != 1 or not re.fullmatch(r"[0-9]{1,3}", words[0]):
            if not words and len(legal) == 1:
                return legal[0]
            name = move.move.name
            raise invalid("it is not said how many cards", f"say a number, such as `{name} 1`")
        action = (move.number, *whom, int(words[0]))
        if action in legal:
            return action
        if action in candidates(self.engine, self.state, self.stage):
            raise Refused(self.refusals.no_way(action))
        raise Refused(self.refusals.pile(move, action[-1]))

    def _cards(self, move: CompiledMove, words: list[str], whom: tuple[int, ...]) -> Action:
        typed = sorted(self._typed(words))
        action = (move.number, *whom, *typed)
        if action in (self.state.legal or []):
            return action
        self._refuse_not_held(move, typed)
        if move.numbers is not None:
            counts = sorted(set(move.numbers(self.state, self.state.mover)))
        else:
            counts = [1 if move.count is None else move.count(self.state, self.state.mover)]
        if len(typed) not in counts:
            told = " or ".join(map(str, counts)) if len(counts) < 4 else "another number of"
            raise invalid(f"name {told} card{'s' if counts != [1] else ''}")
        failed = self.refusals.cards(move, typed)
        raise Refused(failed or self.refusals.no_way(action))


__all__ = ["Refused", "action_text", "parse_action", "read_action"]
