"""The paper's table beside ours: each cell with its verdict, and a line that sums up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fastgec.show import documents
from fastgec.show.meta import heading, strips
from fastgec.show.tables import (
    NOTHING,
    Column,
    Table,
    Value,
    rendered,
    screen_width,
    titled,
    with_line,
)

Content = Mapping[str, Any]
MARKS = {"equal": "=", "differs": "(≠)", "off": "≠", "absent": ""}
SYMBOLS = {"pearson": "r", "spearman": "ρ"}


def text(document: Content, kind: str, *, is_terminal: bool = False) -> str:
    """Return the comparison in a format: "table", "tsv", "csv", "markdown", "latex" or "json"."""
    if kind == "json":
        return documents.dumped(document)
    if kind in ("tsv", "csv"):
        return rendered(whole_table(document), kind, is_terminal=is_terminal)
    parts = []
    for corpus in document["corpora"]:
        cells = [one for one in document["cells"] if one["corpus"] == corpus["corpus"]]
        parts.append(titled(heading(corpus), kind))
        parts.append(rendered(_table(cells), kind, is_terminal=is_terminal))
        if kind == "table":
            drawn = strips(corpus, screen_width(is_terminal=is_terminal))
            parts.append(f"\n{drawn}" if drawn else "")
        parts.append("\n" if kind in ("table", "markdown") else "")
    if parts[-1] == "\n":
        parts.pop()
    return "".join(parts) + with_line(summary(document["cells"]), kind)


def summary(cells: Sequence[Content]) -> str:
    """Return a line that counts cells by verdict: equal, and others.

    >>> summary([{"verdict": "equal"}, {"verdict": "absent"}])
    '1 of 1 cells that can be made have the digits of the paper; 1 cell is left out'
    """
    count = dict.fromkeys(MARKS, 0)
    for one in cells:
        count[one["verdict"]] += 1
    n_made = len(cells) - count["absent"]
    line = f"{count['equal']} of {n_made} cells that can be made have the digits of the paper"
    for verdict, what in (
        ("differs", "differ for a reason that is known"),
        ("off", "differ without one"),
        ("absent", "are left out"),
    ):
        if n := count[verdict]:
            what = what.replace("differ ", "differs ").replace("are ", "is ") if n == 1 else what
            line += f"; {n} cell{'s' * (n > 1)} {what}"
    return line


def _table(cells: Sequence[Content]) -> Table:
    """Return the table of a corpus: a row for each metric, paper and ours for r and for rho."""
    columns = [Column("Metric", "label")]
    for symbol in SYMBOLS.values():
        columns += [
            Column("β", f"beta_{symbol}"),
            Column(f"{symbol} paper", f"paper_{symbol}", is_bound=True),
            Column("here", symbol, is_bound=True),
            Column("difference", f"difference_{symbol}", is_bound=True),
        ]
    rows = []
    for label in dict.fromkeys(one["label"] for one in cells):
        row: list[Value] = [label]
        for measure in SYMBOLS:
            (one,) = [c for c in cells if c["label"] == label and c["measure"] == measure]
            beta = "" if one["beta"] is None else f"{one['beta']:.2f}"
            row += [beta, f"{one['paper']:.3f}", *_compared(one)]
        rows.append(tuple(row))
    notes = ["= the same three digits; ≠ others; (≠) others, for a reason that is known."]
    reasons = dict.fromkeys((one["label"], one["reason"]) for one in cells if one["reason"])
    notes += [f"{label}: {reason}." for label, reason in reasons]
    return Table(tuple(columns), tuple(rows), notes=tuple(notes))


def _compared(cell: Content) -> tuple[str, str]:
    """Return our number, and its difference with a mark."""
    if cell["found"] is None:
        return NOTHING, ""
    return f"{cell['found']:.4f}", f"{cell['difference']:+.4f} {MARKS[cell['verdict']]}"


def whole_table(document: Content) -> Table:
    """Return all cells in one table, for programs."""
    names = ("corpus", "label", "metric", "measure", "beta", "paper", "found", "difference")
    columns = tuple(Column(name, name) for name in (*names, "verdict", "reason"))
    rows = tuple(tuple(one[column.name] for column in columns) for one in document["cells"])
    return Table(columns, rows)
