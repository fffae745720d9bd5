"""A metric at every beta of a grid: scores, how they correlate with people, and the best beta.

Counts are made once. At each beta the rows of each sentence are chosen anew, summed, and scored;
the same is done for the corpus without each fold. All of it takes one pass (`choice.grids`).

Beta is chosen on the data that it is reported on: the correlation at the best beta says how well a
metric can do there, and not how well it will do elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastgec.choice.grids import grid_totals
from fastgec.counts import Counts
from fastgec.machine.memory import require_holdable
from fastgec.machine.parallel import Cancel, map_ordered
from fastgec.meta.correlation import OF, defined
from fastgec.meta.folds import DEFAULT_GRID, Grid, fold_of, maximisers, mean_of
from fastgec.metrics.base import AnyMetric, metric_named
from fastgec.parameters import flag

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

CHOSEN_BY = ("pearson", "spearman")


@dataclass(frozen=True, slots=True)
class BestBeta:
    """The betas of the largest correlation.

    ranges       runs of neighbouring betas that are best on the whole corpus
    fold_ranges  the same for the corpus without each fold
    fold_betas   the mean of those of each fold, exact; None where nothing is defined
    beta         beta*, the mean over folds, exact (without folds: of the whole corpus)
    rounded      beta* as it is used, to two digits, a half upwards
    """

    ranges: list[list[float]]
    fold_ranges: list[list[list[float]]]
    fold_betas: tuple[Fraction | None, ...]
    beta: Fraction | None
    rounded: float | None

    def to_dict(self) -> dict[str, Any]:
        """Return what JSON says."""
        found: dict[str, Any] = {"ranges": self.ranges}
        if self.fold_betas:
            found["fold_ranges"] = self.fold_ranges
            found["fold_betas"] = [None if b is None else float(b) for b in self.fold_betas]
        found["beta"] = None if self.beta is None else float(self.beta)
        return found


@dataclass(frozen=True, slots=True, eq=False)
class Sweep:
    """A metric at every beta of a grid.

    grid               the betas
    scores             float64[B, H]: of each system
    fold_scores        float64[F, B, H]: of the corpus without each fold
    correlations       by measure float64[B]; NaN where undefined
    fold_correlations  by measure float64[F, B]
    """

    grid: Grid
    scores: Floats
    fold_scores: Floats
    correlations: Mapping[str, Floats]
    fold_correlations: Mapping[str, Floats]
    _known: dict[str, BestBeta] = field(default_factory=dict, init=False, repr=False)

    def best(self, measure: str = "pearson") -> BestBeta:
        """Return the betas of the largest correlation.

        Args:
            measure: "pearson" or "spearman".
        """
        if measure in self._known:
            return self._known[measure]
        whole = maximisers(self.correlations[measure])
        folds = [maximisers(values) for values in self.fold_correlations[measure]]
        means = tuple(self.grid.mean_of(places) for places in folds)
        beta = mean_of(means) if folds else self.grid.mean_of(whole)
        found = BestBeta(
            self.grid.ranges(whole),
            [self.grid.ranges(places) for places in folds],
            means,
            beta,
            None if beta is None else self.grid.rounded(beta),
        )
        self._known[measure] = found
        return found

    def near(self, measure: str, margin: float) -> list[float] | None:
        """Return the least and the largest beta whose correlation is near the best one.

        Args:
            measure: "pearson" or "spearman".
            margin: how far below the best it may be.

        Returns:
            None where no correlation is defined.
        """
        values = self.correlations[measure]
        if np.isnan(values).all():
            return None
        places = np.flatnonzero(values >= np.nanmax(values) - margin)
        betas = self.grid.betas
        return [float(betas[places[0]]), float(betas[places[-1]])]

    def to_dict(self) -> dict[str, Any]:
        """Return what JSON says."""
        return {
            "betas": self.grid.betas.tolist(),
            **{measure: defined(values) for measure, values in self.correlations.items()},
            "best": {measure: self.best(measure).to_dict() for measure in self.correlations},
        }


def sweep(
    counts: Sequence[Counts],
    human: ArrayLike,
    betas: Grid | Sequence[float] = DEFAULT_GRID,
    *,
    scoring: Any = None,
    folds: int = 10,
    fold_by: str = "block",
    seed: int = 0,
    human_by_fold: Floats | None = None,
    fixed_choice: bool = False,
    jobs: int | None = None,
) -> Sweep:
    r"""Score systems at every beta, and correlate with human scores.

    Args:
        counts: of each system, by one metric that has a beta.
        human: a score of each system.
        betas: the grid.
        scoring: what else scores depend on (None: the metric's default).
        folds: how many folds beta is chosen by; 0: none.
        fold_by: "block", "stride" or "random".
        seed: of random folds.
        human_by_fold: float64[F, H], human scores without each fold (None: those of the whole).
        fixed_choice: keep the running choice of the whole corpus where a fold is left out.
        jobs: threads (all cores); results are the same for any number.

    Raises:
        LimitError: so many totals do not fit into memory.
        ValueError: a metric without a beta, or numbers that do not fit one another.

    Example:
        >>> from fastgec import Gold, m2
        >>> gold = Gold.parse("S a b\nA 0 1|||R|||c|||||||||0\n\nS d e\nA 1 2|||U||||||||||||0\n")
        >>> systems = [["c b", "d"], ["c b", "f e"], ["a b", "d e"]]
        >>> found = sweep([m2.count(one, gold) for one in systems], [3, 2, 1], [0.5, 1.0], folds=0)
        >>> found.correlations["spearman"].tolist(), found.best().ranges
        ([1.0, 1.0], [[0.5, 1.0]])
    """
    fixed_choice = flag(fixed_choice, "fixed_choice")
    grid = betas if isinstance(betas, Grid) else Grid.of(betas)
    judged = np.asarray(human, np.float64)
    if judged.shape != (len(counts),) or not len(counts):
        raise ValueError(f"{judged.size} human scores for {len(counts)} systems, expected as many")
    metric = metric_named(counts[0].metric)
    sizes = {table.n_sentences for table in counts}
    if len(sizes) != 1 or {table.metric for table in counts} != {metric.name}:
        raise ValueError("counts of unlike corpora or metrics found, expected one")
    parts = fold_of(sizes.pop(), folds, fold_by, seed) if folds else None
    scorings = scorings_at(metric, metric.scoring() if scoring is None else scoring, grid.betas)
    choices = [metric.choose(one) for one in scorings]
    # Totals of all systems, and about as much again while they are stacked and scored.
    n_totals = len(counts) * (1 + folds) * len(choices) * counts[0].table.shape[1]
    require_holdable(24 * n_totals, "totals")

    def work(table: Counts, cancel: Cancel) -> Integers:
        return grid_totals(
            choices,
            table.table,
            table.offsets,
            parts,
            folds,
            is_fixed=fixed_choice,
            cancel=cancel,
        )

    totals = np.stack(list(map_ordered(work, counts, jobs=jobs, is_long=True)), axis=1)
    # Axes of totals: folds, systems, betas, columns.
    scores = np.moveaxis(metric.grid_values(totals, scorings), -1, 1)
    by_fold = np.broadcast_to(judged, (folds, len(judged)))
    if human_by_fold is not None:
        by_fold = np.asarray(human_by_fold, np.float64).reshape(by_fold.shape)
    return Sweep(
        grid,
        scores[0],
        scores[1:],
        {measure: OF[measure](judged, scores[0]) for measure in CHOSEN_BY},
        {measure: OF[measure](by_fold[:, None, :], scores[1:]) for measure in CHOSEN_BY},
    )


def scorings_at(metric: AnyMetric, scoring: Any, betas: Floats) -> list[Any]:
    """Return a scoring at each beta.

    Raises:
        ValueError: the metric has no beta to sweep, or one is out of range.
    """
    if not metric.swept:
        raise ValueError(f"{metric.name} has no beta, expected a metric that weighs recall")
    return [replace(scoring, **{metric.swept: beta}) for beta in betas.tolist()]


def fold_betas(found: Sweep, measure: str = "pearson") -> list[float | None]:
    """Return the beta that each fold chooses, see `Sweep.best`."""
    return [None if beta is None else float(beta) for beta in found.best(measure).fold_betas]
