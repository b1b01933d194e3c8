"""The count of a round as a table: what was left, each line, points and totals."""

from __future__ import annotations

from collections.abc import Sequence

from rummy.terminal.tables import columns, fits
from rummy.terminal.writer import Piece, Writer

INDENT = "  "


class Count:
    """Gathers the count of a round and writes it in the widest form that fits."""

    def __init__(self, writer: Writer, names: Sequence[str]) -> None:
        self.writer = writer
        self.names = names
        self.left: list[tuple[int, list[Piece]]] = []
        self.lines: dict[str, dict[int, int]] = {}

    def line(self, seat: int, name: str, points: int) -> None:
        """A line of the count of a seat."""
        self.lines.setdefault(name, {})[seat] = points

    def write(self, points: Sequence[int], totals: Sequence[int]) -> None:
        """Write the count and forget it."""
        seats = [seat for seat, _ in self.left] or list(range(len(points)))
        for seat, cards in self.left:
            if cards:
                told = f"{self.names[seat]} is left with "
                self.writer.say(told, *cards, indent=INDENT, hang=INDENT * 2)
        named = [
            *((name, [str(value[seat]) for seat in seats]) for name, value in self.lines.items()),
            ("round", [str(points[seat]) for seat in seats]),
            ("total", [str(totals[seat]) for seat in seats]),
        ]
        names = [self.names[seat] for seat in seats]
        self._write(named, names)
        self.left, self.lines = [], {}

    def _write(self, named: Sequence[tuple[str, Sequence[str]]], names: Sequence[str]) -> None:
        """A row for each seat; if that is too wide a column; if that is too, sentences."""
        room = self.writer.width - len(INDENT)
        across = [["", *(name for name, _ in named)]]
        across += [[name, *(values[i] for _, values in named)] for i, name in enumerate(names)]
        down = [["", *names], *([name, *values] for name, values in named)]
        for rows in (across, down):
            head, *lines = columns(rows, [True] + [False] * len(rows[0][1:]))
            if fits([head, *lines], room):
                self.writer.line(INDENT, Piece(head, "faint"))
                for line in lines:
                    self.writer.line(INDENT, line)
                return
        for i, name in enumerate(names):
            said = ", ".join(f"{what} {values[i]}" for what, values in named)
            self.writer.say(f"{name}: {said}", indent=INDENT, hang=INDENT * 2)
