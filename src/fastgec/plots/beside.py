"""Names drawn beside points, with a hair to those that stand far from theirs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from fastgec.plots.canvas import INCH, behind, width_of
from fastgec.plots.inks import DARK, SMALL
from fastgec.plots.labels import Box, place

if TYPE_CHECKING:
    from matplotlib.axes import Axes


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
        y: likewise.
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
            axes.plot(
                (x_at / across, near[0] / across),
                (y_at / up, near[1] / up),
                transform=axes.transAxes,
                color=DARK,
                linewidth=0.4,
                zorder=3,
            )
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
            bbox=behind(),
        )
