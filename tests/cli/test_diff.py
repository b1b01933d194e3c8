"""`rummy diff`: what is different from one game to another, told in three ways."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from command_helpers import ROOT, give
from rummy.differ.changes import changes
from rummy.spec.combine import combine
from rummy.spec.files import File, open_file
from rummy.spec.load import load_file
from rummy.spec.merged import lines_of

HOUSE = """\
extends: iceberg
title: Iceberg at our table
melds: {set: {size: 3..4}, pair: {lay: 20}}
setup: {deal: {auto: {deal: 9}}}
options: {target: {default: 1000}}
remove: melds.evens_in_one_colour
"""


@pytest.fixture(autouse=True)
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "house.yaml"
    file.write_text(HOUSE, encoding="utf-8")
    return file


def facts(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    done = give(capsys, "diff", *words, "--format", "json")
    assert done.code in (0, 1), done.err
    told: dict[str, Any] = json.loads(done.out)
    assert told["same_rules"] == (done.code == 0)
    return told


def test_each_change_of_a_rule_is_told_by_its_key_with_both_places(
    capsys: pytest.CaptureFixture[str],
) -> None:
    rules = {rule["key"]: rule for rule in facts(capsys, "iceberg", "house.yaml")["rules"]}
    assert set(rules) == {
        "melds.set.size",
        "melds.pair.lay",
        "setup.deal.auto.deal",
        "options.target.default",
        "melds.evens_in_one_colour",
    }
    size = rules["melds.set.size"]
    assert (size["what"], size["was"], size["now"]) == ("changed", "3..8", "3..4")
    assert size["now_at"] == {"file": "house.yaml", "line": 3, "column": 21}
    lines = (ROOT / "variants" / "iceberg.yaml").read_text(encoding="utf-8").splitlines()
    assert "size: 3..8" in lines[size["was_at"]["line"] - 1]
    assert rules["melds.evens_in_one_colour"]["what"] == "gone"
    assert rules["melds.evens_in_one_colour"]["now_at"] is None


def test_changes_are_told_in_card_players_words(capsys: pytest.CaptureFixture[str]) -> None:
    words = {rule["words"] for rule in facts(capsys, "house.yaml")["rules"]}
    assert words == {
        "the set needs 3 to 4 cards; it was 3 to 8",
        "laying the pair earns `20`; it was `10`",
        "9 cards are dealt to each player; it was 7",
        "the option target is usually 1000; it was 5000",
        "the kind of meld evens_in_one_colour is gone",
    }


def test_the_rule_sheets_are_held_against_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    told = {part["section"]: part for part in facts(capsys, "house.yaml")["sheet"]}
    setup = told["Deal and setup"]
    assert any("dealt 7 cards" in line for line in setup["was"])
    assert any("dealt 9 cards" in line for line in setup["now"])
    assert told["Melds, Evens in one colour"]["now"] == []


def test_lines_that_differ_have_their_origins(capsys: pytest.CaptureFixture[str]) -> None:
    rows = facts(capsys, "house.yaml")["lines"]
    there = [(row["mark"], row["text"].strip(), row["origin"]) for row in rows]
    assert ("+", "size: 3..4", "house.yaml:3") in there
    assert ("+", "default: 1000", "house.yaml:5") in there
    assert any(m == "-" and t == "size: 3..8" and "iceberg.yaml:" in o for m, t, o in there)
    assert not any(text.startswith(("title", "examples")) for _, text, _ in there)


def test_three_ways_to_name_the_games_mean_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    plain = facts(capsys, "iceberg", "house.yaml")
    for words in (["house.yaml"], ["iceberg", "--with", "house.yaml"]):
        told = facts(capsys, *words)
        assert [rule["words"] for rule in told["rules"]] == [r["words"] for r in plain["rules"]]
        assert told["lines"] == plain["lines"]


def test_two_overlays_that_change_the_same_have_the_same_rules(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("other.yaml").write_text(
        "extends: iceberg.yaml\nremove: [melds.evens_in_one_colour]\n"
        "setup: {deal: {auto: {deal: 9}}}\noptions:\n  target:\n    default: 1000\n"
        "melds:\n  pair:\n    lay:   20\n  set: {size: 3..4}\n",
        encoding="utf-8",
    )
    done = give(capsys, "diff", "house.yaml", "other.yaml")
    assert done.code == 0 and "The rules are the same." in done.out
    assert "Also different, and no rules: title." in done.out


def test_another_order_of_events_is_a_change(capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / "examples" / "three_and_out.yaml").read_text(encoding="utf-8")
    first = "  out: {when: count(hand) == 0, do: {end: round}}\n"
    second = "  no_stock: {at: turn_end, when: count(stock) == 0, do: {end: round}}\n"
    assert first + second in text
    Path("one.yaml").write_text(text, encoding="utf-8")
    Path("two.yaml").write_text(text.replace(first + second, second + first), encoding="utf-8")
    (rule,) = facts(capsys, "one.yaml", "two.yaml")["rules"]
    assert (rule["key"], rule["what"]) == ("events", "moved")
    assert rule["words"] == "the order under events is no_stock, out; it was out, no_stock"


def test_an_explanation_is_no_rule(capsys: pytest.CaptureFixture[str]) -> None:
    text = "extends: gin\noptions: {target: {about: When it is over.}}\n"
    Path("told.yaml").write_text(text, encoding="utf-8")
    told = facts(capsys, "gin", "told.yaml")
    assert told["same_rules"] and "explanations" in told["texts"]


def test_what_cannot_be_compared_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    done = give(capsys, "diff", "gin")
    assert done.code == 2 and "no overlay" in done.err
    done = give(capsys, "diff", "gin", "icebreg")
    assert done.code == 2 and "did you mean `iceberg`?" in done.err
    Path("bad.yaml").write_text("extends: gin\noptions: {tagret: {default: 5}}\n", encoding="utf-8")
    for words in (["gin", "bad.yaml"], ["bad.yaml", "gin"], ["bad.yaml"]):
        done = give(capsys, "diff", *words)
        assert done.code == 1 and "bad.yaml:2:" in done.err and not done.out
    done = give(capsys, "diff", "-", "-")
    assert done.code == 2 and "once only" in done.err


def test_the_output_fits_a_terminal_of_80_columns(capsys: pytest.CaptureFixture[str]) -> None:
    done = give(capsys, "diff", "iceberg", "house.yaml")
    assert done.code == 1
    assert max(map(len, done.out.splitlines())) <= 80


def test_a_document_is_the_same_as_itself_and_its_lines_are_the_document() -> None:
    file = open_file("iceberg")
    node = combine(file).node
    assert node is not None
    assert changes(node, node) == ([], [])
    text = "\n".join(line for line, _ in lines_of(node, str)) + "\n"
    again = File("again.yaml", text)
    assert load_file(again).kinds == load_file(file).kinds
    other = combine(again).node
    assert other is not None and changes(node, other) == ([], [])
