"""Typed expressions as trees, by the type that is wanted."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from hypothesis import strategies as st
from rummy.cards import Deck
from rummy.lang.trees import (
    NOWHERE,
    And,
    Arith,
    Call,
    Compare,
    Const,
    Each,
    Field,
    Filter,
    If,
    In,
    Local,
    Name,
    Negative,
    Node,
    Not,
    Or,
    Range,
    Sequence,
    SetOf,
)
from rummy.lang.types import (
    CARD,
    CARDS,
    COLOUR,
    COLOURS,
    FACES,
    KIND,
    KINDS,
    MELD,
    MELDS,
    NUMBER,
    NUMBERS,
    PLACED,
    PLACED_CARDS,
    PLAY,
    PLAYER,
    PLAYERS,
    RANK,
    RANKS,
    SETS,
    SUIT,
    SUITS,
    TRUTH,
    Type,
)

from strategies.worlds import SEATS

TYPES = (
    *(TRUTH, NUMBER, RANK, SUIT, COLOUR, CARD, PLAYER, KIND),
    *(CARDS, PLACED_CARDS, PLAYERS, MELDS, NUMBERS, RANKS, SUITS, COLOURS, KINDS, FACES),
)
"""The types that ``trees`` can be asked for."""

LOOPS = 3
AT = NOWHERE
COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
CARD_FIELDS = {
    RANK: ("rank",),
    SUIT: ("suit",),
    COLOUR: ("colour",),
    CARD: ("face",),
    NUMBER: ("points", "pips"),
    TRUTH: ("wild", "natural", "joker"),
}
MELD_FIELDS = {RANK: "rank", SUIT: "suit", KIND: "kind", PLAYER: "owner", NUMBER: "size"}
BOUNDS: dict[Type, Callable[[Deck], int]] = {
    RANK: lambda deck: len(deck.ranks),
    SUIT: lambda deck: len(deck.suits),
    COLOUR: lambda deck: len(deck.colours),
    CARD: lambda deck: deck.faces,
    PLAYER: lambda deck: SEATS,
    KIND: lambda deck: 3,
}


@st.composite
def trees(draw: st.DrawFn, wanted: Type, deck: Deck, depth: int = 4) -> Node:
    """A typed expression over the pretended game of ``strategies.worlds``."""
    return Grower(draw(st.randoms(use_true_random=True)), deck).grow(wanted, depth)


@st.composite
def forests(draw: st.DrawFn, wanted: tuple[Type, ...], deck: Deck, depth: int = 4) -> list[Node]:
    """Several such expressions: one for each type that is wanted."""
    chance = draw(st.randoms(use_true_random=True))
    return [Grower(chance, deck).grow(kind, depth) for kind in wanted]


class Grower:
    """Grows one tree; knows which items of item functions are in reach."""

    def __init__(self, chance: Random, deck: Deck) -> None:
        self.chance = chance
        self.deck = deck
        self.slots: list[tuple[int, Type]] = []
        self.used = 0

    def one_of(self, *choices: Callable[[], Node]) -> Node:
        """One of these, drawn."""
        return self.chance.choice(choices)()

    def grow(self, wanted: Type, depth: int) -> Node:
        """A tree of this type, not deeper than about ``depth``."""
        here = [Local(t, AT, s, f"x{s}") for s, t in self.slots if t == wanted]
        if here and self.chance.randint(0, 2):
            return self.chance.choice(here)
        cards = [Local(t, AT, s, f"x{s}") for s, t in self.slots if t in (CARD, PLACED)]
        if cards and wanted in CARD_FIELDS and self.chance.choice((False, True)):
            field = self.chance.choice(CARD_FIELDS[wanted])
            return Field(wanted, AT, self.chance.choice(cards), field)
        melds = [Local(t, AT, s, f"x{s}") for s, t in self.slots if t == MELD]
        if melds and wanted in MELD_FIELDS and self.chance.choice((False, True)):
            return Field(wanted, AT, self.chance.choice(melds), MELD_FIELDS[wanted])
        if wanted.item is not None:
            return self._collection(wanted, depth)
        if depth <= 0:
            return self._leaf(wanted)
        if self.chance.randint(0, 5) == 0:
            parts = (self.grow(TRUTH, depth - 1), *(self.grow(wanted, depth - 1) for _ in "ab"))
            return If(wanted, AT, *parts)
        if wanted == TRUTH:
            return self._truth(depth - 1)
        if wanted == NUMBER:
            return self._number(depth - 1)
        return self._leaf(wanted)

    def _leaf(self, wanted: Type) -> Node:
        if wanted == TRUTH:
            return self.one_of(
                lambda: Const(TRUTH, AT, self.chance.choice((False, True))),
                lambda: Name(TRUTH, AT, "opened", self._player()),
            )
        if wanted == NUMBER:
            numbers = (0, 0, 1, -1, 2, 7, 40, 41, 10**9, -(10**9), self.chance.randint(-100, 5000))
            return self.one_of(
                lambda: Const(NUMBER, AT, self.chance.choice(numbers)),
                lambda: Name(NUMBER, AT, self.chance.choice(("size", "target"))),
                lambda: Name(NUMBER, AT, "total", self._player()),
            )
        if wanted == PLAYER:
            return self._player()
        return Const(wanted, AT, self.chance.randint(0, BOUNDS[wanted](self.deck) - 1))

    def _player(self) -> Node:
        here = [Local(t, AT, s, f"x{s}") for s, t in self.slots if t == PLAYER]
        if here and self.chance.choice((False, True)):
            return here[-1]
        me = Name(PLAYER, AT, "me")
        return self.chance.choice((me, Name(PLAYER, AT, "left", me), Const(PLAYER, AT, 1)))

    # --- truths and numbers --------------------------------------------------

    def _truth(self, depth: int) -> Node:
        def several() -> tuple[Node, ...]:
            return tuple(self.grow(TRUTH, depth) for _ in range(self.chance.randint(2, 3)))

        return self.one_of(
            lambda: And(TRUTH, AT, several()),
            lambda: Or(TRUTH, AT, several()),
            lambda: Not(TRUTH, AT, self.grow(TRUTH, depth)),
            lambda: self._compare(depth),
            lambda: self._compare(depth),
            lambda: self._in(depth),
            lambda: self._each(TRUTH, depth),
            lambda: self._each(TRUTH, depth),
            lambda: self._sequence(depth),
            lambda: Call(TRUTH, AT, "fits", (self.grow(CARD, depth),)),
            lambda: Call(TRUTH, AT, "touching", (self.grow(MELDS, depth),)),
        )

    def _compare(self, depth: int) -> Node:
        if self.chance.randint(0, 3) == 0:
            wanted = self.chance.choice((RANKS, SUITS, NUMBERS, KINDS, CARDS))
            op = self.chance.choice(COMPARISONS[:2])
            right = FACES if wanted == CARDS and self.chance.choice((False, True)) else wanted
            return Compare(TRUTH, AT, op, self.grow(wanted, depth), self.grow(right, depth))
        wanted = self.chance.choice((NUMBER, RANK, SUIT, COLOUR, PLAYER, KIND, CARD, TRUTH))
        ordered = wanted in (NUMBER, RANK)
        op = self.chance.choice(COMPARISONS if ordered else COMPARISONS[:2])
        return Compare(TRUTH, AT, op, self.grow(wanted, depth), self.grow(wanted, depth))

    def _in(self, depth: int) -> Node:
        wanted = self.chance.choice((NUMBER, RANK, SUIT, PLAYER, CARD))
        within = self.chance.choice((SETS[wanted], CARDS)) if wanted == CARD else SETS[wanted]
        return In(TRUTH, AT, self.grow(wanted, depth), self.grow(within, depth))

    def _sequence(self, depth: int) -> Node:
        cards = self.grow(self.chance.choice((CARDS, PLACED_CARDS)), depth)
        return Sequence(TRUTH, AT, cards, self.chance.choice(("run", "both", "circle")))

    def _number(self, depth: int) -> Node:
        def n() -> Node:
            return self.grow(NUMBER, depth)

        def cards() -> Node:
            return self.grow(self.chance.choice((CARDS, PLACED_CARDS)), depth)

        def play() -> Node:
            return Call(PLAY, AT, "most_points", (self.grow(CARDS, depth),))

        return self.one_of(
            lambda: Arith(NUMBER, AT, self.chance.choice(("+", "-", "*", "//", "%")), n(), n()),
            lambda: Arith(NUMBER, AT, self.chance.choice(("*", "//", "%")), n(), n()),
            lambda: Negative(NUMBER, AT, n()),
            lambda: self._each(NUMBER, depth),
            lambda: self._each(NUMBER, depth),
            lambda: Call(NUMBER, AT, "count", (cards(),)),
            lambda: Call(NUMBER, AT, "points", (cards(),)),
            lambda: Call(NUMBER, AT, "doubled", (n(), n())),
            lambda: Call(NUMBER, AT, "abs", (n(),)),
            lambda: Call(NUMBER, AT, self.chance.choice(("min", "max")), (n(), n())),
            lambda: Call(NUMBER, AT, "deadwood", (self.grow(CARDS, depth),)),
            lambda: Field(NUMBER, AT, play(), self.chance.choice(("points", "used", "left"))),
        )

    # --- collections and loops -------------------------------------------------

    def _each(self, result: Type, depth: int) -> Node:
        ops = {
            TRUTH: ("all", "any", "same", "distinct"),
            NUMBER: ("count", "sum", "min", "max", "product", "variety"),
        }
        if len(self.slots) >= LOOPS:
            return self._leaf(result)
        op = self.chance.choice(ops[result])
        if op in ("all", "any", "count"):
            body = TRUTH
        elif op in ("same", "distinct", "variety"):
            body = self.chance.choice((RANK, SUIT, COLOUR, NUMBER))
        else:
            body = NUMBER
        over = (CARDS, PLACED_CARDS, PLACED_CARDS, PLAYERS, MELDS, NUMBERS)
        return self._loop(op, result, self.chance.choice(over), body, depth)

    def _loop(self, op: str, result: Type, over: Type, body: Type, depth: int) -> Node:
        collection = self.grow(over, depth)
        slot = self._bind(over)
        made = Each(result, AT, op, slot, collection, self.grow(body, depth))
        self.slots.pop()
        return made

    def _bind(self, over: Type) -> int:
        assert over.item is not None
        slot, self.used = self.used, self.used + 1
        self.slots.append((slot, over.item))
        return slot

    def _collection(self, wanted: Type, depth: int) -> Node:
        nested = len(self.slots) >= LOOPS
        if depth > 0 and not nested and self.chance.randint(0, 2) == 0:
            collection = self.grow(wanted, depth - 1)
            slot = self._bind(wanted)
            made = Filter(wanted, AT, slot, collection, self.grow(TRUTH, depth - 1))
            self.slots.pop()
            return made
        if depth > 0 and self.chance.randint(0, 5) == 0:
            parts = (self.grow(TRUTH, depth - 1), *(self.grow(wanted, depth - 1) for _ in "ab"))
            return If(wanted, AT, *parts)
        if wanted == CARDS:
            hand = Name(CARDS, AT, "hand", self._player())
            pile = Name(CARDS, AT, "pile")
            return self.chance.choice((hand, hand, pile, Call(CARDS, AT, "top", (pile,))))
        if wanted == PLACED_CARDS:
            melds = [Local(t, AT, s, f"x{s}") for s, t in self.slots if t == MELD]
            if melds:
                return Field(PLACED_CARDS, AT, melds[-1], "cards")
            return Name(PLACED_CARDS, AT, "cards")
        if wanted == PLAYERS:
            return Name(PLAYERS, AT, "everyone")
        if wanted == MELDS:
            return Name(MELDS, AT, "melds")
        return self._set(wanted, depth - 1)

    def _set(self, wanted: Type, depth: int) -> Node:
        item = wanted.item
        assert item is not None
        if item in (NUMBER, RANK) and self.chance.choice((False, True)):
            if item == NUMBER and self.chance.choice((False, True)):
                # a range between small numbers, so that no test takes long
                low = self.chance.randint(-3, 5)
                return Range(wanted, AT, Const(NUMBER, AT, low), Name(NUMBER, AT, "size"))
            limit = 40 if item == NUMBER else len(self.deck.ranks) - 1
            ends = (Const(item, AT, self.chance.randint(0, limit)) for _ in "ab")
            return Range(wanted, AT, *ends)
        fields = {RANK: "rank", SUIT: "suit", COLOUR: "colour"}
        if (
            depth > 0
            and item in fields
            and len(self.slots) < LOOPS
            and self.chance.choice((False, True))
        ):
            return self._loop("set", wanted, PLACED_CARDS, item, depth)
        count = self.chance.randint(1, 4)
        return SetOf(wanted, AT, tuple(self.grow(item, depth) for _ in range(count)))
