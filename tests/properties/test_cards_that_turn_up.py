"""A card that turns up is supposed only where it is read, and that changes no answer."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from both_engines import play_both
from rummy.play.engine import Engine
from rummy.play.upturned import Upturned
from rummy.spec.bind import bind
from rummy.spec.load import load, load_text
from rummy.spec.model import Spec
from strategies.deep import deep_spec_of
from strategies.melding import melding_spec_of
from strategies.sides import sided_spec_of
from strategies.specs import spec_of

SEEN = ("canasta", "two_hand_canasta", "indian", "international", "ten_phases", "oklahoma_gin")
"""The shipped variants in which something reads a pile of which the top card is seen."""

GAME = """\
rummy: 1
title: What Lies Under It
about: A card of the pile is taken and one thrown.
players: 2
deck: {ranks: 2 3 4 5 6 7 8 9 10 J Q K A}
zones:
  stock: {pile: true, seen_by: nobody}
  pile: {pile: true, seen_by: top}
  hand: {of: player, seen_by: owner}
melds: {set: {size: 3.., valid: same(rank)}}
setup:
  deal: {auto: {deal: 3}}
  turn_up: {repeat: {up: {move: stock, to: pile}}, at_least: 3, at_most: 3}
turn:
  steps:
    draw:
      choose:
        draw: {move: stock, to: hand}
        take: {move: pile, to: hand, THEN}
      must: {held: STEP}
    go_on: {auto: {end: turn, when: AT_ONCE}}
    throw:
      choose: {throw: {move: hand, to: pile, cards: "THROWN"}}
events:
  late: {when: EVENT, do: {end: round}}
score: {round: count(hand)}
match: {over: rounds_played >= 1, best: lowest}
limits: {turns: 12}
"""
PLAIN = {
    ", THEN": "",
    "STEP": "true",
    "AT_ONCE": "false",
    "THROWN": "true",
    "EVENT": "count(stock) == 0",
}
NOT_A_KING = "all(c.rank != K for c in top(pile))"


def text_of(**changes: str) -> str:
    """The game with these parts in place of the plain ones."""
    text = GAME
    for old, new in {
        **PLAIN,
        **{k.replace("THEN", ", THEN"): v for k, v in changes.items()},
    }.items():
        text = text.replace(old, new)
    return text


def supposes(text: str) -> bool:
    """Whether a look ahead supposes the card under the one that is taken."""
    program = Engine(bind(load_text(text, "small.yaml"), 2)).program
    (take,) = [move for move in program.moves if move.move.name == "take"]
    assert take.source is not None
    return take.source.turns_up


@pytest.mark.parametrize(
    "changes",
    [
        {"STEP": NOT_A_KING},
        {"THROWN": "any(c.suit == card.suit for c in top(pile))"},
        {"THROWN": "any(c.rank != card.rank for c in top(pile))"},
        {"AT_ONCE": NOT_A_KING},
        {"EVENT": "count(stock) == 0 or any(c.rank == K for c in top(pile))"},
        {"THEN": ", do: {end: turn, when: any(c.rank == K for c in top(pile))}"},
    ],
)
def test_what_is_read_after_a_card_is_taken_is_supposed(changes: dict[str, str]) -> None:
    text = text_of(**changes)
    assert supposes(text)
    for seed in range(2):
        chance = Random(seed)
        play_both(
            bind(load_text(text, "small.yaml"), 2), seed, [chance.randrange(99) for _ in range(24)]
        )


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"STEP": "count(pile) >= 0"},
        {"AT_ONCE": "true", "THROWN": "any(c.rank != card.rank for c in top(pile))"},
        {"THEN": ", when: " + NOT_A_KING + ", do: {end: turn}"},
    ],
)
def test_what_is_counted_only_or_read_before_is_not_supposed(changes: dict[str, str]) -> None:
    text = text_of(**changes)
    assert not supposes(text)
    for seed in range(2):
        chance = Random(seed)
        play_both(
            bind(load_text(text, "small.yaml"), 2), seed, [chance.randrange(99) for _ in range(24)]
        )


def test_a_king_that_may_lie_under_it_forbids_to_take_the_card() -> None:
    # four kings of 52 cards, four cards known at most to the player: where no king is on
    # top, drawing keeps the duty and taking may turn up a king; else nothing keeps it
    engine = Engine(bind(load_text(text_of(STEP=NOT_A_KING), "small.yaml"), 2))
    take = next(move.number for move in engine.program.moves if move.move.name == "take")
    pile, king = engine.program.slots.zone["pile"], engine.deck.ranks.index("K")
    seen = set()
    for seed in range(60):
        state = engine.start(seed)
        for _ in range(3):  # three cards are turned up
            engine.apply(state, state.legal[0])
        on_top = engine.deck.rank_of[state.z[pile][-1]] == king
        assert ((take,) in state.legal) == on_top
        seen.add(on_top)
    assert seen == {True, False}


def play_supposing_and_not(spec: Spec, players: int, seed: int, most: int) -> int:
    """Play with what turns up always supposed, and only where it is read; the decisions."""
    rules = bind(spec, players)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Upturned, "settle", lambda self: None)
        always = Engine(rules)
    sparing = Engine(rules)
    left, right = always.start(seed), sparing.start(seed)
    left.single = right.single = True
    chance = Random(seed)
    for made in range(most):
        assert left.legal == right.legal, (seed, made)
        assert left.key() == right.key(), (seed, made)
        if left.over:
            return made
        action = chance.choice(left.legal)
        always.apply(left, action)
        sparing.apply(right, action)
    return most


@pytest.mark.parametrize("name", SEEN)
def test_shipped_variants_offer_the_same_whatever_is_supposed(name: str) -> None:
    spec = load(name)
    made = sum(play_supposing_and_not(spec, spec.players[-1], seed, 150) for seed in range(2))
    assert made > 40


@pytest.mark.parametrize("make", [spec_of, deep_spec_of, melding_spec_of, sided_spec_of])
def test_random_variants_offer_the_same_whatever_is_supposed(make: Callable[[int], str]) -> None:
    made = 0
    for number in range(6):
        spec = load_text(make(number), "small.yaml")
        made += play_supposing_and_not(spec, spec.players[number % 2], number, 40)
    assert made > 30
