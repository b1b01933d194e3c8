"""The pages of the shipped variants for the documentation, made from their specs.

``python -m rummy.sheet.page docs/variants`` writes them anew: one for each variant and
a list of all. A test compares them with what would be written.
"""

from __future__ import annotations

import sys
from pathlib import Path, PurePath

from rummy.sheet import cards, marks
from rummy.sheet.document import Document, Section, Table
from rummy.sheet.make import make
from rummy.sheet.markdown import escaped, markdown
from rummy.sheet.names import plural
from rummy.sheet.settled import Settled
from rummy.sheet.words import Words
from rummy.spec.files import shipped
from rummy.spec.load import load
from rummy.spec.model import Spec


def page(spec: Spec, name: str) -> Document:
    """The facts of a variant, then its rule sheet; ``name`` is what commands call it."""
    sheet = make(spec)
    words = Words(Settled(spec, {}, None))
    kinds = [plural(marks.clean(kind.title)) for kind in spec.kinds]
    files = [marks.clean(PurePath(file).name) for file in spec.files or (spec.file,)]
    rows = [
        ("Players", players(spec)),
        ("Pack", cards.summary(words)),
        ("Melds", ", ".join(kinds) or "none"),
        ("Best total", "the highest" if spec.match.highest else "the lowest"),
        ("Options", ", ".join(marks.code(option.name) for option in spec.options) or "none"),
        ("Version of the file", marks.clean(spec.version) or "none given"),
        ("Made of", ", ".join(marks.code(file) for file in files)),
        ("Examples that prove it", str(len(spec.examples))),
        ("Play it", marks.code(f"rummy play {name}")),
        ("Print it", marks.code(f"rummy rules {name} --output {name}.html")),
    ]
    facts = Section("Facts", (Table("The variant at a glance", ("Fact", "Value"), tuple(rows)),))
    sections = (facts, *sheet.sections)
    return Document(sheet.title, sheet.subtitle, sections, sheet.faces, sheet.footer)


def players(spec: Spec) -> str:
    """How many can play: ``2 to 5``."""
    low, high = spec.players
    return str(low) if low == high else f"{low} to {high}"


def pages(folder: Path) -> dict[Path, str]:
    """Every page of the folder of variants with its text.

    A page links to the one in the folder of games beside it where there is one.
    """
    found: dict[Path, str] = {}
    rows = []
    for path in shipped():
        spec, name = load(path), path.stem
        told = markdown(page(spec, name))
        statements = folder.parent / "games" / f"{name}.md"
        if statements.is_file():
            title, rest = told.split("\n\n", 1)
            link = f"Statement by statement, with rulings: [the rules](../games/{name}.md)."
            told = f"{title}\n\n{link}\n\n{rest}"
        found[folder / f"{name}.md"] = told
        rows.append(f"| [{escaped(spec.title)}]({name}.md) | {players(spec)} | `{name}` |")
    head = [
        "# The shipped variants",
        "",
        "These pages are made from the specs (`python -m rummy.sheet.page docs/variants`).",
        "",
        "| game | players | name |",
        "| --- | --- | --- |",
    ]
    found[folder / "index.md"] = "\n".join([*head, *rows]) + "\n"
    return found


def main(arguments: list[str]) -> int:
    """Write the pages into a folder; the exit code."""
    if len(arguments) != 1:
        print("usage: python -m rummy.sheet.page FOLDER", file=sys.stderr)
        return 2
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    for path, told in pages(folder).items():
        path.write_text(told, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
