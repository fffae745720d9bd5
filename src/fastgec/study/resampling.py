"""Resampling over sentences: bootstrap intervals, and the totals that paired tests are made of.

Definitions: percentile bootstrap (Efron and Tibshirani, 1993) over sentences; approximate
randomization (Noreen, 1989) exchanges the outputs of two systems in every sentence with
probability 1/2. A system is a `Sample`: the rows of each sentence, and what is left to choose.

What is left to choose depends on the kind of choice. A running one (MaxMatch) is made again inside
each resample, in drawn order. A choice of each sentence alone (GREEN) is the same in any resample,
so it is made once, and only the chosen rows are kept; so is a running one if one asks for it
(`fixed`). Rows that are drawn (GLEU): resample i takes those that iteration i draws for its
sentences, after the last iteration the first again, the same for all systems. So their interval is
that of one drawing, and a sentence that is drawn twice has the same reference twice: it is wider
than that of the mean over drawings (1.4 times for 300 sentences of GMEG-FCE with 4 references).

Resample n has a generator of its own, made from (seed, n) by numpy's SeedSequence, and all systems
share its draws. So results are the same for any number of threads, and systems can be compared.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from fastgec.arrays import gather
from fastgec.choice import Floats, Integers, Totals
from fastgec.choice.drawn import Drawn
from fastgec.choice.running import FRank, RoundedFRank, Running
from fastgec.counts import Counts
from fastgec.machine.parallel import Cancel, count_ranges
from fastgec.parameters import MAX_RESAMPLES, whole_number
from fastgec.study.products import drawn_sums, exchanged_sums, is_product, times_drawn
from fastgec.study.resample import fold_draws, fold_swaps

if TYPE_CHECKING:
    from fastgec.choice.kinds import Choice

DEFAULT_RESAMPLES = 1000
CONFIDENCE = 0.95

Scorer = Callable[[Totals], Floats]
"""Scores of totals: int64[..., K] (float64 of weights) to float64[..., M], M measures."""

_BOOTSTRAP, _RANDOMIZATION = 0, 1  # independent streams of one seed
_DRAWS_AT_ONCE = 1 << 20


@dataclass(frozen=True, slots=True)
class Plan:
    """How resamples are made, for whoever reports them.

    resamples  how many
    seed       of the draws
    choice     "running": made again in each resample; "fixed": kept from the whole corpus;
               "sentence": of each sentence alone, so the same in any resample;
               "drawn": resample i has the rows that iteration i draws
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

    table   int64[R, K], narrower where nothing is left to choose; float64[R, K] of weights
    places  int64[S+1] with a choice: sentence s owns the rows places[s] to places[s+1];
            int64[S] without: sentence s has the row places[s]
    choice  among a sentence's rows, running or drawn; None if nothing is left to choose
    """

    table: NDArray[Any]
    places: Integers
    choice: Running | Drawn | None

    @property
    def n_sentences(self) -> int:
        """Number of sentences."""
        return len(self.places) - (self.choice is not None)

    @property
    def dtype(self) -> type[np.int64 | np.float64]:
        """The type of sums of rows."""
        return np.float64 if self.table.dtype.kind == "f" else np.int64

    def fold_draws(self, first: int, draws: NDArray[np.int32], out: Totals) -> None:
        """Sum the rows of drawn sentences, a line of `out` for each resample from the first."""
        match self.choice:
            case None if is_product(self.n_sentences, self.table):
                times = times_drawn(draws, self.n_sentences)
                out[:] = drawn_sums(self.table[self.places], times)
            case None:
                fold_draws(self.table, self.places, draws, out, 0.0, False)
            case Running(FRank(beta)):
                fold_draws(self.table, self.places, draws, out, beta, True)
            case Running(rank):
                for sentences, totals in zip(draws, out, strict=True):
                    rows, offsets = gather(self.places, sentences.astype(np.int64))
                    totals[:] = 0
                    rank.choose(self.table[rows], offsets, totals, is_running=True)
            case Drawn() as drawn:
                for line, number in enumerate(range(first, first + len(draws))):
                    rows, part = drawn.rows(self.places, number), slice(line, line + 1)
                    fold_draws(self.table, rows, draws[part], out[part], 0.0, False)

    def fold_swaps(
        self,
        other: Sample,
        first: int,
        swaps: NDArray[np.uint8],
        out: tuple[Totals, Totals],
    ) -> None:
        """Sum two systems whose outputs are exchanged in some sentences, as `fold_draws`."""
        tables = self.table, other.table
        if self.table.dtype != other.table.dtype:
            wide = np.promote_types(self.table.dtype, other.table.dtype)
            tables = self.table.astype(wide, copy=False), other.table.astype(wide, copy=False)
        places = self.places, other.places
        match self.choice:
            case None if is_product(self.n_sentences, *tables):
                out[0][:], out[1][:] = exchanged_sums(
                    self.table[self.places], other.table[other.places], swaps
                )
            case None:
                fold_swaps(*tables, *places, swaps, *out, 0.0, False)
            case Running(FRank(beta)):
                fold_swaps(*tables, *places, swaps, *out, beta, True)
            case Running(rank):
                both = np.concatenate(tables)
                # Sentence s of the other system, which may have other rows, is run n + s of both.
                runs = np.concatenate([self.places[:-1], other.places + len(self.table)])
                sentences = np.arange(self.n_sentences)
                for line, exchanged in enumerate(swaps):
                    moved = len(sentences) * exchanged.astype(np.int64)
                    for totals, by in zip(out, (moved, len(sentences) - moved), strict=True):
                        rows, offsets = gather(runs, sentences + by)
                        totals[line] = 0
                        rank.choose(both[rows], offsets, totals[line], is_running=True)
            case Drawn() as drawn:
                for line, number in enumerate(range(first, first + len(swaps))):
                    rows, part = drawn.rows(self.places, number), slice(line, line + 1)
                    fold_swaps(
                        *tables, rows, rows, swaps[part], out[0][part], out[1][part], 0.0, False
                    )


def sample_of(counts: Counts, choice: Choice) -> Sample:
    """Return a sample whose choice is made again in each resample, as far as it depends on it.

    Example:
        >>> counts = Counts(np.array([[1, 1, 1]] * 5), np.arange(6), np.zeros(5),
        ...                 ("correct", "proposed", "gold"), "m2")
        >>> bootstrap_totals([sample_of(counts, Running(FRank(0.5)))], n=2)[0].tolist()
        [[5, 5, 5], [5, 5, 5]]
    """
    if isinstance(choice, Running | Drawn):
        return Sample(counts.table, counts.offsets, choice)
    return fixed(counts, choice.select(counts.table, counts.offsets))


def fixed(counts: Counts, rows: Integers) -> Sample:
    """Return a sample that keeps a choice: rows int64[S], indices into counts.table."""
    return Sample(counts.table, rows, None)


def bootstrap_totals(
    samples: Sequence[Sample],
    *,
    n: int = DEFAULT_RESAMPLES,
    seed: int = 0,
    jobs: int | None = None,
    n_before: int = 0,
) -> list[Totals]:
    """Draw as many sentences as there are, with replacement, n times; sum the chosen rows.

    Returns: for each sample int64[n, K], or float64; resample i has the same sentences for all.
    Where the first `n_before` of n are known, the lines are those of the others.
    Raises: ValueError unless n and seed are whole numbers, from 1 to 1,000,000 and from 0; or if
    samples differ in their number of sentences.
    """
    n_sentences = _require_alike(samples, n, seed)
    n_new = n - n_before
    totals = [np.empty((n_new, sample.table.shape[1]), sample.dtype) for sample in samples]

    def fold(first: int, last: int, cancel: Cancel) -> None:
        draws = np.empty((last - first, n_sentences), np.int32)
        if n_sentences:
            for line, number in enumerate(range(n_before + first, n_before + last)):
                draws[line] = drawn_sentences(seed, number, n_sentences)
        for sample, out in zip(samples, totals, strict=True):
            if cancel[0]:
                return
            sample.fold_draws(n_before + first, draws, out[first:last])

    count_ranges(fold, n_new, jobs=jobs, chunk=_chunk(n_sentences))
    return totals


def randomization_totals(
    base: Sample,
    samples: Sequence[Sample],
    *,
    n: int = DEFAULT_RESAMPLES,
    seed: int = 0,
    jobs: int | None = None,
) -> list[tuple[Totals, Totals]]:
    """Exchange the outputs of base and each sample in a random half of the sentences, n times.

    Returns: for each sample the totals of the two mixed systems, int64[n, K] or float64 each; the
    same sentences are exchanged for all samples. A running choice is made again, in file order.
    Raises: as `bootstrap_totals`, or if samples do not have the same annotators as base.
    """
    pairs = [(base, sample) for sample in samples]
    return exchanged_totals(pairs, n=n, seed=seed, jobs=jobs)


def exchanged_totals(
    pairs: Sequence[tuple[Sample, Sample]], *, n: int, seed: int, jobs: int | None
) -> list[tuple[Totals, Totals]]:
    """Exchange the outputs of each pair of samples, the same sentences of all: as above."""
    n_sentences = _require_alike([sample for pair in pairs for sample in pair], n, seed)
    totals = []
    for number, (base, sample) in enumerate(pairs, 1):
        is_alike = not _has_same_rows(base.choice) or np.array_equal(sample.places, base.places)
        if sample.choice != base.choice or not is_alike or sample.dtype != base.dtype:
            raise ValueError(f"sample {number} has other rows to choose from than the base")
        nothing = np.empty((n, base.table.shape[1]), base.dtype)
        totals.append((nothing, nothing.copy()))

    def fold(first: int, last: int, cancel: Cancel) -> None:
        swaps = np.empty((last - first, n_sentences), np.uint8)
        for line, number in enumerate(range(first, last)):
            generator = _generator(seed, _RANDOMIZATION, number)
            swaps[line] = generator.integers(0, 2, n_sentences, np.uint8)
        for (base, sample), (one, other) in zip(pairs, totals, strict=True):
            if cancel[0]:
                return
            base.fold_swaps(sample, first, swaps, (one[first:last], other[first:last]))

    count_ranges(fold, n, jobs=jobs, chunk=_chunk(n_sentences))
    return totals


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


def _has_same_rows(choice: Running | Drawn | None) -> bool:
    """Say whether systems must have the same rows for their sentences to be exchanged."""
    match choice:
        case None | Running(RoundedFRank()):
            return False
        case _:
            return True


def _quantile(ordered: Floats, share: float) -> Floats:
    place = share * (len(ordered) - 1)
    below = min(int(place + 1e-9), len(ordered) - 1)
    above = min(below + 1, len(ordered) - 1)
    weight = max(place - below, 0.0)
    quantile: Floats = ordered[below] + weight * (ordered[above] - ordered[below])
    return quantile


def _require_alike(samples: Sequence[Sample], n: int, seed: int) -> int:
    """Return the number of sentences of all samples.

    Raises: ValueError if they differ, or unless n and seed are whole numbers, from 1 to 1,000,000
    and from 0.
    """
    whole_number(n, "n", 1, MAX_RESAMPLES)
    whole_number(seed, "seed", 0)
    sizes = {sample.n_sentences for sample in samples}
    if len(sizes) != 1:
        raise ValueError(f"samples of {sorted(sizes)} sentences, expected one number for all")
    return sizes.pop()


def drawn_sentences(seed: int, number: int, n_sentences: int) -> NDArray[np.int32]:
    """Return the sentences of a bootstrap resample, by the seed of all and its number."""
    generator = _generator(seed, _BOOTSTRAP, number)
    return generator.integers(0, n_sentences, n_sentences, np.int32)


def _generator(seed: int, stream: int, number: int) -> np.random.Generator:
    sequence = np.random.SeedSequence(seed, spawn_key=(stream, number))
    return np.random.Generator(np.random.PCG64(sequence))


def _chunk(n_sentences: int) -> int:
    """Return how many resamples are drawn at once: so many that the draws stay small."""
    return max(1, min(64, _DRAWS_AT_ONCE // max(n_sentences, 1)))
