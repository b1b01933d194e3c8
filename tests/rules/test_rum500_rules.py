"""500 Rum: the deal, the end of a hand, and points of whole hands.

The numbers are worked out from the statements in docs/games/rum500.md.
"""

from __future__ import annotations

import itertools

import pytest
from rummy.chance import pick, stream
from rummy.play.examples import run_examples
from rummy.play.match import Match
from rummy.spec.load import examine, find, load
from rummy.testing import check_variant

SPEC = load("rum500")


def played(seed: int, players: int, **options: str | int | bool) -> Match:
    """One hand played by chance, recorded."""
    match = Match(SPEC, players, seed=seed, options=options, record=True)
    chance = stream(seed, "test")
    while not match.over and not match.rounds:
        legal = match.legal()
        match.apply(legal[pick(len(legal), chance)])
    return match


def test_the_file_is_sound_and_every_example_holds() -> None:
    """RUM-02 to RUM-51 by examples."""
    text = find("rum500").read_text(encoding="utf-8")
    _, found = examine(text, "rum500.yaml")
    assert [finding.short() for finding in found] == []
    assert all(len(line) <= 80 for line in text.splitlines())
    results = run_examples(SPEC)
    assert len(results) >= 15
    assert [problem for result in results for problem in result.problems] == []


@pytest.mark.parametrize(("players", "cards", "packs"), [(2, 13, 1), (4, 7, 1), (5, 7, 2)])
def test_hands_and_packs_by_the_number_of_players(players: int, cards: int, packs: int) -> None:
    """RUM-01, RUM-04: two jokers more in each pack where that is agreed."""
    for jokers, more in (("none", 0), ("two", 2)):
        view = Match(SPEC, players, seed=2, options={"jokers": jokers}).view(0)
        assert [view.zone("hand", seat).count for seat in range(players)] == [cards] * players
        assert view.zone("stock").count == (52 + more) * packs - 1 - cards * players


def test_everybody_sees_all_discards() -> None:
    """RUM-03"""
    match = Match(SPEC, 3, seed=4)
    while match.view(0).zone("pile").count < 4:
        match.apply(match.parse("draw") if match.view().step == "draw" else match.legal()[-1])
    for seat in range(3):
        assert len(match.view(seat).zone("pile").cards or ()) == match.view(0).zone("pile").count


@pytest.mark.parametrize("players", [2, 3, 5])
def test_cards_count_for_who_laid_them_and_against_who_holds_them(players: int) -> None:
    """RUM-40, RUM-42: added up card by card from the records of a hand."""
    for seed in range(5):
        match = played(seed, players)
        deck = match.engine.deck
        value = {"A": 15, "J": 10, "Q": 10, "K": 10, "JO": 15}
        names = [deck.text(face) for face in range(deck.faces)]
        worth = [value.get(name[:-1]) or int(name[:-1]) for name in names]
        points, melds = [0] * players, list[list[tuple[int, int]]]()
        held = [0] * players
        for record in match.records or ():
            if record.what == "deal":
                held[record.target_seat] += sum(worth[face] for face in record.cards)
            elif record.what == "move" and record.target == "hand" and record.name:
                held[record.seat] += sum(worth[face] for face in record.cards)
            elif record.what == "move" and record.name == "discard":
                held[record.seat] -= worth[record.cards[0]]
            elif record.what == "lay":
                melds.append([(face, record.seat) for face in record.cards])
            elif record.what == "add":
                melds[record.meld].append((record.cards[0], record.seat))
            elif record.what == "count":
                break
        for cards in melds:
            ranks = [names[face][:-1] for face, _ in cards]
            low = len(set(ranks)) > 1 and "2" in ranks
            for (face, seat), rank in zip(cards, ranks, strict=True):
                points[seat] += 1 if low and rank == "A" else worth[face]
                held[seat] -= worth[face]
        expected = tuple(a - b for a, b in zip(points, held, strict=True))
        assert match.rounds[0].points == expected


def test_with_a_final_discard_nobody_is_out_without_one() -> None:
    """RUM-30"""
    for seed in range(6):
        records = [r for r in played(seed, 3, final_discard=True).records or () if r.name]
        for before, record in itertools.pairwise(records):
            if record.what == "event" and record.name == "out":
                assert before.name == "discard"


def test_who_does_not_take_discards_ends_the_hand_when_the_stock_is_used_up() -> None:
    """RUM-32"""
    ended = {played(seed, 8).rounds[0].ended_by for seed in range(12)}
    assert ended <= {"out", "draw"}


def test_the_lowest_card_deals_first() -> None:
    """RUM-50: and the deal goes to the left."""
    match = Match(SPEC, 3, seed=8, options={"target": 200}, record=True)
    chance = stream(8, "test")
    while not match.over:
        legal = match.legal()
        match.apply(legal[pick(len(legal), chance)])
    dealers = [result.dealer for result in match.rounds]
    assert dealers == [(dealers[0] + n) % 3 for n in range(len(dealers))]


@pytest.mark.slow
def test_500_rum_keeps_every_promise() -> None:
    check_variant("rum500", games=2)
