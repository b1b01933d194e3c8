"""The examples of the files below an overlay, read by the rules that it makes.

They prove those files and not the overlay; but which of them come out
differently shows what an overlay changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rummy.diagnostics import Diagnostic
from rummy.frozen import dataclass
from rummy.spec.changes import EXAMPLES
from rummy.spec.combine import Combined, combine, with_examples
from rummy.spec.files import File
from rummy.spec.layers import Layer
from rummy.spec.load import spec_of
from rummy.spec.model import Spec
from rummy.spec.yaml import Mapping, Scalar


@dataclass(frozen=True, slots=True)
class Inherited:
    """The examples of one file below: ``spec`` holds them with the rules as changed.

    ``lost`` are the titles of those that speak of what is there no more.
    """

    file: str
    spec: Spec
    lost: tuple[str, ...]


def inherited(file: File, overlays: Sequence[File] = ()) -> list[Inherited]:
    """The examples of all files below the last one; of a file without a base there are none.

    The files must be playable.
    """
    combined = combine(file, overlays)
    found = (_of(layer, combined, file) for layer in combined.layers[:-1])
    return [one for one in found if one is not None]


def _of(layer: Layer, combined: Combined, file: File) -> Inherited | None:
    examples = layer.node.get(EXAMPLES)
    if combined.node is None or not isinstance(examples, Mapping):
        return None
    lost: list[str] = []
    while True:
        kept = [entry for entry in examples.entries if entry[0].value not in lost]
        node = with_examples(combined.node, Mapping(tuple(kept), examples.span) if kept else None)
        spec, found = spec_of(replace(combined, node=node), file)
        if spec is not None:
            return Inherited(layer.name, spec, tuple(lost))
        faulty = [key.value for key, value in kept if _concerned(key, value.span.end_line, found)]
        if not faulty:
            return None
        lost += faulty


def _concerned(key: Scalar, last: int, found: list[Diagnostic]) -> bool:
    """Whether an error stands in an example."""
    return any(
        item.level_of() == "error"
        and item.span.file == key.span.file
        and key.span.line <= item.span.line <= last
        for item in found
    )
