"""Cells with numbers, in rows and columns with names: for pictures whose numbers are read.

The number is written in its cell, so a cell says all in grey, too; hatching says what its picture
says that it says.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from fastgec.plots.canvas import INCH, width_of
from fastgec.plots.inks import DARK, GREY, SMALL, WHITE, on

if TYPE_CHECKING:
    from matplotlib.axes import Axes

HATCH = "////"


class Cell(NamedTuple):
    """A cell of a matrix.

    text        its number, and what stands beneath it
    colour      of the ground
    is_hatched  whether it is hatched
    is_bold     whether the number is bold
    """

    text: str
    colour: str = WHITE
    is_hatched: bool = False
    is_bold: bool = False


def widest(names: Sequence[str], size: float = SMALL) -> float:
    """Return how wide the widest of some names is, in inches."""
    return max((width_of(name, size) for name in names), default=0.0) / INCH


def draw_cells(
    axes: Axes,
    rows: Sequence[str],
    columns: Sequence[str],
    cells: Sequence[Sequence[Cell | None]],
    *,
    turned: bool = False,
) -> None:
    """Draw cells row by row from the top; where there is none, nothing.

    Args:
        axes: where to draw.
        rows: their names.
        columns: their names, written below.
        cells: of each row.
        turned: whether names of columns are upright, since they are long.
    """
    from matplotlib.patches import Rectangle

    for row, line in enumerate(cells):
        for column, cell in enumerate(line):
            if cell is None:
                continue
            corner = column, len(rows) - 1 - row
            axes.add_patch(Rectangle(corner, 1, 1, facecolor=cell.colour, edgecolor=WHITE, lw=1))
            if cell.is_hatched:
                axes.add_patch(
                    Rectangle(
                        corner, 1, 1, fill=False, hatch=HATCH, edgecolor=GREY, linewidth=0, zorder=2
                    )
                )
            axes.text(
                corner[0] + 0.5,
                corner[1] + 0.5,
                cell.text,
                ha="center",
                va="center",
                fontsize=SMALL,
                fontweight="bold" if cell.is_bold else "normal",
                color=on(cell.colour),
                zorder=3,
                linespacing=1.25,
                bbox={"facecolor": cell.colour, "linewidth": 0, "boxstyle": "square,pad=0.15"},
            )
    axes.set_xlim(0, len(columns))
    axes.set_ylim(0, len(rows))
    axes.set_xticks(
        [place + 0.5 for place in range(len(columns))],
        columns,
        rotation=90 if turned else 0,
        color=DARK,
    )
    axes.set_yticks([len(rows) - 0.5 - place for place in range(len(rows))], rows, color=DARK)
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)
