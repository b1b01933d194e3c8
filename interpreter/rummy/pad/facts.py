"""Rounds from a file: the facts of each round as YAML or JSON, with places for what is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummy.errors import UsageError
from rummy.pad.blank import TABLE
from rummy.pad.entries import EntryError, read_name
from rummy.pad.pad import Pad
from rummy.pad.questions import fact_names, prompt
from rummy.pad.table import MELDS, OUT, Entry
from rummy.spec.yaml import Mapping, Node, Scalar, Sequence, read
from rummy.spelling import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rummy.spec.model import Spec

KEYS = ("players", "dealer", "options", "rounds")


class _File:
    """A file of facts while it is read."""

    def __init__(self, text: bytes, name: str) -> None:
        self.name = name
        node, findings = read(text, name)
        if not isinstance(node, Mapping):
            if not text.strip():
                raise UsageError(f"{name} is empty; it begins with `players: [Ann, Bob]`")
            if findings:
                first = findings[0]
                raise UsageError(f"{name}:{first.span.line}: {first.message}")
            raise UsageError(f"{name} has no keys; it begins with `players: [Ann, Bob]`")
        self.top = node
        if findings:
            raise self.wrong(findings[0].span.line, findings[0].message)
        self.known(node, KEYS, "key")

    def wrong(self, line: int, reason: str) -> UsageError:
        """What is wrong in a line."""
        return UsageError(f"{self.name}:{line}: {reason}")

    def known(self, node: Mapping, names: Iterable[str], what: str) -> None:
        """Every key is one of these names."""
        for key, _ in node.entries:
            if key.value not in names:
                near = did_you_mean(key.value, names) or f"there are {', '.join(names)}"
                raise self.wrong(key.span.line, f"there is no {what} {key.value!r} here; {near}")

    def mapping(self, node: Node | None, what: str) -> Mapping:
        if isinstance(node, Mapping):
            return node
        if node is None or (isinstance(node, Scalar) and node.missing):
            return Mapping((), self.top.span)
        raise self.wrong(node.span.line, f"{what}: names with values are expected here")

    def items(self, node: Node | None, what: str) -> tuple[Node, ...]:
        if isinstance(node, Sequence):
            return node.items
        if node is None or (isinstance(node, Scalar) and node.missing):
            return ()
        raise self.wrong(node.span.line, f"{what}: a list is expected here")

    def text(self, node: Node, between: str | None = None) -> str:
        """A single value, or with ``between`` also a list of them."""
        if isinstance(node, Scalar) and not node.missing:
            return node.value
        if between is not None and isinstance(node, Sequence):
            return between.join(self.text(item) for item in node.items) or "none"
        raise self.wrong(node.span.line, "a single value is expected here")


def read_facts(
    text: bytes, name: str, spec: Spec, names: list[str], options: dict[str, str], dealer: str
) -> Pad:
    """The pad of a file of facts.

    ``names``, ``options`` and ``dealer`` of the command line come before those
    of the file. Raises ``UsageError`` with file, line and reason where
    something is wrong or missing.
    """
    file = _File(text, name)
    players = names or [file.text(item) for item in file.items(file.top.get("players"), "players")]
    if not players:
        raise UsageError(f"{name} names no players; write `players: [Ann, Bob]` or give --names")
    chosen = file.mapping(file.top.get("options"), "options")
    settings = {key.value: file.text(value) for key, value in chosen.entries} | options
    pad = Pad(spec, players, settings)
    first = file.top.get("dealer")
    told = dealer or (file.text(first) if first is not None else "")
    if told:
        try:
            pad.dealer = read_name(told, pad.names, range(len(pad.names)))
        except EntryError as error:
            raise UsageError(f"{name}, dealer: {error}") from None
    lines: list[dict[tuple[str, int], int]] = []
    for node in file.items(file.top.get("rounds"), "rounds"):
        places: dict[tuple[str, int], int] = {}
        entries = _round(file, pad, file.mapping(node, "a round"), places)
        pad.rounds.append(sorted(entries, key=lambda entry: entry.name != OUT))
        lines.append({**places, ("", TABLE): node.span.line})
    _judge(pad, file, lines)
    return pad


def _round(file: _File, pad: Pad, node: Mapping, places: dict[tuple[str, int], int]) -> list[Entry]:
    known = fact_names(pad.spec)
    file.known(node, known, "fact")
    entries = []
    for key, value in node.entries:
        if not known[key.value]:
            places[key.value, TABLE] = key.span.line
            between = ", " if key.value == OUT else "; " if key.value == MELDS else " "
            entries.append(Entry(key.value, TABLE, file.text(value, between)))
            continue
        for who, given in file.mapping(value, key.value).entries:
            try:
                seat = read_name(who.value, pad.names, range(len(pad.names)))
            except EntryError as error:
                raise file.wrong(who.span.line, str(error)) from None
            if (key.value, seat) in places:
                raise file.wrong(who.span.line, f"{key.value} of {pad.names[seat]} is there twice")
            places[key.value, seat] = who.span.line
            entries.append(Entry(key.value, seat, file.text(given, " ")))
    return entries


def _judge(pad: Pad, file: _File, lines: list[dict[tuple[str, int], int]]) -> None:
    """Refuse what cannot be counted: a fact that is wrong, or one that is missing."""
    standing = pad.standing()
    question = standing.question
    if standing.spare:
        first = len(lines) - standing.spare
        raise file.wrong(
            lines[first]["", TABLE],
            f"the match is over after round {first}, so there is no round {first + 1}",
        )
    if question is None or question.round >= len(pad.rounds):
        return
    places = lines[question.round]
    fact = question.fact
    line = places.get((fact.name, fact.seat), places["", TABLE])
    if question.reason:
        raise file.wrong(line, f"round {question.round + 1}: {question.reason}")
    asked = prompt(pad, pad.needs(standing.now), fact).rstrip(": ")
    raise file.wrong(line, f"round {question.round + 1} lacks a fact: {asked}")
