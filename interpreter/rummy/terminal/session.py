"""People at the table: the loop that tells, asks, reads and carries out.

One line after the other, nothing is drawn anew. With several people at one
screen it is scrolled and waits for Enter before another hand is shown.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from rummy.errors import ActionError, AmbiguousAction
from rummy.spelling import did_you_mean
from rummy.terminal import hints, offers, sheet, table, typed, whynot
from rummy.terminal.journal import Journal, Refusal
from rummy.terminal.news import News
from rummy.terminal.writer import Part, Piece, Writer

if TYPE_CHECKING:
    from rummy.play.state import Action
    from rummy.play.view import View
    from rummy.terminal.saves import Save

Choose = Callable[["View", int], "Action"]
"""Chooses a legal action of a view, before the action with this number (from 0)."""
Ask = Callable[[str, Callable[[str], list[str]]], "str | None"]
"""Asks for a line, with a prompt and what a line may become; None: the input has ended."""

COMMANDS: dict[str, str] = {
    "hand": "your cards again",
    "table": "all that you can see",
    "all": "everything that you may do now, with numbers",
    "why": "why something is not allowed: `why discard kc`",
    "hint": "a hint; say it again for more of it",
    "undo": "take back what you did in this turn, until something new was seen",
    "sort": "`sort rank` or `sort suit`: how your hand is sorted",
    "score": "the rounds so far",
    "log": "what has happened in this round",
    "rules": "the rules on one page, with the options in force",
    "help": "this list",
    "quit": "stop; the match is saved and can go on later",
}
"""What may be typed besides actions."""
WITH_MORE = ("why", "sort")
"""Commands with further words behind them."""


class Stopped(Exception):
    """The player has stopped, or the input has ended."""


class Session:
    """A match with people at this screen.

    ``bots`` say for each other seat what it does, ``adviser`` what a hint is
    taken from. Seats count from 0.
    """

    def __init__(
        self,
        journal: Journal,
        save: Save,
        out: Writer,
        ask: Ask,
        bots: Mapping[int, Choose],
        adviser: Choose,
    ) -> None:
        self.journal = journal
        self.save = save
        self.out = out
        self.ask = ask
        self.bots = bots
        self.adviser = adviser
        self.humans = sorted(seat for seat in range(journal.match.players) if seat not in bots)
        self.news: dict[int, News] = {}
        self.order = dict.fromkeys(self.humans, table.ORDERS[0])
        self.at = -1
        """The seat of the person who looks at the screen; -1: nobody yet."""
        self.back = False
        """Whether somebody comes back to a saved match, and may not know how far it went."""
        self.shown: tuple[int, int, int] | None = None
        """For which round, turn and seat the table was shown."""
        self.choices: list[typed.Way] = []
        """What the numbers mean that were shown last."""
        self.step = 0
        """How many steps of the hint were given at this decision."""

    # --- the loop ---------------------------------------------------------------

    def run(self) -> None:
        """Play until the match is over; ``Stopped`` if a person stops before."""
        if len(self.humans) == 1:
            self._sit_down(self.humans[0])
        while not self.journal.match.over:
            seat = self.journal.match.seat
            if seat in self.bots:
                match = self.journal.match
                self._do(self.bots[seat](match.view(), len(match.actions)))
                if len(self.humans) == 1:
                    self._hear()
            else:
                self._decide(seat)
        self._end()

    def _do(self, action: Action) -> None:
        """Carry out an action and save it."""
        seat = self.journal.match.seat
        self.journal.apply(action)
        self.save.action(seat, self.journal.match.actions[-1][1])
        if self.journal.match.over:
            self.save.end(self.journal.match)

    def _sit_down(self, seat: int) -> None:
        """Somebody else looks at the screen now."""
        if len(self.humans) > 1:
            if self.at >= 0:
                for _ in range(max(24, shutil.get_terminal_size((80, 24)).lines)):
                    self.out.line()
            self.out.say(f"Seat {seat + 1}, it is for you to decide.")
            self._line("Press Enter when nobody else looks: ", lambda text: [])
        self.at = seat
        self.shown = None
        if seat not in self.news:
            known = self.journal.acted.get(seat, 0)
            self.news[seat] = self._news(seat, known)
            self.back = known > 0

    def _news(self, seat: int, known: int) -> News:
        """Somebody to tell a seat what happens, who knows the first records already."""
        match = self.journal.match
        news = News(match.engine, self.out, seat)
        if known:
            news.catch_up(self.journal.records[:known])
        return news

    def _hear(self) -> None:
        """Tell who looks at the screen what is new."""
        if self.at >= 0:
            self.news[self.at].hear(self.journal.records)

    def _line(self, prompt: str, complete: Callable[[str], list[str]]) -> str:
        self.out.flush()
        text = self.ask(prompt, complete)
        if text is None:
            raise Stopped
        return text

    # --- a decision -----------------------------------------------------------------

    def _decide(self, seat: int) -> None:
        """Ask the person of a seat until something is done."""
        if self.at != seat:
            self._sit_down(seat)
        self._hear()
        self.news[seat].finish()
        self._show(seat)
        self.step = 0
        prompt = "> " if len(self.humans) == 1 else f"seat {seat + 1}> "
        before = len(self.journal.match.actions)
        while True:
            text = self._line(prompt, self._completions).strip()
            if not text:
                self._offer()
                continue
            try:
                self._understand(seat, text)
            except AmbiguousAction as error:
                self.out.say(f"{error.reason}: {error.hint}", hang="  ")
            except ActionError as error:
                self._refuse(error)
            except Refusal as error:
                self.out.say(f"That cannot be: {error}.", hang="  ")
            if len(self.journal.match.actions) != before:
                return

    def _show(self, seat: int) -> None:
        """The table at the start of a turn, later only the hand; and what is allowed."""
        match = self.journal.match
        now = (match.state.round, match.state.turn_number, seat)
        if self.shown != now:
            self.out.line()
            if self.back:
                self.out.line(f"Round {now[0]}, turn {now[1]}.")
                self.back = False
            if match.seat == match.state.me or self.shown is None:
                table.show_table(match, seat, self.out)
            else:
                table.show_piles(match, seat, self.out)
            self.shown = now
        table.show_hand(match, seat, self.order[seat], self.out)
        self._offer()

    def _offer(self, everything: bool = False) -> None:
        match = self.journal.match
        step = match.view().step
        own = match.seat == match.state.me
        self.out.say(
            Piece("You may" if own else "You are asked", "head"), f" ({step.replace('_', ' ')})"
        )
        numbered = offers.show_offers(match, self.out, everything)
        self.choices = [(action,) for action in match.legal()] if numbered else []

    def _completions(self, text: str) -> list[str]:
        from rummy.terminal.complete import completions

        first, _, rest = text.lstrip().partition(" ")
        if first == "sort" and text != "sort":
            return [order for order in table.ORDERS if order.startswith(rest.strip())]
        return completions(self.journal.match, text, COMMANDS)

    def _understand(self, seat: int, text: str) -> None:
        """Carry out what was typed: a number, a command or an action."""
        match = self.journal.match
        if text.isascii() and text.isdigit():
            self._number(int(text[:9]))
            return
        first, _, rest = text.partition(" ")
        word = first.lower()
        slash = word.startswith("/")
        word = "help" if word in ("?", "/?") else word.removeprefix("/")
        if slash and word not in COMMANDS:
            near = did_you_mean(word, COMMANDS)
            raise Refusal(f"there is no command {first!r}; {near or '`help` lists them'}")
        if slash or (word in COMMANDS and not typed.command_like(match, text)):
            self._command(word, seat, rest.strip())
            return
        known = WITH_MORE if rest.strip() else COMMANDS
        begun = [name for name in known if name.startswith(word)]
        try:
            ways = typed.read(self.journal, text, COMMANDS)
        except ActionError as error:
            if len(begun) == 1 and not isinstance(error, AmbiguousAction):
                self._command(begun[0], seat, rest.strip())
                return
            raise
        self._take(ways)

    def _number(self, number: int) -> None:
        if not self.choices:
            raise Refusal("nothing is numbered now; `all` gives everything a number")
        if not 1 <= number <= len(self.choices):
            raise Refusal(f"the numbers go from 1 to {len(self.choices)}")
        self._take([self.choices[number - 1]])

    def _take(self, ways: Sequence[typed.Way]) -> None:
        """Carry out the one way that was meant; ask back where there are several."""
        if len(ways) > 1:
            self.choices = list(ways)
            self.out.say("That can be meant in several ways; say the number:", hang="  ")
            match = self.journal.match
            if len(ways[0]) > 1:
                after = self.journal.harmless(ways[0][0])
                assert after is not None
                offers.numbered(after, [way[1:] for way in ways], self.out)
            else:
                offers.numbered(match, ways, self.out)
            return
        for action in ways[0]:
            self._do(action)
            self._hear()
        match = self.journal.match
        if match.over or match.seat != self.at:
            return
        self.news[self.at].finish()

    def _refuse(self, error: ActionError) -> None:
        """Say why something cannot be done, and what can."""
        reason = error.reason[:1].upper() + error.reason[1:]
        rule = f" [{error.rule}]" if "." in error.rule else ""
        hint = f"; {error.hint}" if error.hint else ""
        more = "" if hint else " (`why` before it tells more, `all` lists what may be done)"
        self.out.say(f"{reason}{rule}{hint}.{more}", hang="  ")

    # --- commands -------------------------------------------------------------------

    def _command(self, name: str, seat: int, rest: str) -> None:
        match, out = self.journal.match, self.out
        if name == "hand":
            table.show_hand(match, seat, self.order[seat], out)
        elif name == "table":
            table.show_table(match, seat, out)
            table.show_hand(match, seat, self.order[seat], out)
        elif name == "all":
            self._offer(everything=True)
        elif name == "why":
            self._why(rest)
        elif name == "hint":
            self._hint()
        elif name == "undo":
            self._undo(seat)
        elif name == "sort":
            self._sort(seat, rest.lower())
        elif name == "score":
            table.show_score(match, seat, out)
        elif name == "log":
            self._log(seat)
        elif name == "rules":
            sheet.show_rules(match, out)
        elif name == "help":
            self._help()
        else:
            raise Stopped

    def _help(self) -> None:
        self.out.say(
            "Type an action as it is listed, its number, or just its cards: `7h 8h 9h` lays a "
            "meld, `10h m3` adds to meld m3. Words may be cut short; common words for a move "
            "(draw, take, lay, add, throw, pass, done) are understood. Besides:"
        )
        size = max(map(len, COMMANDS))
        for name, about in COMMANDS.items():
            self.out.say(about, indent=f"  {name:<{size}}  ", hang=" " * (size + 4))

    def _sort(self, seat: int, order: str) -> None:
        fitting = [name for name in table.ORDERS if order and name.startswith(order)]
        if len(fitting) != 1:
            raise Refusal("say `sort rank` or `sort suit`")
        self.order[seat] = fitting[0]
        table.show_hand(self.journal.match, seat, fitting[0], self.out)

    def _why(self, text: str) -> None:
        """Which clause refuses an action, with the values in it and its place in the file."""
        if not text:
            raise Refusal("say what you would do: `why` and then the action")
        if text.isascii() and text.isdigit():
            raise Refusal("what has a number is allowed; say `why` and then words or cards")
        reasons = whynot.why_not(self.journal, text)
        if not reasons:
            self.out.say("That is allowed now.")
        for reason in reasons:
            whynot.show_reason(reason, self.out)

    def _hint(self) -> None:
        match = self.journal.match
        self.step = min(self.step + 1, hints.STEPS)
        action = self.adviser(match.view(), len(match.actions))
        hints.hint(match, action, self.step, self.out)

    def _undo(self, seat: int) -> None:
        text = self.journal.undo()
        match = self.journal.match
        self.save.rewrite(match.actions)
        self.news[seat] = self._news(seat, len(self.journal.records))
        self.step = 0
        taken: list[Part] = offers.text_parts(match.engine.deck, text, self.out)
        self.out.say("Taken back: ", *taken, ".", hang="  ")

    def _log(self, seat: int) -> None:
        """This round from its start, as this seat may know it."""
        records = self.journal.records
        starts = [n for n, record in enumerate(records) if record.what == "round"]
        start = starts[-1] if starts else 0
        news = News(self.journal.match.engine, self.out, seat)
        news.told = start
        news.hear(records)
        news.finish()

    # --- the end --------------------------------------------------------------------

    def _end(self) -> None:
        """Tell the end to everybody who looks: no hand is shown any more."""
        if len(self.humans) == 1:
            self._hear()
        else:
            known = 0
            if self.at >= 0:
                self.news[self.at].finish()
                known = self.news[self.at].told
            self.at = -1
            everybody = self._news(-1, known)
            everybody.hear(self.journal.records)
        match = self.journal.match
        rounds = len(match.rounds)
        after = f"after {rounds} round" + ("" if rounds == 1 else "s")
        self.out.line()
        self.out.say(Piece(self._winners(), "good"), f" {after}.")
        totals = ", ".join(f"seat {n} {total}" for n, total in enumerate(match.totals, 1))
        self.out.say(f"Totals: {totals}. Seed {match.seed}.", hang="  ")

    def _winners(self) -> str:
        match = self.journal.match
        if not match.winners:
            return "Nobody wins"
        if list(match.winners) == self.humans and len(self.humans) == 1:
            return "You win"
        names = [f"seat {seat + 1}" for seat in match.winners]
        if len(names) == 1:
            return f"{names[0].capitalize()} wins"
        return f"{', '.join(names[:-1])} and {names[-1]} win together".capitalize()
