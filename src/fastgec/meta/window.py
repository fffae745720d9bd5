"""Correlation among systems that are close in quality: windows of consecutive ranks.

Definition: Kobayashi, Mita and Komachi (2024). Over all systems a metric correlates as soon as it
tells the good ones from the bad ones; whether it tells neighbours apart is seen in windows.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from fastgec.meta.correlation import pearson, spearman
from fastgec.parameters import whole_number


class Window(NamedTuple):
    """Correlations among some systems that follow one another.

    first     rank of the first, by human scores, from 1
    last      rank of the last
    pearson   None where undefined
    spearman  likewise
    """

    first: int
    last: int
    pearson: float | None
    spearman: float | None

    def to_dict(self) -> dict[str, Any]:
        """Return what JSON says."""
        return self._asdict()


def windows(human: ArrayLike, scores: ArrayLike, width: int = 4) -> list[Window]:
    """Return the correlations in each window of systems, best systems first.

    Args:
        human: a score of each system; of equal ones the first stands first.
        scores: of the same systems, by a metric.
        width: systems of a window.

    Raises:
        ValueError: a width below 3 or above the number of systems, or scores that do not fit.

    Example:
        >>> [(one.first, one.last, one.spearman) for one in windows([4, 3, 2, 1], [3, 4, 2, 1], 3)]
        [(1, 3, 0.5), (2, 4, 1.0)]
    """
    judged, values = np.asarray(human, np.float64), np.asarray(scores, np.float64)
    whole_number(width, "windows", 3)
    if width > judged.size:
        raise ValueError(f"windows of {width} among {judged.size} systems, expected fewer")
    pearson(judged, values)  # refuses what does not fit
    order = np.argsort(-judged, kind="stable")
    found = []
    for first in range(len(order) - width + 1):
        some = order[first : first + width]
        two = judged[some], values[some]
        found.append(Window(first + 1, first + width, pearson(*two), spearman(*two)))
    return found
