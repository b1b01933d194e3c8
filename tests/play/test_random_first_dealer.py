"""The first dealer by chance, as ``docs/semantics.md`` says, in both engines."""

from __future__ import annotations

import hashlib
import random
from pathlib import Path

import pytest
from rummy.play.engine import Engine
from rummy.reference import game
from rummy.spec.bind import bind
from rummy.spec.load import load

SMALL = Path(__file__).parents[1] / "spec" / "small_rummy.yaml"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_random_first_dealer_follows_from_the_seed(players: int) -> None:
    rules = bind(load(SMALL), players)
    engine = Engine(rules)
    dealers = []
    for seed in range(12):
        number = int.from_bytes(hashlib.sha256(f"rummy/1:{seed}:dealer".encode()).digest(), "big")
        expected = int(random.Random(number).random() * players)
        assert engine.start(seed).dealer == expected
        dealers.append(expected)
    assert set(dealers) == set(range(players))
    assert game.start(rules, 5).dealer == dealers[5]
