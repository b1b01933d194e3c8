"""Runs that touch: laid apart, but together one unbroken run."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rummy.melds.plan import RUN
from rummy.melds.shapes import windows

if TYPE_CHECKING:
    from rummy.cards import Deck, Line
    from rummy.melds.plan import Plan
    from rummy.melds.shapes import Shape

Stretch = tuple[str, int, int, int]
"""A rank line, a suit, the first place on the line and how many places."""


def touching(deck: Deck, plans: tuple[Plan, ...], shapes: Iterable[Shape]) -> bool:
    """Whether two of the melds are runs of one suit that together make one run.

    One ends just below where the other begins; runs that overlap do not touch.
    Kinds that are no runs, and runs of several suits, do not count.
    """
    seen: list[list[Stretch]] = []
    for shape in shapes:
        mine = _stretches(deck, plans[shape.kind], shape)
        for others in seen:
            for one in mine:
                for other in others:
                    if _touch(deck.lines[one[0]], one, other):
                        return True
        if mine:
            seen.append(mine)
    return False


def _stretches(deck: Deck, plan: Plan, shape: Shape) -> list[Stretch]:
    """Where on its lines a run of one suit can be seen to lie."""
    lines = {b.line for b in plan.branches if b.anchor == RUN}
    ranks = sorted(deck.rank_of[code] for code in shape.codes)
    suits = {deck.suit_of[code] for code in shape.codes}
    if len(suits) != 1:
        return []
    (suit,) = suits
    return [
        (name, suit, start, shape.size)
        for name in sorted(lines)
        for start, window in enumerate(windows(deck.lines[name], shape.size))
        if sorted(window) == ranks
    ]


def _touch(line: Line, one: Stretch, other: Stretch) -> bool:
    if one[:2] != other[:2]:
        return False
    if not line.around:
        return one[2] + one[3] == other[2] or other[2] + other[3] == one[2]
    places = len(line.ranks)
    if one[3] + other[3] > places:
        return False
    return (one[2] + one[3] - other[2]) % places == 0 or (
        other[2] + other[3] - one[2]
    ) % places == 0
