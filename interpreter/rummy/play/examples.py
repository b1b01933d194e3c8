"""The examples of a spec, carried out: a variant is published with its proofs."""

from __future__ import annotations

from dataclasses import dataclass

from rummy.errors import ActionError, CardError, UsageError
from rummy.lang.generate import Module
from rummy.lang.trees import Place
from rummy.play.actions import action_text, parse_action
from rummy.play.engine import Engine
from rummy.play.reasons import Reason, why_no_meld, why_not
from rummy.play.situation import Situation, engine_of, set_up, situation_of
from rummy.play.state import State
from rummy.spec.bind import bind
from rummy.spec.model import Example, Expr, Spec


@dataclass(frozen=True, slots=True)
class Problem:
    """What an example claims and what is true instead, and where it says so."""

    place: Place
    text: str


@dataclass(frozen=True, slots=True)
class ExampleResult:
    """How one example went: no problems means that it holds.

    ``refused``: if wanted, the actions that are refused as they should be, each with
    the reason: one that is refused for another reason than was thought proves nothing.
    """

    example: Example
    problems: tuple[Problem, ...]
    claims: int
    refused: tuple[tuple[str, str], ...] = ()

    @property
    def ok(self) -> bool:
        """Whether everything that the example claims is so."""
        return not self.problems


def run_examples(spec: Spec, reasons: bool = False) -> list[ExampleResult]:
    """Try out every example of a spec, in file order.

    ``reasons``: also find out why each action that is to be refused is refused.
    """
    engines: dict[tuple[object, ...], Engine] = {}
    return [_Run(spec, example, engines, reasons).result() for example in spec.examples]


class _Run:
    def __init__(
        self,
        spec: Spec,
        example: Example,
        engines: dict[tuple[object, ...], Engine],
        reasons: bool,
    ) -> None:
        self.example = example
        self.reasons = reasons
        self.problems: list[Problem] = []
        self.refused: list[tuple[str, str]] = []
        self.claims = 0
        players = example.players or spec.players[0]
        key = (players, example.options)
        engine = engines.get(key)
        if engine is None:
            engine = engines[key] = Engine(bind(spec, players, dict(example.options)))
        self.engine = engine
        """That for the wild cards of the situation, where they change."""

    def result(self) -> ExampleResult:
        """Carry the example out."""
        example = self.example
        situation = self._read()
        for kind, cards, place in example.accepts:
            self._meld(kind, cards, place, True)
        for kind, cards, place in example.refuses:
            self._meld(kind, cards, place, False)
        if example.given or example.play or example.legal or example.illegal or example.check:
            self._situation(situation)
        if example.totals:
            self._match()
        return ExampleResult(example, tuple(self.problems), self.claims, tuple(self.refused))

    def _problem(self, place: Place, text: str) -> None:
        self.problems.append(Problem(place, text))

    # --- melds -----------------------------------------------------------

    def _meld(self, name: str, cards: str, place: Place, wanted: bool) -> None:
        self.claims += 1
        engine = self.engine
        kind = next(k.index for k in engine.rules.kinds if k.name == name)
        try:
            codes = engine.deck.parse_many(cards)
        except CardError as error:
            self._problem(place, str(error))
            return
        found = bool(engine.plans.readings(kind, codes))
        if found == wanted:
            return
        title = engine.rules.kinds[kind].title
        if found:
            self._problem(place, f"{cards} is to be refused as {title}, but it is accepted")
        else:
            reason = why_no_meld(engine, kind, codes)
            told = f": {told_reason(reason)}" if reason else ""
            self._problem(place, f"{cards} is to be accepted as {title}, but it is refused{told}")

    # --- situations ------------------------------------------------------

    def _situation(self, situation: Situation | None) -> None:
        example, engine = self.example, self.engine
        if situation is None:
            return
        asks = bool(example.play or example.legal or example.illegal)
        try:
            state = set_up(engine, situation, advance=asks)
        except UsageError as error:
            self._problem(example.place, f"the situation cannot be set up: {error}")
            return
        for text, place in example.play:
            self.claims += 1
            if not self._play(state, text, place):
                return
        for text, place in example.legal:
            self.claims += 1
            try:
                parse_action(engine, state, text)
            except ActionError:
                self._problem(place, f"{text!r} is to be legal, but {self._refused(state, text)}")
        for text, place in example.illegal:
            self.claims += 1
            try:
                action = parse_action(engine, state, text)
            except ActionError as error:
                if self.reasons:
                    reason = why_not(engine, state, text)
                    self.refused.append((text, told_reason(reason) if reason else str(error)))
                continue
            found = action_text(engine, state, action)
            self._problem(place, f"{text!r} is to be refused, but {found!r} is legal")
        for check in example.check:
            self.claims += 1
            self._check(state, check)

    def _read(self) -> Situation | None:
        """The situation of the example; from now on its wild cards are wild."""
        try:
            situation = situation_of(self.engine, self.example.given, self.example.round)
            self.engine = engine_of(self.engine, situation)
        except UsageError as error:
            self._problem(self.example.place, f"the situation cannot be set up: {error}")
            return None
        return situation

    def _play(self, state: State, text: str, place: Place) -> bool:
        seat_text, colon, rest = text.partition(":")
        if colon and seat_text.strip().isdigit():
            if state.mover != int(seat_text) - 1:
                to_move = f"seat {state.mover + 1}" if not state.over else "nobody"
                self._problem(place, f"seat {seat_text.strip()} is to act, but {to_move} is")
                return False
            text = rest.strip()
        try:
            self.engine.apply(state, parse_action(self.engine, state, text))
        except ActionError:
            self._problem(place, f"{text!r} is to be played, but {self._refused(state, text)}")
            return False
        return True

    def _refused(self, state: State, text: str) -> str:
        reason = why_not(self.engine, state, text)
        return "it is refused" + (f": {told_reason(reason)}" if reason else "")

    def _check(self, state: State, check: Expr) -> None:
        if not self._value(state, check):
            self._problem(check.place, f"{check.text.strip()} does not hold")

    def _value(self, state: State, check: Expr) -> bool:
        engine = self.engine
        module = Module(engine.deck)
        module.function("check", "s, me", engine.rules.fold(check.tree), engine.program.slots, {})
        function = module.compile(engine.program.helpers())["check"]
        return bool(function(state, state.me))

    # --- the end of a match ----------------------------------------------

    def _match(self) -> None:
        example, engine = self.example, self.engine
        self.claims += 1
        state = engine.blank(0)
        state.round = state.played = example.round
        for seat, total in example.totals:
            if seat >= engine.players:
                self._problem(example.place, f"there is no seat {seat + 1}")
                return
            state.total[seat] = total
        winners = engine.outcome(state) or ()
        wanted = example.wins or ()
        if tuple(sorted(wanted)) != winners:
            self._problem(example.place, f"{_seats(wanted)} to win, but it is {_seats(winners)}")


def told_reason(reason: Reason) -> str:
    """A reason on one line, with the clause that refuses and where it stands."""
    where = ", ".join(filter(None, (reason.key, reason.place)))
    clause = f"; {reason.clause}" if reason.clause else ""
    return f"{reason.text}{clause}" + (f" [{where}]" if where else "")


def _seats(seats: tuple[int, ...]) -> str:
    if not seats:
        return "nobody"
    return "seat " + " and ".join(str(seat + 1) for seat in seats)
