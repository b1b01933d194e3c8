"""The JSON Schema says what the reader says, as far as a schema can tell."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft7Validator, Draft202012Validator
from rummy.diagnostics import Span
from rummy.spec import keys, schema
from rummy.spec.load import examine, shipped
from rummy.spec.structure import Reader
from rummy.spec.yaml import Mapping, Node, Scalar, Sequence

HERE = Path(__file__).parent
DRAFTS = (Draft7Validator, Draft202012Validator)
SCHEMA = schema.schema()
VALIDATORS = tuple(draft(SCHEMA) for draft in DRAFTS)

COMMON_KEYWORDS = {
    *("$schema", "$ref", "definitions", "title", "description", "type", "properties", "required"),
    *(
        "additionalProperties",
        "propertyNames",
        "minProperties",
        "maxProperties",
        "minItems",
        "items",
        "pattern",
    ),
    *(
        "minimum",
        "maximum",
        "const",
        "enum",
        "allOf",
        "anyOf",
        "oneOf",
        "if",
        "then",
        "else",
        "not",
    ),
}
"""Keywords that mean the same in draft-07 and in 2020-12."""


def read(text: str) -> Any:
    """The values as an editor sees them: YAML 1.2, which has no other truth values."""

    class Loader(yaml.SafeLoader):
        pass

    Loader.yaml_implicit_resolvers = {
        first: [(tag, pattern) for tag, pattern in entries if not tag.endswith(":timestamp")]
        for first, entries in yaml.SafeLoader.yaml_implicit_resolvers.items()
        if first not in "yYnNoO"
    }
    return yaml.load(text, Loader)


def node_of(value: Any) -> Node:
    """Nodes as the YAML reader would make them of these values."""
    span = Span("made", 1, 1, 1, 1)
    match value:
        case dict():
            entries = tuple((node_of(str(key)), node_of(item)) for key, item in value.items())
            return Mapping(entries, span)  # type: ignore[arg-type]
        case list():
            return Sequence(tuple(map(node_of, value)), span)
        case str():
            return Scalar(value, "double", span, Places())  # type: ignore[arg-type]
        case _:
            text = "null" if value is None else str(value).lower()
            return Scalar(text, "plain", span, Places())  # type: ignore[arg-type]


class Places:
    """No place matters here."""

    def place(self, start: int, end: int) -> Span:
        return Span("made", 1, 1, 1, 1)


def shape_is_refused(value: Any) -> bool:
    """The structural reader, which judges what a schema can judge, finds an error."""
    reader = Reader()
    reader.read(node_of(value), keys.TOP, "")
    return any(item.level_of() == "error" for item in reader.found)


def is_playable(value: Any) -> bool:
    """The whole reader, which also judges expressions and references."""
    return examine(json.dumps(value), "made.yaml")[0] is not None


def verdicts(value: Any) -> set[bool]:
    return {validator.is_valid(value) for validator in VALIDATORS}


def nodes_below(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of all values below."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, item in items:
        yield (*path, key)
        if isinstance(item, (dict, list)):
            yield from nodes_below(item, (*path, key))


def test_the_schema_file_is_fresh() -> None:
    path = schema.path()
    assert path is not None
    assert path.read_text(encoding="utf-8") == schema.text()


@pytest.mark.parametrize("draft", DRAFTS, ids=("draft-07", "2020-12"))
def test_the_schema_is_a_schema(draft: Any) -> None:
    draft.check_schema(SCHEMA)


def test_only_keywords_of_one_meaning_are_used() -> None:
    def check(part: Any, named: bool) -> None:
        if isinstance(part, list):
            for item in part:
                check(item, False)
        elif isinstance(part, dict):
            for key, item in part.items():
                assert named or key in COMMON_KEYWORDS, key
                check(item, not named and key in ("properties", "definitions"))
            if not named and "$ref" in part:
                assert list(part) == ["$ref"], "draft-07 ignores what stands beside $ref"

    check(SCHEMA, False)


def test_every_key_is_described() -> None:
    for name, record in SCHEMA["definitions"].items():
        for key, inner in record["properties"].items():
            assert len(inner["description"]) > 20, (name, key)


def test_every_key_has_an_example() -> None:
    for record in keys.RECORDS.values():
        for key in record.keys:
            assert key.example, (record.name, key.name)


HOUSE_RULES = sorted((HERE.parents[1] / "examples" / "house-rules").glob("*.yaml"))


@pytest.mark.parametrize(
    "path", [*HERE.glob("*.yaml"), *shipped(), *HOUSE_RULES], ids=lambda p: p.stem
)
def test_good_specs_are_valid(path: Path) -> None:
    value = read(path.read_text(encoding="utf-8"))
    errors = [error.message for draft in DRAFTS for error in draft(SCHEMA).iter_errors(value)]
    assert errors == []


INSTEAD: tuple[Any, ...] = (7, -1, True, "some text", "A", 1.5, None, [], {}, ["a"], {"a": 1}, "")
AT_EACH_PLACE = 2


def changes(good: Any, section: str) -> Iterator[tuple[tuple[Any, ...], Any, Any]]:
    """The small spec with one value left out, under another key, or replaced."""
    for number, (_, *path) in enumerate(nodes_below({section: {section: good[section]}})):
        some = (INSTEAD[(5 * number + n) % len(INSTEAD)] for n in range(AT_EACH_PLACE))
        for change in ("leave out", "rename", *some):
            value = copy.deepcopy(good)
            inside = value
            for key in path[:-1]:
                inside = inside[key]
            if not path or (change == "rename" and isinstance(inside, list)):
                continue
            if change == "leave out":
                del inside[path[-1]]
            elif change == "rename":
                inside["zzzzzzzzz"] = inside.pop(path[-1])
            else:
                inside[path[-1]] = change
            yield tuple(path), change, value


SECTIONS = [
    *(("small_rummy.yaml", s) for s in read((HERE / "small_rummy.yaml").read_text("utf-8"))),
    *(("wide_rummy.yaml", section) for section in ("openings", "setup", "turn", "match")),
]


@pytest.mark.parametrize(("file", "section"), SECTIONS)
def test_reader_and_schema_agree_on_changed_specs(file: str, section: str) -> None:
    """What the reader says about shapes the schema says, and no more than the whole reader."""
    good = read((HERE / file).read_text(encoding="utf-8"))
    differ = []
    for path, change, value in changes(good, section):
        valid = verdicts(value)
        if len(valid) > 1:
            differ.append((path, change, "the drafts differ"))
        elif valid == {True} and shape_is_refused(value):
            differ.append((path, change, "only the schema accepts it"))
        elif valid == {False} and not shape_is_refused(value) and is_playable(value):
            differ.append((path, change, "only the schema refuses it"))
    assert differ == []


@pytest.mark.parametrize(
    ("overlay", "good"),
    [
        ({}, True),
        ({"remove": ["melds.run", "match.ties"]}, True),
        ({"melds": {"run": {"lay": "base + 1"}}}, True),
        ({"melds": {"run": {"after": "set", "size": 2, "valid": "true"}}}, True),
        ({"turn": {"steps": {"draw": {"choose": {"take": {"when": "base"}}}}}}, True),
        ({"setup": {"deal": {"auto": {"deal": 5}}}}, True),
        ({"setup": {"deal": {"auto": [{"when": "base"}]}}}, False),
        ({"setup": {"deal": {"auto": [{"end": "round"}]}}}, True),
        ({"melds": {"run": {"layy": 1}}}, False),
        ({"melds": {"run": {"before": "a", "after": "b"}}}, False),
        ({"before": "melds"}, False),
        ({"match": {"best": "most"}}, False),
        ({"examples": {"a": {"plays": "draw"}}}, False),
        ({"examples": {"a": {"before": "b"}}}, False),
        ({"remove": {"melds": "run"}}, False),
    ],
)
def test_the_schema_knows_overlays(overlay: dict[str, Any], good: bool) -> None:
    assert verdicts({"extends": "small_rummy", **overlay}) == {good}


def test_what_only_overlays_have_is_refused_in_a_whole_game() -> None:
    good = read((HERE / "small_rummy.yaml").read_text(encoding="utf-8"))
    assert verdicts(good) == {True}
    assert verdicts({**good, "remove": "melds.run"}) == {False}
    good["melds"]["run"]["after"] = "set"
    assert verdicts(good) == {False}


def test_the_text_is_json() -> None:
    assert json.loads(schema.text()) == SCHEMA
