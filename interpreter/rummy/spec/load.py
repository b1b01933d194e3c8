"""From a file or a name to a checked spec."""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path

from rummy.diagnostics import Diagnostic, Fix, has_errors, sort
from rummy.errors import SpecError, UsageError
from rummy.spec import keys, yaml
from rummy.spec.build import build
from rummy.spec.decode import MOST_BYTES
from rummy.spec.model import Spec
from rummy.spec.structure import Reader, Table
from rummy.spec.yaml import Mapping, Node, Scalar
from rummy.spelling import did_you_mean

SUFFIXES = (".yaml", ".yml")
_PACKAGE = Path(__file__).resolve().parent.parent


def examine(text: bytes | str, file: str) -> tuple[Spec | None, list[Diagnostic]]:
    """The spec of a text with all findings; None if it cannot be played. Never raises."""
    node, found = yaml.read(text, file)
    return _examine(node, list(found), text, file)


def _examine(
    node: Node | None, found: list[Diagnostic], text: bytes | str, file: str
) -> tuple[Spec | None, list[Diagnostic]]:
    if node is None:
        return None, sort(found)
    version = _version(node)
    if version is not None:
        return None, sort([*found, version])
    reader = Reader()
    table = reader.read(node, keys.TOP, "")
    found += reader.found
    if not isinstance(table, Table):
        return None, sort(found)
    spec, more = build(table, file, digest(text))
    found += more
    return (None if has_errors(found) else spec), sort(found)


def digest(text: bytes | str) -> str:
    """The SHA-256 of a spec's text: what a log names its rules by."""
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    return hashlib.sha256(data).hexdigest()


def _version(node: Node) -> Diagnostic | None:
    """The finding about a format that this package cannot read at all.

    A file without a version is read as the present one, and what is missing is
    found with the other keys.
    """
    value = node.get("rummy") if isinstance(node, Mapping) else None
    if value is None:
        return None
    ours = str(keys.FORMAT)
    text = value.value if isinstance(value, Scalar) else ""
    if text == ours:
        return None
    fixes = (Fix(value.span, ours),)
    hint = f"write `rummy: {ours}`; the version of the game itself goes under `version`"
    if not re.fullmatch(r"[0-9]{1,9}", text):
        message = f"`{text}` is no version of the spec format" if text else "no version stands here"
        return Diagnostic("S120", message, value.span, hint, fixes=fixes)
    if int(text) > keys.FORMAT:
        message = f"format {text} needs a newer version of rummy; this one reads format {ours}"
        return Diagnostic("S120", message, value.span, "get a newer rummy to play this file")
    return Diagnostic(
        "S120", f"there is no format {text}; the first is {ours}", value.span, hint, fixes=fixes
    )


def load_text(text: bytes | str, file: str) -> Spec:
    """The spec of a text; ``SpecError`` with the findings if it cannot be played."""
    spec, found = examine(text, file)
    if spec is None:
        raise SpecError(file, found)
    return spec


def load(path_or_name: str | os.PathLike[str]) -> Spec:
    """The spec of a file or of a shipped variant.

    Raises ``SpecError`` with the findings, or ``UsageError`` if there is no
    such file.
    """
    path = find(path_or_name)
    file = os.fspath(path_or_name) if Path(path_or_name) == path else _shown(path)
    try:
        with path.open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror}") from error
    return load_text(data, file)


def _shown(path: Path) -> str:
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
    if "\0" not in text and path.is_file():
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
