"""The examples in the file of Iceberg Rummy hold, and they would notice a slip."""

from __future__ import annotations

from pathlib import Path

import pytest
from iceberg_table import SPEC
from rummy.play.examples import run_examples
from rummy.spec.load import examine, find, load_text

TEXT = Path(find("iceberg")).read_text(encoding="utf-8")


def test_the_file_has_no_findings() -> None:
    spec, found = examine(TEXT, "iceberg.yaml")
    assert spec is not None
    assert [finding.short() for finding in found] == []


def test_every_example_holds() -> None:
    results = run_examples(SPEC)
    assert len(results) >= 25
    assert [problem for result in results for problem in result.problems] == []
    assert all(result.claims for result in results)


SLIPS = [
    ("packs: 1 if players <= 3 else 2", "packs: 1 if players <= 4 else 2"),
    ("run: 2 3 4 5 6 7 8 9 10 J Q K\n", "run: A 2 3 4 5 6 7 8 9 10 J Q K\n"),
    ("run: 2 3 4 5 6 7 8 9 10 J Q K\n", "run: 2 3 4 5 6 7 8 9 10 J Q K around\n"),
    ("same(rank) and distinct(suit) and all(rank != A)", "same(rank) and all(rank != A)"),
    ("same(rank) and distinct(suit) and all(rank != A)", "same(rank) and distinct(suit)"),
    ("variety(suit) == 4", "variety(suit) >= 3"),
    ("if size <= 4 else", "if size <= 5 else"),
    ("lay: 10\n", "lay: 20\n"),
    ("add: 20 if size == 3 else 10 * size", "add: 10 * size"),
    ("lay: 300", "lay: 200"),
    ("lay: 200", "lay: 300"),
    ("    lay: 700\n    closed: true", "    lay: 300\n    closed: true"),
    ("and same(colour) and not same(suit)", "and same(colour)"),
    ("doubled(20, n) - 20", "20 * n"),
    ("else 10 * n * n", "else 10 * n"),
    ("doubled(1, own_aces)", "2 * own_aces"),
    ("else 1 + own_aces", "else 2 * own_aces"),
    ("else bonus(own_aces + kept_aces) - bonus(own_aces)", "else bonus(kept_aces)"),
    ("10 * kept_aces if aces == forced or", "10 * kept_aces if"),
    ("else least_cost(hand where rank != A, 10)", "else most_points(hand where rank != A)"),
    ("further.points + 10 * further.left\n", "further.points\n"),
    ("to: waiting of (left if passed_to == left else right)", "to: waiting of left"),
    ("      cards: rank != A or aces == by_choice\n", ""),
    ("    when: count(hand) == 0\n    do", "    when: count(hand) == 1\n    do"),
    (
        "== 4 * packs\n    do: {end: round}\n  last_ace_later",
        "== 3\n    do: {end: round}\n  last_ace_later",
    ),
    ("(earned - minus) * factor + bonus(own_aces) if", "earned * factor - minus if"),
    ("any(total of p >= target for p in everyone)", "any(total of p > target for p in everyone)"),
    (
        "    shared if max_hands > 0 and rounds_played >= max_hands\n    else another_round",
        "    shared",
    ),
    ("  best: highest\n", "  best: lowest\n"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("right", "wrong"), SLIPS)
def test_some_example_notices_the_slip(right: str, wrong: str) -> None:
    assert TEXT.count(right) >= 1
    slipped = load_text(TEXT.replace(right, wrong, 1), "slipped.yaml")
    assert any(not result.ok for result in run_examples(slipped))
