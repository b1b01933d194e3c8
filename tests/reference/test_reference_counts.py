"""Action sequences counted by the naive engine and by a script of its own kind.

The script below plays one small game with plain strings and knows nothing of
specs: draw a card; lay sets (one rank, two or three suits) and runs (one suit,
three ranks or more), add single cards; then throw a card. Who has none left,
or the last card of the stock, ends the round.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

import pytest
from reference_helpers import stock
from rummy.reference import game
from rummy.reference.state import State
from rummy.spec.bind import Rules, bind
from rummy.spec.load import load_text

TINY = """
rummy: 1
title: Tiny
version: "1"
about: Nine cards, sets and runs.
players: 2
deck:
  packs: 1
  ranks: A 2 3
  suits:
    S: {name: spades, colour: black, sign: "♠"}
    H: {name: hearts, colour: red, sign: "♥"}
    D: {name: diamonds, colour: red, sign: "♦"}
zones:
  stock: {of: table, pile: true, seen_by: nobody}
  pile: {of: table, pile: true, seen_by: top}
  hand: {of: player, seen_by: owner}
melds:
  set: {size: 2..3, valid: same(rank) and distinct(suit)}
  run: {size: 3, valid: same(suit) and sequence(rank)}
setup:
  deal: {auto: {deal: 3}}
order: {starter: left of dealer, turns: clockwise}
turn:
  steps:
    draw: {auto: {move: stock, to: hand}}
    play: {repeat: {meld: {lay: all}, add: {lay_off: true}}}
    throw: {when: count(hand) > 0, move: hand, to: pile}
events:
  out: {when: count(hand) == 0, do: {end: round}}
  stock_out: {at: turn_end, when: count(stock) == 0, do: {end: round}}
score: {round: count(hand)}
match:
  first_dealer: {seat: 1}
  next_dealer: left of dealer
  over: "true"
  best: lowest
  ties: shared
limits: {rounds: 1, turns: 10}
"""


@pytest.fixture(scope="module")
def tiny() -> Rules:
    return bind(load_text(TINY, "tiny.yaml"), 2)


def sequences(state: State, depth: int) -> int:
    """How many ways there are to make so many actions (or to end the match earlier)."""
    if depth == 0 or state.over:
        return 1
    return sum(sequences(game.apply(state, a), depth - 1) for a in game.legal(state))


Hands = tuple[tuple[str, ...], ...]
Melds = tuple[tuple[str, ...], ...]


def meld(cards: tuple[str, ...]) -> bool:
    """Whether cards such as ``AS`` are a set or a run (a run is all three ranks)."""
    ranks, suits = {c[0] for c in cards}, {c[1] for c in cards}
    if len(ranks) == 1:
        return len(cards) in (2, 3)
    return len(suits) == 1 and len(cards) == len(ranks) == 3


@cache
def count(cards: tuple[str, ...], hands: Hands, melds: Melds, me: int, drawn: bool, n: int) -> int:
    """As ``sequences``; ``cards`` is the stock, its top first."""
    if n == 0:
        return 1
    if not drawn:
        taken = tuple(sorted((*hands[me], *cards[:1])))
        return count(cards[1:], changed(hands, me, taken), melds, me, True, n)
    hand = hands[me]
    lays = [c for k in (2, 3) for c in combinations(hand, k) if meld(c)]
    adds = [(m, c) for m in melds for c in hand if len(m) == 2 and meld((*m, c))]
    if not lays and not adds:
        return thrown(cards, hands, melds, me, n)
    total = 0
    for laid in lays:
        rest = tuple(c for c in hand if c not in laid)
        total += after(cards, changed(hands, me, rest), (*melds, laid), me, n - 1)
    for old, card in adds:
        rest = tuple(c for c in hand if c != card)
        grown = tuple((*m, card) if m == old else m for m in melds)
        total += after(cards, changed(hands, me, rest), grown, me, n - 1)
    # done, and then a card is thrown
    return total + (1 if n == 1 else thrown(cards, hands, melds, me, n - 1))


def after(cards: tuple[str, ...], hands: Hands, melds: Melds, me: int, n: int) -> int:
    return 1 if not hands[me] else count(cards, hands, melds, me, True, n)


def thrown(cards: tuple[str, ...], hands: Hands, melds: Melds, me: int, n: int) -> int:
    total = 0
    for card in hands[me]:
        rest = tuple(c for c in hands[me] if c != card)
        over = not rest or not cards
        left = changed(hands, me, rest)
        total += 1 if over else count(cards, left, melds, 1 - me, False, n - 1)
    return total


def changed(hands: Hands, me: int, hand: tuple[str, ...]) -> Hands:
    return (hand, hands[1]) if me == 0 else (hands[0], hand)


@pytest.mark.parametrize(
    "order",
    [
        "AS AH 2S 2H 3S AD 3H 2D 3D",
        "AS 2S AH 2H AD 3H 3S 2D 3D",
        "3D 2S AH AS 2D 3H 3S 2H AD",
        "AS 2H 2S 3H 3D AD AH 2D 3S",
    ],
)
def test_as_many_action_sequences_as_an_independent_script_counts(tiny: Rules, order: str) -> None:
    top_first = order.split()
    state = game.start(tiny, 0, deal=stock(tiny, order), first_dealer=0)
    # seat 2, left of the dealer, is dealt first
    hands = (tuple(sorted(top_first[1:6:2])), tuple(sorted(top_first[0:5:2])))
    for depth in range(1, 7):
        expected = count(tuple(top_first[6:]), hands, (), 1, False, depth)
        assert sequences(state, depth) == expected, f"depth {depth}"


def test_the_first_counts_by_hand(tiny: Rules) -> None:
    # seat 2 has AS 2S 3S and draws 3H: the run, the set of threes, or done
    state = game.start(tiny, 0, deal=stock(tiny, "AS AH 2S 2H 3S AD 3H 2D 3D"), first_dealer=0)
    assert sequences(state, 1) == 3
    # after the run 1 action (throw 3H, and out: the match is over); after the set 2;
    # after done 4
    assert sequences(state, 2) == 1 + 2 + 4
