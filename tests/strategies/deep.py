"""Random variants in which players say how many cards they take, and cards know their player."""

from __future__ import annotations

from random import Random
from typing import Any

from strategies.specs import Maker, text_of

NUMBERS = ("1..count(pile)", "1..2", "{1, 3}", "2..count(hand)")
DUTIES = (
    "not deep or not any(c in hand for c in last(taken))",
    "not deep or not any(rank == A for first(taken))",
    "count(taken) < 4 or points(last(taken)) <= points(hand)",
)
MINE = "sum(points(x in m.cards where x.laid_by == me) for m in melds)"
SCORES = (
    f"{MINE} - points(hand)",
    "sum(count(m.cards where laid_by == me and rank != A) for m in melds)",
    "sum(1 for m in melds where any(laid_by == left for m.cards)) - points(first(pile))",
    "sum(1 for m in melds where not same(laid_by for m.cards)) + hits",
)
HITS = (
    {"set": {"hits": "hits + onto.size"}, "of": "onto.owner"},
    {"set": {"hits": "hits + 1"}, "each": "others", "when": "me == onto.owner"},
    {"earn": "3 if onto.owner == me else -2", "when": "onto.size > 2"},
)


def deep_spec_of(number: int) -> str:
    """The text of a small variant with such moves: each number has its own."""
    chance = Random(number)
    return text_of(with_deep_piles(Maker(chance.randrange).spec(), chance))


def with_deep_piles(spec: dict[str, Any], chance: Random) -> dict[str, Any]:
    """The variant with a pile of which a player takes as many cards as he likes."""
    zones = spec["zones"]
    zones["pile"] = {**zones["pile"], "seen_by": chance.choice(("all", "all", "top"))}
    open_pile = zones["pile"]["seen_by"] == "all"
    spec["variables"] = {
        **spec.get("variables", {}),
        "deep": {"of": "table", "per": "turn", "start": "false"},
        "hits": {"of": "player", "per": "round", "start": "0"},
    }
    spec["setup"] = {
        **spec["setup"],
        "turn_up": {"auto": {"move": "stock", "to": "pile", "count": chance.choice((1, 2, 3))}},
    }
    take: dict[str, Any] = {"move": "pile", "to": "hand", "count": chance.choice(NUMBERS)}
    take["do"] = {"set": {"deep": "true"}}
    if open_pile and chance.random() < 0.3:
        take["cards"] = "rank != 2"
    elif chance.random() < 0.2:
        take["at"] = "bottom"
    draw = {"draw": {"move": "stock", "to": "hand"}, "take": take}
    play: dict[str, Any] = {
        "repeat": {
            "meld": {"lay": "all"},
            "add": {"lay_off": "true", "do": [chance.choice(HITS)]},
        }
    }
    if chance.random() < 0.6:
        play["must"] = {"used": chance.choice(DUTIES)}
    discard = {"move": "hand", "to": "pile", "when": "count(hand) > 0"}
    if chance.random() < 0.4:
        discard["count"] = chance.choice(("1..2", "{1, 2, 3}"))
    spec["turn"] = {
        "steps": {"draw": {"choose": draw, "optional": True}, "play": play, "discard": discard}
    }
    spec["events"] = {
        "out": {"when": "count(hand) == 0", "do": {"end": "round"}},
    }
    score = chance.choice(SCORES if open_pile else SCORES[:2])
    spec["score"] = {"round": score}
    spec["match"] = {**spec["match"], "over": "false"}
    spec["limits"] = {"rounds": 2, "turns": chance.choice((2, 3))}
    return spec
