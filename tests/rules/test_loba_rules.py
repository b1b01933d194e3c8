"""Loba de Menos: the deal, the spent stock, who leaves and who comes in again.

The numbers are worked out by hand from the statements in docs/games/loba.md.
"""

from __future__ import annotations

import pytest
from rummy.pad.pad import Pad
from rummy.play.engine import Engine
from rummy.play.examples import run_examples
from rummy.play.match import Match
from rummy.spec.bind import bind
from rummy.spec.load import examine, find, load
from rummy.testing import check_variant

SPEC = load("loba")


def test_the_file_is_sound_and_every_example_holds() -> None:
    """LOB-03 to LOB-06, LOB-10 to LOB-16, LOB-20, LOB-31, LOB-32 by examples."""
    text = find("loba").read_text(encoding="utf-8")
    _, found = examine(text, "loba.yaml")
    assert [finding.short() for finding in found] == []
    assert all(len(line) <= 80 for line in text.splitlines())
    results = run_examples(SPEC)
    assert len(results) >= 25
    assert [problem for result in results for problem in result.problems] == []


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_nine_cards_each_from_two_packs_and_four_jokers(players: int) -> None:
    """LOB-01: 108 cards."""
    match = Match(SPEC, players=players, seed=3)
    view = match.view(0)
    assert [view.zone("hand", seat).count for seat in range(players)] == [9] * players
    assert view.zone("pile").count == 1
    assert view.zone("stock").count == 108 - 9 * players - 1


def test_the_pack_is_worth_what_its_cards_count() -> None:
    """LOB-31: in each of eight suits 15 + 2 + ... + 10 and three courts; four jokers."""
    deck = Engine(bind(SPEC, 2, {})).deck
    total = sum(deck.points_of[face] for face in deck.all_cards())
    assert total == 8 * (15 + 54 + 30) + 4 * 25


def test_who_is_over_the_limit_leaves_and_the_last_one_wins() -> None:
    """LOB-40, LOB-42: Ann leaves with 110, Cid with 105; Bob is left."""
    pad = told(
        [("Bob", {"Ann": "110", "Cid": "30"}, "yes"), ("Bob", {"Cid": "75"}, "yes")], rejoins="0"
    )
    first, second = pad.standing().counted
    assert first.left == (0,)
    assert first.starter == (first.dealer + 1) % 3
    assert second.left == (2,)
    assert pad.standing().now.winners == (1,)


def test_a_player_comes_in_again_with_the_highest_total_within_the_limit() -> None:
    """LOB-41, LOB-32: Ann's 110 become Cid's 30, then 130; the second time she leaves."""
    pad = told(
        [("Bob", {"Ann": "110", "Cid": "30"}, "yes"), ("Bob", {"Ann": "100", "Cid": "5"}, "no")],
        rejoins="1",
    )
    first, second = pad.standing().counted
    assert first.after.total == [30, 0, 30]
    assert first.left == ()
    assert second.after.total == [130, -10, 35]
    assert second.left == (0,)


def told(rounds: list[tuple[str, dict[str, str], str]], **options: str) -> Pad:
    """A pad with these rounds: who went out, points left, whether down before."""
    pad = Pad(SPEC, ["Ann", "Bob", "Cid"], options)
    for number, (out, left, before) in enumerate(rounds):
        while len(pad.standing().counted) == number:
            question = pad.standing().question
            assert question is not None and not question.reason
            fact = question.fact
            answers = {"went out": out, "down_before": before}
            answer = answers.get(fact.name) or left[pad.names[fact.seat]]
            pad.enter(number, fact, answer)
    return pad


def test_the_round_ends_when_nobody_can_draw() -> None:
    """LOB-15, LOB-17: players who only draw and throw never end a round otherwise."""
    match = Match(SPEC, players=2, seed=1, options={"menos_diez": "no"})
    turned = 0
    for _ in range(400):
        if match.rounds:
            break
        before = match.view(0).zone("stock").count
        texts = match.legal_texts()
        match.apply(next((t for t in ("draw", "done") if t in texts), texts[-1]))
        turned += match.view(0).zone("stock").count > before + 1
    assert turned >= 1


@pytest.mark.slow
def test_loba_keeps_every_promise() -> None:
    """LOB-02 among others: the same deals and dealers in both engines."""
    check_variant("loba", games=2)
