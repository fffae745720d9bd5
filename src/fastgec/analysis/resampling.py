"""Resampling over sentences: bootstrap intervals, and the totals that paired tests are made of.

Definitions: percentile bootstrap (Efron and Tibshirani, 1993) over sentences; approximate
randomization (Noreen, 1989) exchanges the outputs of two systems in every sentence with
probability 1/2. A system is a `Sample`: the rows of each sentence, and what is left to choose.

The choice of annotator is part of MaxMatch, so it is made again inside each resample, in drawn
order (`running`). GREEN chooses for each sentence alone, so its rows are the same in any resample
and are chosen once (`fixed`, which also keeps the choice of MaxMatch if one asks for it).

Resample n has a generator of its own, made from (seed, n) by numpy's SeedSequence, and all systems
share its draws. So results are the same for any number of threads, and systems can be compared.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fastgec.analysis.resample import fold_draws, fold_swaps
from fastgec.choice.running import OPERANDS
from fastgec.counts import Counts
from fastgec.fscore import checked_beta
from fastgec.machine.parallel import Cancel, count_ranges
from fastgec.parameters import whole_number

DEFAULT_RESAMPLES = 1000
CONFIDENCE = 0.95

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Scorer = Callable[[Integers], Floats]
"""Scores of totals: int64[..., K] to float64[..., M], M measures."""

_BOOTSTRAP, _RANDOMIZATION = 0, 1  # independent streams of one seed
_DRAWS_AT_ONCE = 1 << 20


@dataclass(frozen=True, slots=True)
class Plan:
    """How resamples are made, for whoever reports them.

    resamples  how many
    seed       of the draws
    choice     "running": made again in each resample; "fixed": kept from the whole corpus;
               "sentence": of each sentence alone, so the same in any resample
    """

    resamples: int
    seed: int
    choice: str

    def as_dict(self) -> dict[str, int | str]:
        """Return the plan by name."""
        return {"resamples": self.resamples, "seed": self.seed, "choice": self.choice}


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """One system on one corpus, as resampling sees it.

    table   int64[R, K]: rows of integers
    places  int64[S+1] with a running choice: sentence s owns the rows places[s] to places[s+1];
            int64[S] without: sentence s has the row places[s]
    beta    of the running choice among a sentence's rows; None if nothing is left to choose
    """

    table: Integers
    places: Integers
    beta: float | None

    @property
    def n_sentences(self) -> int:
        """Number of sentences."""
        return len(self.places) - (self.beta is not None)


def running(counts: Counts, beta: float) -> Sample:
    """Return a sample whose choice of annotator is made again in each resample.

    Raises: ValueError for counts of another metric than MaxMatch, or an unusable beta.
    """
    if counts.columns != OPERANDS:
        raise ValueError(f"columns {counts.columns}, expected {OPERANDS}")
    return Sample(counts.table, counts.offsets, checked_beta(beta))


def fixed(counts: Counts, rows: Integers) -> Sample:
    """Return a sample that keeps a choice: rows int64[S], indices into counts.table."""
    return Sample(counts.table, rows, None)


def bootstrap_totals(
    samples: Sequence[Sample], *, n: int = DEFAULT_RESAMPLES, seed: int = 0, jobs: int | None = None
) -> list[Integers]:
    """Draw as many sentences as there are, with replacement, n times; sum the chosen rows.

    Returns: for each sample int64[n, K]; resample i has the same sentences for all of them.
    Raises: ValueError unless n and seed are whole numbers, from 1 and from 0; or if samples differ
    in their number of sentences.

    >>> counts = Counts(np.array([[1, 1, 1]] * 5), np.arange(6), np.zeros(5), OPERANDS, "m2")
    >>> bootstrap_totals([running(counts, 0.5)], n=2)[0].tolist()
    [[5, 5, 5], [5, 5, 5]]
    """
    n_sentences = _require_alike(samples, n, seed)
    totals = [np.empty((n, sample.table.shape[1]), np.int64) for sample in samples]

    def fold(first: int, last: int, cancel: Cancel) -> None:
        draws = np.empty((last - first, n_sentences), np.int32)
        if n_sentences:
            for line, number in enumerate(range(first, last)):
                generator = _generator(seed, _BOOTSTRAP, number)
                draws[line] = generator.integers(0, n_sentences, n_sentences, np.int32)
        for sample, out in zip(samples, totals, strict=True):
            if cancel[0]:
                return
            is_running = sample.beta is not None
            beta = sample.beta or 0.0
            fold_draws(sample.table, sample.places, draws, out[first:last], beta, is_running)

    count_ranges(fold, n, jobs=jobs, chunk=_chunk(n_sentences))
    return totals


def randomization_totals(
    base: Sample,
    samples: Sequence[Sample],
    *,
    n: int = DEFAULT_RESAMPLES,
    seed: int = 0,
    jobs: int | None = None,
) -> list[tuple[Integers, Integers]]:
    """Exchange the outputs of base and each sample in a random half of the sentences, n times.

    Returns: for each sample the totals of the two mixed systems, int64[n, K] each; the same
    sentences are exchanged for all samples. A running choice is made again, in file order.
    Raises: as `bootstrap_totals`, or if samples do not have the same annotators as base.
    """
    n_sentences = _require_alike([base, *samples], n, seed)
    width = base.table.shape[1]
    totals = [(np.empty((n, width), np.int64), np.empty((n, width), np.int64)) for _ in samples]
    for number, sample in enumerate(samples, 1):
        is_alike = base.beta is None or np.array_equal(sample.places, base.places)
        if sample.beta != base.beta or not is_alike:
            raise ValueError(f"sample {number} has other rows to choose from than the base")

    def fold(first: int, last: int, cancel: Cancel) -> None:
        swaps = np.empty((last - first, n_sentences), np.uint8)
        for line, number in enumerate(range(first, last)):
            generator = _generator(seed, _RANDOMIZATION, number)
            swaps[line] = generator.integers(0, 2, n_sentences, np.uint8)
        is_running = base.beta is not None
        beta = base.beta or 0.0
        for sample, (one, other) in zip(samples, totals, strict=True):
            if cancel[0]:
                return
            tables = base.table, sample.table, base.places, sample.places
            fold_swaps(*tables, swaps, one[first:last], other[first:last], beta, is_running)

    count_ranges(fold, n, jobs=jobs, chunk=_chunk(n_sentences))
    return totals


def intervals(
    samples: Sequence[Sample],
    score: Scorer,
    *,
    n: int = DEFAULT_RESAMPLES,
    seed: int = 0,
    confidence: float = CONFIDENCE,
    jobs: int | None = None,
) -> Floats | None:
    """Return percentile bootstrap intervals: float64[systems, measures, 2], None of no sentence.

    Raises: as `bootstrap_totals`.
    """
    if _require_alike(samples, n, seed) == 0:
        return None
    resampled = bootstrap_totals(samples, n=n, seed=seed, jobs=jobs)
    return np.stack([percentile_interval(score(totals), confidence) for totals in resampled])


def percentile_interval(values: Floats, confidence: float = CONFIDENCE) -> Floats:
    """Return what the middle share of values lies between: float64[n, ...] to float64[..., 2].

    Quantiles are interpolated linearly.
    Raises: ValueError for a confidence outside (0, 1).

    >>> percentile_interval(np.arange(101.0), 0.9).tolist()
    [5.0, 95.0]
    """
    if not 0 < confidence < 1:
        raise ValueError(f"confidence {confidence}, expected a number between 0 and 1")
    tail = (1 - confidence) / 2
    ordered = np.sort(values, axis=0)  # numpy.quantile would import numpy.ma
    bounds = [_quantile(ordered, share) for share in (tail, 1 - tail)]
    return np.stack(bounds, axis=-1)


def _quantile(ordered: Floats, share: float) -> Floats:
    place = share * (len(ordered) - 1)
    below = min(int(place + 1e-9), len(ordered) - 1)
    above = min(below + 1, len(ordered) - 1)
    weight = max(place - below, 0.0)
    quantile: Floats = ordered[below] + weight * (ordered[above] - ordered[below])
    return quantile


def _require_alike(samples: Sequence[Sample], n: int, seed: int) -> int:
    """Return the number of sentences of all samples.

    Raises: ValueError if they differ, or unless n and seed are whole numbers, from 1 and from 0.
    """
    whole_number(n, "n", 1)
    whole_number(seed, "seed", 0)
    sizes = {sample.n_sentences for sample in samples}
    if len(sizes) != 1:
        raise ValueError(f"samples of {sorted(sizes)} sentences, expected one number for all")
    return sizes.pop()


def _generator(seed: int, stream: int, number: int) -> np.random.Generator:
    sequence = np.random.SeedSequence(seed, spawn_key=(stream, number))
    return np.random.Generator(np.random.PCG64(sequence))


def _chunk(n_sentences: int) -> int:
    """Return how many resamples are drawn at once: so many that the draws stay small."""
    return max(1, min(16, _DRAWS_AT_ONCE // max(n_sentences, 1)))
