"""The overlays on Shanghai Rum: Contract Rummy, Zioncheck, Dummy Rummy, and house rules on them.

The numbers are worked out by hand from what the files say in `about`.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import rummy
from rummy.errors import SpecError
from rummy.lint import lint
from rummy.play.match import Match
from rummy.spec.load import examine, find, load
from rummy.testing import check_variant

HOUSE = Path(__file__).resolve().parents[2] / "examples" / "house-rules"
OVERLAYS = ("liverpool", "zioncheck", "dummy_rummy")
JOKER = "JOK"


def rule(name: str) -> Path:
    return HOUSE / f"liverpool-{name}.yaml"


@pytest.mark.parametrize("name", OVERLAYS)
def test_an_overlay_is_sound_short_and_proved(name: str) -> None:
    path = find(name)
    text = path.read_text(encoding="utf-8")
    assert all(len(line) <= 80 for line in text.splitlines())
    spec = load(name)
    assert [item.short() for item in lint(spec)] == []
    assert len(text.splitlines()) < len(find("shanghai").read_text().splitlines()) / 4 + 1
    results = rummy.run_examples(spec)
    assert len(results) >= 2 and all(result.ok for result in results)


@pytest.mark.parametrize(
    ("name", "players", "packs", "jokers"),
    [
        ("liverpool", 3, 2, 1),
        ("liverpool", 4, 2, 1),
        ("liverpool", 8, 3, 2),
        ("zioncheck", 3, 2, 4),
        ("zioncheck", 6, 3, 6),
        ("zioncheck", 8, 4, 8),
        ("dummy_rummy", 3, 2, 2),
        ("dummy_rummy", 4, 2, 3),
        ("dummy_rummy", 5, 2, 4),
    ],
)
def test_packs_and_jokers(name: str, players: int, packs: int, jokers: int) -> None:
    deck = Match(load(name), players=players).engine.deck
    assert deck.size == 52 * packs + jokers
    assert deck.copies[deck.parse(JOKER)] == jokers


def dealt(name: str, round_: int, players: int = 3) -> int:
    """How many cards a player is dealt in a hand."""
    spec = load(name)
    match = Match(spec, players=players, seed=3)
    state = match.state.copy()
    state.round = round_ - 1
    match.engine.begin_round(state)
    match.engine.advance(state)
    assert state.round == round_
    zone = state.z[match.engine.program.hand_base]
    assert isinstance(zone, int)
    return zone.bit_count()


@pytest.mark.parametrize(
    ("name", "hands"),
    [
        ("liverpool", [10, 10, 10, 10, 12, 12, 12]),
        ("zioncheck", [10, 10, 10, 10, 11, 14]),
        ("dummy_rummy", [10, 10, 10, 12, 12, 12, 12]),
    ],
)
def test_cards_dealt_in_each_hand(name: str, hands: list[int]) -> None:
    assert [dealt(name, number + 1) for number in range(len(hands))] == hands


def test_house_rules_on_buys_cards_and_deuces_go_together() -> None:
    paths = [rule("three-buys"), rule("two-penalty-cards"), rule("deuces-wild")]
    for order in (paths, paths[::-1]):
        spec = load("liverpool", order)
        defaults = {option.name: option.default for option in spec.options}
        assert (defaults["buys"], defaults["late_buys"], defaults["penalty_cards"]) == (3, 4, 2)
        assert rummy.Match(spec, players=3).engine.deck.points_of[1] == 20


def test_three_buys_count_for_the_last_two_of_eight_hands() -> None:
    spec = load("liverpool", [rule("three-buys"), rule("extra-last-hand")])
    match = Match(spec, players=3)
    assert match.rules.rounds == 8


def test_two_ways_to_have_eight_hands_clash() -> None:
    with pytest.raises(SpecError, match="hands"):
        load("liverpool", [rule("extra-first-hand"), rule("extra-last-hand")])


def test_house_rules_are_sound_at_the_table() -> None:
    for path in sorted(HOUSE.glob("liverpool-*.yaml")):
        _, found = examine(path.read_text(encoding="utf-8"), str(path))
        assert [item.short() for item in found] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", OVERLAYS)
def test_random_games_keep_all_guarantees(name: str) -> None:
    check_variant(name, games=1)
