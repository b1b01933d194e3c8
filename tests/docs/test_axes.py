"""The table of what the family needs quotes files that exist, word by word."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest
from axis_examples import EXAMPLES
from pages import ROOT
from rummy import run_examples
from rummy.lint import lint
from rummy.spec.files import open_file
from rummy.spec.load import examine_file

PAGE = ROOT / "docs" / "spec-language.md"
HEADING = "## What the family needs, and how to say it\n"
ROW = re.compile(r"\| `([a-z_]+\.[a-z_]+)`: ([^|]+) \| ([^|]+) \| ([^|]+) \|")
OVERLAY = "overlay"
"""What the table says of a file in axis_examples.py."""
FOLDERS = ("variants", "examples", "examples/house-rules")
# what a file says about itself is no rule
PROOFS = re.compile(r"(?ms)^(?:about|examples|sources|rulings):.*?(?=^\w|\Z)")


class Axis(NamedTuple):
    """One line of the table."""

    name: str
    words: str
    how: str
    files: str

    @property
    def quotes(self) -> list[str]:
        """What it quotes, each on one line."""
        return re.findall(r"`([^`]+)`", self.how)

    @property
    def named(self) -> list[str]:
        """The names of the last column, without the links to the rule sheets."""
        names = re.sub(r"\[(\w+)\]\(variants/\1\.md\)", r"\1", self.files)
        return [] if names == "-" else names.split("<br>")

    @property
    def linked(self) -> list[str]:
        """The files that it names, by their path in the checkout."""
        paths = [f"{folder}/{name}.yaml" for name in self.named for folder in FOLDERS]
        return [path for path in paths if (ROOT / path).is_file()]


def table() -> list[Axis]:
    """The lines of the table; each line that begins as one must be one."""
    chapter = PAGE.read_text(encoding="utf-8").partition(HEADING)[2]
    lines = [line for line in chapter.splitlines() if line.startswith("| `")]
    found = [ROW.fullmatch(line) for line in lines]
    assert all(found), [line for line, row in zip(lines, found, strict=True) if row is None]
    return [Axis(*row.groups()) for row in found if row is not None]


TABLE = table()


def one_line(text: str) -> str:
    """A text as the table quotes it: no comments, no folding marks, single blanks."""
    text = re.sub(r"(?m)^\s*#.*$", "", PROOFS.sub("", text))
    return " ".join(text.replace(">-", " ").split())


def stands(quote: str, text: str) -> bool:
    """Whether a quote stands in a text, and not as a part of longer words or numbers."""
    start = r"(?<!\w)" if quote[0].isalnum() else ""
    end = r"(?![\w.])" if quote[-1].isalnum() else ""
    return re.search(start + re.escape(quote) + end, text) is not None


def sources(axis: Axis) -> dict[str, str]:
    """What may be quoted: the files named and the overlay of the axis."""
    found = {path: (ROOT / path).read_text(encoding="utf-8") for path in axis.linked}
    if axis.name in EXAMPLES:
        found["the overlay"] = EXAMPLES[axis.name]
    return {path: one_line(text) for path, text in found.items()}


def test_the_table_has_117_lines_each_of_another_need() -> None:
    assert len({axis.name for axis in TABLE}) == len(TABLE) == 117


def test_the_table_is_the_last_chapter_of_the_page() -> None:
    chapter = PAGE.read_text(encoding="utf-8").partition(HEADING)[2]
    assert chapter and "\n## " not in chapter


@pytest.mark.parametrize("axis", TABLE, ids=lambda axis: axis.name)
def test_a_line_quotes_what_stands_in_its_files(axis: Axis) -> None:
    assert len(axis.linked) + (OVERLAY in axis.named) == len(axis.named)
    assert axis.named or axis.files == "-"
    texts = sources(axis)
    lost = [q for q in axis.quotes if not any(stands(q, text) for text in texts.values())]
    assert not lost, f"{axis.name}: neither in {' nor in '.join(texts)}"
    unused = [p for p, text in texts.items() if not any(stands(q, text) for q in axis.quotes)]
    assert not unused, f"{axis.name} quotes nothing of these"


@pytest.mark.parametrize("axis", TABLE, ids=lambda axis: axis.name)
def test_what_no_file_says_is_an_overlay_or_refused_with_a_reason(axis: Axis) -> None:
    gap = re.search(r"annot be said yet: (.+)", axis.how)
    if gap is not None:
        assert "because " in gap[1]
        assert axis.how.startswith("cannot be said yet") or "in part: " in axis.how.lower()
    assert (axis.name in EXAMPLES) == (OVERLAY in axis.named)
    if axis.files == "-":
        assert axis.how.startswith("cannot be said yet")
    assert axis.quotes or axis.how.startswith("cannot be said yet")


def test_every_overlay_belongs_to_a_line() -> None:
    assert set(EXAMPLES) <= {axis.name for axis in TABLE}


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_overlay_of_the_table_has_no_finding_and_does_what_its_examples_say(
    name: str, tmp_path: Path
) -> None:
    for example in (ROOT / "examples").glob("*.yaml"):
        (tmp_path / example.name).write_bytes(example.read_bytes())
    path = tmp_path / "overlay.yaml"
    path.write_text(EXAMPLES[name].lstrip(), encoding="utf-8")
    spec, found = examine_file(open_file(path))
    assert spec is not None, [item.short() for item in found]
    assert [item.short() for item in (*found, *lint(spec))] == []
    assert [problem.text for result in run_examples(spec) for problem in result.problems] == []
