"""Gin Rummy: the deal, the end of hands, and what the end of the game adds.

The numbers are worked out by hand from the statements in docs/games/gin.md.
"""

from __future__ import annotations

import itertools

import pytest
from rummy.chance import pick, stream
from rummy.play.engine import Engine
from rummy.play.examples import run_examples
from rummy.play.match import Match
from rummy.play.state import State
from rummy.spec.bind import bind
from rummy.spec.load import examine, find, load
from rummy.testing import check_variant

SPEC = load("gin")


def engine(**options: str | int | bool) -> Engine:
    return Engine(bind(SPEC, 2, options))


def at_the_end(totals: tuple[int, int], won: tuple[int, int], **options: str | int | bool) -> State:
    """A state after the count of a hand, with these totals and hands won, judged."""
    table = engine(**options)
    state = table.blank(1)
    state.round = state.played = 1
    state.total = list(totals)
    base = table.program.slots.variable["won"]
    state.v[base : base + 2] = list(won)
    winners = table.outcome(state)
    state.winners = winners or ()
    return state


def test_the_file_is_sound_and_every_example_holds() -> None:
    """GIN-03, GIN-10 to GIN-33 by examples."""
    path = find("gin")
    text = path.read_text(encoding="utf-8")
    _, found = examine(text, "gin.yaml")
    assert [finding.short() for finding in found] == []
    assert all(len(line) <= 80 for line in text.splitlines())
    results = run_examples(SPEC)
    assert len(results) >= 20
    assert [problem for result in results for problem in result.problems] == []


def test_ten_cards_each_from_one_pack_and_one_turned_up() -> None:
    """GIN-01, GIN-04: 52 cards, 31 of them in the stock; nobody sees the other's hand."""
    match = Match(SPEC, seed=5)
    view = match.view(0)
    assert [view.zone("hand", seat).count for seat in (0, 1)] == [10, 10]
    assert view.zone("hand", 1).cards is None
    assert view.zone("stock").count == 31 and view.zone("pile").count == 1


def test_cards_count_their_number_courts_ten_and_aces_one() -> None:
    """GIN-02"""
    deck = engine().deck
    total = sum(deck.points_of[face] for face in deck.all_cards())
    # in each suit 1 + 2 + ... + 10 and three courts of 10
    assert total == 4 * (55 + 30)


def test_game_bonus_and_boxes_are_added_at_the_end() -> None:
    """GIN-40, GIN-41, GIN-43: 104 + 100 + 3 boxes of 25 against 60 + 2 boxes."""
    state = at_the_end((104, 60), (3, 2))
    assert state.total == [104 + 100 + 75, 60 + 50]
    assert state.winners == (0,)


def test_points_and_game_bonus_double_against_a_player_without_a_hand() -> None:
    """GIN-42: twice 104 + 100, and three boxes that do not double."""
    assert at_the_end((104, 0), (3, 0)).total == [2 * 204 + 75, 0]
    assert at_the_end((104, 0), (3, 0), shutout="nothing").total == [204 + 75, 0]


def test_nothing_is_added_before_the_end() -> None:
    """GIN-40"""
    state = at_the_end((99, 60), (3, 2))
    assert state.total == [99, 60] and state.winners == ()


def hands_of(match: Match) -> list[tuple[int, tuple[int, ...], str]]:
    chance = stream(match.seed, "test")
    while not match.over:
        legal = match.legal()
        match.apply(legal[pick(len(legal), chance)])
    return [(r.dealer, r.points, r.ended_by) for r in match.rounds]


@pytest.mark.parametrize("who", ["alternate", "winner", "loser"])
def test_the_next_dealer_is_as_agreed_and_the_same_after_a_dead_hand(who: str) -> None:
    """GIN-16"""
    seen = set()
    for seed in range(6):
        played = hands_of(Match(SPEC, seed=seed, options={"next_deal": who, "target": 10}))
        for (dealer, points, ended), (following, _, _) in itertools.pairwise(played):
            other = 1 - dealer
            if not any(points) and "compare" not in ended:
                assert following == dealer
                seen.add("dead")
            elif who == "alternate":
                assert following == other
            elif any(points):
                winner = 0 if points[0] > 0 else 1
                assert following == (winner if who == "winner" else 1 - winner)
            else:
                assert following == other
    assert "dead" in seen


def test_each_hand_won_is_a_box_for_its_winner() -> None:
    """GIN-41"""
    match = Match(SPEC, seed=3, options={"target": 60})
    hands_of(match)
    won = [0, 0]
    for result in match.rounds:
        for seat in (0, 1):
            won[seat] += result.points[seat] > 0
    base = match.engine.program.slots.variable["won"]
    assert match.state.v[base : base + 2] == won


@pytest.mark.slow
def test_gin_keeps_every_promise() -> None:
    check_variant("gin", games=3)
