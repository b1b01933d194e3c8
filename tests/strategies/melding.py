"""Random variants with melds that use a top card, look at the table, or let wild cards move."""

from __future__ import annotations

from random import Random
from typing import Any

from strategies.specs import Maker, text_of

WHERES = (
    "not any(m.size == size for m in melds where m.owner == me)",
    "not any(m.rank in ranks for m in melds)",
    "size <= count(hand) - 1",
    "any(rank == A) or count(melds) > 0",
    "points(cards) + earned >= 6",
    "all(c.face not in hand or c.natural for c in cards)",
)


def melding_spec_of(number: int) -> str:
    """The text of such a small variant: each number has its own."""
    chance = Random(number)
    maker = Maker(chance.randrange)
    spec = maker.spec()
    while not spec["deck"].get("wilds"):
        spec = maker.spec()
    return text_of(with_melding(spec, chance))


def with_melding(spec: dict[str, Any], chance: Random) -> dict[str, Any]:
    """The variant with these constructs in its melds and moves."""
    for kind in spec["melds"].values():
        if not kind.get("closed") and chance.random() < 0.7:
            kind["shifts"] = True
    steps = spec["turn"]["steps"]
    spec["setup"] = {**spec["setup"], "turn_top": {"auto": {"move": "stock", "to": "pile"}}}
    take: dict[str, Any] = {"lay": "all", "with": "pile"}
    if chance.random() < 0.5:
        take["where"] = chance.choice(WHERES)
    if chance.random() < 0.5:
        take["do"] = {"move": "pile", "to": "hand"}
    steps["play"] = {
        "repeat": {
            "meld": {"lay": "all", "where": chance.choice(WHERES)},
            "use": take,
            "add": {"lay_off": "true"},
        },
        "at_most": 3,
    }
    if chance.random() < 0.3:
        steps["play"]["must"] = {"enough": chance.choice(("earned >= 0", "count(hand) != 1"))}
    if chance.random() < 0.2:
        steps["play"]["at_least"] = chance.choice((1, "1 if count(melds) == 0 else 0"))
    spec["score"] = {"round": "earned - points(hand)"}
    return spec
