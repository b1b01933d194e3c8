"""The clauses of kinds of meld as functions of placed cards: the law of melds."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rummy.lang.generate import Module
from rummy.lang.trees import CARD_SLOT, Call, Field, Node, walk
from rummy.lang.types import CARD, Type

if TYPE_CHECKING:
    from rummy.cards import Deck
    from rummy.spec.bind import BoundKind

Codes = tuple[int, ...]


class _OfMeld:
    """Where clauses of melds find what they read: only the cards before them."""

    fitting = ""

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
        self._of_held = any(_reads_held(kind) for kind in kinds)
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

    def serves(self, deck: Deck) -> bool:
        """Whether it judges alike with the wild cards and points of another such deck."""
        return not self._of_held or (
            deck.points_of == self.deck.points_of and deck.held_wild == self.deck.held_wild
        )

    def truth(self, tree: Node) -> Callable[[Codes], bool]:
        """Another condition on placed cards as a function."""
        known = self._truths.get(tree)
        if known is None:
            module = Module(self.deck)
            module.function("truth", "cards", tree, _OfMeld(), {})
            known = self._truths[tree] = module.compile({})["truth"]
        return known


def _reads_held(kind: BoundKind) -> bool:
    """Whether a clause asks what a card counts, or whether it is wild in the hand."""
    trees = [tree for tree in (kind.valid, kind.lay, kind.add) if tree is not None]
    return any(
        (isinstance(node, Call) and node.name == "points")
        or (isinstance(node, Field) and (node.field == "points" or node.of.type == CARD))
        for tree in trees
        for node in walk(tree)
    )


def _nothing(*given: Any) -> int:
    """What a clause earns that the spec leaves out."""
    return 0
