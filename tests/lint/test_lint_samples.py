"""The samples of the catalogue: the wrong one gives its code, the right one does not."""

from __future__ import annotations

import pytest
import yaml
from lint_helpers import GAME, findings, merged, with_piece
from rummy.catalogue import examples, melds, options, play, scoring, structure
from rummy.diagnostics import Entry

FROM = {"S": "S122", "O": "O205", "M": "M401", "P": "P501", "C": "C601", "X": "X707"}
"""The first code of each area that looks at whole specs; X708 the reader tells."""
ENTRIES = [
    entry
    for area in (structure, options, melds, play, scoring, examples)
    for entry in area.ENTRIES
    if entry.code[0] in FROM and entry.code >= FROM[entry.code[0]] and entry.code != "X708"
]
MORE = {"P506": {"P503"}, "C604": {"P504"}}
"""What else the wrong sample of a code gives: each step or move without a use is told too."""


INSTEAD = {"P529": "match", "X707": "examples"}
"""The samples of these codes stand in place of what the game says there."""


def _laid_over(code: str, piece: str) -> str:
    if code not in INSTEAD:
        return with_piece(piece)
    game = {key: value for key, value in yaml.safe_load(GAME).items() if key != INSTEAD[code]}
    game |= {"melds": {"run": game["melds"]["run"]}} if code == "X707" else {}
    return yaml.safe_dump(merged(game, yaml.safe_load(piece)), sort_keys=False)


def test_the_game_that_the_samples_are_laid_over_has_no_finding() -> None:
    assert findings(GAME, True) == []


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.code)
def test_the_wrong_sample_gives_its_code_and_nothing_else(entry: Entry) -> None:
    found = findings(_laid_over(entry.code, entry.wrong), entry.code == "X707")
    assert {item.code for item in found} == {entry.code} | MORE.get(entry.code, set())
    for item in found:
        assert item.level_of() in ("error", "warning", "note")
        assert item.span.file == "game.yaml" and item.span.line > 0
        assert item.hint


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.code)
def test_the_right_sample_gives_no_such_finding(entry: Entry) -> None:
    assert entry.code not in {
        item.code for item in findings(_laid_over(entry.code, entry.right), entry.code == "X707")
    }
