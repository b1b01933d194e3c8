"""Intervals as a picture: SVG or PNG by matplotlib, or text for the terminal."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rummy.errors import UsageError
from rummy.render import width as cells
from rummy.sim.stats import Estimate

FORMATS = (".svg", ".png")


@dataclass(frozen=True, slots=True)
class Panel:
    """Rows with a value and its interval each. ``line``: a value to compare with."""

    title: str
    rows: tuple[tuple[str, Estimate], ...]
    share: bool = False
    line: float | None = None
    about_line: str = ""

    def bounds(self) -> tuple[float, float]:
        """From the least to the greatest that is shown, with a little room."""
        values = [] if self.line is None else [self.line]
        for _, each in self.rows:
            values += [v for v in (each.value, each.low, each.high) if v is not None]
        values = [v for v in values if math.isfinite(v)] or [0.0]
        low, high = min(values), max(values)
        room = (high - low) * 0.06 or max(abs(high) * 0.1, 0.01)
        return low - room, high + room


def shown(value: float, share: bool = False) -> str:
    """A number as it is told: a share in per cent, else with three digits or so."""
    if not math.isfinite(value):
        return "-"
    size = abs(value)
    if share:
        text = f"{value * 100:.1f}"
    else:
        text = f"{value:,.0f}" if size >= 1000 else f"{value:.1f}" if size >= 10 else f"{value:.2f}"
    if not float(text.replace(",", "")):
        text = text.removeprefix("-")
    return f"{text}%" if share else text


def draw(panels: Sequence[Panel], width: int) -> list[str]:
    """The panels as lines of text: ``|`` the ends of an interval, ``o`` the value."""
    lines: list[str] = []
    margin = max(cells(label) for panel in panels for label, _ in panel.rows)
    margin = min(margin, width // 3)
    room = max(20, width - margin - 2 - 2 - 10)
    for panel in panels:
        low, high = panel.bounds()

        def at(value: float, low: float = low, high: float = high) -> int:
            return min(room - 1, max(0, round((value - low) / (high - low) * (room - 1))))

        if lines:
            lines.append("")
        lines.append(panel.title)
        for label, each in panel.rows:
            row = [" "] * room
            if panel.line is not None:
                row[at(panel.line)] = ":"
            if each.low is not None and each.high is not None:
                begin, end = at(each.low), at(each.high)
                row[begin : end + 1] = "-" * (end + 1 - begin)
                row[begin] = row[end] = "|"
            if math.isfinite(each.value):
                row[at(each.value)] = "o"
            value = shown(each.value, panel.share)
            short = label if cells(label) <= margin else label[: margin - 1] + "."
            lines.append(f"  {short:<{margin}}  {''.join(row)} {value:>9}".rstrip())
        ends = shown(low, panel.share), shown(high, panel.share)
        scale = ends[0] + ends[1].rjust(room - len(ends[0]))
        lines.append(f"  {'':<{margin}}  {scale}")
        if panel.line is not None:
            lines.append(f"  {'':<{margin}}  : {panel.about_line}")
    return lines


def may_plot(name: str) -> None:
    """``UsageError`` if a picture cannot be made: its ending, or matplotlib is missing."""
    if name == "-":
        return
    if Path(name).suffix.lower() not in FORMATS:
        raise UsageError(f"--plot {name}: end the name with .svg or .png, or write - for text")
    folder = Path(name).parent
    if not folder.is_dir():
        raise UsageError(f"--plot {name} cannot be written: there is no folder {folder}")
    if Path(name).is_dir():
        raise UsageError(f"--plot {name} cannot be written: it is a folder")
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise UsageError(
            f"--plot {name} needs matplotlib: pip install 'rummy-interpreter[plot]'; "
            "or write --plot - for a plot in the terminal"
        ) from None


def save(panels: Sequence[Panel], name: str, title: str) -> None:
    """Write the panels to an SVG or PNG file; the same numbers give the same file.

    ``UsageError`` if it cannot be written.
    """
    import matplotlib
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    with matplotlib.rc_context({"svg.hashsalt": "rummy", "svg.fonttype": "none", "font.size": 9}):
        rows = max(len(panel.rows) for panel in panels)
        across = 2 if len(panels) > 1 else 1
        down = -(-len(panels) // across)
        figure = Figure(figsize=(4.2 * across, (0.34 * rows + 1.1) * down + 0.4))
        FigureCanvasAgg(figure)
        figure.suptitle(title)
        for number, panel in enumerate(panels):
            axes = figure.add_subplot(down, across, number + 1)
            places = list(range(len(panel.rows), 0, -1))
            scale = 100.0 if panel.share else 1.0
            for place, (_, each) in zip(places, panel.rows, strict=True):
                if each.low is not None and each.high is not None:
                    ends = [each.low * scale, each.high * scale]
                    axes.plot(ends, [place, place], color="#0072b2", linewidth=2.5)
                axes.plot([each.value * scale], [place], "o", color="#d55e00", markersize=6)
            below = "per cent" if panel.share else ""
            if panel.line is not None:
                axes.axvline(panel.line * scale, color="#666666", linestyle="--")
                below = f"{below} (dashed: {panel.about_line})".strip()
            axes.set_yticks(places, [label for label, _ in panel.rows])
            axes.set_ylim(0.4, len(panel.rows) + 0.6)
            axes.set_title(panel.title, fontsize=9)
            axes.set_xlabel(below)
            axes.grid(axis="x", color="#dddddd")
            axes.set_axisbelow(True)
        figure.tight_layout()
        form = Path(name).suffix.lower()[1:]
        metadata = {"Date": None, "Creator": None} if form == "svg" else {"Software": None}
        try:
            figure.savefig(name, format=form, metadata=metadata, dpi=150)
        except OSError as error:
            raise UsageError(f"--plot {name} cannot be written: {error.strerror}") from None


__all__ = ["Panel", "draw", "may_plot", "save", "shown"]
