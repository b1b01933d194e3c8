"""Codes about what happened in games that lint let bots play (`rummy lint --play`)."""

from __future__ import annotations

from rummy.diagnostics import Entry

ENTRIES: tuple[Entry, ...] = (
    Entry(
        "G001",
        "never-used",
        "note",
        "Nothing of this kind happened in any game",
        "In games that bots played a meld was never laid, a move never chosen, an event never "
        "happened, an automatic step never changed anything, a duty always held anyway, or a line "
        "of the count was always nothing. Bots do not try everything; but a rule that no game "
        "needs is often one that cannot come about, and an example shows that it can.",
        "events: {rare: {at: turn_end, when: count(stock) == 60, do: {shuffle: stock}}}",
        "events: {rare: {at: turn_end, when: count(stock) == 20, do: {shuffle: stock}}}",
    ),
    Entry(
        "G002",
        "option-never-used",
        "note",
        "An option that made no difference in any game",
        "Bots played with other values than at first, and nothing that asks for the option was "
        "used with any of them. Mostly the rule that asks for it comes about too seldom to be "
        "worth an option.",
        "options: {rare: {flag: true, default: false}}\n"
        "events: {mix: {at: turn_end, when: rare and count(stock) == 60, do: {shuffle: stock}}}",
        "options: {rare: {flag: true, default: false}}\n"
        "events: {mix: {at: turn_end, when: rare and count(stock) == 20, do: {shuffle: stock}}}",
    ),
    Entry(
        "G003",
        "ended-by-limit",
        "warning",
        "Rounds or matches that only a limit ended",
        "No rule of the file ended them: the players went on until each had had as many turns, or "
        "had played as many rounds, as `limits` allows. People would sit there for ever. Where the "
        "limit is part of the rules the file says so under `limits`, and this is a note.",
        "events: {no_stock: {at: turn_end, when: count(stock) == 60, do: {end: round}}}",
        "events: {no_stock: {at: turn_end, when: count(stock) == 0, do: {end: round}}}",
    ),
)
