"""Situations in which programs went wrong elsewhere: claims, layoffs, openings, twins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from rummy.errors import ActionError, AmbiguousAction
from rummy.play.actions import action_text, parse_action
from rummy.play.engine import Engine
from rummy.play.situation import Situation, parse_meld, set_up
from rummy.play.state import State
from rummy.spec.bind import bind
from rummy.spec.load import load, load_text

INTERNATIONAL = load("international")


def engine(players: int = 3, **options: str | int | bool) -> Engine:
    """An engine of International Rummy."""
    return Engine(bind(INTERNATIONAL, players, options))


def table(
    made: Engine,
    hand: Mapping[int, str],
    melds: Sequence[str] = (),
    down: Sequence[int] = (),
    step: str = "lay",
    pile: str = "",
    stock: str = "",
    number: int = 1,
    turn: int = 1,
) -> State:
    """Seat 1 is in turn, or another."""
    situation = Situation(turn=turn - 1, step=step, round=number)
    for seat, text in hand.items():
        situation.zones["hand", seat - 1] = made.deck.parse_many(text)
    if pile:
        situation.zones["pile", None] = made.deck.parse_many(pile)
    situation.zones["stock", None] = made.deck.parse_many(stock)
    situation.melds = [parse_meld(made, text) for text in melds]
    for seat in down:
        situation.values["down", seat - 1] = 1
    return set_up(made, situation)


def do(made: Engine, state: State, *texts: str) -> None:
    """Carry out actions one after another."""
    for text in texts:
        made.apply(state, parse_action(made, state, text))


def legal(made: Engine, state: State) -> list[str]:
    """The legal actions as texts."""
    return [action_text(made, state, action) for action in state.legal or ()]


def cards(made: Engine, state: State, zone: str, seat: int = 0) -> list[str]:
    """The cards of a zone, of a pile the top card first."""
    held = state.z[made.program.slots.zone[zone] + (seat - 1 if seat else 0)]
    faces = made.deck.bag_faces(held) if isinstance(held, int) else reversed(held)
    return [made.deck.text(face) for face in faces]


# --- B-28: who gets a bought discard

SEATS = {1: "4C 9H QH", 2: "4D 9D", 3: "5D JD", 4: "7D KD"}  # A B C D


def after_the_discard() -> tuple[Engine, State]:
    """A has thrown QH; B leaves it and is about to draw."""
    made = engine(4)
    state = table(made, SEATS, step="discard", pile="2C", stock="3S 6S 8S")
    do(made, state, "discard QH")
    assert state.mover == 1 and legal(made, state) == ["take", "draw"]
    return made, state


def test_b28_the_nearest_to_the_turn_has_it_whoever_would_like_it_too() -> None:
    """C is asked before D; once C buys, D's wish is void, and then B draws as always."""
    made, state = after_the_discard()
    do(made, state, "draw")
    assert state.mover == 2 and legal(made, state) == ["buy", "decline"]
    do(made, state, "buy")
    assert sorted(cards(made, state, "hand", 3)) == sorted(["5D", "JD", "QH", "3S"])
    assert sorted(cards(made, state, "hand", 4)) == sorted(["7D", "KD"])
    assert sorted(cards(made, state, "hand", 2)) == sorted(["4D", "9D", "6S"])
    assert cards(made, state, "pile") == ["2C"]
    assert cards(made, state, "stock")[0] == "8S"
    assert state.mover == 1  # B goes on with the turn
    do(made, state, "discard 9D")
    assert state.mover == 2  # and C is next, buyer or not


def test_b28_further_away_has_it_only_if_the_nearer_declines() -> None:
    made, state = after_the_discard()
    do(made, state, "draw", "decline")
    assert state.mover == 3
    do(made, state, "buy")
    assert "QH" in cards(made, state, "hand", 4) and len(cards(made, state, "hand", 4)) == 4
    assert len(cards(made, state, "hand", 3)) == 2


def test_b28_the_player_in_turn_takes_it_without_a_further_card() -> None:
    made, state = after_the_discard()
    before = len(cards(made, state, "stock"))
    do(made, state, "take")
    assert sorted(cards(made, state, "hand", 2)) == sorted(["4D", "9D", "QH"])
    assert len(cards(made, state, "stock")) == before
    assert state.mover == 1


# --- B-10: a joker at the end that its player names

RUN = ("run 6H 7H 8H by 2", "run 2D 3D 4D by 1")


@pytest.mark.parametrize(
    ("place", "follows", "whole"),
    [("5H", True, "4H JOK(5H) 6H 7H 8H"), ("9H", False, "6H 7H 8H JOK(9H)")],
)
def test_b10_the_place_of_a_joker_is_part_of_the_action(
    place: str, follows: bool, whole: str
) -> None:
    made = engine()
    state = table(made, {1: "JOK 4H 2C", 2: "KS", 3: "KD"}, RUN, (1, 2))
    assert {"add JOK(5H) to m1", "add JOK(9H) to m1"} <= set(legal(made, state))
    with pytest.raises(AmbiguousAction):
        parse_action(made, state, "add JOK to m1")
    do(made, state, f"add JOK({place}) to m1")
    assert ("add 4H to m1" in legal(made, state)) == follows
    if follows:
        do(made, state, "add 4H to m1")
    assert made.deck.texts(state.table[0].display) == whole


# --- B-11: a card that fits twice

TWICE = ("set 7C 7D 7H by 2", "run 4S 5S 6S by 1")


def test_b11_without_a_target_the_request_names_those_there_are_and_changes_nothing() -> None:
    made = engine()
    state = table(made, {1: "7S 8S KD", 2: "KS", 3: "KC"}, TWICE, (1, 2))
    before = state.key()
    with pytest.raises(AmbiguousAction) as found:
        parse_action(made, state, "add 7S")
    told = " ".join(str(part) for part in (found.value, found.value.hint))
    assert "m1" in told and "m2" in told
    assert state.key() == before


def test_b11_the_two_targets_lead_to_different_tables() -> None:
    made = engine()
    state = table(made, {1: "7S 8S KD", 2: "KS", 3: "KC"}, TWICE, (1, 2))
    do(made, state, "add 7S to m2", "add 8S to m2")
    assert made.deck.texts(state.table[1].display) == "4S 5S 6S 7S 8S"
    state = table(made, {1: "7S 8S KD", 2: "KS", 3: "KC"}, TWICE, (1, 2))
    do(made, state, "add 7S to m1")
    with pytest.raises(ActionError):
        parse_action(made, state, "add 8S to m2")


# --- B-14: one card held, named twice


def test_b14_a_meld_takes_as_many_copies_as_are_held() -> None:
    """Two packs, twins allowed in sets: the meld itself would be legal."""
    made = engine(3, new_melds=True)
    melds = ("run 6H 7H 8H 9H by 1", "run 2D 3D 4D 5D by 1")
    state = table(made, {1: "7C 7D 9S 9C", 2: "KS", 3: "KC"}, melds, (1,))
    before = state.key()
    with pytest.raises(ActionError, match="7C"):
        parse_action(made, state, "meld set 7C 7C 7D")
    assert state.key() == before
    state = table(made, {1: "7C 7C 7D", 2: "KS", 3: "KC"}, melds, (1,))
    do(made, state, "meld set 7C 7C 7D")
    assert cards(made, state, "hand", 1) == []
    state = table(made, {1: "10H KS QS", 2: "KD", 3: "KC"}, melds, (1,))
    do(made, state, "add 10H to m1")
    with pytest.raises(ActionError):
        parse_action(made, state, "add 10H to m1")


# --- B-32: the card just taken, and its twin


@pytest.mark.parametrize(("hand", "may"), [("9S KC", False), ("QH KC", True)])
def test_b32_a_twin_held_before_may_go_the_card_taken_may_not(hand: str, may: bool) -> None:
    """The answer does not depend on where the cards lie in the hand."""
    made = engine(3, discard_taken=False)
    for order in (hand, " ".join(reversed(hand.split()))):
        state = table(made, {1: order, 2: "5S", 3: "6S"}, step="draw", pile="QH 2D")
        do(made, state, "take")
        assert ("discard QH" in legal(made, state)) == may
        assert "discard KC" in legal(made, state)


# --- B-18 and B-19: points that depend on the meld

POINTS = """\
rummy: 1
title: Thirty to Open
about: Melds count what their cards stand for; the first ones must be worth thirty.
players: 2

options:
  scores: {choices: [fives, pips], default: fives, about: What cards are worth.}

deck:
  packs: 2
  jokers: 2
  lines: {run: A 2 3 4 5 6 7 8 9 10 J Q K A}
  wilds:
    joker: {cards: joker}
  points:
    A: 15
    2..9: 5 if scores == fives else pips
    10 J Q K: 10

zones:
  stock: {pile: true, seen_by: nobody}
  hand: {of: player, seen_by: owner}

define:
  low_ace: 5 if scores == fives else 1
  worth: >-
    sum(points) - (15 - low_ace if any(rank == A) and any(rank == 2) else 0)

melds:
  set: {size: 3.., valid: same(rank) and any(natural), lay: worth}
  run:
    size: 3..13
    valid: same(suit) and sequence(rank) and any(natural)
    lay: worth

variables:
  opened: {of: player, start: false}

openings:
  first:
    needs: {any: 3}
    where: sum(points(m.cards) for m in laid) >= 30

turn:
  steps:
    lay:
      repeat:
        open: {when: not opened, open: first, do: {set: {opened: true}}}
        meld: {when: opened, lay: all}
    pass: {when: count(hand) > 0, move: hand, to: stock}

events:
  out: {when: count(hand) == 0, do: {end: round}}

score: {round: earned - points(hand)}

match: {first_dealer: {seat: 1}, over: rounds_played >= 1}
"""
POINTS_SPEC = load_text(POINTS, "thirty.yaml")


def opening(hand: str, scores: str) -> tuple[Engine, State]:
    """Seat 1 lays melds from this hand, which must be worth thirty to begin with."""
    made = Engine(bind(POINTS_SPEC, 2, {"scores": scores}))
    return made, table(made, {1: hand, 2: "9C"})


@pytest.mark.parametrize(
    ("meld", "met"),
    [
        ("set 10D 10C JOK(10S)", True),  # 30
        ("run 9H JOK(10H) JH", False),  # 9 + 10 + 10
        ("run 10H JOK(JH) QH", True),  # 30
        ("run 8C 9C 10C", False),  # 27
        ("run 9H 10H JOK(JH)", False),  # 29
    ],
)
def test_b19_a_joker_counts_as_the_card_that_it_stands_for(meld: str, met: bool) -> None:
    held = " ".join("JOK" if card.startswith("JOK") else card for card in meld.split()[1:])
    made, state = opening(f"{held} 3S", "pips")
    if not met and "open" not in legal(made, state):
        return
    do(made, state, "open")
    assert (f"open {meld}" in legal(made, state)) == met


@pytest.mark.parametrize(
    ("meld", "fives", "pips"),
    [("run AS 2S 3S", 15, 6), ("run QS KS AS", 35, 35), ("set AS AH AD", 45, 45)],
)
def test_b18_a_low_ace_counts_less_than_a_high_one(meld: str, fives: int, pips: int) -> None:
    """Laid after an opening, with an ace of clubs left in hand: 15 less."""
    for scores, expected in (("fives", fives), ("pips", pips)):
        made = Engine(bind(POINTS_SPEC, 2, {"scores": scores}))
        situation = Situation(step="lay")
        situation.zones["hand", 0] = made.deck.parse_many(meld.split(" ", 1)[1] + " AC 9H")
        situation.zones["hand", 1] = made.deck.parse_many("9C")
        situation.values["opened", 0] = 1
        state = set_up(made, situation)
        do(made, state, f"meld {meld}")
        assert state.earned[0] == expected
