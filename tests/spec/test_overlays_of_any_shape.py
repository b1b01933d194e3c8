"""Whatever an overlay says, it is read or refused with places, and never breaks the reader."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from overlay_helpers import GAME, put
from rummy.spec.files import File
from rummy.spec.load import examine_file

FOLDER = tempfile.TemporaryDirectory()
HERE = put(Path(FOLDER.name))
BASE: dict[str, Any] = yaml.safe_load(GAME)
INSTEAD: tuple[Any, ...] = (
    *(0, -1, True, None, "", "base", "base + 1", "not base", "base..5", "all", "J", 1.5),
    *([], {}, ["base"], {"base": "base"}, {"a": {"before": "b"}}, [["base"]], {"x": [{}]}),
)
EXTRA = ("before", "after", "remove", "extends", "base", "when", "auto", "choose", "a b", "J Q")


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of all values in a document."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    found: list[tuple[Any, ...]] = []
    for key, inner in items:
        found.append((*path, key))
        if isinstance(inner, (dict, list)):
            found += places(inner, (*path, key))
    return found


PLACES = places(BASE)


def piece(chance: Random) -> dict[str, Any]:
    """An overlay that says something odd at a place of the base."""
    path = [key for key in chance.choice(PLACES) if isinstance(key, str)]
    cut = path[: chance.randint(1, len(path))]
    if chance.random() < 0.4:
        cut.append(chance.choice((*EXTRA, *path)))
    made: Any = chance.choice(INSTEAD)
    for key in reversed(cut):
        made = {key: made}
    return dict(made)


def merged(one: Any, two: Any) -> Any:
    if not isinstance(one, dict) or not isinstance(two, dict):
        return two
    return {**one, **{key: merged(one[key], two[key]) if key in one else two[key] for key in two}}


def removal(chance: Random) -> Any:
    some = [".".join(map(str, chance.choice(PLACES))) for _ in range(chance.randint(1, 3))]
    return chance.choice([some, some[0], [*some, "a..b", "."], {"a": 1}, [[some[0]]]])


@pytest.mark.parametrize("part", range(8))
def test_overlays_of_any_shape_are_read_or_refused_with_places(part: int) -> None:
    for number in range(40):
        chance = Random(f"{part}:{number}")
        texts = []
        for _ in range(chance.randint(1, 3)):
            overlay: Any = {"extends": "game"}
            for _ in range(chance.randint(1, 3)):
                overlay = merged(overlay, piece(chance))
            if chance.random() < 0.3:
                overlay = {**overlay, "remove": removal(chance)}
            texts.append(json.dumps(overlay))
        files = [File(f"{n}.yaml", text, HERE / f"{n}.yaml") for n, text in enumerate(texts)]
        game = File("game.yaml", GAME, HERE / "game.yaml")
        spec, found = examine_file(game, files)
        errors = [item for item in found if item.level_of() == "error"]
        assert (spec is None) == bool(errors)
        known = {file.name: file.text for file in (game, *files)}
        known[str(HERE / "game.yaml")] = GAME
        for item in found:
            for span in (item.span, *(label.span for label in item.labels)):
                lines = known[span.file].splitlines()
                assert 1 <= span.line <= span.end_line <= len(lines) + 1, item.short()
                assert span.line < span.end_line or span.column <= span.end_column
            assert item.message and "None" not in item.message
