"""Conditions and numbers in words: each says what the expression says, and its contrary."""

from __future__ import annotations

import pytest
from rummy.sheet.marks import bare, spans
from rummy.sheet.names import condition, statement
from rummy.sheet.settled import Settled
from rummy.sheet.words import Words
from rummy.spec.load import load_text

GAME = """
rummy: 1
title: Small
players: 2..4
options:
  limit: {range: 1..100, default: 50}
  strict: {flag: true, default: true}
  mode: {choices: [calm, wild_one], default: calm}
deck:
  points: {A: 1, 2..10: pips, J Q K: 10}
  wilds: {two: {cards: rank == 2, natural: true}}
zones:
  stock: {pile: true, seen_by: nobody}
  pile: {pile: true, seen_by: all, about: The discard pile.}
  hand: {of: player, seen_by: owner}
  shown: {of: player, seen_by: all}
variables:
  opened: {of: player, start: false, about: The player has opened.}
  frozen: {start: false, about: The pile is frozen.}
  bought: {of: player, start: 0}
  held: {start: false, about: "The turn is over, and nothing follows."}
  mark: {of: player, start: false}
define:
  long_one: count(hand) > 3 and total > 5 and not frozen and bought < 2
  lowest: min(points(hand of p) for p in everyone)
  worth(m): sum(c.points for c in m.cards) + 3 * m.size + count(c in m.cards where c.wild)
melds:
  run: {size: 3..13, valid: same(suit) and sequence(rank)}
  set: {size: 3..4, valid: "%(valid)s", lay: size}
turn:
  steps:
    draw: {auto: {move: stock, to: hand}}
    play: {repeat: {meld: {lay: all}, add: {lay_off: "%(meld)s"}}}
    put: {move: hand, to: pile, cards: "%(card)s"}
events:
  e: {when: "%(when)s", do: {end: round}}
score: {round: "%(number)s"}
match: {over: round == 3}
"""
PARTS = {"valid": "true", "meld": "true", "card": "true", "when": "true", "number": "0"}


def words(**given: str) -> Words:
    """Words for a small game with these expressions in it."""
    return Words(Settled(load_text(GAME % {**PARTS, **given}, "small.yaml"), {}, None))


def said(text: str) -> tuple[str, str]:
    """A condition of an event in words, and its contrary."""
    known = words(when=text)
    clause = known.clause_of(known.spec.events[0].when)
    return bare(clause.yes), bare(clause.no)


@pytest.mark.parametrize(
    ("text", "yes", "no"),
    [
        ("count(hand) == 0", "the player's hand is empty", "the player's hand is not empty"),
        ("count(stock) < 2", "the stock has fewer than 2 cards", "the stock has at least 2 cards"),
        ("count(hand) == 1", "the player's hand has exactly 1 card", None),
        (
            "count(shown of left) > 0",
            "there are some of the shown cards of the left neighbour of the player",
            None,
        ),
        ("round >= 9", "it is round 9 or later", "it is round 8 or earlier"),
        ("round < 4", "it is round 3 or earlier", "it is round 4 or later"),
        ("round in 2..4", "it is one of the rounds 2 to 4", "it is none of the rounds 2 to 4"),
        (
            "total >= limit",
            "the player's total is at least 50",
            "the player's total is less than 50",
        ),
        (
            "limit <= total",
            "the player's total is at least 50",
            "the player's total is less than 50",
        ),
        (
            "any(total of p >= limit for p in everyone)",
            "some player's total is at least 50",
            "each player's total is less than 50",
        ),
        (
            "all(count(hand of p) > 1 for p in others)",
            "the hand of each other player has more than 1 card",
            "the hand of some other player has at most 1 card",
        ),
        (
            "any(mark of p for p in everyone)",
            "mark holds for some player",
            "mark holds for no player",
        ),
        (
            "all(mark of p for p in everyone)",
            "mark holds for each player",
            "mark holds for not every player",
        ),
        ("opened", "the player has opened", "opened does not hold"),
        ("opened of left", "the left neighbour of the player has opened", None),
        (
            "any(opened of p for p in others)",
            "some other player has opened",
            "no other player has opened",
        ),
        ("frozen", "the pile is frozen", "frozen does not hold"),
        ("held", "held holds", "held does not hold"),
        (
            "frozen and any(mark of p and count(hand of p) > 1 for p in others)",
            "the pile is frozen and (for at least one other player, mark holds for that player and "
            "that player's hand has more than 1 card)",
            None,
        ),
        (
            "any(rank == A for hand)",
            "at least one of the cards in the player's hand is an ace",
            "none of the cards in the player's hand is an ace",
        ),
        (
            "all(rank != A for hand)",
            "none of the cards in the player's hand is an ace",
            "at least one of the cards in the player's hand is an ace",
        ),
        (
            "all(wild for hand)",
            "each of the cards in the player's hand is wild",
            "at least one of the cards in the player's hand is not wild",
        ),
        (
            "count(hand where wild) >= 2",
            "at least 2 of the cards in the player's hand are wild",
            "fewer than 2 of the cards in the player's hand are wild",
        ),
        (
            "count(c in hand where c.rank in 3..5 and c.colour == red) <= 1",
            "at most 1 of the cards in the player's hand has one of the ranks 3–5 and is red",
            None,
        ),
        ("any(rank == 2 for top(pile))", "the top card of the discard pile is a 2", None),
        (
            "any(face == 7H for hand)",
            "at least one of the cards in the player's hand is the 7H",
            None,
        ),
        (
            "any(m.owner == me and m.size >= 7 for m in melds)",
            "at least one of the melds on the table belongs to the player and has at least 7 cards",
            None,
        ),
        (
            "any(fits(c) for c in hand)",
            "at least one of the cards in the player's hand fits on a meld on the table",
            None,
        ),
        ("me == dealer", "the player is the dealer", "the player is not the dealer"),
        (
            "points(hand) + total <= 75",
            "the points in the player's hand + the player's total are at most 75",
            "the points in the player's hand + the player's total are more than 75",
        ),
        (
            "points(hand) == lowest",
            "the points in the player's hand are the least of the points in each player's hand",
            None,
        ),
        ("strict and count(hand) == 0", "the player's hand is empty", None),
        ("mode == wild_one or count(hand) == 0", "the player's hand is empty", None),
        (
            "frozen and (opened or count(hand) == 0)",
            "the pile is frozen and (the player has opened or the player's hand is empty)",
            "frozen does not hold or (opened does not hold and the player's hand is not empty)",
        ),
        (
            "not (frozen and opened)",
            "frozen does not hold or opened does not hold",
            "the pile is frozen and the player has opened",
        ),
    ],
)
def test_a_condition_and_its_contrary(text: str, yes: str, no: str | None) -> None:
    told, contrary = said(text)
    assert told == yes
    if no is not None:
        assert contrary == no


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("not opened", "unless the player has opened"),
        ("opened and not frozen", "if the player has opened, unless the pile is frozen"),
        (
            "count(hand) > 0 and not (round == 9 and opened)",
            "if the player's hand is not empty, unless it is round 9 and the player has opened",
        ),
        ("not (opened and frozen)", "unless the player has opened and the pile is frozen"),
        ("frozen or not opened", "if the pile is frozen or opened does not hold"),
    ],
)
def test_what_can_only_be_denied_stands_behind_unless(text: str, told: str) -> None:
    known = words(when=text)
    assert bare(condition(known.clause_of(known.spec.events[0].when))) == told


def test_a_duty_with_a_condition_says_when_it_holds() -> None:
    known = words(when="not opened or points(hand) <= 75")
    told = bare(statement(known.clause_of(known.spec.events[0].when)))
    assert told == "if the player has opened, then the points in the player's hand are at most 75"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "sum(points(hand of p) for p in others)",
            "the sum of the points in the hand of each other player",
        ),
        (
            "10 * count(hand) - total",
            "10 × the number of cards in the player's hand – the player's total",
        ),
        ("10 * (count(hand) - 3)", "10 × (the number of cards in the player's hand – 3)"),
        (
            "(total - 1) - (earned - 2)",
            "the player's total – 1 – (the player's points earned in this round – 2)",
        ),
        (
            "2 * total if opened else total // 2",
            "2 × the player's total if the player has opened; otherwise the player's total ÷ 2, rounded down",
        ),
        ("min(75, points(hand))", "the least of 75 and the points in the player's hand"),
        (
            "-points(hand where not wild)",
            "–the points of the cards in the player's hand that are not wild",
        ),
        (
            "deadwood(hand)",
            "the least points that the cards in the player's hand leave outside melds",
        ),
        (
            "sum(points(hand of p) - lowest for p in everyone)",
            "the sum of (the points in that player's hand – (the least of the points in each player's hand)), "
            "one for each player",
        ),
        ("doubled(20, bought)", "20 doubled bought times"),
        ("limit - 8", "42"),
    ],
)
def test_a_number(text: str, told: str) -> None:
    known = words(number=text)
    assert bare(known.amount(known.spec.score.round)) == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "same(rank) and distinct(suit)",
            ["all cards are of one rank", "no two cards are of the same suit"],
        ),
        ("variety(suit) == 4", ["there are exactly 4 different suits"]),
        ("ranks == {3, 5, J}", ["its ranks are exactly 3, 5 and J"]),
        ("count(wild) <= 1", ["at most 1 card stands for another card"]),
        ("any(natural and rank != 2)", ["at least one card is in its own place and is not a 2"]),
        (
            "same(colour) and not same(suit)",
            ["all cards are of one colour", "the cards are of more than one suit"],
        ),
        (
            "distinct(suit) if size <= 3 else variety(suit) == 4",
            [
                "no two cards are of the same suit (if it has at most 3 cards) or there are exactly 4 "
                "different suits (if it has more than 3 cards)"
            ],
        ),
    ],
)
def test_what_makes_a_meld(text: str, told: list[str]) -> None:
    known = words(valid=text)
    clause = known.clause_of(known.settled.whole(known.spec.kinds[1].valid))
    assert [part.yes for part in (clause.parts or (clause,)) if clause.kind == "and"] or [
        clause.yes
    ] == told


def test_without_good_words_an_expression_is_shown_with_the_options_put_in() -> None:
    known = words(when="variety(rank for hand) % limit == product(n for n in 1..3)")
    told = known.clause_of(known.spec.events[0].when).yes
    codes = [span.text for span in spans(told) if span.kind == "code"]
    assert codes == ["variety(rank for hand) % 50 == product(n for n in 1..3)"]


def test_a_long_definition_stays_a_name_and_is_explained() -> None:
    known = words(when="long_one and count(stock) == 0")
    assert (
        bare(known.clause_of(known.spec.events[0].when).yes)
        == "long one holds and the stock is empty"
    )
    _, meaning = known.settled.definitions["long_one"]
    told = bare(known.clause_of(meaning).yes)
    assert told == (
        "the player's hand has more than 3 cards, the player's total is more than 5, "
        "frozen does not hold and bought is less than 2"
    )
    assert "long_one" in known.used


def test_a_long_definition_of_another_player_is_told_of_that_player() -> None:
    known = words(when="any(long_one of p for p in others)")
    assert (
        bare(known.clause_of(known.spec.events[0].when).yes)
        == "long one holds for some other player"
    )
    _, meaning = known.settled.definitions["long_one"]
    assert "the player's hand has more than 3 cards" in bare(known.clause_of(meaning).yes)


def test_a_definition_that_is_given_a_meld_is_told_of_that_meld() -> None:
    known = words(number="sum(worth(m) for m in melds where m.owner == me)")
    told = bare(known.amount(known.spec.score.round))
    assert told == (
        "the sum of worth of that meld, one for each of the melds on the table that belong to the player"
    )


def test_very_long_conditions_are_not_told_in_words() -> None:
    known = words(when=" or ".join(f"(total == {n} and earned == {n + 1})" for n in range(40)))
    told = known.clause_of(known.spec.events[0].when).yes
    assert spans(told)[0].kind == "code"
    assert len(told) < 500
