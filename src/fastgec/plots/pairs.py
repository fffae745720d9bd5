"""Systems against systems, the best first, and which of them can be told apart.

Below the diagonal p, corrected for all pairs, the smaller the darker, bold where two can be told
apart; above it the difference in points, row less column; on it the score. Systems with a letter
in common cannot be told apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from fastgec.plots.canvas import INCH, Margins, Words, panels, title
from fastgec.plots.inks import LIGHT, WHITE
from fastgec.plots.matrix import Cell, draw_cells, widest
from fastgec.plots.names import fitted, printable
from fastgec.plots.picked import Content, NothingToPlotError, shade, shown_p
from fastgec.plots.scored import measure_name, name_of, percent, score_key
from fastgec.study.comparison import least_p, too_few

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ACROSS = 0.48  # inches of a cell
UP = 0.26
NAMES = 1.8


def numbers(document: Content, measure: str) -> dict[str, Any]:
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


def _called(content: Content) -> str:
    return f"{content['metric'].upper()} {measure_name(content['measure'], content['beta'])}"


def _counted(n_pairs: int) -> str:
    return "1 pair" if n_pairs == 1 else f"{n_pairs} pairs"


def words(content: Content) -> Words:
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
        f"{_called(content)}, per cent: {scores}. p of approximate randomization, "
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


def draw(content: Content) -> Figure:
    """Draw the square."""
    systems = content["systems"]
    size = range(len(systems))
    names = fitted([one["name"] for one in systems], NAMES * INCH)
    rows = [f"{name}  {one['groups']}" for name, one in zip(names, systems, strict=True)]
    margins = Margins(widest(rows) + 0.15, 1.0, widest(names) + 0.75, 0.6)
    figure, [[axes]] = panels([1], ACROSS * len(rows), UP * len(rows), margins)
    cells = [[_drawn(content, row, column) for column in size] for row in size]
    draw_cells(axes, rows, names, cells, turned=True)
    n_pairs = _counted(_n_pairs(systems))
    title(
        axes,
        _called(content),
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


def _drawn(content: Content, row: int, column: int) -> Cell:
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
