"""Where spec files are: by their path, or by the name of a shipped variant."""

from __future__ import annotations

import os
import re
from pathlib import Path

from rummy.errors import UsageError
from rummy.frozen import dataclass
from rummy.spec.decode import MOST_BYTES
from rummy.spelling import did_you_mean

SUFFIXES = (".yaml", ".yml")
_PACKAGE = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class File:
    """A file that was read: its name in messages, its text, and where it lies.

    ``path`` is None for a text that lies nowhere, such as the standard input.
    """

    name: str
    text: bytes | str
    path: Path | None = None


def is_file(path: Path) -> bool:
    """Whether a file is there; a name that is too long or holds a NUL is the name of none."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def beginning(path: Path, most: int) -> bytes:
    """The first bytes of a file, whatever it is; ``OSError`` or ``ValueError`` if it has none.

    A pipe into which nobody writes is at its end; nobody waits for a writer.
    """

    def at_once(name: str, flags: int) -> int:
        handle = os.open(name, flags | getattr(os, "O_NONBLOCK", 0))
        if hasattr(os, "O_NONBLOCK"):
            os.set_blocking(handle, True)
        return handle

    with open(path, "rb", opener=at_once) as stream:
        return stream.read(most)


def read_file(path: Path, name: str) -> File:
    """The file at a path, no more of it than shows that it is too large.

    Raises ``UsageError`` if it cannot be read.
    """
    try:
        return File(name, beginning(path, MOST_BYTES + 1), path)
    except OSError as error:
        raise UsageError(f"{name} cannot be read: {error.strerror}") from error


def open_file(path_or_name: str | os.PathLike[str]) -> File:
    """The file of a path, or of a shipped variant; ``UsageError`` if there is none."""
    path = find(path_or_name)
    return read_file(path, os.fspath(path_or_name) if Path(path_or_name) == path else shown(path))


def shown(path: Path) -> str:
    """A path as messages show it: from here if it lies below here."""
    try:
        return str(path.relative_to(Path.cwd()))
    except ValueError:
        return str(path)


def variants_folder() -> Path | None:
    """Where the shipped variants are: in the installed package, else in the checkout."""
    for folder in (_PACKAGE / "data" / "variants", _PACKAGE.parent.parent / "variants"):
        if folder.is_dir():
            return folder
    return None


def shipped() -> list[Path]:
    """The shipped variants, by name."""
    folder = variants_folder()
    if folder is None:
        return []
    return sorted(path for path in folder.iterdir() if path.suffix in SUFFIXES)


def find(path_or_name: str | os.PathLike[str]) -> Path:
    """The file of a path, or of a shipped variant by its file name or title."""
    if not isinstance(path_or_name, (str, os.PathLike)):
        raise UsageError(f"a variant is named by a path or a name, not {path_or_name!r}")
    text = os.fspath(path_or_name)
    path = Path(text)
    if is_file(path):
        return path
    variants = shipped()
    plain = _plain(text)
    for variant in variants:
        if plain in (_plain(variant.stem), _plain(variant.name)):
            return variant
    for variant in variants:
        if plain == _plain(_title(variant)):
            return variant
    known = [variant.stem for variant in variants]
    near = did_you_mean(text, known)
    listed = f"shipped variants: {', '.join(known)}" if known else "no variants are shipped"
    raise UsageError(f"there is no file and no variant {text!r}; {near or listed}")


def _plain(name: str) -> str:
    return re.sub(r"[\s_-]+", " ", name).strip().casefold()


def _title(path: Path) -> str:
    """The title in a file, without reading the rest of it."""
    with path.open("rb") as file:
        head = file.read(4096).decode("utf-8", "replace")
    match = re.search(r"^title:\s*(.+?)\s*$", head, re.MULTILINE)
    return match[1].strip("\"'") if match else ""
