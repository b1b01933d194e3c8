"""A small whole game as text, with comments that say what each part is for."""

from __future__ import annotations

from pathlib import Path
from string import Template

from rummy.starts.names import as_yaml, title_of


def whole_game(path: Path) -> str:
    """The text of a small game that will lie at this path."""
    text = (Path(__file__).parent / "game.yaml").read_text(encoding="utf-8")
    title = title_of(path)
    return Template(text).substitute(TITLE=title, FILE=path.name, QUOTED=as_yaml(title))
