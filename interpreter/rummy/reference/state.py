"""Where a match stands, by value, and what expressions find there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING

from rummy.cards import Deck
from rummy.lang.evaluate import Laid, Value, evaluate
from rummy.lang.trees import Node
from rummy.lang.types import MELD, Type
from rummy.reference.arrange import ANY, deadwood, fits, least_cost, most_points
from rummy.reference.melds import common, touching
from rummy.spec.model import Expr, Move, Opening, Step, Zone, ZoneRef

if TYPE_CHECKING:
    from rummy.spec.bind import Rules

Action = tuple[int, ...]
Faces = tuple[int, ...]
Need = tuple[int, int]
"""A meld that an opening needs: the kind (``ANY``) and the least size."""
Key = tuple[str, int]
"""A zone or variable: its name and the seat whose it is, ``TABLE`` for the table's."""
Frame = tuple[int, int, int, bool]
"""Where a list of steps stands: the list, the step in it, moves made in the
step (of one that asks several players: how far round the table it is), whether
it has begun (its ``when`` was true)."""

TABLE = -1
BACK = -1
"""A card of which only the back is seen, in a look-ahead."""
LARGEST = 10**9


@dataclass
class State:
    """Everything that can influence what happens further. ``copy`` before a change."""

    rules: Rules
    """Those for the players still in."""
    seed: int
    dealer: int
    round: int = 0
    played: int = 0
    starter: int = 0
    turn: int = 0
    """The player in turn."""
    whom: int = 0
    """The player whom a move of this turn named last, else the player in turn."""
    zones: dict[Key, Faces] = field(default_factory=dict)
    melds: tuple[tuple[int, tuple[int, ...], int], ...] = ()
    """Kind, codes and owner, in the order in which they were laid."""
    credits: tuple[tuple[int, ...], ...] = ()
    """For each meld the seat that laid each card, in the order of its codes."""
    onto: int = -1
    """The meld that a card was added to last."""
    variables: dict[Key, int] = field(default_factory=dict)
    earned: tuple[int, ...] = ()
    turns: tuple[int, ...] = ()
    total: tuple[int, ...] = ()
    taken: Faces = ()
    counted: tuple[int, ...] = ()
    """What the last round brought each player."""
    everyone: tuple[int, ...] = ()
    """The seats of those still in, ascending."""
    order: tuple[int, ...] = ()
    """All seats as they sit round the table, clockwise."""
    shuffles: int = 0
    setup: bool = False
    frames: tuple[Frame, ...] = ()
    ended: str = ""
    """``turn``, ``round`` or ``match`` if that was ended just now."""
    void: bool = False
    """The duties of this turn could not be kept, so nothing more is asked."""
    actor: int = 0
    """Who is to choose."""
    opening: int | None = None
    """The number of the move whose melds are being laid one by one."""
    needs: tuple[Need, ...] = ()
    """What that opening needs in all."""
    laid_from: int = 0
    """The place of its first meld on the table."""
    rebuilding: int | None = None
    """The number of the move that lays melds anew."""
    joined: Faces = ()
    """The cards of the hand that have joined, ascending."""
    legal: tuple[Action, ...] = ()
    over: bool = False
    winners: tuple[int, ...] = ()
    viewer: int | None = None
    """Who looks ahead; None in play itself."""
    carried: Faces = ()
    """In a look-ahead: known cards on their way from one place to another."""
    supposed: Faces = ()
    """In a look-ahead: the faces of the next cards that are turned up."""
    lawful: bool = True
    """In a look-ahead: nothing was left undone so far."""

    def copy(self) -> State:
        """A state of its own; all values in it are immutable."""
        return replace(self, zones=dict(self.zones), variables=dict(self.variables))

    def key(self) -> tuple[object, ...]:
        """All that matters for the rest of the turn, as a value."""
        return (
            tuple(self.zones.items()),
            self.melds,
            self.credits,
            tuple(self.variables.items()),
            self.earned,
            self.taken,
            self.whom,
            self.frames,
            (self.opening, self.needs, self.laid_from, self.rebuilding, self.joined),
        )


@dataclass(frozen=True)
class Book:
    """The steps and moves of a spec with their numbers."""

    lists: tuple[tuple[Step, ...], ...]
    """0: setup, 1: the turn; then the steps after each move."""
    moves: tuple[Move, ...]
    then: tuple[int, ...]
    """For each move the list of steps after it."""
    numbers: Mapping[tuple[int, int], tuple[int, ...]]
    """The moves of a step, by list and place."""


@cache
def book(rules: Rules) -> Book:
    """Number all moves: setup first, then the turn, depth first in file order."""
    lists = [rules.spec.setup, rules.spec.turn]
    moves: list[Move] = []
    then: list[int] = []
    numbers: dict[tuple[int, int], tuple[int, ...]] = {}

    def enter(at: int) -> None:
        for index, step in enumerate(lists[at]):
            own = []
            for move in step.moves:
                own.append(len(moves))
                moves.append(move)
                then.append(len(lists))
                lists.append(move.then)
                enter(then[own[-1]])
            numbers[at, index] = tuple(own)

    enter(0)
    enter(1)
    return Book(tuple(lists), tuple(moves), tuple(then), numbers)


def neighbour(s: State, seat: int, step: int) -> int:
    """The nearest player still in, clockwise (``step`` 1) or the other way (-1)."""
    place = s.order.index(seat)
    for distance in range(1, len(s.order)):
        other = s.order[(place + step * distance) % len(s.order)]
        if other in s.everyone:
            return other
    return seat


def next_seat(s: State, seat: int) -> int:
    """The player still in after this seat in turn order."""
    return neighbour(s, seat, 1 if s.rules.spec.order.clockwise else -1)


def turn_order(s: State, seat: int) -> tuple[int, ...]:
    """All players still in, in turn order, from the one after this seat."""
    found = [next_seat(s, seat)]
    while len(found) < len(s.everyone):
        found.append(next_seat(s, found[-1]))
    return tuple(found)


def still_in(s: State, seat: int) -> int:
    """This player or, if he has left, the next in turn order."""
    return seat if seat in s.everyone else next_seat(s, seat)


def zone_of(rules: Rules, name: str) -> Zone:
    """What the spec says of a zone."""
    return next(zone for zone in rules.spec.zones if zone.name == name)


def owner_of(rules: Rules, name: str, seat: int) -> int:
    """The seat under which a zone or variable of a player or a side is kept."""
    of = {zone.name: zone.of for zone in rules.spec.zones}
    of |= {variable.name: variable.of for variable in rules.spec.variables}
    of_side = of.get(name) == "side"
    return seat % rules.sides if of_side else seat


def seen(rules: Rules, key: Key, size: int, viewer: int) -> range:
    """The places in a zone whose cards a player sees."""
    audience = zone_of(rules, key[0]).seen_by
    if audience == "all" or (audience == "owner" and key[1] in (viewer, TABLE)):
        return range(size)
    if audience == "top":
        return range(max(0, size - 1), size)
    return range(0)


class View:
    """The ``Env`` of a state for a player: what names and functions mean."""

    def __init__(self, state: State, me: int) -> None:
        self.state = state
        self.me = me

    @property
    def deck(self) -> Deck:
        """The cards that are played with."""
        return self.state.rules.deck

    def name(self, name: str, of: int | None) -> Value:
        """A value of the game, of the player ``of``."""
        s = self.state
        if name in s.rules.constants:
            return s.rules.constants[name]
        key = (name, TABLE if of is None else owner_of(s.rules, name, of))
        if key in s.zones:
            return s.zones[key]  # a pile as it lies, others in the order of faces
        if key in s.variables:
            return s.variables[key]
        if of is None:
            plain: dict[str, Value] = {
                "round": s.round,
                "rounds_played": s.played,
                "dealer": s.dealer,
                "starter": s.starter,
                "everyone": s.everyone,
                "melds": tuple(range(len(s.melds))),
                "laid": () if s.opening is None else tuple(range(s.laid_from, len(s.melds))),
                "me": self.me,
                "in_turn": s.turn,
                "whom": s.whom,
                "others": tuple(seat for seat in s.everyone if seat != self.me),
                "taken": s.taken,
                "onto": s.onto,
            }
            return plain[name]
        side = of % s.rules.sides
        if name in ("us", "partners"):
            us = tuple(seat for seat in s.everyone if seat % s.rules.sides == side)
            return us if name == "us" else tuple(seat for seat in us if seat != of)
        if name == "opponents":
            return tuple(seat for seat in s.everyone if seat % s.rules.sides != side)
        if name in ("left", "right"):
            return neighbour(s, of, 1 if name == "left" else -1)
        of_players = {
            "total": s.total,
            "earned": s.earned,
            "turns": s.turns,
            "counted": s.counted,
            "last_points": s.counted,
        }
        return of_players[name][of]

    def call(self, function: str, arguments: tuple[Value, ...]) -> Value:
        """A function that looks at the table."""
        rules, table = self.state.rules, [meld[:2] for meld in self.state.melds]
        match function:
            case "seat":
                return (arguments[0] - 1) % rules.seats
            case "top" | "last":
                return arguments[0][-1:]
            case "first":
                return arguments[0][:1]
            case "touching":
                return touching(rules, [table[meld] for meld in arguments[0]])
            case "fits":
                return fits(rules, arguments[0], table)
            case "deadwood" if len(arguments) == 2:
                opening = rules.spec.openings[arguments[1]]
                return deadwood(rules, arguments[0], needed(self.state, self.me, opening))
            case "deadwood":
                return deadwood(rules, arguments[0])
            case "most_points":
                return most_points(rules, arguments[0], table)
            case "least_cost":
                return least_cost(rules, arguments[0], table, arguments[1])
            case _:
                raise ValueError(f"no function {function}")

    def field(self, of: Type, value: Value, field: str) -> Value:
        """A property of a meld on the table or of a further play."""
        if of == MELD:
            kind, codes, owner = self.state.melds[value]
            return {
                "kind": kind,
                "cards": tuple(map(Laid.of, codes, self.state.credits[value])),
                "size": len(codes),
                "owner": owner,
                "rank": common(self.deck.rank_of[code] for code in codes),
                "suit": common(self.deck.suit_of[code] for code in codes),
            }[field]
        return getattr(value, field)


class NewMeld(View):
    """The same before a meld is laid: its cards are known besides."""

    def __init__(self, state: State, me: int, codes: tuple[int, ...]) -> None:
        super().__init__(state, me)
        self.codes = codes

    def name(self, name: str, of: int | None) -> Value:
        """A value of the game, or of the meld."""
        if name == "cards":
            return tuple(sorted(self.codes))
        return len(self.codes) if name == "size" else super().name(name, of)


def ask(
    state: State,
    me: int,
    what: Expr | Node,
    local: Mapping[int, Value] = {},
) -> Value:
    """The value of an expression for a player."""
    return evaluate(what.tree if isinstance(what, Expr) else what, View(state, me), local)


def needed(s: State, me: int, opening: Opening) -> tuple[Need, ...]:
    """The melds that an opening needs now: their kinds and least sizes."""
    which = 1 if opening.which is None else ask(s, me, opening.which)
    entry = opening.needs[min(max(1, which), len(opening.needs)) - 1]
    kinds = {kind.name: kind.index for kind in s.rules.kinds}
    return tuple((kinds.get(need.kind, ANY), ask(s, me, need.least)) for need in entry)


def true(
    state: State,
    me: int,
    what: Expr | None,
    local: Mapping[int, Value] = {},
) -> bool:
    """Whether a condition holds; one that is not there does."""
    return what is None or bool(ask(state, me, what, local))


def zone_key(state: State, me: int, ref: ZoneRef) -> Key:
    """Which zone is meant."""
    if zone_of(state.rules, ref.zone).of == "table":
        return ref.zone, TABLE
    seat = me if ref.of is None else ask(state, me, ref.of)
    return ref.zone, owner_of(state.rules, ref.zone, seat)


def stored(number: int) -> int:
    """A number as the game stores it."""
    return max(-LARGEST, min(LARGEST, number))
