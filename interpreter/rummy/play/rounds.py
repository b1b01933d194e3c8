"""From round to round: the first deal, the start, the count, who is out, the end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, cast

from rummy.chance import pick, shuffle, stream
from rummy.play.effects import MATCH, Number, clamp
from rummy.play.records import Record
from rummy.play.state import RoundResult, State
from rummy.spec.wilds import changes, read_zones

if TYPE_CHECKING:
    from rummy.play.engine import Engine


def blank(engine: Engine, seed: int) -> State:
    """A state before the first round: no card dealt, nothing decided."""
    program, n = engine.program, engine.rules.seats
    state = State()
    state.z = [[] if pile else 0 for pile in program.slots.pile]
    state.v = [0] * program.slots.variables
    state.table, state.owners, state.credits = [], [], []
    state.earned, state.turns, state.total = [0] * n, [0] * n, [0] * n
    state.taken = []
    state.counts = [0] * program.counters
    state.order = tuple(range(n))
    sit(state, tuple(range(n)))
    state.me = state.mover = state.whom = state.dealer = state.starter = 0
    state.pc = 0
    state.laid_from = state.onto = -1
    state.joined = ()
    state.entry = 0
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
    state.wild = engine.rules.wild
    reset(engine, state, "match")
    return state


def sit(state: State, everyone: tuple[int, ...]) -> None:
    """Only these seats are in: who sits to the left and right of each seat."""
    state.everyone = everyone
    state.left, state.right = _neighbours(state.order, everyone)


@lru_cache(maxsize=256)
def _neighbours(
    order: tuple[int, ...], everyone: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """For each seat the next one to its left and to its right that is in."""
    inside = set(everyone)
    n = len(order)
    left, right = [0] * n, [0] * n
    for place, seat in enumerate(order):
        left[seat] = next(s for k in range(1, n + 1) if (s := order[(place + k) % n]) in inside)
        right[seat] = next(s for k in range(1, n + 1) if (s := order[(place - k) % n]) in inside)
    return tuple(left), tuple(right)


def reset(engine: Engine, state: State, per: str) -> None:
    """Variables with this life span (turn, round, match) start anew."""
    program = engine.program
    fixed = program.fixed_starts[per]
    if fixed is not None:
        for slot, value in fixed:
            state.v[slot] = value
        return
    slots = program.slots
    for variable, start in program.variable_starts[per]:
        base = slots.variable[variable.name]
        if slots.variable_owned[variable.name]:
            for seat in state.everyone:
                place = base + slots.place(variable.name, seat)
                state.v[place] = clamp(int(start(state, seat)))
        else:
            state.v[base] = clamp(int(start(state, state.me)))


class _Pack:
    """Packs from which players draw for the deal."""

    def __init__(self, engine: Engine, state: State) -> None:
        self.engine, self.state = engine, state
        match = engine.rules.spec.match
        line = engine.deck.lines[match.line].ranks
        self.height = {rank: place for place, rank in enumerate(line)}
        self.sign = 1 if match.draw == "highest" else -1
        self.cards: list[int] = []
        self.packs = 0

    def draw(self, seat: int) -> int:
        """The worth of the card that a seat draws; more is better."""
        if not self.cards:
            self.cards = list(self.engine.deck.all_cards())
            shuffle(self.cards, stream(self.state.seed, f"seats:{self.packs}"))
            self.packs += 1
        face = self.cards.pop()
        if self.state.records is not None:
            self.state.records.append(Record("first_dealer", seat, "draw", (face,)))
        # a card that is not on the line is below all that are
        place = self.height.get(self.engine.deck.rank_of[face])
        return -1000 if place is None else self.sign * place


def first_dealer(engine: Engine, state: State) -> int:
    """Who deals first; the draw may also seat the players."""
    match = engine.rules.spec.match
    if not match.draw:
        if engine.program.first_dealer is None:
            return pick(engine.players, stream(state.seed, "dealer"))
        return engine.program.first_dealer(state, 0)
    pack = _Pack(engine, state)
    if match.seats:
        return _draw_for_seats(state, pack)
    players = list(state.everyone)
    while True:
        drawn = [pack.draw(seat) for seat in players]
        best = max(drawn)
        players = [p for p, value in zip(players, drawn, strict=True) if value == best]
        if len(players) == 1:
            return players[0]


def _draw_for_seats(state: State, pack: _Pack) -> int:
    drawn = {seat: pack.draw(seat) for seat in state.everyone}
    while True:
        values = list(drawn.values())
        equal = [seat for seat, value in drawn.items() if values.count(value) > 1]
        if not equal:
            break
        for seat in equal:
            drawn[seat] = pack.draw(seat)
    state.order = tuple(sorted(drawn, key=lambda seat: -drawn[seat]))
    sit(state, state.everyone)
    if state.records is not None:
        state.records.append(Record("seating", -1, numbers=state.order))
    return state.order[0]


def start_round(engine: Engine, state: State, stock: Sequence[int] | None = None) -> None:
    """All cards are shuffled into the stock; setup comes next."""
    slots = engine.program.slots
    state.round += 1
    state.shuffles = 0
    state.turn_number = 0
    for i, pile in enumerate(slots.pile):
        state.z[i] = [] if pile else 0
    state.table, state.owners, state.credits = [], [], []
    state.laid_from = state.onto = -1
    state.joined = ()
    state.entry = 0
    for seat in range(len(state.earned)):
        state.earned[seat] = state.turns[seat] = 0
    state.taken = []
    state.ended_by = ""
    state.void = False
    state.me = state.mover = state.whom = state.dealer
    if stock is None:
        pack = list(engine.program.pack)
        shuffle(pack, stream(state.seed, f"deal:{state.round}"))
    else:
        pack = list(stock)
    state.z[engine.program.stock_slot] = pack
    settle_wilds(engine, state)
    engine = engine.of(state)
    program = engine.program
    reset(engine, state, "round")
    reset(engine, state, "turn")
    state.starter = still_in(engine, state, program.starter(state, state.dealer))
    if state.records is not None:
        state.records.append(Record("round", state.dealer, numbers=(state.round, state.starter)))
    tell_wilds(engine, state, False)
    state.pc = program.setup_start


def settle_wilds(engine: Engine, state: State) -> None:
    """Work out which cards are wild now, where that is not always the same."""
    tests, faces = engine.program.wild_tests, range(engine.deck.faces)
    if tests:
        state.wild = tuple(
            [sum([1 << f for f in faces if test(state, state.dealer, f)]) for test in tests]
        )


def tell_wilds(engine: Engine, state: State, turned: bool) -> None:
    """Note the cards of each class that hangs on the round, or (``turned``) on open cards."""
    if state.records is None or not state.wild:
        return
    spec = engine.rules.spec
    for number, cls in enumerate(engine.deck.wilds):
        wild = spec.deck.wilds[number]
        if changes(spec, wild) and bool(read_zones(spec, wild)) == turned:
            numbers = (number, state.wild[number])
            state.records.append(Record("wild", -1, cls.name, cls.faces, numbers=numbers))


def count_round(engine: Engine, state: State, last: bool) -> None:
    """The round is counted; the match ends or the next round starts."""
    program = engine.program
    points = [0] * len(state.total)
    for seat, value in for_sides(engine, state, program.score).items():
        points[seat] = clamp(value)
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
        _record_count(engine, state, state.records, points)
    if any(event.at == "counted" for event in engine.rules.spec.events):
        state.me = state.dealer  # nobody is in turn any more
    ending = engine.fire(state, program.events["counted"])
    if state.single:
        finish(state, ())
        return
    winners = outcome(engine, state, last or ending == MATCH)
    if winners is not None:
        finish(state, winners)
        return
    engine = engine.of(state)
    dealer = engine.program.next_dealer(state, state.dealer)
    state.dealer = still_in(engine, state, dealer)
    engine.begin_round(state)


def for_sides(engine: Engine, state: State, what: Number) -> dict[int, int]:
    """What is worked out once for each side (its first player is ``me``), by seat."""
    sides = engine.rules.sides
    found: dict[int, int] = {}
    for seat in state.everyone:
        known = found.get(seat % sides)
        found[seat % sides] = int(what(state, seat)) if known is None else known
    return {seat: found[seat % sides] for seat in state.everyone}


def still_in(engine: Engine, state: State, seat: int) -> int:
    """The seat, or where it has left the match the next one in turn order."""
    if seat in state.everyone:
        return seat
    return (state.left if engine.program.clockwise else state.right)[seat]


def _record_count(engine: Engine, state: State, records: list[Record], points: list[int]) -> None:
    """Note the cards left, the lines of the count and the points of everybody."""
    program = engine.program
    lines = [
        (name, about, for_sides(engine, state, worth)) for name, about, worth in program.score_lines
    ]
    for seat in state.everyone:
        left = engine.deck.bag_faces(cast(int, state.z[program.hand_base + seat]))
        records.append(Record("left", seat, "hand", left, (seat,), "hand"))
        for name, about, worth in lines:
            value = clamp(worth[seat])
            records.append(Record("line", seat, name, source=about, points=value))
    records.append(Record("count", -1, state.ended_by, numbers=(*points, *state.total)))


def outcome(engine: Engine, state: State, last: bool = False) -> tuple[int, ...] | None:
    """Who has won after a round is counted; None: the match goes on.

    Players who are out leave first. ``last``: the spec has ended the match
    whatever the totals are.
    """
    program = engine.program
    before = state.everyone
    alone = False
    if program.out is not None:
        leaving = for_sides(engine, state, program.out)
        stay = tuple(seat for seat in before if not leaving[seat])
        if len(stay) < len(before):
            if state.records is not None:
                state.records += [Record("leave", seat) for seat in before if seat not in stay]
            sit(state, stay or before)
            if len(stay) >= 2:
                program = engine.of(state).program
            alone = engine.one_side(stay) or len(stay) < max(2, engine.rules.spec.players[0])
    last = last or alone or state.played >= program.round_limit(state, state.dealer)
    if not last and not program.over(state, state.dealer):
        return None
    best = max if engine.rules.spec.match.highest else min
    before_final = state.total
    if program.final is not None:
        added = for_sides(engine, state, program.final)
        state.total = before_final[:]
        for seat, points in added.items():
            state.total[seat] = clamp(state.total[seat] + points)
    top = best(state.total[seat] for seat in state.everyone)
    winners = tuple(seat for seat in state.everyone if state.total[seat] == top)
    if not engine.one_side(winners) and program.tie_break is not None:
        worth = for_sides(engine, state, program.tie_break)
        top = best(worth[seat] for seat in winners)
        winners = tuple(seat for seat in winners if worth[seat] == top)
    if last or engine.one_side(winners) or program.ties(state, state.dealer) == 1:
        if state.records is not None and program.final is not None:
            gained = [now - was for now, was in zip(state.total, before_final, strict=True)]
            state.records.append(Record("final", -1, numbers=(*gained, *state.total)))
        return winners
    state.total = before_final
    return None


def finish(state: State, winners: tuple[int, ...]) -> None:
    """The match is over."""
    state.winners = winners
    state.over = True
    state.legal = []
    state.mover = -1
    if state.records is not None:
        state.records.append(Record("end", -1, numbers=winners))
