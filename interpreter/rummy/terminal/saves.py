"""Saved matches: a log that grows with every action, and what hinders going on with one.

A save is a log (``rummy replay`` reads it) whose first line also says who sits
where and has a digest for each part of the spec's file, so that a save from
another version of the file can be refused with what differs.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from rummy.errors import LogError, UsageError
from rummy.play.log import Log, read_log
from rummy.spec.bind import option_text, option_value
from rummy.spec.files import beginning

if TYPE_CHECKING:
    from rummy.play.match import Match
    from rummy.spec.model import Spec

SEATS, SECTIONS = "seats", "sections"
"""What the first line of a save has besides that of a log."""
HUMAN = "human"
SHORT = 12
"""So many letters of a digest are kept: they only have to differ."""


def default_path(stem: str, environ: Mapping[str, str]) -> Path:
    """Where matches of a spec file are saved if nobody says where.

    In the folder for the state of programs (``XDG_STATE_HOME`` if it is set),
    one file for each name of a spec file.
    """
    given = environ.get("XDG_STATE_HOME", "")
    if given and os.path.isabs(given):
        folder = Path(given)
    elif os.name == "nt" and environ.get("LOCALAPPDATA"):
        folder = Path(environ["LOCALAPPDATA"])
    else:
        try:
            folder = Path.home() / ".local" / "state"
        except RuntimeError:
            raise UsageError(
                "there is no home folder to save the match in: name a file with --save FILE"
            ) from None
    return folder / "rummy" / f"{stem}.save"


def sections(text: str) -> dict[str, str]:
    """A digest for each top-level key of a spec's text, without comments and empty lines."""
    parts: dict[str, list[str]] = {}
    name = ""
    for line in text.splitlines():
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        key = re.match(r"[\"']?([A-Za-z_]\w*)[\"']?\s*:", line)
        if key:
            name = key[1]
        parts.setdefault(name, []).append(line.rstrip())
    return {
        name: hashlib.sha256("\n".join(lines).encode("utf-8", "replace")).hexdigest()[:SHORT]
        for name, lines in parts.items()
    }


class Save:
    """The file of a match: one line more for each action, written at once."""

    def __init__(self, path: Path, header: dict[str, object]) -> None:
        self.path = path
        self.header = header
        self.size = 0
        self.count = 0

    @classmethod
    def begin(cls, path: Path, match: Match, seats: Sequence[str], parts: dict[str, str]) -> Save:
        """Save a match from its start; one that is there and not over is kept as ``.old``."""
        refuse_other_files(path)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if unfinished(path):
                os.replace(path, old(path))
        except OSError as error:
            raise UsageError(f"cannot save the match as {path}: {error.strerror}") from None
        save = cls(path, {**match.header(), SEATS: list(seats), SECTIONS: parts})
        save.rewrite(match.actions)
        return save

    @classmethod
    def go_on(cls, path: Path, log: Log) -> Save:
        """Go on writing a save that was read; a torn last line is cut off."""
        save = cls(path, log.header)
        save.rewrite(log.actions)
        return save

    def rewrite(self, actions: Sequence[tuple[int, str]]) -> None:
        """Write the whole file anew: after a crash it is the old or the new one."""
        Log(self.header, tuple(actions)).write(self.path)
        self.count = len(actions)
        self.size = self._size()

    def action(self, seat: int, text: str) -> None:
        """One more action (seat from 0)."""
        self.count += 1
        self._add({"n": self.count, "seat": seat + 1, "do": text})

    def end(self, match: Match) -> None:
        """The match is over: it is not offered again."""
        winners = [winner + 1 for winner in match.winners]
        self._add({"end": True, "totals": list(match.totals), "winners": winners})

    def _add(self, record: dict[str, object]) -> None:
        line = (json.dumps(record, ensure_ascii=False) + "\n").encode()
        try:
            # another process that plays the same save would mix up the two matches
            if self._size() != self.size:
                raise UsageError(
                    f"{self.path} was changed by another program; the match cannot be saved "
                    "there any more: play only once at a time, or name files with --save FILE"
                )
            with self.path.open("ab") as file:
                file.write(line)
        except OSError as error:
            raise UsageError(f"cannot write {self.path}: {error.strerror}") from None
        self.size += len(line)

    def _size(self) -> int:
        try:
            return self.path.stat().st_size
        except OSError as error:
            raise UsageError(f"cannot write {self.path}: {error.strerror}") from None


def unfinished(path: Path) -> bool:
    """Whether a match lies there that is not over, or can no longer be read."""
    try:
        log = read_save(path)
    except LogError:
        return True
    return log is not None and log.totals is None


def old(path: Path) -> Path:
    """Where a match goes when a new one takes its place."""
    return path.with_name(path.name + ".old")


def refuse_other_files(path: Path) -> None:
    """Refuse to write over what is no save of a match."""
    try:
        if path.is_dir():
            raise UsageError(f"--save {path}: this is a folder; name a file")
        if path.exists() and not path.is_file():
            raise UsageError(f"--save {path}: this is a device or a pipe; name a file")
        head = beginning(path, 12)
    except (OSError, ValueError):
        return  # not there, or not to be read: writing it will say so
    if head and not head.startswith(b'{"rummy_log"'):
        raise UsageError(f"--save {path}: this file is no saved match; it is left as it is")


def read_save(path: Path) -> Log | None:
    """The match saved there, None if there is none; ``LogError`` if it is damaged."""
    try:
        if not path.is_file() or path.stat().st_size == 0:
            return None
    except (OSError, ValueError):
        return None
    refuse_other_files(path)
    log = read_log(path)
    seats = log.header.get(SEATS)
    known = isinstance(seats, list) and all(isinstance(seat, str) for seat in seats)
    if not known or len(seats) != log.header["players"]:  # type: ignore[arg-type]
        raise LogError(
            f"{path}, line 1: it does not say who sits on the {SEATS}: not saved by play"
        )
    return log


def seats_of(log: Log) -> list[str]:
    """Who sits where: ``human`` or the name of a bot for each seat."""
    seats = log.header[SEATS]
    assert isinstance(seats, list)
    return [str(seat) for seat in seats]


def differences(log: Log, spec: Spec, parts: Mapping[str, str]) -> list[str]:
    """What differs between the spec's file now and the one that a save was made by.

    Empty if it is the same file, letter by letter.
    """
    header = log.header
    if header["digest"] == spec.digest:
        return []
    told = []
    if str(header.get("title", spec.title)) != spec.title:
        told.append(f"it is a match of {header['title']}, this is {spec.title}")
    if str(header["version"]) != spec.version:
        told.append(f"version {header['version'] or 'none'} then, {spec.version or 'none'} now")
    before = header.get(SECTIONS)
    if isinstance(before, dict):
        for what, names in (
            ("changed", [n for n in before if n in parts and before[n] != parts[n]]),
            ("gone", [n for n in before if n not in parts]),
            ("new", [n for n in parts if n not in before]),
        ):
            if names:
                told.append(f"{what}: {', '.join(map(str, names))}")
        if not told:
            told.append("only comments, empty lines or a file that it builds upon were changed")
    return told or [f"digest {str(header['digest'])[:SHORT]} then, {spec.digest[:SHORT]} now"]


def other_settings(
    log: Log,
    spec: Spec,
    players: int | None,
    seats: Sequence[str] | None,
    options: Mapping[str, str],
    seed: int | None,
) -> list[str]:
    """What is asked for (None: nothing is) otherwise than the saved match has it.

    ``options`` are values as people write them, of those that are asked for.
    """
    header = log.header
    told = []
    if players not in (None, header["players"]):
        told.append(f"{header['players']} players, not {players}")
    if seats is not None and list(seats) != seats_of(log):
        told.append(f"seats {','.join(seats_of(log))}, not {','.join(seats)}")
    saved = header.get("options", {})
    assert isinstance(saved, dict)
    for option in spec.options:
        if option.name in options:
            value, _ = option_value(option, options[option.name])
            now = "" if value is None else option_text(option, value)
            then = str(saved.get(option.name, option_text(option, option.default)))
            if now != then:
                told.append(f"{option.name}={then}, not {now or options[option.name]}")
    if seed not in (None, header["seed"]):
        told.append(f"seed {header['seed']}, not {seed}")
    return told


def start_of(log: Log, spec: Spec) -> Match:
    """The match of a save at its start, with everything that happens recorded."""
    return replace(log, actions=(), totals=None).replay(spec, record=True)
