"""The pages in docs/variants are what the specs make of them now."""

from __future__ import annotations

from pathlib import Path

from rummy.sheet.page import pages
from rummy.spec.files import shipped

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "variants"


def test_the_pages_of_the_variants_are_fresh() -> None:
    found = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.md")}
    wanted = {path.name: text for path, text in pages(FOLDER).items()}
    assert found.keys() == wanted.keys()
    stale = [name for name in wanted if found[name] != wanted[name]]
    assert not stale, "python -m rummy.sheet.page docs/variants"


def test_every_shipped_variant_has_a_page_and_stands_in_the_list() -> None:
    names = {path.stem for path in shipped()}
    assert {path.stem for path in FOLDER.glob("*.md")} == {*names, "index"}
    listed = (FOLDER / "index.md").read_text(encoding="utf-8")
    assert all(f"]({name}.md)" in listed for name in names)
