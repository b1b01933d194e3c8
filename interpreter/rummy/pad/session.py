"""A score pad at the table: what it asks after each round, and the commands it takes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rummy.pad.blank import TABLE, Fact
from rummy.pad.entries import EntryError, read_name
from rummy.pad.pad import Counted, Pad, Question, Standing
from rummy.pad.questions import again, explained, named, prompt
from rummy.pad.report import Report
from rummy.pad.table import OUT
from rummy.play.conditions import HAND
from rummy.spelling import did_you_mean
from rummy.terminal.writer import Piece

if TYPE_CHECKING:
    from rummy.pad.talk import Talk

COMMANDS = {
    "back": "take the last entry back (also: undo)",
    "correct ROUND [NAME]": "enter a round again, or what belongs to one player",
    "pad": "the whole pad",
    "explain [ROUND]": "how a round was counted, line by line",
    "help": "these commands, and more about the question",
    "quit": "stop; what is entered is saved",
}
"""The commands that are taken at any question."""
_WORDS = [*(text.split()[0] for text in COMMANDS), "undo", "exit"]


class Quit(Exception):
    """Somebody has had enough for now."""


class Session:
    """The pad and the people around it. ``save`` is called after each entry."""

    def __init__(self, pad: Pad, talk: Talk, save: Callable[[], None]) -> None:
        self.pad = pad
        self.talk = talk
        self.out = talk.out
        self._save = save
        self.report = Report(pad, talk.out)
        self.told: list[Counted] = []
        self.said: set[str] = set()
        self.begun = 0

    # --- the conversation ---------------------------------------------------------

    def run(self) -> None:
        """Ask until the match is over or somebody stops; ``EOFError`` at the end of input."""
        standing = self.pad.standing()
        self.told = list(standing.counted)
        if self.told:
            self.report.pad(standing)
        if standing.over:
            self.report.end(standing)
        while True:
            standing = self.pad.standing()
            self._tell(standing)
            try:
                if standing.question is None:
                    self._after(standing)
                else:
                    self._ask(standing, standing.question)
            except Quit:
                return

    def _ask(self, standing: Standing, question: Question) -> None:
        """Put a question, take an entry or a command."""
        needs = self.pad.needs(standing.now)
        if self.begun != question.round + 1:
            self.begun = question.round + 1
            self.report.begin_round(standing.now)
        if question.reason:
            self._refuse(f"{question.reason}. Enter it again")
        about = explained(self.pad.spec, needs, question.fact.name)
        if about and question.fact.name not in self.said and question.fact.name != OUT:
            self.said.add(question.fact.name)
            self.out.say(Piece(f"({about})", "faint"), hang=" ")
        text = self.talk.ask(prompt(self.pad, needs, question.fact))
        if not text or self._command(text, standing):
            return
        self._enter(question, text)

    def _enter(self, question: Question, text: str) -> bool:
        try:
            self.pad.enter(question.round, question.fact, text)
        except EntryError as error:
            near = did_you_mean(text, _WORDS) if text.isalpha() and len(text) > 2 else ""
            self._refuse(f"{error}" + (f" ({near})" if near else ""))
            return False
        self._save()
        return True

    def _refuse(self, reason: str) -> None:
        self.out.say(Piece("No: ", "warn"), reason, ".", indent="  ", hang="    ")

    def _after(self, standing: Standing) -> None:
        """The match is over: look at it or correct it."""
        self.begun = 0
        text = self.talk.ask("The match is over. (Enter to leave, or a command): ")
        if not text:
            raise Quit
        if not self._command(text, standing):
            near = did_you_mean(text, _WORDS)
            self._refuse(f"{text!r} is no command; {near or '`help` lists them'}")

    def _tell(self, standing: Standing) -> None:
        """Say what is new: a round counted, later ones counted anew, the end."""
        counted = list(standing.counted)
        same = 0
        while same < min(len(counted), len(self.told)) and counted[same] is self.told[same]:
            same += 1
        if same == len(counted) == len(self.told):
            return
        again = [
            one
            for one, before in zip(counted[same:], self.told[same:], strict=False)
            if (one.points, one.totals, one.everyone, one.dealer)
            != (before.points, before.totals, before.everyone, before.dealer)
        ]
        fresh = counted[len(self.told) :]
        if again:
            self.report.corrected(again)
            self.report.pad(standing)
        for one in fresh:
            self.report.counted(one)
        if standing.over and (again or fresh):
            self.report.end(standing)
        if standing.spare:
            self.report.spare(standing)
        self.told = counted
        self.begun = 0

    # --- commands -------------------------------------------------------------------

    def _command(self, text: str, standing: Standing) -> bool:
        """Carry out a command; False if the text is none."""
        word, _, rest = text.partition(" ")
        word, rest = word.lower(), rest.strip()
        if word in ("back", "undo") and not rest:
            self._back()
        elif word == "correct":
            self._correct(rest)
        elif word == "pad" and not rest:
            self.report.pad(standing)
        elif word == "explain":
            self._explain(rest, standing)
        elif word == "help" and not rest:
            self._help(standing)
        elif word in ("quit", "exit") and not rest:
            raise Quit
        else:
            return False
        return True

    def _back(self) -> None:
        taken = self.pad.take_back()
        if taken is None:
            self._refuse("nothing has been entered yet")
            return
        entry, before = taken
        whose = "" if entry.seat == TABLE else f"{self.pad.names[entry.seat]}, "
        again = "" if before is None else f"; there stands {before.text} again"
        self.out.say(f"Taken back: {whose}{named(entry.name)}: {entry.text}{again}", hang="  ")
        self._save()
        standing = self.pad.standing()
        self.told = list(standing.counted)

    def _round(self, text: str, entered: int) -> int | None:
        """A round by its number, from 0; None with a word about it if it is not there."""
        if text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= entered:
            return int(text) - 1
        there = f"rounds 1 to {entered} are entered" if entered > 1 else "round 1 is entered"
        if not entered:
            there = "no round is entered yet"
        self._refuse(f"{text!r} is no round of the pad; {there}")
        return None

    def _explain(self, text: str, standing: Standing) -> None:
        counted = standing.counted
        if not counted:
            self._refuse("no round is counted yet")
            return
        number = self._round(text or str(len(counted)), len(counted))
        if number is not None:
            self.report.explain(counted[number])

    def _correct(self, text: str) -> None:
        """Ask the entries of a round again; Enter keeps what stands there."""
        pad = self.pad
        word, _, who = text.partition(" ")
        if not word:
            self._refuse("say which round: `correct 2`, or `correct 2 Ann`")
            return
        standing = pad.standing()
        entered = len(standing.counted) + (standing.question is not None)
        number = self._round(word, min(len(pad.rounds), entered))
        if number is None:
            return
        facts = [entry.fact for entry in pad.rounds[number]]
        if who:
            try:
                seat = read_name(who, pad.names, range(len(pad.names)))
            except EntryError as error:
                self._refuse(str(error))
                return
            facts = [fact for fact in facts if fact.seat == seat]
            if not facts:
                self._refuse(f"nothing was asked of {pad.names[seat]} in round {number + 1}")
                return
        self.out.say(f"Round {number + 1} again: Enter keeps what stands there.")
        place, step = 0, 1
        while place < len(facts):
            matters = self._asked_again(number, facts[place])
            step = self._again(number, facts[place]) if matters else step or 1
            place += step
            if place < 0:
                place, step = 0, 1
        self.begun = 0

    def _asked_again(self, number: int, fact: Fact) -> bool:
        """Whether a fact still matters: of a player in the round, who has cards if it is cards."""
        if fact.seat != TABLE and fact.seat not in self.pad.begun(number).everyone:
            return False
        entered = any(entry.fact == fact for entry in self.pad.rounds[number])
        return entered and not (fact.name == HAND and fact.seat in self.pad.out_in(number))

    def _again(self, number: int, fact: Fact) -> int:
        """Ask one entry again; how many places to go on (0: the same again)."""
        pad = self.pad
        entry = next(entry for entry in pad.rounds[number] if entry.fact == fact)
        text = self.talk.ask(again(pad, fact, entry.text))
        if not text:
            return 1
        if text.lower() in ("back", "undo"):
            return -1
        if text.lower() in ("quit", "exit"):
            raise Quit
        if self._command(text, pad.standing()):
            return 0
        return 1 if self._enter(Question(number, fact), text) else 0

    def _help(self, standing: Standing) -> None:
        self.report.commands(COMMANDS)
        question = standing.question
        if question is None:
            return
        needs = self.pad.needs(standing.now)
        about = explained(self.pad.spec, needs, question.fact.name)
        if about:
            self.out.say(f"{named(question.fact.name)}: {about}.", hang="  ")
        if question.fact.name in needs.zones and question.fact.name == HAND:
            self.out.say("Cards are written 10H, KC, JOK with spaces between.", hang="  ")
