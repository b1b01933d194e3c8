"""Shanghai Rum and the games laid upon it: packs, deals, the end of the stock and of games.

The numbers are worked out by hand from the statements in docs/games/shanghai.md.
"""

from __future__ import annotations

import pytest
from rummy.play.engine import Engine
from rummy.play.examples import run_examples
from rummy.play.match import Match
from rummy.play.state import State
from rummy.spec.bind import bind
from rummy.spec.load import examine, find, load
from rummy.spec.model import Spec
from rummy.testing import check_variant

SPEC = load("shanghai")


def judged(totals: tuple[int, ...], played: int, spec: Spec = SPEC) -> State:
    """A state after the count of so many hands with these totals."""
    table = Engine(bind(spec, len(totals), {}))
    state = table.blank(1)
    state.round = state.played = played
    state.total = list(totals)
    winners = table.outcome(state)
    state.winners = winners or ()
    return state


def test_the_file_is_sound_and_every_example_holds() -> None:
    """SHA-04 and SHA-10 to SHA-42 by examples."""
    text = find("shanghai").read_text(encoding="utf-8")
    _, found = examine(text, "shanghai.yaml")
    assert [finding.short() for finding in found] == []
    assert all(len(line) <= 80 for line in text.splitlines())
    results = run_examples(SPEC)
    assert len(results) >= 25
    assert [problem for result in results for problem in result.problems] == []


@pytest.mark.parametrize(
    ("players", "packs"), [(2, 2), (3, 2), (4, 2), (5, 3), (6, 3), (7, 4), (8, 4)]
)
def test_packs_and_cards_dealt_by_the_number_of_players(players: int, packs: int) -> None:
    """SHA-01, SHA-02"""
    match = Match(SPEC, players=players, seed=2)
    assert match.engine.deck.size == 54 * packs
    view = match.view(0)
    assert [view.zone("hand", seat).count for seat in range(players)] == [11] * players
    assert view.zone("stock").count == 54 * packs - 11 * players - 1


def test_cards_count_five_ten_and_fifteen() -> None:
    """SHA-05: in a suit eight cards of 5, four of 10 and an ace; a wild two counts 20."""
    deck = Engine(bind(SPEC, 3, {})).deck
    suit = 8 * 5 + 4 * 10 + 15
    assert sum(deck.points_of[face] for face in deck.all_cards()) == 2 * (4 * suit + 2 * 15)
    wild = Engine(bind(SPEC, 3, {"deuces": "wild"})).deck
    assert wild.points_of[wild.parse("2S")] == 20


def test_the_ace_is_high_or_low_but_no_run_goes_round_the_corner() -> None:
    """SHA-03"""
    plans = Engine(bind(SPEC, 3, {})).plans
    deck = plans.deck
    run = next(kind.index for kind in plans.kinds if kind.name == "run")
    assert plans.shape(run, deck.parse_many("AD 2D 3D 4D")) is not None
    assert plans.shape(run, deck.parse_many("JD QD KD AD")) is not None
    assert plans.shape(run, deck.parse_many("QD KD AD 2D")) is None


def test_every_turn_ends_with_a_discard() -> None:
    """SHA-35, SHA-43: 108 cards less 33 in hand are 75; 74 are drawn, then the pile is shuffled."""
    match = Match(SPEC, players=3, seed=4)
    seen = []
    for _ in range(80):
        match.apply("draw")
        while "decline" in match.legal_texts():
            match.apply("decline")
        if "done" in match.legal_texts():
            match.apply("done")
        match.apply(next(text for text in match.legal_texts() if text.startswith("discard")))
        seen.append(match.view(0).zone("stock").count)
    assert seen[:73] == list(range(73, 0, -1)) and seen[73:75] == [74, 73]


def test_without_recycling_a_used_up_stock_ends_the_hand() -> None:
    """SHA-43"""
    match = Match(SPEC, players=3, seed=4, options={"recycles": 0})
    turns = 0
    while not match.rounds:
        match.apply("draw")
        while "decline" in match.legal_texts():
            match.apply("decline")
        if "done" in match.legal_texts():
            match.apply("done")
        match.apply(next(text for text in match.legal_texts() if text.startswith("discard")))
        turns += 1
    assert turns == 74
    assert match.rounds[0].ended_by == "stock_used_up"


def test_ten_hands_and_the_fewest_points_win() -> None:
    """SHA-44"""
    assert judged((90, 40, 70), 9).winners == ()
    assert judged((90, 40, 70), 10).winners == (1,)
    assert judged((40, 40, 70), 10).winners == (0, 1)


@pytest.mark.slow
def test_random_games_keep_all_guarantees() -> None:
    check_variant("shanghai", games=1)
