"""The score pad: rounds as they were entered, and what the spec's own count makes of them.

Everything follows from the entries: whenever one changes, the rounds are
counted again from the first on, so that totals, contracts, who deals and who is
out are always those of the entries that stand there.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rummy.errors import UsageError
from rummy.pad.blank import TABLE, Fact, Missing
from rummy.pad.entries import EntryError
from rummy.pad.further import FurtherPlays
from rummy.pad.needs import Needs, needs_of
from rummy.pad.table import EARNED, ENDED, OUT, TURNS, Entry, Refused, Table
from rummy.play import rounds
from rummy.play.conditions import HAND
from rummy.play.engine import Engine
from rummy.play.state import State
from rummy.spec.bind import bind
from rummy.spec.model import Spec

MOST_NAME = 20
RESERVED = {
    *("none", "nobody", "nothing", "yes", "no", "and", "by", "back", "undo", "correct"),
    *("pad", "explain", "help", "quit", "exit", "true", "false", "on", "off"),
}


@dataclass(frozen=True, slots=True)
class Question:
    """What has to be entered next. ``reason``: why an earlier entry cannot stand."""

    round: int
    fact: Fact
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the count: its name, what it is, its value for each seat in the round."""

    name: str
    about: str
    points: dict[int, int]


@dataclass(frozen=True, slots=True)
class Counted:
    """A round that is counted. Seats count from 0; ``round`` from 1.

    ``lines``: what explains the points. ``plays``: what each player could
    still have played, where the count looks at that. ``entries``: what was
    entered and counts. ``left``: who left the match after it. ``tied``: the
    match would be over, but the best total is shared.
    """

    round: int
    dealer: int
    starter: int
    everyone: tuple[int, ...]
    contract: str
    points: tuple[int, ...]
    totals: tuple[int, ...]
    lines: tuple[Line, ...]
    plays: dict[int, tuple[str, ...]]
    entries: tuple[Entry, ...]
    left: tuple[int, ...]
    tied: bool
    after: State


@dataclass(frozen=True, slots=True)
class Standing:
    """Where the match stands: what is counted, what is asked next, who has won.

    ``spare``: rounds that were entered, but lie beyond the end of the match.
    """

    counted: tuple[Counted, ...]
    question: Question | None
    now: State
    spare: int

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.now.over

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won."""
        return self.now.winners

    @property
    def totals(self) -> tuple[int, ...]:
        """Total points of each seat."""
        return tuple(self.now.total)


class Pad:
    """A score pad for one match by the rules of a spec.

    ``names``: the players in the order in which they sit, clockwise.
    ``options``: values by name. ``dealer``: the seat (from 0) that deals
    first; where the spec itself says so, that counts.

    Raises ``UsageError`` for names or options that cannot be.
    """

    def __init__(
        self,
        spec: Spec,
        names: Sequence[str],
        options: Mapping[str, str | int | bool] | None = None,
        dealer: int = 0,
    ) -> None:
        self.names = check_names(names)
        self.spec = spec
        self.options = dict(options or {})
        self.engine = Engine(bind(spec, len(self.names), self.options))
        if not 0 <= dealer < len(self.names):
            raise UsageError(f"there is no seat {dealer + 1} to deal")
        self.dealer = dealer
        self.rounds: list[list[Entry]] = []
        self._edits: list[tuple[int, int, Entry | None]] = []
        self._needs: dict[int, Needs] = {}
        self._plays: dict[Engine, FurtherPlays] = {}
        self._known: list[tuple[tuple[Entry, ...], Counted]] = []

    @property
    def fixed_dealer(self) -> bool:
        """Whether the spec itself says who deals first."""
        return self.engine.program.first_dealer is not None

    def needs(self, state: State) -> Needs:
        """How facts are entered with the players who are still in."""
        return self.needs_of(len(state.everyone))

    def needs_of(self, players: int) -> Needs:
        """How facts are entered with so many players."""
        known = self._needs.get(players)
        if known is None:
            known = self._needs[players] = needs_of(self.engine.at(players, self.engine.wild).rules)
        return known

    def table(self, state: State) -> Table:
        """An empty table for the round that a state begins."""
        return Table(self._now(state), self.needs(state), self.names, state.everyone)

    def _further(self, state: State) -> FurtherPlays:
        engine = self._now(state)
        known = self._plays.get(engine)
        if known is None:
            known = self._plays[engine] = FurtherPlays(engine)
        return known

    def _now(self, state: State) -> Engine:
        return self.engine.of(state)

    # --- entries ----------------------------------------------------------------

    def enter(self, round: int, fact: Fact, text: str) -> None:
        """Enter a fact of a round (from 0), or enter it anew.

        Raises ``EntryError`` with the reason and changes nothing when it
        cannot be, by itself or beside what was entered before it.
        """
        entries = self.rounds[round] if round < len(self.rounds) else []
        place = next((n for n, e in enumerate(entries) if e.fact == fact), len(entries))
        entry = Entry(fact.name, fact.seat, text.strip())
        before = self.begun(round)
        if before.over:
            raise EntryError(f"the match is over after round {len(before.history)}")
        table = self.table(before)
        for other in entries[:place]:
            if other.fact != fact:
                table.enter(other)
        table.enter(entry)
        if round == len(self.rounds):
            self.rounds.append([])
        replaced = self.rounds[round][place : place + 1]
        self.rounds[round][place : place + 1] = [entry]
        self._edits.append((round, place, replaced[0] if replaced else None))

    def begun(self, round: int) -> State:
        """The state with which a round (from 0) begins.

        Raises ``EntryError`` if an earlier round is not counted.
        """
        if round == 0:
            return self.start()
        counted = self.standing().counted
        if round > len(counted):
            raise EntryError(f"round {len(counted) + 1} comes first; it lacks a fact")
        return counted[round - 1].after

    def out_in(self, round: int) -> tuple[int, ...]:
        """Who went out in a round, as far as that is entered and can be."""
        table = self.table(self.begun(round))
        for entry in self.rounds[round]:
            if entry.name == OUT:
                with contextlib.suppress(Refused):  # it is asked again where it cannot be
                    table.enter(entry)
        return table.out or ()

    def take_back(self) -> tuple[Entry, Entry | None] | None:
        """Undo the latest entry; it and what stands there again. None: there is nothing.

        Entries of an earlier session go from the last one backwards.
        """
        while self.rounds and not self.rounds[-1]:
            self.rounds.pop()
        if not self.rounds:
            return None
        if self._edits:
            round, place, before = self._edits.pop()
        else:
            round, place, before = len(self.rounds) - 1, len(self.rounds[-1]) - 1, None
        entry = self.rounds[round][place]
        self.rounds[round][place : place + 1] = [] if before is None else [before]
        if not self.rounds[-1]:
            self.rounds.pop()
        return entry, before

    # --- counting ---------------------------------------------------------------

    def start(self) -> State:
        """The state with which the first round begins."""
        state = self.engine.blank(0)
        first = self.engine.program.first_dealer
        state.dealer = self.dealer if first is None else first(state, 0)
        self.engine.begin_round(state)
        return state

    def standing(self) -> Standing:
        """Count all rounds as far as their facts are known."""
        now = self.start()
        counted: list[Counted] = []
        while not now.over:
            number = len(counted)
            entries = tuple(self.rounds[number]) if number < len(self.rounds) else ()
            known = self._known[number] if number < len(self._known) else None
            if known is None or known[0] != entries:
                del self._known[number:]
                found = self._count(now, number, entries)
                if isinstance(found, Question):
                    return Standing(tuple(counted), found, now, 0)
                self._known.append((entries, found))
            counted.append(self._known[number][1])
            now = counted[-1].after
        return Standing(tuple(counted), None, now, max(0, len(self.rounds) - len(counted)))

    def _count(self, before: State, number: int, entries: Sequence[Entry]) -> Counted | Question:
        engine, needs = self._now(before), self.needs(before)
        table = self.table(before)
        for entry in entries:
            try:
                table.enter(entry)
            except Refused as error:
                return Question(number, error.fact, str(error))
        if table.out is None and HAND in needs.zones:
            return Question(number, Fact(OUT))
        state = table.state(before)
        try:
            rounds.settle_wilds(engine, state)
        except Missing as missing:  # a card that was turned up says what is wild
            return Question(number, missing.fact)
        engine = self._now(state)
        wanted = self._wanted(engine, state)
        if wanted is not None:
            return Question(number, wanted)
        ended = table.numbers.get(Fact(ENDED))
        if ended is None and needs.ends_match:
            return Question(number, Fact(ENDED))
        program = engine.program
        lines = tuple(
            Line(name, about, rounds.for_sides(engine, state, worth))
            for name, about, worth in program.score_lines
        )
        further = self._further(before)
        plays = {seat: tuple(further.of(state, seat)) for seat in before.everyone}
        try:
            rounds.count_round(engine, state, bool(ended))
        except Missing as missing:
            return Question(number, missing.fact)
        result = state.history[len(before.history)]
        return Counted(
            before.round,
            before.dealer,
            before.starter,
            before.everyone,
            self.contract(before),
            result.points,
            result.totals,
            lines,
            plays,
            tuple(entry for entry in entries if table.counts(entry)),
            tuple(seat for seat in before.everyone if seat not in state.everyone),
            not state.over and self._over(before, state),
            state,
        )

    def _over(self, before: State, after: State) -> bool:
        """Whether the rules say that the match is over after a round, ties left aside."""
        now = after.copy()
        now.round, now.dealer = before.round, before.dealer
        try:
            return bool(self._now(now).program.over(now, now.dealer))
        except Missing:
            return False

    def _wanted(self, engine: Engine, state: State) -> Fact | None:
        """A fact that the count still needs; those of one player come one after another."""
        program = engine.program
        found: list[Fact] = []
        for seat in state.everyone:
            for worth in (program.score, *(line[2] for line in program.score_lines)):
                try:
                    int(worth(state, seat))
                except Missing as missing:
                    found.append(missing.fact)
        owned = [fact for fact in found if fact.seat != TABLE]
        if not owned:
            return found[0] if found else None
        slots = program.slots
        order = [EARNED, HAND, *slots.zone, *slots.variable, TURNS]
        return min(owned, key=lambda fact: (fact.seat, order.index(fact.name)))

    # --- words ------------------------------------------------------------------

    def contract(self, state: State) -> str:
        """What must be laid first in the round that a state begins, if that changes by round."""
        said: list[str] = []
        engine = self._now(state)
        for move in engine.program.moves:
            opening = move.opening
            if opening is None or len(opening.needs) < 2:
                continue
            try:
                wanted = {opening.needed(state, seat) for seat in state.everyone}
            except Missing:
                continue  # it hangs on something that nobody needs for the count
            for needs in sorted(wanted):
                melds = " + ".join(
                    f"{'meld' if kind < 0 else engine.rules.kinds[kind].title} of {least}"
                    for kind, least in needs
                )
                said.append(melds)
        return "; or ".join(dict.fromkeys(said))


def check_names(names: Sequence[str]) -> tuple[str, ...]:
    """The names of the players; ``UsageError`` if two are alike or one cannot be a name."""
    found: list[str] = []
    for given in names:
        name = " ".join(given.split())
        if not name or len(name) > MOST_NAME or not name.isprintable():
            raise UsageError(f"{given!r} is no name for the pad: 1 to {MOST_NAME} letters")
        if name.casefold() in RESERVED or name.isdigit() or set(name) & set(",;:+="):
            raise UsageError(f"{name!r} means something else on the pad; choose another name")
        if name.casefold() in (other.casefold() for other in found):
            raise UsageError(f"two players are called {name}; names must differ")
        found.append(name)
    return tuple(found)


__all__ = ["Counted", "EntryError", "Line", "Pad", "Question", "Standing", "check_names"]
