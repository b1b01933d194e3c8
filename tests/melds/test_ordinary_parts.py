"""Melds read off the places of a line, and choices of a rank: the search finds the same."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from random import Random

import pytest
from meld_helpers import K, deck, plans
from rummy.melds.enumerate import MOST_WILD, Finder
from rummy.melds.ordinary import Choices, Windows
from rummy.melds.plans import Plans

RANKS = "3 4 5 6 7 8 9 10 J Q K A"
SET = K("same(rank) and any(natural)", 3, 8)
RUN = K("same(suit) and sequence(rank) and any(natural)", 3, 13)
ACE_HIGH = {"run": "2 3 4 5 6 7 8 9 10 J Q K A"}

GAMES: dict[str, Plans] = {
    "wild twos that are also twos": plans(
        deck(packs=2, lines=ACE_HIGH, wild={"two": ("2", RANKS, True)}),
        {"run": RUN, "set": K("same(rank) and any(natural) and all(rank != 2)", 3, 104)},
    ),
    "jokers and twos": plans(
        deck(packs=2, jokers=2, wild={"joker": ("JOK", "*", False), "two": ("2", "*", True)}),
        {"set": SET, "run": RUN},
    ),
    "twos and threes, each of them also itself": plans(
        deck(packs=1, lines=ACE_HIGH, wild={"low": ("2 3", "*", True)}), {"set": SET, "run": RUN}
    ),
    "jokers that differ, few wild cards in a meld": plans(
        deck(jokers=2, wild={"joker": ("JOK", "*", False), "nine": ("9", "2 3 4 5 6 7", False)}),
        {
            "set": K("same(rank) and distinct(suit) and count(wild) <= 1", 3, 4),
            "run": K("same(suit) and sequence(rank) and count(joker) <= 1", 4, 6),
        },
    ),
    "no wild cards, twins": plans(
        deck(packs=2),
        {"set": K("same(rank)", 2, 6), "run": K("same(suit) and sequence(rank)", 3, 5)},
    ),
    "runs of three and of five": plans(
        deck(packs=2, jokers=1, wild={"joker": ("JOK", "*", False)}),
        {"run": K("same(suit) and sequence(rank) and (size == 3 or size == 5)", 3, 5)},
    ),
    "odd cards of a suit, and flushes": plans(
        deck(jokers=1, wild={"joker": ("JOK", "*", False)}),
        {
            "odd": K("ranks == {3, 5, 7, 9} and same(suit)", 4, 4),
            "flush": K("same(suit) and distinct(rank)", 5, 5),
        },
    ),
    "two lines": plans(
        deck(
            jokers=2,
            lines={"run": RANKS, "even": "2 4 6 8 10 Q"},
            wild={"joker": ("JOK", "*", False)},
        ),
        {
            "run": K("same(suit) and (sequence(rank) or sequence(rank, even))", 3, 6),
            "set": K("same(rank) and distinct(suit)", 3, 4),
        },
    ),
    "the ace at either end, and runs of a colour": plans(
        deck(jokers=1, lines={"run": "A " + ACE_HIGH["run"]}, wild={"joker": ("JOK", "*", False)}),
        {
            "run": K("same(suit) and sequence(rank)", 3, 14),
            "colour": K("same(colour) and sequence(rank)", 4, 5),
        },
    ),
    "the ace at either end, jokers": plans(
        deck(
            packs=2,
            jokers=4,
            ranks="A 2 3 4 5 6",
            lines={"run": "A 2 3 4 5 6 A"},
            wild={"joker": ("JOK", "*", False)},
        ),
        {"set": SET, "run": K("same(suit) and sequence(rank)", 3, 7)},
    ),
    "round the corner": plans(
        deck(
            packs=2,
            ranks="A 2 3 4 5 6",
            lines={"run": "A 2 3 4 5 6 around"},
            wild={"two": ("2", "4 5 6 A", False), "three": ("3", "*", False)},
        ),
        {"set": SET, "run": K("same(suit) and sequence(rank)", 3, 6)},
    ),
    "a wild ace that stands at either end as itself": plans(
        deck(
            packs=2,
            ranks="A 2 3 4 5 6",
            lines={"run": "A 2 3 4 5 6 A"},
            wild={"ace": ("A", "*", True)},
        ),
        {"run": K("same(suit) and sequence(rank) and any(natural)", 3, 6)},
    ),
    "a line that comes back": plans(
        deck(ranks="2 3 4 5", lines={"run": "2 3 4 5 4 3 2"}), {"run": RUN, "set": SET}
    ),
}


def searching(p: Plans) -> Finder:
    """The same melds, each looked for place by place."""
    finder = Finder(p.book)
    for cell in finder.cells:
        for job in cell.jobs:
            job.ordinary = None
    return finder


def hands(p: Plans, count: int, size: int) -> Iterator[int]:
    """Random hands, every other one with many wild cards and few suits."""
    d = p.deck
    random = Random(count + size)
    pack = list(d.all_cards())
    near = [f for f in pack if d.held_wild[f] or d.suit_of[f] == 0] or pack
    for number in range(count):
        some = near if number % 2 else pack
        yield d.bag(random.sample(some, min(size, len(some))))


@pytest.mark.parametrize("name", GAMES)
def test_the_melds_of_whole_hands_are_those_that_the_search_finds(name: str) -> None:
    p = GAMES[name]
    quick, slow = Finder(p.book), searching(p)
    for bag in (*hands(p, 14, 7), *hands(p, 4, 9)):
        assert quick.find(bag) == slow.find(bag)


@pytest.mark.parametrize("name", GAMES)
def test_with_few_wild_cards_in_a_run_the_same_melds_are_found(name: str) -> None:
    p = GAMES[name]
    quick, slow = Finder(p.book), searching(p)
    for bag in hands(p, 8, 8):
        for most in range(3):
            assert quick.find_with(bag, most) == slow.find_with(bag, most)
        assert quick.find_with(bag, MOST_WILD) == slow.find(bag)


@pytest.mark.parametrize("name", GAMES)
def test_where_like_wild_cards_keep_their_order_the_same_melds_are_found(name: str) -> None:
    p = GAMES[name]
    quick, slow = Finder(p.book), searching(p)
    for bag in hands(p, 12, 8):
        some = quick.find(bag, few=True)
        assert some == slow.find(bag, few=True)
        # one meld at least for each kind and choice of cards
        assert {(s.kind, s.bag) for s in some} == {(s.kind, s.bag) for s in quick.find(bag)}


@pytest.mark.parametrize("name", GAMES)
def test_no_meld_is_listed_twice(name: str) -> None:
    p = GAMES[name]
    for bag in hands(p, 8, 8):
        orders = [shape.order for shape in Finder(p.book).find(bag)]
        assert len(orders) == len(set(orders)) and orders == sorted(orders)


def test_all_hands_of_a_small_pack_hold_what_every_choice_of_codes_holds() -> None:
    """Every code for every card, and no more of a face than are held."""
    p = plans(
        deck(packs=1, jokers=2, ranks="3 4 5", suits="SH", wild={"joker": ("JOK", "*", False)}),
        {"set": SET, "run": RUN},
    )
    d, finder = p.deck, Finder(p.book)
    for chosen in product(*(range(n + 1) for n in d.copies)):
        if sum(chosen) > 5:
            continue
        faces = [face for face, number in enumerate(chosen) for _ in range(number)]
        bag = d.bag(faces)
        codes = sorted({c for f in faces for k in (0, 1) for c in p.book.placings[k][f]})
        expected = []
        for kind in (0, 1):
            for size in range(3, min(len(faces), 5) + 1):
                for some in combinations_with_replacement(codes, size):
                    used = [d.face_of[c] for c in some]
                    if all(used.count(f) <= chosen[f] for f in set(used)):
                        shape = p.book.shape(kind, some)
                        expected += [shape.order] if shape is not None else []
        assert [shape.order for shape in finder.find(bag)] == sorted(expected)


def test_what_is_ordinary() -> None:
    def ways(name: str) -> set[type | None]:
        finder = Finder(GAMES[name].book)
        jobs = [job for cell in finder.cells for job in cell.jobs]
        return {None if job.ordinary is None else type(job.ordinary) for job in jobs}

    assert ways("wild twos that are also twos") == {Choices, Windows}
    assert None in ways("the ace at either end, and runs of a colour")
    assert ways("the ace at either end, jokers") == ways("round the corner") == {Choices, Windows}
    assert ways("a wild ace that stands at either end as itself") == {None}
    assert ways("a line that comes back") == {Choices, None}
