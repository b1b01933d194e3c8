"""What an overlay changes in its base, and what stays."""

from __future__ import annotations

from pathlib import Path

import pytest
import rummy
from overlay_helpers import GAME, changed, put, texts_of
from rummy.spec.load import load
from rummy.spec.model import Lay, MoveCards, Spec


def steps(spec: Spec) -> list[str]:
    return [step.name for step in spec.turn]


# --- merging ---------------------------------------------------------------------


def test_a_value_takes_the_place_of_the_base_s_and_the_rest_stays(tmp_path: Path) -> None:
    spec = changed(tmp_path, "options: {target: {default: 300}}\n")
    target = spec.options[0]
    assert (target.name, target.default, target.low, target.high) == ("target", 300, 10, 1000)
    assert target.about == "The total that ends it."
    assert [option.name for option in spec.options] == ["target", "quick"]
    base = load(tmp_path / "game.yaml")
    assert texts_of(spec) == {p: t for p, t in texts_of(base).items() if "examples" not in p}


def test_what_the_overlay_does_not_name_comes_from_the_base(tmp_path: Path) -> None:
    spec = changed(tmp_path, "match: {best: lowest}\n")
    assert (spec.title, spec.players, spec.format) == ("Game", (2, 4), 1)
    assert not spec.match.highest
    assert spec.match.over.text == "any(total of p >= target for p in everyone)"


def test_an_entry_of_a_list_of_entries_is_changed_key_by_key(tmp_path: Path) -> None:
    spec = changed(tmp_path, "melds: {run: {size: 4..13}}\n")
    run = next(kind for kind in spec.kinds if kind.name == "run")
    assert run.least.text == "4"
    assert run.valid.text == "same(suit) and sequence(rank)"
    assert [kind.name for kind in spec.kinds] == ["set", "run"]


def test_moves_inside_a_step_are_merged_by_name(tmp_path: Path) -> None:
    overlay = "turn: {steps: {draw: {choose: {take: {when: count(pile) > 1}}}}}\n"
    spec = changed(tmp_path, overlay)
    draw = spec.turn[0]
    assert [move.name for move in draw.moves] == ["draw", "take"]
    assert texts_of(spec)["turn.steps.draw.choose.take.when"] == "count(pile) > 1"
    assert isinstance(draw.moves[1].verb, MoveCards)


def test_a_list_is_replaced_and_a_single_effect_is_changed_key_by_key(tmp_path: Path) -> None:
    spec = changed(tmp_path, "setup: {turn_up: {auto: {count: 2}}}\n")
    assert texts_of(spec)["setup.turn_up.auto.count"] == "2"
    overlay = "setup: {turn_up: {auto: [{shuffle: stock}, {move: stock, to: pile}]}}\n"
    spec = changed(tmp_path, overlay)
    assert len(next(step for step in spec.setup if step.name == "turn_up").auto) == 2


def test_a_step_of_another_verb_is_replaced_as_a_whole(tmp_path: Path) -> None:
    overlay = "turn: {steps: {discard: {auto: {move: stock, to: pile}}}}\n"
    spec = changed(tmp_path, overlay)
    discard = spec.turn[2]
    assert steps(spec) == ["draw", "play", "discard"]
    assert len(discard.auto) == 1 and not discard.moves and discard.when is None


def test_an_effect_of_another_verb_is_replaced_as_a_whole(tmp_path: Path) -> None:
    spec = changed(tmp_path, "setup: {turn_up: {auto: {shuffle: stock}}}\n")
    assert "setup.turn_up.auto.count" not in texts_of(spec)


def test_an_option_with_a_range_in_place_of_a_flag_is_another_option(tmp_path: Path) -> None:
    overlay = (
        "options: {quick: {range: 0..3, default: 1}}\n"
        "define: {many: 7 - quick}\n"
        "turn: {steps: {discard: {when: count(hand) > quick}}}\n"
    )
    quick = changed(tmp_path, overlay).options[1]
    assert (quick.kind, quick.low, quick.high, quick.default) == ("number", 0, 3, 1)


def test_a_condition_alone_and_a_duty_written_out_are_the_same_place(tmp_path: Path) -> None:
    spec = changed(tmp_path, "turn: {must: {small: {about: Not too many.}}}\n")
    (duty,) = spec.must
    assert (duty.about, duty.holds.text) == ("Not too many.", "count(hand) <= 50")
    assert Path(duty.holds.place.file).name == "game.yaml"
    spec = changed(tmp_path, "turn: {must: {small: base and count(hand) > 1}}\n")
    assert spec.must[0].holds.text == "(count(hand) <= 50) and count(hand) > 1"


def test_a_definition_keeps_its_name_when_its_parameters_change(tmp_path: Path) -> None:
    overlay = 'define: {"worth(n, m)": n * m}\nscore: {round: "worth(points(hand), 3)"}\n'
    spec = changed(tmp_path, overlay)
    assert [(d.name, d.parameters) for d in spec.definitions][1] == ("worth", ("n", "m"))


def test_ranks_are_the_same_however_they_are_spaced(tmp_path: Path) -> None:
    spec = changed(tmp_path, "deck: {points: {J  Q K: 20}}\n")
    assert texts_of(spec)["deck.points.J  Q K"] == "20" and len(spec.deck.points) == 3


def test_a_section_that_the_base_does_not_have_is_added(tmp_path: Path) -> None:
    spec = changed(tmp_path, "limits: {rounds: 9}\nsources: {ours: The kitchen table.}\n")
    assert spec.limits.rounds.text == "9"
    assert [text.name for text in spec.sources] == ["ours"]


def test_the_examples_of_the_base_are_left_out(tmp_path: Path) -> None:
    assert changed(tmp_path, "match: {best: lowest}\n").examples == ()
    spec = changed(tmp_path, "match: {best: lowest}\nexamples: {a: {accepts: {set: 8H 8D 8C}}}\n")
    assert [example.name for example in spec.examples] == ["a"]


# --- taking away -----------------------------------------------------------------


def test_what_is_removed_is_gone_and_a_key_goes_back_to_its_default(tmp_path: Path) -> None:
    spec = changed(tmp_path, "remove: [events.no_stock, match.ties, turn.steps.discard.when]\n")
    assert [event.name for event in spec.events] == ["out"]
    assert spec.match.ties.text == "another_round"
    assert spec.turn[2].when is None


def test_one_thing_may_be_removed_without_a_list(tmp_path: Path) -> None:
    assert len(changed(tmp_path, "remove: events.no_stock\n").events) == 1


def test_names_with_points_in_them_can_be_removed(tmp_path: Path) -> None:
    spec = changed(tmp_path, "remove: [deck.points.2..10, deck.points.J Q K]\n")
    assert [entry.points.text for entry in spec.deck.points] == ["1"]


def test_a_definition_is_removed_by_its_name_alone(tmp_path: Path) -> None:
    spec = changed(tmp_path, "remove: define.worth\nscore: {round: earned}\n")
    assert [definition.name for definition in spec.definitions] == ["many"]


def test_what_is_removed_and_written_anew_is_new(tmp_path: Path) -> None:
    overlay = (
        "remove: turn.steps.play\nturn: {steps: {play: {before: draw, lay: all, optional: true}}}\n"
    )
    spec = changed(tmp_path, overlay)
    assert steps(spec) == ["play", "draw", "discard"]
    assert isinstance(spec.turn[0].moves[0].verb, Lay)


# --- places of new entries ---------------------------------------------------------

NEW = "auto: {move: stock, to: pile}"


@pytest.mark.parametrize(
    ("entries", "order"),
    [
        (f"a: {{{NEW}}}", "draw play discard a"),
        (f"a: {{before: draw, {NEW}}}", "a draw play discard"),
        (f"a: {{after: draw, {NEW}}}", "draw a play discard"),
        (f"a: {{after: discard, {NEW}}}", "draw play discard a"),
        (f"a: {{after: draw, {NEW}}}, b: {{after: draw, {NEW}}}", "draw a b play discard"),
        (f"a: {{before: play, {NEW}}}, b: {{before: play, {NEW}}}", "draw a b play discard"),
        (f"a: {{after: draw, {NEW}}}, b: {{after: a, {NEW}}}", "draw a b play discard"),
        (f"a: {{after: draw, {NEW}}}, b: {{before: a, {NEW}}}", "draw b a play discard"),
    ],
)
def test_a_new_entry_stands_where_it_is_put(tmp_path: Path, entries: str, order: str) -> None:
    spec = changed(tmp_path, f"turn: {{steps: {{{entries}}}}}\n")
    assert " ".join(steps(spec)) == order


def test_kinds_of_meld_moves_and_events_have_places_too(tmp_path: Path) -> None:
    overlay = """\
melds: {pair: {before: set, size: 2, valid: same(rank)}}
turn: {steps: {play: {repeat: {stop: {before: add, say: true, do: {end: turn}}}}}}
events: {first: {before: out, when: count(pile) > 40, do: {end: round}}}
"""
    spec = changed(tmp_path, overlay)
    assert [kind.name for kind in spec.kinds] == ["pair", "set", "run"]
    assert [move.name for move in spec.turn[1].moves] == ["meld", "stop", "add"]
    assert [event.name for event in spec.events] == ["first", "out", "no_stock"]


# --- the word base -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "whole"),
    [
        ("base and count(hand) > 1", "(count(hand) > 0 or quick) and count(hand) > 1"),
        ("not base", "not (count(hand) > 0 or quick)"),
        ("base or base", "(count(hand) > 0 or quick) or (count(hand) > 0 or quick)"),
        ("(base)and(quick)", "((count(hand) > 0 or quick))and(quick)"),
    ],
)
def test_base_is_the_expression_of_the_base_in_brackets(
    tmp_path: Path, written: str, whole: str
) -> None:
    spec = changed(tmp_path, f"turn: {{steps: {{discard: {{when: {written}}}}}}}\n")
    assert texts_of(spec)["turn.steps.discard.when"] == whole


def test_base_binds_as_one_thing(tmp_path: Path) -> None:
    spec = changed(tmp_path, "define: {many: 2 * base}\n")
    for quick, cards in (("true", 10), ("false", 14)):
        match = rummy.Match(spec, players=2, seed=1, options={"quick": quick})
        assert match.view(0).zone("hand", 0).count == cards


def test_base_is_read_through_a_chain(tmp_path: Path) -> None:
    one = "extends: game\ndefine: {many: base + 1}\n"
    put(tmp_path, one=one, two="extends: one\ndefine: {many: 2 * base}\n")
    spec = load(tmp_path / "two.yaml")
    assert spec.definitions[0].text == "2 * ((5 if quick else 7) + 1)"
    assert [Path(file).name for file in spec.files] == ["game.yaml", "one.yaml", "two.yaml"]


def test_base_stands_for_what_an_entry_was_that_is_replaced(tmp_path: Path) -> None:
    overlay = "turn: {steps: {discard: {when: base and quick, auto: {move: stock, to: pile}}}}\n"
    spec = changed(tmp_path, overlay)
    assert texts_of(spec)["turn.steps.discard.when"] == "(count(hand) > 0 or quick) and quick"


def test_base_in_a_text_is_only_a_word(tmp_path: Path) -> None:
    spec = changed(tmp_path, "title: The base\nabout: On base.\nmatch: {best: lowest}\n")
    assert (spec.title, spec.about) == ("The base", "On base.")


# --- where the base is ---------------------------------------------------------------


def test_a_shipped_variant_is_a_base_by_its_name(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    for name in ("iceberg", "iceberg.yaml"):
        path.write_text(f"extends: {name}\noptions: {{target: {{default: 1000}}}}\n")
        assert load(path).title == "Iceberg Rummy"


def test_a_file_beside_the_overlay_comes_before_a_shipped_one(tmp_path: Path) -> None:
    put(tmp_path, iceberg=GAME.replace("title: Game", "title: Ours"))
    (tmp_path / "mine.yaml").write_text("extends: iceberg\nmatch: {best: lowest}\n")
    assert load(tmp_path / "mine.yaml").title == "Ours"


def test_a_file_that_has_the_name_of_a_shipped_variant_can_change_it(tmp_path: Path) -> None:
    (tmp_path / "iceberg.yaml").write_text("extends: iceberg\ntitle: Our Iceberg\n")
    assert load(tmp_path / "iceberg.yaml").title == "Our Iceberg"


def test_a_text_without_a_file_can_change_a_shipped_variant() -> None:
    spec = rummy.load_text("extends: iceberg\noptions: {target: {default: 1000}}\n", "mine.yaml")
    assert spec.files[1] == "mine.yaml"


def test_the_digest_covers_every_file(tmp_path: Path) -> None:
    one = changed(tmp_path, "match: {best: lowest}\n")
    put(tmp_path, game=GAME + "# a comment\n", over="extends: game\nmatch: {best: lowest}\n")
    two = load(tmp_path / "over.yaml")
    three = changed(tmp_path, "match: {best: lowest}  # a comment\n")
    assert len({one.digest, two.digest, three.digest, load(tmp_path / "game.yaml").digest}) == 4


def test_a_file_without_a_base_keeps_the_digest_of_its_text(tmp_path: Path) -> None:
    import hashlib

    put(tmp_path)
    assert load(tmp_path / "game.yaml").digest == hashlib.sha256(GAME.encode()).hexdigest()
