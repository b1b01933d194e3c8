"""The one source of reasons: why an action that can be read is refused now.

``Refusals`` answers for one decision. ``rummy.play.actions`` asks it and makes
errors of the answers, ``rummy.play.reasons`` hands them on as they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from rummy.lang.fold import constant
from rummy.lang.trees import MELD_SLOT
from rummy.play.explain import Explainer, Reason
from rummy.play.keys import StepAt, keys_of
from rummy.play.needed import Needed
from rummy.play.nomeld import no_growth, no_meld, placed, split
from rummy.play.noway import NoWay, no_card
from rummy.play.sight import NewMeldEnv, TableEnv
from rummy.play.stages import LAY, OPEN, OPENING, REBUILD, REBUILDING, REPEAT, TOP
from rummy.play.words import Words, listed, place_text, plain

if TYPE_CHECKING:
    from rummy.melds import Shape
    from rummy.melds.shapes import Growth
    from rummy.play.engine import Engine
    from rummy.play.stages import CompiledMove
    from rummy.play.state import Action, State
    from rummy.spec.model import Expr, Move, MoveCards


class Refusals:
    """Reasons at one decision, for the player who is to make it."""

    def __init__(self, engine: Engine, state: State) -> None:
        self.engine = engine
        self.state = state
        self.deck = engine.deck
        self.rules = engine.rules
        self.me = state.mover
        self.words = Words(engine.rules)
        self.keys = keys_of(engine.rules.spec)
        self.stage = engine.program.nodes[state.pc]
        self.here = self.keys.step_of(self.stage)
        """The step of the file in which the decision is."""

    def explainer(self, **local: int) -> Explainer:
        """Says why conditions do not hold now (``meld``: for this meld on the table)."""
        given = {MELD_SLOT: local["meld"]} if local else {}
        return Explainer(self.words, TableEnv(self.engine, self.state, self.me), given)

    def failure(self, expr: Expr | None, key: str, **local: int) -> Reason | None:
        """Why the condition under a key does not hold; None: it does, or there is none."""
        return None if expr is None else self.explainer(**local).failure(expr, key)

    # --- the move at all ---------------------------------------------------------

    def guard(self, move: Move) -> Reason | None:
        """Whether the guard of a move forbids it."""
        return self.failure(move.when, f"{self.keys.move(move)}.when")

    def elsewhere(self, name: str) -> Reason:
        """Why a move of this name, which the step does not offer, cannot be made."""
        here = self.here
        places = [
            (found, move)
            for found in self.keys.steps
            for move in found.step.moves
            if move.name == name
        ]
        own = next((move for at, move in places if here is not None and at.step is here.step), None)
        if own is not None:
            guard = self.guard(own)
            if guard is not None:
                return guard
        some = [(at, move) for at, move in places if at.key.startswith("turn.")] or places
        belongs = dict.fromkeys(self._when(at, here, name) for at, _ in some)
        told = f"{name} {listed(belongs, 'and')}".rstrip(",")
        now = "" if here is None else f"; now it is {here.step.name}"
        if self.engine.program.done in (self.state.legal or ()):
            now += ", done ends it"
        for at, move in some:
            closed, said = self._closed(at, move)
            if closed is not None:
                text = f"{told}{now}{said}{closed.text}"
                return Reason(text, closed.clause, closed.values, closed.key, closed.place)
        key, place = self.keys.move(some[0][1]), place_text(some[0][1].place)
        return Reason(f"{told}{now}", key=key, place=place)

    def _closed(self, at: StepAt, move: Move) -> tuple[Reason | None, str]:
        """What keeps a move of another step from being made at all, and how that is said."""
        when, here = at.step.when, self.here
        key = f"{at.key}.when"
        if when is not None and constant(self.rules.fold(when.tree)) == 0:
            return self.failure(when, key), f", and {at.step.name} is left out: "
        if here is None or at.number == here.number or not at.key.startswith("turn."):
            return None, ""
        if at.number > here.number:
            # what comes later may be known already not to come at all
            return self.failure(when, key), f", and {at.step.name} would be passed over: "
        return self.guard(move), "; besides "

    @staticmethod
    def _when(at: StepAt, here: StepAt | None, name: str) -> str:
        own = at.step.name == name
        if here is None or at.number == here.number:
            return f"belongs to {at.step.name}"
        time = "comes later" if at.number > here.number else "is over"
        return time if own else f"belongs to {at.step.name}, which {time},"

    def not_done(self) -> Reason:
        """Why ``done`` cannot be said now."""
        stage, state = self.stage, self.state
        if stage.kind == REBUILDING:
            return Reason("the cards that joined do not all lie in melds yet")
        if stage.kind == OPENING:
            move = stage.moves[0]
            assert move.opening is not None
            needs = move.opening.open_needs(state, self.me)
            if needs:
                return self.needed(move).of_needs(f"still to be laid: {self.words.needs(needs)}")
            return self.no_way(self.engine.program.done)
        at = self.keys.step_of(stage)
        if stage.kind != REPEAT or at is None:
            now = "" if at is None else f" in {at.step.name}"
            return Reason(f"nothing is waiting to be ended here, a choice has to be made{now}")
        least = at.step.at_least
        made = state.counts[stage.counter]
        if least is not None and stage.at_least is not None:
            wanted = stage.at_least(state, self.me)
            if made < wanted:
                return Reason(
                    f"not yet, at least {wanted} must be made in this step and {made} "
                    f"{'was' if made == 1 else 'were'}",
                    plain(least.text),
                    (("made", str(made)), ("at_least", str(wanted))),
                    f"{at.key}.at_least",
                    place_text(least.place),
                )
        return self.no_way(self.engine.program.done)

    # --- cards -------------------------------------------------------------------

    def held(self, move: CompiledMove, codes: Sequence[int], zone: str = "") -> Reason | None:
        """Whether the player does not hold these cards, or not that often."""
        slot = self.engine.program.hand_base + self.me
        where = "you do not hold"
        beside: tuple[int, ...] = ()
        if move.kind == LAY and move.source is not None:
            pile = cast("list[int]", self.state.z[move.source.slot(self.state, self.me)])
            beside = tuple(pile[-1:])
        elif move.source is not None and not zone:
            slot = move.source.slot(self.state, self.me)
            if move.source.name != "hand":
                where = f"there is no such card in {move.source.name}:"
        lying = self.state.z[slot]
        have = Counter(self.deck.bag_faces(lying) if isinstance(lying, int) else lying[-1:])
        have.subtract(self.state.joined)
        have.update(beside)
        want = Counter(self.deck.face_of[code] for code in codes)
        for face, count in sorted(want.items()):
            if have[face] < count:
                again = "" if not have[face] else f" {count} times, only {have[face]}"
                return Reason(f"{where} {self.deck.text(face)}{again}")
        return None

    def cards(self, move: CompiledMove, codes: Sequence[int]) -> Reason | None:
        """The clause on cards that one of these does not pass."""
        key = f"{self.keys.move(move.move)}.cards"
        verb = cast("MoveCards", move.move.verb)
        return no_card(self.explainer(), verb.cards, key, [self.deck.face_of[c] for c in codes])

    def pile(self, move: CompiledMove, count: int = 0) -> Reason:
        """Why no card (or not so many cards) can be taken as this move says."""
        if move.kind == REBUILD:
            return Reason(
                "no card of the hand can join the melds so that all lie in melds",
                key=self.keys.move(move.move),
                place=place_text(move.move.place),
            )
        assert move.source is not None
        verb = cast("MoveCards", move.move.verb)
        key = self.keys.move(move.move)
        slot = move.source.slot(self.state, self.me)
        zone = self.state.z[slot]
        name = move.source.name
        if not zone:
            return Reason(f"there is no card in {name}", key=key, place=place_text(move.move.place))
        if move.kind == TOP and move.count is not None:
            there = len(cast("list[int]", zone))
            wanted = count or move.count(self.state, self.me)
            if move.numbers is not None and count and verb.count is not None:
                allowed = sorted(set(move.numbers(self.state, self.me)))
                if count not in allowed:
                    return Reason(
                        f"{count} is not among the numbers of cards that may be taken",
                        plain(verb.count.text),
                        ((plain(verb.count.text), ", ".join(map(str, allowed[:20])) or "none"),),
                        f"{key}.count",
                        place_text(verb.count.place),
                    )
            if wanted > there and verb.count is not None:
                return Reason(
                    f"{wanted} cards are to be taken and {name} has {there}",
                    plain(verb.count.text),
                    ((plain(verb.count.text), str(wanted)), (f"count({name})", str(there))),
                    f"{key}.count",
                    place_text(verb.count.place),
                )
        seen_by = self.engine.program.slots.seen_by[slot]
        seen = isinstance(zone, int) or seen_by in ("all", "top")
        faces = self.deck.bag_faces(zone) if isinstance(zone, int) else zone[-1:]
        found = self.cards(move, faces) if seen else None
        if found is not None:
            return found
        cards = verb.cards
        if cards is None:
            return Reason("it is not allowed now", key=key, place=place_text(move.move.place))
        return Reason(
            "no card passes", plain(cards.text), (), f"{key}.cards", place_text(cards.place)
        )

    # --- melds -------------------------------------------------------------------

    def lay(self, move: CompiledMove, wanted: int | None, codes: Sequence[int]) -> Reason:
        """Why these cards (which are held) cannot be laid as this kind, or as any."""
        kinds = self.rules.kinds
        opening = self.stage.kind == OPENING
        may = tuple(range(len(kinds))) if opening else move.kinds
        if wanted is not None and wanted not in may:
            names = listed((kinds[k].title for k in may), "or")
            return Reason(
                f"no {kinds[wanted].title} may be laid here, only {names}",
                f"lay: [{', '.join(kinds[k].name for k in may)}]",
                (),
                f"{self.keys.move(move.move)}.lay",
                place_text(move.move.place),
            )
        tried = [wanted] if wanted is not None else list(may)
        reasons = []
        for kind in tried:
            reason = self.no_meld(kind, codes)
            if reason is None:
                return self._no_lay(move, kind, codes)
            reasons.append((kind, reason))
        if len(reasons) == 1:
            kind, reason = reasons[0]
            text = f"no {kinds[kind].title}: {reason.text}"
            return Reason(text, reason.clause, reason.values, reason.key, reason.place)
        # kinds of another size say nothing about these cards
        sized = [r for r in reasons if not r[1].key.endswith(".size")] or reasons
        told = "; ".join(f"no {kinds[kind].title}: {reason.text}" for kind, reason in sized)
        first = sized[0][1]
        if len(sized) == 1:
            return Reason(told, first.clause, first.values, first.key, first.place)
        return Reason(told, key="melds")

    def no_meld(self, kind: int, codes: Sequence[int]) -> Reason | None:
        """Why typed cards are no meld of a kind."""
        return no_meld(self.engine, kind, *split(self.engine, codes))

    def _shape(self, kind: int, codes: Sequence[int]) -> Shape | None:
        typed = [placed(self.engine, kind, code) for code in codes]
        return next(iter(self.engine.plans.readings(kind, typed)), None)

    def _no_lay(self, move: CompiledMove, kind: int, codes: Sequence[int]) -> Reason:
        """A sound meld that may not be laid all the same."""
        shape = self._shape(kind, codes)
        assert shape is not None
        action = (move.number, kind, *shape.codes)
        if move.kind == OPEN:
            return self.needed(move).no_meld(shape) or self.no_way(action)
        where = getattr(move.move.verb, "where", None)
        if (
            where is not None
            and move.where is not None
            and not move.where(self.state, self.state.mover, shape.codes)
        ):
            env = NewMeldEnv(self.engine, self.state, self.state.mover, shape.codes)
            found = Explainer(self.words, env).failure(where, f"{self.keys.move(move.move)}.where")
            if found is not None:
                return found
        return self.no_way(action)

    def add(self, move: CompiledMove, meld: int | None, kind: int | None, code: int) -> Reason:
        """Why a card (which is held) cannot be added to a meld, or to any."""
        if meld is not None:
            return self._add(move, meld, kind, code)
        if not self.state.table:
            return Reason("there are no melds on the table")
        reasons = [self._add(move, number, kind, code) for number in range(len(self.state.table))]
        deeper = [r for r in reasons if r.key and not r.key.startswith("melds.")]
        if deeper:
            return deeper[0]
        if len(reasons) == 1:
            return reasons[0]
        told = f"{self.deck.text(code)} fits no meld on the table"
        return Reason(f"{told}; {'; '.join(r.text for r in reasons[:3])}", key="melds")

    def _add(self, move: CompiledMove, meld: int, kind: int | None, code: int) -> Reason:
        shape, name = self.state.table[meld], f"m{meld + 1}"
        key = f"{self.keys.move(move.move)}.lay_off"
        onto = self.failure(getattr(move.move.verb, "onto", None), key, meld=meld)
        if onto is not None:
            text = f"nothing may be added to {name}: {onto.text}"
            return Reason(text, onto.clause, onto.values, onto.key, onto.place)
        found = no_growth(self.engine, shape, code, name, kind)
        if found is not None:
            return found
        growth = next(
            g
            for g in shape.growth
            if kind in (None, g.shape.kind) and self._is(g, placed(self.engine, g.shape.kind, code))
        )
        return self.no_way((move.number, meld, growth.shape.kind, growth.code))

    def swap(self, move: CompiledMove, meld: int | None, face: int) -> Reason:
        """Why a card (which is held) cannot take the place of a wild one."""
        key = f"{self.keys.move(move.move)}.swap"
        text = self.deck.text(face)
        melds = range(len(self.state.table)) if meld is None else (meld,)
        where = "on the table" if meld is None else f"in m{meld + 1}"
        for number in melds:
            if not any(swap.face == face for swap in self.state.table[number].swaps):
                continue
            onto = self.failure(getattr(move.move.verb, "onto", None), key, meld=number)
            if onto is not None:
                told = f"no card of m{number + 1} may be swapped: {onto.text}"
                return Reason(told, onto.clause, onto.values, onto.key, onto.place)
            swap = next(s for s in self.state.table[number].swaps if s.face == face)
            cards = getattr(move.move.verb, "cards", None)
            own = f"{self.keys.move(move.move)}.cards"
            failed = no_card(self.explainer(), cards, own, [swap.wild])
            if failed is not None:
                return failed
            if move.stays and not any(g.face == swap.wild for g in swap.shape.growth):
                told = f"the wild card of m{number + 1} would have no other place there"
                return Reason(told, key=key, place=place_text(move.move.place))
            return self.no_way((move.number, number, face, swap.code))
        told = f"no wild card {where} stands for {text}"
        return Reason(told, key=key, place=place_text(move.move.place))

    def whom(self, move: CompiledMove, text: str) -> Reason:
        """Why a player cannot be named."""
        expr = move.move.whom
        assert expr is not None
        key = f"{self.keys.move(move.move)}.whom"
        return Reason(text, plain(expr.text), (), key, place_text(expr.place))

    def _is(self, growth: Growth, typed: int) -> bool:
        return typed in (growth.code, growth.face)

    # --- openings ----------------------------------------------------------------

    def needed(self, move: CompiledMove) -> Needed:
        """What an opening asks for."""
        return Needed(self.engine, self.state, move, self.words)

    def opening(self, move: CompiledMove) -> Reason:
        """Why an opening cannot be begun."""
        return self.needed(move).not_open() or self.no_way((move.number,))

    def no_way(self, action: Action) -> Reason:
        """The refusal of what no lawful end of the turn could follow."""
        return NoWay(self.engine, self.state, self.words, self.keys).reason(action)
