"""A pad in a file: replaced as a whole after each entry, read again with care."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from rummy.errors import LogError, UsageError
from rummy.pad.pad import Pad
from rummy.pad.questions import fact_names
from rummy.pad.table import Entry
from rummy.spec.files import beginning

if TYPE_CHECKING:
    from rummy.spec.model import Spec

MOST_BYTES = 16 * 1024 * 1024
BEGIN = b'{"rummy_score"'
KEYS = {
    "spec": str,
    "title": str,
    "version": str,
    "digest": str,
    "sections": dict,
    "players": list,
    "dealer": int,
    "options": dict,
    "over": bool,
    "rounds": list,
}


def write(path: Path, pad: Pad, sections: Mapping[str, str]) -> None:
    """Save a pad: after a crash the file is the old or the new one.

    ``sections`` are digests of the parts of the spec's file. Raises
    ``UsageError`` when the file cannot be written.
    """
    spec = pad.spec
    data = {
        "rummy_score": 1,
        "spec": Path(spec.file).name,
        "title": spec.title,
        "version": spec.version,
        "digest": spec.digest,
        "sections": dict(sections),
        "players": list(pad.names),
        "dealer": pad.dealer + 1,
        "options": {name: str(value) for name, value in pad.options.items()},
        "over": pad.standing().over,
        "rounds": [
            [[entry.name, entry.seat + 1, entry.text] for entry in entries]
            for entries in pad.rounds
        ],
    }
    name = ""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".new")
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(json.dumps(data, ensure_ascii=False) + "\n")
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except OSError as error:
        if name:
            Path(name).unlink(missing_ok=True)
        raise UsageError(f"cannot save the pad as {path}: {error.strerror}") from None


def mark(path: Path) -> tuple[int, ...]:
    """By what a file is known again; another one after each time it was written."""
    try:
        found = path.stat()
    except OSError:
        return ()
    return found.st_ino, found.st_size, found.st_mtime_ns


def read(path: Path) -> dict[str, object] | None:
    """What is saved there; None if there is nothing.

    Raises ``UsageError`` if it is something else, ``LogError`` if it is damaged.
    """
    try:
        if path.is_dir():
            raise UsageError(f"{path} is a folder; name a file")
        if path.exists() and not path.is_file():
            raise UsageError(f"{path} is a device or a pipe; name a file")
        raw = beginning(path, MOST_BYTES)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise UsageError(f"{path} cannot be read: {reason}") from None
    if not raw:
        return None
    if not raw.startswith(BEGIN):
        raise UsageError(f"{path} is no saved score pad; it is left as it is")
    try:
        data = json.loads(raw)
    except (ValueError, RecursionError):
        raise LogError(f"{path} is damaged: it cannot be read to its end") from None
    if data.get("rummy_score") != 1:
        raise LogError(f"{path} was saved by another version of rummy")
    for key, kind in KEYS.items():
        if type(data.get(key)) is not kind:
            raise LogError(f"{path} is damaged: {key!r} is missing or wrong")
    return dict(data)


def restore(path: Path, data: Mapping[str, object], spec: Spec, sections: Mapping[str, str]) -> Pad:
    """The pad of a save. Raises ``LogError`` where the spec is another one, with what differs."""
    told = differences(data, spec, sections)
    if told:
        raise LogError(
            f"{path} was entered by other rules than {spec.file} has now: {'; '.join(told)}. "
            "Give the file that it was made with, or begin a new pad with --new"
        )
    players, options, rounds = data["players"], data["options"], data["rounds"]
    assert isinstance(players, list) and isinstance(options, dict) and isinstance(rounds, list)
    dealer = data["dealer"]
    assert isinstance(dealer, int)
    try:
        pad = Pad(
            spec,
            [str(name) for name in players],
            {str(name): str(value) for name, value in options.items()},
            dealer - 1,
        )
    except UsageError as error:
        raise LogError(f"{path} is damaged: {error}") from None
    known = fact_names(spec)
    for number, entries in enumerate(rounds, 1):
        read_entries: list[Entry] = []
        for entry in entries if isinstance(entries, list) else [None]:
            if not (
                isinstance(entry, list)
                and list(map(type, entry)) == [str, int, str]
                and entry[0] in known
                and (1 if known[entry[0]] else 0) <= entry[1] <= len(pad.names)
                and (known[entry[0]] or not entry[1])
            ):
                raise LogError(f"{path} is damaged: an entry of round {number} makes no sense")
            read_entries.append(Entry(entry[0], entry[1] - 1, entry[2]))
        pad.rounds.append(read_entries)
    return pad


def differences(data: Mapping[str, object], spec: Spec, sections: Mapping[str, str]) -> list[str]:
    """What differs between the spec now and the one that a save was made by."""
    if data["digest"] == spec.digest:
        return []
    told = []
    if data["title"] != spec.title:
        told.append(f"it is a pad of {data['title']}, this is {spec.title}")
    if data["version"] != spec.version:
        told.append(f"version {data['version'] or 'none'} then, {spec.version or 'none'} now")
    before = data["sections"]
    assert isinstance(before, dict)
    parts = sorted({*before, *sections})
    changed = [str(name) for name in parts if before.get(name) != sections.get(str(name))]
    if changed and data["title"] == spec.title:
        told.append(f"changed: {', '.join(changed)}")
    return told or ["only comments and empty lines were changed"]
