"""Every code has its entry, once."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import rummy
from rummy.catalogue import AREAS, ENTRIES
from rummy.diagnostics import CATALOGUE, LEVELS

AREA_LETTERS = "YSOTMPCXLVAG"


def test_no_code_and_no_slug_stands_twice() -> None:
    assert len({entry.code for entry in ENTRIES}) == len(ENTRIES)
    assert len({entry.slug for entry in ENTRIES}) == len(ENTRIES)
    assert set(CATALOGUE) == {entry.code for entry in ENTRIES}


def test_every_entry_explains_itself() -> None:
    for entry in ENTRIES:
        assert re.fullmatch(rf"[{AREA_LETTERS}][0-9]{{3}}", entry.code)
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", entry.slug), entry.code
        assert entry.level in LEVELS
        assert entry.title and entry.about and entry.wrong and entry.right, entry.code
        assert entry.wrong != entry.right


def test_each_area_has_its_letter_and_may_have_limits_of_its_own() -> None:
    for area, letter in zip(AREAS, AREA_LETTERS, strict=True):
        assert {entry.code[0] for entry in area.ENTRIES} <= {letter, "L"}


def test_every_code_in_the_program_is_in_the_catalogue() -> None:
    folder = Path(rummy.__file__).parent
    for path in folder.rglob("*.py"):
        for code in re.findall(rf'"([{AREA_LETTERS}]\d{{3}})"', path.read_text("utf-8")):
            assert code in CATALOGUE, f"{path.name} uses {code}"


def test_every_code_in_the_catalogue_is_told_somewhere() -> None:
    folder = Path(rummy.__file__).parent
    told = "".join(
        path.read_text("utf-8") for path in folder.rglob("*.py") if path.parent.name != "catalogue"
    )
    assert not [entry.code for entry in ENTRIES if f'"{entry.code}"' not in told]


def test_either_room_may_be_imported_first() -> None:
    for first in ("rummy.catalogue.yaml", "rummy.catalogue", "rummy.diagnostics"):
        program = (
            f"import {first}\nfrom rummy.diagnostics import CATALOGUE\nassert 'Y001' in CATALOGUE"
        )
        subprocess.run([sys.executable, "-c", program], check=True)
