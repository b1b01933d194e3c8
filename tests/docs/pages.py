"""The pages of the project, as text: what the tests of this folder read."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def pages() -> list[Path]:
    """All Markdown pages of the project."""
    at_top = sorted(ROOT.glob("*.md"))
    return [*at_top, ROOT / "tests" / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def name(page: Path) -> str:
    """A page as it is called in the checkout."""
    return page.relative_to(ROOT).as_posix()


def fenced(language: str) -> re.Pattern[str]:
    """What finds the fenced blocks of a language; the group is what stands in one."""
    return re.compile(rf"^```{language}\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(text: str, language: str) -> list[str]:
    """The fenced blocks of a language, in order."""
    return fenced(language).findall(text)


def prose(text: str) -> str:
    """The text without its fenced blocks."""
    return re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)


def command(name: str) -> str:
    """The command in the README after ``<!-- command: NAME -->``."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    found = re.search(rf"<!-- command: {name} -->\n+```\w*\n(.*?)\n```", text, re.DOTALL)
    assert found is not None, f"README.md has no command {name}"
    return found[1]
