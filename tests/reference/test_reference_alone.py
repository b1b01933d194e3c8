"""The naive engine shares with the fast one what it must, and nothing else."""

from __future__ import annotations

import ast
from pathlib import Path

import rummy.reference

ALLOWED = {
    "rummy.cards",
    "rummy.chance",
    "rummy.lang.trees",
    "rummy.lang.types",
    "rummy.lang.evaluate",
    "rummy.lang.reads",
    "rummy.spec.model",
    "rummy.spec.bind",
    "rummy.spec.wilds",
}
FOLDER = Path(rummy.reference.__file__).parent


def imported(path: Path) -> set[str]:
    """All modules that a file imports, wherever in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name}: imports are written out"
            assert node.module is not None
            found.add(node.module)
    return found


def test_the_naive_engine_knows_no_planner_solver_or_generator() -> None:
    files = sorted(FOLDER.glob("*.py"))
    assert len(files) > 4
    for path in files:
        ours = {name for name in imported(path) if name.split(".")[0] == "rummy"}
        own = {name for name in ours if name.startswith("rummy.reference")}
        assert ours - own <= ALLOWED, f"{path.name}: {sorted(ours - own - ALLOWED)}"


def test_the_naive_engine_needs_no_other_package() -> None:
    standard = {"__future__", "collections.abc", "dataclasses", "functools", "itertools", "typing"}
    for path in FOLDER.glob("*.py"):
        others = {name for name in imported(path) if name.split(".")[0] != "rummy"}
        assert others <= standard, path.name
