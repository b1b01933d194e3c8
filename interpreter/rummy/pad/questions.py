"""What the pad asks, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rummy.lang.types import TRUTH
from rummy.pad.blank import TABLE, Fact
from rummy.pad.needs import CARDS, COUNT, EACH, POINTS, Needs
from rummy.pad.table import EARNED, ENDED, MELDS, OUT, TURNS
from rummy.play.conditions import HAND

if TYPE_CHECKING:
    from rummy.pad.pad import Pad
    from rummy.spec.model import Spec

MOST_SHOWN = 24
"""Letters of an old entry that are shown when it is asked again."""

_FORMS = {
    COUNT: "how many, or cards",
    POINTS: "12+11+7 or cards",
    EACH: "a number a card, 10+10+5, or cards",
    CARDS: "cards, or none",
}


def named(name: str) -> str:
    """A fact by itself: ``cards left in hand``."""
    known = {HAND: "cards left in hand", EARNED: "points earned at once", TURNS: "turns had"}
    return known.get(name, name.replace("_", " "))


def whose(pad: Pad, fact: Fact) -> str:
    """The player of whom a fact is asked, or all players of a side."""
    slots, sides = pad.engine.program.slots, pad.engine.rules.sides
    if fact.name not in slots.of_side:
        return pad.names[fact.seat]
    return " and ".join(pad.names[fact.seat % sides :: sides])


def again(pad: Pad, fact: Fact, entered: str) -> str:
    """The question for a fact that has been entered already."""
    short = entered if len(entered) <= MOST_SHOWN else entered[: MOST_SHOWN - 3] + "..."
    if fact.seat != TABLE:
        return f"{whose(pad, fact)}, {named(fact.name)} [{short}]: "
    known = {OUT: "Who went out", MELDS: "Melds on the table", ENDED: "Did that end the match"}
    return f"{known.get(fact.name, named(fact.name))} [{short}]: "


def prompt(pad: Pad, needs: Needs, fact: Fact) -> str:
    """The question for one fact, with the ways to answer it."""
    if fact.name == OUT:
        return f"Who went out? ({'name' if needs.one_out else 'names'} or nobody): "
    if fact.name == ENDED:
        return "Did that end the match? (yes or no): "
    if fact.name == MELDS:
        by = " by NAME" if needs.owners else ""
        return f"Melds on the table{by} (with ; between, or none): "
    asked = "" if fact.seat == TABLE else f"{whose(pad, fact)}, "
    return f"{asked}{named(fact.name)} ({_how(pad.spec, needs, fact.name)}): "


def _how(spec: Spec, needs: Needs, name: str) -> str:
    if any(zone.name == name for zone in spec.zones):
        return _FORMS[needs.zones.get(name, CARDS)]
    variable = next((v for v in spec.variables if v.name == name), None)
    return "yes or no" if variable is not None and variable.type == TRUTH else "number or sum"


def explained(spec: Spec, needs: Needs, name: str) -> str:
    """More about a fact, for somebody who asks; nothing where there is no more to say."""
    if name == OUT:
        return "whoever has no cards left" + (
            "; the round ends as soon as one player has none" if needs.one_out else ""
        )
    if name == MELDS:
        kinds = ", ".join(kind.name for kind in spec.kinds)
        return (
            f"write `9H 9D; run 4S 5S 6S`; kinds: {kinds}; a kind is needed where cards make "
            "several. Melds that no card left in a hand fits may be left out"
        )
    abouts: list[Sequence[tuple[str, str]]] = [
        [(zone.name, zone.about) for zone in spec.zones],
        [(variable.name, variable.about) for variable in spec.variables],
    ]
    about = next((text for some in abouts for key, text in some if key == name and text), "")
    return " ".join(about.split()).rstrip(".")


def fact_names(spec: Spec) -> dict[str, bool]:
    """Every fact that a round may have, and whether each player has one."""
    found = {OUT: False, MELDS: False, ENDED: False, EARNED: True, TURNS: True}
    found |= {zone.name: zone.of != "table" for zone in spec.zones}
    found |= {variable.name: variable.of != "table" for variable in spec.variables}
    return found
