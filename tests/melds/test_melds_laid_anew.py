"""Melds taken up and laid anew: what may join and how all lies, against all divisions."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from rummy.melds import Plans
from rummy.melds.shapes import Shape
from rummy.reference.anew import covers
from rummy.spec.bind import bind
from rummy.spec.load import load

GAME = """
rummy: 1
title: Tiles
about: A game to try.
players: 2
deck:
  packs: 2
  jokers: 2
  ranks: A 2 3 4 5 6
  wilds: {joker: {cards: joker}}
  points: {A: 1, 2..6: pips, joker: 30}
zones:
  stock: {pile: true, seen_by: nobody}
  hand: {of: player, seen_by: owner}
melds:
  set: {size: 3..4, valid: same(rank) and distinct(suit)}
  run: {size: 3..6, valid: same(suit) and sequence(rank)}
turn: {steps: {play: {rebuild: 'true', optional: true}}}
score: {round: count(hand)}
match: {over: 'true'}
"""


@pytest.fixture(scope="module")
def plans(tmp_path_factory: pytest.TempPathFactory) -> Plans:
    file = tmp_path_factory.mktemp("tiles") / "tiles.yaml"
    file.write_text(GAME, encoding="utf-8")
    return Plans(bind(load(Path(file)), 2, {}))


def _bag(plans: Plans, text: str) -> int:
    return plans.deck.bag(plans.deck.parse_many(text))


def _meld(plans: Plans, kind: int, text: str) -> Shape:
    shape = plans.shape(kind, plans.deck.parse_many(text))
    assert shape is not None
    return shape


def _pool(plans: Plans, melds: list[Shape]) -> int:
    deck = plans.deck
    return deck.bag([face for shape in melds for face in deck.bag_faces(shape.bag)])


def _names(plans: Plans, faces: list[int]) -> str:
    return plans.deck.texts(faces)


def test_a_card_joins_that_needs_two_melds_taken_apart(plans: Plans) -> None:
    """4H joins 2H and 3H: of a set of four twos one can go, and so can the end of a run."""
    table = [_meld(plans, 0, "2S 2H 2D 2C"), _meld(plans, 0, "3S 3H 3D 3C")]
    hand = _bag(plans, "4H 6C")
    faces, complete = plans.anew.joining(_pool(plans, table), 0, hand, table, None)
    assert (_names(plans, faces), complete) == ("4H", True)
    changed, new = plans.anew.arrangement(table, _bag(plans, "4H"), None)
    assert changed == (0, 1)
    assert [plans.deck.texts(shape.display) for shape in new] == [
        "2S 2D 2C",
        "3S 3D 3C",
        "2H 3H 4H",
    ]


def test_a_freed_wild_card_lies_in_a_meld_again(plans: Plans) -> None:
    """5H takes the joker's place in 4H 5H 6H only if the joker goes on somewhere."""
    table = [_meld(plans, 1, "4H JOK(5H) 6H")]
    faces, _ = plans.anew.joining(_pool(plans, table), 0, _bag(plans, "5H"), table, None)
    assert _names(plans, faces) == "5H"
    changed, new = plans.anew.arrangement(table, _bag(plans, "5H"), None)
    assert changed == (0,)
    assert [plans.deck.texts(shape.display) for shape in new] == ["JOK(3H) 4H 5H 6H"]


def test_cards_join_only_if_the_points_can_still_be_reached(plans: Plans) -> None:
    """4, 5 and 6 of spades are 15 points; three sixes with a joker for the fourth 24."""
    hand = _bag(plans, "4S 5S 6S 6H 6D JOK")
    assert _names(plans, plans.anew.joining(0, 0, hand, [], 24)[0]) == "4S 5S 6S 6H 6D JOK"
    assert _names(plans, plans.anew.joining(0, 0, hand, [], 34)[0]) == ""
    sixes = _bag(plans, "6S 6H 6D")
    rest = _bag(plans, "4S 5S JOK")
    faces, complete = plans.anew.joining(0, sixes, rest, [], 24)
    assert (_names(plans, faces), complete) == ("4S 5S JOK", False)


@cache
def _ways(plans: Plans, faces: tuple[int, ...]) -> tuple[tuple[object, ...], ...]:
    return tuple(covers(plans.rules, faces))


def test_what_joins_and_how_it_lies_is_as_all_divisions_say(plans: Plans) -> None:
    deck, chance = plans.deck, Random(7)
    cards = list(deck.all_cards())
    every = [s for s in plans.melds(deck.bag(cards)) if s.size <= 4]
    natural = [s for s in every if all(code < deck.faces for code in s.codes)]
    checked = 0
    for _ in range(25):
        left = Counter(cards)
        table: list[Shape] = []
        for _ in range(chance.randrange(1, 3)):
            shape = chance.choice(every if chance.randrange(3) == 0 else natural)
            used = Counter(deck.bag_faces(shape.bag))
            if all(left[face] >= count for face, count in used.items()):
                left -= used
                table.append(shape)
        rest = sorted(left.elements())
        chance.shuffle(rest)
        hand = tuple(sorted(rest[:3]))
        pool = deck.bag_faces(_pool(plans, table))
        expected: set[int] = set()
        for size in (1, 2, 3):
            for more in combinations(hand, size):
                if _ways(plans, tuple(sorted((*pool, *more)))):
                    expected |= set(more)
        faces, complete = plans.anew.joining(deck.bag(pool), 0, deck.bag(hand), table, None)
        assert (set(faces), complete) == (expected, True)
        for face in faces:
            ways = _ways(plans, tuple(sorted((*pool, face))))
            joined = deck.bag([face])
            rest_of_hand = list(hand)
            rest_of_hand.remove(face)
            found = plans.anew.joining(deck.bag(pool), joined, deck.bag(rest_of_hand), table, None)
            assert found[1] == bool(ways)
            if ways:
                checked += 1
                best = min(_judged(table, way) for way in ways)
                changed, new = plans.anew.arrangement(table, joined, None)
                assert (changed, [shape.order for shape in new]) == (best[1], best[3])
    assert checked > 8


def _judged(table: list[Shape], way: tuple[object, ...]) -> tuple[int, tuple[int, ...], int, list]:
    """How much a division changes: fewest changes, first changed, fewest new, first new."""
    new = [(kind, *codes) for kind, codes in way]  # type: ignore[misc, has-type]
    changed = []
    for place in reversed(range(len(table))):
        if table[place].order in new:
            new.remove(table[place].order)
        else:
            changed.append(place)
    return len(changed), tuple(sorted(changed)), len(new), sorted(new)
