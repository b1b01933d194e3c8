"""``--set aces=forced,by_choice``: several values make a grid of settings."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from rummy.errors import UsageError
from rummy.spec.model import Option, Spec
from rummy.spec.settings import option_value
from rummy.spelling import did_you_mean

MOST_CELLS = 100
"""A grid with more settings than this is more likely a slip than a wish."""


def grid(spec: Spec, given: Iterable[str]) -> list[dict[str, str]]:
    """The settings that ``--set`` texts ask for, in the order in which they are written.

    ``UsageError``: not written as name=value, no such option, a value that it
    does not have, a value twice, or more than ``MOST_CELLS`` settings.
    """
    options = {option.name: option for option in spec.options}
    values: dict[str, list[str]] = {}
    for text in given:
        name, equals, said = (part.strip() for part in text.partition("="))
        words = [word.strip() for word in said.split(",")]
        if not equals or not name or not all(words):
            raise UsageError(f"--set {text}: write it as name=value or name=value,value")
        if name not in options:
            near = did_you_mean(name, options)
            listed = f"its options: {', '.join(options)}" if options else "it has no options"
            raise UsageError(f"--set {text}: {spec.title} has no option {name}; {near or listed}")
        if name in values:
            raise UsageError(f"--set {text}: {name} is set twice; write its values with commas")
        _check(options[name], text, words)
        values[name] = words
    cells = 1
    for words in values.values():
        cells *= len(words)
    if cells > MOST_CELLS:
        raise UsageError(f"--set: this makes {cells:,} settings, at most {MOST_CELLS} are played")
    return [dict(zip(values, chosen, strict=True)) for chosen in product(*values.values())]


def _check(option: Option, text: str, words: list[str]) -> None:
    seen = set()
    for word in words:
        value, reason = option_value(option, word)
        if value is None:
            raise UsageError(f"--set {reason}")
        if value in seen:
            raise UsageError(f"--set {text}: {word} stands there twice")
        seen.add(value)


def several(cells: list[dict[str, str]]) -> list[str]:
    """The options that differ within a grid."""
    return [name for name in cells[0] if len({cell[name] for cell in cells}) > 1]


__all__ = ["grid", "several"]
