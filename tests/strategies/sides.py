"""Random variants that are played in partnerships."""

from __future__ import annotations

from random import Random
from typing import Any

from strategies.specs import Maker, text_of

SCORES = (
    "sum(earned of p for p in us) - sum(points(hand of p) for p in us)",
    "sum(points(hand of p) for p in opponents) if any(count(hand of p) == 0 for p in us) else 0",
    "count(camp) + 5 * count(camp of right) + banner + sum(earned of p for p in partners)",
    "sum(m.size for m in melds where m.owner in us) - earned",
)
OUTS = ("total < -10", "banner > 2 or total > 20", "last_points < 0")
GUARDS = (
    "any(p in us for p in everyone where count(hand of p) > 2)",
    "count(camp) > count(camp of left)",
    "banner of left < banner + 2",
    "count(partners) > 0",
    "me in us of seat(1)",
    "count(opponents) > 1",
)


def sided_spec_of(number: int) -> str:
    """The text of a small variant with sides: each number has its own."""
    chance = Random(number)
    return text_of(with_sides(Maker(chance.randrange).spec(), chance))


def with_sides(spec: dict[str, Any], chance: Random) -> dict[str, Any]:
    """The variant for several sides, each with a place for cards and a counter of its own."""
    leaving = chance.random() < 0.5
    spec["players"] = "4" if chance.random() < 0.7 else 2 if chance.random() < 0.3 else "2..4"
    spec["sides"] = "2" if spec["players"] == "4" else "2 if seats == 4 else seats"
    pile, seen_by = chance.choice(((True, "nobody"), (True, "top"), (False, "all"), (True, "all")))
    spec["zones"] = {**spec["zones"], "camp": {"of": "side", "pile": pile, "seen_by": seen_by}}
    spec["variables"] = {
        **spec.get("variables", {}),
        "banner": {
            "of": "side",
            "per": chance.choice(("turn", "round", "match")),
            "start": str(chance.randrange(2)),
        },
    }
    spec["setup"] = {"deal": {"auto": {"deal": chance.choice((2, 3))}}}
    steps = spec["turn"]["steps"]
    whose = chance.choice(("", " of left", " of (left of left)"))
    camp = {
        "when": chance.choice(GUARDS),
        "auto": [
            {"move": "stock", "to": f"camp{whose}"},
            {"set": {"banner": "banner + 1"}, "of": chance.choice(("me", "right"))},
        ],
    }
    last = {
        "optional": True,
        "choose": {
            "store": {"move": "hand", "to": f"camp{whose}", "when": chance.choice(GUARDS)},
            "fetch": {"move": "camp", "to": "hand", "when": chance.choice(GUARDS)},
            "rest": {"say": True},
        },
    }
    spec["turn"]["steps"] = {**steps, "camp_step": camp, "camp_last": last}
    if chance.random() < 0.3:
        spec["turn"]["steps"]["asking"] = {
            "ask": chance.choice(("partners", "opponents", "us of left")),
            "choose": {
                "agree": {"say": True, "do": {"set": {"banner": "banner + 2"}}},
                "decline": {"say": True},
            },
        }
    spec["score"] = {"round": chance.choice(SCORES)}
    spec["match"]["first_dealer"] = {"seat": 1}
    if leaving:
        spec["match"]["out"] = chance.choice(OUTS)
    if chance.random() < 0.4:
        spec["match"]["tie_break"] = chance.choice(("count(camp)", "banner", "-last_points"))
    spec["limits"] = {"rounds": 3, "turns": chance.choice((2, 3))}
    return spec
