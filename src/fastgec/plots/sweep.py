"""Correlation against beta: a line for each metric, a panel for each corpus.

The diamond stands at beta*, the mean of what folds chose, the bar through it spans what they
chose; the band is a 95% interval, at some betas of the sweep with straight lines between, where one
is known. Metrics without beta are level, thin lines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastgec.plots.canvas import INCH, Margins, Words, panels, plain_frame, title, width_of
from fastgec.plots.endings import draw_endings, stroke
from fastgec.plots.inks import GREY, SMALL, WHITE, ink
from fastgec.plots.picked import (
    MEASURES,
    SWEPT,
    Content,
    NothingToPlotError,
    corpus_title,
    value,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

WIDTH = 3.6  # inches of a panel
HEIGHT = 2.5


def numbers(document: Content, measure: str) -> dict[str, Any]:
    """Return what the picture shows. Raises: NothingToPlotError without a sweep."""
    if measure not in SWEPT:
        raise NothingToPlotError(f"sweep of {measure} found, expected {' or '.join(SWEPT)}")
    key, symbol = MEASURES[measure]
    corpora = []
    for corpus in document["corpora"]:
        lines = [_of_metric(metric, key) for metric in corpus["metrics"]]
        if not any("values" in line for line in lines):
            name = corpus["corpus"]
            raise NothingToPlotError(f"no metric of {name} was swept, expected --beta sweep")
        corpora.append(
            {
                "corpus": corpus["corpus"],
                "title": corpus_title(corpus),
                "lines": [line for line in lines if "values" in line or line["level"] is not None],
            }
        )
    return {"measure": key, "symbol": symbol, "corpora": corpora}


def _of_metric(metric: Content, key: str) -> dict[str, Any]:
    swept = metric.get("sweep")
    if not swept:
        return {"metric": metric["metric"], "level": metric["results"][0]["correlations"].get(key)}
    best = swept["best"][key]
    folds = [one for one in best.get("fold_betas") or [] if one is not None]
    line: dict[str, Any] = {
        "metric": metric["metric"],
        "betas": list(swept["betas"]),
        "values": list(swept[key]),
        "best_ranges": best["ranges"],
        "beta": best.get("beta"),
        "folds": [min(folds), max(folds)] if folds else None,
    }
    known = swept.get("bands") or {}
    if band := known.get(key):
        betas, low, high = (list(one) for one in (known["betas"], band["low"], band["high"]))
        line["band"] = {"resample": known["resample"], "betas": betas, "low": low, "high": high}
    return line


def _at(line: Content, beta: float | None) -> float | None:
    """Return the value of a line at the grid point next to a beta."""
    if beta is None:
        return None
    known = [
        (abs(one - beta), number)
        for number, one in enumerate(line["betas"])
        if line["values"][number] is not None
    ]
    found: float | None = line["values"][min(known)[1]] if known else None
    return found


def words(content: Content) -> Words:
    """Return title and description."""
    parts = []
    for corpus in content["corpora"]:
        shown = []
        for line in corpus["lines"]:
            if "values" not in line:
                shown.append(f"{line['metric']} has no beta: {value(line['level'])}")
            elif line["beta"] is not None:
                low, high = line["folds"]
                found = value(_at(line, line["beta"]))
                name = f"{line['metric']}: {found} at beta {line['beta']:.2f}"
                shown.append(f"{name}, folds chose {low:.2f} to {high:.2f}")
            else:
                shown.append(str(line["metric"]))
        parts.append(f"{corpus['title']}. {'; '.join(shown)}.")
        known = [line["band"] for line in corpus["lines"] if "band" in line]
        for kind in dict.fromkeys(band["resample"] for band in known):
            n_betas = max(len(band["betas"]) for band in known if band["resample"] == kind)
            parts.append(f"Bands: 95% intervals ({kind}) at {n_betas} betas, joined.")
    measure = content["measure"].capitalize()
    return Words(f"{measure} correlation with people against beta", " ".join(parts))


def draw(content: Content) -> Figure:
    """Draw a panel for each corpus, two in a row."""
    corpora = content["corpora"]
    names = [line["metric"] for corpus in corpora for line in corpus["lines"]]
    room = max(width_of(name, SMALL) for name in names) / INCH + 0.4
    margins = Margins(0.5, room, 0.45, 0.4)
    sizes = [2] * (len(corpora) // 2) + [1] * (len(corpora) % 2)
    figure, rows = panels(sizes, WIDTH, HEIGHT, margins)
    for axes, corpus in zip([one for row in rows for one in row], corpora, strict=True):
        _draw_panel(axes, corpus, str(content["symbol"]))
    return figure


def _draw_panel(axes: Axes, corpus: Content, symbol: str) -> None:
    ends: list[float] = []
    betas = [beta for line in corpus["lines"] for beta in line.get("betas", ())]
    left, right = min(betas), max(betas)
    for number, line in enumerate(corpus["lines"]):
        if "values" in line:
            ends.append(_draw_line(axes, line, number))
        else:
            axes.plot((left, right), (line["level"],) * 2, **stroke(number), alpha=0.8, lw=0.8)
            ends.append(line["level"])
    axes.set_xlim(left, right)
    axes.axhline(0, color=GREY, linewidth=0.5, dashes=(2, 4), zorder=0)
    low, high = axes.get_ylim()
    axes.set_ylim(max(low, -1.05), min(high, 1.05))
    axes.set_xlabel("β")
    axes.set_ylabel(symbol)
    plain_frame(axes)
    title(axes, corpus["title"])
    names = [str(line["metric"]) for line in corpus["lines"]]
    draw_endings(axes, names, ends, (WIDTH, HEIGHT))


def _draw_line(axes: Axes, line: Content, number: int) -> float:
    """Draw a metric's line, its band and its beta*; return where it ends."""
    one = ink(number)
    values = [float("nan") if value is None else value for value in line["values"]]
    if "band" in line:
        low, high = (
            [float("nan") if value is None else value for value in line["band"][side]]
            for side in ("low", "high")
        )
        axes.fill_between(
            line["band"]["betas"], low, high, color=one.colour, alpha=0.1, linewidth=0, zorder=1
        )
    axes.plot(line["betas"], values, **stroke(number), linewidth=1.2, zorder=3)
    height = _at(line, line["beta"])
    if height is not None:
        if line["folds"]:
            axes.plot(
                line["folds"], (height,) * 2, "|-", color=one.colour, lw=1, ms=9, mew=1, zorder=5
            )
        axes.plot(
            [line["beta"]],
            [height],
            "D",
            color=one.colour,
            markersize=4.2,
            markeredgecolor=WHITE,
            markeredgewidth=0.7,
            zorder=6,
        )
    return next((value for value in reversed(line["values"]) if value is not None), 0.0)
