"""``rummy schema``: the JSON Schema of spec files, for editors."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from rummy.errors import UsageError

if TYPE_CHECKING:
    from rummy.terminal.writer import Screen


@click.command("schema")
@click.option("--path", "where", is_flag=True, help="Only show where the schema's file is.")
@click.pass_obj
def command(screen: Screen, where: bool) -> int:
    """Print the JSON Schema of spec files.

    Editors that know YAML schemas can then complete and check keys.

    \b
    Examples:
      rummy schema > rummy.schema.json
      rummy schema --path
    """
    from rummy.spec import schema

    if not where:
        text = schema.text()
        if not screen.out.shows(text):  # JSON has its own way to write what is missing there
            text = json.dumps(schema.schema(), indent=2) + "\n"
        screen.out.raw(text)
        return 0
    path = schema.path()
    if path is None:
        raise UsageError("this installation has no file of the schema; rummy schema prints it")
    screen.out.raw(f"{path}\n")
    return 0
