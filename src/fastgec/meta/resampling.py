"""Intervals of correlations, also along a grid of betas, and paired tests of two metrics.

**Intervals.** The unit of resampling says what an interval is of (Deutsch et al., 2021):

    sentences  as many sentences as there are, with replacement: metric and people of the same ones
    human      judgments alone (items of rankings, sentences of ratings)
    metric     sentences of the metric alone
    systems    as many systems as there are: would it be so with other systems?
    both       sentences and systems

Percentile intervals. All metrics share draws; resample i has generators of its own, made from the
seed and i, so results do not depend on threads. Resamples of systems with fewer than three distinct
ones, or whose human scores are all equal, are drawn again, and counted. A resample in which the
metric has no spread has no correlation and is left out.

**Along a grid of betas**: intervals of the correlation at each beta, and of the best beta.
Resamples are the same, so that at a beta that is judged a band is as wide as the interval in the
table. Not every beta of a grid is looked at, but some forty: between two of them the weight of
precision, 1 / (1 + beta^2), and beta itself move together by one share of their way along the grid,
so that there are more of them where curves bend. What lies between is not known, and pictures join
the points by straight lines.

The best beta of a resample is the mean of those with the largest correlation, as on a corpus; a
point stands for the betas of the grid that are next to it.

**Tests**: does one metric agree with people better than another, or is that chance?

    williams     two correlations with the same human scores, which depend on each other (Williams,
                 1959; Graham and Baldwin, 2014)
    permutation  PERM-BOTH of Deutsch et al. (2021): standardised scores of both metrics are
                 exchanged for a random subset of the systems; up to 16 systems for every subset,
                 which is exact
    paired bootstrap over sentences: see `intervals`

Positive differences mean that the first metric agrees better.

The smallest two-sided p of a test of n resamples is 1 / (n + 1). Where every subset is exchanged it
is 2 / n: all systems exchanged change the sign of the difference, and no more.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from fastgec.choose import Floats, Integers
from fastgec.fscore import alpha_of
from fastgec.machine import require_holdable
from fastgec.meta.agreement import MEASURES, OF, pearson
from fastgec.meta.human import HumanScores
from fastgec.meta.metrics import CountedMetric, Draws, JudgedMetric
from fastgec.meta.sweeping import CHOSEN_BY, EQUAL, Sweep, generator
from fastgec.study.comparison import p_value
from fastgec.study.resample import draw_below
from fastgec.study.resampling import percentile_interval
from fastgec.values import MAX_RESAMPLES, whole_number

Bounds = dict[str, dict[str, list[float] | None]]  # by measure and kind

KINDS = ("sentences", "human", "metric", "systems", "both")
SENTENCES = {"sentences", "metric", "both"}  # kinds that draw sentences of the metric
LEAST_SYSTEMS = 3  # distinct ones of a resample
_JUDGMENTS, _SYSTEMS = 4, 5  # streams of a seed; sentences are drawn as in all studies
_TRIES = 1000


class Judges(NamedTuple):
    """Human scores of the selected systems.

    human   of all systems of a corpus
    places  int64[H], those that are looked at, of them
    """

    human: HumanScores
    places: Integers

    @property
    def scores(self) -> Floats:
        """float64[H]."""
        return self.human.scores[self.places]

    @property
    def systems(self) -> tuple[str, ...]:
        """Their labels."""
        return tuple(self.human.systems[place] for place in self.places.tolist())


@dataclass(eq=False)
class Resamples:
    """Resamples of a corpus: what people say of each is made once, for all metrics.

    judges     what people say of the corpus
    draws      of sentences
    n_redrawn  resamples of systems that were drawn again
    """

    judges: Judges
    draws: Draws
    n_redrawn: int = 0

    @cached_property
    def by_sentence(self) -> Floats:
        """float64[n, H]: human scores of drawn sentences."""
        scores: Floats = self.judges.human.of_sentences(self.draws.weights)
        return scores[:, self.judges.places]

    @cached_property
    def by_unit(self) -> Floats:
        """float64[n, H]: human scores of drawn judgments."""
        human, n = self.judges.human, self.draws.n
        n_units = human.n_units
        if not human.has_sentences or not n_units:
            return np.tile(self.judges.scores, (n, 1))
        require_holdable(8 * n * n_units, "resamples")
        weights = np.empty((n, n_units))
        for number, line in enumerate(weights):
            drawn = draw_below(self.draws.seed, _JUDGMENTS, number, n_units, n_units)
            line[:] = np.bincount(drawn, minlength=n_units)
        return human.of_units(weights)[:, self.judges.places]

    @cached_property
    def systems(self) -> Integers:
        """int64[n, H]: drawn systems."""
        human = self.judges.scores
        found = np.empty((self.draws.n, len(human)), np.int64)
        for number, line in enumerate(found):
            of_line = generator(self.draws.seed, _SYSTEMS, number)
            for _ in range(_TRIES):
                line[:] = of_line.integers(0, len(human), len(human))
                if len(set(line.tolist())) >= LEAST_SYSTEMS and np.ptp(human[line]):
                    break
                self.n_redrawn += 1
        return found

    def pairs(
        self, kind: str, scores: Floats, resampled: Floats | None
    ) -> tuple[Floats, Floats] | None:
        """Human scores and a metric's scores of all resamples, float64[n, H] each.

        Args:
            kind: what is drawn, one of KINDS.
            scores: of the metric on the corpus.
            resampled: of drawn sentences; None where sentences have no scores.

        Returns:
            None where nothing of that kind can be drawn.
        """
        human = self.judges.scores
        if kind == "human":
            return (self.by_unit, scores) if self.judges.human.has_sentences else None
        if kind == "systems":
            return human[self.systems], scores[self.systems]
        if resampled is None:
            return None
        if kind == "metric":
            return human, resampled
        if kind == "sentences":
            return self.by_sentence, resampled
        lines = np.arange(self.draws.n)[:, None]
        return self.by_sentence[lines, self.systems], resampled[lines, self.systems]


def intervals(
    resamples: Resamples,
    metric: JudgedMetric,
    beta: float | None = None,
    kinds: Sequence[str] = ("sentences", "both"),
) -> Bounds:
    """95 % intervals of the correlations of a metric.

    Args:
        resamples: of the corpus.
        metric: which is judged.
        beta: None for its own.
        kinds: what is drawn.

    Returns:
        By measure and kind the lower and the upper bound; None where no resample has a
        correlation. Kinds of which nothing can be drawn are absent.

    Example:
        >>> from fastgec import meta
        >>> scores = np.array([1.0, 2.0, 3.0])
        >>> published = ("wins", "scores", ("A", "B", "C"), scores, 0, None)
        >>> judges = Judges(meta.HumanScores(*published), np.arange(3))
        >>> resamples, mine = Resamples(judges, Draws(50, 0, 2)), meta.GivenMetric("mine", scores)
        >>> intervals(resamples, mine, kinds=["systems"])["pearson"]
        {'systems': [1.0, 1.0]}
    """
    needs_sentences = not SENTENCES.isdisjoint(kinds)
    resampled = metric.resampled(resamples.draws, beta) if needs_sentences else None
    scores = metric.scores(beta)
    found: Bounds = {measure: {} for measure in MEASURES}
    for kind in kinds:
        pairs = resamples.pairs(kind, scores, resampled)
        if pairs is None:
            continue
        for measure in MEASURES:
            found[measure][kind] = bounds_of(OF[measure](*pairs))
    return {measure: by_kind for measure, by_kind in found.items() if by_kind}


def bounds_of(values: Floats) -> list[float] | None:
    """Return the bounds of the middle 95 % of values; NaN are left out, None of none."""
    known = values[~np.isnan(values)]
    return percentile_interval(known).tolist() if len(known) else None


def score_bounds(scores: Floats | None) -> list[list[float]] | None:
    """Return the interval of each system's score: float64[n, H] of resamples of sentences.

    Returns:
        A lower and an upper bound for each system; None where sentences have no scores, or a
        resample has none.
    """
    if scores is None or np.isnan(scores).any():
        return None
    return percentile_interval(scores).tolist()


class Difference(NamedTuple):
    """The paired bootstrap of the difference of two correlations, over sentences.

    delta        on the corpus
    interval     of the difference, None where no resample has one
    p_two_sided  of "they differ"
    n            resamples that have a difference
    """

    delta: float
    interval: list[float] | None
    p_two_sided: float
    n: int


def difference(
    resamples: Resamples, delta: float, first: Floats, second: Floats, measure: str = "pearson"
) -> Difference:
    """Return how sure a difference of two metrics is.

    Args:
        resamples: of the corpus.
        delta: the difference of their correlations.
        first: float64[n, H], scores of drawn sentences by the first metric.
        second: by the second.
        measure: of agreement.
    """
    human = resamples.by_sentence
    deltas = OF[measure](human, first) - OF[measure](human, second)
    deltas = deltas[~np.isnan(deltas)]
    p = p_value(deltas - deltas.mean(), delta) if len(deltas) else 1.0
    return Difference(delta, bounds_of(deltas), p, len(deltas))


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
        """Return a dict for JSON."""
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
    first = swept.scores[0], None if drawn is None else drawn[0]
    kind = next((one for one in kinds if resamples.pairs(one, *first) is not None), None)
    if kind is None:
        return None
    values: dict[str, list[Floats]] = {measure: [] for measure in CHOSEN_BY}
    for number, place in enumerate(places.tolist()):
        resampled = None if drawn is None else drawn[number]
        pairs: Any = resamples.pairs(kind, swept.scores[place], resampled)
        for measure, of_betas in values.items():
            of_betas.append(OF[measure](*pairs))
    bounds = {measure: [*map(bounds_of, of_betas)] for measure, of_betas in values.items()}
    betas, shares = grid[places], _shares(grid, places)
    best = {
        measure: bounds_of(best_betas(np.stack(of_betas, axis=1), betas, shares))
        for measure, of_betas in values.items()
    }
    return Bands(kind, tuple(betas.tolist()), bounds, best)


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


EXACT = 16  # systems of which every subset is exchanged
SLACK = 1e-12
SPREAD = 1e-9  # of scores whose standard deviation was 1, the least
_STREAM = 3  # of the generator of subsets
_SUBSETS_AT_ONCE = 1 << 12


class Williams(NamedTuple):
    """Williams' test.

    t            of the difference
    df           degrees of freedom
    p_one_sided  of "the first metric is better"
    p_two_sided  of "they differ"
    """

    t: float
    df: int
    p_one_sided: float
    p_two_sided: float

    def to_dict(self) -> dict[str, Any]:
        """Return a dict for JSON."""
        return self._asdict()


def williams(first: float, second: float, both: float, n: int) -> Williams | None:
    """Test whether two metrics correlate differently with people.

    Args:
        first: correlation of the first metric with people.
        second: that of the second.
        both: correlation between the metrics.
        n: number of systems.

    Returns:
        None where there is no test: at most 3 systems, or metrics that correlate perfectly.

    Raises:
        ValueError: a number that is no correlation.

    Example:
        >>> found = williams(0.9, 0.5, 0.6, 13)
        >>> round(found.t, 6), found.df, round(found.p_two_sided, 6)
        (3.10149, 10, 0.011222)
    """
    for value in (first, second, both):
        if not -1 <= value <= 1:
            raise ValueError(f"{value!r}: expected a correlation from -1 to 1")
    if whole_number(n, "n", 0) <= 3 or both == 1:
        return None
    # As 1 - a^2 - b^2 - c^2 + 2abc it would lose most digits where metrics are alike.
    k = (1 - both**2) * (1 - first**2) - (second - first * both) ** 2
    mean = (first + second) / 2
    inner = 2 * max(k, 0.0) * (n - 1) / (n - 3) + mean**2 * (1 - both) ** 3
    if not inner > 0:
        return None
    t = (first - second) * math.sqrt((n - 1) * (1 + both)) / math.sqrt(inner)
    upper = student_tail(t, n - 3)
    return Williams(t, n - 3, upper, min(1.0, 2 * student_tail(abs(t), n - 3)))


def student_tail(t: float, df: int) -> float:
    """Return the probability that Student's t with df degrees of freedom is above t.

    Example:
        >>> student_tail(0.0, 5), round(student_tail(2.0, 10), 12)
        (0.5, 0.036694017385)
    """
    if math.isinf(t):
        return 0.0 if t > 0 else 1.0
    square = t * t
    half = incomplete_beta(df / 2, 0.5, df / (df + square), square / (df + square)) / 2
    return half if t > 0 else 1.0 - half


def incomplete_beta(a: float, b: float, x: float, rest: float) -> float:
    """Return the regularised incomplete beta function, by its continued fraction.

    Args:
        a: above 0.
        b: above 0.
        x: in [0, 1].
        rest: 1 - x, which the caller may know better.
    """
    if x <= 0 or rest <= 0:
        return 0.0 if x <= 0 else 1.0
    if x > (a + 1) / (a + b + 2):  # the fraction converges fast on the other side
        return 1.0 - incomplete_beta(b, a, rest, x)
    front = math.exp(
        math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log(rest)
    )
    # Lentz: the fraction is the limit of the product of `step`.
    tiny = 1e-300
    c, d = 1.0, 1 - (a + b) * x / (a + 1)
    d = 1 / (d if abs(d) > tiny else tiny)
    fraction = d
    for m in range(1, 10_000):
        for factor in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 + factor * d
            d = 1 / (d if abs(d) > tiny else tiny)
            c = 1 + factor / c
            c = c if abs(c) > tiny else tiny
            step = c * d
            fraction *= step
        if abs(step - 1) < 1e-16:
            break
    return front * fraction / a


class Permutation(NamedTuple):
    """PERM-BOTH.

    delta        the difference of correlations
    n            subsets that were exchanged
    at_least     those of them whose difference is at least as large
    p_one_sided  of "the first metric is better"
    p_two_sided  of "they differ"
    is_exact     whether every subset was
    """

    delta: float
    n: int
    at_least: int
    p_one_sided: float
    p_two_sided: float
    is_exact: bool

    def to_dict(self) -> dict[str, Any]:
        """Return a dict for JSON."""
        found = self._asdict()
        del found["is_exact"]
        return found


def permutation(
    human: ArrayLike,
    first: ArrayLike,
    second: ArrayLike,
    *,
    measure: str = "pearson",
    n: int = 10_000,
    seed: int = 0,
) -> Permutation | None:
    """Exchange the scores of two metrics for subsets of the systems.

    Args:
        human: a score of each system.
        first: of the same systems, by the first metric.
        second: by the second.
        measure: of agreement: "pearson", "spearman", "kendall_b" or "pairwise_accuracy".
        n: subsets that are drawn, of more than 16 systems.
        seed: of the draws.

    Returns:
        None where a side has no spread.

    Raises:
        ValueError: scores that do not fit one another, or no such measure.

    Example:
        >>> found = permutation([1, 2, 3, 4], [1, 2, 3, 5], [4, 1, 2, 3])
        >>> found.n, found.at_least, found.p_one_sided
        (16, 3, 0.1875)
    """
    judged, one, other = (np.asarray(values, np.float64) for values in (human, first, second))
    if measure not in OF:
        raise ValueError(f"measure {measure!r}: expected {' or '.join(OF)}")
    whole_number(n, "n", 1, MAX_RESAMPLES)
    if pearson(judged, one) is None or pearson(judged, other) is None:
        return None
    one, other = _standardised(one), _standardised(other)
    of = OF[measure]
    observed = float(of(judged, one) - of(judged, other))
    size = judged.size
    is_exact = size <= EXACT
    total = 1 << size if is_exact else n
    swaps = generator(seed, _STREAM)
    at_least = as_far = 0
    for start in range(0, total, _SUBSETS_AT_ONCE):
        stop = min(start + _SUBSETS_AT_ONCE, total)
        if is_exact:
            swapped = (np.arange(start, stop)[:, None] >> np.arange(size) & 1).astype(bool)
        else:
            swapped = swaps.integers(0, 2, (stop - start, size), np.uint8).astype(bool)
        mixed = np.where(swapped, other, one), np.where(swapped, one, other)
        deltas = of(judged, mixed[0]) - of(judged, mixed[1])
        # Standard scores of two metrics may be equal but for rounding.
        deltas[(np.ptp(mixed, axis=-1) < SPREAD).any(axis=0)] = np.nan
        # A subset that leaves no spread has no difference: it is counted against both metrics.
        at_least += int((~(deltas < observed - SLACK)).sum())
        as_far += int((~(np.abs(deltas) < abs(observed) - SLACK)).sum())
    if is_exact:
        shares = at_least / total, as_far / total
    else:  # the observed scores are one of the possible ones
        shares = (at_least + 1) / (total + 1), (as_far + 1) / (total + 1)
    return Permutation(observed, total, at_least, *shares, is_exact)


def _standardised(values: Floats) -> Floats:
    """Return values with mean 0 and standard deviation 1 (of a population)."""
    centred = values - values.mean()
    return centred / np.sqrt((centred * centred).mean())
