"""Files and names: what is found, what is refused, and that nothing crashes."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML
from rummy.diagnostics import Diagnostic
from rummy.errors import SpecError, UsageError
from rummy.spec.load import examine, find, load, load_text, shipped
from rummy.spec.yaml import Mapping, Scalar, Sequence, read

FILE = Path(__file__).with_name("small_rummy.yaml")
SMALL = FILE.read_text(encoding="utf-8")


def test_every_shipped_variant_loads_without_findings() -> None:
    assert shipped()
    for path in shipped():
        spec, found = examine(path.read_bytes(), path.name)
        assert found == []
        assert spec is not None


@pytest.mark.parametrize("name", ["iceberg", "Iceberg", "Iceberg Rummy", "iceberg-rummy"])
def test_a_variant_is_found_by_its_name_or_title(name: str) -> None:
    assert find(name).name == "iceberg.yaml"


def test_a_file_is_found_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(SMALL, encoding="utf-8")
    spec = load(path)
    assert spec.file == str(path)
    assert spec.title == "Small Rummy"
    assert spec.digest == hashlib.sha256(SMALL.encode()).hexdigest()


@pytest.mark.parametrize("name", ["icebrg", "no/such/file.yaml", "", "a\0b", "."])
def test_what_is_not_there_is_refused_with_what_is(name: str) -> None:
    with pytest.raises(UsageError, match="iceberg"):
        load(name)


def test_a_faulty_file_raises_with_all_its_findings() -> None:
    text = SMALL.replace("valid: same(rank)", "vald: same(rank)").replace(
        "points(hand)", "points(hnad)"
    )
    with pytest.raises(SpecError) as caught:
        load_text(text, "small.yaml")
    assert [item.code for item in caught.value.diagnostics] == ["S101", "T301", "T301"]
    assert "small.yaml:" in str(caught.value)


def test_twelve_independent_errors_are_twelve_findings() -> None:
    slips = [
        ("players: 2..4", "players: 2-4"),
        ("default: 100", "default: 10"),
        ("joker: 20", "joker: twenty"),
        ("seen_by: top", "seen_by: topp"),
        ("valid: same(rank)", "vald: same(rank)"),
        ("add: points(cards)", "add: points(cadrs)"),
        ("per: round, start: 0", "per: rond, start: 0"),
        ("starter: left of dealer", "starter: left of deler"),
        ("{shuffle: stock}", "{shuffle: stok}"),
        ("take: {move: pile, to: hand}", "take: {move: pile, too: hand}"),
        ("  round: -points(hand)", "  round: -points(rank)"),
        ("refuses: {set: [7H 7H 7D]", "refuses: {set: [7H 7H 7X]"),
    ]
    text = SMALL
    for right, wrong in slips:
        assert right in text
        text = text.replace(right, wrong, 1)
    spec, found = examine(text, "small.yaml")
    lines = [text[: text.index(wrong.strip())].count("\n") + 1 for _, wrong in slips]
    assert [item.span.line for item in found] == lines
    assert spec is None


def test_the_checked_model_says_what_the_file_says() -> None:
    spec = load_text(SMALL, "small.yaml")
    assert spec.players == (2, 4)
    assert [zone.name for zone in spec.zones] == ["stock", "pile", "hand"]
    assert [kind.grows_into for kind in spec.kinds] == [("set",), ("run",)]
    assert [step.name for step in spec.turn] == ["refill", "draw", "play", "discard"]
    assert [[move.name for move in step.moves] for step in spec.turn] == [
        [],
        ["stock", "take"],
        ["meld", "add"],
        ["discard"],
    ]
    names = [path for path, _ in spec.expressions]
    assert {"melds.set.valid", "score.round", "match.over", "deck.packs"} <= set(names)
    example = spec.examples[1]
    assert example.given is not None
    assert [(zone, seat, cards) for zone, seat, cards, _ in example.given.zones] == [
        ("hand", 0, "7H 7S 7D KC 2C"),
        ("hand", 1, "3C 4C"),
    ]
    assert sorted(
        (name, seat, text) for name, seat, text, _ in example.given.values if seat is not None
    ) == [
        ("opened", 1, "true"),
        ("total", 0, "-20"),
    ]
    assert (example.given.turn, example.given.dealer, example.given.step) == (0, 1, "play")
    assert spec.examples[2].wins == (1,)


def as_text(value: Any) -> Any:
    """Values of any YAML reader, with single values as they are written."""
    match value:
        case Mapping(entries=entries):
            return {key.value: as_text(item) for key, item in entries}
        case Sequence(items=items):
            return [as_text(item) for item in items]
        case Scalar(value=text):
            return text
        case dict():
            return {str(key): as_text(item) for key, item in value.items()}
        case list():
            return [as_text(item) for item in value]
        case bool():
            return str(value).lower()
        case _:
            return str(value)


@pytest.mark.parametrize("path", [FILE, *shipped()], ids=lambda path: path.stem)
def test_a_reader_of_yaml_1_2_sees_the_same_values(path: Path) -> None:
    node, found = read(path.read_bytes(), path.name)
    assert found == []
    other = YAML(typ="safe", pure=True).load(path.read_text(encoding="utf-8"))
    assert as_text(node) == as_text(other)


def test_a_gap_hides_only_what_follows_from_it() -> None:
    text = SMALL.replace("zones:", "zonse:").replace("hand: {of: player", "hand: {off: player")
    text = text.replace("starter: left", "starter: lift")
    _, found = examine(text, "small.yaml")
    assert [item.code for item in found] == ["S101", "S101", "T301"]
    text = re.sub(r"^zones:\n.*?(?=^melds:)", "", SMALL, flags=re.S | re.M)
    text = text.replace("best: highest", "best: highst")
    _, found = examine(text, "small.yaml")
    assert [item.code for item in found] == ["S102", "Y032"]


def test_a_spec_can_be_read_from_deep_inside_another_program() -> None:
    def deeper(levels: int) -> int:
        if levels:
            return deeper(levels - 1)
        spec, found = examine(SMALL, "small.yaml")
        assert spec is not None
        return len(found)

    assert deeper(600) == 0


LINES = SMALL.splitlines()


@settings(max_examples=30, deadline=None, derandomize=True)
@given(st.data())
def test_a_file_with_lines_changed_yields_findings_and_never_a_crash(data: st.DataObject) -> None:
    lines = list(LINES)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(lines) - 1))
        other = data.draw(st.integers(0, len(lines) - 1))
        match data.draw(st.sampled_from(["drop", "double", "swap", "indent", "cut"])):
            case "drop":
                del lines[at]
            case "double":
                lines.insert(other, lines[at])
            case "swap":
                lines[at], lines[other] = lines[other], lines[at]
            case "indent":
                lines[at] = "  " + lines[at]
            case "cut":
                lines[at] = lines[at][: len(lines[at]) // 2]
    text = "\n".join(lines)
    spec, found = examine(text, "changed.yaml")
    assert all(isinstance(item, Diagnostic) for item in found)
    assert spec is not None or found
    for item in found:
        assert 1 <= item.span.line <= len(lines) + 1
        assert item.message


# --- limits -----------------------------------------------------------------------


def test_a_section_has_a_hundred_entries_at_most() -> None:
    for count, codes in ((100, []), (101, ["L923"])):
        entries = "".join(f"\n  text_{n}: {n} + 1" for n in range(count))
        text = re.sub(r"^define:\n.*?(?=^setup:)", f"define:{entries}\n", SMALL, flags=re.S | re.M)
        text = text.replace("{deal: dealt}", "{deal: 7}")
        _, found = examine(text, "small.yaml")
        assert [item.code for item in found] == codes


def test_definitions_that_multiply_end_in_one_finding() -> None:
    large = "sum(" + " + ".join(["n"] * 150) + " for n in 1..2)"
    uses = " + ".join(["large"] * 6)
    events = "".join(f"\n  e{n}: {{when: {uses} > {n}, do: {{end: round}}}}" for n in range(30))
    text = SMALL.replace("define:\n", f"define:\n  large: {large}\n")
    text = text.replace("events:\n", f"events:{events}\n")
    spec, found = examine(text, "small.yaml")
    assert spec is None
    assert [item.code for item in found if item.level_of() == "error"] == ["L924"]


def test_a_deck_beyond_all_bounds_is_refused_before_it_is_made() -> None:
    ranks = " ".join(f"r{n}" for n in range(1500))
    text = re.sub(
        r"^deck:\n.*?(?=^zones:)", f"deck: {{ranks: {ranks}}}\n", SMALL, flags=re.S | re.M
    )
    _, found = examine(text, "small.yaml")
    assert [item.code for item in found] == ["L921"]
