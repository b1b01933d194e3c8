"""Cards that stand in for a number: so many cards, or cards worth so much together.

Where the count reads no more of a zone than that number, any cards with it
count alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rummy.cards import Deck

MOST_SUM = 1_000_000


def some(deck: Deck, possible: Sequence[int], number: int) -> tuple[int, ...] | None:
    """So many cards of the pack; None if there are not so many."""
    cards = [face for face in possible for _ in range(deck.copies[face])]
    return tuple(cards[:number]) if len(cards) >= number else None


@lru_cache(maxsize=1024)
def worth(deck: Deck, possible: tuple[int, ...], total: int) -> tuple[int, ...] | None:
    """Cards of the pack that are worth so much together; None if none are."""
    if abs(total) > MOST_SUM:
        return None
    # how each sum is made first: from which smaller sum, by which card
    made: dict[int, tuple[int, int] | None] = {0: None}
    for face in possible:
        points = deck.points_of[face]
        if not points:
            continue
        for _ in range(deck.copies[face]):
            if total in made:
                break
            for before in list(made):
                made.setdefault(before + points, (before, face))
    if total not in made:
        return None
    found = []
    step = made[total]
    while step is not None:
        before, face = step
        found.append(face)
        step = made[before]
    return tuple(found)


def one_by_one(
    deck: Deck, possible: Sequence[int], points: Sequence[int]
) -> tuple[tuple[int, ...] | None, int]:
    """A card for each of these points; None if there is none, and the points that have none."""
    left = list(deck.copies)
    found = []
    for wanted in points:
        face = next((f for f in possible if left[f] and deck.points_of[f] == wanted), None)
        if face is None:
            return None, wanted
        left[face] -= 1
        found.append(face)
    return tuple(found), 0
