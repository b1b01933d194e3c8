"""The summary of a simulation on a screen."""

from __future__ import annotations

from collections.abc import Sequence

from rummy.sim.fired import Rule
from rummy.sim.luck import SHARES
from rummy.sim.plots import shown
from rummy.sim.stats import Estimate
from rummy.sim.summary import Setting, all_points
from rummy.terminal.narration import words
from rummy.terminal.tables import columns, fits
from rummy.terminal.writer import Piece, Writer

INDENT = "  "


def interval(each: Estimate, share: bool = False) -> str:
    """``41.2 to 48.9``; ``-`` where there is none."""
    if each.low is None or each.high is None:
        return "-"
    return f"{shown(each.low, share)} to {shown(each.high, share)}"


def table(writer: Writer, rows: Sequence[Sequence[str]], left: Sequence[bool]) -> None:
    """A table with a head; where it is too wide a sentence for each row."""
    head, *lines = columns(rows, left)
    if fits([head, *lines], writer.width - len(INDENT)):
        writer.line(INDENT, Piece(head, "faint"))
        for line in lines:
            writer.line(INDENT, line)
        return
    names = rows[0]
    for row in rows[1:]:
        said = ", ".join(
            f"{name} {value}".strip() for name, value in zip(names[1:], row[1:], strict=True)
        )
        writer.say(f"{row[0]}: {said}", indent=INDENT, hang=INDENT * 2)


def tell(writer: Writer, setting: Setting) -> None:
    """Everything about one setting."""
    _points(writer, setting)
    _wins(writer, setting)
    _luck(writer, setting)
    _length(writer, setting)
    _endings(writer, setting)
    _rules(writer, setting)


def _head(writer: Writer, text: str) -> None:
    writer.line()
    writer.line(Piece(text, "head"))


def _points(writer: Writer, setting: Setting) -> None:
    tally = setting.tally
    _head(writer, "Points")
    rows = [["", "a round", "95% interval", "a game", "95% interval"]]
    for seat in range(tally.players):
        name = f"seat {seat + 1}"
        if len(setting.names) > 1 and tally.rotations == 1:
            name += f" ({setting.bots[seat]})"
        round_, game = tally.points[seat].estimate(), tally.totals[seat].estimate(tally.rotations)
        rows.append(
            [name, shown(round_.value), interval(round_), shown(game.value), interval(game)]
        )
    if len(setting.names) > 1:
        for bot, points in tally.bot_points.items():
            each = points.estimate()
            rows.append([bot, shown(each.value), interval(each), "", ""])
    table(writer, rows, [True, False, False, False, False])


def _wins(writer: Writer, setting: Setting) -> None:
    tally = setting.tally
    _head(writer, "Wins")
    rows = [["", "share", "95% interval", "a fair share"]]

    def row(name: str, each: Estimate, fair: float) -> None:
        where = "inside" if each.holds(fair) else "outside"
        rows.append([name, shown(each.value, True), interval(each, True), _fair(fair, where)])

    for seat in range(tally.players):
        row(f"seat {seat + 1}", setting.wins(seat), 1 / tally.players)
    if len(setting.names) > 1:
        for bot in tally.wins.bots:
            row(bot, setting.bot_wins(bot), setting.fair(bot))
    table(writer, rows, [True, False, False, False])


def _fair(fair: float, where: str) -> str:
    return f"{shown(fair, True)} {where}"


def _luck(writer: Writer, setting: Setting) -> None:
    luck = setting.tally.luck
    if luck is None:
        return
    _head(writer, "What a result follows from")
    about = {
        "players": "who plays",
        "deal": "the deal",
        "seats": "the seat",
        "rest": "how it goes on",
    }
    rows = [["", "share", "95% interval"]]
    for name in SHARES:
        each = luck.estimate(name)
        rows.append([about[name], shown(each.value, True), interval(each, True)])
    table(writer, rows, [True, False, False])


def _length(writer: Writer, setting: Setting) -> None:
    _head(writer, "Length")
    rows = [["", "mean", "95% interval"]]
    for _, about, each in setting.lengths():
        rows.append([about, shown(each.value), interval(each)])
    table(writer, rows, [True, False, False])


def _endings(writer: Writer, setting: Setting) -> None:
    tally = setting.tally
    _head(writer, "How rounds end")
    rows = [["", "rounds", "share"]]
    for name, count in sorted(tally.ended_by.items(), key=lambda item: (-item[1], item[0])):
        rows.append([words(name) or "-", f"{count:,}", shown(count / tally.round_count, True)])
    table(writer, rows, [True, False, False])
    shared, tied = tally.wins.shared, tally.tied_rounds
    writer.say(
        f"{_many(shared, 'game')} won by several seats together; the lead was shared after "
        f"{_many(tied, 'round')}.",
        indent=INDENT,
        hang=INDENT,
    )


def _many(count: int, what: str) -> str:
    return f"{count:,} {what}" + ("" if count == 1 else "s")


def _rules(writer: Writer, setting: Setting) -> None:
    tally = setting.tally
    _head(writer, f"Rules used ({setting.book.file})")
    rows = [["line", "what", "rule", "times", "a round"]]
    for rule, count in setting.used():
        rows.append([rule.place, *_named(rule), f"{count:,}", shown(count / tally.round_count)])
    head, *lines = columns(rows, [False, True, True, False, False])
    if fits([head, *lines], writer.width - len(INDENT)):
        table(writer, rows, [False, True, True, False, False])
    else:
        for (rule, _), (_, what, key, times, _) in zip(setting.used(), rows[1:], strict=True):
            writer.say(f"{rule.where}: {what} {key}, {times}", indent=INDENT, hang=INDENT * 2)
    unused = setting.unused()
    _head(writer, "Never used")
    if not unused:
        writer.line(INDENT, "nothing: every rule was used")
    for rule in unused:
        what, key = _named(rule)
        by = f" ({', '.join(rule.options)})" if rule.options else ""
        writer.say(f"{rule.where}: {what} {key}{by}", indent=INDENT, hang=INDENT * 2)
    _options(writer, setting)


def _named(rule: Rule) -> tuple[str, str]:
    return rule.what, rule.key


def _options(writer: Writer, setting: Setting) -> None:
    """How often rules that an option has a say in were used."""
    values = setting.values
    if not values:
        return
    _head(writer, "Options")
    told = setting.book.by_option(setting.tally.fired)
    rows = [["", "value", "rules that ask it were used"]]
    for name, value in values.items():
        if name not in told:
            rows.append([name, value, "no part with these settings"])
            continue
        count, keys = told[name]
        counted = any(name in rule.options for rule in setting.book.rules)
        asked = f"{count:,} times" if counted else f"not counted: {keys[0]}"
        rows.append([name, value, asked])
    table(writer, rows, [True, True, True])


def overview(writer: Writer, settings: Sequence[Setting]) -> None:
    """A row for each setting of a grid."""
    first = settings[0]
    left = [True] * len(first.differ)
    _head(writer, "Settings")
    rows = [[*first.differ, "points a round", "95% interval", "turns", "95% interval"]]
    for each in settings:
        points, turns = all_points(each), each.tally.turns.estimate()
        rows.append(
            [
                *each.shorts,
                shown(points.value),
                interval(points),
                shown(turns.value),
                interval(turns),
            ]
        )
    table(writer, rows, [*left, False, False, False, False])
    if len(first.names) > 1:
        bot = first.bots[0]
        writer.line()
        rows = [[*first.differ, f"{bot} wins", "95% interval", "a fair share"]]
        for each in settings:
            wins, fair = each.bot_wins(bot), each.fair(bot)
            where = "inside" if wins.holds(fair) else "outside"
            rows.append(
                [*each.shorts, shown(wins.value, True), interval(wins, True), _fair(fair, where)]
            )
        table(writer, rows, [*left, False, False, False])
    if first.tally.luck is not None:
        writer.line()
        rows = [[*first.differ, "who plays", "95% interval", "the deal", "95% interval"]]
        for each in settings:
            assert each.tally.luck is not None
            players, deal = (each.tally.luck.estimate(name) for name in ("players", "deal"))
            rows.append(
                [
                    *each.shorts,
                    shown(players.value, True),
                    interval(players, True),
                    shown(deal.value, True),
                    interval(deal, True),
                ]
            )
        table(writer, rows, [*left, False, False, False, False])
    never = [
        rule.key
        for rule in first.book.rules
        if all(rule.key in {u.key for u in each.unused()} for each in settings)
    ]
    if never:
        writer.line()
        writer.say(f"Never used in any of them: {', '.join(never)}.", hang=INDENT)


__all__ = ["interval", "overview", "table", "tell"]
