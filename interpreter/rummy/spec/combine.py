"""Several files put together to one document: a game, its bases, further overlays.

Each file is laid upon what it stands on. Overlays that know nothing of each
other must not speak of the same thing in two ways; that is refused with both
places, so that their order has no influence on any rule that the base has.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from rummy.diagnostics import Diagnostic, Label, Span, has_errors, start_of, visible
from rummy.frozen import dataclass
from rummy.spec.changes import EXAMPLES, Change, Where, dotted, missing_names
from rummy.spec.files import File
from rummy.spec.layers import Finder, Layer, digest_of
from rummy.spec.merge import Merger
from rummy.spec.yaml import Mapping, Node, Scalar

ABOUT = ("title", "version", "about")
"""Keys that tell of a file."""
WORDS = (*ABOUT, "sources", "rulings")
"""Sections that change no rule."""


@dataclass(frozen=True, slots=True)
class Combined:
    """The document of a game with the files that it is made of, the base first.

    ``node`` is None if the files cannot be put together; ``found`` says why.
    """

    node: Mapping | None
    layers: tuple[Layer, ...]
    found: tuple[Diagnostic, ...]
    changes: tuple[Change, ...] = ()

    @property
    def digest(self) -> str:
        """What a log names these rules by."""
        return digest_of(self.layers)

    def explained(self, found: list[Diagnostic]) -> list[Diagnostic]:
        """Findings about the document, told where a name was taken away that is missed."""
        gone = missing_names(self.changes)
        if not gone:
            return found
        told = []
        for item in found:
            spans = [gone[word] for word in re.findall(r"`(\w+)`", item.message) if word in gone]
            labels = tuple(Label(span, "taken away here") for span in dict.fromkeys(spans))
            wanted = labels and item.level_of() == "error" and item.code[0] != "V"
            told.append(replace(item, labels=(*item.labels, *labels)) if wanted else item)
        return told


def combine(file: File, overlays: Sequence[File] = ()) -> Combined:
    """The document of a file with its bases and these overlays. Never raises."""
    finder = Finder()
    first = finder.read(file)
    if first is None:
        return Combined(None, (), tuple(finder.found))
    layers = list(first.chain)
    for overlay in overlays:
        if not finder.room(overlay, start_of(overlay.name)):
            break
        top = finder.read(overlay)
        if top is not None and _fits(finder, top, first):
            layers += [one for one in top.chain if not any(one.same(known) for known in layers)]
    if len(layers) > 1 and has_errors(finder.found):
        return Combined(None, tuple(layers), tuple(finder.found))
    pile = _Pile(layers)
    node = pile.document()
    found = (*finder.found, *pile.found)
    # without the expression that `base` stands for more would be found than is wrong
    blind = any(item.code in ("V806", "V810") for item in found)
    return Combined(
        None if blind else node, tuple(layers), found, tuple(c for _, c in pile.changes)
    )


def _fits(finder: Finder, overlay: Layer, game: Layer) -> bool:
    """Whether an overlay changes the game that it is combined with."""
    name = visible(game.name)
    if overlay.extends is None:
        message = "this file is a whole game, no overlay"
        hint = f"an overlay on {name} says so with `extends`"
        finder.report("V805", message, start_of(overlay.name), hint)
        return False
    root, own = overlay.chain[0], game.chain[0]
    if root.same(own):
        return True
    message = f"this overlay changes {visible(root.name)}, not {visible(own.name)}"
    near = "the two differ" if _stem(root) == _stem(own) else "these are two games"
    hint = f"{near}: it can be combined only with the file that it was written for"
    finder.report("V805", message, overlay.chain[1].extends_span(), hint)
    return False


def _stem(layer: Layer) -> str:
    return re.split(r"[/\\]", layer.name)[-1].partition(".")[0]


class _Pile:
    """Layers laid one upon another, each judged upon its own base."""

    def __init__(self, layers: Sequence[Layer]) -> None:
        self.layers = layers
        self.found: list[Diagnostic] = []
        self.changes: list[tuple[Layer, Change]] = []
        self.alone: dict[str, Mapping] = {}

    def document(self) -> Mapping:
        """All layers together."""
        root = self.layers[0]
        document = self.alone[root.digest] = root.node
        for number, layer in enumerate(self.layers[1:], 1):
            document = self._lay(document, layer, self.layers[:number])
        return document

    def _lay(self, document: Mapping, layer: Layer, below: Sequence[Layer]) -> Mapping:
        base = layer.base
        assert base is not None, "only the first file stands on nothing"
        merger = Merger(layer)
        own = self.alone[layer.digest] = merger.merge(self.alone[base.digest])
        self.found += merger.found
        if not merger.found and all(c.where[0] in WORDS for c in merger.changes):
            message = f"this file changes no rule of {visible(base.name)}"
            hint = "say what is different, or use the base itself"
            self.found.append(Diagnostic("V813", message, layer.extends_span(), hint))
        strangers = [one for one in below if not any(one.same(known) for known in base.chain)]
        agreed = self._held_against(merger.changes, strangers)
        self.changes += [(layer, change) for change in merger.changes]
        if not strangers:
            return own
        made = Merger(layer, agreed).merge(document)
        return _titled(made, document, layer)

    def _held_against(self, changes: list[Change], strangers: Sequence[Layer]) -> set[Where]:
        """What a layer changes as others have done already; differences are findings."""
        agreed: set[Where] = set()
        others = [(o, c) for o, c in self.changes if any(o is s for s in strangers)]
        for change in changes:
            for other, known in others:
                if change.where[0] in ABOUT and len(change.where) == 1:
                    continue
                if change.says(known):
                    agreed.add(change.where)
                elif _clash(change, known) or _clash(known, change):
                    self._refuse(change, known, other)
                    break
        return agreed

    def _refuse(self, change: Change, known: Change, other: Layer) -> None:
        longer = max(change.where, known.where, key=len)
        name = visible(re.split(r"[/\\]", other.name)[-1])
        if change.node is None or known.node is None:
            message = f"`{dotted(longer)}` is taken away by one overlay and needed by another"
        else:
            message = f"two overlays change `{dotted(longer)}`, each in its own way"
        hint = f"take one of them, or write one that `extends` {name}"
        said = "taken away here" if known.node is None else "the other way"
        self.found.append(
            Diagnostic("V806", message, change.span, hint, (Label(known.span, said),))
        )


def _clash(one: Change, other: Change) -> bool:
    """Whether one change leaves no room for the other."""
    if one.node is None and other.beside and other.beside[: len(one.where)] == one.where:
        return True
    if one.node is None and other.node is None:
        return False
    return other.where[: len(one.where)] == one.where


def _titled(made: Mapping, below: Mapping, layer: Layer) -> Mapping:
    """The title names all overlays that know nothing of each other."""
    title, before = layer.node.get("title"), below.get("title")
    if not isinstance(title, Scalar) or not isinstance(before, Scalar):
        return made
    both = replace(title, value=f"{before.value} + {title.value}")
    entries = tuple((k, both if k.value == "title" else value) for k, value in made.entries)
    return Mapping(entries, made.span)


def with_examples(node: Mapping, examples: Node | None) -> Mapping:
    """A document with these examples in place of its own."""
    entries = [entry for entry in node.entries if entry[0].value != EXAMPLES]
    if examples is not None:
        span: Span = examples.span
        key = next((k for k, v in node.entries if k.value == EXAMPLES), None)
        title = Scalar(EXAMPLES, "plain", span, node.entries[0][0].offsets) if key is None else key
        entries.append((title, examples))
    return Mapping(tuple(entries), node.span)
