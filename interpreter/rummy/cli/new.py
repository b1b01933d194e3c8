"""``rummy new``: a file to start from, sound as it is written."""

from __future__ import annotations

import os
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rummy.cli.sources import read_source
from rummy.errors import UsageError
from rummy.terminal.writer import Piece

if TYPE_CHECKING:
    from rummy.terminal.writer import Screen


@click.command("new")
@click.argument("name", metavar="NAME")
@click.option("--from", "base", metavar="SPEC", help="A house rule upon this game.")
@click.option("--force", is_flag=True, help="Write over a file that is there.")
@click.pass_obj
def command(screen: Screen, name: str, base: str | None, force: bool) -> int:
    """Write NAME.yaml: a small whole game, or with --from a house rule upon a game.

    It is sound as it is written; comments in it say which lines to change. Exit
    code 1 if the base has errors, 2 if the file is there already, NAME is no
    name of a file, or there is no such base.

    \b
    Examples:
      rummy new my-rummy --from iceberg
      rummy new my-game
    """
    from rummy.starts.names import new_path

    path = new_path(name)
    if path.exists() and not force:
        raise UsageError(f"{path} is there already; --force writes over it")
    text = _text(path, base)
    _write(path, text, force)
    _tell(screen, path, base)
    return 0


def _text(path: Path, base: str | None) -> str:
    """What the new file says."""
    if base is None:
        from rummy.starts.whole import whole_game

        return whole_game(path)
    from rummy.starts.overlay import house_rule

    source = read_source(base)
    if source.path is None:
        raise UsageError("a house rule names its base by a file, not by the standard input")
    if path.exists() and path.samefile(source.path):
        raise UsageError(f"{path} cannot be its own base; give the new file another name")
    return house_rule(path, source.file)


def _write(path: Path, text: str, force: bool) -> None:
    """Write the file; without ``force`` never over one that has come meanwhile."""
    try:
        with path.open("w" if force else "x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        raise UsageError(f"{path} is there already; --force writes over it") from None
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}") from None


def _tell(screen: Screen, path: Path, base: str | None) -> None:
    """What was written and what to do next."""
    shown = shlex.quote(os.fspath(path))
    what = f"a house rule upon {base}" if base else "a small whole game"
    screen.out.say(Piece(str(path), "head"), f": {what}, ready to play. Next:", hang="  ")
    rows = [
        ("open it", "and change the lines with <-"),
        (f"rummy lint {shown}", "says what is wrong, and where"),
        (f"rummy test {shown}", "tries whether the examples in it hold"),
        (f"rummy play {shown}", "seats you at the table"),
    ]
    if base:
        rows.append((f"rummy diff {shown}", "tells what is different from the base"))
    margin = max(len(first) for first, _ in rows)
    for first, then in rows:
        screen.out.say(then, indent=f"  {first:<{margin}}  ", hang=" " * (margin + 4))
