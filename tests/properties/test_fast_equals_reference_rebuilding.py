"""Melds laid anew: both engines agree on what may join and on how all lies in the end."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from both_engines import play_both, small_enough
from rummy.errors import SpecError
from rummy.reference.state import State
from rummy.spec.bind import bind
from rummy.spec.load import load
from strategies.rebuilding import rebuilding_spec

MOST_CARDS = 10
"""So many cards, those on the table and those of a hand together, are divided in all ways."""


def _enough(s: State) -> bool:
    table = sum(len(codes) for _, codes, _ in s.melds)
    hands = [len(cards) for (name, _), cards in s.zones.items() if name == "hand"]
    wild = s.rules.deck.held_wild
    wilds = sum(wild[s.rules.deck.face_of[code]] for _, codes, _ in s.melds for code in codes)
    wilds += max(
        sum(wild[face] for face in cards) for (name, _), cards in s.zones.items() if name == "hand"
    )
    return not small_enough(s.rules, s) or table + max(hands) > MOST_CARDS or wilds > 2


def _play(numbers: range, folder: Path) -> int:
    made = 0
    for number in numbers:
        file = folder / f"game{number}.yaml"
        file.write_text(rebuilding_spec(number), encoding="utf-8")
        spec = load(file)
        try:
            rules = bind(spec, spec.players[0], {})
        except SpecError:
            continue  # these options make no pack
        chance = Random(number)
        choices = [chance.randrange(1 << 16) for _ in range(25)]
        made += play_both(rules, number, choices, _enough)
    return made


def test_both_engines_lay_melds_anew_alike(tmp_path: Path) -> None:
    assert _play(range(25), tmp_path) > 100


@pytest.mark.slow
def test_both_engines_lay_melds_anew_alike_in_many_games(tmp_path: Path) -> None:
    assert _play(range(25, 400), tmp_path) > 2_000
