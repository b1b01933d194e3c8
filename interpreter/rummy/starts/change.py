"""One small change of a game that an example can prove, found by trying.

Nothing here knows a game. What may be changed is read from the spec (the default of
an option that the end of the match looks at, the points of a card, the points for
laying a meld, any other default); the first change whose overlay lint has nothing
against, and whose example holds with it, is taken.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rummy.errors import RummyError
from rummy.lang.fold import constant
from rummy.lang.trees import Name, walk
from rummy.play.engine import Engine
from rummy.spec.bind import bind, option_text
from rummy.spec.model import Option, Spec
from rummy.spec.yaml import Mapping, Node, Scalar


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the new file, and what its comment says."""

    text: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Start:
    """A change: what it is in a sentence, its lines, and the lines of its example.

    ``section`` is the top-level key that the lines belong to.
    """

    about: str
    section: str
    lines: tuple[Line, ...]
    example: tuple[Line, ...]


def changes(spec: Spec, document: Mapping, base: str) -> Iterator[Start]:
    """Changes of a spec to try, those that people ask for most first.

    ``document`` is the file (or the files put together) of the spec, ``base`` what
    the game is called.
    """
    yield from _ends(spec, base)
    yield from _points(document, base)
    yield from _laying(spec, base)
    yield from _defaults(spec, base)


# --- when the match ends -----------------------------------------------------------


def _ends(spec: Spec, base: str) -> Iterator[Start]:
    """An option with numbers that decides when the match ends, with totals that show it."""
    asked = {
        node.name
        for key, expression in spec.expressions
        if key in ("match.over", "match.out")
        for node in walk(expression.tree)
        if isinstance(node, Name)
    }
    for option in spec.options:
        if option.kind != "number" or option.name not in asked:
            continue
        for value in _others(option):
            example = _ending(spec, option, value)
            if example is not None:
                when = "sooner" if value < option.default else "later"
                told = (
                    f"The match ends {when}, {option.name} is {value} in place of {option.default}."
                )
                note = f"{option.low} to {option.high}; in {base} {option.default}"
                line = Line(f"  {option.name}: {{default: {value}}}", note)
                yield Start(told, "options", (line,), example)


def _others(option: Option) -> list[int]:
    """Other values of an option with numbers: half, the double, the neighbours."""
    named = {number for _, number in option.names}
    old = option.default
    return [
        value
        for value in dict.fromkeys((old // 2, old - 1, old * 2, old + 1))
        if option.low <= value <= option.high and value != old and value not in named
    ]


def _ending(spec: Spec, option: Option, value: int) -> tuple[Line, ...] | None:
    """An example of totals that end the match with this value, and do not without."""
    players = spec.players[0]
    try:
        now, before = (
            Engine(bind(spec, players, {option.name: v})) for v in (value, option.default)
        )
        for total in (value, value + 1, value - 1, -value):
            totals = [total, *(total // (3 * seat) for seat in range(1, players))]
            wins = _winners(now, totals)
            if wins and not _winners(before, totals):
                seats = ", ".join(f"{seat + 1}: {points}" for seat, points in enumerate(totals))
                won = ", ".join(str(seat + 1) for seat in wins)
                return (
                    Line(f"  a total of {total} ends the match:"),
                    Line(f"    totals: {{{seats}}}", "what each seat has after a round"),
                    Line(
                        f"    wins: {won if len(wins) == 1 else f'[{won}]'}", "the seat that wins"
                    ),
                )
    except RummyError:
        return None  # not every value goes with every other option
    return None


def _winners(engine: Engine, totals: list[int]) -> tuple[int, ...]:
    state = engine.blank(0)
    state.round = state.played = 1
    state.total[:] = totals
    return engine.outcome(state) or ()


# --- points -------------------------------------------------------------------------


def _points(document: Mapping, base: str) -> Iterator[Start]:
    """Other points of a card in a hand."""
    suit = _a_suit(document)
    for key, value in _entries(document, "deck", "points"):
        if not isinstance(value, Scalar) or not value.value.isdigit():
            continue
        old = int(value.value)
        new = old + 5 if old >= 5 else old + 10
        rank = key.value.split()[0].split("..")[0]
        if key.value == "joker":
            card, each = "JOK", "a joker"
        else:
            card, each = f"{rank}{suit}", f"each {key.value}"
        yield Start(
            f"In hand {each} counts {new} points in place of {old}.",
            "deck",
            (Line("  points:"), Line(f"    {key.value}: {new}", f"{old} in {base}")),
            (
                Line(f"  {card} in hand counts {new}:"),
                Line(f"    given: {{hand: {{1: {card}}}}}", "the cards of seat 1"),
                Line(f"    check: points(hand of seat(1)) == {new}", "what must be true"),
            ),
        )


def _a_suit(document: Mapping) -> str:
    """The letter of a suit: that of the deck's first, or of the usual pack."""
    for key, _ in _entries(document, "deck", "suits"):
        return key.value
    return "S"


def _entries(document: Mapping, *path: str) -> tuple[tuple[Scalar, Node], ...]:
    node: Node | None = document
    for key in path:
        node = node.get(key) if isinstance(node, Mapping) else None
    return node.entries if isinstance(node, Mapping) else ()


def _laying(spec: Spec, base: str) -> Iterator[Start]:
    """Other points for laying a meld, where they are a plain number."""
    for kind in spec.kinds:
        old = None if kind.lay is None else constant(kind.lay.tree)
        cards = next((c for e in spec.examples for k, c, _ in e.accepts if k == kind.name), None)
        if old and cards:
            line = Line(f"  {kind.name}: {{lay: {2 * old}}}", f"{old} in {base}")
            shown = Line(f"  these cards are still a {kind.name}:")
            proof = Line(f"    accepts: {{{kind.name}: [{cards}]}}")
            told = f"Laying a {kind.title} earns {2 * old} in place of {old}."
            yield Start(told, "melds", (line,), (shown, proof))


# --- any other option ----------------------------------------------------------------


def alternative(option: Option) -> str | None:
    """Another value that an option may have, as people write it; None if it has only one."""
    if option.kind == "number":
        others = _others(option)
        return str(others[0]) if others else None
    words = [word for number, word in enumerate(option.words) if number != option.default]
    return words[0] if words else None


def what_may_be(option: Option) -> str:
    """The values of an option in words."""
    if option.kind == "number":
        return f"{option.low} to {option.high}"
    return " or ".join(option.words)


def _defaults(spec: Spec, base: str) -> Iterator[Start]:
    """Another default of an option, and an example that says so."""
    for option in spec.options:
        value = alternative(option)
        if value is None:
            continue
        old = option_text(option, option.default)
        if option.kind == "flag":
            claim = option.name if value == "true" else f"not {option.name}"
        else:
            claim = f"{option.name} == {value}"
        note = f"{what_may_be(option)}; in {base} {old}"
        yield Start(
            f"Settled otherwise, {option.name} is {value} in place of {old}.",
            "options",
            (Line(f"  {option.name}: {{default: {value}}}", note),),
            (Line(f"  {option.name} is {value} here:"), Line(f"    check: {claim}")),
        )
