"""Both engines play the same where wild cards change from round to round."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from both_engines import play_both, small_enough
from profiles import rounds
from rummy.play.match import Match
from rummy.spec.bind import bind
from rummy.spec.load import examine, load_text
from strategies.changing import changing_spec_of


def test_every_such_variant_is_found_valid() -> None:
    for number in range(25):
        spec, findings = examine(changing_spec_of(number), "small.yaml")
        assert spec is not None
        assert [f.short() for f in findings if f.level_of() == "error"] == []


def test_some_variants_with_changing_wild_cards_are_played_alike() -> None:
    play_alike(range(2, 12))


@pytest.mark.slow
@pytest.mark.parametrize("block", range(rounds(4)))
def test_variants_with_changing_wild_cards_are_played_alike(block: int) -> None:
    play_alike(range(25 * block, 25 * block + 25))


def play_alike(numbers: range) -> None:
    """Play these variants in both engines."""
    for number in numbers:
        spec, chance = load_text(changing_spec_of(number), "small.yaml"), Random(number)
        rules = bind(spec, spec.players[number % 2])
        choices = [chance.randrange(1000) for _ in range(40)]
        play_both(rules, number, choices, lambda s: not small_enough(s.rules, s))


def test_such_variants_come_to_everything_that_is_of_interest() -> None:
    seen: Counter[str] = Counter()
    for number in range(8):
        spec, chance = load_text(changing_spec_of(number), "small.yaml"), Random(number)
        match = Match(spec, spec.players[number % 2], seed=number, record=True)
        for _ in range(60):
            if match.over:
                break
            engine = match.engine.of(match.state)
            legal = match.legal()
            action = legal[chance.randrange(len(legal))]
            move = None if action == engine.program.done else engine.program.moves[action[0]].move
            codes = action[2:] if move is not None and "meld " in match.text(action) else ()
            seen["a card that was made wild in a meld"] += any(
                code >= engine.deck.faces and code % engine.deck.faces != engine.deck.joker
                for code in codes
            )
            match.apply(action)
        seen["several rounds"] += len(match.rounds) > 1
        seen["several engines"] += len(match.engine.family) > 2
        seen["other points"] += len({e.deck.points_of for e in match.engine.family.values()}) > 1
        for record in match.records or ():
            seen[f"record {record.what}"] += 1
    wanted = (
        "a card that was made wild in a meld",
        "several rounds",
        "several engines",
        "other points",
        "record wild",
    )
    assert [what for what in wanted if not seen[what]] == []
