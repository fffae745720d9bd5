"""Tables of results: one shape for terminals and for programs.

A table holds values as they are; percent and rounding exist only in `terminal`. `tsv` gives full
precision, and its columns are part of the interface.
"""

from __future__ import annotations

import io
from typing import NamedTuple

from fastgec.corpus.errors import visible
from fastgec.report.fields import plain

Interval = tuple[float, float]
Value = str | int | float | Interval | None


class Column(NamedTuple):
    """A column: its heading for people, its name for programs, and what its values are.

    is_score        shares in [0, 1], shown in percent
    is_signed       differences of scores, shown with their sign
    is_interval     pairs of scores; two columns for programs, name_low and name_high
    is_probability  shown with four digits
    is_text         words, put to the left
    has_best        the largest value of a group is the best one
    is_detail       for programs only
    """

    heading: str
    name: str
    is_score: bool = False
    is_signed: bool = False
    is_interval: bool = False
    is_probability: bool = False
    is_text: bool = False
    has_best: bool = False
    is_detail: bool = False


class Table(NamedTuple):
    """Rows of values under columns; None is an empty cell.

    group  the column whose equal values make rows comparable (None: all are)
    notes  lines for people, shown beneath
    """

    columns: tuple[Column, ...]
    rows: tuple[tuple[Value, ...], ...]
    group: int | None = None
    notes: tuple[str, ...] = ()

    def for_people(self) -> Table:
        """Return the table without columns that are for programs only."""
        kept = [number for number, column in enumerate(self.columns) if not column.is_detail]
        return Table(
            tuple(self.columns[number] for number in kept),
            tuple(tuple(row[number] for number in kept) for row in self.rows),
            None if self.group is None else kept.index(self.group),
            self.notes,
        )

    def best_cells(self) -> set[tuple[int, int]]:
        """Return (row, column) of the best values, in groups of two rows or more."""
        groups: dict[Value, list[int]] = {}
        for number, row in enumerate(self.rows):
            groups.setdefault(None if self.group is None else row[self.group], []).append(number)
        best = set()
        for numbers in groups.values():
            for place, column in enumerate(self.columns):
                values = [self.rows[number][place] for number in numbers]
                scores = [value for value in values if isinstance(value, float)]
                if column.has_best and len(numbers) > 1 and scores:
                    best |= {
                        (number, place)
                        for number, value in zip(numbers, values, strict=True)
                        if value == max(scores)
                    }
        return best


def tsv(table: Table) -> str:
    r"""Return tab-separated text: a line of names, then a line per row, scores in [0, 1].

    >>> tsv(Table((Column("System", "system"), Column("F", "f", True)), (("a", 0.25),)))
    'system\tf\na\t0.25\n'
    """
    names = []
    for column in table.columns:
        bounds = [f"{column.name}_low", f"{column.name}_high"]
        names += bounds if column.is_interval else [column.name]
    lines = [names]
    for row in table.rows:
        line = []
        for column, value in zip(table.columns, row, strict=True):
            if column.is_interval:
                line += [plain(bound) for bound in _bounds(value)]
            else:
                line.append(plain(value))
        lines.append(line)
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

    table = table.for_people()
    best = table.best_cells()
    drawn = RichTable(box=SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for number, column in enumerate(table.columns):
        is_left = number == 0 or column.is_text
        drawn.add_column(column.heading, justify="left" if is_left else "right", overflow="fold")
    for number, row in enumerate(table.rows):
        cells = enumerate(zip(table.columns, row, strict=True))
        drawn.add_row(
            *(
                Text(shown(column, value), style="bold" if (number, place) in best else "")
                for place, (column, value) in cells
            )
        )
    file = io.StringIO()
    if width is None and not is_terminal:
        width = 10_000
    Console(file=file, force_terminal=is_terminal, width=width).print(drawn)
    lines = file.getvalue().splitlines()
    text = "".join(line.rstrip() + "\n" for line in lines)
    return text + "".join(f"\n{note}\n" for note in table.notes)


def shown(column: Column, value: Value) -> str:
    """Return a value as people read it: scores in percent, control characters escaped."""
    if value is None:
        return ""
    if isinstance(value, tuple):
        sign = "+" if column.is_signed else ""
        return f"[{100 * value[0]:{sign}.2f}, {100 * value[1]:{sign}.2f}]"
    if column.is_signed and isinstance(value, float):
        return f"{100 * value:+.2f}"
    if column.is_score and isinstance(value, float):
        return f"{100 * value:.2f}"
    if column.is_probability and isinstance(value, float):
        return f"{value:.4f}"
    return visible(str(value))


def _bounds(value: Value) -> Interval | tuple[None, None]:
    return value if isinstance(value, tuple) else (None, None)
