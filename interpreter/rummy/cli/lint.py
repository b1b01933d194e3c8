"""``rummy lint``: what is wrong in spec files, each judged for itself."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from rummy.cli.sources import Source, read_sources, show_findings, with_overlays
from rummy.errors import UsageError
from rummy.terminal.writer import Piece

if TYPE_CHECKING:
    from rummy.diagnostics import Diagnostic
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
@with_overlays
@click.option("--strict", is_flag=True, help="Warnings count like errors.")
@click.option("--stdin-name", default="<stdin>", metavar="NAME", help="What to call the file `-`.")
@click.pass_obj
def command(
    screen: Screen,
    files: tuple[str, ...],
    form: str | None,
    overlays: tuple[str, ...],
    strict: bool,
    stdin_name: str,
) -> int:
    """Check spec files (`-`: standard input) and show what is wrong.

    Exit code 1 if there are errors (with --strict: or warnings), 2 if a file
    cannot be read.

    \b
    Examples:
      rummy lint my-game.yaml
      rummy lint --strict games/*.yaml
      rummy lint iceberg --with house-rule.yaml
      rummy lint --format json - < a.yaml
    """
    from rummy.diagnostics import sort
    from rummy.lint import lint
    from rummy.spec.load import examine_file

    sources: list[Source] = []
    findings: list[Diagnostic] = []
    missing = 0
    for argument in dict.fromkeys(files):
        try:
            source, *over = read_sources(argument, overlays, stdin_name)
        except UsageError as error:
            missing += 1
            screen.err.say(Piece("rummy: ", "bad"), str(error), hang="  ")
            continue
        sources += [source, *over]
        spec, found = examine_file(source.file, [one.file for one in over])
        # what a card player would find is looked for once the file can be read
        findings += found if spec is None else sort([*found, *lint(spec)])
    show_findings(findings, screen.out, sources, form or _usual(screen))
    screen.out.flush()
    bad = {"error", "warning"} if strict else {"error"}
    wrong = any(item.level_of() in bad for item in findings)
    if sources and not findings and form in (None, "full"):
        names = list(dict.fromkeys(source.name for source in sources))
        what = names[0] if len(names) == 1 else f"{len(names)} files"
        screen.err.say(f"{what}: nothing is wrong")
    return 2 if missing else int(wrong)


def _usual(screen: Screen) -> str:
    """The format where none was asked for."""
    if os.environ.get("GITHUB_ACTIONS") == "true":
        return "github"
    return "full" if screen.out.terminal else "short"
