"""A spec with players and options compiled: slots, functions, stages.

``Program`` belongs to one ``Rules``. It holds nothing of a match.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummy.errors import UsageError
from rummy.lang.evaluate import Laid
from rummy.lang.fold import constant
from rummy.lang.generate import Module
from rummy.lang.helpers import bag_points
from rummy.lang.trees import Const, walk
from rummy.lang.types import OPENING
from rummy.melds import Plans
from rummy.play.compiler import Compiler
from rummy.play.effects import clamp, compile_effect
from rummy.play.last import LastSteps
from rummy.play.openlimits import compile_bounds
from rummy.play.proofs import Proofs
from rummy.play.stages import (
    CHOICE,
    DUTY,
    SETUP_END,
    TURN_END,
    CompiledDuty,
    CompiledEvent,
    Stage,
)
from rummy.play.state import State
from rummy.play.upturned import Upturned
from rummy.play.using import Uses
from rummy.spec.bind import refuse
from rummy.spec.wilds import changing

if TYPE_CHECKING:
    from rummy.melds.needs import Needs
    from rummy.spec.bind import Rules

MOMENTS = ("action", "turn_start", "turn_end", "round_start", "counted")
SPANS = ("turn", "round", "match")


class Program:
    """A spec with players and options, ready to be played."""

    def __init__(self, rules: Rules, like: Program | None = None) -> None:
        """``like``: that of the same rules with other wild cards, to share with."""
        self.rules = rules
        self.deck = rules.deck
        self.pack = tuple(rules.deck.all_cards())
        """Every card, in the order of face numbers."""
        self.clockwise = rules.spec.order.clockwise
        self.plans: Plans = Plans(rules, None if like is None else like.plans)
        if like is None:
            self._refuse_long_searches()
        self.points_of_bag = bag_points(rules.deck)
        deck = rules.deck
        self.most_wild_points = max(
            (deck.points_of[f] for f in range(deck.faces) if deck.held_wild[f]), default=0
        )
        self.module: Module
        self.reads: set[str]
        module = None if like is None else like.module.for_deck(deck)
        if like is not None and module is not None:
            self.module, self.reads = module, like.reads
        else:
            # once to collect the source of all functions, once to link them
            collected = Compiler(rules, self.plans, {})
            self._link(collected)
            self.module, self.reads = collected.module, collected.reads
        self.names = self.module.link(self.helpers())
        """What generated source may use."""
        functions = self.module.functions(self.names)
        self._link(Compiler(rules, self.plans, functions, frozenset(self.reads)))

    def _refuse_long_searches(self) -> None:
        """Refuse kinds of meld that hands would be searched for without end."""
        for number, kind in enumerate(self.rules.kinds):
            dear = self.plans.too_dear(number)
            if dear is not None:
                place = self.rules.spec.kinds[kind.index].valid.place
                refuse(self.rules.spec, dear[0], place, dear[1], "M401")

    def _link(self, compiler: Compiler) -> None:
        rules = self.rules
        spec = rules.spec
        self.compiler = compiler
        self.slots = compiler.slots
        self.turn_duties = tuple(CompiledDuty(d, compiler.truth(d.holds)) for d in spec.must)
        self.turn_end = compiler.node(Stage(TURN_END, "end of turn", -1))
        self.setup_end = compiler.node(Stage(SETUP_END, "setup", -1, setup=True))
        self.setup_start = compiler.steps(spec.setup, self.setup_end, True, ())
        self.turn_start = compiler.steps(spec.turn, self.turn_end, False, ())
        self.nodes = compiler.nodes
        self.moves = compiler.moves
        self.counters = compiler.counters
        self.done = (len(compiler.moves),)
        self.hand_base = compiler.slots.zone["hand"]
        self.stock_slot = compiler.slots.zone["stock"]
        self.events: dict[str, tuple[CompiledEvent, ...]] = {
            moment: tuple(
                CompiledEvent(
                    event.name,
                    compiler.truth(event.when),
                    tuple(compile_effect(compiler, e) for e in event.do),
                    event.do,
                )
                for event in spec.events
                if event.at == moment and constant(rules.fold(event.when.tree)) != 0
            )
            for moment in MOMENTS
        }
        match = spec.match
        self.starter = compiler.number(spec.order.starter)
        following = spec.order.next
        self.next_player = compiler.number(following) if following is not None else None
        self.next_dealer = compiler.number(match.next_dealer)
        self.first_dealer = (
            compiler.number(match.first_dealer) if match.first_dealer is not None else None
        )
        self.over = compiler.truth(match.over)
        self.ties = compiler.number(match.ties)
        self.out = compiler.truth(match.out) if match.out is not None else None
        self.tie_break = compiler.number(match.tie_break) if match.tie_break is not None else None
        self.final = compiler.number(match.final) if match.final is not None else None
        self.score = compiler.number(spec.score.round)
        self.score_lines = tuple(
            (line.name, line.about, compiler.number(line.points)) for line in spec.score.lines
        )
        self.round_limit = compiler.number(spec.limits.rounds)
        self.turn_limit = compiler.number(spec.limits.turns)
        self.variable_starts = {
            span: tuple(
                (variable, compiler.number(variable.start))
                for variable in spec.variables
                if variable.per == span
            )
            for span in SPANS
        }
        self.fixed_starts = {span: self._fixed(span) for span in SPANS}
        """For each life span where variables start, if that is always the same."""
        changing_ = changing(spec)
        self.wild_tests = tuple(
            compiler.card_function(wild.cards) for wild in spec.deck.wilds if changing_
        )
        """Where wild cards change from round to round: which cards are in each class."""
        self.needs = tuple(
            (
                compiler.needs(opening),
                compiler.number(opening.which) if opening.which is not None else None,
            )
            for opening in spec.openings
        )
        """What each opening needs, and which entry of it counts."""
        self.counted_with = tuple(
            node.value
            for node in walk(spec.score.round.tree)
            if isinstance(node, Const) and node.type.name == OPENING.name
        )
        """The openings that the count asks of a hand which is split into melds."""
        self.must_look = self._must_look()
        Upturned(self).settle()
        self.bounds = tuple(compile_bounds(compiler, duty) for duty in spec.must)
        self.proofs = Proofs(self, compiler)
        self.last_steps = LastSteps(self)
        self.uses = Uses(self)

    def _fixed(self, span: str) -> tuple[tuple[int, int], ...] | None:
        """The slots of the variables of a life span and their starts; None: it depends."""
        fold, slots = self.rules.fold, self.slots
        found = []
        for variable, _ in self.variable_starts[span]:
            value = constant(fold(variable.start.tree))
            owners = slots.modulus(variable.name)
            if value is None or (owners > 1 and self.rules.players < self.rules.seats):
                return None
            first = slots.variable[variable.name]
            found += [(first + owner, clamp(int(value))) for owner in range(owners)]
        return tuple(found)

    def step_entry(self, name: str) -> int:
        """The stage at which a step of the turn begins; ``UsageError`` if none."""
        for number, stage in enumerate(self.nodes):
            if stage.name == name and not stage.setup and stage.kind != DUTY:
                return number
        raise UsageError(f"the turn has no step {name!r}")

    def helpers(self) -> dict[str, object]:
        """What generated functions call: the questions about melds and seats."""
        deck, plans = self.deck, self.plans

        def fits(state: State, face: int) -> bool:
            return plans.fits(face, state.table)

        def fitting(state: State) -> int:
            return plans.fitting(state.table)

        def most_points(state: State, bag: int) -> tuple[int, int, int]:
            play = plans.most_points(bag, state.table)
            return play.points, play.used, play.left

        def least_cost(state: State, bag: int, cost: int) -> tuple[int, int, int]:
            play = plans.least_cost(bag, state.table, cost)
            return play.points, play.used, play.left

        def needed(state: State, me: int, opening: int) -> Needs:
            needs, which = self.needs[opening]
            entry = 1 if which is None else which(state, me)
            return needs[min(max(1, entry), len(needs)) - 1]

        def deadwood_with(state: State, me: int, bag: int, opening: int) -> int:
            return plans.deadwood(bag, needed(state, me, opening))

        def nothing_left(state: State, me: int, bag: int, opening: int = -1) -> bool:
            return plans.nothing_left(bag, needed(state, me, opening) if opening >= 0 else ())

        def others(state: State, me: int) -> tuple[int, ...]:
            return tuple(seat for seat in state.everyone if seat != me)

        seats, sides = self.rules.seats, self.rules.sides

        def us(state: State, of: int) -> tuple[int, ...]:
            return tuple(seat for seat in state.everyone if seat % sides == of % sides)

        def partners(state: State, of: int) -> tuple[int, ...]:
            return tuple(seat for seat in us(state, of) if seat != of)

        def opponents(state: State, of: int) -> tuple[int, ...]:
            return tuple(seat for seat in state.everyone if seat % sides != of % sides)

        all_seats = range(seats)
        side_of = [[other for other in all_seats if other % sides == p % sides] for p in all_seats]

        def seat(number: int) -> int:
            # seats wrap round the table, so that a bad number still names one
            return (number - 1) % seats

        def counted(state: State, seat: int) -> int:
            if state.history and state.history[-1].round == state.round:
                return state.history[-1].points[seat]
            # the count of a side is that of its first player
            return int(self.score(state, (us(state, seat) or (seat,))[0]))

        def last_points(state: State, seat: int) -> int:
            return state.history[-1].points[seat] if state.history else 0

        def touching(state: State, melds: range | list[int] | tuple[int, ...]) -> bool:
            return plans.touching([state.table[meld] for meld in melds])

        def laid(state: State, meld: int) -> list[Laid]:
            return list(map(Laid.of, state.table[meld].codes, state.credits[meld]))

        return {
            "laid": laid,
            "counted": counted,
            "last_points": last_points,
            "fits": fits,
            "fitting": fitting,
            "most_points": most_points,
            "least_cost": least_cost,
            "deadwood": plans.whole_deadwood,
            "deadwood_with": deadwood_with,
            "nothing_left": nothing_left,
            "others": others,
            "us": us,
            "us_of": tuple([tuple(side) for side in side_of]),
            "others_of": tuple([tuple(p for p in all_seats if p != me) for me in all_seats]),
            "partners_of": tuple(
                [tuple(p for p in side if p != me) for me, side in enumerate(side_of)]
            ),
            "opponents_of": tuple([tuple(p for p in all_seats if p not in s) for s in side_of]),
            "partners": partners,
            "opponents": opponents,
            "seat": seat,
            "bag_of": deck.bag,
            "touching": touching,
        }

    def _must_look(self) -> bool:
        """Whether some turn could be left unfinished, so that we must look ahead."""
        if self.turn_duties:
            return True
        return any(
            not node.setup
            and (
                node.kind == DUTY
                or node.at_least is not None
                or (node.kind == CHOICE and not node.optional)
                or any(move.opening is not None for move in node.moves)
            )
            for node in self.nodes
        )
