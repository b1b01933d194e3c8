"""The least points left where every meld lies in one suit or in one rank.

Once it is settled which melds of a rank are set aside (few ways, and none at all
where no rank has enough cards), the suits have nothing to do with each other. So the
least points of what is held in a suit are looked up, and the best way is taken. The
question is asked at nearly every decision of a game with deadwood, therefore it is
written out as Python source for the suits of the pack: numbers and own names only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import product
from types import CodeType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rummy.cards import Deck
    from rummy.melds.enumerate import Cell

MOST_CONTENTS = 50_000
"""So many contents of a suit, and of ranks with melds, are remembered."""
MOST_MELDS = 100
"""With more melds than this in a suit, ..."""
MOST_CARDS = 16
"""... or more cards, ..."""
MOST_WAYS = 300
"""... or more ways to set melds of ranks aside a hand is left to the general search."""

Way = tuple[int, ...]
"""For each part of the pack the cards that go into melds of ranks."""


class Crosswise:
    """Finds the least points left in hands of single natural cards.

    ``least`` is asked with a bag. What is not for here (``wild`` cards, too many
    melds, a pack or kinds with which ``can`` is false) is asked of ``otherwise``.
    """

    def __init__(
        self, deck: Deck, cells: Sequence[Cell], wild: int, otherwise: Callable[[int], int]
    ) -> None:
        self.deck = deck
        self._wild = wild
        self._otherwise = otherwise
        self._points = deck.points_of
        ranks, suits = len(deck.ranks), len(deck.suits)
        self._ranks = ranks
        one_suit, one_rank = (1 << ranks) - 1, sum(1 << ranks * suit for suit in range(suits))
        self._one_suit, self._one_rank = one_suit, one_rank
        self._along: list[list[Cell]] = [[] for _ in range(suits)]
        self._across: list[list[Cell]] = [[] for _ in range(ranks)]
        self.can = max(deck.copies) <= 1
        """Whether the pack has no twins and every meld lies in one suit or one rank."""
        for cell in cells:
            mask = cell.mask & ~wild
            if mask.bit_count() < cell.least:
                continue
            suit = next((s for s in range(suits) if not mask & ~(one_suit << ranks * s)), None)
            rank = next((r for r in range(ranks) if not mask & ~(one_rank << r)), None)
            if suit is not None:
                self._along[suit].append(cell)
            elif rank is not None:
                self._across[rank].append(cell)
            else:
                self.can = False
        self._fewest = min((c.least for some in self._across for c in some), default=suits + 1)
        # beside the suits there may be jokers and special cards, which lie in no meld
        beside = 1 if any(deck.copies[deck.joker :]) else 0
        self._least: list[dict[int, int]] = [{0: 0} for _ in range(suits + beside)]
        """For each part of the pack the least points left of each content."""
        self._by_lowest: list[dict[int, list[int]] | None] = [None] * suits
        """For each suit all its melds by their lowest cards, once they are found."""
        self._ways: dict[int, tuple[Way, ...]] = {}
        """For the cards of ranks with enough of them all ways to set melds aside, but none."""
        self.least: Callable[[int], int] = self._written() if self.can else otherwise

    def _written(self) -> Callable[[int], int]:
        source = _source(
            self._ranks, len(self.deck.suits), len(self._least), self._fewest, bool(self._wild)
        )
        names: dict[str, Any] = {f"LEFT{i}": known for i, known in enumerate(self._least)}
        names |= {
            "__builtins__": {},
            "KeyError": KeyError,
            "COLUMN": self._one_rank,
            "WAYS": self._ways,
            "WILD": self._wild,
            "otherwise": self._otherwise,
            "look": self._look,
        }
        exec(_compiled(source), names)
        made: Callable[[int], int] = names["least"]
        return made

    # --- what is not known yet ------------------------------------------------------

    def _parts(self, bag: int) -> list[int]:
        ranks, suits, whole = self._ranks, len(self.deck.suits), self._one_suit
        beside = [bag >> ranks * suits] if len(self._least) > suits else []
        return [bag >> ranks * suit & whole for suit in range(suits)] + beside

    def _look(self, bag: int, held: int) -> int:
        """The same by looking at melds; all that is found is remembered.

        ``held``: the cards of the ranks of which there are enough for melds.
        """
        parts = self._parts(bag)
        ways = self._all_ways(held) if held else ()
        best = self._sum(parts)
        if ways is None or best is None:
            return self._otherwise(bag)
        for way in ways:
            left = self._sum([part ^ gone for part, gone in zip(parts, way, strict=True)])
            if left is None:
                return self._otherwise(bag)
            best = min(best, left)
        return best

    def _sum(self, parts: list[int]) -> int | None:
        """The least points left of all parts by melds of suits."""
        total = 0
        for place, memo in enumerate(self._least):
            left = memo.get(parts[place])
            if left is None:
                left = self._left(place, parts[place])
                if left is None:
                    return None
            total += left
        return total

    def _left(self, place: int, part: int) -> int | None:
        """The least points left of some cards of a suit; nothing if they are too many."""
        memo = self._least[place]
        low = part & -part
        melds = self._from(place, low, part) if place < len(self._along) else ()
        if melds is None:
            return None
        rest = part ^ low
        best = memo.get(rest)
        if best is None:
            best = self._left(place, rest)
            if best is None:
                return None
        best += self._points[low.bit_length() - 1 + self._ranks * place]
        for meld in melds:
            if meld & part == meld:
                rest = part ^ meld
                left = memo.get(rest)
                if left is None:
                    left = self._left(place, rest)
                    if left is None:
                        return None
                if left < best:
                    best = left
        if len(memo) >= MOST_CONTENTS:
            memo.clear()
            memo[0] = 0
        memo[part] = best
        return best

    def _from(self, place: int, low: int, part: int) -> Sequence[int] | None:
        """Melds of a suit with this card as the lowest, among them all that ``part`` holds."""
        if part.bit_count() > MOST_CARDS:
            return None
        by_lowest = self._by_lowest[place]
        if by_lowest is None:
            if all(job.places for cell in self._along[place] for job in cell.jobs):
                found = self._melds(place, self._one_suit)
                by_lowest = self._by_lowest[place] = {}
                for meld in found:
                    by_lowest.setdefault(meld & -meld, []).append(meld)
            else:  # any cards of a suit might be melds: far too many to list them all
                found = self._melds(place, part)
                return None if len(found) > MOST_MELDS else [m for m in found if m & low]
        return by_lowest.get(low, ())

    def _melds(self, place: int, part: int) -> set[int]:
        """The melds of natural cards in a part of a suit, as parts of it."""
        shift = self._ranks * place
        bag = part << shift & ~self._wild
        return {s.bag >> shift for cell in self._along[place] for s in cell.look(bag & cell.mask)}

    def _all_ways(self, held: int) -> tuple[Way, ...] | None:
        """All ways to set melds of ranks aside, but none; nothing if they are too many."""
        known = self._ways.get(held)
        if known is not None:
            return known
        columns: list[list[int]] = []
        number = 1
        for rank, cells in enumerate(self._across):
            column = held & self._one_rank << rank
            if not column:
                continue
            unions = {0}
            for meld in {s.bag for cell in cells for s in cell.fill(column & cell.mask)}:
                unions |= {union | meld for union in unions if not union & meld}
                if number * len(unions) > MOST_WAYS:
                    return None
            if len(unions) > 1:
                columns.append(sorted(unions))
                number *= len(unions)
        found = tuple(tuple(self._parts(gone)) for some in product(*columns) if (gone := sum(some)))
        if len(self._ways) >= MOST_CONTENTS:
            self._ways.clear()
        self._ways[held] = found
        return found


def _source(ranks: int, suits: int, parts: int, fewest: int, wild: bool) -> str:
    """The function ``least`` for so many ranks, suits and parts of the pack.

    ``fewest``: so many cards of a rank a meld of that rank has at least.
    """
    lines = ["def least(bag):"]
    if wild:
        lines += ["    if bag & WILD:", "        return otherwise(bag)"]
    for i in range(parts):
        shifted = f"bag >> {ranks * i}" if i else "bag"
        lines.append(f"    s{i} = {shifted}" + (f" & {(1 << ranks) - 1}" if i < suits else ""))
    lines += _enough(suits, fewest)
    lines += ["    try:", "        least = " + " + ".join(f"LEFT{i}[s{i}]" for i in range(parts))]
    if fewest <= suits:
        gone = ", ".join(f"g{i}" for i in range(parts))
        lines += [
            "        if enough:",
            f"            for {gone}{',' * (parts == 1)} in WAYS[bag & enough * COLUMN]:",
            "                left = " + " + ".join(f"LEFT{i}[s{i} ^ g{i}]" for i in range(parts)),
            "                if left < least:",
            "                    least = left",
        ]
    held = "bag & enough * COLUMN" if fewest <= suits else "0"
    lines += ["        return least", "    except KeyError:", f"        return look(bag, {held})"]
    return "\n".join(lines) + "\n"


def _enough(suits: int, fewest: int) -> list[str]:
    """Lines that put into ``enough`` the ranks of which at least so many cards are held.

    Suit after suit, the ranks held once, twice, ... so far; only what is needed later.
    """
    if fewest > suits:
        return []
    lines = ["    n1 = s0"]
    for i in range(1, suits):
        last = max(1, fewest - (suits - 1 - i))
        for n in range(min(i + 1, fewest), last - 1, -1):
            before = f"n{n - 1} & s{i}" if n > 1 else f"s{i}"
            lines.append(f"    n{n} = " + (before if n == i + 1 else f"n{n} | {before}"))
    return [*lines, f"    enough = n{fewest}"]


@lru_cache(maxsize=64)
def _compiled(source: str) -> CodeType:
    """The source as Python runs it: rules that differ in their tables alone share it."""
    return compile(source, "<least points left, generated by rummy>", "exec")
