"""The samples of the catalogue: the wrong one gives its code, the right one does not."""

from __future__ import annotations

import pytest
from lint_helpers import GAME, findings, with_piece
from rummy.catalogue import melds, options, play, scoring, structure
from rummy.diagnostics import Entry

FROM = {"S": "S122", "O": "O205", "M": "M401", "P": "P501", "C": "C601"}
"""The first code of each area that looks at whole specs."""
ENTRIES = [
    entry
    for area in (structure, options, melds, play, scoring)
    for entry in area.ENTRIES
    if entry.code[0] in FROM and entry.code >= FROM[entry.code[0]]
]
MORE = {"P506": {"P503"}, "C604": {"P504"}}
"""What else the wrong sample of a code gives: each step or move without a use is told too."""


def test_the_game_that_the_samples_are_laid_over_has_no_finding() -> None:
    assert findings(GAME) == []


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.code)
def test_the_wrong_sample_gives_its_code_and_nothing_else(entry: Entry) -> None:
    found = findings(with_piece(entry.wrong))
    assert {item.code for item in found} == {entry.code} | MORE.get(entry.code, set())
    for item in found:
        assert item.level_of() in ("error", "warning", "note")
        assert item.span.file == "game.yaml" and item.span.line > 0
        assert item.hint


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.code)
def test_the_right_sample_gives_no_such_finding(entry: Entry) -> None:
    assert entry.code not in {item.code for item in findings(with_piece(entry.right))}
