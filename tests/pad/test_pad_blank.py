"""A blank is noticed by whoever looks at it; one that surely holds a card answers what it can."""

from __future__ import annotations

from collections.abc import Callable
from operator import eq, lt
from typing import Any

import pytest
from rummy.pad.blank import Blank, Fact, Missing, SomeCards

FACT = Fact("hand", 1)

LOOKS: dict[str, Callable[[Any], object]] = {
    "truth": bool,
    "number": int,
    "index": lambda x: [1, 2][x],
    "key": lambda x: {1: 2}.get(x),
    "count": lambda x: x.bit_count(),
    "length": len,
    "items": list,
    "item": lambda x: x[-1:],
    "in": lambda x: 3 in x,
    "in a set": lambda x: x in {1, 2},
    "in numbers": lambda x: x in (1, 2),
    "equal": lambda x: x == 0,
    "equal to": lambda x: eq(0, x),
    "unequal": lambda x: x != 0,
    "less": lambda x: x < 1,
    "more than": lambda x: x > 1,
    "least": lambda x: x >= 1,
    "most": lambda x: x <= 1,
    "sum": lambda x: 1 + x,
    "sum with": lambda x: x + 1,
    "difference": lambda x: 1 - x,
    "difference with": lambda x: x - 1,
    "product": lambda x: 2 * x,
    "product with": lambda x: x * 2,
    "quotient": lambda x: x // 2,
    "rest": lambda x: 7 % x,
    "negative": lambda x: -x,
    "size": abs,
    "cards that pass": lambda x: x & 7,
    "of these": lambda x: 7 & x,
    "together": lambda x: x | 1,
    "without": lambda x: x ^ 1,
    "moved": lambda x: x >> 1,
    "greatest": lambda x: max(x, 1),
    "all": lambda x: sum([x, 1]),
    "span": range,
    "all but": lambda x: ~x,
}


@pytest.mark.parametrize("look", LOOKS)
def test_whoever_looks_at_a_blank_learns_what_is_missing(look: str) -> None:
    with pytest.raises(Missing) as missing:
        LOOKS[look](Blank(FACT))
    assert missing.value.fact == FACT


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        (lambda n: n == 0, False),
        (lambda n: n != 0, True),
        (lambda n: n > 0, True),
        (lambda n: n >= 1, True),
        (lambda n: n >= 0, True),
        (lambda n: n < 1, False),
        (lambda n: n < 0, False),
        (lambda n: n <= 0, False),
        (lambda n: eq(0, n), False),
        (lambda n: lt(0, n), True),
        (lambda n: bool(n), True),
    ],
)
def test_a_hand_with_some_cards_is_known_not_to_be_empty(
    question: Callable[[Any], object], answer: bool
) -> None:
    assert question(SomeCards(FACT).bit_count()) is answer


@pytest.mark.parametrize(
    "question",
    [
        lambda n: n == 1,
        lambda n: n != 2,
        lambda n: n > 1,
        lambda n: n >= 2,
        lambda n: n < 2,
        lambda n: n <= 1,
        lambda n: n + 1,
        lambda n: {1: 2}.get(n),
    ],
)
def test_but_not_how_many_there_are(question: Callable[[Any], object]) -> None:
    with pytest.raises(Missing):
        question(SomeCards(FACT).bit_count())
    with pytest.raises(Missing):
        question(SomeCards(FACT))
