"""The engine: from a state to the legal actions, from an action to the next state.

``Engine`` walks the stages of a ``Program``. Everything it does is written down
in ``docs/semantics.md``; the naive engine in ``rummy.reference`` does the same
by other means.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from rummy.play import anew, rounds
from rummy.play.choices import candidates, opening_candidates
from rummy.play.effects import GO_ON, MATCH, ROUND, TURN, EffectFunction
from rummy.play.lookahead import Look, can_finish, can_pass_over
from rummy.play.making import lay, make
from rummy.play.openlook import opening_actions
from rummy.play.program import Program
from rummy.play.records import Record
from rummy.play.stages import (
    ASK,
    AUTO,
    CHOICE,
    DUTY,
    ENTER,
    OPEN,
    OPENING,
    REBUILD,
    REBUILDING,
    REPEAT,
    SETUP_END,
    CompiledEvent,
    CompiledMove,
    Stage,
)
from rummy.play.state import LAZY, Action, State
from rummy.play.walker import Walker

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from rummy.play.view import Frame
    from rummy.spec.bind import Rules
    from rummy.spec.wilds import Masks


class Table(Protocol):
    """A state or view: who is still in, and which cards are wild."""

    @property
    def everyone(self) -> tuple[int, ...]:
        """The seats still in."""

    @property
    def wild(self) -> Masks:
        """The faces of each class of wild cards, where they change."""


class Family(dict[tuple[int, "Masks"], "Engine"]):
    """The engines of one table, by the number of players still in and the wild cards."""

    def __init__(self) -> None:
        super().__init__()
        self.looks: list[Callable[[Engine], None]] = []
        """Who wants to see each engine that is made later."""


class Engine:
    """Plays the rules of one program. Holds nothing of a match."""

    def __init__(
        self, rules: Rules, family: Family | None = None, like: Engine | None = None
    ) -> None:
        """``like``: an engine of the same table with other wild cards, to share with."""
        self.rules = rules
        self.wild = rules.wild
        self.program: Program = Program(rules, None if like is None else like.program)
        self.deck = rules.deck
        self.width = rules.deck.faces
        self.full = rules.deck.full
        self.plans = self.program.plans
        self.players = rules.players
        self.family = Family() if family is None else family
        """The engines of this table by the number of players still in and the wild cards."""
        self.family[self.players, self.wild] = self
        self.frames: dict[int, Frame] = {}
        """How each seat looks at the table; made when it first does."""

    @cached_property
    def walker(self) -> Walker:
        """The functions generated for this engine; made when the first action is applied."""
        return Walker(self)

    @cached_property
    def looker(self) -> Walker:
        """The same for states that only look ahead."""
        return Walker(self, looking=True)

    def of(self, table: Table) -> Engine:
        """The engine for a state or view of this table.

        It is the one for the players who are still in and the cards that are
        wild there; each is made once and remembered.
        """
        return self.at(len(table.everyone), table.wild)

    def at(self, players: int, wild: Masks) -> Engine:
        """The engine for this table with so many players and these wild cards."""
        known = self.family.get((players, wild))
        if known is None:
            like = self if players == self.players else None
            known = type(self)(self.rules.at(players, wild), self.family, like)
            for look in self.family.looks:
                look(known)
        return known

    def one_side(self, seats: Sequence[int]) -> bool:
        """Whether all these seats are of one side."""
        return len({seat % self.rules.sides for seat in seats}) == 1

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
            first_dealer = rounds.first_dealer(self, state)
        state.dealer = first_dealer
        self.begin_round(state, stock)
        self.advance(state)
        return state

    def blank(self, seed: int) -> State:
        """A state before the first round: no card dealt, nothing decided."""
        return rounds.blank(self, seed)

    def reset(self, state: State, per: str) -> None:
        """Variables with this life span (turn, round, match) start anew."""
        rounds.reset(self, state, per)

    def outcome(self, state: State, last: bool = False) -> tuple[int, ...] | None:
        """Who has won after a round is counted; None: the match goes on."""
        return rounds.outcome(self, state, last)

    def begin_round(self, state: State, stock: Sequence[int] | None = None) -> None:
        """The next round starts; ``stock`` in place of a shuffle."""
        rounds.start_round(self, state, stock)
        now = self.of(state)
        ending = now.fire(state, now.program.events["round_start"])
        if ending:  # no turn has begun: `end: turn` goes to the first one
            now._end(state, ending, now.program.nodes[state.pc])

    def _start_turn(self, state: State, seat: int) -> None:
        state.me = state.mover = state.whom = seat
        state.taken = []
        state.void = False
        state.turn_number += 1
        if self.program.variable_starts["turn"]:
            rounds.reset(self, state, "turn")
        if state.records is not None:
            state.records.append(Record("turn", seat, numbers=(state.turn_number,)))
        state.pc = self.program.turn_start
        ending = self.fire(state, self.program.events["turn_start"])
        if ending:
            self._end(state, ending)

    # --- walking ---------------------------------------------------------

    def advance(self, state: State) -> None:
        """Go on until somebody has to decide, or the match (or look) is over."""
        if len(state.everyone) != self.players or state.wild != self.wild:
            self.of(state).advance(state)
            return
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
                    ending = max(ending, self.fire(state, self.program.events["action"]))
                if ending:
                    self._end(state, ending, node)
            elif kind == CHOICE:
                state.mover = state.me if node.by is None else self._named(state, node)
                if self._offer(state, node, candidates(self, state, node), False):
                    return
                if node.optional or node.setup:
                    state.pc = node.next
                elif state.looking:
                    self._fail(state)
                else:
                    self._end(state, TURN, node)
            elif kind == ENTER:
                state.counts[node.counter] = 0
                state.pc = node.next
            elif kind == REPEAT:
                if self._repeat(state, node):
                    return
            elif kind == ASK:
                if self._ask(state, node):
                    return
                state.mover = state.me
                state.pc = node.next
            elif kind == OPENING:
                if self._open(state, node):
                    return
            elif kind == REBUILDING:
                legal, complete = anew.candidates(self, state, node.moves[0])
                self._offer(state, node, legal, complete)
                return
            elif kind == DUTY:
                if state.looking and not all(d.holds(state, state.me) for d in node.duties):
                    self._fail(state)
                else:
                    state.pc = node.next
            elif kind == SETUP_END:
                rounds.settle_wilds(self, state)
                now = self.of(state)
                rounds.tell_wilds(now, state, True)
                now._start_turn(state, state.starter)
                if state.records is None and not state.looking and now.walker.go_on(state):
                    return
            else:
                self._end(state, TURN, node)
            if len(state.everyone) != self.players or state.wild != self.wild:
                self.of(state).advance(state)
                return

    def _named(self, state: State, node: Stage) -> int:
        """The player who chooses in a step with ``by``."""
        assert node.by is not None
        return rounds.still_in(self, state, node.by(state, state.me))

    @staticmethod
    def _fail(state: State) -> None:
        """A look-ahead has come to a turn that cannot be finished."""
        state.kept = False
        state.pc = -1

    def _offer(self, state: State, node: Stage, legal: list[Action], done: bool) -> bool:
        """Put a choice to the mover, if there is anything to choose."""
        if done:
            legal.append(self.program.done)
        if (
            self.program.must_look
            and not state.looking
            and not state.void
            and not node.setup
            and state.mover == state.me
            and (legal and (len(legal) > 1 or not done))
        ):
            kept = self._finishing(state, node, legal)
            if kept:
                legal = kept
            elif node.optional and can_pass_over(self, state, node.next):
                legal = []
            else:
                state.void = True
        state.legal = legal
        return bool(legal)

    def _finishing(self, state: State, node: Stage, legal: list[Action]) -> list[Action]:
        """The actions after which the turn can be finished lawfully."""
        surely = self.program.proofs.surely
        proved: dict[tuple[int, int], bool] = {}
        look: Look | None = None
        kept = []
        for action in legal:
            # a proof looks at the state before the action and how many cards it names
            key = action[0], len(action)
            known = proved.get(key)
            if known is None:
                known = proved[key] = surely(state, node, action)
            if not known:
                look = look or Look(self, state.me)
                known = can_finish(self, state, node, action, look)
            if known:
                kept.append(action)
        return kept

    def _repeat(self, state: State, node: Stage) -> bool:
        made = state.counts[node.counter]
        enough = node.at_least is None or made >= node.at_least(state, state.me)
        if node.at_most is not None and made >= node.at_most(state, state.me):
            if not enough and state.looking:
                self._fail(state)
            else:
                state.pc = node.next
            return False
        state.mover = state.me if node.by is None else self._named(state, node)
        if enough and state.looking == LAZY and state.mover == state.me:
            state.legal = None
            return True
        if self._offer(state, node, candidates(self, state, node), enough) and state.legal != [
            self.program.done
        ]:
            return True
        if not enough and state.looking:
            self._fail(state)
        else:
            state.pc = node.next
        return False

    def _ask(self, state: State, node: Stage) -> bool:
        """Ask the next of several players, in turn order; False: all are asked."""
        if node.ask is None:
            return False
        members = tuple(node.ask(state, state.me))
        step = state.left if self.program.clockwise else state.right
        asked = state.counts[node.counter]
        seat = state.me
        for place in range(len(state.everyone)):
            seat = step[seat]
            if place < asked or seat not in members:
                continue
            state.mover = seat
            legal = candidates(self, state, node)
            if all(self.program.moves[action[0]].trivial for action in legal):
                continue
            state.counts[node.counter] = place
            state.legal = legal
            return True
        return False

    def _open(self, state: State, node: Stage) -> bool:
        """Put the next meld of an opening to the mover; False: it is complete."""
        (move,) = node.moves
        assert move.opening is not None
        complete = not move.opening.open_needs(state, state.mover)
        if complete and not move.opening.more:
            self._opened(state, node, move)
            return False
        if not state.looking and state.mover == state.me:
            # where the solver knows the way, nothing is searched move by move
            found = opening_actions(self, state, move)
            if found is not None and found != [self.program.done]:
                state.legal = found
                return True
        legal = opening_candidates(self, state, move)
        if self._offer(state, node, legal, complete) and state.legal != [self.program.done]:
            return True
        if not complete and state.looking:
            self._fail(state)
        else:
            self._opened(state, node, move)
        return False

    def _opened(self, state: State, node: Stage, move: CompiledMove) -> None:
        """The opening lies on the table: its effects, then events."""
        state.laid_from = -1
        state.pc = node.next
        self._after(state, node, move)

    def _after(self, state: State, node: Stage, move: CompiledMove) -> None:
        ending = self._run(state, move.effects, state.mover) if move.effects else GO_ON
        if ending < ROUND and not node.setup:
            ending = max(ending, self.fire(state, self.program.events["action"]))
        if ending:
            self._end(state, ending, node)

    def _run(self, state: State, effects: tuple[EffectFunction, ...], seat: int) -> int:
        for effect in effects:
            ending = effect(state, seat)
            if ending:
                return ending
        return GO_ON

    def fire(self, state: State, events: tuple[CompiledEvent, ...]) -> int:
        """Look at events in file order; what the gravest of them ends."""
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
            duties = self.program.turn_duties
            if node is not None:
                duties = (*node.enclosing, *duties)
            if not all(duty.holds(state, state.me) for duty in duties):
                state.kept = False
            state.pc = -1
            return
        if ending >= ROUND and not state.ended_by and node is not None:
            state.ended_by = node.name
        if ending == TURN:
            if node is not None and node.setup:
                state.pc = self.program.setup_end
                return
            ending = self._end_turn(state)
        if ending:
            rounds.count_round(self, state, ending == MATCH)

    def _end_turn(self, state: State) -> int:
        ending = self.fire(state, self.program.events["turn_end"])
        state.turns[state.me] += 1
        if ending in (ROUND, MATCH):
            return ending
        limit = self.program.turn_limit(state, state.me)
        if sum([state.turns[seat] for seat in state.everyone]) >= limit * len(state.everyone):
            state.ended_by = "limit of turns"
            return ROUND
        following = self.program.next_player
        if following is None:
            step = state.left if self.program.clockwise else state.right
            self._start_turn(state, step[state.me])
        else:
            self._start_turn(state, rounds.still_in(self, state, following(state, state.me)))
        return GO_ON

    # --- playing ---------------------------------------------------------

    def legal(self, state: State) -> list[Action]:
        """The legal actions of the player to move, in the documented order."""
        return state.legal or []

    def apply(self, state: State, action: Action) -> None:
        """Carry out a legal action; the state goes on to the next decision."""
        if len(state.everyone) != self.players or state.wild != self.wild:
            self.of(state).apply(state, action)
            return
        if state.records is None:
            walker = self.looker if state.looking else self.walker
            do = walker.moves[state.pc].get(action[0])
            if do is not None:
                go = do(state, action)
                while go is not None:
                    go = go(state, state.me)
                return
        program = self.program
        node = program.nodes[state.pc]
        state.legal = None
        if action[0] == program.done[0]:
            if state.records is not None:
                state.records.append(Record("done", state.mover, node.name))
            if node.kind == OPENING:
                self._opened(state, node, node.moves[0])
            elif node.kind == REBUILDING:
                anew.lay_anew(self, state, node.moves[0], action)
                state.pc = node.next
                self._after(state, node, node.moves[0])
            else:
                state.pc = node.next
            self.advance(state)
            return
        move = program.moves[action[0]]
        if node.kind == OPENING:
            lay(self, state, move, action, state.mover)
            self.advance(state)
            return
        if node.kind == REBUILDING:
            state.joined = tuple(sorted((*state.joined, action[1])))
            self.advance(state)
            return
        if node.kind in (REPEAT, ASK):
            state.counts[node.counter] += 1
        state.pc = move.target_node
        make(self, state, move, action, state.mover)
        if move.kind not in (OPEN, REBUILD):
            self._after(state, node, move)
        self.advance(state)
