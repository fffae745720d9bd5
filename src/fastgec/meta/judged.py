"""A metric that is judged: scores of systems, of resamples and of sentences, whatever makes them.

`CountedMetric` has counts, so that its scores at any beta and of any resample are made of them.
`GivenMetric` has numbers from a file: of systems, which no resample of sentences moves, or of
sentences, whose mean is the score. The rest of the room knows neither counts nor files.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fastgec.arrays import gather
from fastgec.choice.drawn import Drawn
from fastgec.choice.grids import grid_totals
from fastgec.choice.running import FRank, Running
from fastgec.counts import Counts
from fastgec.machine.memory import require_holdable
from fastgec.machine.parallel import Cancel, map_ordered
from fastgec.meta.folds import Grid
from fastgec.meta.sweeping import Sweep, sweep
from fastgec.meta.winners import winners
from fastgec.metrics.evaluation import alone_scores
from fastgec.study.resampling import Sample, bootstrap_totals, drawn_sentences, fixed, sample_of
from fastgec.study.table import AnyRun, values_of

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

_RESAMPLES_AT_ONCE = 64


class Draws:
    """Resamples of sentences, the same for all metrics and people.

    n            how many
    seed         of the draws
    n_sentences  of the corpus
    jobs         threads
    """

    def __init__(self, n: int, seed: int, n_sentences: int, jobs: int | None = None) -> None:
        """Take sizes; what is drawn is made when it is asked for."""
        self.n = n
        self.seed = seed
        self.n_sentences = n_sentences
        self.jobs = jobs
        self._weights: Floats | None = None

    @property
    def weights(self) -> Floats:
        """float64[n, S]: how often each sentence is drawn.

        Raises:
            LimitError: so many numbers do not fit into memory.
        """
        if self._weights is None:
            require_holdable(8 * self.n * self.n_sentences, "resamples")
            self._weights = np.empty((self.n, self.n_sentences))
            for number, line in enumerate(self._weights):
                drawn = drawn_sentences(self.seed, number, self.n_sentences)
                line[:] = np.bincount(drawn, minlength=self.n_sentences)
        return self._weights

    def sums(self, table: NDArray[Any]) -> Floats:
        """Return what resamples sum to, of numbers [S, K]: float64[n, K], exact of counts."""
        weights, wide = self.weights, np.ascontiguousarray(table, np.float64)

        def work(first: int, _: Cancel) -> Floats:
            product: Floats = weights[first : first + _RESAMPLES_AT_ONCE] @ wide
            return product

        parts = map_ordered(work, range(0, self.n, _RESAMPLES_AT_ONCE), jobs=self.jobs)
        return np.concatenate(list(parts))


class CountedMetric:
    """A metric of the package, with the counts of all systems.

    own_beta  of its scoring, None of a metric without one
    """

    def __init__(
        self,
        name: str,
        run: AnyRun,
        number: int,
        *,
        is_swept: bool,
        fixed_choice: bool = False,
        jobs: int | None = None,
    ) -> None:
        """Take a run that kept its counts, and the number of the scoring in it."""
        self.name = name
        self.is_swept = is_swept
        self._run = run
        self._number = number
        self._is_fixed = fixed_choice or run.metric.is_settled(run.parameters)
        self._jobs = jobs
        self._resampled: dict[float | None, Floats] = {}
        self._metric = run.metric
        self._scoring = run.scorings[number]
        swept = run.metric.swept
        self.own_beta = float(getattr(self._scoring, swept)) if swept else None

    def _at(self, beta: float | None) -> Any:
        if beta is None:
            return self._scoring
        return replace(self._scoring, **{self._metric.swept: beta})

    def scores(self, beta: float | None = None) -> Floats:
        """Return the score of each system, float64[H]; None is the beta of its own."""
        if beta is None:
            return np.array(values_of(self._run, self._number))
        scoring = self._at(beta)
        choices = [self._metric.choose(scoring)]
        totals = [
            grid_totals(choices, counts.table, counts.offsets)[0, 0] for counts in self._run.counts
        ]
        scores: Floats = self._metric.values(np.stack(totals), scoring)[..., -1]
        return scores

    def resampled(self, draws: Draws, beta: float | None = None) -> Floats:
        """Return the scores of resamples, float64[n, H]; a running choice is made again in each."""
        if beta not in self._resampled:
            self._resampled[beta] = self._made_of(draws, beta)
        return self._resampled[beta]

    def _made_of(self, draws: Draws, beta: float | None) -> Floats:
        scoring, counts = self._at(beta), self._run.counts
        choice = self._metric.choose(scoring)
        if isinstance(choice, Running) and not self._is_fixed:
            samples = [_sample(one, choice) for one in counts]
            parts = bootstrap_totals(samples, n=draws.n, seed=draws.seed, jobs=draws.jobs)
            totals = np.stack(parts, axis=1)
        elif isinstance(choice, Drawn):
            # All systems have the rows that are drawn, so that they can be summed side by side.
            wide = np.concatenate([one.table for one in counts], axis=1)
            sample = Sample(wide, counts[0].offsets, choice)
            (found,) = bootstrap_totals([sample], n=draws.n, seed=draws.seed, jobs=draws.jobs)
            totals = found.reshape(draws.n, len(counts), -1)
        else:
            chosen = [one.table[choice.select(one.table, one.offsets)] for one in counts]
            totals = draws.sums(np.concatenate(chosen, axis=1)).reshape(draws.n, len(counts), -1)
            if counts[0].table.dtype == np.int64:
                totals = totals.astype(np.int64)
        scores: Floats = self._metric.values(totals, scoring)[..., -1]
        return scores

    def resampled_at(self, draws: Draws, betas: Floats) -> Floats:
        """Return the scores of resamples at growing betas, float64[B, n, H]."""
        n_systems = len(self._run.counts)
        require_holdable(8 * len(betas) * draws.n * (n_systems + 8), "resamples")
        scorings = [self._at(beta) for beta in betas.tolist()]
        choices = [self._metric.choose(scoring) for scoring in scorings]
        is_running = isinstance(choices[0], Running) and not self._is_fixed
        if not is_running:
            draws.weights  # noqa: B018 (made once, before threads want it)

        def work(counts: Counts, cancel: Cancel) -> Floats:
            totals_at = _running_totals if is_running else _fixed_totals
            scores = np.empty((len(betas), draws.n))
            for number, totals in totals_at(choices, counts, draws, cancel):
                values = self._metric.values(totals, scorings[number])
                scores[number] = values[..., -1]
            return scores

        parts = map_ordered(work, self._run.counts, jobs=self._jobs, is_long=True)
        return np.stack(list(parts), axis=-1)

    def sentences(self, beta: float | None = None) -> Floats:
        """Return the score of each sentence alone, float64[S, H]."""
        scoring = self._at(beta)
        scores = [
            alone_scores(self._metric, one.table[None], one.offsets, self._run.parameters, scoring)[
                0
            ]
            for one in self._run.counts
        ]
        return np.stack(scores, axis=1)

    def pair_p(self, n: int, seed: int, beta: float | None = None) -> Floats:
        """Return p of "the first is better" of each pair of systems, see `soft`."""
        from fastgec.meta.soft import metric_p

        scoring = self._at(beta)
        choice = self._metric.choose(scoring)
        samples = [
            fixed(one, choice.select(one.table, one.offsets))
            if self._is_fixed and choice.kind == "running"
            else sample_of(one, choice)
            for one in self._run.counts
        ]
        score = partial(self._metric.values, scoring=scoring)
        return metric_p(samples, score, self.scores(beta), n, seed, self._jobs)

    def sweep(self, human: Floats, grid: Grid, **more: Any) -> Sweep:
        """Return the scores at every beta of a grid."""
        counts = self._run.counts
        return sweep(counts, human, grid, scoring=self._scoring, jobs=self._jobs, **more)


def _sample(counts: Counts, choice: Running) -> Sample:
    """Return a sample whose running choice is made again, of the rows that may win."""
    table, offsets = counts.table, counts.offsets
    if isinstance(choice.rank, FRank) and table.dtype == np.int64:
        table, offsets = winners(table, offsets, choice.rank.beta)
    return Sample(table, offsets, choice)


def _running_totals(
    choices: Sequence[Any], counts: Counts, draws: Draws, cancel: Cancel
) -> Iterator[tuple[int, NDArray[Any]]]:
    """Yield the totals of resamples by each choice, made again in drawn order."""
    totals = np.zeros((draws.n, len(choices), counts.table.shape[1]), counts.table.dtype)
    for number, line in enumerate(totals):
        if cancel[0]:
            return
        sentences = drawn_sentences(draws.seed, number, draws.n_sentences).astype(np.int64)
        rows, offsets = gather(counts.offsets, sentences)
        line[:] = grid_totals(choices, counts.table[rows], offsets, cancel=cancel)[0]
    for place in range(len(choices)):
        yield place, totals[:, place]


def _fixed_totals(
    choices: Sequence[Any], counts: Counts, draws: Draws, cancel: Cancel
) -> Iterator[tuple[int, NDArray[Any]]]:
    """Yield the totals of resamples by each choice, made once.

    Between two choices that are neighbours few sentences change, so only they are summed again.
    """
    weights, table = draws.weights, counts.table
    is_counted = table.dtype == np.int64
    totals = np.zeros((draws.n, table.shape[1]))
    before: Integers | None = None
    for place, choice in enumerate(choices):
        if cancel[0]:
            return
        rows = choice.select(table, counts.offsets)
        if before is None or not is_counted:  # differences of weights would round
            totals = weights @ table[rows].astype(np.float64)
        else:
            changed = np.flatnonzero(rows != before)
            steps = table[rows[changed]] - table[before[changed]]
            totals += weights[:, changed] @ steps.astype(np.float64)
        before = rows
        yield place, totals.astype(np.int64) if is_counted else totals


class GivenMetric:
    """Scores that another tool made: of systems float64[H], or of sentences float64[S, H]."""

    is_swept = False
    own_beta = None

    def __init__(self, name: str, scores: Floats) -> None:
        """Take a name and scores."""
        self.name = name
        self._given = scores

    def scores(self, _beta: float | None = None) -> Floats:
        """Return the score of each system: the mean of its sentences."""
        means: Floats = self._given if self._given.ndim == 1 else self._given.mean(axis=0)
        return means

    def resampled(self, draws: Draws, _beta: float | None = None) -> Floats | None:
        """Return the means of resamples, float64[n, H]; None of scores of systems."""
        return None if self._given.ndim == 1 else draws.sums(self._given) / draws.n_sentences

    def sentences(self, _beta: float | None = None) -> Floats | None:
        """Return the score of each sentence, float64[S, H]; None of scores of systems."""
        return None if self._given.ndim == 1 else self._given

    def pair_p(self, n: int, seed: int, _beta: float | None = None) -> Floats | None:
        """Return p of "the first is better" of each pair of systems; None as before."""
        from fastgec.meta.soft import metric_p

        if self._given.ndim == 1:
            return None
        places = np.arange(len(self._given))
        samples = [Sample(column[:, None].copy(), places, None) for column in self._given.T]
        return metric_p(samples, lambda totals: totals / len(places), self.scores(), n, seed, 1)


JudgedMetric = CountedMetric | GivenMetric
