"""What ``rummy lint`` does for `--fix` and `--diff`: mends a file, or shows how."""

from __future__ import annotations

import difflib
import os
from typing import TYPE_CHECKING

from rummy.cli.sources import Source
from rummy.cli.written import write_whole
from rummy.errors import UsageError
from rummy.terminal.writer import Piece

if TYPE_CHECKING:
    from rummy.lint.fixing import Fixed
    from rummy.terminal.writer import Writer

STYLES = {"+": "good", "-": "bad", "@": "faint"}


def may_mend(argument: str, source: Source) -> None:
    """``UsageError`` for what is no file of the author's own."""
    if argument == "-":
        raise UsageError("--fix: standard input cannot be written; --diff shows what would change")
    if source.path is None or not os.path.exists(argument):
        name = source.path.name if source.path else argument
        raise UsageError(
            f"--fix {argument}: this names the shipped {name}, which is not changed; "
            "make a copy and give its path"
        )


def mend(source: Source, mended: Fixed, err: Writer) -> Source:
    """Write the fixes of a file and say how many there are; the file as it is then."""
    if not mended.edits:
        return source
    assert source.path is not None
    write_whole(source.path, mended.data)
    err.say(f"{source.name}: {mended.edits} mended")
    return Source(source.name, mended.data, source.path)


def show_change(source: Source, mended: Fixed, out: Writer) -> None:
    """What the fixes would change, as a unified diff."""
    for line in unified(source.name, source.data, mended.data):
        if not out.terminal:
            out.raw(line)  # for programs: as it stands in the file
        else:
            out.line(Piece(line.rstrip("\r\n"), STYLES.get(line[0], "")))


def unified(name: str, old: bytes, new: bytes) -> list[str]:
    """The lines of a unified diff, each with its end; none if nothing differs."""
    before, after = (data.decode("utf-8").split("\n") for data in (old, new))
    found: list[str] = []
    for line in difflib.unified_diff(_whole(before), _whole(after), name, name):
        found.append(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n")
    return found


def _whole(lines: list[str]) -> list[str]:
    """The lines with their ends; the last one may have none."""
    *most, last = lines
    return [f"{line}\n" for line in most] + ([last] if last else [])
