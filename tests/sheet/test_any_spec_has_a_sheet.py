"""Whatever spec can be loaded has a sheet: random ones, and hostile ones in little time."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from profiles import cases
from rummy.sheet import html, make, markdown, text
from rummy.spec.load import load_text
from strategies.changing import changing_spec_of
from strategies.deep import deep_spec_of
from strategies.melding import melding_spec_of
from strategies.rebuilding import rebuilding_spec
from strategies.sides import sided_spec_of
from strategies.specs import spec_of

MAKERS = (spec_of, changing_spec_of, deep_spec_of, melding_spec_of, rebuilding_spec, sided_spec_of)


@cases(40)
@given(st.sampled_from(MAKERS), st.integers(0, 10**6))
def test_a_random_spec_has_a_sheet_in_all_formats(maker: object, number: int) -> None:
    document = make(load_text(maker(number), "random.yaml"))  # type: ignore[operator]
    assert all(len(line) <= 80 for line in text(document).splitlines())
    assert markdown(document).startswith("# ")
    assert html(document).endswith("</html>\n")


SMALL = """
rummy: 1
title: T
players: 2
zones:
  stock: {pile: true, seen_by: nobody}
  pile: {pile: true, seen_by: top}
  hand: {of: player, seen_by: owner}
melds:
  lot: {size: 1.., valid: %s, lay: %s}
turn:
  steps:
    draw: {choose: {draw: {move: stock, to: hand}, lay: {lay: all}}}
    put: {move: hand, to: pile, when: %s}
score: {round: %s}
match: {over: round == 3}
define: {d0: points(hand)%s}
"""


def chain() -> str:
    """Definitions that double each other as far as the reader allows."""
    return "".join(f", d{n}: d{n - 1} + d{n - 1}" for n in range(1, 8))


@pytest.mark.parametrize(
    ("valid", "lay", "when", "score"),
    [
        ("true", "size", "true", "0"),
        ("count(wild) >= 0", "sum(n for n in 1..10000)", "count(hand) > 0", "d7"),
        ("variety(rank) * variety(suit) % 7 == 3", "points(cards)", "true", "d7 - d6 * 3"),
        (" or ".join(f"size == {n}" for n in range(1, 60)), "size", "true", "earned"),
        ("(" * 20 + "same(rank)" + ")" * 20, "abs(-size)", "not not not true", "-(-(-total))"),
    ],
)
def test_odd_specs_have_a_sheet_soon(valid: str, lay: str, when: str, score: str) -> None:
    spec = load_text(
        SMALL % (f'"{valid}"', f'"{lay}"', f'"{when}"', f'"{score}"', chain()), "odd.yaml"
    )
    began = time.process_time()
    document = make(spec)
    written = text(document)
    # no measure of speed: it shows that nothing grows without bounds
    assert time.process_time() - began < 20
    assert len(written) < 200_000


def test_texts_of_a_spec_cannot_bring_marks_or_signs_of_their_own() -> None:
    dirty = SMALL.replace("title: T", 'title: "T\\ue000x\\ue00f\\u202e"')
    document = make(load_text(dirty % ("true", "0", "true", "0", ""), "dirty.yaml"))
    for written in (text(document), markdown(document), html(document)):
        assert not set("\ue000\ue00f\u202e") & set(written)
