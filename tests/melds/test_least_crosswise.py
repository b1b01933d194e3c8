"""Deadwood looked up suit by suit agrees with trying every choice of melds."""

from __future__ import annotations

from random import Random

import pytest
from meld_helpers import K, deck, plans
from rummy.melds import crosswise
from rummy.melds.crosswise import Crosswise
from rummy.melds.plans import Plans

SET = K("same(rank)", 3, 4)
RUN = K("same(suit) and sequence(rank)", 3, 13)
POINTS = {"A": 1, **{str(n): n for n in range(2, 11)}, "J": 10, "Q": 10, "K": 10}
HIGH_LOW = {"run": "A 2 3 4 5 6 7 8 9 10 J Q K A"}

GAMES: dict[str, Plans] = {
    "sets and runs": plans(deck(points=POINTS), {"set": SET, "run": RUN}),
    "runs round the corner": plans(
        deck(points=POINTS, lines={"run": "A 2 3 4 5 6 7 8 9 10 J Q K around"}),
        {"set": SET, "run": RUN},
    ),
    "pairs, and runs with the ace high or low": plans(
        deck(points=POINTS, lines=HIGH_LOW),
        {"pair": K("same(rank) and same(colour)", 2, 2), "run": RUN},
    ),
    "no set of aces, and odd cards of a suit": plans(
        deck(points=POINTS),
        {
            "set": K("same(rank) and all(rank != A)", 3, 4),
            "odd": K("ranks == {3, 5, 7} and same(suit)", 3, 3),
            "run": K("same(suit) and sequence(rank)", 4, 5),
        },
    ),
    "only sets, three suits": plans(
        deck(points=POINTS, suits="SHD"), {"set": K("same(rank)", 2, 3)}
    ),
    "only runs": plans(deck(points=POINTS), {"run": RUN}),
    "points below nothing": plans(
        deck(points={**POINTS, "5": -7, "6": 0}), {"set": SET, "run": RUN}
    ),
    "jokers that are not wild": plans(
        deck(points=POINTS, jokers=1, joker_points=15), {"set": SET, "run": RUN}
    ),
    "wild twos": plans(
        deck(points=POINTS, wild={"two": ("2", "*", True)}), {"set": SET, "run": RUN}
    ),
    "one rank": plans(deck(points={"A": 3}, ranks="A"), {"set": SET}),
    "one suit": plans(deck(points=POINTS, suits="H"), {"run": RUN}),
}


def least(p: Plans, bag: int) -> int:
    """Every choice of melds of which no two share a card."""
    melds = sorted({shape.bag for shape in p.melds(bag)})

    def choose(start: int, rest: int) -> int:
        best = p.deck.bag_points(rest)
        for place in range(start, len(melds)):
            if melds[place] & rest == melds[place]:
                best = min(best, choose(place + 1, rest ^ melds[place]))
        return best

    return choose(0, bag)


def hands(p: Plans, count: int, size: int, ranks: str = "") -> list[int]:
    """Random hands, perhaps of some ranks only: there melds cross each other."""
    d = p.deck
    pack = [f for f in d.all_cards() if not ranks or d.ranks[d.rank_of[f]] in ranks.split()]
    random = Random(count * size)
    return [d.bag(random.sample(pack, min(size, len(pack)))) for _ in range(count)]


def otherwise(bag: int) -> int:
    raise AssertionError("asked elsewhere")


@pytest.mark.parametrize("name", GAMES)
def test_whole_hands_agree_with_every_choice_of_melds(name: str) -> None:
    p = GAMES[name]
    for bag in (*hands(p, 60, 8, "A 2 3 4 5"), *hands(p, 100, 10), *hands(p, 20, 13)):
        assert p.deadwood(bag) == p.whole_deadwood(bag) == least(p, bag)


@pytest.mark.parametrize("name", [name for name in GAMES if name != "wild twos"])
def test_nothing_is_asked_elsewhere_where_the_pack_allows_it(name: str) -> None:
    p = GAMES[name]
    one = Crosswise(p.deck, p.cells, 0, otherwise)
    assert one.can
    for bag in hands(p, 50, 11):
        first = one.least(bag)
        assert one.least(bag) == first == least(p, bag)


def test_every_hand_of_a_small_pack() -> None:
    p = plans(deck(points=POINTS, suits="SHD", ranks="3 4 5 6"), {"set": SET, "run": RUN})
    twelve = list(p.deck.all_cards())
    for chosen in range(1 << len(twelve)):
        bag = p.deck.bag([f for i, f in enumerate(twelve) if chosen >> i & 1])
        assert p.whole_deadwood(bag) == least(p, bag)


def test_hands_with_wild_cards_are_asked_elsewhere() -> None:
    p = GAMES["wild twos"]
    twos = p.deck.mask(lambda face: bool(p.deck.held_wild[face]))
    one = Crosswise(p.deck, p.cells, twos, lambda bag: -99)
    for bag in hands(p, 200, 10):
        assert one.least(bag) == (-99 if bag & twos else p.deadwood(bag))


def test_packs_with_twins_and_melds_across_suits_and_ranks_are_asked_elsewhere() -> None:
    twins = plans(deck(packs=2, points=POINTS), {"set": SET, "run": RUN})
    colours = plans(
        deck(points=POINTS), {"run": K("same(colour) and sequence(rank)", 3, 5), "set": SET}
    )
    for p in (twins, colours):
        one = Crosswise(p.deck, p.cells, 0, lambda bag: -99)
        assert not one.can
        assert {one.least(bag) for bag in hands(p, 5, 10)} == {-99}
        for bag in hands(p, 15, 9):
            found = p.arrange(bag, free_kinds=tuple(range(len(p.kinds))))
            assert found is not None and p.deadwood(bag) == found.points


@pytest.mark.parametrize("limit", ["MOST_MELDS", "MOST_CARDS", "MOST_WAYS", "MOST_CONTENTS"])
def test_the_answers_are_the_same_beyond_each_limit(
    monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    """With so small a limit most hands are asked elsewhere, or forgotten at once."""
    monkeypatch.setattr(crosswise, limit, 2)
    known = GAMES["sets and runs"]
    p = plans(deck(points=POINTS), {"set": SET, "run": RUN})
    for bag in (*hands(p, 60, 9, "A 2 3 4 5"), *hands(p, 100, 11)):
        assert p.whole_deadwood(bag) == known.whole_deadwood(bag) == least(p, bag)


def test_a_whole_pack_is_all_melds() -> None:
    """52 cards: hundreds of melds, and far too many ways to set ranks aside."""
    p = plans(deck(points=POINTS), {"set": SET, "run": RUN})
    assert p.whole_deadwood(p.deck.bag(p.deck.all_cards())) == 0


def test_one_card_and_none() -> None:
    p = GAMES["sets and runs"]
    assert p.whole_deadwood(0) == 0
    assert p.whole_deadwood(p.deck.bag([p.deck.parse("KC")])) == 10
