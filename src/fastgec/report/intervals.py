"""Bootstrap intervals as columns, as JSON, and as a sentence that says how they were made."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from fastgec.report.tables import Column, Interval

if TYPE_CHECKING:  # a run without resampling need not load it
    from fastgec.analysis.resampling import Plan

MEASURES = ("precision", "recall", "f")
Bounds = NDArray[np.float64] | None  # float64[3, 2], of precision, recall and F


def interval_columns(heading: str) -> tuple[Column, ...]:
    """Return the columns of three intervals; people see that of F, whose heading is given."""
    from fastgec.analysis.resampling import CONFIDENCE

    return (
        Column("P interval", "precision", is_interval=True, is_detail=True),
        Column("R interval", "recall", is_interval=True, is_detail=True),
        Column(f"{heading} {100 * CONFIDENCE:g}% interval", "f", is_interval=True),
    )


def interval_cells(bounds: Bounds) -> tuple[Interval | None, ...]:
    """Return the values under `interval_columns`."""
    if bounds is None:
        return (None,) * len(MEASURES)
    return tuple((low, high) for low, high in bounds.tolist())


def interval_content(bounds: Bounds) -> dict[str, list[float] | None]:
    """Return the intervals by name, null where there is none."""
    values = [None] * len(MEASURES) if bounds is None else bounds.tolist()
    return dict(zip(MEASURES, values, strict=True))


def plan_note(plan: Plan, chosen: str) -> str:
    """Say how resamples were made; `chosen` is what is chosen: an annotator, a reference.

    >>> from fastgec.analysis.resampling import Plan
    >>> plan_note(Plan(1000, 0, "fixed"), "annotator")
    '1000 resamples of the sentences, seed 0; the choice of annotator is kept from the whole corpus'
    """
    choice = {
        "running": "is made again in each resample",
        "fixed": "is kept from the whole corpus",
        "sentence": "is that of each sentence alone",
    }[plan.choice]
    start = f"{plan.resamples} resamples of the sentences, seed {plan.seed}"
    return f"{start}; the choice of {chosen} {choice}"
