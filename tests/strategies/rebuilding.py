"""Small variants in which melds on the table are taken up and laid anew."""

from __future__ import annotations

from random import Random
from typing import Any

from strategies.specs import Maker, text_of

TAKEN_UP = ("true", "owner == me", "size <= 3", "false", "owner != me")
LEAST = ("4", "count(hand) + 3", "2")


class Rebuilder(Maker):
    """As ``Maker``, but the step in which melds are laid has moves that lay them anew."""

    def melds(self) -> dict[str, Any]:
        """Kinds with ranks or places to look for: others divide cards in too many ways."""
        kinds = super().melds()
        for kind in kinds.values():
            if "rank" not in kind["valid"]:
                kind["valid"] = "same(rank)"
        return kinds

    def play_step(self, targets: Any) -> dict[str, Any]:
        step = super().play_step(targets)
        moves: dict[str, Any] = {"anew": self.rebuild()}
        if self.chance(2):
            moves["again"] = self.rebuild()
        key = "repeat" if "repeat" in step else "choose"
        kept = {name: move for name, move in step[key].items() if self.chance(2) or "lay" in move}
        step[key] = {**moves, **kept} if self.chance() else {**kept, **moves}
        return step

    def rebuild(self) -> dict[str, Any]:
        """One move that lays melds anew."""
        move: dict[str, Any] = {"rebuild": self.one(TAKEN_UP)}
        if self.chance(3):
            move["with"] = "pile"
        if self.chance(4):
            move["least"] = self.one(LEAST)
        if self.chance(3):
            setting = self.setting()
            if setting is not None:
                move["do"] = setting
        if self.chance(5):
            move["when"] = self.condition()
        return move


def rebuilding_spec(number: int) -> str:
    """The text of a small variant: each number has one of its own."""
    return text_of(Rebuilder(Random(number).randrange).spec())
