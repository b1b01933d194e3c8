"""Both engines play the same: legal actions, their texts, and what follows."""

from __future__ import annotations

from random import Random

import pytest
from both_engines import play_both, small_enough
from hypothesis import given
from hypothesis import strategies as st
from profiles import cases, rounds
from rummy.spec.bind import bind
from rummy.spec.load import load, load_text
from strategies.specs import spec_of, specs

CHOICES = st.lists(st.integers(0, 1000), min_size=10, max_size=40)
SEEDS = st.integers(0, 2**32)
ICEBERG = load("iceberg")


@cases(30)
@given(specs(), st.booleans(), SEEDS, CHOICES)
def test_any_small_variant_is_played_alike(
    text: str, many: bool, seed: int, choices: list[int]
) -> None:
    spec = load_text(text, "small.yaml")
    rules = bind(spec, spec.players[many])
    play_both(rules, seed, choices, lambda s: not small_enough(rules, s))


@pytest.mark.parametrize("block", range(rounds(4)))
def test_variants_by_number_are_played_alike(block: int) -> None:
    # numbers in a row give more different variants than draws do
    for number in range(30 * block, 30 * block + 30):
        spec, chance = load_text(spec_of(number), "small.yaml"), Random(number)
        rules = bind(spec, spec.players[number % 2])
        choices = [chance.randrange(1000) for _ in range(25)]
        play_both(rules, number, choices, lambda s, rules=rules: not small_enough(rules, s))


@st.composite
def options(draw: st.DrawFn) -> dict[str, str | int | bool]:
    """Some options of Iceberg that are not at their default."""
    chosen: dict[str, str | int | bool] = {}
    for option in draw(st.lists(st.sampled_from(ICEBERG.options), unique=True, max_size=4)):
        if option.words:
            chosen[option.name] = draw(st.sampled_from(option.words))
        else:
            chosen[option.name] = draw(st.integers(option.low, min(option.high, option.low + 30)))
    return chosen


@pytest.mark.parametrize("players", range(ICEBERG.players[0], ICEBERG.players[1] + 1))
@cases(5)
@given(options(), SEEDS, CHOICES)
def test_iceberg_is_played_alike_with_any_options(
    players: int, chosen: dict[str, str | int | bool], seed: int, choices: list[int]
) -> None:
    rules = bind(ICEBERG, players, chosen)
    play_both(
        rules,
        seed,
        choices,
        lambda s: any(len(s.zones["hand", seat]) > 9 for seat in range(players)),
    )
