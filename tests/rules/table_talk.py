"""What tests say at a table, whatever the game: seats from 1, cards and actions as text."""

from __future__ import annotations

from typing import Self

from rummy.errors import ActionError
from rummy.play.actions import action_text, parse_action
from rummy.play.engine import Engine
from rummy.play.state import State
from rummy.play.view import View, make_view


class TableTalk:
    """A hand in progress. Who inherits sets up ``engine`` and ``state``."""

    engine: Engine
    state: State

    @property
    def now(self) -> Engine:
        """The engine for the players still in."""
        return self.engine.of(self.state)

    def do(self, *texts: str) -> Self:
        """Carry out actions one after another; ``2: buy`` checks who is to act."""
        for text in texts:
            seat, colon, rest = text.partition(":")
            if colon:
                assert self.seat == int(seat), f"{text!r}, but seat {self.seat} is to act"
                text = rest
            self.now.apply(self.state, parse_action(self.now, self.state, text))
        return self

    def refuses(self, text: str) -> str:
        """The reason why an action is refused; nothing has changed by asking."""
        before = self.state.key()
        try:
            parse_action(self.now, self.state, text)
        except ActionError as error:
            assert self.state.key() == before
            return str(error)
        raise AssertionError(f"{text!r} is legal")

    def allows(self, text: str) -> bool:
        """Whether an action is legal."""
        try:
            parse_action(self.now, self.state, text)
        except ActionError:
            return False
        return True

    @property
    def legal(self) -> list[str]:
        """The legal actions as texts."""
        return [action_text(self.now, self.state, action) for action in self.state.legal or ()]

    @property
    def seat(self) -> int:
        """Who has to decide; 0 when everything is over."""
        return self.state.mover + 1

    @property
    def over(self) -> bool:
        """Whether the hand (or match) is over and counted."""
        return self.state.over

    @property
    def ended_by(self) -> str:
        """What ended the last hand that was counted."""
        return self.state.history[-1].ended_by

    @property
    def points(self) -> tuple[int, ...]:
        """What the last hand that was counted has added for each seat."""
        return self.state.history[-1].points

    def view(self, seat: int) -> View:
        """What a seat sees."""
        return make_view(self.now, self.state, seat - 1)
