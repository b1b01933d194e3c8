"""The tables of the reference page are those of the reader."""

from __future__ import annotations

import re

from pages import ROOT
from rummy.spec.document import KNOWN, fill, tables
from rummy.spec.keys import RECORDS

PAGE = ROOT / "docs" / "spec-language.md"


def test_the_tables_are_fresh() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert fill(text) == text, "run: python -m rummy.spec.document docs/spec-language.md"


def test_every_table_stands_on_the_page_once() -> None:
    marks = re.findall(r"<!-- table: (.+) -->", PAGE.read_text(encoding="utf-8"))
    assert sorted(marks) == sorted(tables())


def test_every_key_is_in_a_table_with_its_meaning() -> None:
    made = tables()
    for record in RECORDS.values():
        for key in record.keys:
            row = next(
                r for r in made[record.name].splitlines() if r.startswith(f"| `{key.name}` |")
            )
            assert key.about.split("|")[0].rstrip() in row


def test_every_scope_has_its_keys() -> None:
    rows = tables()["scopes"].splitlines()[2:]
    assert len(rows) == len(KNOWN)
    assert all("`" in row.rsplit("|", 2)[1] for row in rows)


def test_a_table_goes_in_between_its_marks_and_the_rest_stays() -> None:
    page = "before\n<!-- table: duty -->\nstale words\n<!-- end of table -->\nafter\n"
    new = fill(page)
    assert new.startswith("before\n<!-- table: duty -->\n")
    assert new.endswith("\n<!-- end of table -->\nafter\n")
    assert "stale words" not in new and "`holds`" in new
