"""Ends where one does not expect them: before the first turn, and at the most of a repeat."""

from __future__ import annotations

from rummy.play.match import Match
from rummy.spec.load import load_text

SMALL = """
rummy: 1
title: Small
about: A small game.
players: 2
deck: {ranks: A 2 3 4 5 6}
zones:
  stock: {of: table, pile: true, seen_by: nobody}
  pile: {of: table, pile: true, seen_by: top}
  hand: {of: player, seen_by: owner}
melds:
  pair: {size: 2, valid: same(rank)}
variables:
  most: {of: table, per: turn, start: 0}
setup: {deal: {auto: {deal: 3}}}
turn:
  steps:
STEPS
score: {round: count(hand)}
match: {first_dealer: {seat: 1}, over: "true", ties: shared}
limits: {rounds: 1, turns: 5}
"""


def begin(steps: str, more: str = "") -> Match:
    text = SMALL.replace("STEPS", "\n".join(f"    {line}" for line in steps.split("\n")))
    return Match(load_text(text + more, "small.yaml"), seed=1)


def test_a_turn_that_ends_at_the_start_of_the_round_leads_to_the_first_turn() -> None:
    match = begin(
        "throw: {move: hand, to: pile}\nthen: {say: true}",
        'events: {early: {at: round_start, when: "true", do: {end: turn}}}\n',
    )
    # the setup is left out, so there are no hands; seat 2, left of the dealer, has
    # no card to throw: the turns end one after another until the round does
    assert match.over
    assert match.rounds[0].ended_by == "limit of turns"
    assert match.rounds[0].turns == 10


def test_a_repeat_that_may_not_be_made_often_enough_is_not_offered() -> None:
    match = begin(
        "choice:\n"
        "  choose:\n"
        "    one: {say: true, do: {set: {most: 1}}}\n"
        "    two: {say: true, do: {set: {most: 2}}}\n"
        "shed: {repeat: {shed: {move: hand, to: pile}}, at_least: 2, at_most: most}"
    )
    assert match.legal_texts() == ["two"]
    match.apply("two")
    for _ in range(2):
        match.apply(match.legal_texts()[0])
    assert match.legal_texts() == ["two"]  # the other player's turn
