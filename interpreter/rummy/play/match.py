"""A match that reads like the table: ``Match``, ``legal``, ``apply``, ``view``.

This is the public face of the engine. Seats count from 0 here and are printed
from 1.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rummy.errors import IllegalAction, UsageError
from rummy.play.actions import action_text, parse_action
from rummy.play.engine import Engine
from rummy.play.log import Log, LogWriter, read_log
from rummy.play.records import Record
from rummy.play.state import Action, RoundResult
from rummy.play.view import View, make_view
from rummy.spec.bind import Rules, bind
from rummy.spec.model import Spec

MAX_SEED = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Deal:
    """A concrete deal for the first round in place of a shuffle.

    ``cards`` lie in the stock from the top down; cards of the pack that are
    not named lie beneath, in the order of faces. ``dealer`` is a seat from 0.
    """

    cards: tuple[int, ...]
    dealer: int | None = None


class Match:
    """One match by the rules of a spec.

    ``spec``: a ``Spec`` or what ``rummy.load`` takes. ``options``: values by
    name. ``seed``: a number; the same seed, options and choices give the same
    match everywhere; without it a new one is drawn (see ``seed``).
    """

    def __init__(
        self,
        spec: Spec | str | Path,
        players: int | None = None,
        options: Mapping[str, str | int | bool] | None = None,
        seed: int | None = None,
        deal: Deal | None = None,
        record: bool = False,
        engine: Engine | None = None,
    ) -> None:
        if engine is None:
            loaded = spec if isinstance(spec, Spec) else _read(spec)
            count = players if players is not None else loaded.players[0]
            engine = Engine(bind(loaded, count, options or {}))
        self.engine = engine
        self.seed = secrets.randbelow(10**9) if seed is None else seed
        if type(self.seed) is not int:
            raise UsageError(f"a seed is a whole number, not {seed!r}")
        if not 0 <= self.seed <= MAX_SEED:
            raise UsageError(f"a seed is a number from 0 to {MAX_SEED}, not {self.seed}")
        self.records: list[Record] | None = [] if record else None
        self.deal = deal
        stock, dealer = self._stock(deal)
        self.state = engine.start(self.seed, self.records, dealer, stock)
        self.actions: list[tuple[int, str]] = []
        self._writer: LogWriter | None = None

    def _stock(self, deal: Deal | None) -> tuple[Sequence[int] | None, int | None]:
        if deal is None:
            return None, None
        if deal.dealer is not None and not 0 <= deal.dealer < self.players:
            raise UsageError(
                f"the deal names seat {deal.dealer + 1} as dealer, there are {self.players} players"
            )
        deck = self.engine.deck
        left = list(deck.copies)
        for face in deal.cards:
            if not 0 <= face < deck.faces or left[face] == 0:
                raise UsageError(
                    f"the deal has {deck.text(face)} more often than the pack"
                    if 0 <= face < deck.faces
                    else "the deal names a card that is not in the pack"
                )
            left[face] -= 1
        beneath = [face for face, count in enumerate(left) for _ in range(count)]
        return [*reversed(beneath), *reversed(deal.cards)], deal.dealer

    # --- the table -------------------------------------------------------

    @property
    def rules(self) -> Rules:
        """The spec with players and options filled in."""
        return self.engine.rules

    @property
    def spec(self) -> Spec:
        """The spec that is played."""
        return self.engine.rules.spec

    @property
    def players(self) -> int:
        """Number of seats at the start."""
        return self.engine.players

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.state.over

    @property
    def seat(self) -> int:
        """The seat that has to decide now, -1 when the match is over."""
        return self.state.mover

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; empty while the match goes on."""
        return self.state.winners

    @property
    def totals(self) -> tuple[int, ...]:
        """Total points of each seat, the rounds counted so far."""
        return tuple(self.state.total)

    @property
    def rounds(self) -> tuple[RoundResult, ...]:
        """How each round so far has ended."""
        return self.state.history

    @property
    def _now(self) -> Engine:
        """The engine for the players who are still in and the cards that are wild."""
        return self.engine.of(self.state)

    def legal(self) -> list[Action]:
        """The legal actions of the seat to decide, in the documented order."""
        return list(self.state.legal or ())

    def text(self, action: Action) -> str:
        """A legal action as it is written."""
        return action_text(self._now, self.state, action)

    def legal_texts(self) -> list[str]:
        """The legal actions as they are written."""
        return [self.text(action) for action in self.state.legal or ()]

    def parse(self, text: str) -> Action:
        """Read a legal action; raises ``ActionError`` with a reason."""
        return parse_action(self._now, self.state, text)

    def apply(self, action: Action | str) -> None:
        """Carry out an action; a refused one leaves everything as it was."""
        if isinstance(action, str):
            action = self.parse(action)
        elif action not in (self.state.legal or ()):
            raise IllegalAction(str(action), "this action is not legal now")
        seat = self.state.mover
        text = self.text(action)
        self.engine.apply(self.state, action)
        self.actions.append((seat, text))
        if self._writer is not None:
            self._writer.action(len(self.actions), seat, text)
            if self.state.over:
                self._writer.end(self.totals, self.winners)

    def view(self, seat: int | None = None) -> View:
        """What a seat may see (default: the seat to decide; -1: a bystander)."""
        if seat is not None and not -1 <= seat < self.players:
            raise UsageError(f"there is no seat {seat} of {self.players}, counted from 0")
        return make_view(self._now, self.state, self.state.mover if seat is None else seat)

    def score(self) -> tuple[int, ...]:
        """What each seat's round would count now."""
        program = self._now.program
        return tuple(
            int(program.score(self.state, seat)) if seat in self.state.everyone else 0
            for seat in range(self.players)
        )

    def copy(self) -> Match:
        """A match of its own that stands where this one stands."""
        new = object.__new__(Match)
        new.engine = self.engine
        new.seed = self.seed
        new.deal = self.deal
        new.state = self.state.copy()
        new.records = None if self.records is None else list(self.records)
        new.state.records = new.records
        new.actions = list(self.actions)
        new._writer = None
        return new

    # --- logs ------------------------------------------------------------

    def log_to(self, path: str | Path) -> None:
        """Write a log of this match from its start, each action at once."""
        self._writer = LogWriter(Path(path), self.header())
        for n, (seat, text) in enumerate(self.actions, 1):
            self._writer.action(n, seat, text)
        if self.state.over:
            self._writer.end(self.totals, self.winners)

    def close_log(self) -> None:
        """Finish writing the log."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None

    def header(self) -> dict[str, object]:
        """What the first line of a log says: rules, players, options, seed, first deal."""
        from rummy.spec.bind import option_text

        spec = self.spec
        header: dict[str, object] = {
            "rummy_log": 1,
            "spec": Path(spec.file).name,
            "title": spec.title,
            "version": spec.version,
            "digest": spec.digest,
            "players": self.players,
            "options": {
                option.name: option_text(option, self.rules.options[option.name])
                for option in spec.options
                if self.rules.options[option.name] != option.default
            },
            "seed": self.seed,
        }
        if len(spec.files) > 1:
            header["files"] = [Path(file).name for file in spec.files]
        if spec.overlays:
            header["with"] = [Path(file).name for file in spec.overlays]
        if self.deal is not None:
            header["deal"] = self.engine.deck.texts(self.deal.cards)
            if self.deal.dealer is not None:
                header["dealer"] = self.deal.dealer + 1
        return header

    def save(self, path: str | Path) -> None:
        """Save the match as a log that ``resume`` goes on from.

        The file is replaced as a whole: after a crash it is the old or the
        new one.
        """
        log = Log(self.header(), tuple(self.actions))
        log.write(Path(path))

    @classmethod
    def resume(
        cls, path: str | Path, spec: Spec | str | Path | None = None, record: bool = True
    ) -> Match:
        """Go on with a saved or logged match.

        ``spec``: default the shipped variant of the name in the log. Raises
        ``LogError`` when the log is damaged, was made by another version of
        the spec, or an action in it is not legal.
        """
        return read_log(Path(path)).replay(spec, record)


def _read(spec: str | Path) -> Spec:
    """The spec of a file. What reads files is fetched when there is one to read."""
    from rummy.spec.load import load

    return load(spec)
