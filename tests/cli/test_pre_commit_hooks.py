"""The hooks for pre-commit, carried out as it would in a repository of somebody's own.

pre-commit installs this package into an environment of its own, then gives the
entry of a hook all files that git knows and that match; here the package is
installed already.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml
from command_helpers import PLAIN, ROOT

HOOKS = {
    hook["id"]: hook
    for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
}
NEEDED = {"id", "name", "entry", "language"}
KNOWN = NEEDED | {"description", "files", "types"}
GAME = (ROOT / "examples" / "three_and_out.yaml").read_text(encoding="utf-8")
git = pytest.mark.skipif(shutil.which("git") is None, reason="there is no git")


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with a sound game, an overlay on it, and YAML that is no spec."""
    folder = tmp_path / "repo"
    (folder / "variants").mkdir(parents=True)
    (folder / "variants" / "mine.yaml").write_text(GAME, encoding="utf-8")
    (folder / "fast.rummy.yaml").write_text(
        "extends: iceberg\noptions: {target: {default: 300}}\n", encoding="utf-8"
    )
    (folder / "ci.yaml").write_text("on: push\njobs: [test]\n", encoding="utf-8")
    (folder / "variants" / "notes.txt").write_text("on: off", encoding="utf-8")
    subprocess.run(["git", "init", "-q", str(folder)], check=True, env=alone(tmp_path))
    return folder


def alone(home: Path) -> dict[str, str]:
    """The environment without settings of the user's."""
    return {**PLAIN, "HOME": str(home), "GIT_CONFIG_NOSYSTEM": "1", "XDG_STATE_HOME": str(home)}


def carried_out(hook: dict[str, object], folder: Path) -> tuple[list[str], int, str]:
    """The files that a hook is given, how it ends, and what it says."""
    environ = alone(folder.parent)
    subprocess.run(["git", "add", "-A"], cwd=folder, check=True, env=environ)
    listed = subprocess.run(
        ["git", "ls-files"], cwd=folder, check=True, env=environ, capture_output=True, text=True
    )
    files = [
        name
        for name in listed.stdout.splitlines()
        if re.search(str(hook["files"]), name) and name.endswith((".yaml", ".yml"))
    ]
    command, *words = shlex.split(str(hook["entry"]))
    assert command == "rummy"
    done = subprocess.run(
        [sys.executable, "-m", "rummy", *words, *files],
        cwd=folder,
        env=environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    return files, done.returncode, done.stdout + done.stderr


def test_the_hooks_are_written_as_pre_commit_wants_them() -> None:
    assert list(HOOKS) == ["rummy-lint", "rummy-test"]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for hook in HOOKS.values():
        assert set(hook) >= NEEDED and set(hook) <= KNOWN
        assert hook["language"] == "python" and hook["types"] == ["yaml"]
        assert shlex.split(hook["entry"])[0] in project["scripts"]
        re.compile(hook["files"])


@git
@pytest.mark.parametrize("name", HOOKS)
def test_a_repository_with_sound_specs_passes(name: str, repository: Path) -> None:
    files, code, said = carried_out(HOOKS[name], repository)
    assert files == ["fast.rummy.yaml", "variants/mine.yaml"]
    assert code == 0, said


@git
@pytest.mark.parametrize(
    ("name", "old", "new", "told"),
    [
        ("rummy-lint", "players: 2..4", "player: 2..4", "variants/mine.yaml:5:1: error S101"),
        ("rummy-lint", "{lay: all}", "{when: false, lay: all}", "P504"),  # a warning stops it too
        ("rummy-test", "[7H 7D 7C]", "[7H 7D 8C]", "FAIL"),
    ],
)
def test_a_slip_in_one_of_them_stops_the_commit(
    name: str, old: str, new: str, told: str, repository: Path
) -> None:
    path = repository / "variants" / "mine.yaml"
    assert old in GAME
    path.write_text(GAME.replace(old, new), encoding="utf-8")
    _, code, said = carried_out(HOOKS[name], repository)
    assert code == 1 and told in said.replace("\\", "/")
