"""Correlation among systems of neighbouring ranks: a line for each metric.

A window is some systems that people rank one after the other, the best first. A metric that tells
good systems from bad ones need not tell good ones apart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastgec.plots.canvas import INCH, Margins, Words, panels, plain_frame, title, width_of
from fastgec.plots.endings import draw_endings, stroke
from fastgec.plots.inks import GREY, SMALL, ink
from fastgec.plots.picked import (
    MEASURES,
    SWEPT,
    Content,
    NothingToPlotError,
    called,
    corpus_title,
    result_for,
    value,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH = 3.4  # inches of a panel
HEIGHT = 2.4


def numbers(document: Content, measure: str) -> dict[str, Any]:
    """Return what the picture shows. Raises: NothingToPlotError without windows."""
    if measure not in SWEPT:
        raise NothingToPlotError(f"windows of {measure} found, expected {' or '.join(SWEPT)}")
    key, symbol = MEASURES[measure]
    corpora = []
    for corpus in document["corpora"]:
        lines = []
        for metric in corpus["metrics"]:
            result = result_for(metric, measure)
            if result.get("windows"):
                lines.append(
                    {
                        "metric": metric["metric"],
                        "beta": result.get("beta"),
                        "values": [one.get(key) for one in result["windows"]],
                        "windows": [[one["first"], one["last"]] for one in result["windows"]],
                    }
                )
        if not lines:
            raise NothingToPlotError(f"no windows of {corpus['corpus']} found, expected --windows")
        corpora.append(
            {
                "corpus": corpus["corpus"],
                "title": corpus_title(corpus),
                "windows": lines[0]["windows"],
                "lines": [_without_windows(line) for line in lines],
            }
        )
    return {"measure": key, "symbol": symbol, "corpora": corpora}


def _without_windows(line: dict[str, Any]) -> dict[str, Any]:
    return {key: one for key, one in line.items() if key != "windows"}


def words(content: Content) -> Words:
    """Return title and description."""
    parts = []
    for corpus in content["corpora"]:
        names = [f"{first} to {last}" for first, last in corpus["windows"]]
        shown = []
        for line in corpus["lines"]:
            pairs = zip(names, line["values"], strict=True)
            found = ", ".join(f"ranks {name} {value(one)}" for name, one in pairs)
            shown.append(f"{called(line, line)}: {found}")
        parts.append(f"{corpus['title']}. {'; '.join(shown)}.")
    measure = content["measure"].capitalize()
    return Words(f"{measure} correlation among systems of neighbouring ranks", " ".join(parts))


def draw(content: Content) -> Figure:
    """Draw a panel for each corpus, two in a row."""
    corpora = content["corpora"]
    names = [called(line, line) for corpus in corpora for line in corpus["lines"]]
    room = max(width_of(name, SMALL) for name in names) / INCH + 0.45
    margins = Margins(0.5, room, 0.45, 0.4)
    sizes = [2] * (len(corpora) // 2) + [1] * (len(corpora) % 2)
    figure, rows = panels(sizes, WIDTH, HEIGHT, margins)
    for axes, corpus in zip([one for row in rows for one in row], corpora, strict=True):
        _draw_panel(axes, corpus, str(content["symbol"]))
    return figure


def _draw_panel(axes: Axes, corpus: Content, symbol: str) -> None:
    windows = corpus["windows"]
    for number, line in enumerate(corpus["lines"]):
        values = [float("nan") if one is None else one for one in line["values"]]
        axes.plot(
            range(len(windows)),
            values,
            linewidth=1.1,
            marker=ink(number).mark,
            markersize=3.4,
            zorder=3,
            **stroke(number),
        )
    axes.axhline(0, color=GREY, linewidth=0.5, dashes=(2, 4), zorder=0)
    axes.set_ylim(-1.08, 1.08)
    axes.set_xlim(-0.2, len(windows) - 0.8)
    names = [f"{first}–{last}" for first, last in windows]
    axes.set_xticks(range(len(windows)), names)
    axes.set_xlabel("ranks of the systems, by people")
    axes.set_ylabel(symbol)
    plain_frame(axes)
    title(axes, corpus["title"])
    ends = [
        next((one for one in reversed(line["values"]) if one is not None), 0.0)
        for line in corpus["lines"]
    ]
    draw_endings(axes, [called(line, line) for line in corpus["lines"]], ends, (WIDTH, HEIGHT))
