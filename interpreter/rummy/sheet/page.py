"""The page of a variant for the documentation, made from its spec."""

from __future__ import annotations

from rummy.sheet import cards, marks
from rummy.sheet.document import Document, Section, Table
from rummy.sheet.make import make
from rummy.sheet.names import plural
from rummy.sheet.settled import Settled
from rummy.sheet.words import Words
from rummy.spec.model import Spec


def page(spec: Spec, name: str) -> Document:
    """The facts of a variant, then its rule sheet; ``name`` is what commands call it."""
    sheet = make(spec)
    words = Words(Settled(spec, {}, None))
    low, high = spec.players
    kinds = [plural(marks.clean(kind.title)) for kind in spec.kinds]
    rows = [
        ("Players", str(low) if low == high else f"{low} to {high}"),
        ("Cards", cards.summary(words)),
        ("Melds", ", ".join(kinds) or "none"),
        ("Options", ", ".join(marks.code(option.name) for option in spec.options) or "none"),
        ("Best total", "the highest" if spec.match.highest else "the lowest"),
        ("Version", marks.clean(spec.version) or "none given"),
        ("Examples in the file", str(len(spec.examples))),
        ("Made of", ", ".join(marks.clean(file.rpartition("/")[2]) for file in spec.files)),
        ("Try it", marks.code(f"rummy play {name}")),
    ]
    facts = Section("Facts", (Table("The variant at a glance", ("Fact", "Value"), tuple(rows)),))
    return Document(
        sheet.title, sheet.subtitle, (facts, *sheet.sections), sheet.faces, sheet.footer
    )
