"""The result of a run for one system, which every text that is made of scores begins with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from fastgec.metrics.base import AnyMetric, Measure, Row, Vacuous

if TYPE_CHECKING:  # a run without resampling need not load it
    import numpy as np
    from numpy.typing import NDArray

    from fastgec.study.run import Run


class Result(NamedTuple):
    """What is known of one system: its name (`names.Name`), and its score by each scoring.

    scores     as the metric made them
    rows       as it describes them
    intervals  for each scoring float64[M, 2], of the measures that are resampled, if there are any
    unchanged  whether its output is the source; None where that is not known
    """

    system: str
    scores: tuple[Any, ...]
    rows: tuple[Row, ...]
    intervals: tuple[NDArray[np.float64] | None, ...] | None = None
    unchanged: bool | None = None

    def measure(self, metric: AnyMetric, number: int = 0) -> Measure:
        """Return what the metric calls its score, by one of the scorings."""
        return self.rows[number].measure(metric.resampled[-1])

    @property
    def is_vacuous(self) -> bool:
        """Whether a measure of it holds by definition alone: it proposes nothing."""
        return any(isinstance(one.value, Vacuous) for row in self.rows for one in row.measures)

    @property
    def changes_nothing(self) -> bool | None:
        """Whether it leaves the source as it is, or proposes nothing; None if that is not known."""
        return self.is_vacuous or self.unchanged


def results_of(
    run: Run, bounds: Sequence[NDArray[np.float64] | None] | None = None
) -> list[Result]:
    """Return the results of a run.

    Args:
        run: what was scored.
        bounds: for each scoring float64[H, M, 2] (None of no sentence), if there are intervals.
    """
    return [
        Result(
            system,
            scores,
            tuple(map(run.metric.describe, scores)),
            None
            if bounds is None
            else tuple(None if one is None else one[number] for one in bounds),
            run.unchanged[number] if run.unchanged else None,
        )
        for number, (system, scores) in enumerate(zip(run.systems, run.scores, strict=True))
    ]
