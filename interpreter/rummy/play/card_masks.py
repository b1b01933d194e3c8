"""A condition on cards as a mask of faces, so that a whole hand is judged at once.

``not (took and card in taken)`` is a mask: all faces, or while ``took`` holds all but
those taken. Parts that can be no mask are left to be asked card by card.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rummy.lang.trees import CARD_SLOT, And, Call, In, Local, Name, Node, Not, Or
from rummy.play.conditions import HAND, TAKEN, of_card

if TYPE_CHECKING:
    from rummy.play.compiler import Compiler
    from rummy.play.state import State

FIXED, FREE, IN_TAKEN, IN_HAND, FITS, EVERY, ANY, NONE_OF = range(8)
"""Kinds of masks: known now, all or none by a condition that does not look at the
card, the cards taken, those of the own hand, those that fit a meld, and joined ones."""


@dataclass(frozen=True, slots=True)
class CardMask:
    """A mask of faces; ``exact``: just those that pass, else some of them may not."""

    kind: int
    exact: bool = True
    faces: int = 0
    holds: Callable[[State, int], bool] | None = None
    parts: tuple[CardMask, ...] = ()


def card_mask(compiler: Compiler, tree: Node) -> CardMask | None:
    """The condition as a mask; None if nothing of it is one."""
    if isinstance(tree, And):
        found = [card_mask(compiler, item) for item in tree.items]
        parts = tuple(part for part in found if part is not None)
        if not parts:
            return None
        exact = len(parts) == len(found) and all(part.exact for part in parts)
        return CardMask(EVERY, exact, parts=parts)
    if isinstance(tree, Or):
        found = [card_mask(compiler, item) for item in tree.items]
        if any(part is None for part in found):
            return None
        parts = tuple(part for part in found if part is not None)
        return CardMask(ANY, all(part.exact for part in parts), parts=parts)
    if isinstance(tree, Not):
        inner = card_mask(compiler, tree.item)
        return CardMask(NONE_OF, parts=(inner,)) if inner is not None and inner.exact else None
    if not of_card(tree):
        return CardMask(FREE, holds=compiler.truth(tree))
    faces = compiler.fixed_mask(tree)
    if faces is not None:
        return CardMask(FIXED, faces=faces & compiler.deck.full)
    if isinstance(tree, In) and _judged(tree.item) and isinstance(tree.collection, Name):
        if tree.collection.name == TAKEN:
            return CardMask(IN_TAKEN)
        of = tree.collection.of
        if tree.collection.name == HAND and isinstance(of, Name) and of.name == "me":
            return CardMask(IN_HAND)
    if isinstance(tree, Call) and tree.name == "fits" and _judged(tree.arguments[0]):
        return CardMask(FITS)
    return None


def _judged(tree: Node) -> bool:
    """Whether this is the card that is judged."""
    return isinstance(tree, Local) and tree.slot == CARD_SLOT
