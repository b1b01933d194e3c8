"""Random variants whose wild cards change from round to round."""

from __future__ import annotations

from random import Random
from typing import Any

from strategies.specs import Maker, text_of

TURNED = {"of": "table", "pile": True, "seen_by": "all"}
OPEN = {"of": "table", "pile": False, "seen_by": "all"}
OF_ROUND = ("pips == round", "pips == round + 1", "rank == A and rounds_played % 2 == 1")
OF_CARD = (
    "any(c.rank == rank for c in turned)",
    "any(c.suit == suit and c.rank != rank for c in turned)",
    "rank == 2 if any(c.joker for c in turned) else any(c.rank == rank for c in turned)",
)
OF_TOP = ("any(c.rank == rank for c in top(pile))", "any(c.colour != colour for c in top(pile))")


def changing_spec_of(number: int) -> str:
    """The text of a small variant with changing wild cards: each number has its own."""
    chance = Random(number)
    return text_of(with_changing_wilds(Maker(chance.randrange).spec(), chance))


def with_changing_wilds(spec: dict[str, Any], chance: Random) -> dict[str, Any]:
    """The variant with wild cards that hang on the round, on a card turned up, or on both."""
    wilds: dict[str, Any] = spec["deck"].setdefault("wilds", {})
    wilds.pop("two", None)
    way = chance.choice(("round", "turned", "top", "both", "two classes"))
    if way in ("turned", "both", "two classes"):
        spec["zones"] = {**spec["zones"], "turned": chance.choice((TURNED, OPEN))}
        step = {"auto": {"move": "stock", "to": "turned"}}
        spec["setup"] = {**spec["setup"], "turn_wild": step}
    if way == "top":
        spec["setup"] = {**spec["setup"], "turn_top": {"auto": {"move": "stock", "to": "pile"}}}
    cards = {
        "round": OF_ROUND,
        "turned": OF_CARD,
        "top": OF_TOP,
        "both": (f"{OF_ROUND[0]} or {OF_CARD[0]}", f"{OF_CARD[0]} and round != 2"),
        "two classes": OF_CARD,
    }[way]
    natural = {"natural": True} if chance.random() < 0.6 else {}
    wilds["changing"] = {"cards": chance.choice(cards), **natural}
    if way == "two classes":
        wilds["other"] = {"cards": OF_ROUND[0], "stands_for": "rank != A"}
    if chance.random() < 0.5:
        ranks = spec["deck"]["ranks"].split()
        spec["deck"]["points"][f"2..{ranks[-1]}"] = "0 if wild else pips"
    spec["limits"] = {"rounds": 3, "turns": chance.choice((2, 3))}
    spec["match"] = {**spec["match"], "over": "false"}
    return spec
