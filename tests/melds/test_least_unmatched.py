"""Deadwood of one pack without wild cards: the quick way agrees with trying everything."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from rummy.melds.plans import Plans
from rummy.melds.unmatched import Unmatched
from rummy.spec.bind import bind
from rummy.spec.load import load

GIN = Plans(bind(load("gin"), 2, {}))
ORDER = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
WORTH = {rank: min(place, 10) for place, rank in enumerate(ORDER, 1)}


def is_meld(cards: tuple[str, ...]) -> bool:
    """Three or more of a rank, or in sequence in a suit with the ace low."""
    ranks, suits = [c[:-1] for c in cards], {c[-1] for c in cards}
    if len(set(ranks)) == 1:
        return len(suits) == len(cards)
    places = sorted(ORDER.index(rank) for rank in ranks)
    return len(suits) == 1 and places == list(range(places[0], places[0] + len(places)))


def least(cards: frozenset[str]) -> int:
    """Every meld set aside or none, on and on."""
    best = sum(WORTH[c[:-1]] for c in cards)
    for size in range(3, len(cards) + 1):
        for meld in combinations(sorted(cards), size):
            if is_meld(meld):
                best = min(best, least(cards - set(meld)))
    return best


def dealt(seed: int, suits: str, ranks: str, count: int) -> list[str]:
    pack = [rank + suit for suit in suits for rank in ranks.split()]
    return Random(seed).sample(pack, count)


@pytest.mark.parametrize("seed", range(40))
def test_deadwood_agrees_with_every_way_to_set_melds_aside(seed: int) -> None:
    """Few ranks and suits, so that melds cross each other often."""
    cards = dealt(seed, "SHD", "3 4 5 6 7", 8)
    bag = GIN.deck.bag([GIN.deck.parse(card) for card in cards])
    assert GIN.deadwood(bag) == least(frozenset(cards))


@pytest.mark.parametrize("seed", range(150))
def test_the_quick_way_agrees_with_the_search_for_whole_hands(seed: int) -> None:
    cards = dealt(seed, "SHDC", "A 2 3 4 5 6 7 8 9 10 J Q K", 7 + seed % 7)
    bag = GIN.deck.bag([GIN.deck.parse(card) for card in cards])
    quick = Unmatched(GIN.deck, GIN.cells, 0).least(bag)
    found = GIN.arrange(bag, free_kinds=tuple(range(len(GIN.kinds))))
    assert found is not None and quick == found.points


def test_twins_and_wild_cards_are_left_to_the_search() -> None:
    bing = Plans(bind(load("bing"), 2, {}))
    assert Unmatched(bing.deck, bing.cells, 0).least(bing.deck.bag([1, 2, 3])) is None
    two = GIN.deck.bag([GIN.deck.parse("2S")])
    assert Unmatched(GIN.deck, GIN.cells, two).least(two) is None
