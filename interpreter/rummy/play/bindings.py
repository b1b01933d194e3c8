"""Where the names of expressions live in a state, as Python source.

The generator of ``rummy.lang.generate`` asks here; what it gets back are pieces
of source of our own making, over the state ``s`` and the seat ``me``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummy.lang.types import MELD, PLAY, Type

if TYPE_CHECKING:
    from rummy.spec.bind import Rules

NOTHING_LEFT = "nothing left"
"""What ``deadwood(...) == 0`` is asked as: no word of the language."""

SEAT_LISTS = {
    "left": "s.left",
    "right": "s.right",
    "total": "s.total",
    "earned": "s.earned",
    "turns": "s.turns",
}
PLAIN = {
    "round": ("s.round", "value"),
    "dealer": ("s.dealer", "value"),
    "starter": ("s.starter", "value"),
    "rounds_played": ("s.played", "value"),
    "everyone": ("s.everyone", "seats"),
    "melds": ("range(len(s.table))", "melds"),
    "taken": ("s.taken", "codes"),
    "laid": ("range(s.laid_from if s.laid_from >= 0 else len(s.table), len(s.table))", "melds"),
    "whom": ("s.whom", "value"),
    "in_turn": ("s.me", "value"),
    "me": ("me", "value"),
    "round_over": ("s.over", "value"),
    "others": ("others(s, me)", "seats"),
    "onto": ("s.onto", "value"),
}


class Slots:
    """Which slot of a state each zone and variable has."""

    fitting = "fitting(s)"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.of_side: set[str] = set()
        """The zones and variables that each side has one of."""
        self.zone: dict[str, int] = {}
        self.zone_names: list[tuple[str, int]] = []
        self.pile: list[bool] = []
        self.seen_by: list[str] = []
        self.owned: dict[str, bool] = {}
        for zone in rules.spec.zones:
            self.zone[zone.name] = len(self.pile)
            self.owned[zone.name] = zone.of != "table"
            if zone.of == "side":
                self.of_side.add(zone.name)
            for seat in self.owners(zone.of):
                self.pile.append(zone.pile)
                self.seen_by.append(zone.seen_by)
                self.zone_names.append((zone.name, seat))
        self.variable: dict[str, int] = {}
        self.variable_owned: dict[str, bool] = {}
        count = 0
        for variable in rules.spec.variables:
            self.variable[variable.name] = count
            self.variable_owned[variable.name] = variable.of != "table"
            if variable.of == "side":
                self.of_side.add(variable.name)
            count += len(self.owners(variable.of))
        self.variables = count

    def owners(self, of: str) -> tuple[int, ...]:
        """The seats under which something of the table, a player or a side is kept."""
        if of == "table":
            return (-1,)
        return tuple(range(self.rules.seats if of == "player" else self.rules.sides))

    def place(self, name: str, seat: int) -> int:
        """How far behind the first of its kind a zone or variable of a seat lies."""
        return seat % self.rules.sides if name in self.of_side else seat

    def modulus(self, name: str) -> int:
        """How many of a variable there are: one, one for each side or for each player."""
        if not self.variable_owned[name]:
            return 1
        return self.rules.sides if name in self.of_side else self.rules.seats

    def _own(self, name: str, of: str | None) -> str:
        return f"({of}) % {self.rules.sides}" if name in self.of_side else f"{of}"

    def name(self, name: str, of: str | None) -> tuple[str, str]:
        """Source and shape of a name (of a seat, itself given as source)."""
        if name in self.zone:
            slot = self.zone[name]
            index = f"{slot} + {self._own(name, of)}" if self.owned[name] else str(slot)
            return f"s.z[{index}]", "codes" if self.pile[slot] else "bag"
        if name in self.variable:
            slot = self.variable[name]
            index = f"{slot} + {self._own(name, of)}" if self.variable_owned[name] else str(slot)
            return f"s.v[{index}]", "value"
        if name in ("cards", "size"):  # of a meld that would be laid
            return ("cards", "codes") if name == "cards" else ("len(cards)", "value")
        if name in SEAT_LISTS:
            return f"{SEAT_LISTS[name]}[{of}]", "value"
        if self.rules.players == self.rules.seats > 1:  # nobody has left
            if name == "everyone":
                return str(tuple(range(self.rules.seats))), "seats"
            if name == "others":
                return "others_of[me]", "seats"
            if name in ("us", "partners", "opponents"):
                return f"{name}_of[({of}) % {self.rules.seats}]", "seats"
        if name in ("us", "partners", "opponents"):
            return f"{name}(s, {of})", "seats"
        if name == "counted":
            return f"counted(s, {of})", "value"
        if name == "last_points":
            return f"last_points(s, {of})", "value"
        return PLAIN[name]

    def call(self, function: str, arguments: list[tuple[str, str]]) -> tuple[str, str]:
        """Source of a function that looks at the table."""
        if function in ("top", "last"):
            return f"{arguments[0][0]}[-1:]", "codes"
        if function == "first":
            return f"{arguments[0][0]}[:1]", "codes"
        if function == "touching":
            return f"touching(s, {arguments[0][0]})", "value"
        sources = [
            f"bag_of({source})" if shape == "codes" else source for source, shape in arguments
        ]
        if function == "fits":
            return f"fits(s, {sources[0]})", "value"
        if function == "seat":
            return f"seat({sources[0]})", "value"
        if function == "deadwood":
            if len(sources) == 2:
                return f"deadwood_with(s, me, {sources[0]}, {sources[1]})", "value"
            return f"deadwood({sources[0]})", "value"
        if function == NOTHING_LEFT:
            return f"nothing_left(s, me, {', '.join(sources)})", "value"
        if function == "most_points":
            return f"most_points(s, {sources[0]})", "value"
        if function == "least_cost":
            return f"least_cost(s, {sources[0]}, {sources[1]})", "value"
        raise KeyError(function)

    def field(self, of: Type, source: str, field: str) -> tuple[str, str]:
        """Source of a property of a meld or of a further play."""
        if of == PLAY:
            return f"{source}[{('points', 'used', 'left').index(field)}]", "value"
        if of == MELD:
            return {
                "kind": (f"s.table[{source}].kind", "value"),
                "owner": (f"s.owners[{source}]", "value"),
                "rank": (f"s.table[{source}].rank", "value"),
                "suit": (f"s.table[{source}].suit", "value"),
                "size": (f"s.table[{source}].size", "value"),
                "cards": (f"s.table[{source}].codes", "codes"),
                "laid cards": (f"laid(s, {source})", "codes"),
            }[field]
        raise KeyError(field)
