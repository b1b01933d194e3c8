"""A situation in a file of its own: the words of an example, and questions about it."""

from __future__ import annotations

from rummy.diagnostics import Diagnostic, has_errors, sort
from rummy.frozen import dataclass
from rummy.lang.trees import Place
from rummy.spec import keys, yaml
from rummy.spec.build_examples import Examples
from rummy.spec.context import Context, leaves, place_of
from rummy.spec.model import Example, Spec
from rummy.spec.structure import Reader, Table

FROM_EXAMPLES = ("about", "players", "options", "round", "given", "play")
"""The keys that a situation shares with examples."""

SITUATION = keys.Record(
    "situation",
    "A situation at a real table, and what is asked about it.",
    (
        *(key for key in keys.EXAMPLE.keys if key.name in FROM_EXAMPLES),
        keys.Key(
            "ask",
            keys.ListOf(keys.Text("question")),
            "What is asked, in the words of the command line.",
            example="[may pass KC, hand]",
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Asked:
    """A situation and the questions about it, each with its place."""

    example: Example
    questions: tuple[tuple[str, Place], ...]


def read_situation(
    text: bytes | str, file: str, spec: Spec
) -> tuple[Asked | None, list[Diagnostic]]:
    """The situation of a text, for a spec, with all findings; None if it cannot be used."""
    node, findings = yaml.read(text, file)
    found = list(findings)
    if node is None:
        return None, sort(found)
    reader = Reader()
    table = reader.read(node, SITUATION, "")
    found += reader.found
    if not isinstance(table, Table):
        return None, sort(found)
    context = context_of(spec)
    example = Examples(context, spec).situation(table, place_of(table.span))
    found += context.found
    if has_errors(found):
        return None, sort(found)
    questions = tuple(
        (leaf.text, place_of(leaf.span, leaf.text)) for leaf in leaves(table.entries.get("ask"))
    )
    return Asked(example, questions), sort(found)


def context_of(spec: Spec) -> Context:
    """The names of a finished spec, for reading more that is written with them."""
    context = Context()
    context.options = {option.name: option for option in spec.options}
    context.zones = {zone.name: zone for zone in spec.zones}
    context.variables = {variable.name: variable for variable in spec.variables}
    context.kinds = {kind.name: kind for kind in spec.kinds}
    context.kind_names = tuple(context.kinds)
    context.opening_names = tuple(opening.name for opening in spec.openings)
    return context
