"""Precision against recall, a point for each system, with lines of equal F.

With intervals a thin cross shows those of both. Systems that propose nothing have no precision:
they are named beneath.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, isinf
from typing import TYPE_CHECKING, Any

from fastgec.fscore import f_beta
from fastgec.plots.beside import draw_names
from fastgec.plots.canvas import INCH, Margins, Words, panels, title
from fastgec.plots.inks import BLACK, DARK, GREY, LIGHT, SMALL, WHITE
from fastgec.plots.names import fitted, printable
from fastgec.plots.picked import Content, NothingToPlotError
from fastgec.plots.scored import (
    heading,
    interval_of,
    measure_name,
    name_of,
    panels_of,
    percent,
    value_of,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SIDE = 3.4  # inches of a panel
NAMES = 1.3  # of a name, at most
ACROSS = 2
STEPS = (0.01, 0.02, 0.05, 0.1, 0.2)  # between lines of equal F
MOST_LINES = 10
POINTS = 120  # of a line
SHORT = 0.1  # share of the width: shorter lines in a corner have no number


def numbers(document: Content, measure: str) -> dict[str, Any]:
    """Return what the picture shows. Raises: NothingToPlotError without precision and recall."""
    del measure
    shown = []
    every = list(panels_of(document))
    having = [one for one in every if {"precision", "recall"} <= one["rows"][0].keys()]
    for panel in having:
        rows = []
        for row in panel["rows"]:
            one = {"system": row["system"], "name": name_of(row)}
            one |= {key: value_of(row, key) for key in ("precision", "recall", "f")}
            if row.get("intervals"):
                one["intervals"] = {key: interval_of(row, key) for key in ("precision", "recall")}
            rows.append(one)
        if all(None in (row["precision"], row["recall"]) for row in rows):
            continue
        shown.append(
            {
                "title": heading(panel, "f"),
                "corpus": panel["corpus"],
                "metric": panel["metric"],
                "beta": panel["beta"],
                "sentences": panel["sentences"],
                "rows": rows,
            }
        )
    if not shown:
        names = ", ".join(dict.fromkeys(panel["metric"] for panel in every))
        if having:  # of nothing proposed precision is undefined, of no gold recall
            raise NothingToPlotError(
                f"no system with both precision and recall of {names} found, expected one that "
                "proposes edits, and gold that has some"
            )
        raise NothingToPlotError(f"no precision and recall of {names} found, expected some")
    return {"panels": shown}


def words(content: Content) -> Words:
    """Return title and description."""
    parts = []
    for panel in content["panels"]:
        known = "; ".join(
            f"{printable(row['name'])} P {percent(row['precision'])}, R {percent(row['recall'])}, "
            f"F {percent(row['f'])}"
            for row in panel["rows"]
        )
        parts.append(f"{printable(panel['title'])}, per cent: {known}.")
    return Words(
        "Precision against recall, a point for each system",
        "Horizontal: recall; vertical: precision; lines of equal F. " + " ".join(parts),
    )


def draw(content: Content) -> Figure:
    """Draw a panel for each corpus and metric, two in a row."""
    shown = content["panels"]
    sizes = [ACROSS] * (len(shown) // ACROSS) + [len(shown) % ACROSS] * (len(shown) % ACROSS > 0)
    figure, axes = panels(sizes, SIDE, SIDE * 0.9, Margins(0.5, 0.35, 0.6, 0.45))
    for one, panel in zip([one for row in axes for one in row], shown, strict=True):
        _draw_panel(one, panel)
    return figure


def _draw_panel(axes: Axes, panel: Content) -> None:
    rows = [row for row in panel["rows"] if None not in (row["precision"], row["recall"])]
    for key, set_limits in (("recall", axes.set_xlim), ("precision", axes.set_ylim)):
        values = [row[key] for row in rows]
        for row in rows:
            values += (row.get("intervals") or {}).get(key) or []
        set_limits(*_view(values))
    if panel["beta"] is not None:
        _draw_contours(axes, float(panel["beta"]))
    lines = []
    for row in rows:
        at, known = (100 * row["recall"], 100 * row["precision"]), row.get("intervals") or {}
        if bounds := known.get("recall"):
            lines.append(((100 * bounds[0], at[1]), (100 * bounds[1], at[1])))
        if bounds := known.get("precision"):
            lines.append(((at[0], 100 * bounds[0]), (at[0], 100 * bounds[1])))
    for (x, y), (x_end, y_end) in lines:
        axes.plot((x, x_end), (y, y_end), color=GREY, linewidth=0.6, zorder=2)
    x = [100 * row["recall"] for row in rows]
    y = [100 * row["precision"] for row in rows]
    axes.plot(x, y, "o", markersize=3.8, color=BLACK, markeredgecolor=WHITE, mew=0.4, zorder=6)
    names = fitted([row["name"] for row in rows], NAMES * INCH)
    draw_names(axes, names, x, y, lines, (SIDE, SIDE * 0.9))
    axes.set_xlabel("recall, per cent")
    axes.set_ylabel("precision, per cent")
    left_out = [row["name"] for row in panel["rows"] if row not in rows]
    if left_out:
        text = ", ".join(fitted(left_out, NAMES * INCH))
        axes.annotate(
            f"proposes nothing, so no precision: {text}",
            (0, 0),
            (0, -32),
            xycoords="axes fraction",
            textcoords="offset points",
            fontsize=SMALL,
            color=DARK,
        )
    title(axes, printable(panel["title"]), beneath=1)  # numbers of lines stand between


def _view(values: Sequence[float]) -> tuple[float, float]:
    """Return what an axis shows, in per cent: the values and some room, at steps of 5 or 1.

    >>> _view([0.31, 0.42]), _view([1.0])
    ((25.0, 45.0), (95.0, 105.0))
    """
    low, high = 100 * min(values), 100 * max(values)
    margin = max(0.12 * (high - low), 2.0)
    low, high = 5.0 * floor((low - margin) / 5), 5.0 * ceil((high + margin) / 5)
    return max(low, -2.0), min(max(high, low + 10), 105.0)


def _draw_contours(axes: Axes, beta: float) -> None:
    """Draw lines of equal F, with F where they leave the frame."""
    (left, right), (bottom, top) = axes.get_xlim(), axes.get_ylim()
    lowest = f_of(max(bottom, 0) / 100, max(left, 0) / 100, beta)
    highest = f_of(min(top, 100) / 100, min(right, 100) / 100, beta)
    step = next((one for one in STEPS if (highest - lowest) / one <= MOST_LINES), STEPS[-1])
    for number in range(int(lowest / step) + 1, int(highest / step + 1e-9) + 1):
        level = number * step
        points = _contour(level, beta, (left, right), (bottom, top))
        if len(points) < 2:
            continue
        axes.plot(
            [x for x, _ in points],
            [y for _, y in points],
            color=LIGHT,
            linewidth=0.7,
            dashes=(4, 2),
            zorder=0,
        )
        (first_x, first_y), (last_x, last_y) = points[0], points[-1]
        if last_x >= min(right, 100) - 1e-6:
            at, offset, side, base = (last_x, last_y), (3, 0), "left", "center"
        elif first_y >= min(top, 100) - 1e-6:
            at, offset, side, base = (first_x, first_y), (0, 2), "center", "bottom"
        elif last_x - left > SHORT * (right - left):  # from the left to the bottom
            at, offset, side, base = (last_x, last_y), (0, 3), "center", "bottom"
        else:
            continue
        axes.annotate(
            f"{100 * level:g}",
            at,
            offset,
            textcoords="offset points",
            fontsize=SMALL - 0.5,
            color=DARK,
            ha=side,
            va=base,
            annotation_clip=False,
        )
    axes.annotate(
        measure_name("f", beta),
        (1, 1),
        (3, 9),
        xycoords="axes fraction",
        textcoords="offset points",
        fontsize=SMALL - 0.5,
        color=DARK,
    )


def f_of(precision: float, recall: float, beta: float) -> float:
    """Return F of precision and recall; 0 of none.

    >>> f_of(0.5, 0.5, 0.5), f_of(0.0, 0.0, 1.0), f_of(0.5, 0.3, float("inf"))
    (0.5, 0.0, 0.3)
    """
    weight = beta * beta
    return recall if isinf(weight) else f_beta(precision, recall, weight)


def _contour(
    level: float, beta: float, across: tuple[float, float], up: tuple[float, float]
) -> list[tuple[float, float]]:
    """Return points of a line of equal F inside a view, from the left, in per cent.

    P = F R / ((1 + beta^2) R - beta^2 F), and R of P likewise; at an infinite beta F is R.
    """
    left, right = max(across[0], 0.0) / 100, min(across[1], 100.0) / 100
    bottom, top = max(up[0], 0.0) / 100, min(up[1], 100.0) / 100
    if isinf(beta * beta):
        ends = [(100 * level, 100 * top), (100 * level, 100 * bottom)]
        return ends if left < level <= right else []
    weight = beta * beta

    def recall_at(precision: float) -> float:
        below = (1 + weight) * precision - level
        return weight * level * precision / below if below > 0 else float("inf")

    def precision_at(recall: float) -> float:
        below = (1 + weight) * recall - weight * level
        return level * recall / below if below > 0 else float("inf")

    start = max(left, recall_at(top)) if weight else left
    end = min(right, recall_at(bottom)) if weight else right
    if not start < end:
        return []
    at = [start + (end - start) * number / POINTS for number in range(POINTS + 1)]
    points = [(100 * recall, 100 * precision_at(recall)) for recall in at]
    return [(x, min(max(y, 100 * bottom), 100 * top)) for x, y in points if y < 1e6]
