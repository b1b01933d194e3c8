"""What a new file is called, and what may not be a file's name."""

from __future__ import annotations

import json
import re
from pathlib import Path

from rummy.errors import UsageError
from rummy.spec.files import SUFFIXES, shipped

LONGEST = 60
"""Letters that the name of a new file may have."""
_PLAIN = re.compile(r"[A-Za-z](?:[\w ,.'()/-]*[\w.)])?", re.ASCII)
_OF_WINDOWS = {"con", "prn", "aux", "nul", *(f"{d}{n}" for d in ("com", "lpt") for n in range(10))}
_VALUES = {"true", "false", "null", "yes", "no", "on", "off", "y", "n"}


def new_path(name: str) -> Path:
    """Where the file of that name will lie: ``house`` and ``house.yaml`` are the same.

    A folder may stand before it (``games/house``) if it is there. Raises
    ``UsageError`` for what is no name of a file, and for the name of a shipped
    variant: which of the two a command would mean could not be told.
    """
    path = Path(name)
    stem = path.stem if path.suffix in SUFFIXES else path.name
    if not name or name.endswith(("/", "\\")) or not re.fullmatch(r"\w[\w .-]*", stem):
        why = "it may have letters, digits, spaces, `-`, `_` and `.` and begins with no sign"
        raise UsageError(f"{name!r} is no name for a file: {why}, as in `my-rummy`")
    if stem.rstrip(" .") != stem or stem.split(".")[0].lower() in _OF_WINDOWS:
        raise UsageError(f"{name!r} is no name for a file on every system; try `my-rummy`")
    if len(stem) > LONGEST:
        raise UsageError(f"the name has {len(stem)} letters; {LONGEST} are the most")
    if any(_plain(stem) == _plain(variant.stem) for variant in shipped()):
        raise UsageError(
            f"{stem} is a shipped variant already; try `my-{stem}`, so that both can be named"
        )
    if not path.parent.is_dir():
        raise UsageError(f"there is no folder {str(path.parent)!r}; make it first")
    return path.parent / (path.name if path.suffix in SUFFIXES else f"{path.name}.yaml")


def words_of(path: Path) -> str:
    """The name of a file as words: ``my-rummy.yaml`` is "my rummy"."""
    return " ".join(re.sub(r"[_-]+", " ", path.stem).split()) or path.stem


def title_of(path: Path) -> str:
    """The name of a file as the title of a game: "My Rummy"."""
    return " ".join(word[:1].upper() + word[1:] for word in words_of(path).split())


def as_yaml(text: str) -> str:
    """A text as it stands in YAML, in quotes where it would not be a text without."""
    if _PLAIN.fullmatch(text) and text.lower() not in _VALUES:
        return text
    return json.dumps(text, ensure_ascii=False)


def _plain(stem: str) -> str:
    return re.sub(r"[\s_-]+", " ", stem).casefold()
