"""The examples on a sheet are melds, and the cards that are said to be none are none."""

from __future__ import annotations

import re

import pytest
from reading import section, sheet, spec, words
from rummy.melds import Plans
from rummy.sheet.melds import Melds
from rummy.sheet.settled import Settled
from rummy.sheet.words import Words
from rummy.spec.files import shipped


@pytest.mark.parametrize("name", [path.stem for path in shipped()])
def test_the_reference_of_melds_agrees_with_the_examples(name: str) -> None:
    melds = Melds(Words(Settled(spec(name), {}, None)))
    plans = Plans(melds.rules)
    deck = melds.rules.deck
    document = sheet(name)
    for kind in melds.rules.kinds:
        title = kind.title[0].upper() + kind.title[1:]
        for line in words(section(document, title)).splitlines():
            head, _, cards = line.partition(": ")
            if head == "Examples":
                for one in cards.split("; "):
                    codes = deck.parse_many(one)
                    assert plans.readings(kind.index, codes), one
                    held = deck.bag([deck.face_of[code] for code in codes])
                    assert all(deck.copies[f] >= n for f, n in _counted(deck.bag_faces(held)))
            elif re.match("Not ", head):
                assert not plans.readings(kind.index, deck.parse_many(cards)), cards


def _counted(faces: tuple[int, ...]) -> list[tuple[int, int]]:
    return [(face, faces.count(face)) for face in dict.fromkeys(faces)]
