"""Tonk: the deal, hands that win at once, and that nothing is paid to nobody.

The numbers are worked out by hand from the statements in docs/games/tonk.md.
"""

from __future__ import annotations

import pytest
from rummy.chance import pick, stream
from rummy.play.engine import Engine
from rummy.play.examples import run_examples
from rummy.play.match import Match
from rummy.spec.bind import bind
from rummy.spec.load import examine, find, load
from rummy.testing import check_variant

SPEC = load("tonk")


def dealt(players: int, hands: list[str], **options: str | int | bool) -> tuple[int, ...] | None:
    """What a hand brings that ends with the deal; None: it does not end there."""
    engine = Engine(bind(SPEC, players, options))
    deck = engine.deck
    chosen = [deck.parse_many(hand) for hand in hands]
    rest = list(deck.all_cards())
    for cards in chosen:
        for face in cards:
            rest.remove(face)
    # the last seat deals; one card at a time from its left, the top of the stock is last
    stock = [cards[place] for place in range(5) for cards in chosen]
    state = engine.start(1, first_dealer=players - 1, stock=[*rest, *reversed(stock)])
    return state.history[0].points if state.history else None


def test_the_file_is_sound_and_every_example_holds() -> None:
    """TONK-11 to TONK-34 by examples."""
    text = find("tonk").read_text(encoding="utf-8")
    _, found = examine(text, "tonk.yaml")
    assert [finding.short() for finding in found] == []
    assert all(len(line) <= 80 for line in text.splitlines())
    results = run_examples(SPEC)
    assert len(results) >= 15
    assert [problem for result in results for problem in result.problems] == []


@pytest.mark.parametrize("players", [2, 3, 4])
def test_five_cards_each_and_one_turned_up(players: int) -> None:
    """TONK-01"""
    view = Match(SPEC, players, seed=3).view(0)
    assert [view.zone("hand", seat).count for seat in range(players)] == [5] * players
    assert view.zone("pile").count == 1 and view.zone("stock").count == 52 - 1 - 5 * players


def test_cards_count_their_number_courts_ten_and_aces_one() -> None:
    """TONK-02: in each suit 1 + 2 + ... + 10 and three courts of 10."""
    deck = Engine(bind(SPEC, 2, {})).deck
    assert sum(deck.points_of[face] for face in deck.all_cards()) == 4 * (55 + 30)


def test_49_or_50_points_dealt_win_a_double_stake_of_each() -> None:
    """TONK-10, TONK-30"""
    low, other = "AS 2S 5H 8D 9C", "3S 4S 6H 7D 8C"
    assert dealt(3, [low, "KS QS JH 10D KC", other]) == (-2, 4, -2)
    assert dealt(3, [low, "KS QS JH 10D 9S", other]) == (-2, 4, -2)
    assert dealt(3, [low, "KS QS JH 10D 8S", other]) is None
    assert dealt(2, ["KS QS JH 10D KC", low], stake=5) == (10, -10)


def test_several_such_hands_win_nothing() -> None:
    """TONK-10"""
    assert dealt(3, ["KS QS JH 10D KC", "KH QD JC 10H 9S", "3S 4S 6H 7D 8C"]) == (0, 0, 0)


def test_a_low_hand_wins_at_once_if_that_is_agreed() -> None:
    """TONK-10: 1 + 1 + 2 + 3 + 4 are 11."""
    hands = ["AS AH 2S 3H 4D", "3S 4S 6H 7D 8C"]
    assert dealt(2, hands, low_tonk=11) == (2, -2)
    assert dealt(2, hands, low_tonk=10) is None


@pytest.mark.parametrize("caught_pays", ["each_as_low", "lowest", "for_all"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_some_win_the_others_pay(players: int, caught_pays: str) -> None:
    """TONK-33, TONK-40: every hand adds up to nothing, and there are twenty of them.

    A fine for all that several lowest players share is rounded down.
    """
    for seed in range(3):
        match = Match(SPEC, players, seed=seed, options={"caught_pays": caught_pays})
        chance = stream(seed, "test")
        while not match.over:
            legal = match.legal()
            match.apply(legal[pick(len(legal), chance)])
        assert len(match.rounds) == 20
        for result in match.rounds:
            assert -1 <= sum(result.points) <= 0 if caught_pays == "for_all" else True
            assert caught_pays == "for_all" or sum(result.points) == 0


@pytest.mark.slow
def test_tonk_keeps_every_promise() -> None:
    check_variant("tonk", games=2)
