"""Canasta: the deal, concealed hands, the end of the stock, and random games.

The numbers are worked out by hand from the statements in docs/games/canasta.md.
"""

from __future__ import annotations

import pytest
from rummy.cards import Deck
from rummy.play.engine import Engine
from rummy.play.examples import run_examples
from rummy.play.match import Match
from rummy.play.situation import Situation, set_up
from rummy.spec.bind import bind
from rummy.spec.load import examine, find, load
from rummy.testing import check_variant

SPEC = load("canasta")
FOR_TWO = load("two_hand_canasta")


@pytest.mark.parametrize(("name", "examples"), [("canasta", 20), ("two_hand_canasta", 3)])
def test_the_file_is_sound_and_every_example_holds(name: str, examples: int) -> None:
    """CAN-10 to CAN-45, CAN-51 and CAN-52 by examples."""
    path = find(name)
    text = path.read_text(encoding="utf-8")
    assert all(len(line) <= 80 for line in text.splitlines())
    if name == "canasta":
        _, found = examine(text, "canasta.yaml")
        assert [finding.short() for finding in found] == []
    results = run_examples(load(name))
    assert len(results) >= examples
    assert [problem for result in results for problem in result.problems] == []


def red_threes(deck: Deck) -> set[int]:
    return set(deck.parse_many("3H 3D"))


@pytest.mark.parametrize(("spec", "players", "cards"), [(SPEC, 4, 11), (FOR_TWO, 2, 15)])
def test_the_deal_replaces_red_threes_and_turns_up_a_plain_card(
    spec: object, players: int, cards: int
) -> None:
    """CAN-01, CAN-03, CAN-12, CAN-50."""
    frozen = 0
    for seed in range(30):
        match = Match(spec, players, seed=seed)  # type: ignore[arg-type]
        while match.legal_texts() == ["turn_up"]:
            match.apply("turn_up")
        state, deck = match.state, match.engine.deck
        slots, red = match.engine.program.slots, red_threes(deck)
        hands = [deck.bag_faces(state.z[slots.zone["hand"] + seat]) for seat in range(players)]  # type: ignore[arg-type]
        assert [len(hand) for hand in hands] == [cards] * players
        assert not any(set(hand) & red for hand in hands)
        pile = list(state.z[slots.zone["pile"]])  # type: ignore[arg-type]
        assert pile[-1] not in red and not deck.held_wild[pile[-1]]
        assert all(face in red or deck.held_wild[face] for face in pile[:-1])
        assert state.v[slots.variable["frozen"]] == (len(pile) > 1)
        frozen += len(pile) > 1
    assert frozen  # twelve wild cards and four red threes of 108: it happens


def test_the_points_of_the_cards() -> None:
    """CAN-02: joker 50, two and ace 20, 8 to king 10, 3 to 7 5."""
    deck = Engine(bind(SPEC, 4)).deck
    cards = deck.parse_many("JOK 2S AS KS 8S 7S 3S")
    assert [deck.points_of[face] for face in cards] == [50, 20, 20, 10, 10, 5, 5]


def test_going_out_with_the_whole_hand_in_one_turn_counts_double() -> None:
    """CAN-32, CAN-43: 500 and 70 for seven kings, 200 for going out concealed."""
    engine = Engine(bind(SPEC, 4))
    deck = engine.deck
    hand = deck.parse_many("KS KS KH KH KD KD KC 9S")
    hands = {("hand", 0): hand, ("hand", 1): (), ("hand", 2): (), ("hand", 3): ()}
    hands[("hand", 1)] = deck.parse_many("4S")
    hands[("hand", 2)] = deck.parse_many("5S")
    hands[("hand", 3)] = deck.parse_many("4H")
    state = set_up(engine, Situation(zones=hands, step="melds"))  # type: ignore[arg-type]
    match = Match(SPEC, 4, seed=1)
    match.state = state
    for text in ("meld set KS KS KH", "add KH to m1", "add KD to m1", "add KD to m1"):
        match.apply(text)
    match.apply("add KC to m1")
    match.apply("discard 9S")
    assert state.history[-1].points == (500 + 70 + 200 - 5, -5 - 5, 765, -10)


def test_who_cannot_draw_may_end_the_round() -> None:
    """CAN-25."""
    match = Match(SPEC, 4, seed=2)
    while not match.rounds:
        legal = match.legal_texts()
        quiet = ("turn_up", "draw", "pass_out", "play", "done")
        match.apply(next(t for t in legal if t in quiet or t.startswith("discard")))
    assert match.rounds[0].ended_by in ("draw", "red_threes")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["canasta", "two_hand_canasta"])
def test_random_games_keep_every_promise(name: str) -> None:
    check_variant(load(name), games=2)
