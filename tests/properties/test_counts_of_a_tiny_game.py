"""How many ways there are to play a tiny game: the fast engine against a script.

The script plays with plain strings and knows nothing of specs. The game has twins,
a joker, and a duty: a card taken from the pile may not be in the hand when the turn
ends, nor may its twin.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from random import Random

import pytest
from profiles import rounds
from rummy.play.engine import Engine
from rummy.play.state import State
from rummy.reference import game
from rummy.reference.state import State as NaiveState
from rummy.spec.bind import bind
from rummy.spec.load import load_text

TINY = """
rummy: 1
title: Tiny
about: Nine cards, pairs and threes of a rank.
players: 2
deck:
  packs: 2
  jokers: 1
  ranks: A 2
  suits: {S: {name: spades, colour: black}, H: {name: hearts, colour: red}}
  wilds: {joker: {cards: joker}}
zones:
  stock: {of: table, pile: true, seen_by: nobody}
  pile: {of: table, pile: true, seen_by: top}
  hand: {of: player, seen_by: owner}
melds:
  some: {size: 2..3, valid: same(rank) and any(natural)}
variables:
  took: {of: table, per: turn, start: false}
setup:
  deal: {auto: [{deal: 2}, {move: stock, to: pile}]}
turn:
  steps:
    draw:
      choose:
        draw: {move: stock, to: hand}
        take: {move: pile, to: hand, do: {set: {took: true}}}
    play: {repeat: {meld: {lay: all}, add: {lay_off: true}}}
    throw: {when: count(hand) > 0, move: hand, to: pile}
  must:
    used: not took or all(c not in hand for c in taken)
events:
  out: {when: count(hand) == 0, do: {end: round}}
  stock_out: {at: turn_end, when: count(stock) == 0, do: {end: round}}
score: {round: count(hand)}
match: {first_dealer: {seat: 1}, over: "true", ties: shared}
limits: {rounds: 1, turns: 10}
"""
PACK = ("AS", "AH", "2S", "2H") * 2 + ("JOK",)

Cards = tuple[str, ...]


def meld(cards: Cards) -> bool:
    """Two or three of a rank; the joker is any rank."""
    return len(cards) in (2, 3) and len({c[0] for c in cards if c != "JOK"}) == 1


def less(hand: Cards, used: Cards) -> Cards:
    rest = list(hand)
    for card in used:
        rest.remove(card)
    return tuple(rest)


def plays(hand: Cards, table: tuple[Cards, ...]) -> list[tuple[Cards, tuple[Cards, ...]]]:
    """Hand and table after each meld that can be laid and each card that can be added."""
    lays = {c for k in (2, 3) for c in combinations(sorted(hand), k) if meld(c)}
    found = [(less(hand, c), (*table, c)) for c in sorted(lays)]
    for i, old in enumerate(table):
        for card in sorted(set(hand)):
            if meld((*old, card)):
                found.append((less(hand, (card,)), (*table[:i], (*old, card), *table[i + 1 :])))
    return found


@cache
def may_end(hand: Cards, table: tuple[Cards, ...], taken: str) -> bool:
    """Whether the taken card can be got rid of, thrown or laid."""
    if not taken or not hand or throws(hand, taken):
        return True
    return any(may_end(*after, taken) for after in plays(hand, table))


def throws(hand: Cards, taken: str) -> list[str]:
    return [c for c in sorted(set(hand)) if not taken or taken not in less(hand, (c,))]


Hands = tuple[Cards, Cards]


def count(
    stock: Cards, pile: Cards, hands: Hands, table: tuple[Cards, ...], me: int, n: int
) -> int:
    """Ways to make ``n`` actions (or to end earlier), at the start of a turn."""
    if n == 0:
        return 1
    drawn = tuple(sorted((*hands[me], stock[0])))
    total = go_on(stock[1:], pile, hands, drawn, table, me, "", n - 1)
    if pile:
        taken = tuple(sorted((*hands[me], pile[-1])))
        if may_end(taken, table, pile[-1]):
            total += go_on(stock, pile[:-1], hands, taken, table, me, pile[-1], n - 1)
    return total


def go_on(
    stock: Cards,
    pile: Cards,
    hands: Hands,
    hand: Cards,
    table: tuple[Cards, ...],
    me: int,
    taken: str,
    n: int,
) -> int:
    """The same, while the player lays and adds."""
    if not hand:
        return 1
    here = [after for after in plays(hand, table) if may_end(*after, taken)]
    done = bool(throws(hand, taken))
    if n == 0:
        return 1
    total = sum(go_on(stock, pile, hands, *after, me, taken, n - 1) for after in here)
    if here and done:
        n -= 1  # `done` is an action, too
        if n == 0:
            return total + 1
    if not done:
        return total
    for card in throws(hand, taken):
        rest = less(hand, (card,))
        both = (rest, hands[1]) if me == 0 else (hands[0], rest)
        if not rest or not stock:
            total += 1
        else:
            total += count(stock, (*pile, card), both, table, 1 - me, n - 1)
    return total


def ways(engine: Engine, state: State, depth: int) -> int:
    """The same as the fast engine has it."""
    if depth == 0 or state.over:
        return 1
    total = 0
    for action in engine.legal(state):
        after = state.copy()
        engine.apply(after, action)
        total += ways(engine, after, depth - 1)
    return total


def naive_ways(state: NaiveState, depth: int) -> int:
    if depth == 0 or state.over:
        return 1
    return sum(naive_ways(game.apply(state, a), depth - 1) for a in state.legal)


@pytest.mark.parametrize("seed", range(rounds(12)))
def test_as_many_ways_to_play_as_the_script_counts(seed: int) -> None:
    order = list(PACK)
    Random(seed).shuffle(order)
    rules = bind(load_text(TINY, "tiny.yaml"), 2)
    engine = Engine(rules)
    stock = list(rules.deck.parse_many(" ".join(reversed(order))))
    # the player in seat 2 is dealt first
    hands = (tuple(sorted(order[1:4:2])), tuple(sorted(order[0:3:2])))
    state = engine.start(0, first_dealer=0, stock=stock)
    for depth in range(1, 7):
        expected = count(tuple(order[5:]), (order[4],), hands, (), 1, depth)
        assert ways(engine, state, depth) == expected, f"depth {depth} of {order}"
    naive = game.start(rules, 0, deal=stock, first_dealer=0)
    assert naive_ways(naive, 3) == ways(engine, state, 3)


def test_a_taken_card_whose_twin_is_held_counts_only_if_it_can_be_laid() -> None:
    # seat 2 holds AS 2S, and AS lies on the pile: it cannot be thrown for its twin's sake,
    # but both can be laid; so both draws are there. After `take` the pair must be laid.
    order = ["AS", "AH", "2S", "2H", "AS", "2H", "AH", "2S", "JOK"]
    rules = bind(load_text(TINY, "tiny.yaml"), 2)
    engine = Engine(rules)
    stock = list(rules.deck.parse_many(" ".join(reversed(order))))
    state = engine.start(0, first_dealer=0, stock=stock)
    assert len(engine.legal(state)) == 2
    # `draw` brings 2H: the pair 2S 2H, or done; `take`: the pair AS AS
    assert ways(engine, state, 2) == 2 + 1
