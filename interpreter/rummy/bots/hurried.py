"""An ordinary player in a hurry: the choices of ``policy`` for playouts, many times faster.

What costs an ordinary player most time is left out: it lays the meld that
earns most now, without looking for the richest play of the whole hand, and an
opening goes to the table as the solver fills it, without a choice between all
melds that would do. What it has worked out for a hand it remembers from one
playout to the next. Cards that it values alike go in an order (``order``) that
stays the same for all actions tried at one table, so that these differ by
what they are and not by the toss of a coin.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from rummy.bots.policy import Choice, Policy
from rummy.cards import bag_add, bag_remove, bag_subtract
from rummy.chance import pick
from rummy.play.making import lay, make
from rummy.play.stages import ASK, CARDS, LAY, LAY_OFF, OPEN, OPENING, REPEAT, CompiledMove

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from rummy.bots.targets import Core, Targets
    from rummy.play.engine import Engine
    from rummy.play.state import Action, State

SIFTED, MOST_SIFTED = 1.0, 8
"""How many cards of a hand change places in each turn it has had, and in all ..."""
SIFTED_EARNING, MOST_SIFTED_EARNING = 0.5, 3
"""... and where melds earn points at once, so that hands are renewed.

With these numbers, hands at imagined tables are about as near to an opening, or
to going out, as those of greedy players are; hands just dealt are much weaker.
"""
MOST_KNOWN = 100_000
"""So many hands are remembered; then the memory starts anew."""
EARLIER = 0.01
"""How much the order of the cards counts among what they are worth."""


class Hurried:
    """Plays rounds on at the tables of one engine."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.policy = Policy(engine, careful=False)
        self.worths: dict[tuple[int, int, int], dict[int, float]] = {}
        self.cores: dict[tuple[int, int], Core] = {}

    def step(self, state: State, order: Sequence[float]) -> None:
        """Choose and carry out; an opening is laid at once."""
        legal = cast("list[Action]", state.legal)
        engine = self.engine
        action = legal[0] if len(legal) == 1 else _Quick(self, state, legal, order).best_now()
        if action != engine.program.done:
            move = engine.program.moves[action[0]]
            if move.kind == OPEN and len(action) == 1 and self._open(state, move):
                return
        engine.apply(state, action)

    def sift(self, state: State, seat: int, sure: Sequence[int], chance: Random) -> None:
        """Give a seat a hand as it might be after its turns, not one just dealt.

        Who has drawn and thrown in each turn holds what was worth keeping: some
        hidden cards of the stock change places with those of the hand that are
        worth least to its player. ``sure``: cards of the hand that stay there.
        """
        program, deck = self.engine.program, self.engine.deck
        hand, seen_by = program.hand_base + seat, program.slots.seen_by
        if (seen_by[program.stock_slot], seen_by[hand]) != ("nobody", "owner"):
            return
        stock = cast("list[int]", state.z[program.stock_slot])
        a_turn, most = SIFTED, MOST_SIFTED
        if self.policy.earning:
            a_turn, most = SIFTED_EARNING, MOST_SIFTED_EARNING
        more = min(most, int(a_turn * state.turns[seat]), len(stock))
        places: list[int] = []
        while len(places) < more:
            place = pick(len(stock), chance)
            if place not in places:
                places.append(place)
        order = [chance.random() for _ in range(deck.faces)]
        stay = deck.bag(sure)
        for place in places:
            bag = bag_add(cast(int, state.z[hand]), stock[place], deck.faces)
            choice = _Quick(self, state, [], order)
            choice.me, choice.bag = seat, bag
            free = deck.bag_faces(bag_subtract(bag, stay, deck.faces, deck.full))
            worth = [choice._useful(face) + EARLIER * order[face] for face in free]
            face = free[worth.index(min(worth))]
            state.z[hand] = bag_remove(bag, face, deck.faces)
            stock[place] = face

    def _open(self, state: State, move: CompiledMove) -> bool:
        """Lay an opening as the solver fills it; False: nothing was done."""
        engine, opening, me = self.engine, move.opening, state.mover
        assert opening is not None
        if engine.program.nodes[move.target_node].kind != OPENING:
            return False
        bag = cast(int, state.z[engine.program.hand_base + me])
        found = opening.solver.witness(
            bag, opening.open_needs(state, me), accept=opening.accept(state, me)
        )
        if found is None or not found.melds:
            return False
        node = engine.program.nodes[state.pc]
        if node.kind in (REPEAT, ASK):
            state.counts[node.counter] += 1
        state.pc = move.target_node
        state.legal = None
        make(engine, state, move, (move.number,), me)
        *first, last = [(move.number, shape.kind, *shape.codes) for shape in found.melds]
        for action in first:
            lay(engine, state, move, action, me)
        engine.apply(state, last)
        return True


class _Quick(Choice):
    """One decision in a hurry."""

    def __init__(
        self, player: Hurried, state: State, legal: list[Action], order: Sequence[float]
    ) -> None:
        super().__init__(player.policy, state, legal)
        self.player, self.order = player, order
        self._fitting: int | None = None
        self._far: bool | None = None

    def best_now(self) -> Action:
        """The action of most worth, cards of equal worth in the order of the table."""
        if self.policy.earning and self._may_go_out():
            laid = self._line()
            if laid is not None:
                return laid
        worth = self._worth
        best, most = self.legal[0], float("-inf")
        for action in self.legal:
            value = worth(action)
            if value > most:
                best, most = action, value
        return best

    def _worth(self, action: Action) -> float:
        program = self.program
        if action == program.done:
            return 0.0
        move = program.moves[action[0]]
        kind = move.kind
        if kind == CARDS and len(action) == 2:
            face = action[1]
            useful = self._useful(face) + EARLIER * self.order[face]
            return useful if move.target is not None and move.target.name == "hand" else -useful
        if kind == LAY_OFF:
            codes = action[3:]
            for growth in self.state.table[action[1]].growth:
                if growth.code == action[3] and growth.shape.kind == action[2]:
                    return 1.0 + growth.points + self._held(codes)
        if kind in (LAY, LAY_OFF, OPEN):
            face = self.policy.deck.face_of[action[-1]] if len(action) > 1 else 0
            return super()._worth(action) + EARLIER * self.order[face]
        return super()._worth(action)

    def _end_is_far(self) -> bool:
        if self._far is None:
            self._far = super()._end_is_far()
        return self._far

    def _may_go_out(self) -> bool:
        """Whether all cards but one may perhaps be laid now, one after another."""
        program, plans = self.program, self.policy.plans
        first = self.legal[0]
        if first == program.done or program.moves[first[0]].kind not in (LAY, LAY_OFF):
            return False
        stays = self.bag & ~plans.reach.cards(self.bag, self.state.table)
        for action in self.legal:
            if action != program.done and program.moves[action[0]].kind == LAY:
                shape = plans.shape(action[1], action[2:])
                assert shape is not None
                stays &= ~self.policy.deck.spread(shape.bag & self.policy.deck.full)
        return stays.bit_count() <= 1

    def core_of(self, bag: int) -> Core:
        """The core of a hand for the opening, whatever lies on the table."""
        targets, _ = self.plan()
        assert targets is not None
        known = self.player.cores
        key = (id(targets), bag)
        core = known.get(key)
        if core is None:
            if len(known) >= MOST_KNOWN:
                known.clear()
            natural = bag & ~self.policy.wild
            wilds = (bag ^ natural).bit_count()
            core = known[key] = targets.core(natural, wilds, 0, grow=True)
        return core

    def _fits(self, face: int) -> bool:
        if self._fitting is None:
            fitting = 0
            for shape in self.state.table:
                fitting |= shape.grow_mask
            self._fitting = fitting
        return bool(self._fitting >> face & 1)

    def _worths(self, targets: Targets) -> dict[int, float]:
        if self._known is None:
            known = self.player.worths
            key = (id(targets), self.bag, self.away)
            worths = known.get(key)
            if worths is None:
                if len(known) >= MOST_KNOWN:
                    known.clear()
                worths = known[key] = targets.worths(self.bag, self.away, False)
            self._known = worths
        return self._known
