"""Both engines play the same where players say how many cards they take."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from both_engines import play_both, small_enough
from profiles import rounds
from rummy.play.match import Match
from rummy.spec.bind import bind
from rummy.spec.load import examine, load_text
from strategies.deep import deep_spec_of


def test_every_such_variant_is_found_valid() -> None:
    for number in range(25):
        spec, findings = examine(deep_spec_of(number), "small.yaml")
        assert [f.short() for f in findings if f.level_of() == "error"] == []
        assert spec is not None


def test_some_variants_with_deep_piles_are_played_alike() -> None:
    play_alike(range(12))


@pytest.mark.slow
@pytest.mark.parametrize("block", range(rounds(4)))
def test_variants_with_deep_piles_are_played_alike(block: int) -> None:
    play_alike(range(25 * block, 25 * block + 25))


def play_alike(numbers: range) -> None:
    """Play these variants in both engines."""
    made = 0
    for number in numbers:
        spec, chance = load_text(deep_spec_of(number), "small.yaml"), Random(number)
        rules = bind(spec, spec.players[number % 2])
        choices = [chance.randrange(1000) for _ in range(40)]
        made += play_both(rules, number, choices, lambda s: not small_enough(s.rules, s))
    assert made > 4 * len(numbers)


def test_such_variants_come_to_everything_that_is_of_interest() -> None:
    seen: Counter[str] = Counter()
    for number in range(20):
        spec, chance = load_text(deep_spec_of(number), "small.yaml"), Random(number)
        match = Match(spec, spec.players[number % 2], seed=number, record=True)
        for _ in range(80):
            if match.over:
                break
            legal = match.legal()
            action = legal[chance.randrange(len(legal))]
            text = match.text(action)
            seen["several cards taken"] += text.startswith("take") and text != "take 1"
            seen["several cards thrown"] += text.startswith("discard") and len(action) > 2
            seen["a card added"] += text.startswith("add")
            assert match.parse(text) == action
            match.apply(action)
            credits = match.state.credits
            seen["a meld of two players"] += any(len(set(seats)) > 1 for seats in credits)
    wanted = (
        "several cards taken",
        "several cards thrown",
        "a card added",
        "a meld of two players",
    )
    assert [what for what in wanted if not seen[what]] == []
