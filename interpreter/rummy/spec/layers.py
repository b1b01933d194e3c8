"""Files that change other files: from one file to the chain of its bases.

A file with ``extends`` is an overlay: it holds only what it changes. Its base is
a file beside it or a shipped variant, never one of another folder, and nothing
is ever fetched. The base may be an overlay itself.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from rummy.diagnostics import Diagnostic, Fix, Label, Span, has_errors, visible
from rummy.errors import UsageError
from rummy.frozen import dataclass
from rummy.spec import keys, yaml
from rummy.spec.files import SUFFIXES, File, read_file, shipped, shown
from rummy.spec.slips import respelled
from rummy.spec.structure import Items, Leaf, Reader
from rummy.spec.yaml import Mapping, Node, Scalar
from rummy.spelling import nearest, one_of

MOST_CHAIN = 8
"""Files of one chain, the base counted."""
MOST_FILES = 16
"""Files that are put together to one game."""
MOST_TOGETHER = 1024 * 1024
"""Characters or bytes of all these files."""

EXTENDS, REMOVE = "extends", "remove"


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """A file as read: what it says, what it takes away and what it stands on.

    ``node`` has no ``extends`` and no ``remove``; ``extends`` is the place where
    the base is named, None in a file that is a whole game.
    """

    file: File
    digest: str
    node: Mapping
    base: Layer | None = None
    extends: Scalar | None = None
    removed: tuple[Leaf, ...] = ()

    @property
    def name(self) -> str:
        """The file as messages call it."""
        return self.file.name

    @property
    def chain(self) -> tuple[Layer, ...]:
        """The files that this one stands on, and itself as the last."""
        return (*(self.base.chain if self.base else ()), self)

    def extends_span(self) -> Span:
        """Where the base is named; in a whole game its beginning."""
        return self.node.span if self.extends is None else self.extends.span

    def same(self, other: Layer) -> bool:
        """Whether two layers are the same file, or have the same text."""
        return self.digest == other.digest


def digest(text: bytes | str) -> str:
    """The SHA-256 of a spec's text: what a log names its rules by."""
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    return hashlib.sha256(data).hexdigest()


def digest_of(layers: Iterable[Layer]) -> str:
    """What a log names rules by that several files make together, in their order."""
    digests = [layer.digest for layer in layers]
    return digests[0] if len(digests) == 1 else digest("\n".join(["rummy/1 layers", *digests]))


class Finder:
    """Reads files with their bases and gathers what is wrong on the way."""

    def __init__(self) -> None:
        self.found: list[Diagnostic] = []
        self.known: dict[Path, Layer] = {}
        self.files = 0
        self.size = 0

    def report(
        self,
        code: str,
        message: str,
        span: Span,
        hint: str = "",
        labels: tuple[Label, ...] = (),
        fixes: tuple[Fix, ...] = (),
    ) -> None:
        """Note a finding."""
        self.found.append(Diagnostic(code, message, span, hint, labels, fixes))

    def read(self, file: File, above: tuple[Layer, ...] = ()) -> Layer | None:
        """The layer of a file with all below it; None if one of them cannot be read."""
        layer = self._layer(file, above)
        path = _resolved(file.path)
        if layer is not None and path is not None:
            self.known[path] = layer
        return layer

    def _layer(self, file: File, above: tuple[Layer, ...]) -> Layer | None:
        node, found = yaml.read(file.text, file.name)
        self.found += found
        if node is None or not isinstance(node, Mapping):
            return None
        wrong = _version(node)
        if wrong is not None:
            self.found.append(wrong)
            return None
        reader = Reader()
        extends = node.get(EXTENDS)
        removed = self._removed(node, reader)
        if extends is not None:
            reader.read(extends, keys.Text("file"), EXTENDS)
        self.found += reader.found
        rest = tuple(e for e in node.entries if e[0].value not in (EXTENDS, REMOVE))
        layer = Layer(file, digest(file.text), Mapping(rest, node.span))
        if extends is None:
            return layer
        if has_errors(reader.found) or not isinstance(extends, Scalar):
            return None
        return self._based(layer, extends, removed, above)

    def _removed(self, node: Mapping, reader: Reader) -> tuple[Leaf, ...]:
        """What stands under ``remove``, each with its place."""
        for key, value in node.entries:
            if key.value != REMOVE:
                continue
            if node.get(EXTENDS) is None:
                message = f"`{REMOVE}` has no meaning without `{EXTENDS}`"
                hint = "it takes away what another file says: name that under `extends`"
                reader.report("S106", message, key.span, hint)
                return ()
            items = reader.read(value, keys.ListOf(keys.Text("key")), REMOVE)
            if isinstance(items, Items):
                return tuple(item for item in items.items if isinstance(item, Leaf))
        return ()

    def _based(
        self,
        layer: Layer,
        extends: Scalar,
        removed: tuple[Leaf, ...],
        above: tuple[Layer, ...],
    ) -> Layer | None:
        """The layer upon its base."""
        files = (*above, layer)
        if len(files) + 1 > MOST_CHAIN:
            message = f"more than {MOST_CHAIN} files, each of which changes the next"
            self.report("L931", message, extends.span, "put some of them together into one file")
            return None
        path = self._find(layer, extends)
        if path is None:
            return None
        target = _resolved(path)
        at = next((n for n, one in enumerate(files) if _resolved(one.file.path) == target), None)
        if at is not None:
            circle = " -> ".join([*(Path(one.name).name for one in files[at:]), path.name])
            message = f"these files change each other in a circle: {circle}"
            hint = "one of them must be a whole game, without `extends`"
            self.report("V803", message, extends.span, hint)
            return None
        if target is not None and target in self.known:
            there = self.known[target]
            return Layer(layer.file, layer.digest, layer.node, there, extends, removed)
        try:
            file = read_file(path, shown(path))
        except UsageError as error:
            self.report("V801", str(error), extends.span)
            return None
        if not self.room(file, extends.span):
            return None
        before = len(self.found)
        base = self.read(file, files)
        if base is None:
            if not any(item.code[0] in "VL" for item in self.found[before:]):
                message = f"the base `{visible(extends.value)}` cannot be read"
                hint = f"mend {visible(file.name)} first"
                self.report("V804", message, extends.span, hint)
            return None
        return Layer(layer.file, layer.digest, layer.node, base, extends, removed)

    def room(self, file: File, span: Span) -> bool:
        """Count a further file; there is an end to how many make one game."""
        self.files += 1
        self.size += len(file.text)
        if self.files < MOST_FILES and self.size <= MOST_TOGETHER:
            return True
        most = f"{MOST_FILES} files or {MOST_TOGETHER // 1024} KiB"
        self.report(
            "L931",
            f"more than {most} together for one game",
            span,
            "put some of them together into one file",
        )
        return False

    # --- where a base lies --------------------------------------------------

    def _find(self, layer: Layer, extends: Scalar) -> Path | None:
        """The file that ``extends`` names: beside the layer, or shipped."""
        name = extends.value.strip()
        if not re.fullmatch(r"[^/\\:\0~][^/\\:\0]*", name) or set(name) <= {"."}:
            self._out_of_the_folder(layer, extends, name)
            return None
        folder = layer.file.path.parent if layer.file.path is not None else None
        own = _resolved(layer.file.path)
        circle = None
        for path in _candidates(folder, name):
            target = _resolved(path)
            if target is None or folder is None or target.parent != folder.resolve():
                message = f"`{visible(path.name)}` is a link that leads out of its folder"
                hint = "put a copy of the file there; nothing outside the folder is read"
                self.report("V802", message, extends.span, hint)
                return None
            if target != own:
                return path
            circle = path
        for path in shipped():
            if name in (path.stem, path.name) and _resolved(path) != own:
                return path
        if circle is not None:
            return circle
        known = [
            *(path.stem for path in _beside(folder) if _resolved(path) != own),
            *(path.stem for path in shipped()),
        ]
        near = nearest(name, known)
        fixes = respelled(extends.span, name, known)
        where = "beside this file or among" if folder is not None else "among"
        message = f"there is no `{visible(name)}` {where} the shipped variants"
        hint = (
            f"did you mean {one_of(near)}?" if near else f"there are {one_of(sorted(set(known)))}"
        )
        self.report("V801", message, extends.span, hint if known else "", fixes=fixes)
        return None

    def _out_of_the_folder(self, layer: Layer, extends: Scalar, name: str) -> None:
        last = re.split(r"[/\\:]", name)[-1]
        stem = last.removesuffix(".yaml").removesuffix(".yml")
        if "://" in name:
            message = f"`{visible(name)}` is an address, and nothing is ever fetched"
            hint = "save the file beside this one and write its name"
        else:
            message = f"`{visible(name)}` is a path; a base lies beside this file or is shipped"
            hint = "put the file into the same folder and write its name"
        if stem in {path.stem for path in shipped()}:
            self.report(
                "V802",
                message,
                extends.span,
                f"write `extends: {stem}`",
                fixes=(Fix(extends.span, stem, safe=False),),
            )
        else:
            self.report("V802", message, extends.span, hint)


def _candidates(folder: Path | None, name: str) -> Iterator[Path]:
    """The files of a folder that a name may mean."""
    if folder is None:
        return
    names = [name] if name.endswith(SUFFIXES) else [name + suffix for suffix in SUFFIXES]
    for path in (folder / name for name in names):
        try:
            if path.is_file():
                yield path
        except OSError:  # a name that is too long for this machine
            continue


def _beside(folder: Path | None, most: int = 200) -> list[Path]:
    """Some files of a folder, for naming the nearest."""
    if folder is None:
        return []
    try:
        return sorted(path for path in folder.iterdir() if path.suffix in SUFFIXES)[:most]
    except OSError:
        return []


def _resolved(path: Path | None) -> Path | None:
    """A path without links; None where it leads nowhere."""
    if path is None:
        return None
    try:
        return path.resolve(strict=True)
    except (OSError, RuntimeError, ValueError):
        return None


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
    meant = re.fullmatch(rf"[vV]?0*{ours}(\.0*)?", text) is not None
    fixes = (Fix(value.span, ours, safe=meant),)
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
