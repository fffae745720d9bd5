"""Human scores against a metric's scores, a panel for each metric and corpus.

Every system has its name beside its point. The line is the least-squares line; thin lines are 95%
intervals of the scores, where they are known.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from typing import TYPE_CHECKING, Any

from fastgec.plots.beside import draw_names
from fastgec.plots.canvas import Margins, Words, panels, plain_frame, title
from fastgec.plots.inks import BLACK, GREY, LIGHT, WHITE
from fastgec.plots.picked import (
    Content,
    NothingToPlotError,
    called,
    corpus_title,
    results_of,
    value,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

ACROSS = 3  # panels in a row
SIDE = 2.1  # inches of a panel
HEIGHT = 1.9


def numbers(document: Content, measure: str) -> dict[str, Any]:
    """Return what the picture shows: of each corpus its panels. Raises: NothingToPlotError."""
    corpora = []
    for corpus in document["corpora"]:
        human = corpus["human"]
        shown = []
        for metric, result in results_of(corpus, measure):
            known = result["correlations"]
            one: dict[str, Any] = {
                "metric": metric["metric"],
                "beta": result.get("beta"),
                "pearson": known.get("pearson"),
                "spearman": known.get("spearman"),
                "line": _line(human["scores"], result["scores"]),
                "scores": list(result["scores"]),
            }
            if result.get("score_intervals"):
                one["score_intervals"] = result["score_intervals"]
            shown.append(one)
        content: dict[str, Any] = {
            "corpus": corpus["corpus"],
            "title": corpus_title(corpus),
            "systems": list(corpus["systems"]),
            "human": human["name"],
            "human_scores": list(human["scores"]),
        }
        if human.get("intervals"):
            content["human_intervals"] = human["intervals"]
        if shown:
            corpora.append({**content, "panels": shown})
    if not corpora:
        raise NothingToPlotError("no metric with two betas found, expected one")
    return {"measure": measure, "corpora": corpora}


def _line(x: Sequence[float], y: Sequence[float]) -> list[float] | None:
    """Return intercept and slope of the least-squares line; None without spread of x."""
    n = len(x)
    mean_x, mean_y = fsum(x) / n, fsum(y) / n
    spread = fsum((a - mean_x) ** 2 for a in x)
    if max(x) == min(x) or spread == 0:
        return None
    slope = fsum((a - mean_x) * (b - mean_y) for a, b in zip(x, y, strict=True)) / spread
    return [mean_y - slope * mean_x, slope]


def words(content: Content) -> Words:
    """Return title and description."""
    parts = []
    for corpus in content["corpora"]:
        shown = "; ".join(
            f"{called(one, one)}: r {value(one['pearson'])}, rho {value(one['spearman'])}"
            for one in corpus["panels"]
        )
        parts.append(f"{corpus['title']}. {shown}.")
    return Words(
        "Scores of metrics against human scores, a point for each system",
        "Horizontal: the human score; vertical: the metric's. " + " ".join(parts),
    )


def draw(content: Content) -> Figure:
    """Draw the panels: a new row for each corpus."""
    rows: list[list[tuple[Content, Content]]] = []
    for corpus in content["corpora"]:
        shown = [(corpus, one) for one in corpus["panels"]]
        across = 2 if content["measure"] == "both" or len(shown) == 4 else ACROSS
        rows += [shown[start : start + across] for start in range(0, len(shown), across)]
    margins = Margins(0.55, 0.15, 0.5, 0.5)
    figure, axes = panels([len(row) for row in rows], SIDE, HEIGHT, margins, 0.05)
    several = len(content["corpora"]) > 1
    for row, row_axes in zip(rows, axes, strict=True):
        for (corpus, one), each in zip(row, row_axes, strict=True):
            _draw_panel(each, corpus, one, several)
    return figure


def _draw_panel(axes: Axes, corpus: Content, one: Content, has_name: bool) -> None:
    x, y = corpus["human_scores"], one["scores"]
    _limits(axes.set_xlim, x, corpus.get("human_intervals"))
    _limits(axes.set_ylim, y, one.get("score_intervals"))
    lines = _draw_intervals(axes, corpus, one)
    if one["line"] is not None:
        intercept, slope = one["line"]
        ends = min(x), max(x)
        heights = [intercept + slope * end for end in ends]
        axes.plot(ends, heights, color=GREY, linewidth=0.9, dashes=(4, 2), zorder=2)
        lines.append(tuple(zip(ends, heights, strict=True)))
    axes.plot(x, y, "o", markersize=3.4, color=BLACK, markeredgecolor=WHITE, mew=0.4, zorder=6)
    draw_names(axes, corpus["systems"], x, y, lines, (SIDE, HEIGHT))
    known = f"r {value(one['pearson'])}, ρ {value(one['spearman'])}"
    name = f"{corpus['corpus']}: " if has_name else ""
    title(axes, called(one, one), name + known)
    axes.set_xlabel(corpus["human"])
    plain_frame(axes)


def _limits(
    set_limits: Any, values: Sequence[float], intervals: Sequence[Sequence[float]] | None
) -> None:
    every = [*values, *(bound for pair in intervals or () for bound in pair)]
    low, high = min(every), max(every)
    margin = 0.08 * (high - low) or 0.05
    set_limits(low - margin, high + margin)


def _draw_intervals(axes: Axes, corpus: Content, one: Content) -> list[Any]:
    """Draw intervals and return them as lines, in the numbers of the axes."""
    x, y = corpus["human_scores"], one["scores"]
    lines = []
    for number, (low, high) in enumerate(corpus.get("human_intervals") or ()):
        lines.append(((low, y[number]), (high, y[number])))
    for number, (low, high) in enumerate(one.get("score_intervals") or ()):
        lines.append(((x[number], low), (x[number], high)))
    for (x_start, y_start), (x_end, y_end) in lines:
        axes.plot((x_start, x_end), (y_start, y_end), color=LIGHT, linewidth=0.7, zorder=1)
    return lines
