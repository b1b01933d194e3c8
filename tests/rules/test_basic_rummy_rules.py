"""Basic Rummy: the deal, the stock used up, who deals.

The numbers are worked out by hand from the statements in docs/games/basic_rummy.md.
"""

from __future__ import annotations

import itertools

import pytest
from rummy.chance import pick, stream
from rummy.play.engine import Engine
from rummy.play.examples import run_examples
from rummy.play.match import Match
from rummy.spec.bind import bind
from rummy.spec.load import examine, find, load
from rummy.testing import check_variant

SPEC = load("basic_rummy")


def played(seed: int, players: int = 2, **options: str | int | bool) -> Match:
    """A match played by chance, recorded."""
    match = Match(SPEC, players, seed=seed, options=options, record=True)
    chance = stream(seed, "test")
    while not match.over:
        legal = match.legal()
        match.apply(legal[pick(len(legal), chance)])
    return match


def test_the_file_is_sound_and_every_example_holds() -> None:
    """BAS-03 to BAS-42 by examples."""
    text = find("basic_rummy").read_text(encoding="utf-8")
    _, found = examine(text, "basic_rummy.yaml")
    assert [finding.short() for finding in found] == []
    assert all(len(line) <= 80 for line in text.splitlines())
    results = run_examples(SPEC)
    assert len(results) >= 15
    assert [problem for result in results for problem in result.problems] == []


@pytest.mark.parametrize(
    ("players", "cards"), [(2, 10), (3, 7), (4, 7), (5, 6), (6, 6)], ids=lambda n: str(n)
)
def test_the_fewer_players_the_more_cards_each(players: int, cards: int) -> None:
    """BAS-01: the rest is the stock, but for the card turned up."""
    view = Match(SPEC, players, seed=5).view(0)
    assert [view.zone("hand", seat).count for seat in range(players)] == [cards] * players
    assert view.zone("pile").count == 1
    assert view.zone("stock").count == 52 - 1 - cards * players


def test_cards_count_their_number_courts_ten_and_aces_one() -> None:
    """BAS-02: in each suit 1 + 2 + ... + 10 and three courts of 10."""
    deck = Engine(bind(SPEC, 2, {})).deck
    assert sum(deck.points_of[face] for face in deck.all_cards()) == 4 * (55 + 30)


def test_a_turn_ends_with_one_discard_or_with_the_hand() -> None:
    """BAS-11"""
    for seed in range(4):
        thrown, turns = 0, 0
        for record in played(seed, 3).records or ():
            if record.what == "turn":
                assert thrown == min(turns, 1)
                thrown, turns = 0, turns + 1
            elif record.what == "move" and record.name == "discard":
                thrown += 1
            elif record.what == "count":
                thrown, turns = 0, 0


@pytest.mark.parametrize("who", ["to_the_left", "winner"])
def test_the_next_dealer_is_as_agreed(who: str) -> None:
    """BAS-41"""
    for seed in range(4):
        rounds = played(seed, 3, next_deal=who, target=60).rounds
        for one, following in itertools.pairwise(rounds):
            won = [seat for seat, points in enumerate(one.points) if points > 0]
            left = (one.dealer + 1) % 3
            stays = who == "winner" and won == [one.dealer]
            assert following.dealer == (one.dealer if stays else left)


@pytest.mark.slow
def test_basic_keeps_every_promise() -> None:
    check_variant("basic_rummy", games=2)
