"""From an action to the next decision by generated functions, one for each stage.

What the engine does stage by stage for any program is written out here for one
program: its guards, moves and effects stand in the source, and what the program
does not have is not there. The functions carry out no more than ``Engine.advance``
and ``Engine.apply`` would; those remain for states that keep records and for the setup
of a round.

Each stage has a function ``go_N(s, me)`` that arrives there, each of its moves one
that carries out an action, ``do_N_M(s, action)``. Both give back what to call next
with the state and the seat in turn, or None where somebody has to decide.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from rummy.play import rounds
from rummy.play.effects import MATCH
from rummy.play.making import lay
from rummy.play.stages import (
    ASK,
    AUTO,
    CHOICE,
    DUTY,
    ENTER,
    OPEN,
    OPENING,
    REBUILD,
    REPEAT,
    TURN_END,
    CompiledMove,
    Stage,
)
from rummy.play.state import LAZY
from rummy.play.walk_choices import Choices
from rummy.play.walk_effects import NEVER, Effects
from rummy.play.walk_making import Making
from rummy.play.walk_source import Pen
from rummy.play.walk_zones import Zones

if TYPE_CHECKING:
    from rummy.play.engine import Engine
    from rummy.play.state import Action, State

Go = Callable[["State", int], Any]
Do = Callable[["State", "Action"], Any]

MOST_STAGES = 80
"""A program with more stages is left to the engine: functions that call each
other would nest too deeply."""


class Walker:
    """The generated functions of one engine: ``moves`` by stage and move.

    Those that are ``looking`` are for states that only look ahead: they go no
    further than the end of the turn, and offer what is not looked at again.
    """

    def __init__(self, engine: Engine, looking: bool = False) -> None:
        self.engine = engine
        self.looking = looking
        self.program = engine.program
        self.moves: list[dict[int, Do]] = [{} for _ in self.program.nodes]
        """For each stage the function of each move (and of done)."""
        self.go: dict[int, Go] = {}
        """For each stage the function that arrives there."""
        self.source = ""
        """What they were made of."""
        if len(self.program.nodes) <= MOST_STAGES:
            self._write()

    def _write(self) -> None:
        engine, program = self.engine, self.program
        pen = self.pen = Pen(program)
        zones = Zones(pen, program.deck, self.looking)
        self.effects = Effects(pen, program, zones)
        self.choices = Choices(pen, engine, zones)
        self.making = Making(pen, engine, zones)
        pen.given("engine", engine)
        pen.given("over", partial(_over, engine))
        pen.given("resume", partial(_resume, engine, self))
        self.looked_at = program.must_look and not self.looking
        if not self.looking:
            self._turn_end()
            self._turn_start()
        done: list[tuple[int, int]] = []
        stages = self._reached()
        for number in stages:
            if self.looking:
                self._ended(number, program.nodes[number])
            self._arrive(number, program.nodes[number])
            done += self._actions(number, program.nodes[number])
        self.source = pen.source()
        functions = pen.compile()
        self.go = {number: functions[f"go_{number}"] for number in stages}
        for number, move in done:
            self.moves[number][move] = functions[f"do_{number}_{move}"]

    def go_on(self, state: State) -> bool:
        """From a stage of the turn to the next decision; False: not from here."""
        go = None if state.over else self.go.get(state.pc)
        if go is None:
            return False
        while go is not None:
            go = go(state, state.me)
        return True

    def _reached(self) -> list[int]:
        """The stages of the turn that can be reached, ascending."""
        found, open_ = set[int](), [self.program.turn_start]
        while open_:
            number = open_.pop()
            if number < 0 or number in found:
                continue
            found.add(number)
            stage = self.program.nodes[number]
            open_ += [stage.next, *[move.target_node for move in stage.moves]]
            if stage.when is not None:
                open_.append(stage.skip)
        return sorted(found)

    # --- turns -------------------------------------------------------------

    def _turn_end(self) -> None:
        """``end_turn``: events, whether too many turns were played, who is next."""
        program, pen = self.program, self.pen
        ending = self.effects.fire("turn_end", NEVER, "s.turns[me] += 1")
        pen.put("s.turns[me] += 1")
        if ending != NEVER:
            with pen.under("if end >= 2"):
                pen.put(f"return over(s, end, {pen.thing('')})")
        limit, players = pen.number(program.turn_limit, "me"), self.engine.players
        most = limit * players if isinstance(limit, int) else f"{limit} * {players}"
        with pen.under(f"if sum(s.turns) >= {most}"):
            pen.put(f"return over(s, 2, {pen.thing('limit of turns')})")
        step = "left" if program.clockwise else "right"
        if program.next_player is None:
            pen.put(f"s.me = s.{step}[me]")
        else:
            seat = pen.expression(program.next_player, "me")
            pen.put(f"s.me = {pen.thing(rounds.still_in)}(engine, s, {seat})")
        pen.put("return turn")
        pen.function("end_turn", "s, me")

    def _turn_start(self) -> None:
        """``turn``: the player in turn begins, with new variables and events."""
        program, pen = self.program, self.pen
        pen.put("s.mover = s.whom = me")
        pen.put("s.taken = []")
        pen.put("s.void = False")
        pen.put("s.turn_number += 1")
        starts = program.fixed_starts["turn"]
        if starts is None:
            pen.put(f"{pen.thing(rounds.reset)}(engine, s, {pen.thing('turn')})")
        else:
            for slot, value in starts:
                pen.put(f"s.v[{slot}] = {value}")
        if not self.effects.close(self.effects.fire("turn_start", NEVER), ""):
            pen.put(f"return go_{program.turn_start}(s, me)")
        pen.function("turn", "s, me")

    def _ended(self, number: int, stage: Stage) -> None:
        """``ended_N``: in a look ahead the turn ends here; are all duties kept?"""
        pen = self.pen
        duties = [
            pen.expression(duty.holds, "me")
            for duty in (*stage.enclosing, *self.program.turn_duties)
        ]
        if duties:
            with pen.under(f"if not ({' and '.join(f'({duty})' for duty in duties)})"):
                pen.put("s.kept = False")
        pen.put("s.pc = -1")
        pen.function(f"ended_{number}", "s, me")
        self.effects.over = self.effects.turn_over = f"ended_{number}(s, me)"

    def _fail(self) -> None:
        """A look ahead has come to a turn that cannot be finished."""
        self.pen.put("s.kept = False")
        self.pen.put("s.pc = -1")
        self.pen.put("return None")

    # --- arriving at a stage -----------------------------------------------

    def _arrive(self, number: int, stage: Stage) -> None:
        pen = self.pen
        if stage.when is not None:
            with pen.under(f"if not {pen.expression(stage.when, 'me')}"):
                pen.put(f"return go_{stage.skip}(s, me)")
        following = f"return go_{stage.next}(s, me)"
        if stage.kind == TURN_END:
            pen.put(f"return {self.effects.turn_over}")
        elif stage.kind == AUTO:
            self._then(stage, stage.next, self.effects.run(stage.does, stage.effects, "me"))
        elif stage.kind == CHOICE:
            self._choice(number, stage, following)
        elif stage.kind == REPEAT:
            self._repeat(number, stage, following)
        elif stage.kind == ENTER:
            pen.put(f"s.counts[{stage.counter}] = 0")
            pen.put(following)
        elif stage.kind == DUTY:  # looked at before the action that leads here is offered
            holds = [f"({pen.expression(duty.holds, 'me')})" for duty in stage.duties]
            if self.looking and holds:
                with pen.under(f"if not ({' and '.join(holds)})"):
                    self._fail()
            pen.put(following)
        elif stage.kind == ASK:
            pen.put(f"s.pc = {number}")
            with pen.under(f"if engine._ask(s, {pen.thing(stage)})"):
                pen.put("return None")
            pen.put("s.mover = me")
            pen.put(following)
        elif stage.kind == OPENING:
            pen.put(f"s.pc = {number}")
            with pen.under(f"if engine._open(s, {pen.thing(stage)})"):
                pen.put("return None")
            pen.put("return resume")
        else:
            pen.put(f"s.pc = {number}")
            pen.put("engine.advance(s)")
        pen.function(f"go_{number}", "s, me")

    def _then(self, stage: Stage, following: int, ending: int) -> None:
        """The events after an action, and then the next stage."""
        ending = self.effects.fire("action", ending)
        if not self.effects.close(ending, stage.name):
            self.pen.put(f"return go_{following}(s, me)")

    def _mover(self, stage: Stage) -> str:
        pen = self.pen
        if stage.by is None:
            pen.put("s.mover = me")
            return "me"
        pen.put(f"who = s.mover = engine._named(s, {pen.thing(stage)})")
        return "who"

    @staticmethod
    def _doubt(who: str) -> str:
        """Where the actions must be looked at one by one."""
        own = "" if who == "me" else f" and {who} == me"
        return f"if not sure and not s.void{own}"

    def _choice(self, number: int, stage: Stage, following: str) -> None:
        pen = self.pen
        who = self._mover(stage)
        self.choices.write(stage, number, who, self.looked_at)
        pen.put(f"s.pc = {number}")
        if self.looked_at:
            with pen.under(self._doubt(who)):
                pen.put(f"engine._offer(s, {pen.thing(stage)}, legal, False)")
                pen.put("legal = s.legal")
        pen.put("s.legal = legal")
        with pen.under("if legal"):
            pen.put("return None")
        if stage.optional:
            pen.put(following)
        elif self.looking:
            self._fail()
        else:
            pen.put(f"return {self.effects.turn_over}")

    def _repeat(self, number: int, stage: Stage, following: str) -> None:
        pen = self.pen
        made = f"s.counts[{stage.counter}]"
        enough = "True"
        if stage.at_least is not None:
            enough = "enough"
            pen.put(f"enough = {made} >= {pen.expression(stage.at_least, 'me')}")
        if stage.at_most is not None:
            with pen.under(f"if {made} >= {pen.expression(stage.at_most, 'me')}"):
                self._no_more(enough, following)
        who = self._mover(stage)
        if self.looking:
            own = "" if who == "me" else f" and {who} == me"
            needed = "" if enough == "True" else f"{enough} and "
            with pen.under(f"if {needed}s.looking == {LAZY}{own}"):
                pen.put(f"s.pc = {number}")
                pen.put("s.legal = None")
                pen.put("return None")
        self.choices.write(stage, number, who, self.looked_at)
        done = pen.thing(self.program.done)
        with pen.under("if legal"):
            pen.put(f"s.pc = {number}")
            if self.looked_at:
                proof = self.choices.proof(number, stage, self.program.done)
                if proof != "True":
                    needed = "" if enough == "True" else f"{enough} and "
                    with pen.under(f"if sure and {needed}not ({proof})"):
                        pen.put("sure = False")
                with pen.under(self._doubt(who)):
                    some = f"engine._offer(s, {pen.thing(stage)}, legal, {enough})"
                    with pen.under(f"if {some} and s.legal != [{done}]"):
                        pen.put("return None")
                    pen.put(following)
            with pen.under("" if enough == "True" else f"if {enough}"):
                pen.put(f"legal.append({done})")
            pen.put("s.legal = legal")
            pen.put("return None")
        self._no_more(enough, following)

    def _no_more(self, enough: str, following: str) -> None:
        """A repeated step is over; where more was needed, a look ahead fails."""
        if self.looking and enough != "True":
            with self.pen.under(f"if not {enough}"):
                self._fail()
        self.pen.put(following)

    # --- actions -----------------------------------------------------------

    def _actions(self, number: int, stage: Stage) -> list[tuple[int, int]]:
        """The functions of the actions at a stage; which ones were written."""
        if stage.kind not in (CHOICE, REPEAT, ASK, OPENING):
            return []
        pen, done = self.pen, self.program.done[0]
        written = [(number, done)]
        if stage.kind == OPENING:
            (move,) = stage.moves
            pen.put(f"engine._opened(s, {pen.thing(stage)}, {pen.thing(move)})")
            pen.put("return resume")
            pen.function(f"do_{number}_{done}", "s, action")
            pen.put(f"{pen.thing(lay)}(engine, s, {pen.thing(move)}, action, s.mover)")
            pen.put(f"return go_{number}(s, s.me)")
            pen.function(f"do_{number}_{move.number}", "s, action")
            return [*written, (number, move.number)]
        pen.put(f"return go_{stage.next}(s, s.me)")
        pen.function(f"do_{number}_{done}", "s, action")
        for move in stage.moves:
            self._action(number, stage, move)
            written.append((number, move.number))
        return written

    def _action(self, number: int, stage: Stage, move: CompiledMove) -> None:
        pen = self.pen
        pen.put("me = s.me")
        who = "me"
        if stage.kind == ASK or stage.by is not None:
            pen.put("who = s.mover")
            who = "who"
        if stage.kind in (REPEAT, ASK):
            pen.put(f"s.counts[{stage.counter}] += 1")
        self.making.write(move, who)
        if move.kind in (OPEN, REBUILD):
            pen.put(f"return go_{move.target_node}(s, me)")
        else:
            self._then(stage, move.target_node, self.effects.run(move.move.do, move.effects, who))
        pen.function(f"do_{number}_{move.number}", "s, action")


def _over(engine: Engine, state: State, ending: int, by: str) -> None:
    """A round or the match ends; on to the first decision of the next round."""
    if not state.ended_by:
        state.ended_by = by
    rounds.count_round(engine, state, ending == MATCH)
    if not state.over:
        engine.of(state).advance(state)


def _resume(engine: Engine, walker: Walker, state: State, me: int) -> object:
    """On from wherever the engine has brought the state."""
    if state.over or state.pc < 0:
        return None
    now = engine.of(state)
    if now is not engine or engine.program.nodes[state.pc].setup:
        now.advance(state)
        return None
    return walker.go[state.pc]
