"""What names of an expression are worth in a state, for the plain walk over its tree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from rummy.lang.types import MELD, PLAY, Type
from rummy.play.bindings import SEAT_LISTS

if TYPE_CHECKING:
    from collections.abc import Callable

    from rummy.cards import Deck
    from rummy.lang.evaluate import Value
    from rummy.play.engine import Engine
    from rummy.play.state import State


class TableEnv:
    """An ``Env`` over a state: ``me`` is the seat whose turn, move or count it is."""

    def __init__(self, engine: Engine, state: State, me: int) -> None:
        self.engine = engine
        self.state = state
        self.me = me
        self.helpers = cast("dict[str, Callable[..., Any]]", engine.program.helpers())

    @property
    def deck(self) -> Deck:
        """The cards that are played with."""
        return self.engine.deck

    def name(self, name: str, of: int | None) -> Value:
        """An option, a zone, a variable, or a name of the game."""
        state, slots = self.state, self.engine.program.slots
        if name in self.engine.rules.constants:
            return self.engine.rules.constants[name]
        if name in slots.zone:
            zone = state.z[slots.zone[name] + slots.place(name, of or 0)]
            return self.deck.bag_faces(zone) if isinstance(zone, int) else tuple(zone)
        if name in slots.variable:
            return state.v[slots.variable[name] + slots.place(name, of or 0)]
        if name in SEAT_LISTS:
            return getattr(state, name)[of]
        if name in ("counted", "last_points", "us", "partners", "opponents"):
            return self.helpers[name](state, of)
        return self._plain(name)

    def _plain(self, name: str) -> Value:
        state = self.state
        table = len(state.table)
        match name:
            case "me":
                return self.me
            case "in_turn":
                return state.me
            case "others":
                return self.helpers["others"](state, self.me)
            case "rounds_played":
                return state.played
            case "melds":
                return tuple(range(table))
            case "laid":
                return tuple(range(state.laid_from if state.laid_from >= 0 else table, table))
            case "taken":
                return tuple(state.taken)
            case "round_over":
                return state.over
            case _:
                return getattr(state, name)

    def call(self, function: str, arguments: tuple[Value, ...]) -> Value:
        """A function that looks at the table."""
        first = arguments[0]
        if function in ("top", "last"):
            return first[-1:]
        if function == "first":
            return first[:1]
        if function == "seat":
            return self.helpers["seat"](first)
        if function in ("fits", "touching"):
            return self.helpers[function](self.state, first)
        bag = self.deck.bag(first)
        if function == "deadwood" and len(arguments) == 2:
            return self.helpers["deadwood_with"](self.state, self.me, bag, arguments[1])
        if function == "deadwood":
            return self.helpers["deadwood"](bag)
        return self.helpers[function](self.state, bag, *arguments[1:])

    def field(self, of: Type, value: Value, field: str) -> Value:
        """A property of a meld on the table or of a further play."""
        if of == PLAY:
            return value[("points", "used", "left").index(field)]
        assert of == MELD
        state = self.state
        match field:
            case "owner":
                return state.owners[value]
            case "cards":
                return tuple(self.helpers["laid"](state, value))
            case _:
                return getattr(state.table[value], field)


class NewMeldEnv(TableEnv):
    """The same before a meld is laid: its cards are known besides."""

    def __init__(self, engine: Engine, state: State, me: int, codes: tuple[int, ...]) -> None:
        super().__init__(engine, state, me)
        self.codes = codes

    def name(self, name: str, of: int | None) -> Value:
        """A value of the game, or of the meld."""
        if name == "cards":
            return tuple(sorted(self.codes))
        return len(self.codes) if name == "size" else super().name(name, of)
