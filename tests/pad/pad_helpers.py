"""Rounds that bots have played, told to the pad fact by fact, and what both make of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import pytest
from rummy.bots import BOTS
from rummy.chance import pick, stream
from rummy.lang.types import TRUTH
from rummy.pad.blank import TABLE, Fact
from rummy.pad.needs import EACH, POINTS
from rummy.pad.pad import Pad, Question
from rummy.pad.table import EARNED, ENDED, MELDS, OUT, TURNS
from rummy.play import rounds
from rummy.play.engine import Engine
from rummy.play.match import Match
from rummy.play.state import State
from rummy.spec.bind import bind
from rummy.spec.model import Spec

NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay", "Gus", "Hal")
Value = str | int | bool
Seats = tuple[int, ...]


@contextmanager
def final_states() -> Iterator[list[tuple[State, bool]]]:
    """Every round's state as it is counted, before the next deal; and if it ends the match."""
    found: list[tuple[State, bool]] = []
    real = rounds.count_round

    def watched(engine: Engine, state: State, last: bool) -> None:
        if not state.single:  # a bot that tries a word counts a table of its own
            found.append((state.copy(), last))
        real(engine, state, last)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rounds, "count_round", watched)
        yield found


class Teller:
    """Answers what the pad asks from the state in which a round has really ended."""

    def __init__(self, pad: Pad, state: State, ended: bool, seed: int, order: Seats) -> None:
        self.pad, self.state, self.ended = pad, state, ended
        self.order = order
        """The seat of the match for each place at the pad."""
        self.engine = pad.engine.of(state)
        self.chance = stream(seed, "bot:1")
        self.asked: Counter[str] = Counter()

    def seat(self, fact: Fact) -> int:
        """The seat of the match that a fact is about; 0 for the table."""
        return 0 if fact.seat == TABLE else self.order[fact.seat]

    def faces(self, fact: Fact) -> tuple[int, ...]:
        """The cards of a zone; of a pile from the top down."""
        slots = self.engine.program.slots
        held = self.state.z[slots.zone[fact.name] + self.seat(fact)]
        if isinstance(held, int):
            return self.engine.deck.bag_faces(held)
        return tuple(reversed(held))

    def answer(self, question: Question) -> str:
        """What a player at that table would write."""
        fact = question.fact
        self.asked[fact.name] += 1
        state, deck = self.state, self.engine.deck
        slots = self.engine.program.slots
        seat = self.seat(fact)
        if fact.name == OUT:
            everyone = [place for place, s in enumerate(self.order) if s in state.everyone]
            out = [place for place in everyone if not self.faces(Fact("hand", place))]
            return ", ".join(self.pad.names[place] for place in out) or "nobody"
        if fact.name == MELDS:
            return "; ".join(self.meld(n) for n in range(len(state.table))) or "none"
        if fact.name == EARNED:
            return str(state.earned[seat])
        if fact.name == TURNS:
            return str(state.turns[seat])
        if fact.name == ENDED:
            return "yes" if self.ended else "no"
        if fact.name in slots.variable:
            variable = next(v for v in self.pad.spec.variables if v.name == fact.name)
            value = state.v[slots.variable[fact.name] + seat]
            return ("yes" if value else "no") if variable.type == TRUTH else str(value)
        faces = self.faces(fact)
        form = self.pad.needs(state).zones[fact.name]
        points = [str(deck.points_of[face]) for face in faces]
        way = pick(3, self.chance)
        if faces and form == EACH and way:
            return "+".join(points)
        if form == POINTS and way:
            return "+".join(points or ["0"]) if way == 1 else str(sum(map(int, points)))
        if form == "count" and way:
            return str(len(faces))
        return deck.texts(faces) or "none"

    def meld(self, number: int) -> str:
        """A meld on the table as it is written."""
        shape = self.state.table[number]
        kind = self.engine.rules.kinds[shape.kind].name
        owner = self.pad.names[self.order.index(self.state.owners[number])]
        return f"{kind} {self.engine.deck.texts(shape.codes)} by {owner}"


def play(
    spec: Spec,
    players: int,
    options: Mapping[str, Value],
    seed: int,
    bots: str,
    most: int,
    kept: Engine | None = None,
) -> tuple[int, Counter[str]]:
    """Play a match of at most so many rounds and tell each to a pad; both must agree.

    Gives the number of rounds and how often each kind of fact was asked.
    """
    engine = kept or Engine(bind(spec, players, options))
    asked: Counter[str] = Counter()
    with final_states() as ends:
        match = Match(spec, seed=seed, engine=engine)
        minds = [BOTS[bots](engine, stream(seed, f"bot:{n + 1}")) for n in range(players)]
        order = match.state.order
        while not match.over and len(match.rounds) < most:
            match.apply(minds[match.seat].choose(match.view()))
        ends = list(ends)
    # the draw may have seated the players: at the pad they sit in that order
    first = order.index(match.rounds[0].dealer)
    pad = Pad(spec, [NAMES[seat] for seat in order], options, first)
    for number, (state, ended) in enumerate(ends[: len(match.rounds)]):
        teller = Teller(pad, state, ended, seed + number, order)
        standing = pad.standing()
        while len(standing.counted) == number:
            question = standing.question
            assert question is not None and not question.reason, (question, pad.rounds[-1:])
            assert question.round == number
            pad.enter(number, question.fact, teller.answer(question))
            standing = pad.standing()
        counted, real = standing.counted[number], match.rounds[number]

        def placed(values: tuple[int, ...]) -> tuple[int, ...]:
            return tuple(values[seat] for seat in order)

        assert counted.points == placed(real.points), (pad.rounds[number], real)
        assert counted.totals == placed(real.totals)
        assert (counted.round, order[counted.dealer]) == (real.round, real.dealer)
        assert {order[place] for place in counted.everyone} == set(state.everyone)
        assert order[counted.starter] == state.starter
        program = engine.of(state).program
        for line, (name, _, worth) in zip(counted.lines, program.score_lines, strict=True):
            assert line.name == name
            told = {order[place]: points for place, points in line.points.items()}
            assert told == {s: int(worth(state, s)) for s in state.everyone}
        asked += teller.asked
    standing = pad.standing()
    assert standing.over == match.over
    assert {order[place] for place in standing.winners} == set(match.winners)
    assert {order[place] for place in standing.now.everyone} == set(match.state.everyone)
    if not match.over:
        assert order[standing.now.dealer] == match.state.dealer
    return len(match.rounds), asked


__all__ = ["NAMES", "TABLE", "Teller", "final_states", "play"]
