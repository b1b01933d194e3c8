"""How well cards of a hand go together, by the smallest melds of a spec."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummy.cards import bag_counts

if TYPE_CHECKING:
    from rummy.cards import Deck
    from rummy.melds import Plans

MELD, ONE_SHORT, TWO_SHORT = 40, 4, 1
"""What a card is worth for each smallest meld that is complete in hand, that
waits for one card (for each copy of it not yet seen), or for two."""

WILD = 400
"""What a wild card is worth: it completes almost anything."""


class Affinity:
    """The smallest melds of natural cards, by the faces in them."""

    def __init__(self, deck: Deck, plans: Plans) -> None:
        self.deck = deck
        natural = [f for f in deck.all_cards() if not deck.held_wild[f]]
        groups: list[list[int]] = []
        for table in (deck.rank_of, deck.suit_of, deck.colour_of):
            for value in sorted({table[face] for face in natural}):
                groups.append([face for face in natural if table[face] == value])
        found: set[tuple[int, int]] = set()
        for kind in plans.kinds:
            for number, group in enumerate(groups):
                # of a suit or colour one card of each face will do
                cards = group if number < len(deck.ranks) else sorted(set(group))
                shapes = plans.melds_of(kind.index, deck.bag(cards))
                least = min((shape.size for shape in shapes), default=0)
                found.update((shape.bag, shape.size) for shape in shapes if shape.size == least)
        self.of_face: list[list[tuple[int, int]]] = [[] for _ in range(deck.faces)]
        for bag, size in sorted(found):
            for face in bag_counts(deck.bag_faces(bag)):
                self.of_face[face].append((bag, size))

    def worth(self, face: int, bag: int, unseen: list[int]) -> int:
        """How useful a card is in a hand (``bag``, the card in it)."""
        deck = self.deck
        if deck.held_wild[face]:
            return WILD
        total = 0
        for part, size in self.of_face[face]:
            short = size - (part & bag).bit_count()
            if short == 0:
                total += MELD
            elif short == 1:
                missing = part & ~bag
                total += ONE_SHORT * max(0, unseen[(missing.bit_length() - 1) % deck.faces])
            elif short == 2 and size > 2:
                total += TWO_SHORT
        return total

    def completes(self, face: int, bag: int) -> bool:
        """Whether a card that is not yet in the hand makes a smallest meld there."""
        with_it = bag
        bit = 1 << face
        while with_it & bit:
            bit <<= self.deck.faces
        with_it |= bit
        return any(part & bit and part & with_it == part for part, _ in self.of_face[face])
