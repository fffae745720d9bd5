"""A metric at every beta of a grid: scores, how they correlate with people, and the best beta.

Counts are made once. At each beta the rows of each sentence are chosen anew, summed, and scored;
the same is done for the corpus without each fold. All of it takes one pass (`choose.beta_grid`).

Beta is chosen on the data that it is reported on: the correlation at the best beta says how well a
metric can do there, and not how well it will do elsewhere.

**Folds**: betas to choose from, parts of a corpus to choose on, and the beta that they agree on.
Definition: Koyama et al. (2024), A.1, as far as it says. A corpus is cut into folds; for each fold
left out the best betas of a grid are those of the largest correlation; the beta of a fold is their
mean, and beta* the mean of the folds. Correlations by rank are steps, so that many betas are best:
all of them are known, not the first. Means and rounding are exact: betas are decimals, and a sum of
doubles may fall on either side of a half.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fastgec.choose import Floats, Integers
from fastgec.choose.beta_grid import grid_totals
from fastgec.counts import Counts
from fastgec.machine import Cancel, map_ordered, require_holdable
from fastgec.meta.agreement import OF, defined
from fastgec.metrics.base import metric_named
from fastgec.read import shortened
from fastgec.values import flag, whole_number

EQUAL = 1e-12  # correlations that differ by no more are equal
FOLD_BY = ("block", "stride", "random")
MOST_POINTS = 100_001
_DECIMAL = re.compile(r"[0-9]{1,15}(\.[0-9]{0,15})?|\.[0-9]{1,15}")
_STREAM = 2  # of the generator of random folds; resamples have others


@dataclass(frozen=True, slots=True)
class Grid:
    """Betas to choose from, as exact numbers, growing.

    points  the betas
    digits  after the point, to which a beta that was chosen is rounded

    Raises:
        ValueError: no beta, one below 0, or betas that do not grow.

    Example:
        >>> grid = Grid.read("0:1:0.25")
        >>> grid.betas.tolist(), Grid.read("0:5:0.01").betas.tolist()[17]
        ([0.0, 0.25, 0.5, 0.75, 1.0], 0.17)
    """

    points: tuple[Fraction, ...]
    digits: int = 2

    def __post_init__(self) -> None:
        if not self.points or self.points[0] < 0:
            raise ValueError("no beta, or a negative one: expected numbers from 0")
        if any(a >= b for a, b in zip(self.points, self.points[1:], strict=False)):
            raise ValueError("betas that do not grow: expected each once, in order")

    @staticmethod
    def read(text: str) -> Grid:
        """Read LO:HI:STEP, decimals; HI is a point if it lies on the grid.

        Raises:
            ValueError: text that is no grid, or one of no point, or of too many.
        """
        parts = text.split(":")
        if len(parts) != 3 or not all(map(_DECIMAL.fullmatch, parts)):
            raise ValueError(f"grid {shortened(text)!r}: expected LO:HI:STEP such as 0:5:0.01")
        low, high, step = map(Fraction, parts)
        if not step or high < low or (high - low) / step >= MOST_POINTS:
            expected = f"expected LO up to HI, a step above 0, {MOST_POINTS} points at most"
            raise ValueError(f"grid {shortened(text)!r}: {expected}")
        n_points = int((high - low) / step) + 1
        digits = max(2, *(len(part.partition(".")[2].rstrip("0")) for part in (parts[0], parts[2])))
        return Grid(tuple(low + k * step for k in range(n_points)), digits)

    @staticmethod
    def of(betas: Iterable[float]) -> Grid:
        """The grid of some betas, each taken as the decimal that it is written as."""
        return Grid(tuple(Fraction(repr(float(beta))) for beta in betas))

    @property
    def betas(self) -> Floats:
        """float64[B]: the double nearest to each."""
        return np.array([float(point) for point in self.points])

    def rounded(self, beta: Fraction) -> float:
        """A beta rounded to the digits of the grid, a half upwards.

        Example:
            >>> Grid.read("0:5:0.01").rounded(Fraction(175, 1000))
            0.18
        """
        scale = 10**self.digits
        return float(Fraction((2 * beta * scale + 1) // 2, scale))

    def mean_of(self, places: Sequence[int]) -> Fraction | None:
        """The mean of some points; None of none."""
        return mean_of([self.points[place] for place in places])

    def ranges(self, places: Sequence[int]) -> list[list[float]]:
        """Points as runs of neighbours, both ends included.

        Example:
            >>> Grid.read("0:1:0.25").ranges([0, 2, 3])
            [[0.0, 0.0], [0.5, 0.75]]
        """
        runs: list[list[int]] = []
        for place in places:
            if runs and runs[-1][1] == place - 1:
                runs[-1][1] = place
            else:
                runs.append([place, place])
        return [[float(self.points[first]), float(self.points[last])] for first, last in runs]


DEFAULT_GRID = Grid.read("0:5:0.01")


def mean_of(values: Iterable[Fraction | None]) -> Fraction | None:
    """The exact mean of what is known; None if nothing is."""
    known = [value for value in values if value is not None]
    if not known:
        return None
    # Adding fractions one by one would find a common denominator each time.
    denominator = math.lcm(*{value.denominator for value in known})
    total = sum(value.numerator * (denominator // value.denominator) for value in known)
    return Fraction(total, denominator * len(known))


def maximisers(values: Floats) -> list[int]:
    """Return where values are largest, all places within 1e-12; NaN is no maximum.

    Example:
        >>> maximisers(np.array([0.1, 0.7, np.nan, 0.7]))
        [1, 3]
    """
    if np.isnan(values).all():
        return []
    return [int(place) for place in np.flatnonzero(values >= np.nanmax(values) - EQUAL)]


def generator(seed: int, *stream: int) -> np.random.Generator:
    """Return the generator of a stream of a seed: draws of unlike streams are independent."""
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed, spawn_key=stream)))


def fold_of(n_sentences: int, n_folds: int, by: str = "block", seed: int = 0) -> NDArray[np.int32]:
    """The fold of each sentence: int32[S], from 0.

    Args:
        n_sentences: how many there are.
        n_folds: how many folds; sizes differ by one at most, the first are the larger ones.
        by: "block" (consecutive sentences), "stride" (every n-th) or "random".
        seed: of random folds.

    Raises:
        ValueError: fewer than 2 folds, more than sentences, or another kind.

    Example:
        >>> fold_of(7, 3).tolist(), fold_of(7, 3, "stride").tolist()
        ([0, 0, 0, 1, 1, 2, 2], [0, 1, 2, 0, 1, 2, 0])
    """
    whole_number(n_folds, "folds", 2)
    if n_folds > n_sentences:
        raise ValueError(
            f"{n_folds} folds: expected at most {n_sentences}, the number of sentences"
        )
    if by not in FOLD_BY:
        raise ValueError(f"folds by {by!r}: expected {' or '.join(FOLD_BY)}")
    if by == "stride":
        return (np.arange(n_sentences) % n_folds).astype(np.int32)
    sizes = [(n_sentences + n_folds - 1 - fold) // n_folds for fold in range(n_folds)]
    folds = np.repeat(np.arange(n_folds, dtype=np.int32), sizes)
    if by == "random":
        generator(seed, _STREAM).shuffle(folds)
    return folds


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
        """A dict for JSON."""
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
        """The betas of the largest correlation.

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
        """The least and the largest beta whose correlation is near the best one.

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
        """A dict for JSON."""
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
        raise ValueError(f"{judged.size} human scores, expected {len(counts)}, one for each system")
    metric = metric_named(counts[0].metric)
    sizes = {table.n_sentences for table in counts}
    if len(sizes) != 1 or {table.metric for table in counts} != {metric.name}:
        raise ValueError("counts of different corpora or metrics")
    parts = fold_of(sizes.pop(), folds, fold_by, seed) if folds else None
    if not metric.swept:
        raise ValueError(f"{metric.name} has no beta")
    start = metric.scoring() if scoring is None else scoring
    scorings = [replace(start, **{metric.swept: beta}) for beta in grid.betas.tolist()]
    choices = [metric.choose(one) for one in scorings]
    # Totals of all systems, and about as much again while they are stacked and scored.
    n_totals = len(counts) * (1 + folds) * len(choices) * counts[0].table.shape[1]
    require_holdable(24 * n_totals, "totals")

    def work(table: Counts, cancel: Cancel) -> Integers:
        return grid_totals(
            choices, table.table, table.offsets, parts, folds, is_fixed=fixed_choice, cancel=cancel
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


def fold_betas(found: Sweep, measure: str = "pearson") -> list[float | None]:
    """The beta that each fold chooses, see `Sweep.best`."""
    return [None if beta is None else float(beta) for beta in found.best(measure).fold_betas]
