"""Bootstrap intervals as columns, as JSON, and as a sentence that says how they were made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from fastgec.metrics.base import Measure
from fastgec.report.tables import Column, Interval

if TYPE_CHECKING:  # a run without resampling need not load it
    import numpy as np
    from numpy.typing import NDArray

    from fastgec.study.resampling import Plan


def interval_columns(measures: Sequence[Measure]) -> list[Column]:
    """Return the columns of intervals of some measures; people see that of the last, the score."""
    from fastgec.study.resampling import CONFIDENCE

    *others, score = measures
    return [
        *(
            Column(f"{one.heading} interval", one.name, is_interval=True, is_detail=True)
            for one in others
        ),
        Column(f"{score.heading} {100 * CONFIDENCE:g}% interval", score.name, is_interval=True),
    ]


def interval_cells(
    bounds: NDArray[np.float64] | None, n_measures: int
) -> tuple[Interval | None, ...]:
    """Return the values under `interval_columns`."""
    if bounds is None:
        return (None,) * n_measures
    return tuple((low, high) for low, high in bounds.tolist())


def interval_content(
    bounds: NDArray[np.float64] | None, names: Sequence[str]
) -> dict[str, list[float] | None]:
    """Return the intervals by name, null where there is none."""
    values = [None] * len(names) if bounds is None else bounds.tolist()
    return dict(zip(names, values, strict=True))


def plan_note(plan: Plan, chosen: str) -> str:
    """Say how resamples were made; `chosen` is what is chosen: an annotator, a reference.

    >>> from fastgec.study.resampling import Plan
    >>> plan_note(Plan(1000, 0, "running"), "coders")
    '1,000 resamples of the sentences, seed 0; the choice of coders is made again in each resample'
    """
    choice = {
        "running": "is made again in each resample",
        "fixed": "is kept from the whole corpus",
        "sentence": "is that of each sentence alone",
        "drawn": "in resample i is what iteration i draws",
    }[plan.choice]
    start = f"{plan.resamples:,} resamples of the sentences, seed {plan.seed}"
    return f"{start}; the choice of {chosen} {choice}"
