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
    needs, wild cards in hand counted.
    """

    cards: int
    missing: int


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
        self._sized = [
            ([(p.mask, p.size, p) for p in row], max((p.size for p in row), default=0))
            for row in self.rows
        ]
        self.pieces = tuple(dict.fromkeys(piece for row in each.values() for piece in row))
        self._all = [(p.mask, p.size, p) for p in self.pieces]
        self._common = [(p.mask, p.size, p) for p in self.pieces if not p.rare]
        self._each = deck.size / max(1, sum(1 for count in deck.copies if count))
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
        most = 2 if careful else 1
        for mask, size, piece in self._all if careful else self._common:
            have = mask & bag
            short = size - have.bit_count()
            if short > most or not have:
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
        rest, cards, missing = bag, 0, 0
        for row, largest in self._sized:
            shorts = [size - (mask & rest).bit_count() for mask, size, _ in row]
            short = min(shorts, default=0)
            if not shorts or short >= largest:
                missing += max(0, short)
                continue
            best, helps = 0, -1.0
            for (mask, _, piece), lacks in zip(row, shorts, strict=True):
                if lacks == short:
                    ways = self._ways(piece, rest, short, away)
                    if ways > helps:
                        best, helps = mask & rest, ways
            while short < 0 and not grow:  # no more cards than are needed
                best &= best - 1
                short += 1
            if grow and short <= 0:
                best = self._grown([piece for _, _, piece in row], best, rest)
            cards |= best
            rest &= ~best
            missing += max(0, short)
        return Core(cards, max(0, missing - wilds))

    def _ways(self, piece: Piece, rest: int, short: int, away: int) -> float:
        """About how many unseen cards bring a piece on; of complete ones any is as good."""
        if short <= 0:
            return 0.0
        gone = (piece.mask & away).bit_count()
        if piece.group:
            held = (piece.mask & rest).bit_count()
            return float((piece.mask & self.copies).bit_count() - held - gone)
        return self._each * short - 0.5 * gone

    @staticmethod
    def _grown(row: list[Piece], meld: int, rest: int) -> int:
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
