"""Scores of systems with their intervals, a row for each: who is better, and how sure that is.

The mark is the score, the line its 95% interval; the numbers stand beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, isinf
from typing import TYPE_CHECKING, Any

from fastgec.fscore import f_beta
from fastgec.glimpse import shown_p as marked_p
from fastgec.plots.canvas import (
    BLACK,
    DARK,
    GREY,
    INCH,
    LIGHT,
    SMALL,
    WHITE,
    Cell,
    Margins,
    Words,
    draw_cells,
    fitted,
    ink,
    panels,
    plain_frame,
    printable,
    title,
    widest,
    width_of,
)
from fastgec.plots.content import (
    SCORE,
    Content,
    NothingToPlotError,
    drawn_note,
    heading,
    interval_of,
    measure_name,
    name_of,
    panels_of,
    percent,
    score_key,
    shade,
    shown_p,
    span,
    value_of,
)
from fastgec.plots.labels import draw_endings, draw_names, stroke
from fastgec.study.comparison import least_p, too_few

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


FOREST_WIDTH = 2.4  # inches of a panel
ROW = 0.19  # of a row
FOREST_NAMES = 2.2  # of a name, at most
ACROSS = 2


def forest_numbers(document: Content, measure: str) -> dict[str, Any]:
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


def forest_words(content: Content) -> Words:
    """Return title and description."""
    parts = []
    for panel in content["panels"]:
        known = []
        for row in panel["rows"]:
            text = f"{printable(row['name'])} {percent(row['value'])}"
            known.append(text + (f" ({span(row['interval'])})" if row["interval"] else ""))
        parts.append(f"{printable(panel['title'])}, per cent, {panel['note']}: {'; '.join(known)}.")
    return Words("Scores of systems with 95% intervals", " ".join(parts))


def forest_draw(content: Content) -> Figure:
    """Draw a panel for each corpus and metric, two in a row."""
    shown = content["panels"]
    names = [
        fitted([row["name"] for row in panel["rows"]], FOREST_NAMES * INCH, SMALL + 0.5)
        for panel in shown
    ]
    room = max(widest(one, SMALL + 0.5) for one in names) + 0.2
    n_rows = max(len(panel["rows"]) for panel in shown)
    texts = [
        _forest_text(row, is_signed=content["zero"]) for panel in shown for row in panel["rows"]
    ]
    margins = Margins(room, widest(texts) + 0.2, 0.5, 0.45)
    sizes = [ACROSS] * (len(shown) // ACROSS) + [len(shown) % ACROSS] * (len(shown) % ACROSS > 0)
    figure, axes = panels(sizes, FOREST_WIDTH, ROW * n_rows + 0.15, margins)
    each = [one for row in axes for one in row]
    for one, panel, of_panel in zip(each, shown, names, strict=True):
        _draw_forest(one, panel, of_panel, n_rows, is_signed=content["zero"])
    return figure


def _draw_forest(
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
            _draw_forest_row(axes, number, row)
        axes.annotate(
            _forest_text(row, is_signed=is_signed),
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


def _forest_text(row: Content, *, is_signed: bool) -> str:
    """Return the numbers beside a row: its value, interval and p."""
    text = percent(row["value"], signed=is_signed)
    if row["interval"]:
        bounds = (percent(bound, signed=is_signed) for bound in row["interval"])
        text += f"  [{', '.join(bounds)}]"
    return text + (f"  p {shown_p(row['p'], row['least_p'])}" if "p" in row else "")


def _draw_forest_row(axes: Axes, number: int, row: Content) -> None:
    if row["interval"]:
        low, high = (100 * bound for bound in row["interval"])
        axes.plot((low, high), (number,) * 2, "|-", color=DARK, lw=1.1, ms=5, mew=1, zorder=3)
    axes.plot([100 * row["value"]], [number], "o", color=BLACK, markersize=4.2, zorder=4)


# Differences to a base with their intervals and p: a row for each system, a line at zero.


def differences_numbers(document: Content, measure: str) -> dict[str, Any]:
    """Return what the picture shows. Raises: NothingToPlotError without a base."""
    del measure
    if document.get("command") != "compare" or "base" not in document:
        raise NothingToPlotError("no differences found, expected those of 'compare' with a base")
    key = score_key(document["base"])
    called = measure_name(key, document["parameters"].get("beta"))
    base = name_of(document["base"])
    is_corrected = document["report"].endswith("holm")
    n_resamples = document["resampling"]["resamples"]
    least = least_p(n_resamples, len(document["systems"]) if is_corrected else 1)
    interval = f"{100 * (1 - document['level']):g}% intervals"
    panel = {
        "title": f"{document['metric'].upper()} {called} less that of {base}",
        "note": f"{interval}; p of approximate randomization{', Holm' * is_corrected} "
        f"({n_resamples:,} resamples)",
        "corpus": "",
        "metric": document["metric"],
        "measure": key,
        "beta": document["parameters"].get("beta"),
        "sentences": document["sentences"],
        "resampling": document["resampling"],
        "corrected": "holm" if is_corrected else None,
        "base": {
            "system": document["base"]["system"],
            "name": base,
            "value": document["base"][key],
        },
        "rows": [
            {
                "system": one["system"],
                "name": name_of(one),
                "value": one["difference"],
                "interval": list(one["interval"]),
                "p": one[document["report"]],
                "least_p": least,
            }
            for one in document["systems"]
        ],
    }
    return {"zero": True, "panels": [panel]}


def differences_words(content: Content) -> Words:
    """Return title and description."""
    (panel,) = content["panels"]
    known = []
    for row in panel["rows"]:
        text = f"{printable(row['name'])} {percent(row['value'], signed=True)}"
        p = marked_p(row["p"], least=row["least_p"])
        known.append(f"{text} ({span(row['interval'], signed=True)}), p {p}")
    return Words(
        "Differences of systems to a base",
        f"{printable(panel['title'])}, in points, {panel['note']}: {'; '.join(known)}.",
    )


def differences_draw(content: Content) -> Figure:
    """Draw the rows."""
    return forest_draw(content)


# Precision against recall, a point for each system, with lines of equal F.
#
# With intervals a thin cross shows those of both. Systems that propose nothing have no precision:
# they are named beneath.


PR_SIDE = 3.4  # inches of a panel
PR_NAMES = 1.3  # of a name, at most
STEPS = (0.01, 0.02, 0.05, 0.1, 0.2)  # between lines of equal F
MOST_LINES = 10
POINTS = 120  # of a line
SHORT = 0.1  # share of the width: shorter lines in a corner have no number


def pr_numbers(document: Content, measure: str) -> dict[str, Any]:
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


def pr_words(content: Content) -> Words:
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


def pr_draw(content: Content) -> Figure:
    """Draw a panel for each corpus and metric, two in a row."""
    shown = content["panels"]
    sizes = [ACROSS] * (len(shown) // ACROSS) + [len(shown) % ACROSS] * (len(shown) % ACROSS > 0)
    figure, axes = panels(sizes, PR_SIDE, PR_SIDE * 0.9, Margins(0.5, 0.35, 0.6, 0.45))
    for one, panel in zip([one for row in axes for one in row], shown, strict=True):
        _draw_pr(one, panel)
    return figure


def _draw_pr(axes: Axes, panel: Content) -> None:
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
    names = fitted([row["name"] for row in rows], PR_NAMES * INCH)
    draw_names(axes, names, x, y, lines, (PR_SIDE, PR_SIDE * 0.9))
    axes.set_xlabel("recall, per cent")
    axes.set_ylabel("precision, per cent")
    left_out = [row["name"] for row in panel["rows"] if row not in rows]
    if left_out:
        text = ", ".join(fitted(left_out, PR_NAMES * INCH))
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


# A measure of error types, of one system or of two: where they differ.
#
# A row for each type, the frequent ones first; a circle is the first system, a square the second,
# and
# a line joins them. Beside a row stands how many edits its share is of, for each system.


TYPES_WIDTH = 2.8  # inches of the panel
MOST_ROWS = 30
TYPES_NAMES = 1.2  # of a name, at most
TYPES = 1.4
SHARE_OF = {"recall": "gold edits", "precision": "proposed edits", "f": "gold edits"}


def types_numbers(document: Content, measure: str) -> dict[str, Any]:
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


def types_words(content: Content) -> Words:
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


def types_draw(content: Content) -> Figure:
    """Draw a row for each type."""
    rows = content["rows"][: content["drawn"]]
    types = fitted([row["type"] for row in rows], TYPES * INCH)
    counts = [" / ".join(map(str, row["edits"])) for row in rows]
    margins = Margins(widest(types) + 0.2, max(widest(counts) + 0.2, 0.8), 0.5, 0.75)
    figure, [[axes]] = panels([1], TYPES_WIDTH, ROW * len(rows) + 0.15, margins)
    axes.set_xlim(-3, 103)
    axes.set_ylim(len(rows) - 0.4, -0.6)
    for number, row in enumerate(rows):
        _draw_type(axes, number, row)
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


def _draw_type(axes: Axes, number: int, row: Content) -> None:
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

    names = fitted([one["name"] for one in content["systems"]], TYPES_NAMES * INCH)
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


# Scores of sentences in buckets, by their length or their gold edits: a line for each system.


BUCKETS_WIDTH = 3.4  # inches of the panel, at least
BUCKETS_HEIGHT = 2.4
BUCKET = 0.5  # of a bucket
NAME = SMALL + 2  # points from one name to the next
BUCKETS_NAMES = 1.6
CALLED = {"length": "tokens of the source", "edits": "gold edits of the sentence"}


def buckets_numbers(document: Content, measure: str) -> dict[str, Any]:
    """Return what the picture shows. Raises: NothingToPlotError without buckets."""
    by, systems = document.get("by"), document.get("systems") or []
    if by not in CALLED or not systems or not all(one.get("buckets") for one in systems):
        raise NothingToPlotError("no buckets found, expected --buckets")
    filled = [one for each in systems for one in each["buckets"] if one["sentences"]]
    key = score_key(filled[0]) if measure == SCORE else measure
    if key not in filled[0]:
        raise NothingToPlotError(f"no {key} of buckets found, expected {SCORE}")
    return {
        "metric": document["metric"],
        "measure": key,
        "beta": document.get("beta"),
        "by": by,
        "buckets": [
            {key: one[key] for key in ("low", "high", "sentences")} for one in systems[0]["buckets"]
        ],
        "lines": [
            {
                "system": one["system"],
                "name": name_of(one),
                "values": [value_of(bucket, key) for bucket in one["buckets"]],
            }
            for one in systems
        ],
    }


def label(bucket: Content) -> str:
    """Return a range in words, as tables have it.

    >>> label({"low": 3, "high": 7}), label({"low": 20, "high": None}), label({"low": 1, "high": 1})
    ('3–7', '20+', '1')
    """
    low, high = bucket["low"], bucket["high"]
    if high is None:
        return f"{low}+"
    return f"{low}–{high}" if high > low else f"{low}"


def buckets_words(content: Content) -> Words:
    """Return title and description."""
    labels = [label(one) for one in content["buckets"]]
    parts = []
    for line in content["lines"]:
        pairs = zip(labels, line["values"], strict=True)
        shown = ", ".join(f"{name}: {percent(value)}" for name, value in pairs)
        parts.append(f"{printable(line['name'])} {shown}")
    sizes = ", ".join(
        f"{name}: {one['sentences']}" for name, one in zip(labels, content["buckets"], strict=True)
    )
    measure = measure_name(content["measure"], content["beta"])
    called = f"{content['metric'].upper()} {measure}, per cent, by {CALLED[content['by']]}"
    return Words(
        "Scores of sentences in buckets", f"{called}. Sentences: {sizes}. {'; '.join(parts)}."
    )


def buckets_draw(content: Content) -> Figure:
    """Draw a line for each system."""
    buckets, lines = content["buckets"], content["lines"]
    names = fitted([line["name"] for line in lines], BUCKETS_NAMES * INCH)
    room = max(width_of(name, SMALL) for name in names) / INCH + 0.45
    labels = [label(one) for one in buckets]
    wide = max(width_of(one, SMALL) / INCH + 0.12 for one in labels)
    width = max(BUCKETS_WIDTH, max(BUCKET, wide) * len(buckets))
    height = max(BUCKETS_HEIGHT, NAME * len(lines) / INCH + 0.1)
    figure, [[axes]] = panels([1], width, height, Margins(0.5, room, 0.65, 0.35))
    for number, line in enumerate(lines):
        values = [float("nan") if one is None else 100 * one for one in line["values"]]
        axes.plot(
            range(len(buckets)),
            values,
            linewidth=1.1,
            marker=ink(number).mark,
            markersize=4,
            markeredgecolor=WHITE,
            markeredgewidth=0.3,
            zorder=3,
            **stroke(number),
        )
    axes.set_xlim(-0.3, len(buckets) - 0.7)
    sizes = [f"{name}\n({one['sentences']})" for name, one in zip(labels, buckets, strict=True)]
    axes.set_xticks(range(len(buckets)), sizes)
    axes.set_xlabel(f"{CALLED[content['by']]} (sentences)")
    measure = measure_name(content["measure"], content["beta"])
    axes.set_ylabel(f"{measure}, per cent")
    plain_frame(axes)
    title(axes, f"{content['metric'].upper()} {measure} by {CALLED[content['by']]}")
    ends = [_end(line["values"]) for line in lines]
    known = [end for end in ends if end is not None]
    low = min(known, default=0.0)
    heights = [low if end is None else end for end in ends]
    draw_endings(axes, names, heights, (width, height), has_marks=True)
    return figure


def _end(values: list[float | None]) -> float | None:
    """Return where a line ends, in per cent."""
    return next((100 * one for one in reversed(values) if one is not None), None)


# Systems against systems, the best first, and which of them can be told apart.
#
# Below the diagonal p, corrected for all pairs, the smaller the darker, bold where two can be
# told
# apart; above it the difference in points, row less column; on it the score. Systems with a
# letter
# in common cannot be told apart.


PAIRS_ACROSS = 0.48  # inches of a cell
PAIRS_UP = 0.26
PAIRS_NAMES = 1.8


def pairs_numbers(document: Content, measure: str) -> dict[str, Any]:
    """Return what the picture shows. Raises: NothingToPlotError without pairs."""
    del measure
    if document.get("command") != "compare" or "pairs" not in document:
        raise NothingToPlotError("no pairs found, expected those of 'compare --all'")
    systems = document["systems"]
    key = score_key(systems[0])
    places = {one["system"]: place for place, one in enumerate(systems)}
    p: list[list[float | None]] = [[None] * len(systems) for _ in systems]
    difference = [list(row) for row in p]
    apart = [[False] * len(systems) for _ in systems]
    for one in document["pairs"]:
        a, b = places[one["system"]], places[one["other"]]
        p[a][b] = p[b][a] = one[document["report"]]
        difference[a][b], difference[b][a] = one["difference"], -one["difference"]
        apart[a][b] = apart[b][a] = one["told_apart"]
    return {
        "metric": document["metric"],
        "measure": key,
        "beta": document["parameters"].get("beta"),
        "sentences": document["sentences"],
        "resampling": document["resampling"],
        "level": document["level"],
        "corrected": "holm",
        "systems": [
            {
                "system": one["system"],
                "name": name_of(one),
                "score": one[key],
                "groups": one["groups"],
            }
            for one in systems
        ],
        "p": p,
        "least_p": least_p(document["resampling"]["resamples"], len(document["pairs"])),
        "difference": difference,
        "told_apart": apart,
    }


def _called_measure(content: Content) -> str:
    return f"{content['metric'].upper()} {measure_name(content['measure'], content['beta'])}"


def _counted(n_pairs: int) -> str:
    return "1 pair" if n_pairs == 1 else f"{n_pairs} pairs"


def pairs_words(content: Content) -> Words:
    """Return title and description."""
    systems = content["systems"]
    names = [printable(one["name"]) for one in systems]
    groups = [f" ({one['groups']})" if one["groups"] else "" for one in systems]
    scores = ", ".join(
        f"{name} {percent(one['score'])}{group}"
        for name, one, group in zip(names, systems, groups, strict=True)
    )
    pairs = [
        f"{names[a]} and {names[b]} {shown_p(content['p'][a][b], content['least_p'])}"
        for b in range(len(systems))
        for a in range(b)
    ]
    return Words(
        "Which systems can be told apart?",
        f"{_called_measure(content)}, per cent: {scores}. p of approximate randomization, "
        f"corrected by Holm for {_counted(len(pairs))}: {'; '.join(pairs)}. {_legend(content)}.",
    )


def _legend(content: Content) -> str:
    """Say what letters mean, or why there are none."""
    few = too_few(
        content["resampling"]["resamples"], _n_pairs(content["systems"]), content["level"]
    )
    if few:
        return f"No groups: {few[0]}"
    return f"Systems that share a letter cannot be told apart at level {content['level']:g}"


def _n_pairs(systems: Sequence[Content]) -> int:
    return len(systems) * (len(systems) - 1) // 2


def pairs_draw(content: Content) -> Figure:
    """Draw the square."""
    systems = content["systems"]
    size = range(len(systems))
    names = fitted([one["name"] for one in systems], PAIRS_NAMES * INCH)
    rows = [f"{name}  {one['groups']}" for name, one in zip(names, systems, strict=True)]
    margins = Margins(widest(rows) + 0.15, 1.0, widest(names) + 0.75, 0.6)
    figure, [[axes]] = panels([1], PAIRS_ACROSS * len(rows), PAIRS_UP * len(rows), margins)
    cells = [[_pair_cell(content, row, column) for column in size] for row in size]
    draw_cells(axes, rows, names, cells, turned=True)
    n_pairs = _counted(_n_pairs(systems))
    title(
        axes,
        _called_measure(content),
        f"below: p, Holm for {n_pairs}, bold if told apart",
        "above: difference in points, row less column",
    )
    axes.annotate(
        _legend(content),
        (0, 0),
        (0, -(widest(names) * INCH + 14)),
        xycoords="axes fraction",
        textcoords="offset points",
        fontsize=6.5,
    )
    return figure


def _pair_cell(content: Content, row: int, column: int) -> Cell:
    if row == column:
        return Cell(percent(content["systems"][row]["score"]), WHITE, is_bold=True)
    if row < column:
        return Cell(percent(content["difference"][row][column], signed=True), WHITE)
    p = content["p"][row][column]
    if p is None:
        return Cell("–", LIGHT)
    return Cell(
        shown_p(p, content["least_p"]), shade(p), is_bold=content["told_apart"][row][column]
    )
