"""Names beside points, so that none covers another: the same places every time.

Each name has some places around its point, near ones first. Names take places in turn, those with
the most neighbours first, each the cheapest as the others stand; then all look again until nobody
moves. A place costs what it covers: other names and points most, lines little, distance least.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, pi, sin
from typing import NamedTuple

ANGLES = 16
RADII = (3.0, 6.0, 10.0, 15.0, 21.0, 28.0, 36.0)  # from the point to the nearest edge of its name
ROUNDS = 12
MARK = 2.6  # half of what a point takes, in points of 1/72 inch

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
        frame: what names stay inside of.
        lines: what names rather do not cover.

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
    """Return the places of a name with what each costs whoever stands where."""
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
