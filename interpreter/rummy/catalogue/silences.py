"""Codes about findings that are silenced at their place: `# rummy: allow CODE reason`."""

from __future__ import annotations

from rummy.diagnostics import Entry

ENTRIES: tuple[Entry, ...] = (
    Entry(
        "A001",
        "silence-without-reason",
        "warning",
        "A finding is silenced without a reason",
        "Whoever reads the file later must know why the finding does not matter here. The reason "
        "stands behind the code, on the same line.",
        "define:\n  odd: count(hand) == 1  # rummy: allow S122",
        "define:\n  odd: count(hand) == 1  # rummy: allow S122 house rules use it",
    ),
    Entry(
        "A002",
        "unused-silence",
        "warning",
        "Nothing is there that this silence is for",
        "The finding has gone, or it stands in another line. A silence speaks of the line that it "
        "ends, or alone on a line of the one directly below. Left behind it would hide what is "
        "found there one day.",
        "# rummy: allow S122 house rules use it\nabout: A game for three.",
        "about: A game for three.",
    ),
    Entry(
        "A003",
        "silence-not-possible",
        "warning",
        "This cannot be silenced",
        "An error says that the file cannot be played as it is, a limit (L) that it is larger than "
        "any game; neither goes away by not being told. The same holds for what is found about "
        "silences.",
        "zones: {cards: {of: nobody}}  # rummy: allow Y032 it is not my word",
        "zones: {cards: {of: table}}",
    ),
    Entry(
        "A004",
        "silence-of-unknown-code",
        "warning",
        "A silence names no code that there is",
        "Each code is named in full, by its number or its words, several with commas between them. "
        "Beginnings such as M4 are for `--ignore` only.",
        "define:\n  # rummy: allow S1222 house rules use it\n  odd: count(hand) == 1",
        "define:\n  # rummy: allow S122 house rules use it\n  odd: count(hand) == 1",
    ),
    Entry(
        "A005",
        "not-a-silence",
        "warning",
        "A comment that looks like a silence and is none",
        "A finding is silenced by the word `allow` and nothing else.",
        "define:\n  odd: count(hand) == 1  # rummy: ignore S122 house rules use it",
        "define:\n  odd: count(hand) == 1  # rummy: allow S122 house rules use it",
    ),
)
