"""Why cards do not stand one after another: what is missing, twice, or off the line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rummy.cards import NOTHING, Deck, Line
from rummy.melds.shapes import windows
from rummy.play.words import listed

FEW = 3
"""So many missing ranks are named one by one."""


def why_no_sequence(deck: Deck, codes: Sequence[int], line_name: str) -> str:
    """In words why placed cards fill no stretch of a rank line."""
    line = deck.lines[line_name]
    ranks = [deck.rank_of[code] for code in codes]
    placeless = [code for code, rank in zip(codes, ranks, strict=True) if rank == NOTHING]
    if placeless:
        return f"{deck.texts(placeless)} stands for no rank"
    off = [code for code, rank in zip(codes, ranks, strict=True) if rank not in line.ranks]
    if off:
        return f"{deck.texts(off)} has no place on the line {line_text(deck, line)}"
    places = Counter(line.ranks)
    for rank, count in Counter(ranks).items():
        if count > places[rank]:
            twice = [code for code in codes if deck.rank_of[code] == rank]
            return f"two cards for one place: {deck.texts(twice)}"
    stretch = shortest(line, ranks)
    if stretch is None:
        return f"the line {line_text(deck, line)} has no stretch with all these ranks"
    return gaps_text(deck, stretch, ranks)


def missing(deck: Deck, codes: Sequence[int], line_name: str) -> int:
    """How many cards are missing in a sequence; many where it can never be one."""
    line = deck.lines[line_name]
    ranks = [deck.rank_of[code] for code in codes]
    stretch = shortest(line, ranks)
    return len(line.ranks) + 1 if stretch is None else len(stretch) - len(ranks)


def in_line(deck: Deck, codes: Sequence[int], line_name: str) -> list[int]:
    """The ranks of cards as they stand on a line; those that are not on it come first."""
    ranks = [deck.rank_of[code] for code in codes]
    left = Counter(ranks)
    shown = []
    line = deck.lines[line_name]
    stretch = shortest(line, ranks)
    if stretch is None:
        return sorted(ranks, key=lambda rank: line.ranks.index(rank) if rank in line.ranks else -1)
    for rank in stretch:
        if left[rank]:
            left[rank] -= 1
            shown.append(rank)
    return shown


def shortest(line: Line, ranks: Sequence[int]) -> tuple[int, ...] | None:
    """The shortest stretch of the line that has a place for each of these ranks."""
    want = Counter(ranks)
    for size in range(len(ranks), len(line.ranks) + 1):
        for window in windows(line, size):
            if not want - Counter(window):
                return window
    return None


def gaps_text(deck: Deck, stretch: Sequence[int], ranks: Sequence[int]) -> str:
    """The ranks that are missing in a stretch, each row with its neighbours."""
    left = Counter(ranks)
    before, gap = NOTHING, list[int]()
    told = []
    for rank in stretch:
        if not left[rank]:
            gap.append(rank)
            continue
        left[rank] -= 1
        if gap:
            told.append(_row(deck, before, gap, rank))
        before, gap = rank, []
    return listed(told)


def _row(deck: Deck, before: int, gap: list[int], after: int) -> str:
    names = [deck.ranks[rank] for rank in gap]
    shown = listed(names) if len(names) <= FEW else f"{names[0]} to {names[-1]}"
    verb = "is" if len(names) == 1 else "are"
    return f"{shown} {verb} missing between {deck.ranks[before]} and {deck.ranks[after]}"


def line_text(deck: Deck, line: Line) -> str:
    """A rank line as it is written in a spec."""
    return " ".join(deck.ranks[rank] for rank in line.ranks)
