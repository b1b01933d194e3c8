"""The catalogue of findings: every code that can be reported, area by area.

A number is never used again once its finding is gone. Each file of this room
is one area and holds a tuple ``ENTRIES``; the list below names them all.
"""

from __future__ import annotations

from rummy.catalogue import (
    examples,
    expressions,
    games,
    limits,
    melds,
    options,
    overlays,
    play,
    scoring,
    silences,
    structure,
    yaml,
)
from rummy.diagnostics import CATALOGUE, Entry

AREAS = (
    yaml,
    structure,
    options,
    expressions,
    melds,
    play,
    scoring,
    examples,
    limits,
    overlays,
    silences,
    games,
)

ENTRIES: tuple[Entry, ...] = tuple(entry for area in AREAS for entry in area.ENTRIES)

CATALOGUE.update({entry.code: entry for entry in ENTRIES})
