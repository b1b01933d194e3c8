"""How an ordinary player plays: the choices of ``greedy``, quick enough to be tried often.

It reads of a state only what its player sees: the own hand, the table, what is
open to all. Everything it knows of a game it asks of the compiled rules: which
melds may be laid now, what the opening still needs, what a card left in hand
costs by the count, what fits on the table. It knows no game by name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from rummy.bots.targets import Core, Targets
from rummy.chance import pick, shuffle, stream
from rummy.play.stages import (
    ALL,
    CARDS,
    LAY,
    LAY_OFF,
    OPEN,
    OPENING,
    REBUILD,
    SAY,
    SWAP,
    TOP,
    CompiledMove,
    Stage,
)

if TYPE_CHECKING:
    from random import Random

    from rummy.bots.targets import Need
    from rummy.play.engine import Engine
    from rummy.play.state import Action, State

WILD = 400.0
"""What a wild card is worth: it completes almost anything."""
FITS = 60.0
"""What a card is worth that can be laid off on the table."""
IN_CORE = 100.0
"""What a card is worth that belongs to the melds which the opening needs."""
COST = 0.6
"""How much what a card would cost, left in hand, counts against keeping it."""
TABLES = 12
"""On so many tables as they might be a player thinks of who would end a round."""
OVER = 0.3
"""How much the points of cards taken with others and left over count against taking them."""
KEEP_OTHERS, KEEP_OWN, KEEP_STOCK = 3, 3, 8
"""The end is not near while all others, the player, and the stock have so many cards."""
WAIT_LEFT = 3
"""Who would keep more cards than this after an opening waits while nobody has melded."""


class Policy:
    """The choices of an ordinary player at the tables of one engine.

    ``careful``: thinks longer about what is rare; else as quickly as it can.
    """

    def __init__(self, engine: Engine, careful: bool = True) -> None:
        self.engine = engine
        self.careful = careful
        program = self.program = engine.program
        self.deck = engine.deck
        self.plans = program.plans
        self.wild = self.deck.mask(lambda face: bool(self.deck.held_wild[face]))
        self.lays = self._moves(LAY)
        self.opens = self._moves(OPEN)
        self.cost = _costs(engine)
        self.earning = any(
            kind.lay is not None or kind.add is not None for kind in self.plans.kinds
        )
        self._targets: dict[tuple[Need, ...], Targets] = {}

    def _moves(self, kind: int) -> list[tuple[Stage, CompiledMove]]:
        return [
            (node, move)
            for node in self.program.nodes
            if not node.setup and node.kind != OPENING
            for move in node.moves
            if move.kind == kind
        ]

    def choose(self, state: State, chance: Random) -> Action:
        """The legal action of most worth; among equals one at random."""
        legal = cast("list[Action]", state.legal)
        if len(legal) == 1:
            return legal[0]
        return Choice(self, state, legal).best(chance)

    def targets(self, needs: tuple[Need, ...]) -> Targets:
        """The pieces of some needs."""
        known = self._targets.get(needs)
        if known is None:
            known = self._targets[needs] = Targets(self.deck, self.plans, needs)
        return known


class Choice:
    """One decision of the player to move."""

    def __init__(self, policy: Policy, state: State, legal: list[Action]) -> None:
        self.policy, self.state, self.legal = policy, state, legal
        self.program = policy.program
        self.me = state.mover
        self.bag = cast(int, state.z[self.program.hand_base + self.me])
        self._away: int | None = None
        self._plan: tuple[Targets | None, bool] | None = None
        self._core: Core | None = None
        self._known: dict[int, float] | None = None

    # --- what there is to play for ---------------------------------------

    def plan(self) -> tuple[Targets | None, bool]:
        """The melds to hope for (None: none any more), and whether an opening needs them."""
        if self._plan is None:
            self._plan = self._make_plan()
        return self._plan

    def _make_plan(self) -> tuple[Targets | None, bool]:
        policy, state, me = self.policy, self.state, self.me
        for node, move in policy.opens:
            if _may(node, move, state, me):
                assert move.opening is not None
                return policy.targets(move.opening.needed(state, me)), True
        kinds: set[int] = set()
        for node, move in policy.lays:
            if _may(node, move, state, me):
                kinds.update(move.kinds)
        if not policy.lays and not policy.opens:
            kinds.update(range(len(policy.plans.kinds)))
        if not kinds:
            return None, False
        return policy.targets(tuple((kind, 0) for kind in sorted(kinds))), False

    @property
    def away(self) -> int:
        """The cards that lie on the table, as a bag: they will not come any more."""
        if self._away is None:
            bag, width, full = 0, self.policy.deck.faces, self.policy.deck.full
            for shape in self.state.table:
                part = shape.bag
                while part:
                    low = part & full
                    part >>= width
                    carry = low
                    shift = 0
                    while carry:
                        layer = (bag >> shift) & full
                        bag |= carry << shift
                        carry &= layer
                        shift += width
            self._away = bag
        return self._away

    def core_of(self, bag: int) -> Core:
        """The core of a hand for the opening."""
        targets, _ = self.plan()
        assert targets is not None
        natural = bag & ~self.policy.wild
        return targets.core(natural, (bag ^ natural).bit_count(), self.away, grow=True)

    @property
    def core(self) -> Core:
        """The core of the hand as it is."""
        if self._core is None:
            self._core = self.core_of(self.bag)
        return self._core

    # --- choosing ----------------------------------------------------------

    def best(self, chance: Random) -> Action:
        """The action of most worth."""
        done, moves = self.program.done, self.program.moves
        legal = self.legal
        kinds = {moves[a[0]].kind for a in legal if a != done}
        laying = LAY in kinds or (LAY_OFF in kinds and self.policy.earning)
        if laying and self.program.nodes[self.state.pc].kind != OPENING:
            laid = self._line()
            if laid is not None:
                return laid
        worth = [self._worth(action) for action in legal]
        most = max(worth)
        equal = [a for a, w in zip(legal, worth, strict=True) if w == most]
        return equal[pick(len(equal), chance)] if len(equal) > 1 else equal[0]

    def likely(self, most: int, chance: Random) -> list[Action]:
        """The actions of most worth, the best first: what is worth a second thought."""
        first = self.best(chance)
        worth = {action: self._worth(action) for action in self.legal if action != first}
        return [first, *sorted(worth, key=lambda action: -worth[action])[: most - 1]]

    def _line(self) -> Action | None:
        """The first action of the richest play of the hand, if one is legal."""
        program, table = self.program, self.state.table
        wanted: set[tuple[int, ...]] = set()
        play = program.plans.most_points(self.bag, table)
        out = play.left <= 1  # with the last card thrown or passed the hand is empty
        for step in play.line:
            if len(step) == 2:
                wanted.add((LAY, step[1].kind, *step[1].codes))
            elif step[1] < len(table):
                _, onto, growth = step
                wanted.add((LAY_OFF, onto, growth.shape.kind, growth.code))
        for action in self.legal:
            if (
                action != program.done
                and ((program.moves[action[0]].kind, *action[1:]) in wanted)
                and (out or not self._better_kept(action))
            ):
                return action
        return None

    def _better_kept(self, action: Action) -> bool:
        """Whether a meld would bring others more than it brings now, and can wait.

        Who lays it gives everybody the chance to add the next card; who keeps it
        is the only one who can, and lays it whole later. It is laid when the end
        of the round is near.
        """
        program, deck = self.program, self.policy.deck
        if program.moves[action[0]].kind != LAY or not self._end_is_far():
            return False
        shape = program.plans.shape(action[1], action[2:])
        assert shape is not None
        for growth in shape.growth:
            if growth.points > shape.lay:
                all_of_it = deck.spread(1 << growth.face)
                gone = (self.away & all_of_it).bit_count() + (self.bag & all_of_it).bit_count()
                if gone < deck.copies[growth.face]:  # another may get it
                    return True
        return False

    def _end_is_far(self) -> bool:
        """Whether nobody is about to go out, nor the stock to be used up."""
        state, base = self.state, self.program.hand_base
        others = (seat for seat in state.everyone if seat != self.me)
        return (
            self.bag.bit_count() >= KEEP_OWN
            and len(cast("list[int]", state.z[self.program.stock_slot])) >= KEEP_STOCK
            and all(cast(int, state.z[base + seat]).bit_count() >= KEEP_OTHERS for seat in others)
        )

    def _worth(self, action: Action) -> float:
        program = self.program
        if action == program.done:
            return 0.0
        move = program.moves[action[0]]
        kind = move.kind
        if kind == REBUILD:
            return 1e5 if len(action) == 1 else 1.0 + self._held(action[1:])
        if kind == OPEN:
            if len(action) == 1:
                return -1e6 if self._waits() else 1e6
            shape = program.plans.shape(action[1], action[2:])
            return 1.0 + (0 if shape is None else shape.lay) + self._held(action[2:])
        if kind == LAY:
            if self.policy.earning and self._better_kept(action):
                return -1.0
            shape = program.plans.shape(action[1], action[2:])
            return 1.0 + (0 if shape is None else shape.lay) + self._held(action[2:])
        if kind == LAY_OFF:
            return 1.0 + self._held(action[3:])
        if kind == SWAP:
            return self._swapped(move, action)
        to_hand = move.target is not None and move.target.name == "hand"
        if kind == CARDS:
            useful = sum(self._useful(face) for face in move.named(action))
            if move.whom is not None and not to_hand:
                useful += self._left_to(action[1])
            return useful if to_hand else -useful
        if kind == ALL:
            return 1.0 if to_hand else 0.0
        if kind == SAY and self.policy.careful and move.ends_round:
            return self._ending(action)
        if kind == TOP and to_hand and move.source is not None:
            if move.source.seen_by == "nobody":
                return 0.0
            if move.numbers is not None:
                return self._gain_of_many(move, action[-1])
            pile = self.state.z[move.source.slot(self.state, self.me)]
            if isinstance(pile, list) and pile:
                return self._gain(pile[-1])
        return 0.0

    def _swapped(self, move: CompiledMove, action: Action) -> float:
        """What a wild card is worth that a card of the hand frees from a meld."""
        face, wild = action[2], self.policy.deck.face_of[action[3]]
        gain = 1.0 + self._held((face,))
        if move.stays:
            return gain
        # in the hand it is a burden where it can go nowhere
        return gain if self._fits(wild) else gain - self._held((wild,)) - 1.0

    def _left_to(self, seat: int) -> float:
        """How little it matters that a player is named: those with few cards matter most."""
        cards = cast(int, self.state.z[self.program.hand_base + seat])
        return cards.bit_count() / 100

    def _ending(self, action: Action) -> float:
        """What it is worth to end the round now, by tables as they might be.

        The cards that the player does not see are dealt anew. The others are
        taken to have kept the cheaper of two such hands, as they throw what costs.
        """
        state, me, program = self.state, self.me, self.program
        deck, base = self.policy.deck, program.hand_base
        seats = [seat for seat in state.everyone if seat != me]
        sides = self.policy.engine.rules.sides
        against = [seat for seat in seats if (seat - me) % sides]
        sizes = [cast(int, state.z[base + seat]).bit_count() for seat in seats]
        unseen = list(cast("list[int]", state.z[program.stock_slot]))
        for seat in seats:
            unseen += deck.bag_faces(cast(int, state.z[base + seat]))
        unseen.sort()
        chance = stream(self.bag, f"ending:{len(unseen)}")
        sign = 1 if self.policy.engine.rules.spec.match.highest else -1
        total = 0.0
        for _ in range(TABLES):
            trial = state.copy()
            shuffle(unseen, chance)
            cards = list(unseen)
            for seat, size in zip(seats, sizes, strict=True):
                hands = [cards[:size], cards[size : 2 * size]]
                if len(hands[1]) < size or len(cards) - size < sum(sizes):
                    hands.pop()
                least = min(hands, key=lambda h: sum(deck.points_of[face] for face in h))
                for face in least:
                    cards.remove(face)
                trial.z[base + seat] = deck.bag(least)
            trial.z[program.stock_slot] = cards[
                : len(cast("list[int]", trial.z[program.stock_slot]))
            ]
            trial.records = None
            self.policy.engine.apply(trial, action)
            points = trial.history[-1].points
            total += sign * points[me]
            if against:
                total -= sign * sum(points[seat] for seat in against) / len(against)
        return 2.0 + total if total > 0 else total

    def _waits(self) -> bool:
        """Whether an opening would leave too many cards in hand, and can wait."""
        state = self.state
        if state.table or not self._end_is_far():
            return False
        targets, _ = self.plan()
        assert targets is not None
        natural = self.bag & ~self.policy.wild
        wilds = (self.bag ^ natural).bit_count()
        core = targets.core(natural, wilds, self.away, grow=True)
        return (natural & ~core.cards).bit_count() > WAIT_LEFT

    def _held(self, codes: tuple[int, ...]) -> float:
        cost, face_of = self.policy.cost, self.policy.deck.face_of
        return sum(cost[face_of[code]] for code in codes)

    def _fits(self, face: int) -> bool:
        return self.policy.plans.fits(face, self.state.table)

    def _gain(self, face: int) -> float:
        """What a visible card is worth, against one that nobody knows."""
        if self.policy.deck.held_wild[face]:
            return 1.0
        targets, opening = self.plan()
        own_turn = self.me == self.state.me
        if targets is None:
            return 1.0 if own_turn and self._fits(face) else -1.0
        if opening:
            before = self.core
            after = self.core_of(self._with(face))
            longer = after.cards.bit_count() > before.cards.bit_count()
            nearer = after.missing < before.missing
            return 1.0 if nearer or (not after.missing and own_turn and longer) else -1.0
        if self._fits(face):
            return 1.0
        bag = self._with(face)
        bit = bag & ~self.bag
        return (
            1.0
            if any(p.mask & bit and (p.mask & bag).bit_count() >= p.size for p in targets.pieces)
            else -1.0
        )

    def _gain_of_many(self, move: CompiledMove, count: int) -> float:
        """What so many cards of a pile are worth: what goes into melds, less what is left over.

        Cards that are not seen are worth no more than those of the stock.
        """
        assert move.source is not None
        pile = self.state.z[move.source.slot(self.state, self.me)]
        if not isinstance(pile, list) or (count > 1 and move.source.seen_by == "top"):
            return -1.0
        policy, bag = self.policy, self.bag
        for face in pile[-count:]:
            bit = 1 << face
            while bit & bag:
                bit <<= policy.deck.faces
            bag |= bit
        deadwood, points = policy.plans.deadwood, policy.program.points_of_bag
        over = deadwood(bag) - deadwood(self.bag)
        melded = points(bag) - points(self.bag) - over
        fitting = sum(policy.deck.points_of[face] for face in pile[-count:] if self._fits(face))
        return melded + fitting - OVER * max(0, over - fitting)

    def _with(self, face: int) -> int:
        bit = 1 << face
        while bit & self.bag:
            bit <<= self.policy.deck.faces
        return self.bag | bit

    def _useful(self, face: int) -> float:
        """How gladly a card is kept; cards that cost points in hand a little less."""
        policy = self.policy
        targets, opening = self.plan()
        worth = -COST * policy.cost[face]
        if policy.deck.held_wild[face]:
            return worth + WILD
        if self._fits(face):
            worth += FITS
        if targets is None:
            return worth
        if opening:
            held, needed = self._copies(self.bag, face), self._copies(self.core.cards, face)
            if needed and held > needed:
                return worth  # its twin is needed, it is not
            if needed:
                worth += IN_CORE
        return worth + self._worths(targets).get(face, 0.0)

    def _copies(self, bag: int, face: int) -> int:
        """How many copies of a card are among some cards."""
        count, width, bit = 0, self.policy.deck.faces, 1 << face
        for _ in range(self.policy.deck.layers):
            count += bag & bit != 0
            bit <<= width
        return count

    def _worths(self, targets: Targets) -> dict[int, float]:
        if self._known is None:
            self._known = targets.worths(self.bag, self.away, self.policy.careful)
        return self._known


def _may(node: Stage, move: CompiledMove, state: State, me: int) -> bool:
    """Whether a move is open to a player as things stand, when its step comes."""
    return (node.when is None or node.when(state, state.me)) and (
        move.when is None or move.when(state, me)
    )


def _costs(engine: Engine) -> list[float]:
    """What a card left in hand costs its player by the count, against the others.

    Asked of the count itself: a table at which one player holds that card and
    nothing else, less one at which nobody holds any. Where it does not look at
    hands, cards cost their points.
    """
    program = engine.program
    state = engine.blank(0)
    state.round = 1
    seats, sides = range(engine.players), engine.rules.sides
    sign = 1 if engine.rules.spec.match.highest else -1

    def lead() -> float:
        points = [int(program.score(state, seat)) for seat in seats]
        against = [points[seat] for seat in seats if seat % sides]
        return sign * (points[0] - sum(against) / len(against)) if against else sign * points[0]

    nothing = lead()
    found = []
    for face in range(engine.deck.faces):
        state.z[program.hand_base] = 1 << face
        found.append(float(nothing - lead()))
    if not any(found):  # hands are compared, if at all, by the points of their cards
        return [float(points) for points in engine.deck.points_of[: engine.deck.faces]]
    return found
