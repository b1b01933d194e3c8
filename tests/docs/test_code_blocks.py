"""The code blocks of the pages do what the pages say."""

from __future__ import annotations

import doctest
import shlex
from itertools import pairwise
from pathlib import Path

import pytest
import yaml
from pages import ROOT, blocks, command, pages
from rummy import examine, load, run_examples
from rummy.cli.group import COMMANDS


def read(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("page", "least"), [("README.md", 1), ("docs/python-api.md", 6), ("docs/how-to/research.md", 5)]
)
def test_the_python_sessions_of_a_page_give_what_they_show(page: str, least: int) -> None:
    sessions = blocks(read(page), "pycon")
    assert len(sessions) >= least
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(verbose=False)
    known: dict[str, object] = {}
    shown: list[str] = []
    for number, session in enumerate(sessions, 1):
        test = parser.get_doctest(session, known, f"block {number}", page, 0)
        runner.run(test, out=shown.append, clear_globs=False)
        known = test.globs
    assert runner.summarize(verbose=False).failed == 0, "".join(shown)


def test_the_small_game_of_the_language_page_is_the_example_and_clean() -> None:
    whole = [
        block for block in blocks(read("docs/spec-language.md"), "yaml") if "rummy: 1" in block
    ]
    assert whole == [read("examples/three_and_out.yaml")]
    spec, findings = examine(whole[0], "three_and_out.yaml")
    assert not findings
    assert spec is not None
    results = run_examples(spec)
    assert results and all(result.ok for result in results)


@pytest.mark.parametrize("path", pages(), ids=lambda p: p.name)
def test_the_rummy_commands_of_the_pages_exist(path: Path) -> None:
    for block in blocks(path.read_text(encoding="utf-8"), "sh"):
        for line in block.replace("\\\n", " ").splitlines():
            words = shlex.split(line, comments=True)
            for word, following in pairwise(words):
                if word.endswith(("bin/rummy", "\\rummy")) or word == "rummy":
                    assert following in COMMANDS or following.startswith("-"), line


def test_the_two_commands_of_the_readme_are_one_line_each() -> None:
    for name in ("play", "test"):
        assert "\n" not in command(name)
    assert "run variants/iceberg.yaml" in command("play")
    assert "pytest" in command("test")


def merged(base: object, change: object) -> object:
    """A mapping with another one laid over it, level by level."""
    if not isinstance(base, dict) or not isinstance(change, dict):
        return change
    both = dict(base)
    for key, value in change.items():
        both[key] = merged(base.get(key), value)
    return both


def test_the_pieces_on_the_language_page_fit_into_a_game_without_a_finding() -> None:
    game = yaml.safe_load(read("variants/iceberg.yaml"))
    game["variables"] = {"opened": {"of": "player", "start": False}}
    del game["examples"]
    for piece in blocks(read("docs/spec-language.md"), "yaml"):
        if "rummy: 1" in piece or "extends:" in piece:
            continue
        whole = yaml.safe_dump(merged(game, yaml.safe_load(piece)), sort_keys=False)
        spec, findings = examine(whole, "piece.yaml")
        assert not findings, piece
        assert spec is not None
        assert all(result.ok for result in run_examples(spec)), piece


def test_the_overlays_on_the_language_page_change_their_games(tmp_path: Path) -> None:
    for example in (ROOT / "examples").glob("*.yaml"):
        (tmp_path / example.name).write_bytes(example.read_bytes())
    found = [b for b in blocks(read("docs/spec-language.md"), "yaml") if "extends:" in b]
    assert len(found) == 2
    for number, piece in enumerate(found):
        path = tmp_path / f"overlay{number}.yaml"
        path.write_text(piece, encoding="utf-8")
        spec = load(path)
        assert len(spec.files) == 2
        assert all(result.ok for result in run_examples(spec))


def test_the_piece_on_the_readme_stands_in_the_variant() -> None:
    (piece,) = blocks(read("README.md"), "yaml")
    assert [piece] == blocks(read("docs/index.md"), "yaml")
    variant = yaml.safe_load(read("variants/iceberg.yaml"))
    for name, kind in yaml.safe_load(piece).items():
        assert variant["melds"][name].items() >= kind.items()
