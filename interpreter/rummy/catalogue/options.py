"""Codes about options."""

from __future__ import annotations

from rummy.diagnostics import Entry

ENTRIES: tuple[Entry, ...] = (
    Entry(
        "O201",
        "bad-default",
        "error",
        "The default is no value of the option",
        "What holds if nobody says anything must be one of the choices, or a number in the range.",
        "target: {range: 100..1000, default: 50}",
        "target: {range: 100..1000, default: 500}",
    ),
    Entry(
        "O202",
        "name-outside-range",
        "error",
        "A named number outside the range",
        "`names` gives words to numbers of the range.",
        "rounds_at_most: {range: 1..100, names: {none: 0}, default: none}",
        "rounds_at_most: {range: 0..100, names: {none: 0}, default: none}",
    ),
    Entry(
        "O203",
        "bad-flag",
        "error",
        "`flag` has no other value than true",
        "`flag: true` says that the option is a yes or no; its value at first is `default`.",
        "quick: {flag: false}",
        "quick: {flag: true, default: false}",
    ),
    Entry(
        "O204",
        "bad-choices",
        "error",
        "Words that cannot be chosen from",
        "An option of words has at least two, each once, written like names.",
        "aces: {choices: [low], default: low}",
        "aces: {choices: [low, high], default: low}",
    ),
    Entry(
        "O205",
        "option-not-read",
        "warning",
        "No rule looks at an option",
        "An option changes the rules where its name stands in an expression. This one stands in "
        "none.",
        "options: {quick: {flag: true, default: false}}",
        "options: {quick: {flag: true, default: false}}\n"
        "setup: {deal: {auto: {deal: 5 if quick else 7}}}",
    ),
    Entry(
        "O206",
        "option-without-effect",
        "warning",
        "Values of an option that come to the same",
        "With these values all rules say the same. Mostly one of them was forgotten in a "
        "condition.",
        "options: {dealt: {choices: [few, some, many], default: few}}\n"
        "setup: {deal: {auto: {deal: 10 if dealt == many else 7}}}",
        "options: {dealt: {choices: [few, many], default: few}}\n"
        "setup: {deal: {auto: {deal: 10 if dealt == many else 7}}}",
    ),
)
