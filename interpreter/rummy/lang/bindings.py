"""What generated source is made from: whom the writer of source asks."""

from __future__ import annotations

from typing import Protocol

from rummy.cards import Deck
from rummy.lang.trees import Node
from rummy.lang.types import Type


class Bindings(Protocol):
    """How generated source reaches what the game knows.

    Each answer is Python source and its shape: ``value``, ``bag``, ``codes``,
    ``seats``, ``melds``, ``numbers`` or ``set``. The arguments are such pairs.
    """

    fitting: str
    """Source of the mask of all faces that fit a meld on the table; empty: there is none."""

    def name(self, name: str, of: str | None) -> tuple[str, str]:
        """A value of the game; ``of`` is source that gives a seat from 0."""

    def call(self, function: str, arguments: list[tuple[str, str]]) -> tuple[str, str]:
        """A function that looks at the game."""

    def field(self, of: Type, source: str, field: str) -> tuple[str, str]:
        """A property of a meld or play.

        ``laid cards`` of a meld are its cards, each as a ``Laid`` (see ``evaluate``).
        """


class Shelf(Protocol):
    """Where a writer puts what stands beside an expression."""

    deck: Deck

    def constant(self, value: object) -> str:
        """The name of a constant."""

    def table(self, body: Node, slot: int, item: Type) -> tuple[str, int, int]:
        """The table of a body over cards, its least and greatest value."""

    def mask(self, body: Node, slot: int, wanted: bool) -> str:
        """The mask of the faces for which a truth over held cards is ``wanted``."""

    def line(self, line: str) -> tuple[str, str]:
        """The weights of a rank line, and the sums of its sequences."""

    def part(self, parameters: list[str], source: str, node: Node) -> str:
        """A function that holds a part of an expression."""
