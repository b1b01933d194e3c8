"""What the pad says: its head, a round, its count line by line, the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rummy.errors import CardError
from rummy.lang.fold import constant
from rummy.lang.scope import Vocabulary
from rummy.lang.show import show
from rummy.pad import sheet
from rummy.pad.blank import TABLE
from rummy.pad.entries import terms
from rummy.pad.needs import EACH, POINTS
from rummy.pad.questions import named
from rummy.play.conditions import HAND
from rummy.spec.settings import option_text
from rummy.terminal.count import Count
from rummy.terminal.narration import words
from rummy.terminal.tables import cards, columns
from rummy.terminal.writer import Piece, Writer

if TYPE_CHECKING:
    from rummy.pad.pad import Counted, Pad, Standing
    from rummy.play.state import State
    from rummy.spec.bind import Rules
    from rummy.spec.model import Expr


INDENT = "  "


class Report:
    """Writes what happens on a pad."""

    def __init__(self, pad: Pad, out: Writer) -> None:
        self.pad_ = pad
        self.out = out
        self.lines_told = False

    def head(self) -> None:
        """Which game, who plays, what ends the match."""
        pad, spec, out = self.pad_, self.pad_.spec, self.out
        version = f" {spec.version}" if spec.version else ""
        out.say(Piece(spec.title, "head"), f"{version}: {listed(pad.names)}", hang="  ")
        rules = pad.engine.rules
        match = spec.match
        ends: list[tuple[str, Expr | None]] = [
            ("A player is out when", match.out),
            ("The match ends when", match.over),
        ]
        for what, expr in ends:
            if expr is not None:
                tree = rules.fold(expr.tree)
                never = constant(tree) == 0
                text = "too few are left to play" if never else show(tree, _vocabulary(rules))
                out.say(f"{what} {text}.", indent="  ", hang="    ")
        changed = [
            f"{option.name}={option_text(option, rules.options[option.name])}"
            for option in spec.options
            if rules.options[option.name] != option.default
        ]
        if changed:
            out.say(f"With {', '.join(changed)}.", indent="  ", hang="    ")
        best = "highest" if match.highest else "lowest"
        out.say(f"The {best} total is best.", indent="  ")

    def begin_round(self, state: State) -> None:
        """Who deals, who starts, what must be laid first."""
        names = self.pad_.names
        contract = self.pad_.contract(state)
        self.out.line()
        self.out.say(
            Piece(f"Round {state.round}", "head"),
            f": {names[state.dealer]} deals, {names[state.starter]} starts"
            + (f"; to lay first: {contract}." if contract else "."),
            hang="  ",
        )

    def counted(self, counted: Counted) -> None:
        """A round just counted: the table, and who leaves."""
        self._table(counted)
        if not self.lines_told:
            self.lines_told = True
            self._abouts(counted)
        for seat in counted.left:
            self.out.say(
                f"{self.pad_.names[seat]} is out of the match with {counted.totals[seat]}."
            )
        if counted.tied:
            self.out.say("The best total is shared, so another round decides.")

    def explain(self, counted: Counted) -> None:
        """How a round was counted: what was entered, each line, what it comes from."""
        names = self.pad_.names
        self.out.say(
            Piece(f"Round {counted.round}", "head"),
            f", dealt by {names[counted.dealer]}"
            + (f"; to lay first: {counted.contract}" if counted.contract else "")
            + ":",
            hang="  ",
        )
        self._entered(counted)
        self._table(counted)
        self._abouts(counted)

    def _entered(self, counted: Counted) -> None:
        """What was entered besides the cards left, fact by fact."""
        names = self.pad_.names
        rows: dict[str, list[str]] = {}
        for entry in counted.entries:
            if entry.name != HAND:
                whose = "" if entry.seat == TABLE else f"{names[entry.seat]} "
                rows.setdefault(entry.name, []).append(f"{whose}{entry.text}")
        for name, told in rows.items():
            self.out.say(f"{named(name)}: {', '.join(told)}", indent=INDENT, hang=INDENT * 2)

    def _table(self, counted: Counted) -> None:
        pad = self.pad_
        table = Count(self.out, pad.names)
        for seat in counted.everyone:
            table.left.append((seat, self._held(counted, seat)))
        for line in counted.lines:
            for seat, points in line.points.items():
                table.line(seat, words(line.name), points)
        table.write(counted.points, counted.totals)
        for seat, plays in counted.plays.items():
            for play in plays:
                told = f"{pad.names[seat]} could still have played {play}."
                self.out.say(told, indent=INDENT, hang=INDENT * 2)

    def _held(self, counted: Counted, seat: int) -> list[Piece]:
        """The cards left as they were entered: cards, or a sum with what it comes to."""
        hands = (e.text for e in counted.entries if (e.name, e.seat) == (HAND, seat))
        text = next(hands, "")
        found = terms(text) if text else None
        if found is not None:
            return [Piece(f"{text} = {sum(found)}" if len(found) > 1 else text)]
        deck = self.pad_.engine.at(len(counted.everyone), self.pad_.engine.wild).deck
        try:
            faces = deck.parse_many(text)
        except CardError:
            return []  # `none`
        faces = tuple(sorted(faces))
        if not faces:
            return []
        shown = cards(deck, faces, self.out)
        if self.pad_.needs_of(len(counted.everyone)).zones[HAND] in (POINTS, EACH):
            points = [deck.points_of[face] for face in faces]
            each = "+".join(map(str, points)) + " = " if len(points) > 1 else ""
            shown.append(Piece(f" ({each}{sum(points)})"))
        return shown

    def _abouts(self, counted: Counted) -> None:
        """What each line of the table is, with its rule in the file."""
        score = self.pad_.spec.score
        said = [(line.name, line.about, line.points) for line in score.lines]
        for name, about, expr in (*said, ("round", "added to the total", score.round)):
            self.out.say(
                f"{words(name)}: {about + ', ' if about else ''}{written(expr)}",
                indent="    ",
                hang="      ",
            )

    def corrected(self, again: Sequence[Counted]) -> None:
        """Rounds whose points or totals have changed."""
        numbers = [str(one.round) for one in again]
        what = f"Round {numbers[0]} is" if len(numbers) == 1 else f"Rounds {listed(numbers)} are"
        self.out.say(f"{what} counted anew:")

    def spare(self, standing: Standing) -> None:
        """Rounds that lie beyond the end of the match."""
        more = standing.spare
        what = "1 further round is" if more == 1 else f"{more} further rounds are"
        self.out.say(f"{what} kept, but the match is over before.")

    def pad(self, standing: Standing) -> None:
        """The whole pad."""
        sheet.write_text(self.pad_, standing, self.out)

    def end(self, standing: Standing) -> None:
        """Who has won."""
        names = self.pad_.names
        rounds = len(standing.counted)
        winners = [names[seat] for seat in standing.winners]
        if not winners:
            who = "Nobody wins"
        elif len(winners) == 1:
            who = f"{winners[0]} wins"
        else:
            who = f"{listed(winners)} win together"
        totals = ", ".join(
            f"{name} {total}" for name, total in zip(names, standing.totals, strict=True)
        )
        after = f"after {rounds} round" + ("" if rounds == 1 else "s")
        self.out.say(Piece(who, "good"), f" {after}: {totals}.", hang="  ")

    def next_round(self, standing: Standing) -> None:
        """Where the pad goes on."""
        state = standing.now
        self.out.say(
            f"Round {state.round} is next: {self.pad_.names[state.dealer]} deals.", hang="  "
        )

    def commands(self, known: Mapping[str, str]) -> None:
        """The list of commands."""
        for line in columns([[name, about] for name, about in known.items()], [True, True]):
            self.out.line("  ", line)


def listed(names: Sequence[str]) -> str:
    """``Ann, Bob and Cid``."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def written(expr: Expr) -> str:
    """An expression as it stands in the file, on one line."""
    return " ".join(expr.text.split())


def _vocabulary(rules: Rules) -> Vocabulary:
    """The words in which the rules of this table are shown."""
    deck = rules.deck
    return Vocabulary(
        ranks=deck.ranks,
        suits=tuple((suit.letter, suit.name) for suit in deck.suits),
        colours=deck.colours,
        kinds=tuple(kind.name for kind in rules.kinds),
        lines=tuple(deck.lines),
        extras=deck.extras,
    )
