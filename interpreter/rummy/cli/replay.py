"""``rummy replay``: a log is checked by playing it again, and told."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rummy.cli.sources import load_source, with_overlays
from rummy.errors import UsageError

if TYPE_CHECKING:
    from rummy.terminal.writer import Screen


@click.command("replay")
@click.argument("log")
@click.option(
    "--spec", metavar="FILE", help="The spec of the match, where the log does not find it."
)
@with_overlays
@click.option(
    "--tell/--brief", default=None, help="Every turn, or a line a round.  [told on a terminal]"
)
@click.pass_obj
def command(
    screen: Screen, log: str, spec: str | None, overlays: tuple[str, ...], tell: bool | None
) -> int:
    """Check LOG by playing it again by the same rules, and tell the match.

    Exit code 1 if the log is damaged, if an action in it is not legal, if its
    end does not follow, or if the rules have changed.

    \b
    Examples:
      rummy replay game.log
      rummy replay game.log --brief
      rummy replay game.log --spec my.yaml
      rummy replay game.log --with house-rule.yaml
    """
    from rummy.play.log import read_log
    from rummy.terminal.matches import Report

    if log == "-":
        raise UsageError("a log is read from a file, not from the standard input")
    path = Path(log)
    try:
        missing = not path.exists()
    except (OSError, ValueError):  # a name that is too long, or holds a NUL
        missing = True
    if missing or path.is_dir():
        raise UsageError(f"{log} cannot be read: {'no such file' if missing else 'it is a folder'}")
    read = read_log(path)
    told = screen.out.terminal if tell is None else tell
    over = overlays or [_find(name, path) for name in read.overlays]
    loaded = load_source(_find(str(read.header["spec"]), path) if spec is None else spec, over)
    match = read.replay(loaded, record=told)
    report = Report(match, screen.out, told)
    report.begin()
    report.go_on()
    if read.torn:
        screen.err.say("The last line of the log was cut off and is left out.")
    report.end()
    actions = f"{len(match.actions)} action" + ("" if len(match.actions) == 1 else "s")
    if match.over:
        said = "the log is sound, and its end follows from it"
    else:
        said = f"the log is sound so far; seat {match.seat + 1} is to decide"
    screen.out.say(f"{actions}: {said}")
    return 0


def _find(name: str, log: Path) -> str:
    """A file that a log names: beside it, here, or among the shipped variants."""
    from rummy.spec.files import find, is_file

    file = Path(name).name
    for place in (log.parent / file, Path(file)):
        if is_file(place):
            return str(place)
    try:
        find(Path(file).stem)
        return Path(file).stem
    except UsageError:
        raise UsageError(
            f"the rules of this log, {file}, are neither beside it nor here: "
            "say with --spec FILE and --with FILE where they are"
        ) from None
