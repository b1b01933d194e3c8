"""Source that takes cards from zones and puts them into others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummy.play.effects import ZoneAt, take
from rummy.play.walk_source import Pen, surely_a_seat

if TYPE_CHECKING:
    from rummy.cards import Deck


class Zones:
    """Writes what happens to zones."""

    def __init__(self, pen: Pen, deck: Deck, looking: bool) -> None:
        self.pen = pen
        self.looking = looking
        """Whether the backs of cards may come up, as in a look ahead."""
        self.width = deck.faces
        self.twins = max(deck.copies) > 1
        """Whether some card is there twice: only then a bag has layers."""

    def owner(self, zone: ZoneAt, who: str) -> str:
        """Source of the seat whose zone it is; empty for the table's."""
        if zone.of is None:
            return ""
        source = self.pen.expression(zone.of, who)
        whole = zone.sides == self.pen.program.rules.seats
        return source if whole and surely_a_seat(source) else f"({source}) % {zone.sides}"

    def at(self, zone: ZoneAt, who: str) -> str:
        """Source of the zone itself."""
        owner = self.owner(zone, who)
        return f"s.z[{zone.base} + {owner}]" if owner else f"s.z[{zone.base}]"

    def take(self, zone: ZoneAt, who: str) -> None:
        """The top card of a pile becomes ``face``."""
        if self.looking and zone.seen_by != "all":
            owner = self.owner(zone, who)
            slot = f"{zone.base} + {owner}" if owner else str(zone.base)
            self.pen.put(f"face = {self.pen.thing(take)}(s, {slot}, 'top', {zone.turns_up})")
        else:
            self.pen.put(f"face = {self.at(zone, who)}.pop()")

    def add(self, bag: str, face: str) -> None:
        """A card comes into a bag."""
        if not self.twins:
            self.pen.put(f"{bag} |= 1 << {face}")
            return
        self.pen.put(f"bit = 1 << {face}")
        self.pen.put(f"bag = {bag}")
        with self.pen.under("while bag & bit"):
            self.pen.put(f"bit <<= {self.width}")
        self.pen.put(f"{bag} = bag | bit")

    def remove(self, bag: str, face: str) -> None:
        """A card that is there leaves a bag."""
        if not self.twins:
            self.pen.put(f"{bag} ^= 1 << {face}")
            return
        self.pen.put(f"bit = 1 << {face}")
        self.pen.put(f"bag = {bag}")
        with self.pen.under(f"while bag >> {self.width} & bit"):
            self.pen.put(f"bit <<= {self.width}")
        self.pen.put(f"{bag} = bag ^ bit")

    def arrives(self, zone: ZoneAt, who: str, face: str, at: str = "top") -> None:
        """A card comes into a zone; what comes into the hand of the player in turn is noted."""
        there = self.at(zone, who)
        if zone.pile:
            self.pen.put(f"{there}.append({face})" if at == "top" else f"{there}.insert(0, {face})")
        else:
            self.add(there, face)
        if zone.name == "hand":
            owner = self.owner(zone, who)
            with self.pen.under("" if owner == "me" else f"if {owner} == me"):
                self.pen.put(f"s.taken.append({face})")
