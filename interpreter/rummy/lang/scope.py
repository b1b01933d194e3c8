"""What an expression may speak about: names, words and what they stand for.

The reader of a spec makes one ``Scope`` for each kind of key (a meld's
validity, a step of a turn, the score); the checker looks names up in it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import TYPE_CHECKING

from rummy.frozen import dataclass
from rummy.lang.types import Type

if TYPE_CHECKING:
    from rummy.diagnostics import Span

Mapper = Callable[[int, int], "Span"]
"""From offsets in the text of an expression to the place in its file."""


@dataclass(frozen=True, slots=True)
class NameInfo:
    """A name of the game: its type, whose it is, and how large it can be."""

    type: Type
    per_player: bool = False
    low: int = -(10**9)
    high: int = 10**9
    about: str = ""
    values: tuple[tuple[str, int], ...] = ()
    """Numbers that have a name here: ``max_hands == none``."""
    pile: bool = False
    """These cards lie one on another: they have a top card."""

    @property
    def bounded(self) -> bool:
        """True if somebody said how small and how large the number can be."""
        return (self.low, self.high) != (-(10**9), 10**9)


@dataclass(frozen=True, slots=True)
class DefinitionSource:
    """An entry of ``define``: its parameters, text and place."""

    name: str
    parameters: tuple[str, ...]
    text: str
    place: Mapper


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of one spec: its cards, kinds of meld, rank lines, definitions."""

    ranks: tuple[str, ...]
    suits: tuple[tuple[str, str], ...]
    """Letter and name of each suit."""
    colours: tuple[str, ...]
    kinds: tuple[str, ...] = ()
    lines: tuple[str, ...] = ("run",)
    definitions: Mapping[str, DefinitionSource] = field(default_factory=dict)
    most_cards: int = 104
    """Cards in the largest pack that the spec can have."""
    most_in_meld: int = 0
    """Cards in the largest meld; 0: it may have all that there are."""
    least_in_meld: int = 2
    """Cards in the smallest meld."""
    most_players: int = 8
    extras: tuple[str, ...] = ()
    """Special cards by what is printed on them."""
    openings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Scope:
    """The names that one kind of key may use.

    ``subject``: the expression judges a meld; item functions go over its
    cards, and ``cards`` and ``size`` are known. ``card``: it judges one card,
    whose item words (rank, suit, ...) stand alone; together with ``subject``
    there is just ``card``, the placed card. ``meld``: kind, owner, size and
    cards are those of one meld on the table. ``stands_for``: rank, suit, face
    and colour are those of the card stood for, ``wild_face`` the printed one.
    ``elsewhere`` says of names that are not known here where they are.
    """

    name: str
    names: Mapping[str, NameInfo]
    vocabulary: Vocabulary
    subject: bool = False
    card: bool = False
    meld: bool = False
    stands_for: bool = False
    elsewhere: Mapping[str, str] = field(default_factory=dict)


KEYWORDS = ("where", "if", "else", "or", "and", "not", "in", "of", "for", "true", "false")
"""Words with a meaning in every expression; nothing else can be called so."""
