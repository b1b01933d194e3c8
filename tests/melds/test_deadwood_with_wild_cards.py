"""The best split of a hand with up to ten wild cards, against trying all subsets."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from rummy.melds import Plans
from rummy.reference.arrange import deadwood as naive_deadwood
from rummy.spec.bind import Rules, bind
from rummy.spec.load import load_text

SPEC = """\
rummy: 1
title: Split
players: 2
deck:
  packs: 2
  jokers: {jokers}
  points: {{A: {ace}, 2..10: pips, J Q K: 10, joker: {joker}}}
  wilds:
    rank: {{cards: "rank in {{{wild}}}", natural: true}}
    joker: {{cards: joker}}
zones:
  stock: {{pile: true, seen_by: nobody}}
  pile: {{pile: true, seen_by: top}}
  hand: {{of: player, seen_by: owner}}
melds:
  set: {set}
  run: {{size: 3..13, valid: same(suit) and sequence(rank)}}
  pure: {{size: 3..13, valid: same(suit) and sequence(rank) and all(natural)}}
openings:
  lives: {{needs: {{pure: 3, run: 3}}}}
  long: {{needs: [{{any: [4, 3]}}, {{set: 4}}], which: round}}
setup: {{deal: {{auto: {{deal: 7}}}}}}
turn: {{steps: {{throw: {{when: count(hand) > 0, move: hand, to: pile}}}}}}
events: {{out: {{when: count(hand) == 0, do: {{end: round}}}}}}
score: {{round: "deadwood(hand) + deadwood(hand, lives)"}}
match: {{over: true}}
"""
ANY_SUITS = "{size: 3.., valid: same(rank)}"
OWN_SUITS = "{size: 3..4, valid: same(rank) and distinct(suit)}"
SUITS = "SHDC"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")

Card = tuple[int, int, bool]
"""Rank, suit (-1, -1 for a joker) and whether it is wild."""


def rules(
    wild: str, sets: str = ANY_SUITS, jokers: int = 0, joker: int = 15, ace: int = 1
) -> Rules:
    text = SPEC.format(wild=wild, set=sets, jokers=jokers, joker=joker, ace=ace)
    return bind(load_text(text, "split.yaml"), 2)


# --- by hand ----------------------------------------------------------------------


def is_set(cards: Sequence[Card], own_suits: bool) -> bool:
    """Cards of one rank with any wild ones; ``own_suits``: of four suits, none twice."""
    natural = [card for card in cards if not card[2]]
    if len(cards) < 3 or len({rank for rank, _, _ in natural}) > 1:
        return False
    if not own_suits:
        return True
    # a wild card takes a suit that is missing, but in its own rank it is itself
    return len(cards) <= 4 and len({suit for _, suit, _ in natural}) == len(natural)


def is_run(cards: Sequence[Card]) -> bool:
    """Neighbours of one suit, ace low, wild cards wherever one is missing."""
    natural = [card for card in cards if not card[2]]
    ranks = [rank for rank, _, _ in natural]
    if not 3 <= len(cards) <= 13 or len({suit for _, suit, _ in natural}) > 1:
        return False
    if len(set(ranks)) < len(ranks):
        return False
    return any(
        all(start <= rank < start + len(cards) for rank in ranks)
        for start in range(14 - len(cards))
    )


def is_pure(cards: Sequence[Card]) -> bool:
    """A run in which each card is what is printed on it, also one that could be wild."""
    return all(suit >= 0 for _, suit, _ in cards) and is_run([(r, s, False) for r, s, _ in cards])


def by_hand(
    cards: Sequence[Card],
    points: Sequence[int],
    own_suits: bool = False,
    needs: Sequence[tuple[str, int]] = (),
) -> int:
    """The least points left by going through all subsets; all where needs cannot be filled."""
    count = len(cards)
    kinds: list[str] = []
    for mask in range(1 << count):
        some = [cards[i] for i in range(count) if mask >> i & 1]
        found = "s" * is_set(some, own_suits) + "r" * is_run(some) + "p" * is_pure(some)
        kinds.append(found)
    known: dict[tuple[int, tuple[tuple[str, int], ...]], int | None] = {}

    def least(mask: int, wanted: tuple[tuple[str, int], ...]) -> int | None:
        if not mask:
            return None if wanted else 0
        key = (mask, wanted)
        if key in known:
            return known[key]
        low = mask & -mask
        left = least(mask ^ low, wanted)
        best = None if left is None else left + points[low.bit_length() - 1]
        rest = sub = mask ^ low
        while True:
            meld = sub | low
            if kinds[meld]:
                ways = {wanted}
                for place, (kind, size) in enumerate(wanted):
                    if meld.bit_count() >= size and (kind == "any" or kind[0] in kinds[meld]):
                        ways.add(wanted[:place] + wanted[place + 1 :])
                for way in ways:
                    left = least(mask ^ meld, way)
                    if left is not None and (best is None or left < best):
                        best = left
            if not sub:
                break
            sub = (sub - 1) & rest
        known[key] = best
        return best

    found = least((1 << count) - 1, tuple(needs))
    return sum(points) if found is None else found


# --- the same of both ----------------------------------------------------------------


def draw(made: Rules, chance: Random, wild: int, count: int) -> list[int]:
    """Some wild and some other cards of the pack, those near each other more often."""
    deck = made.deck
    pack = list(deck.all_cards())
    wilds = [face for face in pack if deck.held_wild[face]]
    ranks = set(chance.sample(range(13), 7))
    others = [f for f in pack if not deck.held_wild[f] and deck.rank_of[f] in ranks]
    return chance.sample(wilds, wild) + chance.sample(others, count - wild)


def compare(
    made: Rules,
    faces: list[int],
    own_suits: bool = False,
    opening: str = "",
    needs: Sequence[tuple[str, int]] = (),
) -> None:
    deck = made.deck
    cards = [(deck.rank_of[f], deck.suit_of[f], bool(deck.held_wild[f])) for f in faces]
    wanted = by_hand(cards, [deck.points_of[f] for f in faces], own_suits, needs)
    kinds = {kind.name: kind.index for kind in made.kinds} | {"any": -1}
    found = Plans(made).deadwood(
        deck.bag(faces), tuple(sorted((kinds[kind], size) for kind, size in needs))
    )
    assert found == wanted, (deck.texts(faces), opening, found, wanted)


@pytest.mark.parametrize("wild", range(9))
def test_small_hands_are_split_as_well_as_they_can_be(wild: int) -> None:
    made, chance = rules("7, Q"), Random(wild)
    for _ in range(6):
        compare(made, draw(made, chance, wild, 9))


@pytest.mark.parametrize("wild", range(7))
def test_jokers_and_dear_aces_make_no_difference(wild: int) -> None:
    made, chance = rules("3", jokers=4, joker=0, ace=-2), Random(wild)
    for _ in range(6):
        compare(made, draw(made, chance, wild, 9))


@pytest.mark.parametrize("wild", range(7))
def test_sets_of_different_suits_are_split_alike(wild: int) -> None:
    made, chance = rules("8", OWN_SUITS, jokers=2), Random(wild)
    for _ in range(6):
        compare(made, draw(made, chance, wild, 9), True)


def test_a_hand_of_thirteen_with_ten_wild_cards_is_split_exactly() -> None:
    made = rules("J, Q, K")
    compare(made, draw(made, Random(4), 10, 13))


@pytest.mark.slow
@pytest.mark.parametrize("wild", [2, 4, 5, 6, 7, 8, 9, 10])
def test_hands_of_thirteen_with_many_wild_cards_are_split_exactly(wild: int) -> None:
    made, chance = rules("K", jokers=3), Random(wild)
    for _ in range(3):
        compare(made, draw(made, chance, wild, 13))


LIVES = [("pure", 3), ("run", 3)]


@pytest.mark.parametrize("wild", range(6))
def test_with_an_opening_its_melds_must_be_among_them(wild: int) -> None:
    made, chance = rules("8", OWN_SUITS, jokers=2, joker=0), Random(wild)
    for number in range(10):
        deck = made.deck
        faces = draw(made, chance, wild, 9)
        if number % 2:  # a run to begin with, else there is seldom any
            faces[wild : wild + 3] = [deck.face(rank, number % 4) for rank in (2, 3, 4)]
        compare(made, faces, True, "lives", LIVES)


@pytest.mark.parametrize(
    ("opening", "needs"), [("long", [("any", 3), ("any", 4)]), ("long", [("set", 4)])]
)
def test_needs_of_any_kind_and_of_a_size_are_kept(
    opening: str, needs: list[tuple[str, int]]
) -> None:
    made, chance = rules("8"), Random(len(needs))
    for number in range(12):
        compare(made, draw(made, chance, number % 5, 9), False, opening, needs)


def test_the_naive_engine_splits_alike() -> None:
    made, chance = rules("8", OWN_SUITS, jokers=2), Random(3)
    plans, deck = Plans(made), made.deck
    kinds = {kind.name: kind.index for kind in made.kinds}
    lives = tuple(sorted(((kinds["pure"], 3), (kinds["run"], 3))))
    for number in range(6):
        faces = draw(made, chance, number % 2, 6)
        if number % 2:
            faces[3:6] = [deck.face(rank, number % 4) for rank in (2, 3, 4)]
        for needs in ((), lives):
            assert plans.deadwood(deck.bag(faces), needs) == naive_deadwood(made, faces, needs)


def test_examples_worked_out_by_hand() -> None:
    """Without both lives all cards count; with them only those outside melds."""
    made = rules("8", OWN_SUITS, jokers=2, joker=0)
    plans, deck = Plans(made), made.deck
    kinds = {kind.name: kind.index for kind in made.kinds}
    lives = tuple(sorted(((kinds["pure"], 3), (kinds["run"], 3))))

    def left(text: str) -> tuple[int, int]:
        bag = deck.bag(deck.parse_many(text))
        return plans.deadwood(bag), plans.deadwood(bag, lives)

    # a pure run, and a run with a joker: the king is left
    assert left("4S 5S 6S 9H 10H JOK KD") == (10, 10)
    # no pure run: 5 + 6 + 9 + 10 + 10 for the cards that have points
    assert left("JOK 5S 6S 9H 10H JOK KD") == (10, 40)
    # the wild eight in its own place is a pure run; the second run is pure too
    assert left("7S 8S 9S 2H 3H 4H QC QC") == (20, 20)
    # one run only: all count, 7 + 8 + 9 + 3 x 10
    assert left("7S 8S 9S QH QD QC") == (0, 54)
