"""The site of the documentation has every page, once, and nothing that only mkdocs knows."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
import yaml
from pages import ROOT, name, pages, prose

SITE = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
DOCS = ROOT / "docs"


def listed(part: object) -> list[str]:
    """All pages named in a part of `nav`."""
    if isinstance(part, str):
        return [part]
    if isinstance(part, dict):
        part = list(part.values())
    assert isinstance(part, list)
    return [page for each in part for page in listed(each)]


def test_the_list_of_the_site_names_every_page_exactly_once() -> None:
    there = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}
    named = Counter(listed(SITE["nav"]))
    assert not there - set(named), "to be added under `nav` in mkdocs.yml"
    assert not set(named) - there, "named under `nav` in mkdocs.yml, but not there"
    assert [page for page, times in named.items() if times > 1] == []


def test_other_programs_can_build_the_site_too() -> None:
    assert SITE["plugins"] == ["search"]
    assert not {"hooks", "theme"} & set(SITE)
    macros = re.compile(r"\{\{|\{%")
    assert [
        name(page)
        for page in DOCS.rglob("*.md")
        if macros.search(re.sub(r"`[^`]*`", "", prose(page.read_text(encoding="utf-8"))))
    ] == []


@pytest.mark.parametrize("page", [p for p in pages() if DOCS in p.parents], ids=name)
def test_links_of_the_site_do_not_lead_out_of_it(page: Path) -> None:
    links = re.findall(r"\]\(([^()\s]+)\)", prose(page.read_text(encoding="utf-8")))
    inside = [link.partition("#")[0] for link in links if not re.match(r"[a-z]+:|#", link)]
    assert [x for x in inside if DOCS not in (page.parent / x).resolve().parents] == []
    assert [x for x in inside if not (page.parent / x).is_file()] == []
