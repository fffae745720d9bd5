"""How sure a correlation is: intervals from resamples of sentences, judgments and systems.

What is drawn says what an interval is of (Deutsch et al., 2021):

    sentences  as many sentences as there are, with replacement: metric and people of the same ones
    human      judgments alone (items of rankings, sentences of ratings)
    metric     sentences of the metric alone
    systems    as many systems as there are: would it be so with other systems?
    both       sentences and systems

Percentile intervals. All metrics share draws; resample i has generators of its own, made from the
seed and i, so results do not depend on threads. Resamples of systems with fewer than three distinct
ones, or whose human scores are all equal, are drawn again, and counted. A resample in which the
metric has no spread has no correlation and is left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastgec.machine.memory import require_holdable
from fastgec.meta.correlation import MEASURES, OF
from fastgec.meta.humanscores import HumanScores
from fastgec.meta.judged import Draws, JudgedMetric
from fastgec.study.comparison import p_value
from fastgec.study.resampling import percentile_interval

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Bounds = dict[str, dict[str, list[float] | None]]  # by measure and kind

KINDS = ("sentences", "human", "metric", "systems", "both")
SENTENCES = {"sentences", "metric", "both"}  # kinds that draw sentences of the metric
LEAST_SYSTEMS = 3  # distinct ones of a resample
_JUDGMENTS, _SYSTEMS = 4, 5  # streams of a seed; sentences are drawn as in all studies
_TRIES = 1000


class Judges(NamedTuple):
    """What people say of the systems that are looked at.

    human   of all systems of a corpus
    places  int64[H], those that are looked at, of them
    """

    human: HumanScores
    places: Integers

    @property
    def scores(self) -> Floats:
        """float64[H]."""
        scores: Floats = self.human.scores[self.places]
        return scores

    @property
    def systems(self) -> tuple[str, ...]:
        """Their labels."""
        return tuple(self.human.systems[place] for place in self.places.tolist())


class Resamples:
    """Resamples of a corpus: what people say of each is made once, for all metrics.

    draws      of sentences
    n_redrawn  resamples of systems that were drawn again
    """

    def __init__(self, judges: Judges, draws: Draws) -> None:
        """Take people and draws."""
        self.draws = draws
        self.n_redrawn = 0
        self._judges = judges

    @cached_property
    def by_sentence(self) -> Floats:
        """float64[n, H]: human scores of drawn sentences."""
        scores: Floats = self._judges.human.of_sentences(self.draws.weights)
        return scores[:, self._judges.places]

    @cached_property
    def by_unit(self) -> Floats:
        """float64[n, H]: human scores of drawn judgments."""
        human, n = self._judges.human, self.draws.n
        n_units = human.n_units
        if not human.has_sentences or not n_units:
            return np.tile(self._judges.scores, (n, 1))
        require_holdable(8 * n * n_units, "resamples")
        weights = np.empty((n, n_units))
        for number, line in enumerate(weights):
            drawn = self._generator(_JUDGMENTS, number).integers(0, n_units, n_units)
            line[:] = np.bincount(drawn, minlength=n_units)
        return human.of_units(weights)[:, self._judges.places]

    @cached_property
    def systems(self) -> Integers:
        """int64[n, H]: drawn systems."""
        human = self._judges.scores
        found = np.empty((self.draws.n, len(human)), np.int64)
        for number, line in enumerate(found):
            generator = self._generator(_SYSTEMS, number)
            for _ in range(_TRIES):
                line[:] = generator.integers(0, len(human), len(human))
                if len(set(line.tolist())) >= LEAST_SYSTEMS and np.ptp(human[line]):
                    break
                self.n_redrawn += 1
        return found

    def _generator(self, stream: int, number: int) -> np.random.Generator:
        sequence = np.random.SeedSequence(self.draws.seed, spawn_key=(stream, number))
        return np.random.Generator(np.random.PCG64(sequence))

    def pairs(
        self, kind: str, scores: Floats, resampled: Floats | None
    ) -> tuple[Floats, Floats] | None:
        """Return human scores and a metric's scores of all resamples, float64[n, H] each.

        Args:
            kind: what is drawn, one of KINDS.
            scores: of the metric on the corpus.
            resampled: of drawn sentences; None where sentences have no scores.

        Returns:
            None where nothing of that kind can be drawn.
        """
        human = self._judges.scores
        if kind == "human":
            return (self.by_unit, scores) if self._judges.human.has_sentences else None
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
    """Return 95 % intervals of the correlations of a metric.

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
    """Return what the middle 95 % of values lie between; NaN are left out, None of none."""
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
    found: list[list[float]] = percentile_interval(scores).tolist()
    return found


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
