"""Codes about scoring."""

from __future__ import annotations

from rummy.diagnostics import Entry

ENTRIES: tuple[Entry, ...] = (
    Entry(
        "C601",
        "points-not-counted",
        "warning",
        "Melds earn points that nothing counts",
        "Points for laying and adding are credited to `earned`, and only what `score.round` says "
        "comes into a player's total.",
        "score: {round: -points(hand)}",
        "score: {round: earned - points(hand)}",
    ),
    Entry(
        "C602",
        "nothing-earned",
        "note",
        "`earned` is counted, but no meld earns anything",
        "What a player gets at once is said by `lay` and `add` of the kinds of meld.",
        "melds: {set: {lay: 0}, run: {lay: 0}}",
        "melds: {set: {lay: 0}, run: {lay: 10}}",
    ),
    Entry(
        "C603",
        "card-points-not-used",
        "note",
        "Cards have points that nothing looks at",
        "`deck.points` says what cards are worth in a hand; `points(hand)`, `deadwood(hand)` or "
        "`points` of a card look at them.",
        "score: {round: earned}",
        "score: {round: earned - points(hand)}",
    ),
    Entry(
        "C604",
        "adding-not-possible",
        "note",
        "Points for adding cards that nobody can add",
        "Cards are added to melds on the table by a move with `lay_off`. There is none.",
        "melds: {run: {add: 5}, set: {add: 5}}\n"
        "turn: {steps: {play: {repeat: {add: {when: players > 4}}}}}",
        "melds: {run: {add: 5}, set: {add: 5}}",
    ),
    Entry(
        "C605",
        "card-without-points",
        "warning",
        "A card of the pack has no points",
        "Under `deck.points` some cards have points and others are not named: those count 0. Write "
        "0 if that is what the rules say.",
        "deck: {points: {J Q K: 10, A: 1, 2..10: pips}, jokers: 2}",
        "deck: {points: {J Q K: 10, A: 1, 2..10: pips, joker: 0}, jokers: 2}",
    ),
    Entry(
        "C606",
        "points-of-nothing",
        "warning",
        "Points are counted, but no card has any",
        "`points(hand)` and `deadwood(hand)` add up what `deck.points` says. It says nothing.",
        "deck: {}",
        "deck: {points: {A: 1, 2..10: pips, J Q K: 10}}",
    ),
)
