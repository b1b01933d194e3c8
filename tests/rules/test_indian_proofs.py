"""The examples in the file of Indian Rummy hold, and they would notice a slip."""

from __future__ import annotations

from pathlib import Path

import pytest
from rummy.play.examples import run_examples
from rummy.spec.load import examine, find, load_text
from rummy.testing import check_variant
from split_table import spec_of

TEXT = Path(find("indian")).read_text(encoding="utf-8")
SPEC = spec_of("indian")


def test_the_file_has_no_findings_and_no_long_lines() -> None:
    spec, found = examine(TEXT, "indian.yaml")
    assert spec is not None
    assert [finding.short() for finding in found] == []
    assert all(len(line) <= 80 for line in TEXT.splitlines() if "://" not in line)


def test_every_example_holds() -> None:
    results = run_examples(SPEC)
    assert len(results) >= 25
    assert [problem for result in results for problem in result.problems] == []
    assert all(result.claims for result in results)


SLIPS = [
    ("rank == A if any(c.joker for c in turned_up)", "rank == K if any(c.joker for c in turned_up)"),
    ("else any(c.rank == rank for c in turned_up)", "else any(c.face == face for c in turned_up)"),
    ("      natural: true\n", "      natural: false\n"),
    ("lines: {run: A 2 3 4 5 6 7 8 9 10 J Q K A}", "lines: {run: A 2 3 4 5 6 7 8 9 10 J Q K}"),
    ("2..10: 0 if wild else pips", "2..10: 0"),
    ("A J Q K: 0 if wild else 10", "A J Q K: 10"),
    ("sequence(rank) and all(natural)", "sequence(rank)"),
    ("same(rank) and distinct(suit)", "same(rank)"),
    ("size: 3..4\n", "size: 3\n"),
    ("count(wild) <= wild_limit", "true"),
    ("needs: {pure: 4 if long_life else 3, run: 3}", "needs: {pure: 3}"),
    ("needs: {pure: 4 if long_life else 3, run: 3}", "needs: {run: [3, 3]}"),
    ("    or (turns == 0 and me == starter)", "    or turns == 0"),
    ("jokers_from_pile == free or not", "not"),
    ("first_drop if turns == 0 else middle_drop}}", "middle_drop}}"),
    ("first_drop if turns == 0 else middle_drop}}", "first_drop}}"),
    ("- {set: {folded: cap}}", "- {set: {folded: 0}}"),
    ("    when: still_playing == 1\n", "    when: still_playing == 0\n"),
    ("else min(cap, deadwood(hand, lives))\n  lines", "else deadwood(hand, lives)\n  lines"),
    ("folded if folded > 0 else 0 if", "0 if"),
    ("game == pool_101 and total >= 101", "game == pool_101 and total > 101"),
    ("game == pool_201 and total >= 201", "game == pool_201 and total >= 101"),
    ("rounds_played >= number_of_deals", "rounds_played >= 1"),
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
