"""Tables of results, and their views: terminal, TSV, CSV, Markdown, LaTeX.

A table holds values as they are; percent and rounding exist only in views for people. TSV and CSV
give full precision, and their columns are part of the interface. LaTeX is a plain `tabular` that
compiles without packages; Markdown is a pipe table, as GitHub and pandoc read it; in both, and on a
terminal, the best values are bold.

On a terminal a table that is too wide gets narrower in steps: gaps of two spaces, headings on two
lines, long names on two lines; then the remaining columns are a second table beneath, with the
names again. A number never breaks, nor does a word of prose that is longer than a line, such as a
path.
"""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from itertools import takewhile, zip_longest
from typing import Any, NamedTuple

from fastgec.fscore import Measure, Vacuous
from fastgec.read import visible
from fastgec.show import plain, short
from fastgec.values import shown_interval, shown_p

STAR = "$^{*}$"  # in LaTeX
NOTHING = "—"  # people see this in place of a number that counts nothing

Interval = tuple[float, float]
Value = str | int | float | Interval | None


class Column(NamedTuple):
    """A column: its heading for people, its name for programs, and the kind of its values.

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
    if_empty        text of an empty cell for people
    most            characters that people see of longer text; None: all
    is_optional     left out of a table of records where no record has it
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
    is_optional: bool = False


class Alternatives(str):
    """Corrections of a gold edit, "||" between them: people see words, programs this text.

    >>> Alternatives("||to").in_words("(deletion)"), Alternatives("a").in_words("(deletion)")
    ('(deletion) or to', 'a')
    """

    __slots__ = ()

    def in_words(self, if_empty: str) -> str:
        """Return the corrections with "or" between them, each empty one as given."""
        return " or ".join(one or if_empty for one in self.split("||"))


class Table(NamedTuple):
    """Rows of values under columns; None is an empty cell.

    group  the column whose equal values make rows comparable (None: all are)
    notes  lines for people, shown beneath
    """

    columns: tuple[Column, ...]
    rows: tuple[tuple[Value, ...], ...]
    group: int | None = None
    notes: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        columns: Iterable[Column],
        records: Iterable[Mapping[str, Any]],
        group: int | None = None,
        notes: tuple[str, ...] = (),
    ) -> Table:
        """Return a table of JSON records: a column shows the values under its name.

        Intervals are under "intervals".
        """
        records = list(records)
        columns = tuple(
            column
            for column in columns
            if not column.is_optional or any(column.name in record for record in records)
        )
        rows = tuple(tuple(_of_record(record, one) for one in columns) for record in records)
        return cls(columns, rows, group, notes)

    def for_people(self, *, is_terminal: bool = False) -> Table:
        """Return the table without columns for programs, or (unless wanted) for terminals."""
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
        best: set[tuple[int, int]] = set()
        for numbers in (numbers for numbers in groups.values() if len(numbers) > 1):
            for place in (place for place, column in enumerate(self.columns) if column.has_best):
                values = {number: self.rows[number][place] for number in numbers}
                known = {n: one for n, one in values.items() if not isinstance(one, Vacuous)}
                if scores := [one for one in known.values() if isinstance(one, float)]:
                    best |= {(n, place) for n, one in known.items() if one == max(scores)}
        return best


def measure_columns(measures: Sequence[Measure]) -> list[Column]:
    """Return the columns of a table of measures."""
    return [
        Column(
            measure.heading,
            measure.name,
            is_score=measure.kind in ("score", "spread"),
            has_best=measure.kind == "score",
            is_text=isinstance(measure.value, str),
            is_amount=measure.kind == "count",
        )
        for measure in measures
    ]


def in_percent(score: str) -> str:
    """Return the note below a table of scores of this name."""
    return f"{score}, in per cent."


OF_NOTHING = {"precision": "proposes nothing", "recall": "is compared with no gold edits"}


def vacuous_notes(name: str, measures: Iterable[Measure]) -> Iterator[str]:
    """Yield a note below a table of scores on each ratio of nothing that a system has."""
    for one in measures:
        if isinstance(one.value, Vacuous) and one.name in OF_NOTHING:
            why = f"{name} {OF_NOTHING[one.name]}"
            yield f"{why}: its {one.heading} ({NOTHING}) counts as 100.00 in F."


def _of_record(record: Mapping[str, Any], column: Column) -> Value:
    if not column.is_interval:
        return record.get(column.name)
    bounds = record["intervals"].get(column.name)
    return None if bounds is None else (bounds[0], bounds[1])


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


def _lines(table: Table) -> Iterator[list[Value]]:
    """Yield names, then values; an interval is two of them."""
    columns = [(place, one) for place, one in enumerate(table.columns) if not one.is_gloss]
    names: list[Value] = []
    for _, one in columns:
        names += [f"{one.name}_low", f"{one.name}_high"] if one.is_interval else [one.name]
    yield names
    for row in table.rows:
        line: list[Value] = []
        for place, one in columns:
            value = row[place]
            if one.is_interval:
                line += value if isinstance(value, tuple) else (None, None)
            else:
                line.append(value)
        yield line


def _quoted(value: Value) -> str:
    field = plain(value)
    if any(letter in field for letter in ',"\r'):
        field = '"' + field.replace('"', '""') + '"'
    return field


def terminal(table: Table, *, is_terminal: bool, width: int | None = None) -> str:
    """Return a table for people: scores in percent with two digits, numbers to the right.

    Parameters: is_terminal, whether control codes for bold are understood; width in columns (None:
    see `screen_width`).
    """
    if width is None:
        width = screen_width(is_terminal=is_terminal)
    has_bold = is_terminal and os.environ.get("TERM") != "dumb"
    lines = [*table_lines(grid_of(table, is_terminal=True), width, has_bold=has_bold)]
    for note in table.notes:
        lines += ["", wrapped(note, width)]
    return "".join(f"{line}\n" for line in lines)


def grid_of(table: Table, *, is_terminal: bool = False) -> Grid:
    """Return the text cells of a table for people."""
    table = table.for_people(is_terminal=is_terminal)
    best = table.best_cells()
    rows = [
        [
            Cell(shown(column, value), (number, place) in best)
            for place, (column, value) in enumerate(zip(table.columns, row, strict=True))
        ]
        for number, row in enumerate(table.rows)
    ]
    return Grid(
        [column.heading for column in table.columns],
        rows,
        [place == 0 or column.is_text for place, column in enumerate(table.columns)],
        _repeated(table),
        [place for place, column in enumerate(table.columns) if column.is_bound],
    )


def _repeated(table: Table) -> list[int]:
    """Return the columns that name a row: the first, that of its group, and words behind this.

    Where the first column is words, so are the others that name a row.
    """
    first = table.group or 0
    if first == 0 and not table.columns[0].is_text:
        return [0]
    behind = takewhile(lambda one: one.is_text and not one.is_gloss, table.columns[first + 1 :])
    return sorted({0, *range(first, first + 1 + len(list(behind)))})


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
    if isinstance(value, Alternatives):
        value = value.in_words(column.if_empty)
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


_LATEX = str.maketrans(
    {
        "\n": " ",
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        # After the end of a row these two would be taken for its options.
        "[": "{[}",
        "*": "{*}",
        **{character: "\\" + character for character in "{}$&#_%"},
        # Greek letters need a package in text, and none in formulas.
        "β": r"$\beta$",
        "≤": r"$\leq$",
        "ε": r"$\varepsilon$",
        "ρ": r"$\rho$",
        "τ": r"$\tau$",
    }
)
_MARKDOWN = str.maketrans({"\n": " ", **{letter: f"\\{letter}" for letter in "\\|*_`<>[]~"}})


def rendered(table: Table, kind: str) -> str:
    """Return a table as "tsv", "csv", "markdown", "latex", or else as standard output shows it."""
    views = {"tsv": tsv, "csv": csv, "markdown": markdown, "latex": latex}
    if kind in views:
        return views[kind](table)
    return terminal(table, is_terminal=sys.stdout.isatty())


def with_line(line: str, kind: str) -> str:
    """Return a line that follows a result: a comment where the format has them."""
    comment = f"# {line}\n"
    others = {"latex": f"% {line}\n", "markdown": f"\n`{line}`\n", "table": f"\n{line}\n"}
    return {"tsv": comment, "csv": comment, **others}.get(kind, f"{line}\n")


def titled(line: str, kind: str) -> str:
    """Return a line that stands above a table for people."""
    line = " ".join(visible(line).split())
    if kind == "latex":
        return f"% {line}\n"
    return f"{_markdown_text(line) if kind == 'markdown' else line}\n\n"


def markdown(table: Table, marked: Set[tuple[int, int]] = frozenset()) -> str:
    r"""Return a pipe table; the best values are bold, cells of `marked` (row, column) have a star.

    >>> from fastgec.show.tables import Column
    >>> columns = Column("System", "system"), Column("F", "f", is_score=True, has_best=True)
    >>> print(markdown(Table(columns, (("a|b", 0.25), ("c", 0.5)))), end="")
    | System | F |
    | :--- | ---: |
    | a\|b | 25.00 |
    | c | **50.00** |
    """
    grid = grid_of(table)
    lines = [
        list(map(_markdown_text, grid.headings)),
        [":---" if is_left else "---:" for is_left in grid.is_left],
        *_marked(_cells(grid, _markdown_text, "**{}**"), marked, r"\*"),
    ]
    text = "".join(f"| {' | '.join(line)} |\n" for line in lines)
    return text + "".join(f"\n{_markdown_text(note)}\n" for note in table.notes)


def latex(table: Table) -> str:
    r"""Return a tabular; the best values are bold, notes are comments.

    >>> from fastgec.show.tables import Column
    >>> columns = Column("System", "system"), Column("F", "f", is_score=True, has_best=True)
    >>> print(latex(Table(columns, (("a_b", 0.25), ("c", 0.5)))), end="")
    \begin{tabular}{lr}
    \hline
    System & F \\
    \hline
    a\_b & 25.00 \\
    c & \textbf{50.00} \\
    \hline
    \end{tabular}
    """
    grid = grid_of(table)
    lines = [
        rf"\begin{{tabular}}{{{''.join('l' if is_left else 'r' for is_left in grid.is_left)}}}",
        r"\hline",
        _latex_row(map(latex_text, grid.headings)),
        r"\hline",
        *map(_latex_row, _cells(grid, latex_text, r"\textbf{{{}}}")),
        r"\hline",
        r"\end{tabular}",
        *(f"% {' '.join(note.splitlines())}" for note in table.notes),
    ]
    return "".join(line + "\n" for line in lines)


def latex_float(
    table: Table,
    levels: Sequence[Sequence[tuple[str, int]]],
    marked: Set[tuple[int, int]],
    *,
    caption: str,
    label: str,
) -> str:
    r"""Return a LaTeX table for a paper: rules of booktabs, headings over several columns.

    Args:
        table: the cells; the first column has the names of rows.
        levels: headings above those of the table, from the top: each with its number of columns,
            of all columns but the first.
        marked: (row, column) of cells that get an asterisk.
        caption: text below the table.
        label: what `\\ref` names.
    """
    grid = grid_of(table)
    lines = [
        r"\begin{table}[t]",
        r"\centering",
        rf"\begin{{tabular}}{{l{'r' * (len(grid.headings) - 1)}}}",
        r"\toprule",
    ]
    for level in levels:
        cells, rules, at = [""], [], 2
        for heading, n in level:
            cells.append(rf"\multicolumn{{{n}}}{{c}}{{{latex_text(heading)}}}")
            rules.append(rf"\cmidrule(lr){{{at}-{at + n - 1}}}")
            at += n
        lines += [_latex_row(cells), " ".join(rules)]
    rows = _marked(_cells(grid, latex_text, r"\textbf{{{}}}"), marked, STAR)
    lines += [
        _latex_row(map(latex_text, grid.headings)),
        r"\midrule",
        *map(_latex_row, rows),
        r"\bottomrule",
        r"\end{tabular}",
        rf"\caption{{{latex_text(caption).replace('{*}', STAR)}}}",
        rf"\label{{{label}}}",
        r"\end{table}",
    ]
    return "".join(f"{line}\n" for line in lines)


def _cells(grid: Grid, escape: Callable[[str], str], bold: str) -> list[list[str]]:
    return [
        [(bold if cell.is_bold else "{}").format(escape(cell.text)) for cell in row]
        for row in grid.rows
    ]


def _marked(rows: list[list[str]], marked: Set[tuple[int, int]], mark: str) -> list[list[str]]:
    for row, column in marked:
        rows[row][column] += mark
    return rows


def _markdown_text(text: str) -> str:
    return text.translate(_MARKDOWN)


def latex_text(text: str) -> str:
    """Return text with LaTeX's special characters escaped."""
    return text.translate(_LATEX)


def _latex_row(cells: Iterable[str]) -> str:
    return " & ".join(cells) + r" \\"


DEFAULT = 80  # columns, where there is no screen
LEAST_OF_KEYS = 10  # the same of each of several names
LEAST_NAME = 14  # columns of a name that is broken
GAPS = (3, 2)  # spaces between columns, wide and narrow
BREAKS = "/_-. "  # a name breaks after these


class Cell(NamedTuple):
    """A cell of a table: its text, and whether it is bold."""

    text: str
    is_bold: bool = False


class Grid(NamedTuple):
    """A table as text.

    headings  of the columns
    rows      cells under them
    is_left   whether a column is words, put to the left; such a column may break
    keys      which columns name a row, and are repeated where a table is split
    bound     which columns stand beside the one before them, also where a table is split
    """

    headings: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    is_left: Sequence[bool]
    keys: Sequence[int]
    bound: Sequence[int] = ()


def screen_width(*, is_terminal: bool) -> int:
    """Return how many columns there are: as COLUMNS says, or the terminal, else 80."""
    wanted = os.environ.get("COLUMNS", "")
    if wanted.isascii() and wanted.isdigit() and int(wanted) > 0:
        return int(wanted)
    if is_terminal:
        try:
            return os.get_terminal_size(sys.__stdout__.fileno()).columns or DEFAULT  # type: ignore[union-attr]
        except (OSError, ValueError, AttributeError):
            pass
    return DEFAULT


def cell_width(text: str) -> int:
    """Return how many columns a text takes.

    >>> cell_width("Käse"), cell_width("漢字")
    (4, 4)
    """
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


def wrapped(text: str, width: int, *, first: str = "", indent: str = "") -> str:
    """Return prose in lines of at most `width` columns, broken at spaces; no line end at the end.

    Args:
        text: may have lines of its own, which stay apart.
        width: in columns; a longer word has a line for itself.
        first: a prefix of the text.
        indent: before each line that had to break.

    Example:
        >>> print(wrapped("one two three", 11, first="* ", indent="  "))
        * one two
          three
    """
    lines: list[str] = []
    for number, one in enumerate(text.split("\n")):
        lines += _wrapped_lines(one, width, first if number == 0 else "", indent)
    return "\n".join(lines)


def _wrapped_lines(text: str, width: int, first: str, indent: str) -> Iterator[str]:
    if cell_width(first) + cell_width(text) <= width:
        yield first + text
        return
    start, words = first, ""
    for word in filter(None, text.split(" ")):
        longer = f"{words} {word}" if words else word
        if words and cell_width(start) + cell_width(longer) > width:
            yield start + words
            start, longer = indent, word
        words = longer
    yield start + words


def table_lines(grid: Grid, width: int, *, has_bold: bool = False) -> Iterator[str]:
    """Yield the lines of a table that fits into `width` columns, as far as its numbers do."""

    def limited(most: int) -> list[int]:
        pairs = zip(tight, grid.is_left, strict=True)
        return [min(size, most) if is_left else size for size, is_left in pairs]

    places = range(len(grid.headings))
    natural = [_natural(grid, place, [grid.headings[place]]) for place in places]
    tight = [_natural(grid, place, grid.headings[place].split(" ")) for place in places]
    wide, gap = GAPS
    sizes = natural
    if _total(natural, wide) <= width:
        gap = wide
    elif _total(natural, gap) <= width:
        pass
    elif _total(tight, gap) <= width:
        sizes = list(tight)
        for place, size in enumerate(natural):  # headings that need not wrap do not
            if _total(sizes, gap) + size - sizes[place] <= width:
                sizes[place] = size
    elif _total(limited(least := LEAST_NAME), gap) <= width or (
        len(grid.keys) > 1 and _total(limited(least := LEAST_OF_KEYS), gap) <= width
    ):
        sizes = limited(least)
        for place in places:  # names take what space there is
            sizes[place] += min(width - _total(sizes, gap), tight[place] - sizes[place])
    else:
        least = max(LEAST_NAME, width // 3)
        if len(grid.keys) > 1:
            least = max(LEAST_OF_KEYS, width // (2 * len(grid.keys)))
        yield from _split(grid, limited(least), width, gap, has_bold)
        return
    yield from _block(grid, places, sizes, gap, has_bold)


def _split(
    grid: Grid, widths: Sequence[int], width: int, gap: int, has_bold: bool
) -> Iterator[str]:
    """Yield tables of some columns each, below one another."""
    others: list[list[int]] = []
    for place in range(len(widths)):
        if place in grid.bound and others:
            others[-1].append(place)
        elif place not in grid.keys:
            others.append([place])
    keys = list(grid.keys)
    is_first = True
    while others:
        taken = [*keys, *others.pop(0)]
        while others and _total([widths[p] for p in (*taken, *others[0])], gap) <= width:
            taken += others.pop(0)
        if not is_first:
            yield ""
        is_first = False
        yield from _block(grid, taken, widths, gap, has_bold)


def _block(
    grid: Grid, places: Sequence[int], widths: Sequence[int], gap: int, has_bold: bool
) -> Iterator[str]:
    sizes = [widths[place] for place in places]

    def joined(texts: Sequence[str], row: Sequence[Cell] = ()) -> str:
        shown = []
        for place, text, size in zip(places, texts, sizes, strict=True):
            space = " " * (size - cell_width(text))
            is_bold = has_bold and text and row and row[place].is_bold
            marked = f"\x1b[1m{text}\x1b[0m" if is_bold else text
            shown.append(marked + space if grid.is_left[place] else space + marked)
        return (" " * gap).join(shown).rstrip()

    headings = [_folded(grid.headings[place], widths[place], " ")[::-1] for place in places]
    for texts in [*zip_longest(*headings, fillvalue="")][::-1]:  # the last lines are on the rule
        yield joined(texts)
    yield "─" * _total(sizes, gap)
    for row in grid.rows:
        cells = [
            _folded(row[place].text, widths[place], BREAKS)
            if grid.is_left[place]
            else [row[place].text]
            for place in places
        ]
        for texts in zip_longest(*cells, fillvalue=""):
            yield joined(texts, row)


def _folded(text: str, width: int, breaks: str) -> list[str]:
    """Return a text in pieces of at most `width` columns, broken after some letters if it can be.

    Where only spaces break, a longer word stays whole.
    """
    lines = []
    while cell_width(text) > width:
        fits, used = 0, 0
        while fits < len(text) and used + cell_width(text[fits]) <= width:
            used += cell_width(text[fits])
            fits += 1
        # A space at the break is not shown, so it may stand one place further.
        last = fits + (text[fits] == " ") if fits < len(text) else fits
        cut = max((text.rfind(c, 0, last) + 1 for c in breaks), default=0)
        if not cut and breaks == " ":
            cut = text.find(" ") + 1
            if not cut:
                break
        cut = cut or max(fits, 1)
        lines.append(text[:cut].rstrip(" "))
        text = text[cut:].lstrip(" ")
    return [*lines, text]


def _natural(grid: Grid, place: int, words: Sequence[str]) -> int:
    """Return how wide a column is whose heading has some words on lines of their own."""
    return max(map(cell_width, (*words, *(row[place].text for row in grid.rows))))


def _total(sizes: Sequence[int], gap: int) -> int:
    return sum(sizes) + gap * (len(sizes) - 1)
