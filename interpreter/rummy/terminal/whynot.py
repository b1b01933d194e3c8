"""Why something that was typed is not allowed: the clause that refuses, as people read it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rummy.errors import ActionError
from rummy.play.reasons import Reason, why, why_no_meld
from rummy.terminal import typed
from rummy.terminal.offers import engine_now
from rummy.terminal.writer import Writer

if TYPE_CHECKING:
    from rummy.play.match import Match
    from rummy.terminal.journal import Journal


def why_not(journal: Journal, text: str) -> list[Reason]:
    """Why a typed text is refused now; nothing if it is allowed.

    Cards alone that nothing takes now are judged as a meld, by each kind.
    """
    try:
        typed.read(journal, text)
    except ActionError:
        pass
    else:
        return []
    match = journal.match
    try:
        said = typed.take_apart(match, typed.tidy(text))
        there = typed.ahead(journal, said)
        if there is not None:
            _, match, said = there
        reason = why(match, typed.written(match, said))
    except typed.NothingTakesIt as error:
        return _as_meld(match, error.said) or [Reason(error.reason)]
    except ActionError as error:
        return [Reason(f"{error.reason}; {error.hint}" if error.hint else error.reason)]
    if reason is not None and reason.key == "melds":
        return _as_meld(match, said) or [reason]  # each kind by itself, with its clause
    return [] if reason is None else [reason]


def _as_meld(match: Match, said: typed.Said) -> list[Reason]:
    """What cards lack to be a meld, or that they are one and this is not the time."""
    if len(said.cards) < 2 or said.meld is not None:
        return []
    engine = engine_now(match)
    found = []
    for kind in engine.rules.kinds:
        if said.kind in (None, kind.index):
            reason = why_no_meld(engine, kind.index, said.cards)
            if reason is None:
                return [Reason(f"they are a {kind.title}, but no meld can be laid now")]
            found.append(replace(reason, text=f"no {kind.title}: {reason.text}"))
    return found


def show_reason(reason: Reason, writer: Writer) -> None:
    """Write a reason: the sentence, the clause, the values in it, where it stands."""
    text = reason.text[:1].upper() + reason.text[1:]
    writer.say(f"{text.rstrip('.')}.", hang="  ")
    if reason.clause:
        writer.say(f"the rule: {reason.clause}", indent="  ", hang="    ")
    for part, value in reason.values:
        writer.say(f"{part} is {value}", indent="  ", hang="    ")
    if reason.place:
        writer.say(f"in the file: {reason.key} ({reason.place})", indent="  ", hang="    ")
