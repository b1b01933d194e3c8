"""A house rule upon a game as text: a change that is proved, and what else may be changed."""

from __future__ import annotations

import shlex
from itertools import islice
from pathlib import Path

from rummy.diagnostics import has_errors
from rummy.errors import SpecError, UsageError
from rummy.lint import lint
from rummy.play.examples import run_examples
from rummy.spec.combine import combine
from rummy.spec.files import File, variants_folder
from rummy.spec.load import examine_file, load_file
from rummy.spec.model import Option, Spec
from rummy.starts.change import Line, Start, alternative, changes, what_may_be
from rummy.starts.names import as_yaml, title_of, words_of

MOST_TRIED = 24
"""Changes that are tried before giving up; each is a spec to read and to lint."""
MOST_OPTIONS = 12
"""Options of the base that stand in the new file as comments."""
WIDTH = 80
COLUMN = 36
"""Where comments behind lines begin."""


def house_rule(path: Path, base: File) -> str:
    """The text of a house rule upon a base that will lie at this path.

    Raises ``UsageError`` if the base lies where the new file cannot name it,
    ``SpecError`` if it has errors.
    """
    name = _named(path, base)
    spec = load_file(base)
    document = combine(base).node
    assert document is not None, "it has been loaded"
    for start in islice(changes(spec, document, spec.title), MOST_TRIED):
        text = _text(path, name, spec, start)
        if _sound(File(str(path), text, path)):
            return text
    return _text(path, name, spec, None)


def _named(path: Path, base: File) -> str:
    """How ``extends`` names the base: a shipped variant, or a file beside the new one."""
    assert base.path is not None, "the base was read from a file"
    folder = base.path.resolve().parent
    if folder == path.parent.resolve():
        return base.path.stem
    shipped = variants_folder()
    if shipped is not None and folder == shipped.resolve():
        return base.path.stem
    raise UsageError(
        f"a house rule lies in the folder of its base; write it there: "
        f"rummy new {shlex.quote(str(base.path.parent / path.stem))} --from {base.name}"
    )


def _sound(file: File) -> bool:
    """Whether nothing is wrong with a file and its examples hold."""
    spec, found = examine_file(file)
    if spec is None or found or has_errors(found) or lint(spec):
        return False
    try:
        return all(result.ok for result in run_examples(spec))
    except SpecError:
        return False


# --- the text -----------------------------------------------------------------------


def _text(path: Path, base: str, spec: Spec, start: Start | None) -> str:
    title = f"{spec.title}, {words_of(path)}"
    about = start.about if start else f"{spec.title} as it is, until something is changed here."
    lines = [
        f"# {title_of(path)}: a house rule upon {spec.title}.",
        "#",
        "# This file says only what is different; all else is as the base has it. Lines",
        "# with <- are good to change first. Then ask whether it is right:",
        f"#   rummy lint {shlex.quote(path.name)}",
        f"#   rummy test {shlex.quote(path.name)}",
        f"#   rummy play {shlex.quote(path.name)}",
        f"# `rummy show {shlex.quote(base)} --merged` prints the whole base, with all that can be changed.",
        f"extends: {as_yaml(base)}",
        *_noted(f"title: {as_yaml(title)}", "<- the name of your game"),
        # no `about`: it would stand on the rule sheet in place of what the base says
        *_folded_comment(f"# What is different: {about}"),
        "",
    ]
    lines[7:8] = _folded_comment(lines[7])
    section = start.section if start else ""
    if start and section != "options":
        lines.append(f"{section}:")
        lines += _lines(start.lines)
        lines.append("")
    lines += _options(spec, start if section == "options" else None)
    if start:
        lines += [
            "# The proof: a situation and what must come of it, worked out by hand. Change",
            "# the rule above alone, and `rummy test` says that it does not hold any more.",
            "examples:",
            *_lines(start.example, arrow=False),
        ]
    return "\n".join(lines).rstrip("\n") + "\n"


def _lines(lines: tuple[Line, ...], arrow: bool = True) -> list[str]:
    told: list[str] = []
    for line in lines:
        note = f"<- {line.note}" if line.note and arrow else line.note
        told += _noted(line.text, note)
    return told


def _noted(text: str, note: str) -> list[str]:
    """A line with its comment behind it, or before it where there is no room."""
    if not note:
        return [text]
    line = f"{text:<{COLUMN}}  # {note}"
    if len(line) <= WIDTH:
        return [line]
    indent = text[: len(text) - len(text.lstrip())]
    return [f"{indent}# {note}", text]


def _folded_comment(line: str) -> list[str]:
    """A comment over as many lines as it needs."""
    if len(line) <= WIDTH:
        return [line]
    told, row = [], "#"
    for word in line[2:].split(" "):
        if len(row) + 1 + len(word) > WIDTH:
            told.append(row)
            row = "#"
        row += f" {word}"
    return [*told, row]


def _options(spec: Spec, start: Start | None) -> list[str]:
    """The section of options: the change, and the other options as comments."""
    used = start.lines[0].text.strip().partition(":")[0] if start else ""
    others = [option for option in spec.options if option.name != used and alternative(option)]
    if not others and not start:
        return []
    lines = []
    if start:
        lines += ["options:", *_lines(start.lines)]
    if others:
        head = "Further points that the players may settle: take away `# ` to change one."
        lines.append(f"  # {head}" if start else f"# {head}")
        if not start:
            lines.append("# options:")
        for option in others[:MOST_OPTIONS]:
            lines += _commented(option)
        if len(others) > MOST_OPTIONS:
            more = f"and {len(others) - MOST_OPTIONS} more: rummy show FILE options"
            lines.append(f"  # {more}" if start else f"# {more}")
    return [*lines, ""]


def _commented(option: Option) -> list[str]:
    """An option of the base as a comment that becomes a line of the file."""
    line = f"{option.name}: {{default: {alternative(option)}}}"
    head = f"  # {line:<{COLUMN - 4}}  # {what_may_be(option)}"
    return [head if len(head) <= WIDTH else f"  # {line}"]
