"""Iceberg Rummy: every option changes something that can be seen, and plays."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from iceberg_table import SPEC, Table, Value, dealt, engine, left_over
from rummy.play.match import Match
from rummy.spec.bind import option_text
from rummy.spec.model import Option
from test_iceberg_end_of_match import last_hand

QUIET = "2S 4H 6D 8C 10S QH 3D 5C 7S 9H JD KC 2H 4C 6S 8H 10D QC 3S 5H 7D 9C"
ACES = "AS AH AD"


def starter_seat(value: Value) -> object:
    """ICE-07: seat 1 deals to three."""
    return dealt(QUIET, 3, {"starter_seat": value}).seat


def aces(value: Value) -> object:
    """ICE-22: what lies face up after the draw."""
    table = Table(3, {"aces": value}, step="draw", hand={1: "KC 4D", 2: "2S"}, stock="AS 9D")
    return table.cards("shown", 1)


def passed_to(value: Value) -> object:
    """ICE-26: what seat 2 takes up after seat 1's turn."""
    options = {"passed_to": value}
    table = Table(3, options, step="pass", hand={1: "KC 4D", 2: "2S", 3: "3C"}, stock="9D")
    table.do("pass KC")
    return len(table.view(2).taken)


def last_ace(value: Value) -> object:
    """ICE-41: whether the hand is over when the last ace is laid."""
    shown = {1: "AS AH", 2: "AC"}
    options = {"last_ace": value}
    return Table(2, options, step="draw", hand={1: "KC 4D", 2: "2S"}, shown=shown, stock="AD").over


def leftovers(value: Value) -> object:
    """ICE-50: a pair left in hand."""
    return left_over("9H 9D", leftovers=value)


def leftover_choice(value: Value) -> object:
    """ICE-54."""
    return left_over("6C 7C 8C", ["set 7S 7H 7D by 1"], leftover_choice=value)


def ace_scoring(value: Value) -> object:
    """ICE-60 to ICE-63: three aces and 100 points, one card left."""
    return left_over("KC", shown=ACES, earned=110, ace_scoring=value)


def ace_factor(value: Value) -> object:
    """ICE-60."""
    return left_over("KC", shown=ACES, earned=110, ace_factor=value)


def ace_value(value: Value) -> object:
    """ICE-61."""
    return left_over("KC", shown=ACES, earned=110, ace_scoring="flat", ace_value=value)


def factor_on(value: Value) -> object:
    """ICE-64."""
    return left_over("KC", shown=ACES, earned=110, factor_on=value)


def target(value: Value) -> object:
    """ICE-70: at a total of 300 or 5000."""
    return tuple(last_hand((0, n, 0), {"target": value}).over for n in (230, 4930))


def max_hands(value: Value) -> object:
    """ICE-73: after the second hand and after the third."""
    return tuple(last_hand((0, 0, 0), {"max_hands": value}, hand=n).over for n in (2, 3))


SEEN: dict[str, tuple[Callable[[Value], object], dict[Value, object]]] = {
    "starter_seat": (starter_seat, {"dealer_left": 1, "dealer_right": 2}),
    "aces": (aces, {"forced": "AS", "by_choice": ""}),
    "passed_to": (passed_to, {"left": 2, "right": 1}),
    "last_ace": (last_ace, {"at_once": True, "end_of_turn": False}),
    "leftovers": (leftovers, {"best_play": -10, "best_play_plus_ten": -30}),
    "leftover_choice": (leftover_choice, {"most_points": -60, "least_cost": -30}),
    "ace_scoring": (
        ace_scoring,
        {"multiplier": 100 * 4, "flat": 190, "doubling": 240, "cats": 190},
    ),
    "ace_factor": (ace_factor, {"one_plus": 100 * 4, "doubling": 100 * 8}),
    "ace_value": (ace_value, {30: 190, 20: 160, 50: 250}),
    "factor_on": (factor_on, {"net": 400, "melds": 440 - 10}),
    "target": (target, {5000: (False, True), 300: (True, True), 5001: (False, False)}),
    "max_hands": (max_hands, {"none": (False, False), 2: (True, True), 3: (False, True)}),
}
OPTIONS = {option.name: option for option in SPEC.options}


def test_every_option_is_tried_with_all_its_choices() -> None:
    assert list(SEEN) == list(OPTIONS)
    for name, (_, values) in SEEN.items():
        option = OPTIONS[name]
        if option.kind == "word":
            assert list(values) == list(option.words)


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, (_, values) in SEEN.items() for value in values]
)
def test_each_value_of_an_option_does_what_its_statement_says(name: str, value: Value) -> None:
    """ICE-07, 22, 26, 41, 50, 54, 60 to 64, 70 and 73."""
    look, values = SEEN[name]
    assert look(value) == values[value]


@pytest.mark.parametrize("name", list(SEEN))
def test_any_other_value_than_the_default_changes_something(name: str) -> None:
    """The first value of the table is the default. Cats and flat agree for three aces:
    30 each; they differ for two (40 and 60)."""
    values = list(SEEN[name][1].items())
    default = values[0]
    assert option_text(OPTIONS[name], OPTIONS[name].default) == str(default[0])
    assert all(found != default[1] for _, found in values[1:])


def test_ice_61_and_63_flat_and_cats_differ_for_two_aces() -> None:
    flat = left_over("KC", shown="AS AH", earned=110, ace_scoring="flat")
    cats = left_over("KC", shown="AS AH", earned=110, ace_scoring="cats")
    assert (flat, cats) == (160, 140)


def other_values(option: Option) -> list[Value]:
    """Every value tried but the default."""
    return list(SEEN[option.name][1])[1:]


@pytest.mark.parametrize(
    ("name", "value"),
    [(option.name, value) for option in SPEC.options for value in other_values(option)],
)
def test_a_match_with_each_value_plays_to_its_end(name: str, value: Value) -> None:
    options: dict[str, Value] = {"max_hands": 2, name: value}
    made = engine(3, options)
    match = Match(SPEC, seed=4, engine=made)
    actions = 0
    while not match.over:
        legal = match.legal()
        match.apply(legal[actions % len(legal)])
        actions += 1
    assert len(match.rounds) == made.rules.options["max_hands"]
