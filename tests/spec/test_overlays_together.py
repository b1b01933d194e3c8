"""Several overlays on one game: their order, what clashes, what one file would say."""

from __future__ import annotations

import itertools
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from overlay_helpers import GAME, found, marked, put, texts_of
from rummy.errors import SpecError, UsageError
from rummy.spec.combine import combine
from rummy.spec.files import File
from rummy.spec.load import examine_file, load, load_file, load_text
from rummy.spec.merged import written
from rummy.spec.model import Spec

PIECES = (
    "options: {target: {default: 300}}",
    "melds: {set: {lay: base + 5}}",
    "melds: {run: {size: 4..13}}",
    "define: {many: base + 1}",
    "turn: {steps: {discard: {when: base and count(pile) < 40}}}",
    "turn: {steps: {play: {repeat: {add: {when: earned > 0}}}}}",
    "turn: {must: {small: {about: Not too many.}}}",
    "turn: {steps: {one_more: {after: draw, auto: {move: stock, to: hand}}}}",
    "setup: {turn_up: {auto: {count: 2}}}",
    "remove: events.no_stock",
    "remove: [match.ties, score.lines.left]",
    "match: {best: lowest}",
    "limits: {rounds: 9}",
    "limits: {turns: 99}",
    "deck: {points: {A: 15}}",
)
"""What overlays may say; no two of them speak of the same place."""


def said(spec: Spec) -> object:
    """All that a spec says, wherever it is written."""
    return (
        texts_of(spec),
        [(o.name, o.kind, o.default, o.low, o.high, o.words) for o in spec.options],
        [(k.name, k.title, k.grows_into, k.closed) for k in spec.kinds],
        [[step.name, [move.name for move in step.moves]] for step in (*spec.setup, *spec.turn)],
        [(duty.name, duty.about) for duty in spec.must],
        [(event.name, event.at) for event in spec.events],
        [line.name for line in spec.score.lines],
        (spec.match.highest, spec.match.ties.text, spec.limits.rounds.text),
        [(d.name, d.parameters, d.text) for d in spec.definitions],
    )


def overlay(number: int, text: str, base: str = "game") -> File:
    return File(f"o{number}.yaml", f"extends: {base}\n{text}\n", Path(FOLDER.name) / "o.yaml")


FOLDER = tempfile.TemporaryDirectory()
GAME_FILE = File("game.yaml", GAME, put(Path(FOLDER.name)) / "game.yaml")

SOME = st.lists(st.sampled_from(range(len(PIECES))), min_size=1, max_size=4, unique=True)


# --- properties ----------------------------------------------------------------------


@settings(max_examples=20)
@given(SOME, st.randoms(use_true_random=False))
def test_overlays_that_touch_different_entries_give_the_same_in_any_order(
    chosen: list[int], chance: object
) -> None:
    overlays = [overlay(number, PIECES[number]) for number in chosen]
    first = said(load_file(GAME_FILE, overlays))
    shuffled = list(overlays)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    assert said(load_file(GAME_FILE, shuffled)) == first


@settings(max_examples=20)
@given(SOME)
def test_overlays_together_say_what_one_overlay_with_all_of_it_says(chosen: list[int]) -> None:
    apart = load_file(GAME_FILE, [overlay(number, PIECES[number]) for number in chosen])
    with tempfile.TemporaryDirectory() as name:
        folder = put(Path(name))
        below = "game"
        for number in chosen:
            path = folder / f"chain{number}.yaml"
            path.write_text(f"extends: {below}\n{PIECES[number]}\n", encoding="utf-8")
            below = path.stem
        assert said(load(path)) == said(apart)


@settings(max_examples=20)
@given(SOME, st.integers(0, 3))
def test_a_chain_may_be_put_together_from_any_point(chosen: list[int], point: int) -> None:
    """The files below a point written out as one file are as good a base as they were."""
    with tempfile.TemporaryDirectory() as name:
        folder = put(Path(name))
        below, again = "game", ""
        for place, number in enumerate(chosen):
            path = folder / f"chain{number}.yaml"
            path.write_text(f"extends: {below}\n{PIECES[number]}\n", encoding="utf-8")
            if place == point % len(chosen):
                node = combine(File(path.name, path.read_bytes(), path)).node
                assert node is not None
                (folder / "whole.yaml").write_text(written(node), encoding="utf-8")
                again = "whole"
            elif again:
                (folder / f"again{number}.yaml").write_text(
                    f"extends: {again}\n{PIECES[number]}\n", encoding="utf-8"
                )
                again = f"again{number}"
            below = path.stem
        assert said(load(folder / f"{again}.yaml")) == said(load(path))


@settings(max_examples=20)
@given(SOME)
def test_the_merged_file_is_read_to_the_same_rules(chosen: list[int]) -> None:
    overlays = [overlay(number, PIECES[number]) for number in chosen]
    node = combine(GAME_FILE, overlays).node
    assert node is not None
    for text in (written(node), written(node, lambda name: Path(name).name)):
        assert said(load_text(text, "merged.yaml")) == said(load_file(GAME_FILE, overlays))


def test_an_overlay_that_says_nothing_gives_the_same_rules() -> None:
    spec, items = examine_file(overlay(0, ""))
    assert spec is not None
    assert [item.code for item in items] == ["V813"]
    assert said(spec) == said(load_text(GAME.partition("examples:")[0], "game.yaml"))


def test_the_same_overlay_twice_is_there_once() -> None:
    one = overlay(0, "define: {many: base + 1}")
    assert said(load_file(GAME_FILE, [one, one])) == said(load_file(GAME_FILE, [one]))


# --- how they are put together ----------------------------------------------------------


def test_overlays_may_set_the_same_to_the_same(tmp_path: Path) -> None:
    text = "extends: game\nmatch: {{best: lowest}}\ndefine: {{many: base + 1}}\n{}"
    more = text.format("melds: {set: {lay: 3}}\n")
    assert found(tmp_path, text.format(""), more) == []
    files = [File(n, t, tmp_path / n) for n, t in (("a", text.format("")), ("b", more))]
    spec = load_file(File("game.yaml", GAME, tmp_path / "game.yaml"), files)
    assert spec.definitions[0].text == "(5 if quick else 7) + 1"


def test_an_overlay_upon_another_knows_what_that_one_changes(tmp_path: Path) -> None:
    over = "extends: game\nmatch: {best: lowest}\nremove: events.no_stock\n"
    more = (
        "extends: over\nmatch: {best: highest}\nevents: {late: {when: quick, do: {end: round}}}\n"
    )
    assert found(tmp_path, over, more) == []


def test_new_entries_of_two_overlays_stand_in_their_order(tmp_path: Path) -> None:
    put(tmp_path)
    new = "extends: game\nevents: {{{0}: {{when: quick, do: {{end: round}}}}}}\n"
    files = [File(f"{n}.yaml", new.format(n), tmp_path / f"{n}.yaml") for n in "ab"]
    game = File("game.yaml", GAME, tmp_path / "game.yaml")
    names = [[e.name for e in load_file(game, row).events] for row in (files, files[::-1])]
    assert names == [["out", "no_stock", "a", "b"], ["out", "no_stock", "b", "a"]]


def test_the_title_names_overlays_that_know_nothing_of_each_other(tmp_path: Path) -> None:
    put(tmp_path, a="extends: game\ntitle: A\nmatch: {best: lowest}\n",
        b="extends: game\ntitle: B\nmelds: {set: {lay: 3}}\n",
        c="extends: a\ntitle: C\nmelds: {run: {lay: 3}}\n")  # fmt: skip
    game, a, b, c = (tmp_path / f"{name}.yaml" for name in ("game", "a", "b", "c"))
    assert load(game, [a, b]).title == "A + B"
    assert load(game, [c]).title == "C"
    assert load(a, [b]).title == "A + B"
    spec = load(game, overlays=[c, b])
    assert [Path(name).stem for name in spec.files] == ["game", "a", "c", "b"]
    assert [Path(name).stem for name in spec.overlays] == ["c", "b"]


def test_the_examples_of_the_last_file_count(tmp_path: Path) -> None:
    example = "examples: {{{}: {{accepts: {{set: 8H 8D 8C}}}}}}\n"
    put(tmp_path, a="extends: game\nmatch: {best: lowest}\n" + example.format("a"),
        b="extends: game\nmelds: {set: {lay: 3}}\n" + example.format("b"))  # fmt: skip
    spec = load(tmp_path / "game.yaml", [tmp_path / "a.yaml", tmp_path / "b.yaml"])
    assert [each.name for each in spec.examples] == ["b"]


def test_digests_tell_orders_apart(tmp_path: Path) -> None:
    overlays = [overlay(number, PIECES[number]) for number in (0, 1, 2)]
    digests = {load_file(GAME_FILE, row).digest for row in itertools.permutations(overlays)}
    assert len(digests) == 6


# --- what does not go together ------------------------------------------------------------

CLASHES = {
    "two values": ("match: {best: lowest}\nmelds: {set: {lay: 3}}", "melds: {set: {lay: 4}}",
                   "melds.set.lay", "lay: 4", "lay: 3"),
    "two expressions with base": ("define: {many: base + 1}", "define: {many: base + 2}",
                                  "define.many", "many: base + 2", "many: base + 1"),
    "a change of what is removed": ("remove: events.no_stock",
                                    "events: {no_stock: {at: turn_start}}",
                                    "events.no_stock.at", "at: turn_start", "events.no_stock"),
    "a removal of what is changed": ("events: {no_stock: {at: turn_start}}",
                                     "remove: events.no_stock",
                                     "events.no_stock.at", "events.no_stock", "at: turn_start"),
    "a change inside what is replaced": ("turn: {steps: {discard: {auto: {shuffle: pile}}}}",
                                         "turn: {steps: {discard: {when: quick}}}",
                                         "turn.steps.discard.when", "when: quick",
                                         "discard: {auto: {shuffle: pile}"),
    "two new entries of one name": ("variables: {x: {start: 0}}", "variables: {x: {start: 1}}",
                                    "variables.x", "x: {start: 1}", "x: {start: 0}"),
    "a place beside what is removed": (
        "remove: events.no_stock",
        "events: {late: {after: no_stock, when: quick, do: {end: round}}}", "events.no_stock",
        "late: {after: no_stock, when: quick, do: {end: round}", "events.no_stock"),
}  # fmt: skip


@pytest.mark.parametrize("case", CLASHES)
def test_two_overlays_that_do_not_go_together_are_refused_with_both_places(
    case: str, tmp_path: Path
) -> None:
    one, two, key, place, other = CLASHES[case]
    put(tmp_path)
    texts = {"one.yaml": f"extends: game\n{one}\n", "two.yaml": f"extends: game\n{two}\n"}
    files = [File(name, text, tmp_path / name) for name, text in texts.items()]
    spec, items = examine_file(File("game.yaml", GAME, tmp_path / "game.yaml"), files)
    assert spec is None
    (item,) = (item for item in items if item.code == "V806")
    (label,) = item.labels
    assert item.span.file == "two.yaml" and label.span.file == "one.yaml"
    assert marked(item, texts["two.yaml"]).rstrip("}") == place.rstrip("}")
    line = texts["one.yaml"].splitlines()[label.span.line - 1]
    assert line[label.span.column - 1 :].startswith(other)
    assert "one.yaml" in item.hint
    assert key.split(".")[0] in item.message


def test_an_overlay_goes_with_its_own_game_only(tmp_path: Path) -> None:
    put(tmp_path, other=GAME.replace("title: Game", "title: Other"),
        over="extends: game\nmatch: {best: lowest}\n")  # fmt: skip
    with pytest.raises(SpecError) as refused:
        load(tmp_path / "other.yaml", [tmp_path / "over.yaml"])
    (item,) = refused.value.diagnostics
    assert item.code == "V805" and "two games" in item.hint
    assert (Path(item.span.file).name, item.span.line, item.span.column) == ("over.yaml", 1, 10)


def test_a_copy_of_the_game_letter_by_letter_is_the_same_game(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    put(tmp_path, over="extends: game\nmatch: {best: lowest}\n")
    (tmp_path / "here" / "mine.yaml").write_text(GAME, encoding="utf-8")
    spec = load(tmp_path / "here" / "mine.yaml", [tmp_path / "over.yaml"])
    assert not spec.match.highest


def test_a_whole_game_is_no_overlay(tmp_path: Path) -> None:
    put(tmp_path)
    with pytest.raises(SpecError) as refused:
        load(tmp_path / "game.yaml", ["bing"])
    (item,) = refused.value.diagnostics
    assert item.code == "V805" and "extends" in item.hint


def test_an_overlay_that_is_not_there_is_an_error_of_use(tmp_path: Path) -> None:
    put(tmp_path)
    with pytest.raises(UsageError):
        load(tmp_path / "game.yaml", [tmp_path / "nosuch.yaml"])
