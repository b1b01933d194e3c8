"""A hint in three steps: which kind of move, which cards, the whole action and why.

The action comes from somebody who sees no more than the player does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummy.play.stages import CARDS, LAY, LAY_OFF, OPEN, REBUILD, SAY, SWAP, TOP
from rummy.terminal.narration import words
from rummy.terminal.offers import action_parts, engine_now, points_of
from rummy.terminal.tables import card, cards
from rummy.terminal.writer import Part, Writer

if TYPE_CHECKING:
    from rummy.play.match import Match
    from rummy.play.state import Action

STEPS = 3


def hint(match: Match, action: Action, step: int, writer: Writer) -> None:
    """Write one step (from 1) of the hint for an action."""
    engine = engine_now(match)
    more = " (`hint` again for more)" if step < STEPS else ""
    if step == 1:
        name = match.text(action).split()[0]
        writer.say(f"Hint: think of {words(name)!r}.{more}", hang="  ")
    elif step == 2:
        codes = _codes(match, action)
        if codes:
            writer.say("Hint: look at ", *cards(engine.deck, codes, writer), f".{more}", hang="  ")
        else:
            writer.say(f"Hint: no card of yours is needed for it.{more}", hang="  ")
    else:
        said = action_parts(match, action, writer)
        writer.say("Hint: ", *said, ": ", *_why(match, action, writer), ".", hang="  ")


def _codes(match: Match, action: Action) -> tuple[int, ...]:
    """The cards that an action names, as they are laid."""
    engine = engine_now(match)
    if len(action) == 1:
        return ()
    move = engine.program.moves[action[0]]
    if move.kind == SWAP:
        return action[2:3]
    if move.kind == LAY_OFF:
        return action[3:]
    if move.kind in (LAY, OPEN):
        return action[2:]
    return () if move.kind == TOP else move.named(action)


def _why(match: Match, action: Action, writer: Writer) -> list[Part]:
    """What speaks for an action, as far as the player can see it."""
    engine = engine_now(match)
    if action == engine.program.done:
        return ["there is nothing that is better done now"]
    move = engine.program.moves[action[0]]
    deck = engine.deck
    points = points_of(match, action)
    if points:
        return [f"it earns {points} points at once"]
    held = sum(deck.points_of[deck.face_of[code]] for code in _codes(match, action))
    if move.kind in (LAY, LAY_OFF, REBUILD) or (move.kind == OPEN and len(action) > 1):
        return [f"cards worth {held} points leave your hand" if held else "cards leave your hand"]
    if move.kind == SWAP:
        return ["the wild card can be of use in another place"]
    if move.kind == OPEN:
        return ["your hand holds the melds that are needed"]
    if move.kind == CARDS and move.target is not None and move.target.name != "hand":
        return _throw(match, action, held)
    if move.kind == TOP and move.source is not None and move.source.seen_by != "nobody":
        zone = match.view().zone(move.source.name, move.source.owner(match.state, match.seat))
        if zone.cards:
            return [card(deck, zone.cards[-1], writer), " seems to go with cards of your hand"]
    if move.kind in (TOP, SAY):
        return ["nothing else that you may do is of more use"]
    return ["it is the best that is seen from your seat"]


def _throw(match: Match, action: Action, held: int) -> list[Part]:
    """Why just these cards go: how little goes with them, what they cost."""
    deck = engine_now(match).deck
    hand = match.view().hand
    going = [deck.face_of[code] for code in _codes(match, action)]
    rest = list(hand)
    for face in going:
        rest.remove(face)
    ranks = {deck.rank_of[face] for face in rest}
    near = any(
        deck.suit_of[face] == deck.suit_of[other]
        and abs(deck.rank_of[face] - deck.rank_of[other]) <= 2
        for face in going
        for other in rest
    )
    alike = any(deck.rank_of[face] in ranks for face in going)
    told: list[str] = []
    if not alike and not near:
        told.append("no other card of your hand has its rank or is near it in its suit")
    elif not alike:
        told.append("no other card of your hand has its rank")
    else:
        told.append("your hand seems to need it least")
    if held:
        told.append(f"and it counts {held} points if it stays")
    return [" ".join(told)]
