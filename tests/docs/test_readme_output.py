"""The output that the README shows is that of the program."""

from __future__ import annotations

import os
import re
import subprocess
import sys

from pages import ROOT


def test_the_readme_shows_what_the_program_prints() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    found = re.search(r"<!-- output: (.+) -->\n```text\n(.*?)\n```", text, re.DOTALL)
    assert found is not None
    arguments, shown = found[1].split(), found[2].split("\n...\n")
    done = subprocess.run(
        [sys.executable, "-m", "rummy", *arguments],
        cwd=ROOT,
        env={**os.environ, "COLUMNS": "80", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
        stdin=subprocess.DEVNULL,
        timeout=60,
    )
    rest = done.stdout
    for part in shown:
        assert part in rest, f"not in the output of rummy {found[1]}:\n{part}\n\n{done.stdout}"
        rest = rest.partition(part)[2]
