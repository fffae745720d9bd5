"""Names at the ends of lines, so that none covers another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from fastgec.plots.canvas import INCH
from fastgec.plots.inks import LIGHT, SMALL, ink

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def spread(heights: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Move heights apart, as little as it takes, in their order.

    With the i-th smallest height less i gaps, no two may cross: runs that do stand at their mean.

    Args:
        heights: where names would stand.
        gap: the least distance of two.
        low: the lowest place there is.
        high: the highest.

    Returns:
        Where they stand; closer than the gap only if there is no room.

    Example:
        >>> spread([1.0, 1.0, 5.0], 2.0, 0.0, 10.0)
        [0.0, 2.0, 5.0]
    """
    n = len(heights)
    if n > 1:
        gap = min(gap, (high - low) / (n - 1))
    order = sorted(range(n), key=lambda number: (heights[number], number))
    runs: list[tuple[int, float]] = []  # names in a run, where it begins
    for place, number in enumerate(order):
        size, start = 1, heights[number] - place * gap
        while runs and runs[-1][1] > start:
            before, its_start = runs.pop()
            start = (before * its_start + size * start) / (before + size)
            size += before
        runs.append((size, start))
    starts = [start for size, start in runs for _ in range(size)]
    last = max(low, high - (n - 1) * gap)
    found = [0.0] * n
    for place, (number, start) in enumerate(zip(order, starts, strict=True)):
        found[number] = min(max(start, low), last) + place * gap
    return found


def stroke(number: int) -> dict[str, Any]:
    """Return colour and dashes of a line by its number."""
    one = ink(number)
    return {"color": one.colour, **({"dashes": one.dashes} if one.dashes else {})}


def draw_endings(
    axes: Axes,
    names: Sequence[str],
    ends: Sequence[float],
    size: tuple[float, float],
    *,
    has_marks: bool = False,
) -> None:
    """Write the names of lines to the right of a panel, each beside a piece of its line.

    Args:
        axes: the panel.
        names: of the lines, by their numbers.
        ends: where they end, in the numbers of the axes.
        size: width and height of the panel, in inches.
        has_marks: whether pieces have the marks of their lines, too.
    """
    low, high = axes.get_ylim()
    across, up = (side * INCH for side in size)
    at = [(end - low) / (high - low) * up for end in ends]
    places = spread(at, SMALL + 2, 2, up - 2)
    for number, (name, start, height) in enumerate(zip(names, at, places, strict=True)):
        axes.annotate(
            name,
            (1, height / up),
            (22, 0),
            xycoords="axes fraction",
            textcoords="offset points",
            fontsize=SMALL,
            va="center_baseline",
        )
        axes.plot(
            (1, 1 + 6 / across),
            (start / up, height / up),
            transform=axes.transAxes,
            color=LIGHT,
            linewidth=0.6,
            clip_on=False,
        )
        axes.plot(
            (1 + 6 / across, 1 + 20 / across),
            (height / up,) * 2,
            transform=axes.transAxes,
            clip_on=False,
            linewidth=1.2,
            **stroke(number),
        )
        if has_marks:
            axes.plot(
                [1 + 13 / across],
                [height / up],
                transform=axes.transAxes,
                clip_on=False,
                marker=ink(number).mark,
                markersize=4,
                color=ink(number).colour,
            )
