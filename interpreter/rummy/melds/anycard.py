"""Whether wild cards can take the place of any card of a meld, as many as there are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, combinations_with_replacement, product
from typing import TYPE_CHECKING

from rummy.cards import NOTHING
from rummy.melds.rearranging import Rearranging
from rummy.melds.underway import TooManyWays

if TYPE_CHECKING:
    from rummy.cards import Deck
    from rummy.melds.rankways import Cards
    from rummy.melds.shapes import Shape


def rearranging(deck: Deck, shapes: Iterable[Shape]) -> Rearranging | None:
    """From all melds of the pack; None where wild cards cannot take any place."""
    wild = [face for face in range(deck.faces) if deck.copies[face] and deck.held_wild[face]]
    tokens = {face: n for n, face in enumerate(wild)}
    runs: list[set[tuple[int, ...]]] = [set() for _ in deck.suits]
    groups: list[set[Cards]] = [set() for _ in deck.ranks]
    with_wild: set[tuple[object, ...]] = set()
    for shape in shapes:
        ranks = tuple(sorted(deck.rank_of[code] for code in shape.codes))
        used = [0] * len(wild)
        cards = [0] * len(deck.suits)
        labels = []
        for code in shape.codes:
            token = tokens.get(deck.face_of[code])
            if token is None:
                cards[deck.suit_of[code]] += 1
                labels.append(deck.rank_of[code])
            else:
                used[token] += 1
        if ranks[0] == ranks[-1] and ranks[0] >= 0:
            if any(used):
                with_wild.add((ranks[0], tuple(cards), tuple(used)))
            else:
                groups[ranks[0]].add(tuple(cards))
            continue
        suits = {deck.suit_of[code] for code in shape.codes}
        if ranks[0] < 0 or len(suits) > 1 or NOTHING in suits or len(set(ranks)) < len(ranks):
            return None
        if any(used):
            with_wild.add((suits.pop(), ranks, tuple(sorted(labels)), tuple(used)))
        else:
            runs[suits.pop()].add(ranks)
    if with_wild != _replaced([deck.copies[face] for face in wild], runs, groups):
        return None
    try:
        return Rearranging(
            deck, wild, [frozenset(row) for row in runs], [frozenset(row) for row in groups]
        )
    except TooManyWays:
        return None


def _replaced(
    copies: Sequence[int],
    runs: Sequence[Iterable[tuple[int, ...]]],
    groups: Sequence[Iterable[Cards]],
) -> set[tuple[object, ...]]:
    """What melds become where wild cards take the place of some of their cards."""
    found: set[tuple[object, ...]] = set()
    for used in product(*(range(count + 1) for count in copies)):
        number = sum(used)
        if not number:
            continue
        for suit, row in enumerate(runs):
            for ranks in row:
                for labels in (
                    combinations(ranks, len(ranks) - number) if number <= len(ranks) else ()
                ):
                    found.add((suit, ranks, labels, used))
        for rank, together in enumerate(groups):
            for group in together:
                for suits in combinations_with_replacement(range(len(group)), number):
                    cards = list(group)
                    for suit in suits:
                        cards[suit] -= 1
                    if min(cards) >= 0:
                        found.add((rank, tuple(cards), used))
    return found
