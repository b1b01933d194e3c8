"""Source of effects and events, and of what follows when they end something."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rummy.play.effects import ENDS, ROUND, TURN, EffectFunction, ZoneAt, clamp
from rummy.play.stages import CompiledEvent
from rummy.play.walk_source import Pen, surely_a_seat
from rummy.play.walk_zones import Zones
from rummy.spec.model import Effect, End, MoveCards, SetVariable

if TYPE_CHECKING:
    from rummy.play.program import Program

NEVER, MAYBE = 0, -1
"""Whether effects end something: no, or as the variable ``end`` says (0: nothing).
A number above 0: they surely end that."""


def what_ends(effects: Sequence[Effect]) -> int:
    """What effects end: something for certain, maybe something, or nothing."""
    ends = [effect for effect in effects if isinstance(effect, End)]
    if not ends:
        return NEVER
    return ENDS[ends[0].what] if ends[0].when is None else MAYBE


class Effects:
    """Writes effects as source."""

    def __init__(self, pen: Pen, program: Program, zones: Zones) -> None:
        self.pen = pen
        self.program = program
        self.compiler = program.compiler
        self.zones = zones
        self.events = program.events
        self.over = "over(s, {}, {})"
        """Source of what follows where a round ends: by what, and by whom named."""
        self.turn_over = "end_turn(s, me)"
        """Source of what follows where the turn ends."""

    def run(
        self,
        effects: Sequence[Effect],
        functions: Sequence[EffectFunction],
        who: str,
        end: str = "end",
    ) -> int:
        """Effects one after another until one ends something; what they end."""
        maybe = False
        if any(isinstance(effect, End) and effect.when is not None for effect in effects):
            self.pen.put(f"{end} = 0")
        for effect, function in zip(effects, functions, strict=True):
            if isinstance(effect, End):
                if effect.when is None:
                    if not maybe:
                        return ENDS[effect.what]
                    with self.pen.under(f"if not {end}"):
                        self.pen.put(f"{end} = {ENDS[effect.what]}")
                    break
                when = self.pen.expression(self.compiler.truth(effect.when), who)
                before = f"not {end} and " if maybe else ""
                with self.pen.under(f"if {before}{when}"):
                    self.pen.put(f"{end} = {ENDS[effect.what]}")
                maybe = True
            else:
                with self.pen.under(f"if not {end}" if maybe else ""):
                    self._one(effect, function, who)
        return MAYBE if maybe else NEVER

    def _one(self, effect: Effect, function: EffectFunction, who: str) -> None:
        if isinstance(effect, (SetVariable, MoveCards)) and effect.when is not None:
            when = self.pen.expression(self.compiler.truth(effect.when), who)
            head = f"if {when}"
        else:
            head = ""
        if isinstance(effect, SetVariable):
            with self.pen.under(head):
                self._set(effect, who)
        elif isinstance(effect, MoveCards) and self._one_from_a_pile(effect, head, who):
            return
        else:  # with its own condition
            some = self._some_there(effect, who) if isinstance(effect, MoveCards) else ""
            with self.pen.under(some and f"if {some}"):
                self.pen.put(f"{self.pen.thing(function)}(s, {who})")

    def _some_there(self, effect: MoveCards, who: str) -> str:
        """Source of whether there is any card to move; empty where that is not told at once."""
        source = ZoneAt(self.compiler, effect.source)
        if source.pile:
            return self.zones.at(source, who)
        mask = self.compiler.card_mask(effect.cards)
        return "" if mask is None else f"{self.zones.at(source, who)} & {mask}"

    def _set(self, effect: SetVariable, who: str) -> None:
        slots, compiler, pen = self.program.slots, self.compiler, self.pen
        owner = who if effect.of is None else pen.expression(compiler.number(effect.of), who)
        targets, values = [], []
        for name, value in effect.values:
            slot, owners = slots.variable[name], slots.modulus(name)
            if owners == 1:
                targets.append(f"s.v[{slot}]")
            elif owners == self.program.rules.seats and surely_a_seat(owner):
                targets.append(f"s.v[{slot} + {owner}]")
            else:
                targets.append(f"s.v[{slot} + ({owner}) % {owners}]")
            values.append(self._stored(compiler.number(value), who))
        pen.put(f"{', '.join(targets)} = {', '.join(values)}")

    def _stored(self, function: EffectFunction, who: str) -> str:
        value = self.pen.number(function, who)
        if isinstance(value, int):
            return str(clamp(value))
        return f"{self.pen.thing(clamp)}({self.pen.thing(int)}({value}))"

    def _one_from_a_pile(self, effect: MoveCards, head: str, who: str) -> bool:
        """The top card of a pile, as source; False: it is not as simple as that."""
        compiler, pen, zones = self.compiler, self.pen, self.zones
        source, target = ZoneAt(compiler, effect.source), ZoneAt(compiler, effect.target)
        if not source.pile or effect.at != "top" or effect.cards is not None:
            return False
        if effect.count is None or pen.number(compiler.number(effect.count), who) != 1:
            return False
        with pen.under(head), pen.under(f"if {zones.at(source, who)}"):
            zones.take(source, who)
            zones.arrives(target, who, "face")
        return True

    def fire(self, moment: str, before: int, first: str = "") -> int:
        """The events of a moment, unless ``before`` ends a round; what ends in all.

        ``before``: what has ended already (in ``end``, if that is not certain).
        An event that surely ends a round leaves the function at once, after ``first``.
        """
        events = self.events[moment]
        if not events or before >= ROUND:
            return before
        kept = any(what_ends(event.does) in (TURN, MAYBE) for event in events)
        if kept and before != MAYBE:
            self.pen.put(f"end = {before}")
        over = before == MAYBE  # whether a round may have ended already
        for event in events:
            when = self.pen.expression(event.when, "me")
            with self.pen.under(f"if end < 2 and {when}" if over else f"if {when}"):
                self._happens(event, first)
            over = over or what_ends(event.does) == MAYBE
        return MAYBE if kept or before == MAYBE else before

    def _happens(self, event: CompiledEvent, first: str) -> None:
        pen, name = self.pen, self.pen.thing(event.name)
        ending = self.run(event.does, event.effects, "me", "ends")
        if ending >= ROUND:
            pen.put(f"s.ended_by = {name}")
            if first:
                pen.put(first)
            pen.put(f"return {self.over.format(ending, name)}")
        elif ending == TURN:
            pen.put("end = end or 1")
        elif ending == MAYBE:
            pen.put("end = max(end, ends)")
            with pen.under("if ends >= 2"):
                pen.put(f"s.ended_by = {name}")

    def close(self, ending: int, name: str) -> bool:
        """Leave the function if something has ended; True: it surely has.

        ``name``: what ends the round, if no event did.
        """
        by = self.pen.thing(name)
        if ending == NEVER:
            return False
        if ending == TURN:
            self.pen.put(f"return {self.turn_over}")
            return True
        if ending >= ROUND:
            self.pen.put(f"return {self.over.format(ending, by)}")
            return True
        with self.pen.under("if end"):
            round_over = self.over.format("end", by)
            self.pen.put(f"return {self.turn_over} if end == 1 else {round_over}")
        return False
