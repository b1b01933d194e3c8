"""Both engines play the same where melds use a top card, look at the table, or shift."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from both_engines import play_both, small_enough
from profiles import rounds
from rummy.play.match import Match
from rummy.spec.bind import bind
from rummy.spec.load import examine, load_text
from strategies.melding import melding_spec_of


def test_every_such_variant_is_found_valid() -> None:
    for number in range(25):
        spec, findings = examine(melding_spec_of(number), "small.yaml")
        assert spec is not None
        assert [f.short() for f in findings if f.level_of() == "error"] == []


def test_some_variants_with_such_melds_are_played_alike() -> None:
    play_alike(range(3))


@pytest.mark.slow
@pytest.mark.parametrize("block", range(rounds(4)))
def test_variants_with_such_melds_are_played_alike(block: int) -> None:
    play_alike(range(20 * block, 20 * block + 20))


def play_alike(numbers: range) -> None:
    """Play these variants in both engines."""
    for number in numbers:
        spec, chance = load_text(melding_spec_of(number), "small.yaml"), Random(number)
        rules = bind(spec, spec.players[number % 2])
        choices = [chance.randrange(1000) for _ in range(40)]
        play_both(rules, number, choices, lambda s: not small_enough(s.rules, s))


@pytest.mark.slow
def test_such_variants_come_to_everything_that_is_of_interest() -> None:
    seen: Counter[str] = Counter()
    for number in range(40):
        spec, chance = load_text(melding_spec_of(number), "small.yaml"), Random(number)
        match = Match(spec, spec.players[number % 2], seed=number, record=True)
        for _ in range(60):
            if match.over:
                break
            state = match.state
            action = chance.choice(match.legal())
            text, before = match.text(action), [shape.codes for shape in state.table]
            match.apply(action)
            seen["a meld with a top card"] += text.startswith("use ")
            if text.startswith("add ") and len(match.state.table) >= len(before):
                now = match.state.table[action[1]].codes if action[1] < len(before) else ()
                grown = tuple(sorted((*before[action[1]], action[3])))
                seen["a wild card in another place"] += bool(now) and now != grown
    wanted = ("a meld with a top card", "a wild card in another place")
    assert [what for what in wanted if not seen[what]] == []
