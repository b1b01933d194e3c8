"""The generated source and the plain walk agree, and both are total."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rummy.lang.evaluate import MOST, evaluate
from rummy.lang.generate import Module
from rummy.lang.trees import Node
from rummy.lang.types import MELD, NUMBER, TRUTH, Type
from strategies import TYPES, WorldBindings, WorldEnv, trees, worlds

slow = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much)
properties = settings(max_examples=60, derandomize=True, deadline=None, suppress_health_check=slow)


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


def generated(tree: Node, world: Any) -> Any:
    """The value by way of source; cards as sorted tuples."""
    module = Module(world.deck)
    module.function("it", "w", tree, WorldBindings(), {})
    value = module.compile({})["it"](world)
    if module.shapes["it"] == "bag":
        return world.deck.bag_faces(value)
    return value


@pytest.mark.parametrize("wanted", TYPES, ids=str)
@properties
@given(st.data())
def test_source_and_walk_agree_on_expressions_of_every_type(wanted: Type, data: Any) -> None:
    world = data.draw(worlds())
    tree = data.draw(trees(wanted, world.deck))
    value = evaluate(tree, WorldEnv(world))
    assert is_of(value, wanted)
    other = generated(tree, world)
    if wanted.item is not None:
        assert frozenset(other) == frozenset(value)
        assert isinstance(value, frozenset) or sorted(map(repr, other)) == sorted(map(repr, value))
    else:
        assert other == value
        if wanted == NUMBER:
            assert type(other) is int


@pytest.mark.slow
@settings(properties, max_examples=2500)
@given(st.data())
def test_source_and_walk_agree_on_many_large_expressions(data: Any) -> None:
    world = data.draw(worlds())
    tree = data.draw(trees(data.draw(st.sampled_from((TRUTH, NUMBER))), world.deck, 6))
    value = evaluate(tree, WorldEnv(world))
    assert generated(tree, world) == value
