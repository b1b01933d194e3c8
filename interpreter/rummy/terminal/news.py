"""What happened, told to one player at the table: no card that this seat does not know.

The records come as the seat may know them. The player is called "you"; a card
that is not seen is "a card". What is told never changes afterwards, so it is
written when somebody has to decide, also in the middle of a turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rummy.terminal.narration import INDENT, Teller, _listed, third_person, words
from rummy.terminal.tables import pad
from rummy.terminal.writer import Part, Piece, Writer

if TYPE_CHECKING:
    from rummy.play.engine import Engine
    from rummy.play.records import Record

YOU = "you"


def names_for(seat: int, players: int) -> list[str]:
    """What the player of a seat is told about whom: "you" and "seat 2"."""
    return [YOU if other == seat else f"seat {other + 1}" for other in range(players)]


class News(Teller):
    """Tells one seat (from 0; -1: a bystander) what happens at the table."""

    def __init__(self, engine: Engine, writer: Writer, seat: int) -> None:
        super().__init__(engine, writer, names_for(seat, engine.players))
        self.me = seat
        self.told = 0
        """How many records of the match have been told."""
        self.plain = self._plain_verbs()
        self.count.names = [f"seat {other + 1}" for other in range(engine.players)]

    def _plain_verbs(self) -> dict[str, str]:
        """What others do, as one says it of "you": ``draws`` is ``draw``."""
        own = {"draw", "take", "put", "lay", "add", "want", "do"}
        own |= {words(move.move.name) for move in self.engine.program.moves}
        longest_first = sorted(own, key=len, reverse=True)
        return {third_person(name): name for name in longest_first}

    def hear(self, records: Sequence[Record]) -> None:
        """Tell what is new since the last time, as this seat may know it."""
        new = [record.for_seat(self.me) for record in records[self.told :]]
        self.told = len(records)
        self.tell(new)

    def catch_up(self, records: Sequence[Record]) -> None:
        """Know what happened without telling it."""
        out, self.writer = self.writer, Writer(None)
        self.count.writer = self.writer
        self.hear(records)
        self.finish()
        self.writer = self.count.writer = out

    # --- dealing ----------------------------------------------------------------

    def deal(self, record: Record) -> None:
        """Cards dealt to a seat; what was done before is told before."""
        if not self.dealt:
            self._flush_turn()
        super().deal(record)

    def _flush_deal(self) -> None:
        dealt: dict[str, list[int]] = {}
        for record in sorted(self.dealt, key=lambda r: r.target_seat):
            if record.cards:
                dealt.setdefault(record.target, []).append(len(record.cards))
        self.dealt = []
        for target, counts in dealt.items():
            where = "" if target == "hand" else f" ({words(target)})"
            if len(set(counts)) == 1:
                told = f"Everybody is dealt {_many(counts[0])}{where}."
            else:
                told = "Dealt, from seat 1 on: " + ", ".join(map(str, counts)) + f" cards{where}."
            self.writer.say(told, indent=INDENT, hang=INDENT)

    # --- a turn -------------------------------------------------------------------

    def start(self, record: Record) -> None:
        """A round begins: who deals and who starts, by their seats."""
        self._flush_turn()
        self.in_turn = -1
        names, self.names = self.names, self.count.names
        super().start(record)
        self.names = names

    def start_turn(self, record: Record) -> None:
        """Somebody's turn begins."""
        self._flush_turn(over=True)
        self.in_turn = record.seat
        (self.turn,) = record.numbers

    def _did(self, seat: int, *parts: Part) -> None:
        told = list(parts)
        if seat >= 0 and seat == self.me and told:
            first = told[0] if isinstance(told[0], str) else told[0].text
            told[0] = self._as_you(first)
        who: list[Part] = []
        if seat >= 0 and (not self.parts or seat != self.named):
            who = [f"{self.seat(seat)} "]
        self.named = seat
        self.parts.append([*who, *told])

    def _as_you(self, said: str) -> str:
        for theirs, yours in self.plain.items():
            rest = said.removeprefix(theirs)
            if rest != said and (not rest or not rest[0].isalpha()):
                return yours + rest
        return said

    def _done_as_said(self, seat: int, verb: str) -> None:
        place, said, _ = self.said.get(seat, (-1, "", -1))
        super()._done_as_said(seat, verb)
        wish = f"wants to {words(said)}"
        if seat == self.me and 0 <= place < len(self.parts) and self.parts[place][-1] == wish:
            self.parts[place][-1] = f"want to {words(said)}"

    def _flush_turn(self, over: bool = False) -> None:
        """Write what was done; with ``over`` also that somebody's turn brought nothing."""
        place, name, _ = self.said.get(self.in_turn, (-1, "", -1))
        if not over and 0 <= place < len(self.parts):
            # what was announced is yet to be done: others are asked first
            verb = "say" if self.in_turn == self.me else "says"
            self.parts[place][-1] = f'{verb} "{words(name)}"'
        if over and self.turn and not self.parts and self.in_turn >= 0:
            self._did(self.in_turn, "does nothing")
        if self.parts:
            number = pad(f"{self.turn}." if self.turn else "", 3) + " "
            sentence = _listed(self.parts)
            self.writer.say(*_capital(sentence), ".", indent=number, hang=" " * len(number))
            self.turn = 0
        self.parts = []
        self.said = {}
        self.named = -1

    def finish(self) -> None:
        """Write what is still waiting: somebody has to decide."""
        self._flush_deal()
        self._flush_turn()

    def leave(self, record: Record) -> None:
        """A player is out of the match."""
        verb = "are" if record.seat == self.me else "is"
        self.writer.say(
            *_capital([f"{self.seat(record.seat)} {verb} out of the match."]), hang=INDENT
        )

    def left(self, record: Record) -> None:
        """Cards left in hand when the round ended; of others only how many."""
        if record.cards and -1 in record.cards:
            self.count.left.append((record.seat, [Piece(_many(len(record.cards)))]))
        else:
            super().left(record)

    def _cards(self, codes: Sequence[int]) -> list[Part]:
        hidden = sum(1 for code in codes if code < 0)
        if not hidden:
            return super()._cards(codes)
        return [_many(hidden)]


def _many(count: int) -> str:
    return "a card" if count == 1 else f"{count} cards"


def _capital(parts: Iterable[Part]) -> list[Part]:
    """The sentence with a capital where it begins with a word."""
    row = list(parts)
    for place, part in enumerate(row):
        text = part.text if isinstance(part, Piece) else part
        if text:
            big = text[:1].upper() + text[1:]
            row[place] = Piece(big, part.style) if isinstance(part, Piece) else big
            break
    return row
