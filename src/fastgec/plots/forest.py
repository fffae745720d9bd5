"""Scores of systems with their intervals, a row for each: who is better, and how sure that is.

The mark is the score, the line its 95% interval; the numbers stand beside it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastgec.plots.canvas import INCH, Margins, Words, panels, plain_frame, title
from fastgec.plots.inks import BLACK, DARK, GREY, LIGHT, SMALL
from fastgec.plots.matrix import widest
from fastgec.plots.names import fitted, printable
from fastgec.plots.picked import Content, NothingToPlotError, shown_p
from fastgec.plots.scored import (
    SCORE,
    drawn_note,
    heading,
    interval_of,
    name_of,
    panels_of,
    percent,
    span,
    value_of,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH = 2.4  # inches of a panel
ROW = 0.19  # of a row
NAMES = 2.2  # of a name, at most
ACROSS = 2


def numbers(document: Content, measure: str) -> dict[str, Any]:
    """Return what the picture shows. Raises: NothingToPlotError without intervals."""
    shown = []
    for panel in panels_of(document):
        key = panel["key"] if measure == SCORE else measure
        if panel["resampling"] is None:
            raise NothingToPlotError("no intervals found, expected --ci")
        if key not in panel["rows"][0]:
            raise NothingToPlotError(f"no {key} of {panel['metric']} found, expected {SCORE}")
        rows = [
            {
                "system": row["system"],
                "name": name_of(row),
                "value": value_of(row, key),
                "interval": interval_of(row, key),
            }
            for row in panel["rows"]
        ]
        shown.append(
            {
                "title": heading(panel, key),
                "note": drawn_note(panel["resampling"]),
                "corpus": panel["corpus"],
                "metric": panel["metric"],
                "measure": key,
                "beta": panel["beta"],
                "sentences": panel["sentences"],
                "resampling": panel["resampling"],
                "rows": rows,
            }
        )
    return {"zero": False, "panels": shown}


def words(content: Content) -> Words:
    """Return title and description."""
    parts = []
    for panel in content["panels"]:
        known = []
        for row in panel["rows"]:
            text = f"{printable(row['name'])} {percent(row['value'])}"
            known.append(text + (f" ({span(row['interval'])})" if row["interval"] else ""))
        parts.append(f"{printable(panel['title'])}, per cent, {panel['note']}: {'; '.join(known)}.")
    return Words("Scores of systems with 95% intervals", " ".join(parts))


def draw(content: Content) -> Figure:
    """Draw a panel for each corpus and metric, two in a row."""
    shown = content["panels"]
    names = [
        fitted([row["name"] for row in panel["rows"]], NAMES * INCH, SMALL + 0.5) for panel in shown
    ]
    room = max(widest(one, SMALL + 0.5) for one in names) + 0.2
    n_rows = max(len(panel["rows"]) for panel in shown)
    texts = [_text(row, is_signed=content["zero"]) for panel in shown for row in panel["rows"]]
    margins = Margins(room, widest(texts) + 0.2, 0.5, 0.45)
    sizes = [ACROSS] * (len(shown) // ACROSS) + [len(shown) % ACROSS] * (len(shown) % ACROSS > 0)
    figure, axes = panels(sizes, WIDTH, ROW * n_rows + 0.15, margins)
    each = [one for row in axes for one in row]
    for one, panel, of_panel in zip(each, shown, names, strict=True):
        _draw_panel(one, panel, of_panel, n_rows, is_signed=content["zero"])
    return figure


def _draw_panel(
    axes: Axes, panel: Content, names: list[str], n_rows: int, *, is_signed: bool
) -> None:
    rows = panel["rows"]
    known = [100 * row["value"] for row in rows if row["value"] is not None]
    known += [100 * bound for row in rows for bound in row["interval"] or ()]
    low, high = min(known, default=0.0), max(known, default=1.0)
    if is_signed:
        low, high = min(low, 0.0), max(high, 0.0)
    margin = 0.06 * (high - low) or 1.0
    axes.set_xlim(low - margin, high + margin)
    axes.set_ylim(n_rows - 0.4, -0.6)
    for number, row in enumerate(rows):
        axes.axhline(number, color=LIGHT, linewidth=0.4, zorder=0)
        if row["value"] is not None:
            _draw_row(axes, number, row)
        axes.annotate(
            _text(row, is_signed=is_signed),
            (1, number),
            (5, 0),
            xycoords=("axes fraction", "data"),
            textcoords="offset points",
            fontsize=SMALL,
            va="center_baseline",
        )
    if is_signed:
        axes.axvline(0, color=GREY, linewidth=0.8, dashes=(4, 2), zorder=1)
    axes.set_yticks(range(len(rows)), names, color=BLACK, fontsize=SMALL + 0.5)
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel("per cent" if not is_signed else "points")
    plain_frame(axes)
    axes.spines["left"].set_visible(False)
    title(axes, printable(panel["title"]), printable(panel["note"]))


def _text(row: Content, *, is_signed: bool) -> str:
    """Return the numbers beside a row: its value, interval and p."""
    text = percent(row["value"], signed=is_signed)
    if row["interval"]:
        bounds = (percent(bound, signed=is_signed) for bound in row["interval"])
        text += f"  [{', '.join(bounds)}]"
    return text + (f"  p {shown_p(row['p'], row['least_p'])}" if "p" in row else "")


def _draw_row(axes: Axes, number: int, row: Content) -> None:
    if row["interval"]:
        low, high = (100 * bound for bound in row["interval"])
        axes.plot((low, high), (number,) * 2, "|-", color=DARK, lw=1.1, ms=5, mew=1, zorder=3)
    axes.plot([100 * row["value"]], [number], "o", color=BLACK, markersize=4.2, zorder=4)
