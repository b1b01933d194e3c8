"""What YAML is read, what is refused where, and that nothing makes the reader fall."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rummy.diagnostics import CATALOGUE, Diagnostic
from rummy.spec.yaml import Mapping, Node, Scalar, Sequence, read


def plain(node: Node | None) -> object:
    """The node as lists, dicts and texts."""
    if isinstance(node, Mapping):
        return {key.value: plain(value) for key, value in node.entries}
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    return None if node is None else node.value


def found(text: str | bytes) -> list[tuple[str, int, int]]:
    return [(item.code, item.span.line, item.span.column) for item in read(text, "f")[1]]


def only(text: str | bytes) -> Diagnostic:
    _, findings = read(text, "f")
    assert len(findings) == 1, findings
    return findings[0]


def test_values_are_text_as_written() -> None:
    node, findings = read("a: 010\nb: [yes, 1:30, ~, 'x']\nc: {d: 1.10, e:}\n", "f")
    assert not findings
    assert plain(node) == {"a": "010", "b": ["yes", "1:30", "~", "x"], "c": {"d": "1.10", "e": ""}}


def test_places_of_keys_values_lists_and_mappings_are_exact() -> None:
    node, _ = read("# note\nmelds:\n  pair: {size: 2}\n  run:\n    - 'a b'\n", "f")
    assert isinstance(node, Mapping)
    (key, melds), *_ = node.entries
    assert isinstance(melds, Mapping)
    (pair, size), (_, items) = melds.entries
    assert isinstance(size, Mapping) and isinstance(items, Sequence)
    assert str(key.span) == "f:2:1"
    assert (pair.span.line, pair.span.column, pair.span.end_column) == (3, 3, 7)
    assert (size.span.column, size.span.end_column, size.written) == (9, 18, "{size: 2}")
    assert (items.items[0].span.line, items.items[0].span.column) == (5, 7)
    assert (melds.span.line, melds.span.end_line, melds.span.end_column) == (3, 5, 12)


@pytest.mark.parametrize(
    ("value", "cut"), [("rank # 3", True), ("rank", False), ("'rank' # 3", False), ("a#b", False)]
)
def test_a_plain_value_knows_that_a_comment_follows(value: str, cut: bool) -> None:
    node, _ = read(f"x: {value}\ny: 2 # two\n", "f")
    assert isinstance(node, Mapping)
    assert isinstance(node.entries[0][1], Scalar)
    assert node.entries[0][1].cut is cut


# --- the file as a whole ----------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "Y005"),
        ("# only a comment\n", "Y005"),
        ("---\n", "Y005"),
        ("\ufeff", "Y005"),
        ("- a\n- b\n", "Y006"),
        ("only text\n", "Y006"),
        ("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", "Y003"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x10", "Y003"),
    ],
)
def test_a_file_that_is_no_spec_is_refused_with_one_finding(text: str | bytes, code: str) -> None:
    node, findings = read(text, "f")
    assert node is None
    assert [(item.code, str(item.span)) for item in findings] == [(code, "f:1:1")]


def test_a_second_document_is_refused_where_it_begins() -> None:
    assert found("a: 1\n---\nb: 2\n") == [("Y007", 2, 1)]
    assert found("---\na: 1\n...\n") == []


def test_a_directive_is_refused() -> None:
    assert found("%YAML 1.1\n---\na: 1\n") == [("Y008", 1, 1)]
    assert found("%TAG ! x\n---\na: 1\n") == [("Y008", 1, 1)]


def test_a_file_is_read_as_utf8_whatever_the_locale(tmp_path: Path) -> None:
    path = tmp_path / "conquian.yaml"
    path.write_bytes("title: Conquián ♠\n".encode())
    marked = tmp_path / "marked.yaml"
    marked.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    program = (
        "import sys\nfrom rummy.cli.sources import read_source\n"
        "from rummy.spec.yaml import read\n"
        "for name in sys.argv[1:]:\n"
        "    source = read_source(name)\n"
        "    node, found = read(source.data, source.name)\n"
        "    print(ascii(node.entries[0][1].value), len(found), ascii(source.text[:5]))\n"
    )
    env = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    command = [sys.executable, "-c", program, str(path), str(marked)]
    out = subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout
    assert out.splitlines() == ["'Conqui\\xe1n \\u2660' 0 'title'"] * 2


def test_other_encodings_are_named_with_their_place() -> None:
    assert "UTF-16" in only("title: Conquián".encode("utf-16")).message
    finding = only("a: 1\r\ntitle: Conquián".encode("latin-1"))
    assert (finding.code, str(finding.span)) == ("Y001", "f:2:14")
    assert "0xE1 at position 19" in finding.message  # 6 bytes for the first line, then 13


@pytest.mark.parametrize(
    ("character", "code"),
    [
        ("\x85", "Y004"),
        ("\u2028", "Y004"),
        ("\u2029", "Y004"),
        ("\r", "Y004"),
        ("\0", "Y003"),
        ("\x1b", "Y003"),
        ("\ud800", "Y003"),
        ("\ufeff", "Y003"),
        ("\uffff", "Y003"),
    ],
)
def test_characters_that_programs_see_differently_are_refused(character: str, code: str) -> None:
    assert found(f"a: 1\nb: c{character}d\n") == [(code, 2, 5)]


# --- what a spec does not use -----------------------------------------------


def test_the_same_key_twice_is_an_error_that_shows_both() -> None:
    node, findings = read("scoring: {ace: 1}\nscoring: {king: 10}\n", "f")
    (finding,) = findings
    assert (finding.code, str(finding.span)) == ("Y013", "f:2:1")
    assert [str(label.span) for label in finding.labels] == ["f:1:1"]
    assert "scoring" in finding.message and "line 1" in finding.hint
    assert plain(node) == {"scoring": {"ace": "1"}}


def test_the_same_key_twice_is_found_at_any_depth_and_in_braces() -> None:
    assert found("a:\n  b:\n    c: 1\n    d: 1\n    c: 2\n") == [("Y013", 5, 5)]
    assert found("a: {b: 1, c: 2, b: 3}\n") == [("Y013", 1, 17)]
    assert found("10: a\n'10': b\n") == [("Y013", 2, 1)]


def test_anchors_aliases_and_merge_keys_are_refused_each_at_its_place() -> None:
    text = "b: &b {min: 3}\nc: &c\n  min: 4\nrun: {<<: [*b, *c], d: 1}\n"
    assert found(text) == [
        ("Y010", 1, 4),
        ("Y010", 2, 4),
        ("Y012", 4, 7),
        ("Y010", 4, 12),
        ("Y010", 4, 16),
    ]
    assert found("run: {min: 5, '<<': 1}\n") == []


def test_tags_are_refused_also_those_that_would_make_objects() -> None:
    assert found("a: !!python/object/apply:os.system ['x']\n") == [("Y011", 1, 4)]
    assert found("a: !!int 3\nb: ! c\n") == [("Y011", 1, 4), ("Y011", 2, 4)]
    assert only("a: !!int 3\n").fixes == ()


def test_keys_are_words() -> None:
    assert found("? [a, b]\n: 1\n") == [("Y014", 1, 3)]
    assert found("{{a: 1}: 2}\n") == [("Y014", 1, 2)]
    assert found("a: 1\n?\n: 2\n") == [("Y014", 2, 2)]


def test_escapes_for_hidden_characters_are_refused() -> None:
    assert found('a: "x\\0"\n') == [("Y018", 1, 6)]
    assert found('a: "x\\ud800"\n') == [("Y018", 1, 6)]
    assert found('a: "\\UFFFFFFFF"\n') == [("Y018", 1, 7)]
    assert found('a: "\\q"\n') == [("Y018", 1, 6)]
    assert found('a: "x\\ty\\u00e9"\n') == []


def test_a_tab_before_a_key_is_called_a_tab() -> None:
    assert [code for code, *_ in found("a:\n\tb: 1\n")] == ["Y015"]


# --- limits -----------------------------------------------------------------


def test_the_limits_hold_exactly() -> None:
    assert found("x: " + "[" * 31 + "]" * 31) == []
    assert found("x: " + "[" * 32 + "]" * 32) == [("L902", 1, 35)]
    assert found("x: " + "a" * 8192) == []
    assert found("x: " + "a" * 8193) == [("L904", 1, 4)]
    assert found("x:\n" + "- a\n" * 19_997) == []
    assert found("x:\n" + "- a\n" * 19_998) == [("L903", 19_999, 3)]
    size = 256 * 1024
    assert found("x: 1\n" + "#" * (size - 5)) == []
    assert found("x: 1\n" + "#" * (size - 4)) == [("L901", 1, 1)]
    assert found("x: 1\n#" + "é" * (size // 2)) == [("L901", 1, 1)]


FULL = 256 * 1024 - 40
BOMBS = {
    "aliases": "a: &a [x]\nb: [" + "*a, " * 60_000 + "]",
    "merges": "a: &a {b: c}\n" + "".join(f"k{i}: {{<<: *a}}\n" for i in range(9000)),
    "brackets": "x: " + "[" * 500 + "]" * 500,
    "all brackets": "x: " + "[" * FULL,
    "braces": "{" * FULL,
    "deep blocks": "\n".join(" " * i + "a:" for i in range(700)),
    "dashes": "- " * (FULL // 2),
    "questions": "- ? " * 3000,
    "wide": "x: [" + "a," * (FULL // 2) + "]",
    "many keys": "\n".join(f"a{i}: b" for i in range(24_000)),
    "long text": "x: " + "a " * (FULL // 2),
    "long key": "a" * FULL + ": b",
    "long block": "x: |\n" + " a\n" * (FULL // 3),
    "escapes": 'x: "' + "\\n" * (FULL // 2) + '"',
    "blank lines": "x: >\n" + "\n" * FULL,
    "tags": "!a " * (FULL // 3),
    "slips": "".join(f'a{i}: "x" == y\n' for i in range(15_000)),
    "repeated keys": "a: b\n" * 50_000,
    "long slip": "a: [b] " + "c: " * 80_000,
    "control characters": "\x01" * FULL,
}


@pytest.mark.parametrize("name", BOMBS)
def test_hostile_files_end_soon(name: str) -> None:
    began = time.process_time()
    _, findings = read(BOMBS[name], "f")
    # Half a second on an idle machine; whole processes are measured in tests/hostile.
    assert time.process_time() - began < 2
    assert len(findings) <= 40
    assert findings or name == "blank lines"


def deeper(frames: int) -> list[str]:
    if frames:
        return deeper(frames - 1)
    texts = ["x: " + "[" * 500, "x: " + "[" * 31 + "]" * 31, 'v: "x" == y\n', "a: *b\n"]
    return [item.code for text in texts for item in read(text, "f")[1]]


def test_the_reader_needs_few_frames() -> None:
    assert deeper(700) == ["L902", "Y017", "Y010"]


HOSTILE = "ab:#-?[]{}!&*|>'\"%@`, \n\t\\0<=é\u2028\x00"


@settings(derandomize=True, max_examples=400, deadline=None)
@given(st.text(HOSTILE, max_size=40))
def test_no_text_makes_the_reader_fall(text: str) -> None:
    node, findings = read(text, "f")
    assert node is not None or findings
    rows = text.removeprefix("\ufeff").split("\n")
    for item in findings:
        assert item.code in CATALOGUE
        assert 1 <= item.span.line <= len(rows)
        assert (item.span.line, item.span.column) <= (item.span.end_line, item.span.end_column)
        assert 1 <= item.span.column <= len(rows[item.span.line - 1]) + 1


@settings(derandomize=True, max_examples=200, deadline=None)
@given(st.binary(max_size=40))
def test_no_bytes_make_the_reader_fall(data: bytes) -> None:
    node, findings = read(data, "f")
    assert node is not None or findings
