"""Players and options put in, and what can be said of numbers without playing."""

from __future__ import annotations

import pytest
import yaml
from lint_helpers import GAME, merged
from rummy.lang.trees import Node
from rummy.lint.settings import FEW, MOST_SETTINGS, Settings, values_of
from rummy.spec.load import load_text
from rummy.spec.model import Spec

OPTIONS = """
options:
  target: {range: 0..100000, default: 500}
  few: {range: 1..5, default: 2}
  quick: {flag: true, default: false}
  way: {choices: [up, down, around], default: up}
limits: {rounds: 12, turns: 30}
"""


def spec_with(condition: str, more: str = "") -> tuple[Spec, Node]:
    event = {"events": {"asked": {"when": condition, "do": {"end": "round"}}}}
    game = merged(yaml.safe_load(GAME), yaml.safe_load(OPTIONS))
    if more:
        game = merged(game, yaml.safe_load(more))
    spec = load_text(yaml.safe_dump(merged(game, event), sort_keys=False), "game.yaml")
    return spec, next(event.when.tree for event in spec.events if event.name == "asked")


@pytest.mark.parametrize(
    ("condition", "outcomes"),
    [
        ("players > 4", {False}),
        ("players > 3", {False, True}),
        ("players >= 2 and seats <= 4", {True}),
        ("quick and not quick", {False}),
        ("way == up or way == down or way == around", {True}),
        ("few < 1", {False}),
        ("few == 3", {False, True}),
        ("target > 100000", {False}),
        ("target >= 100000", {False, True}),
        ("target == 7 and players == 3", {False, True}),
        ("packs == 2", {False}),
        ("round == 0", {False}),
        ("round <= 12", {True}),
        ("round > 12", {False}),
        ("round == 12", {None}),
        ("rounds_played > 12", {False}),
        ("turns >= 31", {False}),
        ("count(hand) >= 0", {True}),
        ("count(hand) + count(stock) < 0", {False}),
        ("count(top(pile)) > 1", {False}),
        ("count(hand) == 0", {None}),
        ("min(round, 5) > 5", {False}),
        ("max(round, 5) < 5", {False}),
        ("abs(total) < 0", {False}),
        ("-count(hand) > 0", {False}),
        ("2 * round < 2", {False}),
        ("round % 3 > 2", {False}),
        ("round // 3 > 4", {False}),
        ("round // 3 == 0", {None}),
        ("count(hand) // count(stock) >= 0", {True}),
        ("sum(count(hand of p) for p in everyone) < 0", {False}),
        ("quick and round == 2", {False, None}),
        ("(round if quick else count(hand)) < 0", {False}),
        ("total > 5", {None}),
        ("any(total of p >= target for p in everyone)", {None}),
    ],
)
def test_a_condition_comes_to_what_can_be_agreed(
    condition: str, outcomes: set[bool | None]
) -> None:
    spec, tree = spec_with(condition)
    assert Settings(spec).outcomes(tree) == outcomes


def test_a_large_range_is_cut_to_the_numbers_beside_those_compared_with() -> None:
    spec, tree = spec_with("target > 700 or 40 == target")
    target = spec.options[0]
    assert values_of(target, [tree]) == [0, 39, 40, 41, 500, 699, 700, 701, 100000]


def test_a_large_range_that_is_reckoned_with_stays_open() -> None:
    spec, tree = spec_with("target % 7 == 9")
    assert values_of(spec.options[0], [tree]) is None
    assert not Settings(spec).of([tree])[0]
    assert Settings(spec).outcomes(tree) == {False}  # a remainder by 7 is never 9
    spec, tree = spec_with("target // 2 > 50000")
    assert Settings(spec).outcomes(tree) == {False}
    spec, tree = spec_with("target // 2 > 49999")
    assert Settings(spec).outcomes(tree) == {None}


def test_players_who_can_leave_are_reckoned_with() -> None:
    spec, tree = spec_with("players == 2 and seats == 4", "match: {out: total > 50}")
    assert Settings(spec).outcomes(tree) == {False, True}
    spec, tree = spec_with("players == 2 and seats == 4")
    assert Settings(spec).outcomes(tree) == {False}


def test_there_are_never_too_many_settings() -> None:
    options = {f"o{n}": {"range": f"0..{FEW - 1}", "default": 0} for n in range(6)}
    spec, tree = spec_with(
        " or ".join(f"{name} == 3" for name in options), yaml.safe_dump({"options": options})
    )
    settings = Settings(spec)
    assert 1 <= len(settings.of([tree])) <= MOST_SETTINGS
    assert not settings.never(tree)
