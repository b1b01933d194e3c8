"""What one player may see of a match: faces and counts, nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from rummy.lang.generate import compiled

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


class _Kept:
    """What a view was made of: ``parts`` as ``Frame`` has read them."""

    __slots__ = ("_frame", "_parts")
    _frame: Frame
    _parts: tuple[Any, ...]


@dataclass(frozen=True, slots=True, init=False)
class View(_Kept):
    """The match as seat ``seat`` sees it (``BYSTANDER``: as anybody does).

    ``legal`` holds the legal actions if the seat is to move, else nothing.
    Seats count from 0. A view stays as it is whatever happens to the match;
    what nobody asks of it is never worked out.
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

    def __getattr__(self, name: str) -> Any:
        """What is asked for the first time (``AttributeError`` if there is no such thing)."""
        if name not in FIELDS:
            raise AttributeError(f"a view has no {name!r}")
        value = self._frame.field(name, self._parts)
        object.__setattr__(self, name, value)
        return value

    def zone(self, name: str, seat: int = -1) -> ZoneView:
        """The zone with this name (of this seat); ``KeyError`` if there is none."""
        return self._frame.zone(name, seat, self._parts)

    @property
    def hand(self) -> tuple[int, ...]:
        """The faces in the viewer's own hand."""
        return self._frame.hand(self._parts)


FIELDS = frozenset(field.name for field in fields(View))
_set_frame = _Kept._frame.__set__  # type: ignore[attr-defined, misc]
_set_parts = _Kept._parts.__set__  # type: ignore[attr-defined, misc]

_PLAIN = [
    "mover",
    "me",
    "whom",
    "pc",
    "round",
    "turn_number",
    "dealer",
    "starter",
    "everyone",
    "wild",
    "over",
    "winners",
    "laid_from",
    "entry",
    "order",
    "left",
    "right",
    "played",
    "shuffles",
    "single",
    "ended_by",
    "history",
]
"""What is read of a state as it is ..."""
_LISTS = ["v", "table", "owners", "credits", "earned", "turns", "total", "counts"]
"""... the lists of which a copy is kept ..."""
_OWN = ("taken", "legal", "joined", "void")
"""... and what only the player in turn or to move is told."""
_PLACES = {name: place for place, name in enumerate((*_PLAIN, *_LISTS, *_OWN))}
_SAID_AS = {"in_turn": "me", "turn": "turn_number", "totals": "total"}
_PROGRESS = [field.name for field in fields(Progress)]


class Frame:
    """How a seat looks at the table of one engine.

    ``look`` reads of a state all that the seat may know, and nothing else; it is
    generated, since it is done at every decision.
    """

    def __init__(self, engine: Engine, seat: int) -> None:
        self.engine = engine
        self.seat = seat
        slots = engine.program.slots
        self._kinds = [
            (slots.pile[slot], self._sees(slot), *slots.zone_names[slot])
            for slot in range(len(slots.pile))
        ]
        self._slots = {(name, at): slot for slot, (_, _, name, at) in enumerate(self._kinds)}
        zones = [
            self._zone(f"z[{slot}]", pile, seen)
            for slot, (pile, seen, _, _) in enumerate(self._kinds)
        ]
        own = [
            f"tuple(s.taken) if s.me == {seat} else ()",
            f"tuple(s.legal or ()) if s.mover == {seat} else ()" if seat >= 0 else "()",
            f"s.joined if s.mover == {seat} else ()",
            f"s.void and s.me == {seat}",
        ]
        parts = [*(f"s.{n}" for n in _PLAIN), *(f"tuple(s.{n})" for n in _LISTS), *own, *zones]
        names: dict[str, Any] = {"__builtins__": {"tuple": tuple, "len": len}}
        exec(compiled(f"def look(s):\n    z = s.z\n    return ({', '.join(parts)},)"), names)
        self.look: Callable[[State], tuple[Any, ...]] = names["look"]

    def _sees(self, slot: int) -> str:
        """``all`` cards of a zone, the ``top`` one, or ``nothing``."""
        slots = self.engine.program.slots
        seen_by = slots.seen_by[slot]
        if seen_by == "all" or (seen_by == "owner" and slots.zone_names[slot][1] == self.seat):
            return "all"
        return "top" if seen_by == "top" else "nothing"

    @staticmethod
    def _zone(zone: str, pile: bool, seen: str) -> str:
        """Source of what is seen of a zone: cards, or how many and perhaps the top one."""
        if seen == "all":
            return f"tuple({zone})" if pile else zone
        if not pile and seen == "top":
            return zone
        count = f"len({zone})" if pile else f"{zone}.bit_count()"
        return f"({count}, {zone}[-1:])" if seen == "top" else count

    def view(self, state: State) -> View:
        """What the seat may know of a state now."""
        view = object.__new__(View)
        _set_frame(view, self)
        _set_parts(view, self.look(state))
        return view

    def field(self, name: str, parts: tuple[Any, ...]) -> Any:
        """One of the things that a view says."""
        place = _PLACES.get(_SAID_AS.get(name, name))
        if place is not None:
            return parts[place]
        if name == "zones":
            return tuple(map(self._seen, self._kinds, parts[len(_PLACES) :]))
        if name == "melds":
            return tuple(
                MeldView(i, shape.kind, owner, shape.display, laid_by)
                for i, (shape, owner, laid_by) in enumerate(
                    zip(*(parts[_PLACES[n]] for n in ("table", "owners", "credits")), strict=True)
                )
            )
        if name == "variables":
            slots, values = self.engine.program.slots, parts[_PLACES["v"]]
            return tuple(
                (variable, values[base : base + slots.modulus(variable)])
                for variable, base in slots.variable.items()
            )
        if name == "progress":
            return Progress(*(parts[_PLACES[n]] for n in _PROGRESS))
        if name == "step":
            stage = self.engine.program.nodes[parts[_PLACES["pc"]]]
            return "" if parts[_PLACES["over"]] else stage.name
        return self.seat

    def zone(self, name: str, seat: int, parts: tuple[Any, ...]) -> ZoneView:
        """One zone; ``KeyError`` if there is no such zone."""
        slot = self._slots[name, seat]
        return self._seen(self._kinds[slot], parts[len(_PLACES) + slot])

    def hand(self, parts: tuple[Any, ...]) -> tuple[int, ...]:
        """The cards in the hand of the seat."""
        if self.seat < 0:
            return ()
        bag: int = parts[len(_PLACES) + self.engine.program.hand_base + self.seat]
        return self.engine.deck.bag_faces(bag)

    def _seen(self, kind: tuple[bool, str, str, int], part: Any) -> ZoneView:
        pile, seen, name, owner = kind
        if seen == "nothing":
            return ZoneView(name, owner, part, None)
        if pile and seen == "top":
            return ZoneView(name, owner, part[0], tuple(part[1]))
        faces = part if pile else self.engine.deck.bag_faces(part)
        return ZoneView(name, owner, len(faces), faces[-1:] if seen == "top" else faces)


def make_view(engine: Engine, state: State, seat: int) -> View:
    """Project a state onto what one seat may know."""
    frame = engine.frames.get(seat)
    if frame is None:
        frame = engine.frames[seat] = Frame(engine, seat)
    return frame.view(state)
