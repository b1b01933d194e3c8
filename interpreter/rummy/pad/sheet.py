"""The pad as people keep it: a row a round, as text of 80 columns, Markdown or CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rummy.terminal.tables import columns, fits
from rummy.terminal.writer import Piece, Writer

if TYPE_CHECKING:
    from rummy.pad.pad import Counted, Pad, Standing

OUT = "out"
"""What stands in the row of a round for a player who is not in it."""
INDENT = "  "


def write_text(pad: Pad, standing: Standing, writer: Writer) -> None:
    """The pad in the fullest form that fits the lines of the writer."""
    rounds = standing.counted
    if not rounds:
        writer.say("No round is counted yet.")
        return
    room = writer.width - len(INDENT)
    for rows in _forms(pad, standing):
        words = sum(1 for word in rows[0] if word not in pad.names)
        head, *lines = columns(rows, [True] * words + [False] * (len(rows[0]) - words))
        if fits([head, *lines], room):
            writer.line(INDENT, Piece(head, "faint"))
            for line in lines:
                writer.line(INDENT, line)
            return
    for counted in rounds:
        said = ", ".join(
            f"{pad.names[seat]} {signed(counted.points[seat])} = {counted.totals[seat]}"
            for seat in counted.everyone
        )
        writer.say(f"round {counted.round}: {said}", indent=INDENT, hang=INDENT * 2)


def _forms(pad: Pad, standing: Standing) -> list[list[list[str]]]:
    """The rows with contract and running totals, then with less and less of it."""
    rounds = standing.counted
    total = [str(points) for points in standing.totals]
    blank = [""] * (1 + len(pad.names))
    full, plain, short = [], [], []
    for counted in rounds:
        first = [str(counted.round), pad.names[counted.dealer]]
        running = _cells(pad, counted, True)
        full.append([*first, counted.contract, *running])
        plain.append([*first, *running])
        short.append([str(counted.round), *_cells(pad, counted, False)])
    head = ["round", "dealer"]
    contracts = any(counted.contract for counted in rounds)
    forms = [[[*head, *pad.names], *plain], [["round", *pad.names], *short, blank]]
    forms[1][-1] = ["total", *total]
    if contracts:
        forms.insert(0, [[*head, "to lay first", *pad.names], *full])
    return forms


def _cells(pad: Pad, counted: Counted, running: bool) -> list[str]:
    """What stands in the row of a round for each player."""
    cells = []
    for seat in range(len(pad.names)):
        points = signed(counted.points[seat])
        if seat not in counted.everyone:
            cells.append(OUT)
        else:
            cells.append(f"{points} = {counted.totals[seat]}" if running else points)
    return cells


def signed(points: int) -> str:
    """Points of a round: ``+30``, ``-20``, ``0``."""
    return f"{points:+}" if points else "0"


def markdown(pad: Pad, standing: Standing) -> str:
    """The pad as a table in Markdown."""
    rounds = standing.counted
    contracts = any(counted.contract for counted in rounds)
    head = ["Round", "Dealer", *(["To lay first"] if contracts else []), *pad.names]
    rows = [
        [
            str(counted.round),
            pad.names[counted.dealer],
            *([counted.contract] if contracts else []),
            *_cells(pad, counted, True),
        ]
        for counted in rounds
    ]
    gap = [""] * (len(head) - len(pad.names) - 1)
    rows.append(["**Total**", *gap, *(f"**{points}**" for points in standing.totals)])
    words = len(head) - len(pad.names)
    rule = ["---"] * words + ["---:"] * len(pad.names)
    lines = [_row(head), "| " + " | ".join(rule) + " |", *map(_row, rows)]
    return "\n".join(lines) + "\n"


def _row(fields: Sequence[str]) -> str:
    return "| " + " | ".join(field.replace("|", "\\|") for field in fields) + " |"


def comma_separated(pad: Pad, standing: Standing) -> str:
    """The pad as CSV: points and total of each player, empty where one was not in the round."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    both = [word for name in pad.names for word in (name, f"{name} total")]
    writer.writerow(["round", "dealer", "to lay first", *both])
    for counted in standing.counted:
        row: list[object] = [counted.round, pad.names[counted.dealer], counted.contract]
        for seat in range(len(pad.names)):
            inside = seat in counted.everyone
            row += [counted.points[seat], counted.totals[seat]] if inside else ["", ""]
        writer.writerow(row)
    return text.getvalue()
