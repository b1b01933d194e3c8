"""A small pretended game, seen by an ``Env`` and by ``Bindings``."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from hypothesis import strategies as st
from rummy.cards import NOTHING, Deck
from rummy.lang.evaluate import Value
from rummy.lang.types import MELD, Type

from strategies.cards import decks, faces, placed

SEATS = 3
NUMBERS = ("target", "total", "turns")


@dataclass(frozen=True)
class Meld:
    """A meld of the pretended game."""

    kind: int
    owner: int
    cards: tuple[int, ...]


@dataclass(frozen=True)
class Play:
    """A further play of the pretended game."""

    points: int
    used: int
    left: int


@dataclass(frozen=True)
class World:
    """What expressions can ask of the game."""

    deck: Deck
    cards: tuple[int, ...]
    hands: tuple[int, ...]
    pile: list[int]
    target: int
    total: tuple[int, ...]
    opened: tuple[int, ...]
    me: int
    melds: tuple[Meld, ...]

    def deadwood(self, faces: tuple[int, ...]) -> int:
        """Stands in for a costly function."""
        return len(set(faces)) * 7 - 3

    def common(self, meld: Meld, field: str) -> int:
        """The rank or suit of all cards of a meld."""
        table = self.deck.rank_of if field == "rank" else self.deck.suit_of
        values = {table[code] for code in meld.cards}
        return values.pop() if len(values) == 1 else NOTHING

    def touching(self, melds: Iterable[Meld]) -> bool:
        """Stands in for a look at pairs of melds."""
        return len({meld.owner for meld in melds}) > 1

    def fits(self, face: int) -> bool:
        """Stands in for a look at the table."""
        return any(face in meld.cards for meld in self.melds)

    def most_points(self, faces: tuple[int, ...]) -> Play:
        """Stands in for a search."""
        return Play(10 * len(faces), len(faces) // 2, len(faces) - len(faces) // 2)


@st.composite
def worlds(draw: st.DrawFn) -> World:
    """A pretended game in some state."""
    deck = draw(decks())
    stored = st.integers(-(10**9), 10**9) | st.integers(-3, 50)
    seat = st.integers(0, SEATS - 1)
    three = {"min_size": SEATS, "max_size": SEATS}
    melds = st.builds(Meld, st.integers(0, 2), seat, placed(deck, 4))
    return World(
        deck,
        draw(placed(deck)),
        tuple(deck.bag(draw(faces(deck, 6))) for _ in range(SEATS)),
        draw(faces(deck, 6)),
        draw(stored),
        tuple(draw(st.lists(stored, **three))),
        tuple(draw(st.lists(st.integers(0, 1), **three))),
        draw(seat),
        tuple(draw(st.lists(melds, max_size=3))),
    )


class WorldEnv:
    """The pretended game for the plain walk."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.deck = world.deck

    def name(self, name: str, of: int | None) -> Value:
        """A value of the game."""
        world = self.world
        if name == "size":
            return len(world.cards)
        if name == "everyone":
            return tuple(range(SEATS))
        if name == "pile":
            return tuple(world.pile)
        if name == "hand":
            assert of is not None
            return self.deck.bag_faces(world.hands[of])
        if name == "left":
            assert of is not None
            return (of + 1) % SEATS
        value = getattr(world, name)
        return value if of is None else value[of]

    def call(self, function: str, arguments: tuple[Value, ...]) -> Value:
        """One of the pretended functions."""
        if function in ("top", "last"):
            return arguments[0][-1:]
        return getattr(self.world, function)(*arguments)

    def field(self, of: Type, value: Value, field: str) -> Value:
        """A property of a meld or play."""
        if of == MELD and field in ("rank", "suit"):
            return self.world.common(value, field)
        return len(value.cards) if of == MELD and field == "size" else getattr(value, field)


class WorldBindings:
    """The pretended game for generated source; its parameter is ``w``."""

    fitting = ""

    shapes: ClassVar[dict[str, str]] = {
        "cards": "codes",
        "hand": "bag",
        "pile": "codes",
        "everyone": "seats",
        "melds": "melds",
    }

    def name(self, name: str, of: str | None) -> tuple[str, str]:
        """Source of a value of the game."""
        shape = self.shapes.get(name, "value")
        if name == "size":
            return "len(w.cards)", shape
        if name == "everyone":
            return f"range({SEATS})", shape
        if name == "left":
            return f"({of} + 1) % {SEATS}", shape
        attribute = "hands" if name == "hand" else name
        return (f"w.{attribute}" if of is None else f"w.{attribute}[{of}]"), shape

    def call(self, function: str, arguments: list[tuple[str, str]]) -> tuple[str, str]:
        """Source of a call of a pretended function."""
        if function == "top":
            source, shape = arguments[0]
            assert shape == "codes"
            return f"{source}[-1:]", shape
        sources = [f"FACES({s})" if shape == "bag" else s for s, shape in arguments]
        return f"w.{function}({', '.join(sources)})", "value"

    def field(self, of: Type, source: str, field: str) -> tuple[str, str]:
        """Source of a property of a meld or play."""
        if of == MELD and field == "size":
            return f"len({source}.cards)", "value"
        if of == MELD and field in ("rank", "suit"):
            return f"w.common({source}, {field!r})", "value"
        return f"{source}.{field}", "codes" if field == "cards" else "value"
