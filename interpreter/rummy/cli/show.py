"""``rummy show``: expressions as written, as understood and as they run; options, definitions."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rummy.cli.sources import options_of, read_sources, with_overlays
from rummy.errors import UsageError
from rummy.terminal.writer import Piece

if TYPE_CHECKING:
    from rummy.lang.trees import Node
    from rummy.lang.types import Type
    from rummy.spec.bind import Rules
    from rummy.spec.files import File
    from rummy.spec.model import Expr, Option, Spec
    from rummy.terminal.writer import Screen, Writer


@click.command("show")
@click.argument("file")
@click.argument("key", required=False)
@click.option("--players", type=int, metavar="N", help="For so many players.")
@click.option(
    "--set", "settings", multiple=True, metavar="NAME=VALUE", help="With this option of the game."
)
@with_overlays
@click.option(
    "--merged", is_flag=True, help="The whole spec as one file, with the origin of every line."
)
@click.pass_obj
def command(
    screen: Screen,
    file: str,
    key: str | None,
    players: int | None,
    settings: tuple[str, ...],
    overlays: tuple[str, ...],
    merged: bool,
) -> int:
    """Show the expression under KEY of FILE; without KEY list all keys.

    It is shown as written, with the options, players and definitions filled
    in, and as the Python source that is generated from it. The keys `options`
    and `define` list what may be chosen and what is defined.

    \b
    Examples:
      rummy show iceberg
      rummy show iceberg options
      rummy show iceberg melds.set
      rummy show iceberg melds.set.valid
      rummy show iceberg score.round \\
        --set ace_scoring=cats --players 4
      rummy show house-rule.yaml --merged
    """
    source, *over = (one.file for one in read_sources(file, overlays))
    from rummy.spec.load import load_file

    spec = load_file(source, over)
    if merged:
        if key is not None or players is not None or settings:
            raise UsageError("--merged shows the whole spec as it is written, and takes no more")
        screen.out.raw(_merged(source, over))
        return 0
    from rummy.spec.bind import bind

    count = spec.players[0] if players is None else players
    rules = bind(spec, count, options_of(settings))
    out = screen.out
    if key is None:
        _list(spec, "", out, but="examples.")
        examples = sum(path.startswith("examples.") for path, _ in spec.expressions)
        more = {"options": len(spec.options), "define": len(spec.definitions), "examples": examples}
        told = [f"{name} ({count})" for name, count in more.items() if count]
        if told:
            out.line()
            out.say(f"Also: rummy show {file} {', '.join(told)}", hang="  ")
        return 0
    key = key.rstrip(".")
    if key.partition(".")[0] in ("options", "define"):
        _named(key, spec, out)
        return 0
    key = _whole(key, spec)
    found = [expr for path, expr in spec.expressions if path == key]
    for number, expr in enumerate(found):
        if number:
            out.line()
        _show(key, expr, rules, out)
    if not found:
        if not any(path.startswith(f"{key}.") for path, _ in spec.expressions):
            raise UsageError(_unknown(key, spec))
        _list(spec, f"{key}.", out)
    return 0


def _whole(key: str, spec: Spec) -> str:
    """The key of an expression by the short one that refusals name: ``turn.play.add.when``."""
    if any(path == key or path.startswith(f"{key}.") for path, _ in spec.expressions):
        return key
    from rummy.play.keys import short

    return next((path for path, _ in spec.expressions if short(path) == key), key)


def _merged(source: File, overlays: list[File]) -> str:
    """A spec and all that it is made of as one file, each line with its origin."""
    from rummy.spec.combine import combine
    from rummy.spec.merged import written

    combined = combine(source, overlays)
    assert combined.node is not None, "it has been loaded"
    return written(combined.node, lambda name: Path(name).name)


def _unknown(key: str, spec: Spec, known: Sequence[str] = ()) -> str:
    from rummy.spelling import did_you_mean

    paths = known or [path for path, _ in spec.expressions]
    near = did_you_mean(key, paths)
    return f"{_near(spec.file)} has no {key!r}; {near or 'without a key all keys are listed'}"


def _named(key: str, spec: Spec, out: Writer) -> None:
    """List the options or the definitions, or one of them."""
    table, _, name = key.partition(".")
    if table == "options":
        rows = {option.name: (_choices(option), option.about) for option in spec.options}
    else:
        rows = {each.name: (each.text, "") for each in spec.definitions}
    if name and name not in rows:
        raise UsageError(_unknown(key, spec, [f"{table}.{each}" for each in rows]))
    if not rows:
        what = "options" if table == "options" else "definitions"
        raise UsageError(f"{_near(spec.file)} has no {what}")
    parameters = {each.name: each.parameters for each in spec.definitions}
    for each, (text, about) in rows.items():
        if name in ("", each):
            given = parameters.get(each, ()) if table == "define" else ()
            head = each + (f"({', '.join(given)})" if given else "")
            out.say(Piece(head, "head"), f": {' '.join(text.split())}", hang="    ")
            if about:
                out.say(" ".join(about.split()), indent="    ")


def _choices(option: Option) -> str:
    """What an option may be and, in brackets, what it is when nobody chooses."""
    from rummy.spec.settings import option_text

    if option.kind == "number":
        values = [f"{option.low}..{option.high}", *(name for name, _ in option.names)]
    else:
        values = [*option.words]
    *most, last = values
    may = f"{', '.join(most)} or {last}" if most else last
    return f"{may} [{option_text(option, option.default)}]"


def _near(file: str) -> str:
    """A file as it is called from here; of one that lies elsewhere its name is enough."""
    return Path(file).name if Path(file).is_absolute() else file


def _list(spec: Spec, prefix: str, out: Writer, but: str | None = None) -> None:
    """List the expressions below a key, without those below another one."""
    for path, expr in spec.expressions:
        if path.startswith(prefix) and (but is None or not path.startswith(but)):
            out.say(Piece(path, "head"), f": {' '.join(expr.text.split())}", hang="    ")


def _show(key: str, expr: Expr, rules: Rules, out: Writer) -> None:
    from rummy.lang.show import show
    from rummy.play.words import vocabulary

    place = expr.place
    out.say(
        Piece(key, "head"),
        f": {expr.tree.type}",
        Piece(f" {_near(place.file)}:{place.line}:{place.column}", "faint"),
        hang="  ",
    )
    folded = rules.fold(expr.tree)
    given = f"{rules.players} player" + ("" if rules.players == 1 else "s")
    given += "".join(f", {text}" for text in _read(expr.tree, rules))
    for head, text in (
        ("As written:", expr.text),
        (f"As understood, for {given}:", show(folded, vocabulary(rules))),
    ):
        out.line()
        out.say(Piece(head, "head"))
        out.say(" ".join(text.split()), indent="  ", hang="    ")
    out.line()
    if key.startswith("deck.wilds.") and key.endswith(".cards") and rules.wild:
        out.say("It is asked of each card when a round begins and after the setup:")
    elif key.startswith("deck."):
        out.say("It is asked once, when the pack is made, by walking the tree: no source.")
        return
    out.line(Piece("As it runs:", "head"))
    for line in source(folded, rules).strip().splitlines():
        out.line(*(["  ", line] if line.strip() else []))
    path = key.split(".")
    if path[0] == "melds" and path[-1] == "valid":
        from rummy.melds import Plans

        index = next(kind.index for kind in rules.kinds if kind.name == path[1])
        out.line()
        out.line(Piece("How such melds are found:", "head"))
        for line in Plans(rules).explain(index).splitlines():
            out.say(line.strip(), indent="  ", hang="    ")


def _read(tree: Node, rules: Rules) -> list[str]:
    """The options that an expression reads, with their values."""
    from rummy.lang.trees import Name, walk
    from rummy.spec.bind import option_text

    names = {node.name for node in walk(tree) if isinstance(node, Name)}
    return [
        f"{option.name}={option_text(option, rules.options[option.name])}"
        for option in rules.spec.options
        if option.name in names
    ]


def source(tree: Node, rules: Rules) -> str:
    """The Python source that is generated from an expression.

    ``s`` is the state and ``me`` the player asked about; ``cards`` are the
    codes of a meld, ``card`` the card and ``meld`` the meld that is judged.
    """
    from rummy.lang.generate import Module
    from rummy.lang.trees import CARD_SLOT, MELD_SLOT, Local, Name, walk

    nodes = list(walk(tree))
    names = {node.name for node in nodes if isinstance(node, Name)}
    slots = {node.slot for node in nodes if isinstance(node, Local)}
    of_meld = bool(names & {"cards", "size"})
    parameters = ["cards"] if of_meld else ["s", "me"]
    local = {}
    for slot, name in ((CARD_SLOT, "card"), (MELD_SLOT, "meld")):
        if slot in slots:
            parameters.append(name)
            local[slot] = name
    module = Module(rules.deck)
    module.function("shown", ", ".join(parameters), tree, _Bindings(rules), local)
    return module.source()


class _Bindings:
    """Where names are: in the meld that is judged, else in the state."""

    fitting = ""

    def __init__(self, rules: Rules) -> None:
        from rummy.play.bindings import Slots

        self.slots = Slots(rules)

    def name(self, name: str, of: str | None) -> tuple[str, str]:
        own = {"cards": ("cards", "codes"), "size": ("len(cards)", "value")}
        return own.get(name) or self.slots.name(name, of)

    def call(self, function: str, arguments: list[tuple[str, str]]) -> tuple[str, str]:
        return self.slots.call(function, arguments)

    def field(self, of: Type, source: str, field: str) -> tuple[str, str]:
        return self.slots.field(of, source, field)
