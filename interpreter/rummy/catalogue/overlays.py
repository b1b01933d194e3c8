"""Codes about files that change other files."""

from __future__ import annotations

from rummy.diagnostics import Entry

ENTRIES: tuple[Entry, ...] = (
    Entry(
        "V801",
        "no-such-base",
        "error",
        "There is no base of this name",
        "`extends` names a file beside this one, with or without `.yaml`, or a shipped variant "
        "(`rummy variants` lists them). Nothing is looked for anywhere else.",
        "extends: icebergg",
        "extends: iceberg",
    ),
    Entry(
        "V802",
        "base-elsewhere",
        "error",
        "A base outside the folder of its overlay",
        "A base is a file beside its overlay or a shipped variant. Paths, links that lead out of "
        "the folder and addresses are refused: a file of rules reads nothing else on the machine, "
        "and nothing is ever fetched.",
        "extends: ../games/iceberg.yaml",
        "extends: iceberg",
    ),
    Entry(
        "V803",
        "circle-of-bases",
        "error",
        "Files that change each other in a circle",
        "A chain of overlays ends with a whole game, a file without `extends`.",
        "extends: game",
        "extends: iceberg",
    ),
    Entry(
        "V804",
        "base-cannot-be-read",
        "error",
        "The base has errors of its own",
        "What an overlay changes is known only once its base can be read. What is wrong there is "
        "told with its place in that file.",
        "extends: a file whose YAML is broken",
        "extends: iceberg",
    ),
    Entry(
        "V805",
        "other-base",
        "error",
        "An overlay on another game",
        "Files given with `--with` change the game that they are combined with: their chain of "
        "`extends` ends with the same whole game, letter by letter. Names and places of another "
        "one would mean something else.",
        "extends: international",
        "extends: iceberg",
    ),
    Entry(
        "V806",
        "overlays-clash",
        "error",
        "Two overlays that do not go together",
        "Overlays that know nothing of each other must not change the same place in two ways, and "
        "none may take away what another one changes. Otherwise their order would decide "
        "unseen. Take one of them, or let one extend the other: then it knows what it changes.",
        "match: {over: rounds_played >= 3}",
        "match: {ties: shared}",
    ),
    Entry(
        "V807",
        "nothing-to-change",
        "error",
        "A change of an entry that the base does not have",
        "An entry that the base has is changed key by key. A new one needs all that such an "
        "entry needs. Mostly the name is misspelt.",
        "melds: {piar: {lay: 20}}",
        "melds: {pair: {lay: 20}}",
    ),
    Entry(
        "V808",
        "nothing-to-remove",
        "error",
        "There is nothing to take away",
        "`remove` names keys of the base by the way that leads there, with points between. A "
        "misspelt one would leave in force what was meant to go.",
        "remove: melds.piar",
        "remove: options.ace_value",
    ),
    Entry(
        "V809",
        "needed-key-removed",
        "error",
        "A key is taken away that has no default",
        "Some keys no game can do without. They can be changed, but not taken away.",
        "remove: match.over",
        "remove: match.ties",
    ),
    Entry(
        "V810",
        "no-base-here",
        "error",
        "The word `base` has nothing to stand for",
        "In an overlay `base` is the expression that the base has at the same place, in brackets. "
        "Where the base says nothing, or something that is no single expression, there is none.",
        "turn: {steps: {draw: {when: base and count(hand) < 9}}}",
        "turn: {steps: {pass: {when: base and count(hand) < 9}}}",
    ),
    Entry(
        "V811",
        "no-such-spot",
        "error",
        "A new entry that cannot be put where it is to stand",
        "`before` or `after` names an entry of the same list of entries. Only a new entry has "
        "such a place; one of the base stays where it is.",
        "events: {late: {after: outt, when: count(hand) > 99, do: {end: round}}}",
        "events: {late: {after: out, when: count(hand) > 99, do: {end: round}}}",
    ),
    Entry(
        "V812",
        "same-as-base",
        "warning",
        "An overlay says what the base says already",
        "This changes nothing. Mostly the base has been changed since, or another value was meant.",
        "options: {aces: {default: forced}}",
        "options: {aces: {default: by_choice}}",
    ),
    Entry(
        "V813",
        "changes-nothing",
        "warning",
        "An overlay that changes no rule",
        "A file with `extends` says what is different. This one leaves everything as it is.",
        "title: The same again",
        "options: {aces: {default: by_choice}}",
    ),
    Entry(
        "L931",
        "too-many-files",
        "error",
        "Too many files for one game",
        "A chain of overlays may have 8 files, a game 16 files and 1 MiB in all.",
        "a chain of nine files, each of which extends the next",
        "one file with what they change together",
    ),
)
