"""Tables of results: one shape for terminals and for programs.

A table holds values as they are; percent and rounding exist only in `terminal`. `tsv` gives full
precision, and its columns are part of the interface.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass

Value = str | int | float | None


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its heading for people, its name for programs, and whether it is a score."""

    heading: str
    name: str
    is_score: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of values under columns; None is an empty cell."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Value, ...], ...]


def tsv(table: Table) -> str:
    r"""Return tab-separated text: a line of names, then a line per row, scores in [0, 1].

    >>> tsv(Table((Column("System", "system"), Column("F", "f", True)), (("a", 0.25),)))
    'system\tf\na\t0.25\n'
    """
    lines = [[column.name for column in table.columns]]
    lines += [["" if value is None else _plain(value) for value in row] for row in table.rows]
    return "".join("\t".join(line) + "\n" for line in lines)


def terminal(table: Table, *, is_terminal: bool, width: int | None = None) -> str:
    """Return a table for people: scores in percent with two digits, numbers to the right.

    Parameters: is_terminal, whether control codes for colour are understood; width in characters
    (None: the terminal's, or as wide as the table needs).
    """
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table as RichTable
    from rich.text import Text

    drawn = RichTable(box=SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for number, column in enumerate(table.columns):
        drawn.add_column(
            column.heading, justify="left" if number == 0 else "right", overflow="fold"
        )
    for row in table.rows:
        cells = zip(table.columns, row, strict=True)
        drawn.add_row(*(Text(_shown(column, value)) for column, value in cells))
    file = io.StringIO()
    if width is None and not is_terminal:
        width = 10_000
    Console(file=file, force_terminal=is_terminal, width=width).print(drawn)
    lines = file.getvalue().splitlines()
    return "".join(line.rstrip() + "\n" for line in lines)


def join_fields(fields: Sequence[str]) -> str:
    """Return one line of tab-separated fields."""
    return "\t".join(map(_plain, fields)) + "\n"


def _plain(value: str | int | float) -> str:
    text = repr(value) if isinstance(value, float) else str(value)
    return text.replace("\t", " ").replace("\n", " ")


def _shown(column: Column, value: Value) -> str:
    if value is None:
        return ""
    if column.is_score and isinstance(value, float):
        return f"{100 * value:.2f}"
    return str(value)
