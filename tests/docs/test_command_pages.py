"""Every command has a page, and what a page shows is what its commands print.

``python tests/docs/refresh.py [NAME...]`` writes the output anew.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import click
import pytest
from command_pages import (
    FOLDER,
    Step,
    agree,
    command_pages,
    differences,
    refreshed,
    renewed,
    shown_pages,
    steps,
)
from pages import prose
from rummy.cli.group import COMMANDS, rummy
from rummy.render import width

has_bash = pytest.mark.skipif(shutil.which("bash") is None, reason="no bash to run the pages")
PAGES = command_pages()


def options(name: str) -> set[str]:
    """All ways to write the options of a command."""
    command = rummy.get_command(click.Context(rummy), name)
    assert command is not None
    return {
        word
        for parameter in command.params
        if isinstance(parameter, click.Option)
        for word in (*parameter.opts, *parameter.secondary_opts)
    }


# --- the pages ------------------------------------------------------------------


@has_bash
@pytest.mark.slow
@pytest.mark.parametrize("page", shown_pages(), ids=lambda page: page.stem)
def test_a_page_shows_what_its_commands_print(page: Path) -> None:
    found = differences(page.read_text(encoding="utf-8"))
    assert not found, "\n\n".join([f"python tests/docs/refresh.py {page.stem}", *found])


def test_every_command_has_a_page_and_every_page_a_command() -> None:
    assert {page.stem for page in PAGES} == set(COMMANDS)


def test_every_page_is_in_the_list_of_commands() -> None:
    text = (FOLDER.parent / "commands.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| \[`rummy (\w+)[^`]*`\]\(commands/(\w+)\.md\) \|", text, re.MULTILINE)
    assert all(name == page for name, page in listed)
    assert [name for name, _ in listed] == [
        name for name in COMMANDS if (FOLDER / f"{name}.md").exists()
    ]


@pytest.mark.parametrize("name", COMMANDS)
def test_the_page_of_a_command_names_all_its_options_and_runs_it(name: str) -> None:
    text = (FOLDER / f"{name}.md").read_text(encoding="utf-8")
    named = set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", text))
    assert options(name) <= named
    assert re.search(rf"^\$ (?:.*\| )?rummy {name}\b", text, re.MULTILINE)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_names_no_option_that_does_not_exist(page: Path) -> None:
    known = {"--help", "--version"}.union(*(options(name) for name in COMMANDS))
    code = re.findall(r"`([^`]+)`", prose(page.read_text(encoding="utf-8")))
    named = {word for text in code for word in re.findall(r"(?<![\w-])--[a-z][a-z-]*", text)}
    assert named <= known


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_lines_of_a_page_fit_a_terminal_of_80_columns(page: Path) -> None:
    lines = page.read_text(encoding="utf-8").splitlines()
    assert not [f"{n}: {line}" for n, line in enumerate(lines, 1) if width(line) > 80]


# --- the reader of the pages ------------------------------------------------------


def page(*lines: str) -> str:
    """A page with one block."""
    return "\n".join(["# A page", "", "```console", *lines, "```", ""])


@has_bash
def test_a_page_that_shows_something_else_is_found() -> None:
    wrong = page("$ echo one", "one", "$ echo two", "three")
    (told,) = differences(wrong)
    assert "$ echo two" in told and "three" in told
    assert refreshed(wrong) == page("$ echo one", "one", "$ echo two", "two")
    assert not differences(refreshed(wrong))


@has_bash
def test_output_that_a_page_leaves_out_or_makes_up_is_found() -> None:
    assert differences(page("$ printf 'a\\nb\\n'", "a"))
    assert differences(page("$ true", "something"))
    assert not differences(page("$ printf 'a\\nb\\n'", "a", "b", "", "$ true"))


@has_bash
def test_the_commands_of_a_page_share_an_empty_folder_and_the_exit_code() -> None:
    assert not differences(
        page(
            "$ ls",
            "$ cat > a.txt <<'EOF'",
            "$ no command",
            "two",
            "EOF",
            "$ ls",
            "a.txt",
            "$ wc -w a.txt >&2; (exit 3)",
            "4 a.txt",
            "$ echo $? \\",
            "  and more",
            "3 and more",
        )
    )


@has_bash
def test_nothing_of_the_users_surroundings_reaches_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("COLUMNS", "40")
    assert not differences(page('$ echo "$GITHUB_ACTIONS/$COLUMNS"', "/80"))
    assert not differences(page('$ ls -d "$HOME" "$XDG_STATE_HOME" | wc -l; ls "$HOME"', "2"))


@has_bash
def test_a_command_that_bash_cannot_read_is_an_error() -> None:
    with pytest.raises(ValueError, match="does not come to"):
        differences(page("$ echo 'open"))


@has_bash
def test_rummy_is_the_one_that_is_tested() -> None:
    from rummy import __version__

    assert not differences(page("$ rummy --version", f"rummy {__version__}"))


def test_a_block_that_begins_without_a_command_is_an_error() -> None:
    with pytest.raises(ValueError, match="begins with"):
        steps("output\n")


def test_a_here_document_belongs_to_its_command() -> None:
    assert steps("$ cat <<EOF | wc\nx\nEOF\n1\n\n$ a <<< b\nc\n") == [
        Step("cat <<EOF | wc\nx\nEOF", ("1",)),
        Step("a <<< b", ("c",)),
    ]


@pytest.mark.parametrize(
    ("shown", "printed", "same"),
    [
        ("", "", True),
        ("a", "a", True),
        ("a", "b", False),
        ("a.c", "abc", False),
        ("[...]", "", True),
        ("a [...] d", "a b c d", True),
        ("a [...] d", "a d", True),
        ("a [...] d", "a b c", False),
        ("[...] b [...]", "a b c", True),
        ("[...] x [...]", "a b c", False),
    ],
)
def test_a_gap_stands_for_any_number_of_lines(shown: str, printed: str, same: bool) -> None:
    assert agree(shown.split(), printed.split()) is same


def test_a_gap_stays_where_it_was_when_a_page_is_refreshed() -> None:
    assert renewed(["a", "[...]", "d"], ["a", "x", "d"]) == ["a", "[...]", "d"]
    assert renewed(["a", "[...]", "d"], ["b", "x", "y", "e"]) == ["b", "[...]", "e"]
    assert renewed(["a", "[...]", "d"], ["b", "e"]) == ["b", "e"]
    assert renewed(["[...]", "m", "[...]"], ["b", "e"]) == ["b", "e"]
