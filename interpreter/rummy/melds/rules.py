"""The clauses of kinds of meld as functions of placed cards: the law of melds."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rummy.lang.generate import Module
from rummy.lang.trees import CARD_SLOT, Node
from rummy.lang.types import Type

if TYPE_CHECKING:
    from rummy.cards import Deck
    from rummy.spec.bind import BoundKind

Codes = tuple[int, ...]


class _OfMeld:
    """Where clauses of melds find what they read: only the cards before them."""

    def name(self, name: str, of: str | None) -> tuple[str, str]:
        return {"cards": ("cards", "codes"), "size": ("len(cards)", "value")}[name]

    def call(self, function: str, arguments: list[tuple[str, str]]) -> tuple[str, str]:
        raise ValueError(f"{function} cannot be asked about a meld")

    def field(self, of: Type, source: str, field: str) -> tuple[str, str]:
        raise ValueError(f"{field} cannot be asked about a meld")


class Judge:
    """For each kind: is it valid, what does it earn, what does a card added earn."""

    def __init__(self, deck: Deck, kinds: tuple[BoundKind, ...]) -> None:
        self.deck = deck
        self._truths: dict[Node, Callable[[Codes], bool]] = {}
        module = Module(deck)
        bindings = _OfMeld()
        for i, kind in enumerate(kinds):
            module.function(f"valid {i}", "cards", kind.valid, bindings, {})
            if kind.lay is not None:
                module.function(f"lay {i}", "cards", kind.lay, bindings, {})
            if kind.add is not None:
                local = {CARD_SLOT: "card"}
                module.function(f"add {i}", "cards, card", kind.add, bindings, local)
        made = module.compile({})
        numbers = range(len(kinds))
        self.valid: tuple[Callable[[Codes], bool], ...] = tuple(made[f"valid {i}"] for i in numbers)
        self.lay: tuple[Callable[[Codes], int], ...] = tuple(
            made.get(f"lay {i}", _nothing) for i in numbers
        )
        self.add: tuple[Callable[[Codes, int], int], ...] = tuple(
            made.get(f"add {i}", _nothing) for i in numbers
        )

    def truth(self, tree: Node) -> Callable[[Codes], bool]:
        """Another condition on placed cards as a function."""
        known = self._truths.get(tree)
        if known is None:
            module = Module(self.deck)
            module.function("truth", "cards", tree, _OfMeld(), {})
            known = self._truths[tree] = module.compile({})["truth"]
        return known


def _nothing(*given: Any) -> int:
    """What a clause earns that the spec leaves out."""
    return 0
