"""The engine: from a state to the legal actions, from an action to the next state.

``Engine`` walks the stages of a ``Program``. Everything it does is written down
in ``docs/semantics.md``; the naive engine in ``rummy.reference`` does the same
by other means.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, cast

from rummy.cards import bag_add, bag_remove, bag_subtract
from rummy.chance import pick, shuffle, stream
from rummy.play.effects import (
    GO_ON,
    MATCH,
    ROUND,
    TURN,
    EffectFunction,
    both_seers,
    clamp,
    seers,
    take_top,
)
from rummy.play.lookahead import can_finish, can_pass_over
from rummy.play.program import (
    AUTO,
    CARDS,
    CHOICE,
    DUTY,
    ENTER,
    LAY,
    LAY_OFF,
    REPEAT,
    SAY,
    SETUP_END,
    TOP,
    CompiledEvent,
    CompiledMove,
    Program,
    Stage,
)
from rummy.play.records import Record
from rummy.play.state import Action, RoundResult, State

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rummy.spec.bind import Rules

MEMO_SIZE = 20_000
"""Hands for which the possible melds are kept; then the memo starts anew."""


class Engine:
    """Plays the rules of one program. Holds nothing of a match."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.program = Program(rules)
        self.deck = rules.deck
        self.width = rules.deck.faces
        self.full = rules.deck.full
        self.plans = self.program.plans
        self.players = rules.players

    # --- a match ---------------------------------------------------------

    def start(
        self,
        seed: int,
        records: list[Record] | None = None,
        first_dealer: int | None = None,
        stock: Sequence[int] | None = None,
    ) -> State:
        """A new match, at its first decision.

        ``stock`` gives the cards of the first round in the order in which they
        lie (the last one on top) in place of a shuffle; ``first_dealer`` a
        seat from 0 in place of the draw.
        """
        state = self.blank(seed)
        state.records = records
        if first_dealer is None:
            first_dealer = self._first_dealer(state)
        state.dealer = first_dealer
        self._start_round(state, stock)
        self.advance(state)
        return state

    def blank(self, seed: int) -> State:
        """A state before the first round: no card dealt, nothing decided."""
        program, n = self.program, self.players
        state = State()
        state.z = [[] if pile else 0 for pile in program.slots.pile]
        state.v = [0] * program.slots.variables
        state.table, state.owners, state.credits = [], [], []
        state.earned, state.turns, state.total = [0] * n, [0] * n, [0] * n
        state.taken = []
        state.counts = [0] * program.counters
        state.everyone = tuple(range(n))
        state.left = tuple((p + 1) % n for p in range(n))
        state.right = tuple((p - 1) % n for p in range(n))
        state.me = state.mover = state.dealer = state.starter = 0
        state.pc = 0
        state.round = state.played = state.shuffles = state.turn_number = 0
        state.seed = seed
        state.over = state.looking = state.void = state.single = False
        state.kept = True
        state.winners = ()
        state.history = ()
        state.ended_by = ""
        state.legal = None
        state.records = None
        state.assumed = None
        self.reset(state, "match")
        return state

    def reset(self, state: State, per: str) -> None:
        """Variables with this life span (turn, round, match) start anew."""
        slots = self.program.slots
        for variable, start in self.program.variable_starts:
            if variable.per == per:
                base = slots.variable[variable.name]
                if slots.variable_owned[variable.name]:
                    for seat in state.everyone:
                        state.v[base + seat] = clamp(int(start(state, seat)))
                else:
                    state.v[base] = clamp(int(start(state, state.me)))

    def _first_dealer(self, state: State) -> int:
        match = self.rules.spec.match
        if not match.draw:
            if self.program.first_dealer is None:
                return pick(self.players, stream(state.seed, "dealer"))
            return self.program.first_dealer(state, 0)
        line = self.deck.lines[match.line].ranks
        height = {rank: place for place, rank in enumerate(line)}
        sign = 1 if match.draw == "highest" else -1
        players = list(state.everyone)
        pack: list[int] = []
        packs = 0
        while True:
            drawn = []
            for seat in players:
                if not pack:
                    pack = list(self.deck.all_cards())
                    shuffle(pack, stream(state.seed, f"seats:{packs}"))
                    packs += 1
                face = pack.pop()
                drawn.append(sign * height.get(self.deck.rank_of[face], -sign * 1000))
                if state.records is not None:
                    state.records.append(Record("first_dealer", seat, "draw", (face,)))
            best = max(drawn)
            players = [p for p, value in zip(players, drawn, strict=True) if value == best]
            if len(players) == 1:
                return players[0]

    def _start_round(self, state: State, stock: Sequence[int] | None = None) -> None:
        program = self.program
        state.round += 1
        state.shuffles = 0
        state.turn_number = 0
        for i, pile in enumerate(program.slots.pile):
            state.z[i] = [] if pile else 0
        state.table, state.owners, state.credits = [], [], []
        for seat in range(self.players):
            state.earned[seat] = state.turns[seat] = 0
        state.taken = []
        state.ended_by = ""
        state.void = False
        state.me = state.dealer
        if stock is None:
            pack = list(self.deck.all_cards())
            shuffle(pack, stream(state.seed, f"deal:{state.round}"))
        else:
            pack = list(stock)
        state.z[program.stock_slot] = pack
        self.reset(state, "round")
        self.reset(state, "turn")
        state.starter = program.starter(state, state.dealer)
        if state.records is not None:
            state.records.append(
                Record("round", state.dealer, numbers=(state.round, state.starter))
            )
        ending = self._fire(state, program.events["round_start"])
        state.pc = program.setup_start
        if ending:
            self._end(state, ending)

    def _start_turn(self, state: State, seat: int) -> None:
        state.me = state.mover = seat
        state.taken = []
        state.void = False
        state.turn_number += 1
        self.reset(state, "turn")
        if state.records is not None:
            state.records.append(Record("turn", seat, numbers=(state.turn_number,)))
        state.pc = self.program.turn_start
        ending = self._fire(state, self.program.events["turn_start"])
        if ending:
            self._end(state, ending)

    # --- walking ---------------------------------------------------------

    def advance(self, state: State) -> None:
        """Go on until somebody has to decide, or the match (or look) is over."""
        nodes = self.program.nodes
        while not state.over:
            if state.pc < 0:  # a look-ahead has come to the end of the turn
                return
            node = nodes[state.pc]
            when = node.when
            if when is not None and not when(state, state.me):
                state.pc = node.skip
                continue
            kind = node.kind
            if kind == AUTO:
                state.pc = node.next
                ending = self._run(state, node.effects, state.me)
                if ending < ROUND and not node.setup:
                    ending = max(ending, self._fire(state, self.program.events["action"]))
                if ending:
                    self._end(state, ending, node)
            elif kind == CHOICE:
                if self._ask(state, node, False):
                    return
                if node.optional or node.setup:
                    state.pc = node.next
                elif state.looking:
                    state.kept = False
                    state.pc = -1
                else:
                    self._end(state, TURN, node)
            elif kind == ENTER:
                state.counts[node.counter] = 0
                state.pc = node.next
            elif kind == REPEAT:
                if self._ask_again(state, node):
                    return
            elif kind == DUTY:
                if state.looking and not all(d.holds(state, state.me) for d in node.duties):
                    state.kept = False
                    state.pc = -1
                else:
                    state.pc = node.next
            elif kind == SETUP_END:
                self._start_turn(state, state.starter)
            else:
                self._end(state, TURN, node)

    def _ask(self, state: State, node: Stage, done: bool) -> bool:
        """Put the choice of a stage to its player, if there is anything to choose."""
        state.mover = state.me if node.by is None else node.by(state, state.me)
        legal = self._candidates(state, node)
        if done:
            legal.append(self.program.done)
        if (
            self.program.must_look
            and not state.looking
            and not state.void
            and not node.setup
            and (legal and (len(legal) > 1 or not done))
            and (node.safe is None or not node.safe(state, state.me))
        ):
            kept = [a for a in legal if can_finish(self, state, a)]
            if kept:
                legal = kept
            elif node.optional and can_pass_over(self, state, node.next):
                legal = []
            else:
                state.void = True
        state.legal = legal
        return bool(legal)

    def _ask_again(self, state: State, node: Stage) -> bool:
        made = state.counts[node.counter]
        if node.at_most is not None and made >= node.at_most(state, state.me):
            state.pc = node.next
            return False
        enough = node.at_least is None or made >= node.at_least(state, state.me)
        if self._ask(state, node, enough) and state.legal != [self.program.done]:
            return True
        if not enough and state.looking:
            state.kept = False
            state.pc = -1
        else:
            state.pc = node.next
        return False

    def _run(self, state: State, effects: tuple[EffectFunction, ...], seat: int) -> int:
        for effect in effects:
            ending = effect(state, seat)
            if ending:
                return ending
        return GO_ON

    def _fire(self, state: State, events: tuple[CompiledEvent, ...]) -> int:
        ending = GO_ON
        for event in events:
            if event.when(state, state.me):
                if state.records is not None:
                    state.records.append(Record("event", state.me, event.name))
                ending = max(ending, self._run(state, event.effects, state.me))
                if ending >= ROUND:
                    state.ended_by = event.name
                    break
        return ending

    def _end(self, state: State, ending: int, node: Stage | None = None) -> None:
        """The turn, round or match ends here."""
        if state.looking:
            duties = (
                self.program.turn_duties
                if node is None
                else (
                    *node.enclosing,
                    *self.program.turn_duties,
                )
            )
            if not all(duty.holds(state, state.me) for duty in duties):
                state.kept = False
            state.pc = -1
            return
        if ending == TURN:
            if node is not None and node.setup:
                state.pc = self.program.setup_end
                return
            ending = self._end_turn(state)
        if ending:
            self._end_round(state, ending == MATCH)

    def _end_turn(self, state: State) -> int:
        ending = self._fire(state, self.program.events["turn_end"])
        state.turns[state.me] += 1
        if ending in (ROUND, MATCH):
            return ending
        limit = self.program.turn_limit(state, state.me)
        if all(state.turns[seat] >= limit for seat in state.everyone):
            state.ended_by = "limit of turns"
            return ROUND
        step = state.left if self.program.rules.spec.order.clockwise else state.right
        self._start_turn(state, step[state.me])
        return GO_ON

    def _end_round(self, state: State, last: bool) -> None:
        program = self.program
        points = [0] * self.players
        for seat in state.everyone:
            points[seat] = clamp(int(program.score(state, seat)))
        for seat in state.everyone:
            state.total[seat] = clamp(state.total[seat] + points[seat])
        state.played += 1
        result = RoundResult(
            state.round,
            state.dealer,
            tuple(points),
            tuple(state.total),
            state.ended_by,
            state.turn_number,
        )
        state.history = (*state.history, result)
        if state.records is not None:
            self._record_count(state, state.records, points)
        if state.single:
            self._finish(state, ())
            return
        winners = self.outcome(state, last)
        if winners is not None:
            self._finish(state, winners)
            return
        state.dealer = program.next_dealer(state, state.dealer)
        self._start_round(state)

    def _record_count(self, state: State, records: list[Record], points: list[int]) -> None:
        """Note the cards left, the lines of the count and the points of everybody."""
        for seat in state.everyone:
            left = self.deck.bag_faces(cast(int, state.z[self.program.hand_base + seat]))
            records.append(Record("left", seat, "hand", left, (seat,), "hand"))
            for name, about, worth in self.program.score_lines:
                value = clamp(int(worth(state, seat)))
                records.append(Record("line", seat, name, source=about, points=value))
        records.append(Record("count", -1, state.ended_by, numbers=(*points, *state.total)))

    def outcome(self, state: State, last: bool = False) -> tuple[int, ...] | None:
        """Who has won after a round is counted; None: the match goes on.

        ``last``: the spec has ended the match whatever the totals are.
        """
        program = self.program
        last = last or state.played >= program.round_limit(state, state.dealer)
        if not last and not program.over(state, state.dealer):
            return None
        best = (max if self.rules.spec.match.highest else min)(
            state.total[seat] for seat in state.everyone
        )
        winners = tuple(s for s in state.everyone if state.total[s] == best)
        if last or len(winners) == 1 or program.ties(state, state.dealer) == 1:
            return winners
        return None

    def _finish(self, state: State, winners: tuple[int, ...]) -> None:
        state.winners = winners
        state.over = True
        state.legal = []
        state.mover = -1
        if state.records is not None:
            state.records.append(Record("end", -1, numbers=winners))

    # --- legal actions ---------------------------------------------------

    def legal(self, state: State) -> list[Action]:
        """The legal actions of the player to move, in the documented order."""
        return state.legal or []

    def _candidates(self, state: State, node: Stage) -> list[Action]:
        """What the moves of a stage allow, without look-ahead."""
        found: list[Action] = []
        me = state.mover
        for move in node.moves:
            when = move.when
            if when is not None and not when(state, me):
                continue
            kind = move.kind
            if kind == LAY:
                bag = cast(int, state.z[self.program.hand_base + me])
                actions = move.memo.get(bag)
                if actions is None:
                    actions = self._lays(move, bag)
                found += actions
            elif kind == LAY_OFF:
                self._lay_offs(state, move, me, found)
            elif kind == CARDS:
                self._cards(state, move, me, found)
            elif kind == SAY or self._can_move(state, move, me):
                found.append((move.number,))
        return found

    def _lays(self, move: CompiledMove, bag: int) -> list[Action]:
        number = move.number
        actions = [
            (number, shape.kind, *shape.codes)
            for kind in move.kinds
            for shape in self.plans.melds_of(kind, bag)
            if move.where is None or move.where(shape.codes)
        ]
        if len(move.memo) > MEMO_SIZE:
            move.memo.clear()
        move.memo[bag] = actions
        return actions

    def _lay_offs(self, state: State, move: CompiledMove, me: int, found: list[Action]) -> None:
        bag = cast(int, state.z[self.program.hand_base + me])
        number = move.number
        onto = move.onto
        for index, shape in enumerate(state.table):
            if shape.grow_mask & bag and (onto is None or onto(state, me, index)):
                for growth in shape.growth:
                    if bag >> growth.face & 1:
                        found.append((number, index, growth.shape.kind, growth.code))

    def _cards(self, state: State, move: CompiledMove, me: int, found: list[Action]) -> None:
        assert move.source is not None
        zone = cast(int, state.z[move.source.slot(state, me)])
        rest = zone & self.full
        number = move.number
        if move.mask is not None:
            rest &= move.mask
        if move.count is not None:
            self._several(state, move, me, zone, rest, found)
            return
        test = move.test if move.mask is None else None
        while rest:
            low = rest & -rest
            face = low.bit_length() - 1
            if test is None or test(state, me, face):
                found.append((number, face))
            rest ^= low

    def _several(
        self, state: State, move: CompiledMove, me: int, zone: int, rest: int, found: list[Action]
    ) -> None:
        assert move.count is not None
        count = move.count(state, me)
        test = move.test if move.mask is None else None
        faces = [
            face
            for face in self.deck.bag_faces(zone)
            if rest >> face & 1 and (test is None or test(state, me, face))
        ]
        if 0 < count <= len(faces):
            number = move.number
            found += [(number, *chosen) for chosen in sorted(set(combinations(faces, count)))]

    def _can_move(self, state: State, move: CompiledMove, me: int) -> bool:
        assert move.source is not None
        zone = state.z[move.source.slot(state, me)]
        if move.kind == TOP:
            pile = cast("list[int]", zone)
            return self._wanted(state, move, me, pile) > 0
        bag = cast(int, zone)
        if move.mask is not None:
            return bool(bag & move.mask)
        assert move.test is not None
        return any(move.test(state, me, face) for face in self.deck.bag_faces(bag))

    def _wanted(self, state: State, move: CompiledMove, me: int, pile: list[int]) -> int:
        """How many cards a move takes from a pile; 0: it cannot be made."""
        test = move.test
        if move.everything:
            taken = 0
            for face in reversed(pile):
                if test is not None and not test(state, me, face):
                    break
                taken += 1
            return taken
        count = 1 if move.count is None else max(1, move.count(state, me))
        if count > len(pile):
            return 0
        if test is not None and not all(test(state, me, face) for face in pile[-count:]):
            return 0
        return count

    # --- applying --------------------------------------------------------

    def apply(self, state: State, action: Action) -> None:
        """Carry out a legal action; the state goes on to the next decision."""
        program = self.program
        node = program.nodes[state.pc]
        state.legal = None
        if action == program.done:
            if state.records is not None:
                state.records.append(Record("done", state.mover, node.name))
            state.pc = node.next
            self.advance(state)
            return
        move = program.moves[action[0]]
        if node.kind == REPEAT:
            state.counts[node.counter] += 1
        state.pc = move.target_node
        mover = state.mover
        self._make(state, move, action, mover)
        ending = self._run(state, move.effects, mover) if move.effects else GO_ON
        if ending < ROUND and not node.setup:
            ending = max(ending, self._fire(state, program.events["action"]))
        if ending:
            self._end(state, ending, node)
        self.advance(state)

    def _make(self, state: State, move: CompiledMove, action: Action, me: int) -> None:
        kind = move.kind
        if kind == LAY:
            shape = self.plans.shape(action[1], action[2:])
            assert shape is not None
            hand = self.program.hand_base + me
            state.z[hand] = bag_subtract(cast(int, state.z[hand]), shape.bag, self.width, self.full)
            state.table.append(shape)
            state.owners.append(me)
            state.credits.append((me,) * shape.size)
            state.earned[me] = clamp(state.earned[me] + shape.lay)
            if state.records is not None:
                state.records.append(
                    Record(
                        "lay",
                        me,
                        move.move.name,
                        shape.display,
                        meld=len(state.table) - 1,
                        kind=shape.kind,
                        points=shape.lay,
                    )
                )
        elif kind == LAY_OFF:
            _, index, into, code = action
            shape = state.table[index]
            growth = next(g for g in shape.growth if g.code == code and g.shape.kind == into)
            hand = self.program.hand_base + me
            state.z[hand] = bag_remove(cast(int, state.z[hand]), growth.face, self.width)
            state.table[index] = growth.shape
            state.credits[index] = (*state.credits[index], me)
            state.earned[me] = clamp(state.earned[me] + growth.points)
            if state.records is not None:
                state.records.append(
                    Record(
                        "add",
                        me,
                        move.move.name,
                        (code,),
                        meld=index,
                        kind=into,
                        points=growth.points,
                    )
                )
        elif kind == SAY:
            if state.records is not None:
                state.records.append(Record("say", me, move.move.name))
        else:
            self._move_cards(state, move, action, me)

    def _move_cards(self, state: State, move: CompiledMove, action: Action, me: int) -> None:
        source, target = move.source, move.target
        assert source is not None and target is not None
        slot, into = source.slot(state, me), target.slot(state, me)
        if move.kind == TOP:
            pile = cast("list[int]", state.z[slot])
            count = self._wanted(state, move, me, pile)
            top_seen = source.seen_by == "top"
            faces = [take_top(state, slot, top_seen) for _ in range(count)]
        else:
            bag = cast(int, state.z[slot])
            if move.kind == CARDS:
                faces = list(action[1:])
            else:
                faces = [
                    face
                    for face in self.deck.bag_faces(bag)
                    if move.test is None or move.test(state, me, face)
                ]
            for face in faces:
                bag = bag_remove(bag, face, self.width)
            state.z[slot] = bag
        if target.pile:
            cast("list[int]", state.z[into]).extend(faces)
        else:
            bag = cast(int, state.z[into])
            for face in faces:
                bag = bag_add(bag, face, self.width)
            state.z[into] = bag
        owner = target.owner(state, me)
        if target.name == "hand" and owner == state.me:
            state.taken += faces
        if state.records is not None:
            state.records.append(
                Record(
                    "move",
                    me,
                    move.move.name,
                    tuple(faces),
                    both_seers(
                        seers(source.seen_by, source.owner(state, me)),
                        seers(target.seen_by, owner),
                    ),
                    source.name,
                    target.name,
                    owner,
                )
            )
