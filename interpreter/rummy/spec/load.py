"""From a file or a name to a checked spec."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from rummy.diagnostics import Diagnostic, has_errors, sort
from rummy.errors import SpecError
from rummy.spec import keys
from rummy.spec.build import build
from rummy.spec.combine import Combined, combine
from rummy.spec.files import File, find, open_file, shipped, variants_folder
from rummy.spec.layers import digest
from rummy.spec.model import Spec
from rummy.spec.structure import Reader, Table

__all__ = [
    "digest",
    "draft_of",
    "examine",
    "examine_file",
    "find",
    "load",
    "load_file",
    "load_text",
    "shipped",
    "spec_of",
    "variants_folder",
]


def examine(
    text: bytes | str, file: str, overlays: Iterable[File] = ()
) -> tuple[Spec | None, list[Diagnostic]]:
    """The spec of a text with all findings; None if it cannot be played. Never raises.

    The text may be an overlay on a shipped variant. ``overlays`` are laid upon it,
    in their order.
    """
    return examine_file(File(file, text), overlays)


def examine_file(file: File, overlays: Iterable[File] = ()) -> tuple[Spec | None, list[Diagnostic]]:
    """The same of a file that was read; its base may lie beside it. Never raises."""
    over = tuple(overlays)
    return spec_of(combine(file, over), file, over)


def spec_of(
    combined: Combined, file: File, overlays: Iterable[File] = ()
) -> tuple[Spec | None, list[Diagnostic]]:
    """The spec of a document with all findings; None if it cannot be played."""
    spec, found = draft_of(combined, file, overlays)
    return (None if has_errors(found) else spec), found


def draft_of(
    combined: Combined, file: File, overlays: Iterable[File] = ()
) -> tuple[Spec | None, list[Diagnostic]]:
    """The spec of a document as far as it goes, with all findings.

    With an error among the findings it holds fillers and must not be played; None
    where not even its shape could be read.
    """
    found = list(combined.found)
    if combined.node is None:
        return None, sort(found)
    reader = Reader()
    table = reader.read(combined.node, keys.TOP, "")
    found += combined.explained(reader.found)
    if not isinstance(table, Table):
        return None, sort(found)
    spec, more = build(table, file.name, combined.digest)
    spec = replace(
        spec,
        files=tuple(layer.name for layer in combined.layers),
        overlays=tuple(overlay.name for overlay in overlays),
    )
    found += combined.explained(more)
    return spec, sort(found)


def load_text(text: bytes | str, file: str, overlays: Iterable[File] = ()) -> Spec:
    """The spec of a text; ``SpecError`` with the findings if it cannot be played."""
    return load_file(File(file, text), overlays)


def load_file(file: File, overlays: Iterable[File] = ()) -> Spec:
    """The spec of a file that was read; ``SpecError`` if it cannot be played."""
    over = tuple(overlays)
    spec, found = examine_file(file, over)
    if spec is None:
        names = [file.name, *(overlay.name for overlay in over)]
        raise SpecError(" + ".join(Path(n).name for n in names) if over else file.name, found)
    return spec


def load(
    path_or_name: str | os.PathLike[str], overlays: Iterable[str | os.PathLike[str]] = ()
) -> Spec:
    """The spec of a file or of a shipped variant.

    ``overlays`` are further files that change it (house rules), laid upon it in
    their order. Raises ``SpecError`` with the findings, or ``UsageError`` if there
    is no such file.
    """
    return load_file(open_file(path_or_name), [open_file(overlay) for overlay in overlays])
