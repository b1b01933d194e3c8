"""How swaps and moves that name a player are typed at the table, and told."""

from __future__ import annotations

from io import StringIO

import pytest
from rummy.play.match import Deal, Match
from rummy.spec.load import load_text
from rummy.terminal.complete import completions
from rummy.terminal.journal import Journal
from rummy.terminal.narration import Teller
from rummy.terminal.typed import read
from rummy.terminal.writer import Writer

TEXT = """
rummy: 1
title: Small
about: A small game.
players: 2..3
deck:
  jokers: 4
  extra: {skip: 4}
  wilds: {joker: {cards: joker}}
zones:
  stock: {pile: true, seen_by: nobody}
  pile: {pile: true, seen_by: top}
  hand: {of: player, seen_by: owner}
melds:
  run: {size: 3.., valid: same(suit) and sequence(rank) and any(natural)}
setup:
  deal: {auto: {deal: 6}}
turn:
  steps:
    play:
      repeat:
        meld: {lay: all}
        change: {swap: true}
        shift: {swap: true, wild_goes: end}
    throw:
      choose:
        discard: {move: hand, to: pile, cards: card != SKIP}
        skip:
          move: hand
          to: pile
          cards: card == SKIP
          whom: others
          do: {earn: -1, of: whom}
score: {round: earned}
match: {over: true}
"""
SEATS = ("5H JOK 7H SKIP 9C 2D", "6H SKIP KC 3D 8S QS", "4C AC 2C 2S 3S JS")


def started() -> Match:
    """Seat 1 holds a run with a joker, seat 2 the card that the joker stands for."""
    spec = load_text(TEXT, "small.yaml")
    hands = [Match(spec, players=3).engine.deck.parse_many(cards) for cards in SEATS]
    dealt = tuple(hand[card] for card in range(6) for hand in hands)
    return Match(spec, players=3, deal=Deal(dealt, 2), record=True)


def test_a_swap_is_typed_in_words_of_card_players() -> None:
    match = started()
    match.apply("meld run 5H JOK(6H) 7H")
    match.apply("skip SKIP to 3")
    for text in ("change 6h for joker in m1", "change 6h", "change jok(6h) m1 for 6h"):
        ((action,),) = read(Journal(match, {1}), text)
        assert match.text(action) == "change 6H for JOK(6H) in m1"
    ((action,),) = read(Journal(match, {1}), "shift 6h for JOK(6H) in m1 as JOK(8H)")
    assert match.text(action) == "shift 6H for JOK(6H) in m1 as JOK(8H)"


@pytest.mark.parametrize("text", ["skip SKIP to 3", "skip skip 3", "SKIP skip to seat 3"])
def test_a_player_is_named_by_the_number_of_the_seat(text: str) -> None:
    match = started()
    match.apply("done")
    ((action,),) = read(Journal(match, {0}), text)
    assert match.text(action) == "skip SKIP to 3"


def test_what_is_typed_is_completed_to_the_player() -> None:
    match = started()
    match.apply("done")
    assert completions(match, "skip SKIP ") == ["to"]
    assert completions(match, "skip SKIP to ") == ["2", "3"]


def test_swaps_and_named_players_are_told() -> None:
    match = started()
    played = (
        "meld run 5H JOK(6H) 7H",
        "skip SKIP to 3",
        "shift 6H for JOK(6H) in m1 as JOK(8H)",
        "skip SKIP to 1",
    )
    for text in played:
        match.apply(text)
    out = StringIO()
    teller = Teller(match.engine, Writer(out, {}), ["Ann", "Ben", "Cid"])
    teller.tell(match.records or ())
    teller.finish()
    told = " ".join(out.getvalue().split())
    assert "Ann lays run 5H JOK(6H) 7H (m1), skips SKIP to Cid and Cid loses 1 point." in told
    assert "Ben puts 6H into m1 in place of JOK(6H), which stays as JOK(8H)" in told
    assert "skips SKIP to Ann and Ann loses 1 point." in told
