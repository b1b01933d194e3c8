"""Logs: a line of JSON for the start, one for each action, one for the end.

A log is also a save: replaying it gives the state. Only choices are written;
chance follows from the seed.
"""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING

from rummy.errors import ActionError, CardError, LogError, UsageError
from rummy.spec.files import beginning
from rummy.spec.model import Spec

if TYPE_CHECKING:
    from rummy.play.match import Match

MAX_LOG_BYTES = 16 * 1024 * 1024
MAX_LINES = 200_000
"""A match with a thousand rounds has far fewer actions."""
MAX_LINE = 100_000


class LogWriter:
    """Writes a log as the match goes on; each line is on disk at once."""

    def __init__(self, path: Path, header: dict[str, object]) -> None:
        try:
            self.file: IO[str] = path.open("w", encoding="utf-8", newline="\n")
        except OSError as error:
            raise UsageError(f"cannot write {path}: {error.strerror}") from None
        self._line(header)

    def _line(self, record: dict[str, object]) -> None:
        self.file.write(json.dumps(record, ensure_ascii=False) + "\n")
        self.file.flush()

    def action(self, number: int, seat: int, text: str) -> None:
        """One more action."""
        self._line({"n": number, "seat": seat + 1, "do": text})

    def end(self, totals: tuple[int, ...], winners: tuple[int, ...]) -> None:
        """The match has ended."""
        self._line({"end": True, "totals": list(totals), "winners": [w + 1 for w in winners]})

    def close(self) -> None:
        """Close the file."""
        self.file.close()


@dataclass(frozen=True, slots=True)
class Log:
    """A log as read: its header, its actions (seat from 0, text), its end."""

    header: dict[str, object]
    actions: tuple[tuple[int, str], ...]
    totals: tuple[int, ...] | None = None
    torn: bool = False
    """The last line was cut off in the middle of writing and is left out."""
    path: str = ""

    @property
    def overlays(self) -> tuple[str, ...]:
        """The files that were laid upon the spec of the match (`--with`), by name."""
        return tuple(map(str, _names(self.header, "with")))

    def _rules(self) -> str:
        """The files of the rules, as messages name them."""
        files = _names(self.header, "files") or [self.header["spec"]]
        return " + ".join(map(str, files))

    def write(self, path: Path) -> None:
        """Write the log as a whole, by way of a new file beside it."""
        lines = [json.dumps(self.header, ensure_ascii=False)]
        for n, (seat, text) in enumerate(self.actions, 1):
            lines.append(json.dumps({"n": n, "seat": seat + 1, "do": text}, ensure_ascii=False))
        name = ""
        try:
            handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".new")
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                file.write("\n".join(lines) + "\n")
                file.flush()
                os.fsync(file.fileno())
            os.replace(name, path)
        except OSError as error:
            if name:
                Path(name).unlink(missing_ok=True)
            raise UsageError(f"cannot write {path}: {error.strerror}") from None

    def replay(self, spec: Spec | str | Path | None = None, record: bool = True) -> Match:
        """The match as it stands after the last action of the log."""
        from rummy.play.match import Deal, Match

        where = self.path or "the log"
        header = self.header
        if isinstance(spec, Spec):
            loaded = spec
        else:
            from rummy.spec.load import load  # the reader of files: no need of it else

            loaded = load(spec or str(header["spec"]), self.overlays)
        if loaded.digest != header["digest"]:
            raise LogError(
                f"{where} was made by {self._rules()}{_version(str(header['version']))} "
                f"(digest {str(header['digest'])[:12]}); {loaded.file}"
                f"{_version(loaded.version)} has digest {loaded.digest[:12]}: its text differs"
            )
        try:
            match = Match(
                loaded,
                players=int(str(header["players"])),
                options=_options(header),
                seed=int(str(header["seed"])),
                record=record,
            )
            if "deal" in header:
                dealer = header.get("dealer")
                deal = Deal(
                    match.engine.deck.parse_many(str(header["deal"])),
                    int(str(dealer)) - 1 if dealer is not None else None,
                )
                match = Match(
                    loaded, seed=match.seed, record=record, engine=match.engine, deal=deal
                )
        except (UsageError, CardError, ValueError) as error:
            raise LogError(f"{where}, line 1: {error}") from None
        for n, (seat, text) in enumerate(self.actions, 1):
            if match.seat != seat:
                raise LogError(
                    f"{where}, action {n} ({text!r}) is by seat {seat + 1}, but "
                    + (
                        f"seat {match.seat + 1} is to decide"
                        if not match.over
                        else "the match is over"
                    )
                )
            try:
                match.apply(text)
            except ActionError as error:
                raise LogError(f"{where}, action {n}: {error}") from None
        if self.totals is not None and match.totals != self.totals:
            raise LogError(
                f"{where} ends with totals {list(self.totals)}, the replay with "
                f"{list(match.totals)}"
            )
        return match


def _version(version: str) -> str:
    return f" version {version}" if version else ""


def _options(header: dict[str, object]) -> dict[str, str | int | bool]:
    options = header.get("options", {})
    assert isinstance(options, dict)
    return {str(name): str(value) for name, value in options.items()}


def _names(header: dict[str, object], key: str) -> list[object]:
    names = header.get(key, [])
    assert isinstance(names, list)
    return names


HEADER_KEYS = {"spec": str, "digest": str, "players": int, "seed": int}


def read_log(path: Path) -> Log:
    """Read a log; ``LogError`` with file and line when it cannot be used.

    A last line that was cut off (the program was killed while writing) is
    left out; ``torn`` says so.
    """
    try:
        raw = beginning(path, MAX_LOG_BYTES + 1)
    except OSError as error:
        raise LogError(f"cannot read {path}: {error.strerror}") from None
    if len(raw) > MAX_LOG_BYTES:
        raise LogError(f"{path} is larger than {MAX_LOG_BYTES // 2**20} MiB: no log")
    if raw.count(b"\n") > MAX_LINES:
        raise LogError(f"{path} has more than {MAX_LINES:,} lines: no log")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise LogError(f"{path} is no log: not UTF-8 at byte {error.start}") from None
    lines = text.split("\n")
    complete = lines[:-1]
    torn = bool(lines[-1].strip())
    if torn and _json(lines[-1]) is not None:
        complete, torn = lines, False
    if not complete:
        raise LogError(f"{path} is no log: it has no complete first line")
    header = _json(complete[0])
    if header is None or header.get("rummy_log") != 1:
        raise LogError(f'{path}, line 1: not a rummy log (expected "rummy_log": 1)')
    for key, kind in HEADER_KEYS.items():
        if not isinstance(header.get(key), kind) or isinstance(header.get(key), bool):
            raise LogError(f"{path}, line 1: {key!r} is missing or no {kind.__name__}")
    header.setdefault("version", "?")
    if not isinstance(header.get("options", {}), dict):
        raise LogError(f"{path}, line 1: 'options' is no mapping")
    for key in ("files", "with"):
        names = header.get(key, [])
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            raise LogError(f"{path}, line 1: {key!r} is no list of names")
    actions: list[tuple[int, str]] = []
    totals: tuple[int, ...] | None = None
    for number, line in enumerate(complete[1:], 2):
        if not line.strip():
            continue
        record = _json(line)
        if record is None:
            raise LogError(f"{path}, line {number}: not a line of JSON")
        if record.get("end") is True:
            found = record.get("totals")
            if not isinstance(found, list) or not all(type(t) is int for t in found):
                raise LogError(f"{path}, line {number}: 'totals' is no list of numbers")
            totals = tuple(found)
            continue
        seat, do = record.get("seat"), record.get("do")
        if type(seat) is not int or not isinstance(do, str):
            raise LogError(f"{path}, line {number}: an action needs 'seat' and 'do'")
        if record.get("n") != len(actions) + 1:
            raise LogError(
                f"{path}, line {number}: action {record.get('n')} where {len(actions) + 1} "
                "was expected"
            )
        actions.append((seat - 1, do))
    return Log(header, tuple(actions), totals, torn, str(path))


def _json(line: str) -> dict[str, object] | None:
    if len(line) > MAX_LINE:
        return None
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
