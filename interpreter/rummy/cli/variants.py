"""``rummy variants``: the games that come with the package."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rummy.terminal.tables import columns, fits
from rummy.terminal.writer import Piece

if TYPE_CHECKING:
    from rummy.terminal.writer import Screen


@click.command("variants")
@click.option("--paths", is_flag=True, help="Also show where each file is.")
@click.pass_obj
def command(screen: Screen, paths: bool) -> int:
    """List the games that come with rummy: name, players, title.

    \b
    Examples:
      rummy variants
      rummy variants --paths
    """
    from rummy.errors import SpecError
    from rummy.spec.files import shipped, shown
    from rummy.spec.load import load

    out = screen.out
    rows = [["NAME", "PLAYERS", "TITLE"]]
    places = []
    for path in shipped():
        try:
            spec = load(path)
        except SpecError as error:
            screen.err.say(str(error))
            continue
        low, high = spec.players
        rows.append([path.stem, str(low) if low == high else f"{low}-{high}", spec.title])
        places.append(shown(path))
    if len(rows) == 1:
        out.say("no variants are shipped with this installation")
        return 0
    head, *lines = columns(rows, [True, True, True])
    narrow = not fits([head, *lines], out.width)
    if not narrow:
        out.line(Piece(head, "faint"))
    for line, row, place in zip(lines, rows[1:], places, strict=True):
        if narrow:
            out.say(f"{row[0]} ({row[1]} players): {row[2]}", hang="  ")
        else:
            out.line(line)
        if paths:
            out.line("  ", Piece(place, "faint"))
    return 0
