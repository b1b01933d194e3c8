"""The melds a player may hope for, and how near the cards in hand are to them.

A *piece* is a smallest meld: so many cards out of a few. Of a meld of one rank
it is that rank, of any other meld the very cards. Wild cards are counted apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rummy.melds.plan import GROUP

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rummy.cards import Deck
    from rummy.melds import Plans

Need = tuple[int, int]
"""The number of a kind of meld (-1: any) and the least number of its cards."""

MANY = 120
"""Of a kind with more smallest melds than this only a careful player thinks."""
DRAWN = 0.12
"""How likely one certain unseen card comes soon enough to be of use."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A smallest meld: ``size`` cards out of ``mask``; ``lay`` points when it is laid."""

    mask: int
    size: int
    lay: int
    group: bool
    rare: bool


@dataclass(frozen=True, slots=True)
class Core:
    """The cards of a hand that go best together for all that is needed.

    ``cards``: those cards (a bag). ``missing``: how many more would fill the
    needs, wild cards in hand counted. ``outs``: about how many of the unseen
    cards would help.
    """

    cards: int
    missing: int
    outs: float


class Targets:
    """The pieces of some needs, found once from the plans of the kinds."""

    def __init__(self, deck: Deck, plans: Plans, needs: Sequence[Need]) -> None:
        self.deck = deck
        self.full = deck.full
        kinds = range(len(plans.kinds))
        each: dict[Need, tuple[Piece, ...]] = {}
        for need in needs:
            if need not in each:
                wanted = kinds if need[0] < 0 else (need[0],)
                each[need] = tuple(
                    piece for kind in wanted for piece in pieces(deck, plans, kind, need[1])
                )
        self.rows = [each[need] for need in sorted(needs, key=lambda n: (-n[1], n[0]))]
        self.pieces = tuple(dict.fromkeys(piece for row in each.values() for piece in row))
        self.common = tuple(piece for piece in self.pieces if not piece.rare)
        self.copies = sum(
            (1 << face) << (deck.faces * n)
            for face, count in enumerate(deck.copies)
            for n in range(count)
        )

    def worths(self, bag: int, away: int, careful: bool) -> dict[int, float]:
        """What each card of a hand is worth for the pieces it could become part of.

        ``away``: how often each card has gone for good, as a bag. The worth of
        a piece is its points times the chance that what is missing comes.
        """
        deck, copies = self.deck, self.copies
        found = dict.fromkeys(deck.bag_faces(bag), 0.0)
        for piece in self.pieces if careful else self.common:
            mask = piece.mask
            have = mask & bag
            short = piece.size - have.bit_count()
            if short > 2 or not have:
                continue
            if short <= 0:
                value = float(piece.lay)
            elif piece.group:
                outs = (mask & copies).bit_count() - have.bit_count() - (mask & away).bit_count()
                value = piece.lay * DRAWN * outs
                if short == 2:
                    value *= DRAWN * (outs - 1) / 2
            else:
                value = float(piece.lay)
                rest = mask & ~bag
                while rest:
                    low = rest & -rest
                    rest ^= low
                    value *= DRAWN * self._left(low, away)
            if value <= 0:
                continue
            for face in deck.bag_faces(have):
                if face in found:
                    found[face] += value
        return found

    def _left(self, bit: int, away: int) -> int:
        """How many copies of a face are not yet gone."""
        width, count = self.deck.faces, 0
        while bit & self.copies:
            if not bit & away:
                count += 1
            bit <<= width
        return count

    def core(self, bag: int, wilds: int, away: int, grow: bool = False) -> Core:
        """The cards that fill the needs best, the largest need first.

        ``bag``: the natural cards. ``grow``: cards that lengthen what is
        complete belong to it too.
        """
        rest, cards, missing, outs = bag, 0, 0, 0.0
        for row in self.rows:
            best: tuple[float, int, int, float] | None = None
            for piece in row:
                have = piece.mask & rest
                count = have.bit_count()
                if not count:
                    continue
                short = piece.size - count
                if best is not None and -short < best[0] - 1:
                    continue
                gone = (piece.mask & away).bit_count()
                if piece.group:
                    ways = (piece.mask & self.copies).bit_count() - count - gone
                    if ways < short:
                        continue
                    helps = float(ways) if short > 0 else 8.0
                else:
                    helps = 2.0 * max(0, short) if short > 0 else 8.0
                    if short > 0 and gone:
                        helps -= 0.5 * gone
                score = -max(0, short) + helps / 16
                if best is None or score > best[0]:
                    best = (score, have, short, helps)
            if best is None:
                missing += min((piece.size for piece in row), default=0)
                continue
            _, have, short, helps = best
            while short < 0 and not grow:  # no more cards than are needed
                have &= have - 1
                short += 1
            if grow and short <= 0:
                have = self._grown(row, have, rest)
            cards |= have
            rest &= ~have
            missing += max(0, short)
            outs += helps if short > 0 else 0
        return Core(cards, max(0, missing - wilds), outs)

    @staticmethod
    def _grown(row: tuple[Piece, ...], meld: int, rest: int) -> int:
        """A meld with all cards of the hand that lengthen it."""
        grown = True
        while grown:
            grown = False
            for piece in row:
                more = piece.mask & rest & ~meld
                if more and not piece.group and (piece.mask & meld).bit_count() == piece.size - 1:
                    meld |= more
                    grown = True
        return meld


def pieces(deck: Deck, plans: Plans, kind: int, least: int) -> Iterator[Piece]:
    """The smallest melds of a kind, of natural cards, at least so large."""
    plan = plans.plans[kind]
    size = max(least, plan.kind.least)
    branch = next((b for b in plan.branches if size in b.sizes), None)
    if branch is None:
        return
    natural = [f for f in deck.all_cards() if not deck.held_wild[f]]
    by_rank = branch.anchor == GROUP and not branch.over
    tables = (deck.rank_of,) if by_rank else (deck.suit_of, deck.colour_of)
    found: dict[int, int] = {}
    for table in tables:
        for value in sorted({table[face] for face in natural}):
            group = [face for face in natural if table[face] == value]
            cards = group if by_rank else sorted(set(group))
            melds = [s for s in plans.melds_of(kind, deck.bag(cards)) if s.size == size]
            if by_rank and melds:
                mask = 0
                for shape in melds:
                    mask |= shape.bag
                yield Piece(mask, size, melds[0].lay or 10 * size, True, False)
            elif not by_rank:
                found.update((shape.bag, shape.lay or 10 * size) for shape in melds)
    rare = len(found) > MANY
    for mask, lay in found.items():
        yield Piece(mask, size, lay, False, rare)
