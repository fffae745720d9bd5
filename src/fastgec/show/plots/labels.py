"""Names beside points and at the ends of lines, so that none covers another; lines themselves.

A name beside a point has some places around its point, near ones first. Names take places in turn,
those with the most neighbours first, each the cheapest as the others are; this is repeated until no
name moves. A place costs by what it covers: other names and points most, lines little, distance
least.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, pi, sin
from typing import TYPE_CHECKING, Any, NamedTuple

from fastgec.show.plots.canvas import DARK, INCH, LIGHT, SMALL, WHITE, line_style, note, width_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes


ANGLES = 16
RADII = (3.0, 6.0, 10.0, 15.0, 21.0, 28.0, 36.0)  # from the point to the nearest edge of its name
ROUNDS = 12
MARK = 2.6  # half the size of a point, in points of 1/72 inch

OUTSIDE = 1e6
ON_NAME = 100.0
ON_POINT = 40.0
ON_LINE = 2.0
FAR = 0.12


class Box(NamedTuple):
    """A rectangle."""

    left: float
    bottom: float
    right: float
    top: float

    def overlap(self, other: Box) -> float:
        """Return the area that both cover."""
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.top, other.top) - max(self.bottom, other.bottom)
        return width * height if width > 0 and height > 0 else 0.0

    def within(self, frame: Box) -> bool:
        """Whether no part lies outside a frame."""
        return (
            self.left >= frame.left
            and self.right <= frame.right
            and self.bottom >= frame.bottom
            and self.top <= frame.top
        )

    @property
    def centre(self) -> tuple[float, float]:
        """The middle."""
        return (self.left + self.right) / 2, (self.bottom + self.top) / 2


Point = tuple[float, float]
Line = tuple[Point, Point]


def place(
    points: Sequence[Point], sizes: Sequence[tuple[float, float]], frame: Box, lines: Sequence[Line]
) -> list[Box]:
    """Find a place for the name of each point.

    Args:
        points: where they are, in points of 1/72 inch.
        sizes: width and height of each name.
        frame: the box that names must stay inside.
        lines: lines that names should not cover.

    Returns:
        The place of each name.

    Example:
        >>> frame = Box(0, 0, 100, 100)
        >>> first, second = place([(50, 50), (52, 50)], [(20, 8)] * 2, frame, [])
        >>> first.overlap(second)
        0.0
    """
    marks = [Box(x - MARK, y - MARK, x + MARK, y + MARK) for x, y in points]
    choices = []
    for number, (point, size) in enumerate(zip(points, sizes, strict=True)):
        others = marks[:number] + marks[number + 1 :]
        choices.append(_choices(point, size, frame, others, lines))
    order = sorted(range(len(points)), key=lambda number: (-_crowd(number, points), number))
    taken: list[Box | None] = [None] * len(points)
    for _ in range(ROUNDS):
        before = list(taken)
        for number in order:
            others = [box for other, box in enumerate(taken) if box and other != number]
            taken[number] = _cheapest(choices[number], others)
        if taken == before:
            break
    return [box for box in taken if box is not None]


def _choices(
    point: Point,
    size: tuple[float, float],
    frame: Box,
    marks: Sequence[Box],
    lines: Sequence[Line],
) -> list[tuple[float, Box]]:
    """Return the places of a name, each with its cost without other names."""
    width, height = size
    found = []
    for radius in RADII:
        for step in range(ANGLES):
            angle = 2 * pi * step / ANGLES
            across, up = round(cos(angle), 9), round(sin(angle), 9)
            # The nearest point of the edge lies at the radius.
            x = point[0] + across * radius + (across * width / 2)
            y = point[1] + up * radius + (up * height / 2)
            box = Box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)
            cost = FAR * radius + 0.01 * step / ANGLES
            cost += 0 if box.within(frame) else OUTSIDE
            cost += ON_POINT * sum(box.overlap(mark) > 0 for mark in marks)
            cost += ON_LINE * sum(crosses(line, box) for line in lines)
            found.append((cost, box))
    return found


def _cheapest(choices: Sequence[tuple[float, Box]], others: Sequence[Box]) -> Box:
    best_cost, best = float("inf"), choices[0][1]
    for cost, box in choices:
        if cost < best_cost:
            cost += sum(ON_NAME + box.overlap(other) for other in others if box.overlap(other) > 0)
            if cost < best_cost:
                best_cost, best = cost, box
    return best


def _crowd(number: int, points: Sequence[Point]) -> int:
    x, y = points[number]
    return sum(hypot(x - a, y - b) < 40 for a, b in points) - 1


def crosses(line: Line, box: Box) -> bool:
    """Whether a line has a point inside a box.

    >>> crosses(((0, 0), (10, 10)), Box(4, 4, 6, 6)), crosses(((0, 0), (1, 1)), Box(4, 4, 6, 6))
    (True, False)
    """
    (x, y), (x_end, y_end) = line
    first, last = 0.0, 1.0
    for start, step, low, high in (
        (x, x_end - x, box.left, box.right),
        (y, y_end - y, box.bottom, box.top),
    ):
        if step == 0:
            if not low <= start <= high:
                return False
            continue
        enter, leave = sorted(((low - start) / step, (high - start) / step))
        first, last = max(first, enter), min(last, leave)
    return first <= last


def spread(heights: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Move heights apart, as little as it takes, in their order.

    With the i-th smallest height less i gaps, no two may cross: runs that do stand at their mean.

    Args:
        heights: where names would stand.
        gap: the least distance of two.
        low: the lowest place there is.
        high: the highest.

    Returns:
        Where they stand; closer than the gap only if there is no space.

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
    one = line_style(number)
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
        note(axes, name, (1, height / up), (22, 0), va="center_baseline")
        free: dict[str, Any] = {"transform": axes.transAxes, "clip_on": False}
        level = (height / up,) * 2
        begin, middle, stop = (1 + points / across for points in (6, 13, 20))
        axes.plot((1, begin), (start / up, height / up), color=LIGHT, linewidth=0.6, **free)
        axes.plot((begin, stop), level, linewidth=1.2, **free, **stroke(number))
        if has_marks:
            one = line_style(number)
            axes.plot([middle], level[:1], marker=one.mark, markersize=4, color=one.colour, **free)


def points_of(values: Sequence[float | None], scale: float = 1.0) -> list[float]:
    """Return the values of a line as matplotlib wants them: NaN where there is none."""
    return [float("nan") if one is None else scale * one for one in values]


def end_of(values: Sequence[float | None]) -> float | None:
    """Return the last value of a line; None if it has none."""
    return next((one for one in reversed(values) if one is not None), None)


def draw_line(axes: Axes, number: int, values: Sequence[float], **marks: Any) -> None:
    """Draw a line with a mark at each of its values, which are side by side."""
    marks = {
        "marker": line_style(number).mark,
        "linewidth": 1.1,
        "zorder": 3,
        **stroke(number),
        **marks,
    }
    axes.plot(range(len(values)), values, **marks)


def draw_names(
    axes: Axes,
    names: Sequence[str],
    x: Sequence[float],
    y: Sequence[float],
    lines: Sequence[Any],
    size: tuple[float, float],
) -> None:
    """Write names beside points, so that none covers another.

    Args:
        axes: the panel.
        names: of the points.
        x: where they are, in the numbers of the axes.
        y: the second coordinate of each, in the numbers of the axes.
        lines: pairs of points that names rather do not cover.
        size: width and height of the panel, in inches.
    """
    across, up = (side * INCH for side in size)
    (left, right), (bottom, top) = axes.get_xlim(), axes.get_ylim()

    def point(at: Sequence[float]) -> tuple[float, float]:
        return (at[0] - left) / (right - left) * across, (at[1] - bottom) / (top - bottom) * up

    points = [point(one) for one in zip(x, y, strict=True)]
    sizes = [(width_of(name, SMALL) + 1.5, SMALL) for name in names]
    hairs = [(point(start), point(end)) for start, end in lines]
    boxes = place(points, sizes, Box(0, 0, across, up), hairs)
    for name, (x_at, y_at), box in zip(names, points, boxes, strict=True):
        middle, height = box.centre
        if abs(x_at - middle) > (box.right - box.left) / 2 + 4 or abs(y_at - height) > 9:
            near = min(max(x_at, box.left), box.right), min(max(y_at, box.bottom), box.top)
            ends = (x_at / across, near[0] / across), (y_at / up, near[1] / up)
            axes.plot(*ends, transform=axes.transAxes, color=DARK, linewidth=0.4, zorder=3)
        axes.text(
            middle / across,
            height / up,
            name,
            transform=axes.transAxes,
            ha="center",
            va="center_baseline",
            fontsize=SMALL,
            color=DARK,
            zorder=5,
            bbox={"facecolor": WHITE, "alpha": 0.75, "linewidth": 0, "boxstyle": "square,pad=0.1"},
        )
