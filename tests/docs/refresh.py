"""Writes what the commands of the pages in docs/commands print now: refresh.py [NAME...]."""

from __future__ import annotations

import sys
from pathlib import Path

from command_pages import FOLDER, command_pages, refreshed


def main(names: list[str]) -> int:
    """Refresh the pages of these commands, or all; the exit code."""
    wanted: list[Path] = [FOLDER / f"{name}.md" for name in names] or command_pages()
    for page in wanted:
        if not page.is_file():
            print(f"there is no page {page}", file=sys.stderr)
            return 2
        old = page.read_text(encoding="utf-8")
        new = refreshed(old)
        if new != old:
            page.write_text(new, encoding="utf-8", newline="\n")
        print(f"{page.name}: {'as it was' if new == old else 'written anew'}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
