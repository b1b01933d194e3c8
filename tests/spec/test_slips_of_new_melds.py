"""Slips with melds that use a top card, and with wild cards that shift."""

from __future__ import annotations

import pytest
from rummy.spec.load import examine

GAME = """
rummy: 1
title: Small
players: 2
deck: {jokers: 2, wilds: {joker: {cards: joker}}}
zones:
  stock: {pile: true, seen_by: nobody}
  pile: {pile: true, seen_by: top}
  row: {seen_by: all}
  hand: {of: player, seen_by: owner}
melds:
  set: {size: 3.., valid: same(rank), shifts: true}
setup: {deal: {auto: {deal: 7}}}
turn:
  steps:
    play:
      repeat:
        meld: {lay: all, with: pile, where: not any(m.rank in ranks for m in melds)}
score: {round: earned}
match: {over: true}
"""


def codes(text: str) -> list[str]:
    return [finding.code for finding in examine(text, "small.yaml")[1]]


def test_the_game_itself_has_no_finding() -> None:
    assert codes(GAME) == []


@pytest.mark.parametrize("zone", ["stock", "row", "hand"])
def test_the_top_card_of_a_meld_is_one_that_all_see(zone: str) -> None:
    assert codes(GAME.replace("with: pile", f"with: {zone}")) == ["S117"]


def test_with_goes_with_lay_only() -> None:
    assert codes(GAME.replace("lay: all, with: pile, where", "say: true, with: pile, when")) == [
        "S106",
        "T301",
    ]


def test_a_wild_card_does_not_move_in_two_ways() -> None:
    swap = "        change: {swap: true, wild_goes: end}\nscore:"
    assert codes(GAME.replace("score:", swap, 1)) == ["S117"]


def test_the_cards_of_a_new_meld_are_known_where_it_is_laid_only() -> None:
    assert codes(GAME.replace("lay: all, with: pile, where", "lay: all, when")) == ["T301"]
