"""The page of all codes: ``python -m rummy.catalogue.page docs/lint-codes.md``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from rummy.diagnostics import CATALOGUE, Entry

AREAS = {
    "Y": "YAML: how the file is written",
    "S": "Shape: keys, names and what they refer to",
    "O": "Options",
    "T": "Expressions: names and types",
    "M": "Melds and the cards that they are made of",
    "P": "Play: the deal, the turn, the end",
    "C": "Counting",
    "X": "Examples",
    "V": "Overlays",
    "A": "Findings that are silenced at a place",
    "G": "Games that were played: `rummy lint --play N`",
    "L": "Limits",
}
"""What the letters of codes stand for, in the order of the page."""

INTRODUCTION = """\
# What lint can find

Every finding of [`rummy lint`](commands/lint.md) has a code that stays the same and a
name in words. `rummy explain CODE` shows what stands here. This page is made from the
same catalogue by `python -m rummy.catalogue.page docs/lint-codes.md`, and a test lints
the samples: each wrong one gives its code, each right one does not.

- An **error**: the file cannot be played.
- A **warning**: it can be played, but hardly means what it says. `--strict` counts it.
- A **note**: something that is better said than left to be guessed.

Lint looks in stages: how the file is written, its shape, names and types, the flow of
play, the cards, the examples. A fault hides only what hangs on it: the rest of the file
is judged all the same. Examples are read but not carried out; that is `rummy test`.
"""


def page() -> str:
    """All codes by their areas, each with what it means and two samples, as Markdown."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield INTRODUCTION
    for letter, title in AREAS.items():
        entries = sorted(
            (entry for entry in CATALOGUE.values() if entry.code[0] == letter),
            key=lambda entry: entry.code,
        )
        yield f"## {title}\n"
        yield "| code | level | what is found |\n| --- | --- | --- |"
        for entry in entries:
            link = f"[{entry.code}](#{entry.code.lower()}-{entry.slug})"
            yield f"| {link} | {entry.level} | {_cell(entry.title)} |"
        yield ""
        for entry in entries:
            yield from _entry(entry)


def _entry(entry: Entry) -> Iterator[str]:
    yield f"### {entry.code} {entry.slug}\n"
    yield f"**{entry.level.capitalize()}.** {entry.title}.\n"
    yield " ".join(entry.about.split()) + "\n"
    for name, sample in (("Wrong", entry.wrong), ("Right", entry.right)):
        yield f"{name}:\n\n```text\n{_plain(sample)}\n```\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _plain(text: str) -> str:
    """A sample without characters that a page cannot show."""
    return "".join(
        letter if letter.isprintable() or letter == "\n" else f"<U+{ord(letter):04X}>"
        for letter in text.rstrip("\n")
    )


def main(paths: list[str]) -> None:
    """Write the page anew to each of these files."""
    for path in paths:
        Path(path).write_text(page(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
