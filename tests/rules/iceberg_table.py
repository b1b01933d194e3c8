"""A table of Iceberg Rummy for tests: set up by hand, played by texts, seats from 1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from rummy.play.actions import action_text
from rummy.play.engine import Engine
from rummy.play.match import Deal, Match
from rummy.play.situation import Situation, parse_meld, set_up
from rummy.play.state import Action
from rummy.spec.bind import bind
from rummy.spec.load import load
from table_talk import TableTalk

SPEC = load("iceberg")
Value = str | int | bool


@cache
def _engine(players: int, options: tuple[tuple[str, Value], ...]) -> Engine:
    return Engine(bind(SPEC, players, dict(options)))


def engine(players: int = 2, options: Mapping[str, Value] | None = None) -> Engine:
    """The engine for these options, made once."""
    return _engine(players, tuple(sorted((options or {}).items())))


class Table(TableTalk):
    """A hand in progress; what is written is what is meant: seats from 1, cards as text."""

    def __init__(
        self,
        players: int = 2,
        options: Mapping[str, Value] | None = None,
        *,
        step: str = "",
        turn: int = 1,
        dealer: int | None = None,
        hand: Mapping[int, str] | None = None,
        shown: Mapping[int, str] | None = None,
        waiting: Mapping[int, str] | None = None,
        stock: str = "",
        melds: Sequence[str] = (),
        earned: Mapping[int, int] | None = None,
        total: Mapping[int, int] | None = None,
        stock_is_all: bool = False,
    ) -> None:
        self.engine = engine(players, options)
        deck = self.engine.deck
        situation = Situation(turn=turn - 1, step=step)
        situation.dealer = None if dealer is None else dealer - 1
        for name, owned in (("hand", hand), ("shown", shown), ("waiting", waiting)):
            for seat, text in (owned or {}).items():
                situation.zones[name, seat - 1] = deck.parse_many(text)
        situation.zones["stock", None] = deck.parse_many(stock)
        situation.melds = [parse_meld(self.engine, text) for text in melds]
        for name, numbers in (("earned", earned), ("total", total)):
            for seat, number in (numbers or {}).items():
                situation.values[name, seat - 1] = number
        if stock_is_all:  # what is not named lies unseen before the last seat
            left = list(deck.copies)
            for faces in situation.zones.values():
                for face in faces:
                    left[face] -= 1
            for _, codes, _ in situation.melds:
                for code in codes:
                    left[code] -= 1
            key = ("waiting", players - 1)
            rest = tuple(face for face, n in enumerate(left) for _ in range(n))
            situation.zones[key] = (*situation.zones.get(key, ()), *rest)
        self.state = set_up(self.engine, situation)

    def text(self, action: Action) -> str:
        """An action as text."""
        return action_text(self.engine, self.state, action)

    @property
    def earned(self) -> tuple[int, ...]:
        """Points credited so far in this hand."""
        return tuple(self.state.earned)

    def cards(self, zone: str, seat: int = 0) -> str:
        """The cards of a zone as text, whoever may see them."""
        slots = self.engine.program.slots
        held = self.state.z[slots.zone[zone] + (seat - 1 if seat else 0)]
        faces = self.engine.deck.bag_faces(held) if isinstance(held, int) else tuple(held)
        return self.engine.deck.texts(faces)

    def meld(self, number: int) -> str:
        """A meld on the table: its kind and cards."""
        shape = self.state.table[number - 1]
        return f"{self.engine.rules.kinds[shape.kind].name} {self.engine.deck.texts(shape.display)}"


def left_over(
    cards: str,
    melds: Sequence[str] = (),
    *,
    shown: str = "",
    earned: int = 0,
    players: int = 2,
    last: str = "2S",
    others_shown: str = "",
    **options: Value,
) -> int:
    """What the hand brings seat 2, who is left with these cards.

    Seat 1 ends the hand by passing its last card, ``last``.
    """
    table = Table(
        players,
        options,
        step="pass",
        hand={1: last, 2: cards},
        shown={1: others_shown, 2: shown},
        melds=melds,
        earned={2: earned},
    )
    assert table.legal == [f"pass {last}"]
    table.do(f"pass {last}")
    assert table.ended_by == "out"
    return table.points[1]


def dealt(
    text: str, players: int = 2, options: Mapping[str, Value] | None = None, dealer: int = 1
) -> Match:
    """A match whose first hand is dealt from these cards, the first on top."""
    made = engine(players, options)
    deal = Deal(made.deck.parse_many(text), dealer - 1)
    return Match(SPEC, seed=1, deal=deal, engine=made)


def face_texts(made: Engine, faces: Sequence[int]) -> list[str]:
    """Cards as texts."""
    return [made.deck.text(face) for face in faces]
