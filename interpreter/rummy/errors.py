"""What can go wrong with what people write, each with its reason.

Everything that leaves the public API by way of an exception is one of these.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rummy.diagnostics import Diagnostic


class RummyError(Exception):
    """Root of all errors of this package."""


class SpecError(RummyError):
    """A spec file cannot be used; ``diagnostics`` say where and why."""

    def __init__(self, name: str, diagnostics: list[Diagnostic]) -> None:
        self.name = name
        self.diagnostics = diagnostics
        first = f": {diagnostics[0].short()}" if diagnostics else ""
        super().__init__(f"{name} cannot be played{first}")


class UsageError(RummyError):
    """An argument (players, option, seed, file) is wrong."""


class CardError(RummyError):
    """A text is no card of the deck."""

    def __init__(self, text: str, hint: str) -> None:
        self.text = text
        self.hint = hint
        super().__init__(f"{text!r} is no card here: {hint}")


class ActionError(RummyError):
    """An action is refused; the state is as it was."""

    def __init__(self, text: str, reason: str, rule: str = "", hint: str = "") -> None:
        self.text = text
        self.reason = reason
        self.rule = rule
        self.hint = hint
        where = f" [{rule}]" if rule else ""
        more = f"; {hint}" if hint else ""
        super().__init__(f"{text}: {reason}{where}{more}")


class InvalidAction(ActionError):
    """The text cannot be read as an action."""


class IllegalAction(ActionError):
    """The action can be read, but the rules do not allow it now."""


class AmbiguousAction(ActionError):
    """The text fits several legal actions; the hint names them."""


class LogError(RummyError):
    """A log or a saved game cannot be read or does not fit the spec."""
