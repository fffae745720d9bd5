"""Pictures of the scores of systems: forest, differences, pr, types, buckets, pairs.

For each kind KIND_numbers takes the numbers to show from a document, and raises NothingToPlotError
where it has none; KIND_words says it in words, and KIND_draw draws it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, isinf
from typing import TYPE_CHECKING, Any

from fastgec.fscore import f_beta
from fastgec.read import counted
from fastgec.show.plots.canvas import (
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
    draw_endings,
    draw_line,
    draw_names,
    draw_row_names,
    end_of,
    fitted,
    in_rows,
    note,
    note_of_row,
    panels,
    plain_frame,
    points_of,
    printable,
    title,
    widest,
)
from fastgec.show.plots.content import (
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
    some_of,
    span,
    square_of,
    system_of,
    value_of,
)
from fastgec.study.comparison import least_p, too_few
from fastgec.values import shown_p as marked_p

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ROW = 0.19  # inches of a row of a forest, or of types
FOREST_WIDTH = 2.4  # inches of a panel
FOREST_NAMES = 2.2  # of a name, at most
PANEL = ("corpus", "metric", "beta", "sentences")  # facts that pictures show of a panel


def forest_numbers(document: Content, measure: str) -> dict[str, Any]:
    """Return the scores of systems with their intervals, a panel for each corpus and metric."""
    shown = []
    for panel in panels_of(document):
        key = panel["key"] if measure == SCORE else measure
        if panel["resampling"] is None:
            raise NothingToPlotError("no intervals: --ci is required")
        if key not in panel["rows"][0]:
            raise NothingToPlotError(f"no {key} of {panel['metric']}: expected {SCORE}")
        rows = [
            {**system_of(row), "value": value_of(row, key), "interval": interval_of(row, key)}
            for row in panel["rows"]
        ]
        facts = {"title": heading(panel, key), "note": drawn_note(panel["resampling"])}
        facts |= some_of(panel, "corpus", "metric") | {"measure": key}
        facts |= some_of(panel, "beta", "sentences", "resampling") | {"rows": rows}
        shown.append(facts)
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
    """Draw a row for each system: the mark is the value, the line its interval, then numbers."""
    shown, is_signed = content["panels"], content["zero"]
    names = [
        fitted([row["name"] for row in panel["rows"]], FOREST_NAMES * INCH, SMALL + 0.5)
        for panel in shown
    ]
    left = max(widest(one, SMALL + 0.5) for one in names) + 0.2
    n_rows = max(len(panel["rows"]) for panel in shown)
    texts = [_forest_text(row, is_signed=is_signed) for panel in shown for row in panel["rows"]]
    margins = Margins(left, widest(texts) + 0.2, 0.5, 0.45)
    figure, axes = panels(in_rows(len(shown)), FOREST_WIDTH, ROW * n_rows + 0.15, margins)
    for one, panel, of_panel in zip(axes, shown, names, strict=True):
        _draw_forest(one, panel, of_panel, n_rows, is_signed=is_signed)
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
            if row["interval"]:
                ends = [100 * bound for bound in row["interval"]]
                axes.plot(ends, (number,) * 2, "|-", color=DARK, lw=1.1, ms=5, mew=1, zorder=3)
            axes.plot([100 * row["value"]], [number], "o", color=BLACK, markersize=4.2, zorder=4)
        note_of_row(axes, number, _forest_text(row, is_signed=is_signed))
    if is_signed:
        axes.axvline(0, color=GREY, linewidth=0.8, dashes=(4, 2), zorder=1)
    axes.set_xlabel("per cent" if not is_signed else "points")
    draw_row_names(axes, names, fontsize=SMALL + 0.5)
    title(axes, printable(panel["title"]), printable(panel["note"]))


def _forest_text(row: Content, *, is_signed: bool) -> str:
    """Return the numbers beside a row: its value, interval and p."""
    text = percent(row["value"], signed=is_signed)
    if row["interval"]:
        bounds = (percent(bound, signed=is_signed) for bound in row["interval"])
        text += f"  [{', '.join(bounds)}]"
    return text + (f"  p {shown_p(row['p'], row['least_p'])}" if "p" in row else "")


def differences_numbers(document: Content, measure: str) -> dict[str, Any]:
    """Return the differences of systems to a base, with intervals and p."""
    if document.get("command") != "compare" or "base" not in document:
        raise NothingToPlotError("no differences: expected the result of 'compare' with a base")
    base = document["base"]
    key, beta = score_key(base), document["parameters"].get("beta")
    is_corrected = document["report"].endswith("holm")
    n_resamples = document["resampling"]["resamples"]
    least = least_p(n_resamples, len(document["systems"]) if is_corrected else 1)
    interval = f"{100 * (1 - document['level']):g}% intervals"
    called = f"{document['metric'].upper()} {measure_name(key, beta)}"
    panel = {
        "title": f"{called} less that of {name_of(base)}",
        "note": f"{interval}; p of approximate randomization{', Holm' * is_corrected} "
        f"({n_resamples:,} resamples)",
        "corpus": "",
        "metric": document["metric"],
        "measure": key,
        "beta": beta,
        **some_of(document, "sentences", "resampling"),
        "corrected": "holm" if is_corrected else None,
        "base": {**system_of(base), "value": base[key]},
        "rows": [
            {**system_of(one), "value": one["difference"], "interval": list(one["interval"])}
            | {"p": one[document["report"]], "least_p": least}
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


differences_draw = forest_draw


PR_SIDE = 3.4  # inches of a panel
PR_NAMES = 1.3  # of a name, at most
STEPS = (0.01, 0.02, 0.05, 0.1, 0.2)  # between lines of equal F
MOST_LINES = 10
POINTS = 120  # of a line
SHORT = 0.1  # share of the width: shorter lines in a corner have no number


def pr_numbers(document: Content, measure: str) -> dict[str, Any]:
    """Return the precision and recall of systems, a panel for each corpus and metric."""
    shown = []
    every = list(panels_of(document))
    having = [one for one in every if {"precision", "recall"} <= one["rows"][0].keys()]
    for panel in having:
        rows = []
        for row in panel["rows"]:
            one = {**system_of(row)}
            one |= {key: value_of(row, key) for key in ("precision", "recall", "f")}
            if row.get("intervals"):
                one["intervals"] = {key: interval_of(row, key) for key in ("precision", "recall")}
            rows.append(one)
        if not all(None in (row["precision"], row["recall"]) for row in rows):
            shown.append({"title": heading(panel, "f"), **some_of(panel, *PANEL), "rows": rows})
    if not shown:
        names = ", ".join(dict.fromkeys(panel["metric"] for panel in every))
        if having:  # of nothing proposed precision is undefined, of no gold recall
            raise NothingToPlotError(
                f"no system with both precision and recall of {names}: expected one that "
                "proposes edits, and gold that has some"
            )
        raise NothingToPlotError(f"no precision and recall of {names}")
    return {"panels": shown}


def pr_words(content: Content) -> Words:
    """Return title and description."""
    parts = []
    for panel in content["panels"]:
        known = []
        for row in panel["rows"]:
            p, r, f = (percent(row[key]) for key in ("precision", "recall", "f"))
            known.append(f"{printable(row['name'])} P {p}, R {r}, F {f}")
        parts.append(f"{printable(panel['title'])}, per cent: {'; '.join(known)}.")
    axes = "Horizontal: recall; vertical: precision; lines of equal F."
    return Words("Precision against recall, a point for each system", " ".join([axes, *parts]))


def pr_draw(content: Content) -> Figure:
    """Draw a point for each system, with lines of equal F; a thin cross shows intervals.

    Systems that propose nothing have no precision: they are named beneath.
    """
    shown = content["panels"]
    margins = Margins(0.5, 0.35, 0.6, 0.45)
    figure, axes = panels(in_rows(len(shown)), PR_SIDE, PR_SIDE * 0.9, margins)
    for one, panel in zip(axes, shown, strict=True):
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
    x = [100 * row["recall"] for row in rows]
    y = [100 * row["precision"] for row in rows]
    lines = []
    for row, at_x, at_y in zip(rows, x, y, strict=True):
        known = row.get("intervals") or {}
        if bounds := known.get("recall"):
            lines.append([(100 * bound, at_y) for bound in bounds])
        if bounds := known.get("precision"):
            lines.append([(at_x, 100 * bound) for bound in bounds])
    for line in lines:
        axes.plot(*zip(*line, strict=True), color=GREY, linewidth=0.6, zorder=2)
    axes.plot(x, y, "o", markersize=3.8, color=BLACK, markeredgecolor=WHITE, mew=0.4, zorder=6)
    names = fitted([row["name"] for row in rows], PR_NAMES * INCH)
    draw_names(axes, names, x, y, lines, (PR_SIDE, PR_SIDE * 0.9))
    axes.set_xlabel("recall, per cent")
    axes.set_ylabel("precision, per cent")
    left_out = [row["name"] for row in panel["rows"] if row not in rows]
    if left_out:
        text = f"proposes nothing, so no precision: {', '.join(fitted(left_out, PR_NAMES * INCH))}"
        note(axes, text, (0, 0), (0, -32), color=DARK)
    title(axes, printable(panel["title"]), beneath=1)  # numbers of lines stand between


def _view(values: Sequence[float]) -> tuple[float, float]:
    """Return the range of an axis, in per cent: the values and a margin, at steps of 5 or 1.

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
    small = {"fontsize": SMALL - 0.5, "color": DARK}
    for number in range(int(lowest / step) + 1, int(highest / step + 1e-9) + 1):
        level = number * step
        points = _contour(level, beta, (left, right), (bottom, top))
        if len(points) < 2:
            continue
        x, y = zip(*points, strict=True)
        axes.plot(x, y, color=LIGHT, linewidth=0.7, dashes=(4, 2), zorder=0)
        if x[-1] >= min(right, 100) - 1e-6:
            at, offset, side, base = points[-1], (3, 0), "left", "center"
        elif y[0] >= min(top, 100) - 1e-6:
            at, offset, side, base = points[0], (0, 2), "center", "bottom"
        elif x[-1] - left > SHORT * (right - left):  # from the left to the bottom
            at, offset, side, base = points[-1], (0, 3), "center", "bottom"
        else:
            continue
        text = f"{100 * level:g}"
        note(axes, text, at, offset, "data", ha=side, va=base, annotation_clip=False, **small)
    note(axes, measure_name("f", beta), (1, 1), (3, 9), **small)


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

    P = F R / ((1 + beta^2) R - beta^2 F), and R of P in the same form; at an infinite beta F is R.
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


TYPES_WIDTH = 2.8  # inches of the panel
MOST_ROWS = 30
TYPES_NAMES = 1.2  # of a name, at most
TYPES = 1.4
SHARE_OF = {"recall": "gold edits", "precision": "proposed edits", "f": "gold edits"}


def types_numbers(document: Content, measure: str) -> dict[str, Any]:
    """Return a measure of each error type, of one system or two."""
    systems = document.get("systems") or []
    if not systems or not all("types" in one for one in systems):
        expected = "--types (MaxMatch) or -cat (ERRANT) is required"
        raise NothingToPlotError(f"no types: {expected}")
    if len(systems) > 2:
        raise NothingToPlotError(f"types of {len(systems)} systems: expected one or two")
    if any(measure not in row for one in systems for row in one["types"]):
        raise NothingToPlotError(f"no {measure} of types: expected recall")
    known = [{row["type"]: row for row in one["types"]} for one in systems]
    rows = []
    for name in dict.fromkeys(row["type"] for one in systems for row in one["types"]):
        of_each = [one.get(name) for one in known]
        row = {
            "type": name,
            "values": [row and value_of(row, measure) for row in of_each],
            "edits": [0 if row is None else _edits(row, measure) for row in of_each],
        }
        if any(one and one.get("intervals") for one in of_each):
            row["intervals"] = [one and interval_of(one, measure) for one in of_each]
        if any(value is not None for value in row["values"]):
            rows.append(row)
    if not rows:
        raise NothingToPlotError(f"no type with {SHARE_OF[measure]}")
    rows.sort(key=lambda row: (-sum(row["edits"]), row["type"]))
    return {
        "metric": document["metric"],
        "measure": measure,
        "share_of": SHARE_OF[measure],
        "sentences": document["sentences"],
        "resampling": document.get("resampling"),
        "systems": [system_of(one) for one in systems],
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
    """Draw a row for each type: a circle is the first system, a square the second.

    A line joins them. Beside a row stands how many edits its share is of, for each system.
    """
    from matplotlib.lines import Line2D

    rows = content["rows"][: content["drawn"]]
    types = fitted([row["type"] for row in rows], TYPES * INCH)
    counts = [" / ".join(map(str, row["edits"])) for row in rows]
    margins = Margins(widest(types) + 0.2, max(widest(counts) + 0.2, 0.8), 0.5, 0.75)
    figure, [axes] = panels([1], TYPES_WIDTH, ROW * len(rows) + 0.15, margins)
    axes.set_xlim(-3, 103)
    axes.set_ylim(len(rows) - 0.4, -0.6)
    for number, row in enumerate(rows):
        _draw_type(axes, number, row)
        note_of_row(axes, number, counts[number], color=DARK)
    note(axes, content["share_of"], (1, 1), (5, 2), color=DARK)
    axes.set_xlabel(f"{content['measure']}, per cent")
    draw_row_names(axes, types)
    names = fitted([one["name"] for one in content["systems"]], TYPES_NAMES * INCH)
    marks = [Line2D([], [], **_mark(system)) for system in range(len(names))]
    place: dict[str, Any] = {"loc": "lower left", "bbox_to_anchor": (-0.03, 1.0), "ncol": 2}
    gaps = {"handletextpad": 0.2, "columnspacing": 1.2, "borderaxespad": 0.1}
    axes.legend(marks, names, frameon=False, fontsize=SMALL, **place, **gaps)
    rest = len(content["rows"]) - content["drawn"]
    drawn = [drawn_note(content["resampling"]), f"{rest} rarer types left out" if rest else ""]
    measured = f"{content['metric'].upper()}: {content['measure']} of types"
    title(axes, measured, "; ".join(filter(None, drawn)), beneath=1)
    return figure


def _draw_type(axes: Axes, number: int, row: Content) -> None:
    axes.axhline(number, color=LIGHT, linewidth=0.4, zorder=0)
    known = [100 * value for value in row["values"] if value is not None]
    if len(known) == 2:
        axes.plot(known, (number,) * 2, color=GREY, linewidth=1.6, zorder=2)
    intervals = row.get("intervals") or [None] * len(row["values"])
    shift = 0.2 if len(row["values"]) == 2 else 0.0
    for system, (value, bounds) in enumerate(zip(row["values"], intervals, strict=True)):
        if bounds:
            height = number + shift * (2 * system - 1)
            ends = [100 * bound for bound in bounds]
            axes.plot(ends, (height,) * 2, color=DARK, linewidth=0.5, zorder=1)
        if value is not None:
            # Where both are equal, the square is seen around the circle.
            axes.plot([100 * value], [number], zorder=4 - system, **_mark(system))


def _mark(system: int) -> dict[str, Any]:
    shape, size, face = (("o", 4.4, WHITE), ("s", 5.4, BLACK))[system]
    edge = {"linestyle": "none", "markeredgecolor": BLACK, "markeredgewidth": 0.9}
    return {"marker": shape, "markersize": size, "markerfacecolor": face, **edge}


BUCKETS_WIDTH = 3.4  # inches of the panel, at least
BUCKETS_HEIGHT = 2.4
BUCKET = 0.5  # of a bucket
NAME = SMALL + 2  # points from one name to the next
BUCKETS_NAMES = 1.6
CALLED = {"length": "tokens of the source", "edits": "gold edits of the sentence"}


def buckets_numbers(document: Content, measure: str) -> dict[str, Any]:
    """Return the scores of sentences in buckets, by their length or their gold edits."""
    by, systems = document.get("by"), document.get("systems") or []
    if by not in CALLED or not systems or not all(one.get("buckets") for one in systems):
        raise NothingToPlotError("no buckets: --buckets is required")
    filled = [one for each in systems for one in each["buckets"] if one["sentences"]]
    key = score_key(filled[0]) if measure == SCORE else measure
    if key not in filled[0]:
        raise NothingToPlotError(f"no {key} of buckets: expected {SCORE}")
    return {
        "metric": document["metric"],
        "measure": key,
        "beta": document.get("beta"),
        "by": by,
        "buckets": [some_of(one, "low", "high", "sentences") for one in systems[0]["buckets"]],
        "lines": [
            {**system_of(one), "values": [value_of(bucket, key) for bucket in one["buckets"]]}
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
    sizes = ", ".join(f"{label(one)}: {one['sentences']}" for one in content["buckets"])
    called = f"{_called_measure(content)}, per cent, by {CALLED[content['by']]}"
    text = f"{called}. Sentences: {sizes}. {'; '.join(parts)}."
    return Words("Scores of sentences in buckets", text)


def buckets_draw(content: Content) -> Figure:
    """Draw a line for each system."""
    buckets, lines = content["buckets"], content["lines"]
    names = fitted([line["name"] for line in lines], BUCKETS_NAMES * INCH)
    labels = [label(one) for one in buckets]
    width = max(BUCKETS_WIDTH, max(BUCKET, widest(labels) + 0.12) * len(buckets))
    height = max(BUCKETS_HEIGHT, NAME * len(lines) / INCH + 0.1)
    margins = Margins(0.5, widest(names) + 0.45, 0.65, 0.35)
    figure, [axes] = panels([1], width, height, margins)
    marks = {"markersize": 4, "markeredgecolor": WHITE, "markeredgewidth": 0.3}
    for number, line in enumerate(lines):
        draw_line(axes, number, points_of(line["values"], 100), **marks)
    axes.set_xlim(-0.3, len(buckets) - 0.7)
    sizes = [f"{label(one)}\n({one['sentences']})" for one in buckets]
    axes.set_xticks(range(len(buckets)), sizes)
    axes.set_xlabel(f"{CALLED[content['by']]} (sentences)")
    axes.set_ylabel(f"{measure_name(content['measure'], content['beta'])}, per cent")
    plain_frame(axes)
    title(axes, f"{_called_measure(content)} by {CALLED[content['by']]}")
    ends = [end_of(line["values"]) for line in lines]
    low = min((100 * end for end in ends if end is not None), default=0.0)
    heights = [low if end is None else 100 * end for end in ends]
    draw_endings(axes, names, heights, (width, height), has_marks=True)
    return figure


PAIRS_ACROSS = 0.48  # inches of a cell
PAIRS_UP = 0.26
PAIRS_NAMES = 1.8


def pairs_numbers(document: Content, measure: str) -> dict[str, Any]:
    """Return the p and the difference of all pairs of systems, the best system first."""
    if document.get("command") != "compare" or "pairs" not in document:
        raise NothingToPlotError("no pairs: expected the result of 'compare --all'")
    systems, pairs = document["systems"], document["pairs"]
    key = score_key(systems[0])
    named = [one["system"] for one in systems]
    found = [(one["system"], one["other"], one) for one in pairs]
    differences = [(a, b, one["difference"]) for a, b, one in found]
    differences += [(b, a, -one["difference"]) for a, b, one in found]
    return {
        "metric": document["metric"],
        "measure": key,
        "beta": document["parameters"].get("beta"),
        **some_of(document, "sentences", "resampling", "level"),
        "corrected": "holm",
        "systems": [
            {**system_of(one), "score": one[key], "groups": one["groups"]} for one in systems
        ],
        "p": square_of(named, [(a, b, one[document["report"]]) for a, b, one in found]),
        "least_p": least_p(document["resampling"]["resamples"], len(pairs)),
        "difference": square_of(named, differences, is_symmetric=False),
        "told_apart": square_of(named, [(a, b, one["told_apart"]) for a, b, one in found], False),
    }


def _called_measure(content: Content) -> str:
    return f"{content['metric'].upper()} {measure_name(content['measure'], content['beta'])}"


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
        f"corrected by Holm for {counted(len(pairs), 'pair')}: {'; '.join(pairs)}. "
        f"{_legend(content)}.",
    )


def _n_pairs(content: Content) -> int:
    n_systems = len(content["systems"])
    return n_systems * (n_systems - 1) // 2


def _legend(content: Content) -> str:
    """Return a note that explains the letters, or why there are none."""
    plan = content["resampling"]
    few = too_few(plan["resamples"], _n_pairs(content), content["level"], plan.get("clusters", 0))
    if few:
        return f"No groups: {few[0]}"
    return f"Systems that share a letter cannot be told apart at level {content['level']:g}"


def pairs_draw(content: Content) -> Figure:
    """Draw a square: below the diagonal p, above it differences, on it scores.

    p is corrected for all pairs, the smaller the darker, bold where two differ significantly.
    """
    systems = content["systems"]
    size = range(len(systems))
    names = fitted([one["name"] for one in systems], PAIRS_NAMES * INCH)
    rows = [f"{name}  {one['groups']}" for name, one in zip(names, systems, strict=True)]
    margins = Margins(widest(rows) + 0.15, 1.0, widest(names) + 0.75, 0.6)
    figure, [axes] = panels([1], PAIRS_ACROSS * len(rows), PAIRS_UP * len(rows), margins)
    cells = [[_pair_cell(content, row, column) for column in size] for row in size]
    draw_cells(axes, rows, names, cells, turned=True)
    below = f"below: p, Holm for {counted(_n_pairs(content), 'pair')}, bold if told apart"
    title(axes, _called_measure(content), below, "above: difference in points, row less column")
    note(axes, _legend(content), (0, 0), (0, -(widest(names) * INCH + 14)))
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
