"""``rummy score``: a score pad for people who play with real cards."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rummy.cli.sources import Loaded, load_rules, options_of, read_source, with_overlays
from rummy.errors import LogError, RummyError, UsageError

if TYPE_CHECKING:
    from rummy.pad.pad import Pad
    from rummy.pad.talk import Talk
    from rummy.terminal.writer import Screen

MOST_PADS = 100
"""So many unfinished pads of one game are kept where nobody names a file."""


@click.command("score")
@click.argument("spec")
@click.option("--names", metavar="A,B", help="The players as they sit, clockwise.  [asked]")
@click.option("--dealer", metavar="NAME", help="Who deals the first round.  [asked]")
@click.option(
    "--set", "settings", multiple=True, metavar="NAME=VALUE", help="Set an option of the game."
)
@with_overlays
@click.option("--save", metavar="FILE", help="Where the pad is; it goes on if it is there.")
@click.option("--new", is_flag=True, help="Begin a new pad, whatever is saved.")
@click.option("--facts", metavar="FILE", help="Take all rounds from a file, YAML or JSON.")
@click.option(
    "--print",
    "--format",
    "form",
    type=click.Choice(["text", "md", "csv"]),
    help="Only print the pad: text, Markdown or CSV.",
)
@click.pass_obj
def command(
    screen: Screen,
    spec: str,
    names: str | None,
    dealer: str | None,
    settings: tuple[str, ...],
    overlays: tuple[str, ...],
    save: str | None,
    new: bool,
    facts: str | None,
    form: str | None,
) -> int:
    """Keep score by the rules of SPEC while people play with real cards.

    After each round the pad asks what the count needs and nothing else, counts
    by the rules of the file and explains each line. `help` at any question
    lists the commands. Every entry is saved at once.

    \b
    Examples:
      rummy score iceberg
      rummy score bing --names Ann,Bob,Cid --dealer Bob
      rummy score bing --save friday.pad
      rummy score bing --save friday.pad --print md
      rummy score bing --facts rounds.yaml
      rummy score bing --with house-rule.yaml
    """
    from rummy.pad.session import Quit
    from rummy.pad.talk import Talk

    if spec == "-" and facts is None and form is None:
        raise UsageError("the standard input is for entries; give the spec as a file")
    desk = _Desk(load_rules(spec, overlays), screen, Talk(screen.out))
    given = [name for name in (names or "").split(",") if name.strip()]
    options = options_of(settings)
    if facts is not None:
        return desk.from_facts(facts, given, options, dealer or "", save, form)
    if form is not None:
        return desk.show(save, form)
    try:
        desk.open(given, options, dealer or "", save, new)
    except EOFError:
        screen.out.line()
        raise UsageError("nobody said who plays and deals; give --names and --dealer") from None
    except Quit:
        return 0
    return desk.keep()


class _Desk:
    """A spec, the file of its pad, and the people before it."""

    def __init__(self, rules: Loaded, screen: Screen, talk: Talk) -> None:
        from rummy.terminal.saves import sections

        self.spec = rules.spec
        self.stem = rules.stem
        self.sections = sections(rules.text)
        self.screen = screen
        self.out = screen.out
        self.talk = talk
        self.path = Path()
        self.mark: tuple[int, ...] | None = None
        self.pad: Pad

    # --- without questions --------------------------------------------------------

    def from_facts(
        self,
        facts: str,
        names: list[str],
        options: dict[str, str],
        dealer: str,
        save: str | None,
        form: str | None,
    ) -> int:
        """Count the rounds of a file and print the pad."""
        from rummy.pad import saves
        from rummy.pad.facts import read_facts
        from rummy.pad.report import Report

        source = read_source(facts)
        self.pad = read_facts(source.data, source.name, self.spec, names, options, dealer)
        if save is not None:
            self.path = Path(save)
            if saves.read(self.path) is not None:
                raise UsageError(f"--save {save}: a pad is there already; name another file")
            self._save()
        if form is None:
            report = Report(self.pad, self.out)
            report.head()
            for counted in self.pad.standing().counted:
                report.explain(counted)
        self._print(form or "text")
        return 0

    def show(self, save: str | None, form: str) -> int:
        """Print a saved pad."""
        from rummy.pad import saves

        path = Path(save) if save is not None else self._latest(finished=True)
        data = None if path is None else saves.read(path)
        if path is None or data is None:
            where = f"{save} is not there" if save is not None else "none is saved"
            raise UsageError(f"there is no pad of {self.spec.title} to print: {where}")
        self.pad = saves.restore(path, data, self.spec, self.sections)
        self._print(form)
        return 0

    def _print(self, form: str) -> None:
        from rummy.pad import sheet
        from rummy.pad.report import Report

        standing = self.pad.standing()
        if form == "md":
            self.out.raw(sheet.markdown(self.pad, standing))
        elif form == "csv":
            self.out.raw(sheet.comma_separated(self.pad, standing))
        else:
            sheet.write_text(self.pad, standing, self.out)
            report = Report(self.pad, self.out)
            (report.end if standing.over else report.next_round)(standing)

    # --- at the table -------------------------------------------------------------

    def open(
        self, names: list[str], options: dict[str, str], dealer: str, save: str | None, new: bool
    ) -> None:
        """Find the pad to go on with, or begin one."""
        from rummy.pad import saves

        found: Path | None = None
        if save is not None:
            self.path = Path(save)
            data = saves.read(self.path)
            if data is not None and new:
                raise UsageError(f"--new: a pad is there already, {save}; name another file")
            found = None if data is None else self.path
        elif not new:
            found = self._offer()
        if found is None:
            self._begin(names, options, dealer)
            if save is None:
                self.path = self._free()
            self._save()
            return
        data = saves.read(found)
        assert data is not None
        self.path = found
        self.mark = saves.mark(found)
        self.pad = saves.restore(found, data, self.spec, self.sections)
        self._compare(names, options)

    def _compare(self, names: list[str], options: dict[str, str]) -> None:
        """What is asked for must be what the pad has."""
        from rummy.pad.pad import Pad, check_names

        pad = self.pad
        if names and check_names(names) != pad.names:
            raise UsageError(
                f"the pad {self.path} is of {', '.join(pad.names)}; name another file with "
                "--save, or begin with --new"
            )
        if options:
            wanted = Pad(self.spec, pad.names, options).engine.rules.options
            differing = [name for name in options if wanted[name] != pad.engine.rules.options[name]]
            if differing:
                raise UsageError(
                    f"the pad {self.path} has other options: {', '.join(differing)}; name "
                    "another file with --save, or begin with --new"
                )

    def _begin(self, names: list[str], options: dict[str, str], dealer: str) -> None:
        """A new pad: who plays and who deals first are asked if nobody has said it."""
        from rummy.pad.entries import EntryError, read_name
        from rummy.pad.pad import Pad

        low, high = self.spec.players
        many = str(low) if low == high else f"{low} to {high}"
        if names:
            self.pad = Pad(self.spec, names, options)
        else:
            question = f"Who plays, clockwise? ({many} names with commas): "

            def read(text: str) -> None:
                given = [name for name in text.split(",") if name.strip()]
                self.pad = Pad(self.spec, given, options)

            self._until(question, read)
        pad = self.pad
        everyone = range(len(pad.names))
        if dealer:
            try:
                pad.dealer = read_name(dealer, pad.names, everyone)
            except EntryError as error:
                raise UsageError(f"--dealer: {error}") from None
        elif not pad.fixed_dealer:

            def deals(text: str) -> None:
                pad.dealer = read_name(text or pad.names[0], pad.names, everyone)

            self._until(f"Who deals first? [{pad.names[0]}]: ", deals)

    def _until(self, question: str, read: Callable[[str], None]) -> None:
        """Ask until the answer can be used."""
        from rummy.pad.session import Quit

        while True:
            text = self.talk.ask(question)
            if text.lower() in ("quit", "exit"):
                raise Quit
            try:
                read(text)
            except RummyError as error:
                self.out.say(f"No: {error}.", indent="  ", hang="    ")
            else:
                return

    def keep(self) -> int:
        """Ask and count until the match is over or nobody goes on."""
        from rummy.pad.report import Report
        from rummy.pad.session import Session

        Report(self.pad, self.out).head()
        self.out.say(
            f"Saved as {self.path} after each entry; `help` lists the commands.", hang="  "
        )
        session = Session(self.pad, self.talk, self._save)
        try:
            session.run()
        except EOFError:
            self.out.line()
        except KeyboardInterrupt:
            self.out.line()
            self._goodbye()
            raise
        self._goodbye()
        return 0

    def _goodbye(self) -> None:
        from rummy.pad.report import Report

        standing = self.pad.standing()
        if not standing.over:
            Report(self.pad, self.out).next_round(standing)

    # --- files --------------------------------------------------------------------

    def _save(self) -> None:
        from rummy.pad import saves

        if self.mark is not None and saves.mark(self.path) != self.mark:
            raise UsageError(
                f"{self.path} was changed by another program, so it is left as it is; keep a "
                "pad in one place only, or name files with --save FILE"
            )
        saves.write(self.path, self.pad, self.sections)
        self.mark = saves.mark(self.path)

    def _files(self) -> list[Path]:
        """The files that pads of this spec have where nobody names one."""
        from rummy.terminal.saves import default_path

        first = default_path(f"score-{self.stem}", os.environ)
        more = (first.with_stem(f"{first.stem}-{n}") for n in range(2, MOST_PADS))
        return [first, *more]

    def _free(self) -> Path:
        """A file for a new pad; a finished pad makes room and is kept as ``.old``."""
        from rummy.pad import saves

        for path in self._files():
            try:
                data = saves.read(path)
            except RummyError:
                continue  # something that we cannot read is left alone
            if data is None:
                return path
            if data["over"]:
                os.replace(path, path.with_name(path.name + ".old"))
                return path
        raise UsageError("too many pads are not finished; name a file with --save FILE")

    def _latest(self, finished: bool) -> Path | None:
        """The pad that was last written to, if there is one."""
        from rummy.pad import saves

        found: list[tuple[float, Path]] = []
        for path in self._files():
            try:
                data = saves.read(path)
                if data is not None and (finished or not data["over"]):
                    found.append((path.stat().st_mtime, path))
            except (RummyError, OSError):
                continue  # damaged: it is not offered, and left as it is
        return max(found)[1] if found else None

    def _offer(self) -> Path | None:
        """An unfinished pad, if the people want to go on with it."""
        from rummy.pad import saves
        from rummy.pad.entries import EntryError, read_flag

        path = self._latest(finished=False)
        if path is None:
            return None
        data = saves.read(path)
        assert data is not None
        players, rounds = data["players"], data["rounds"]
        assert isinstance(players, list) and isinstance(rounds, list)
        who = ", ".join(map(str, players))
        what = f"{who}: {len(rounds)} round" + ("" if len(rounds) == 1 else "s")
        if not self.talk.live:
            self.screen.err.say(
                f"rummy: an unfinished pad is saved ({what}); go on with --save {path}", hang="  "
            )
            return None
        try:
            saves.restore(path, data, self.spec, self.sections)
        except LogError as error:
            self.out.say(f"An unfinished pad cannot be used: {error}.", hang="  ")
            return None
        while True:
            text = self.talk.ask(f"Go on with the unfinished pad ({what})? [yes]: ")
            try:
                return path if read_flag(text or "yes") else None
            except EntryError as error:
                self.out.say(f"No: {error}.", indent="  ")
