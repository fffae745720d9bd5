"""Text on a screen of so many columns: tables that fit, prose that wraps at words.

A table that is too wide gets narrower in steps: gaps of two spaces, headings on two lines, long
names on two lines; then columns that are left over stand in a second table beneath, with the names
again. A number never breaks, nor does a word of prose that is longer than a line, such as a path.
"""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Iterator, Sequence
from typing import NamedTuple

DEFAULT = 80  # columns, where there is no screen
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
        first: what stands before the text, as it is.
        indent: before each line that had to break.

    Example:
        >>> print(wrapped("one two three", 11, first="* ", indent="  "))
        * one two
          three
    """
    lines: list[str] = []
    for number, one in enumerate(text.split("\n")):
        lines += _lines(one, width, first if number == 0 else "", indent)
    return "\n".join(lines)


def _lines(text: str, width: int, first: str, indent: str) -> Iterator[str]:
    if cell_width(first) + cell_width(text) <= width:
        yield first + text
        return
    line, used = first, cell_width(first)
    is_empty = True
    for word in text.split(" "):
        size = cell_width(word)
        if not word:
            continue
        if not is_empty and used + 1 + size > width:
            yield line
            line, used, is_empty = indent, cell_width(indent), True
        line += word if is_empty else f" {word}"
        used += size if is_empty else size + 1
        is_empty = False
    yield line


def table_lines(grid: Grid, width: int, *, has_bold: bool = False) -> Iterator[str]:
    """Yield the lines of a table that fits into `width` columns, as far as its numbers do."""
    natural = [_natural(grid, place) for place in range(len(grid.headings))]
    for gap in GAPS:
        if _total(natural, gap) <= width:
            yield from _block(grid, range(len(natural)), natural, gap, has_bold)
            return
    gap = GAPS[-1]
    tight = [_natural(grid, place, is_wrapped=True) for place in range(len(natural))]
    if _total(tight, gap) <= width:
        for place, size in enumerate(natural):  # headings that need not wrap do not
            widened = [*tight[:place], size, *tight[place + 1 :]]
            if _total(widened, gap) <= width:
                tight = widened
        yield from _block(grid, range(len(natural)), tight, gap, has_bold)
        return
    folded = [
        min(size, LEAST_NAME) if is_left else size
        for size, is_left in zip(tight, grid.is_left, strict=True)
    ]
    if _total(folded, gap) <= width:
        for place, is_left in enumerate(grid.is_left):  # names take what room there is
            room = width - _total(folded, gap)
            folded[place] += min(room, tight[place] - folded[place]) if is_left else 0
        yield from _block(grid, range(len(natural)), folded, gap, has_bold)
        return
    third = max(LEAST_NAME, width // 3)
    split = [
        min(size, third) if is_left else size
        for size, is_left in zip(tight, grid.is_left, strict=True)
    ]
    yield from _split(grid, split, width, gap, has_bold)


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
    headings = [
        _folded(grid.headings[place], widths[place], " ")
        if " " in grid.headings[place]
        else [grid.headings[place]]
        for place in places
    ]
    height = max(map(len, headings))
    sizes = [widths[place] for place in places]
    is_left = [grid.is_left[place] for place in places]
    for line in range(height):  # the last line of each stands on the rule
        cells = [[""] * (height - len(one)) + one for one in headings]
        yield _joined([Cell(one[line]) for one in cells], sizes, is_left, gap, False)
    yield "─" * _total(sizes, gap)
    for row in grid.rows:
        cells = [
            _folded(row[place].text, widths[place], BREAKS)
            if grid.is_left[place]
            else [row[place].text]
            for place in places
        ]
        for line in range(max(map(len, cells))):
            texts = [one[line] if line < len(one) else "" for one in cells]
            shown = [
                Cell(text, row[place].is_bold) for text, place in zip(texts, places, strict=True)
            ]
            yield _joined(shown, sizes, is_left, gap, has_bold)


def _joined(
    cells: Sequence[Cell],
    sizes: Sequence[int],
    is_left: Sequence[bool],
    gap: int,
    has_bold: bool,
) -> str:
    shown = []
    for (text, is_bold), size, left in zip(cells, sizes, is_left, strict=True):
        space = " " * (size - cell_width(text))
        marked = f"\x1b[1m{text}\x1b[0m" if is_bold and has_bold and text else text
        shown.append(marked + space if left else space + marked)
    return (" " * gap).join(shown).rstrip()


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


def _natural(grid: Grid, place: int, *, is_wrapped: bool = False) -> int:
    """Return how wide a column is, with its heading in one line, or in a line for each word."""
    heading = grid.headings[place]
    words = heading.split(" ") if is_wrapped else [heading]
    cells = (row[place].text for row in grid.rows)
    return max(map(cell_width, (*words, *cells)))


def _total(sizes: Sequence[int], gap: int) -> int:
    return sum(sizes) + gap * (len(sizes) - 1)
