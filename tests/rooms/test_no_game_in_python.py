"""No Python of the interpreter knows a game: all that it plays stands in YAML."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted(
    path
    for path in (ROOT / "interpreter" / "rummy").rglob("*.py")
    if path.parent.name != "catalogue"  # its wrong and right samples are texts of files
)
ORDINARY = {"basic"}
"""Names of games that are words of every day."""


def names_of_games() -> list[str]:
    """The file stems and titles of all games that are shipped, as words."""
    found: set[str] = set()
    for path in (ROOT / "variants").glob("*.yaml"):
        found.add(path.stem.replace("_", " "))
        found.add(str(yaml.safe_load(path.read_text(encoding="utf-8"))["title"]).lower())
    return sorted(found - ORDINARY)


GAMES = names_of_games()


def _docstrings(tree: ast.Module) -> set[int]:
    """The texts that only explain: sentences that stand by themselves."""
    return {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }


def names(source: str) -> set[str]:
    """Every name and text that the code uses, explanations left out."""
    tree = ast.parse(source)
    explaining = _docstrings(tree)
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if id(node) not in explaining:
                found.add(node.value)
        elif isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_module_uses_the_name_of_a_game(path: Path) -> None:
    used = " ".join(names(path.read_text(encoding="utf-8"))).lower().replace("_", " ")
    assert not [
        game for game in GAMES if re.search(rf"\b{re.escape(game)}\b", used.replace("-", " "))
    ]


def test_the_search_sees_names_and_texts_but_not_explanations() -> None:
    source = 'def play_whist():\n    """As in poker."""\n    return "skat".x\n'
    assert names(source) == {"play_whist", "skat", "x"}
