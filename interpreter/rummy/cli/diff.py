"""``rummy diff``: what is different from one game to another."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rummy.cli.sources import read_source, read_sources, with_overlays
from rummy.errors import UsageError
from rummy.terminal.writer import Piece

if TYPE_CHECKING:
    from rummy.diagnostics import Span
    from rummy.differ import Difference
    from rummy.differ.difference import Game
    from rummy.spec.files import File
    from rummy.terminal.writer import Screen, Writer

_STYLES = {"-": "bad", "+": "good", "@": "faint"}


@click.command("diff")
@click.argument("one", metavar="A")
@click.argument("other", metavar="[B]", required=False)
@with_overlays
@click.option(
    "--format", "form", type=click.Choice(("text", "json")), default="text", help="How it is told."
)
@click.pass_obj
def command(
    screen: Screen, one: str, other: str | None, overlays: tuple[str, ...], form: str
) -> int:
    """Tell what is different from the game A to the game B.

    Without B it is what the overlays of --with change in A; without these too,
    what the overlay A changes in its base.

    Exit code 0 if both have the same rules, 1 if not (or one of them has errors),
    2 if a file cannot be read.

    \b
    Examples:
      rummy diff iceberg my-iceberg.yaml
      rummy diff my-iceberg.yaml
      rummy diff gin --with knock-with-five.yaml
      rummy diff gin straight_gin --format json
    """
    from rummy.differ import difference

    first, second, names = _games(one, other, overlays)
    found = difference(first, second)
    if form == "json":
        screen.out.raw(json.dumps(_facts(found, names)) + "\n")
    else:
        _tell(screen.out, found, names)
    return 0 if found.same else 1


def _games(
    one: str, other: str | None, overlays: tuple[str, ...]
) -> tuple[Game, Game, tuple[str, str]]:
    """The two games, and what they are called."""
    if other is None and not overlays:
        base = _base(one)
        return (base, ()), (read_source(one).file, ()), (Path(base.name).name, one)
    if [one, other, *overlays].count("-") > 1:
        raise UsageError("standard input can be read once only")
    source, *over = read_sources(other or one, overlays)
    second = (source.file, tuple(file.file for file in over))
    first = source if other is None else read_source(one)
    name = " + ".join([other or one, *overlays])
    return (first.file, ()), second, (one, name)


def _base(argument: str) -> File:
    """The file that an overlay stands on."""
    from rummy.errors import SpecError
    from rummy.spec.combine import combine

    file = read_source(argument).file
    combined = combine(file)
    if combined.node is None:
        raise SpecError(file.name, list(combined.found))
    if len(combined.layers) < 2:
        raise UsageError(f"{argument} is no overlay; name the game to hold it against")
    return combined.layers[-2].file


# --- for people -----------------------------------------------------------------------


def _tell(out: Writer, found: Difference, names: tuple[str, str]) -> None:
    from rummy.differ.phrases import phrase

    out.say(Piece(names[0], "head"), " -> ", Piece(names[1], "head"), hang="  ")
    if found.same:
        out.say("The rules are the same.")
    else:
        count = len(found.rules)
        out.line()
        out.line(Piece(f"{count} change{'' if count == 1 else 's'} of rules", "head"))
        for change in found.rules:
            span = change.now_at or change.was_at
            place = Piece(f" ({_place(span)})", "faint") if span is not None else ""
            out.say(phrase(change), place, indent="  ", hang="    ")
    if found.words:
        out.line()
        out.line(Piece("As the rule sheet tells it", "head"))
        section = ""
        for told in found.words:
            if told.section != section:
                section = told.section
                out.say(f"{section}:", indent="  ")
            for mark, lines in (("-", told.was), ("+", told.now)):
                for line in lines:
                    out.say(Piece(line, _STYLES[mark]), indent=f"    {mark} ", hang="      ")
    if found.texts:
        out.line()
        out.say(f"Also different, and no rules: {', '.join(found.texts)}.", hang="  ")
    if found.lines:
        out.line()
        out.line(Piece("In lines", "head"))
        out.line(Piece(f"--- {names[0]}", "bad"))
        out.line(Piece(f"+++ {names[1]}", "good"))
        _lines(out, found)


def _lines(out: Writer, found: Difference) -> None:
    """The lines, those that are different with their origins behind them."""
    for row in found.lines:
        text = row.text if row.mark == "@" else f"{row.mark}{row.text}"
        note = f"# {row.origin}" if row.origin and row.mark in "-+" else ""
        room = out.width - len(note)
        if note and len(text) + 2 <= room:
            text = f"{text:<{room}}{note}"
        out.line(Piece(text, _STYLES.get(row.mark, "")))


def _place(span: Span) -> str:
    return f"{Path(span.file).name}:{span.line}"


# --- for programs ---------------------------------------------------------------------


def _facts(found: Difference, names: tuple[str, str]) -> dict[str, object]:
    from rummy.differ.phrases import phrase

    return {
        "version": 1,
        "a": {"name": names[0], "title": found.titles[0]},
        "b": {"name": names[1], "title": found.titles[1]},
        "same_rules": found.same,
        "rules": [
            {
                "key": change.key,
                "what": change.what,
                "was": change.was or None,
                "now": change.now or None,
                "was_at": _spot(change.was_at),
                "now_at": _spot(change.now_at),
                "words": phrase(change),
            }
            for change in found.rules
        ],
        "texts": found.texts,
        "sheet": [
            {"section": told.section, "was": list(told.was), "now": list(told.now)}
            for told in found.words
        ],
        "lines": [
            {"mark": row.mark, "text": row.text, "origin": row.origin} for row in found.lines
        ],
    }


def _spot(span: Span | None) -> dict[str, object] | None:
    if span is None:
        return None
    return {"file": span.file, "line": span.line, "column": span.column}
