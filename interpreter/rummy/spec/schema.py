"""The JSON Schema of spec files, made from the table of keys.

The schema is for editors and for anybody who checks specs without this
package. It uses only keywords that mean the same in draft-07 and in 2020-12.
What a schema cannot say (names, types of expressions) the reader says.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rummy.spec import keys
from rummy.spec.changes import EXAMPLES
from rummy.spec.layers import EXTENDS

FILE = "rummy-1.schema.json"
_PACKAGE = Path(__file__).resolve().parent.parent

_OVER = "overlay_"
"""What the names of definitions for overlays begin with."""

Schema = dict[str, Any]

_NAMES = {
    "name": rf"^{keys.NAME}$",
    "kind": rf"^{keys.NAME}$",
    "letter": "^[A-Z]$",
    "seat": "^[1-9][0-9]?$",
    "definition": rf"^{keys.NAME}(\s*\(\s*{keys.NAME}(\s*,\s*{keys.NAME})*\s*\))?$",
    "ranks": r"\S",
    "text": r"\S",
}


def schema() -> Schema:
    """The JSON Schema of a spec file: a whole game, or an overlay with ``extends``."""
    top = keys.TOP.name
    definitions = {
        record.name: _record(record) for record in keys.RECORDS.values() if record is not keys.PLACE
    }
    for record in _merged(keys.TOP):
        definitions[_OVER + record.name] = _record(record, over=True)
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": f"rummy spec, format {keys.FORMAT}",
        "type": "object",
        "if": {"required": [EXTENDS]},
        "then": _ref(_OVER + top),
        "else": _ref(top),
        "definitions": definitions,
    }


def _merged(top: keys.Record) -> list[keys.Record]:
    """The records that an overlay may change key by key, from the top."""
    found: list[keys.Record] = []
    waiting: list[keys.Expect] = [top]
    while waiting:
        match keys.resolve(waiting.pop(0)):
            case keys.Record() as record if record not in found:
                found.append(record)
                waiting += [k.expect for k in record.keys if k.name != EXAMPLES]
            case keys.Named(entry):
                waiting.append(entry)
            case keys.ListOf(item):
                waiting.append(item)
            case keys.Shapes(_, mapping):
                waiting.append(mapping)
    return found


def text() -> str:
    """The JSON Schema as it stands in its file."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


def path() -> Path | None:
    """Where the schema is: in the installed package, else in the checkout."""
    for folder in (_PACKAGE / "data" / "schema", _PACKAGE.parent.parent / "schema"):
        if (folder / FILE).is_file():
            return folder / FILE
    return None


def _ref(definition: str) -> Schema:
    return {"$ref": f"#/definitions/{definition}"}


def _record(record: keys.Record, over: bool = False) -> Schema:
    """A record; in an overlay what it lacks may stand in the base."""
    spots = keys.PLACE.keys if over and record is not keys.TOP else ()
    made: Schema = {
        "description": record.about,
        "type": "object",
        "properties": {key.name: _key(key, over and key.name != EXAMPLES) for key in record.keys},
        "required": [key.name for key in record.keys if key.required and not over],
        "additionalProperties": False if record.others is None else _expect(record.others),
    }
    made["properties"] |= {key.name: _key(key) for key in spots}
    if record.others is not None:
        made["propertyNames"] = {"pattern": _NAMES["name"]}
    if not made["required"]:
        del made["required"]
    if record.verbs and not over:
        made["oneOf"] = [{"required": [verb]} for verb in record.verbs]
    rules = [rule for key in (*record.keys, *spots) for rule in _company(key, over)]
    if rules:
        made["allOf"] = rules
    return made


def _company(key: keys.Key, over: bool) -> list[Schema]:
    """What must stand beside a key, or beside what it must stand."""
    rules: list[Schema] = []
    if key.not_with:
        rules.append({"not": {"required": [key.name, key.not_with]}})
    if over:
        return rules
    if key.only_with:
        beside = [{"required": [verb]} for verb in key.only_with]
        rules.append({"if": {"required": [key.name]}, "then": {"anyOf": beside}})
    rules += [
        {"if": {"required": [verb]}, "then": {"required": [key.name]}} for verb in key.needed_with
    ]
    return rules


def _key(key: keys.Key, over: bool = False) -> Schema:
    about = [key.about, f"Expected: {phrase(key.expect)}."]
    if key.default:
        about.append(f"Default: {key.default}.")
    if key.example:
        about.append(f"Example: {key.name}: {key.example}")
    inner = _expect(key.expect, over)
    if "$ref" in inner:
        inner = {"allOf": [inner]}
    return {"description": " ".join(about), **inner}


def _expect(expect: keys.Expect, over: bool = False) -> Schema:
    match expect:
        case keys.Version():
            return {"const": keys.FORMAT}
        case keys.Text(_, loose):
            if loose:
                return {"type": ["string", "integer", "boolean"]}
            return {"type": "string", "pattern": r"\S"}
        case keys.Whole(low, high):
            return {"type": "integer", "minimum": low, "maximum": high}
        case keys.Truth():
            return {"type": "boolean"}
        case keys.Word(words):
            return {"enum": list(words)}
        case keys.Span(low, high):
            number = r"-?[0-9]{1,10}"
            pattern = rf"^\s*{number}( *\.\. *{number})?\s*$"
            kinds = ["string", "integer"]
            return {"type": kinds, "minimum": low, "maximum": high, "pattern": pattern}
        case keys.Words():
            word = {"type": ["string", "integer"], "pattern": r"\S"}
            many = {"type": "array", "items": word, "minItems": 1}
            return {"anyOf": [word, many]}
        case keys.Expression():
            return {"type": ["string", "integer", "boolean"], "pattern": r"\S"}
        case keys.Size():
            return {"type": ["string", "integer"], "pattern": r"\S"}
        case keys.ZoneText():
            return {"type": "string", "pattern": rf"^\s*{keys.NAME}(\s+of\s+[\s\S]+)?\s*$"}
        case keys.ListOf(item):
            # an overlay changes what stands alone, but says a list anew
            return {"anyOf": [_expect(item, over), {"type": "array", "items": _expect(item)}]}
        case keys.Named():
            return _named(expect, over)
        case keys.Shapes(scalar, mapping):
            return {"anyOf": [_expect(scalar), _expect(mapping, over)]}
        case keys.Record(name) | keys.Use(name):
            return _ref(_OVER + name if over else name)
        case _:
            raise TypeError(f"nothing known about {expect}")


def _named(named: keys.Named, over: bool) -> Schema:
    made: Schema = {
        "type": "object",
        "propertyNames": {"pattern": _NAMES[named.names]},
        "additionalProperties": _expect(named.entry, over),
        "maxProperties": named.most,
    }
    if named.least:
        made["minProperties"] = named.least
    return made


# --- in words -------------------------------------------------------------------


def phrase(expect: keys.Expect) -> str:
    """What is expected, in a few words."""
    match expect:
        case keys.Version():
            return f"the number {keys.FORMAT}"
        case keys.Text(what):
            return f"a text ({what})" if what != "text" else "a text"
        case keys.Whole(low, high):
            return f"a whole number from {low} to {high}" if high < 10**6 else "a whole number"
        case keys.Truth():
            return "`true` or `false`"
        case keys.Word(words):
            return "one of " + ", ".join(f"`{word}`" for word in words)
        case keys.Span():
            return "a number or a range such as `2..5`"
        case keys.Words(what):
            return f"{what}s with spaces between, or a list"
        case keys.Expression(kind, scope, instead):
            other = "".join(f", or `{word}`" for word in instead)
            return f"an expression ({kind}; scope: {scope.replace('_', ' ')}){other}"
        case keys.Size():
            return "`n`, `n..m` or `n..`, numbers or expressions (scope: static)"
        case keys.ZoneText():
            return "a zone, or `zone of player`"
        case keys.ListOf(item):
            return f"{phrase(item)}, or a list of these"
        case keys.Named(entry, _, what):
            return f"for each {what} by name: {phrase(entry)}"
        case keys.Shapes(scalar, mapping):
            return f"{phrase(scalar)}; or {phrase(mapping)}"
        case keys.Record(name) | keys.Use(name):
            return f"the keys of `{name}`"
        case _:
            raise TypeError(f"nothing known about {expect}")
