"""What happened, as records with a face for each audience.

A record is made once; screens, logs and bots read it through ``for_seat``,
which shows a card only to those who could see it leave or arrive.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Record:
    """One thing that happened.

    what: round, first_dealer, deal, turn, move, lay, add, rebuild (``cards`` join,
    ``numbers``: how many new melds, then the melds that change), lies (a meld
    laid anew), say, done, event,
    swap (``cards``: the natural card, the code of the wild one and, if that stays in the
    meld, its new code), shuffle, turn_over, earn (``points`` at once), wild (the cards of a class of wild
    cards in this round: ``numbers`` are the number of the class and its faces as a
    mask), left (cards in hand when the round ended), line (a line of the count:
    ``name``, ``points``, in ``source`` what it is), count, final (what the end of the
    match adds to each seat, and the totals after it), end.
    ``seat`` is who did it (-1: nobody).
    A move that names a player has the seat in ``numbers``.
    ``cards`` are codes; ``seers`` the seats that saw their faces, or None for
    everybody. ``source`` and ``target`` are zone slots' names.
    """

    what: str
    seat: int
    name: str = ""
    cards: tuple[int, ...] = ()
    seers: tuple[int, ...] | None = None
    source: str = ""
    target: str = ""
    target_seat: int = -1
    meld: int = -1
    kind: int = -1
    points: int = 0
    numbers: tuple[int, ...] = ()

    def for_seat(self, seat: int) -> Record:
        """The record as a seat may know it: hidden cards become blanks (-1)."""
        if self.seers is None:
            return self
        cards = self.cards if seat in self.seers else (-1,) * len(self.cards)
        return Record(
            self.what,
            self.seat,
            self.name,
            cards,
            None,
            self.source,
            self.target,
            self.target_seat,
            self.meld,
            self.kind,
            self.points,
            self.numbers,
        )
