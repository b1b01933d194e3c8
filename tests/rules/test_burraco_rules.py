"""Burraco: the deal, who is whose partner, and random games.

The numbers are worked out by hand from the statements in docs/games/burraco.md.
"""

from __future__ import annotations

import pytest
from rummy.play.engine import Engine
from rummy.play.examples import run_examples
from rummy.play.match import Match
from rummy.spec.bind import bind
from rummy.spec.load import examine, find, load
from rummy.testing import check_variant

SPEC = load("burraco")


def test_the_file_is_sound_and_every_example_holds() -> None:
    """BUR-01, BUR-10 to BUR-44 by examples."""
    path = find("burraco")
    text = path.read_text(encoding="utf-8")
    _, found = examine(text, "burraco.yaml")
    assert [finding.short() for finding in found] == []
    assert all(len(line) <= 80 for line in text.splitlines())
    results = run_examples(SPEC)
    assert len(results) >= 15
    assert [problem for result in results for problem in result.problems] == []


def test_eleven_cards_each_and_a_pozzetto_for_each_side() -> None:
    """BUR-02: 108 cards; of four players 44 in hand, 22 aside, one turned up, 41 left."""
    match = Match(SPEC, 4, seed=5)
    view = match.view(0)
    assert [view.zone("hand", seat).count for seat in range(4)] == [11] * 4
    assert [zone.count for zone in view.zones if zone.name == "pozzetto"] == [11, 11]
    assert view.zone("pile").count == 1 and view.zone("stock").count == 108 - 44 - 22 - 1
    assert view.zone("pozzetto", 0).cards is None and view.zone("hand", 2).cards is None


def test_two_players_have_a_pozzetto_each() -> None:
    """BUR-01, BUR-02."""
    match = Match(SPEC, 2, seed=5)
    assert [zone.count for zone in match.view(0).zones if zone.name == "pozzetto"] == [11, 11]
    assert match.rules.sides == 2


def test_the_points_of_the_cards() -> None:
    """BUR-03: joker 30, two 20, ace 15, 8 to king 10, 3 to 7 5."""
    deck = Engine(bind(SPEC, 4)).deck
    cards = deck.parse_many("JOK 2S AS KS 8S 7S 3S")
    assert [deck.points_of[face] for face in cards] == [30, 20, 15, 10, 10, 5, 5]


def test_the_round_ends_with_two_cards_in_the_stock() -> None:
    """BUR-34."""
    match = Match(SPEC, 4, seed=3)
    while not match.rounds:
        # nobody lays anything, and every card comes from the stock
        legal = match.legal_texts()
        match.apply(next(t for t in legal if t in ("draw", "done") or t.startswith("discard")))
    assert match.rounds[0].ended_by == "stock_out"
    assert match.rounds[0].turns == 41 - 2
    # nobody has melded or taken the pozzetto: all cards in hand, and 100, are lost
    assert all(points < -100 for points in match.rounds[0].points)


@pytest.mark.slow
def test_random_games_keep_every_promise() -> None:
    check_variant(SPEC, games=1)
