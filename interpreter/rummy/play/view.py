"""What one player may see of a match: faces and counts, nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rummy.play.engine import Engine
    from rummy.play.state import Action, RoundResult, State

BYSTANDER = -1
"""The seat of somebody who watches and holds no cards."""


@dataclass(frozen=True, slots=True)
class ZoneView:
    """A zone as a seat sees it.

    ``seat`` is its owner (-1: the table). ``cards`` are the faces that are
    visible, of a pile from the bottom to the top; None where none is. ``count``
    is how many cards lie there in all.
    """

    name: str
    seat: int
    count: int
    cards: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class MeldView:
    """A meld on the table: ``m1`` has ``index`` 0.

    ``codes`` in the order in which they are shown; ``laid_by`` says which
    seats laid its cards, in the order of the codes' numbers (twins by seat).
    """

    index: int
    kind: int
    owner: int
    codes: tuple[int, ...]
    laid_by: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Progress:
    """Where exactly a match stands: what every onlooker could have counted.

    Nothing here is meant to be read; ``imagine`` needs it to set up a table at
    which the match can go on. ``void`` (the duties of the turn cannot be kept)
    is told to the player in turn only.
    """

    pc: int
    counts: tuple[int, ...]
    laid_from: int
    joined: tuple[int, ...]
    entry: int
    order: tuple[int, ...]
    left: tuple[int, ...]
    right: tuple[int, ...]
    played: int
    shuffles: int
    void: bool
    single: bool
    ended_by: str
    history: tuple[RoundResult, ...]


@dataclass(frozen=True, slots=True)
class View:
    """The match as seat ``seat`` sees it (``BYSTANDER``: as anybody does).

    ``legal`` holds the legal actions if the seat is to move, else nothing.
    Seats count from 0.
    """

    seat: int
    mover: int
    in_turn: int
    whom: int
    step: str
    round: int
    turn: int
    dealer: int
    starter: int
    everyone: tuple[int, ...]
    zones: tuple[ZoneView, ...]
    melds: tuple[MeldView, ...]
    wild: tuple[int, ...]
    """Where wild cards change from round to round: for each class the faces that
    belong to it now, one bit each. ``Engine.of(view)`` knows them as wild."""
    variables: tuple[tuple[str, tuple[int, ...]], ...]
    earned: tuple[int, ...]
    turns: tuple[int, ...]
    totals: tuple[int, ...]
    taken: tuple[int, ...]
    legal: tuple[Action, ...]
    over: bool
    winners: tuple[int, ...]
    progress: Progress

    def zone(self, name: str, seat: int = -1) -> ZoneView:
        """The zone with this name (of this seat)."""
        for zone in self.zones:
            if zone.name == name and zone.seat == seat:
                return zone
        raise KeyError(name)

    @property
    def hand(self) -> tuple[int, ...]:
        """The faces in the viewer's own hand."""
        return self.zone("hand", self.seat).cards or ()


def make_view(engine: Engine, state: State, seat: int) -> View:
    """Project a state onto what one seat may know."""
    slots = engine.program.slots
    zones = []
    for slot, zone in enumerate(state.z):
        name, owner = slots.zone_names[slot]
        seen_by = slots.seen_by[slot]
        faces = engine.deck.bag_faces(zone) if isinstance(zone, int) else tuple(zone)
        cards: tuple[int, ...] | None = None
        if seen_by == "all" or (seen_by == "owner" and owner == seat):
            cards = faces
        elif seen_by == "top":
            cards = faces[-1:]
        zones.append(ZoneView(name, owner, len(faces), cards))
    variables = []
    for name, base in slots.variable.items():
        width = slots.modulus(name)
        variables.append((name, tuple(state.v[base : base + width])))
    return View(
        seat=seat,
        mover=state.mover,
        in_turn=state.me,
        whom=state.whom,
        step="" if state.over else engine.program.nodes[state.pc].name,
        round=state.round,
        turn=state.turn_number,
        dealer=state.dealer,
        starter=state.starter,
        everyone=state.everyone,
        zones=tuple(zones),
        melds=tuple(
            MeldView(i, shape.kind, state.owners[i], shape.display, state.credits[i])
            for i, shape in enumerate(state.table)
        ),
        wild=state.wild,
        variables=tuple(variables),
        earned=tuple(state.earned),
        turns=tuple(state.turns),
        totals=tuple(state.total),
        taken=tuple(state.taken) if seat == state.me else (),
        legal=tuple(state.legal or ()) if seat == state.mover and seat >= 0 else (),
        over=state.over,
        winners=state.winners,
        progress=Progress(
            state.pc,
            tuple(state.counts),
            state.laid_from,
            state.joined if seat == state.mover else (),
            state.entry,
            state.order,
            state.left,
            state.right,
            state.played,
            state.shuffles,
            state.void and seat == state.me,
            state.single,
            state.ended_by,
            state.history,
        ),
    )
