"""Files as commands are given them: specs, standard input, findings in them."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import click

from rummy.errors import UsageError

if TYPE_CHECKING:
    from rummy.diagnostics import Diagnostic
    from rummy.spec.bind import Rules
    from rummy.spec.files import File
    from rummy.spec.model import Spec
    from rummy.terminal.writer import Writer

Command = TypeVar("Command", bound=Callable[..., object])

MOST_BYTES = 4 * 1024 * 1024
"""No more of a file is read; the reader of specs refuses far less than that."""


class Source(NamedTuple):
    """A file that was read: its name in findings and its bytes."""

    name: str
    data: bytes
    path: Path | None = None

    @property
    def file(self) -> File:
        """The file as the reader of specs takes it."""
        from rummy.spec.files import File

        return File(self.name, self.data, self.path)

    @property
    def text(self) -> str:
        """The text, for showing lines of it."""
        return self.data.decode("utf-8-sig", "replace")


def read_source(argument: str, stdin_name: str = "<stdin>") -> Source:
    """The file of an argument: a path, the name of a shipped variant, or ``-``."""
    if argument == "-":
        stream = sys.stdin
        if stream is None:
            raise UsageError("there is no standard input to read")
        try:
            return Source(stdin_name, stream.buffer.read(MOST_BYTES))
        except OSError as error:
            raise UsageError(f"standard input cannot be read: {error.strerror}") from None
    if not argument:
        raise UsageError("an empty name is the name of no file")
    from rummy.spec.files import beginning, find, shown

    name, path = argument, Path(argument)
    if not _is_there(path):
        try:
            path = find(argument)
            name = shown(path)
        except UsageError:
            if not _is_there(path, folder=True):
                raise
    try:
        return Source(name, beginning(path, MOST_BYTES), path)
    except OSError as error:
        reason = "it is a folder" if path.is_dir() else error.strerror
        raise UsageError(f"{name} cannot be read: {reason}") from None


def _is_there(path: Path, folder: bool = False) -> bool:
    """Whether there is something to read; a folder may be named like a shipped variant."""
    try:
        return path.exists() and (folder or not path.is_dir())
    except (OSError, ValueError):  # a name that is too long, or holds a NUL
        return False


def load_source(argument: str, overlays: Sequence[str] = ()) -> Spec:
    """The spec of an argument with further files laid upon it (`--with`).

    ``SpecError`` if it cannot be played, ``UsageError`` if a file cannot be read.
    """
    from rummy.spec.load import load_file

    source, *over = read_sources(argument, overlays)
    return load_file(source.file, [one.file for one in over])


class Loaded(NamedTuple):
    """What is played by: the spec, its text, and how files that belong to it are called."""

    spec: Spec
    text: str
    stem: str


def load_rules(argument: str, overlays: Sequence[str] = ()) -> Loaded:
    """The rules of an argument with further files laid upon it; errors as ``load_source``.

    The text of rules that are made of several files is that of one file with the same
    rules.
    """
    from rummy.spec.combine import combine
    from rummy.spec.load import load_file
    from rummy.spec.merged import written

    source, *over = read_sources(argument, overlays)
    files = [one.file for one in over]
    spec = load_file(source.file, files)
    text = source.text
    if len(spec.files) > 1:
        node = combine(source.file, files).node
        assert node is not None, "it has been loaded"
        text = written(node)
    stem = "+".join(Path(one.name).stem for one in (source, *over))
    return Loaded(spec, text, stem)


def read_sources(
    argument: str, overlays: Sequence[str] = (), stdin_name: str = "<stdin>"
) -> list[Source]:
    """The file of an argument and those of `--with`."""
    arguments = (argument, *overlays)
    if arguments.count("-") > 1:
        raise UsageError("standard input can be read once only")
    return [read_source(one, stdin_name) for one in arguments]


def bases_of(sources: Sequence[Source]) -> list[Source]:
    """The files below a spec and its overlays that nobody has named."""
    from rummy.spec.combine import combine

    first, *over = (source.file for source in sources)
    named = {source.data for source in sources}
    files = [layer.file for layer in combine(first, over).layers]
    return [
        Source(file.name, file.text, file.path)
        for file in files
        if isinstance(file.text, bytes) and file.text not in named
    ]


def with_overlays(command: Command) -> Command:
    """The option `--with` of a command that takes a spec."""
    option = click.option(
        "--with",
        "overlays",
        multiple=True,
        metavar="FILE",
        help="Lay the changes of an overlay (a house rule) upon it; may be given again.",
    )
    return option(command)


def show_findings(
    findings: Iterable[Diagnostic],
    writer: Writer,
    sources: Iterable[Source] = (),
    format: str = "full",
) -> None:
    """Write findings; lines of files that were not given are read again."""
    from rummy.render import render

    found = list(findings)
    texts = {source.name: source.text for source in sources}
    spans = [span for item in found for span in (item.span, *(label.span for label in item.labels))]
    for name in dict.fromkeys(span.file for span in spans):
        if name not in texts and os.path.isfile(name):
            texts[name] = read_source(name).text
    writer.raw(render(found, texts, format, writer.color, writer.ascii, writer.width))


def options_of(given: Iterable[str]) -> dict[str, str]:
    """The options of ``--set name=value``."""
    options: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise UsageError(f"--set {text}: write it as name=value")
        options[name.strip()] = value.strip()
    return options


def options_as_json(rules: Rules) -> dict[str, bool | int | str]:
    """The options of a game for programs: truth values, numbers, and words for what has one."""
    from rummy.spec.bind import option_text

    told: dict[str, bool | int | str] = {}
    for option in rules.spec.options:
        value = rules.options[option.name]
        text = option_text(option, value)
        if option.kind == "flag":
            told[option.name] = bool(value)
        else:
            told[option.name] = value if text == str(value) else text
    return told
