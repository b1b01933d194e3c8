"""Melds: what they are, where they are in a hand, how they grow."""

from rummy.melds.arrange import Arrangement
from rummy.melds.further import FurtherPlay
from rummy.melds.opening import Needs, Openings, Witness, remaining
from rummy.melds.plans import Plans
from rummy.melds.shapes import Growth, Shape

__all__ = [
    "Arrangement",
    "FurtherPlay",
    "Growth",
    "Needs",
    "Openings",
    "Plans",
    "Shape",
    "Witness",
    "remaining",
]
