"""``rummy rules``: a rule sheet made from a spec."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rummy.cli.sources import load_source, options_of, with_overlays
from rummy.errors import UsageError
from rummy.terminal.writer import PLAINER

if TYPE_CHECKING:
    from rummy.terminal.writer import Screen

FORMATS = ("text", "md", "html")


@click.command("rules")
@click.argument("file")
@click.option(
    "--format",
    "format",
    type=click.Choice(FORMATS),
    help="How it is written; by default as the name of --output ends, else text.",
)
@click.option("--players", type=int, metavar="N", help="For so many players only.")
@click.option(
    "--set", "settings", multiple=True, metavar="NAME=VALUE", help="With this option of the game."
)
@with_overlays
@click.option("--output", metavar="FILE", help="Write it to this file.")
@click.pass_obj
def command(
    screen: Screen,
    file: str,
    format: str | None,
    players: int | None,
    settings: tuple[str, ...],
    overlays: tuple[str, ...],
    output: str | None,
) -> int:
    """Write a rule sheet of FILE: all that is needed to play it at a table.

    It is made from the spec as it is with these options and overlays: rules that
    cannot come up are left out, and every number is worked out.

    \b
    Examples:
      rummy rules gin
      rummy rules iceberg --set ace_scoring=cats --output iceberg.html
      rummy rules international --players 4 --format md
      rummy rules iceberg --with house-rule.yaml
    """
    from rummy.sheet import html, make, markdown, text

    spec = load_source(file, overlays)
    document = make(spec, options_of(settings), players)
    chosen = format or _by_name(output)
    if chosen == "html":
        written = html(document)
    elif chosen == "md":
        written = markdown(document)
    else:
        on_screen = output is None
        width = screen.out.width if on_screen else 80
        written = text(document, width, signs=screen.out.signs if on_screen else True)
    if output is None:
        plain = {**PLAINER, ord("÷"): "/"}
        screen.out.raw(written if screen.out.shows(written) else written.translate(plain))
    else:
        _write(Path(output), written)
        screen.err.say(f"written: {output}")
    return 0


def _by_name(output: str | None) -> str:
    """The format that the name of a file speaks of."""
    ending = Path(output or "").suffix.lower()
    return {".html": "html", ".htm": "html", ".md": "md", ".markdown": "md"}.get(ending, "text")


def _write(path: Path, written: str) -> None:
    """Write a whole file or leave what is there as it is."""
    try:
        if path.is_dir():
            raise UsageError(f"{path} cannot be written: it is a folder")
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
                stream.write(written)
            if path.exists():
                os.chmod(name, path.stat().st_mode & 0o777)
            else:
                mask = os.umask(0)
                os.umask(mask)
                os.chmod(name, 0o666 & ~mask)
            os.replace(name, path)
        except BaseException:
            os.unlink(name)
            raise
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UsageError(f"{path} cannot be written: {reason}") from None
