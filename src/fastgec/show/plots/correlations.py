"""Pictures of metrics and people: scatter, sweep, heatmap, pvalues, windows, distance.

For each kind KIND_numbers takes the numbers to show from a document of `fastgec meta`, and raises
NothingToPlotError where it has none; KIND_words says it in words, and KIND_draw draws it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import fsum
from typing import TYPE_CHECKING, Any

from fastgec.fscore import shown_beta
from fastgec.show.plots.canvas import (
    BLACK,
    GREY,
    LIGHT,
    WHITE,
    Cell,
    Margins,
    Words,
    diverging,
    draw_cells,
    draw_endings,
    draw_line,
    draw_names,
    end_of,
    in_rows,
    line_style,
    panels,
    plain_frame,
    points_of,
    stroke,
    title,
    widest,
)
from fastgec.show.plots.content import (
    MEASURES,
    SWEPT,
    Content,
    NothingToPlotError,
    called,
    corpus_title,
    result_for,
    results_of,
    shade,
    shown_p,
    square_of,
    value,
)
from fastgec.study.comparison import least_p

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SCATTER_ACROSS = 3  # panels in a row
SCATTER_SIDE = 2.1  # inches of a panel
SCATTER_HEIGHT = 1.9


def scatter_numbers(document: Content, measure: str) -> dict[str, Any]:
    """Return human scores and a metric's, a panel for each metric and corpus."""
    corpora = []
    for corpus in document["corpora"]:
        human = corpus["human"]
        shown = []
        for metric, result in results_of(corpus, measure):
            known = result["correlations"]
            one: dict[str, Any] = {"metric": metric["metric"], "beta": result.get("beta")}
            one |= {key: known.get(key) for key in ("pearson", "spearman")}
            one["line"] = _line(human["scores"], result["scores"])
            one["scores"] = list(result["scores"])
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
        raise NothingToPlotError("no metric with two betas")
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


def scatter_words(content: Content) -> Words:
    """Return title and description."""
    parts = ["Horizontal: the human score; vertical: the metric's."]
    for corpus in content["corpora"]:
        shown = "; ".join(
            f"{called(one, one)}: r {value(one['pearson'])}, rho {value(one['spearman'])}"
            for one in corpus["panels"]
        )
        parts.append(f"{corpus['title']}. {shown}.")
    title = "Scores of metrics against human scores, a point for each system"
    return Words(title, " ".join(parts))


def scatter_draw(content: Content) -> Figure:
    """Draw the panels, a new row for each corpus: a point for each system, its name beside it.

    The line is the least-squares line; thin lines are 95% intervals of the scores, where known.
    """
    rows: list[int] = []
    for corpus in content["corpora"]:
        n_panels = len(corpus["panels"])
        is_even = content["measure"] == "both" or n_panels == 4
        rows += in_rows(n_panels, 2 if is_even else SCATTER_ACROSS)
    margins = Margins(0.55, 0.15, 0.5, 0.5)
    figure, axes = panels(rows, SCATTER_SIDE, SCATTER_HEIGHT, margins, 0.05)
    several = len(content["corpora"]) > 1
    every = [(corpus, one) for corpus in content["corpora"] for one in corpus["panels"]]
    for each, (corpus, one) in zip(axes, every, strict=True):
        _draw_scatter(each, corpus, one, several)
    return figure


def _draw_scatter(axes: Axes, corpus: Content, one: Content, has_name: bool) -> None:
    x, y = corpus["human_scores"], one["scores"]
    bounds_x, bounds_y = corpus.get("human_intervals") or (), one.get("score_intervals") or ()
    _limits(axes.set_xlim, x, bounds_x)
    _limits(axes.set_ylim, y, bounds_y)
    lines = [[(bound, y[number]) for bound in pair] for number, pair in enumerate(bounds_x)]
    lines += [[(x[number], bound) for bound in pair] for number, pair in enumerate(bounds_y)]
    for line in lines:
        axes.plot(*zip(*line, strict=True), color=LIGHT, linewidth=0.7, zorder=1)
    if one["line"] is not None:
        intercept, slope = one["line"]
        line = [(at, intercept + slope * at) for at in (min(x), max(x))]
        axes.plot(*zip(*line, strict=True), color=GREY, linewidth=0.9, dashes=(4, 2), zorder=2)
        lines.append(line)
    axes.plot(x, y, "o", markersize=3.4, color=BLACK, markeredgecolor=WHITE, mew=0.4, zorder=6)
    draw_names(axes, corpus["systems"], x, y, lines, (SCATTER_SIDE, SCATTER_HEIGHT))
    known = f"r {value(one['pearson'])}, ρ {value(one['spearman'])}"
    name = f"{corpus['corpus']}: " if has_name else ""
    title(axes, called(one, one), name + known)
    axes.set_xlabel(corpus["human"])
    plain_frame(axes)


def _limits(set_limits: Any, values: Sequence[float], intervals: Sequence[Sequence[float]]) -> None:
    every = [*values, *(bound for pair in intervals for bound in pair)]
    low, high = min(every), max(every)
    margin = 0.08 * (high - low) or 0.05
    set_limits(low - margin, high + margin)


SWEEP_WIDTH = 3.6  # inches of a panel
SWEEP_HEIGHT = 2.5


def _key_of(measure: str, kind: str) -> tuple[str, str]:
    """Return key and symbol of r or rho; other measures are not shown by a kind of picture."""
    if measure not in SWEPT:
        raise NothingToPlotError(f"{kind} of {measure}: expected {' or '.join(SWEPT)}")
    return MEASURES[measure]


def _named(corpus: Content) -> dict[str, Any]:
    return {"corpus": corpus["corpus"], "title": corpus_title(corpus)}


def sweep_numbers(document: Content, measure: str) -> dict[str, Any]:
    """Return correlations at each beta: a line for each metric, a panel for each corpus."""
    key, symbol = _key_of(measure, "sweep")
    corpora = []
    for corpus in document["corpora"]:
        lines = [_swept(metric, key) for metric in corpus["metrics"]]
        if not any("values" in line for line in lines):
            name = corpus["corpus"]
            raise NothingToPlotError(f"metrics of {name} without a sweep: --beta sweep is required")
        lines = [line for line in lines if "values" in line or line["level"] is not None]
        corpora.append(_named(corpus) | {"lines": lines})
    return {"measure": key, "symbol": symbol, "corpora": corpora}


def _swept(metric: Content, key: str) -> dict[str, Any]:
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
    return line["values"][min(known)[1]] if known else None


def sweep_words(content: Content) -> Words:
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


def sweep_draw(content: Content) -> Figure:
    """Draw a panel for each corpus, two in a row.

    The diamond is at beta*, the mean of what folds chose, the bar through it spans what they chose;
    the band is a 95% interval at some betas, with straight lines between. Metrics without beta are
    level, thin lines.
    """
    corpora = content["corpora"]
    names = [line["metric"] for corpus in corpora for line in corpus["lines"]]
    margins = Margins(0.5, widest(names) + 0.4, 0.45, 0.4)
    figure, every = panels(in_rows(len(corpora)), SWEEP_WIDTH, SWEEP_HEIGHT, margins)
    for axes, corpus in zip(every, corpora, strict=True):
        _draw_sweep(axes, corpus, str(content["symbol"]))
    return figure


def _draw_sweep(axes: Axes, corpus: Content, symbol: str) -> None:
    ends: list[float] = []
    betas = [beta for line in corpus["lines"] for beta in line.get("betas", ())]
    left, right = min(betas), max(betas)
    for number, line in enumerate(corpus["lines"]):
        if "values" in line:
            _draw_swept(axes, line, number)
            ends.append(end_of(line["values"]) or 0.0)
        else:
            axes.plot((left, right), (line["level"],) * 2, **stroke(number), alpha=0.8, lw=0.8)
            ends.append(line["level"])
    axes.set_xlim(left, right)
    axes.set_xlabel("β")
    _finish(axes, corpus, symbol)
    low, high = axes.get_ylim()
    axes.set_ylim(max(low, -1.05), min(high, 1.05))
    names = [str(line["metric"]) for line in corpus["lines"]]
    draw_endings(axes, names, ends, (SWEEP_WIDTH, SWEEP_HEIGHT))


def _finish(axes: Axes, corpus: Content, symbol: str) -> None:
    """Draw the common parts of panels of correlations: a line at 0, names of axis and corpus."""
    axes.axhline(0, color=GREY, linewidth=0.5, dashes=(2, 4), zorder=0)
    axes.set_ylabel(symbol)
    plain_frame(axes)
    title(axes, corpus["title"])


def _draw_swept(axes: Axes, line: Content, number: int) -> None:
    """Draw a metric's line, its band and its beta*."""
    colour = line_style(number).colour
    if band := line.get("band"):
        low, high = points_of(band["low"]), points_of(band["high"])
        shaded: dict[str, Any] = {"color": colour, "alpha": 0.1, "linewidth": 0, "zorder": 1}
        axes.fill_between(band["betas"], low, high, **shaded)
    axes.plot(line["betas"], points_of(line["values"]), **stroke(number), linewidth=1.2, zorder=3)
    height = _at(line, line["beta"])
    if height is None:
        return
    if line["folds"]:
        bar: dict[str, Any] = {"color": colour, "lw": 1, "ms": 9, "mew": 1, "zorder": 5}
        axes.plot(line["folds"], (height,) * 2, "|-", **bar)
    mark: dict[str, Any] = {"markersize": 4.2, "markeredgecolor": WHITE, "markeredgewidth": 0.7}
    axes.plot([line["beta"]], [height], "D", color=colour, zorder=6, **mark)


HEATMAP_ACROSS = 0.8  # inches of a cell
HEATMAP_UP = 0.34


def heatmap_numbers(document: Content, measure: str) -> dict[str, Any]:
    """Return correlations: of each metric a cell for each corpus that has it."""
    key, symbol = MEASURES[measure]
    corpora = document["corpora"]
    names = list(dict.fromkeys(one["metric"] for corpus in corpora for one in corpus["metrics"]))
    known = [{one["metric"]: one for one in reversed(corpus["metrics"])} for corpus in corpora]
    rows = [
        {"metric": name}
        | {"cells": [one.get(name) and _cell(result_for(one[name], measure), key) for one in known]}
        for name in names
    ]
    return {
        "measure": key,
        "symbol": symbol,
        "corpora": [corpus["corpus"] for corpus in corpora],
        "titles": [corpus_title(corpus) for corpus in corpora],
        "rows": rows,
    }


def _cell(result: Content, key: str) -> dict[str, Any]:
    cell = {"beta": result.get("beta"), "value": result["correlations"].get(key)}
    interval = _interval((result.get("intervals") or {}).get(key))
    if interval is not None:
        cell["interval"] = list(interval)
        cell["includes_0"] = interval[0] <= 0 <= interval[1]
    return cell


def _interval(by_kind: Mapping[str, Any] | None) -> Sequence[float] | None:
    """Return the widest claim: of sentences and systems both where it was made, else the first."""
    known = by_kind or {}
    return known.get("both") or next(iter(known.values()), None)


def heatmap_words(content: Content) -> Words:
    """Return title and description."""
    parts = []
    for row in content["rows"]:
        shown = []
        for corpus, cell in zip(content["corpora"], row["cells"], strict=True):
            if cell is not None:
                unsure = ", interval includes 0" if cell.get("includes_0") else ""
                shown.append(f"{corpus} {value(cell['value'])}{unsure}")
        parts.append(f"{row['metric']}: {'; '.join(shown)}.")
    measure = content["measure"].replace("_", " ").capitalize()
    titles = "; ".join(content["titles"])
    return Words(f"{measure} of metrics with people", f"{titles}. {' '.join(parts)}")


def heatmap_draw(content: Content) -> Figure:
    """Draw metrics against corpora: blue above 0, orange below, hatched if 0 is in the interval."""
    rows = [row["metric"] for row in content["rows"]]
    columns = content["corpora"]
    cells = [[_heatmap_cell(cell) for cell in row["cells"]] for row in content["rows"]]
    across = max(HEATMAP_ACROSS, widest(columns) + 0.12)
    margins = Margins(widest(rows) + 0.15, 0.15, 0.45, 0.3)
    figure, [axes] = panels([1], across * len(columns), HEATMAP_UP * len(rows), margins)
    draw_cells(axes, rows, columns, cells)
    if any(cell and cell.is_hatched for row in cells for cell in row):
        axes.set_xlabel("hatched: the 95% interval includes 0", fontsize=6.5)
    title(axes, str(content["symbol"]))
    return figure


def _heatmap_cell(cell: Content | None) -> Cell | None:
    if cell is None:
        return None
    found = cell["value"]
    colour = LIGHT if found is None else diverging(found)
    text = "–" if found is None else f"{found:.2f}".replace("-", "−")
    if cell["beta"] is not None:
        text += f"\nβ {shown_beta(cell['beta'])}"
    return Cell(text, colour, bool(cell.get("includes_0")))


PVALUES_ACROSS = 0.52  # inches of a cell
PVALUES_UP = 0.34
TESTS = (("perm_both", "permutation"), ("williams", "Williams"))


def pvalues_numbers(document: Content, measure: str) -> dict[str, Any]:
    """Return p of tests whether the correlations of two metrics differ."""
    if measure != "r":
        raise NothingToPlotError(f"pvalues of {measure}: expected r")
    corpora = []
    for corpus in document["corpora"]:
        tests = corpus.get("tests")
        if not tests:
            raise NothingToPlotError(f"{corpus['corpus']} without tests: --tests is required")
        names = [one["metric"] for one in corpus["metrics"]]
        known = {one["a"]: one["pearson_a"] for one in tests}
        known |= {one["b"]: one["pearson_b"] for one in tests}
        content = _named(corpus) | {"metrics": names, "pearson": [*map(known.get, names)]}
        content |= {key: square_of(names, _p_values(tests, key)) for key, _ in TESTS}
        content["least_p"] = {key: _least(tests, key) for key, _ in TESTS}
        content["corrected"] = "holm" if _is_corrected(tests) else None
        corpora.append(content)
    return {"corpora": corpora}


def _p_values(tests: Sequence[Content], key: str) -> list[tuple[str, str, float]]:
    found = [(one["a"], one["b"], one[key]) for one in tests if one.get(key)]
    return [(a, b, one.get("p_two_sided_holm", one["p_two_sided"])) for a, b, one in found]


def _is_corrected(tests: Sequence[Content]) -> bool:
    return any("p_two_sided_holm" in (one.get(key) or {}) for one in tests for key, _ in TESTS)


def _least(tests: Sequence[Content], key: str) -> float:
    """Return the smallest p that a test can give; 0 of one that is exact, or has no resamples."""
    found = [one[key] for one in tests if one.get(key)]
    if not found or found[0].get("exact", True):
        return 0.0
    return least_p(found[0]["n"], len(found) if _is_corrected(tests) else 1)


def pvalues_words(content: Content) -> Words:
    """Return title and description."""
    parts = []
    for corpus in content["corpora"]:
        shown = []
        for row, name in enumerate(corpus["metrics"]):
            for column, other in enumerate(corpus["metrics"][:row]):
                known = [(key, called, corpus[key][row][column]) for key, called in TESTS]
                ps = [
                    f"{called} {shown_p(p, corpus['least_p'][key])}"
                    for key, called, p in known
                    if p is not None
                ]
                shown.append(f"{other} and {name}: {', '.join(ps) or 'no test'}")
        parts.append(f"{corpus['title']}. p of {'; '.join(shown)}.")
    return Words("May the correlations of two metrics differ by chance alone?", " ".join(parts))


def pvalues_draw(content: Content) -> Figure:
    """Draw a square for each corpus: the smaller p, the darker the cell.

    Below the diagonal p of the permutation test, above it p of Williams' test, both two-sided; on
    the diagonal the correlation.
    """
    corpora = content["corpora"]
    names = [name for corpus in corpora for name in corpus["metrics"]]
    size = max(len(corpus["metrics"]) for corpus in corpora)
    margins = Margins(widest(names) + 0.15, 0.2, widest(names) + 0.4, 0.45)
    sizes = PVALUES_ACROSS * size, PVALUES_UP * size
    figure, every = panels(in_rows(len(corpora)), *sizes, margins)
    for axes, corpus in zip(every, corpora, strict=True):
        own = range(len(corpus["metrics"]))
        cells = [[_p_cell(corpus, row, column) for column in own] for row in own]
        draw_cells(axes, corpus["metrics"], corpus["metrics"], cells, turned=True)
        corrected = ", corrected by Holm" if corpus["corrected"] else ""
        note = f"p (two-sided{corrected}): permutation below, Williams above the diagonal of r"
        title(axes, corpus["title"], note)
    return figure


def _p_cell(corpus: Content, row: int, column: int) -> Cell:
    if row == column:
        return Cell(value(corpus["pearson"][row]), WHITE, is_bold=True)
    key = "perm_both" if row > column else "williams"
    p = corpus[key][row][column]
    if p is None:
        return Cell("–", LIGHT)
    return Cell(shown_p(p, corpus["least_p"][key]), shade(p))


WINDOWS_WIDTH = 3.4  # inches of a panel
WINDOWS_HEIGHT = 2.4


def windows_numbers(document: Content, measure: str) -> dict[str, Any]:
    """Return correlations among systems of neighbouring ranks: a line for each metric.

    A window is some systems that people rank one after the other, the best first. A metric that
    tells good systems from bad ones need not tell good ones apart.
    """
    key, symbol = _key_of(measure, "windows")
    corpora = []
    for corpus in document["corpora"]:
        found = [(metric, result_for(metric, measure)) for metric in corpus["metrics"]]
        found = [(metric, result) for metric, result in found if result.get("windows")]
        if not found:
            raise NothingToPlotError(f"{corpus['corpus']} without windows: --windows is required")
        lines = [
            {"metric": metric["metric"], "beta": result.get("beta")}
            | {"values": [one.get(key) for one in result["windows"]]}
            for metric, result in found
        ]
        ranks = [[one["first"], one["last"]] for one in found[0][1]["windows"]]
        corpora.append(_named(corpus) | {"windows": ranks, "lines": lines})
    return {"measure": key, "symbol": symbol, "corpora": corpora}


def windows_words(content: Content) -> Words:
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


def windows_draw(content: Content) -> Figure:
    """Draw a panel for each corpus, two in a row."""
    corpora = content["corpora"]
    names = [called(line, line) for corpus in corpora for line in corpus["lines"]]
    margins = Margins(0.5, widest(names) + 0.45, 0.45, 0.4)
    figure, every = panels(in_rows(len(corpora)), WINDOWS_WIDTH, WINDOWS_HEIGHT, margins)
    for axes, corpus in zip(every, corpora, strict=True):
        _draw_windows(axes, corpus, str(content["symbol"]))
    return figure


def _draw_windows(axes: Axes, corpus: Content, symbol: str) -> None:
    windows, lines = corpus["windows"], corpus["lines"]
    for number, line in enumerate(lines):
        draw_line(axes, number, points_of(line["values"]), markersize=3.4)
    axes.set_ylim(-1.08, 1.08)
    axes.set_xlim(-0.2, len(windows) - 0.8)
    axes.set_xticks(range(len(windows)), [f"{first}–{last}" for first, last in windows])
    axes.set_xlabel("ranks of the systems, by people")
    _finish(axes, corpus, symbol)
    names, ends = [called(line, line) for line in lines], [end_of(one["values"]) for one in lines]
    draw_endings(axes, names, [end or 0.0 for end in ends], (WINDOWS_WIDTH, WINDOWS_HEIGHT))


DISTANCE_ACROSS = 0.5  # inches of a cell
DISTANCE_UP = 0.36
IN_A_ROW = 3


def distance_numbers(document: Content, measure: str) -> dict[str, Any]:
    """Return how often a metric prefers the output that people ranked better, by ranks."""
    squares = []
    for corpus in document["corpora"]:
        for metric in corpus["metrics"]:
            result = result_for(metric, measure)
            found = (result.get("sentence") or {}).get("distances")
            if found:
                judged = ("concordant", "discordant", "metric_tie")
                cells = [
                    {key: one[key] for key in ("better", "worse", "accuracy")}
                    | {"pairs": sum(one[key] for key in judged)}
                    for one in found
                ]
                named = {"corpus": corpus["corpus"], "metric": metric["metric"]}
                squares.append({**named, "beta": result.get("beta"), "cells": cells})
    if not squares:
        raise NothingToPlotError("no distances of ranks: --level sentence is required")
    return {"squares": squares}


def distance_words(content: Content) -> Words:
    """Return title and description."""
    parts = []
    for square in content["squares"]:
        shown = "; ".join(
            f"{one['better']} against {one['worse']}: {_share(one['accuracy'])} of {one['pairs']}"
            for one in square["cells"]
        )
        parts.append(f"{square['corpus']}, {called(square, square)}: ranks {shown}.")
    return Words("Accuracy of metrics by the ranks that people gave", " ".join(parts))


def _share(accuracy: float | None) -> str:
    return "–" if accuracy is None else f"{100 * accuracy:.0f}%"


def distance_draw(content: Content) -> Figure:
    """Draw a square for each metric: rows are the better rank, columns the worse one.

    Cells by the diagonal are pairs that people find nearly alike; a metric should be surer the
    further away.
    """
    squares = content["squares"]
    ranks = sorted(
        {one[side] for sq in squares for one in sq["cells"] for side in ("better", "worse")}
    )
    names = [str(rank) for rank in ranks]
    size = len(ranks) - 1
    sizes = DISTANCE_ACROSS * size, DISTANCE_UP * size
    figure, every = panels(in_rows(len(squares), IN_A_ROW), *sizes, Margins(0.5, 0.3, 0.45, 0.45))
    several = len({square["corpus"] for square in squares}) > 1
    for axes, square in zip(every, squares, strict=True):
        known = {(one["better"], one["worse"]): one for one in square["cells"]}
        cells = [
            [_distance_cell(known.get((better, worse))) for worse in ranks[1:]]
            for better in ranks[:-1]
        ]
        draw_cells(axes, names[:-1], names[1:], cells)
        axes.set_xlabel("worse rank")
        axes.set_ylabel("better rank")
        title(axes, called(square, square), square["corpus"] if several else "")
    return figure


def _distance_cell(cell: Content | None) -> Cell | None:
    if cell is None:
        return None
    accuracy = cell["accuracy"]
    colour = LIGHT if accuracy is None else diverging(2 * accuracy - 1)
    return Cell(f"{_share(accuracy)}\n{cell['pairs']}", colour)
