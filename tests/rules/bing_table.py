"""A table of Bing Rummy for tests: set up by hand, played by texts, seats from 1."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache

from rummy.play.engine import Engine
from rummy.play.match import Deal, Match
from rummy.play.situation import Situation, parse_meld, set_up
from rummy.play.state import State
from rummy.spec.bind import bind
from rummy.spec.load import load
from table_talk import TableTalk

SPEC = load("bing")
Value = str | int | bool
Options = Mapping[str, Value]


@cache
def _engine(players: int, options: tuple[tuple[str, Value], ...]) -> Engine:
    return Engine(bind(SPEC, players, dict(options)))


def engine(players: int = 2, options: Options | None = None) -> Engine:
    """The engine for these options, made once."""
    return _engine(players, tuple(sorted((options or {}).items())))


class Table(TableTalk):
    """A hand in progress; what is written is what is meant: seats from 1, cards as text.

    Piles are written from the top down. Seat 1 is in turn and about to act, and
    has opened if ``opened`` says so. With ``goes_on`` the next hand is dealt
    after the count, else everything stops there.
    """

    def __init__(
        self,
        players: int = 2,
        options: Options | None = None,
        *,
        turn: int = 1,
        dealer: int | None = None,
        hand: Mapping[int, str] | None = None,
        pile: str = "",
        stock: str = "",
        melds: Sequence[str] = (),
        opened: Sequence[int] = (),
        total: Mapping[int, int] | None = None,
        recycled: int = 0,
        step: str = "act",
        rest_with: int = 0,
        goes_on: bool = False,
    ) -> None:
        self.engine = engine(players, options)
        deck = self.engine.deck
        situation = Situation(turn=turn - 1, step=step)
        situation.dealer = None if dealer is None else dealer - 1
        for seat, text in (hand or {}).items():
            situation.zones["hand", seat - 1] = deck.parse_many(text)
        situation.zones["pile", None] = deck.parse_many(pile)
        situation.zones["stock", None] = deck.parse_many(stock)
        situation.melds = [parse_meld(self.engine, text) for text in melds]
        for seat in opened:
            situation.values["opened", seat - 1] = 1
        for seat, number in (total or {}).items():
            situation.values["total", seat - 1] = number
        situation.values["recycled", None] = recycled
        if rest_with:  # so that the stock holds what is written and nothing else
            left = Counter(deck.all_cards())
            for faces in situation.zones.values():
                left.subtract(faces)
            for _, codes, _ in situation.melds:
                left.subtract(deck.face_of[code] for code in codes)
            key = ("hand", rest_with - 1)
            situation.zones[key] = (*situation.zones.get(key, ()), *left.elements())
        self.state: State = set_up(self.engine, situation, advance=False)
        self.state.single = not goes_on
        self.engine.advance(self.state)

    @property
    def winners(self) -> tuple[int, ...]:
        """The winning seats."""
        return tuple(seat + 1 for seat in self.state.winners)

    def cards(self, zone: str, seat: int = 0) -> list[str]:
        """The cards of a zone, whoever may see them; of a pile from the top down."""
        slots = self.engine.program.slots
        held = self.state.z[slots.zone[zone] + (seat - 1 if seat else 0)]
        faces = self.engine.deck.bag_faces(held) if isinstance(held, int) else reversed(held)
        return [self.engine.deck.text(face) for face in faces]

    def count(self, zone: str, seat: int = 0) -> int:
        """How many cards a zone holds."""
        return len(self.cards(zone, seat))

    @property
    def melds(self) -> list[str]:
        """The melds on the table: kind and cards."""
        kinds, deck = self.engine.rules.kinds, self.engine.deck
        return [f"{kinds[m.kind].name} {deck.texts(m.display)}" for m in self.state.table]


def dealt(text: str, players: int = 2, options: Options | None = None, dealer: int = 1) -> Match:
    """A match whose first hand is dealt from these cards, the first on top."""
    made = engine(players, options)
    deal = Deal(made.deck.parse_many(text), dealer - 1)
    return Match(SPEC, seed=1, deal=deal, engine=made)


def all_cards(state: State, made: Engine) -> Counter[int]:
    """Every card of every zone and meld."""
    deck = made.deck
    found: Counter[int] = Counter()
    for zone in state.z:
        found.update(deck.bag_faces(zone) if isinstance(zone, int) else zone)
    for shape in state.table:
        found.update(deck.face_of[code] for code in shape.codes)
    return found
