r"""Tables as text in the format that is asked for; markdown and LaTeX for papers and reports.

LaTeX is a plain `tabular` that compiles without packages; the best values are bold. Markdown is a
pipe table, as GitHub and pandoc read it.
"""

from __future__ import annotations

from collections.abc import Callable

from fastgec.corpus.errors import visible
from fastgec.report.tables import Table, csv, shown, terminal, tsv

_LATEX = {
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


def rendered(table: Table, kind: str, *, is_terminal: bool) -> str:
    """Return a table as "table", "tsv", "csv", "markdown" or "latex"."""
    match kind:
        case "tsv":
            return tsv(table)
        case "csv":
            return csv(table)
        case "markdown":
            return markdown(table)
        case "latex":
            return latex(table)
        case _:
            return terminal(table, is_terminal=is_terminal)


def with_line(line: str, kind: str) -> str:
    """Return a line that follows a result: a comment where the format has them."""
    match kind:
        case "tsv" | "csv":
            return f"# {line}\n"
        case "latex":
            return f"% {line}\n"
        case "markdown":
            return f"\n`{line}`\n"
        case "table":
            return f"\n{line}\n"
        case _:
            return f"{line}\n"


def titled(line: str, kind: str) -> str:
    """Return a line that stands above a table for people."""
    line = " ".join(visible(line).split())
    match kind:
        case "latex":
            return f"% {line}\n"
        case "markdown":
            return f"{_markdown_text(line)}\n\n"
        case _:
            return f"{line}\n\n"


def markdown(table: Table) -> str:
    r"""Return a pipe table; the best values are bold.

    >>> from fastgec.report.tables import Column
    >>> columns = Column("System", "system"), Column("F", "f", is_score=True, has_best=True)
    >>> print(markdown(Table(columns, (("a|b", 0.25), ("c", 0.5)))), end="")
    | System | F |
    | :--- | ---: |
    | a\|b | 25.00 |
    | c | **50.00** |
    """
    table = table.for_people()
    lines = [
        [_markdown_text(column.heading) for column in table.columns],
        [
            ":---" if number == 0 or column.is_text else "---:"
            for number, column in enumerate(table.columns)
        ],
        *_cells(table, _markdown_text, "**{}**"),
    ]
    text = "".join(f"| {' | '.join(line)} |\n" for line in lines)
    return text + "".join(f"\n{_markdown_text(note)}\n" for note in table.notes)


def latex(table: Table) -> str:
    r"""Return a tabular; the best values are bold, notes are comments.

    >>> from fastgec.report.tables import Column
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
    table = table.for_people()
    sides = [
        "l" if number == 0 or column.is_text else "r" for number, column in enumerate(table.columns)
    ]
    lines = [
        rf"\begin{{tabular}}{{{''.join(sides)}}}",
        r"\hline",
        _latex_row([latex_text(column.heading) for column in table.columns]),
        r"\hline",
        *map(_latex_row, _cells(table, latex_text, r"\textbf{{{}}}")),
        r"\hline",
        r"\end{tabular}",
        *(f"% {' '.join(note.splitlines())}" for note in table.notes),
    ]
    return "".join(line + "\n" for line in lines)


def _cells(table: Table, escape: Callable[[str], str], bold: str) -> list[list[str]]:
    best = table.best_cells()
    return [
        [
            (bold if (number, place) in best else "{}").format(escape(shown(column, value)))
            for place, (column, value) in enumerate(zip(table.columns, row, strict=True))
        ]
        for number, row in enumerate(table.rows)
    ]


def _markdown_text(text: str) -> str:
    text = text.replace("\n", " ")
    return "".join("\\" + letter if letter in "\\|*_`<>[]~" else letter for letter in text)


def latex_text(text: str) -> str:
    """Return text with what LaTeX takes for commands escaped."""
    text = text.replace("\n", " ")
    return "".join(_LATEX.get(letter, letter) for letter in text)


def _latex_row(cells: list[str]) -> str:
    return " & ".join(cells) + r" \\"
