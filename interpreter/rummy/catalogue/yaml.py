"""Codes about the YAML of a file, before it is looked at as rules of a game."""

from __future__ import annotations

from rummy.diagnostics import Entry

FILE: tuple[Entry, ...] = (
    Entry(
        "Y001",
        "not-utf8",
        "error",
        "The file is not UTF-8 text",
        "Specs are read as UTF-8, whatever the machine's own encoding is; a byte-order mark is "
        "allowed. Save the file as UTF-8 in your editor.",
        "a file saved as UTF-16 or Latin-1",
        "the same file saved as UTF-8",
    ),
    Entry(
        "Y003",
        "not-text",
        "error",
        "The file holds characters that no text has",
        "Control characters, NUL, surrogates and a byte-order mark inside the text are refused. "
        "Many of them together mean that the file is no text at all.",
        "an image named iceberg.yaml",
        "a text file",
    ),
    Entry(
        "Y004",
        "odd-line-break",
        "error",
        "A line break that editors and YAML count differently",
        "U+0085, U+2028, U+2029 and a carriage return alone break lines for some programs only, so "
        "that line numbers would not agree. Lines end in LF or CR LF.",
        "title: Iceberg<U+2028>Rummy",
        "title: Iceberg Rummy",
    ),
    Entry(
        "Y005",
        "empty-file",
        "error",
        "The file holds nothing",
        "The file is empty or has comments only. A spec begins with `rummy: 1`.",
        "# my game",
        "rummy: 1\ntitle: My game",
    ),
    Entry(
        "Y006",
        "not-a-mapping",
        "error",
        "The file is no list of keys with values",
        "A spec is a mapping: each line at the left edge is a key with a value.",
        "- rummy\n- title",
        "rummy: 1\ntitle: My game",
    ),
    Entry(
        "Y007",
        "several-documents",
        "error",
        "The file holds several documents",
        "A line of `---` begins another document. One file is one spec.",
        "rummy: 1\n---\nrummy: 1",
        "rummy: 1",
    ),
    Entry(
        "Y008",
        "directive",
        "error",
        "YAML directives are not used",
        "A line that begins with % would change how the rest is read.",
        "%YAML 1.1\n---\nrummy: 1",
        "rummy: 1",
    ),
)

FORM: tuple[Entry, ...] = (
    Entry(
        "Y010",
        "alias",
        "error",
        "Anchors and aliases are not used",
        "`&name` and `*name` would make one entry appear at several places. Write a definition "
        "under `define`. An expression that begins with & or * needs quotes.",
        "valid: *wild",
        "valid: 'count(wild) >= 2'",
    ),
    Entry(
        "Y011",
        "tag",
        "error",
        "Tags are not used",
        "`!name` before a value is a YAML tag. In expressions, `not` is written as a word.",
        "valid: !has_joker",
        "valid: not has_joker",
    ),
    Entry(
        "Y012",
        "merge-key",
        "error",
        "Merge keys are not used",
        "`<<` would merge another mapping into this one, by rules that few people know.",
        "run: {<<: *base, size: 3..}",
        "run: {size: 3.., valid: same(suit)}",
    ),
    Entry(
        "Y013",
        "duplicate-key",
        "error",
        "The same key stands twice",
        "A key may stand once in its mapping. Otherwise one of the two would be lost.",
        "pair: {size: 2, size: 3}",
        "pair: {size: 2..3}",
    ),
    Entry(
        "Y014",
        "key-not-a-word",
        "error",
        "A key must be a word",
        "A list or mapping stands where a key is expected, or the key is missing.",
        "? [a, b]\n: 1",
        "a: 1\nb: 1",
    ),
    Entry(
        "Y015",
        "tab",
        "error",
        "A tab stands where YAML wants spaces",
        "Lines are indented with spaces, and values are set apart from keys by spaces.",
        "melds:\n\tpair:",
        "melds:\n  pair:",
    ),
    Entry(
        "Y016",
        "yaml-syntax",
        "error",
        "This is not YAML",
        "The line cannot be read. Mostly its indentation differs from that of its neighbours, a "
        "bracket or quote is not closed, or a colon is missing.",
        "deck:\n   packs: 1\n  jokers: 0",
        "deck:\n  packs: 1\n  jokers: 0",
    ),
    Entry(
        "Y017",
        "needs-quotes",
        "error",
        "This value needs quotes",
        "A value that begins with one of { [ \" ' > | ! & * % @ or holds `: ` means something "
        "else in YAML. In quotes it is an expression again.",
        "valid: all(c: c.rank)",
        "valid: 'all(c: c.rank)'",
    ),
    Entry(
        "Y018",
        "bad-escape",
        "error",
        "A backslash in double quotes that means nothing",
        "In double quotes a backslash begins an escape such as \\n. In single quotes it is an "
        "ordinary character. Escapes for control characters and surrogates are refused.",
        'title: "a\\qb"',
        "title: 'a\\qb'",
    ),
)

WORDS: tuple[Entry, ...] = (
    Entry(
        "Y030",
        "not-a-whole-number",
        "error",
        "A whole number is expected",
        "Numbers are written with digits only, without leading zeros, points, exponents, colons or "
        "underlines: in YAML 010 would be eight and 1:30 ninety.",
        "deal: 010",
        "deal: 10",
    ),
    Entry(
        "Y031",
        "not-true-or-false",
        "error",
        "`true` or `false` is expected",
        "Only these two words are truth values. yes, no, on and off are words like any other.",
        "pile: yes",
        "pile: true",
    ),
    Entry(
        "Y032",
        "no-such-word",
        "error",
        "None of the words that are possible here",
        "The value must be one of a few words.",
        "seen_by: onwer",
        "seen_by: owner",
    ),
    Entry(
        "Y033",
        "text-expected",
        "error",
        "A text that YAML reads as something else",
        "Some programs read the value as a number, a date or nothing, and 1.10 then becomes 1.1. "
        "In quotes it is the text as written.",
        "version: 1.10",
        'version: "1.10"',
    ),
    Entry(
        "Y034",
        "value-missing",
        "error",
        "A value is missing",
        "The key has no value, or null. Leave the key out if it is not wanted.",
        "title:",
        "title: My game",
    ),
    Entry(
        "Y035",
        "single-value-expected",
        "error",
        "A list or mapping stands where a single value is expected",
        "In YAML [ ] makes a list and { } a mapping, and `a: b` inside a value makes a mapping too. "
        "An expression that holds them needs quotes.",
        "valid: {a}",
        "valid: 'ranks == {A}'",
    ),
    Entry(
        "Y036",
        "number-out-of-bounds",
        "error",
        "The number is too small or too large",
        "The message names the bounds.",
        "players: 0",
        "players: 2",
    ),
    Entry(
        "Y037",
        "bad-range",
        "error",
        "A number or a range of numbers is expected",
        "A range is written `2..5`, with the smaller number first.",
        "players: 2-5",
        "players: 2..5",
    ),
    Entry(
        "Y038",
        "bad-names",
        "error",
        "A list of words is expected",
        "Words stand in one line with spaces between them, or in a list.",
        "ranks: {A: 1}",
        "ranks: A 2 3 4 5 6 7 8 9 10 J Q K",
    ),
    Entry(
        "Y039",
        "word-wants-quotes",
        "warning",
        "A word that other programs read as something else",
        "Without quotes, yes, no, on and off are truth values to many programs, and 1.5 or 1:30 "
        "are numbers. Quotes make it the same word everywhere.",
        "choices: [yes, no]",
        'choices: ["yes", "no"]',
    ),
)

ENTRIES: tuple[Entry, ...] = FILE + FORM + WORDS
