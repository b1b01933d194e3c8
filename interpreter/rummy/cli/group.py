"""The command ``rummy`` and the list of its commands."""

from __future__ import annotations

import importlib

import click

from rummy import __version__

COMMANDS: dict[str, str] = {
    "play": "Play a match at this screen, against bots or other people.",
    "run": "Let bots play a match and tell it.",
    "check": "Ask about real cards: a meld, what it is worth, what a hand holds.",
    "score": "Keep score for people who play with real cards.",
    "simulate": "Let bots play many games and count what comes of them.",
    "compare": "Compare two games or settings on the same deals.",
    "new": "Write a file to start from: a house rule or a small game.",
    "diff": "Tell what is different from one game to another.",
    "lint": "Check spec files and show what is wrong.",
    "test": "Carry out the examples of spec files.",
    "replay": "Check a log by playing it again, and tell it.",
    "show": "Show an expression of a spec as it is understood.",
    "rules": "Write a rule sheet of a game, for people at a table.",
    "explain": "Explain a code that lint has shown.",
    "variants": "List the games that come with rummy.",
    "schema": "Print the JSON Schema of spec files.",
}
"""The commands with what help says about them; each is a module of this room."""


class Lazy(click.Group):
    """A group that reads the module of a command when it is wanted."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All commands, the most used first."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command by its name."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"rummy.cli.{cmd_name}")
        command: click.Command = module.command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command of the first word; for an unknown one the nearest is named."""
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            from rummy.spelling import did_you_mean

            near = did_you_mean(name, COMMANDS)
            known = f"commands: {', '.join(COMMANDS)}"
            raise click.UsageError(f"there is no command {name!r}; {near or known}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list in help, without reading the modules."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=Lazy,
    invoke_without_command=True,
    subcommand_metavar="COMMAND [ARGS]...",
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit codes: 0 all is well, 1 something was found, 2 wrong use, "
    "3 a fault of rummy itself, 130 stopped.",
)
@click.version_option(__version__, "-V", "--version", message="rummy %(version)s")
@click.pass_context
def rummy(ctx: click.Context) -> int:
    """Play, check and explain Rummy games written as YAML files.

    \b
    Try:
      rummy variants
      rummy run iceberg --seed 7
      rummy lint my-game.yaml
      rummy test my-game.yaml
    """
    if ctx.invoked_subcommand is not None:
        return 0
    click.echo(ctx.get_help(), err=True)
    return 2  # a command is missing
