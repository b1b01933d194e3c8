"""A table for games in which hands are split into melds: set up by hand, seats from 1."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from rummy.play.engine import Engine
from rummy.play.match import Deal, Match
from rummy.play.situation import Situation, set_up
from rummy.spec.bind import bind
from rummy.spec.load import load
from rummy.spec.model import Spec
from table_talk import TableTalk

Value = str | int | bool
Options = Mapping[str, Value]


@cache
def spec_of(name: str) -> Spec:
    """A shipped variant, read once."""
    return load(name)


@cache
def _engine(name: str, players: int, options: tuple[tuple[str, Value], ...]) -> Engine:
    return Engine(bind(spec_of(name), players, dict(options)))


def engine(name: str, players: int = 2, options: Options | None = None) -> Engine:
    """The engine for these options, made once."""
    return _engine(name, players, tuple(sorted((options or {}).items())))


def match(
    name: str,
    players: int = 2,
    options: Options | None = None,
    seed: int = 1,
    stock: str = "",
    dealer: int | None = None,
) -> Match:
    """A match from its start, perhaps with a stock and a dealer."""
    made = engine(name, players, options)
    deal = None
    if stock or dealer is not None:
        deal = Deal(made.deck.parse_many(stock), None if dealer is None else dealer - 1)
    return Match(made.rules.spec, seed=seed, engine=made, deal=deal, record=True)


class Table(TableTalk):
    """A round in progress: piles are written from the top down, seat ``turn`` is to act."""

    def __init__(
        self,
        name: str,
        players: int = 2,
        options: Options | None = None,
        *,
        turn: int = 1,
        dealer: int | None = None,
        hand: Mapping[int, str] | None = None,
        zones: Mapping[str, str] | None = None,
        values: Mapping[tuple[str, int], int] | None = None,
        round: int = 1,
        step: str = "",
        goes_on: bool = False,
    ) -> None:
        self.engine = engine(name, players, options)
        deck = self.engine.deck
        situation = Situation(turn=turn - 1, step=step, round=round)
        situation.dealer = None if dealer is None else dealer - 1
        for seat, text in (hand or {}).items():
            situation.zones["hand", seat - 1] = deck.parse_many(text)
        for zone, text in (zones or {}).items():
            situation.zones[zone, None] = deck.parse_many(text)
        for (variable, seat), value in (values or {}).items():
            situation.values[variable, seat - 1] = value
        self.state = set_up(self.engine, situation)
        self.state.single = not goes_on

    @property
    def wild(self) -> str:
        """The cards that are wild, each face once."""
        deck = self.now.deck
        return deck.texts(face for face in range(deck.faces) if deck.held_wild[face])

    def is_meld(self, kind: str, cards: str) -> bool:
        """Whether cards are a meld of a kind by the wild cards of this table."""
        now = self.now
        index = next(k.index for k in now.rules.kinds if k.name == kind)
        return bool(now.plans.readings(index, now.deck.parse_many(cards)))

    def counts(self, seat: int) -> int:
        """What a player's total would grow by if the round ended now."""
        return int(self.now.program.score(self.state, seat - 1))

    def count(self, zone: str, seat: int = 0) -> int:
        """How many cards lie in a zone."""
        return self.view(1).zone(zone, seat - 1).count
