"""``rummy explain``: what a code of the catalogue means."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rummy.errors import UsageError
from rummy.terminal.writer import Piece

if TYPE_CHECKING:
    from rummy.diagnostics import Entry
    from rummy.terminal.writer import Screen, Writer


@click.command("explain")
@click.argument("words", nargs=-1, metavar="[CODE]")
@click.pass_obj
def command(screen: Screen, words: tuple[str, ...]) -> int:
    """Explain CODE (its number or its words); without it list all codes.

    \b
    Examples:
      rummy explain T301
      rummy explain unknown name
      rummy explain
    """
    from rummy.diagnostics import CATALOGUE
    from rummy.spelling import did_you_mean

    code = "-".join(" ".join(words).split())
    if not code:
        _list(sorted(CATALOGUE.values(), key=lambda entry: entry.code), screen.out)
        return 0
    by_slug = {entry.slug: entry for entry in CATALOGUE.values()}
    entry = CATALOGUE.get(code.upper()) or by_slug.get(code.lower())
    if entry is None:
        near = did_you_mean(code, [*CATALOGUE, *by_slug])
        raise UsageError(f"there is no code {code!r}; {near or 'see them all: rummy explain'}")
    _explain(entry, screen.out)
    return 0


def _list(entries: list[Entry], out: Writer) -> None:
    margin = max(len(entry.slug) for entry in entries) if out.width >= 80 else 0
    for entry in entries:
        head = f"{entry.code} {entry.slug:<{margin}} " if margin else f"{entry.code} "
        out.say(entry.title, indent=head, hang=" " * len(head))


def _explain(entry: Entry, out: Writer) -> None:
    style = {"error": "bad", "warning": "warn"}.get(entry.level, "head")
    out.say(Piece(f"{entry.level} {entry.code} {entry.slug}", style))
    out.say(Piece(entry.title, "head"))
    out.line()
    out.say(" ".join(entry.about.split()))
    for name, text in (("Wrong", entry.wrong), ("Right", entry.right)):
        out.line()
        out.line(Piece(f"{name}:", "head"))
        for line in text.splitlines():
            out.line("  ", line)
