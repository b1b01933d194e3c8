"""``rummy lint``: what is wrong in spec files, each judged for itself."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rummy.cli.played import Games
from rummy.cli.sources import Source, read_sources, show_findings, with_overlays
from rummy.errors import UsageError
from rummy.terminal.writer import Piece, Writer

if TYPE_CHECKING:
    from rummy.diagnostics import Diagnostic
    from rummy.lint.codes import Choice
    from rummy.spec.files import File
    from rummy.terminal.writer import Screen

FORMATS = ("full", "short", "json", "github")


@click.command("lint")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    metavar="FORM",
    help=f"How findings are shown: {', '.join(FORMATS)}.  [full on a terminal, else short]",
)
@click.option("--output", metavar="FILE", help="Write the findings to a file.")
@with_overlays
@click.option("--strict", is_flag=True, help="Warnings count like errors.")
@click.option(
    "--select", multiple=True, metavar="CODES", help="Tell only these: M403, M4, overlapping-kinds."
)
@click.option(
    "--ignore", multiple=True, metavar="CODES", help="Do not tell these; errors are told anyway."
)
@click.option("--fix", is_flag=True, help="Mend spelling and quotes in the files.")
@click.option("--diff", is_flag=True, help="Show what --fix would change, and change nothing.")
@click.option("--play", type=int, metavar="N", help="Let bots play N games; tell what never came.")
@click.option("--seed", type=int, default=1, metavar="N", help="The seed of these games.  [1]")
@click.option("--stdin-name", default="<stdin>", metavar="NAME", help="What to call the file `-`.")
@click.pass_obj
def command(
    screen: Screen,
    files: tuple[str, ...],
    form: str | None,
    output: str | None,
    overlays: tuple[str, ...],
    strict: bool,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    fix: bool,
    diff: bool,
    play: int | None,
    seed: int,
    stdin_name: str,
) -> int:
    """Check spec files (`-`: standard input) and show what is wrong.

    Exit code 1 if there are errors (with --strict: or warnings; with --diff:
    or something would change), 2 if a file cannot be read.

    \b
    Examples:
      rummy lint my-game.yaml
      rummy lint --strict games/*.yaml
      rummy lint --fix my-game.yaml
      rummy lint --play 100 my-game.yaml
      rummy lint iceberg --with house-rule.yaml
      rummy lint --format json - < a.yaml
    """
    from rummy.lint.codes import Choice

    if fix and diff:
        raise UsageError("--diff shows what --fix would change: say one of the two")
    if diff and (output is not None or form is not None):
        raise UsageError(
            "--diff shows changes only, no findings: it goes with no --format or --output"
        )
    games = Games.of(screen.err, play, seed)
    if diff and games is not None:
        raise UsageError("--diff shows changes only: it goes with no --play")
    run = Run(screen, overlays, Choice.of(select, ignore), fix, diff, games, stdin_name)
    for argument in dict.fromkeys(files):
        try:
            run.file(argument)
        except UsageError as error:
            run.missing += 1
            screen.err.say(Piece("rummy: ", "bad"), str(error), hang="  ")
    if not diff:
        run.show(form, output)
    return run.code(strict)


class Run:
    """One run over some files."""

    def __init__(
        self,
        screen: Screen,
        overlays: tuple[str, ...],
        choice: Choice,
        fix: bool,
        diff: bool,
        games: Games | None,
        stdin_name: str,
    ) -> None:
        self.screen = screen
        self.overlays = overlays
        self.choice = choice
        self.fix, self.diff = fix, diff
        self.games = games
        self.stdin_name = stdin_name
        self.sources: list[Source] = []
        self.own: list[str] = []
        """The names of files that may be mended."""
        self.findings: list[Diagnostic] = []
        self.missing = 0
        self.changes = 0

    def file(self, argument: str) -> None:
        """Judge a file, after it has been mended if that is wanted."""
        from rummy.lint.judge import judge

        source, *over = read_sources(argument, self.overlays, self.stdin_name)
        files = [one.file for one in over]
        if self.fix or self.diff:
            source, found = self._mended(argument, source, files)
        if self.games is not None:
            found = judge(source.file, files, self.games.of_spec).found
        elif not (self.fix or self.diff):
            found = judge(source.file, files).found
        self.sources += [source, *over]
        self.own += [source.name] if source.name == argument else []
        self.findings += found

    def _mended(
        self, argument: str, source: Source, over: list[File]
    ) -> tuple[Source, list[Diagnostic]]:
        """The file as it is then, and what is left to be found in it."""
        from rummy.cli.mending import may_mend, mend, show_change
        from rummy.lint.fixing import fixed
        from rummy.lint.judge import judge

        if self.fix:
            may_mend(argument, source)
        mended = fixed(source.file, lambda file: judge(file, over).found, self.choice.wants)
        self.changes += mended.edits
        if self.fix:
            return mend(source, mended, self.screen.err), mended.left
        show_change(source, mended, self.screen.out)
        self._left(source.name, mended.edits, self.choice.kept(mended.left))
        return source, mended.left

    def _left(self, name: str, edits: int, left: list[Diagnostic]) -> None:
        from rummy.render import count

        self.screen.out.flush()
        rest = f"{count(left)} would be left" if left else "nothing would be left"
        self.screen.err.say(f"{name}: {edits} would be mended, {rest}")

    def show(self, form: str | None, output: str | None) -> None:
        """Show what was found, and say where nothing was."""
        told = self.choice.kept(self.findings)
        anyway = sorted({item.code for item in told if not self.choice.wants(item.code)})
        out = self.screen.out
        if output is None or output == "-":
            show_findings(told, out, self.sources, form or self._usual())
            out.flush()
        else:
            self._write(told, output, form or "short")
        err = self.screen.err
        if anyway:
            err.say(f"errors are always told, these too: {', '.join(anyway)}")
        shown = form or self._usual()
        if shown == "full" and not self.fix and (count := self._fixable(told)):
            err.say(f"{count} can be mended by --fix; --diff shows how")
        if self.sources and not told and form in (None, "full"):
            names = list(dict.fromkeys(source.name for source in self.sources))
            what = names[0] if len(names) == 1 else f"{len(names)} files"
            err.say(f"{what}: nothing is wrong")

    def _fixable(self, told: list[Diagnostic]) -> int:
        from rummy.lint.fixing import fixable

        return fixable(told, self.own)

    def _write(self, told: list[Diagnostic], output: str, form: str) -> None:
        from rummy.cli.written import write_whole

        path = Path(output)
        if any(
            one.path is not None and one.path.resolve() == path.resolve() for one in self.sources
        ):
            raise UsageError(f"--output {output}: this is one of the files to be checked")
        text = io.StringIO()
        show_findings(told, Writer(text), self.sources, form)
        write_whole(path, text.getvalue().encode("utf-8"))

    def _usual(self) -> str:
        """The format where none was asked for."""
        if os.environ.get("GITHUB_ACTIONS") == "true":
            return "github"
        return "full" if self.screen.out.terminal else "short"

    def code(self, strict: bool) -> int:
        """The exit code."""
        bad = {"error", "warning"} if strict else {"error"}
        told = self.choice.kept(self.findings)
        wrong = any(item.level_of() in bad for item in told)
        return 2 if self.missing else int(wrong or (self.diff and self.changes > 0))
