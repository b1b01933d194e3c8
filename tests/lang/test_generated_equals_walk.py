"""The generated source and the plain walk agree, and both are total."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rummy.cards import FRENCH_RANKS, FRENCH_SUITS, Deck, Line
from rummy.lang.evaluate import MOST, evaluate
from rummy.lang.generate import Module
from rummy.lang.trees import Node, walk
from rummy.lang.types import MELD, NUMBER, TRUTH, Type
from strategies import TYPES, Grower, World, WorldBindings, WorldEnv, forests, worlds

slow = (HealthCheck.too_slow, HealthCheck.data_too_large)
properties = settings(derandomize=True, deadline=None, suppress_health_check=slow)
MANY = 40
DECK = Deck(FRENCH_RANKS, FRENCH_SUITS, (1,) * 53, {"run": Line("run", tuple(range(13)))})


def is_of(value: Any, wanted: Type) -> bool:
    """Whether a value may be the value of an expression of this type."""
    if wanted.item is not None:
        return isinstance(value, tuple | frozenset) and all(is_of(v, wanted.item) for v in value)
    if wanted == TRUTH:
        return isinstance(value, bool)
    if wanted == MELD:
        return hasattr(value, "cards")
    if wanted == NUMBER:
        return type(value) is int and -MOST <= value <= MOST
    return type(value) is int and value >= -1


def assert_equal(tree: Node, world: World, function: Any, shape: str) -> None:
    """The function gives the value of the tree, which has the tree's type."""
    value = evaluate(tree, WorldEnv(world))
    assert is_of(value, tree.type)
    other = function(world)
    if tree.type.item is None:
        assert other == value
        assert type(other) is int or tree.type != NUMBER
        return
    if shape == "bag":
        other = world.deck.bag_faces(other)
    assert frozenset(other) == frozenset(value)
    if isinstance(value, tuple):  # a collection, where twins count
        assert Counter(other) == Counter(value)


def compare(data: Any, wanted: tuple[Type, ...], depth: int) -> None:
    """Many expressions in one world, by both ways."""
    world = data.draw(worlds())
    module = Module(world.deck)
    made = data.draw(forests(wanted, world.deck, depth))
    for number, tree in enumerate(made):
        module.function(str(number), "w", tree, WorldBindings(), {})
    functions = module.compile({})
    for number, tree in enumerate(made):
        assert_equal(tree, world, functions[str(number)], module.shapes[str(number)])


@settings(properties, max_examples=60)
@given(st.data())
def test_source_and_walk_agree_on_expressions_of_every_type(data: Any) -> None:
    compare(data, TYPES * 2, 3)


@settings(properties, max_examples=150)
@given(st.data())
def test_source_and_walk_agree_on_truths_and_numbers(data: Any) -> None:
    compare(data, (TRUTH, NUMBER) * (MANY // 2), 4)


@pytest.mark.slow
@settings(properties, max_examples=1500)
@given(st.data())
def test_source_and_walk_agree_on_many_large_expressions(data: Any) -> None:
    compare(data, (TRUTH, NUMBER) * (MANY // 2), 6)


def test_the_strategy_reaches_every_kind_of_node() -> None:
    chance = Random(1)
    seen = {
        type(part).__name__
        for _ in range(200)
        for part in walk(Grower(chance, DECK).grow(TRUTH, 6))
    }
    assert seen == {kind.__name__ for kind in Node.__subclasses__()}
