"""Rank against rank: how often a metric prefers the output that people ranked better.

A square for each metric: rows are the better rank, columns the worse one. Cells by the diagonal
are pairs that people find nearly alike; a metric should be surer the further away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastgec.plots.canvas import Margins, Words, panels, title
from fastgec.plots.inks import LIGHT, diverging
from fastgec.plots.matrix import Cell, draw_cells
from fastgec.plots.picked import Content, NothingToPlotError, called, result_for

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ACROSS = 0.5  # inches of a cell
UP = 0.36
IN_A_ROW = 3


def numbers(document: Content, measure: str) -> dict[str, Any]:
    """Return what the picture shows. Raises: NothingToPlotError without ranks."""
    squares = []
    for corpus in document["corpora"]:
        for metric in corpus["metrics"]:
            result = result_for(metric, measure)
            found = (result.get("sentence") or {}).get("distances")
            if found:
                squares.append(
                    {
                        "corpus": corpus["corpus"],
                        "metric": metric["metric"],
                        "beta": result.get("beta"),
                        "cells": [
                            {
                                "better": one["better"],
                                "worse": one["worse"],
                                "accuracy": one["accuracy"],
                                "pairs": one["concordant"] + one["discordant"] + one["metric_tie"],
                            }
                            for one in found
                        ],
                    }
                )
    if not squares:
        raise NothingToPlotError("no distances of ranks found, expected --level sentence")
    return {"squares": squares}


def words(content: Content) -> Words:
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


def draw(content: Content) -> Figure:
    """Draw the squares, some in a row."""
    squares = content["squares"]
    ranks = sorted(
        {one[side] for sq in squares for one in sq["cells"] for side in ("better", "worse")}
    )
    rows = [squares[start : start + IN_A_ROW] for start in range(0, len(squares), IN_A_ROW)]
    size = len(ranks) - 1
    figure, axes = panels(
        [len(row) for row in rows], ACROSS * size, UP * size, Margins(0.5, 0.3, 0.45, 0.45)
    )
    several = len({square["corpus"] for square in squares}) > 1
    for row, row_axes in zip(rows, axes, strict=True):
        for square, each in zip(row, row_axes, strict=True):
            known = {(one["better"], one["worse"]): one for one in square["cells"]}
            cells = [
                [_drawn(known.get((better, worse))) for worse in ranks[1:]] for better in ranks[:-1]
            ]
            names = [str(rank) for rank in ranks]
            draw_cells(each, names[:-1], names[1:], cells)
            each.set_xlabel("worse rank")
            each.set_ylabel("better rank")
            if several:
                title(each, called(square, square), square["corpus"])
            else:
                title(each, called(square, square))
    return figure


def _drawn(cell: Content | None) -> Cell | None:
    if cell is None:
        return None
    accuracy = cell["accuracy"]
    colour = LIGHT if accuracy is None else diverging(2 * accuracy - 1)
    return Cell(f"{_share(accuracy)}\n{cell['pairs']}", colour)
