"""Hypothesis strategies for cards and expressions, for use in any test.

``decks``, ``hands``, ``placed``: cards. ``worlds``: a small pretended game with
the ``Env`` and the ``Bindings`` through which expressions see it. ``trees``: a
typed expression of a wanted type; ``forests``: several at once.
"""

from strategies.cards import decks, faces, hands, placed
from strategies.expressions import TYPES, Grower, forests, trees
from strategies.worlds import World, WorldBindings, WorldEnv, worlds

__all__ = [
    "TYPES",
    "Grower",
    "World",
    "WorldBindings",
    "WorldEnv",
    "decks",
    "faces",
    "forests",
    "hands",
    "placed",
    "trees",
    "worlds",
]
