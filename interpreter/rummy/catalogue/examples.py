"""Codes about examples."""

from __future__ import annotations

from rummy.diagnostics import Entry

ENTRIES: tuple[Entry, ...] = (
    Entry(
        "X702",
        "no-card",
        "error",
        "A text that is no card of this deck",
        "Cards are written rank first, with spaces between: 7H 10S QC, JOK, JOK(7H).",
        "accepts: {pair: [8H 8X]}",
        "accepts: {pair: [8H 8C]}",
    ),
    Entry(
        "X703",
        "no-seat",
        "error",
        "A seat or number of players that this game does not have",
        "Seats count from 1. Zones and variables of players are given by seat, those of the table "
        "once.",
        "given: {hand: {7: 8H 8C}}",
        "given: {hand: {1: 8H 8C}}",
    ),
    Entry(
        "X704",
        "no-such-value",
        "error",
        "A value that the option or variable does not have",
        "An example may set options and variables of the spec, to values that they allow.",
        "options: {aces: never}",
        "options: {aces: by_choice}",
    ),
    Entry(
        "X705",
        "bad-table-meld",
        "error",
        "A meld on the table that cannot be read",
        "A meld is given by its kind, its cards and the seat of its owner.",
        "given: {melds: [9H 9D]}",
        "given: {melds: [pair 9H 9D by 1]}",
    ),
    Entry(
        "X706",
        "claims-nothing",
        "error",
        "An example that claims nothing",
        "An example says what comes out: what is accepted or refused, what is legal, what holds.",
        "a pair: {about: Two of a rank.}",
        "a pair: {accepts: {pair: [8H 8C]}}",
    ),
    Entry(
        "X707",
        "meld-without-example",
        "warning",
        "A kind of meld without an accepted and a refused example",
        "A condition can read well and still let the wrong cards through. One meld that is right "
        "and one that is just wrong, for each kind, show what is meant; `rummy test` tries them.",
        "examples:\n  runs: {accepts: {run: 3H 4H 5H}}",
        "examples:\n  runs: {accepts: {run: 3H 4H 5H}, refuses: {run: [3H 4H, 3H 4S 5H]}}",
    ),
    Entry(
        "X708",
        "unreadable-claim",
        "error",
        "A claim of an example that cannot be read",
        "Of a hand can be said which melds it makes (`melds set 7H 7D 7C / run 4S 5S 6S`), what "
        "they leave (`leaves KC`, `leaves 10`, `leaves nothing`), what it counts (`counts 25`), "
        "and whether it can open (`opens`, `opens not`). A match is told by `totals` or by "
        "`scores`, not by both.",
        "hands: {7H 7D 7C KC: is good}",
        "hands: {7H 7D 7C KC: leaves KC}",
    ),
)
