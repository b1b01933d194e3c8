"""What never happened in games that bots played: rules, values of options, ends by a rule.

Half of the games are played as the file is, the other half with one option set
otherwise, each value in its turn; greedy and random players, with as many at the
table as the rules allow. The same spec, number and seed give the same findings.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from rummy.diagnostics import Diagnostic, Span
from rummy.errors import UsageError
from rummy.frozen import dataclass
from rummy.lang.fold import fold
from rummy.lang.trees import Const, Place
from rummy.sim.fired import (
    ADDED,
    DUTY,
    EVENT,
    LINE,
    MELD,
    MOVE,
    ROUND,
    STEP,
    Rule,
    Rulebook,
)
from rummy.sim.games import TURNS, Game, Table, play
from rummy.spec.bind import option_text
from rummy.spec.model import Lay, Open, Option, Rebuild, Spec, Step, Verb

MOST_ROUNDS, MOST_ROUNDS_RANDOM = 40, 3
"""A game is stopped after so many rounds: random players hardly ever come to its end."""
ENOUGH = 3
"""In fewer games an option may have come to nothing by chance."""
MOST_VALUES = 12
"""Values of an option that are tried; of a range its ends and those with a name."""
GREEDY, RANDOM = "greedy", "random"

SAID: dict[str, str] = {
    MELD: "no meld `{name}` was laid",
    ADDED: "no card was added that made a meld `{name}`",
    STEP: "the step `{name}` changed nothing",
    MOVE: "the move `{name}` was never chosen",
    DUTY: "the duty `{name}` held at every choice anyway",
    EVENT: "the event `{name}` never happened",
    LINE: "the line `{name}` of the count was always 0",
    ROUND: "no hand was counted",
}
OPTION_HINT = "an example with such a value can show what it changes"
HINT = "an example can show how it comes about; bots do not try everything"


class Setting(NamedTuple):
    """Options as they are set in some games, and the value that makes the difference."""

    options: dict[str, str]
    option: Option | None = None
    value: str = ""


class Seen(NamedTuple):
    """What games have shown: the findings, and how much was played."""

    found: list[Diagnostic]
    games: int
    not_played: int
    """Values of options for which there were not enough games."""


@dataclass(frozen=True, slots=True)
class _Played:
    """A game with the rules it was played by."""

    setting: Setting
    bot: str
    book: Rulebook
    game: Game


def unused(spec: Spec, games: int, master: int, step: Callable[[], object] = lambda: None) -> Seen:
    """Let bots play so many games and tell what never happened in any of them.

    ``step`` is called after each game.
    """
    others = list(_settings(spec))
    played = []
    for number in range(games):
        one = _play(spec, others, master, number)
        if one is not None:
            played.append(one)
        step()
    tried = {id(each.setting.option): set[str]() for each in played}
    for each in played:
        tried[id(each.setting.option)].add(each.setting.value)
    missed = sum(one.value not in tried.get(id(one.option), ()) for one in others)
    found = [*_rules(spec, played), *_options(played), *_limits(spec, played)]
    return Seen(found, len(played), missed)


def _settings(spec: Spec) -> Iterator[Setting]:
    """One option set otherwise than at first, in every way that is tried."""
    for option in spec.options:
        if option.kind == "number":
            values = [value for _, value in option.names] + [option.low, option.high]
        else:
            values = list(range(len(option.words)))
        tried = [value for value in dict.fromkeys(values) if value != option.default]
        for value in tried[:MOST_VALUES]:
            text = option_text(option, value)
            yield Setting({option.name: text}, option, text)


def _play(spec: Spec, others: list[Setting], master: int, number: int) -> _Played | None:
    """Game ``number``: every second one with an option set otherwise."""
    counts = list(dict.fromkeys(spec.players))
    turn, odd = divmod(number, 2) if others else (number, 0)
    if odd:
        lap, place = divmod(turn, len(others))
        setting, greedy = others[place], (place + lap) % 2 == 0
    else:
        lap, setting, greedy = turn, Setting({}), turn // len(counts) % 2 == 0
    players = counts[lap % len(counts)]
    bot = GREEDY if greedy else RANDOM
    rounds = MOST_ROUNDS if greedy else MOST_ROUNDS_RANDOM
    try:
        table = Table.of(spec, [bot] * players, setting.options, rounds)
    except UsageError:
        return None  # so many do not play with this value
    return _Played(setting, bot, table.book(), play(table, master, number, to_limit=True))


# --- what is told -------------------------------------------------------------------


def _rules(spec: Spec, played: list[_Played]) -> Iterator[Diagnostic]:
    laid = any(isinstance(verb, (Lay, Open, Rebuild)) for verb in _verbs((*spec.setup, *spec.turn)))
    used: dict[tuple[str, str], int] = {}
    rules: dict[tuple[str, str], Rule] = {}
    for each in played:
        for rule, count in zip(each.book.rules, each.game.fired, strict=True):
            rules.setdefault((rule.what, rule.key), rule)
            used[rule.what, rule.key] = used.get((rule.what, rule.key), 0) + count
    for key, rule in rules.items():
        if rule.what in (MELD, ADDED) and not laid:
            continue  # here melds are only arranged in hand
        if not used[key]:
            name = rule.key.removesuffix(".add") if rule.what == ADDED else rule.key
            said = SAID[rule.what].format(name=name.rpartition(".")[2])
            message = f"{said} in {_many(len(played), 'game')}"
            yield Diagnostic("G001", message, _span(rule.at), HINT)


def _verbs(steps: Iterable[Step]) -> Iterator[Verb]:
    for step in steps:
        for move in step.moves:
            yield move.verb
            yield from _verbs(move.then)


def _options(played: list[_Played]) -> Iterator[Diagnostic]:
    """Options of which no value showed: nothing that reads them was ever used."""
    judged: dict[str, tuple[Option, list[str], list[bool]]] = {}
    for each in played:
        option = each.setting.option
        if option is not None and (reading := each.book.reading(option.name)):
            _, values, used = judged.setdefault(option.name, (option, [], []))
            values.append(each.setting.value)
            used += [each.game.fired[rule] > 0 for rule in reading]
    for name, (option, values, used) in judged.items():
        if not any(used) and len(values) >= ENOUGH:
            told = ", ".join(dict.fromkeys(values))
            message = (
                f"nothing that asks for `{name}` was used in {_many(len(values), 'game')} "
                f"with other values than at first ({told})"
            )
            yield Diagnostic("G002", message, _span(option.place), OPTION_HINT)


def _limits(spec: Spec, played: list[_Played]) -> Iterator[Diagnostic]:
    stated = any(path == "limits.turns" for path, _ in spec.expressions)
    rounds = [(each, one.ended_by == TURNS) for each in played for one in each.game.rounds]
    if any(ended for _, ended in rounds):
        message = f"no rule ended {_share(rounds, 'round')}: the limit of turns did"
        limit = spec.limits.turns
        place = limit.place if stated else spec.turn[0].place
        first = next(each for each, ended in rounds if ended)
        level = "note" if stated else ""
        yield Diagnostic("G003", message, _span(place), _again(spec, first), level=level)
    matches = [(each, _at_last_round(spec, each)) for each in played if each.game.over]
    if any(ended for _, ended in matches):
        message = f"{_share(matches, 'match', 'matches')} went on to the limit of rounds"
        first = next(each for each, ended in matches if ended)
        place = spec.limits.rounds.place
        yield Diagnostic("G003", message, _span(place), _again(spec, first), level="note")


def _at_last_round(spec: Spec, played: _Played) -> bool:
    limit = fold(spec.limits.rounds.tree, played.book.constants)
    return isinstance(limit, Const) and len(played.game.rounds) >= limit.value


def _share(parts: list[tuple[_Played, bool]], what: str, plural: str = "") -> str:
    """``3 of 40 rounds among random players``, for each kind of player that has any."""
    told = []
    for bot in (GREEDY, RANDOM):
        ended = [yes for each, yes in parts if each.bot == bot]
        if any(ended):
            told.append(f"{sum(ended)} of {_many(len(ended), what, plural)} among {bot} players")
    return " and ".join(told)


def _again(spec: Spec, played: _Played) -> str:
    """The command that shows a game again."""
    words = ["rummy", "run", spec.file]
    words += [word for overlay in spec.overlays for word in ("--with", overlay)]
    words += [w for n, v in played.setting.options.items() for w in ("--set", f"{n}={v}")]
    words += ["--players", str(len(played.game.bots)), "--seats", played.bot]
    words += ["--seed", str(played.game.seed)]
    return f"see one: {shlex.join(words)}"


def _span(place: Place) -> Span:
    return Span(place.file, place.line, place.column, place.end_line, place.end_column)


def _many(count: int, what: str, plural: str = "") -> str:
    return f"{count:,} {what if count == 1 else plural or what + 's'}"


__all__ = ["Seen", "unused"]
