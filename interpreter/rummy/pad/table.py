"""The table at the end of a round, as far as it has been entered: a state with blanks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from rummy.lang.types import TRUTH
from rummy.pad.blank import TABLE, Blank, Fact, SomeCards
from rummy.pad.entries import (
    EntryError,
    Held,
    read_flag,
    read_held,
    read_melds,
    read_names,
    read_number,
    too_many,
)
from rummy.pad.needs import CARDS, COUNT, EACH, POINTS, Needs
from rummy.play.conditions import HAND
from rummy.play.effects import clamp

if TYPE_CHECKING:
    from rummy.melds import Shape
    from rummy.play.engine import Engine
    from rummy.play.state import State

OUT, ENDED, MELDS, EARNED, TURNS = "went out", "match ended", "melds", "earned", "turns"
"""Facts besides zones and variables; a space keeps a name apart from theirs."""


class Entry(NamedTuple):
    """What somebody entered for a fact, as written."""

    name: str
    seat: int
    text: str

    @property
    def fact(self) -> Fact:
        """The fact that it is about."""
        return Fact(self.name, self.seat)


class Refused(EntryError):
    """An entry that does not go with the others of its round."""

    def __init__(self, fact: Fact, reason: str) -> None:
        self.fact = fact
        super().__init__(reason)


@dataclass(slots=True)
class Table:
    """The entries of one round, read one after another, and what they come to.

    ``everyone``: the seats in this round.
    """

    engine: Engine
    needs: Needs
    names: Sequence[str]
    everyone: tuple[int, ...]
    held: dict[Fact, Held] = field(default_factory=dict)
    numbers: dict[Fact, int] = field(default_factory=dict)
    melds: list[tuple[Shape, int]] | None = None
    out: tuple[int, ...] | None = None
    used: dict[int, list[Fact]] = field(default_factory=dict)

    def enter(self, entry: Entry) -> None:
        """Take one more entry; ``Refused`` with the reason if it cannot be."""
        fact = self.of_side(entry.fact)
        if fact.seat != TABLE and fact.seat not in self.everyone:
            return  # the player has left; what was entered once is kept, but counts no more
        try:
            self._enter(fact, entry.text)
        except Refused:
            raise
        except EntryError as error:
            raise Refused(fact, str(error)) from None

    def of_side(self, fact: Fact) -> Fact:
        """The fact; what belongs to a side is a fact of its first player."""
        slots = self.engine.program.slots
        return fact if fact.seat == TABLE else Fact(fact.name, slots.place(fact.name, fact.seat))

    def _enter(self, fact: Fact, text: str) -> None:
        slots = self.engine.program.slots
        if fact.name == OUT:
            self._enter_out(fact, text)
        elif fact.name == MELDS:
            self._enter_melds(fact, text)
        elif fact.name in slots.zone:
            self._enter_zone(fact, text)
        elif fact.name in slots.variable:
            variable = next(v for v in self.engine.rules.spec.variables if v.name == fact.name)
            truth = variable.type == TRUTH
            self.numbers[fact] = read_flag(text) if truth else read_number(text, None)
        elif fact.name == ENDED:
            self.numbers[fact] = read_flag(text)
        else:
            low = None if fact.name == EARNED and self.needs.below_zero else 0
            self.numbers[fact] = read_number(text, low)

    def _enter_out(self, fact: Fact, text: str) -> None:
        out = read_names(text, self.names, self.everyone)
        if self.needs.one_out and len(out) > 1:
            raise Refused(
                fact, "the round ends as soon as one player has no cards, so only one goes out"
            )
        self.out = out

    def _enter_melds(self, fact: Fact, text: str) -> None:
        self.melds = read_melds(self.engine, text, self.names, self.everyone, self.needs.owners)
        face_of = self.engine.deck.face_of
        for shape, _ in self.melds:
            self._use(fact, [face_of[code] for code in shape.codes])

    def _enter_zone(self, fact: Fact, text: str) -> None:
        out = self.out or ()
        if fact.name == HAND and fact.seat in out:
            return  # known already: there is no card
        form = self.needs.zones.get(fact.name, CARDS)
        held = read_held(self.engine.deck, text, form, self.needs.faces[fact.name])
        bare = not held.faces and (held.known or not self._worthless(form))
        if fact.name == HAND and bare and self.needs.one_out and self.out is not None:
            whose = self.names[fact.seat]
            told = f"{self.names[out[0]]} went out" if out else "nobody went out"
            raise Refused(fact, f"{told}, so {whose} has at least one card left")
        if held.known:
            self._use(fact, held.faces)
        self.held[fact] = held
        self._compare(fact, form)

    def _worthless(self, form: str) -> bool:
        """Whether cards may be there although a sum of their points is 0."""
        return form == POINTS and any(
            copies and points <= 0
            for copies, points in zip(
                self.engine.deck.copies, self.engine.deck.points_of, strict=True
            )
        )

    def _use(self, fact: Fact, faces: Sequence[int]) -> None:
        """Take cards out of the pack; no card is there more often than the pack has it."""
        deck = self.engine.deck
        for face in faces:
            users = self.used.setdefault(face, [])
            if len(users) == deck.copies[face]:
                others = dict.fromkeys(self.place(user) for user in users if user != fact)
                where = f", and {' and '.join(others)} hold it" if others else ""
                if len(others) == 1:
                    where = f", and {next(iter(others))} has it"
                raise Refused(fact, too_many(deck, face) + where)
            users.append(fact)

    def _compare(self, fact: Fact, form: str) -> None:
        """Numbers of all players together are no more than the pack has."""
        deck, faces = self.engine.deck, self.needs.faces[fact.name]
        possible = [f for f in range(deck.faces) if faces is None or f in faces]
        same = [held.faces for one, held in self.held.items() if one.name == fact.name]
        if form in (COUNT, EACH, CARDS):
            there = sum(deck.copies[face] for face in possible)
            entered = sum(map(len, same))
            if entered > there:
                raise Refused(
                    fact, f"that makes {entered} cards together, but there are only {there}"
                )
        if form in (POINTS, EACH) and min(deck.points_of) >= 0:
            there = sum(deck.copies[face] * deck.points_of[face] for face in possible)
            entered = sum(deck.points_of[face] for faces in same for face in faces)
            if entered > there:
                raise Refused(
                    fact, f"that makes {entered} points together, but the pack has only {there}"
                )

    def place(self, fact: Fact) -> str:
        """Where a card lies, in words."""
        if fact.name == MELDS:
            return "a meld on the table"
        if fact.seat == TABLE:
            return f"the {fact.name.replace('_', ' ')}"
        whose = self.names[fact.seat]
        return whose if fact.name == HAND else f"{fact.name.replace('_', ' ')} of {whose}"

    def counts(self, entry: Entry) -> bool:
        """Whether an entry that was read takes part in the count."""
        fact = entry.fact
        if fact.seat != TABLE and fact.seat not in self.everyone:
            return False
        return fact.name != HAND or fact in self.held

    # --- the state ------------------------------------------------------------

    def state(self, before: State) -> State:
        """The state at the end of the round; blank where nothing has been entered."""
        state = before.copy()
        self._fill_zones(state)
        slots, spec = self.engine.program.slots, self.engine.rules.spec
        for variable in spec.variables:
            if variable.name not in self.needs.changed:
                continue
            base = slots.variable[variable.name]
            for seat in self.everyone if slots.variable_owned[variable.name] else (TABLE,):
                fact = self.of_side(Fact(variable.name, seat))
                state.v[base + max(fact.seat, 0)] = self._number(fact)
        for seat in self.everyone:
            state.turns[seat] = self._number(Fact(TURNS, seat))
            if self.needs.earned:
                state.earned[seat] = self._number(Fact(EARNED, seat))
        if self.melds is not None:
            state.table = [shape for shape, _ in self.melds]
            state.owners = [owner for _, owner in self.melds]
            state.credits = [(owner,) * shape.size for shape, owner in self.melds]
        elif self.engine.rules.kinds:
            state.table = cast(Any, Blank(Fact(MELDS)))
        return state

    def _fill_zones(self, state: State) -> None:
        slots, deck = self.engine.program.slots, self.engine.deck
        for slot, (zone, seat) in enumerate(slots.zone_names):
            fact = Fact(zone, seat)
            held = self.held.get(fact)
            gone = seat != TABLE and seat not in self.everyone
            if gone or (zone == HAND and seat in (self.out or ())):
                held = Held((), True)
            if held is not None:
                state.z[slot] = (
                    list(reversed(held.faces)) if slots.pile[slot] else deck.bag(held.faces)
                )
            elif zone == HAND and self.needs.one_out and self.out is not None:
                state.z[slot] = cast(int, SomeCards(fact))
            else:
                state.z[slot] = cast(int, Blank(fact))

    def _number(self, fact: Fact) -> int:
        known = self.numbers.get(fact)
        return cast(int, Blank(fact)) if known is None else clamp(known)
