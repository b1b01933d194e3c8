"""What an opening asks for: so many melds, each of a kind and at least of a size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rummy.melds.shapes import Growth, Shape

Need = tuple[int, int]
"""The number of a kind (or ``ANY``) and the least size of one meld."""
Needs = tuple[Need, ...]
"""The melds asked for, sorted."""

ANY = -1
"""A meld of whatever kind."""


@dataclass(frozen=True, slots=True)
class Witness:
    """One way to open: the melds laid, the cards added, the cards left in hand.

    ``added`` holds, in an order in which it can be played, the number of a
    meld and what is added to it. Numbers count first the melds on the table,
    then those of this opening laid before, then ``melds``.
    """

    melds: tuple[Shape, ...]
    added: tuple[tuple[int, Growth], ...]
    left: int


def fillings(needs: Needs, kind: int, size: int) -> list[Needs]:
    """The needs still open after a meld of this kind and size, best first.

    The meld fills the largest need of its own kind that it reaches, else the
    largest of any kind. Only where a larger need of any kind could be filled
    instead there is a second way. None: it fills nothing.
    """
    own = other = -1
    for place, (wanted, least) in enumerate(needs):  # sorted, so the last one found is largest
        if least <= size:
            if wanted == kind:
                own = place
            elif wanted == ANY:
                other = place
    if own < 0:
        return [] if other < 0 else [without(needs, other)]
    found = [without(needs, own)]
    if other >= 0 and needs[other][1] > needs[own][1]:
        found.append(without(needs, other))
    return found


def without(needs: Needs, place: int) -> Needs:
    """The needs without one of them."""
    return needs[:place] + needs[place + 1 :]


def remaining(needs: Needs, laid: Sequence[Shape], more: bool = False) -> Needs | None:
    """The needs still open after these melds; None if the melds do not fit them.

    Larger melds come first. With ``more`` further melds may lie there, but
    only once nothing is open.
    """
    melds = sorted(laid, key=lambda shape: -shape.size)

    def fill(still: Needs, place: int, further: bool) -> Needs | None:
        if place == len(melds):
            return None if further and still else still
        shape = melds[place]
        for rest in fillings(still, shape.kind, shape.size):
            found = fill(rest, place + 1, further)
            if found is not None:
                return found
        return fill(still, place + 1, True) if more else None

    return fill(tuple(sorted(needs)), 0, False)
