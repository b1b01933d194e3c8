"""Small games whose counts read one thing or another."""

from __future__ import annotations

from pathlib import Path

from rummy.spec.load import load_text
from rummy.spec.model import Spec

ROOT = Path(__file__).resolve().parents[2]
BASE = (ROOT / "examples" / "three_and_out.yaml").read_text(encoding="utf-8")
SCORE = "sum(points(hand of p) for p in others) if count(hand) == 0 else 0"
OVER = "any(total of p >= target for p in everyone)"


def small(
    score: str = "points(hand)",
    *,
    over: str = OVER,
    more_match: str = "",
    deck: str = "points: {A: 1, 2..10: pips, J Q K: 10}",
    changes: tuple[tuple[str, str], ...] = (),
) -> Spec:
    """The game of the language page with another count, deck or end."""
    text = BASE.replace(SCORE, score).replace(OVER, over + more_match)
    text = text.replace("points: {A: 1, 2..10: pips, J Q K: 10}", deck)
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    text = text[: text.index("examples:")]
    return load_text(text, "small.yaml")
