"""Resampling over sentences: bootstrap intervals, and the totals that paired tests are made of.

Definitions: percentile bootstrap (Efron and Tibshirani, 1993) over sentences; approximate
randomization (Noreen, 1989) exchanges the outputs of two systems in every sentence with
probability 1/2. A system is a `Sample`: the rows of each sentence, and how one of them is selected.

The selection differs by metric. A running one (MaxMatch) is made again inside
each resample, in drawn order. A choice of each sentence alone (GREEN) is the same in any resample,
so it is made once, and only the chosen rows are kept; so is a running one if one asks for it
(`fixed`). Rows that are drawn (GLEU): resample i takes those that iteration i draws for its
sentences, after the last iteration the first again, the same for all systems. So the interval
describes one drawing, and a sentence that is drawn twice has the same reference twice: it is wider
than the interval of the mean over drawings (1.4 times for 300 sentences of GMEG-FCE with 4
references).

Resample n has a generator of its own, made from (seed, n) as numpy's SeedSequence makes one, and
all systems share its draws. So results are the same for any number of threads, and systems can be
compared.

Exchanges are summed once per system where nothing is left to choose, or the rows are drawn: a pair
(a, b) has whole(a) - exchanged(a) + exchanged(b), exact in whole numbers. Sums of counts are
products of matrices: how often each row is in a resample, times the rows. Doubles hold whole
numbers below 2^53, in whatever order a library adds. Weights, whose last digits depend on the
order, are added one after the other. Running choices are compiled, see `resample`.

Where sentences belong together, as those of a document, clusters of them are drawn, and exchanged,
as a whole (`clusters`).

Resample i is the same whatever the number of resamples is: 100 resamples begin any 1,000,
and intervals and tests of pairs are made from the same ones (`Resampled`). Rows of a corpus
that goes by are kept in little memory (`ChosenRows`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from fastgec.choose import Floats, Integers, Totals
from fastgec.choose.rules import FRank, RoundedFRank, Running, Sampled, add_rows
from fastgec.counts import Counts, freeze, gather, offsets_of
from fastgec.machine import Cancel, count_ranges
from fastgec.read import FormatError, counted
from fastgec.read.files import Source
from fastgec.read.lines import Lines, read_lines
from fastgec.study.resample import Choices, Exchange, draw_below, draw_bits
from fastgec.values import MAX_RESAMPLES, whole_number

if TYPE_CHECKING:
    from fastgec.choose.rules import Choice


DEFAULT_RESAMPLES = 1000
CONFIDENCE = 0.95

Scorer = Callable[[Totals], Floats]
"""Scores of totals: int64[..., K] (float64 of weights) to float64[..., M], M measures."""

Pairs = Sequence[tuple[int, int]]  # numbers of samples
Draws = Sequence[NDArray[np.int32]]  # the sentences of each resample, in drawn order

LARGEST = 1 << 53
_BOOTSTRAP, _RANDOMIZATION = 0, 1  # independent streams of one seed
_DRAWS_AT_ONCE = 1 << 20
_NUMBERS_AT_ONCE = 1 << 23


@dataclass(frozen=True, slots=True)
class Plan:
    """How resamples are made, for whoever reports them.

    resamples  how many
    seed       of the draws
    choice     "running": made again in each resample; "fixed": kept from the whole corpus;
               "sentence": of each sentence alone, so the same in any resample;
               "drawn": resample i has the rows that iteration i draws
    clusters   of sentences, that are drawn as a whole; None: sentences are drawn
    """

    resamples: int
    seed: int
    choice: str
    clusters: Clusters | None = None

    def as_dict(self) -> dict[str, int | str]:
        """Return the plan by name."""
        plan: dict[str, int | str] = {"resamples": self.resamples, "seed": self.seed}
        plan["choice"] = self.choice
        if self.clusters is not None:
            plan |= {"clusters": len(self.clusters), "cluster_ids": self.clusters.fingerprint}
        return plan


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """The counts of one system on one corpus, and how rows are selected in a resample.

    table   int64[R, K], or narrower; float64[R, K] of weights
    places  int64[S+1] with a choice: sentence s owns the rows places[s] to places[s+1];
            int64[S] without: sentence s has the row places[s]
    choice  among a sentence's rows, running or drawn; None if nothing is left to choose
    clusters  of sentences, that resamples take as a whole; None: each sentence is one
    """

    table: NDArray[Any]
    places: Integers
    choice: Running | Sampled | None
    clusters: Clusters | None = None

    @property
    def n_sentences(self) -> int:
        """Number of sentences."""
        return len(self.places) - (self.choice is not None)

    @property
    def most_drawn(self) -> int:
        """The most sentences that a resample can have."""
        return self.n_sentences if self.clusters is None else self.clusters.most_drawn

    @property
    def dtype(self) -> type[np.int64 | np.float64]:
        """The type of sums of rows."""
        return np.float64 if self.table.dtype.kind == "f" else np.int64


def sample_of(counts: Counts, choice: Choice) -> Sample:
    """Return a sample whose choice is made again in each resample, as far as it depends on it.

    Example:
        >>> counts = Counts(np.array([[1, 1, 1]] * 5), np.arange(6), np.zeros(5),
        ...                 ("correct", "proposed", "gold"), "m2")
        >>> bootstrap_totals([sample_of(counts, Running(FRank(0.5)))], n=2)[0].tolist()
        [[5, 5, 5], [5, 5, 5]]
    """
    if isinstance(choice, Running | Sampled):
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
    With `n_before`, the first `n_before` resamples are left out.
    Raises: ValueError unless n and seed are whole numbers, from 1 to 1,000,000 and from 0; or if
    samples differ in their number of sentences or their choice, or counts are too large to be
    summed exactly.
    """
    n_sentences = _require_alike(samples, n, seed)
    n_new = n - n_before
    totals = [np.empty((n_new, sample.table.shape[1]), sample.dtype) for sample in samples]
    sums = _sums_of(samples)

    def fold(first: int, last: int, cancel: Cancel) -> None:
        numbers = range(n_before + first, n_before + last)
        clusters = samples[0].clusters
        draws = [drawn_sentences(seed, number, n_sentences, clusters) for number in numbers]
        sums.add_drawn(numbers, draws, [each[first:last] for each in totals], cancel)

    count_ranges(fold, n_new, jobs=jobs, chunk=_chunk(n_sentences))
    return totals


def exchanged_totals(
    samples: Sequence[Sample],
    pairs: Pairs,
    *,
    n: int = DEFAULT_RESAMPLES,
    seed: int = 0,
    jobs: int | None = None,
    n_before: int = 0,
) -> tuple[Totals, Totals]:
    """Exchange the outputs of both samples of each pair in a random half of the sentences, n times.

    Parameters: pairs, numbers of samples; the same sentences are exchanged for all; the others as
    `bootstrap_totals`.
    Returns: the totals of the two mixed systems: int64[pairs, n, K] or float64 each. A running
    choice is made again, in the order of the corpus.
    Raises: as `bootstrap_totals`, or if samples do not have the same annotators.
    """
    n_sentences = _require_alike(samples, n, seed)
    base, rank = samples[0], getattr(samples[0].choice, "rank", None)
    has_own_rows = base.choice is None or isinstance(rank, RoundedFRank)
    for number, sample in enumerate(samples[1:], 1):
        is_alike = has_own_rows or np.array_equal(sample.places, base.places)
        if not is_alike or sample.dtype != base.dtype:
            raise ValueError(f"sample {number} has other rows to choose from than the base")
    shape = len(pairs), n - n_before, base.table.shape[1]
    totals = np.empty(shape, base.dtype), np.empty(shape, base.dtype)
    sums = _sums_of(samples, pairs)

    def fold(first: int, last: int, cancel: Cancel) -> None:
        numbers = range(n_before + first, n_before + last)
        swaps = np.empty((last - first, n_sentences), np.uint8)
        clusters = base.clusters
        n_swaps = n_sentences if clusters is None else len(clusters)
        for line, number in zip(swaps, numbers, strict=True):
            bits = draw_bits(seed, _RANDOMIZATION, number, n_swaps)
            line[:] = bits if clusters is None else bits[clusters.numbers]
        out = totals[0][:, first:last], totals[1][:, first:last]
        sums.add_exchanged(numbers, swaps, out, cancel)

    count_ranges(fold, shape[1], jobs=jobs, chunk=_chunk(n_sentences))
    return totals


def percentile_interval(values: Floats, confidence: float = CONFIDENCE) -> Floats:
    """Return the bounds of the middle share of values: float64[n, ...] to float64[..., 2].

    Quantiles are interpolated linearly.
    Raises: ValueError for a confidence outside (0, 1).

    >>> percentile_interval(np.arange(101.0), 0.9).tolist()
    [5.0, 95.0]
    """
    if not 0 < confidence < 1:
        raise ValueError(f"confidence {confidence}: expected a number between 0 and 1")
    tail = (1 - confidence) / 2
    places = [share * (len(values) - 1) for share in (tail, 1 - tail)]
    below = [min(int(place + 1e-9), len(values) - 1) for place in places]
    above = [min(place + 1, len(values) - 1) for place in below]
    ordered = np.partition(values, below + above, axis=0)  # numpy.quantile would import numpy.ma
    steps = [max(place - low, 0.0) for place, low in zip(places, below, strict=True)]
    bounds = [
        ordered[low] + step * (ordered[high] - ordered[low])
        for low, high, step in zip(below, above, steps, strict=True)
    ]
    return np.stack(bounds, axis=-1)


def _require_alike(samples: Sequence[Sample], n: int, seed: int) -> int:
    """Return the number of sentences of all samples.

    Raises: ValueError if they differ, or their choice; if counts are too large; or unless n and
    seed are whole numbers, from 1 to 1,000,000 and from 0.
    """
    whole_number(n, "n", 1, MAX_RESAMPLES)
    whole_number(seed, "seed", 0)
    sizes = {sample.n_sentences for sample in samples}
    if len(sizes) != 1:
        raise ValueError(f"samples of {sorted(sizes)} sentences: expected one number for all")
    if any(sample.choice != samples[0].choice for sample in samples):
        raise ValueError("samples with different selections: expected one for all")
    n_sentences = sizes.pop()
    if any(sample.clusters is not samples[0].clusters for sample in samples):
        raise ValueError("samples with different clusters: expected one for all")
    for sample in samples:
        largest = max(int(sample.table.max(initial=0)), -int(sample.table.min(initial=0)))
        if sample.dtype is np.int64 and 8 * sample.most_drawn * largest >= LARGEST:
            raise ValueError(f"count {largest}: expected sums below 2^50")
    return n_sentences


def drawn_sentences(
    seed: int, number: int, n_sentences: int, clusters: Clusters | None = None
) -> NDArray[np.int32]:
    """Return the sentences of a bootstrap resample, by the seed of all and its number."""
    if n_sentences == 0:
        return np.empty(0, np.int32)
    n_drawn = n_sentences if clusters is None else len(clusters)
    drawn = draw_below(seed, _BOOTSTRAP, number, n_drawn, n_drawn)
    return drawn if clusters is None else clusters.sentences(drawn)


def _chunk(n_sentences: int) -> int:
    """Return how many resamples are drawn at once, so that the draws stay small."""
    return max(1, min(64, _DRAWS_AT_ONCE // max(n_sentences, 1)))


def _sums_of(samples: Sequence[Sample], pairs: Pairs = ()) -> _Chosen | _InOrder | _Products:
    """Return how the resamples of some samples are summed.

    Two methods write totals of resamples by their numbers: of drawn sentences, and of pairs that
    exchange the sentences where uint8[N, S] is 1.
    """
    match samples[0].choice:
        case Running(FRank(beta)):
            return _Chosen(samples, pairs, beta * beta, is_rounded=False)
        case Running(RoundedFRank(beta)):
            return _Chosen(samples, pairs, beta**2, is_rounded=True)
        case choice if isinstance(choice, Running) or samples[0].dtype is np.float64:
            return _InOrder(samples, pairs)
        case _:
            return _Products(samples, pairs)


class _Chosen:
    """A running choice that is compiled."""

    def __init__(
        self, samples: Sequence[Sample], pairs: Pairs, weight: float, *, is_rounded: bool
    ) -> None:
        is_whole = samples[0].dtype is np.int64
        largest = max(float(sample.table.sum(axis=1).max(initial=0)) for sample in samples)
        bound = largest * samples[0].most_drawn
        is_regular = all(
            sample.table.min(initial=0) >= 0
            and (is_rounded or bool((sample.table[:, :1] <= sample.table[:, 1:]).all()))
            for sample in samples
        )
        self._systems = [
            Choices(
                np.ascontiguousarray(sample.table, np.float64),
                *(sample.places, weight, is_rounded, bound, is_whole, is_regular),
            )
            for sample in samples
        ]
        self._pairs = pairs
        self._exchange: Exchange | None = None
        if pairs and all(one.is_small for one in self._systems):
            self._exchange = Exchange(self._systems, np.array(pairs, np.int32))

    def add_drawn(
        self, numbers: range, draws: Draws, out: Sequence[Totals], cancel: Cancel
    ) -> None:
        every, offsets = np.concatenate(draws), offsets_of(np.array(list(map(len, draws))))
        sums = np.empty((len(draws), 4))
        for system, totals in zip(self._systems, out, strict=True):
            if cancel[0]:
                return
            system.add_drawn(every, offsets, sums)
            totals[:] = sums[:, : totals.shape[1]]

    def add_exchanged(
        self, numbers: range, swaps: NDArray[np.uint8], out: tuple[Totals, Totals], cancel: Cancel
    ) -> None:
        if self._exchange is not None:
            self._exchange.add_totals(swaps, *out)
            return
        sums = np.empty((2, len(swaps), 4))
        for (one, other), *totals in zip(self._pairs, *out, strict=True):
            self._systems[one].add_exchanged(self._systems[other], swaps, *sums)
            for found, own in zip(sums, totals, strict=True):
                own[:] = found[:, : own.shape[1]]


class _InOrder:
    """A running choice of any rank, or rows of weights: sentence after sentence."""

    def __init__(self, samples: Sequence[Sample], pairs: Pairs) -> None:
        self._samples = samples
        self._pairs = pairs

    def add_drawn(
        self, numbers: range, draws: Draws, out: Sequence[Totals], cancel: Cancel
    ) -> None:
        for sample, totals in zip(self._samples, out, strict=True):
            for line, sentences in zip(totals, draws, strict=True):
                if cancel[0]:
                    return
                self._add(sample.table, sample.places, sentences.astype(np.int64), line)

    def add_exchanged(
        self, numbers: range, swaps: NDArray[np.uint8], out: tuple[Totals, Totals], cancel: Cancel
    ) -> None:
        own = np.arange(swaps.shape[1])
        for pair, of_one, of_other in zip(self._pairs, *out, strict=True):
            one, other = (self._samples[number] for number in pair)
            table = np.concatenate([one.table, other.table])
            # Sentence s of the other system, which may have other rows, is sentence S + s of both.
            places = np.concatenate([one.places[: len(own)], other.places + len(one.table)])
            for line, exchanged in enumerate(swaps):
                if cancel[0]:
                    return
                moved = len(own) * exchanged.astype(np.int64)
                self._add(table, places, own + moved, of_one[line])
                self._add(table, places, own + len(own) - moved, of_other[line])

    def _add(self, table: Totals, places: Integers, sentences: Integers, totals: Totals) -> None:
        totals[:] = 0
        choice = self._samples[0].choice
        if isinstance(choice, Running):
            rows, offsets = gather(places, sentences)
            own = table[rows].astype(totals.dtype, copy=False)
            choice.rank.choose(own, offsets, totals, is_running=True)
        else:
            add_rows(table, places[sentences], totals)


class _Products:
    """Counts of rows that are kept, or drawn: products of matrices, exact below 2^53."""

    def __init__(self, samples: Sequence[Sample], pairs: Pairs) -> None:
        self._samples = samples
        self._pairs = pairs
        n_rows = len(samples[0].places if samples[0].choice is None else samples[0].table)
        n_numbers = n_rows * sum(sample.table.shape[1] for sample in samples)
        # Of large corpora there is no memory for all rows as doubles.
        is_small = n_numbers <= _NUMBERS_AT_ONCE
        self._joined = np.concatenate(list(self._tables()), axis=1) if is_small else None

    def _tables(self) -> Iterator[Floats]:
        """Yield the rows of one sample after the other."""
        for sample in self._samples:
            table = sample.table if sample.choice else sample.table[sample.places]
            yield table.astype(np.float64)

    def _times_rows(self, weights: Floats) -> list[Floats]:
        """Return weights float64[N, R] times the rows of each sample."""
        if self._joined is None:
            return [weights @ table for table in self._tables()]
        return np.split(weights @ self._joined, len(self._samples), axis=1)

    def add_drawn(
        self, numbers: range, draws: Draws, out: Sequence[Totals], cancel: Cancel
    ) -> None:
        references = self._references(numbers)
        sample = self._samples[0]
        n_rows = len(sample.table) if references is not None else sample.n_sentences
        times = np.empty((len(draws), n_rows))
        for place, sentences in enumerate(draws):
            rows = sentences if references is None else references[place][sentences]
            times[place] = np.bincount(rows, minlength=n_rows)
        for totals, sums in zip(out, self._times_rows(times), strict=True):
            totals[:] = sums

    def add_exchanged(
        self, numbers: range, swaps: NDArray[np.uint8], out: tuple[Totals, Totals], cancel: Cancel
    ) -> None:
        """Sum each system's rows and its exchanged rows, and from these the totals of each pair."""
        references = self._references(numbers)
        if references is None:
            drawn, given = np.ones((1, swaps.shape[1])), swaps.astype(np.float64)
        else:
            drawn, given = np.zeros((2, len(swaps), len(self._samples[0].table)))
            np.put_along_axis(drawn, references, 1, axis=1)
            np.put_along_axis(given, references, swaps, axis=1)
        whole, moved = self._times_rows(drawn), self._times_rows(given)
        for (one, other), of_one, of_other in zip(self._pairs, *out, strict=True):
            of_one[:] = whole[one] - moved[one] + moved[other]
            of_other[:] = whole[other] - moved[other] + moved[one]

    def _references(self, numbers: range) -> Integers | None:
        """Return the rows of sentences that resamples take, int64[N, S], if rows are drawn."""
        sample = self._samples[0]
        if not isinstance(sample.choice, Sampled):
            return None
        return np.stack([sample.choice.rows(sample.places, number) for number in numbers])


# Resamples that are drawn once


class Resampled:
    """Resamples of systems, drawn as far as they are used.

    Args:
        samples: of the systems.
        seed: of the draws.
        jobs: threads.

    Example:
        >>> alike = Sample(np.ones((5, 2), np.int16), np.arange(5), None)
        >>> drawn = Resampled([alike])
        >>> drawn.totals(2)[0].tolist(), len(drawn.totals(3)[0]), len(drawn.totals(1)[0])
        ([[5, 5], [5, 5]], 3, 1)
    """

    def __init__(
        self, samples: Sequence[Sample], *, seed: int = 0, jobs: int | None = None
    ) -> None:
        self.samples = samples
        self._seed = seed
        self._jobs = jobs
        self._totals: list[Totals] = []

    def totals(self, n: int) -> list[Totals]:
        """Return n resamples of each sample, see `bootstrap_totals`. Raises: as it does."""
        n_known = len(self._totals[0]) if self._totals else 0
        if n > n_known or n < 1:
            more = bootstrap_totals(
                self.samples, n=n, seed=self._seed, jobs=self._jobs, n_before=n_known
            )
            known = self._totals or [totals[:0] for totals in more]
            self._totals = [np.concatenate(both) for both in zip(known, more, strict=True)]
        return [totals[:n] for totals in self._totals]

    def intervals(
        self, score: Scorer, *, n: int = DEFAULT_RESAMPLES, confidence: float = CONFIDENCE
    ) -> Floats | None:
        """Return percentile bootstrap intervals: float64[systems, measures, 2].

        None of no sentence. Raises: as `bootstrap_totals`.
        """
        totals = self.totals(n)
        if self.samples[0].n_sentences == 0:
            return None
        return np.stack([percentile_interval(score(each), confidence) for each in totals])


# Chosen rows


class ChosenRows:
    """The rows of one system: the narrowest integers, or weights as they are.

    Of each sentence there is the chosen row, or with `offsets` all rows, to choose from.

    Example:
        >>> kept = ChosenRows(2)
        >>> kept.add(np.array([[1, 2], [3, 70000]]))
        >>> kept.sample().table.dtype, kept.sample().places.tolist()
        (dtype('int32'), [0, 1])
        >>> kept = ChosenRows(2)
        >>> kept.add(np.array([[1, 2], [3, 4]]), np.array([0, 2]))
        >>> kept.sample(Running(FRank(0.5))).places.tolist()
        [0, 2]
    """

    def __init__(self, width: int) -> None:
        self._width = width
        self._dtype: type[np.signedinteger[Any] | np.float64] = np.int16
        self._rows = bytearray()
        self._sizes: list[NDArray[np.int32]] = []  # rows of each sentence, where it has several

    def add(self, rows: Totals, offsets: Integers | None = None) -> None:
        """Append rows int64[S, K], or always float64[S, K].

        Parameters: offsets, always or never: sentence s has the rows offsets[s] to offsets[s+1].
        """
        if offsets is not None:
            self._sizes.append(np.diff(offsets).astype(np.int32))
        if rows.dtype.kind == "f":
            self._dtype = np.float64
            self._rows += np.ascontiguousarray(rows, np.float64).data
            return
        for dtype in (np.int16, np.int32, np.int64):
            bounds = np.iinfo(dtype)
            if not rows.size or (bounds.min <= rows.min() and rows.max() <= bounds.max):
                break
        if np.dtype(dtype).itemsize > np.dtype(self._dtype).itemsize:
            self._rows = bytearray(np.frombuffer(self._rows, self._dtype).astype(dtype).data)
            self._dtype = dtype
        self._rows += np.ascontiguousarray(rows, self._dtype).data

    def n_bytes_with(self, n_more: int) -> int:
        """Return how many bytes the rows take, with so many more as narrow as they are."""
        return len(self._rows) + n_more * self._width * np.dtype(self._dtype).itemsize

    def sample(self, choice: Running | Sampled | None = None) -> Sample:
        """Return them as a sample, of all rows with the choice that is left."""
        table = np.frombuffer(self._rows, self._dtype).reshape(-1, self._width)
        if choice is None:
            return Sample(table, np.arange(len(table)), None)
        return Sample(table, offsets_of(np.concatenate([*self._sizes, np.zeros(0, int)])), choice)


# Clusters of sentences, such as documents or writers, that resamples take as a whole.
#
# Sentences of one document, or of one writer, are alike: they have the same topic, the same
# errors and the same annotator. Resamples of single sentences take them as independent, so their
# intervals are too narrow and their p too small. The cluster bootstrap draws as many clusters as
# there are, with replacement, each with all its sentences (Cameron, Gelbach and Miller, 2008); a
# paired test exchanges the outputs of all sentences of a cluster at once. Resamples of clusters
# then differ in their number of sentences.
#
# What is known of the variation between clusters rests on their number, not on that of the
# sentences: with few, intervals are too narrow again (`FEW`).


FEW = 30  # clusters, below which one is warned


@dataclass(frozen=True, slots=True, eq=False)
class Clusters:
    """Which sentences belong together.

    numbers  int64[S]: the cluster of each sentence, from 0, in order of the first of each
    name     of the ids in messages: a path as typed, or a description

    Example:
        >>> clusters = Clusters.of(["ann", "bob", "ann"])
        >>> clusters.numbers.tolist(), len(clusters)
        ([0, 1, 0], 2)
    """

    numbers: Integers
    name: str = "clusters"
    _order: Integers = None  # type: ignore[assignment]  # made of the numbers
    _offsets: Integers = None  # type: ignore[assignment]

    def __post_init__(self) -> None:
        numbers = np.asarray(self.numbers, np.int64)
        object.__setattr__(self, "_order", np.argsort(numbers, kind="stable"))
        object.__setattr__(self, "_offsets", offsets_of(np.bincount(numbers)))
        freeze(self, numbers=np.int64, _order=np.int64, _offsets=np.int64)

    @classmethod
    def of(cls, ids: Source | Lines | Iterable[object]) -> Clusters:
        """Return the clusters of ids: a path with an id on each line, or the ids of all sentences.

        Sentences with equal ids are one cluster, wherever they stand.

        Raises:
            FormatError: a file that cannot be read, an empty id, or fewer than two clusters.
        """
        is_text = isinstance(ids, str | bytes | Lines) or hasattr(ids, "__fspath__")
        lines = read_lines(ids if is_text else map(str, ids), "clusters")  # type: ignore[arg-type]
        known: dict[str, int] = {}
        numbers = np.empty(len(lines), np.int64)
        for number in range(len(lines)):
            one = lines[number].strip()
            if not one:
                reason = "empty line: expected the id of a cluster"
                raise FormatError(lines.name, number + 1, reason)
            numbers[number] = known.setdefault(one, len(known))
        if len(known) < 2:
            reason = "expected at least 2: resamples of one are all the same"
            raise FormatError(lines.name, None, f"{counted(len(known), 'cluster')}, {reason}")
        return cls(numbers, lines.name)

    def __len__(self) -> int:
        return len(self._offsets) - 1

    @property
    def most_drawn(self) -> int:
        """The most sentences that a resample can have."""
        return len(self) * int(np.diff(self._offsets).max())

    @property
    def fingerprint(self) -> str:
        """A hash of which sentences belong together, the same for any ids."""
        data = self.numbers.astype("<i8").tobytes()
        return hashlib.blake2b(data, digest_size=8).hexdigest()

    @property
    def warnings(self) -> tuple[str, ...]:
        """A warning of few clusters, or of such as change nothing."""
        n = len(self)
        alone = "every sentence is a cluster of its own, as without clusters"
        few = "so few do not show how much clusters vary, so intervals are too narrow"
        if n == len(self.numbers):
            return (f"{self.name}: {n:,} ids, each found once: {alone}",)
        few = f"{self.name}: {n} clusters, fewer than {FEW}: {few}, and p too small"
        return (few,) if n < FEW else ()

    def require(self, n_sentences: int) -> None:
        """Raise FormatError unless there is an id for each sentence."""
        if len(self.numbers) != n_sentences:
            reason = f"expected {n_sentences:,}: one for each sentence"
            raise FormatError(self.name, None, f"{len(self.numbers):,} ids, {reason}")

    def sentences(self, clusters: NDArray[Any]) -> NDArray[np.int32]:
        """Return the sentences of some clusters, one cluster after the other."""
        found: NDArray[np.int32] = self._order[gather(self._offsets, clusters)[0]].astype(np.int32)
        return found
