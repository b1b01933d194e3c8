"""Source of the choices at a stage: which actions there are, and which are sure to do."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rummy.cards import CHUNK
from rummy.lang.helpers import Memo
from rummy.play.card_masks import (
    ANY,
    EVERY,
    FITS,
    FIXED,
    FREE,
    IN_HAND,
    IN_TAKEN,
    NONE_OF,
    CardMask,
)
from rummy.play.choices import from_hand, lays, naming, of_move
from rummy.play.stages import CARDS, LAY, LAY_OFF, SAY, TOP, CompiledMove, Stage
from rummy.play.state import Action
from rummy.play.walk_source import Pen
from rummy.play.walk_zones import Zones

if TYPE_CHECKING:
    from rummy.play.engine import Engine

_CALLS = re.compile(r"\b(?:[fx][0-9]+|BAG_POINTS|[a-z_]+)\(")


class Actions(Memo):
    """For the faces of one part of the pack, as bits: the actions that name one each."""

    def __init__(self, before: Action, first: int) -> None:
        def actions(faces: int) -> list[Action]:
            return [(*before, first + i) for i in range(faces.bit_length()) if faces >> i & 1]

        super().__init__(actions)


def mask_of(faces: list[int]) -> int:
    """These faces as a mask; what is no face, the back of a card, is left out."""
    mask = 0
    for face in faces:
        if face >= 0:
            mask |= 1 << face
    return mask


def _cost(source: str) -> tuple[int, int, str]:
    """What is asked first: source that calls nothing, and short source."""
    return len(_CALLS.findall(source)), len(source), source


class Choices:
    """Writes what may be chosen at a stage."""

    def __init__(self, pen: Pen, engine: Engine, zones: Zones) -> None:
        self.pen = pen
        self.looking = zones.looking
        self.engine = engine
        self.program = engine.program
        self.zones = zones
        self.hand = self.program.hand_base

    def write(self, stage: Stage, number: int, who: str, looked_at: bool) -> None:
        """``legal`` with all candidates of the stage, ``sure`` if they need no look ahead.

        ``looked_at``: whether looking ahead may be needed at all.
        """
        pen = self.pen
        single = len(stage.moves) == 1
        pen.put("legal = []")
        if looked_at:
            pen.put("sure = True")
        guards = [self._guard(move, who) for move in stage.moves]
        asked: dict[str, str] = {}
        for move, guard in zip(stage.moves, guards, strict=True):
            proof = self.proof(number, stage, (move.number,)) if looked_at else "True"
            if guard in asked:
                guard = asked[guard]
            elif guards.count(guard) > 1 and _CALLS.search(guard):
                name = asked[guard] = f"guard{len(asked)}"
                pen.put(f"{name} = {guard}")
                guard = name
            when = guard and f"if {guard}"
            with pen.under(when):
                counted = proof != "True" and not (single or self._at_once(move))
                if counted:
                    pen.put("before = len(legal)")
                self._of_move(move, who, proof)
                if proof == "True" or self._at_once(move):
                    continue
                some = "legal" if single else "len(legal) > before"
                doubt = f" and not ({proof})" if proof != "False" else ""
                with pen.under(f"if {some}{doubt}"):
                    pen.put("sure = False")

    def _guard(self, move: CompiledMove, who: str) -> str:
        """Source of whether a move may be made at all; empty: always."""
        guard = "" if move.when is None else self.pen.expression(move.when, who)
        if self.looking and who != "me" and from_hand(move):  # it sees no other hand
            guard = f"{who} == me" + (f" and {guard}" if guard else "")
        return guard

    def proof(self, number: int, stage: Stage, action: Action) -> str:
        """Source of whether the turn can surely be finished after an action."""
        pen = self.pen
        ways: list[list[str]] = []
        for way in self.program.proofs.tests(number, stage, action):
            parts = [
                self._joined(" or ", sorted((pen.expression(t, "me") for t in tests), key=_cost))
                for tests in way
            ]
            ways.append([part for part in dict.fromkeys(parts) if part != "True"])
        # a way that asks all that another asks, and more, adds nothing; short ones come first
        ways = [a for a in ways if not any(set(b) < set(a) for b in ways)]
        if [] in ways:
            return "True"
        sources = {self._joined(" and ", sorted(way, key=_cost)) for way in ways}
        return self._joined(" or ", sorted(sources, key=_cost)) or "False"

    @staticmethod
    def _joined(word: str, parts: list[str]) -> str:
        return parts[0] if len(parts) == 1 else word.join(f"({part})" for part in parts)

    def _simple_top(self, move: CompiledMove) -> bool:
        return (
            move.kind == TOP
            and move.whom is None
            and move.count is None
            and not move.everything
            and move.numbers is None
            and (move.test is None or move.at != "top")
        )

    def _at_once(self, move: CompiledMove) -> bool:
        """Whether a move has one action, for which the proof is asked on the spot."""
        return move.whom is None and (move.kind == SAY or self._simple_top(move))

    def _of_move(self, move: CompiledMove, who: str, proof: str) -> None:
        pen = self.pen
        if move.whom is not None:
            pen.put(f"legal += {pen.thing(naming)}(engine, s, {pen.thing(move)}, {who})")
        elif self._at_once(move):
            assert move.kind == SAY or move.source is not None
            there = "" if move.source is None else f"if {self.zones.at(move.source, who)}"
            with pen.under(there):
                pen.put(f"legal.append({pen.thing((move.number,))})")
                if proof != "True":
                    with pen.under("" if proof == "False" else f"if not ({proof})"):
                        pen.put("sure = False")
        elif move.kind == LAY and move.source is None and not move.where_looks:
            pen.put(f"bag = s.z[{self.hand} + {who}]")
            pen.put(f"found = {pen.thing(move.memo)}.get(bag)")
            with pen.under("if found is None"):
                pen.put(f"found = {pen.thing(lays)}(engine, s, {pen.thing(move)}, bag, {who})")
            pen.put("legal += found")
        elif move.kind == LAY_OFF and move.source is None:
            self._lay_offs(move, who)
        elif move.kind == CARDS and move.count is None:
            self._cards(move, who)
        else:
            pen.put(f"{pen.thing(of_move)}(engine, s, {pen.thing(move)}, {who}, legal)")

    def _lay_offs(self, move: CompiledMove, who: str) -> None:
        pen = self.pen
        pen.put(f"bag = s.z[{self.hand} + {who}]")
        with pen.under("for at, shape in enumerate(s.table)"):
            onto = "" if move.onto is None else f" and {pen.expression(move.onto, who, meld='at')}"
            with (
                pen.under(f"if shape.grow_mask & bag{onto}"),
                pen.under("for growth in shape.growth"),
                pen.under("if bag >> growth.face & 1"),
            ):
                pen.put(f"legal.append(({move.number}, at, growth.shape.kind, growth.code))")

    def _cards(self, move: CompiledMove, who: str) -> None:
        pen = self.pen
        assert move.source is not None
        width = self.program.deck.faces
        pen.put(f"bag = {self.zones.at(move.source, who)} & {self.program.deck.full}")
        tested = move.mask is None and move.test is not None
        if move.mask is not None:
            faces = move.mask & self.program.deck.full
            if faces != self.program.deck.full:
                pen.put(f"bag &= {faces}")
        elif move.pass_mask is not None:
            pen.put(f"bag &= {self._mask(move.pass_mask, who)}")
            tested = not move.pass_mask.exact
        if not tested:
            for first in range(0, width, CHUNK):
                bits = (1 << min(CHUNK, width - first)) - 1
                actions = pen.thing(Actions((move.number,), first))
                part = f"bag >> {first} & {bits}" if first else f"bag & {bits}"
                pen.put(f"legal += {actions}[{part}]")
            return
        assert move.test is not None
        if move.may_pass is not None:
            with pen.under("if bag"):
                pen.put(f"bag &= {pen.thing(move.may_pass)}(s, {who})")
        with pen.under("while bag"):
            pen.put("low = bag & -bag")
            pen.put("face = low.bit_length() - 1")
            with pen.under(f"if {pen.expression(move.test, who, card='face')}"):
                pen.put(f"legal.append(({move.number}, face))")
            pen.put("bag ^= low")

    def _mask(self, mask: CardMask, who: str) -> str:
        """Source of a mask of faces."""
        pen, full = self.pen, self.program.deck.full
        if mask.kind == FIXED:
            return str(mask.faces)
        if mask.kind == FREE:
            assert mask.holds is not None
            return f"({full} if {pen.expression(mask.holds, who)} else 0)"
        if mask.kind == IN_TAKEN:
            return f"{pen.thing(mask_of)}(s.taken)"
        if mask.kind == IN_HAND:
            return f"(s.z[{self.hand} + {who}] & {full})"
        if mask.kind == FITS:
            return f"(fitting(s) & {full})"
        if mask.kind == NONE_OF:
            return f"({full} ^ {self._mask(mask.parts[0], who)})"
        return self._several(mask, who)

    def _several(self, mask: CardMask, who: str) -> str:
        """Masks joined; where one part settles it, the others are not worked out."""
        pen, full = self.pen, self.program.deck.full
        free = [part for part in mask.parts if part.kind == FREE and part.holds is not None]
        rest = [part for part in mask.parts if part.kind != FREE]
        word, sign = (" and ", " & ") if mask.kind == EVERY else (" or ", " | ")
        joined = sign.join(self._mask(part, who) for part in rest)
        if not free:
            return f"({joined})"
        holds = word.join(
            f"({pen.expression(part.holds, who)})" for part in free if part.holds is not None
        )
        if mask.kind == EVERY:
            return f"(({joined or full}) if {holds} else 0)"
        assert mask.kind == ANY
        return f"({full} if {holds} else ({joined or 0}))"
