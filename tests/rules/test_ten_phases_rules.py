"""The ten-phase game: the pack, the first upcard, and who wins.

The numbers are worked out by hand from the statements in docs/games/ten_phases.md.
"""

from __future__ import annotations

import pytest
from rummy.play.engine import Engine
from rummy.play.examples import run_examples
from rummy.play.match import Deal, Match
from rummy.play.rounds import count_round
from rummy.spec.bind import bind
from rummy.spec.load import examine, find, load
from rummy.testing import check_variant

SPEC = load("ten_phases")


def engine(players: int = 3, **options: str | int | bool) -> Engine:
    return Engine(bind(SPEC, players, options))


def winners(phases: tuple[int, ...], totals: tuple[int, ...], played: int = 20) -> tuple[int, ...]:
    """Who wins with these phases to lay next and these totals, the round just counted."""
    table = engine(len(phases))
    state = table.start(1)
    base = table.program.slots.variable["phase"]
    state.v[base : base + len(phases)] = list(phases)
    state.total = list(totals)
    state.played = played - 1
    for seat in range(len(phases)):
        state.z[table.program.hand_base + seat] = 0
    state.single = False
    count_round(table, state, False)
    return state.winners if state.over else ()


def test_the_file_is_sound_and_every_example_holds() -> None:
    """TEN-05 and TEN-10 to TEN-51 by examples."""
    path = find("ten_phases")
    text = path.read_text(encoding="utf-8")
    _, found = examine(text, "ten_phases.yaml")
    assert [finding.short() for finding in found] == []
    assert all(len(line) <= 80 for line in text.splitlines())
    results = run_examples(SPEC)
    assert len(results) >= 20
    assert [problem for result in results for problem in result.problems] == []


@pytest.mark.parametrize("players", range(2, 7))
def test_108_cards_and_ten_for_each_player(players: int) -> None:
    """TEN-01, TEN-02, TEN-03"""
    match = Match(SPEC, players=players, seed=3)
    deck = match.engine.deck
    assert deck.size == 108 == 2 * 12 * 4 + 8 + 4
    assert deck.copies[deck.parse("WILD")] == 8 and deck.copies[deck.parse("SKIP")] == 4
    view = match.view(0)
    assert [view.zone("hand", seat).count for seat in range(players)] == [10] * players
    assert view.zone("stock").count == 108 - 10 * players - 1


def test_cards_count_five_ten_fifteen_and_twenty_five() -> None:
    """TEN-05: nine ranks of 5 and three of 10, eight of each; 4 skip and 8 wild cards."""
    deck = engine().deck
    total = sum(deck.points_of[face] for face in deck.all_cards())
    assert total == 8 * (9 * 5 + 3 * 10) + 4 * 15 + 8 * 25


def started(upcard: str, **options: str | int | bool) -> Match:
    """The first decision when this card is turned up; seat 3 deals."""
    deck = engine().deck
    hands = deck.parse_many(" ".join(f"{n}{colour}" for colour in "RBG" for n in range(1, 11)))
    deal = Deal((*hands, deck.parse(upcard)), 2)
    return Match(SPEC, players=3, options=options, deal=deal)


def test_a_skip_card_turned_up_costs_the_first_player_the_turn() -> None:
    """TEN-04, TEN-06"""
    assert started("12Y").seat == 0
    assert started("SKIP").seat == 1
    assert started("SKIP", skip_upcard=False).seat == 0


def test_a_stock_that_is_used_up_is_made_of_the_pile() -> None:
    """TEN-22: 108 cards less thirty in hand are 78, of which one stays on the pile."""
    match, seen = started("12Y"), []
    for _ in range(80):
        match.apply("draw")
        if "done" in match.legal_texts():
            match.apply("done")
        away = ("discard", "skip")
        match.apply(next(text for text in match.legal_texts() if text.startswith(away)))
        seen.append(match.view(0).zone("stock").count)
    assert seen[:76] == list(range(76, 0, -1)) and seen[76:79] == [77, 76, 75]


def test_nobody_wins_before_the_tenth_phase() -> None:
    """TEN-60"""
    assert winners((10, 9, 10), (0, 100, 50)) == ()


def test_the_only_one_through_all_phases_wins_with_however_many_points() -> None:
    """TEN-60"""
    assert winners((10, 11, 10), (0, 500, 50)) == (1,)


def test_of_several_the_fewest_points_win() -> None:
    """TEN-61"""
    assert winners((11, 11, 10), (90, 80, 0)) == (1,)
    assert winners((11, 11, 10), (80, 80, 0)) == (0, 1)


def test_after_a_hundred_rounds_those_who_are_furthest_win() -> None:
    """TEN-60"""
    assert winners((4, 6, 6), (0, 90, 80), played=100) == (2,)


@pytest.mark.slow
def test_random_games_keep_all_guarantees() -> None:
    check_variant("ten_phases", games=2)
