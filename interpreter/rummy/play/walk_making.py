"""Source that carries out an action."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummy.play.making import add, lay, make
from rummy.play.stages import CARDS, LAY, LAY_OFF, SAY, TOP, CompiledMove
from rummy.play.walk_source import Pen
from rummy.play.walk_zones import Zones

if TYPE_CHECKING:
    from rummy.play.engine import Engine


class Making:
    """Writes what a move does."""

    def __init__(self, pen: Pen, engine: Engine, zones: Zones) -> None:
        self.pen = pen
        self.engine = engine
        self.zones = zones

    def write(self, move: CompiledMove, who: str) -> None:
        """The verb of a move; its effects come after it. The action is ``action``."""
        pen = self.pen
        if move.kind == SAY and move.whom is None:
            return
        if move.whom is None and move.kind == TOP and self._one_on_top(move):
            self._take_one(move, who)
        elif move.kind == CARDS and move.count is None and move.at in ("top", "bottom"):
            self._one_card(move, who)
        else:
            own = {LAY: lay, LAY_OFF: add}.get(move.kind, make)
            function = pen.thing(own if move.whom is None else make)
            pen.put(f"{function}(engine, s, {pen.thing(move)}, action, {who})")

    def _one_on_top(self, move: CompiledMove) -> bool:
        return (
            move.count is None and not move.everything and move.numbers is None and move.at == "top"
        )

    def _take_one(self, move: CompiledMove, who: str) -> None:
        assert move.source is not None and move.target is not None
        self.zones.take(move.source, who)
        self.zones.arrives(move.target, who, "face")

    def _one_card(self, move: CompiledMove, who: str) -> None:
        assert move.source is not None and move.target is not None
        if move.whom is not None:
            self.pen.put("s.whom = action[1]")
        self.pen.put(f"face = action[{1 if move.whom is None else 2}]")
        self.zones.remove(self.zones.at(move.source, who), "face")
        self.zones.arrives(move.target, who, "face", move.at)
