"""The examples in the file of International Rummy hold, and they would notice a slip."""

from __future__ import annotations

from pathlib import Path

import pytest
from international_table import SPEC
from rummy.play.examples import run_examples
from rummy.spec.load import examine, find, load_text

TEXT = Path(find("international")).read_text(encoding="utf-8")


def test_the_file_has_no_findings() -> None:
    spec, found = examine(TEXT, "international.yaml")
    assert spec is not None
    assert [finding.short() for finding in found] == []


def test_every_example_holds() -> None:
    results = run_examples(SPEC)
    assert len(results) >= 25
    assert [problem for result in results for problem in result.problems] == []
    assert all(result.claims for result in results)


SLIPS = [
    ("run: A 2 3 4 5 6 7 8 9 10 J Q K A\n", "run: A 2 3 4 5 6 7 8 9 10 J Q K\n"),
    ("run: A 2 3 4 5 6 7 8 9 10 J Q K A\n", "run: 2 3 4 5 6 7 8 9 10 J Q K A\n"),
    ("run: A 2 3 4 5 6 7 8 9 10 J Q K A\n", "run: A 2 3 4 5 6 7 8 9 10 J Q K around\n"),
    ("A: 15, 2..10: pips", "A: 1, 2..10: pips"),
    ("joker: 50}", "joker: 25}"),
    ("valid: same(rank) and any(natural)", "valid: same(rank)"),
    ("valid: same(rank) and any(natural)", "valid: same(rank) and distinct(suit) and any(natural)"),
    (
        "valid: same(suit) and sequence(rank) and any(natural)",
        "valid: same(suit) and sequence(rank)",
    ),
    ("size: 3..13", "size: 3..14"),
    ("- {run: [4, 4]}\n", "- {run: [3, 4]}\n"),
    ("- {run: [4], set: [3, 3]}\n", "- {run: [5], set: [3, 3]}\n"),
    ("touching_runs == allowed or not touching(laid)", "touching_runs == allowed or true"),
    ("same_rank_sets == allowed\n", "same_rank_sets != allowed\n"),
    ("and not (joker_discard == free and c.joker)", "or (joker_discard == free and c.joker)"),
    ("== 1\n  only_matching", ">= 1\n  only_matching"),
    ("only_matching: all(matches(h)", "only_matching: any(matches(h)"),
    ("when: count(pile) > 0 and count(stock) >= 2", "when: false"),
    ("when: not down and bought < buys_per_hand", "when: not down"),
    ("when: not down and bought < buys_per_hand", "when: bought < buys_per_hand"),
    ("- {set: {bought: bought + 1}}", "- {set: {bought: bought}}"),
    ("                  closes: true\n                decline", "                decline"),
    ("meld: {when: down and new_melds, lay: all}", "meld: {when: down, lay: all}"),
    ("add: {when: down, lay_off: true}", "add: {lay_off: true}"),
    ("when: count(hand) > 0 and not (round == 9 and down)", "when: count(hand) > 0"),
    ("or (not down and only_matching))", "or only_matching)"),
    ("round != 9 or ninth_hand == no_discard\n", "true\n"),
    ("discarded: not put_on_meld, undecided", "discarded: true, undecided"),
    ("      - {set: {went_out: true}}\n", ""),
    ("  best: lowest\n", "  best: highest\n"),
    ("over: rounds_played >= 9", "over: rounds_played >= 8"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("right", "wrong"), SLIPS)
def test_some_example_notices_the_slip(right: str, wrong: str) -> None:
    assert TEXT.count(right) >= 1
    slipped = load_text(TEXT.replace(right, wrong, 1), "slipped.yaml")
    assert any(not result.ok for result in run_examples(slipped))
