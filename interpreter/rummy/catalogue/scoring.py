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
)
