"""Links and anchors between the pages lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pages import name, pages, prose

LINK = re.compile(r"\]\(([^()\s]+)\)")


def anchors(page: Path) -> set[str]:
    """The places of a page that a link can name."""
    text = page.read_text(encoding="utf-8")
    found = set(re.findall(r'<a id="([^"]+)">', text))
    for heading in re.findall(r"^#+ (.+)$", prose(text), re.MULTILINE):
        word = re.sub(r"[^\w\- ]", "", heading.lower())
        found.add(word.replace(" ", "-"))
    return found


@pytest.mark.parametrize("page", pages(), ids=name)
def test_every_link_inside_the_project_leads_to_a_file_and_a_place(page: Path) -> None:
    lost = []
    for link in LINK.findall(prose(page.read_text(encoding="utf-8"))):
        if re.match(r"[a-z]+:", link):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            lost.append(link)
    assert not lost


def test_the_search_for_links_finds_some() -> None:
    found = [link for page in pages() for link in LINK.findall(page.read_text(encoding="utf-8"))]
    assert len(found) > 20
