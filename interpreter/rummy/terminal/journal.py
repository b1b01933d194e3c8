"""A match with a memory: what may be taken back, and where new knowledge forbids it.

An action can be taken back while its player is still to decide in the same turn
and has learnt nothing by it: no card was drawn or turned up, nobody else has
acted. What is taken back is the whole state, so the same hidden cards come again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rummy.cards import Deck
    from rummy.play.match import Match
    from rummy.play.records import Record
    from rummy.play.state import Action
    from rummy.play.view import View

NOTHING_YET = "nothing has been done yet"
TURN_OVER = "another turn has begun since"
OTHERS = "somebody else was asked since"
CARDS_SEEN = "new cards have been seen since"
RULE = "a rule of the game has stepped in since"
STIRRED = ("shuffle", "turn_over")
"""Records after which nobody knows any more what lies in a pile."""


class Refusal(Exception):
    """Something that a player asks for cannot be; the text says why."""


class Journal:
    """Carries out the actions of a match and knows which may be taken back.

    ``humans`` are the seats (from 0) that may take back.
    """

    def __init__(self, match: Match, humans: Collection[int]) -> None:
        self.match = match
        self.humans = humans
        self.before: list[Match] = []
        """How the match stood before each action that may be taken back."""
        self.reason = NOTHING_YET
        """Why nothing (more) may be taken back."""
        self.acted: dict[int, int] = {}
        """For each human how many records there were after the last own action."""
        self.tops: dict[tuple[str, int], dict[int, int]] = {}
        """The cards that lay open on each pile, by the height at which they lay."""
        self._remember()

    @property
    def records(self) -> list[Record]:
        """Everything that has happened."""
        assert self.match.records is not None
        return self.match.records

    def apply(self, action: Action | str) -> None:
        """Carry out an action of the seat to decide; a refused one changes nothing."""
        match = self.match
        seat = match.seat
        mine = seat in self.humans
        before = match.view() if mine else None
        snapshot = match.copy() if mine else None
        told = len(self.records)
        match.apply(action)
        new = self.records[told:]
        if snapshot is None or before is None:
            self._forget(OTHERS)
        else:
            self.before.append(snapshot)
            self.acted[seat] = len(self.records)
            reason = self._learnt(before, new)
            if reason:
                self._forget(reason)
        if any(record.what == "round" or record.what in STIRRED for record in new):
            self.tops = {}
        self._remember()

    def harmless(self, action: Action) -> Match | None:
        """The match after an action by which its player learns nothing, else None."""
        match = self.match
        before = match.view()
        after = match.copy()
        told = len(self.records)
        after.apply(action)
        assert after.records is not None
        return None if self._learnt(before, after.records[told:], after) else after

    def undo(self) -> str:
        """Take back the last action; its text. ``Refusal`` says why that cannot be."""
        if not self.before:
            raise Refusal(self.reason)
        text = self.match.actions[-1][1]
        seat = self.match.seat
        self.match = self.before.pop()
        self.acted[seat] = len(self.records)
        if not self.before:
            self.reason = "all that you did since is taken back already"
        return text

    def _forget(self, reason: str) -> None:
        self.before = []
        self.reason = reason

    def _learnt(self, before: View, new: Sequence[Record], match: Match | None = None) -> str:
        """What forbids to take back the action that led here from a view; "" if nothing."""
        match = match or self.match
        if match.over or (match.state.round, match.state.turn_number) != (
            before.round,
            before.turn,
        ):
            return TURN_OVER
        if match.seat != before.seat:
            return OTHERS
        if self._seen(before, match.view(before.seat)):
            return CARDS_SEEN
        if any(record.what == "event" for record in new):
            return RULE
        return ""

    def _seen(self, before: View, after: View) -> bool:
        """Whether a card is seen that was not seen before, nor known to lie there."""
        deck = self.match.engine.deck
        new = _faces(after, deck) - _faces(before, deck)
        for zone, was in zip(after.zones, before.zones, strict=True):
            if zone.cards and zone.count < was.count:
                known = self.tops.get((zone.name, zone.seat), {})
                if known.get(zone.count) == zone.cards[-1]:
                    new[zone.cards[-1]] -= 1
        return any(count > 0 for count in new.values())

    def _remember(self) -> None:
        """Note what lies open on top of the piles, as everybody sees it."""
        piles = {zone.name for zone in self.match.spec.zones if zone.seen_by == "top"}
        for zone in self.match.view(-1).zones:
            if zone.name in piles and zone.cards:
                self.tops.setdefault((zone.name, zone.seat), {})[zone.count] = zone.cards[-1]


def _faces(view: View, deck: Deck) -> Counter[int]:
    """How often each face is seen in a view, in hands, piles and melds."""
    seen = Counter(face for zone in view.zones for face in zone.cards or ())
    seen.update(deck.face_of[code] for meld in view.melds for code in meld.codes)
    return seen
