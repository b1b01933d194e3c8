"""The house rules among the examples: each changes its point, and together they go or clash."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from random import Random

import pytest
import rummy
from rummy.errors import SpecError
from rummy.lint import lint
from rummy.spec.files import open_file
from rummy.spec.load import examine_file, load
from rummy.spec.model import Spec
from rummy.testing import Game

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "house-rules"
FILES = sorted(FOLDER.glob("*.yaml"))
CLASHES = ("V806", "V807")
SYSTEMS = ("cats", "doubling", "flat")


def bases() -> dict[str, list[Path]]:
    """The house rules by the shipped game that they change."""
    found: dict[str, list[Path]] = {}
    for path in FILES:
        found.setdefault(Path(load(path).files[0]).stem, []).append(path)
    return found


PAIRS = [(base, *pair) for base, rules in bases().items() for pair in combinations(rules, 2)]


def named(value: object) -> str:
    return value.stem if isinstance(value, Path) else str(value)


def together(base: str, *paths: Path) -> Spec | None:
    """The game with these house rules; None if they are refused, with the clash named."""
    try:
        return load(base, paths)
    except SpecError as refused:
        for item in refused.diagnostics:
            assert item.code in CLASHES
            places = {Path(item.span.file), *(Path(label.span.file) for label in item.labels)}
            assert {place.stem for place in places} == {path.stem for path in paths}
        return None


def rule(name: str) -> Path:
    return FOLDER / f"{name}.yaml"


def expressions(spec: Spec) -> dict[str, str]:
    return {path: expr.text for path, expr in spec.expressions if not path.startswith("examples")}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_house_rule_is_short_and_without_a_finding(path: Path) -> None:
    spec, found = examine_file(open_file(path))
    assert spec is not None
    assert [item.short() for item in (*found, *lint(spec))] == []
    body = path.read_text(encoding="utf-8").partition("\nexamples:")[0]
    assert len(body.splitlines()) < 45
    assert spec.examples, "an example shows the difference"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_its_examples_hold_and_show_what_the_base_does_otherwise(path: Path) -> None:
    spec = load(path)
    assert all(result.ok for result in rummy.run_examples(spec))
    base = load(spec.files[0])
    defaults = [{o.name: o.default for o in one.options} for one in (base, spec)]
    valid = [[kind.valid.tree for kind in one.kinds] for one in (base, spec)]
    same = expressions(base) == expressions(spec) and valid[0] == valid[1]
    assert defaults[0] != defaults[1] or not same


@pytest.mark.parametrize(("base", "one", "other"), PAIRS, ids=named)
def test_two_house_rules_of_a_game_go_together_or_name_their_clash(
    base: str, one: Path, other: Path
) -> None:
    spec, turned = together(base, one, other), together(base, other, one)
    assert (spec is None) == (turned is None)
    if spec is None or turned is None:
        return
    assert expressions(spec) == expressions(turned)
    assert [item.short() for item in lint(spec) if item.level_of() == "error"] == []
    match, chance = rummy.Match(spec, seed=4, record=True), Random(4)
    while not match.over and len(match.actions) < 120:
        legal = match.legal_texts()
        match.apply(legal[chance.randrange(len(legal))])
    assert match.actions


@pytest.mark.slow
@pytest.mark.parametrize(("base", "one", "other"), PAIRS, ids=named)
def test_two_house_rules_together_keep_every_promise(base: str, one: Path, other: Path) -> None:
    spec = together(base, one, other)
    if spec is not None:
        Game(spec, spec.players[0], {}, 1).play()


@pytest.mark.parametrize("system", SYSTEMS)
def test_an_ace_system_as_a_file_plays_as_the_option_does(system: str) -> None:
    as_file = rummy.Match(load(rule(f"iceberg-{system}-aces")), players=3, seed=5)
    as_option = rummy.Match("iceberg", players=3, seed=5, options={"ace_scoring": system})
    bots = [rummy.BOTS["random"](m.engine, Random(3)) for m in (as_file,) * 3]
    while not as_file.over and len(as_file.rounds) < 4:
        action = bots[as_file.seat].choose(as_file.view())
        text = as_file.text(action)
        as_file.apply(action)
        as_option.apply(text)
    assert as_file.totals == as_option.totals and any(as_file.totals)


def test_aces_by_choice_go_with_each_ace_system_in_either_order() -> None:
    for system in SYSTEMS:
        paths = [rule(f"iceberg-{system}-aces"), rule("iceberg-aces-by-choice")]
        for order in (paths, paths[::-1]):
            spec = load("iceberg", order)
            values = {o.name: o.words[o.default] for o in spec.options if o.kind == "word"}
            assert (values["aces"], values["ace_scoring"]) == ("by_choice", system)
            assert all(result.ok for result in rummy.run_examples(load(order[0], order[1:])))


def test_two_ace_systems_clash_and_the_place_is_named() -> None:
    for one, two in combinations(SYSTEMS, 2):
        with pytest.raises(SpecError) as refused:
            load("iceberg", [rule(f"iceberg-{one}-aces"), rule(f"iceberg-{two}-aces")])
        (item,) = refused.value.diagnostics
        assert item.code == "V806" and "options.ace_scoring.default" in item.message
        assert Path(item.span.file).stem == f"iceberg-{two}-aces"
        assert Path(item.labels[0].span.file).stem == f"iceberg-{one}-aces"


def test_a_house_rule_of_another_game_is_refused() -> None:
    with pytest.raises(SpecError) as refused:
        load("iceberg", [rule("international-dead-discards")])
    assert [item.code for item in refused.value.diagnostics] == ["V805"]


def test_with_dead_discards_the_top_card_lives_only_after_a_throw() -> None:
    """In random games the pile can be taken from exactly when the turn before threw a card."""
    match = rummy.Match(load(rule("international-dead-discards")), players=3, seed=2, record=True)
    bots = [rummy.BOTS["random"](match.engine, Random(n)) for n in range(3)]
    thrown, before, seen = True, match.state.round, 0
    while not match.over and len(match.actions) < 1500:
        if match.state.round != before:
            thrown, before = True, match.state.round
        texts = match.legal_texts()
        if "draw" in texts:
            seen += 1
            pile = match.view(-1).zone("pile").count
            assert ("take" in texts) == (thrown and pile > 0)
        text = match.text(bots[match.seat].choose(match.view()))
        match.apply(text)
        if text.split()[0] in ("draw", "take"):
            thrown = False
        elif text.startswith("discard"):
            thrown = True
    assert seen > 20
