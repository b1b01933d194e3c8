"""Why not: the clause that refuses an action or a meld, and the values in it.

The reasons themselves are made in ``rummy.play.refusals`` and the rooms that it
asks; here is the door to them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rummy.errors import IllegalAction
from rummy.play.actions import Refused, read_action
from rummy.play.explain import Reason
from rummy.play.nomeld import no_meld, split

if TYPE_CHECKING:
    from rummy.play.engine import Engine
    from rummy.play.match import Match
    from rummy.play.state import State

__all__ = ["Reason", "why", "why_no_meld", "why_not"]


def why(match: Match, text: str) -> Reason | None:
    """Why a typed action is refused now; None: it is legal.

    ``text`` is what a player would type: ``meld run 7H 8H 9H``, ``discard KC``.
    Nothing is changed. What cannot be read as an action has a reason without a
    clause.
    """
    return why_not(match.engine.of(match.state), match.state, text)


def why_not(engine: Engine, state: State, text: str) -> Reason | None:
    """The same for a state, such as that of a situation."""
    try:
        read_action(engine, state, text)
    except Refused as refused:
        reason = refused.reason
        if refused.hint and refused.error is not IllegalAction:
            return Reason(f"{reason.text}; {refused.hint}")
        return reason
    return None


def why_no_meld(engine: Engine, kind: int, codes: Sequence[int]) -> Reason | None:
    """Why cards are no meld of a kind; None: they are one.

    ``kind`` counts over the kinds of the file from 0; ``codes`` are cards as
    ``Deck.parse`` reads them, wild cards with or without their places.
    """
    return no_meld(engine, kind, *split(engine, codes))
