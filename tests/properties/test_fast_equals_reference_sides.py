"""Both engines play the same where players are partners."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from both_engines import play_both, small_enough
from profiles import rounds
from rummy.play.match import Match
from rummy.spec.bind import bind
from rummy.spec.load import examine, load_text
from strategies.sides import sided_spec_of


def test_every_variant_with_sides_is_found_valid() -> None:
    for number in range(25):
        spec, findings = examine(sided_spec_of(number), "small.yaml")
        assert spec is not None
        assert [f.short() for f in findings if f.level_of() == "error"] == []


def test_some_variants_with_sides_are_played_alike() -> None:
    play_alike(range(6))


@pytest.mark.slow
@pytest.mark.parametrize("block", range(rounds(4)))
def test_variants_with_sides_are_played_alike(block: int) -> None:
    play_alike(range(25 * block, 25 * block + 25))


def play_alike(numbers: range) -> None:
    """Play these variants in both engines."""
    for number in numbers:
        spec, chance = load_text(sided_spec_of(number), "small.yaml"), Random(number)
        rules = bind(spec, spec.players[number % 2])
        choices = [chance.randrange(1000) for _ in range(60)]
        play_both(rules, number, choices, lambda s: not small_enough(s.rules, s))


def test_variants_with_sides_come_to_everything_that_is_of_interest() -> None:
    seen: Counter[str] = Counter()
    for number in range(40):
        spec, chance = load_text(sided_spec_of(number), "small.yaml"), Random(number)
        match = Match(spec, spec.players[number % 2], seed=number, record=True)
        sides = match.rules.sides
        for _ in range(120):
            if match.over:
                break
            seen["a partner is asked"] += match.seat != match.state.me
            legal = match.legal()
            match.apply(legal[chance.randrange(len(legal))])
        seen["each alone"] += sides == match.players
        seen["a side wins"] += len(match.winners) == 2 and sides == 2
        seen["both sides win"] += len(match.winners) == 4
        seen["a side leaves"] += len(match.state.everyone) == 2 and match.players == 4
        for result in match.rounds:
            for seat, points in enumerate(result.points):
                # what one player of a side is counted the other is, too
                assert points == result.points[seat % sides]
    wanted = ("a partner is asked", "each alone", "a side wins", "both sides win", "a side leaves")
    assert [what for what in wanted if not seen[what]] == []
