"""Cards of a hand that are like another in rank, suit or colour are found as one mask."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from language_helpers import tree
from rummy.cards import FRENCH_RANKS, FRENCH_SUITS, Deck
from rummy.lang.evaluate import evaluate
from rummy.lang.generate import Module
from rummy.lang.types import NUMBER, TRUTH
from strategies import WorldBindings, WorldEnv, worlds

DECK = Deck(FRENCH_RANKS, FRENCH_SUITS, (1,) * 53, {})
TRUTHS = (
    "any(any(c.rank == d.rank for c in hand) for d in hand of left)",
    "all(any(d.suit == c.suit for c in hand) for d in hand of left)",
    "any(all(c.colour == d.colour for c in hand) for d in hand of left)",
    "all(any(c.colour != d.colour for c in hand) for d in hand of left)",
    "any(all(d.rank != c.rank for c in hand) for d in hand)",
    "any(any(m.rank == c.rank for c in hand) for m in melds)",
    "any(all(c.suit != m.suit for c in hand) for m in melds)",
)
NUMBERS = (
    "sum(count(c in hand where c.rank == d.rank) for d in hand)",
    "sum(count(c in hand where c.suit != d.suit) for d in hand of left)",
    "sum(count(c in hand where d.colour == c.colour) for d in hand of left)",
    "sum(sum(c.points for c in hand where c.rank == d.rank) for d in hand of left)",
    "sum(count(c in hand where c.rank == m.rank) for m in melds)",
)


@settings(derandomize=True, deadline=None, max_examples=120)
@given(st.data())
def test_source_and_walk_agree_on_cards_that_are_alike(data: Any) -> None:
    world = data.draw(worlds())
    module = Module(world.deck)
    texts = [(text, TRUTH) for text in TRUTHS] + [(text, NUMBER) for text in NUMBERS]
    trees = [tree(text, "turn", wanted) for text, wanted in texts]
    for number, made in enumerate(trees):
        module.function(str(number), "w", made, WorldBindings(), {})
    functions = module.compile({})
    for number, made in enumerate(trees):
        value = functions[str(number)](world)
        assert value == evaluate(made, WorldEnv(world)), texts[number]


@pytest.mark.parametrize("text", TRUTHS)
def test_the_cards_of_a_hand_are_not_asked_one_by_one(text: str) -> None:
    module = Module(DECK)
    module.function("f", "w", tree(text, "turn", TRUTH), WorldBindings(), {})
    assert re.search(r"OF_(RANK|SUIT|COLOUR)", module.sources["f"])
