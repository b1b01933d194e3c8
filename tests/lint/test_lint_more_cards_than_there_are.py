"""A condition on more cards than the pack has can never be true."""

from __future__ import annotations

from pathlib import Path

import pytest
from rummy.lint import lint
from rummy.spec.load import load_text

VARIANTS = Path(__file__).parents[2] / "variants"


def codes(text: str) -> list[str]:
    return [finding.code for finding in lint(load_text(text, "bing.yaml"))]


@pytest.mark.parametrize(
    ("count", "found"),
    # eight players use three packs, 156 cards
    [(156, ["P505"]), (155, [])],
)
def test_an_event_that_waits_for_more_cards_than_there_are(count: int, found: list[str]) -> None:
    text = (VARIANTS / "bing.yaml").read_text(encoding="utf-8")
    event = f"events:\n  full:\n    when: count(stock) > {count}\n    do: {{end: round}}\n"
    changed = text.replace("events:\n", event, 1)
    assert changed != text
    assert codes(changed) == found
