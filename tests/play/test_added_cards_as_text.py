"""A card to be added is named as it will lie; what is written is read back alike."""

from __future__ import annotations

import pytest
from rummy.errors import AmbiguousAction, IllegalAction
from rummy.play.actions import action_text, parse_action
from rummy.play.engine import Engine
from rummy.play.match import Deal, Match
from rummy.play.situation import Situation, set_up
from rummy.spec.bind import bind
from rummy.spec.load import load, load_text

WILD_TWOS = """
rummy: 1
title: Wild twos
about: Runs in a suit; twos stand for any card of their suit.
players: 2
deck:
  ranks: A 2 3 4 5 6
  suits: {S: {name: spades, colour: black}, H: {name: hearts, colour: red}}
  wilds: {two: {cards: rank == 2, stands_for: suit == wild_face.suit, natural: true}}
zones:
  stock: {of: table, pile: true, seen_by: nobody}
  hand: {of: player, seen_by: owner}
melds:
  run: {size: 2.., valid: same(suit) and sequence(rank)}
setup: {deal: {auto: {deal: 4}}}
turn: {steps: {play: {repeat: {meld: {lay: all}, add: {lay_off: true}}}}}
score: {round: earned}
match: {first_dealer: {seat: 1}, over: "true", ties: shared}
limits: {rounds: 1, turns: 5}
"""


def begin(text: str, cards: str) -> Match:
    """Seat 2, dealt first, gets the first, third, fifth and seventh of the cards."""
    spec = load_text(text, "twos.yaml")
    pack = Match(spec, seed=0).engine.deck
    return Match(spec, seed=0, deal=Deal(pack.parse_many(cards), 0))


def test_a_wild_card_without_a_place_is_added_as_itself() -> None:
    match = begin(WILD_TWOS, "3S AH 4S 2H 2S 3H 6H 4H")
    match.apply("meld run 3S 4S")
    # before the three it is itself, behind the four it is a five
    assert match.legal_texts() == ["add 2S to m1", "add 2S(5S) to m1", "done"]
    for text in match.legal_texts():
        assert match.text(match.parse(text)) == text
    match.apply("add 2S to m1")
    assert match.engine.deck.texts(match.state.table[0].display) == "2S 3S 4S"


def test_a_wild_card_that_cannot_be_itself_needs_a_place() -> None:
    anything = WILD_TWOS.replace("stands_for: suit == wild_face.suit, natural: true", "")
    match = begin(anything, "3S AH 4S 2S 2H 3H 6H 4H")
    match.apply("meld run 3S 4S")
    with pytest.raises(AmbiguousAction) as refusal:
        match.parse("add 2H to m1")
    assert "add 2H(2S) to m1 or add 2H(5S) to m1" in refusal.value.hint
    assert match.text(match.parse("add 2H(5S) to m1")) == "add 2H(5S) to m1"


def test_a_card_that_is_not_on_top_of_the_pile_is_not_there_to_be_laid_on() -> None:
    engine = Engine(bind(load("international"), 3, {"fitting_discards": "callable"}))
    parse = engine.deck.parse_many
    situation = Situation(
        zones={("hand", 0): parse("10C 2H 3D"), ("hand", 1): parse("5H 9D"), ("pile", None): ()},
        melds=[(1, parse("6C 7C 8C 9C"), 1)],
        values={("down", 0): 1, ("down", 1): 1},
        step="discard",
    )
    state = set_up(engine, situation)
    engine.apply(state, parse_action(engine, state, "discard 10C"))
    # the others may call 10C on the run; any other card does not lie there
    assert "call_onto 10C to m1" in [action_text(engine, state, a) for a in state.legal or ()]
    with pytest.raises(IllegalAction, match="no such card in pile: 5C"):
        parse_action(engine, state, "call_onto 5C to m1")
