"""Every bound of the language: fine at the bound, a finding one beyond it."""

from __future__ import annotations

import sys
import threading
import time
from itertools import pairwise
from typing import Any
from unittest import mock

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from language_helpers import NUMBER, TRUTH, findings, mapper, marked, only, scope, tree
from rummy.lang import evaluate as walk_of_values
from rummy.lang.check import check
from rummy.lang.cost import cost, costly
from rummy.lang.intervals import Interval, _Bounds, interval
from rummy.lang.limits import (
    MAX_COST,
    MAX_DEFINITIONS,
    MAX_DEPTH,
    MAX_DIGITS,
    MAX_HEIGHT,
    MAX_LENGTH,
    MAX_LOOPS,
    MAX_NESTING,
    MAX_NODES,
    MAX_RESULT,
    MAX_SET,
    MAX_TOKENS,
)
from rummy.lang.scope import Scope
from rummy.lang.settle import card_sizes, height
from rummy.lang.trees import Node, walk
from strategies import WorldEnv, trees, worlds


def test_the_bounds_are_those_that_are_promised() -> None:
    assert (MAX_LENGTH, MAX_TOKENS, MAX_NESTING, MAX_LOOPS) == (2_000, 400, 32, 3)
    assert (MAX_DIGITS, MAX_SET, MAX_DEFINITIONS, MAX_RESULT) == (9, 64, 16, 10**12)


def chained(count: int, last: str = "1") -> Scope:
    """A scope with definitions d1 .. d<count>, each using the next."""
    texts = {f"d{n}": f"d{n + 1}" for n in range(1, count)}
    return scope("turn", **texts, **{f"d{count}": last})


FITTING = [
    ("1" + " " * (MAX_LENGTH - 1), "turn", NUMBER),
    # 201 numbers and 199 signs are 400
    (" + ".join(["1"] * 200), "turn", NUMBER),
    ("(" * MAX_NESTING + "1" + ")" * MAX_NESTING, "turn", NUMBER),
    ("not " * (MAX_NESTING - 1) + "opened", "turn", TRUTH),
    ("-" * (MAX_NESTING - 1) + "1", "turn", NUMBER),
    ("abs(" * (MAX_NESTING - 1) + "1" + ")" * (MAX_NESTING - 1), "turn", NUMBER),
    ("1 if opened else " * (MAX_NESTING - 2) + "2", "turn", NUMBER),
    ("9" * MAX_DIGITS, "turn", NUMBER),
    ("3 in {" + ", ".join(map(str, range(MAX_SET))) + "}", "turn", TRUTH),
    ("any(any(any(a == b for c in 1..2) for b in 1..2) for a in 1..2)", "turn", TRUTH),
    ("d1", chained(MAX_DEFINITIONS), NUMBER),
    ("999999999 * 1000 + 1000 * 1", "turn", NUMBER),
    ("target * target", "static", NUMBER),  # at most 10^6 * 10^6
    # earned may be up to 10^9, but nobody said so: the game cuts it
    ("earned * earned", "turn", NUMBER),
]
TOO_MUCH = [
    ("1" + " " * MAX_LENGTH, "turn", NUMBER, "L951"),
    (" + ".join(["1"] * 201), "turn", NUMBER, "L952"),
    ("(" * (MAX_NESTING + 1) + "1" + ")" * (MAX_NESTING + 1), "turn", NUMBER, "L953"),
    ("not " * MAX_NESTING + "opened", "turn", TRUTH, "L953"),
    ("-" * MAX_NESTING + "1", "turn", NUMBER, "L953"),
    ("abs(" * MAX_NESTING + "1" + ")" * MAX_NESTING, "turn", NUMBER, "L953"),
    ("1 if opened else " * MAX_NESTING + "2", "turn", NUMBER, "L953"),
    ("1" * (MAX_DIGITS + 1), "turn", NUMBER, "L954"),
    ("3 in {" + ", ".join(map(str, range(MAX_SET + 1))) + "}", "turn", TRUTH, "L955"),
    (
        "any(any(any(any(a == b for d in 1..2) for c in 1..2) for b in 1..2) for a in 1..2)",
        "turn",
        TRUTH,
        "L956",
    ),
    ("d1", chained(MAX_DEFINITIONS + 1), NUMBER, "L957"),
    ("999999999 * 1001", "turn", NUMBER, "L958"),
    ("target * target + 1", "static", NUMBER, "L958"),
    ("-(target * target) - target", "static", NUMBER, "L958"),
    ("doubled(1, 40)", "static", NUMBER, "L958"),
    ("sum(n * n * 10000 for n in 1..1000)", "static", NUMBER, "L958"),
]


@pytest.mark.parametrize(("text", "where", "wanted"), FITTING, ids=range(len(FITTING)))
def test_at_the_bound_all_is_well(text: str, where: str | Scope, wanted: object) -> None:
    assert tree(text, where, wanted).type == wanted  # type: ignore[arg-type]


@pytest.mark.parametrize(("text", "where", "wanted", "code"), TOO_MUCH, ids=range(len(TOO_MUCH)))
def test_one_beyond_the_bound_is_a_finding(
    text: str, where: str | Scope, wanted: object, code: str
) -> None:
    assert [f.code for f in findings(text, where, wanted)] == [code]  # type: ignore[arg-type]


def test_the_number_that_grows_too_large_is_marked_from_the_inside() -> None:
    text = "1 + (target * target * 2) // 5"
    found = only(text, "static", NUMBER)
    assert (found.code, marked(text, found)) == ("L958", "(target * target * 2)")
    assert "1,000,000,000,000" in found.message
    assert "2,000,000,000,000" in found.message


def test_a_costly_expression_is_refused_with_both_numbers() -> None:
    # 104 cards, three deep: more than a million steps
    inner = "count(count(count(points > 3 for hand) > 2 for hand) > 2 for hand)"
    text = f"1 + {inner}"
    found = only(text, "turn", NUMBER)
    assert found.code == "L959"
    assert marked(text, found) == inner
    assert f"{MAX_COST:,}" in found.message


def test_the_cost_is_counted_as_described() -> None:
    sizes = card_sizes(scope("turn"))
    # a number is one step, a sum one more than its parts
    assert cost(tree("1 + 2", "turn", NUMBER), sizes) == (3, 3)
    # only one way of a conditional is gone: 1 + (1 < 2) 3 + way 1 or 3
    assert cost(tree("5 if 1 < 2 else 1 + 2", "turn", NUMBER), sizes) == (5, 7)
    # `and` looks at its first part at least: 1 + 3, at most 1 + 3 + 3
    assert cost(tree("1 < 2 and 2 < 3", "turn"), sizes) == (4, 7)
    # 1 + range 3 + 5 items of (1 + body 1)
    assert cost(tree("sum(n for n in 1..5)", "turn", NUMBER), sizes) == (4, 14)


@pytest.mark.parametrize("body", ["n", "n * 2", "abs(n) + 1"])
def test_the_cost_of_one_loop_grows_evenly(body: str) -> None:
    sizes = card_sizes(scope("turn"))
    costs = [
        cost(tree(f"sum({body} for n in 1..{n})", "turn", NUMBER), sizes)[1] for n in range(1, 12)
    ]
    steps = {b - a for a, b in pairwise(costs)}
    assert len(steps) == 1


def test_costly_names_the_innermost_part_over_the_budget() -> None:
    sizes = card_sizes(scope("turn"))
    node = tree("1 + sum(n for n in 1..50)", "turn", NUMBER)
    part = costly(node, sizes, 60)
    assert part is not None
    assert part.place.text == "sum(n for n in 1..50)"
    assert costly(node, sizes, 10_000) is None


def doubling(deep: int, form: str) -> Scope:
    return scope(
        "turn", **{f"d{n}": form.format(f"d{n + 1}") for n in range(1, deep)}, **{f"d{deep}": "1"}
    )


@pytest.mark.parametrize(
    "form",
    ["{0} + {0}", "{0} if opened else {0}", "max({0}, {0}, {0}, {0})", "{0} if {0} > 1 else {0}"],
)
def test_definitions_that_double_each_other_are_stopped_at_once(form: str) -> None:
    begun = time.perf_counter()
    found = only("d1", doubling(16, form), NUMBER)
    assert found.code == "L960"
    assert f"{MAX_NODES:,}" in found.message
    assert time.perf_counter() - begun < 2


def test_arguments_that_double_each_other_are_stopped_at_once() -> None:
    way = " if opened else ".join(["x"] * 8)
    texts = {f"f{n}__x": f"f{n + 1}({way})" for n in range(1, 12)}
    within = scope("turn", **texts, f12__x="x == 3")
    begun = time.perf_counter()
    assert only("f1(4)", within).code == "L960"
    assert time.perf_counter() - begun < 2


def test_deep_definitions_are_stopped_before_python_is() -> None:
    deep = "abs(" * 20 + "{0}" + ")" * 20
    found = only("d1", doubling(16, deep), NUMBER)
    assert found.code == "L961"
    assert f"{MAX_DEPTH}" in found.message


def test_long_rows_in_definitions_are_bounded_too() -> None:
    row = "{0}" + " + 1" * 100
    found = only("d1", doubling(4, row), NUMBER)
    assert found.code == "L961"
    assert f"{MAX_HEIGHT}" in found.message
    assert height(tree("d1", doubling(3, row), NUMBER)) <= MAX_HEIGHT


@pytest.mark.parametrize(
    "text",
    [
        "9**9**9**9",
        '"x" * 1000000000',
        "doubled(doubled(doubled(1, 40), 40), 40)",
        "sum(sum(sum(a * b * c for a in 1..999999999) for b in 1..999999999) for c in 1..999999999)",
        "__class__",
        "().__class__",
        "open",
        "players.__class__.__mro__",
        "(" * 1000,
        "not " * 1000,
        "{" * 40 + "}" * 40,
        "a" * 2000,
        "1" * 2000,
    ],
)
def test_hostile_expressions_are_refused_quickly(text: str) -> None:
    begun = time.perf_counter()
    node, found = check(text, mapper("x"), scope("turn"), NUMBER)
    assert node is None
    assert found
    assert time.perf_counter() - begun < 2


def test_the_largest_expressions_need_no_more_than_half_of_pythons_depth() -> None:
    texts = [(text, where, wanted) for text, where, wanted in FITTING]
    texts.append(("d1", doubling(3, "{0}" + " + 1" * 80), NUMBER))
    deep = "abs(" * 14 + "{0}" + ")" * 14
    texts.append(("d1", doubling(6, deep), NUMBER))
    results: list[int] = []

    def work() -> None:  # a thread begins at depth 0
        results.extend(tree(*case).type == case[2] for case in texts)  # type: ignore[arg-type]

    usual = sys.getrecursionlimit()
    tree("1", "turn", NUMBER)  # the grammar is built before
    sys.setrecursionlimit(usual // 2)
    try:
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    finally:
        sys.setrecursionlimit(usual)
    assert results == [True] * len(texts)


@settings(
    derandomize=True, deadline=None, max_examples=150, suppress_health_check=list(HealthCheck)
)
@given(st.data())
def test_the_steps_that_are_gone_are_never_more_than_the_cost_says(data: Any) -> None:
    world = data.draw(worlds())
    node = data.draw(trees(data.draw(st.sampled_from((TRUTH, NUMBER))), world.deck, 4))
    hands = [len(world.deck.bag_faces(hand)) for hand in world.hands]
    melds = [len(meld.cards) for meld in world.melds]
    sizes = {
        "cards": max(len(world.cards), len(world.pile), *hands, *melds),
        "placed": max(len(world.cards), len(world.pile), *hands, *melds),
        "players": len(world.hands),
        "melds": len(world.melds),
        "ranks": len(world.deck.ranks),
        "size": len(world.cards),
    }
    steps = 0
    plain = walk_of_values.evaluate

    def counted(*given: Any) -> Any:
        nonlocal steps
        steps += 1
        return plain(*given)

    with mock.patch.object(walk_of_values, "evaluate", counted):
        counted(node, WorldEnv(world), {})
    assert steps <= cost(node, sizes)[1]


def test_the_bounds_of_a_long_sum_are_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = []
    look = _Bounds.look

    def counted(self: _Bounds, node: Node, slots: dict[int, Interval]) -> Interval:
        looked.append(node)
        return look(self, node, slots)

    monkeypatch.setattr(_Bounds, "look", counted)
    node = tree(" + ".join(["size"] * 90), "meld", NUMBER)
    parts = sum(1 for _ in walk(node))
    assert 0 < len(looked) <= parts


def test_bounds_are_those_of_each_item_function_by_itself() -> None:
    within = scope("turn")
    inner = "sum(n * m for m in 5..6)"
    text = f"sum(n for n in 1..3) + sum(n for n in 10..20) + sum({inner} for n in 1..2)"
    # 3 numbers up to 3; 11 up to 20; 2 sums of 2 products up to 12
    assert interval(tree(text, "turn", NUMBER), within) == Interval(0, 9 + 220 + 48)
