"""Tables of the command line as lists of text: what a terminal shows is what the page shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fastgec.report.errors import type_in_words
from fastgec.report.tables import Column, Table, shown

SCORE = Column("Score", "score", is_score=True)


def table_cells(table: Table) -> dict[str, Any]:
    """Return a table as the page wants it: headings, cells as text, which are the best.

    Example:
        >>> columns = Column("System", "system"), Column("F", "f", is_score=True, has_best=True)
        >>> found = table_cells(Table(columns, (("a", 0.25), ("b", 0.5))))
        >>> found["rows"], found["best"]
        ([['a', '25.00'], ['b', '50.00']], [[1, 1]])
    """
    table = table.for_people()
    return {
        "columns": [
            {"title": one.heading, "name": one.name, "left": place == 0 or one.is_text}
            for place, one in enumerate(table.columns)
        ],
        "rows": [
            [shown(column, value) for column, value in zip(table.columns, row, strict=True)]
            for row in table.rows
        ],
        "best": [list(place) for place in sorted(table.best_cells())],
        "group": table.group,
        "notes": list(table.notes),
    }


def score_text(value: float) -> str:
    """Return a score as the command line shows it.

    >>> score_text(0.35014)
    '35.01'
    """
    return shown(SCORE, value)


def type_row(name: str, gold: int, systems: Sequence[Any]) -> dict[str, Any]:
    """Return a row of the page's table of error types.

    >>> type_row("Vt", 2, [None])
    {'type': 'Vt', 'words': 'verb tense', 'gold': 2, 'systems': [None]}
    """
    return {"type": name, "words": type_in_words(name), "gold": gold, "systems": systems}
