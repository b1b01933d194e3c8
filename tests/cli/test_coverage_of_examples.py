"""`rummy test --coverage`: which clauses the examples of a file touch."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_helpers import ROOT, give
from rummy.play.coverage import Watch
from rummy.play.examples import run_examples
from rummy.spec.load import load
from test_claims_of_examples import GAME, examine


def watched(examples: str) -> dict[str, set[str]]:
    """For each clause (by its text; kinds and moves by their key) what has come up."""
    spec, _ = examine(GAME + examples, "small.yaml")
    assert spec is not None
    watch = Watch(spec)
    assert all(result.ok for result in run_examples(spec, watch=watch))
    return {
        clause.text if clause.what == "clause" else clause.key: set(clause.seen)
        for clause in watch.clauses
    }


def test_without_examples_nothing_is_touched() -> None:
    seen = watched("  nothing:\n    check: 1 == 1\n")
    assert not any(seen.values())
    assert {"melds.set", "melds.run", "move open", "move meld", "move draw"} <= set(seen)
    assert {"same(rank)", "distinct(suit)", "same(suit)", "sequence(rank)"} <= set(seen)
    assert {"rank != A", "count(hand) == 1", "count(hand) <= 7", "down"} <= set(seen)


def test_the_parts_of_a_condition_are_asked_in_their_order() -> None:
    seen = watched("  a:\n    accepts: {set: [7H 7D 7C]}\n    refuses: {set: [7H 8D 9C]}\n")
    assert seen["same(rank)"] == {"true", "false"}
    assert seen["distinct(suit)"] == {"true"}  # not asked where the rank fails already
    assert seen["melds.set"] == {"accepted", "refused"}
    assert seen["melds.run"] == set()


def test_cards_of_another_number_touch_the_kind_and_no_clause() -> None:
    seen = watched("  a:\n    refuses: {set: [7H 7D]}\n")
    assert seen["melds.set"] == {"refused"} and seen["same(rank)"] == set()


def test_a_line_of_play_touches_moves_guards_duties_and_the_count() -> None:
    seen = watched(
        "  a:\n    given: {hand: {1: 9C, 2: AH KH}, step: discard}\n"
        "    play: discard 9C\n    check: round_over\n"
    )
    assert seen["move discard"] == {"played"} and seen["move draw"] == set()
    assert seen["rank != A"] == {"true"}
    assert seen["count(hand) <= 7"] == {"true"}
    assert "true" in seen["count(hand) == 0"]
    assert seen["score.round"] == {"worked out"}
    assert seen["any(total of p >= 100 for p in everyone)"] == {"false"}


def test_totals_touch_the_end_of_the_match() -> None:
    seen = watched("  a:\n    totals: {1: 120, 2: 10}\n    wins: 1\n")
    assert seen["any(total of p >= 100 for p in everyone)"] == {"true"}
    assert seen["total < -50"] == {"false"}


def test_the_command_tells_the_summary_and_what_is_left(
    capsys: pytest.CaptureFixture[str],
) -> None:
    done = give(capsys, "test", ROOT / "examples" / "three_and_out.yaml", "--coverage")
    assert done.code == 0
    assert "Coverage of three_and_out.yaml: " in done.out
    assert "the move draw is never made" in done.out
    assert "kinds of meld, accepted and refused" in done.out


def test_for_programs_each_clause_has_its_place(capsys: pytest.CaptureFixture[str]) -> None:
    done = give(capsys, "test", "iceberg", "--coverage", "--json")
    (told,) = json.loads(done.out)["coverage"]
    missing = sum(len(clause["missing"]) for clause in told["clauses"])
    assert told["outcomes"] - told["touched"] == missing
    assert told["percent"] == 100 * told["touched"] // told["outcomes"] >= 90
    lines = (ROOT / "variants" / "iceberg.yaml").read_text(encoding="utf-8").splitlines()
    for clause in told["clauses"]:
        if clause["what"] == "clause":
            there = lines[clause["line"] - 1][clause["column"] - 1 :]
            assert clause["text"].split()[0].lstrip("(") in there


def test_of_an_overlay_only_what_it_says_itself_is_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "house.yaml"
    file.write_text(
        "extends: gin\nmelds: {set: {valid: base and all(rank != 2)}}\n"
        "examples:\n  a:\n    refuses: {set: [2S 2H 2D]}\n",
        encoding="utf-8",
    )
    done = give(capsys, "test", file, "--coverage")
    assert done.code == 0, done.err
    assert "all(rank != 2) is never true" in done.out
    assert "  gin.yaml:" not in done.out


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(p.stem for p in (ROOT / "variants").glob("*.yaml")))
def test_watching_changes_no_result_of_any_shipped_variant(name: str) -> None:
    spec = load(name)
    watch = Watch(spec)
    plain, watched = run_examples(spec), run_examples(spec, watch=watch)
    assert [(r.claims, r.problems) for r in plain] == [(r.claims, r.problems) for r in watched]
    assert any(clause.seen for clause in watch.clauses)


def test_dash_x_stops_at_the_first_example_that_does_not_hold(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "small.yaml"
    bad = "    accepts: {set: [7H 7D 8C]}\n"
    file.write_text(f"{GAME}  one:\n{bad}  two:\n{bad}", encoding="utf-8")
    assert "0 passed, 2 failed" in give(capsys, "test", file).out
    done = give(capsys, "test", file, "-x")
    assert done.code == 1 and "0 passed, 1 failed" in done.out and "two" not in done.out
