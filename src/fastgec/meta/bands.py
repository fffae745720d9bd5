"""How sure a whole sweep is: intervals of the correlation along a grid of betas, and of the best.

Resamples are those of `interval`, so that at a beta that is judged a band is as wide as the
interval in the table. Not every beta of a grid is looked at, but some forty: between two of them
the weight of precision, 1 / (1 + beta^2), and beta itself move together by one share of their way
along the grid, so that there are more of them where curves bend. What lies between is not known,
and pictures join the points by straight lines.

The best beta of a resample is the mean of those with the largest correlation, as on a corpus; a
point stands for the betas of the grid that are next to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fastgec.fscore import alpha_of
from fastgec.meta.correlation import OF
from fastgec.meta.folds import EQUAL
from fastgec.meta.interval import SENTENCES, Resamples, bounds_of
from fastgec.meta.judged import CountedMetric
from fastgec.meta.sweeping import CHOSEN_BY, Sweep

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

N_POINTS = 41


@dataclass(frozen=True, slots=True)
class Bands:
    """Intervals of a sweep.

    kind    what was drawn
    betas   those that were looked at, growing
    bounds  by measure, for each of them the lower and the upper bound; None where undefined
    best    by measure the interval of the best beta; None where no resample has one
    """

    kind: str
    betas: tuple[float, ...]
    bounds: dict[str, list[list[float] | None]]
    best: dict[str, list[float] | None]

    def to_dict(self) -> dict[str, Any]:
        """Return what JSON says."""
        found: dict[str, Any] = {"resample": self.kind, "betas": list(self.betas)}
        for measure, pairs in self.bounds.items():
            found[measure] = {
                side: [None if pair is None else pair[place] for pair in pairs]
                for place, side in enumerate(("low", "high"))
            }
        return found


def bands(
    resamples: Resamples,
    metric: CountedMetric,
    swept: Sweep,
    kinds: Sequence[str],
    judged: Iterable[float] = (),
) -> Bands | None:
    """Return the intervals of a sweep.

    Args:
        resamples: of the corpus.
        metric: which is judged.
        swept: its scores at every beta of a grid.
        kinds: what may be drawn; the first that is possible is taken.
        judged: betas that are looked at in any case, if they are on the grid.

    Returns:
        None where nothing can be drawn.
    """
    grid = swept.grid.betas
    places = points(grid, judged)
    drawn: Floats | None = None
    if not SENTENCES.isdisjoint(kinds):
        drawn = metric.resampled_at(resamples.draws, grid[places])
    known = [
        one
        for one in kinds
        if resamples.pairs(one, swept.scores[0], None if drawn is None else drawn[0]) is not None
    ]
    if not known:
        return None
    kind = known[0]
    values: dict[str, list[Floats]] = {measure: [] for measure in CHOSEN_BY}
    for number, place in enumerate(places.tolist()):
        resampled = None if drawn is None else drawn[number]
        pairs = resamples.pairs(kind, swept.scores[place], resampled)
        assert pairs is not None
        for measure, of_betas in values.items():
            of_betas.append(OF[measure](*pairs))
    shares = _shares(grid, places)
    return Bands(
        kind,
        tuple(grid[places].tolist()),
        {measure: [bounds_of(one) for one in of] for measure, of in values.items()},
        {
            measure: bounds_of(best_betas(np.stack(of, axis=1), grid[places], shares))
            for measure, of in values.items()
        },
    )


def points(grid: Floats, kept: Iterable[float] = (), most: int = N_POINTS) -> Integers:
    """Return the places of a grid that are looked at: int64[P], growing, both ends among them.

    Args:
        grid: float64[B], growing betas.
        kept: betas that are taken in any case, if they are on the grid.
        most: how many others there are at most.

    Example:
        >>> points(np.array([0.0, 0.5, 1.0, 2.0, 3.0, 4.0, 5.0]), [4.0], most=4).tolist()
        [0, 2, 4, 5, 6]
    """
    found = np.arange(len(grid))
    if len(grid) > most:
        weights = alpha_of(grid)
        way = (weights[0] - weights) / (weights[0] - weights[-1])
        way += (grid - grid[0]) / (grid[-1] - grid[0])
        found = np.searchsorted(way, np.linspace(0, way[-1], most))
    also = np.flatnonzero(np.isin(grid, list(kept)))
    return np.unique(np.concatenate([found, also])).astype(np.int64)


def _shares(grid: Floats, places: Integers) -> Floats:
    """Return how many betas of a grid are next to each of some places: float64[P]."""
    middles = (grid[places[1:]] + grid[places[:-1]]) / 2
    owners = np.searchsorted(middles, grid)
    return np.bincount(owners, minlength=len(places)).astype(np.float64)


def best_betas(values: Floats, betas: Floats, shares: Floats) -> Floats:
    """Return the best beta of each resample.

    Args:
        values: float64[n, P], correlations; NaN where undefined.
        betas: float64[P].
        shares: float64[P], how much each of them counts where several are best.

    Returns:
        float64[n], NaN where no correlation is defined.

    Example:
        >>> values = np.array([[0.1, 0.7, 0.7], [0.2, np.nan, 0.1], [np.nan, np.nan, np.nan]])
        >>> best_betas(values, np.array([0.0, 1.0, 2.0]), np.array([1.0, 1.0, 3.0])).tolist()
        [1.75, 0.0, nan]
    """
    known = np.where(np.isnan(values), -np.inf, values)
    largest = known.max(axis=1, keepdims=True)
    weights = np.where((known >= largest - EQUAL) & np.isfinite(known), shares, 0.0)
    sums = weights.sum(axis=1)
    means: Floats = np.full(len(values), np.nan)
    np.divide(weights @ betas, sums, out=means, where=sums > 0)
    return means
