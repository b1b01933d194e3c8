"""A match told in plain words, from its records.

The teller sees every card: it tells a match of bots, or one that is over, to
somebody who holds no cards. What a move is called is the author's word for it,
put in the third person ("pass" becomes "passes").
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from rummy.render import width as cells
from rummy.terminal.count import Count
from rummy.terminal.tables import card, cards, hand, pad
from rummy.terminal.writer import Part, Piece, Writer

if TYPE_CHECKING:
    from rummy.play.engine import Engine
    from rummy.play.records import Record

INDENT = "  "
PARTICLES = frozenset(["aside", "away", "back", "down", "in", "off", "on", "out", "over", "up"])
"""Words that only go with a verb, so that a card may follow them: "puts back 6H"."""
COUNTED = ("left", "line", "count")
"""Records that follow when a round has ended."""


class Teller:
    """Tells records one after another; knows the table only from them."""

    def __init__(self, engine: Engine, writer: Writer, names: Sequence[str]) -> None:
        self.engine = engine
        """The engine for the wild cards of the round that is told."""
        self.deck = engine.deck
        self.wild = list(engine.wild)
        self.writer = writer
        self.names = names
        """What to call each seat."""
        self.table: list[tuple[int, tuple[int, ...], int]] = []
        """Kind, codes and owner of each meld of this round."""
        self.round = 0
        self.in_turn = -1
        self.turn = 0
        self.parts: list[list[Part]] = []
        """What the player in turn has done so far, not yet written."""
        self.named = -1
        """Who did the last of it: after somebody else a player is named again."""
        self.begun_by = -1
        """Who did the first of it; -1: it came of itself."""
        self.said: dict[int, tuple[int, str, int]] = {}
        """What each player said last in this turn: its place in ``parts``, its name, and
        who had been named before."""
        self.drawn: list[Record] = []
        """Cards drawn for seats and deal, not yet told."""
        self.dealt: list[Record] = []
        self.count = Count(writer, names)
        self.loose = {zone.name for zone in engine.rules.spec.zones if not zone.pile}
        self.shared = {zone.name for zone in engine.rules.spec.zones if zone.of == "table"}
        self.seen_by = {zone.name: zone.seen_by for zone in engine.rules.spec.zones}
        self.about = {event.name: event.about for event in engine.rules.spec.events}
        self.late = {event.name for event in engine.rules.spec.events if event.at == "counted"}

    def tell(self, records: Iterable[Record]) -> None:
        """Tell what happened, in the order in which it happened."""
        waiting = list(records)
        for number, record in enumerate(waiting):
            after = waiting[number + 1] if number + 1 < len(waiting) else None
            if record.what not in ("deal", "first_dealer"):
                self._flush_deal()
            if record.what == "event" and after is not None and after.what in COUNTED:
                continue  # told as the reason why the round ends
            getattr(self, TELL[record.what].__name__)(record)

    def finish(self) -> None:
        """Write what is still waiting, where the telling stops in the middle of a turn."""
        self._flush_deal()
        self._flush_turn()

    def seat(self, seat: int) -> str:
        """A seat as it is called."""
        return self.names[seat]

    # --- the start -----------------------------------------------------------

    def first_dealer(self, record: Record) -> None:
        """A card drawn for the deal."""
        self.drawn.append(record)

    def _draws(self) -> list[Part]:
        """The cards drawn: one by everybody, then again by those whose cards were equal."""
        items: list[list[Part]] = [
            [f"{self.seat(record.seat)} ", *self._cards(record.cards)] for record in self.drawn
        ]
        first = len({record.seat for record in self.drawn})
        self.drawn = []
        if len(items) == first:
            return _listed(items)
        return [*_listed(items[:first]), "; again for equal cards: ", *_listed(items[first:])]

    def start(self, record: Record) -> None:
        """A round begins."""
        self.round, starter = record.numbers
        self.table = []
        say = self.writer
        if self.drawn:
            say.say("Cards drawn for the deal: ", *self._draws(), ".", hang=INDENT)
        say.line()
        say.say(
            Piece(f"Round {self.round}", "head"),
            f": {self.seat(record.seat)} deals, {self.seat(starter)} starts.",
            hang=INDENT,
        )

    def wilds(self, record: Record) -> None:
        """Which cards are wild in this round."""
        number, self.wild[number] = record.numbers
        self.engine = self.engine.at(self.engine.players, tuple(self.wild))
        self._flush_turn()
        which = self._cards(record.cards) or ["none"]
        self.writer.say(f"Wild ({words(record.name)}): ", *which, indent=INDENT, hang=INDENT)

    def deal(self, record: Record) -> None:
        """Cards dealt to a seat."""
        self.dealt.append(record)

    def _flush_deal(self) -> None:
        margin = max(map(cells, self.names))
        for record in sorted(self.dealt, key=lambda r: r.target_seat):
            if record.cards:
                where = "" if record.target == "hand" else f" ({words(record.target)})"
                label = self.seat(record.target_seat) + where
                hand(self.writer, self.deck, label, record.cards, INDENT, margin)
        self.dealt = []

    # --- a turn ----------------------------------------------------------------

    def start_turn(self, record: Record) -> None:
        """Somebody's turn begins."""
        self._flush_turn()
        self.in_turn = record.seat
        (self.turn,) = record.numbers

    def _did(self, seat: int, *parts: Part) -> None:
        """Note something that a player did, to be written at the end of the turn."""
        who: list[Part] = []
        last = self.named if self.parts else self.in_turn
        if seat >= 0 and seat != last:
            who = [f"{self.seat(seat)} "]
        if not self.parts:
            self.begun_by = seat
        self.named = seat
        self.parts.append([*who, *parts])

    def _flush_turn(self) -> None:
        if self.in_turn >= 0 and self.turn:
            did = self.parts or [["does nothing"]]
            own = not self.parts or self.begun_by == self.in_turn
            number = pad(f"{self.turn}.", 3) + " "
            self.writer.say(
                Piece(self.seat(self.in_turn), "head"),
                " " if own else ": ",
                *_listed(did),
                ".",
                indent=number,
                hang=" " * len(number),
            )
        elif self.parts:
            self.writer.say(*_listed(self.parts), ".", indent=INDENT, hang=INDENT)
        self.parts = []
        self.said = {}
        self.turn = 0

    def move(self, record: Record) -> None:
        """Cards went from a zone to a zone."""
        source, target = record.source, record.target
        shown: list[Part] = [*self._cards(record.cards)]
        own = record.target_seat == record.seat
        if target == "hand" and own:
            drawn = source not in self.loose and self.seen_by[source] == "nobody"
            # a move into one's hand is often called after its pile: no verb
            called = record.name and record.name not in self.seen_by
            verb = "draws" if drawn else third_person(record.name) if called else "takes"
            self._done_as_said(record.seat, verb)
            where = "" if source == "stock" else f" ({words(source)})"
            self._did(record.seat, f"{verb} ", *shown, where)
        elif record.name:
            verb = third_person(record.name)
            whom = self._named(record, " to ") or self._whose(record)
            # else "discards another 2H" would tell of a second two of hearts
            colon = "" if set(verb.split(" ")[1:]) <= PARTICLES else ":"
            self._did(record.seat, f"{verb}{colon} ", *shown, whom)
        elif own and self.seen_by[target] == "all":
            self._did(record.seat, "puts ", *shown, f" face up ({words(target)})")
        elif record.seat == self.in_turn and source == "hand":
            self._did(
                record.seat, "puts ", *shown, f" to {words(target)}", self._whose(record, "of")
            )
        else:
            self._did(-1, *shown, self._moved(record))

    def _moved(self, record: Record) -> str:
        """What became of cards that no player moved."""
        source, target, one = record.source, record.target, len(record.cards) == 1
        shown = target in self.shared and self.seen_by[target] != "nobody"
        if shown and self.seen_by[source] == "nobody":
            return f" {'is' if one else 'are'} turned up ({words(target)})"
        where = self._zone(target)
        if record.target_seat >= 0:
            where = f"{self.seat(record.target_seat)} ({words(target)})"
        return f" {'goes' if one else 'go'} from {self._zone(source)} to {where}"

    def _zone(self, name: str) -> str:
        """A zone in a sentence: there is one of those that lie on the table."""
        return f"the {words(name)}" if name in self.shared else words(name)

    def _done_as_said(self, seat: int, verb: str) -> None:
        """Who said that he draws and now does it, draws once: the word before was a wish."""
        place, said, before = self.said.pop(seat, (-1, "", -1))
        if third_person(said) != verb:
            return
        if place == len(self.parts) - 1:
            del self.parts[place]
            self.named = before
        else:
            self.parts[place][-1] = f"wants to {words(said)}"

    def _whose(self, record: Record, link: str = "to") -> str:
        other = record.target_seat >= 0 and record.target_seat != record.seat
        return f" {link} {self.seat(record.target_seat)}" if other else ""

    def lay(self, record: Record) -> None:
        """A meld was laid."""
        self.table.append((record.kind, record.cards, record.seat))
        self._did(
            record.seat,
            f"lays {self._title(record.kind)} ",
            *self._cards(record.cards),
            f" (m{record.meld + 1})",
            *earned(record.points),
        )

    def add(self, record: Record) -> None:
        """A card was added to a meld."""
        _, codes, owner = self.table[record.meld]
        shape = self.engine.plans.shape(record.kind, [*codes, *record.cards])
        display = (*codes, *record.cards) if shape is None else shape.display
        self.table[record.meld] = (record.kind, display, owner)
        where = "" if record.source == "hand" else f" ({words(record.source)})"
        self._did(
            record.seat,
            "adds ",
            *self._cards(record.cards),
            f"{where} to m{record.meld + 1} ({self._title(record.kind)} of {len(display)})",
            *earned(record.points),
        )

    def swap(self, record: Record) -> None:
        """A natural card took the place of a wild one."""
        face, code, *grown = record.cards
        _, codes, owner = self.table[record.meld]
        rest = list(codes)
        rest.remove(code)
        made = [*rest, face, *grown]
        shape = self.engine.plans.shape(record.kind, made)
        display = tuple(made) if shape is None else shape.display
        self.table[record.meld] = (record.kind, display, owner)
        stays = [" as ", *self._cards(grown)] if grown else []
        self._did(
            record.seat,
            "puts ",
            *self._cards([face]),
            f" into m{record.meld + 1} in place of ",
            *self._cards([code]),
            ", which stays" if grown else " and takes that",
            *stays,
        )

    def _named(self, record: Record, link: str) -> str:
        """The player whom a move named."""
        return f"{link}{self.seat(record.numbers[0])}" if record.numbers else ""

    def rebuild(self, record: Record) -> None:
        """Melds were taken up and are laid anew; what they are comes next."""
        new, *changed = record.numbers
        for place in reversed(changed[new:]):
            del self.table[place]
        where = "" if record.source == "hand" else f" ({words(record.source)})"
        self._did(record.seat, "adds ", *self._cards(record.cards), where)

    def lies(self, record: Record) -> None:
        """A meld that was laid anew."""
        meld = (record.kind, record.cards, record.seat)
        if record.meld < len(self.table):
            self.table[record.meld] = meld
        else:
            self.table.append(meld)
        self._did(
            record.seat,
            f"makes {self._title(record.kind)} ",
            *self._cards(record.cards),
            f" (m{record.meld + 1})",
        )

    def leave(self, record: Record) -> None:
        """A player is out of the match."""
        self.writer.say(f"{self.seat(record.seat)} is out of the match.", hang=INDENT)

    def seating(self, record: Record) -> None:
        """The draw has seated the players."""
        seats: list[list[Part]] = [[self.seat(seat)] for seat in record.numbers]
        say = self.writer
        if self.drawn:
            say.say("Cards drawn for seats and deal: ", *self._draws(), ".", hang=INDENT)
        say.say("Clockwise round the table: ", *_listed(seats), ".", hang=INDENT)

    def say_so(self, record: Record) -> None:
        """Somebody said something."""
        before = self.named
        to = self._named(record, " to ")
        self._did(record.seat, third_person(record.name), *([to] if to else []))
        self.said[record.seat] = (len(self.parts) - 1, record.name, before)

    def done(self, record: Record) -> None:
        """Somebody had enough: nothing to tell."""

    def event(self, record: Record) -> None:
        """A rule of the spec came true."""
        if record.name in self.late:  # the turn is told already
            about = self.about[record.name].strip()
            if about:
                self.writer.say(about, indent=INDENT, hang=INDENT * 2)
            return
        about = self.about.get(record.name) or words(record.name)
        self._did(-1, f"[{about.strip().rstrip('.')}]")

    def earn(self, record: Record) -> None:
        """Somebody earned points at once, or lost them."""
        many = abs(record.points)
        points = f"{many} point" + ("" if many == 1 else "s")
        self._did(record.seat, f"{'earns' if record.points > 0 else 'loses'} {points}")

    def shuffle(self, record: Record) -> None:
        """A pile was shuffled."""
        self._did(-1, f"{self._zone(record.target)} is shuffled")

    def turn_over(self, record: Record) -> None:
        """A pile was turned over."""
        (count,) = record.numbers
        many = "1 card" if count == 1 else f"{count} cards"
        source, target = self._zone(record.source), self._zone(record.target)
        self._did(-1, f"{source} is turned over ({many} to {target})")

    # --- the count --------------------------------------------------------------

    def left(self, record: Record) -> None:
        """Cards left in hand when the round ended."""
        self.count.left.append((record.seat, cards(self.deck, record.cards, self.writer)))

    def line(self, record: Record) -> None:
        """A line of the count."""
        self.count.line(record.seat, words(record.name), record.points)

    def counted(self, record: Record) -> None:
        """The round is counted: the table, the cards left and the points."""
        turns = self.turn
        if not self.parts:
            self.turn = 0  # it ended before the player in turn could do anything
        self._flush_turn()
        self.in_turn = -1
        reason = words(record.name)
        about = self.about.get(record.name, "").strip().rstrip(".")
        told = f"{reason}: {about}" if about else reason
        why = f" ({told})" if told else ""
        after = f" in turn {turns}" if turns else ""
        self.writer.say(Piece(f"Round {self.round}", "head"), f" ends{after}{why}.", hang=INDENT)
        self.show_table()
        middle = len(record.numbers) // 2
        self.count.write(record.numbers[:middle], record.numbers[middle:])

    def final(self, record: Record) -> None:
        """The end of the match adds something to the totals."""
        middle = len(record.numbers) // 2
        gained, totals = record.numbers[:middle], record.numbers[middle:]
        told = ", ".join(
            f"{self.seat(seat)} {points:+} and has {totals[seat]}"
            for seat, points in enumerate(gained)
            if points
        )
        if told:
            self.writer.say(f"The end of the match adds: {told}.", indent=INDENT, hang=INDENT * 2)

    def show_table(self) -> None:
        """The melds on the table."""
        if not self.table:
            self.writer.line(INDENT, "no meld on the table")
            return
        names = [f"m{n} {self._title(kind)}" for n, (kind, _, _) in enumerate(self.table, 1)]
        margin = min(max(map(cells, names)), self.writer.width // 2)
        for name, (_, codes, owner) in zip(names, self.table, strict=True):
            short = cells(name) <= margin
            self.writer.say(
                *([] if short else [f"{name} "]),
                *cards(self.deck, codes, self.writer),
                Piece(f" ({self.seat(owner)})", "faint"),
                indent=f"{INDENT}{pad(name, margin)} " if short else INDENT,
                hang=INDENT * 3,
            )

    def end(self, record: Record) -> None:
        """The match is over: its last line is the command's."""

    # --- pieces -------------------------------------------------------------------

    def _cards(self, codes: Sequence[int]) -> list[Part]:
        row: list[Part] = []
        for code in codes:
            row += [card(self.deck, code, self.writer), " "]
        return row[:-1]

    def _title(self, kind: int) -> str:
        return self.engine.rules.kinds[kind].title


TELL: dict[str, Callable[[Teller, Record], None]] = {
    "first_dealer": Teller.first_dealer,
    "round": Teller.start,
    "wild": Teller.wilds,
    "deal": Teller.deal,
    "turn": Teller.start_turn,
    "move": Teller.move,
    "lay": Teller.lay,
    "add": Teller.add,
    "swap": Teller.swap,
    "rebuild": Teller.rebuild,
    "lies": Teller.lies,
    "leave": Teller.leave,
    "seating": Teller.seating,
    "say": Teller.say_so,
    "done": Teller.done,
    "event": Teller.event,
    "earn": Teller.earn,
    "shuffle": Teller.shuffle,
    "turn_over": Teller.turn_over,
    "left": Teller.left,
    "line": Teller.line,
    "count": Teller.counted,
    "final": Teller.final,
    "end": Teller.end,
}
"""Who tells which record."""


def words(name: str) -> str:
    """A name of the spec as words: ``odds_in_one_suit`` without its lines."""
    return name.replace("_", " ")


def third_person(name: str) -> str:
    """What somebody does, from the name of a move: ``pass`` is ``passes``."""
    first, *rest = words(name).split(" ")
    if first.endswith(("s", "x", "z", "ch", "sh", "o")):
        first += "es"
    elif first.endswith("y") and first[-2:-1] not in ("a", "e", "i", "o", "u", ""):
        first = first[:-1] + "ies"
    else:
        first += "s"
    return " ".join([first, *rest])


def earned(points: int) -> list[Part]:
    """``for 70 points``, or nothing where melds earn nothing at once."""
    if not points:
        return []
    return [" for ", Piece(f"{points}", "points"), " point" if points == 1 else " points"]


def _listed(items: Sequence[Sequence[Part]]) -> list[Part]:
    """``a, b and c``."""
    row: list[Part] = []
    for number, item in enumerate(items):
        if number:
            row.append(" and " if number == len(items) - 1 else ", ")
        row += item
    return row
