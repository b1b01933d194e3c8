"""Lint looks at the game that an overlay makes, and points into the file that wrote the line."""

from __future__ import annotations

from pathlib import Path

import pytest
from lint_helpers import GAME
from rummy.diagnostics import Diagnostic
from rummy.lint import lint
from rummy.spec.load import load


def findings(folder: Path, overlay: str) -> list[Diagnostic]:
    """What lint finds in the game with an overlay."""
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    (folder / "over.yaml").write_text(f"extends: game\n{overlay}", encoding="utf-8")
    return lint(load(folder / "over.yaml"))


@pytest.mark.parametrize(
    ("overlay", "code", "file", "line"),
    [
        ("define: {unsued: 3}\nmatch: {best: lowest}\n", "S122", "over.yaml", 2),
        ("variables: {x: {start: 0}}\nmatch: {best: lowest}\n", "S124", "over.yaml", 2),
        ("options: {x: {flag: true, default: false}}\n", "O205", "over.yaml", 2),
        ("melds: {pair: {size: 2, valid: same(rank)}}\nturn: {steps: {play: {repeat: {meld: "
         "{lay: [set, run]}}}}}\n", "S127", "over.yaml", 2),
        ("turn: {steps: {play: {repeat: {meld: {lay: set}}}}}\n", "S127", "game.yaml", 12),
    ],
)  # fmt: skip
def test_what_has_no_use_is_found_in_the_file_that_wrote_it(
    tmp_path: Path, overlay: str, code: str, file: str, line: int
) -> None:
    (item,) = (item for item in findings(tmp_path, overlay) if item.code == code)
    assert (Path(item.span.file).name, item.span.line) == (file, line)
    assert ("in over.yaml it is taken away by `remove`" in item.hint) == (file == "game.yaml")


def test_what_has_no_use_any_more_can_be_removed(tmp_path: Path) -> None:
    overlay = "turn: {steps: {play: {repeat: {meld: {lay: set}}}}}\nremove: melds.run\n"
    assert findings(tmp_path, overlay) == []


def test_an_overlay_without_a_fault_has_no_finding(tmp_path: Path) -> None:
    assert findings(tmp_path, "match: {best: lowest}\n") == []
