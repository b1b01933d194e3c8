"""The pages of the commands: what stands after each `$`, run by bash, and what it prints.

A ``console`` block holds lines ``$ command`` and under each what it prints. A command
goes on after a line that ends in a backslash, and to the end of its here documents. A
line ``[...]`` in the output stands for any number of lines. All commands of a page are
run in order in one folder, which is empty at the start; ``cd``, variables and ``$?`` go
over from one to the next. Spaces at the end of a line and empty lines at the end of an
output are not compared.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sysconfig
import tempfile
from collections.abc import Sequence
from difflib import unified_diff
from pathlib import Path
from typing import NamedTuple

from pages import ROOT, blocks, fenced

FOLDER = ROOT / "docs" / "commands"
GAP = "[...]"
"""The line that stands for any number of lines."""
PATIENCE = 120
"""Seconds after which a page is given up: it waits for something that never comes."""
HERE_DOCUMENT = re.compile(r"""(?<!<)<<(?!<)-?\s*(['"]?)(\w+)\1""")


class Step(NamedTuple):
    """A command of a page, of one or more lines, and the lines shown under it."""

    command: str
    shown: tuple[str, ...]


def command_pages(folder: Path = FOLDER) -> list[Path]:
    """The pages of the commands."""
    return sorted(folder.glob("*.md"))


def shown_pages() -> list[Path]:
    """The pages of the commands and all others whose commands are run."""
    docs = FOLDER.parent
    others = [docs / f"{name}.md" for name in ("index", "tutorial", "a-new-game")]
    how_to = sorted((docs / "how-to").glob("*.md"))
    return [*command_pages(), *(page for page in [*others, *how_to] if has_commands(page))]


def has_commands(page: Path) -> bool:
    """Whether a page shows commands with what they print."""
    return bool(blocks(page.read_text(encoding="utf-8"), "console"))


def steps(block: str) -> list[Step]:
    """The commands of a ``console`` block with what is shown under each."""
    found: list[Step] = []
    lines = block.splitlines()
    while lines:
        line = lines.pop(0)
        if not line.startswith("$ "):
            if not found:
                raise ValueError(f"a console block begins with `$ `, not with {line!r}")
            last = found.pop()
            found.append(Step(last.command, (*last.shown, line)))
            continue
        command = [line[2:]]
        while command[-1].endswith("\\") and lines:
            command.append(lines.pop(0))
        for _, end in HERE_DOCUMENT.findall("\n".join(command)):
            while lines and command[-1] != end:
                command.append(lines.pop(0))
        found.append(Step("\n".join(command), ()))
    return [Step(command, tuple(trimmed(shown))) for command, shown in found]


def trimmed(lines: Sequence[str]) -> list[str]:
    """Lines without spaces at their ends and empty lines at the end of all."""
    return "\n".join(line.rstrip() for line in lines).rstrip("\n").splitlines()


def printed(commands: Sequence[str]) -> list[list[str]]:
    """What each of the commands prints, run one after another in a new folder."""
    bash = shutil.which("bash")
    if bash is None:
        raise FileNotFoundError("there is no bash to run the commands of the pages")
    scripts = Path(sysconfig.get_path("scripts"))
    if shutil.which("rummy", path=str(scripts)) is None:
        raise FileNotFoundError(f"there is no command rummy in {scripts}")
    with tempfile.TemporaryDirectory() as name:
        top = Path(name).resolve()
        here, out = top / "here", top / "out"
        for folder in (here, out, top / "home", top / "state"):
            folder.mkdir()
        # Nothing stands between two groups, so that a command can ask for `$?`.
        script = "".join(
            f"{{\n{command}\n}} >{out.as_posix()}/{number} 2>&1\n"
            for number, command in enumerate(commands)
        )
        (top / "script").write_text(script, encoding="utf-8", newline="\n")
        done = subprocess.run(
            [bash, "--norc", str(top / "script")],
            cwd=here,
            env=surroundings(top, scripts),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        told: list[list[str]] = []
        for number, command in enumerate(commands):
            file = out / str(number)
            if not file.exists():
                raise ValueError(f"bash does not come to {command!r}: {done.stderr.strip()}")
            told.append(trimmed(file.read_text(encoding="utf-8").split("\n")))
        return told


def surroundings(top: Path, scripts: Path) -> dict[str, str]:
    """The environment of the commands: the same everywhere, and nothing of the user's."""
    kept = ("PYTHONDONTWRITEBYTECODE", "SYSTEMROOT", "TMPDIR")
    return {
        **{name: os.environ[name] for name in kept if name in os.environ},
        "PATH": os.pathsep.join([str(scripts), os.environ.get("PATH", os.defpath)]),
        "HOME": str(top / "home"),
        "XDG_STATE_HOME": str(top / "state"),
        "LC_ALL": "C.UTF-8",
        "PYTHONIOENCODING": "utf-8",
        "PYTHONUNBUFFERED": "1",  # both streams in the order in which a terminal shows them
        "COLUMNS": "80",
        "LINES": "24",
        "NO_COLOR": "1",
    }


def agree(shown: Sequence[str], lines: Sequence[str]) -> bool:
    """Whether lines are what a page shows."""
    pattern = "".join("(?:.*\n)*?" if x == GAP else re.escape(x) + "\n" for x in shown)
    return re.fullmatch(pattern, "".join(line + "\n" for line in lines)) is not None


def run_page(text: str) -> list[tuple[Step, list[str]]]:
    """The commands of a page, each with what it prints."""
    found = [step for block in blocks(text, "console") for step in steps(block)]
    return list(zip(found, printed([step.command for step in found]), strict=True))


def differences(text: str) -> list[str]:
    """What a page shows that its commands do not print, told one by one."""
    return [
        "\n".join(
            [f"$ {step.command}", *unified_diff(step.shown, lines, "shown", "printed", lineterm="")]
        )
        for step, lines in run_page(text)
        if not agree(step.shown, lines)
    ]


def refreshed(text: str) -> str:
    """A page with what its commands print now."""
    fresh = iter(run_page(text))

    def again(block: re.Match[str]) -> str:
        rows: list[str] = []
        for step in steps(block[1]):
            rows += [f"$ {step.command}", *renewed(step.shown, next(fresh)[1])]
        return "```console\n" + "".join(row + "\n" for row in rows) + "```"

    return fenced("console").sub(again, text)


def renewed(shown: Sequence[str], lines: Sequence[str]) -> Sequence[str]:
    """What a page should show of the lines: as much before and after a gap as until now."""
    if agree(shown, lines):
        return shown
    if shown.count(GAP) != 1:
        return lines  # which parts of it tell something, only a person knows
    before = shown.index(GAP)
    after = len(shown) - before - 1
    if len(lines) <= before + after:
        return lines
    return [*lines[:before], GAP, *lines[len(lines) - after :]]
