"""Writes what the commands of the pages print now: refresh.py [NAME...].

The pages are those in docs/commands and the others that show commands.
"""

from __future__ import annotations

import sys
from pathlib import Path

from command_pages import FOLDER, refreshed, shown_pages


def main(names: list[str]) -> int:
    """Refresh the pages of these commands, or all; the exit code."""
    known = {page.stem: page for page in shown_pages()}
    wanted: list[Path] = [known.get(n, FOLDER / f"{n}.md") for n in names] or [*known.values()]
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
