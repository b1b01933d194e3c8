"""A table of International Rummy for tests: set up by hand, played by texts, seats from 1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from rummy.play.engine import Engine
from rummy.play.match import Deal, Match
from rummy.play.situation import Situation, parse_meld, set_up
from rummy.spec.bind import bind
from rummy.spec.load import load
from table_talk import TableTalk

SPEC = load("international")
Value = str | int | bool
TABLE = ("run 6C 7C 8C 9C by 2", "set 4S 4H 4D by 2")
"""What lies there in the examples INT-94 and INT-95."""
TWO_RUNS = ("run 6C 7C 8C 9C by 1", "run 2D 3D 4D 5D by 1")


@cache
def _engine(players: int, options: tuple[tuple[str, Value], ...]) -> Engine:
    return Engine(bind(SPEC, players, dict(options)))


def engine(players: int = 3, options: Mapping[str, Value] | None = None) -> Engine:
    """The engine for these options, made once."""
    return _engine(players, tuple(sorted((options or {}).items())))


class Table(TableTalk):
    """A hand in progress; what is written is what is meant: seats from 1, cards as text."""

    def __init__(
        self,
        players: int = 3,
        options: Mapping[str, Value] | None = None,
        *,
        step: str = "",
        turn: int = 1,
        dealer: int | None = None,
        hand: Mapping[int, str] | None = None,
        stock: str = "",
        pile: str = "",
        melds: Sequence[str] = (),
        down: Sequence[int] = (),
        values: Mapping[tuple[str, int], int] | None = None,
        total: Mapping[int, int] | None = None,
        number: int = 1,
        stock_is_all: bool = False,
    ) -> None:
        self.engine = engine(players, options)
        deck = self.engine.deck
        situation = Situation(turn=turn - 1, step=step, round=number)
        situation.dealer = None if dealer is None else dealer - 1
        for seat, text in (hand or {}).items():
            situation.zones["hand", seat - 1] = deck.parse_many(text)
        situation.zones["stock", None] = deck.parse_many(stock)
        situation.zones["pile", None] = deck.parse_many(pile)
        situation.melds = [parse_meld(self.engine, text) for text in melds]
        for seat in down:
            situation.values["down", seat - 1] = 1
        for (name, seat), value in (values or {}).items():
            situation.values[name, seat - 1 if seat else None] = value
        for seat, points in (total or {}).items():
            situation.values["total", seat - 1] = points
        if stock_is_all:  # what is not named is put aside before the last seat
            left = list(deck.copies)
            for faces in situation.zones.values():
                for face in faces:
                    left[face] -= 1
            for _, codes, _ in situation.melds:
                for code in codes:
                    left[deck.face_of[code]] -= 1
            rest = tuple(face for face, n in enumerate(left) for _ in range(n))
            situation.zones["called", players - 1] = rest
        self.state = set_up(self.engine, situation)

    def cards(self, zone: str, seat: int = 0) -> list[str]:
        """The cards of a zone, whoever may see them; of a pile the top card first."""
        slots = self.engine.program.slots
        held = self.state.z[slots.zone[zone] + (seat - 1 if seat else 0)]
        deck = self.engine.deck
        if isinstance(held, int):
            return sorted(deck.text(face) for face in deck.bag_faces(held))
        return [deck.text(face) for face in reversed(held)]

    def value(self, name: str, seat: int = 0) -> int:
        """A variable."""
        return self.state.v[self.engine.program.slots.variable[name] + (seat - 1 if seat else 0)]

    @property
    def melds(self) -> list[str]:
        """The melds on the table."""
        kinds = self.engine.rules.kinds
        return [
            f"{kinds[shape.kind].name} {self.engine.deck.texts(shape.display)}"
            for shape in self.state.table
        ]

    @property
    def may_throw(self) -> set[str]:
        """The cards that may be discarded now."""
        return {text.split()[1] for text in self.legal if text.startswith("discard ")}


def dealt(
    text: str, players: int = 3, options: Mapping[str, Value] | None = None, dealer: int = 1
) -> Match:
    """A match whose first hand is dealt from these cards, the first on top."""
    made = engine(players, options)
    deal = Deal(made.deck.parse_many(text), dealer - 1)
    return Match(SPEC, seed=1, deal=deal, engine=made)


def hand_texts(match: Match, seat: int) -> list[str]:
    """The cards in a hand."""
    deck = match.engine.deck
    return sorted(deck.text(face) for face in match.view(seat - 1).hand)
