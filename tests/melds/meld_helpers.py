"""Small rules for the tests of melds: kinds written as expressions, no spec file."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from rummy.cards import FRENCH_RANKS, FRENCH_SUITS, Deck, Line, Suit, WildClass
from rummy.diagnostics import Span
from rummy.lang.check import check
from rummy.lang.scope import Scope, Vocabulary
from rummy.lang.trees import Node
from rummy.lang.types import NUMBER, TRUTH, Type
from rummy.melds import Plans


@dataclass(frozen=True, eq=False)
class Kind:
    """What ``BoundKind`` offers."""

    index: int
    name: str
    title: str
    least: int
    most: int
    valid: Node
    lay: Node | None
    add: Node | None
    grows_into: tuple[int, ...]
    closed: bool
    shifts: bool = False


@dataclass
class K:
    """A kind of meld as a test writes it."""

    valid: str
    least: int
    most: int
    lay: str | None = None
    add: str | None = None
    grows: tuple[str, ...] | None = None
    closed: bool = False
    extra: dict[str, Any] = field(default_factory=dict)


GIN_POINTS = {
    **{rank: min(i + 1, 10) for i, rank in enumerate(FRENCH_RANKS)},
}


def deck(
    packs: int = 1,
    jokers: int = 0,
    ranks: str = "A 2 3 4 5 6 7 8 9 10 J Q K",
    suits: str = "SHDC",
    lines: dict[str, str] | None = None,
    wild: dict[str, tuple[str, str, bool]] | None = None,
    points: dict[str, int] | None = None,
    joker_points: int = 0,
) -> Deck:
    """A deck. ``wild``: name -> (ranks or JOK, ranks it stands for or *, natural)."""
    names = tuple(ranks.split())
    signs = tuple(s for s in FRENCH_SUITS if s.letter in suits)
    n = len(names)
    read: dict[str, Line] = {}
    for name, text in {"run": ranks, **(lines or {})}.items():
        words = text.split()
        around = words[-1] == "around"
        places = words[:-1] if around else words
        read[name] = Line(name, tuple(names.index(w) for w in places), around)
    classes = []
    for name, (cards, stands, natural) in (wild or {}).items():
        faces = tuple(
            f
            for f in range(n * len(signs) + 1)
            if (f == n * len(signs) and "JOK" in cards.split())
            or (f < n * len(signs) and names[f % n] in cards.split())
        )
        targets = tuple(
            f for f in range(n * len(signs)) if stands == "*" or names[f % n] in stands.split()
        )
        classes.append(WildClass(name, faces, dict.fromkeys(faces, targets), natural))
    worth = points or {}
    values = (*(worth.get(names[f % n], 0) for f in range(n * len(signs))), joker_points)
    return Deck(
        ranks=names,
        suits=signs,
        copies=(packs,) * (n * len(signs)) + (jokers,),
        lines=read,
        wilds=tuple(classes),
        points_of=values,
    )


def tree(text: str, d: Deck, expected: Type, card: bool = False) -> Node:
    """The typed tree of an expression over a meld."""
    vocabulary = Vocabulary(
        ranks=d.ranks,
        suits=tuple((s.letter, s.name) for s in d.suits),
        colours=d.colours,
        lines=tuple(d.lines),
        most_cards=d.size,
    )
    scope = Scope(name="meld", names={}, vocabulary=vocabulary, subject=True, card=card)
    node, found = check(text, lambda a, b: Span("test", 1, a + 1, 1, b + 1), scope, expected)
    assert node is not None, [f.message for f in found]
    return node


def plans(d: Deck, kinds: dict[str, K]) -> Plans:
    """Plans for these kinds."""
    names = list(kinds)
    bound = []
    for i, (name, kind) in enumerate(kinds.items()):
        grows = (name,) if kind.grows is None else kind.grows
        bound.append(
            Kind(
                index=i,
                name=name,
                title=name,
                least=kind.least,
                most=min(kind.most, d.size),
                valid=tree(kind.valid, d, TRUTH),
                lay=tree(kind.lay, d, NUMBER) if kind.lay else None,
                add=tree(kind.add, d, NUMBER, card=True) if kind.add else None,
                grows_into=() if kind.closed else tuple(names.index(g) for g in grows),
                closed=kind.closed,
            )
        )
    rules: Any = SimpleNamespace(deck=d, kinds=tuple(bound))
    return Plans(rules)


def bag(p: Plans, text: str) -> int:
    """The bag of these cards."""
    return p.deck.bag(p.deck.parse_many(text))


def is_meld(p: Plans, kind: int, text: str) -> bool:
    """Whether the cards, placed as written, are a meld of the kind."""
    return p.shape(kind, p.deck.parse_many(text)) is not None


def texts(p: Plans, shapes: Any) -> list[str]:
    """Melds as text, each with its cards in the order to show them."""
    return [p.deck.texts(s.display) for s in shapes]


ICEBERG = {
    "pair": K("same(rank) and distinct(suit) and all(rank != A)", 2, 2, lay="10", grows=("set",)),
    "set": K(
        "same(rank) and all(rank != A) and (distinct(suit) if size <= 4 else variety(suit) == 4)",
        3,
        8,
        lay="sum(10 * n for n in 3..size)",
        add="20 if size == 3 else 10 * size",
    ),
    "run": K(
        "same(suit) and sequence(rank)",
        3,
        12,
        lay="sum(10 * n for n in 3..size)",
        add="10 * size",
    ),
    "odds_suit": K("ranks == {3, 5, 7, 9, J, K} and same(suit)", 6, 6, lay="700", closed=True),
    "evens_suit": K("ranks == {2, 4, 6, 8, 10, Q} and same(suit)", 6, 6, lay="700", closed=True),
    "odds_colour": K(
        "ranks == {3, 5, 7, 9, J, K} and same(colour) and not same(suit)",
        6,
        6,
        lay="300",
        closed=True,
    ),
    "evens_colour": K(
        "ranks == {2, 4, 6, 8, 10, Q} and same(colour) and not same(suit)",
        6,
        6,
        lay="200",
        closed=True,
    ),
}
ICE_LINE = {"run": "2 3 4 5 6 7 8 9 10 J Q K"}


def iceberg(packs: int = 2) -> Plans:
    """The kinds of Iceberg."""
    return plans(deck(packs=packs, lines=ICE_LINE), ICEBERG)


__all__ = [
    "GIN_POINTS",
    "ICEBERG",
    "K",
    "Suit",
    "bag",
    "deck",
    "iceberg",
    "is_meld",
    "plans",
    "texts",
    "tree",
]
