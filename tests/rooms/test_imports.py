"""Which room may import which, and what from outside: the direction of the design.

A room is a module or folder right inside the package. A new edge or a new package
fails here until it is entered below, with thought.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "interpreter" / "rummy"

ROOMS: dict[str, str] = {
    "frozen": "",
    "errors": "",
    "chance": "",
    "spelling": "",
    "cards": "errors frozen",
    "diagnostics": "catalogue frozen",
    "catalogue": "diagnostics",
    "render": "diagnostics frozen",
    "lang": "cards diagnostics errors frozen spelling",
    "spec": "cards diagnostics errors frozen lang spelling",
    "melds": "cards lang",
    "lint": "cards diagnostics errors frozen lang melds spec spelling",
    "play": "cards chance errors lang melds spec spelling",
    "reference": "cards chance lang spec",
    "bots": "cards chance errors melds play spelling",
    "starts": "diagnostics errors lang lint play spec",
    "testing": "cards chance errors play spec",
    "asking": "cards errors lang melds play spec spelling",
    "terminal": "asking cards diagnostics errors lang play render spec spelling",
    "pad": "cards errors lang melds play spec spelling terminal",
    "sheet": "cards diagnostics errors frozen lang melds play render spec",
    "sim": "bots chance diagnostics errors frozen lang play render spec spelling terminal",
    "differ": "diagnostics sheet spec",
    "cli": "asking bots cards chance diagnostics differ errors lang lint melds pad play render sheet sim spec spelling starts terminal",
    "__main__": "cli errors terminal",
    "__init__": "",
}
"""Every room, from left to right, and the rooms that it may import."""

NAMES_ONLY: dict[str, str] = {
    "errors": "diagnostics",
    "lang": "spec",
    "melds": "spec",
    "__init__": "bots diagnostics errors play spec",
}
"""Rooms that may be imported for the sake of type checking alone."""

OUTSIDE: dict[str, str] = {
    "lang": "lark",
    "spec": "yaml",
    "terminal": "click prompt_toolkit",
    "sim": "matplotlib",
    "cli": "click",
    "__main__": "click",
}
"""Packages from outside that a room may import."""

ONLY_IN: dict[str, str] = {
    "matplotlib": "sim/plots.py",
    "lark": "lang/parser.py",
    "yaml": "spec/yaml.py spec/slips.py spec/comments.py",
    "prompt_toolkit": "terminal/prompt.py",
}
"""Packages that nothing but these files may know."""

LAW = {"evaluate", "trees", "types", "reads"}
"""What the naive engine may use of the room ``lang``: no generated source."""


def files() -> list[Path]:
    """All modules of the package."""
    return sorted(PACKAGE.rglob("*.py"))


def room_of(path: Path) -> str:
    """The room that a file belongs to."""
    return path.relative_to(PACKAGE).with_suffix("").parts[0]


def _is_type_checking(test: ast.expr) -> bool:
    return isinstance(test, ast.Name) and test.id == "TYPE_CHECKING"


def imports(path: Path) -> Iterator[tuple[str, bool]]:
    """What a file imports, and whether only for type checking."""

    def look(node: ast.AST, typing: bool) -> Iterator[tuple[str, bool]]:
        if isinstance(node, ast.Import):
            yield from ((alias.name, typing) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} has a relative import"
            module = node.module or ""
            if module == "rummy":
                yield from ((f"rummy.{alias.name}", typing) for alias in node.names)
            else:
                yield module, typing
        elif isinstance(node, ast.If) and _is_type_checking(node.test):
            for child in node.body:
                yield from look(child, True)
            for child in node.orelse:
                yield from look(child, typing)
        else:
            for child in ast.iter_child_nodes(node):
                yield from look(child, typing)

    return look(ast.parse(path.read_text(encoding="utf-8")), False)


def allowed(table: dict[str, str], room: str) -> set[str]:
    """The entry of a room as a set."""
    return set(table.get(room, "").split())


@pytest.mark.parametrize("path", files(), ids=lambda p: p.relative_to(PACKAGE).as_posix())
def test_a_file_imports_only_what_its_room_may_know(path: Path) -> None:
    room = room_of(path)
    assert room in ROOMS, f"the room {room} is not in the list"
    for module, typing in imports(path):
        first, *rest = module.split(".")
        if first == "rummy":
            other = rest[0] if rest else ""
            known = {room, "__version__", *allowed(ROOMS, room)}
            if typing:
                known |= allowed(NAMES_ONLY, room)
            assert other in known, f"{room} imports {module}"
        elif first not in sys.stdlib_module_names:
            assert first in allowed(OUTSIDE, room), f"{room} imports {first}"
            if first in ONLY_IN:
                assert path.relative_to(PACKAGE).as_posix() in ONLY_IN[first].split()


def test_no_room_imports_to_the_right_but_for_findings_and_their_catalogue() -> None:
    order = list(ROOMS)
    for room in ROOMS:
        later = {other for other in allowed(ROOMS, room) if order.index(other) > order.index(room)}
        assert later == ({"catalogue"} if room == "diagnostics" else set())


@pytest.mark.parametrize(
    "path", sorted((PACKAGE / "reference").glob("*.py")), ids=lambda path: path.name
)
def test_the_naive_engine_knows_no_plan_no_solver_and_no_generated_source(path: Path) -> None:
    for module, _ in imports(path):
        parts = module.split(".")
        if parts[:2] == ["rummy", "lang"]:
            assert parts[2] in LAW
        if parts[:2] == ["rummy", "spec"]:
            assert parts[2] in {"model", "bind", "wilds"}
        assert parts[:2] not in (["rummy", "melds"], ["rummy", "play"])


def test_the_search_for_imports_sees_them_in_functions_and_under_type_checking(
    tmp_path: Path,
) -> None:
    path = tmp_path / "some.py"
    path.write_text(
        "from typing import TYPE_CHECKING\n"
        "if TYPE_CHECKING:\n    from rummy.spec import load\n"
        "def f():\n    import rummy.play.match\n    from rummy import cards\n"
    )
    assert list(imports(path)) == [
        ("typing", False),
        ("rummy.spec", True),
        ("rummy.play.match", False),
        ("rummy.cards", False),
    ]
