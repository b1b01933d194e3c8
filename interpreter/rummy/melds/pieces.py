"""Ordinary kinds of meld, and where their melds can be.

An ordinary kind is cards of one rank, or neighbours of one suit, in which any
wild card may stand for any card that is missing, with one card at least that
is none. Then a meld is some natural cards out of a rank or a stretch of a
line, and as many wild cards as it is short of.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from rummy.lang.trees import Each, Not
from rummy.melds.enumerate import Job
from rummy.melds.least import shrinks
from rummy.melds.plan import GROUP, RUN
from rummy.melds.shapes import windows

if TYPE_CHECKING:
    from rummy.cards import Deck
    from rummy.lang.trees import Node
    from rummy.melds.shapes import Book

Spot = tuple[int, int]
"""Natural cards of a rank (all layers) or of a stretch (one each), and those of
them that no wild card can stand for."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Where the melds of one kind with a least size can be."""

    least: int
    stretches: tuple[Spot, ...]
    ranks: tuple[Spot, ...]
    natural: int
    """The natural cards that can be in such a meld (all layers)."""
    lone: bool
    """Whether each of them is a meld with wild cards alone."""
    all_wild: bool
    """Whether there may be melds without a natural card."""


def piece_of(book: Book, kind: int, least: int) -> Piece | None:
    """How an ordinary kind is looked for at its least size; None: it is not ordinary."""
    plan = book.plans[kind]
    if not shrinks(plan):
        return None
    branch = plan.branches[0]
    if not all(map(_about_each, branch.cuts)):
        return None
    size = max(least, branch.sizes[0])
    if size > branch.sizes[-1]:
        return Piece(size, (), (), 0, True, False)
    deck = book.deck
    job = Job(book, kind, branch, book.codes_of(kind))
    wild = frozenset(f for f in range(deck.faces) if deck.copies[f] and deck.held_wild[f])
    natural = frozenset(f for f in job.by_face if f not in wild)
    alone = False
    if branch.residue:
        truth = book.judge.truth(branch.residue[0])
        for face, codes in job.by_face.items():
            for code, _ in codes:
                if face in natural:
                    if not truth((code,)):
                        return None
                elif truth((code,)):
                    if code >= deck.faces:
                        return None
                    alone = True
    else:
        alone = True
    places = Places(deck, job, wild, natural)
    if branch.anchor == GROUP:
        spots = places.ranks()
        return None if spots is None else _piece(deck, size, (), spots, natural, alone)
    if branch.anchor == RUN and branch.over == "suit":
        spots = places.stretches(branch.line, size)
        return None if spots is None else _piece(deck, size, spots, (), natural, alone)
    return None


def _about_each(node: Node) -> bool:
    """Whether a condition is asked of each card for itself."""
    if isinstance(node, Not):
        return isinstance(node.item, Each) and node.item.op == "any"
    return isinstance(node, Each) and node.op == "all"


def _piece(
    deck: Deck,
    size: int,
    stretches: tuple[Spot, ...],
    ranks: tuple[Spot, ...],
    natural: frozenset[int],
    all_wild: bool,
) -> Piece:
    free = 0
    for cards, fixed in (*stretches, *ranks):
        free |= cards if not fixed else fixed if not fixed & (fixed - 1) else 0
    mask = sum(1 << f for f in natural)
    return Piece(size, stretches, ranks, deck.spread(mask), not mask & ~free, all_wild)


class Places:
    """Which places of melds can be filled by natural and by wild cards."""

    def __init__(self, deck: Deck, job: Job, wild: frozenset[int], natural: frozenset[int]) -> None:
        self.deck = deck
        self.job = job
        self.wild = wild
        self.natural = natural

    def standing(self, rank: int, suit: int | None) -> bool | None:
        """Whether all wild cards can stand there; None if only some can."""
        deck, by_face = self.deck, self.job.by_face
        can = {
            face
            for face in self.wild
            for code, _ in by_face.get(face, ())
            if deck.rank_of[code] == rank and suit in (None, deck.suit_of[code])
        }
        return True if can == self.wild else None if can else False

    def ranks(self) -> tuple[Spot, ...] | None:
        """One spot a rank."""
        deck, found = self.deck, []
        for rank in range(len(deck.ranks)):
            one = sum(1 << f for f in self.natural if deck.rank_of[f] == rank)
            standing = self.standing(rank, None)
            if one:
                if standing is None:
                    return None
                found.append((deck.spread(one), 0 if standing else deck.spread(one)))
        return tuple(found)

    def stretches(self, line: str, size: int) -> tuple[Spot, ...] | None:
        """One spot for each stretch of the line in each suit.

        A stretch where only some wild cards may stand at a place (a two in
        its own) is passed over if another has all its natural cards.
        """
        deck, found, partly = self.deck, [], []
        stretches = windows(deck.lines[line], size)
        for suit in range(len(deck.suits)):
            standing = [self.standing(rank, suit) for rank in range(len(deck.ranks))]
            for stretch in stretches:
                if len(set(stretch)) < size:
                    return None
                cards = fixed = 0
                whole = True
                for rank in stretch:
                    bit = 1 << deck.face(rank, suit)
                    is_natural = deck.face(rank, suit) in self.natural
                    if is_natural:
                        cards |= bit
                    if standing[rank] is False:
                        if not is_natural:
                            cards, whole = 0, True
                            break
                        fixed |= bit
                    elif standing[rank] is None:
                        whole = False
                if not cards:
                    continue
                if whole:
                    found.append((cards, fixed))
                else:
                    partly.append(cards)
        free = [cards for cards, fixed in found if not fixed]
        if not all(any(cards & one == cards for one in free) for cards in partly):
            return None
        return tuple(found)


def choices_of(bag: int, size: int, width: int) -> Iterator[int]:
    """Every choice of so many cards out of a bag (with ``width``: there may be twins)."""
    bits = []
    rest = bag
    while rest:
        low = rest & -rest
        bits.append(low)
        rest ^= low
    if len(bits) == size:
        yield bag
        return
    for chosen in combinations(bits, size):
        part = sum(chosen)
        # a twin is taken only after the first of its face
        if not width or not (part >> width) & ~part:
            yield part
