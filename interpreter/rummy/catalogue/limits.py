"""Codes about limits: files that are larger or deeper than any game needs."""

from __future__ import annotations

from rummy.diagnostics import Entry

ENTRIES: tuple[Entry, ...] = (
    Entry(
        "L901",
        "file-too-large",
        "error",
        "The file is too large",
        "A spec may have 256 KiB. The longest known rules need a tenth of that.",
        "a file of 300 KiB",
        "a file of at most 256 KiB",
    ),
    Entry(
        "L902",
        "nested-too-deeply",
        "error",
        "Lists and mappings lie too deep in one another",
        "At most 32 levels of keys and lists may lie in one another. Deeper ones are mostly a "
        "bracket too many.",
        "valid: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]",
        "valid: same(rank)",
    ),
    Entry(
        "L903",
        "too-many-entries",
        "error",
        "The file has too many entries",
        "A spec may hold 20,000 keys, values and lists in all.",
        "a list of 20,001 cards",
        "lists with what the game needs",
    ),
    Entry(
        "L904",
        "text-too-long",
        "error",
        "A text is too long",
        "A single key or value may have 8 KiB. Put longer texts in several entries.",
        "about: a text of 9,000 characters",
        "about: One or two sentences.",
    ),
)
