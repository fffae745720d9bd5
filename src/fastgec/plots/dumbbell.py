"""A measure of error types, of one system or of two: where they differ.

A row for each type, the frequent ones first; a circle is the first system, a square the second, and
a line joins them. Beside a row stands how many edits its share is of, for each system.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastgec.plots.canvas import INCH, Margins, Words, panels, plain_frame, title
from fastgec.plots.inks import BLACK, DARK, GREY, LIGHT, SMALL, WHITE
from fastgec.plots.matrix import widest
from fastgec.plots.names import fitted, printable
from fastgec.plots.picked import Content, NothingToPlotError
from fastgec.plots.scored import drawn_note, interval_of, name_of, percent, value_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH = 2.8  # inches of the panel
ROW = 0.19
MOST_ROWS = 30
NAMES = 1.2  # of a name, at most
TYPES = 1.4
SHARE_OF = {"recall": "gold edits", "precision": "proposed edits", "f": "gold edits"}


def numbers(document: Content, measure: str) -> dict[str, Any]:
    """Return what the picture shows. Raises: NothingToPlotError without types of 1 or 2 systems."""
    systems = document.get("systems") or []
    if not systems or not all("types" in one for one in systems):
        expected = "expected --types (MaxMatch) or -cat (ERRANT)"
        raise NothingToPlotError(f"no types found, {expected}")
    if len(systems) > 2:
        raise NothingToPlotError(f"types of {len(systems)} systems found, expected one or two")
    if any(measure not in row for one in systems for row in one["types"]):
        raise NothingToPlotError(f"no {measure} of types found, expected recall")
    known = [{row["type"]: row for row in one["types"]} for one in systems]
    rows = []
    for name in dict.fromkeys(row["type"] for one in systems for row in one["types"]):
        of_each = [one.get(name) for one in known]
        has_bounds = any(row and row.get("intervals") for row in of_each)
        rows.append(
            {
                "type": name,
                "values": [row and value_of(row, measure) for row in of_each],
                "edits": [0 if row is None else _edits(row, measure) for row in of_each],
                **(
                    {"intervals": [row and interval_of(row, measure) for row in of_each]}
                    if has_bounds
                    else {}
                ),
            }
        )
    rows = [row for row in rows if any(value is not None for value in row["values"])]
    if not rows:
        raise NothingToPlotError(f"no type with {SHARE_OF[measure]} found, expected some")
    rows.sort(key=lambda row: (-sum(row["edits"]), row["type"]))
    return {
        "metric": document["metric"],
        "measure": measure,
        "share_of": SHARE_OF[measure],
        "sentences": document["sentences"],
        "resampling": document.get("resampling"),
        "systems": [{"system": one["system"], "name": name_of(one)} for one in systems],
        "drawn": min(len(rows), MOST_ROWS),
        "rows": rows,
    }


def _edits(row: Content, measure: str) -> int:
    if measure == "precision":
        return int(row["tp"] + row["fp"])
    return int(row["gold"] if "gold" in row else row["tp"] + row["fn"])


def words(content: Content) -> Words:
    """Return title and description."""
    names = [printable(one["name"]) for one in content["systems"]]
    shown = []
    for row in content["rows"][: content["drawn"]]:
        each = zip(names, row["values"], row["edits"], strict=True)
        known = ", ".join(f"{name} {percent(value)} of {n}" for name, value, n in each)
        shown.append(f"{printable(row['type'])}: {known}")
    measure = content["measure"].capitalize()
    more = len(content["rows"]) - content["drawn"]
    rest = f" {more} rarer types are not drawn." if more else ""
    start = f"{content['metric'].upper()}, per cent of {content['share_of']}. "
    return Words(f"{measure} of error types", f"{start}{'; '.join(shown)}.{rest}")


def draw(content: Content) -> Figure:
    """Draw a row for each type."""
    rows = content["rows"][: content["drawn"]]
    types = fitted([row["type"] for row in rows], TYPES * INCH)
    counts = [" / ".join(map(str, row["edits"])) for row in rows]
    margins = Margins(widest(types) + 0.2, max(widest(counts) + 0.2, 0.8), 0.5, 0.75)
    figure, [[axes]] = panels([1], WIDTH, ROW * len(rows) + 0.15, margins)
    axes.set_xlim(-3, 103)
    axes.set_ylim(len(rows) - 0.4, -0.6)
    for number, row in enumerate(rows):
        _draw_row(axes, number, row)
        axes.annotate(
            counts[number],
            (1, number),
            (5, 0),
            xycoords=("axes fraction", "data"),
            textcoords="offset points",
            fontsize=SMALL,
            color=DARK,
            va="center_baseline",
        )
    axes.annotate(
        content["share_of"],
        (1, 1),
        (5, 2),
        xycoords="axes fraction",
        textcoords="offset points",
        fontsize=SMALL,
        color=DARK,
    )
    axes.set_yticks(range(len(rows)), types, color=BLACK)
    axes.tick_params(axis="y", length=0)
    axes.set_xlabel(f"{content['measure']}, per cent")
    plain_frame(axes)
    axes.spines["left"].set_visible(False)
    _draw_key(axes, content)
    return figure


def _draw_row(axes: Axes, number: int, row: Content) -> None:
    axes.axhline(number, color=LIGHT, linewidth=0.4, zorder=0)
    known = [100 * value for value in row["values"] if value is not None]
    if len(known) == 2:
        axes.plot(known, (number,) * 2, color=GREY, linewidth=1.6, zorder=2)
    shift = 0.2 if len(row["values"]) == 2 and row.get("intervals") else 0.0
    for system, value in enumerate(row["values"]):
        bounds = row["intervals"][system] if row.get("intervals") else None
        if bounds:
            height = number + shift * (2 * system - 1)
            ends = [100 * bound for bound in bounds]
            axes.plot(ends, (height,) * 2, color=DARK, linewidth=0.5, zorder=1)
        if value is not None:
            # Where both are equal, the square is seen around the circle.
            axes.plot([100 * value], [number], zorder=4 - system, **_mark(system))


def _mark(system: int) -> dict[str, Any]:
    if system == 0:
        face = {"marker": "o", "markersize": 4.4, "markerfacecolor": WHITE}
    else:
        face = {"marker": "s", "markersize": 5.4, "markerfacecolor": BLACK}
    return {**face, "linestyle": "none", "markeredgecolor": BLACK, "markeredgewidth": 0.9}


def _draw_key(axes: Axes, content: Content) -> None:
    """Write the title, and beneath it which mark is whose."""
    from matplotlib.lines import Line2D

    names = fitted([one["name"] for one in content["systems"]], NAMES * INCH)
    marks = [Line2D([], [], **_mark(system)) for system in range(len(names))]
    axes.legend(
        marks,
        names,
        loc="lower left",
        bbox_to_anchor=(-0.03, 1.0),
        ncol=2,
        frameon=False,
        fontsize=SMALL,
        handletextpad=0.2,
        columnspacing=1.2,
        borderaxespad=0.1,
    )
    rest = len(content["rows"]) - content["drawn"]
    note = drawn_note(content["resampling"])
    more = f"{'; ' if note else ''}{rest} rarer types left out" if rest else ""
    title(
        axes,
        f"{content['metric'].upper()}: {content['measure']} of types",
        f"{note}{more}",
        beneath=1,
    )
