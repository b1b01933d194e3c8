"""The table that is asked about, and what an answer is."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, cast

from rummy.errors import ActionError, UsageError
from rummy.play.actions import parse_action
from rummy.play.situation import Situation, set_up

if TYPE_CHECKING:
    from rummy.asking.reading import Question
    from rummy.melds import Shape
    from rummy.play.engine import Engine
    from rummy.play.reasons import Reason
    from rummy.play.state import State

Facts = dict[str, object]
"""What an answer says, for programs."""


@dataclass(slots=True)
class Answer:
    """The answer to a question.

    ``yes``: None where it is no question of yes or no. ``title`` and ``lines``
    say it in words, ``reasons`` tell why not, each with what it is about
    (``run``, ``round 3``), ``facts`` are the same for programs.
    """

    question: str
    yes: bool | None
    title: str
    lines: list[str] = field(default_factory=list)
    reasons: list[tuple[str, Reason]] = field(default_factory=list)
    facts: Facts = field(default_factory=dict)


@dataclass(slots=True)
class Table:
    """A table as it was described (see ``rummy.asking.Asker``)."""

    engine: Engine
    situation: Situation
    play: tuple[str, ...] = ()
    described: bool = False
    round_said: bool = False

    @property
    def earns(self) -> bool:
        """Whether melds or added cards earn points at once."""
        return any(kind.lay or kind.add for kind in self.engine.rules.kinds)

    @property
    def counts(self) -> bool:
        """Whether cards in hand have points."""
        return any(self.engine.deck.points_of)

    def state(
        self, advance: bool = False, question: Question | None = None, round: int | None = None
    ) -> State:
        """How things lie after what is played first; with ``advance`` at a decision.

        The cards of a question are then the hand of the player in turn.
        """
        situation = self.situation if round is None else replace(self.situation, round=round)
        if question is not None and question.codes:
            faces = tuple(self.engine.deck.face_of[code] for code in question.codes)
            zones = {**situation.zones, ("hand", situation.turn): faces}
            # what was played first was played with another hand
            return set_up(self.engine, replace(situation, zones=zones), advance)
        state = set_up(self.engine, situation, advance or bool(self.play))
        for text in self.play:
            seat, action = seat_before(text)
            if seat is not None and (state.over or state.mover != seat):
                raise UsageError(f"under `play`: {text!r}: seat {seat + 1} is not to act then")
            try:
                self.engine.apply(state, parse_action(self.engine, state, action))
            except ActionError as error:
                raise UsageError(f"under `play`: {error}") from None
        return state

    def bag(self, question: Question) -> int:
        """The cards asked about, or the hand of the player in turn."""
        if question.codes:
            return self.engine.deck.bag([self.engine.deck.face_of[c] for c in question.codes])
        if not self.described:
            raise UsageError(f"no cards were named: write them after `{question.what}`")
        state = self.state()
        bag = cast(int, state.z[self.engine.program.hand_base + state.me])
        if not bag:
            raise UsageError(f"the hand of seat {state.me + 1} has no cards")
        return bag

    # --- in words --------------------------------------------------------------------

    def name(self, shape: Shape) -> str:
        """A meld in words: ``run 7H 8H 9H``."""
        return f"{self.engine.rules.kinds[shape.kind].name} {self._cards(shape)}"

    def facts(self, shape: Shape) -> Facts:
        """A meld for programs."""
        kind = self.engine.rules.kinds[shape.kind].name
        return {"kind": kind, "cards": self._cards(shape)}

    def _cards(self, shape: Shape) -> str:
        return self.engine.deck.texts(shape.display)

    def worth(self, bag: int) -> str:
        """The points of cards in hand in brackets, if cards have points here."""
        return f" ({points(self.engine.deck.bag_points(bag))})" if self.counts else ""

    def left(self, bag: int) -> str:
        """Cards that are left, with their points."""
        return f"{self.engine.deck.bag_text(bag)}{self.worth(bag)}" if bag else "no card"


def seat_before(text: str) -> tuple[int | None, str]:
    """``2: pass KC`` as a seat from 0 (None: nobody is named) and the action."""
    seat, colon, rest = text.partition(":")
    if colon and seat.strip().isdigit():
        return int(seat) - 1, rest.strip()
    return None, text


def points(number: int) -> str:
    """``1 point``, ``30 points``."""
    return f"{number} point{'' if number in (1, -1) else 's'}"


def reason_facts(reason: Reason) -> Facts:
    """A reason for programs."""
    return {
        "text": reason.text,
        "clause": reason.clause,
        "values": dict(reason.values),
        "key": reason.key,
        "place": reason.place,
    }
