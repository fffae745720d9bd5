"""Metrics against corpora: a correlation in each cell, blue above 0 and orange below.

A cell is hatched where its 95% interval includes 0: the correlation may as well be none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from fastgec.fscore import shown_beta
from fastgec.plots.canvas import Margins, Words, panels, title
from fastgec.plots.inks import LIGHT, diverging
from fastgec.plots.matrix import Cell, draw_cells, widest
from fastgec.plots.picked import MEASURES, Content, corpus_title, result_for, value

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ACROSS = 0.8  # inches of a cell
UP = 0.34


def numbers(document: Content, measure: str) -> dict[str, Any]:
    """Return what the picture shows: of each metric a cell for each corpus that has it."""
    key, symbol = MEASURES[measure]
    corpora = document["corpora"]
    names = list(dict.fromkeys(one["metric"] for corpus in corpora for one in corpus["metrics"]))
    rows = []
    for name in names:
        cells: list[dict[str, Any] | None] = []
        for corpus in corpora:
            known = [one for one in corpus["metrics"] if one["metric"] == name]
            cells.append(_cell(result_for(known[0], measure), key) if known else None)
        rows.append({"metric": name, "cells": cells})
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
    found: Sequence[float] | None = None
    if by_kind:
        found = by_kind.get("both") or next(iter(by_kind.values()))
    return found


def words(content: Content) -> Words:
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


def draw(content: Content) -> Figure:
    """Draw the cells."""
    rows = [row["metric"] for row in content["rows"]]
    columns = content["corpora"]
    across = max(ACROSS, widest(columns) + 0.12)
    margins = Margins(widest(rows) + 0.15, 0.15, 0.45, 0.3)
    figure, [[axes]] = panels([1], across * len(columns), UP * len(rows), margins)
    draw_cells(
        axes, rows, columns, [[_drawn(cell) for cell in row["cells"]] for row in content["rows"]]
    )
    if any(cell and cell.get("includes_0") for row in content["rows"] for cell in row["cells"]):
        axes.set_xlabel("hatched: the 95% interval includes 0", fontsize=6.5)
    title(axes, str(content["symbol"]))
    return figure


def _drawn(cell: Content | None) -> Cell | None:
    if cell is None:
        return None
    found = cell["value"]
    colour = LIGHT if found is None else diverging(found)
    text = "–" if found is None else f"{found:.2f}".replace("-", "−")
    if cell["beta"] is not None:
        text += f"\nβ {shown_beta(cell['beta'])}"
    return Cell(text, colour, bool(cell.get("includes_0")))
