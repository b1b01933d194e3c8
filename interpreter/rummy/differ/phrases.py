"""A change as a sentence for card players."""

from __future__ import annotations

import re

from rummy.differ.changes import CHANGED, GONE, MOVED, NEW, Change

_THINGS = {
    "options": "option",
    "zones": "place for cards",
    "melds": "kind of meld",
    "openings": "opening",
    "variables": "variable",
    "define": "definition",
    "events": "event",
    "setup": "step of the setup",
    "steps": "step",
    "then": "step",
    "choose": "move",
    "repeat": "move",
    "must": "duty",
    "wilds": "class of wild cards",
    "lines": "rank line or line of the count",
}
"""What the entries under a key are called."""
_MARGINS = {"turn": "turn", "score": "count", "match": "match", "order": "order", "deck": "deck"}
MOST = 120
"""No more of what stands in a file is told in a sentence."""


def phrase(change: Change) -> str:
    """What is different, in a sentence without a full stop."""
    where, now, was = change.where, _cut(change.now), _cut(change.was)
    if change.what == MOVED:
        return f"the order under {change.key} is {now}; it was {was}"
    if change.what == CHANGED:
        special = _special(where, now, was)
        return special or f"{_name(where)} is now `{now}`; it was `{was}`"
    thing = _THINGS.get(where[-2]) if len(where) > 1 else None
    if thing is not None:
        name = f"the {thing} {where[-1]}" + _inside(where[:-2])
        if change.what == NEW:
            return f"{name} is new: `{now}`"
        return f"{name} is gone"
    if change.what == GONE:
        return f"{_name(where)} is not said any more; it was `{was}`"
    return f"{_name(where)} is now `{now}`; nothing was said of it"


def _special(where: tuple[str, ...], now: str, was: str) -> str:
    """A sentence of its own, for what people change most."""
    match where:
        case ("options", name, "default"):
            return f"the option {name} is usually {now}; it was {was}"
        case ("options", name, "range" | "choices"):
            return f"the option {name} may be {now}; it was {was}"
        case ("melds", name, "size"):
            return f"the {_spaced(name)} needs {_size(now)}; it was {_size(was, '')}"
        case ("melds", name, "lay"):
            return f"laying the {_spaced(name)} earns `{now}`; it was `{was}`"
        case ("melds", name, "add"):
            return f"adding a card to the {_spaced(name)} earns `{now}`; it was `{was}`"
        case ("melds", name, "valid"):
            return f"for the {_spaced(name)} must hold `{now}`; it was `{was}`"
        case ("deck", "points", ranks):
            return f"{ranks} counts {now} in hand; it was {was}"
        case ("players",):
            return f"it is played by {_range(now)}; it was {_range(was)}"
        case (*_, "deal") if now.isdigit():
            return f"{now} cards are dealt to each player; it was {was}"
    return ""


def _name(where: tuple[str, ...]) -> str:
    """How a key is called: the last of it, and of what."""
    last = where[-1]
    for number in range(len(where) - 2, -1, -1):
        thing = _THINGS.get(where[number])
        if thing is not None and number + 1 < len(where) - 1:
            below = " ".join(where[number + 2 :])
            return f"`{below}` of the {thing} {where[number + 1]}"
    if where[0] in _MARGINS and len(where) > 1:
        return f"`{' '.join(where[1:])}` of the {_MARGINS[where[0]]}"
    return f"`{last}`"


def _inside(where: tuple[str, ...]) -> str:
    """In which step or move something stands."""
    names = [name for name in where if name not in _THINGS and name not in _MARGINS]
    return f" in {names[-1]}" if names else ""


def _size(text: str, noun: str = " cards") -> str:
    """``3..8`` is "3 to 8 cards", ``3..`` is "3 or more cards"."""
    if re.fullmatch(r"\d+\.\.", text):
        return f"{text[:-2]} or more{noun}"
    return f"{_range(text)}{noun}"


def _range(text: str) -> str:
    found = re.fullmatch(r"(\d+)\s*\.\.\s*(\d+)", text)
    return f"{found[1]} to {found[2]}" if found else text


def _spaced(name: str) -> str:
    return name.replace("_", " ")


def _cut(text: str) -> str:
    return text if len(text) <= MOST else f"{text[: MOST - 3]}..."
