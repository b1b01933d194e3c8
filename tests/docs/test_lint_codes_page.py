"""The page of lint's codes is made from the catalogue, and names every code once."""

from __future__ import annotations

import re

from pages import ROOT
from rummy.catalogue.page import AREAS, page
from rummy.diagnostics import CATALOGUE

PAGE = ROOT / "docs" / "lint-codes.md"


def test_the_page_of_codes_is_fresh() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert text == page(), "run: python -m rummy.catalogue.page docs/lint-codes.md"


def test_every_code_has_a_section_in_the_order_of_its_area() -> None:
    heads = re.findall(r"^### (\w+) (\S+)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(heads) == len(CATALOGUE)
    assert {code: CATALOGUE[code].slug for code in CATALOGUE} == dict(heads)
    letters = "".join(dict.fromkeys(code[0] for code, _ in heads))
    assert letters == "".join(AREAS)
