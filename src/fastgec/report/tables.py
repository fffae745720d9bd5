"""Tables of results: one shape for terminals and for programs.

A table holds values as they are; percent and rounding exist only in `terminal`. `tsv` and `csv`
give full precision, and their columns are part of the interface.
"""

from __future__ import annotations

import os
from typing import NamedTuple

from fastgec.corpus.errors import visible
from fastgec.glimpse import shown_interval, shown_p
from fastgec.metrics.base import Vacuous
from fastgec.report.fields import plain
from fastgec.report.names import short

NOTHING = "—"  # people see this in place of a number that counts nothing

Interval = tuple[float, float]
Value = str | int | float | Interval | None


class Column(NamedTuple):
    """A column: its heading for people, its name for programs, and what its values are.

    is_score        shares in [0, 1], shown in percent
    is_signed       differences of scores, shown with their sign
    is_interval     pairs of scores; two columns for programs, name_low and name_high
    is_probability  shown as `shown_p` does
    is_correlation  from -1 to 1, shown with three digits; a dash where it is undefined
    is_amount       counts, or sums of weights, which are shown with two digits
    is_text         words, put to the left
    has_best        the largest value of a group is the best one
    is_detail       for programs only
    is_gloss        for terminals only
    level           of significance, of probabilities
    least           the smallest that probabilities can be (`comparison.least_p`)
    is_bound        stands beside the column before it, also where a table is split
    if_empty        what people see in an empty cell
    most            characters that people see of longer text; None: all
    """

    heading: str
    name: str
    is_score: bool = False
    is_signed: bool = False
    is_interval: bool = False
    is_probability: bool = False
    is_correlation: bool = False
    is_text: bool = False
    has_best: bool = False
    is_detail: bool = False
    level: float = 0.05
    is_bound: bool = False
    is_amount: bool = False
    is_gloss: bool = False
    if_empty: str = ""
    least: float = 0.0
    most: int | None = None


class Table(NamedTuple):
    """Rows of values under columns; None is an empty cell.

    group  the column whose equal values make rows comparable (None: all are)
    notes  lines for people, shown beneath
    """

    columns: tuple[Column, ...]
    rows: tuple[tuple[Value, ...], ...]
    group: int | None = None
    notes: tuple[str, ...] = ()

    def for_people(self, *, is_terminal: bool = False) -> Table:
        """Return the table without columns for programs only, and without those of terminals."""
        kept = [
            number
            for number, column in enumerate(self.columns)
            if not (column.is_detail or (column.is_gloss and not is_terminal))
        ]
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
                values = [None if isinstance(value, Vacuous) else value for value in values]
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
    return "".join("\t".join(map(plain, line)) + "\n" for line in _lines(table))


def csv(table: Table) -> str:
    r"""Return comma-separated text (RFC 4180, but for lines that end in \n): what `tsv` holds.

    >>> csv(Table((Column("System", "system"), Column("F", "f", True)), (("a, b", 0.25),)))
    'system,f\n"a, b",0.25\n'
    """
    return "".join(",".join(map(_quoted, line)) + "\n" for line in _lines(table))


def _lines(table: Table) -> list[list[Value]]:
    """Return names, then values; an interval is two of them."""
    names: list[Value] = []
    for column in table.columns:
        if column.is_gloss:
            continue
        bounds = [f"{column.name}_low", f"{column.name}_high"]
        names += bounds if column.is_interval else [column.name]
    lines = [names]
    for row in table.rows:
        line: list[Value] = []
        for column, value in zip(table.columns, row, strict=True):
            if not column.is_gloss:
                line += _bounds(value) if column.is_interval else [value]
        lines.append(line)
    return lines


def _quoted(value: Value) -> str:
    field = plain(value)
    if any(letter in field for letter in ',"\r'):
        field = '"' + field.replace('"', '""') + '"'
    return field


def terminal(table: Table, *, is_terminal: bool, width: int | None = None) -> str:
    """Return a table for people: scores in percent with two digits, numbers to the right.

    Parameters: is_terminal, whether control codes for bold are understood; width in columns (None:
    see `layout.screen_width`).
    """
    # Programs read most output, as TSV, which has no columns to lay out.
    from fastgec.report.layout import Cell, Grid, screen_width, table_lines, wrapped

    if width is None:
        width = screen_width(is_terminal=is_terminal)
    table = table.for_people(is_terminal=True)
    best = table.best_cells()
    rows = [
        [
            Cell(shown(column, value), (number, place) in best)
            for place, (column, value) in enumerate(zip(table.columns, row, strict=True))
        ]
        for number, row in enumerate(table.rows)
    ]
    is_left = [place == 0 or column.is_text for place, column in enumerate(table.columns)]
    keys = [0] if table.group in (None, 0) else [0, table.group]
    bound = [place for place, column in enumerate(table.columns) if column.is_bound]
    grid = Grid([column.heading for column in table.columns], rows, is_left, keys, bound)
    has_bold = is_terminal and os.environ.get("TERM") != "dumb"
    lines = [*table_lines(grid, width, has_bold=has_bold)]
    for note in table.notes:
        lines += ["", wrapped(note, width)]
    return "".join(f"{line}\n" for line in lines)


def shown(column: Column, value: Value) -> str:
    """Return a value as people read it: scores in percent, control characters escaped."""
    if column.is_correlation:
        return shown_correlation(value)
    if value is None or value == "":
        return column.if_empty
    if isinstance(value, Vacuous):
        return NOTHING
    if isinstance(value, tuple):
        return shown_interval(value, "+" if column.is_signed else "")
    if column.is_signed and isinstance(value, float):
        return f"{100 * value:+.2f}"
    if column.is_score and isinstance(value, float):
        return f"{100 * value:.2f}"
    if column.is_probability and isinstance(value, float):
        return shown_p(value, column.level, column.least)
    if column.is_amount and isinstance(value, float):
        return f"{value:.2f}"
    text = short(str(value) if not isinstance(value, str) else value)
    if column.most is not None and len(text) > column.most:
        text = f"{text[: column.most].rstrip()} ..."
    return visible(text)


def shown_correlation(value: Value) -> str:
    """Return a correlation with three digits, its interval with two; a dash for none.

    >>> shown_correlation(-0.16249), shown_correlation((0.41, 0.94)), shown_correlation(None)
    ('-0.162', '[0.41, 0.94]', '—')
    """
    if isinstance(value, float):
        return f"{value:.3f}"
    if isinstance(value, tuple):
        return f"[{value[0]:.2f}, {value[1]:.2f}]"
    return NOTHING if value is None else str(value)


def _bounds(value: Value) -> Interval | tuple[None, None]:
    return value if isinstance(value, tuple) else (None, None)
