"""The state of a match: flat, of small numbers, cheap to copy.

A state belongs to one ``Program`` (which knows what its slots mean) and holds
everything that can influence what is legal or left to chance. Zones are bags
(ints) or piles (lists, last card on top), one slot for each zone of the table
and one a player for zones of players.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rummy.melds.shapes import Shape
    from rummy.play.records import Record

Action = tuple[int, ...]
"""An action as small numbers; see ``docs/semantics.md``."""

Zone = int | list[int]


@dataclass(frozen=True, slots=True)
class RoundResult:
    """How a round ended: its number, dealer, points of each seat, the reason."""

    round: int
    dealer: int
    points: tuple[int, ...]
    totals: tuple[int, ...]
    ended_by: str
    turns: int


LAZY = 2
"""A look ahead that first tries whether a step can be ended; see ``State.looking``."""


class State:
    """Where a match stands. ``over`` is set once there are ``winners``."""

    __slots__ = (
        "assumed",
        "counts",
        "credits",
        "dealer",
        "earned",
        "ended_by",
        "entry",
        "everyone",
        "history",
        "joined",
        "kept",
        "laid_from",
        "left",
        "legal",
        "looking",
        "me",
        "mover",
        "onto",
        "order",
        "over",
        "owners",
        "pc",
        "played",
        "records",
        "right",
        "round",
        "seed",
        "shuffles",
        "single",
        "starter",
        "table",
        "taken",
        "total",
        "turn_number",
        "turns",
        "v",
        "void",
        "whom",
        "wild",
        "winners",
        "z",
    )

    z: list[Zone]
    v: list[int]
    table: list[Shape]
    owners: list[int]
    credits: list[tuple[int, ...]]
    """For each meld the seat that laid each card, in the order of its codes (twins by seat)."""
    onto: int
    """The meld that a card was added to last; -1 if none in this round."""
    earned: list[int]
    turns: list[int]
    total: list[int]
    taken: list[int]
    counts: list[int]
    everyone: tuple[int, ...]
    order: tuple[int, ...]
    """All seats, clockwise as they sit."""
    laid_from: int
    """In an opening the number of its first meld on the table, else -1."""
    joined: tuple[int, ...]
    """Where melds are laid anew: the cards of the hand that have joined, ascending."""
    entry: int
    """In an opening the number of the needs that it began with."""
    left: tuple[int, ...]
    right: tuple[int, ...]
    me: int
    mover: int
    whom: int
    """The player whom a move of this turn named last, else the player in turn."""
    pc: int
    round: int
    played: int
    dealer: int
    starter: int
    seed: int
    shuffles: int
    turn_number: int
    over: bool
    winners: tuple[int, ...]
    history: tuple[RoundResult, ...]
    ended_by: str
    legal: list[Action] | None
    records: list[Record] | None
    single: bool
    """The match stops after this round, its cards left as they are."""
    looking: int
    """True in a copy that only looks ahead: it stops at the end of the turn. ``LAZY``:
    where a repeated step may be ended, its moves are not worked out (``legal`` is None)."""
    assumed: list[int] | None
    """Faces that a look-ahead takes for the next hidden cards, last first."""
    kept: bool
    """In a look-ahead: whether the turn ended with every duty true."""
    wild: tuple[int, ...]
    """Where wild cards change from round to round: the faces of each class now."""
    void: bool
    """The duties of this turn cannot be kept, so they bind no longer."""

    def copy(self) -> State:
        """A state of its own that goes on alike (records are not copied)."""
        new = object.__new__(State)
        new.z = [zone if type(zone) is int else zone[:] for zone in self.z]  # type: ignore[index]
        new.v = self.v[:]
        new.table = self.table[:]
        new.owners = self.owners[:]
        new.credits = self.credits[:]
        new.earned = self.earned[:]
        new.turns = self.turns[:]
        new.total = self.total[:]
        new.taken = self.taken[:]
        new.counts = self.counts[:]
        new.everyone = self.everyone
        new.order = self.order
        new.laid_from = self.laid_from
        new.joined = self.joined
        new.onto = self.onto
        new.entry = self.entry
        new.left = self.left
        new.right = self.right
        new.me = self.me
        new.mover = self.mover
        new.whom = self.whom
        new.pc = self.pc
        new.round = self.round
        new.played = self.played
        new.dealer = self.dealer
        new.starter = self.starter
        new.seed = self.seed
        new.shuffles = self.shuffles
        new.turn_number = self.turn_number
        new.over = self.over
        new.winners = self.winners
        new.history = self.history
        new.ended_by = self.ended_by
        new.legal = self.legal
        new.records = None
        new.single = self.single
        new.looking = self.looking
        new.assumed = None
        new.kept = self.kept
        new.void = self.void
        new.wild = self.wild
        return new

    def key(self) -> tuple[object, ...]:
        """Everything that matters for the game to come, as a value."""
        return (
            tuple(zone if isinstance(zone, int) else tuple(zone) for zone in self.z),
            tuple(self.v),
            tuple((s.kind, s.codes) for s in self.table),
            tuple(self.owners),
            tuple(self.credits),
            tuple(self.earned),
            tuple(self.turns),
            tuple(self.total),
            tuple(self.taken),
            tuple(self.counts),
            self.everyone,
            self.order,
            self.laid_from,
            self.joined,
            self.entry,
            self.me,
            self.mover,
            self.whom,
            -1 if self.over else self.pc,
            self.round,
            self.played,
            self.dealer,
            self.starter,
            self.seed,
            self.shuffles,
            self.turn_number,
            self.over,
            self.winners,
            self.void,
            self.wild,
        )
