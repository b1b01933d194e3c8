"""Every node and every character of an expression keeps the place where it was written."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from overlay_helpers import GAME, changed, found, marked, place_of
from rummy.spec import yaml
from rummy.spec.base_word import filled
from rummy.spec.keys import Expression
from rummy.spec.yaml import Mapping, Scalar

EXPRESSION = Expression("truth", "turn")


def value(text: str, file: str) -> Scalar:
    """The value of the one key of a file."""
    node, wrong = yaml.read(text, file)
    assert isinstance(node, Mapping) and not wrong
    (_, inner) = node.entries[0]
    assert isinstance(inner, Scalar)
    return inner


def joined(base: str, over: str) -> Scalar:
    node = filled(value(base, "base"), value(over, "over"), EXPRESSION, None, refuse)
    assert isinstance(node, Scalar)
    return node


def refuse(code: str, *rest: object) -> None:
    raise AssertionError(code)


def test_a_word_of_the_base_stands_in_the_base_and_one_of_the_overlay_in_the_overlay() -> None:
    node = joined("when: one\n", "when: a and base or b\n")
    assert node.value == "a and (one) or b"
    for word, place in {"a": "over:1:7", "one": "base:1:7", "b": "over:1:21"}.items():
        at = re.search(rf"\b{word}\b", node.value)
        assert at is not None
        assert str(node.offsets.place(*at.span())) == place


def test_a_piece_with_words_of_both_stands_in_the_overlay_with_the_word_base() -> None:
    node = joined("when: one two\n", "when: a and base or b\n")
    span = node.offsets.place(node.value.index("two"), len(node.value))
    assert (str(span), span.end_column) == ("over:1:13", 22)
    span = node.offsets.place(0, node.value.index("two"))
    assert (str(span), span.end_column) == ("over:1:7", 17)
    bracket = node.value.index("(")
    span = node.offsets.place(bracket, bracket + 1)
    assert (str(span), span.end_column) == ("over:1:13", 17)


def test_folded_texts_of_both_files_keep_their_lines() -> None:
    node = joined("when: >-\n  one\n  two\n", "when: >-\n  a and\n  base\n  or b\n")
    assert node.value == "a and (one two) or b"
    places = {"a": "over:2:3", "one": "base:2:3", "two": "base:3:3", "b": "over:4:6"}
    for word, place in places.items():
        at = re.search(rf"\b{word}\b", node.value)
        assert at is not None
        assert str(node.offsets.place(*at.span())) == place


def test_a_base_of_a_base_keeps_its_place() -> None:
    middle = joined("when: one\n", "when: base or two\n")
    node = filled(middle, value("when: base and base\n", "top"), EXPRESSION, None, refuse)
    assert isinstance(node, Scalar)
    assert node.value == "((one) or two) and ((one) or two)"
    found_at = re.finditer(r"[a-z]+", node.value)
    places = [str(node.offsets.place(*at.span())) for at in found_at]
    half = ["base:1:7", "over:1:12", "over:1:15"]
    assert places == [*half, "top:1:12", *half]
    assert [span.file for span in node.offsets.origins()] == ["top", "over", "base"]


WORD = st.text("xyz", min_size=1, max_size=3)


@given(st.lists(st.one_of(WORD, st.just("base")), min_size=1), st.lists(WORD, min_size=1))
def test_each_character_is_found_where_it_is_written(over: list[str], base: list[str]) -> None:
    texts = {"over": f"when: {' '.join(over)}\n", "base": f"when: {' '.join(base)}\n"}
    node = joined(texts["base"], texts["over"])
    assert node.value == " ".join(f"({' '.join(base)})" if w == "base" else w for w in over)
    for at, character in enumerate(node.value):
        span = node.offsets.place(at, at + 1)
        written = texts[span.file][span.column - 1 : span.end_column - 1]
        assert written == character if character not in "()" else written == "base"


@given(st.lists(st.one_of(WORD, st.just("base")), min_size=1), st.data())
def test_each_piece_lies_in_one_file_and_in_order(over: list[str], data: st.DataObject) -> None:
    node = joined("when: x y\n", f"when: {' '.join(over)}\n")
    start = data.draw(st.integers(0, len(node.value)))
    end = data.draw(st.integers(start, len(node.value)))
    span = node.offsets.place(start, end)
    assert span.column <= span.end_column
    assert span.line == span.end_line == 1


# --- in a game -----------------------------------------------------------------------


def test_expressions_of_the_merged_game_name_the_file_that_wrote_them(tmp_path: Path) -> None:
    overlay = "turn: {steps: {discard: {when: base and quick}}}\nscore: {lines: {bonus: earned}}\n"
    spec = changed(tmp_path, overlay)
    assert place_of(spec, "turn.steps.discard.when") == ("over.yaml", 2)
    assert place_of(spec, "score.lines.bonus") == ("over.yaml", 3)
    lines = GAME.splitlines()
    for path in ("score.lines.left", "melds.run.valid", "match.over"):
        file, line = place_of(spec, path)
        assert file == "game.yaml" and path.split(".")[-1] in lines[line - 1]
    steps = {step.name: Path(step.place.file).name for step in spec.turn}
    assert steps == dict.fromkeys(steps, "game.yaml")


def test_a_finding_in_the_overlay_s_own_words_points_at_them(tmp_path: Path) -> None:
    overlay = "extends: game\nturn: {steps: {discard: {when: base and nonsuch}}}\n"
    (item,) = found(tmp_path, overlay)
    assert (item.code, marked(item, overlay), item.span.line) == ("T301", "nonsuch", 2)
    assert item.span.file == "over.yaml"


def test_a_finding_in_the_words_of_the_base_points_into_the_base(tmp_path: Path) -> None:
    overlay = "extends: game\nremove: options.quick\nturn: {steps: {discard: {when: not base}}}\n"
    items = found(tmp_path, overlay)
    assert {item.code for item in items} == {"T301"}
    assert {Path(item.span.file).name for item in items} == {"game.yaml"}
    assert [marked(item, GAME) for item in items] == ["quick"] * len(items)
    lines = {GAME.splitlines()[item.span.line - 1].split(":")[0].strip() for item in items}
    assert lines == {"many", "discard"}
    for item in items:
        label = item.labels[-1]
        assert (label.span.file, label.span.line, label.text) == ("over.yaml", 2, "taken away here")
    (other,) = (item.labels[0] for item in items if len(item.labels) > 1)
    assert (other.span.file, other.span.line) == ("over.yaml", 3)
    assert overlay.splitlines()[2][other.span.column - 1 :].startswith("base}")


def test_a_base_of_the_wrong_type_is_found_at_the_word_base(tmp_path: Path) -> None:
    overlay = "extends: game\nscore: {round: 1 if base else 2}\n"
    (item,) = found(tmp_path, overlay)
    assert (item.code, item.span.file, marked(item, overlay)) == ("T304", "over.yaml", "base")


@pytest.mark.parametrize("text", ["match: {best: higest}\n", "zones: {pile: {seen_by: topp}}\n"])
def test_a_wrong_word_points_into_the_overlay(tmp_path: Path, text: str) -> None:
    overlay = f"extends: game\n{text}"
    (item,) = found(tmp_path, overlay)
    assert item.span.file == "over.yaml" and marked(item, overlay) in ("higest", "topp")
