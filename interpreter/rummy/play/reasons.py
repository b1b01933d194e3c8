"""Why not: the clause that refuses an action or a meld, and the values in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING

from rummy.errors import ActionError
from rummy.play.actions import parse_action, why_not_meld

if TYPE_CHECKING:
    from rummy.play.engine import Engine
    from rummy.play.match import Match


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is refused.

    ``text`` says it in a card player's words, in one sentence without a full
    stop. ``clause`` is the clause of the file that refuses, as it stands there
    ("" where none does), ``values`` are parts of it as written with their
    values as a player writes them. ``key`` says where it stands in the file
    (``melds.run.valid``, ``turn.must.under_limit``), ``place`` is its file and
    line (``iceberg.yaml:93``); both "" where nothing in the file refuses.
    """

    text: str
    clause: str = ""
    values: tuple[tuple[str, str], ...] = ()
    key: str = ""
    place: str = ""


def why(match: Match, text: str) -> Reason | None:
    """Why a typed action is refused now; None: it is legal.

    ``text`` is what a player would type: ``meld run 7H 8H 9H``, ``discard KC``.
    Nothing is changed.
    """
    now = match.engine.for_players(len(match.state.everyone))
    try:
        parse_action(now, match.state, text)
    except ActionError as error:
        reason = error.reason + (f"; {error.hint}" if error.hint else "")
        return Reason(reason, key=error.rule)
    return None


def why_no_meld(engine: Engine, kind: int, codes: Sequence[int]) -> Reason | None:
    """Why cards are no meld of a kind; None: they are one.

    ``kind`` counts over the kinds of the file from 0; ``codes`` are cards as
    ``Deck.parse`` reads them, wild cards with or without their places.
    """
    if engine.plans.readings(kind, tuple(codes)):
        return None
    found = why_not_meld(engine, kind, list(codes))
    if found is None:
        return None
    expressions = dict(engine.rules.spec.expressions)
    expr = expressions.get(found[1])
    clause = " ".join(expr.text.split()) if expr is not None else ""
    place = f"{PurePath(expr.place.file).name}:{expr.place.line}" if expr is not None else ""
    return Reason(found[0], clause, (), found[1], place)
