"""The examples in the file of Three Thirteen hold, and they would notice a slip."""

from __future__ import annotations

from pathlib import Path

import pytest
from rummy.play.examples import run_examples
from rummy.spec.load import examine, find, load_text
from rummy.testing import check_variant
from split_table import spec_of

TEXT = Path(find("three_thirteen")).read_text(encoding="utf-8")
SPEC = spec_of("three_thirteen")


def test_the_file_has_no_findings_and_no_long_lines() -> None:
    spec, found = examine(TEXT, "three_thirteen.yaml")
    assert spec is not None
    assert [finding.short() for finding in found] == []
    assert all(len(line) <= 80 for line in TEXT.splitlines())


def test_every_example_holds() -> None:
    results = run_examples(SPEC)
    assert len(results) >= 20
    assert [problem for result in results for problem in result.problems] == []
    assert all(result.claims for result in results)


SLIPS = [
    ("pips == round + 2", "pips == round + 3"),
    ("round == 11 and rank == K", "round == 10 and rank == K"),
    ("size: 3..\n", "size: 4..\n"),
    ("size: 3..13\n", "size: 3..4\n"),
    ("same(rank) and (all_wild", "same(rank) and distinct(suit) and (all_wild"),
    ("same(suit) and sequence(rank)", "sequence(rank)"),
    ("any(natural))", "true)"),
    ("count(wild) <= wild_limit", "true"),
    ("    A: counts(1, 1)", "    A: counts(2, 2)"),
    ("    K: counts(10, 13)", "    K: counts(13, 13)"),
    ("0 if wild and wild_points == nothing", "0 if wild"),
    ("not somebody_is_out and deadwood(hand) == 0\n      choose", "not somebody_is_out\n      choose"),
    ("    when: out\n", "    when: somebody_is_out\n"),
    ("  round: deadwood(hand)\n", "  round: points(hand)\n"),
    ("  over: round == 11\n", "  over: round == 10\n"),
    ("  best: lowest\n", "  best: highest\n"),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("right", "wrong"), SLIPS)
def test_some_example_notices_the_slip(right: str, wrong: str) -> None:
    assert TEXT.count(right) >= 1
    slipped = load_text(TEXT.replace(right, wrong, 1), "slipped.yaml")
    assert any(not result.ok for result in run_examples(slipped))


@pytest.mark.slow
def test_all_promises_hold_at_every_number_of_players() -> None:
    check_variant(SPEC, games=1, seed=5)
