"""Situations in which programs went wrong elsewhere: saving and going on."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from rummy.errors import ActionError, LogError, UsageError
from rummy.play.match import Match
from rummy.spec.load import load_text
from situation_specs import DRAW_AND_THROW, edited, spec

NOT_JUST_TAKEN = (
    "      move: hand\n      to: pile\n",
    "      move: hand\n      to: pile\n      cards: not any(t.face == face for t in taken)\n",
)


def a_match(tmp_path: Path) -> tuple[Match, Path]:
    """A match of two in the middle of a turn: drawn, not yet thrown; and its save."""
    rules = spec(NOT_JUST_TAKEN)
    match = Match(rules, players=2, seed=77)
    for _ in range(3):
        match.apply("stock")
        while not match.legal_texts()[0].startswith("throw"):
            match.apply("done")
        match.apply(match.legal()[0])
    match.apply("take")
    while not match.legal_texts()[0].startswith("throw"):
        match.apply("done")
    path = tmp_path / "match.jsonl"
    match.save(path)
    return match, path


def finish(match: Match) -> list[str]:
    """Play on with the same inputs; everything that was done."""
    done = []
    while not match.over:
        texts = match.legal_texts()
        done.append(texts[len(done) % len(texts)])
        match.apply(done[-1])
    return [*done, str(match.totals), str(match.winners), str(match.rounds)]


def test_b41_loading_twice_gives_the_table_as_it_was_saved(tmp_path: Path) -> None:
    match, path = a_match(tmp_path)
    once = Match.resume(path, match.spec)
    twice = Match.resume(path, match.spec)
    assert once.state.key() == match.state.key() == twice.state.key()
    assert once.legal_texts() == match.legal_texts()


def test_b41_the_pending_step_and_its_rule_still_hold(tmp_path: Path) -> None:
    """The card just taken may not be thrown, as before the save."""
    match, path = a_match(tmp_path)
    again = Match.resume(path, match.spec)
    deck = again.engine.deck
    (taken,) = again.view().taken
    assert again.view().step == "throw"
    with pytest.raises(ActionError):
        again.apply("throw " + deck.text(taken))
    assert f"throw {deck.text(taken)}" not in match.legal_texts()


def test_b41_the_rest_of_the_match_is_the_same(tmp_path: Path) -> None:
    match, path = a_match(tmp_path)
    again = Match.resume(path, match.spec)
    other = Match.resume(path, match.spec)
    whole = finish(match)
    assert finish(again) == whole
    assert finish(other) == whole
    assert len(match.rounds) > 1  # later deals and shuffles too


def test_b42_a_save_of_other_rules_is_refused_with_both_digests(tmp_path: Path) -> None:
    match, path = a_match(tmp_path)
    text = edited(NOT_JUST_TAKEN)
    changed = load_text(text.replace("default: 3", "default: 4"), "small.yaml")
    with pytest.raises(LogError) as refused:
        Match.resume(path, changed)
    said = str(refused.value)
    assert match.spec.digest[:12] in said and changed.digest[:12] in said
    assert "\n" not in said


def test_b42_a_save_cut_off_anywhere_is_refused_or_goes_on_from_a_whole_line(
    tmp_path: Path,
) -> None:
    match, path = a_match(tmp_path)
    whole = path.read_bytes()
    cut = tmp_path / "cut.jsonl"
    refused = resumed = 0
    header = whole.index(b"\n")
    for length in range(0, len(whole), 7):
        cut.write_bytes(whole[:length])
        try:
            again = Match.resume(cut, match.spec)
        except LogError as error:
            assert "\n" not in str(error)
            refused += 1
            assert length <= header
        else:
            assert again.actions == match.actions[: len(again.actions)]
            resumed += 1
    assert refused and resumed


def test_b42_a_damaged_line_in_the_middle_is_named(tmp_path: Path) -> None:
    match, path = a_match(tmp_path)
    lines = path.read_text(encoding="utf-8").split("\n")
    lines[2] = lines[2][: len(lines[2]) // 2]
    path.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(LogError, match="line 3"):
        Match.resume(path, match.spec)


def test_b42_a_save_that_fails_leaves_the_old_one_and_no_rubbish(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, path = a_match(tmp_path)
    old = path.read_bytes()
    match.apply(match.legal()[0])

    def broken(source: object, target: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", broken)
    with pytest.raises(UsageError, match="No space left"):
        match.save(path)
    monkeypatch.undo()
    assert path.read_bytes() == old
    assert [file.name for file in tmp_path.iterdir()] == [path.name]
    match.save(path)
    assert Match.resume(path, match.spec).state.key() == match.state.key()


def test_the_small_game_itself_has_no_findings() -> None:
    load_text(DRAW_AND_THROW, "small.yaml")
