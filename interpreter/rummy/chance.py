"""Chance that is the same on every machine: named streams and shuffles.

``random.Random(n).random()`` is the part of the standard library whose
sequence is promised to stay; shuffles, choices and ranges are made here.
"""

from __future__ import annotations

import hashlib
import random


def stream(seed: int, purpose: str) -> random.Random:
    """The stream of chance of a match seed for one purpose."""
    text = f"rummy/1:{seed}:{purpose}".encode()
    return random.Random(int.from_bytes(hashlib.sha256(text).digest(), "big"))


def shuffle(cards: list[int], source: random.Random) -> None:
    """Shuffle in place (Fisher-Yates from the end)."""
    number = source.random
    for i in range(len(cards) - 1, 0, -1):
        j = int(number() * (i + 1))
        cards[i], cards[j] = cards[j], cards[i]


def pick(count: int, source: random.Random) -> int:
    """A number from 0 to ``count`` - 1, all equally likely."""
    return int(source.random() * count)
