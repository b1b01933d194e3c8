"""The examples of a spec, carried out: a variant is published with its proofs."""

from __future__ import annotations

from dataclasses import dataclass

from rummy.errors import ActionError, CardError, UsageError
from rummy.lang.generate import Module
from rummy.lang.trees import Node, Place
from rummy.play.actions import action_text, parse_action
from rummy.play.claims import Hand, failing, is_because, play_scores
from rummy.play.coverage import Watch
from rummy.play.engine import Engine
from rummy.play.explain import Explainer
from rummy.play.reasons import Reason, why_no_meld, why_not
from rummy.play.sight import TableEnv
from rummy.play.situation import Situation, engine_of, set_up, situation_of
from rummy.play.state import State
from rummy.play.words import Words, plain
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


def run_examples(
    spec: Spec, reasons: bool = False, watch: Watch | None = None, first: bool = False
) -> list[ExampleResult]:
    """Try out every example of a spec, in file order.

    ``reasons``: also find out why each action that is to be refused is refused.
    ``watch``: who notes what they touch; ``first``: no further than the first that
    does not hold.
    """
    engines: dict[tuple[object, ...], Engine] = {}
    results = []
    for example in spec.examples:
        results.append(_Run(spec, example, engines, reasons, watch).result())
        if first and not results[-1].ok:
            break
    return results


class _Open(Explainer):
    """Explains what whoever wrote the example sees: all cards lie open."""

    def secret(self, node: Node) -> bool:
        """Nothing is hidden from the author of a situation."""
        return False


class _Run:
    def __init__(
        self,
        spec: Spec,
        example: Example,
        engines: dict[tuple[object, ...], Engine],
        reasons: bool,
        watch: Watch | None,
    ) -> None:
        self.example = example
        self.reasons = reasons
        self.watch = watch
        self.problems: list[Problem] = []
        self.refused: list[tuple[str, str]] = []
        self.claims = 0
        self.reasons_named = {what: (text, place) for what, text, place in example.reasons}
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
        if self.watch is not None:
            self.watch.options(self.engine)
        situation = self._read()
        for kind, cards, place in example.accepts:
            self._meld(kind, cards, place, True)
        for kind, cards, place in example.refuses:
            self._meld(kind, cards, place, False)
        if example.hands:
            self._hands(situation)
        if example.given or example.play or example.legal or example.illegal or example.check:
            self._situation(situation)
        if example.totals:
            self._match()
        if example.scores:
            self._scores()
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
        if self.watch is not None:
            self.watch.meld(engine, kind, codes, found)
        if found == wanted:
            named = self.reasons_named.get(place)
            if named and (reason := why_no_meld(engine, kind, codes)):
                self._because(cards, reason, *named, failing(engine, kind, codes))
            return
        title = engine.rules.kinds[kind].title
        if found:
            self._problem(place, f"{cards} is to be refused as {title}, but it is accepted")
        else:
            reason = why_no_meld(engine, kind, codes)
            told = f": {told_reason(reason)}" if reason else ""
            self._problem(place, f"{cards} is to be accepted as {title}, but it is refused{told}")

    def _because(
        self, what: str, reason: Reason, named: str, place: Place, others: list[str]
    ) -> None:
        """Whether something is refused for the reason that the example names."""
        if not is_because(reason, named, others):
            text = f"{what} is refused, but not because of {named}: {told_reason(reason)}"
            self._problem(place, text)

    # --- hands -----------------------------------------------------------

    def _hands(self, situation: Situation | None) -> None:
        if situation is None:
            return
        try:
            state = set_up(self.engine, situation, advance=False)
            for cards, claim, place in self.example.hands:
                self.claims += 1
                instead = Hand(self.engine.of(state), state, cards).claim(claim)
                if instead:
                    self._problem(place, f"{cards}: {claim} is not so; {instead}")
        except (UsageError, CardError) as error:
            self._problem(self.example.place, f"the hand cannot be looked at: {error}")

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
        if self.watch is not None and asks:
            self.watch.arrived(engine.of(state), state)
        for text, place in example.play:
            self.claims += 1
            if not self._play(state, text, place):
                return
        if self.watch is not None and asks:
            self.watch.before(engine.of(state), state)
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
                named = self.reasons_named.get(place)
                asked = self.reasons or named or self.watch is not None
                reason = why_not(engine, state, text) if asked else None
                if self.watch is not None:
                    self.watch.refused(reason)
                if named:
                    self._because(text, reason or Reason(str(error)), *named, [])
                if self.reasons:
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
            action = parse_action(self.engine, state, text)
        except ActionError:
            self._problem(place, f"{text!r} is to be played, but {self._refused(state, text)}")
            return False
        if self.watch is not None:
            now, before = self.engine.of(state), state.copy()
            self.watch.before(now, before)
        self.engine.apply(state, action)
        if self.watch is not None:
            self.watch.after(now, before, action[0], state)
        return True

    def _refused(self, state: State, text: str) -> str:
        reason = why_not(self.engine, state, text)
        return "it is refused" + (f": {told_reason(reason)}" if reason else "")

    def _check(self, state: State, check: Expr) -> None:
        if self._value(state, check):
            return
        engine = self.engine.of(state)
        explainer = _Open(Words(engine.rules), TableEnv(engine, state, state.me))
        reason = explainer.failure(check, "")
        told = f": {reason.text}" if reason is not None else ""
        self._problem(check.place, f"{plain(check.text)} does not hold{told}")

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
        if self.watch is not None:
            self.watch.match(engine, state)
        winners = engine.outcome(state) or ()
        wanted = example.wins or ()
        if tuple(sorted(wanted)) != winners:
            self._problem(example.place, f"{_seats(wanted)} to win, but it is {_seats(winners)}")

    def _scores(self) -> None:
        """The rounds of a match, by their scores, and who wins it."""
        example = self.example
        self.claims += 1
        for row in example.scores:
            for seat, _ in row:
                if seat >= self.engine.players:
                    self._problem(example.place, f"there is no seat {seat + 1}")
                    return
        winners, rounds, state = play_scores(self.engine, example.scores)
        if self.watch is not None:
            self.watch.match(self.engine.of(state), state)
        wanted = example.wins or ()
        totals = ", ".join(str(total) for total in state.total)
        if winners is not None and rounds < len(example.scores):
            told = f"the match is over after round {rounds} already ({totals})"
            self._problem(example.place, f"{told}: {_seats(winners)} wins")
        elif tuple(sorted(wanted)) != (winners or ()):
            told = f"{_seats(wanted)} to win, but it is {_seats(winners or ())}"
            self._problem(example.place, f"{told} (totals {totals})")


def told_reason(reason: Reason) -> str:
    """A reason on one line, with the clause that refuses and where it stands."""
    where = ", ".join(filter(None, (reason.key, reason.place)))
    clause = f"; {reason.clause}" if reason.clause else ""
    return f"{reason.text}{clause}" + (f" [{where}]" if where else "")


def _seats(seats: tuple[int, ...]) -> str:
    if not seats:
        return "nobody"
    return "seat " + " and ".join(str(seat + 1) for seat in seats)
